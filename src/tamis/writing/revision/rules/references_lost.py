"""References that the answer had and was to keep are gone."""

from __future__ import annotations

import re

from tamis.writing.edits.references import kept_references
from tamis.writing.revision.rules import shorter
from tamis.writing.revision.rules.case import Case
from tamis.writing.revision.turns import RevisionTurn

_ABOUT = re.compile(r"\b(?:references?|citations?|cit(?:e|ing|ed)|refs?|papers?)\b|\[\s?\d")
_KEEP = re.compile(
    r"\b(?:keep|leav|preserv|retain|without (?:losing|removing|changing))\w*\b[^.;]*"
    r"\b(?:references?|citations?|everything|all)\b"
)

PASSES = RevisionTurn(
    "What is rust?",
    "Rust is an oxide [0]. It needs water [1].",
    "Say what colour it has.",
    "Rust is a red oxide [0]. It needs water [1].",
)
FAILS = RevisionTurn(
    "What is rust?",
    "Rust is an oxide [0]. It needs water [1].",
    "Say what colour it has.",
    "Rust is a red oxide. It needs water [1].",
)


def fault(case: Case) -> str:
    """Text that goes takes its references along: then only what is said to be kept counts."""
    known = kept_references(case.old, case.new, alignment=case.alignment)
    named = _KEEP.search(case.whole) is not None
    loose = case.removes or shorter.anywhere(case) or _ABOUT.search(case.asked)
    if loose and not named:
        return ""
    if known.lost and not (case.removes and not named):
        gone = ", ".join(f"[{n}]" for n in known.lost)
        return f"The answer no longer refers to {gone}."
    share = known.sentence_share
    if share is not None and known.in_sentences > 3 and share < 0.6:
        return (
            f"Of {known.in_sentences} references in sentences that are still there,"
            f" {known.kept_in_sentences} are left."
        )
    return ""
