"""The share of constraints that judges call satisfied: raw, and corrected for their errors.

A judge's sensitivity and specificity are measured on one half of the responses and used to correct
its verdicts on the other half, and the other way round. Measured on the same verdicts that they
correct, they would only reproduce the labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamis.benchmarks.acs.data import short_hash
from tamis.benchmarks.acs.score import VERDICTS
from tamis.measures.classification import (
    Rate,
    Rows,
    estimates,
    positive,
    said_positive,
    sensitivity,
    specificity,
)
from tamis.report import build
from tamis.report.elements import Cell, Column, Kind, Row, Table
from tamis.stats import Correction, correct, pooled

TRUE = Rate(
    "true",
    "True share",
    "the share that the labels call satisfied",
    better=None,
    over=VERDICTS,
    of=positive,
)
RAW = Rate(
    "raw",
    "Raw share",
    "the share that the judge calls satisfied",
    better=None,
    over=VERDICTS,
    of=said_positive,
)
SENSITIVITY = Rate(
    "sensitivity",
    "Sensitivity",
    "the share of the satisfied that are judged so",
    over=VERDICTS,
    of=sensitivity,
)
SPECIFICITY = Rate(
    "specificity",
    "Specificity",
    "the share of the unsatisfied that are judged so",
    over=VERDICTS,
    of=specificity,
)
DECLARED = (TRUE, RAW, SENSITIVITY, SPECIFICITY)


@dataclass(frozen=True)
class Verdicts:
    """The verdicts of one judge on one data set.

    `asked` identifies the judge and its settings: it is equal for the same judge on other data.
    """

    label: str
    kind: Kind
    condition: str
    data: str
    asked: object
    rows: Rows


def table(judges: Sequence[Verdicts]) -> tuple[Table, list[str]]:
    """A row per judge, one per other data set that can correct it, and the warnings."""
    rows: list[Row] = []
    notes: list[str] = []
    borrowed = False
    for judge in judges:
        halves = [[row for row in judge.rows if _half(row[1]) == nth] for nth in (0, 1)]
        first, second = (_corrected(halves[nth], halves[1 - nth]) for nth in (0, 1))
        value, ends = pooled([(first.raw.n, first), (second.raw.n, second)])
        own: dict[str, Cell] = {
            **estimates((TRUE, RAW), judge.rows),
            "n": said_positive(judge.rows).n,
        }
        cells: dict[str, Cell] = {
            "corrected": value,
            "interval": _span(ends),
            "first": _shown(first),
            "second": _shown(second),
            **estimates((SENSITIVITY, SPECIFICITY), judge.rows),
        }
        rows.append(Row(judge.label, judge.kind, own | cells, judge.condition))
        for which, half in (("first", first), ("second", second)):
            notes += _note(judge, f"{which} half", half)
        for other in judges:
            if _corrects(other, judge):
                found = _corrected(judge.rows, other.rows)
                borrowed = True
                label = f"{judge.label}, by its error rates on data={other.data}"
                cells = {
                    "corrected": found.value,
                    "interval": _span(found.interval),
                    "sensitivity": found.sensitivity,
                    "specificity": found.specificity,
                }
                rows.append(Row(label, judge.kind, own | cells, judge.condition))
                notes += _note(judge, f"by its error rates on data={other.data}", found)
    made = Table(
        id="shares",
        title="Share of constraints satisfied",
        caption="Over the items with a verdict: by the labels (true), by the judge (raw), and by "
        "the judge corrected for its sensitivity and specificity (Rogan and Gladen). Those are "
        "measured on half of the responses, by their hash, and correct the other half; the "
        "corrected share is the mean of both halves. Its interval has the uncertainty of the "
        "verdicts and of the error rates (Lang and Reiczigel), clustered by response."
        + (" Error rates on other data correct all verdicts at once." if borrowed else ""),
        columns=(
            *map(Column.of, (TRUE, RAW)),
            Column("corrected", "Corrected share"),
            Column("interval", "95% interval"),
            Column("first", "First half"),
            Column("second", "Second half"),
            *map(Column.of, (SENSITIVITY, SPECIFICITY)),
            build.N,
        ),
        rows=tuple(rows),
    )
    return made, notes


def _corrected(judged: Rows, labelled: Rows) -> Correction:
    return correct(said_positive(judged), sensitivity(labelled), specificity(labelled))


def _corrects(other: Verdicts, judge: Verdicts) -> bool:
    """Whether another run has error rates of the same judge, on other responses only."""
    return (
        other is not judge
        and other.asked == judge.asked
        and {c for _, c in other.rows}.isdisjoint(c for _, c in judge.rows)
    )


def _half(response: str) -> int:
    """0 or 1, depending only on the response: the same in every run."""
    return int(short_hash(response), 16) % 2


def _shown(found: Correction) -> str:
    return f"{found.value:.2f} ({_span(found.interval)})" if found.value == found.value else "–"


def _span(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{low:.2f} to {high:.2f}" if low == low else "–"


def _note(judge: Verdicts, which: str, found: Correction) -> list[str]:
    name = f"{judge.label} ({judge.condition})"
    return [f"{name}, corrected share, {which}: {found.warning}"] if found.warning else []
