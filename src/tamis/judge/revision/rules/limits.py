"""A number of words, sentences or paragraphs that the instruction sets, and the answer misses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tamis.judge.revision.rules.case import ADDING, Case, length, paragraph_count
from tamis.judge.revision.turns import RevisionTurn

Unit = Literal["word", "sentence", "paragraph"]

_UP_TO_TWELVE = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_NUMBERS = {
    **{word: n for n, word in enumerate(_UP_TO_TWELVE, 1)},
    **{"a single": 1, "single": 1, "a": 1, "an": 1},
    **{"fifteen": 15, "twenty": 20, "fifty": 50, "hundred": 100},
}
_N = rf"(?P<n>\d{{1,4}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_UNIT = (
    r"(?:\s+|-)(?:very |short |long |concise |brief |complete |full )*"
    r"(?P<unit>word|sentence|paragraph)s?\b"
)
_BOUND = re.compile(
    r"(?P<about>\b(?:about|around|approximately|roughly|some|circa)\s+)?"
    r"(?:\b(?P<most>(?:a )?max(?:imum)?(?: of)?|at most|(?:no|not) (?:more|longer) than|up to"
    r"|within|under|less than|fewer than|not exceed(?:ing)?|to(?: only| just)?|only|just)\s+"
    r"(?P<around>(?:about|around|approximately|roughly)\s+)?(?:an? )?(?:maximum of )?"
    r"|\b(?P<least>at least|minimum(?: of)?|no (?:less|fewer) than)\s+)?"
    rf"\b{_N}{_UNIT}"
    r"(?P<after>\s+(?:at (?:the )?most|max(?:imum)?|or (?:less|fewer)|only))?"
)
_ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|last|final|next|previous|each|every|per|of"
    r"|these|those|this|that|following|both)\b"
)
_ANSWER = re.compile(r"\b(?:answer|text|response|it|whole|everything|entire)\b")
_WHOLE = re.compile(
    r"\b(?:keep|expand|extend|make|limit|write|re-?write|reduce|bring|get)\s+(?:\w+ )?"
    r"(?:answer|text|response|it)\b"
)
_EACH = re.compile(r"\b(?:each|every|per)\b")
_PART = re.compile(
    r"\b(?:(?<!all )(?<!all the )(?:paragraphs?|sentences?)|section|part|items?|points?|discussion"
    r"|description|definition|introduction|intro|conclusion|each|every|per|explanation|summary of"
    r"|list)\b|\babout\b"
    r"|\bthe (?:\w+ ){1,3}(?:methods?|approach\w*|datasets?|models?)\b|\bon\b"
)

PASSES = RevisionTurn(
    "What are dunes?",
    "Dunes are hills. Wind makes them. They are of sand.",
    "Shorten the answer to at most two sentences.",
    "Dunes are hills of sand. Wind makes them.",
)
FAILS = RevisionTurn(
    "What are dunes?",
    "Dunes are hills. Wind makes them. They are of sand. They wander.",
    "Shorten the answer to at most two sentences.",
    "Dunes are hills of sand. Wind makes them. They wander.",
)


@dataclass(frozen=True)
class Bound:
    """A number that the instruction sets: at least or at most so many of a unit.

    `whole` says whether it is for the whole answer, else it is for what is added.
    """

    unit: Unit
    count: int
    at_least: bool
    whole: bool
    loose: bool


def bounds(case: Case) -> list[Bound]:
    """The bounds of an instruction as far as it is plain what they are for."""
    found = []
    for clause in case.clauses:
        for match in _BOUND.finditer(clause):
            before = clause[: match.start()]
            if match["about"] or match["around"] or _ORDINAL.search(" ".join(before.split()[-2:])):
                continue
            rest = before + " " + clause[match.end() :]
            # "How so? Two sentences at most."
            adding = ADDING.search(rest) or (case.adds and not _ANSWER.search(rest))
            adding = adding and not _WHOLE.search(before)
            part = _PART.search(rest) is not None
            limiting = bool(match["most"] or match["least"] or match["after"])
            unit: Unit = match["unit"]  # type: ignore[assignment]
            count = int(match["n"]) if match["n"].isdigit() else _NUMBERS[match["n"]]
            if adding and not case.shortens and not case.rewrites:
                indefinite = match["n"] in ("a", "an")
                # "In the definition of a sentence" sets no number.
                number = not indefinite or _adds_it(before)
                if unit != "word" and number and not _EACH.search(rest):
                    found.append(Bound(unit, count, bool(match["least"]), False, indefinite))
            elif not part and match["n"] not in ("a", "an") and (limiting or _into(before)):
                # "Cut 20 words" is a difference, "20 words" behind a limit is a length.
                found.append(Bound(unit, count, bool(match["least"]), True, False))
    return found


def fault(case: Case) -> str:
    """A twentieth more words than asked for are let pass, and two added sentences for "a" one."""
    for bound in bounds(case):
        has = _count(case, bound)
        many = f"{bound.count} {bound.unit}{'s' * (bound.count != 1)}"
        where = "The answer has" if bound.whole else "What was added has"
        if bound.at_least and has < bound.count:
            return f"{where} {has} {bound.unit}s, and at least {many} were asked for."
        allowed = bound.count * 1.05 if bound.unit == "word" else bound.count + bound.loose
        if not bound.at_least and has > allowed:
            return f"{where} {has} {bound.unit}s, and {many} were asked for."
    return ""


def _count(case: Case, bound: Bound) -> int:
    if not bound.whole:
        if bound.unit == "paragraph":
            return max(0, paragraph_count(case.new) - paragraph_count(case.old))
        # Some of what is new may stand for what was dropped: that is another rule's.
        more = len(case.alignment.new) - len(case.alignment.old)
        return len(case.added) if bound.at_least else max(0, min(len(case.added), more))
    if bound.unit == "word":
        return length(case.new)
    return paragraph_count(case.new) if bound.unit == "paragraph" else len(case.alignment.new)


def _adds_it(before: str) -> bool:
    return bool(
        re.search(
            r"\b(?:add|insert|append|include|write|with|in|as)(?: (?:just|only))?\s*$", before
        )
    )


def _into(before: str) -> bool:
    return bool(re.search(r"\b(?:in|into|to|as|using|with|have|has)\s*$", before))
