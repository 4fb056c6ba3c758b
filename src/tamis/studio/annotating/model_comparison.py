"""Comparing a model's labels with people's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tamis.measures.agreement import cohen_kappa, kappa_interval
from tamis.studio.annotating.kinds import Field, Kind
from tamis.studio.annotating.kinds.kind import value_label
from tamis.studio.annotating.rater_agreement import Figure, Unit, figure, majority, value_of


@dataclass(frozen=True)
class Compared:
    """One model compared with people on one field.

    People's value is the adjudicated one, else the majority's; `undecided` items have none.
    `table[person][model]` counts by the names of the values in `rows` and `columns`.
    """

    model: str
    field: Field
    n: int
    undecided: int
    share: float | None
    kappa: Figure
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    table: Mapping[str, Mapping[str, int]]
    different: tuple[tuple[int, str, str], ...]


def compare(kind: Kind, found: Sequence[Unit]) -> list[Compared]:
    """Every model that was imported, on every field that agreement is computed on."""
    models = sorted({model for unit in found for model in unit.models})
    return [
        _compared(model, field, found)
        for model in models
        for field in kind.fields
        if field.agreement and any(field.name in unit.models.get(model, {}) for unit in found)
    ]


def _compared(model: str, field: Field, found: Sequence[Unit]) -> Compared:
    people: list[Any] = []
    said: list[Any] = []
    different: list[tuple[int, str, str]] = []
    undecided = 0
    table: dict[str, Counter[str]] = {}
    for unit in found:
        value = value_of(field, unit.models.get(model, {}))
        if value is None or not (unit.people or unit.settled):
            continue
        right = value_of(field, unit.settled) if unit.settled else None
        if right is None:
            right = majority(field, unit.people.values())
        if right is None:
            undecided += 1
            continue
        people.append(right)
        said.append(value)
        names = _name(field, right), _name(field, value)
        table.setdefault(names[0], Counter())[names[1]] += 1
        if right != value:
            different.append((unit.item_id, *names))
    order = [option.label for option in field.options]
    seen = {name for row in table.values() for name in row}
    return Compared(
        model,
        field,
        len(people),
        undecided,
        sum(a == b for a, b in zip(people, said, strict=True)) / len(people) if people else None,
        figure(cohen_kappa(people, said), len(people), kappa_interval(people, said)),
        tuple(sorted(table, key=lambda name: _place(order, name))),
        tuple(sorted(seen, key=lambda name: _place(order, name))),
        table,
        tuple(different),
    )


def _name(field: Field, value: Any) -> str:
    if field.agreement == "ordinal" and field.options and isinstance(value, int):
        return field.options[value].label
    return value_label(field, list(value) if isinstance(value, tuple) else value)


def _place(order: Sequence[str], name: str) -> tuple[int, str]:
    return (order.index(name) if name in order else len(order), name)
