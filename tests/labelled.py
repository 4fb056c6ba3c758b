"""Titles labelled by hand: real books by authors who are not in the bundled mini data."""

from __future__ import annotations

import csv
from pathlib import Path

from tamis.types import Recogniser

TITLES = Path(__file__).parent / "data" / "titles_with_names.csv"


def measure(find: Recogniser, column: str) -> tuple[float, float]:
    """Precision and recall of `find`: whether a title has a name at all."""
    with TITLES.open(encoding="utf-8", newline="") as file:
        pairs = [(bool(find(row["title"])), bool(row[column])) for row in csv.DictReader(file)]
    right = sum(got and want for got, want in pairs)
    return right / sum(got for got, _ in pairs), right / sum(want for _, want in pairs)
