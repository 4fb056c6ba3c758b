"""A number of words, sentences or paragraphs that the instruction sets, and the answer misses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

from tamis.writing.edits.places import places
from tamis.writing.revision.rules.case import ADDING, Case, length, paragraph_count
from tamis.writing.revision.turns import RevisionTurn

MOST = 10
"""Numbers of one clause that are read; nobody sets more."""

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
    r"|these|those|following|both)\b"
)
_ANSWER = re.compile(r"\b(?:answer|text|response|it|whole|everything|entire)\b")
_WHOLE = re.compile(
    r"\b(?:keep|expand|extend|make|limit|write|re-?write|reduce|bring|get|say|put|express|fit|state)"
    r"\s+(?:\w+ )?(?:answer|text|response|it|this|everything)\b"
    r"|\b(?:it|this|everything|answer|text) be (?:said|put|written|expressed|stated|told)\b"
)
_VERSION = re.compile(r"[\s-]+(?:\w+ )?(?:version|summary)\b(?! of\b)")
_ADDS = re.compile(r"\b(?:add|insert|append|include|begin|start|end|open|close)\b")
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

    `whole` says whether it is for the whole answer, `part` are the old sentences that it is for;
    else it is for what is added.
    """

    unit: Unit
    count: int
    at_least: bool
    whole: bool
    loose: bool = False
    part: frozenset[int] = frozenset()


@lru_cache(maxsize=1)
def bounds(case: Case) -> tuple[Bound, ...]:
    """The bounds of an instruction as far as it is plain what they are for."""
    found = []
    for clause in case.clauses:
        for match in islice(_BOUND.finditer(clause), MOST):
            before = clause[: match.start()]
            limited = match["most"] or match["least"]
            if match["about"] or match["around"]:
                continue
            if not limited and _ORDINAL.search(" ".join(before.split()[-2:])):
                continue
            rest = before + " " + clause[match.end() :]
            # "How so? Two sentences at most."
            adding = ADDING.search(rest) or (case.adds and not _ANSWER.search(rest))
            adding = adding and not _WHOLE.search(before)
            # "The last paragraph is too long. Two sentences at most."
            elsewhere = case.places.sentences or case.places.paragraphs
            part = _PART.search(rest) is not None or (elsewhere and not _ANSWER.search(rest))
            limiting = bool(limited or match["after"])
            unit: Unit = match["unit"]  # type: ignore[assignment]
            count = int(match["n"]) if match["n"].isdigit() else _NUMBERS[match["n"]]
            if _VERSION.match(clause, match.end()) and not _ADDS.search(before):
                found.append(Bound(unit, count, at_least=False, whole=True))
            elif adding and not case.shortens and not case.rewrites:
                indefinite = match["n"] in ("a", "an")
                # "In the definition of a sentence" sets no number.
                number = not indefinite or _adds_it(before)
                if unit != "word" and number and not _EACH.search(rest):
                    found.append(Bound(unit, count, bool(match["least"]), False, indefinite))
            elif match["n"] not in ("a", "an") and (limiting or _into(before)):
                # "Cut 20 words" is a difference, "20 words" behind a limit is a length.
                least = bool(match["least"])
                if not part:
                    found.append(Bound(unit, count, least, whole=True))
                elif unit != "paragraph" and not least and not _EACH.search(rest):
                    named = case.named(places(clause, case.old))
                    if named:
                        found.append(Bound(unit, count, at_least=False, whole=False, part=named))
    return tuple(found)


def fault(case: Case) -> str:
    """A twentieth more words than asked for are let pass, and two added sentences for "a" one."""
    for bound in bounds(case):
        has = _count(case, bound)
        many = f"{_counted(bound.count, bound.unit)} {'was' if bound.count == 1 else 'were'}"
        found = _counted(has, bound.unit)
        where = "The answer has" if bound.whole else "What was added has"
        where = "What was to become shorter has" if bound.part else where
        if bound.at_least and has < bound.count:
            return f"{where} {found}, and at least {many} asked for."
        allowed = bound.count * 1.05 if bound.unit == "word" else bound.count + bound.loose
        if not bound.at_least and has > allowed:
            return f"{where} {found}, and {many} asked for."
    return ""


def _counted(count: int, unit: Unit) -> str:
    return f"{count} {unit}{'s' * (count != 1)}"


def _count(case: Case, bound: Bound) -> int:
    if bound.part:
        there = {k for n in bound.part for k in case.became.get(n, ())}
        words = sum(length(case.alignment.new[k].text) for k in there)
        return words if bound.unit == "word" else len(there)
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
    return bool(
        re.search(
            r"\b(?:in|into|to|as|using|with|have|has"
            r"|(?:make|want|need) (?:it|this|the answer))\s*$",
            before,
        )
    )
