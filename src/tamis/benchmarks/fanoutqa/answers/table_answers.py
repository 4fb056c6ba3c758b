"""Answers that are tables: which rows and cells of a gold dict a text gives.

A row is right where its key is a gold key, a cell where its value is also the gold one, both
compared as in `strict`. Unlike loose accuracy this checks which value is given for which key,
and counts superfluous rows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tamis.benchmarks.fanoutqa.answers import atoms
from tamis.benchmarks.fanoutqa.answers.strict import Strict
from tamis.measures.references import answer_text
from tamis.text.json import sound_value
from tamis.types import InputError

_BULLET = re.compile(r"^\s*(?:[-*•‣·]|\(?\d{1,3}[.)])\s+")
_SEPARATOR = re.compile(r":\s+|:$|(?<!\s)\s+[-–—=→]++>?\s+|(?<!\s)\s+→\s*|→\s*|\t+")
_BRACKETS = re.compile(r"^(?P<key>[^()]*[^()\s]|[^()])\s*\((?P<value>[^()]+)\)\W*$")
_RULE = re.compile(r"^\s*+(?:\|\s*+)?:?-++:?\s*+(?:\|\s*+(?::?-++:?|:{0,2})\s*+)*$")
_IS = re.compile(r"\s(?:is|are|was|were|has|have|had)\s")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[^a-z])|\n")
_OBJECT = re.compile(r"\{\s*\"|\[\s*\{\s*\"")
_NO_KEYS = frozenset({"note", "notes", "source", "sources", "answer", "final answer", "disclaimer"})
_LONGEST_KEY = 120
_MOST_ROWS = 2_000

Row = tuple[str, str]


@dataclass(frozen=True)
class TableScore:
    """Precision, recall and F1 of rows and of cells, 0 to 1.

    All NaN unless `outcome` is `ok`: `no-table` where the gold is not a dict with a value,
    `unparsed` where no row could be read. Count both over many answers.
    """

    outcome: Literal["ok", "no-table", "unparsed"]
    row_precision: float = math.nan
    row_recall: float = math.nan
    row_f1: float = math.nan
    cell_precision: float = math.nan
    cell_recall: float = math.nan
    cell_f1: float = math.nan


def table_score(answer: Any, generation: str) -> TableScore:
    """How well the rows of `generation` are those of the gold `answer`.

    Gold entries without a value are left out, and so are the rows of the text for their keys.
    """
    finders = {str(k): _finder(v) for k, v in answer.items()} if isinstance(answer, dict) else {}
    gold = {key: finder for key, finder in finders.items() if finder is not None}
    if not gold:
        return TableScore("no-table")
    unasked = {_words(key) for key in finders.keys() - gold.keys()}
    rows = [row for row in read_rows(generation, finders) if _words(row[0]) not in unasked]
    if not rows:
        return TableScore("unparsed")
    given = [(key, _words(key)) for key, _ in rows]
    right_rows = right_cells = 0
    free, left = dict.fromkeys(range(len(rows))), dict(gold)
    # An exact key goes before a longer one that contains it.
    for exact in (True, False):
        for key in sorted(left, key=len, reverse=True):
            row = _row_of(key, given, free, exact)
            if row is not None:
                del free[row]
                right_rows += 1
                right_cells += all(left.pop(key).found(rows[row][1]))
    return TableScore("ok", *_figures(right_rows, rows, gold), *_figures(right_cells, rows, gold))


def read_rows(text: str, keys: Collection[str] = ()) -> list[Row]:
    """The rows of a text, as keys and values in order; at most 2,000.

    They come from the first of these forms that gives a row: a JSON object, a Markdown table
    (first column and the rest), lines such as `key: value`, `key - value` or `key (value)`,
    sentences such as `X is Y`. `keys` are the gold keys, which may contain a colon or a dash.
    """
    known = {" ".join(_words(key)) for key in keys}
    for reader in (_json_rows, _markdown_rows, _line_rows):
        rows = _some(reader(text, known))
        if rows:
            break
    # A single line that looks like a row may be prose with a colon.
    return rows if len(rows) > 1 else max(rows, _some(_sentence_rows(text)), key=len)


def _some(rows: Iterator[Row]) -> list[Row]:
    return [row for row, _ in zip(rows, range(_MOST_ROWS), strict=False)]


def _json_rows(text: str, known: Collection[str]) -> Iterator[Row]:
    at = 0
    for _ in range(10):
        start = _OBJECT.search(text, at)
        if start is None:
            return
        at = start.end()
        if (sound := sound_value(text, start.start())) is None:
            continue
        found, _ = sound
        if isinstance(found, list):
            cells = [[*map(answer_text, one.values())] for one in found if isinstance(one, dict)]
            yield from ((first, " | ".join(rest)) for first, *rest in filter(None, cells))
            return
        while len(found) == 1 and isinstance(inner := next(iter(found.values())), dict):
            found = inner
        yield from ((str(key), answer_text(value)) for key, value in found.items())
        return


def _markdown_rows(text: str, known: Collection[str]) -> Iterator[Row]:
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if i and "|" in line and "-" in line and len(line) < 1000 and _RULE.match(line):
            for row in lines[i + 1 :]:
                if "|" not in row:
                    break
                key, *values = [_bare(cell) for cell in row.strip().strip("|").split("|")]
                if key.isdigit() and len(values) > 1 and " ".join(_words(key)) not in known:
                    key, *values = values
                if key:
                    yield key, " | ".join(values)
            return


def _line_rows(text: str, known: Collection[str]) -> Iterator[Row]:
    for line in text.splitlines():
        line = _bare(_BULLET.sub("", line))
        if row := _split(line, known):
            yield row


def _split(line: str, known: Collection[str]) -> Row | None:
    """A line as a key and a value: cut after the longest known key, else at the first mark."""
    first = longest = None
    for found, _ in zip(_SEPARATOR.finditer(line), range(20), strict=False):
        key, value = _bare(line[: found.start()]), _bare(line[found.end() :])
        if not key or len(key) > _LONGEST_KEY:
            break
        if value:
            first = first or (key, value)
            longest = (key, value) if " ".join(_words(key)) in known else longest
    row = longest or first
    if row is None and len(line) < 500 and (brackets := _BRACKETS.match(line)):
        row = _bare(brackets["key"]), _bare(brackets["value"])
    return None if row is None or row[0].casefold() in _NO_KEYS else row


def _sentence_rows(text: str) -> Iterator[Row]:
    for sentence in _SENTENCE.split(text):
        found = _IS.search(sentence[: _LONGEST_KEY + 10])
        if found:
            key, value = _bare(sentence[: found.start()]), _bare(sentence[found.end() :])
            if key and value:
                yield key, value


def _bare(text: str) -> str:
    """Text without Markdown markup around it."""
    return text.strip().strip('*_`"|').strip()


def _words(text: str) -> tuple[str, ...]:
    keys = atoms.read(text).keys
    return tuple(keys[1:] if len(keys) > 1 and keys[0] == "the" else keys)


def _row_of(
    key: str, given: Sequence[tuple[str, tuple[str, ...]]], free: Collection[int], exact: bool
) -> int | None:
    """The first unused row with a gold key: the same words, or else words that contain it."""
    wanted = _words(key)
    if exact:
        return next((i for i in free if given[i][1] == wanted), None)
    finder = _finder(key)
    return next((i for i in free if finder and all(finder.found(given[i][0]))), None)


def _finder(value: Any) -> Strict | None:
    try:
        return Strict(value)
    except InputError:
        return None


def _figures(right: int, rows: Sequence[Row], gold: Collection[str]) -> tuple[float, float, float]:
    precision, recall = right / len(rows), right / len(gold)
    return precision, recall, 2 * right / (len(rows) + len(gold))
