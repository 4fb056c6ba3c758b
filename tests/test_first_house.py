"""What versions before the second house have left on users' disks is read as it was then.

The files in `tests/data/first_house` were written by commit b07a3cf: logs of five benchmarks, an
index that `tamis ask` had kept, replies of a model, and a database of the studio.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from pathlib import Path

import pytest

from studio import OWNER, PASSWORD, studio_on
from tamis.benchmarks import load_benchmark
from tamis.cli.report import one_benchmark
from tamis.reading.kept_replies import Replies
from tamis.report.logs import read_runs
from tamis.retrieve.kept_index import Settings, keep

OLD = Path(__file__).parent / "data" / "first_house"
REPORTED = [
    # What was reported then: the log, a table, and figures of its one system.
    ("kitab", "overall-1-paper", {"completeness": 1, "satisfied": 1, "all_correct": 1, "n": 4}),
    ("kitab", "outcomes", {"asked": 4, "ok": 4}),
    ("quest", "leaderboard-revised-paper", {"precision": 1 / 3, "recall": 0, "f1": 0, "n": 3}),
    ("quest", "evidence", {"quote_support": 1, "quotes": 2, "candidates": 3, "verdicts": 2,
                           "unknown_documents_cited": 1}),
    ("acs", "confusion", {"tp": 3, "tn": 2, "fp": 0, "fn": 0, "undecided": 0, "n": 5}),
    ("fanoutqa", "costs", {"calls": 1, "tokens_in": 10, "tokens_out": 5, "n": 3}),
    ("fanoutqa", "outcomes", {"asked": 3, "judge_unparsed": 3}),
    ("kiwi", "confusion", {"tp": 1, "fn": 2, "tn": 1, "fp": 0, "undecided": 1, "n": 5}),
    ("kiwi", "judges", {"read_accuracy": 1 / 2, "read_recall": 1 / 3, "read_precision": 1,
                        "good_share": 1 / 4, "coverage": 4 / 5}),
    # Of a judge by rules, which is no more.
    ("kiwi-rules", "judges", {"accuracy": 1, "f1": 1, "good_share": 4 / 5, "coverage": 1, "n": 5}),
]  # fmt: skip


@pytest.mark.parametrize(("log", "table", "figures"), REPORTED)
def test_a_log_gives_the_figures_that_it_gave(log, table, figures):
    """What was over the replies that were read stands beside the headline figures since."""
    runs = read_runs([OLD / "logs" / f"{log}.eval"])
    made = load_benchmark(one_benchmark(runs)).report(runs)
    [found] = [one for one in made.tables if one.id == table]
    [row] = [one for one in found.rows if one.kind in ("model", "baseline")]
    values = {key: getattr(row.cells[key], "value", row.cells[key]) for key in figures}
    assert values == pytest.approx(figures)


def test_a_kept_index_is_built_anew_in_its_place(tmp_path):
    """It cut words in another way, and lacks what could be used again; that is told once."""
    corpus, place = tmp_path / "docs", tmp_path / "index"
    shutil.copytree(OLD / "docs", corpus)
    shutil.copytree(OLD / "index", place)
    for name in ("kept.json", "texts.jsonl"):
        text = (place / name).read_text()
        (place / name).write_text(text.replace("/root/baseline/fix/docs", str(corpus)))
    for line in (place / "texts.jsonl").read_text().splitlines()[1:]:
        record = json.loads(line)
        os.utime(corpus / record["path"], ns=(record["mtime_ns"], record["mtime_ns"]))
    kept = keep(str(corpus), tmp_path, Settings(2000, "bm25", "lucene", None), place)
    assert (kept.rebuilt, kept.read, kept.unchanged, kept.documents) == (True, 2, 0, 2)
    [best, *_] = kept.retriever.search("Who built the lighthouse?", 1)
    assert "Ida Holm" in best.document.text
    again = keep(str(corpus), tmp_path, Settings(2000, "bm25", "lucene", None), place)
    assert (again.rebuilt, again.read, again.unchanged) == (False, 0, 2)
    assert again.retriever.search("Who built the lighthouse?", 1) == [best]
    assert not (place / "texts.jsonl").exists()


def test_kept_replies_are_not_asked_for_again():
    """A model is not asked what it has answered to an earlier version."""

    async def asked(*told):
        raise AssertionError(told)

    kept = Replies(OLD / "kept.replies.jsonl")
    reply = asyncio.run(kept.ask(asked, "lab/scripted", "What stands on Skerry?"))
    assert reply.text == "A lighthouse of stone."
    reply = asyncio.run(kept.keep(asked, "lab/scripted")(["One message.", "Another."]))
    assert reply.text == "A lighthouse of stone."


def test_a_database_of_the_studio_is_opened(tmp_path):
    """Its people log in, its session shows what was written, its project has its items."""
    file = tmp_path / "studio.db"
    file.write_bytes((OLD / "studio.db").read_bytes())
    here = studio_on(f"sqlite:///{file}", models=("plum-cloud/plum-70b",))
    try:
        olga = here.browse()
        olga.log_in(OWNER, PASSWORD)
        page = olga.get("/writing/y7xF9uB-wUwkv1Qd").text
        assert "Vats of oak kept rain" in page
        project = olga.get("/annotating/hpOREP0qxLtFjIdP").text
        assert "Second ratings of the mini data" in project
    finally:
        here.close()
