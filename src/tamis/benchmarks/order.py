"""The order in which a task hands out its samples, so that the first N of them are a fair draw."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from tamis.benchmarks.options import BenchmarkOptions

S = TypeVar("S")
Strata = Callable[[S], tuple[Hashable, Hashable]]
"""The cell of a sample (a row of a table, such as its constraints), and its group (its author)."""

_GOLDEN = 0.6180339887498949
"""Multiples of it, without their whole parts, are spread evenly over 0 to 1."""


def handed_out(samples: Sequence[S], options: BenchmarkOptions, strata: Strata[S]) -> Sequence[S]:
    """The samples of this shard: in a random order by `order_seed`, or as they were released."""
    if options.order == "drawn":
        samples = drawn(samples, strata, options.order_seed)
    return samples[options.part]


def drawn(samples: Sequence[S], strata: Strata[S], seed: int) -> list[S]:
    """The samples in a random order of which each beginning is stratified.

    The first N have close to their share of every cell, and within a cell of every group; the
    groups that come first differ from cell to cell. Each sample is as likely as any other to be
    among them. The order depends only on the seed and the samples' own order.
    """
    rng = random.Random(seed)
    cells: dict[Hashable, dict[Hashable, list[S]]] = {}
    for sample in rng.sample(samples, len(samples)):
        cell, group = strata(sample)
        cells.setdefault(cell, {}).setdefault(group, []).append(sample)
    names = dict.fromkeys(group for groups in cells.values() for group in groups)
    turns = {group: nth / len(names) for nth, group in enumerate(names)}
    shift, first = rng.random(), rng.random()
    placed: list[tuple[float, float, S]] = []
    for nth, groups in enumerate(cells.values()):
        within: list[tuple[float, float, S]] = []
        for group, members in groups.items():
            # Systematic sampling: every 1/m-th place, from a start that is another in each cell.
            start = (turns[group] + shift + nth * _GOLDEN) % 1
            for number, sample in enumerate(members):
                within.append(((number + start) / len(members), rng.random(), sample))
        within.sort(key=lambda place: place[:2])
        start = (first + nth * _GOLDEN) % 1
        for number, (_, tie, sample) in enumerate(within):
            placed.append(((number + start) / len(within), tie, sample))
    placed.sort(key=lambda place: place[:2])
    # Turned by a random number of places, each sample is first as often as any other.
    turn = rng.randrange(len(placed)) if placed else 0
    return [sample for _, _, sample in placed[turn:] + placed[:turn]]
