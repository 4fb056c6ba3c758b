"""How far the raters of a project agree, and where they do not."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tamis.measures.agreement import (
    alpha_interval,
    cohen_kappa,
    kappa_interval,
    krippendorff_alpha,
)
from tamis.studio.annotating.imported_labels import HAS_IMPORTED, imported_of
from tamis.studio.annotating.kinds import Field, Kind, Label
from tamis.studio.annotating.payload import IMPORTED
from tamis.studio.database.schema import Adjudication, Assignment, Item, Person, Project

_MOST_PAIRS = 15

TOO_FEW = "No item has this from two people yet."
ALL_ALIKE = "All labels so far have one value: chance alone would agree as well."


@dataclass(frozen=True)
class Unit:
    """An item with its finished labels: by people, by models, and the adjudicated one."""

    item_id: int
    people: Mapping[str, Label]
    models: Mapping[str, Label]
    settled: Label | None = None


@dataclass(frozen=True)
class Figure:
    """A coefficient with its 95% interval, or None and the reason for which it is undefined.

    The interval is None with fewer than eight items.
    """

    value: float | None
    reason: str = ""
    interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class Pair:
    """Two people on the `n` items that both have labelled; `share` of them alike."""

    a: str
    b: str
    n: int
    share: float
    kappa: Figure


@dataclass(frozen=True)
class FieldAgreement:
    """Agreement on one field.

    `items` have it from two people or more; `share` is that of pairs of labels of one item which
    are alike. `pairs` are those with most items in common; `more` counts the others.
    """

    field: Field
    items: int
    labels: int
    share: float | None
    alpha: Figure
    pairs: tuple[Pair, ...]
    more: int


def units(transaction: Session, project: Project, settled: bool = False) -> list[Unit]:
    """Every item that has a label, in the order of the labels; one query where none was imported.

    People are named by their accounts, and imported labels by the names that came with them.
    """
    people: dict[int, dict[str, Label]] = {}
    models: dict[int, dict[str, Label]] = {}
    rows = transaction.execute(
        select(Assignment.item_id, Person.name, Assignment.label)
        .join(Person, Person.id == Assignment.person_id)
        .where(Assignment.project_id == project.id, Assignment.state == "done")
        .order_by(Assignment.item_id, Assignment.id)
    )
    for item_id, name, label in rows:
        people.setdefault(item_id, {})[name] = label or {}
    if project.settings.get(HAS_IMPORTED):
        brought = transaction.execute(
            select(Item.id, Item.payload[IMPORTED]).where(Item.project_id == project.id)
        )
        for item_id, entries in brought:
            for one in imported_of({IMPORTED: entries or []}):
                where = models if one.model else people
                where.setdefault(item_id, {}).setdefault(one.name, one.label)
    decided: dict[int, Label] = {}
    if settled:
        decided = {
            one.item_id: one.label
            for one in transaction.scalars(
                select(Adjudication)
                .join(Item, Item.id == Adjudication.item_id)
                .where(Item.project_id == project.id)
            )
        }
    ids = sorted({*people, *models})
    return [Unit(n, people.get(n, {}), models.get(n, {}), decided.get(n)) for n in ids]


def agreement(kind: Kind, found: Sequence[Unit]) -> tuple[FieldAgreement, ...]:
    """Agreement on each field of the kind that it is computed for."""
    return tuple(_of_field(field, found) for field in kind.fields if field.agreement)


def _of_field(field: Field, found: Sequence[Unit]) -> FieldAgreement:
    ratings: list[dict[Hashable, Any]] = []
    for unit in found:
        said: dict[Hashable, Any] = {
            name: value_of(field, label) for name, label in unit.people.items()
        }
        said = {name: value for name, value in said.items() if value is not None}
        if len(said) > 1:
            ratings.append(said)
    alike = both = 0
    pairs: dict[tuple[str, str], list[tuple[Any, Any]]] = {}
    for said in ratings:
        for a, b in combinations(sorted(map(str, said)), 2):
            pairs.setdefault((a, b), []).append((said[a], said[b]))
            both += 1
            alike += said[a] == said[b]
    ranked = sorted(pairs.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    alpha = krippendorff_alpha(ratings, field.agreement or "nominal")
    return FieldAgreement(
        field,
        len(ratings),
        sum(map(len, ratings)),
        alike / both if both else None,
        figure(alpha, len(ratings), alpha_interval(ratings, field.agreement or "nominal")),
        tuple(_pair(a, b, values) for (a, b), values in ranked[:_MOST_PAIRS]),
        max(0, len(ranked) - _MOST_PAIRS),
    )


def _pair(a: str, b: str, values: Sequence[tuple[Any, Any]]) -> Pair:
    first, second = zip(*values, strict=True)
    share = sum(x == y for x, y in values) / len(values)
    kappa = figure(cohen_kappa(first, second), len(values), kappa_interval(first, second))
    return Pair(a, b, len(values), share, kappa)


def figure(value: float, n: int, interval: tuple[float, float]) -> Figure:
    """A coefficient of `n` items, or why there is none."""
    if not math.isnan(value):
        return Figure(value, interval=None if math.isnan(interval[0]) else interval)
    return Figure(None, ALL_ALIKE if n else TOO_FEW)


def value_of(field: Field, label: Label) -> Any:
    """What a label says for a field, to be compared; None where it says nothing.

    Ordinal values are numbers in the order of the options; several choices are one value.
    """
    value = label.get(field.name)
    if value is None or value == "" or value == []:
        return None
    if field.agreement == "ordinal" and field.options:
        order = [option.value for option in field.options]
        return order.index(value) if value in order else None
    if isinstance(value, list):
        return tuple(sorted(map(str, value)))
    return value if isinstance(value, Hashable) else repr(value)


def differ(kind: Kind, labels: Iterable[Label]) -> bool:
    """Whether labels of one item say different things in a field that agreement is computed on.

    An empty field does not differ from a filled one.
    """
    labels = list(labels)
    return any(field.agreement and differ_in(field, labels) for field in kind.fields)


def differ_in(field: Field, labels: Iterable[Label]) -> bool:
    """Whether labels of one item say different things in one field."""
    return len({value_of(field, label) for label in labels} - {None}) > 1


def majority(field: Field, labels: Iterable[Label]) -> Any:
    """The value that most labels have; None where two have as many, or none has any."""
    counts = Counter(value_of(field, label) for label in labels)
    counts.pop(None, None)
    ranked = counts.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
