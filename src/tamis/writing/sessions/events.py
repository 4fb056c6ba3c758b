"""The events of a writing session.

A session is the list of its events: these are stored as they happen, and its state is computed from
them (`tamis.writing.sessions.session`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, Literal, get_args

from tamis.types import InputError, Passage

Kind = Literal["information-seeking", "stylistic"]
"""What an instruction asks for: new information, or another form of what is there (§2.2)."""

Rating = Literal["good", "neutral", "bad"]
"""Whether a revision followed its instruction: it did, in part, or not at all (§2.2)."""

KINDS: tuple[Kind, ...] = get_args(Kind)
RATINGS: tuple[Rating, ...] = get_args(Rating)


@dataclass(frozen=True)
class Opened:
    """A session is opened: a question on a set of papers.

    `papers` are titles in the order of their numbers. `settings` identifies the run: the
    fingerprint of the prompts, the temperature and others.
    """

    question: str
    papers: tuple[str, ...]
    model: str
    retriever: str
    settings: Mapping[str, str]


@dataclass(frozen=True)
class Retrieved:
    """The passages for the draft (turn 0) or for an instruction, best first."""

    turn: int
    query: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Drafted:
    """The first answer."""

    answer: str
    truncated: bool = False


@dataclass(frozen=True)
class Instructed:
    """The writer's instruction for the next revision. Turns are counted from 1.

    A second one for the same turn, while it has no answer, replaces the first.
    """

    turn: int
    instruction: str
    kind: Kind


@dataclass(frozen=True)
class Summarised:
    """The model's summary of what the retrieved passages say about the instruction."""

    turn: int
    summary: str


@dataclass(frozen=True)
class Revised:
    """The model's new answer."""

    turn: int
    answer: str
    truncated: bool = False


@dataclass(frozen=True)
class Interrupted:
    """A draft (turn 0) or a revision was interrupted; `text` is what had been written."""

    turn: int
    text: str
    reason: str


@dataclass(frozen=True)
class Rated:
    """The writer's rating of a revision, with the comment that must be given."""

    turn: int
    rating: Rating
    comment: str


@dataclass(frozen=True)
class Edited:
    """The writer's own version of a revision that was not good."""

    turn: int
    answer: str


@dataclass(frozen=True)
class Finished:
    """The writer ended the session, satisfied or not; no event follows."""

    satisfied: bool = True


Event = (
    Opened
    | Retrieved
    | Drafted
    | Instructed
    | Summarised
    | Revised
    | Interrupted
    | Rated
    | Edited
    | Finished
)
_NAMES: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Event)}


def as_record(event: Event) -> dict[str, Any]:
    """An event as plain values, its name under `event`."""
    return {"event": type(event).__name__.lower(), **asdict(event)}


def from_record(record: Mapping[str, Any]) -> Event:
    """The event of a record made by `as_record`; unknown keys are ignored. Raises InputError."""
    kind = _NAMES.get(str(record.get("event")))
    if kind is None:
        raise InputError(f"{record.get('event')!r} is no event of a writing session.")
    name = record["event"]
    values = {}
    for field in fields(kind):
        if field.name in record:
            values[field.name] = _value(
                record[field.name], str(field.type), f"{name}: {field.name}"
            )
        elif field.default is MISSING:
            raise InputError(f"the event {name} lacks its {field.name}.")
    event: Event = kind(**values)
    return event


def _value(value: Any, type_: str, where: str) -> Any:
    """A field's value, checked by the type that the event declares."""
    if type_ == "tuple[Passage, ...]" and isinstance(value, (list, tuple)):
        return tuple(_passage(one, where) for one in value)
    if type_ == "tuple[str, ...]" and isinstance(value, (list, tuple)):
        return tuple(_value(one, "str", where) for one in value)
    expected = {"int": int, "bool": bool, "Mapping[str, str]": Mapping}.get(type_, str)
    allowed = {"Kind": KINDS, "Rating": RATINGS}.get(type_)
    if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
        raise InputError(f"the event {where} cannot be {value!r:.40}.")
    if allowed is not None and value not in allowed:
        raise InputError(f"the event {where} must be one of {', '.join(allowed)}.")
    return value


def _passage(value: Any, where: str) -> Passage:
    if not isinstance(value, Mapping):
        raise InputError(f"the event {where} cannot hold {value!r:.40}.")
    known = {field.name: str(field.type) for field in fields(Passage)}
    if missing := [name for name in known if name not in value]:
        raise InputError(f"the event {where} lacks {missing[0]}.")
    return Passage(**{name: _value(value[name], known[name], where) for name in known})
