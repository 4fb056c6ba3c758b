"""What all results can do: a few lines to look at, plain values, JSON and a table of pandas."""

from __future__ import annotations

import html
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tamis.bad_input import needs_package
from tamis.text.shown import clean, cut

if TYPE_CHECKING:
    import pandas

MOST_ROWS = 20
"""Most rows that a notebook shows of a result; `to_pandas` has all."""

LONGEST_CELL = 300
LONGEST_LINE = 300

# Characters that JSON does not escape, but that control a terminal or cannot be encoded.
_UNSAFE = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


class Result(ABC):
    """A result: `to_dict`, `to_json`, `to_pandas`, and a few lines in a prompt or a notebook."""

    _lines_below = True
    """Whether a notebook shows the further lines below the rows, which may say it already."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Everything in plain values: dicts, lists, texts, numbers, None."""

    @abstractmethod
    def _rows(self) -> list[dict[str, Any]]:
        """What `to_pandas` makes a table of: flat rows, all with the same keys."""

    @abstractmethod
    def _lines(self) -> Iterator[str]:
        """The result in a few lines, the most important one first."""

    def _columns(self) -> Sequence[str]:
        """The columns of `to_pandas`, which are there without a row, too."""
        rows = self._rows()
        return list(rows[0]) if rows else []

    def _shown(self) -> tuple[Sequence[str], list[dict[str, Any]]]:
        """The columns and rows that a notebook shows."""
        return self._columns(), self._rows()

    def to_json(self, indent: int | None = 1) -> str:
        """`to_dict` as JSON, without characters that control a terminal; None is `null`."""
        return as_json(self.to_dict(), indent)

    def to_pandas(self) -> pandas.DataFrame:
        """The result as a table, one row for each thing found; InputError without pandas."""
        try:
            import pandas
        except ImportError as error:
            raise needs_package("a table", "pandas") from error
        return pandas.DataFrame(self._rows(), columns=list(self._columns()))

    def __repr__(self) -> str:
        return "\n".join(cut(clean(line), LONGEST_LINE) for line in self._lines())

    def _repr_html_(self) -> str:
        """What a notebook shows: a line, at most `MOST_ROWS` rows, and the other lines."""
        first, *others = [_escaped(line, LONGEST_LINE) for line in self._lines()]
        if not self._lines_below:
            others = []
        columns, rows = self._shown()
        parts = [f"<p><b>{first}</b></p>", _table(rows[:MOST_ROWS], columns)]
        if len(rows) > MOST_ROWS:
            others.insert(0, f"{len(rows) - MOST_ROWS:,} more rows: to_pandas() has all.")
        parts += [f"<p>{line}</p>" for line in others]
        return f"<div>{''.join(parts)}</div>"


def as_json(value: Any, indent: int | None = 1) -> str:
    """A plain value as JSON that can be printed: what controls a terminal is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


_CELL = '<td style="text-align:left;vertical-align:top">'


def _table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    if not rows:
        return ""
    head = "".join(f'<th style="text-align:left">{_escaped(name)}</th>' for name in columns)
    body = "".join(
        f"<tr>{''.join(f'{_CELL}{_escaped(row[name])}</td>' for name in columns)}</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _escaped(value: object, longest: int = LONGEST_CELL) -> str:
    """Text from a model or a document is no markup."""
    if isinstance(value, float):
        value = f"{value:.4g}"
    return html.escape(cut(clean("" if value is None else str(value)), longest))
