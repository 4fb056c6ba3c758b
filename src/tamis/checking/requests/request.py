"""From a request to its constraints, and what was not read of it.

Every word of a request belongs to a sentence that was read as a whole, or is one of
`SAYS_NOTHING`, or is told as not read. Only what is to be made may be set aside ("Write a note"),
and that is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from tamis.checking.constraint_types import ConstraintType, Count, from_spec
from tamis.checking.constraint_types.text import SOME_PART, UNITS
from tamis.checking.demand import LENGTHS, Demand
from tamis.checking.requests.sentences import Sentence, sentences
from tamis.checking.requests.token import SAYS_NOTHING
from tamis.checking.requests.wordings import between_joints, worded
from tamis.checking.worksheet import Span

Kind = Literal["constraint", "unread", "task", "nothing"]
"""What a part of a request is: `task` is what is to be made, `nothing` says nothing ("thanks")."""


@dataclass(frozen=True)
class Part:
    """A part of a request: where it stands, what it is, and the constraints that it states.

    `unsure`: what stands beside it was not read, and may change what it means.
    """

    text: str
    span: Span
    kind: Kind
    constraints: tuple[ConstraintType, ...] = ()
    unsure: bool = False

    @property
    def demands(self) -> tuple[Demand, ...]:
        """The constraints as demands on a response, in the same order."""
        return tuple(
            Demand(one.sentence, one, self.text, self.unsure and not _is_sure(one))
            for one in self.constraints
        )


@dataclass(frozen=True)
class ReadRequest:
    """A request with all its parts, in order."""

    parts: tuple[Part, ...]

    @property
    def constraints(self) -> tuple[ConstraintType, ...]:
        """Every constraint that was read, once."""
        return tuple(dict.fromkeys(one for part in self.parts for one in part.constraints))

    @property
    def unread(self) -> tuple[str, ...]:
        """What was not read, in the words of the request."""
        return tuple(part.text for part in self.parts if part.kind == "unread")


def read_request(request: str) -> ReadRequest:
    """The parts of a request in English; never raises, in time linear in the request."""
    found: list[Part] = []
    for nth, sentence in enumerate(sentences(request)):
        alone = all(part.kind == "task" for part in found)
        found.extend(_read(sentence, first=nth == 0, alone=alone))
    if any(part.kind == "unread" for part in found):
        found = [
            replace(part, unsure=True, constraints=tuple(map(_of_some_part, part.constraints)))
            for part in found
        ]
    return ReadRequest(tuple(found))


def left_over(request: str, taken: Sequence[Span]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What of a request lies in none of some places, and what of that is only what is to be made.

    Stretches within sentences, of which a word at least may demand something.
    """
    free = [True] * len(request)
    for start, end in taken:
        free[start:end] = [False] * (end - start)
    left: list[str] = []
    task: tuple[str, ...] = ()
    for nth, sentence in enumerate(sentences(request)):
        start, end = sentence.span
        if nth == 0 and (made := _task(sentence)[0]) is not None:
            task, start = (made.text,), made.span[1]
        for is_free, places in groupby(range(start, end), free.__getitem__):
            stretch = [*places]
            said = request[stretch[0] : stretch[-1] + 1]
            # "And" only joins two quotes.
            if is_free and asks(_AND.sub("", said)):
                left.append(said.strip(" ,:()\n\t-"))
    return tuple(left), task


def asks(text: str) -> bool:
    """Whether a text has a word that may demand something."""
    return any(word.lower() not in SAYS_NOTHING for word in _WORD.findall(text))


def has_wording(text: str) -> bool:
    """Whether a part of a text, between commas and "and", is worded as a type says."""
    return bool(read_request(text).constraints) or any(
        worded(part) for sentence in sentences(text) for part in between_joints(sentence)
    )


def _read(sentence: Sentence, *, first: bool, alone: bool) -> Iterator[Part]:
    task, rest = _task(sentence) if first else (None, sentence)
    made = () if rest is None else worded(rest)
    if not alone and _PRONOUN.search(sentence.masked):
        # "Add a title. It must have five words."
        made = ()
    if task is not None and (made or rest is None):
        yield Part(task.text, task.span, "task")
    for said, one in made:
        yield Part(said.text, said.span, "constraint", (one,))
    if not made and (rest is not None or task is None):
        # "Write a note in a warm tone" is told whole.
        unread = asks(sentence.text)
        yield Part(sentence.text, sentence.span, "unread" if unread else "nothing")


_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_AND = re.compile(r"^[\s,]*and\b|\band[\s,]*$", re.I)
_PRONOUN = re.compile(r"\b(?:it|its|this|that)\b", re.I)
_MAKE = re.compile(
    r"(?:please )?(?:write|give|make|create|compose|draft|prepare) (?:me |us )?(?:an?|the) "
    r"(?P<what>[a-z-]+)(?=$|,| of | in | with | that )(?: of| that)?",
    re.I,
)


def _task(sentence: Sentence) -> tuple[Sentence | None, Sentence | None]:
    """What is to be made, of one noun ("Write a note"), and the rest of the sentence.

    More words would tell how it is to be. The name of a part of a text is a form that is asked for.
    """
    made = _MAKE.match(sentence.masked)
    if made is None or made["what"].lower() in UNITS:
        return None, sentence
    rest = sentence.cut(made.end(), len(sentence.text))
    return sentence.cut(0, made.end("what")), rest if rest.text else None


def _is_sure(one: ConstraintType) -> bool:
    """Whether a constraint is hardly meant otherwise, whatever stands beside it.

    What must not be there, what is said of each part, and whole sentences about plans.
    """
    forbids = isinstance(one, Count) and one.forbids
    return forbids or one.carries is True or one.where.startswith("each ") or one.id == "plan"


def _of_some_part(one: ConstraintType) -> ConstraintType:
    """A length that may be meant of a part of which nothing was read."""
    if one.where or one.id not in LENGTHS or _is_sure(one):
        return one
    return from_spec({**one.spec(), "where": SOME_PART})
