"""Assignments: who is given which item, and saving, skipping and reopening them.

`rater_slots` has the rules. They are checked whenever an item is given to someone, or someone
returns to an item whose reservation has expired; each function is called in a transaction that is
the only one writing. An open item stays reserved for its day in any case: if the project now asks
for fewer raters, or an import brings labels, it can still be finished, so that no work is lost; an
item can then have more labels than slots, and progress counts at most the slots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from tamis.studio.annotating.imported_labels import HAS_PEOPLE, replace_own
from tamis.studio.annotating.kinds import KINDS, Label
from tamis.studio.annotating.payload import payload_of
from tamis.studio.annotating.project_store import is_member
from tamis.studio.annotating.rater_slots import LEASE, Obstacle, eligible, obstacle
from tamis.studio.database.schema import Assignment, Item, Person, Project, now
from tamis.studio.people.accounts import Who
from tamis.types import InputError

_AT_ONCE = 50


_NOT_GIVEN: Mapping[Obstacle, str] = {
    "wrote": "{name} wrote this item, and writers do not rate their own items.",
    "labelled": "A label by {name} was imported with this item.",
    "question": "{name} has had another item of the same question.",
    "full": "The item has {places} already.",
}
_NOT_TAKEN: Mapping[Obstacle, str] = {
    "wrote": "You wrote this item",
    "labelled": "A label of yours was imported with this item in the meantime",
    "question": "You have labelled another item of the same question in the meantime",
    "full": "Others have taken this item in the meantime",
}


class Stale(Exception):
    """The form is older than what is stored: another tab has saved, or the slot was taken."""


@dataclass(frozen=True)
class Saved:
    """What became of a form: saved with `problems` empty, or not."""

    problems: Mapping[str, str]


def claim(
    transaction: Session, project: Project, person: Who, moment: datetime | None = None
) -> Assignment | None:
    """The item that a person has open, else the first that they can be given, else None."""
    moment = moment or now()
    if project.closed_at is not None or not is_member(transaction, project.id, person.id):
        return None
    mine = transaction.scalars(
        select(Assignment)
        .where(
            Assignment.project_id == project.id,
            Assignment.person_id == person.id,
            Assignment.state == "open",
        )
        .order_by(Assignment.opened_at, Assignment.id)
    )
    for assignment in mine:
        if assignment.opened_at > moment - LEASE:
            return assignment
        item = transaction.get_one(Item, assignment.item_id)
        if obstacle(transaction, project, item, person, moment) is None:
            assignment.opened_at = moment
            return assignment
        assignment.state = "skipped"
        assignment.revision += 1
    found = next(eligible(transaction, project, person, moment, _AT_ONCE), None)
    return None if found is None else _open(transaction, project, *found, person.id, moment)


def _open(
    transaction: Session,
    project: Project,
    item_id: int,
    question_key: str,
    person_id: int,
    moment: datetime,
) -> Assignment:
    assignment = Assignment(
        project_id=project.id,
        item_id=item_id,
        person_id=person_id,
        question_key=question_key or None,
        opened_at=moment,
    )
    transaction.add(assignment)
    transaction.flush()
    return assignment


def assign(
    transaction: Session,
    project: Project,
    item: Item,
    person: Person,
    moment: datetime | None = None,
) -> Assignment:
    """Give an item to a chosen person; InputError if a rule forbids it."""
    moment = moment or now()
    if project.closed_at is not None:
        raise InputError("The project is closed: open it again first.")
    if not is_member(transaction, project.id, person.id):
        raise InputError(f"{person.name} does not annotate in this project: add them first.")
    before = transaction.scalar(
        select(Assignment).where(Assignment.item_id == item.id, Assignment.person_id == person.id)
    )
    if before is not None and before.state != "skipped":
        raise InputError(f"{person.name} has this item already.")
    why = obstacle(transaction, project, item, person, moment)
    if why is not None:
        places = "its rater" if project.raters == 1 else f"its {project.raters} raters"
        raise InputError(_NOT_GIVEN[why].format(name=person.name, places=places))
    if before is not None:
        before.state, before.opened_at = "open", moment
        before.revision += 1
        return before
    return _open(transaction, project, item.id, item.question_key, person.id, moment)


def save(
    transaction: Session,
    project: Project,
    assignment: Assignment,
    values: Mapping[str, Sequence[str]],
    comment: str,
    revision: int,
    seconds: float | None,
    moment: datetime | None = None,
) -> Saved:
    """Save a form; Stale if it is out of date, InputError if the project is closed.

    `seconds` is the time that the browser measured; it counts for no more than has passed. A
    label that was imported under the person's name while they had the item open is replaced.
    """
    moment = moment or now()
    _check_current(transaction, project, assignment, revision, moment)
    item = transaction.get_one(Item, assignment.item_id)
    label: Label | None
    label, problems = KINDS[project.kind].check(values, payload_of(item))
    if label is None:
        return Saved(problems)
    _add_time(assignment, seconds, moment)
    if project.settings.get(HAS_PEOPLE):
        replace_own(project, item, transaction.get_one(Person, assignment.person_id).name)
    assignment.label, assignment.comment = label, comment.strip()
    assignment.state, assignment.done_at = "done", moment
    assignment.revision += 1
    return Saved({})


def skip(
    transaction: Session,
    project: Project,
    assignment: Assignment,
    revision: int,
    seconds: float | None,
    moment: datetime | None = None,
) -> None:
    """Leave an item to others. A finished one stays as it is."""
    moment = moment or now()
    if assignment.state == "done":
        raise Stale("You have finished this item; change your label, or leave it as it is.")
    _check_current(transaction, project, assignment, revision, moment)
    _add_time(assignment, seconds, moment)
    assignment.state = "skipped"
    assignment.revision += 1


def _check_current(
    transaction: Session, project: Project, assignment: Assignment, revision: int, moment: datetime
) -> None:
    if project.closed_at is not None:
        raise InputError("The project is closed, and takes no more labels.")
    if not is_member(transaction, project.id, assignment.person_id):
        raise InputError("You no longer annotate in this project: ask its owner.")
    if assignment.revision != revision:
        raise Stale(
            "This item was changed in another tab or window since you opened this form, so "
            "nothing was saved. What you typed is still here: save again to put it in place "
            "of what is stored."
        )
    if assignment.state == "done" or (
        assignment.state == "open" and assignment.opened_at > moment - LEASE
    ):
        return
    item = transaction.get_one(Item, assignment.item_id)
    person = transaction.get_one(Person, assignment.person_id)
    why = obstacle(transaction, project, item, person, moment)
    if why is not None:
        raise Stale(
            f"{_NOT_TAKEN[why]}, so your label was not saved. What you typed is still here."
        )


def _add_time(assignment: Assignment, seconds: float | None, moment: datetime) -> None:
    began = assignment.done_at if assignment.state == "done" else assignment.opened_at
    passed = max(0.0, (moment - (began or assignment.opened_at)).total_seconds())
    spent = passed if seconds is None else min(max(0.0, seconds), passed)
    assignment.seconds = (assignment.seconds or 0.0) + spent
