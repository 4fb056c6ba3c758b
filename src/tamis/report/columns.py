"""The samples of a run as columns, and groups of samples by fields of their metadata.

A table asks for hundreds of estimates over the same samples. What an estimate needs of them is
read once per column, and a group's test sees each value of its field once, not each sample.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tamis.stats import NAN, Estimate
from tamis.stats.columns import coded, floats, mean_of
from tamis.types import READ

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tamis.report.scored import Scored

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]
    Codes = NDArray[np.intp]

Chosen = Callable[["Scored"], bool]
"""Which samples a figure is over. A `Group` is one, and is fast on many samples."""


Test = Callable[[Any], bool]


@dataclass(frozen=True)
class Within:
    """Whether a value is a number, at least `low` and below `high`."""

    low: float
    high: float

    def __call__(self, value: Any) -> bool:
        """Of one value."""
        return isinstance(value, (int, float)) and self.low <= value < self.high


@dataclass(frozen=True)
class Among:
    """Whether a text that joins names by `|` has any of these."""

    names: frozenset[str]

    def __call__(self, value: Any) -> bool:
        """Of one value."""
        return not self.names.isdisjoint(str(value).split("|"))


@dataclass(frozen=True)
class Equal:
    """Whether a value is one of these, in words; a missing one is empty."""

    values: tuple[str, ...]

    def __call__(self, value: Any) -> bool:
        """Of one value."""
        return str("" if value is None else value) in self.values


@dataclass(frozen=True)
class Group:
    """The samples whose metadata passes all `tests`, each of one field; `&` joins two groups.

    A field that a sample lacks is None.
    """

    tests: tuple[tuple[str, Test], ...] = ()

    def __and__(self, other: Group) -> Group:
        return Group((*self.tests, *other.tests))

    def __call__(self, sample: Scored) -> bool:
        """Whether a sample is in the group."""
        return all(test(sample.about.get(field)) for field, test in self.tests)


MASKS = 64
"""How many groups are remembered: the measures of a row, and the points of a line, share them."""

every = Group()
"""All samples."""


def where(field: str, test: Test) -> Group:
    """The samples for whose value of a field the test is true; it must depend on nothing else."""
    return Group(((field, test),))


def having(field: str, *values: str) -> Group:
    """The samples that have one of these values in a field, in words; a missing one is empty."""
    return where(field, Equal(values))


def having_any(field: str, *names: str) -> Group:
    """The samples that have any of these names in a field that joins several by `|`."""
    return where(field, Among(frozenset(names)))


def within(field: str, low: float, high: float) -> Group:
    """The samples with a number in a field that is at least `low` and below `high`."""
    return where(field, Within(low, high))


class Columns:
    """The samples of a run by column. Samples of one cluster are adjacent; else as they were."""

    def __init__(self, samples: Sequence[Scored]) -> None:
        import numpy as np

        clusters, _ = coded(sample.cluster for sample in samples)
        order = np.argsort(clusters, kind="stable")
        self._samples = [samples[nth] for nth in order]
        self._values = [sample.values for sample in self._samples]
        self._clusters: Codes = clusters[order]
        self._figures: dict[str, tuple[Floats, Mask]] = {}
        self._fields: dict[str, tuple[Codes, list[Any]]] = {}
        self._masks: dict[Chosen, Mask] = {}
        self._passing: dict[tuple[str, Test], Mask] = {}
        self._scored = self._flags(bool(sample.values) for sample in self._samples)
        self._read = self._flags(sample.outcome in READ for sample in self._samples)

    def has(self, figure: str) -> bool:
        """Whether any sample has the figure, be it NaN."""
        return bool(self._figure(figure)[1].any())

    def estimate(self, figure: str, chosen: Chosen = every) -> Estimate:
        """The mean of a figure over the chosen samples, clustered; NaN counts as excluded."""
        values, present = self._figure(figure)
        mask = self._mask(chosen)
        if not present[mask].any():
            return mean_of(floats([]), self._clusters[:0])
        return mean_of(values[mask], self._clusters[mask])

    def counts(self, chosen: Chosen = every) -> tuple[int, int]:
        """How many of the chosen samples have figures, and how many of these were not read."""
        scored = self._mask(chosen) & self._scored
        return int(scored.sum()), int((scored & ~self._read).sum())

    def _figure(self, name: str) -> tuple[Floats, Mask]:
        """The values of a figure, NaN where it is missing, and which samples have it."""
        if name not in self._figures:
            values = floats([own.get(name, NAN) for own in self._values])
            present = values == values
            # Most figures are numbers: only for the others it is asked whether they are there.
            for nth in (~present).nonzero()[0].tolist():
                present[nth] = name in self._values[nth]
            self._figures[name] = values, present
        return self._figures[name]

    def _mask(self, chosen: Chosen) -> Mask:
        if chosen not in self._masks:
            if len(self._masks) == MASKS:
                self._masks.clear()
            self._masks[chosen] = self._chosen(chosen)
        return self._masks[chosen]

    def _chosen(self, chosen: Chosen) -> Mask:
        if not isinstance(chosen, Group):
            return self._flags(chosen(sample) for sample in self._samples)
        mask = self._flags([True] * len(self._samples))
        for one in chosen.tests:
            if one not in self._passing:
                if len(self._passing) == MASKS:
                    self._passing.clear()
                codes, values = self._field(one[0])
                self._passing[one] = self._flags(map(one[1], values))[codes]
            mask &= self._passing[one]
        return mask

    def _field(self, name: str) -> tuple[Codes, list[Any]]:
        """A field of the metadata as numbers, and the value for each number."""
        if name not in self._fields:
            values = [sample.about.get(name) for sample in self._samples]
            codes, distinct = coded(map(_key, values))
            first = dict(zip(reversed(codes.tolist()), reversed(values), strict=True))
            self._fields[name] = codes, [first[code] for code in range(len(distinct))]
        return self._fields[name]

    def _flags(self, flags: Any) -> Mask:
        import numpy as np

        return np.array(list(flags), dtype=np.bool_)


def _key(value: Any) -> Hashable:
    """What tells the values of a field apart: 1, 1.0, True and "1" are four; lists by content."""
    return type(value), value if isinstance(value, Hashable) else repr(value)
