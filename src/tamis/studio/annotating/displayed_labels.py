"""Labels as shown to an owner: with names, as "Rater A" and "Rater B", or hidden.

An owner who also annotates is a rater like others: labels of an item that they may still label
would influence them, so these are hidden until they open the item to settle it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from tamis.studio.annotating import rater_agreement
from tamis.studio.annotating.common import LabelPart, label_parts
from tamis.studio.annotating.finished_labels import Labelled
from tamis.studio.annotating.kinds import Field, Kind, Label
from tamis.studio.annotating.project_store import is_member
from tamis.studio.annotating.rater_slots import may_still_label
from tamis.studio.database.schema import Item, Project, now
from tamis.studio.people.accounts import Who


@dataclass(frozen=True)
class DisplayedLabel:
    """A label as the owner sees it; `name` is "Rater A" where names are hidden."""

    name: str
    parts: list[LabelPart]
    comment: str
    label: Label
    source: str
    done_at: Any = None
    seconds: float | None = None


def hidden_items(
    transaction: Session, project: Project, person: Who, item: Item | None = None
) -> set[int]:
    """The items whose labels are hidden from an owner; with `item` only that one is checked."""
    if not is_member(transaction, project.id, person.id):
        return set()
    return may_still_label(transaction, project, person, now(), item)


def displayed(kind: Kind, project: Project, labels: list[Labelled]) -> list[DisplayedLabel]:
    """Labels as shown to the owner; if the project hides names, without names and in shuffled
    order."""
    hidden = bool(project.settings.get("hide_names"))
    if hidden:
        labels = sorted(
            labels,
            key=lambda one: hashlib.sha256(f"{one.item_id}/{one.person}".encode()).digest(),
        )
    return [
        DisplayedLabel(
            f"Rater {_letters(place)}" if hidden and one.source != "model" else one.person,
            label_parts(kind, one.label),
            one.comment,
            one.label,
            one.source,
            None if hidden else one.done_at,
            None if hidden else one.seconds,
        )
        for place, one in enumerate(labels)
    ]


@dataclass(frozen=True)
class LabelRow:
    """A field of an item's labels: each rater's part, and who differs from most of the others."""

    name: str
    cells: tuple[LabelPart | None, ...]
    differs: tuple[bool, ...]


def label_rows(kind: Kind, people: Sequence[DisplayedLabel]) -> list[LabelRow]:
    """Labels of one item as the rows of a table that has a column for each rater.

    Raters differ in what they chose of a fixed list, where most chose something else, or where as
    many did. An empty field does not differ, unless several may hold (`choices`): none is one more.
    """
    named = [{part.name: part for part in one.parts} for one in people]
    order = {field.label: None for field in kind.fields}
    order |= {name: None for parts in named for name in parts}
    differing = {
        field.label: _differing(field, [one.label for one in people])
        for field in kind.fields
        if field.options
    }
    return [
        LabelRow(
            name,
            tuple(parts.get(name) for parts in named),
            tuple(differing.get(name, [False] * len(people))),
        )
        for name in order
        if any(name in parts and not parts[name].empty for parts in named)
    ]


def _differing(field: Field, labels: list[Label]) -> list[bool]:
    values = [rater_agreement.value_of(field, label) for label in labels]
    if field.how == "choices":
        values = [() if value is None else value for value in values]
    ranked = Counter(value for value in values if value is not None).most_common(2)
    if len(ranked) < 2:
        return [False] * len(values)
    most = None if ranked[0][1] == ranked[1][1] else ranked[0][0]
    return [value is not None and value != most for value in values]


def _letters(place: int) -> str:
    return chr(ord("A") + place) if place < 26 else str(place + 1)
