"""ACS's tables of costs, steadiness and repetitions, on runs worked by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tamis.benchmarks.acs import tables
from tamis.benchmarks.judging import is_blind
from tamis.benchmarks.options import BASELINE_ROWS
from tamis.report.runs import Run
from tamis.report.scored import Scored

NAN = math.nan
UNREAD = dict.fromkeys(("tp", "fp", "fn", "tn"), 0.0)
UNREAD |= {"correct": 0.0, "read_correct": NAN, "decided": 0.0, "unparsed": 1.0}


def vote(correct: bool, **others: float) -> dict[str, float]:
    """The figures of a verdict on a satisfied constraint."""
    found = {"tp": float(correct), "fn": float(not correct), "fp": 0.0, "tn": 0.0}
    right = {"correct": float(correct), "read_correct": float(correct), "decided": 1.0}
    return {**found, **right, **others}


def run(items: list[list[dict[str, float]]], kind: str = "model", **identity: str) -> Run:
    """A run with the figures of each item's epochs."""
    samples = tuple(
        Scored(f"{item}", epoch, {"response": f"r{item}", "domain": "workout"}, values)
        for item, epochs in enumerate(items)
        for epoch, values in enumerate(epochs, 1)
    )
    said = {"data": "d", "condition": "zero-shot" if kind == "model" else BASELINE_ROWS, **identity}
    return Run(kind, kind, "acs", "1", said, samples, len(samples))


def value(cell: object) -> float:
    """The value of a cell that is an estimate."""
    return cell.value  # type: ignore[attr-defined]


def test_the_majority_of_three_epochs_counts_and_silence_votes_against():
    """Two of three right; one of three right; one right and two unread, which is no majority."""
    yes, no = vote(True), vote(False)
    items = [[yes, yes, no], [no, yes, no], [yes, UNREAD, UNREAD]]
    [row] = tables.repetitions([run(items, epochs="3"), run([[yes]], epochs="1")]).rows
    assert (row.cells["epochs"], row.cells["n"]) == (3, 3)
    assert value(row.cells["majority"]) == pytest.approx(1 / 3)
    assert value(row.cells["decided"]) == 1
    # Of the six ordered pairs of verdicts two are the same; one verdict alone has no pair.
    assert value(row.cells["agreement"]) == pytest.approx(1 / 3)


def test_a_tie_of_verdicts_is_no_majority():
    """Two epochs that differ decide nothing, and are not right."""
    items = [[vote(True), vote(False)], [vote(True), vote(True)], [vote(False), vote(False)]]
    [row] = tables.repetitions([run(items, epochs="2")]).rows
    assert value(row.cells["majority"]) == pytest.approx(1 / 3)
    assert value(row.cells["decided"]) == pytest.approx(2 / 3)
    assert value(row.cells["agreement"]) == pytest.approx(2 / 3)


def test_a_run_that_only_varied_its_wording_is_in_the_table_of_steadiness():
    """One figure is enough for a row; a run with neither has none."""
    flips = (0.5, 0.0, 0.25, 0.0, 0.0)
    worded = [[vote(True, flipped=one, disagreed=NAN)] for one in flips]
    disagreed = [[vote(True, flipped=NAN, disagreed=one)] for one in (1.0, 0.0, 0.0, 0.0)]
    runs = [run(worded, paraphrases="3"), run(disagreed), run([[vote(True)]])]
    first, second = tables.steadiness(runs).rows
    assert (value(first.cells["flipped"]), first.cells["wordings"]) == (0.15, 3)
    assert math.isnan(value(first.cells["disagreed"]))
    assert (value(second.cells["disagreed"]), second.cells["wordings"]) == (0.25, 1)
    assert (first.cells["n"], second.cells["n"]) == (5, 4)


def test_costs_are_shown_where_a_model_judged():
    """Programs alone cost nothing: no table."""
    spent = {"asked_a_model": 1.0, "calls": 3.0, "tokens_in": 70.0, "tokens_out": 5.0}
    free = dict.fromkeys(spent, 0.0)
    model, program = run([[vote(True, **spent)]]), run([[vote(True, **free)]], "baseline")
    assert tables.costs([program]).rows == ()
    rows = tables.costs([model, program]).rows
    assert [(row.label, row.group) for row in rows] == [
        ("model", "zero-shot"),
        ("baseline", BASELINE_ROWS),
    ]
    assert {key: rows[0].cells[key] for key in spent} == spent
    assert len(tables.costs([model]).rows) == 1


@pytest.mark.parametrize(
    ("label", "kind", "blind"),
    [
        ("majority", "baseline", True),
        ("random [data=a]", "baseline", True),
        ("program", "baseline", False),
        ("majority", "model", False),
    ],
)
def test_a_baseline_that_looks_at_nothing_is_known_by_its_name(label, kind, blind):
    """Also where what tells two runs apart follows it."""
    assert is_blind(replace(run([[vote(True)]], kind), label=label)) is blind
