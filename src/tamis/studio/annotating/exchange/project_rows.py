"""A project's items with all labels for an export; importing entries, and its preview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from tamis.studio.annotating import project_store
from tamis.studio.annotating.exchange.entries import Entry, GivenLabel, Row, Settled
from tamis.studio.annotating.finished_labels import finished_labels
from tamis.studio.annotating.payload import payload_of, same
from tamis.studio.database.schema import Adjudication, Assignment, Item, Person, Project, storable
from tamis.types import InputError


class ImportResult(NamedTuple):
    """What an import did, or would do."""

    added: int
    duplicates: int
    labels: int
    settled: int


def rows_of(transaction: Session, project: Project) -> list[Row]:
    """All items in order, with labels given here, then imported ones, and the settled label."""
    of_project = Item.project_id == project.id
    said: dict[int, list[GivenLabel]] = {}
    for one in finished_labels(transaction, project.id):
        said.setdefault(one.item_id, []).append(
            GivenLabel(
                one.person,
                one.label,
                one.comment,
                one.source == "model",
                False,
                one.done_at,
                one.seconds,
            )
        )
    skipped = (
        select(Assignment, Person.name)
        .join(Person, Person.id == Assignment.person_id)
        .where(Assignment.project_id == project.id, Assignment.state == "skipped")
        .order_by(Assignment.id)
    )
    for row, name in transaction.execute(skipped):
        said.setdefault(row.item_id, []).append(
            GivenLabel(name, {}, row.comment, skipped=True, seconds=row.seconds)
        )
    settled = {
        row.item_id: Settled(row.label, row.comment, name)
        for row, name in transaction.execute(
            select(Adjudication, Person.name)
            .join(Item, Item.id == Adjudication.item_id)
            .join(Person, Person.id == Adjudication.by)
            .where(of_project)
        )
    }
    return [
        Row(
            item.key,
            payload_of(item),
            item.question_key,
            item.written_by,
            tuple(said.get(item.id, ())),
            settled.get(item.id),
        )
        for item in project_store.items(transaction, project.id)
    ]


def take(
    transaction: Session, project: Project, entries: Sequence[Entry], person_id: int
) -> ImportResult:
    """Import entries; settled labels are imported where nothing is settled yet, as by `person_id`.

    Raises InputError where an item is there already with other contents.
    """
    added = project_store.add_items(transaction, project, [one.seed for one in entries])
    wanted = {storable(one.seed.key): one.settled for one in entries if one.settled}
    count = 0
    for item, has in _items(transaction, project, list(wanted)):
        settled = wanted[item.key]
        if has or settled is None:
            continue
        transaction.add(
            Adjudication(
                item_id=item.id, label=settled.label, comment=settled.comment, by=person_id
            )
        )
        count += 1
    return ImportResult(added.added, added.duplicates, added.labels, count)


def preview_import(
    transaction: Session, project: Project, entries: Sequence[Entry]
) -> ImportResult:
    """What `take` would do, as far as that is known without writing; InputError as there."""
    keys = [storable(one.seed.key) for one in entries]
    known: dict[str, tuple[Mapping[str, Any], bool]] = {
        item.key: (item.payload, has) for item, has in _items(transaction, project, keys)
    }
    settled = labels = duplicates = 0
    for one in entries:
        key, seed = storable(one.seed.key), one.seed
        payload, has = known.get(key, (None, False))
        if payload is None:
            # Another file of the same import may hold the item, too.
            known[key] = (seed.payload, one.settled is not None)
        else:
            duplicates += 1
            if not same(payload, seed.payload):
                raise InputError(
                    f"{one.where}: the item {seed.key!r:.80} is in the project already, or in "
                    "another of these files, with other contents; give it another key."
                )
        labels += len(seed.labels)
        settled += one.settled is not None and not has
    return ImportResult(len(entries) - duplicates, duplicates, labels, settled)


def _items(transaction: Session, project: Project, keys: Sequence[str]) -> list[tuple[Item, bool]]:
    found: list[tuple[Item, bool]] = []
    for start in range(0, len(keys), 500):
        rows = transaction.execute(
            select(Item, Adjudication.item_id)
            .outerjoin(Adjudication, Adjudication.item_id == Item.id)
            .where(Item.project_id == project.id, Item.key.in_(keys[start : start + 500]))
        )
        found += [(item, number is not None) for item, number in rows]
    return found
