"""Clusters of answers and their rates (KITAB, §4.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass

from tamis.stats import NAN


@dataclass(frozen=True)
class Clusters:
    """A partition of an answer's titles.

    `relevant` maps the position of a known item to the titles that name it; each title of
    `irrelevant` is a cluster of its own; `unverifiable` titles are known from elsewhere, are not
    items of the domain, and belong to no cluster.
    """

    relevant: Mapping[int, tuple[str, ...]]
    irrelevant: tuple[str, ...] = ()
    unverifiable: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.relevant) + len(self.irrelevant)


@dataclass(frozen=True)
class Rates:
    """The shares of irrelevant, satisfying and unsatisfying clusters: they sum to 1.

    All NaN where there is no cluster.
    """

    irrelevant: float
    satisfied: float
    unsatisfied: float


def cluster(
    titles: Iterable[str],
    match: Callable[[str], int | None],
    *,
    key: Callable[[str], Hashable],
    known_elsewhere: Callable[[str], bool] = lambda title: False,
) -> Clusters:
    """Partition `titles`: titles that `match` the same item form a cluster, any other is alone.

    Titles with the same `key` count as one; a title whose key is empty is skipped.
    """
    relevant: dict[int, list[str]] = {}
    irrelevant: dict[Hashable, str] = {}
    unverifiable: dict[Hashable, str] = {}
    for title in titles:
        if not (folded := key(title)):
            continue
        if (item := match(title)) is not None:
            relevant.setdefault(item, []).append(title)
        elif known_elsewhere(title):
            unverifiable.setdefault(folded, title)
        else:
            irrelevant.setdefault(folded, title)
    return Clusters(
        {item: tuple(group) for item, group in relevant.items()},
        tuple(irrelevant.values()),
        tuple(unverifiable.values()),
    )


def rates(clusters: Clusters, satisfied: Collection[int]) -> Rates:
    """The rates of `clusters`; `satisfied` are the items whose cluster satisfies all of them."""
    total = len(clusters)
    if total == 0:
        return Rates(NAN, NAN, NAN)
    satisfying = sum(item in satisfied for item in clusters.relevant)
    return Rates(
        irrelevant=len(clusters.irrelevant) / total,
        satisfied=satisfying / total,
        unsatisfied=(len(clusters.relevant) - satisfying) / total,
    )


def completeness(gold: Collection[Hashable], found: Collection[Hashable]) -> float:
    """The share of `gold` that is among `found`, 0 to 1; NaN where there is no gold."""
    if not gold:
        return NAN
    return sum(item in found for item in gold) / len(gold)


def constrainedness(satisfying: int, total: int) -> float:
    """κ = 1 - S / N: 0 where every item satisfies, 1 where none does (KITAB, §2)."""
    return 1 - satisfying / total if total else NAN
