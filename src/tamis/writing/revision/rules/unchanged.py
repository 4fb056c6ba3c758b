"""Nothing changed though a change was asked for, or something did though nothing was to."""

from __future__ import annotations

import re

from tamis.writing.edits.alignment import words_of
from tamis.writing.revision.rules.case import QUOTE, REWRITING, Case, short
from tamis.writing.revision.turns import RevisionTurn

_AS_IS = re.compile(
    r"\bas[- ]is\b|\b(?:as it is|exactly like (?:this|that))\b"
    r"|\b(?:do not|don't|without) chang(?:e|ing) (?:anything|it|the (?:answer|text))\b"
    r"|\b(?:no (?:further |more )?changes?|nothing (?:is |needs )?to (?:be )?chang)"
)
_PRAISE = re.compile(
    r"\W*(?:(?:this|that|it|the (?:answer|text)|all|everything|now)\s+)*"
    r"(?:(?:looks?|is|are|seems?)\s+)?"
    r"(?:(?:very|really|all|now|pretty)\s+)*(?:good|great|fine|perfect|excellent|ok|okay|nice|thanks"
    r"|thank you)(?:[\s,.!]+(?:job|work|now|to me|as is|thanks))*\W*"
)
_LOOKS = re.compile(
    r"\b(?:bold|italics?|capital\w*|upper ?case|lower ?case|spell\w*|punctuation|commas?"
    r"|full stops?|quotation marks|brackets|format\w*|underlin\w*|markdown|hyphen\w*)\b"
)
_REWORDING = re.compile(r"\b(?:re-?phras|re-?word|paraphras|simplif)(?:e|y|ing)\b")
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
    """An empty instruction asks for nothing, nor does praise; what is to go may not be there."""
    if as_is(case):
        same = words_of(case.old) == words_of(case.new)
        return "" if same else "The answer was to stay as it is, and has changed."
    if not case.turn.instruction.strip() or _PRAISE.fullmatch(case.whole) or not case.old.strip():
        return ""
    gone = [quoted.text for quoted in case.quoted if quoted.use == "remove"]
    if gone and not case.adds and not any(text in case.old for text in gone):
        return ""
    if case.old.strip() == case.new.strip():
        return "The answer is the same as before."
    if _REWORDING.search(case.asked) and not case.removes:
        named = case.named(case.places)
        kept = {n for pair in case.alignment.pairs if pair.kind == "kept" for n in pair.old}
        if named and named <= kept:
            first = short(case.alignment.old[min(named)].text)
            return f'"{first}" was to be reworded and is as it was.'
    if _LOOKS.search(case.asked):
        return ""
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
