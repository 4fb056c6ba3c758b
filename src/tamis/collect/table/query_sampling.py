"""A sample of the possible queries: of every column, and over the whole range of κ.

"A balanced representation across constraint types, and a variety of constraints that have
different constrainedness" (KITAB, §3.1).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import TypeVar

from tamis.collect.table.atoms import TITLE
from tamis.collect.table.columns import Wanted

T = TypeVar("T")
Kind = tuple[str, str]
"""What a constraint is about, as `Atom.kind` has it."""

Key = tuple[Kind, ...]
"""The kinds of all constraints of a query, each once."""

_STRATA = 5


def spread(
    candidates: Sequence[tuple[T, float]],
    number: int,
    wanted: Wanted,
    rng: random.Random,
    kinds: Callable[[T], Collection[Kind]],
    group: Callable[[T], str] = lambda candidate: "",
    spare: int = 0,
) -> list[T]:
    """A sample of candidates given with their κ: a fair share of each kind and each part of κ.

    It has `number` of each group, as far as there are candidates. `kinds` are those of a
    candidate's constraints: the next one is always of the kinds that the sample has least of. At
    most a quarter of the sample is about letters and lengths of titles, even when `spare` of the
    others are taken away from it; only where no candidate is about anything else all of it is. The
    range of κ is cut into five parts, which take turns; within a part the choice is random.
    Candidates outside of the range are left out.
    """
    waiting = _waiting(candidates, wanted, rng, lambda one: (group(one), _key(kinds(one))))
    only_titles = all(_of_titles(key) for _, key in waiting)
    used: Counter[Kind] = Counter()
    sizes: Counter[str] = Counter()
    kept: list[tuple[T, Key]] = []

    def most_titles(of: int) -> int:
        return of if only_titles else max(0, of - spare) // 4

    def turn(place: tuple[str, Key]) -> tuple[int, list[int]]:
        return sizes[place[0]], sorted((used[kind] for kind in place[1]), reverse=True)

    titles = 0
    whole = number * len({name for name, _ in waiting})
    while True:
        full = titles >= most_titles(whole)
        places = [
            (name, key)
            for (name, key), rest in waiting.items()
            if rest and sizes[name] < number and not (full and _of_titles(key))
        ]
        if not places:
            break
        name, key = place = min(places, key=turn)
        kept.append((waiting[place].pop(), key))
        sizes[name] += 1
        titles += _of_titles(key)
        used.update(key)
    while titles > most_titles(len(kept)):
        # The others ran out before their number was reached.
        kept.remove(next(one for one in reversed(kept) if _of_titles(one[1])))
        titles -= 1
    return [candidate for candidate, _ in kept]


def _waiting(
    candidates: Sequence[tuple[T, float]],
    wanted: Wanted,
    rng: random.Random,
    place: Callable[[T], tuple[str, Key]],
) -> dict[tuple[str, Key], list[T]]:
    """The candidates by their group and kinds, in random order; of each the next is the last."""
    low, high = wanted.kappa
    width = (high - low) / _STRATA or 1.0
    found: dict[tuple[str, Key], list[list[T]]] = {}
    for candidate, kappa in candidates:
        if wanted.within(kappa):
            strata = found.setdefault(place(candidate), [[] for _ in range(_STRATA)])
            strata[max(0, min(int((kappa - low) / width), _STRATA - 1))].append(candidate)
    waiting = {}
    for at in rng.sample(list(found), len(found)):
        for stratum in found[at]:
            rng.shuffle(stratum)
        rng.shuffle(found[at])
        waiting[at] = [*_by_turns(found[at])][::-1]
    return waiting


def _key(kinds: Collection[Kind]) -> Key:
    return tuple(sorted({*kinds}))


def _of_titles(key: Key) -> bool:
    return (TITLE, "") in key


def _by_turns(queues: Iterable[Iterable[T]]) -> Iterator[T]:
    nothing = object()
    rounds = zip_longest(*queues, fillvalue=nothing)
    return (each for each in chain.from_iterable(rounds) if each is not nothing)  # type: ignore[misc]
