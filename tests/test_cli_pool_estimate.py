"""`tamis pool --estimate`: from logs and ratings to how many answers the golds lack."""

from __future__ import annotations

import csv
import json

import pytest

from tamis.benchmarks.quest.ratings import read_pool, write_pool
from test_collect_pool import LIONS, sample, write_log

GOLDS = [f"Gold {n}" for n in range(10)]
# Right answers that the golds lack: ten, four of them found by both systems below.
MORE = [f"More {n}" for n in range(10)]


def logs(folder, answers, golds=GOLDS, question=LIONS, qid="1"):
    """A log for each system, of one question and its answers."""
    for name, titles in answers.items():
        one = [sample(qid, question, titles, golds)]
        write_log(folder / "logs" / f"{name}.eval", one, f"lab/{name}")


def rate(folder, right):
    """Ratings of the pool of the logs: these titles are right, and the golds but no others."""
    from dataclasses import replace

    rows = read_pool(folder / "pool.csv").rows
    rated = [
        replace(row, rating="MATCH" if row.title in right or row.in_original else "NO_MATCH")
        for row in rows
    ]
    write_pool(folder / "ann.csv", rated)


TWO = {"one": [*GOLDS[:6], *MORE[:6], "Wrong"], "two": [*GOLDS[3:9], *MORE[2:7], "Wrong"]}


@pytest.fixture
def rated(tamis_here):
    """Two systems' logs, and the ratings of their pool."""
    logs(tamis_here.folder, TWO)
    tamis_here("pool", "logs", "--out", "pool.csv")
    rate(tamis_here.folder, MORE)
    return tamis_here


def test_chapman_by_hand_of_what_the_golds_lack(rated):
    """One system gave 6 right answers outside the golds, the other 5, both gave 4: 7·6/5 - 1 = 7.4.

    Wrong answers that both gave are no captures. Seven are known, and they bound it from below.
    """
    found = json.loads(rated("pool", "logs", "--estimate", "--ratings", "ann.csv", "--json").out)
    chapman = next(one for one in found if one["method"] == "Chapman")
    assert chapman["estimates"] == "missing"
    assert (chapman["estimate"], chapman["low"], chapman["known"]) == (7.4, 7, 7)
    told = found[0]
    assert (told["method"], told["estimate"]) == ("all methods", 7.4)
    assert told["low"] == 7
    assert told["high"] >= chapman["high"] > 8
    (question,) = [one for one in found if one["qid"]]
    assert (question["golds"], question["golds_found"], question["known"]) == (10, 9, 7)
    assert question["estimate"] == pytest.approx(7.4)
