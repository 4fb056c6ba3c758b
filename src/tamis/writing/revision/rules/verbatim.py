"""Words that the instruction dictates are not in the answer."""

from __future__ import annotations

import re

from tamis.writing.revision.rules.case import Case, holds, short
from tamis.writing.revision.turns import RevisionTurn

_ELLIPSIS = re.compile(r"\.{3,}|…")

PASSES = RevisionTurn(
    "What is moss?",
    "Moss is a plant. It likes shade.",
    'After "Moss is a plant." add this sentence: "It has no roots."',
    "Moss is a plant. It has no roots. It likes shade.",
)
FAILS = RevisionTurn(
    "What is moss?",
    "Moss is a plant. It likes shade.",
    'After "Moss is a plant." add this sentence: "It has no roots."',
    "Moss is a plant without roots. It likes shade.",
)


def fault(case: Case) -> str:
    """Marks and capitals are not compared."""
    for quoted in case.quoted:
        if quoted.use == "add" and not _there(case, quoted.text):
            return f'"{short(quoted.text)}" was to be in the answer and is not.'
    return ""


def _there(case: Case, text: str) -> bool:
    # An ellipsis stands for what the writer left out.
    parts = [part for part in _ELLIPSIS.split(text) if re.search(r"\w", part)]
    return all(holds(case.new, part) for part in parts) if parts else text in case.new
