"""What the scripted models of the pages' examples reply: by what the documents say.

`tests/test_pages.py` runs the commands of the pages against them, `tools/pictures.py` the ones
whose pages are pictures.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

QUOTES = {
    "Tern": [
        ("Tern", "Tern reads CSV"),
        ("2016", "first released in 2016"),
        ("MIT", "distributed under the MIT licence"),
    ],
    "Plover": [("Plover", "reads CSV"), ("2021", "begun in 2021 by two librarians"), None],
    "Knot": [
        ("Knot", "Knot is a library for tables"),
        ("2018", "Its first version appeared in 2018"),
        ("GPL", "Knot is under the GPL to this day"),
    ],
}
"""What is said of name, year and licence of a library; the last quote is invented."""

_SHOWN = re.compile(r"^ID: (\d+) \| TITLE: (.*?) \| CONTENT: ", re.M)
_DELIVERS = re.compile(r"delivers to (.+?) within (\d+) days")


def libraries(messages: Sequence[str]) -> str:
    """Candidates, a verdict or a row: what has "reads CSV" fits, rows are those of `QUOTES`."""
    text = messages[-1]
    if "===== Answer of this row =====" in text:
        given = QUOTES[text.split("===== Answer of this row =====")[1].strip()]
        named = zip(("name", "year", "licence"), given, strict=True)
        return json.dumps({"cells": [_cell(name, *(one or (None, ""))) for name, one in named]})
    if "===== Candidate =====" in text:
        return json.dumps(_judged("", "1", "reads CSV" if "reads CSV" in text else None))
    found = _SHOWN.findall("\n".join(messages))
    fits = [(title, number) for number, title in found if title in QUOTES]
    judged = [
        _judged(title, number, "reads CSV" if title in QUOTES else None) for number, title in found
    ]
    return json.dumps(
        {
            "question": "",
            "candidate_answers": judged,
            "answer": [title for title, _ in fits],
            "answer_doc_ids": [number for _, number in fits],
        }
    )


def suppliers(messages: Sequence[str]) -> str:
    """A verdict on a supplier: TRUE where it delivers to Norway within seven days."""
    said = _DELIVERS.search(messages[-1])
    fits = said is not None and "Norway" in said[1] and int(said[2]) <= 7
    return json.dumps(_judged("", "1", said[0] if said and fits else None))


def _cell(column: str, value: str | None, quote: str) -> dict[str, str | None]:
    """A cell as a model writes it."""
    return {"column": column, "doc_id": "1" if quote else "", "quote": quote, "value": value}


def _judged(name: str, number: str, quote: str | None) -> dict[str, object]:
    """A judgement as a model writes it: TRUE with the quote, FALSE where there is none."""
    return {
        "candidate_answer": name,
        "evidence_for": [{"doc_id": number, "text": quote}] if quote else [],
        "evidence_against": [],
        "reasoning": "",
        "final_judgment": "TRUE" if quote else "FALSE",
    }
