"""Two runs on the same samples: paired differences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tamis.report.elements import Cell, Column, Report, Row, Table
from tamis.report.runs import Run, Scored
from tamis.stats import (
    NAN,
    Estimate,
    holm,
    mcnemar,
    mean,
    paired_difference,
    samples_to_tell,
    sign_flip,
)

COLUMNS = (
    Column("a", "A"),
    Column("b", "B"),
    Column("difference", "B - A"),
    Column("interval", "95% interval"),
    Column("flips", "p (sign flips)"),
    Column("mcnemar", "p (McNemar)"),
    Column("holm", "p (Holm)"),
    Column("pairs", "Pairs"),
    Column("left_out", "Left out"),
    Column("to_tell", "Samples for .02"),
)
ON_TESTS = (
    "Sign flips are by what samples share; McNemar is for figures of 0 or 1 and takes the samples "
    "as independent; Holm corrects the sign flips for all pairs of runs in this comparison. "
    "Samples for .02: how many of this kind tell a difference of .02 with a power of .8."
)


@dataclass(frozen=True)
class Paired:
    """A measure of two runs over the samples on which both have it.

    `difference` is B - A; `flips` and `mcnemar` are p-values, NaN for McNemar where the figures are
    not all 0 or 1.
    """

    a: float
    b: float
    difference: Estimate
    flips: float
    mcnemar: float


def paired(a: Run, b: Run, measure: str) -> Paired | None:
    """The comparison of two runs by a measure; None where no sample has it in both."""
    ours, theirs = _answered(a), _answered(b)
    first, second = _both(ours, measure), _both(theirs, measure)
    clusters = {key: ours[key].cluster for key in first}
    difference = paired_difference(first, second, clusters)
    if not difference.n:
        return None
    pairs = {key: (first[key], second[key]) for key in first if key in second}
    pairs = {key: pair for key, pair in pairs.items() if not math.isnan(sum(pair))}
    values = list(pairs.values())
    binary = all(value in (0, 1) for pair in values for value in pair)
    return Paired(
        mean((one, key) for key, (one, _) in pairs.items()).value,
        mean((two, key) for key, (_, two) in pairs.items()).value,
        difference,
        sign_flip({key: two - one for key, (one, two) in pairs.items()}, clusters),
        mcnemar(values.count((0, 1)), values.count((1, 0))) if binary else NAN,
    )


def records(
    a: Sequence[Run], b: Sequence[Run], measures: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """The comparison as data: one record for each pair of runs and measure."""
    pairs = list(_pairs(a, b))
    found = _found(pairs, measures)
    corrected = _corrected(found)
    for (nth, measure), one in found.items():
        first, second = pairs[nth]
        low, high = one.difference.interval
        yield {
            "a": first.label,
            "b": second.label,
            "condition_a": _condition(first),
            "condition_b": _condition(second),
            "measure": measures[measure],
            "mean_a": one.a,
            "mean_b": one.b,
            "difference": one.difference.value,
            "stderr": _number(one.difference.error),
            "low": _number(low),
            "high": _number(high),
            "p_sign_flips": one.flips,
            "p_mcnemar": _number(one.mcnemar),
            "p_holm": corrected[nth, measure],
            "pairs": one.difference.n,
            "left_out": one.difference.excluded,
            "samples_for_0.02": _whole(samples_to_tell(one.difference)),
        }


def comparison(a: Sequence[Run], b: Sequence[Run], measures: Mapping[str, str]) -> Report:
    """A table for each pair of runs of one condition, over the samples that both have.

    If both sides have a single run, they are paired even when their conditions differ.

    `measures` maps the keys of the figures to their labels. Both means are over the pairs
    alone, so that the difference is the difference of the means shown. Runs on other data or
    with other scoring are paired all the same, and a note says so.
    """
    pairs = list(_pairs(a, b))
    found = _found(pairs, measures)
    corrected = _corrected(found)
    tables: list[Table] = []
    notes: list[str] = []
    for nth, (first, second) in enumerate(pairs):
        rows = tuple(
            Row(measures[measure], "measure", _cells(one, corrected[pair, measure]))
            for (pair, measure), one in found.items()
            if pair == nth
        )
        if rows:
            tables.append(_table(first, second, rows))
            notes += _differences(first, second)
    return Report(
        title="Comparison",
        subtitle="Paired differences on the same samples, clustered by what they share",
        identity={},
        tables=tuple(tables),
        notes=(*dict.fromkeys(notes), *([ON_TESTS] if tables else ())),
    )


_Found = dict[tuple[int, str], Paired]
"""Comparisons by the number of the pair of runs, from 0, and the measure."""


def _found(pairs: Sequence[tuple[Run, Run]], measures: Mapping[str, str]) -> _Found:
    """Each pair of runs by each measure that both have."""
    return {
        (nth, measure): one
        for nth, (first, second) in enumerate(pairs)
        for measure in measures
        if (one := paired(first, second, measure)) is not None
    }


def _corrected(found: _Found) -> dict[tuple[int, str], float]:
    """The p-values by sign flips, for each measure corrected for all pairs of runs."""
    corrected: dict[tuple[int, str], float] = {}
    for measure in dict.fromkeys(measure for _, measure in found):
        corrected |= holm({key: one.flips for key, one in found.items() if key[1] == measure})
    return corrected


def _pairs(a: Sequence[Run], b: Sequence[Run]) -> Iterator[tuple[Run, Run]]:
    alike = [(x, y) for x in a for y in b if _condition(x) == _condition(y)]
    if not alike and len(a) == len(b) == 1:
        alike = [(a[0], b[0])]
    yield from alike


def _condition(run: Run) -> str:
    return run.identity.get("condition", "")


def _cells(one: Paired, corrected: float) -> dict[str, Cell]:
    low, high = one.difference.interval
    return {
        "a": one.a,
        "b": one.b,
        "difference": f"{one.difference.value:+.3f}",
        "interval": f"{low:+.3f} to {high:+.3f}" if low == low else "–",
        "flips": _chance(one.flips),
        "mcnemar": _chance(one.mcnemar),
        "holm": _chance(corrected),
        "pairs": one.difference.n,
        "left_out": one.difference.excluded,
        "to_tell": _whole(samples_to_tell(one.difference)),
    }


def _chance(p: float) -> str:
    """A p-value in three decimals; an en dash for NaN."""
    if math.isnan(p):
        return "–"
    return f"{p:.3f}" if p >= 0.0005 else "<0.001"


def _whole(number: float) -> int | None:
    return None if math.isnan(number) else math.ceil(number)


def _number(value: float) -> float | None:
    """A figure for JSON and CSV, which have no NaN."""
    return None if math.isnan(value) else value


def _both(samples: Mapping[tuple[str, int, str], Scored], measure: str) -> dict[Any, float]:
    return {key: s.values[measure] for key, s in samples.items() if measure in s.values}


def _table(a: Run, b: Run, rows: tuple[Row, ...]) -> Table:
    ours, theirs = _answered(a), _answered(b)
    both = sum(key in theirs for key in ours)
    condition = _condition(a)
    title = f"{condition}: A = {_named(a)}, B = {_named(b)}"
    if _condition(b) != condition:
        title = f"A = {condition}, {_named(a)}; B = {_condition(b)}, {_named(b)}"
    return Table(
        id=f"compare-{condition}-{a.label}-{b.label}",
        title=title,
        caption=f"Samples with the same question: {both:,} of {len(ours):,} in A and "
        f"{len(theirs):,} in B. Left out are pairs in which the measure is undefined on a side.",
        columns=COLUMNS,
        rows=rows,
    )


def _answered(run: Run) -> dict[tuple[str, int, str], Scored]:
    """The scored samples by id, epoch and question: in other data an id can be another question."""
    return {(s.id, s.epoch, str(s.about.get("question", ""))): s for s in run.samples if s.values}


def _named(run: Run) -> str:
    return f"{run.label} ({run.kind})"


def _differences(a: Run, b: Run) -> Iterator[str]:
    for key in ("data_version", "prompts", "scoring", "names"):
        if a.identity.get(key) != b.identity.get(key):
            yield (
                f"{a.label} and {b.label} differ in {key}: "
                f"{a.identity.get(key)} and {b.identity.get(key)}."
            )


def against(reference: Run, runs: Sequence[Run], measures: Mapping[str, str]) -> Table:
    """Paired differences of each run from one of them, a column for each measure.

    A cell is the difference with its 95% interval and its p-value, over the samples that both have;
    the p-values are by sign flips, corrected for all runs (Holm).
    """
    others = [run for run in runs if run is not reference]
    found = _found([(reference, run) for run in others], measures)
    corrected = _corrected(found)
    rows = []
    for nth, run in enumerate(others):
        both = len(_answered(reference).keys() & _answered(run).keys())
        cells: dict[str, Cell] = {"pairs": both}
        for measure in measures:
            if one := found.get((nth, measure)):
                low, high = one.difference.interval
                span = f" ({low:+.2f} to {high:+.2f})" if low == low else ""
                chance = _chance(corrected[nth, measure])
                cells[measure] = f"{one.difference.value:+.3f}{span}, p {chance}"
        if both:
            rows.append(Row(run.label, run.kind, cells, _condition(run)))
    # "F1 (golds=revised, variant=paper)": what is common to all goes into the caption, once.
    said = {key: label.partition(" (") for key, label in measures.items()}
    of = dict.fromkeys(rest.rstrip(")") for _, _, rest in said.values() if rest)
    short = len(of) <= 1
    columns = [Column(k, said[k][0] if short else label) for k, label in measures.items()]
    of = of if short else {}
    return Table(
        id="differences",
        title=f"Differences from {reference.label}, {_condition(reference)}",
        caption=f"{'; '.join(of)}{'. ' if of else ''}Paired over the samples that both have, with "
        "95% intervals, clustered by what the samples share. P-values by sign flips, corrected "
        "for all these runs (Holm).",
        columns=(*columns, Column("pairs", "Pairs")),
        rows=tuple(rows),
    )
