"""What a report says first: the answer in a sentence, and the nearest published rows."""

from __future__ import annotations

from typing import Any

from tamis.report import first
from tamis.report.elements import Column, Kind, Row, Table
from tamis.stats import Estimate

KEPT = Column("kept", "Kept", "up", said="keeps {} of the lists whole")
FOUND = Column("found", "Found", "up")


def row(label: str, kind: Kind, value: Any, group: str = "with list") -> Row:
    """A row with a figure of the measure that the table is about."""
    return Row(label, kind, {"kept": value, "found": 0.9}, group)


def table(*rows: Row) -> Table:
    """A table whose second column is the one that it is about."""
    return Table("t", "T", "", (FOUND, KEPT), rows)


GPT = row("GPT-4", "published", 0.43)
OURS = row("gpt-x", "model", Estimate(0.31, 0.02, 481, clusters=400, df=399))


def test_the_sentence_says_the_figure_its_interval_and_what_is_beside_it():
    """31% ± 1.97 standard errors of .02; 12 points below .43."""
    said = first.sentence(table(OURS, GPT), comparable=True)
    assert said == (
        "gpt-x (with list) keeps 31% of the lists whole, 12 points below the published GPT-4 "
        "(95% interval 27% to 35%, 481 samples)."
    )


def test_published_figures_on_other_data_are_not_compared_with():
    """They show the scale only."""
    assert "GPT-4" not in first.sentence(table(OURS, GPT), comparable=False)


def test_of_several_systems_the_best_is_named_and_models_before_baselines():
    """A baseline that is given the answers may be higher than any model."""
    said = first.sentence(
        table(OURS, row("gpt-y", "model", 0.2), row("symbolic", "baseline", 0.9)), comparable=False
    )
    assert said.startswith("gpt-x")
    assert "highest of 2 runs" in said


def test_a_measure_that_no_run_has_is_not_what_the_table_is_about():
    """Then it is the first of which more is better."""
    only = Row("a", "model", {"found": 0.25}, "")
    assert first.sentence(table(only, GPT), comparable=False).startswith("a has 25% found")


def test_the_nearest_published_rows_stay_those_of_the_same_condition_first():
    """By the distance from the best own figure, .31; the order of the rows is kept."""
    near = [row(f"n{i}", "published", value) for i, value in enumerate((0.9, 0.3, 0.0, 0.35))]
    other = row("other", "published", 0.31, "closed book")
    kept = first.nearest(table(other, *near, OURS), 2)
    assert [one.label for one in kept.rows] == ["n1", "n3", "gpt-x"]


def test_nothing_is_said_where_no_run_has_a_figure():
    """Published rows alone are no answer."""
    assert first.sentence(table(GPT), comparable=True) == ""
    assert first.nearest(table(GPT), 0).rows == (GPT,)
