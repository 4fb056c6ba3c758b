"""Projects, their items and their labels, as transactions on the database.

Labels that an import brings stand in their item's payload, under a name that no rater is shown:
whoever gave them need not have an account. Those of models are compared with people's, those of
people count as raters'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tamis.studio.annotating.kinds import KINDS, Label, Seed
from tamis.studio.annotating.kinds.kind import MODEL
from tamis.studio.database.tables import (
    Adjudication,
    Assignment,
    Item,
    Person,
    Project,
    ProjectMember,
    storable,
)
from tamis.studio.people.names import name_key
from tamis.types import InputError

IMPORTED = "_labels"
"""Where in a payload the labels lie that an import brought: a list of `by`, `label`, `comment`."""
COMMENT = "_comment"
"""What an imported label may hold besides its fields: what the rater wrote beside it."""
HAS_IMPORTED = "imported_labels"
"""Of a project's settings: some item has imported labels."""
MOST_RATERS = 50

Source = Literal["here", "imported", "model"]


class Added(NamedTuple):
    """What an import did: new items, items that were there already, labels that came along."""

    added: int
    duplicates: int
    labels: int


class Created(NamedTuple):
    """A new project and what was imported into it."""

    id: str
    added: int
    duplicates: int


@dataclass(frozen=True)
class Labelled:
    """A finished label. `source`: given in this studio, or imported from people or a model.

    `person_id`, `done_at` and `seconds` are None for imported labels; `person` is the name, of a
    model without the prefix that tells it from people. `adjudicated` is what was settled for the
    item, None where nothing was. `payload` is as raters see it, without imported labels.
    """

    item_id: int
    key: str
    payload: dict[str, Any]
    question_key: str
    written_by: str
    person: str
    person_id: int | None
    label: Label
    comment: str
    source: Source
    done_at: datetime | None = None
    seconds: float | None = None
    adjudicated: Label | None = None
    state: str = "done"


@dataclass(frozen=True)
class Imported:
    """A label that came with an import."""

    by: str
    label: Label
    comment: str = ""

    @property
    def model(self) -> bool:
        """Whether a model gave it."""
        return self.by.startswith(MODEL)

    @property
    def name(self) -> str:
        """Who gave it, for people to read."""
        return self.by.removeprefix(MODEL)


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
    """A new project with the items of `seeds`; InputError where something cannot be.

    The owner is not one of its members until added: a project's members are those who annotate.
    """
    if kind not in KINDS:
        raise InputError(f"There is no kind {kind!r:.40}: choose one of {', '.join(KINDS)}.")
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
    """Add items; those whose key is there already are counted, and take only their labels.

    A label replaces an earlier import's by the same name. Raises InputError for an item that is
    there already with other contents.
    """
    seeds = list(seeds)
    known = _by_key(transaction, project, [storable(seed.key) for seed in seeds])
    labelled = _labelled_here(transaction, project, known) if known else set()
    last = transaction.scalar(select(func.max(Item.position)).where(Item.project_id == project.id))
    position = -1 if last is None else last
    added = duplicates = labels = 0
    for seed in seeds:
        key = storable(seed.key)
        payload = _clean(seed.payload)
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
        elif payload_of(item) != payload_of(payload):
            raise InputError(
                f"The item {key!r:.80} is in the project already, with other contents: give it "
                "another key."
            )
        else:
            duplicates += 1
        fresh = [one for one in seed.labels if (item.id, name_key(one[0])) not in labelled]
        if fresh:
            item.payload = _with_labels(item.payload, fresh)
            labels += len(fresh)
    if labels:
        project.settings = {**project.settings, HAS_IMPORTED: True}
    transaction.flush()
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
    """Who has labelled what in this studio: an import of its own export adds nothing."""
    rows = transaction.execute(
        select(Assignment.item_id, Person.name)
        .join(Person, Person.id == Assignment.person_id)
        .where(Assignment.project_id == project.id, Assignment.state == "done")
    )
    ids = {item.id for item in known.values()}
    return {(item_id, name_key(name)) for item_id, name in rows if item_id in ids}


def _with_labels(payload: Mapping[str, Any], labels: Iterable[tuple[str, Label]]) -> dict[str, Any]:
    kept = {entry["by"]: entry for entry in payload.get(IMPORTED, ())}
    for by, given in labels:
        label = {name: value for name, value in _clean(given).items() if name != COMMENT}
        comment = str(given.get(COMMENT) or "")
        kept[storable(by)] = {"by": storable(by), "label": label, "comment": storable(comment)}
    return {**payload, IMPORTED: list(kept.values())}


def _clean(value: Any) -> Any:
    """JSON without what no database can hold."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {storable(str(name)): _clean(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(part) for part in value]
    return value


def payload_of(item: Item | Mapping[str, Any]) -> dict[str, Any]:
    """An item's payload as raters see it: without imported labels."""
    payload = item.payload if isinstance(item, Item) else item
    return {name: value for name, value in payload.items() if name != IMPORTED}


def imported_of(item: Item | Mapping[str, Any]) -> list[Imported]:
    """The labels that imports brought for an item."""
    payload = item.payload if isinstance(item, Item) else item
    return [
        Imported(entry["by"], entry["label"], entry.get("comment", ""))
        for entry in payload.get(IMPORTED, ())
    ]


def finished_labels(
    transaction: Session, project_id: str, item_id: int | None = None
) -> list[Labelled]:
    """All finished labels of a project, or of one item, in the order of its items.

    Those given here come first, then imported ones.
    """
    of_items = select(Item).where(Item.project_id == project_id)
    given = (
        select(Assignment, Person.name)
        .join(Person, Person.id == Assignment.person_id)
        .where(Assignment.project_id == project_id, Assignment.state == "done")
        .order_by(Assignment.done_at, Assignment.id)
    )
    settled = (
        select(Adjudication)
        .join(Item, Item.id == Adjudication.item_id)
        .where(Item.project_id == project_id)
    )
    if item_id is not None:
        of_items = of_items.where(Item.id == item_id)
        given = given.where(Assignment.item_id == item_id)
        settled = settled.where(Item.id == item_id)
    here: dict[int, list[tuple[Assignment, str]]] = {}
    for assignment, name in transaction.execute(given):
        here.setdefault(assignment.item_id, []).append((assignment, name))
    decided = {one.item_id: one.label for one in transaction.scalars(settled)}
    found: list[Labelled] = []
    for item in transaction.scalars(of_items.order_by(Item.position, Item.id)):
        common = (item.id, item.key, payload_of(item), item.question_key, item.written_by)
        for row, name in here.get(item.id, ()):
            found.append(
                Labelled(
                    *common,
                    name,
                    row.person_id,
                    row.label or {},
                    row.comment,
                    "here",
                    row.done_at,
                    row.seconds,
                    decided.get(item.id),
                )
            )
        for one in imported_of(item):
            source: Source = "model" if one.model else "imported"
            found.append(
                Labelled(
                    *common,
                    one.name,
                    None,
                    one.label,
                    one.comment,
                    source,
                    adjudicated=decided.get(item.id),
                )
            )
    return found


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
    """Exactly `people` annotate from now on. What others had open is free again."""
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
