"""The paper's own figures, as rows to be shown with the user's."""

from __future__ import annotations

from typing import Any

from tamis.report.build import published
from tamis.report.elements import Row


def overall(number: int, condition: str) -> list[Row]:
    """Table 1 or 5: the rows of one condition; none where the paper has none."""
    return _rows(_section(number)["overall"], condition, condition)


def by_type(number: int, type: str, condition: str, group: str) -> list[Row]:
    """Tables 3, 4, 6 and 7: the rows of one constraint type, as the paper spells it."""
    models = _section(number)["by_type"]
    return _rows({name: types[type] for name, types in models.items()}, condition, group)


def single_item(type: str, group: str) -> list[Row]:
    """The first column of Tables 3 and 4."""
    return [
        Row(model, "published", {"accuracy": types[type]["single_item_accuracy"]}, group)
        for model, types in _section(1)["by_type"].items()
    ]


def first_list() -> list[Row]:
    """How irrelevant the first list of self_context is (§4.2)."""
    figures = published("kitab_text")["self_context_first_list"]
    return [Row(model, "published", cells) for model, cells in figures.items()]


def _rows(models: dict[str, Any], condition: str, group: str) -> list[Row]:
    return [
        Row(model, "published", conditions[condition], group)
        for model, conditions in models.items()
        if condition in conditions
    ]


def _section(number: int) -> dict[str, Any]:
    section = "one_book_constraint" if number == 1 else "two_book_constraints"
    return dict(published("kitab")[section])
