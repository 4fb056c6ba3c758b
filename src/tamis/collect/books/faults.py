"""What is to be told of an input's lines, counted, with the first places where it was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

PLACES = 10
"""Places kept of each kind of fault."""

REDIRECT, DELETED = "redirect", "deleted record"
"""No faults, but told as they are: records that are elsewhere now, or nowhere."""


class Faults:
    """The faults of one file or service, by kind."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.counts: Counter[str] = Counter()
        self.places: dict[str, list[str]] = {}

    def add(self, kind: str, place: str = "", excerpt: str = "") -> None:
        """Count a fault; `place` is such as `line 17`, as it can stand after "at"."""
        self.counts[kind] += 1
        places = self.places.setdefault(kind, [])
        if len(places) < PLACES and (place or excerpt):
            places.append(f"{place}: {excerpt[:60]!r}" if excerpt else place)

    def update(self, other: Faults) -> None:
        """Count the faults of what comes after, such as the next piece of the same file."""
        self.counts.update(other.counts)
        for kind, places in other.places.items():
            self.places[kind] = [*self.places.get(kind, ()), *places][:PLACES]

    def said(self) -> dict[str, Any]:
        """As JSON: {kind: {count, places}}."""
        return {
            kind: {"count": count, "places": self.places[kind]}
            for kind, count in sorted(self.counts.items())
        }


def told(kind: str, said: Mapping[str, Any]) -> str:
    """One kind of fault in words, from what `said` has of it: how often, and where first."""
    count, places = said["count"], said["places"]
    if count == 1:
        return f"{kind} at {places[0]}" if places else kind
    return f"{kind}, {count:,} times" + (f", first at {places[0]}" if places else "")
