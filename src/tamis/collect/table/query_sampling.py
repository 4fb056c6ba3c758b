"""A sample of the possible queries: of every family, and over the whole range of κ.

"A balanced representation across constraint types, and a variety of constraints that have
different constrainedness" (KITAB, §3.1).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import TypeVar

from tamis.collect.table.columns import Wanted

T = TypeVar("T")

_STRATA = 5


def spread(
    candidates: Sequence[tuple[T, float]],
    number: int,
    wanted: Wanted,
    rng: random.Random,
    kind: Callable[[T], object] = lambda candidate: "",
) -> list[T]:
    """A sample of candidates given with their κ: in turn from each kind and each part of κ.

    The range of κ is cut into five parts; within a part the choice is random. Candidates outside
    of the range are left out.
    """
    low, high = wanted.kappa
    width = (high - low) / _STRATA or 1.0
    by_kind: dict[object, list[list[T]]] = {}
    for candidate, kappa in candidates:
        if wanted.within(kappa):
            strata = by_kind.setdefault(kind(candidate), [[] for _ in range(_STRATA)])
            strata[max(0, min(int((kappa - low) / width), _STRATA - 1))].append(candidate)
    queues = []
    for strata in by_kind.values():
        for stratum in strata:
            rng.shuffle(stratum)
        rng.shuffle(strata)
        queues.append(list(_by_turns(strata)))
    rng.shuffle(queues)
    return list(_by_turns(queues))[:number]


def _by_turns(queues: Iterable[Iterable[T]]) -> Iterator[T]:
    nothing = object()
    rounds = zip_longest(*queues, fillvalue=nothing)
    return (each for each in chain.from_iterable(rounds) if each is not nothing)  # type: ignore[misc]
