"""What every stage gives back: what it kept, and what it dropped and why."""

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
    """How many records a stage dropped for one reason, or marked, and examples of them."""

    reason: str
    count: int
    sample: tuple[str, ...]

    def with_(self, other: Dropped) -> Dropped:
        """The two together."""
        return Dropped(self.reason, self.count + other.count, _fewest(self.sample + other.sample))


@dataclass(frozen=True)
class Sifted(Generic[T]):
    """The records that a stage kept, what it dropped, by reason, and what it marked of those kept.

    A record can be marked in several ways.
    """

    kept: tuple[T, ...]
    dropped: tuple[Dropped, ...] = ()
    marked: tuple[Dropped, ...] = ()


def sift(
    records: Iterable[T], reason: Callable[[T], str | None], shown: Callable[[T], str]
) -> Sifted[T]:
    """Keep the records for which there is no reason to drop them; `shown` names the others."""
    kept: list[T] = []
    dropped: dict[str, list[str]] = {}
    for record in records:
        if why := reason(record):
            dropped.setdefault(why, []).append(shown(record))
        else:
            kept.append(record)
    return Sifted(tuple(kept), drops(dropped))


def counted(number: int, what: str) -> str:
    """A number of things, such as `1 work` or `300 works`."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def drops(examples: Mapping[str, list[str]]) -> tuple[Dropped, ...]:
    """What was dropped, from all examples by reason."""
    return tuple(
        Dropped(reason, len(texts), _fewest(texts))
        for reason, texts in sorted(examples.items())
        if texts
    )


def _fewest(texts: Iterable[str]) -> tuple[str, ...]:
    # Which examples are kept must depend on the texts alone, not on who came first: parts of the
    # work that are done in any order, or on several machines, are put together to the same.
    ranked = sorted((zlib.crc32(t.encode(errors="replace")), t) for t in set(texts))
    return tuple(text for _, text in ranked[:SAMPLE])


@dataclass
class Tally:
    """The counts of one stage over all of its parts; `of` says what is counted."""

    stage: str
    of: str
    seen: int = 0
    kept: int = 0
    dropped: dict[str, Dropped] = field(default_factory=dict)
    marked: dict[str, Dropped] = field(default_factory=dict)

    def add(self, seen: int, sifted: Sifted[Any]) -> None:
        """Count one part."""
        self.merge(seen, len(sifted.kept), sifted.dropped, sifted.marked)

    def update(self, other: Tally) -> None:
        """Count what another tally of the stage has."""
        self.merge(other.seen, other.kept, other.dropped.values(), other.marked.values())

    def merge(
        self, seen: int, kept: int, dropped: Iterable[Dropped], marked: Iterable[Dropped] = ()
    ) -> None:
        """Count one part by its numbers."""
        self.seen += seen
        self.kept += kept
        for of, parts in ((self.dropped, dropped), (self.marked, marked)):
            for one in parts:
                before = of.get(one.reason)
                of[one.reason] = before.with_(one) if before else one

    def said(self) -> dict[str, Any]:
        """As JSON: stage, of, in, out, and by reason, with a sample, what it dropped and marked."""
        marked = {"marked": _said(self.marked)} if self.marked else {}
        return {
            "stage": self.stage,
            "of": self.of,
            "in": self.seen,
            "out": self.kept,
            "dropped": _said(self.dropped),
            **marked,
        }


def _said(found: Mapping[str, Dropped]) -> list[dict[str, Any]]:
    return [
        {"reason": one.reason, "count": one.count, "sample": list(one.sample)}
        for _, one in sorted(found.items())
    ]
