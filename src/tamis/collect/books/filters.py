"""The result of a stage: the records that it kept, and those that it dropped with the reason."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

SAMPLE = 5
"""Examples kept of each reason."""

T = TypeVar("T")


@dataclass(frozen=True)
class Dropped:
    """How many records a stage dropped (or marked) for one reason, with examples."""

    reason: str
    count: int
    sample: tuple[str, ...]

    def merged(self, other: Dropped) -> Dropped:
        """Both counts together."""
        return Dropped(self.reason, self.count + other.count, _fewest(self.sample + other.sample))


@dataclass(frozen=True)
class Filtered(Generic[T]):
    """The records that a stage kept, and by reason what it dropped and what it marked.

    Marked records are among those kept, and may be marked for several reasons.
    """

    kept: tuple[T, ...]
    dropped: tuple[Dropped, ...] = ()
    marked: tuple[Dropped, ...] = ()


def filter_records(
    records: Iterable[T], reason: Callable[[T], str | None], shown: Callable[[T], str]
) -> Filtered[T]:
    """Drop the records for which `reason` gives a reason; `shown` names them in examples."""
    kept: list[T] = []
    dropped: dict[str, list[str]] = {}
    for record in records:
        if why := reason(record):
            dropped.setdefault(why, []).append(shown(record))
        else:
            kept.append(record)
    return Filtered(tuple(kept), drops(dropped))


def drops(examples: Mapping[str, list[str]]) -> tuple[Dropped, ...]:
    """The counts of what was dropped, from all dropped records by reason."""
    return tuple(
        Dropped(reason, len(texts), _fewest(texts))
        for reason, texts in sorted(examples.items())
        if texts
    )


def _fewest(texts: Iterable[str]) -> tuple[str, ...]:
    # The choice of examples depends on the texts alone and not on their order: the result is the
    # same in whatever order, and on however many machines, the parts are done.
    ranked = sorted((zlib.crc32(t.encode(errors="replace")), t) for t in set(texts))
    return tuple(text for _, text in ranked[:SAMPLE])


@dataclass
class Tally:
    """The counts of one stage over all of its parts; `of` names what is counted."""

    stage: str
    of: str
    seen: int = 0
    kept: int = 0
    dropped: dict[str, Dropped] = field(default_factory=dict)
    marked: dict[str, Dropped] = field(default_factory=dict)

    def add(self, seen: int, filtered: Filtered[Any]) -> None:
        """Add the result of one part."""
        self.merge(seen, len(filtered.kept), filtered.dropped, filtered.marked)

    def update(self, other: Tally) -> None:
        """Add the counts of another tally of the same stage."""
        self.merge(other.seen, other.kept, other.dropped.values(), other.marked.values())

    def merge(
        self, seen: int, kept: int, dropped: Iterable[Dropped], marked: Iterable[Dropped] = ()
    ) -> None:
        """Add one part by its numbers."""
        self.seen += seen
        self.kept += kept
        for of, parts in ((self.dropped, dropped), (self.marked, marked)):
            for one in parts:
                before = of.get(one.reason)
                of[one.reason] = before.merged(one) if before else one

    def as_json(self) -> dict[str, Any]:
        """As JSON: stage, of, in, out, dropped and marked; the last two by reason with examples."""
        marked = {"marked": _reasons_json(self.marked)} if self.marked else {}
        return {
            "stage": self.stage,
            "of": self.of,
            "in": self.seen,
            "out": self.kept,
            "dropped": _reasons_json(self.dropped),
            **marked,
        }


def _reasons_json(found: Mapping[str, Dropped]) -> list[dict[str, Any]]:
    return [
        {"reason": one.reason, "count": one.count, "sample": list(one.sample)}
        for _, one in sorted(found.items())
    ]
