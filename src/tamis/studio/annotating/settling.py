"""The pages on which an owner sees all labels, settles disagreements and looks at models."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from tamis.studio.annotating import agreement, assigning, comparing, store
from tamis.studio.annotating.common import (
    Id,
    Number,
    Typed,
    item_of,
    keys_of,
    kind_of,
    of_kind,
    one,
    project_for,
    said_by,
    tone,
    whole,
)
from tamis.studio.annotating.kinds import Field, Kind, Label
from tamis.studio.annotating.kinds.kind import value_label
from tamis.studio.annotating.store import Labelled, payload_of
from tamis.studio.database.tables import Adjudication, Assignment, Item, Person, Project, now
from tamis.studio.pages import flash, page, redirect
from tamis.studio.people.access import Config, Db, Owner

router = APIRouter()

_PER_PAGE = 100


@dataclass(frozen=True)
class Said:
    """A label as the owner sees it; `name` is "Rater A" where names are hidden."""

    name: str
    parts: list[tuple[str, str, str]]
    comment: str
    label: Label
    source: str
    done_at: Any = None
    seconds: float | None = None


def disputed(transaction: Session, project: Project) -> tuple[list[int], int]:
    """The items on which people differ that are not settled yet, and how many are."""
    kind = kind_of(project)
    differing = [
        unit
        for unit in agreement.units(transaction, project, settled=True)
        if len(unit.people) > 1 and agreement.differ(kind, unit.people.values())
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
    """Items with their labels: all, those on which raters differ, those that are settled."""
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
    rows = []
    for item in found[:_PER_PAGE]:
        labels = [*given.get(item.id, ())]
        labels += [one.label for one in store.imported_of(item) if not one.model]
        shown = _telling(kind, labels)
        said = [
            (shown.label, value_label(shown, label.get(shown.name)), tone(label.get(shown.name)))
            for label in labels
            if shown is not None
        ]
        rows.append(
            {
                "id": item.id,
                "key": item.key,
                "heading": kind.heading(payload_of(item)),
                "said": said,
                "about": shown.label if shown is not None and shown != kind.fields[0] else "",
                "count": len(labels),
                "differ": len(labels) > 1 and agreement.differ(kind, labels),
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
        if field.agreement and agreement.differ_in(field, labels):
            return field
    return next((field for field in kind.fields if field.how != "own"), None)


@router.get("/{id}/items/{number}")
def item_page(
    request: Request,
    person: Owner,
    database: Db,
    id: Id,
    number: Number,
    take: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Response:
    """An item with all its labels side by side; `take` (from 1) fills the form with one."""
    return _item(request, database, person, id, number, take=take)


def _item(
    request: Request,
    database: Db,
    person: Owner,
    id: str,
    number: int,
    *,
    take: int = 0,
    typed: dict[str, list[str]] | None = None,
    problems: dict[str, str] | None = None,
    refused: str = "",
) -> Response:
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        kind, item = kind_of(project), item_of(transaction, project, number)
        labels = store.finished_labels(transaction, id, number)
        settled = transaction.get(Adjudication, number)
        by = transaction.get(Person, settled.by) if settled else None
        open_ones, _ = disputed(transaction, project)
        had = set(
            transaction.scalars(
                select(Assignment.person_id).where(
                    Assignment.item_id == number, Assignment.state != "skipped"
                )
            )
        )
        others = [one for one in store.members(transaction, id) if one.id not in had]
        places = assigning.places_left(transaction, project, number, 0, now())
    payload = payload_of(item)
    people = said_of(kind, project, [one for one in labels if one.source != "model"])
    chosen: Label = settled.label if settled else {}
    if 0 < take <= len(people):
        chosen = people[take - 1].label
    values = of_kind(typed) if typed is not None else kind.values(chosen)
    comment = one(typed, "_comment") if typed is not None else settled.comment if settled else ""
    return page(
        request,
        "annotating/item.html",
        422 if problems or refused else 200,
        project=project,
        kind=kind,
        keys=keys_of(kind),
        row=item,
        item=payload,
        label=chosen or None,
        heading=kind.heading(payload),
        view=kind.view(payload),
        people=people,
        models=said_of(kind, project, [one for one in labels if one.source == "model"]),
        differ=len(people) > 1 and agreement.differ(kind, [one.label for one in people]),
        settled=settled,
        settled_by=by.name if by else "",
        settled_as=said_by(kind, settled.label) if settled else [],
        take=take,
        values=values,
        comment=comment,
        problems=problems or {},
        refused=refused,
        others=others,
        places=places,
        following=next((one for one in open_ones if one != number), None),
        remaining=len([one for one in open_ones if one != number]),
    )


def said_of(kind: Kind, project: Project, labels: list[Labelled]) -> list[Said]:
    """Labels as the owner sees them: without names, in an order that tells nothing, if so set."""
    hidden = bool(project.settings.get("hide_names"))
    if hidden:
        labels = sorted(
            labels,
            key=lambda one: hashlib.sha256(f"{one.item_id}/{one.person}".encode()).digest(),
        )
    return [
        Said(
            f"Rater {_letters(place)}" if hidden and one.source != "model" else one.person,
            said_by(kind, one.label),
            one.comment,
            one.label,
            one.source,
            None if hidden else one.done_at,
            None if hidden else one.seconds,
        )
        for place, one in enumerate(labels)
    ]


def _letters(place: int) -> str:
    return chr(ord("A") + place) if place < 26 else str(place + 1)


@router.post("/{id}/items/{number}/settle")
def settle(
    request: Request,
    person: Owner,
    database: Db,
    settings: Config,
    id: Id,
    number: Number,
    typed: Typed,
) -> Response:
    """Settle an item, and on to the next one that is open."""
    comment = one(typed, "_comment")
    with database.writing() as transaction:
        project = project_for(transaction, id, person)
        kind, item = kind_of(project), item_of(transaction, project, number)
        settled = transaction.get(Adjudication, number)
        problems: dict[str, str] = {}
        refused = ""
        if len(comment) > settings.limits.text:
            refused = "The comment is too long: shorten it."
        elif one(typed, "_revision") != mark(settled):
            refused = (
                "This item was settled in another tab or by another owner since you opened the "
                "form. What you chose is still here: save again to put it in place of theirs."
            )
        if not refused:
            label, problems = kind.check(of_kind(typed), payload_of(item))
            if label is not None:
                if settled is None:
                    settled = Adjudication(item_id=number)
                    transaction.add(settled)
                settled.label, settled.comment = label, comment.strip()
                settled.by, settled.at = person.id, now()
    if problems or refused:
        return _item(
            request,
            database,
            person,
            id,
            number,
            typed=typed,
            problems=problems,
            refused=refused,
        )
    flash(request, "The item is settled.")
    following = whole(one(typed, "_following"))
    if following > 0:
        return redirect(f"/annotating/{id}/items/{following}")
    return redirect(f"/annotating/{id}")


def mark(settled: Adjudication | None) -> str:
    """What a form carries of the state that it was opened on."""
    return "" if settled is None else settled.at.isoformat()


@router.post("/{id}/items/{number}/unsettle")
def unsettle(request: Request, person: Owner, database: Db, id: Id, number: Number) -> Response:
    """Take back what was settled."""
    with database.writing() as transaction:
        item_of(transaction, project_for(transaction, id, person), number)
        settled = transaction.get(Adjudication, number)
        if settled is not None:
            transaction.delete(settled)
    flash(request, "The item is open again.")
    return redirect(f"/annotating/{id}/items/{number}")


@router.get("/{id}/comparison")
def comparison(request: Request, person: Owner, database: Db, id: Id) -> Response:
    """Models' labels beside people's."""
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        kind = kind_of(project)
        compared = comparing.compare(kind, agreement.units(transaction, project, settled=True))
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
