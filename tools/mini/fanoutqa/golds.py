"""The questions of the mini data with decompositions and golds, computed from `facts.md`."""

from __future__ import annotations

import hashlib
import json
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from mini.fanoutqa.forms import LISTS
from mini.fanoutqa.pages import HERE, MONTHS, Row, Tables, display
from mini.fanoutqa.wiki import url
from tamis.types import InputError

QUESTIONS = "questions.yaml"

PLACEHOLDER = "###TBD###"
UNKNOWN = ("Kettlevoe", "Ember gull")
"""Pages whose ids the questions leave out, as the corrected release does for some pages."""

ALIASED = {"Port Merrin": "Kingsharbour", "Skarn Rock Light": "Skarn Rock"}
"""Pages that the questions link to by a redirect."""

SECTIONS = {"List of islands of the Calvane Islands": "How_the_figures_were_made"}
"""Pages for which the questions link to a section."""

_LIST_OF = {found.kind: title for title, found in LISTS.items()}
_COMPARISONS = {">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le}


def make(
    tables: Tables, rows: Sequence[Mapping[str, Any]], folder: Path = HERE
) -> list[dict[str, Any]]:
    """The questions in the form of the released dev split; `rows` are the pages.

    Raises InputError where a question asks for something that is in no table.
    """
    source = yaml.safe_load((folder / QUESTIONS).read_text(encoding="utf-8"))
    known = {row["title"]: row for name in tables if name != "redirects" for row in tables[name]}
    pages = {row["title"]: row for row in rows}
    made = []
    for entry in source["questions"]:
        try:
            made.append(_Maker(entry, source["columns"], tables, known, pages).question())
        except (KeyError, ValueError) as error:
            raise InputError(
                f"{folder / QUESTIONS}, {entry.get('ask')!r:.80}: {error} is not in the tables or "
                "not a way to give an answer; correct the question."
            ) from error
    return made


class _Maker:
    """Makes one question; ids are hashes of its content, changed where two would be the same."""

    def __init__(
        self,
        entry: Mapping[str, Any],
        columns: Mapping[str, Sequence[str]],
        tables: Tables,
        known: Mapping[str, Row],
        pages: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self._entry, self._columns, self._known, self._pages = entry, columns, known, pages
        self._rows = _ordered(tables[entry["of"]], entry["by"])[: entry.get("take", 5)]
        self._ids: set[str] = set()

    def question(self) -> dict[str, Any]:
        """The released record."""
        entry = self._entry
        names = [display(row["title"]) for row in self._rows]
        first = self._leaf(entry["list"], names, _LIST_OF[entry["of"]], [])
        each = [self._follow(row["title"], entry["each"], [first["id"]]) for row in self._rows]
        return {
            "id": self._id(entry["ask"]),
            "question": entry["ask"],
            "decomposition": [first, *each],
            "answer": self._answer(),
            "categories": entry["topics"],
        }

    def _follow(self, title: str, chain: Sequence[str], needs: list[str]) -> dict[str, Any]:
        """The sub-question that follows the chain of columns from a page."""
        column, *rest = chain
        value = self._known[title][column]
        if not rest:
            return self._leaf(self._ask(column, title), _typed(value), title, needs)
        longer = title
        for link in chain[:-1]:
            longer = self._columns[link][1].format(display(longer))
        question = self._ask(chain[-1], longer)
        if value not in self._known:
            raise ValueError(value)
        here = self._leaf(self._ask(column, title), value, title, [])
        further = self._follow(value, rest, [here["id"]])
        return {
            "id": self._id(question),
            "question": question,
            "decomposition": [here, further],
            "answer": further["answer"],
            "depends_on": needs,
            "evidence": None,
        }

    def _ask(self, column: str, phrase: str) -> str:
        question = self._columns[column][0].format(display(phrase))
        return question.replace("the the ", "the ")

    def _leaf(self, question: str, answer: Any, title: str, needs: list[str]) -> dict[str, Any]:
        page = self._pages[title]
        unknown = title in UNKNOWN
        address = url(ALIASED.get(title, title))
        return {
            "id": self._id(question),
            "question": question,
            "decomposition": [],
            "answer": answer,
            "depends_on": needs,
            "evidence": {
                "pageid": PLACEHOLDER if unknown else page["pageid"],
                "revid": PLACEHOLDER if unknown else page["revid"],
                "title": title,
                "url": f"{address}#{SECTIONS[title]}" if title in SECTIONS else address,
            },
        }

    def _id(self, question: str) -> str:
        for times in range(len(self._ids) + 1):
            id = hashlib.sha256(f"{question}{'+' * times}".encode()).hexdigest()[:16]
            if id not in self._ids:
                break
        self._ids.add(id)
        return id

    def _answer(self) -> Any:
        """The answer to the question, from the end of the chain of each row."""
        give, _, test = self._entry["give"].partition(" ")
        chains = [list(self._chain(row["title"])) for row in self._rows]
        keys = [display(chain[self._entry.get("key", 0)]) for chain in chains]
        values: list[Any] = [_typed(chain[-1]) for chain in chains]
        holds = _test(test) if test else bool
        if give == "table" and test:
            return {key: holds(value) for key, value in zip(keys, values, strict=True)}
        ways: dict[str, Callable[[], Any]] = {
            "table": lambda: dict(zip(keys, values, strict=True)),
            "list": lambda: values,
            "sum": lambda: sum(values),
            "mean": lambda: round(sum(values) / len(values), 2),
            "spread": lambda: max(values) - min(values),
            "count": lambda: sum(map(holds, values)),
            "which": lambda: [key for key, v in zip(keys, values, strict=True) if holds(v)],
            "all": lambda: all(map(holds, values)),
            "most": lambda: keys[values.index(max(values, key=_order))],
            "least": lambda: keys[values.index(min(values, key=_order))],
            "latest": lambda: max(values, key=_order),
            "mode": lambda: Counter(values).most_common(1)[0][0],
        }
        return ways[give]()

    def _chain(self, title: str) -> Iterator[str]:
        yield title
        for column in self._entry["each"]:
            title = self._known[title][column]
            yield title


def _ordered(rows: Sequence[Row], by: str) -> list[Row]:
    column = by.removeprefix("-")
    return sorted(rows, key=lambda row: _order(_typed(row[column])), reverse=by.startswith("-"))


def _typed(cell: str) -> str | int | float:
    """A cell as a number where it is one."""
    if re.fullmatch(r"\d+", cell):
        return int(cell)
    return float(cell) if re.fullmatch(r"\d+\.\d+", cell) else cell


def _order(value: Any) -> Any:
    """The sort key of a value: dates by time."""
    if isinstance(value, str) and (found := re.fullmatch(r"(\d+) (\w+) (\d{4})", value)):
        return int(found[3]), MONTHS.index(found[2]), int(found[1])
    return value


def _test(test: str) -> Callable[[Any], bool]:
    found = re.fullmatch(r"([<>]=?)(\d+)", test)
    if found is None:
        raise ValueError(test)
    compare, bound = _COMPARISONS[found[1]], int(found[2])
    return lambda value: bool(compare(value, bound))


def written(questions: Sequence[Mapping[str, Any]]) -> str:
    """The questions as one JSON array, a question to a line."""
    lines = ",\n".join(
        json.dumps(question, ensure_ascii=False, separators=(",", ":")) for question in questions
    )
    return f"[\n{lines}\n]\n"
