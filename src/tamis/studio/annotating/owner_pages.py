"""The owner's pages: new projects, settings, members, and giving an item to a person."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tamis.studio.annotating import assignments, project_store
from tamis.studio.annotating.common import (
    Id,
    Number,
    Typed,
    item_of,
    one,
    project_for,
    whole,
)
from tamis.studio.annotating.kinds import KINDS
from tamis.studio.database.schema import Assignment, Person, Project, now
from tamis.studio.people.access import Config, Db, Owner
from tamis.studio.sent_forms import carried_out
from tamis.studio.templating import flash, page, redirect
from tamis.studio.unsent import forget_unsent
from tamis.text.shown import counted
from tamis.types import InputError

router = APIRouter()


@router.get("/new")
def new_page(request: Request, person: Owner, database: Db) -> Response:
    """The form of a new project."""
    # No one is ticked, not even the owner: owners resolve items, and see labels that would
    # influence them as raters.
    return _new(request, database, {"raters": ["2"]})


def _new(
    request: Request,
    database: Db,
    typed: dict[str, list[str]],
    problem: str = "",
) -> Response:
    with database.reading() as transaction:
        people = active_people(transaction)
    return page(
        request,
        "annotating/new.html",
        422 if problem else 200,
        kinds=KINDS,
        people=people,
        typed=typed,
        one=one,
        problem=problem,
    )


def active_people(transaction: Session) -> list[Person]:
    """Everyone who can log in, by name."""
    return list(
        transaction.scalars(
            select(Person).where(Person.disabled_at.is_(None)).order_by(Person.name)
        )
    )


@router.post("/new")
def make_project(
    request: Request, person: Owner, database: Db, settings: Config, typed: Typed
) -> Response:
    """Make a project; its items come by an import."""
    try:
        if len(one(typed, "guidance")) > settings.limits.text:
            raise InputError("The guidance is too long: shorten it.")
        project_store.project_name(one(typed, "name"), settings.limits.name)
        with database.writing() as transaction:
            made = project_store.create_project(
                transaction,
                person.id,
                one(typed, "kind"),
                one(typed, "name"),
                one(typed, "guidance"),
                whole(one(typed, "raters")),
                {"hide_names": bool(typed.get("hide_names"))},
            )
            project = transaction.get_one(Project, made.id)
            project_store.set_members(transaction, project, map(whole, typed.get("people", ())))
            forget_unsent(transaction, person.id, "annotating:new")
            onwards = f"/annotating/{made.id}/import"
            carried_out(transaction, request, onwards)
    except InputError as error:
        return _new(request, database, typed, str(error))
    flash(request, "The project is made. Now import its items.")
    return redirect(onwards)


@router.post("/{id}/settings")
def change_settings(
    request: Request, person: Owner, database: Db, settings: Config, id: Id, typed: Typed
) -> Response:
    """Change what a project is called, what raters are told, how many there are."""
    if len(one(typed, "guidance")) > settings.limits.text:
        raise InputError("The guidance is too long: shorten it.")
    with database.writing() as transaction:
        project = project_for(transaction, id, person)
        project.name = project_store.project_name(one(typed, "name"), settings.limits.name)
        project.guidance = one(typed, "guidance").strip()
        project.raters = project_store.raters_per_item(whole(one(typed, "raters")))
        project.settings = {**project.settings, "hide_names": bool(typed.get("hide_names"))}
        forget_unsent(transaction, person.id, f"annotating:{id}:settings")
        carried_out(transaction, request, f"/annotating/{id}")
    flash(request, "The settings are saved.")
    return redirect(f"/annotating/{id}")


@router.post("/{id}/members")
def change_members(request: Request, person: Owner, database: Db, id: Id, typed: Typed) -> Response:
    """Set who annotates."""
    with database.writing() as transaction:
        project = project_for(transaction, id, person)
        project_store.set_members(transaction, project, map(whole, typed.get("people", ())))
        count = len(project_store.members(transaction, id))
        carried_out(transaction, request, f"/annotating/{id}")
    people = counted(count, "person annotates", "people annotate")
    flash(request, f"{people} in this project now.")
    return redirect(f"/annotating/{id}")


@router.post("/{id}/close")
def close(request: Request, person: Owner, database: Db, id: Id) -> Response:
    """Close a project, or open it again."""
    with database.writing() as transaction:
        project = project_for(transaction, id, person)
        project.closed_at = now() if project.closed_at is None else None
        closed = project.closed_at is not None
        carried_out(transaction, request, f"/annotating/{id}")
    flash(request, "The project is closed." if closed else "The project is open again.")
    return redirect(f"/annotating/{id}")


@router.post("/{id}/items/{number}/assign")
def assign(
    request: Request,
    person: Owner,
    database: Db,
    id: Id,
    number: Number,
    to: Annotated[int, Form(ge=1, le=2**31 - 1)],
) -> Response:
    """Give an item to a chosen person."""
    try:
        with database.writing() as transaction:
            project = project_for(transaction, id, person)
            item = item_of(transaction, project, number)
            someone = transaction.get(Person, to)
            if someone is None:
                raise InputError("There is no such person.")
            assignments.assign(transaction, project, item, someone)
            carried_out(transaction, request, f"/annotating/{id}/items/{number}")
    except InputError as error:
        flash(request, str(error), "wrong")
    else:
        flash(request, f"{someone.name} will see this item next.")
    return redirect(f"/annotating/{id}/items/{number}")


@router.post("/{id}/delete")
def delete(
    request: Request,
    person: Owner,
    database: Db,
    id: Id,
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Delete a project without labels, or one whose name the owner has typed."""
    with database.writing() as transaction:
        project = project_for(transaction, id, person)
        labels = transaction.scalar(
            select(func.count()).where(Assignment.project_id == id, Assignment.state == "done")
        )
        if labels and " ".join(name.split()) != project.name:
            flash(request, "The project has labels: type its name to delete them.", "wrong")
            return redirect(f"/annotating/{id}")
        transaction.delete(project)
        carried_out(transaction, request, "/annotating")
    flash(request, "The project is deleted.")
    return redirect("/annotating")
