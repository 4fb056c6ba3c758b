"""The rater's pages: the next item, its form, and the own labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from tamis.studio.annotating import assignments
from tamis.studio.annotating.common import (
    NO_PROJECT,
    Id,
    Number,
    Typed,
    Values,
    keys_of,
    kind_of,
    label_parts,
    of_kind,
    one,
    project_for,
    whole,
)
from tamis.studio.annotating.imported_labels import imported_of
from tamis.studio.annotating.kinds.kind import as_number
from tamis.studio.annotating.payload import payload_of
from tamis.studio.annotating.progress import Progress, at_a_glance
from tamis.studio.database.schema import Assignment, Item, Project, ProjectMember
from tamis.studio.people.access import Config, CurrentPerson, Db
from tamis.studio.people.accounts import Who
from tamis.studio.sent_forms import carried_out
from tamis.studio.templating import flash, page, redirect
from tamis.studio.unsent import forget_unsent
from tamis.types import InputError

router = APIRouter()

_SHOWN = 200


@dataclass(frozen=True)
class _Open:
    """An item that a rater has open, with all that its page shows."""

    project: Project
    assignment: Assignment
    item: Item
    progress: Progress
    done: int


@router.get("/{id}/next")
def next_item(request: Request, person: CurrentPerson, database: Db, id: Id) -> Response:
    """Redirect to the person's open item, or to a new one."""
    with database.writing() as transaction:
        project = project_for(transaction, id, person)
        assignment = assignments.claim(transaction, project, person)
    return redirect(_onwards(id, assignment))


def _onwards(project_id: str, assignment: Assignment | None) -> str:
    """The address of the next item, or of the project where nothing is left."""
    if assignment is None:
        return f"/annotating/{project_id}?nothing=left"
    return f"/annotating/{project_id}/label/{assignment.id}"


@router.get("/{id}/label/{number}")
def label_page(
    request: Request, person: CurrentPerson, database: Db, id: Id, number: Number
) -> Response:
    """An item with its form, empty or as saved."""
    with database.reading() as transaction:
        found = _found(transaction, id, number, person)
    return _show(request, found)


@router.post("/{id}/label/{number}")
def take_label(
    request: Request,
    person: CurrentPerson,
    database: Db,
    settings: Config,
    id: Id,
    number: Number,
    typed: Typed,
) -> Response:
    """Save or skip, then the next item; if that failed, the form again with the reason."""
    comment, skips = one(typed, "_comment"), one(typed, "_action") == "skip"
    revision, seconds = whole(one(typed, "_revision")), as_number(one(typed, "_seconds"))
    try:
        if len(comment) > settings.limits.text:
            raise InputError("The comment is too long: shorten it.")
        with database.writing() as transaction:
            # The reference keeps the rows in the session; otherwise they would be queried again.
            held = _assignment(transaction, id, number, person)
            project, assignment, *_ = held
            again = assignment.state == "done"
            problems: dict[str, str] = {}
            if skips:
                assignments.skip(transaction, project, assignment, revision, seconds)
            else:
                values = of_kind(typed)
                saved = assignments.save(
                    transaction, project, assignment, values, comment, revision, seconds
                )
                problems = dict(saved.problems)
            follows = f"/annotating/{id}/mine"
            if not problems:
                forget_unsent(transaction, person.id, f"annotating:{id}:{number}")
                if not again:
                    follows = _onwards(id, assignments.claim(transaction, project, person))
                carried_out(transaction, request, follows)
    except (assignments.Stale, InputError) as refused:
        with database.reading() as transaction:
            found = _found(transaction, id, number, person)
        status = 409 if isinstance(refused, assignments.Stale) else 422
        return _show(request, found, typed=typed, refused=str(refused), status=status)
    if problems:
        with database.reading() as transaction:
            found = _found(transaction, id, number, person)
        return _show(request, found, typed=typed, problems=problems, status=422)
    if again:
        flash(request, "Your label is changed.")
    return redirect(follows)


def _assignment(
    transaction: Session, id: str, number: int, person: Who
) -> tuple[Project, Assignment, Item, ProjectMember | None]:
    """In one query: this runs with every page and every save."""
    found = transaction.execute(_MINE, {"id": number, "person": person.id, "project": id}).first()
    if found is None:
        project_for(transaction, id, person)
        raise HTTPException(404, "This item is not one of yours.")
    project, assignment, item, member = found
    if member is None and not person.owner:
        raise HTTPException(404, NO_PROJECT)
    return project, assignment, item, member


_MINE = (
    select(Project, Assignment, Item, ProjectMember)
    .join(Assignment, Assignment.project_id == Project.id)
    .join(Item, Item.id == Assignment.item_id)
    .join(
        ProjectMember,
        and_(
            ProjectMember.project_id == Project.id,
            ProjectMember.person_id == Assignment.person_id,
        ),
        isouter=True,
    )
    .where(
        Assignment.id == bindparam("id"),
        Assignment.person_id == bindparam("person"),
        Project.id == bindparam("project"),
    )
)


def _found(transaction: Session, id: str, number: int, person: Who) -> _Open:
    project, assignment, item, _ = _assignment(transaction, id, number, person)
    progress, done = at_a_glance(transaction, project, person)
    return _Open(project, assignment, item, progress, done)


def _show(
    request: Request,
    found: _Open,
    *,
    typed: Values | None = None,
    problems: dict[str, str] | None = None,
    refused: str = "",
    status: int = 200,
) -> Response:
    kind, assignment = kind_of(found.project), found.assignment
    payload = payload_of(found.item)
    label = assignment.label
    done = assignment.state == "done"
    context: dict[str, Any] = {
        "project": found.project,
        "kind": kind,
        "keys": keys_of(kind),
        "assignment": assignment,
        "done": found.done,
        "progress": found.progress,
        "item": payload,
        "heading": kind.heading(payload),
        "view": kind.view(payload),
        "label": label,
        "saved": label_parts(kind, label) if done else [],
        # A model's label would influence a rater who has not labelled yet.
        "models": [
            (one.name, label_parts(kind, one.label))
            for one in imported_of(found.item)
            if done and one.model
        ],
        "values": of_kind(typed) if typed is not None else kind.values(label or {}),
        "comment": one(typed, "_comment") if typed is not None else assignment.comment,
        "problems": problems or {},
        "refused": refused,
    }
    return page(request, "annotating/label.html", status, **context)


@router.get("/{id}/mine")
def own_labels(request: Request, person: CurrentPerson, database: Db, id: Id) -> Response:
    """One's own labels, the latest first."""
    with database.reading() as transaction:
        project = project_for(transaction, id, person)
        rows = transaction.execute(
            select(Assignment, Item)
            .join(Item, Item.id == Assignment.item_id)
            .where(Assignment.project_id == id, Assignment.person_id == person.id)
            .order_by(Assignment.state == "open", Assignment.done_at.desc(), Assignment.id.desc())
            .limit(_SHOWN + 1)
        ).all()
    kind = kind_of(project)
    mine = [
        (assignment, kind.heading(payload_of(item)), label_parts(kind, assignment.label))
        for assignment, item in rows[:_SHOWN]
    ]
    return page(
        request,
        "annotating/mine.html",
        project=project,
        kind=kind,
        mine=mine,
        shown=_SHOWN,
        more=len(rows) > _SHOWN,
    )
