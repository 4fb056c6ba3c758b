"""The answer is empty, or breaks off in the middle of a sentence."""

from __future__ import annotations

import re

from tamis.writing.edits.sentences import MARKER
from tamis.writing.revision.rules.case import Case
from tamis.writing.revision.turns import RevisionTurn

_ENDS = re.compile(r"[.!?…:;。！？)\]}\"'”’»|*`_]\s*\Z")

PASSES = RevisionTurn(
    "How do tides arise?",
    "The moon pulls at the water.",
    "Add what the sun does.",
    "The moon pulls at the water. The sun does so too, with less force.",
)
FAILS = RevisionTurn(
    "How do tides arise?",
    "The moon pulls at the water.",
    "Add what the sun does.",
    "The moon pulls at the water. The sun does so too, with",
)


def fault(case: Case) -> str:
    """An end without a mark is suspicious only where the answer before had one.

    Items of a list and headings end as they like.
    """
    if not case.new.strip():
        return "The answer is empty."
    last = case.new.strip().rsplit("\n", 1)[-1]
    if _ENDS.search(last) or not _ENDS.search(case.old) or re.match(MARKER, last):
        return ""
    if len(last.split()) < 4 or any(
        last.strip() in quoted.text or quoted.text in last for quoted in case.quoted
    ):
        return ""
    return f'The answer breaks off: "… {" ".join(last.split()[-5:])}".'
