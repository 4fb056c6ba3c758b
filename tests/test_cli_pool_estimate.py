"""`tamis pool --estimate`: from logs and ratings to how many answers the golds lack."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import pytest

from tamis.benchmarks.quest.ratings import PoolRow, read_pool, write_pool
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
    args = ("pool", "logs", "--estimate", "--ratings", "ann.csv", "--json", "--csv", "out.csv")
    done = rated(*args)
    assert "Systems are not independent" in done.err
    found = json.loads(done.out)
    with (rated.folder / "out.csv").open(encoding="utf-8") as file:
        assert [row["method"] for row in csv.DictReader(file)] == [one["method"] for one in found]
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
    # The golds are the check: both gave 6 and 3 of them both, 7·7/4 - 1, where there are 10.
    on_golds = [one for one in found if one["estimates"] == "golds"]
    assert next(one["estimate"] for one in on_golds if one["method"] == "Chapman") == 11.25


def test_three_systems_and_two_questions_by_hand(tamis_here):
    """Nine and one right answers outside the golds are known: four by one system, four by two."""
    answers = {
        "one": ([*GOLDS[:6], *MORE[:6]], ["A", "B", "N"]),
        "two": ([*GOLDS[3:9], *MORE[2:7]], ["B", "N"]),
        "three": ([*GOLDS[:2], *MORE[4:9]], ["A"]),
    }  # fmt: skip
    for name, (first, second) in answers.items():
        asked = [sample("1", LIONS, first, GOLDS), sample("2", "other?", second, ["A", "B", "C"])]
        write_log(tamis_here.folder / "logs" / f"{name}.eval", asked, f"lab/{name}")
    tamis_here("pool", "logs", "--out", "pool.csv")
    rate(tamis_here.folder, [*MORE, "N"])
    args = ("pool", "logs", "--estimate", "--ratings", "ann.csv")
    found = json.loads(tamis_here(*args, "--json").out)
    questions = [one for one in found if one["qid"]]
    keys = ("qid", "question", "golds", "golds_found", "known")
    assert [[one[key] for key in keys] for one in questions] == [
        ["1", LIONS, 10, 9, 9], ["2", "other?", 3, 2, 1]
    ]  # fmt: skip
    whole = [one for one in found if not one["qid"]]
    assert {(one["golds"], one["golds_found"]) for one in whole} == {(13, 11)}
    # Chao: what is known, and 2/3 of 4·3 by twice one more than those of two: 10.8. Of the golds
    # that are found four are given by one and seven by two: 11 + 2/3 · 4·3/(2·8).
    chao = {one["estimates"]: one["estimate"] for one in whole if one["method"][:4] == "Chao"}
    assert chao == {"missing": 10.8, "golds": 11.5}
    both, *methods = (one for one in whole if one["estimates"] == "missing")
    assert both["method"] == "all methods"
    assert both["low"] == min(one["low"] for one in methods) == both["known"] == 10
    assert both["high"] == max(one["high"] for one in methods) > 17
    said = tamis_here(*args).out
    parts = [
        "A  lab/one    8 (61.5%)  7 (70.0%)", "B  lab/three  3 (23.1%)  5 (50.0%)",
        "C  lab/two    7 (53.8%)  6 (60.0%)", "golds      13, of which the systems gave 11",
        "about 10 right answers, 95% interval 10 to 18; 10 of these are known",
    ]  # fmt: skip
    assert [part for part in parts if part not in said] == []


def test_golds_that_people_turned_down_are_no_golds(tamis_here):
    """Of ten golds one is NO_MATCH and one DEBATABLE by the majority: eight are right."""
    logs(tamis_here.folder, TWO)
    tamis_here("pool", "logs", "--out", "pool.csv")
    rows = read_pool(tamis_here.folder / "pool.csv").rows
    for rater, gold0 in (("ann", "NO_MATCH"), ("bo", "NO_MATCH"), ("cy", "MATCH")):
        said = {"Gold 0": gold0, "Gold 1": "DEBATABLE", "Wrong": "NO_MATCH"}
        rated = [replace(row, rating=said.get(row.title, "MATCH")) for row in rows]
        write_pool(tamis_here.folder / f"{rater}.csv", rated)
    ratings = [f"--ratings={rater}.csv" for rater in ("ann", "bo", "cy")]
    found = json.loads(tamis_here("pool", "logs", "--estimate", *ratings, "--json").out)
    assert (found[0]["golds"], found[0]["known"]) == (8, 7)


def test_what_is_not_rated_or_not_asked_of_all_is_counted_and_not_right(rated):
    """A third system has an answer that nobody rated; a second question is in its log only."""
    three = [sample("1", LIONS, [*MORE[1:4], MORE[9], "New"], GOLDS), sample("2", "other?", ["X"])]
    write_log(rated.folder / "logs/three.eval", three, "lab/three")
    said = " ".join(rated("pool", "logs", "--estimate", "--ratings", "ann.csv").out.split())
    assert "answers outside the golds 2 have no rating" in said
    assert "1 questions are left out" in said
    # Without ratings nothing is estimated beyond the golds.
    found = json.loads(rated("pool", "logs", "--estimate", "--json").out)
    assert {one["estimates"] for one in found if not one["qid"]} == {"golds"}
    (question,) = [one for one in found if one["qid"]]
    assert (question["golds_found"], question["known"], question["estimate"]) == (9, None, None)


def test_where_nothing_was_found_outside_there_is_an_upper_end(tamis_here):
    """Nine of ten golds were found: with a share of .55 (the least that fits .9) 4 may be missing.

    .45 to the power of 4 is .041, to the power of 5 .018.
    """
    logs(tamis_here.folder, {"one": [*GOLDS[:6], "Wrong"], "two": [*GOLDS[3:9], "Wrong"]})
    tamis_here("pool", "logs", "--out", "pool.csv")
    rate(tamis_here.folder, [])
    done = tamis_here("pool", "logs", "--estimate", "--ratings", "ann.csv", "--json")
    told = json.loads(done.out)[0]
    assert (told["estimate"], told["low"], told["high"]) == (0, 0, 4)


def test_ratings_of_other_data_are_refused(rated):
    """Another question under the same id."""
    write_pool(rated.folder / "bo.csv", [PoolRow("1", "tigers?", "X", rating="MATCH")])
    error = rated("pool", "logs", "--estimate", "--ratings", "bo.csv", check=2).err
    assert "the ratings do not fit the logs: question 1 is" in error


@pytest.mark.parametrize(
    ("answers", "args", "said"),
    [
        ({"one": MORE}, ("--estimate",), "answers of one system only, lab/one, and an estimate"),
        ({"one": ["X"], "two": GOLDS[:2]}, ("--estimate",), "no gold was given by two"),
        ({"oracle": GOLDS}, ("--estimate", "--out", "x.csv"), "--estimate writes no pool"),
        (TWO, ("--json", "--out", "x.csv"), "belong to --estimate; add it."),
        (TWO, ("--ratings", "r", "--out", "x.csv"), "belong to --estimate"),
        (TWO, (), "a pool needs --out FILE"),
    ],
)
def test_what_cannot_be_estimated_is_one_sentence(tamis_here, answers, args, said):
    """One system, no overlap, options that contradict each other."""
    logs(tamis_here.folder, answers)
    error = tamis_here("pool", "logs", *args, check=2).err
    assert error.startswith("Error: ")
    assert said in error
    assert len(error.strip().splitlines()) == 1
