"""The actions of a writer in a session: instruct, rate, edit, stop, try again, finish.

The field `seen` of each form is the version of the session that its page showed, so that an old tab
overwrites nothing. If an action is refused, what was typed is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Annotated, cast

from fastapi import APIRouter, Form, HTTPException, Path, Request, Response
from sqlalchemy.orm import Session as Transaction

from tamis.studio.people.access import CurrentPerson, studio_of
from tamis.studio.people.accounts import Who
from tamis.studio.sent_forms import carried_out
from tamis.studio.templating import flash, page, redirect
from tamis.studio.unsent import forget_unsent
from tamis.studio.writing import session_store
from tamis.studio.writing.changes import change
from tamis.studio.writing.jobs import jobs_of
from tamis.studio.writing.marks import Marks
from tamis.studio.writing.responses import NOT_HERE, refused, with_papers
from tamis.types import InputError
from tamis.writing.sessions import Edited, Event, Finished, Instructed, Kind, Rated, Rating

router = APIRouter()

Id = Annotated[str, Path(min_length=1, max_length=40)]
Seen = Annotated[int, Form(ge=0, le=2**31 - 1)]
Turn = Annotated[int, Form(ge=0, le=1000)]
Text = Annotated[str, Form()]


@router.post("/{id}/instruct")
def instruct(
    request: Request,
    person: CurrentPerson,
    id: Id,
    seen: Seen,
    turn: Turn,
    instruction: Text = "",
    kind: Text = "",
) -> Response:
    """Give an instruction, or replace one; the revision begins at once."""
    event = Instructed(turn, instruction, cast(Kind, kind))
    typed = {"instruction": instruction, "kind": kind}
    answer = _act(request, person, id, seen, event, f"writing:{id}:instruction", typed)
    return answer or redirect(f"/writing/{id}")


@router.post("/{id}/rate")
def rate(
    request: Request,
    person: CurrentPerson,
    id: Id,
    seen: Seen,
    turn: Turn,
    rating: Text = "",
    comment: Text = "",
) -> Response:
    """Rate a revision, with a comment."""
    event = Rated(turn, cast(Rating, rating), comment)
    typed = {"rating": rating, "comment": comment}
    answer = _act(request, person, id, seen, event, f"writing:{id}:rating:{turn}", typed)
    return answer or redirect(f"/writing/{id}")


@router.post("/{id}/edit")
def edit(
    request: Request, person: CurrentPerson, id: Id, seen: Seen, turn: Turn, answer: Text = ""
) -> Response:
    """Replace a revision that was not good by the writer's own version."""
    event, typed = Edited(turn, answer), {"answer": answer}
    said = _act(request, person, id, seen, event, session_store.edit_place(id, turn), typed)
    return said or redirect(f"/writing/{id}")


@router.post("/{id}/discard")
def discard(request: Request, person: CurrentPerson, id: Id, turn: Turn) -> Response:
    """Forget an edit that was typed and not sent."""
    _check_own(request, person, id)
    with studio_of(request).database.writing() as transaction:
        forget_unsent(transaction, person.id, session_store.edit_place(id, turn))
    return redirect(f"/writing/{id}")


@router.post("/{id}/changes")
def changes(
    request: Request, person: CurrentPerson, id: Id, turn: Turn, answer: Text = ""
) -> Response:
    """What an edit would change of the revision: a part of the page, while it is typed."""
    kept, papers = with_papers(request, id, person)
    if not 1 <= turn <= len(kept.session.turns):
        raise HTTPException(404, NOT_HERE)
    revision = kept.session.turns[turn - 1].answer or ""
    marks = Marks(f"/writing/{id}", tuple(paper.title for paper in papers))
    typed = answer.replace("\r\n", "\n")[: studio_of(request).settings.limits.text]
    found = change(marks, "preview", "Your edit", "the revision", revision, typed)
    return page(request, "writing/_preview.html", change=found)


@router.post("/{id}/finish")
def finish(
    request: Request, person: CurrentPerson, id: Id, seen: Seen, satisfied: Text = ""
) -> Response:
    """End the session; the model's name is shown now."""
    if satisfied not in ("yes", "no"):
        raise InputError("Say whether you are satisfied with the answer.")
    answer = _act(request, person, id, seen, Finished(satisfied == "yes"))
    return answer or redirect(f"/writing/{id}")


@router.post("/{id}/again")
def again(request: Request, person: CurrentPerson, id: Id) -> Response:
    """Try once more what was interrupted."""
    _check_own(request, person, id)
    jobs_of(request).begin(id)
    return redirect(f"/writing/{id}")


@router.post("/{id}/stop")
def stop(request: Request, person: CurrentPerson, id: Id) -> Response:
    """Stop what is being written, keeping the text so far."""
    _check_own(request, person, id)
    jobs_of(request).end(id)
    return redirect(f"/writing/{id}")


@router.post("/{id}/remove")
def remove(request: Request, person: CurrentPerson, id: Id) -> Response:
    """Remove an unfinished session for good."""
    _check_own(request, person, id)
    jobs_of(request).end(id)
    try:
        with studio_of(request).database.writing() as transaction:
            session_store.remove(transaction, id, person.id)
            carried_out(transaction, request, "/writing")
    except LookupError:
        raise HTTPException(404, NOT_HERE) from None
    flash(request, "The session is removed.")
    return redirect("/writing")


def _act(
    request: Request,
    person: Who,
    id: str,
    seen: int,
    event: Event,
    place: str = "",
    typed: Mapping[str, str] | None = None,
) -> Response | None:
    """Store the writer's action; if it is refused, a page with the reason."""
    studio = studio_of(request)
    most = studio.settings.limits.text

    def done(transaction: Transaction) -> None:
        forget_unsent(transaction, person.id, place)
        carried_out(transaction, request, f"/writing/{id}")

    try:
        for name, text in (typed or {}).items():
            if len(text) > most:
                raise InputError(
                    f"The {name} has {len(text):,} characters, and {most:,} are taken: shorten it."
                )
        begins = isinstance(event, Instructed)
        with jobs_of(request).held(id) if begins else nullcontext():
            session_store.append(studio.database, id, event, person.id, seen, done)
    except LookupError:
        _check_own(request, person, id)
        raise HTTPException(404, NOT_HERE) from None
    except InputError as error:
        _check_own(request, person, id)
        return refused(request, id, person, error, place, typed)
    return None


def _check_own(request: Request, person: Who, id: str) -> None:
    """Raise where the session is not the person's own: an owner of the studio only reads."""
    kept, _ = with_papers(request, id, person)
    if kept.row.owner_id != person.id:
        raise HTTPException(403, "Only its writer can go on with a session.")
