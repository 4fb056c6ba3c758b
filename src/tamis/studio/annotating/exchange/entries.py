"""Items with their labels as imports and exports hold them, for any file format.

An import is all or nothing, and gives the reason for every line that cannot be imported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tamis.inputs.rows import wrong_value
from tamis.studio.annotating.imported_labels import untimed
from tamis.studio.annotating.kinds import Kind, Label, Seed
from tamis.studio.annotating.payload import EXTRA, cleaned
from tamis.studio.database.schema import storable
from tamis.studio.people.person_names import MODEL
from tamis.types import InputError

COMMON = ("key", "question_key", "written_by")
MOST_ITEMS = 50_000
MOST_PROBLEMS = 50
_LONGEST_KEY = 1_000


class Unreadable(InputError):
    """A file cannot be imported whatever its other lines hold: they are not told one by one."""


@dataclass(frozen=True)
class GivenLabel:
    """A label in an export: who gave it; `model` if that is a model.

    `skipped`: it was opened and not labelled; `label` is then empty.
    """

    who: str
    label: Label
    comment: str = ""
    model: bool = False
    skipped: bool = False
    done_at: datetime | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Settled:
    """What was settled where raters differed."""

    label: Label
    comment: str = ""
    by: str = ""


@dataclass(frozen=True)
class Row:
    """An item in an export, with all its labels."""

    key: str
    payload: dict[str, Any]
    question_key: str = ""
    written_by: str = ""
    labels: tuple[GivenLabel, ...] = ()
    settled: Settled | None = None

    @property
    def shown(self) -> dict[str, Any]:
        """The payload that raters see."""
        return {name: value for name, value in self.payload.items() if name[:1] != "_"}

    @property
    def extra(self) -> dict[str, Any]:
        """The fields that the kind does not know."""
        extra = self.payload.get(EXTRA)
        return extra if isinstance(extra, dict) else {}


@dataclass(frozen=True)
class Entry:
    """An item in an import; `where` is the file and the line, for messages."""

    seed: Seed
    where: str
    settled: Settled | None = None


@dataclass
class Reading:
    """The result of reading a file: entries, and a message for each line that cannot be imported.

    `left_out` counts what is ignored, such as cancelled annotations; `together` counts lines for an
    item that an earlier line has, too.
    """

    what: str
    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    together: int = 0
    bad_lines: int = 0
    _keys: set[str] = field(default_factory=set)

    def bad(self, error: InputError | str) -> None:
        """Note a line that cannot be imported; what concerns the whole file is raised."""
        if isinstance(error, Unreadable):
            raise error
        self.bad_lines += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(str(error))

    def take(self, entries: Iterable[Entry]) -> None:
        """Add entries; Unreadable if they are of too many items."""
        for one in entries:
            self._keys.add(one.seed.key)
            if len(self._keys) > MOST_ITEMS:
                raise Unreadable(
                    f"{one.where}: the file holds more than {MOST_ITEMS:,} items; split it into "
                    "smaller files."
                )
            self.entries.append(one)

    @property
    def people(self) -> Counter[str]:
        """How many labels each person gave."""
        return Counter(
            who for one in self.entries for who, _ in one.seed.labels if not who.startswith(MODEL)
        )

    @property
    def models(self) -> Counter[str]:
        """How many labels each model gave."""
        return Counter(
            who.removeprefix(MODEL)
            for one in self.entries
            for who, _ in one.seed.labels
            if who.startswith(MODEL)
        )


def from_record(kind: Kind, record: Mapping[str, Any], number: int, where: str) -> Iterator[Entry]:
    """The entries of a record in the kind's own columns; unknown columns are stored."""
    if not record:
        raise InputError(f"{where}: there is nothing in it.")
    expanded = kind.expand(record, number, where)
    for one in expanded:
        seed = kind.read(one, where)
        if len(expanded) == 1:
            unknown = {
                name: value
                for name, value in record.items()
                if name in one and not _known(kind, seed, name)
            }
            if unknown:
                seed = replace(seed, payload={**seed.payload, EXTRA: unknown})
        yield Entry(with_key(seed, where), where)


def restored(kind: Kind, record: Mapping[str, Any], where: str) -> Seed:
    """An item as this studio has exported it: `key`, `payload`, `question_key`, `written_by`.

    The payload is checked like any other record, so that an edited file cannot bring in what an
    import would refuse.
    """
    name = record.get("kind")
    if name not in (None, kind.name):
        raise InputError(f"{where}: this is an item of {name!r:.40}, not of {kind.name}.")
    payload = record.get("payload")
    if not isinstance(payload, Mapping):
        raise wrong_value(payload, "payload", "an object", where)
    given = {name: value for name, value in payload.items() if name[:1] != "_"}
    try:
        row = kind.record(given, None)
    except (KeyError, TypeError, AttributeError, ValueError):
        row = {}
    common = {name: record.get(name) for name in COMMON}
    seed = kind.read({**row, **given, **common}, where)
    whole = dict(seed.payload)
    if isinstance(payload.get(EXTRA), Mapping) and payload[EXTRA]:
        whole[EXTRA] = dict(payload[EXTRA])
    return with_key(replace(seed, payload=whole, labels=()), where)


def with_key(seed: Seed, where: str) -> Seed:
    """The seed in storable form; InputError if its key or another name is too long."""
    for name in COMMON:
        if len(getattr(seed, name)) > _LONGEST_KEY:
            raise InputError(f"{where}: {name} is longer than {_LONGEST_KEY:,} characters.")
    return replace(
        seed,
        key=storable(seed.key),
        payload=cleaned(seed.payload),
        labels=tuple((storable(who), cleaned(label)) for who, label in seed.labels),
    )


def merged(entries: Sequence[Entry], reading: Reading) -> list[Entry]:
    """Each item once, with the labels of all its lines; conflicts are noted in `reading`.

    A second label of one person for an item is kept under the name with a number added.
    """
    by_key: dict[str, Entry] = {}
    for one in entries:
        before = by_key.get(one.seed.key)
        if before is None:
            by_key[one.seed.key] = replace(one, seed=_named_apart(one.seed))
        elif before.seed.payload != one.seed.payload:
            reading.bad(
                f"{one.where}: the item {one.seed.key!r:.80} is there already ({before.where}), "
                "with other contents; give one of them another key."
            )
        else:
            labels = (*before.seed.labels, *one.seed.labels)
            reading.together += 1
            seed = replace(before.seed, labels=labels)
            by_key[one.seed.key] = replace(
                before, seed=_named_apart(seed), settled=before.settled or one.settled
            )
    return list(by_key.values())


def _named_apart(seed: Seed) -> Seed:
    labels: list[tuple[str, Label]] = []
    names: set[str] = set()
    said: list[tuple[str, Label]] = []
    for who, label in seed.labels:
        bare = untimed(label)
        if (who, bare) in said:
            continue
        said.append((who, bare))
        name, number = who, 1
        while name in names:
            number += 1
            name = f"{who} ({number})"
        names.add(name)
        labels.append((name, label))
    return replace(seed, labels=tuple(labels))


def _known(kind: Kind, seed: Seed, name: str) -> bool:
    """Whether the kind reads a column, or mentions it in its description of columns."""
    if name in COMMON or name in seed.payload or name in kind.record(seed.payload, {}):
        return True
    words = kind.columns.replace("(", ",").replace(";", ",").replace(":", ",").replace(".", ",")
    parts = [part.strip() for part in words.replace(")", ",").split(",")]
    spoken = {word for part in parts for word in (part, *part.split())}
    return name in spoken
