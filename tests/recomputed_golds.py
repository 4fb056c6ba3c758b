"""The golds of a collected table, computed again from its CSV file by other means.

Nothing of Tamis is used: queries are read from their words, as the shipped templates have them, and
decided row by row on the cells of the file. A gold that depends on how one reads an accent, a
hyphen or an empty cell under a "not" is a fault too: such a query must not be asked.
"""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from ast import literal_eval
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

Row = dict[str, str]
EITHER = {True, False}

TEMPLATES: dict[str, Callable[..., bool]] = {
    "A that are also both A and A": lambda a, b, c: a and b and c,
    "A that are also A but not A": lambda a, b, c: a and b and not c,
    "A that are also A": lambda a, b: a and b,
    "A that are not A": lambda a, b: a and not b,
    "A, A or A": lambda a, b, c: a or b or c,
    "A or A": lambda a, b: a or b,
    "A": lambda a: a,
}
LATEST = 2026


class Recomputed:
    """The rows of a CSV file, one line each, and what its columns are.

    `called` has what queries call a column, where it is not its name; `separator` splits cells.
    """

    def __init__(self, path: Path, separator: str = "\0", **called: str) -> None:
        self.name, self.separator = path.stem, separator
        with path.open(encoding="utf-8", newline="") as file:
            self.rows = dict(enumerate(csv.DictReader(file), 2))
        self.columns = {called.get(name, name): name for name in self.rows[2]}

    def faults(self, folder: Path, anchor: str, year: str) -> tuple[int, list[str]]:
        """How many queries the folder has, and what is wrong in them."""
        found = [*self._set_questions(folder), *self._lists(folder, anchor, year)]
        return len(found), [fault for faults in found for fault in faults]

    def _set_questions(self, folder: Path) -> Iterator[list[str]]:
        documents = {d["title"]: d for d in _records(folder / "documents.jsonl")}
        rows = {name: int(d["id"].rpartition("-")[2]) for name, d in documents.items()}
        for record in [*_records(folder / "test.jsonl"), *_records(folder / "train.jsonl")]:
            query = record["query"][0].lower() + record["query"][1:]
            holds, phrases = self._template(query)
            excluded = [False] * (len(phrases) - 1) + [" not " in query.replace("(not ", "")]
            yield [
                f"{query}: {name}"
                for name, number in rows.items()
                if {holds(*world) for world in product(*(
                    self._verdicts(phrase, self.rows[number], out)
                    for phrase, out in zip(phrases, excluded, strict=True)
                ))} != {name in record["docs"]}
            ]  # fmt: skip

    def _lists(self, folder: Path, anchor: str, year: str) -> Iterator[list[str]]:
        kept: dict[tuple[str, str], Row] = {}
        for row in self.rows.values():
            keys = [(one, row["title"]) for one in self._values(row[anchor])]
            if not any(key in kept for key in keys):
                kept |= dict.fromkeys(keys, row)
        rows = _records(folder / "KITAB-ONE-BOOK-CONSTRAINTS.json")
        for record in [*rows, *_records(folder / "KITAB-TWO-BOOK-CONSTRAINTS.json")]:
            criteria = re.split(r",? ?Criterion \d: ", record["constraints"])[1:]
            golds = literal_eval(record["mapped_books"])
            faults = []
            for listed, facts in zip(
                literal_eval(record["all_books"]), json.loads(record["item_facts"]), strict=True
            ):
                title = re.sub(r" \(\d{3,4}\)$", "", listed)
                row = kept[record["Author"].casefold(), title]
                verdicts = [self._verdicts(text, row, " not " in text) for text in criteria]
                if {all(world) for world in product(*verdicts)} != {title in golds}:
                    faults.append(f"{record['Author']}: {record['constraints']}: {listed}")
                shown = listed.removeprefix(title).strip(" ()")
                if shown != (row[year] if self._number(row, year) is not None else ""):
                    faults.append(f"the year of {listed} is {row[year]}")
                for name, value in facts.items():
                    cell = row[self.columns[name]]
                    if isinstance(value, list):
                        same = {one.casefold() for one in value} == self._values(cell)
                    else:
                        same = value == float(cell)
                    faults += [] if same else [f"{listed}: {name} is {cell}, not {value}"]
            yield faults

    def _template(self, query: str) -> tuple[Callable[..., bool], list[str]]:
        """What joins the sets of a question, and their phrases."""
        phrase = rf"({self.name} (?:whose|with) .+?)"
        for template, holds in TEMPLATES.items():
            if found := re.fullmatch(template.replace("A", phrase), query):
                return holds, [*found.groups()]
        raise AssertionError(query)

    def _verdicts(self, condition: str, row: Row, excluded: bool) -> set[bool]:
        """Whether a condition holds for a row: both where that depends on the reading.

        `excluded`: nobody knows whether an empty cell is what the query leaves out.
        """
        unknown = EITHER if excluded else {False}
        title = unicodedata.normalize("NFC", row["title"]).lower()
        bare = re.sub(r"^(the|an|a)\s+(?=\S)", "", title)
        if found := re.search(r"\(not counting .*\) starts with the letter (\w)\.?$", condition):
            return _is_letter(re.findall(r"[^\W_]", bare)[0], found[1])
        if found := re.search(r"title ends with the letter (\w)\.?$", condition):
            lasts = [re.findall(r"[^\W_]", one)[-1] for one in (title, _without_behind(title))]
            return {holds for last in lasts for holds in _is_letter(last, found[1])}
        if found := re.search(r"title has (\d+) to (\d+) words$", condition):
            return {int(found[1]) <= n <= int(found[2]) for n in _numbers_of_words(title)}
        if found := re.search(r"only (\d+) words \(give or take one\)\.$", condition):
            return {abs(n - int(found[1])) <= 1 for n in _numbers_of_words(title)}
        if found := re.search(r"(?:'s|whose) (.+) is (?:from|in the year range) (.+)", condition):
            value = self._number(row, self.columns[found[1]])
            low, high = map(float, re.findall(r"\d+(?:\.\d+)?", found[2]))
            return unknown if value is None else {low <= value <= high}
        among = re.search(r" (?:have|has|with) (.+) among (?:its|their) (.+?)\.?$", condition)
        found = re.search(r"(?:'s|whose) (.+?) is (?:not )?(.+?)\.?$", condition)
        value, column = (among[1], among[2]) if among else (found[2], found[1])  # type: ignore[index]
        values = self._values(row[self.columns[column]])
        holds = value.casefold() in values
        return {holds != bool(re.search(r" does not | is not ", condition))} if values else unknown

    def _values(self, cell: str) -> set[str]:
        return {one.strip().casefold() for one in cell.split(self.separator) if one.strip()}

    def _number(self, row: Row, column: str) -> float | None:
        """The number of a cell, None for a year to come and for what is no number."""
        number = float(row[column]) if re.fullmatch(r"\d+(\.\d+)?", row[column]) else None
        late = number is not None and number > LATEST and "year" in self.kind(column)
        return None if late else number

    def kind(self, column: str) -> str:
        """What queries call a column."""
        return next(called for called, name in self.columns.items() if name == column)


def _records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _is_letter(sign: str, letter: str) -> set[bool]:
    """With its accent, and without."""
    plain = "".join(c for c in unicodedata.normalize("NFD", sign) if not unicodedata.combining(c))
    return {sign == letter, plain == letter}


def _without_behind(title: str) -> str:
    """The title without a year or a remark in parentheses behind it."""
    return re.sub(r"\s*\([^()]*\)$", "", title)


def _numbers_of_words(title: str) -> set[int]:
    """Between blanks, and where hyphens part words, lone signs and what stands behind are none."""
    return {len(title.split()), len(re.findall(r"\w+(?:['’]\w+)*", _without_behind(title)))}
