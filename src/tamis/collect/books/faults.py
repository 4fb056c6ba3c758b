"""What is wrong with an input, counted, with the first places where it was seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

PLACES = 10
"""Places kept of each kind of fault."""


class Faults:
    """The faults of one file or service, by kind."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.counts: Counter[str] = Counter()
        self.places: dict[str, list[str]] = {}

    def add(self, kind: str, place: str = "", excerpt: str = "") -> None:
        """Count a fault; `place` is such as `line 17`."""
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
