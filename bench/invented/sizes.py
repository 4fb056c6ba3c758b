"""How much is made."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """How much is made; `people` of the authors are in Wikidata, four fifths of them writers.

    `prolific` is the share of people with ten works or more.
    """

    authors: int = 300_000
    works: int = 1_000_000
    editions: int = 1_500_000
    people: int = 3_000
    prolific: float = 0.22
    seed: int = 0
    odd: bool = False
