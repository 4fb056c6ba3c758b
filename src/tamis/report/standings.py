"""The standings of many runs: what a leaderboard shows of each benchmark.

A run's place is among runs of its condition, its data and its questions. The latest of runs that
differ in nothing else stands in the tables; the earlier ones are its history.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tamis.measures.classification import Rate
from tamis.measures.measure import Measure
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

_Family = tuple[str, str, str]
"""A condition, data, and questions: the place in which runs are ranked and compared."""


@dataclass(frozen=True)
class Standing:
    """One run on a benchmark.

    `system` is its label, with the parameters that tell it from others; `model` the label alone.
    `figures` are its headline figures by key. `questions` is a fingerprint of those that it was
    asked. `tokens` are those in and out, `seconds` the mean of a sample; None where not known.
    `prices` says by which prices `cost` was reckoned. `latest` is false for one that was run again
    later.
    """

    system: str
    model: str
    kind: str
    condition: str
    data: str
    figures: Mapping[str, Estimate]
    asked: int
    answered: int
    questions: str
    tokens: tuple[int, int] | None
    cost: float | None
    prices: tuple[str, ...]
    seconds: float | None
    date: str
    version: str
    latest: bool


@dataclass(frozen=True)
class Difference:
    """B - A by one measure on the samples that both have.

    `a` and `b` are places in the standings; `corrected` is the p-value by Holm for the `family`
    pairs of a condition, data and questions.
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
    """The standings on one benchmark; `measures` are keys with labels.

    Those that rank come first, and are also in `ranking`. Runs of the condition `beside_all` stand
    beside those of any condition on the same data.
    """

    name: str
    title: str
    measures: Mapping[str, str]
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    ranking: tuple[str, ...] = ()
    beside_all: str = ""

    @property
    def usual(self) -> tuple[str, str]:
        """The condition and the data of most systems, by their latest runs; the first of equals."""
        latest = [one for one in self.standings if one.latest]
        own = [one for one in latest if one.condition != self.beside_all] or latest
        places = Counter((one.condition, one.data) for one in own)
        return places.most_common(1)[0][0] if places else ("", "")


def board(
    name: str,
    title: str,
    runs: Sequence[Run],
    measures: Mapping[str, str],
    beside_all: str = "",
    ranks_by: Sequence[Measure] = (),
) -> Board:
    """The standings of runs of one benchmark, which must be complete.

    `measures` are the keys of its headline figures, with labels; of `ranks_by` the first that the
    runs have ranks them, in each of its variants. `beside_all` is the condition of runs that are in
    none, such as baselines that ask no model.
    """
    rates = [one for one in ranks_by if isinstance(one, Rate) and one.name not in measures]
    runs = [_with_rates(run, rates) for run in runs]
    ranking = ranked_by({one.name: one.label for one in rates} | dict(measures), ranks_by)
    measures = ranking | dict(measures)
    # The latest first, so that each later one with the same key is history.
    ordered = sorted(runs, key=lambda run: max(run.dates, default=""), reverse=True)
    latest: dict[object, int] = {}
    for nth, run in enumerate(ordered):
        latest.setdefault(_key(run), nth)
    current = [ordered[nth] for nth in latest.values()]
    # Data, condition and questions have their own places: a system's name need not tell them.
    told = {key: run.label for key, run in zip(latest, _with_settings(current), strict=True)}
    standings = tuple(
        _standing(run, told[_key(run)], measures, latest[_key(run)] == nth)
        for nth, run in enumerate(ordered)
    )
    found = _differences(ordered, standings, measures, beside_all)
    return Board(name, title, measures, standings, tuple(found), tuple(ranking), beside_all)


def _with_rates(run: Run, rates: Sequence[Rate]) -> Run:
    """The run with a value of each rate for each sample that was asked."""
    rows = [(sample.values, sample.cluster) for sample in run.asked]
    columns = [(rate.name, rate.each(rows)) for rate in rates if rate.each is not None]
    asked = (
        replace(one, values={**one.values, **{name: values[nth] for name, values in columns}})
        for nth, one in enumerate(run.asked)
    )
    return replace(run, samples=tuple(asked)) if columns else run


def ranked_by(measures: Mapping[str, str], ranks_by: Sequence[Measure]) -> dict[str, str]:
    """Those of the figures that rank, in the order of `ranks_by`; without any the first."""
    keys = [
        key
        for one in ranks_by
        for key in measures
        if key in (one.name, one.figure()) or key.endswith(f"_{one.figure()}")
    ]
    return {key: measures[key] for key in keys or list(measures)[:1]}


def leading(measures: Mapping[str, str]) -> list[str]:
    """The first measure of all, and the first of each variant."""
    firsts = list(measures)[:1]
    for variant in VARIANTS:
        firsts += [key for key in measures if variant in key.split("_")][:1]
    return list(dict.fromkeys(firsts))


def questions_of(run: Run) -> str:
    """A fingerprint of the questions that a run was asked, by ids and what stands for the texts."""
    asked = sorted({f"{one.id} {one.about.get('question', '')}" for one in run.asked})
    return hashlib.sha256("\0".join(asked).encode()).hexdigest()[:8]


def data_of(run: Run) -> str:
    """The data of a run with its version, and how its samples were chosen if not as usual."""
    name, version = run.identity.get("data", "?"), run.identity.get("data_version", "")
    return f"{name} ({version[:12]})" if version else name


def _key(run: Run) -> tuple[object, ...]:
    """What tells a system from another: all that belongs to its figures."""
    return run.label, run.kind, questions_of(run), tuple(sorted(run.identity.items()))


def _with_settings(runs: Sequence[Run]) -> list[Run]:
    """The runs with labels that differ wherever condition, data and questions do not."""
    groups: dict[_Family, list[int]] = {}
    for nth, run in enumerate(runs):
        place = run.identity.get("condition", ""), data_of(run), questions_of(run)
        groups.setdefault(place, []).append(nth)
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
        questions=questions_of(run),
        tokens=(used.into, used.out) if run.tokens else None,
        cost=run.cost,
        prices=run.prices if run.cost is not None else (),
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
    """Paired differences of runs with the same place, corrected by Holm within each measure."""
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
            for (a, b), one in tested.items():
                p = corrected.get((a, b), NAN)
                compared_with = len(tested), with_best
                found.append(Difference(measure, a, b, one, p, *compared_with, *family[:2]))
    return found


def _families(standings: Sequence[Standing], beside_all: str) -> dict[_Family, list[int]]:
    """The places of the latest runs by condition, data and questions."""
    found: dict[_Family, list[int]] = {}
    for nth, one in enumerate(standings):
        if one.latest and one.figures:
            found.setdefault((one.condition, one.data, one.questions), []).append(nth)
    for family, members in list(found.items()):
        others = [one for one in found if one[1:] == family[1:] and one[0] != family[0]]
        if family[0] == beside_all and others:
            for other in others:
                found[other] = [*found[other], *members]
            del found[family]
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
