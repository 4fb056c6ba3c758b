"""Titles labelled by hand: real books by authors who are not in the bundled mini data."""

from __future__ import annotations

import csv
from pathlib import Path

from tamis.types import Recogniser

TITLES = Path(__file__).parent / "data" / "titles_with_names.csv"


def measure(find: Recogniser, column: str) -> tuple[int, int, int]:
    """How many titles `find` rightly finds a name in, how many wrongly, and how many it misses."""
    with TITLES.open(encoding="utf-8", newline="") as file:
        pairs = [(bool(find(row["title"])), bool(row[column])) for row in csv.DictReader(file)]
    return pairs.count((True, True)), pairs.count((True, False)), pairs.count((False, True))
