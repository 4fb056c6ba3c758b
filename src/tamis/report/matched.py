"""The samples that two runs have in common, as columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.stats import NAN
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
        alike = [(one, two) for one, two in pairs if _alike(one, two)]
        self._ours = [one.values for one, _ in alike]
        self._theirs = [two.values for _, two in alike]
        self._clusters = coded(one.cluster for one, _ in alike)[0]

    @property
    def number(self) -> int:
        """How many samples both runs have."""
        return len(self._ours)

    def figure(self, name: str) -> tuple[Floats, Floats, Codes]:
        """A figure of both runs and the clusters, of the samples that have it in both."""
        first, second = (
            floats([own.get(name, NAN) for own in side]) for side in (self._ours, self._theirs)
        )
        have = (first == first) & (second == second)
        # Most figures are numbers: only for the others it is asked whether they are there.
        for nth in (~have).nonzero()[0].tolist():
            have[nth] = name in self._ours[nth] and name in self._theirs[nth]
        return first[have], second[have], self._clusters[have]


def _answered(run: Run) -> Answered:
    """The samples asked, by id and epoch."""
    return {(s.id, s.epoch): s for s in run.asked if s.values}


def _alike(one: Scored, two: Scored) -> bool:
    first, second = _question(one), _question(two)
    return not first or not second or first == second


def _question(sample: Scored) -> str:
    return str(sample.about.get("question", ""))
