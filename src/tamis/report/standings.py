"""The standings of many runs: what a leaderboard shows of each benchmark.

A run's place is among runs of its condition and its data. The latest of runs that differ in nothing
else stands in the tables; the earlier ones are its history.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tamis.report.compare import Pair, Paired, compared
from tamis.report.runs import Run, with_distinct_labels
from tamis.report.sample_times import seconds_per_sample
from tamis.spending import together
from tamis.stats import NAN, Estimate, holm

EVERY_PAIR = 12
"""Up to this many systems are compared each with each; of more, each with the best."""

MOST_TESTS = 400
"""How many pairs times measures are compared; beyond it, only the first measure of each variant."""

VARIANTS = ("paper", "reference", "strict")


@dataclass(frozen=True)
class Standing:
    """One run on a benchmark.

    `system` is its label, with the parameters that tell it from others; `model` the label alone.
    `figures` are its headline figures by key. `tokens` are those in and out, `seconds` the mean of
    a sample; None where not known. `latest` is false for one that was run again later.
    """

    system: str
    model: str
    kind: str
    condition: str
    data: str
    figures: Mapping[str, Estimate]
    asked: int
    answered: int
    tokens: tuple[int, int] | None
    cost: float | None
    seconds: float | None
    date: str
    version: str
    latest: bool


@dataclass(frozen=True)
class Difference:
    """B - A by one measure on the samples that both have.

    `a` and `b` are places in the standings; `corrected` is the p-value by Holm for the `family`
    pairs of a condition and data.
    """

    measure: str
    a: int
    b: int
    found: Paired
    corrected: float
    family: int
    with_best: bool
    condition: str
    data: str


@dataclass(frozen=True)
class Board:
    """The standings on one benchmark; `measures` are keys with labels, the headline first.

    Runs of the condition `beside_all` stand beside those of any condition on the same data.
    """

    name: str
    title: str
    measures: Mapping[str, str]
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    beside_all: str = ""

    @property
    def usual(self) -> tuple[str, str]:
        """The condition and the data of most systems, by their latest runs; the first of equals."""
        latest = [one for one in self.standings if one.latest]
        own = [one for one in latest if one.condition != self.beside_all] or latest
        places = Counter((one.condition, one.data) for one in own)
        return places.most_common(1)[0][0] if places else ("", "")


def board(
    name: str, title: str, runs: Sequence[Run], measures: Mapping[str, str], beside_all: str = ""
) -> Board:
    """The standings of runs of one benchmark, which must be complete.

    `beside_all` is the condition of runs that are in none, such as baselines that ask no model.
    """
    # The latest first, so that each later one with the same key is history.
    ordered = sorted(runs, key=lambda run: max(run.dates, default=""), reverse=True)
    latest: dict[object, int] = {}
    for nth, run in enumerate(ordered):
        latest.setdefault(_key(run), nth)
    current = [ordered[nth] for nth in latest.values()]
    # Data and condition have places of their own, and so need not be told in a system's name.
    told = {key: run.label for key, run in zip(latest, _with_settings(current), strict=True)}
    standings = tuple(
        _standing(run, told[_key(run)], measures, latest[_key(run)] == nth)
        for nth, run in enumerate(ordered)
    )
    found = _differences(ordered, standings, measures, beside_all)
    return Board(name, title, measures, standings, tuple(found), beside_all)


def leading(measures: Mapping[str, str]) -> list[str]:
    """The first measure of all, and the first of each variant."""
    firsts = list(measures)[:1]
    for variant in VARIANTS:
        firsts += [key for key in measures if variant in key.split("_")][:1]
    return list(dict.fromkeys(firsts))


def data_of(run: Run) -> str:
    """The data of a run with its version, and how its samples were chosen if not as usual."""
    name, version = run.identity.get("data", "?"), run.identity.get("data_version", "")
    return f"{name} ({version[:12]})" if version else name


def _key(run: Run) -> tuple[object, ...]:
    """What tells a system from another: all that belongs to its figures."""
    return run.label, run.kind, tuple(sorted(run.identity.items()))


def _with_settings(runs: Sequence[Run]) -> list[Run]:
    """The runs with labels that differ wherever condition and data do not."""
    groups: dict[tuple[str, str], list[int]] = {}
    for nth, run in enumerate(runs):
        groups.setdefault((run.identity.get("condition", ""), data_of(run)), []).append(nth)
    found = list(runs)
    for places in groups.values():
        for nth, run in zip(places, with_distinct_labels([runs[n] for n in places]), strict=True):
            found[nth] = run
    return found


def _standing(run: Run, system: str, measures: Mapping[str, str], latest: bool) -> Standing:
    figures = {key: run.columns.estimate(key) for key in measures}
    used = together(run.tokens.values())
    return Standing(
        system=system,
        model=run.label,
        kind=run.kind,
        condition=run.identity.get("condition", ""),
        data=data_of(run),
        figures={key: one for key, one in figures.items() if one.n},
        asked=len(run.asked),
        answered=run.answered,
        tokens=(used.into, used.out) if run.tokens else None,
        cost=run.cost,
        seconds=seconds_per_sample(run),
        date=max(run.dates, default=""),
        version=", ".join(f"{name} {number}" for name, number in run.versions.items()),
        latest=latest,
    )


def _differences(
    runs: Sequence[Run],
    standings: Sequence[Standing],
    measures: Mapping[str, str],
    beside_all: str,
) -> list[Difference]:
    """Paired differences within each condition and data, corrected by Holm within each measure."""
    families = _families(standings, beside_all)
    pairs = {family: _pairs(members, standings) for family, members in families.items()}
    tests = sum(map(len, pairs.values())) * len(measures)
    chosen = list(measures) if tests <= MOST_TESTS else leading(measures)
    found: list[Difference] = []
    for family, members in families.items():
        with_best = len(members) > EVERY_PAIR
        compared_pairs = {
            (a, b): pair for a, b in pairs[family] for pair in _pair(runs[a], runs[b], chosen)
        }
        for measure in chosen:
            tested = {
                places: pair.found[measure]
                for places, pair in compared_pairs.items()
                if measure in pair.found
            }
            corrected = holm({places: one.flips for places, one in tested.items()})
            found += [
                Difference(
                    measure, a, b, one, corrected.get((a, b), NAN), len(tested), with_best, *family
                )
                for (a, b), one in tested.items()
            ]
    return found


def _families(standings: Sequence[Standing], beside_all: str) -> dict[tuple[str, str], list[int]]:
    """The places of the latest runs by condition and data."""
    found: dict[tuple[str, str], list[int]] = {}
    for nth, one in enumerate(standings):
        if one.latest and one.figures:
            found.setdefault((one.condition, one.data), []).append(nth)
    for (condition, data), members in list(found.items()):
        others = [one for one in found if one[1] == data and one[0] != condition]
        if condition == beside_all and others:
            for other in others:
                found[other] = [*found[other], *members]
            del found[condition, data]
    return found


def _pairs(members: Sequence[int], standings: Sequence[Standing]) -> list[tuple[int, int]]:
    """Which are compared: A is the better one by the first measure."""

    def worth(nth: int) -> float:
        return -next(iter(standings[nth].figures.values())).value

    ranked = sorted(members, key=worth)
    if len(ranked) <= EVERY_PAIR:
        return list(combinations(ranked, 2))
    return [(ranked[0], other) for other in ranked[1:]]


def _pair(a: Run, b: Run, measures: Sequence[str]) -> list[Pair]:
    return [pair for pair in compared([a], [b], measures) if pair.found]
