"""The paper's own figures, as rows to show with the user's (ACS, Tables 1 and 2)."""

from __future__ import annotations

from tamis.report.build import published
from tamis.report.elements import Cell, Part, Row

CONDITIONS = {"zero-shot": "zero_shot", "2-shot": "two_shot"}
"""The conditions that the paper has figures for, and their names in the published file."""

ERRORS = {
    "extraction": "extraction",
    "counting": "counting",
    "schedule understanding": "schedule_understanding",
    "other reasoning": "other_reasoning",
    "calculation": "calculation",
}
"""The categories of errors, and their names in the published file."""


def judges(condition: str) -> list[Row]:
    """Table 1: accuracy and both F1s under one condition; none where the paper has none.

    Their difference, which the paper does not print, is that of the printed figures.
    """
    if condition not in CONDITIONS:
        return []
    found = []
    for name, shots in published("acs")["judges"].items():
        cells = {key: percent / 100 for key, percent in shots[CONDITIONS[condition]].items()}
        cells["skew"] = cells["f1_satisfied"] - cells["f1_unsatisfied"]
        found.append(Row(name, "published", cells, condition))
    return found


def errors(condition: str) -> list[Row]:
    """Table 2: how often each category of error occurred; the paper has it for 2-shot."""
    if condition != "2-shot":
        return []
    rows = []
    for name, counts in published("acs")["errors_two_shot"].items():
        total = counts["total"]
        cells: dict[str, Cell] = {k: Part(counts[there], total) for k, there in ERRORS.items()}
        cells["reasoning"] = Part(total - counts[ERRORS["calculation"]], total)
        rows.append(Row(name, "published", {"total": total, **cells}, condition))
    return rows
