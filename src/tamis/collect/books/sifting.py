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
    """How many records a stage dropped for one reason, and examples of them."""

    reason: str
    count: int
    sample: tuple[str, ...]

    def with_(self, other: Dropped) -> Dropped:
        """The two together."""
        return Dropped(self.reason, self.count + other.count, _fewest(self.sample + other.sample))


@dataclass(frozen=True)
class Sifted(Generic[T]):
    """The records that a stage kept, and what it dropped, by reason."""

    kept: tuple[T, ...]
    dropped: tuple[Dropped, ...] = ()


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


def drops(examples: Mapping[str, list[str]]) -> tuple[Dropped, ...]:
    """What was dropped, from all examples by reason."""
    return tuple(
        Dropped(reason, len(texts), _fewest(texts)) for reason, texts in sorted(examples.items())
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

    def add(self, seen: int, sifted: Sifted[Any]) -> None:
        """Count one part."""
        self.merge(seen, len(sifted.kept), sifted.dropped)

    def merge(self, seen: int, kept: int, dropped: Iterable[Dropped]) -> None:
        """Count one part by its numbers."""
        self.seen += seen
        self.kept += kept
        for one in dropped:
            before = self.dropped.get(one.reason)
            self.dropped[one.reason] = before.with_(one) if before else one

    def said(self) -> dict[str, Any]:
        """As JSON: stage, of, in, out, dropped by reason with a sample."""
        return {
            "stage": self.stage,
            "of": self.of,
            "in": self.seen,
            "out": self.kept,
            "dropped": [
                {"reason": one.reason, "count": one.count, "sample": list(one.sample)}
                for _, one in sorted(self.dropped.items())
            ],
        }
