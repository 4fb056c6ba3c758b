"""KITAB's figures: rates over popularity, constrainedness and number of constraints."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from tamis.benchmarks.kitab.domain import BOOKS, subject
from tamis.benchmarks.kitab.options import CONDITIONS
from tamis.benchmarks.kitab.tables import (
    MEASURES,
    OTHER_TYPES,
    TYPES,
    constraint_count,
    named,
    with_constraints,
)
from tamis.report.build import estimate
from tamis.report.columns import Group, every, within
from tamis.report.elements import Figure, Series
from tamis.report.runs import Run

SITELINKS = (0, 10, 20, 40, 60, 80, 120, 160, 1000)
"""Edges of the bins of popularity; the paper's phase transition lies within the first (§4.2)."""

KAPPA = tuple(i / 10 for i in range(11))

Bin = tuple[str, float, float]
"""The name of a bin, its least value, and the value above it."""

POPULARITY: tuple[Bin, ...] = tuple(
    (f"{low}–{high}" if high < SITELINKS[-1] else f"≥{low}", low, high)
    for low, high in pairwise(SITELINKS)
)
# The last bin takes in 1, the unsatisfiable queries.
CONSTRAINEDNESS: tuple[Bin, ...] = tuple(
    (f"{low:.1f}–{high:.1f}", low, 1.01 if high == 1 else high) for low, high in pairwise(KAPPA)
)

Bins = Sequence[tuple[str, Group]]


def figures(runs: Sequence[Run], variant: str) -> tuple[Figure, ...]:
    """Every figure that these runs have points for."""
    found: list[Figure] = []
    for run in _drawn(runs):
        condition = run.identity.get("condition", "")
        anchor = subject([run]).anchor
        for number, (name, label, bins, paper) in product(
            (1, 2),
            (
                ("popularity", f"Sitelinks of the {anchor} on Wikidata", _popularity(), "2 and 7"),
                ("constrainedness", "Constrainedness κ", _constrainedness(), "3 and 8"),
            ),
        ):
            said = constraint_count([run], number)
            parts = [chosen & with_constraints(number) for _, chosen in bins]
            found.append(
                Figure(
                    id=f"{name}-{number}-{_slug(run.label)}-{condition}-{variant}",
                    title=f"{run.label}, {condition}, {said}, by {name}",
                    caption=f"variant={variant}, data={run.identity.get('data', '?')}, queries "
                    f"with {said}; as the paper's Figures {paper}. Whiskers are 95% intervals.",
                    x_label=label,
                    ticks=tuple(tick for tick, _ in bins),
                    series=_measures(run, variant, parts),
                    variant=variant,
                    paper=f"Figures {paper}",
                )
            )
        found += _by_type(run, variant, condition)
    found += _by_number(runs, variant)
    return tuple(f for f in found if any(_has_point(series) for series in f.series))


def _drawn(runs: Sequence[Run]) -> list[Run]:
    """The runs to draw: the models, or the first baseline where there are none."""
    listing = [run for run in runs if run.identity.get("condition") in CONDITIONS[:3]]
    return [run for run in listing if run.kind == "model"] or listing[:1]


def _by_type(run: Run, variant: str, condition: str) -> Iterator[Figure]:
    """Figures 9 and 10: each measure over constrainedness, a line for each constraint type."""
    bins, about = _constrainedness(), subject([run])
    types = TYPES if about is BOOKS else (*TYPES, *OTHER_TYPES)
    chosen = {type: [one & with_constraints(1, type) for _, one in bins] for type in types}
    for measure in MEASURES:
        key = measure.figure(variant)
        lines = [
            Series(named(type, [run]), tuple(estimate(run, key, one) for one in chosen[type]))
            for type in types
        ]
        yield Figure(
            id=f"types-{measure.name}-{_slug(run.label)}-{condition}-{variant}",
            title=f"{run.label}, {condition}: {measure.word} by type and constrainedness",
            caption=f"variant={variant}, data={run.identity.get('data', '?')}, queries with one "
            f"{about.constraint}; as the paper's Figures 9 and 10. Whiskers are 95% intervals.",
            x_label="Constrainedness κ",
            ticks=tuple(tick for tick, _ in bins),
            # The paper's types keep their positions; other data need not have them all.
            series=tuple(line for line in lines if about is BOOKS or _has_point(line)),
            variant=variant,
            paper="Figures 9 and 10",
        )


def _by_number(runs: Sequence[Run], variant: str) -> list[Figure]:
    """Figure 4: the author alone (all_books), then one and two book constraints."""
    found = []
    for label in dict.fromkeys(run.label for run in runs):
        own = {run.identity.get("condition"): run for run in runs if run.label == label}
        if "no_context" not in own:
            continue
        about = subject([*own.values()])
        nobody = Run(label, "model", "", "", {}, (), 0)
        parts: list[tuple[Run, Group]] = [
            (own.get("all_books", nobody), every),
            (own["no_context"], with_constraints(1)),
            (own["no_context"], with_constraints(2)),
        ]
        found.append(
            Figure(
                id=f"number-{_slug(label)}-{variant}",
                title=f"{label}, by number of {about.constraint}s",
                caption=f"variant={variant}, without context; as the paper's Figure 4.",
                x_label=f"{about.constraint.capitalize()}s besides the {about.anchor}",
                ticks=("0", "1", "2"),
                series=tuple(
                    Series(
                        measure.label,
                        tuple(estimate(r, measure.figure(variant), c) for r, c in parts),
                    )
                    for measure in MEASURES
                ),
                variant=variant,
                paper="Figure 4",
            )
        )
    return found


def _measures(run: Run, variant: str, bins: Sequence[Group]) -> tuple[Series, ...]:
    return tuple(
        Series(
            measure.label, tuple(estimate(run, measure.figure(variant), chosen) for chosen in bins)
        )
        for measure in MEASURES
    )


def _popularity() -> Bins:
    return [(name, within("sitelinks", low, high)) for name, low, high in POPULARITY]


def _constrainedness() -> Bins:
    return [(name, within("constrainedness", low, high)) for name, low, high in CONSTRAINEDNESS]


def _has_point(series: Series) -> bool:
    return any(point is not None and not math.isnan(point.value) for point in series.points)


def _slug(label: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in label)
