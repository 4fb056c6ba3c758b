"""Data whose items are not books: `domain.json` next to the rows, and facts about the items.

`tamis collect table` writes such data. `domain.json` has what the prompts call the items:

    {"item": "film", "items": "films", "listed": "films whose director is {name}",
     "anchor": "director"}

and a row may have two more columns, JSON in a string. `item_facts` has, for each listed item, its
values in the table: `{"genre": ["drama"], "runtime": 112}`. `checks` has, for each constraint, null
(a family of KITAB's own) or the check of those facts: `{"column": "genre", "value": "drama",
"negated": false}` or `{"column": "runtime", "low": 90, "high": 120, "negated": false}`. A
constraint that cannot be checked on a title is scored by the gold alone. The log of a run has the
nouns, so that its report speaks of films and directors even where the data is no longer there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.checking import constraints
from tamis.inputs.json_records import parsed, read_json
from tamis.report.runs import Run
from tamis.types import Constraint, InputError

FILE = "domain.json"
FAMILIES = ("category", "number")
"""The families that facts decide, beside KITAB's six."""

Fact = Mapping[str, Any]
Check = Mapping[str, Any]


@dataclass(frozen=True)
class Domain:
    """The nouns for the items; `listed` has `{name}` for the name of what they belong to.

    `anchor` is the noun for what they belong to: director.
    """

    item: str
    items: str
    listed: str
    anchor: str = "anchor"

    @property
    def identity(self) -> dict[str, str]:
        """The nouns, for the log of a run."""
        return {"items": self.items, "anchor": self.anchor}

    def of(self, name: str) -> str:
        """The items of one anchor, in words: "films whose director is Ida Holm"."""
        return self.listed.replace("{name}", name)


def read_domain(folder: Path) -> Domain | None:
    """The domain of the data in a folder; None for books. InputError for a broken file."""
    path = folder / FILE
    if not path.is_file():
        return None
    record = read_json(path)
    match record:
        case {"item": str(item), "items": str(items), "listed": str(listed), **rest} if all(
            map(_is_line, (item, items, listed))
        ):
            anchor = str(rest.get("anchor", ""))
            return Domain(item, items, listed, anchor if _is_line(anchor) else Domain.anchor)
    raise InputError(
        f"{path} is no domain: item, items and listed are needed, each a text of one line."
    )


@dataclass(frozen=True)
class Subject:
    """The nouns of a report: the items, what they belong to, and the constraints on them."""

    items: str
    anchor: str
    constraint: str = "constraint"


BOOKS = Subject("books", "author", "book constraint")
_SEVERAL = Subject("items", "anchor")


def subject(runs: Sequence[Run]) -> Subject:
    """The subject of the runs; general nouns (items, anchor) where the runs differ."""
    found = {(run.identity.get("items"), run.identity.get("anchor")) for run in runs}
    if found <= {(None, None)}:
        return BOOKS
    items, anchor = found.pop()
    return _SEVERAL if found or not items or not anchor else Subject(items, anchor)


def constraint(text: str, family: str, check: Check | None) -> Constraint:
    """The constraint of a wording; `check` is its check of facts. ValueError if it has none."""
    if family in FAMILIES:
        if check is None:
            raise ValueError(f"a {family} constraint without its check")
        return Constraint(family, text, bool(check.get("negated")))  # type: ignore[arg-type]
    return constraints.parse(text, family)  # type: ignore[arg-type]  # parse refuses others


def checks_in(column: object, number: int) -> tuple[Check | None, ...]:
    """The check of facts of each of `number` constraints; ValueError for anything else."""
    if column is None:
        return (None,) * number
    found = _listed(column, "checks", number)
    for check in found:
        match check:
            case None | {"column": str(), "value": str(), "negated": bool()}:
                continue
            case {"column": str(), "low": int() | float(), "high": int() | float()}:
                continue
        raise ValueError(f"column 'checks': {check!r:.60} is no check")
    return found


def facts_in(column: object, number: int) -> tuple[Fact, ...]:
    """The facts of each of `number` items; empty where the row has none."""
    if column is None:
        return ()
    found = _listed(column, "item_facts", number)
    if not all(isinstance(fact, dict) for fact in found):
        raise ValueError("column 'item_facts': a record for each item is needed")
    for name, value in (pair for fact in found for pair in fact.items()):
        if not _is_fact(value):
            raise ValueError(
                f"column 'item_facts': {name!r:.60} is {value!r:.60}, where a number or a list of "
                "texts is needed"
            )
    return found


def shown(book: str, fact: Fact) -> str:
    """An item as prompts list it: `Low Tide (1987) | genre: drama | runtime: 112`."""
    return " | ".join([book, *(f"{name}: {_written(value)}" for name, value in fact.items())])


def holds(check: Check, fact: Fact) -> bool:
    """Whether facts satisfy a check; an unknown value satisfies none, negated or not."""
    value = fact.get(check["column"])
    # A number has no values, and a list is in no range.
    if value is None or isinstance(value, list) != ("value" in check):
        return False
    if "value" in check:
        return bool((check["value"] in value) != check["negated"])
    return bool(check["low"] <= value <= check["high"])


def _is_fact(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(one, str) for one in value)
    # Larger ones, and those that are not finite, cannot be written in a prompt.
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and -1e300 < value < 1e300  # type: ignore[operator]  # it is a number here


def _written(value: Any) -> str:
    """A fact as it is: a number in all its digits, values that hold commas with semicolons."""
    if isinstance(value, list):
        return ("; " if any("," in one for one in value) else ", ").join(value)
    return str(int(value)) if value == int(value) and abs(value) < 1e16 else repr(value)


def _listed(column: object, name: str, number: int) -> tuple[Any, ...]:
    try:
        found = parsed(str(column), f"column {name!r}")
    except InputError as error:
        raise ValueError(str(error).rstrip(".")) from error
    if not isinstance(found, list) or len(found) != number:
        raise ValueError(f"column {name!r}: a list of {number} is needed")
    return tuple(found)


def _is_line(text: str) -> bool:
    return bool(text.strip()) and len(text.splitlines()) == 1
