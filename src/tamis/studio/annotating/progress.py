"""The progress of projects and people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BindParameter, Select, and_, bindparam, case, func, literal, select
from sqlalchemy.orm import Session

from tamis.studio.annotating.imported_labels import HAS_PEOPLE, Imported, imported_of, raters_column
from tamis.studio.annotating.rater_slots import LEASE, eligible
from tamis.studio.database.schema import Assignment, Item, Person, Project, now
from tamis.studio.people.accounts import Who


@dataclass(frozen=True)
class Progress:
    """A project's progress: `needed` labels are items times raters; `labels` are the slots taken by
    labels, given here or imported, at most as many per item as it has raters."""

    items: int = 0
    raters: int = 1
    labels: int = 0
    complete: int = 0

    @property
    def needed(self) -> int:
        """How many labels the project asks for."""
        return self.items * self.raters

    @property
    def share(self) -> float:
        """The share of the labels that are there; 0 without items."""
        return self.labels / self.needed if self.needed else 0.0

    @property
    def ended(self) -> bool:
        """Whether nothing is left to do."""
        return 0 < self.needed <= self.labels


@dataclass(frozen=True)
class PersonProgress:
    """One person's progress in a project, or the imported labels under a name (`imported`, id 0).

    `seconds` is the time spent on finished and skipped items, None if an import does not give it;
    it covers `timed` of the finished items.
    """

    name: str
    id: int
    done: int = 0
    open: int = 0
    skipped: int = 0
    seconds: float | None = 0.0
    last: datetime | None = None
    timed: int = 0
    imported: bool = False

    @property
    def per_item(self) -> float | None:
        """Seconds for a finished item, of those whose time is known."""
        return self.seconds / self.timed if self.seconds is not None and self.timed else None


def of_projects(transaction: Session, projects: Sequence[Project]) -> dict[str, Progress]:
    """The progress of several projects, in one query."""
    ids = [project.id for project in projects]
    if not ids:
        return {}
    done = (
        select(Assignment.item_id, func.count().label("count"))
        .where(Assignment.project_id.in_(ids), Assignment.state == "done")
        .group_by(Assignment.item_id)
        .subquery()
    )
    # Payloads are looked into only where a project has labels in them.
    having = [project.id for project in projects if project.settings.get(HAS_PEOPLE)]
    imported = (
        case((Item.project_id.in_(having), raters_column()), else_=0) if having else literal(0)
    )
    per_item = (
        select(Item.project_id, (func.coalesce(done.c.count, 0) + imported).label("count"))
        .outerjoin(done, done.c.item_id == Item.id)
        .where(Item.project_id.in_(ids))
        .subquery()
    )
    rows = transaction.execute(
        select(per_item.c.project_id, per_item.c.count, func.count()).group_by(
            per_item.c.project_id, per_item.c.count
        )
    ).all()
    found = {}
    for project in projects:
        mine = [(labels, count) for key, labels, count in rows if key == project.id]
        found[project.id] = Progress(
            sum(count for _, count in mine),
            project.raters,
            sum(min(labels, project.raters) * count for labels, count in mine),
            sum(count for labels, count in mine if labels >= project.raters),
        )
    return found


def of_people(
    transaction: Session, project: Project, moment: datetime | None = None
) -> list[PersonProgress]:
    """Everyone who has had an item, by name."""
    moment = moment or now()
    held = and_(Assignment.state == "open", Assignment.opened_at > moment - LEASE)
    rows = transaction.execute(
        select(
            Person.name,
            Person.id,
            func.count().filter(Assignment.state == "done"),
            func.count().filter(held),
            func.count().filter(Assignment.state == "skipped"),
            func.coalesce(func.sum(Assignment.seconds), 0.0),
            func.max(Assignment.done_at),
        )
        .join(Person, Person.id == Assignment.person_id)
        .where(Assignment.project_id == project.id)
        .group_by(Person.id, Person.name)
        .order_by(Person.name)
    )
    return [
        PersonProgress(name, id, done, open, skipped, seconds or 0.0, last, done)
        for name, id, done, open, skipped, seconds, last in rows
    ]


def of_imported(transaction: Session, project: Project) -> list[PersonProgress]:
    """Everyone with imported labels, by name, without models."""
    if not project.settings.get(HAS_PEOPLE):
        return []
    found: dict[str, list[Imported]] = {}
    for item in transaction.scalars(select(Item).where(Item.project_id == project.id)):
        for one in imported_of(item):
            if not one.model:
                found.setdefault(one.key, []).append(one)
    rows = []
    for labels in found.values():
        times = [one.seconds for one in labels if one.seconds is not None]
        moments = [one.done_at for one in labels if one.done_at is not None]
        rows.append(
            PersonProgress(
                labels[0].name,
                0,
                len(labels),
                seconds=sum(times) if times else None,
                last=max(moments, default=None),
                timed=len(times),
                imported=True,
            )
        )
    return sorted(rows, key=lambda one: one.name)


def finished_by(transaction: Session, project: Project, person: Who) -> int:
    """How many items someone has finished in a project."""
    return (
        transaction.scalar(
            select(func.count()).where(
                Assignment.project_id == project.id,
                Assignment.person_id == person.id,
                Assignment.state == "done",
            )
        )
        or 0
    )


def left_for(transaction: Session, project: Project, person: Who) -> int:
    """How many items there are that someone could still be given."""
    return sum(1 for _ in eligible(transaction, project, person, now()))


def at_a_glance(transaction: Session, project: Project, person: Who) -> tuple[Progress, int]:
    """A project's progress, and how many items someone has finished: for the page of every item.

    One cheap query for a page that is shown often: after a project asks for fewer raters, it may
    count superfluous labels. Imported labels are counted one by one.
    """
    if project.settings.get(HAS_PEOPLE):
        progress = of_projects(transaction, [project])[project.id]
        return progress, finished_by(transaction, project, person)
    row = transaction.execute(_GLANCE, {"project": project.id, "person": person.id}).one()
    items, labels, mine = row
    needed = items * project.raters
    return Progress(items, project.raters, min(labels, needed)), mine


def _glance() -> Select[int, int, int]:
    project: BindParameter[str] = bindparam("project")
    person: BindParameter[int] = bindparam("person")
    items = select(func.count()).where(Item.project_id == project).scalar_subquery()
    done = select(func.count()).where(Assignment.project_id == project, Assignment.state == "done")
    mine = done.where(Assignment.person_id == person)
    return select(items, done.scalar_subquery(), mine.scalar_subquery())


_GLANCE = _glance()


def spent(seconds: float | None) -> str:
    """A duration for display: `40 s`, `3 min`, `2 h 5 min`; an en dash for none."""
    if seconds is None:
        return "–"
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
