"""The owner's lists: items with their labels, and models' labels compared with people's."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from tamis.studio.annotating import model_comparison, rater_agreement
from tamis.studio.annotating.common import Id, kind_of, label_part, project_for
from tamis.studio.annotating.displayed_labels import hidden_items
from tamis.studio.annotating.imported_labels import imported_of, raters_of
from tamis.studio.annotating.kinds import Field, Kind, Label
from tamis.studio.annotating.payload import payload_of
from tamis.studio.database.schema import Adjudication, Assignment, Item, Project
from tamis.studio.people.access import Db, Owner
from tamis.studio.templating import page

router = APIRouter()

_PER_PAGE = 100


def disputed(transaction: Session, project: Project) -> tuple[list[int], int]:
    """The items on which people differ that are to be resolved, and the number of resolved ones."""
    kind = kind_of(project)
    differing = [
        unit
        for unit in rater_agreement.units(transaction, project, settled=True)
        if len(unit.people) > 1 and rater_agreement.differ(kind, unit.people.values())
    ]
    unsettled = [unit.item_id for unit in differing if unit.settled is None]
    return unsettled, len(differing) - len(unsettled)


@router.get("/{id}/items")
def items_page(
    request: Request,
    person: Owner,
    database: Db,
    id: Id,
    show: Annotated[str, Query(max_length=20)] = "all",
    start: Annotated[int, Query(ge=0, le=10**8)] = 0,
) -> Response:
    """Items with their labels: all, those on which raters differ, those that are resolved."""
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        kind = kind_of(project)
        wanted = select(Item).where(Item.project_id == id).order_by(Item.position, Item.id)
        if show == "differing":
            open_ones, _ = disputed(transaction, project)
            wanted = wanted.where(Item.id.in_(open_ones[start : start + _PER_PAGE + 1]))
        else:
            if show == "settled":
                wanted = wanted.join(Adjudication, Adjudication.item_id == Item.id)
            wanted = wanted.offset(start).limit(_PER_PAGE + 1)
        found = list(transaction.scalars(wanted))
        ids = [item.id for item in found]
        given: dict[int, list[Label]] = {}
        for row in transaction.execute(
            select(Assignment.item_id, Assignment.label)
            .where(Assignment.item_id.in_(ids), Assignment.state == "done")
            .order_by(Assignment.id)
        ):
            given.setdefault(row.item_id, []).append(row.label or {})
        settled = set(
            transaction.scalars(select(Adjudication.item_id).where(Adjudication.item_id.in_(ids)))
        )
        kept = hidden_items(transaction, project, person) - settled
    rows = []
    for item in found[:_PER_PAGE]:
        labels = [*given.get(item.id, ())]
        count = len(labels) + raters_of(item)
        labels += [one.label for one in imported_of(item) if not one.model]
        hidden = bool(labels) and item.id in kept
        if hidden:
            labels = []
        shown = _telling(kind, labels)
        said = [label_part(shown, label) for label in labels if shown is not None]
        rows.append(
            {
                "id": item.id,
                "key": item.key,
                "heading": kind.heading(payload_of(item)),
                "said": said,
                "about": shown.label if shown is not None and shown != kind.fields[0] else "",
                "count": count,
                "hidden": hidden,
                "differ": len(labels) > 1 and rater_agreement.differ(kind, labels),
                "settled": item.id in settled,
            }
        )
    return page(
        request,
        "annotating/items.html",
        project=project,
        kind=kind,
        rows=rows,
        show=show,
        start=start,
        per_page=_PER_PAGE,
        more=len(found) > _PER_PAGE,
    )


def _telling(kind: Kind, labels: list[Label]) -> Field | None:
    """The field that a list shows of labels: the first on which they differ, else the first."""
    for field in kind.fields:
        if field.agreement and rater_agreement.differ_in(field, labels):
            return field
    return next((field for field in kind.fields if field.how != "own"), None)


@router.get("/{id}/comparison")
def comparison(request: Request, person: Owner, database: Db, id: Id) -> Response:
    """Models' labels compared with people's."""
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        kind = kind_of(project)
        compared = model_comparison.compare(
            kind, rater_agreement.units(transaction, project, settled=True)
        )
        kept = hidden_items(transaction, project, person)
        compared = [
            replace(one, different=tuple(found for found in one.different if found[0] not in kept))
            for one in compared
        ]
        ids = {item_id for one in compared for item_id, _, _ in one.different[:_PER_PAGE]}
        headings = {
            item.id: kind.heading(payload_of(item))
            for item in transaction.scalars(
                select(Item).where(Item.project_id == id, Item.id.in_(ids))
            )
        }
    return page(
        request,
        "annotating/comparison.html",
        project=project,
        kind=kind,
        compared=compared,
        headings=headings,
        most=_PER_PAGE,
    )
