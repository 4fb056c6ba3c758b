"""Write the tables of whole verdicts anew, after a change of wording that was meant.

    python tests/renew.py

The tables hold texts by hand with what the program says of each, to the last word, read against
what it should say; what was wrong was mended or left out. So they hold what is, and would notice a
change; whether that is right was judged once, by the one who read them. Read the difference line by
line before it is committed: a verdict that turns is a bug until shown otherwise.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import test_instructions_details as instructions
import test_program_cases as cases
import test_program_trees as trees
import test_requests_details as requests
import test_requests_plans as plans
import test_types_amounts_details as amounts
from tamis.checking.constraint_types import type_of
from tamis.checking.instructions import verify
from tamis.checking.program.outline import outline

DATA = Path(__file__).parent / "data"


def _rows(name: str, renewed: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    path = DATA / name
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    lines = (json.dumps(row | renewed(row), ensure_ascii=False) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _amount(row: dict[str, Any]) -> dict[str, Any]:
    judged = type_of(row["type"])(**row["given"]).judge(row["text"])
    return {"verdict": amounts.told(judged, row["text"])}


def _instruction(row: dict[str, Any]) -> dict[str, Any]:
    kept = [one for one in ("reference", "strict") if row[one] is not None]
    return {
        one: instructions.told(
            verify(row["id"], row["kwargs"], row["text"], variant=one), row["text"]
        )
        for one in kept
    }


def _blocks(name: str, said: Callable[[dict[str, str]], str]) -> None:
    """Cases between empty lines, each line with a mark; what is after `>` is said anew."""
    path = DATA / name
    made = []
    for case in path.read_text("utf-8").rstrip("\n").split("\n\n"):
        kept = [line for line in case.splitlines() if line[:1] != ">"]
        given = {
            mark: "\n".join(line[2:] for line in kept if line[:1] == mark) for mark in ("?", "|")
        }
        made.append("\n".join([*kept, *(f"> {line}".rstrip() for line in said(given).split("\n"))]))
    path.write_text("\n\n".join(made) + "\n", "utf-8")


def _lines(name: str, said: Callable[[str], str]) -> None:
    path = DATA / name
    given = [line.split(" => ")[0] for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(f"{one} => {said(one)}\n" for one in given), "utf-8")


if __name__ == "__main__":
    _rows("amount_verdicts.jsonl", _amount)
    _rows("instruction_verdicts.jsonl", _instruction)
    _blocks("program_cases.txt", lambda given: cases.said(given["?"], given["|"]))
    _blocks("program_trees.txt", lambda given: "\n".join(trees._tree(outline(given["|"]))))
    _lines("request_wordings.txt", lambda text: requests.said(f"Write it. {text}."))
    _lines("plan_requests.txt", plans.said)
