"""Imported labels: the people who gave them need not have an account.

They are stored in their item's payload, under a key that raters do not see. A person's label takes
a rater's slot, like one given here; that person is not asked for the item again, nor for another
item of its question. Two kinds take no slot: a model's label, and a label by the item's writer, who
is not one of its raters. Agreement is computed on the labels of all people, including the writer;
models are compared with people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, func, select
from sqlalchemy.orm import Session

from tamis.studio.annotating.kinds import Label
from tamis.studio.annotating.payload import IMPORTED, RATERS, cleaned
from tamis.studio.database.schema import Item, Project, new_id, storable
from tamis.studio.people.person_names import MODEL, name_key

COMMENT, DONE_AT, SECONDS = "_comment", "_done_at", "_seconds"
"""What an imported label may hold besides its fields: the rater's comment, when they finished it
(ISO 8601 with its zone), and how many seconds it took."""
BESIDE = (COMMENT, DONE_AT, SECONDS)


def untimed(label: Label) -> Label:
    """A label without its times: what differs only in them is the same label."""
    return {name: value for name, value in label.items() if name not in (DONE_AT, SECONDS)}


HAS_IMPORTED, HAS_PEOPLE = "imported_labels", "imported_people"
"""Keys of a project's settings: some item has imported labels; some are by people, with a version
that changes with them."""


@dataclass(frozen=True)
class Imported:
    """A label that came with an import."""

    by: str
    label: Label
    comment: str = ""
    done_at: datetime | None = None
    seconds: float | None = None

    @property
    def model(self) -> bool:
        """Whether a model gave it."""
        return self.by.startswith(MODEL)

    @property
    def name(self) -> str:
        """Who gave it, for people to read."""
        return self.by.removeprefix(MODEL)

    @property
    def key(self) -> str:
        """The identity of who gave it: for people the key of their name."""
        return self.by if self.model else name_key(self.by)


class Own(NamedTuple):
    """The imported labels of one person: for which items, and of which questions."""

    items: frozenset[int] = frozenset()
    questions: frozenset[str] = frozenset()


def imported_of(item: Item | Mapping[str, Any]) -> list[Imported]:
    """The imported labels of an item."""
    payload = item.payload if isinstance(item, Item) else item
    return [
        Imported(
            entry["by"],
            entry["label"],
            entry.get("comment", ""),
            datetime.fromisoformat(entry["done_at"]) if entry.get("done_at") else None,
            entry.get("seconds"),
        )
        for entry in payload.get(IMPORTED, ())
    ]


def add_labels(item: Item, labels: Iterable[tuple[str, Label]]) -> None:
    """Add labels to an item; each replaces an earlier imported one by the same name."""
    kept = {one.key: one for one in imported_of(item)}
    for by, given in labels:
        label = {name: value for name, value in cleaned(given).items() if name not in BESIDE}
        one = Imported(
            storable(by),
            label,
            storable(str(given.get(COMMENT) or "")),
            datetime.fromisoformat(given[DONE_AT]) if given.get(DONE_AT) else None,
            given.get(SECONDS),
        )
        kept[one.key] = one
    _put(item, kept.values())


def replace_own(project: Project, item: Item, name: str) -> None:
    """Remove the imported label under a person's name, since they have given one here."""
    labels = imported_of(item)
    kept = [one for one in labels if one.key != name_key(name)]
    if len(kept) < len(labels):
        _put(item, kept)
        changed(project)


def _put(item: Item, labels: Iterable[Imported]) -> None:
    labels = list(labels)
    writer = name_key(item.written_by)
    item.payload = {
        **item.payload,
        IMPORTED: [_entry(one) for one in labels],
        RATERS: [one.key for one in labels if not one.model and one.key != writer],
    }


def _entry(one: Imported) -> dict[str, Any]:
    entry: dict[str, Any] = {"by": one.by, "label": one.label, "comment": one.comment}
    if one.done_at is not None:
        entry["done_at"] = one.done_at.isoformat()
    return entry if one.seconds is None else entry | {"seconds": one.seconds}


def raters_of(item: Item) -> int:
    """How many slots the imported labels of an item take."""
    return len(item.payload.get(RATERS, ()))


def raters_column() -> ColumnElement[int]:
    """The same as an SQL expression."""
    return func.coalesce(func.json_array_length(Item.payload[RATERS], type_=Integer), 0)


def own_labels(transaction: Session, project: Project, name: str) -> Own:
    """The imported labels under a person's name."""
    stand = project.settings.get(HAS_PEOPLE)
    if not stand:
        return Own()
    index = _known.get(stand)
    if index is None:
        while len(_known) >= _MOST_KNOWN:
            _known.pop(next(iter(_known)), None)
        index = _known[stand] = _by_person(transaction, project)
    return index.get(name_key(name), Own())


def changed(project: Project) -> None:
    """Note that imported labels of people were added or removed."""
    project.settings = {**project.settings, HAS_PEOPLE: new_id()}


# A cache of each person's imported labels, by the version of a project's imported labels. A version
# is never used twice, so nothing here can be out of date; reading all labels for every item that
# anyone is given would take a second where there are tens of thousands.
_known: dict[str, Mapping[str, Own]] = {}
_MOST_KNOWN = 8


def _by_person(transaction: Session, project: Project) -> Mapping[str, Own]:
    had: dict[str, list[tuple[int, str]]] = {}
    for item_id, question, entries in transaction.execute(
        select(Item.id, Item.question_key, Item.payload[IMPORTED]).where(
            Item.project_id == project.id
        )
    ):
        for one in imported_of({IMPORTED: entries or []}):
            if not one.model:
                had.setdefault(one.key, []).append((item_id, question))
    return {
        key: Own(
            frozenset(item_id for item_id, _ in rows),
            frozenset(question for _, question in rows if question),
        )
        for key, rows in had.items()
    }
