"""Faults in the lines of an input, counted by kind, with the first locations of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

LOCATIONS = 10
"""Locations kept of each kind of fault."""

PACKERS = ("gzip", "bzip2")
CUT_OFF, BROKEN = "cut off", "broken"
INCOMPLETE = {f"{packer} {harm}": harm for packer in PACKERS for harm in (CUT_OFF, BROKEN)}
"""Faults after which the rest of a file is missing, each with what happened to the file."""

REDIRECT, DELETED = "redirect", "deleted record"
"""Not faults, but counted in the same way: records that have moved, and deleted ones."""


class Faults:
    """The faults of one file or service, by kind."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.counts: Counter[str] = Counter()
        self.locations: dict[str, list[str]] = {}

    def add(self, kind: str, place: str = "", excerpt: str = "") -> None:
        """Count a fault; `place` is a location such as `line 17`, as it is written after "at"."""
        self.counts[kind] += 1
        locations = self.locations.setdefault(kind, [])
        if len(locations) < LOCATIONS and (place or excerpt):
            locations.append(f"{place}: {excerpt[:60]!r}" if excerpt else place)

    def update(self, other: Mapping[str, Any]) -> None:
        """Add the faults of the next part of the same input, as JSON: the next piece of a file."""
        for kind, of in other.items():
            self.counts[kind] += of["count"]
            self.locations[kind] = [*self.locations.get(kind, ()), *of["places"]][:LOCATIONS]

    def as_json(self) -> dict[str, Any]:
        """As JSON: {kind: {count, places}}."""
        return {
            kind: {"count": count, "places": self.locations[kind]}
            for kind, count in sorted(self.counts.items())
        }


def incomplete(faults: Mapping[str, Any]) -> str:
    """What is missing of a file, with where it broke; `""` for a whole file.

    `faults` are the file's, as in `Faults.as_json`.
    """
    for kind, harm in INCOMPLETE.items():
        if kind in faults:
            [place] = faults[kind]["places"][:1] or ["an unknown place"]
            return f"is {harm} at {place}"
    return ""


def fault_line(kind: str, entry: Mapping[str, Any]) -> str:
    """One kind of fault as a line of text: how often it occurs, and where first.

    `entry` has its count and locations, as in `Faults.as_json`.
    """
    count, locations = entry["count"], entry["places"]
    if count == 1:
        return f"{kind} at {locations[0]}" if locations else kind
    return f"{kind}, {count:,} times" + (f", first at {locations[0]}" if locations else "")
