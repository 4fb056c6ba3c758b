"""Splits a request into sentences, and each sentence into clauses with one quantity each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from tamis.checking.extraction.quantities import Quantity, quantities
from tamis.checking.program.requirement import Scope

Plan = Literal["meal plan", "workout plan", "schedule", "plan"]
"""The kind of plan that a request asks for, as constraints name it."""

LONGEST = 200
"""Characters on each side of a quantity that are searched for comparison, subject and scope."""

_WRAPPED = 50
"""A line of this many characters without a full stop is taken to continue in the next one."""

_BULLET = re.compile(r"\s*(?:[-*•–]\s|\(?\d{1,3}[.)]\s)")
_ABBREVIATED = re.compile(r"\b(min|max|approx|ca|incl)\.(?= ?(?:of\b|\d))", re.I)
_AM_PM = re.compile(r"\b([APap])\.\s?[Mm]\b(?:\.(?!\s+[A-Z]))?")
_END = re.compile(r"(?:(?<![.!?])[.!?]++[\"')\]]*+(?=\s|$)|;)")


def sentences(request: str) -> Iterator[str]:
    """The sentences of a request, white space folded; a list's items are sentences too."""
    for block in _blocks(request):
        text = _ABBREVIATED.sub(r"\1", _AM_PM.sub(r"\1m", " ".join(block.split())))
        start = 0
        for end in _END.finditer(text):
            yield text[start : end.start()].strip()
            start = end.end()
        if rest := text[start:].strip():
            yield rest


def _blocks(request: str) -> Iterator[str]:
    """Lines without their bullets; wrapped lines are joined."""
    block: list[str] = []
    for line in request.splitlines():
        bullet = _BULLET.match(line)
        goes_on = block and len(block[-1]) >= _WRAPPED and block[-1].rstrip()[-1:] not in ".!?:;"
        if block and (bullet or not line.strip() or not goes_on):
            yield " ".join(block)
            block = []
        if line.strip():
            block.append(line[bullet.end() :] if bullet else line)
    if block:
        yield " ".join(block)


@dataclass(frozen=True)
class Clause:
    """A quantity with the words that belong to it.

    `before` and `after` are the texts on its sides, up to the words of the neighbouring
    quantities; `bound` is the comparison as a constraint has it ("at least"), empty for none;
    `scope` is where it must hold, None if not given. `joined`: only "and" is between it and the
    clause before. `text` is the clause as written in the request, for a reader.
    """

    quantity: Quantity
    before: str
    after: str
    bound: str
    scope: Scope | None
    text: str
    joined: bool = False

    @property
    def denied(self) -> bool:
        """Whether a "no" or an "if" that is not part of a comparison is before the quantity."""
        return _DENIAL.search(_BEFORE.sub(" ", self.before)) is not None


def number(clause: Clause) -> str:
    """The number of a clause with its comparison, as a constraint has it."""
    return f"{clause.bound} {clause.quantity.number}".strip()


_NOT = r"(?:\b\w*n['’]t|\bnot|\bnever|\bwithout|\bno)(?: \w+){0,3}?"
_LOW = (
    rf"at (?:the very )?least|(?:a |the )?min(?:imum|imal)?(?: of)?|≥|>="
    rf"|{_NOT} (?:less|fewer|lower|shorter|earlier) than|{_NOT} (?:under|below|fall below)"
)
_HIGH = (
    rf"at (?:the )?most|(?:a |the )?max(?:imum|imal)?(?: of)?|≤|<=|up to|within"
    r"|fits? (?:in(?:to)?|inside)"
    rf"|{_NOT} (?:more|greater|higher|longer|later) than"
    rf"|{_NOT} (?:exceed(?:s|ing)?|over|above|go(?:es)? over|surpass)|(?:limit|cap|restrict)\w*"
)
_MORE = r"(?:more|greater|higher|longer) than|over|above|exceed\w*|>"
_LESS = r"(?:less|fewer|lower|shorter) than|under|below|<"
_ABOUT = r"about|around|approximately|approx|roughly|circa|ca|close to|~"
_BEFORE = re.compile(
    rf"(?<![\w<>])(?:(?P<low>{_LOW})|(?P<high>{_HIGH})|(?P<more>{_MORE})|(?P<less>{_LESS})"
    rf"|(?P<exact>exactly|precisely)|(?P<about>{_ABOUT}))(?!\w)",
    re.I,
)
_DENIAL = re.compile(
    r"n['’]t\b|\b(?:no|not|never|nor|without|avoid\w*|instead of|rather than|unless|except"
    r"|if(?! possible))\b",
    re.I,
)
_AFTER = re.compile(
    r"\b(?:(?P<low>or (?:more|above|higher|greater)|and (?:above|up)|at (?:the very )?least"
    r"|(?:as a )?minimum|min)"
    r"|(?P<high>or (?:less|fewer|under|below|lower)|at (?:the )?most|(?:as a )?maximum|max|tops)"
    r"|(?P<exact>exactly|precisely)|(?P<about>or so|approximately))\b|^(?P<plus>\+)",
    re.I,
)
_OR_MORE = re.compile(r"^\s*or (?:more|less|fewer|so|above|higher|greater|lower|under)\b", re.I)
_SAID = {
    "low": "at least",
    "plus": "at least",
    "high": "no more than",
    "more": "more than",
    "less": "less than",
    "exact": "exactly",
    "about": "about",
}

