"""The worksheet of a record: its quotes with their values, the sums, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from tamis.checking.ledger.working import MAX_NUMBERS, Group
from tamis.checking.record.computed import Computed
from tamis.checking.worksheet import Capability, Number, Worksheet
from tamis.text.shown import one_line

_SHOWN = 8


def sheet_of(computed: Computed, groups: Sequence[Group]) -> Worksheet:
    """The worksheet of the groups of a record."""
    many, asked, measured = len(computed.groups), computed.asked, computed.measured
    quantity = next(iter(measured)) if len(measured) == 1 else asked.dimension
    return Worksheet(
        quantity.partition(":")[0] if computed.record.aggregate != "count" else "entries",
        asked.unit, asked.bound.text(asked.unit),
        "in all" if many == 1 else f"each of {many}", _capability(computed),
        tuple(one.part(asked.bound.keeps) for one in groups),
        tuple(islice(_ignored(computed), _SHOWN)),
        tuple(islice(_numbers(computed), MAX_NUMBERS)),
    )  # fmt: skip


def _ignored(computed: Computed) -> Iterator[str]:
    """What the model says does not count, with why."""
    for one in computed.record.not_counted:
        said = (
            f"{one_line(one.quote)} … {one_line(one.until)}" if one.until else one_line(one.quote)
        )
        yield f"{said} ({one.why})" if one.why else said


def _numbers(computed: Computed) -> Iterator[Number]:
    """The numbers that measure what is asked for, each with its role."""
    counted = {one.span for read in computed.reads for one in read.numbers}
    for one in computed.values.numbers:
        if one.what not in computed.measured:
            continue
        why = computed.why((one.span,))
        role = "open" if why is None else why if why in ("total", "goal", "repeat") else "note"
        said = "the model's record" if why is not None else "the model says nothing of it"
        if one.span in counted:
            role = "entry"
        text = computed.quotes.text[slice(*one.span)]
        yield Number(text, one.what, role, said, one.span)


def _capability(computed: Computed) -> Capability:
    if computed.timed:
        return "date-time"
    if computed.record.aggregate == "count":
        return "counting"
    if any(one.how == "product" or one.times for one in computed.record.spans):
        return "multiplication and summation"
    return "summation"
