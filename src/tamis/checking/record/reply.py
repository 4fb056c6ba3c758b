"""The records of a model's reply: for each constraint what it asks for, and quotes of the plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from tamis.reading.reply_object import read_object
from tamis.text.json import Read
from tamis.types import Outcome, Reply

Aggregate = Literal["sum", "count", "each", "span"]
"""What the spans of a group come to: their sum, their number, each value by itself, the time from
the first to the last."""
Operator = Literal["<=", "<", ">=", ">", "==", "between", "about"]
Compare = Literal["", "minus", "share"]
"""What a sum is held against: another that is taken from it, or of which it is a share."""
Could = Literal["raise", "lower", "either"]
"""How something that is missing could change a result."""
How = Literal["figure", "product", "from-to", "start", "end", "one"]
"""How the value of a span is read."""

MOST = 400
"""The most groups of a record, and spans of a group."""
MOST_ASIDE = 2_000
"""The most quotes of what is not counted."""


class Refused(Exception):
    """A record that is not believed; the message says why, in half a sentence."""


@dataclass(frozen=True)
class Copied:
    """A span: a quote, and what it is.

    `to` is a second quote, at which a length of time ends; `of` those that have the figures to
    which this only points, which are added; `times` quotes that say how often it counts; `maybe`
    that it may count or not; `choice` a name that those share of which one counts.
    """

    quote: str
    how: How
    to: str = ""
    of: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    maybe: bool = False
    choice: str = ""


@dataclass(frozen=True)
class CopiedGroup:
    """A group of spans: what the test holds of; `against` are those that it is compared with."""

    name: str
    spans: tuple[Copied, ...]
    against: tuple[Copied, ...] = ()


@dataclass(frozen=True)
class Aside:
    """A place that is not counted, from a quote to the end of another, and one word why."""

    quote: str
    until: str = ""
    why: str = ""


@dataclass(frozen=True)
class Record:
    """What a model copied for one constraint.

    `per` are quotes of the number by which sums are divided; `compare` is how a sum is held against
    another; `figures` the unit of the figures of a share; `missing` is what could change the
    result, and how.
    """

    aggregate: Aggregate
    operator: Operator
    target: tuple[str, ...]
    unit: str
    groups: tuple[CopiedGroup, ...]
    not_counted: tuple[Aside, ...]
    missing: tuple[tuple[str, Could], ...]
    per: tuple[str, ...] = ()
    compare: Compare = ""
    figures: str = ""

    @property
    def spans(self) -> list[Copied]:
        """All spans of its groups."""
        return [one for group in self.groups for one in (*group.spans, *group.against)]


def records(reply: Reply, many: int) -> list[Record | str]:
    """The record of each of `many` constraints, or half a sentence that says why there is none.

    Raises Unusable where the reply has no records at all.
    """
    if reply.failed:
        raise Unusable("failed", f"The call failed: {reply.failed.rstrip('.')}.")
    if reply.refused:
        raise Unusable("refused", "The model declined, or the provider's filter did.")
    read = read_object(reply.text, ("records", "groups"), "records")
    listed = _listed(read)
    if read is None or listed is None:
        if reply.truncated or (read is not None and read.cut):
            raise Unusable("truncated", "The reply breaks off in its records.")
        outcome: Outcome = "unparsed" if reply.text.strip() else "missing"
        raise Unusable(outcome, "The reply holds no records.")
    found: list[Record | str] = ["the reply has no record of it"] * many
    last = len(listed)
    for nth, one in enumerate(listed, 1):
        number = one.get("constraint", nth) if isinstance(one, Mapping) else nth
        if not isinstance(number, int) or not 1 <= number <= many:
            continue
        if not isinstance(found[number - 1], str):
            # Which of two is meant nobody knows.
            found[number - 1] = "the reply has two records of it"
            continue
        if nth == last and (read.cut or (reply.truncated and not read.complete)):
            found[number - 1] = "the reply breaks off in its record"
            continue
        try:
            found[number - 1] = _record(one)
        except Refused as why:
            found[number - 1] = str(why)
    return found


class Unusable(Exception):
    """A reply from which no record is read: what became of it, and a sentence that says so."""

    def __init__(self, outcome: Outcome, why: str) -> None:
        super().__init__(why)
        self.outcome = outcome


def _listed(read: Read | None) -> Sequence[Any] | None:
    """The records of an object; an object that is a record itself is one."""
    if read is None:
        return None
    if "records" in read.value:
        found = read.value["records"]
        return found if isinstance(found, list) else None
    return [read.value] if "groups" in read.value else None


def _record(value: object) -> Record:
    if not isinstance(value, Mapping):
        raise Refused("its record is no object")
    return Record(
        _one_of(Aggregate, value, "aggregate"),
        _one_of(Operator, value, "operator"),
        tuple(map(_text, _list(value.get("target")))),
        _text(value.get("unit") or ""),
        tuple(_group(one) for one in _list(value.get("groups"))[:MOST]),
        tuple(_aside(one) for one in _list(value.get("not_counted"))[:MOST_ASIDE]),
        tuple(map(_missing, _list(value.get("missing")))),
        tuple(map(_text, _list(value.get("per")))),
        _one_of(Compare, {"compare": "", **value}, "compare"),
        _text(value.get("figures") or ""),
    )


def _group(value: object) -> CopiedGroup:
    if not isinstance(value, Mapping):
        raise Refused("a group of its record is no object")
    name = _text(value.get("group") or value.get("name") or "")
    spans, against = (
        tuple(_span(one) for one in _list(value.get(key))[:MOST]) for key in ("spans", "against")
    )
    return CopiedGroup(name, spans, against)


def _span(value: object) -> Copied:
    if not isinstance(value, Mapping):
        raise Refused("a span of its record is no object")
    times = value.get("times") or ()
    return Copied(
        _text(value.get("quote")), _one_of(How, value, "is"), _text(value.get("to") or ""),
        tuple(map(_text, _list(value.get("of")))), tuple(map(_text, _list(times))),
        value.get("maybe") is True, _text(value.get("choice") or ""),
    )  # fmt: skip


def _aside(value: object) -> Aside:
    if not isinstance(value, Mapping):
        return Aside(_text(value))
    return Aside(
        _text(value.get("quote")), _text(value.get("until") or ""), _text(value.get("why") or "")
    )


def _missing(value: object) -> tuple[str, Could]:
    """What is missing, and how it could change the result: either way where that is not said."""
    if not isinstance(value, Mapping):
        return _text(value), "either"
    could: Could = value["could"] if value.get("could") in ("raise", "lower") else "either"
    return _text(value.get("what") or "something"), could


def _one_of(choices: Any, value: Mapping[str, Any], name: str) -> Any:
    found = value.get(name)
    if found not in get_args(choices):
        raise Refused(f"its record has the {name} {found!r:.40}")
    return found


def _list(value: object) -> list[Any]:
    """A list; what stands alone is one of one."""
    if value is None or value == "":
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Refused(f"its record has {value!r:.40} where a text should stand")
    return str(value).strip()
