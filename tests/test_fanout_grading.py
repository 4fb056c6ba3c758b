"""Answers that a person grades: the sheet of a run, and the figures of a sheet (FanOutQA, §4.5)."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tamis.benchmarks.fanoutqa.grading import Line, report


@pytest.fixture
def answers(tamis_here):
    """Two questions of a file, one answered in other words; the people's answers as a log."""
    record = {"decomposition": [], "categories": []}
    questions = [
        {"id": "a", "question": "Two rivers?", "answer": ["Rhine", "Elbe"], **record},
        {"id": "b", "question": "How long?", "answer": "two miles", **record},
    ]
    folder = Path("data")
    folder.mkdir()
    (folder / "fanout-final-dev.json").write_text(json.dumps(questions))
    Path("people.jsonl").write_text(
        '{"id": "a", "text": "Rhine, and the Labe"}\n{"id": "b", "text": "2 mi"}\n'
    )
    chosen = ("--data", "data/fanout-final-dev.json", "-T", "setting=open_book")
    tamis_here("score", "fanoutqa", "people.jsonl", *chosen)
    return tamis_here


def rows(path: str) -> list[dict[str, str]]:
    """The lines of a sheet."""
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_a_sheet_is_filled_in_and_counted(answers):
    """One of three references is found by the program, all three by the person."""
    answers("fanout", "sheet", "runs", "--out", "s.csv")
    found = {(one["id"], one["reference"]): one for one in rows("s.csv")}
    assert {key: one["program"] for key, one in found.items()} == {
        ("a", "Rhine"): "yes", ("a", "Elbe"): "no", ("b", "two miles"): "no",
    }  # fmt: skip
    assert found["a", "Rhine"]["answer"] == "Rhine, and the Labe"
    assert (
        "may hold someone's work"
        in answers("fanout", "sheet", "runs", "--out", "s.csv", check=2).err
    )
    text = Path("s.csv").read_text(encoding="utf-8-sig")
    assert "1.00" not in answers("fanout", "graded", "s.csv").out
    Path("s.csv").write_text(text.replace(",yes,,", ",yes,yes,").replace(",no,,", ",no,Y,"))
    said = answers("fanout", "graded", "s.csv").out
    assert "1.00" in said
    assert "0.25" in said
    assert "0.85" in said
    # A copy in which a grade is missing takes none away; one with another grade is refused.
    Path("s2.csv").write_text(text)
    assert "0.25" in answers("fanout", "graded", "s.csv", "s2.csv").out
    Path("s2.csv").write_text(text.replace(",yes,,", ",yes,no,"))
    assert "settle on one" in answers("fanout", "graded", "s.csv", "s2.csv", check=2).err
    Path("s.csv").write_text(text.replace(",no,,", ",no,sure,"))
    assert "`right` is 'sure'" in answers("fanout", "graded", "s.csv", check=2).err


def test_equal_references_have_keys_of_their_own(tamis_here):
    """Of a table with yes, yes and no each value is graded by itself: 5 of 6 by the person."""
    seen = {"Brannoc": True, "Vessay": True, "Eldrey": False}
    question = {"id": "a", "question": "Seen?", "answer": seen, "decomposition": [],
                "categories": []}  # fmt: skip
    Path("own.json").write_text(json.dumps([question]))
    Path("people.jsonl").write_text('{"id": "a", "text": "Brannoc yes, Vessay no, Eldrey no"}\n')
    tamis_here("score", "fanoutqa", "people.jsonl", "--data", "own.json")
    tamis_here("fanout", "sheet", "runs", "--out", "s.csv")
    assert [(one["key"], one["reference"]) for one in rows("s.csv")] == [
        ("1", "Brannoc"), ("2", "Vessay"), ("3", "Eldrey"),
        ("1 (Brannoc)", "yes"), ("2 (Vessay)", "yes"), ("3 (Eldrey)", "no"),
    ]  # fmt: skip
    filled = Path("s.csv").read_text(encoding="utf-8-sig").replace(",yes,,", ",yes,yes,")
    filled = filled.replace("2 (Vessay),yes,yes,yes", "2 (Vessay),yes,yes,no")
    Path("s.csv").write_text(filled)
    assert "0.83" in tamis_here("fanout", "graded", "s.csv").out


def test_a_sheet_from_before_there_were_keys_is_read(answers):
    """Its references are told apart by their strings."""
    answers("fanout", "sheet", "runs", "--out", "s.csv")
    columns = [name for name in rows("s.csv")[0] if name != "key"]
    with Path("old.csv").open("w", newline="") as file:
        sheet = csv.DictWriter(file, columns, extrasaction="ignore")
        sheet.writeheader()
        sheet.writerows({**one, "right": "yes"} for one in rows("s.csv"))
    assert "0.25" in answers("fanout", "graded", "old.csv").out


def test_figures_by_hand():
    """A question with a reference that nobody has graded is open."""
    lines = [
        Line("p", "open book", "1", "?", "x", "r1", "yes", "yes"),
        Line("p", "open book", "1", "?", "", "r2", "no", "yes"),
        Line("p", "open book", "2", "?", "y", "r3", "no", "no"),
        Line("p", "open book", "3", "?", "z", "r4", "yes", "yes"),
        Line("p", "open book", "3", "?", "", "r5", "yes"),
    ]
    own, paper = report(lines).tables[0].rows
    assert own.cells["graded"].value == 1 / 2
    assert own.cells["all"].value == 1 / 2
    assert own.cells["loose"].value == 1 / 4
    assert (own.cells["n"], own.cells["open"]) == (2, 1)
    assert (paper.cells["graded"], paper.cells["loose"]) == (0.847, 0.685)
