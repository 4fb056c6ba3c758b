"""Whole tables as plain values, and the figures that they should hold, from raw samples.

A figure is its value, its clustered standard error and how many samples it is over, in nine
digits; None is what is undefined. The error is CR2's closed form, written from its definition.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Sequence
from typing import Any

from tamis.report.document import Report
from tamis.report.elements import Part, Table
from tamis.stats import Estimate


def drawn(*about: object) -> float:
    """A share that belongs to these words: no two of them are likely to agree."""
    return random.Random(" ".join(map(str, about))).randint(1, 996) / 997


def ratio(triples: Iterable[tuple[float, float, str]]) -> tuple[float | None, float | None, int]:
    """The figure of (numerator, denominator, cluster) triples without those that are undefined."""
    kept = [(n, d, c) for n, d, c in triples if n == n]
    whole = math.fsum(d for _, d, _ in kept)
    if not whole:
        return None, None, len(kept)
    value = math.fsum(n for n, _, _ in kept) / whole
    clusters = {c for _, _, c in kept}
    shares = {c: math.fsum(d for _, d, k in kept if k == c) / whole for c in clusters}
    if max(shares.values()) == 1:
        return _digits(value), None, len(kept)
    left = {c: math.fsum(n - value * d for n, d, k in kept if k == c) for c in clusters}
    squared = math.fsum(left[c] ** 2 / (1 - shares[c]) for c in clusters)
    return _digits(value), _digits(math.sqrt(squared) / whole), len(kept)


def mean(pairs: Iterable[tuple[float, str]]) -> tuple[float | None, float | None, int]:
    """The figure of (value, cluster) pairs."""
    return ratio((value, 1.0, cluster) for value, cluster in pairs)


Fractions = tuple[tuple[float, float], tuple[float, float], str]


def difference(
    pairs: Iterable[Fractions],
) -> tuple[float | None, float | None, int]:
    """The first ratio of sums less the second, of two fractions and a cluster each."""
    kept = [(a, b, c) for a, b, c in pairs if a[0] == a[0] and b[0] == b[0]]
    wholes = [math.fsum(row[side][1] for row in kept) for side in (0, 1)]
    if not all(wholes):
        return None, None, len(kept)
    one, two = (math.fsum(r[side][0] for r in kept) / wholes[side] for side in (0, 1))
    left: dict[str, float] = {}
    share: dict[str, float] = {}
    for (n, d), (m, e), c in kept:
        own = n - one * d - (m - two * e) * wholes[0] / wholes[1]
        left[c], share[c] = left.get(c, 0) + own, share.get(c, 0) + d
    share = {c: weight / wholes[0] for c, weight in share.items()}
    if max(share.values()) == 1:
        return _digits(one - two), None, len(kept)
    squared = sum(left[c] ** 2 / (1 - share[c]) for c in left)
    return _digits(one - two), _digits(math.sqrt(squared) / wholes[0]), len(kept)


def judged(said: bool | None, truth: bool) -> dict[str, float]:
    """The figures of one verdict as a log has them: no verdict is a wrong one, and not read."""
    right = said == truth
    kinds = {"tp": truth and right, "fn": truth and not right,
             "tn": not truth and right, "fp": not truth and not right}  # fmt: skip
    found = {"correct": float(right)} | {kind: float(value) for kind, value in kinds.items()}
    read = {f"read_{key}": math.nan if said is None else one for key, one in found.items()}
    return {**found, **read, "decided": float(said is not None)}


def plain(cell: Any) -> Any:
    """A cell as a figure, a number or a text; a part of a total as both counts."""
    if isinstance(cell, Estimate):
        return _digits(cell.value), _digits(cell.stderr), cell.n
    if isinstance(cell, Part):
        return f"{int(cell)} of {cell.of}"
    return _digits(cell) if isinstance(cell, float) else cell


def heads(table: Table) -> list[str]:
    """The labels of a table's columns, each with the direction that is better."""
    return [f"{column.label}{_ARROWS[column.better]}" for column in table.columns]


def body(table: Table, *kinds: str) -> list[tuple[Any, ...]]:
    """The rows of a table, or those of some kinds: group, label, and every cell that is shown."""
    return [
        (row.group, row.label, *(plain(row.cells.get(column.key)) for column in table.columns))
        for row in table.rows
        if not kinds or row.kind in kinds
    ]


def kinds(made: Report) -> dict[str, set[str]]:
    """The kinds of the rows of all tables by their systems: what stands before a comma or a mark.

    A baseline must not be taken for a model, nor either of them for what a paper printed.
    """
    found: dict[str, set[str]] = {}
    for table in made.tables:
        for row in table.rows:
            found.setdefault(re.split(",| ‡", row.label)[0], set()).add(row.kind)
    return found


def named(made: Report | Sequence[Table], id: str) -> Table:
    """The one table of a report with this id."""
    [found] = [one for one in (made.tables if isinstance(made, Report) else made) if one.id == id]
    return found


def _digits(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 9)


_ARROWS = {"up": " ↑", "down": " ↓", None: ""}
