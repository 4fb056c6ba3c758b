"""How often each kind of error occurred: Table 2 of ACS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tamis.benchmarks.acs.error_types.labels import ErrorRow
from tamis.benchmarks.acs.error_types.proposing import CATEGORIES, Category
from tamis.stats import NAN


@dataclass(frozen=True)
class ErrorCounts:
    """The wrong judgements of one judge by their kind.

    `counts` has every category, in the paper's order. `by_hand` of them were labelled by a
    person, the others are proposed. `unlabelled` have neither, and are in no category.
    """

    judge: str
    counts: Mapping[Category, int]
    by_hand: int = 0
    unlabelled: int = 0

    @property
    def total(self) -> int:
        """All errors of the judge, those without a category too."""
        return sum(self.counts.values()) + self.unlabelled

    @property
    def reasoning(self) -> int:
        """The errors of the four categories that the paper calls reasoning."""
        return sum(self.counts.values()) - self.counts["calculation"]

    def share(self, category: Category) -> float:
        """A category's part of all errors, 0 to 1; NaN for a judge without errors."""
        return self.counts[category] / self.total if self.total else NAN


def table(rows: Iterable[ErrorRow]) -> list[ErrorCounts]:
    """The counts of each judge, in the order in which the rows first name them."""
    judges: dict[str, list[ErrorRow]] = {}
    for row in rows:
        judges.setdefault(row.judge, []).append(row)
    made = []
    for judge, errors in judges.items():
        seen = Counter(row.category for row in errors)
        made.append(
            ErrorCounts(
                judge,
                {category: seen[category] for category in CATEGORIES},
                by_hand=sum(bool(row.label) for row in errors),
                unlabelled=seen[""],
            )
        )
    return made
