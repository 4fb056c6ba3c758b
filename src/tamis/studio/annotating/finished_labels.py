"""The finished labels of a project, given here or imported."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from tamis.studio.annotating.imported_labels import imported_of
from tamis.studio.annotating.kinds import Label
from tamis.studio.annotating.payload import payload_of
from tamis.studio.database.schema import Adjudication, Assignment, Item, Person

Source = Literal["here", "imported", "model"]


@dataclass(frozen=True)
class Labelled:
    """A finished label. `source`: given in this studio, or imported from people or a model.

    `person_id` is None for imported labels, `done_at` and `seconds` where their file did not say;
    `person` is the name, of a
    model without the prefix that tells it from people. `adjudicated` is what was settled for the
    item, None where nothing was. `payload` is as raters see it, without imported labels.
    """

    item_id: int
    key: str
    payload: dict[str, Any]
    question_key: str
    written_by: str
    person: str
    person_id: int | None
    label: Label
    comment: str
    source: Source
    done_at: datetime | None = None
    seconds: float | None = None
    adjudicated: Label | None = None
    state: str = "done"


def finished_labels(
    transaction: Session, project_id: str, item_id: int | None = None
) -> list[Labelled]:
    """All finished labels of a project, or of one item, in the order of its items.

    Those given here come first, then imported ones.
    """
    of_items = select(Item).where(Item.project_id == project_id)
    given = (
        select(Assignment, Person.name)
        .join(Person, Person.id == Assignment.person_id)
        .where(Assignment.project_id == project_id, Assignment.state == "done")
        .order_by(Assignment.done_at, Assignment.id)
    )
    settled = (
        select(Adjudication)
        .join(Item, Item.id == Adjudication.item_id)
        .where(Item.project_id == project_id)
    )
    if item_id is not None:
        of_items = of_items.where(Item.id == item_id)
        given = given.where(Assignment.item_id == item_id)
        settled = settled.where(Item.id == item_id)
    here: dict[int, list[tuple[Assignment, str]]] = {}
    for assignment, name in transaction.execute(given):
        here.setdefault(assignment.item_id, []).append((assignment, name))
    decided = {one.item_id: one.label for one in transaction.scalars(settled)}
    found: list[Labelled] = []
    for item in transaction.scalars(of_items.order_by(Item.position, Item.id)):
        common = (item.id, item.key, payload_of(item), item.question_key, item.written_by)
        for row, name in here.get(item.id, ()):
            found.append(
                Labelled(
                    *common,
                    name,
                    row.person_id,
                    row.label or {},
                    row.comment,
                    "here",
                    row.done_at,
                    row.seconds,
                    decided.get(item.id),
                )
            )
        for one in imported_of(item):
            source: Source = "model" if one.model else "imported"
            found.append(
                Labelled(
                    *common,
                    one.name,
                    None,
                    one.label,
                    one.comment,
                    source,
                    one.done_at,
                    one.seconds,
                    decided.get(item.id),
                )
            )
    return found
