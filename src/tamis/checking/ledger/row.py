"""A line of a response, or a row of a table, with what it contains."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from tamis.checking.ledger.names import Kind, Name
from tamis.checking.worksheet import Span
from tamis.text.normalised import WORD_RUNS
from tamis.text.quantities import Quantity, quantities
from tamis.text.shown import one_line

Form = Literal["root", "head", "line", "item", "prose", "table"]

_KEY_OR_TIME = re.compile(r"\W*+(?:[\w '’&/()-]{1,40}[:=]\s|\d{1,2}[:.h ]?\d*\W)")


def is_sentence(text: str) -> bool:
    """Whether a line is a sentence: four words, and a stop; no key or time stands at its head."""
    words = [one.end() for one in WORD_RUNS.finditer(text)]
    if len(words) < 4 or _KEY_OR_TIME.match(text):
        return False
    return any(sign in ".!?…" for sign in text[words[-1] :])


def place(places: Sequence[int], start: int, end: int) -> Span:
    """The place in the response of `text[start:end]`, by those of its characters."""
    if end <= start or start >= len(places):
        return (0, 0)
    return places[start], places[min(end, len(places)) - 1] + 1


_P = ParamSpec("_P")
_T = TypeVar("_T")


def kept(read: Callable[Concatenate[Row, _P], _T]) -> Callable[Concatenate[Row, _P], _T]:
    """A function of a row whose results are kept with the row, for as long as that is."""

    @wraps(read)
    def get(row: Row, /, *args: _P.args, **named: _P.kwargs) -> _T:
        key = (read, *args)
        if key not in row.results:
            row.results[key] = read(row, *args, **named)
        found: _T = row.results[key]
        return found

    return get


@dataclass(eq=False)
class Cell:
    """A cell of a table's row, with the header of its column."""

    header: str
    text: str
    places: Sequence[int]


@dataclass(eq=False)
class Row:
    """A line of the response, or a row of a table, with what it contains.

    `text` is without marks of emphasis, that of a table's row its cells with bars between;
    `places` are the offsets of its characters in the response. `tail`: it stands behind the rows of
    the part that it is in, and may as well be about the whole. `results` is for `kept`.
    """

    form: Form
    text: str = ""
    places: Sequence[int] = ()
    level: float = 0.0
    name: Name | None = None
    cells: tuple[Cell, ...] = ()
    rows: list[Row] = field(default_factory=list)
    above: Row | None = field(default=None, repr=False)
    tail: bool = False
    struck: bool = False
    results: dict[tuple[Any, ...], Any] = field(default_factory=dict, repr=False)

    @property
    def kind(self) -> Kind:
        """What its name is of; empty for none."""
        return self.name.kind if self.name else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """What the part that it names is known by; none without a name."""
        return self.name.keys if self.name else ()

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities of its text; not those of its cells."""
        return tuple(quantities(self.text)) if any(map(str.isalnum, self.text)) else ()

    @property
    def said(self) -> str:
        """Its text behind its name."""
        return self.text[self.name.end :] if self.name else self.text

    @property
    def told(self) -> bool:
        """Whether it is a sentence."""
        return self.form == "prose" or (self.form in ("item", "line") and is_sentence(self.text))

    @property
    def short(self) -> str:
        """Its text, cut."""
        return one_line(self.text)

    @property
    def quoted(self) -> str:
        """Its text, cut, in quotation marks: as a reader is shown what a verdict hangs on."""
        return repr(one_line(self.text, 50))

    @property
    def beside(self) -> bool:
        """Whether it is no part of the plan: a total, a note, or in one."""
        return any(one.kind in ("aside", "total") for one in (self, *self.over()))

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place in the response of a part of its text; (0, 0) for none."""
        return place(self.places, start, len(self.text) if end is None else end)

    def add(self, row: Row) -> None:
        """Put a row below it."""
        row.above = self
        self.rows.append(row)

    def walk(self) -> Iterator[Row]:
        """The row and all below it, in the order of the text."""
        waiting = [self]
        while waiting:
            row = waiting.pop()
            yield row
            waiting.extend(reversed(row.rows))

    def over(self) -> Iterator[Row]:
        """The rows that it stands in, the innermost first."""
        row = self.above
        while row is not None:
            yield row
            row = row.above
