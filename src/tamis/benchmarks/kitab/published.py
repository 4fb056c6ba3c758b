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


def later_models(condition: str, family: str) -> list[Row]:
    """Satisfied and completeness of later models, by stored type (Eureka's published results).

    Those figures are by the published scorer (variant `reference`), printed there in percent.
    """
    for experiment in published("kitab_eureka_models")["data"]["experiments"]:
        if experiment["title"].lower().replace(" ", "_").replace("-", "_") == condition:
            at = experiment["categories"].index(family)
            cells: dict[str, dict[str, float]] = {}
            for series in experiment["series"]:
                key = "completeness" if "ompleteness" in series["title"] else "satisfied"
                for model in series["values"]:
                    cells.setdefault(model["name"], {})[key] = model["scores"][at] / 100
            return [Row(model, "published", c, family) for model, c in cells.items()]
    return []


def _rows(models: dict[str, Any], condition: str, group: str) -> list[Row]:
    return [
        Row(model, "published", conditions[condition], group)
        for model, conditions in models.items()
        if condition in conditions
    ]


def _section(number: int) -> dict[str, Any]:
    section = "one_book_constraint" if number == 1 else "two_book_constraints"
    return dict(published("kitab")[section])
