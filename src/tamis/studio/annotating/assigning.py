"""Who gets what: one table of assignments, and the rules that hold for it.

All of these hold at every moment, because each function is called in a transaction that is alone
in writing: an item has no more raters than its project asks for; no one has an item twice, nor
one that they wrote, nor two of one question. A place is taken by who has finished an item, and by
who has had it open for less than a day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import BindParameter, ColumnElement, Select, and_, bindparam, func, or_, select
from sqlalchemy.orm import Session

from tamis.studio.annotating.kinds import KINDS, Label
from tamis.studio.annotating.store import HAS_IMPORTED, imported_of, is_member, payload_of
from tamis.studio.database.tables import Assignment, Item, Person, Project, now
from tamis.studio.people.accounts import Who
from tamis.studio.people.names import name_key
from tamis.types import InputError

LEASE = timedelta(hours=24)
"""How long an item that someone has opened is kept for them."""

_AT_ONCE = 50


class Stale(Exception):
    """The form is older than what is stored: another tab has saved, or the place has gone."""


@dataclass(frozen=True)
class Saved:
    """What became of a form: saved with `problems` empty, or not."""

    problems: Mapping[str, str]


def taken(moment: datetime) -> ColumnElement[bool]:
    """Of an assignment: whether it takes a place at `moment`."""
    return or_(
        Assignment.state == "done",
        and_(Assignment.state == "open", Assignment.opened_at > moment - LEASE),
    )


def claim(
    transaction: Session, project: Project, person: Who, moment: datetime | None = None
) -> Assignment | None:
    """The item that a person has open, else a new one; None where nothing is left for them.

    New ones are those with the fewest raters first, and of these the oldest.
    """
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
        if places_left(transaction, project, assignment.item_id, person.id, moment) > 0:
            assignment.opened_at = moment
            return assignment
        assignment.state = "skipped"
        assignment.revision += 1
    found = _next(transaction, project, person, moment)
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


def _next(
    transaction: Session, project: Project, person: Who, moment: datetime
) -> tuple[int, str] | None:
    start = 0
    while True:
        batch = eligible(transaction, project, person.id, moment, start, _AT_ONCE)
        for item_id, question_key, written_by in batch:
            if written_by and name_key(written_by) == name_key(person.name):
                continue
            if project.settings.get(HAS_IMPORTED) and _labelled_elsewhere(
                project, transaction.get_one(Item, item_id), person.name
            ):
                continue
            return item_id, question_key
        if len(batch) < _AT_ONCE:
            return None
        start += _AT_ONCE


def eligible(
    transaction: Session,
    project: Project,
    person_id: int,
    moment: datetime,
    start: int = 0,
    most: int = -1,
) -> list[tuple[int, str, str]]:
    """The items (id, question, written by) with a place for a person who has had neither them nor
    their question, in the order in which they are given out. Who wrote them is not looked at."""
    rows = transaction.execute(
        _ELIGIBLE if most >= 0 else _ALL_ELIGIBLE,
        {
            "project": project.id,
            "person": person_id,
            "since": moment - LEASE,
            "raters": project.raters,
            "start": start,
            "most": most,
        },
    )
    return [(row.id, row.question_key, row.written_by) for row in rows]


def _eligible() -> Select[int, str, str]:
    # Built once: it is asked for with every item that anyone finishes.
    project: BindParameter[str] = bindparam("project")
    person: BindParameter[int] = bindparam("person")
    raters = (
        select(Assignment.item_id, func.count().label("count"))
        .where(
            Assignment.project_id == project,
            or_(
                Assignment.state == "done",
                and_(Assignment.state == "open", Assignment.opened_at > bindparam("since")),
            ),
        )
        .group_by(Assignment.item_id)
        .subquery()
    )
    mine = and_(Assignment.project_id == project, Assignment.person_id == person)
    had = select(Assignment.item_id).where(mine)
    questions = select(Assignment.question_key).where(mine, Assignment.question_key.is_not(None))
    count = func.coalesce(raters.c.count, 0)
    return (
        select(Item.id, Item.question_key, Item.written_by)
        .join(raters, raters.c.item_id == Item.id, isouter=True)
        .where(
            Item.project_id == project,
            count < bindparam("raters"),
            Item.id.not_in(had),
            or_(Item.question_key == "", Item.question_key.not_in(questions)),
        )
        .order_by(count, Item.position, Item.id)
    )


_ALL_ELIGIBLE = _eligible()
_ELIGIBLE = _ALL_ELIGIBLE.offset(bindparam("start")).limit(bindparam("most"))


def _labelled_elsewhere(project: Project, item: Item, name: str) -> bool:
    """Whether an import brought this person's label."""
    if not project.settings.get(HAS_IMPORTED):
        return False
    key = name_key(name)
    return any(not one.model and name_key(one.by) == key for one in imported_of(item))


