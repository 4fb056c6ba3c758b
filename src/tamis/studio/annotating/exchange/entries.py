"""What an import holds and an export says: items with their labels, whatever the file.

An import is taken whole or not at all, and says of every line that cannot be taken why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tamis.studio.annotating.contents import EXTRA, cleaned
from tamis.studio.annotating.imported import COMMENT
from tamis.studio.annotating.kinds import Field, Kind, Label, Seed
from tamis.studio.annotating.kinds.kind import LONGEST_TEXT, MODEL
from tamis.studio.database.tables import storable
from tamis.types import InputError

COMMON = ("key", "question_key", "written_by")
MOST_ITEMS = 50_000
MOST_PROBLEMS = 50
_LONGEST_KEY = 1_000
_LONGEST_OWN = 500_000


@dataclass(frozen=True)
class Said:
    """A label in an export: who said it, `model` if that is none of the people.

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
    """An item in an export, with all that was said of it."""

    key: str
    payload: dict[str, Any]
    question_key: str = ""
    written_by: str = ""
    said: tuple[Said, ...] = ()
    settled: Settled | None = None

    @property
    def shown(self) -> dict[str, Any]:
        """The payload without what is only kept."""
        return {name: value for name, value in self.payload.items() if name[:1] != "_"}

    @property
    def extra(self) -> dict[str, Any]:
        """What the kind does not know."""
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
    """What reading a file came to: entries, and a sentence for each line that cannot be taken.

    `left_out` counts what was read and is not taken, such as cancelled annotations.
    """

    what: str
    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    bad_lines: int = 0

    def bad(self, error: InputError | str) -> None:
        """Note a line that cannot be taken."""
        self.bad_lines += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(str(error))

    def take(self, entries: Iterable[Entry]) -> None:
        """Note entries; InputError where there are too many."""
        self.entries.extend(entries)
        if len(self.entries) > MOST_ITEMS:
            raise InputError(f"There are more than {MOST_ITEMS:,} items; split the file.")

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
    """The entries of a record in the kind's own columns; what it does not know is kept."""
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

    The payload is read anew as any other record, so that a file that was changed by hand cannot
    bring in what an import could not.
    """
    name = record.get("kind")
    if name not in (None, kind.name):
        raise InputError(f"{where}: this is an item of {name!r:.40}, not of {kind.name}.")
    payload = record.get("payload")
    if not isinstance(payload, Mapping):
        raise InputError(f"{where}: payload must be an object.")
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
    """The seed as it can be stored; InputError where what names it is too long to."""
    for name in COMMON:
        if len(getattr(seed, name)) > _LONGEST_KEY:
            raise InputError(f"{where}: {name} is longer than {_LONGEST_KEY:,} characters.")
    return replace(
        seed,
        key=storable(seed.key),
        payload=cleaned(seed.payload),
        labels=tuple((storable(who), cleaned(label)) for who, label in seed.labels),
    )


def checked_label(kind: Kind, label: Any, where: str) -> Label:
    """A label that a file brings, each field of it one of the kind's; InputError otherwise.

    Fields that are missing are left missing: an old label need not answer a new question.
    """
    if not isinstance(label, Mapping):
        raise InputError(f"{where}: the label must be an object.")
    fields = {field.name: field for field in kind.fields}
    found: Label = {}
    for name, value in label.items():
        if name == COMMENT:
            if not isinstance(value, str) or len(value) > LONGEST_TEXT:
                raise InputError(f"{where}: the comment must be a text, and not too long.")
            found[COMMENT] = value
        elif name not in fields:
            raise InputError(
                f"{where}: the label has {name!r:.60}, where {kind.name} has {', '.join(fields)}."
            )
        elif value is not None:
            found[name] = _value(fields[name], value, where)
    if not set(found) - {COMMENT}:
        raise InputError(f"{where}: the label is empty.")
    return found


def option_of(field: Field, said: Any) -> str | None:
    """The option that a value or a label of one names; None for neither."""
    text = str(said).strip()
    for option in field.options:
        if text == option.value:
            return option.value
    for option in field.options:
        if text.casefold() in (option.value.casefold(), option.label.casefold()):
            return option.value
    return None


def merged(entries: Sequence[Entry], reading: Reading) -> list[Entry]:
    """Each item once, with the labels of all lines that it has; `reading` is told of conflicts.

    A second label of one person for an item is kept under the name with a number behind it.
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
            if one.seed.labels:
                reading.left_out["further lines of the same item (their labels are taken)"] += 1
            else:
                reading.left_out["lines of an item that is there already"] += 1
            seed = replace(before.seed, labels=labels)
            by_key[one.seed.key] = replace(
                before, seed=_named_apart(seed), settled=before.settled or one.settled
            )
    return list(by_key.values())


def _named_apart(seed: Seed) -> Seed:
    seen: Counter[str] = Counter()
    labels: list[tuple[str, Label]] = []
    for who, label in seed.labels:
        if (who, label) in labels:
            continue
        seen[who] += 1
        labels.append((who if seen[who] == 1 else f"{who} ({seen[who]})", label))
    return replace(seed, labels=tuple(labels))


def _known(kind: Kind, seed: Seed, name: str) -> bool:
    """Whether the kind reads a column, or speaks of it where it says what it reads."""
    if name in COMMON or name in seed.payload or name in kind.record(seed.payload, {}):
        return True
    words = kind.columns.replace("(", ",").replace(";", ",").replace(":", ",").replace(".", ",")
    parts = [part.strip() for part in words.replace(")", ",").split(",")]
    spoken = {word for part in parts for word in (part, *part.split())}
    return name in spoken


def _value(field: Field, value: Any, where: str) -> Any:
    at = f"{where}: {field.name}"
    if field.how == "choice":
        option = option_of(field, value) if isinstance(value, str | int | float) else None
        if option is None:
            raise InputError(f"{at} is {value!r:.60}; it must be {_options(field)}.")
        return option
    if field.how == "choices":
        given = value if isinstance(value, list | tuple) else [value]
        chosen = [option_of(field, one) for one in given]
        if None in chosen:
            raise InputError(f"{at} is {value!r:.60}; it must be of {_options(field)}.")
        return [option.value for option in field.options if option.value in chosen]
    if field.how == "number":
        if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e15:
            raise InputError(f"{at} must be a number.")
        return value
    if field.how == "own" and isinstance(value, list):
        if not all(isinstance(one, str) and len(one) <= _LONGEST_KEY for one in value):
            raise InputError(f"{at} must be a list of texts.")
        return list(value)
    if not isinstance(value, str):
        raise InputError(f"{at} must be a text.")
    if len(value) > (_LONGEST_OWN if field.how == "own" else LONGEST_TEXT):
        raise InputError(f"{at} is too long.")
    return value


def _options(field: Field) -> str:
    return ", ".join(option.value for option in field.options)
