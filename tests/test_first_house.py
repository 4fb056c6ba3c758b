"""What versions before the second house have left on users' disks is read as it was then.

The files in `tests/data/first_house` were written by commit b07a3cf: logs of all five benchmarks
with the tables that it reported from them, an index that `tamis ask` had kept, replies of a model,
and a database of the studio.
"""

from __future__ import annotations

import asyncio
import csv
import json
import os
import shutil
from pathlib import Path

import pytest

from studio import OWNER, PASSWORD, studio_on
from tamis.benchmarks import load_benchmark
from tamis.cli.report import one_benchmark
from tamis.inputs.files import write_text
from tamis.reading.kept_replies import Replies
from tamis.report.logs import read_runs
from tamis.report.render import delimited
from tamis.retrieve.kept_index import Settings, keep

OLD = Path(__file__).parent / "data" / "first_house"
GONE = ("expected", "answered", "forced", "bounds")
BY_NUMBER = ("popularity-", "constrainedness-")
"""Figures that had all queries in one, and are by the number of constraints since."""

LOGS = ("kitab", "kitab-symbolic", "quest", "acs", "fanoutqa", "kiwi", "kiwi-rules")


@pytest.mark.parametrize("name", LOGS)
def test_a_log_gives_the_tables_that_it_gave(tmp_path, name):
    """Every table of a kept log is the same to the digit, but for what is said otherwise since.

    Standard errors are corrected for few and unequal clusters. What was over the replies that were
    read stands beside the headline figures, under `read_…` where some were not read. A ranking is
    named without how much of it is read.
    """
    runs = read_runs([OLD / "logs" / f"{name}.eval"])
    made = load_benchmark(one_benchmark(runs)).report(runs)
    for table in (*made.tables, *(figure.as_table() for figure in made.figures)):
        write_text(tmp_path / "now" / f"{table.id}.csv", delimited.to_csv(table))
    now, then = figures(tmp_path / "now"), figures(OLD / "figures" / name)
    for found in (now, then):
        for other in [one for one in found if one.startswith(BY_NUMBER)]:
            del found[other]
    assert now.keys() == then.keys()
    for id, rows in then.items():
        for row, own in zip(rows, now[id], strict=True):
            for key, was in row.items():
                ours = row["kind"] != "published"
                was = was.removesuffix(" (k=40)") if key == "label" else was
                if (ours and (named := f"read_{key}") in own) or (named := key) in own:
                    assert own[named] == was, (id, key)
                else:
                    # Outcomes that never occur have no column; the counts of all have new names.
                    assert was in ("", "0") or key.startswith(GONE), (id, key)


def figures(folder: Path) -> dict[str, list[dict[str, str]]]:
    """The rows of each table without the columns of standard errors."""
    return {
        path.name: [
            {key: cell for key, cell in row.items() if not key.endswith("_stderr")}
            for row in csv.DictReader(path.open(newline=""))
        ]
        for path in folder.iterdir()
    }


def test_a_kept_index_is_opened_and_nothing_read_again(tmp_path):
    """The index of a folder that has not changed is used as it lies there."""
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
    assert (kept.read, kept.unchanged, kept.documents) == (0, 2, 2)
    [best, *_] = kept.retriever.search("Who built the lighthouse?", 1)
    assert "Ida Holm" in best.document.text
    # It lacks what could be used again: with a change, both files are read once more.
    next(corpus.iterdir()).touch()
    again = keep(str(corpus), tmp_path, Settings(2000, "bm25", "lucene", None), place)
    assert (again.read, again.unchanged, again.documents) == (2, 0, 2)
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
