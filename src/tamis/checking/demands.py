"""What a response is held to: a sentence, with the typed constraint that decides it if any does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from tamis.checking.constraint_types import ConstraintType, Text, from_spec
from tamis.checking.judgement import Judgement
from tamis.types import InputError


@dataclass(frozen=True)
class Demand:
    """One constraint of a check.

    `sentence` says it in words, `constraint` decides it without a model, None where only a model
    can; `quote` are the words of the request that it was read from, empty where it was given.
    `unsure`: these words may mean something else, so the program never says that it is not kept.
    """

    sentence: str
    constraint: ConstraintType | None = None
    quote: str = ""
    unsure: bool = False

    def judge(self, text: Text) -> Judgement:
        """The verdict by program."""
        if self.constraint is None:
            return Judgement(
                None, "program", "abstained",
                f"the program does not understand {self.sentence!r:.200}.",
            )  # fmt: skip
        judged = self.constraint.judge(text)
        if not self.quote or judged.satisfied is not False:
            return judged
        if self.unsure:
            return _withheld(judged, "it is not kept as it was read, but may mean something else.")
        core = _core(text.text) if self.constraint.id in _LENGTHS else text.text
        if core == text.text or self.constraint.judge(Text(core, text.request)).satisfied is False:
            return judged
        return _withheld(judged, "without the lines around what was asked for it may be kept.")


def _withheld(judged: Judgement, why: str) -> Judgement:
    """A verdict of "not satisfied" that is not given, with its working."""
    return replace(judged, satisfied=None, outcome="abstained", reason=why)


def _core(response: str) -> str:
    """A response without what leads to the text that was asked for, and what is said behind it."""
    return _BEHIND.sub("", _LEAD.sub("", response))


_LENGTHS = frozenset(("words", "characters", "sentences", "lines", "paragraphs"))
_LEAD = re.compile(
    r"\A\s*(?:[^\n]{1,120}:|(?:sure|certainly|of course|absolutely|here (?:is|are|you)|happy to)\b"
    r"[^\n]{0,160})[ \t]*\n[ \t]*\n",
    re.I,
)
_BEHIND = re.compile(
    r"\n[ \t]*\n(?:let me know|would you like|if you(?:'d| would)? (?:like|want|need)|feel free"
    r"|i hope|hope this|(?:it|this|that) (?:has|is) \d)[^\n]{0,300}\s*\Z",
    re.I,
)


@dataclass(frozen=True)
class Demands:
    """All that a response is held to, in order.

    `source` is where it comes from: `given`, or read from a request by the `program` or a `model`.
    `unread` are the requirements of the request that were not read, `refused` what the model quoted
    from nowhere in it; `aside` is what was taken as the task itself, or as background.
    """

    listed: tuple[Demand, ...]
    source: Literal["given", "program", "model"] = "given"
    unread: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


Given = str | ConstraintType | dict[str, Any] | Demand
"""A constraint as a user gives it: a sentence, a typed one, or its plain values."""


def demand(given: Given) -> Demand:
    """A given constraint as a demand. InputError for plain values that do not fit."""
    if isinstance(given, Demand):
        return given
    if isinstance(given, ConstraintType):
        return Demand(given.sentence, given)
    if isinstance(given, str):
        # The reader takes as long to import as all the rest, and typed constraints do not need it.
        from tamis.checking.extraction.sentence import of_sentence

        return Demand(given, of_sentence(given))
    made = from_spec(given)
    return Demand(made.sentence, made)


def demands(given: Sequence[Given], name: str = "constraint") -> tuple[Demand, ...]:
    """Given constraints as demands, each once. InputError, with its number, for what is none."""
    found = []
    for nth, one in enumerate(given, 1):
        if not isinstance(one, str | ConstraintType | dict | Demand) or not str(one).strip():
            raise InputError(f"{name} {nth} is {str(one)[:40]!r}; expected a sentence or a type.")
        try:
            made = demand(one)
        except InputError as error:
            raise InputError(f"{name} {nth}: {error}") from None
        found.append(made)
    return once(found)


def once(found: Iterable[Demand]) -> tuple[Demand, ...]:
    """Demands without repetitions: a sentence can stand for several constraints."""
    kept: dict[tuple[str, str], Demand] = {}
    for one in found:
        kept.setdefault((one.sentence, repr(one.constraint)), one)
    return tuple(kept.values())
