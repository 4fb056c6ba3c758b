"""The samples that two runs have in common, as columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tamis.report.runs import Run, Scored
from tamis.stats.columns import coded, floats

if TYPE_CHECKING:
    from tamis.stats.columns import Codes, Floats

Answered = Mapping[tuple[str, int], Scored]


class Matched:
    """The samples of two runs, matched by id and epoch.

    Those are left out that are other questions: in other data the ids may be the same. The question
    of a sample that was not begun may be unknown; its id must do.
    """

    def __init__(self, a: Run, b: Run) -> None:
        ours, theirs = _answered(a), _answered(b)
        pairs = ((one, theirs[key]) for key, one in ours.items() if key in theirs)
        self._pairs = [(one, two) for one, two in pairs if _alike(one, two)]
        self._clusters = coded(one.cluster for one, _ in self._pairs)[0]

    @property
    def number(self) -> int:
        """How many samples both runs have."""
        return len(self._pairs)

    def figure(self, name: str) -> tuple[Floats, Floats, Codes]:
        """A figure of both runs and the clusters, of the samples that have it in both."""
        import numpy as np

        have = [name in one.values and name in two.values for one, two in self._pairs]
        having = [pair for pair, has in zip(self._pairs, have, strict=True) if has]
        first = floats([one.values[name] for one, _ in having])
        second = floats([two.values[name] for _, two in having])
        return first, second, self._clusters[np.array(have, dtype=np.bool_)]


def _answered(run: Run) -> Answered:
    """The samples asked, by id and epoch."""
    return {(s.id, s.epoch): s for s in run.asked if s.values}


def _alike(one: Scored, two: Scored) -> bool:
    first, second = _question(one), _question(two)
    return not first or not second or first == second


def _question(sample: Scored) -> str:
    return str(sample.about.get("question", ""))
