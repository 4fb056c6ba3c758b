"""The page on which an owner sees all labels of an item and resolves (adjudicates) it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import select

from tamis.studio.annotating import project_store, rater_agreement
from tamis.studio.annotating.common import (
    Id,
    Number,
    Typed,
    item_of,
    keys_of,
    kind_of,
    label_parts,
    of_kind,
    one,
    project_for,
    whole,
)
from tamis.studio.annotating.displayed_labels import displayed, hidden_items, label_rows
from tamis.studio.annotating.finished_labels import finished_labels
from tamis.studio.annotating.kinds import Label
from tamis.studio.annotating.list_pages import disputed
from tamis.studio.annotating.payload import payload_of
from tamis.studio.annotating.rater_slots import slots_left
from tamis.studio.database.schema import Adjudication, Assignment, Person, now
from tamis.studio.people.access import Config, Db, Owner
from tamis.studio.sent_forms import carried_out
from tamis.studio.templating import flash, page, redirect
from tamis.studio.unsent import forget_unsent, unsent

router = APIRouter()


@router.get("/{id}/items/{number}")
def item_page(
    request: Request,
    person: Owner,
    database: Db,
    id: Id,
    number: Number,
    take: Annotated[int, Query(ge=0, le=10_000)] = 0,
    show: Annotated[str, Query(max_length=20)] = "",
) -> Response:
    """An item with all its labels in one table; `take` (from 1) fills the form with one.

    An owner who may still label it sees them only with `show=labels`.
    """
    shown = bool(take) or show == "labels"
    return _item(request, database, person, id, number, take=take, shown=shown)


def _item(
    request: Request,
    database: Db,
    person: Owner,
    id: str,
    number: int,
    *,
    take: int = 0,
    shown: bool = True,
    typed: dict[str, list[str]] | None = None,
    problems: dict[str, str] | None = None,
    refused: str = "",
    status: int = 200,
) -> Response:
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        kind, item = kind_of(project), item_of(transaction, project, number)
        labels = finished_labels(transaction, id, number)
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
        others = [one for one in project_store.members(transaction, id) if one.id not in had]
        places = slots_left(transaction, project, item, 0, now())
        kept = not shown and settled is None and bool(labels)
        kept = kept and number in hidden_items(transaction, project, person, item)
    payload, count = payload_of(item), len(labels)
    if kept:
        labels = []
    people = displayed(kind, project, [one for one in labels if one.source != "model"])
    chosen: Label = settled.label if settled else {}
    if 0 < take <= len(people):
        chosen = people[take - 1].label
    values = of_kind(typed) if typed is not None else kind.values(chosen)
    comment = one(typed, "_comment") if typed is not None else settled.comment if settled else ""
    return page(
        request,
        "annotating/item.html",
        status,
        project=project,
        kind=kind,
        keys=keys_of(kind),
        row=item,
        item=payload,
        label=chosen or None,
        heading=kind.heading(payload),
        view=kind.view(payload),
        people=people,
        rows=label_rows(kind, people),
        models=displayed(kind, project, [one for one in labels if one.source == "model"]),
        differ=len(people) > 1 and rater_agreement.differ(kind, [one.label for one in people]),
        settled=settled,
        settled_by=by.name if by else "",
        settled_as=label_parts(kind, settled.label) if settled else [],
        kept=count if kept else 0,
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
    """Resolve an item, and on to the next one that is open."""
    comment, following = one(typed, "_comment"), whole(one(typed, "_following"))
    follows = f"/annotating/{id}" + (f"/items/{following}" if following > 0 else "")
    with database.writing() as transaction:
        project = project_for(transaction, id, person)
        kind, item = kind_of(project), item_of(transaction, project, number)
        settled = transaction.get(Adjudication, number)
        problems: dict[str, str] = {}
        refused, stale = "", one(typed, "_revision") != mark(settled)
        if len(comment) > settings.limits.text:
            refused, stale = "The comment is too long: shorten it.", False
        elif stale:
            refused = (
                "This item was resolved in another tab or by another owner since you opened the "
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
                kept = unsent(transaction, person.id, f"annotating:{id}:settle:{number}:")
                forget_unsent(transaction, person.id, *kept)
                carried_out(transaction, request, follows)
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
            status=409 if stale else 422,
        )
    flash(request, "The item is resolved.")
    return redirect(follows)


def mark(settled: Adjudication | None) -> str:
    """What a form carries of the state that it was opened on."""
    return "" if settled is None else settled.at.isoformat()


@router.post("/{id}/items/{number}/unsettle")
def unsettle(request: Request, person: Owner, database: Db, id: Id, number: Number) -> Response:
    """Reopen an item that was resolved."""
    with database.writing() as transaction:
        item_of(transaction, project_for(transaction, id, person), number)
        settled = transaction.get(Adjudication, number)
        if settled is not None:
            transaction.delete(settled)
        carried_out(transaction, request, f"/annotating/{id}/items/{number}")
    flash(request, "The item is open again.")
    return redirect(f"/annotating/{id}/items/{number}")
