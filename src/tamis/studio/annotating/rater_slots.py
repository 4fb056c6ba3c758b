"""Rater slots of items: what takes a slot, and who can be given which item.

An item has as many slots as its project asks for raters. A slot is taken by a label, given here or
imported (see `imported_labels`), and by a person who opened the item less than a day ago. No one is
given an item twice, an item that they wrote, or two items of one question; imported labels under
their name count, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import Session

from tamis.studio.annotating.imported_labels import HAS_PEOPLE, own_labels, raters_column, raters_of
from tamis.studio.database.schema import Assignment, Item, Person, Project
from tamis.studio.people.accounts import Who
from tamis.studio.people.person_names import name_key

LEASE = timedelta(hours=24)
"""How long an opened item is reserved for the person who opened it."""
ALL = 2**31 - 1

Obstacle = Literal["wrote", "labelled", "question", "full"]
"""Why a person cannot be given an item: they wrote it; a label of theirs was imported with it; they
have had another item of its question; all its slots are taken."""


def takes_slot(moment: datetime) -> ColumnElement[bool]:
    """SQL condition: whether an assignment takes a slot at `moment`."""
    return _takes_slot_since(moment - LEASE)


def _takes_slot_since(since: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    return or_(
        Assignment.state == "done",
        and_(Assignment.state == "open", Assignment.opened_at > since),
    )


def slots_left(
    transaction: Session, project: Project, item: Item, but_for: int, moment: datetime
) -> int:
    """The free slots of an item, not counting the person `but_for`; below 0 if the project now asks
    for fewer raters."""
    count = transaction.scalar(
        select(func.count()).where(
            Assignment.item_id == item.id, Assignment.person_id != but_for, takes_slot(moment)
        )
    )
    return project.raters - (count or 0) - raters_of(item)


def obstacle(
    transaction: Session, project: Project, item: Item, person: Who | Person, moment: datetime
) -> Obstacle | None:
    """Why a person cannot be given an item, None if they can; their own assignment of it is
    ignored."""
    if item.written_by and name_key(item.written_by) == name_key(person.name):
        return "wrote"
    own = own_labels(transaction, project, person.name)
    if item.id in own.items:
        return "labelled"
    if item.question_key:
        same = select(Assignment.id).where(
            Assignment.project_id == project.id,
            Assignment.person_id == person.id,
            Assignment.question_key == item.question_key,
            Assignment.item_id != item.id,
        )
        if item.question_key in own.questions or transaction.scalar(same.limit(1)) is not None:
            return "question"
    if slots_left(transaction, project, item, person.id, moment) < 1:
        return "full"
    return None


def eligible(
    transaction: Session,
    project: Project,
    person: Who,
    moment: datetime,
    at_once: int = ALL,
) -> Iterator[tuple[int, str]]:
    """The items (id, question) that someone who has not had them can be given, in the order in
    which they are given out: those with the fewest raters first, and of these the oldest.

    `at_once` rows are fetched at a time.
    """
    own, key, start = own_labels(transaction, project, person.name), name_key(person.name), 0
    while True:
        rows = transaction.execute(
            _IMPORTED if project.settings.get(HAS_PEOPLE) else _PLAIN,
            {
                "project": project.id,
                "person": person.id,
                "since": moment - LEASE,
                "raters": project.raters,
                "start": start,
                "most": at_once,
            },
        ).all()
        for item_id, question, written_by in rows:
            wrote = written_by and name_key(written_by) == key
            if not (wrote or item_id in own.items or question in own.questions):
                yield item_id, question
        if len(rows) < at_once:
            return
        start += at_once


def may_still_label(
    transaction: Session, project: Project, person: Who, moment: datetime, item: Item | None = None
) -> set[int]:
    """The items for which someone may still give a label: those they can be given, and those
    they have had and not finished. With `item` only whether that one is among them.

    The caller checks that the person is a member of the project.
    """
    if project.closed_at is not None:
        return set()
    states = dict(
        transaction.execute(
            select(Assignment.item_id, Assignment.state).where(
                Assignment.project_id == project.id, Assignment.person_id == person.id
            )
        )
        .tuples()
        .all()
    )
    unfinished = {item_id for item_id, state in states.items() if state != "done"}
    if item is None:
        return unfinished | {one for one, _ in eligible(transaction, project, person, moment)}
    if item.id in states:
        return unfinished & {item.id}
    return set() if obstacle(transaction, project, item, person, moment) else {item.id}


def _eligible(imported: ColumnElement[int]) -> Select[int, str, str]:
    # Built once: the query runs with every item that anyone finishes.
    project: BindParameter[str] = bindparam("project")
    person: BindParameter[int] = bindparam("person")
    raters = (
        select(Assignment.item_id, func.count().label("count"))
        .where(Assignment.project_id == project, _takes_slot_since(bindparam("since")))
        .group_by(Assignment.item_id)
        .subquery()
    )
    mine = and_(Assignment.project_id == project, Assignment.person_id == person)
    had = select(Assignment.item_id).where(mine)
    questions = select(Assignment.question_key).where(mine, Assignment.question_key.is_not(None))
    count = func.coalesce(raters.c.count, 0) + imported
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
        .offset(bindparam("start"))
        .limit(bindparam("most"))
    )


_PLAIN = _eligible(literal(0))
# Payloads are looked into only where a project has labels in them.
_IMPORTED = _eligible(raters_column())
