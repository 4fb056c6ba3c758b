"""Faults in the lines of an input, counted by kind, with the first locations of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

PLACES = 10
"""Locations kept of each kind of fault."""

REDIRECT, DELETED = "redirect", "deleted record"
"""Not faults, but counted in the same way: records that have moved, and deleted ones."""


class Faults:
    """The faults of one file or service, by kind."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.counts: Counter[str] = Counter()
        self.places: dict[str, list[str]] = {}

    def add(self, kind: str, place: str = "", excerpt: str = "") -> None:
        """Count a fault; `place` is a location such as `line 17`, as it is written after "at"."""
        self.counts[kind] += 1
        places = self.places.setdefault(kind, [])
        if len(places) < PLACES and (place or excerpt):
            places.append(f"{place}: {excerpt[:60]!r}" if excerpt else place)

    def update(self, other: Faults) -> None:
        """Add the faults of the next part of the same input, such as the next piece of a file."""
        self.counts.update(other.counts)
        for kind, places in other.places.items():
            self.places[kind] = [*self.places.get(kind, ()), *places][:PLACES]

    def as_json(self) -> dict[str, Any]:
        """As JSON: {kind: {count, places}}."""
        return {
            kind: {"count": count, "places": self.places[kind]}
            for kind, count in sorted(self.counts.items())
        }


def fault_line(kind: str, entry: Mapping[str, Any]) -> str:
    """One kind of fault as a line of text: how often it occurs, and where first.

    `entry` has its count and locations, as in `Faults.as_json`.
    """
    count, places = entry["count"], entry["places"]
    if count == 1:
        return f"{kind} at {places[0]}" if places else kind
    return f"{kind}, {count:,} times" + (f", first at {places[0]}" if places else "")
