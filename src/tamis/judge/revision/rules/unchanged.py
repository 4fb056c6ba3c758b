"""Nothing changed though a change was asked for, or something did though nothing was to."""

from __future__ import annotations

import re

from tamis.judge.revision.rules.case import QUOTE, REWRITING, Case
from tamis.judge.revision.turns import RevisionTurn
from tamis.measures.edits.alignment import words_of

_AS_IS = re.compile(
    r"\bas[- ]is\b|\b(?:as it is|exactly like (?:this|that))\b"
    r"|\b(?:do not|don't|without) chang(?:e|ing) (?:anything|it|the (?:answer|text))\b"
    r"|\b(?:no (?:further |more )?changes?|nothing (?:is |needs )?to (?:be )?chang)"
)
_MOVING = re.compile(
    r"\b(?:move|put|place|swap|switch|break|separate|start|make|write|use|format)\b"
)

PASSES = RevisionTurn(
    "Why is the sky blue?",
    "Short waves scatter most.",
    "Say who found it.",
    "Short waves scatter most, as Rayleigh found.",
)
FAILS = RevisionTurn(
    "Why is the sky blue?",
    "Short waves scatter most.",
    "Say who found it.",
    "Short waves scatter most.",
)


def fault(case: Case) -> str:
    """An empty instruction asks for nothing; what is to be removed may not have been there."""
    if as_is(case):
        same = words_of(case.old) == words_of(case.new)
        return "" if same else "The answer was to stay as it is, and has changed."
    if not case.turn.instruction.strip() or not case.old.strip():
        return ""
    gone = [quoted.text for quoted in case.quoted if quoted.use == "remove"]
    if gone and not case.adds and not any(text in case.old for text in gone):
        return ""
    if case.old.strip() == case.new.strip():
        return "The answer is the same as before."
    only_adds = case.adds and not (case.removes or case.shortens or case.rewrites)
    if only_adds and not _MOVING.search(case.asked) and not case.written:
        return "Something was asked for, and nothing was added."
    return ""


def as_is(case: Case) -> bool:
    """Whether the answer is to be given back as it is, and nothing else is asked for."""
    if not _AS_IS.search(case.whole) or QUOTE in case.whole:
        return False
    asks = case.adds or case.removes or case.shortens
    return not (asks or _MOVING.search(case.asked) or REWRITING.search(case.asked))