def places_left(
    transaction: Session, project: Project, item_id: int, but_for: int, moment: datetime
) -> int:
    """How many more may rate an item, one person left out of the count."""
    count = transaction.scalar(
        select(func.count()).where(
            Assignment.item_id == item_id, Assignment.person_id != but_for, taken(moment)
        )
    )
    return project.raters - (count or 0)


def assign(
    transaction: Session,
    project: Project,
    item: Item,
    person: Person,
    moment: datetime | None = None,
) -> Assignment:
    """Give an item to someone by hand; InputError, in a sentence, where a rule forbids it."""
    moment = moment or now()
    if project.closed_at is not None:
        raise InputError("The project is closed: open it again first.")
    if not is_member(transaction, project.id, person.id):
        raise InputError(f"{person.name} does not annotate in this project: add them first.")
    if item.written_by and name_key(item.written_by) == name_key(person.name):
        raise InputError(f"{person.name} wrote this item, and no one rates what they wrote.")
    if _labelled_elsewhere(project, item, person.name):
        raise InputError(f"A label by {person.name} was imported with this item.")
    before = transaction.scalar(
        select(Assignment).where(Assignment.item_id == item.id, Assignment.person_id == person.id)
    )
    if before is not None and before.state != "skipped":
        raise InputError(f"{person.name} has this item already.")
    if places_left(transaction, project, item.id, person.id, moment) < 1:
        raise InputError(f"The item has its {project.raters} raters already.")
    if before is not None:
        before.state, before.opened_at = "open", moment
        before.revision += 1
        return before
    same_question = select(Assignment.id).where(
        Assignment.project_id == project.id,
        Assignment.person_id == person.id,
        Assignment.question_key == item.question_key,
    )
    if item.question_key and transaction.scalar(same_question.limit(1)) is not None:
        raise InputError(f"{person.name} has had another item of the same question.")
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
    """Take a form; Stale where it must not be taken, InputError where the project is closed.

    `seconds` is the time that the browser measured; it counts for no more than has passed.
    """
    moment = moment or now()
    _check_current(transaction, project, assignment, revision, moment)
    item = transaction.get_one(Item, assignment.item_id)
    label: Label | None
    label, problems = KINDS[project.kind].check(values, payload_of(item))
    if label is None:
        return Saved(problems)
    _add_time(assignment, seconds, moment)
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
    left = places_left(transaction, project, assignment.item_id, assignment.person_id, moment)
    if left < 1:
        raise Stale(
            "Others have taken this item in the meantime, so your label was not saved. "
            "What you typed is still here."
        )


def _add_time(assignment: Assignment, seconds: float | None, moment: datetime) -> None:
    began = assignment.done_at if assignment.state == "done" else assignment.opened_at
    passed = max(0.0, (moment - (began or assignment.opened_at)).total_seconds())
    spent = passed if seconds is None else min(max(0.0, seconds), passed)
    assignment.seconds = (assignment.seconds or 0.0) + spent
