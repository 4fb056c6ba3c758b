"""Two runs on the same samples: paired differences."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tamis.report.document import Report
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.matched import Matched
from tamis.report.runs import Run
from tamis.stats import NAN, Estimate, holm, mcnemar, or_none, samples_to_tell
from tamis.stats.columns import mean_of
from tamis.stats.paired_tests import sign_flip_of
from tamis.text.shown import counted

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
BRIEF = {"a", "b", "difference", "interval", "holm", "pairs"}
"""The columns of a comparison that is not asked for whole."""

_SUBTITLE = "Paired differences on the same samples, clustered by what they share"
ON_TESTS = (
    "Sign flips are by what samples share; McNemar is for figures of 0 or 1 and takes the samples "
    "as independent; Holm corrects the sign flips for all pairs of runs in this comparison. "
    "Samples for .02: how many of this kind tell a difference of .02 with a power of .8."
)


@dataclass(frozen=True)
class Paired:
    """A measure of two runs over the samples on which both have it.

    `difference` is B - A, and `differing` says in how many pairs there is one. Where there is none,
    the interval is what so many pairs allow, taken as independent. `flips` and `mcnemar` are
    p-values, NaN for McNemar where the figures are not all 0 or 1. `corrected` is `flips` corrected
    for all pairs of runs (Holm).
    """

    a: float
    b: float
    difference: Estimate
    differing: int
    flips: float
    mcnemar: float
    corrected: float = NAN


@dataclass(frozen=True)
class Pair:
    """Two runs, compared by each measure that some sample has in both.

    `of_a` and `of_b` count the samples that they were asked, `both` those with the same question.
    """

    a: Run
    b: Run
    of_a: int
    of_b: int
    both: int
    found: Mapping[str, Paired]


def compared(a: Sequence[Run], b: Sequence[Run], measures: Collection[str]) -> list[Pair]:
    """The pairs of runs of one condition, compared by each of `measures`, keys of headline figures.

    The runs must be complete, so that a sample without an answer counts as the worst value.

    If both sides have a single run, they are paired even when their conditions differ. Runs on
    other data or with other scoring are paired all the same.
    """
    alike = [(x, y) for x in a for y in b if _condition(x) == _condition(y)]
    if not alike and len(a) == len(b) == 1:
        alike = [(a[0], b[0])]
    return _compared(alike, measures)


def _compared(pairs: Sequence[tuple[Run, Run]], measures: Collection[str]) -> list[Pair]:
    matched = [Matched(a, b) for a, b in pairs]
    found = [
        {m: one for m in measures if (one := _paired(both, m)) is not None} for both in matched
    ]
    for measure in measures:
        having = [each for each in found if measure in each]
        corrected = holm({nth: each[measure].flips for nth, each in enumerate(having)})
        for nth, each in enumerate(having):
            each[measure] = replace(each[measure], corrected=corrected[nth])
    return [
        Pair(a, b, len(a.asked), len(b.asked), both.number, each)
        for (a, b), both, each in zip(pairs, matched, found, strict=True)
    ]


def _paired(both: Matched, measure: str) -> Paired | None:
    """The comparison by a measure; None where no sample has it in both."""
    first, second, clusters = both.figure(measure)
    found = second - first
    difference = mean_of(found, clusters)
    if not difference.n:
        return None
    known = found == found
    ours, theirs = first[known], second[known]
    binary = bool((((ours == 0) | (ours == 1)) & ((theirs == 0) | (theirs == 1))).all())
    better, worse = int((ours < theirs).sum()), int((ours > theirs).sum())
    # Differences of shares are within -1 and 1.
    bounds = None if (abs(found[known]) > 1).any() else (-1.0, 1.0)
    differing = int((ours != theirs).sum())
    effective = difference.effective if differing else float(difference.n)
    return Paired(
        mean_of(ours, clusters[known]).value,
        mean_of(theirs, clusters[known]).value,
        replace(difference, within=bounds, effective=effective),
        differing,
        sign_flip_of(found, clusters),
        mcnemar(better, worse) if binary else NAN,
    )


def records(pairs: Iterable[Pair], measures: Mapping[str, str]) -> list[dict[str, Any]]:
    """The comparisons as data: one record for each pair of runs and measure.

    `measures` maps the keys of the figures to their labels.
    """
    return [
        {
            "a": pair.a.label,
            "b": pair.b.label,
            "condition_a": _condition(pair.a),
            "condition_b": _condition(pair.b),
            "measure": measures[measure],
            "mean_a": one.a,
            "mean_b": one.b,
            "difference": one.difference.value,
            "pairs_that_differ": one.differing,
            **one.difference.spread(),
            "p_sign_flips": one.flips,
            "p_mcnemar": or_none(one.mcnemar),
            "p_holm": one.corrected,
            "pairs": one.difference.n,
            "left_out": one.difference.excluded,
            "samples_for_0.02": _whole(samples_to_tell(one.difference)),
        }
        for pair in pairs
        for measure, one in pair.found.items()
    ]


def comparison(pairs: Iterable[Pair], measures: Mapping[str, str]) -> Report:
    """A table for each pair of runs, over the samples that both have.

    `measures` maps the keys of the figures to their labels. Both means are over the pairs
    alone, so that the difference is the difference of the means shown. A note names what the runs
    differ in.
    """
    having = [pair for pair in pairs if pair.found]
    tables = tuple(_table(pair, measures) for pair in having)
    notes = [note for pair in having for note in _differences(pair.a, pair.b)]
    return Report(
        title="Comparison",
        subtitle=_SUBTITLE,
        identity={},
        tables=tables,
        notes=(*dict.fromkeys(notes), *([ON_TESTS] if tables else ())),
    )


def brief(pairs: Iterable[Pair], measures: Mapping[str, str], most: int) -> Report:
    """One table of at most `most` rows, and a note on the rest.

    Of one pair of runs the rows are its figures; of several a pair each, by the first of
    `measures`. What does not differ at all has a sentence in the notes instead of its row.
    """
    having = [pair for pair in pairs if pair.found]
    one = len(having) == 1
    shown, keys = having[:most], list(measures)[: most if one else 1]
    found = [(pair, key, pair.found[key]) for pair in shown for key in keys if key in pair.found]
    rows = [
        Row(measures[key] if one else _two(pair), "measure", _cells(figure))
        for pair, key, figure in found
        if figure.differing
    ]
    notes = [note for pair in shown for note in _on_alike(pair, keys, measures)]
    notes += [note for pair in shown for note in _differences(pair.a, pair.b)]
    pairs_left = len(having) - len(shown)
    figures_left = len({key for pair in having for key in pair.found}.difference(keys))
    left = [counted(pairs_left, "pair of runs", "pairs of runs")] if pairs_left else []
    left += [counted(figures_left, "more figure")] if figures_left else []
    left.append("McNemar's test, and how many samples would tell a difference of .02")
    notes.append(f"Not shown: {'; '.join(left)}. --all prints all.")
    title = _title(having[0]) if one else f"{', '.join(measures[key] for key in keys)}: A / B"
    columns = tuple(column for column in COLUMNS if column.key in BRIEF)
    return Report(
        title="Comparison",
        subtitle=f"{_SUBTITLE}; p by sign flips, corrected for all pairs of runs (Holm)",
        identity={},
        tables=(Table("compare", title, "", columns, tuple(rows)),) if rows else (),
        notes=tuple(dict.fromkeys(notes)),
    )


def _two(pair: Pair) -> str:
    """Two runs as the label of a row."""
    a, b = _condition(pair.a), _condition(pair.b)
    if a == b:
        return f"{pair.a.label} / {pair.b.label}" + (f", {a}" if a else "")
    return f"{pair.a.label}, {a} / {pair.b.label}, {b}"


def _on_alike(pair: Pair, keys: Sequence[str], measures: Mapping[str, str]) -> Iterator[str]:
    """What is said of the figures in which two runs do not differ at all."""
    by_number: dict[int, list[str]] = {}
    for key in keys:
        if key in pair.found and not pair.found[key].differing:
            by_number.setdefault(pair.found[key].difference.n, []).append(measures[key])
    for number, labels in by_number.items():
        # Clopper and Pearson (1934): the upper end of the 95% interval of a share of 0.
        bound = 1 - 0.025 ** (1 / number)
        yield (
            f"{_title(pair)}: no difference in {counted(number, 'pair')} by {'; '.join(labels)}. "
            f"At most {bound:.1%} of such pairs may differ (95%)."
        )


def _condition(run: Run) -> str:
    return run.identity.get("condition", "")


def _cells(one: Paired) -> dict[str, Cell]:
    low, high = one.difference.interval
    return {
        "a": one.a,
        "b": one.b,
        "difference": f"{one.difference.value:+.3f}" if one.differing else "none",
        "interval": f"{low:+.3f} to {high:+.3f}" if low == low else "–",
        "flips": _chance(one.flips),
        "mcnemar": _chance(one.mcnemar),
        "holm": _chance(one.corrected),
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


def _table(pair: Pair, measures: Mapping[str, str]) -> Table:
    a, b = pair.a, pair.b
    return Table(
        id=f"compare-{_condition(a)}-{a.label}-{b.label}",
        title=_title(pair),
        caption=f"Samples with the same question: {pair.both:,} of {pair.of_a:,} in A and "
        f"{pair.of_b:,} in B. Left out are pairs in which the measure is undefined on a side.",
        columns=COLUMNS,
        rows=tuple(Row(measures[m], "measure", _cells(one)) for m, one in pair.found.items()),
    )


def _title(pair: Pair) -> str:
    """Which runs are compared, each with its condition unless both have the same."""
    a, b = pair.a, pair.b
    condition = _condition(a)
    if _condition(b) != condition:
        return f"A = {condition}, {_named(a)}; B = {_condition(b)}, {_named(b)}"
    return f"{condition}: A = {_named(a)}, B = {_named(b)}"


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
    rows = []
    for pair in _compared([(reference, run) for run in others], measures):
        cells: dict[str, Cell] = {"pairs": pair.both}
        for measure, one in pair.found.items():
            low, high = one.difference.interval
            span = f" ({low:+.2f} to {high:+.2f})" if low == low else ""
            cells[measure] = f"{one.difference.value:+.3f}{span}, p {_chance(one.corrected)}"
        if pair.both:
            rows.append(Row(pair.b.label, pair.b.kind, cells, _condition(pair.b)))
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
