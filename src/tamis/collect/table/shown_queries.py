"""What a person sees of the queries: samples, their numbers of golds, and golds to check."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tamis.text.shown import counted, one_line

SAMPLES = 10
_BAR = 40
_GOLDS_SHOWN = 5
_LONGEST = 100
_GOLDS = (0, 1, 2, 5, 10, 20)
"""The largest number of golds of each row of the histogram but the last."""

_KAPPAS = (0.5, 0.75, 0.9, 0.95, 0.99, 0.999)
"""The edges of the rows of the histogram of constrainedness."""


@dataclass(frozen=True)
class Asked:
    """A query: in words, with its golds as answers name them, the rows of these, and its κ."""

    text: str
    golds: tuple[str, ...]
    rows: tuple[int, ...]
    kappa: float


def sample_lines(asked: Mapping[str, Sequence[Asked]], seed: int) -> Iterator[str]:
    """Ten queries with their golds, an equal number of each benchmark."""
    rng = random.Random(f"{seed}/samples")
    yield "A sample of the queries, with their golds:"
    for name, queries in asked.items():
        for query in rng.sample(queries, min(len(queries), SAMPLES // len(asked))):
            golds = [one_line(gold, _LONGEST) for gold in query.golds[:_GOLDS_SHOWN]]
            more = len(query.golds) - len(golds)
            listed = "; ".join(golds) + (f"; and {more} more" if more else "")
            yield f"  {name}: {query.text}"
            yield f"    -> {counted(len(query.golds), 'gold')}{': ' if golds else ''}{listed}"


def histogram_lines(asked: Mapping[str, Sequence[Asked]]) -> Iterator[str]:
    """For each benchmark how many queries have how many golds, and which constrainedness."""
    for name, queries in asked.items():
        numbers = [len(query.golds) for query in queries]
        yield from _histogram(f"{name}: queries by their number of golds", _by_golds(numbers))
        kappas = [query.kappa for query in queries]
        yield from _histogram(f"{name}: queries by their constrainedness κ", _by_kappa(kappas))


def check_lines(
    asked: Mapping[str, Sequence[Asked]], rows: Mapping[int, str], number: int, seed: int
) -> Iterator[str]:
    """Golds drawn at random, an equal number of each benchmark, with their query and their row.

    `rows` has what stands in the rows, by their numbers.
    """
    rng = random.Random(f"{seed}/check")
    yield "Golds to check:"
    for name, queries in asked.items():
        golds = [
            (query.text, gold, row)
            for query in queries
            for gold, row in zip(query.golds, query.rows, strict=True)
        ]
        drawn = rng.sample(golds, min(len(golds), -(-number // len(asked))))
        for place, (text, gold, row) in enumerate(drawn, 1):
            yield f"  {name} {place}: {text}"
            yield f"    -> {gold}"
            yield f"       {rows[row]}"


def row_text(number: int, unit: str, cells: Mapping[str, Any]) -> str:
    """A row as it stands in the table: `line 12: title: Low Tide | year: 1987`."""
    shown = (
        f"{name}: {'–' if cell is None or cell == '' else one_line(str(cell), _LONGEST)}"
        for name, cell in cells.items()
    )
    return f"{unit} {number}: {' | '.join(shown)}"


def _by_golds(numbers: Sequence[int]) -> dict[str, int]:
    found: dict[str, int] = {}
    low = 0
    for high in _GOLDS:
        label = f"{low}" if low == high else f"{low} to {high}"
        found[label] = sum(low <= number <= high for number in numbers)
        low = high + 1
    return found | {f"{low} or more": sum(number >= low for number in numbers)}


def _by_kappa(kappas: Sequence[float]) -> dict[str, int]:
    edges = (0.0, *_KAPPAS, 1.0)
    found = {
        f"{low:g} to {high:g}": sum(low <= kappa < high for kappa in kappas)
        for low, high in pairwise(edges)
    }
    return found | {"1 (no gold)": sum(kappa == 1 for kappa in kappas)}


def _histogram(heading: str, counts: Mapping[str, int]) -> Iterator[str]:
    """A row for each label, from the first to the last that counts anything."""
    filled = [at for at, count in enumerate(counts.values()) if count]
    rows = list(counts.items())[filled[0] : filled[-1] + 1]
    most = max(counts.values())
    width = max(len(label) for label, _ in rows)
    yield heading
    for label, count in rows:
        yield f"  {label:>{width}}  {count:>6,}  {'#' * -(-count * _BAR // most)}".rstrip()