# The boundary between the words of one quantity and those of the next.
_CUT = re.compile(
    r"[,:](?!\d)|[;()—]|\s(?:and|but|plus|while|whilst|with|aiming|aim|targeting|lasting"
    r"|limiting|burning"
    r"|lifting|including|where|which|that|to (?:burn|lift|have|do|get|eat)|at least|at most|no more"
    r"|no less|no fewer|no longer|up to|under|over|below|above|more than|less than|fewer than|about"
    r"|around|exactly|a maximum|a minimum|maximum|minimum)\s"
    r"|\s(?:for|of|in|at|by|from|is|are)\s(?:a\s|an\s)?$",
    re.I,
)
_PARENTHESIS = re.compile(r" ?\([^()]{0,60}\)")
_TWO_THINGS = re.compile(r" and (?:the )?\w+(?= ?,)")

_SCOPES: dict[Scope, str] = {
    "direction": r"\b(?:each|every|per|either|one) (?:way|direction)\b|\bboth ways\b",
    "meal": r"\b(?:each|every|per|a) (?:\w+ )?meal(?! plan)\b",
    "exercise": r"\b(?:each|every|per|an) exercise\b",
    "session": r"\b(?:each|every|per|in a|single) (?:\w+ )?"
    r"(?:session|workout|time|training|class)\b(?! (?:plan|routine|day))"
    r"|\b(?:of|in) each\s*$|/ ?session",
    "day": r"\b(?:each|every|per|a|any|single) (?:\w+ )?day\b|\bdaily\b|/ ?day|\bper diem\b",
    "week": r"\b(?:each|every|per|a|for the|of the) week\b|-a-week\b|\bweekly\b|/ ?week",
    "plan": r"\b(?:in|a|grand) total\b(?! of)|\baltogether\b|\boverall\b|\bin all\b|\bcombined\b"
    r"|\b(?:whole|entire|full|complete) (?:\w+ )?(?:plan|routine|workout|program\w*)\b"
    r"|\bacross all\b|\bfor the (?:plan|routine|program\w*)\b",
}
_EACH = re.compile(r"^[\w -]{0,40}\beach\s*$", re.I)


def clauses(sentence: str) -> list[Clause]:
    """The clauses of a sentence; none where it holds no quantity."""
    found = _timed(list(quantities(sentence)), sentence)
    befores, afters = [sentence[: found[0].start]] if found else [], []
    for one, two in pairwise(found):
        between = sentence[one.end : two.start]
        cut = _cut(between)
        afters.append(between[:cut])
        befores.append(between[cut:])
    if found:
        afters.append(sentence[found[-1].end :])
    made: list[Clause] = []
    inherited: Scope | None = None
    for quantity, before, after in zip(found, befores, afters, strict=True):
        if made and before.lstrip().startswith("("):
            # "2 hours for commuting (1 hour each direction)"
            before = made[-1].after + before
        before, after = _nearest(before), after[:LONGEST]
        scope = _scope(after[: _cut(after)] or after) or _scope(before)
        if not made and scope == _scope(before):
            # "Each session should last 60 minutes, include 5 exercises and …"
            inherited = scope
        bound = _bound(before, after)
        if "+" in sentence[quantity.start : quantity.end]:
            bound = "at least"
        joined = before.strip().lower() == "and"
        if joined and not bound and made and made[-1].quantity.kind == quantity.kind:
            bound = made[-1].bound
        said = sentence[quantity.start : quantity.end]
        text = f"{before}{said}{after}".strip(" ,:()–—-")
        after = _OR_MORE.sub("", after)
        made.append(Clause(quantity, before, after, bound, scope or inherited, text, joined))
    # "2 meals and 1 snack per day": a scope at the end holds for both.
    for nth in range(len(made) - 2, -1, -1):
        following = made[nth + 1]
        if following.joined and made[nth].scope is None and following.scope != "direction":
            made[nth] = replace(made[nth], scope=following.scope)
    return made


# "a 30-minute breakfast at 7:30 AM" is one demand.
_AT = re.compile(r" (?:[\w'’-]+ ){0,6}(?:(?:at|by|before|after|from|until|till|around) )?", re.I)


def _timed(found: list[Quantity], sentence: str) -> list[Quantity]:
    """The quantities without clock times that only give the position of a time span."""
    kept: list[Quantity] = []
    for one in found:
        last = kept[-1] if kept else None
        if last is not None and (one.kind, last.kind) == ("clock", "time"):
            between = sentence[last.end : one.start]
            if _AT.fullmatch(between) and not _CUT.search(between[:-1].rsplit(" ", 1)[0] + " "):
                continue
        kept.append(one)
    return kept


def _nearest(before: str) -> str:
    """The end of a long text, starting at a word."""
    return before if len(before) <= LONGEST else before[-LONGEST:].partition(" ")[2]


def _cut(between: str) -> int:
    """Where the words of the second of two quantities begin, in the text between them."""
    cut = _CUT.search(between[:LONGEST])
    if cut is None:
        return min(len(between), LONGEST)
    if aside := _PARENTHESIS.match(between, max(0, cut.start() - 1)):
        return aside.end()
    if two := _TWO_THINGS.match(between, cut.start()):
        return two.end()
    return cut.start()


def _scope(text: str) -> Scope | None:
    if _EACH.search(text):
        return "session"
    return next((scope for scope, words in _SCOPES.items() if re.search(words, text, re.I)), None)


def _bound(before: str, after: str) -> str:
    """The nearest comparison before the quantity, or directly after it; empty for none."""
    found, about = "", ""
    for said in _BEFORE.finditer(before):
        kind = said.lastgroup or ""
        found, about = (found, "about") if kind == "about" else (_SAID[kind], "")
    if not found and (behind := _AFTER.search(after)):
        found = _SAID[behind.lastgroup or ""]
    if found in ("at least", "no more than"):
        return f"{found} {about}".strip()
    return found or about
