"""Short plans with whole worksheets, as the judge says them and read by us (`renew.py`).

A case of `data/program_cases.txt` is a constraint after `?`, the plan after `|`, and after `>` the
verdict, with its reason if it is open, and the worksheet: its parts, with open questions and
claims, and its numbers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tamis.checking.program import judge

FILE = Path(__file__).parent / "data" / "program_cases.txt"
SAID = {True: "satisfied", False: "not satisfied", None: "open: "}


def said(constraint, plan):
    """A verdict with its worksheet and numbers, line by line."""
    judged = judge(constraint, plan)
    lines = [SAID[judged.satisfied] + judged.reason]
    if judged.worksheet is not None:
        lines += judged.worksheet.lines()
        lines.append(("numbers: " + " | ".join(judged.worksheet.explained())).rstrip())
    return "\n".join(lines)


def _cases():
    for case in FILE.read_text(encoding="utf-8").split("\n\n"):
        rows = [(line[:1], line[2:]) for line in case.splitlines()]
        ((_, constraint),) = (row for row in rows if row[0] == "?")
        plan, wanted = ("\n".join(text for mark, text in rows if mark == m) for m in "|>")
        yield pytest.param(constraint, plan, wanted, id=f"{constraint} {plan[:60]}")


@pytest.mark.parametrize(("constraint", "plan", "wanted"), _cases())
def test_a_worksheet_is_right_to_the_last_line(constraint, plan, wanted):
    """What counts, what does not and why; every number is shown where it stands."""
    if (sheet := judge(constraint, plan).worksheet) is not None:
        assert [plan[slice(*one.span)] for one in sheet.numbers] == [
            one.text for one in sheet.numbers
        ]
        for entry in (one for part in sheet.parts for one in part.entries):
            assert plan[slice(*entry.span)]
            assert plan[slice(*entry.span)] in entry.text
    assert said(constraint, plan) == wanted
