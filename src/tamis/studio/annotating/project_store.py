"""Projects, their items and who annotates in them, as transactions on the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tamis.bad_input import unknown
from tamis.studio.annotating.imported_labels import HAS_IMPORTED, add_labels, changed
from tamis.studio.annotating.kinds import KINDS, Seed
from tamis.studio.annotating.payload import cleaned, same
from tamis.studio.database.schema import Assignment, Item, Person, Project, ProjectMember, storable
from tamis.studio.people.person_names import MODEL, name_key
from tamis.types import InputError

MOST_RATERS = 50


class Added(NamedTuple):
    """The result of an import: new items, items that were there already, and labels."""

    added: int
    duplicates: int
    labels: int


class Created(NamedTuple):
    """A new project and what was imported into it."""

    id: str
    added: int
    duplicates: int


def create_project(
    transaction: Session,
    owner_id: int,
    kind: str,
    name: str,
    guidance: str = "",
    raters: int = 1,
    settings: Mapping[str, Any] | None = None,
    seeds: Iterable[Seed] = (),
) -> Created:
    """A new project with the items of `seeds`; InputError for a wrong argument.

    The owner is not one of its members until added: a project's members are those who annotate.
    """
    if kind not in KINDS:
        raise unknown("kind", kind, KINDS)
    project = Project(
        kind=kind,
        name=project_name(name),
        guidance=guidance.strip(),
        raters=raters_per_item(raters),
        settings=dict(settings or {}),
        owner_id=owner_id,
    )
    transaction.add(project)
    transaction.flush()
    added = add_items(transaction, project, seeds)
    return Created(project.id, added.added, added.duplicates)


def project_name(name: str, longest: int = 80) -> str:
    """A project's name in single spaces; InputError where it is empty or too long."""
    name = " ".join(name.split())
    if not name:
        raise InputError("The project needs a name.")
    if len(name) > longest:
        raise InputError(f"The name is longer than {longest} characters.")
    return name


def raters_per_item(raters: int) -> int:
    """The number, where it can be one; InputError otherwise."""
    if not 1 <= raters <= MOST_RATERS:
        raise InputError(f"Raters per item must be a number from 1 to {MOST_RATERS}.")
    return raters


def add_items(transaction: Session, project: Project, seeds: Iterable[Seed]) -> Added:
    """Add items; of those whose key is there already, only the labels are added.

    A label replaces an earlier import's by the same name, and is left out where that person has
    given one here. Raises InputError for an item that is there already with other contents.
    """
    seeds = list(seeds)
    known = _by_key(transaction, project, [storable(seed.key) for seed in seeds])
    labelled = _labelled_here(transaction, project, known) if known else set()
    last = transaction.scalar(select(func.max(Item.position)).where(Item.project_id == project.id))
    position = -1 if last is None else last
    added = duplicates = labels = 0
    people = False
    for seed in seeds:
        key = storable(seed.key)
        payload = cleaned(seed.payload)
        item = known.get(key)
        if item is None:
            position += 1
            item = Item(
                project_id=project.id,
                key=key,
                question_key=seed.question_key,
                written_by=seed.written_by,
                payload=payload,
                position=position,
            )
            known[key] = item
            transaction.add(item)
            added += 1
        elif not same(item.payload, payload):
            raise InputError(
                f"The item {key!r:.80} is in the project already, with other contents: give it "
                "another key."
            )
        else:
            duplicates += 1
        fresh = [one for one in seed.labels if (item.id, name_key(one[0])) not in labelled]
        if fresh:
            add_labels(item, fresh)
            labels += len(fresh)
            people = people or not all(who.startswith(MODEL) for who, _ in fresh)
    if labels and not project.settings.get(HAS_IMPORTED):
        project.settings = {**project.settings, HAS_IMPORTED: True}
    transaction.flush()
    if people:
        changed(project)
    return Added(added, duplicates, labels)


def _by_key(transaction: Session, project: Project, keys: Sequence[str]) -> dict[str, Item]:
    found: dict[str, Item] = {}
    for start in range(0, len(keys), 500):
        rows = transaction.scalars(
            select(Item).where(
                Item.project_id == project.id, Item.key.in_(keys[start : start + 500])
            )
        )
        found.update((row.key, row) for row in rows)
    return found


def _labelled_here(
    transaction: Session, project: Project, known: Mapping[str, Item]
) -> set[tuple[int, str]]:
    """Who has labelled what in this studio, so that importing its own export adds nothing."""
    rows = transaction.execute(
        select(Assignment.item_id, Person.name)
        .join(Person, Person.id == Assignment.person_id)
        .where(Assignment.project_id == project.id, Assignment.state == "done")
    )
    ids = {item.id for item in known.values()}
    return {(item_id, name_key(name)) for item_id, name in rows if item_id in ids}


def items(transaction: Session, project_id: str) -> list[Item]:
    """All items of a project in their order."""
    return list(
        transaction.scalars(
            select(Item).where(Item.project_id == project_id).order_by(Item.position, Item.id)
        )
    )


def is_member(transaction: Session, project_id: str, person_id: int) -> bool:
    """Whether a person annotates in a project."""
    return transaction.get(ProjectMember, (project_id, person_id)) is not None


def members(transaction: Session, project_id: str) -> list[Person]:
    """Those who annotate in a project, by name."""
    return list(
        transaction.scalars(
            select(Person)
            .join(ProjectMember, ProjectMember.person_id == Person.id)
            .where(ProjectMember.project_id == project_id)
            .order_by(Person.name)
        )
    )


def set_members(transaction: Session, project: Project, people: Iterable[int]) -> None:
    """Make `people` the members. Items that others had open are free again."""
    wanted = set(people)
    present = {person.id for person in members(transaction, project.id)}
    active = transaction.scalars(
        select(Person.id).where(Person.id.in_(wanted - present), Person.disabled_at.is_(None))
    )
    for person_id in sorted(active):
        transaction.add(ProjectMember(project_id=project.id, person_id=person_id))
    for person_id in present - wanted:
        member = transaction.get_one(ProjectMember, (project.id, person_id))
        transaction.delete(member)
        left = transaction.scalars(
            select(Assignment).where(
                Assignment.project_id == project.id,
                Assignment.person_id == person_id,
                Assignment.state == "open",
            )
        )
        for assignment in left:
            assignment.state = "skipped"
            assignment.revision += 1
    transaction.flush()
