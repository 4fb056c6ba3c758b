"""A model's reply with the cells of one row: its form, and how it is read and checked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from tamis.answering.findings import Sources
from tamis.answering.tables.table import Cell, Row, Status
from tamis.measures.table_cells import is_stated
from tamis.reading.reply_object import read_object
from tamis.text.normalised import whole
from tamis.types import Document, Evidence, Outcome, Reply


def _as_text(value: Any) -> Any:
    """Numbers and truth values as texts, as a model may write 1811 without quotation marks."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, (int, float)) else value


def _nothing_as_empty(value: Any) -> Any:
    return "" if value is None else _as_text(value)


class CellReply(BaseModel):
    """One cell: the quote first, then the value that it states; null and "" where none does."""

    model_config = ConfigDict(extra="forbid")

    column: str
    doc_id: Annotated[str, BeforeValidator(_nothing_as_empty)]
    quote: Annotated[str, BeforeValidator(_nothing_as_empty)]
    value: Annotated[str | None, BeforeValidator(_as_text)]


class RowReply(BaseModel):
    """A row: a cell for each column, in their order."""

    model_config = ConfigDict(extra="forbid")

    cells: list[CellReply]


class NoRow(ValueError):
    """Why a reply is no row, with its outcome."""

    def __init__(self, outcome: Outcome, why: str) -> None:
        super().__init__(why)
        self.outcome = outcome


def read_row(reply: Reply, columns: Sequence[str]) -> RowReply:
    """The row of a reply, its cells in the order of the columns; NoRow where it is none.

    Every column must be there once, and no other: a reply without one of them was not finished,
    and does not say that nothing is stated.
    """
    if reply.failed:
        raise NoRow("failed", reply.failed)
    if reply.refused:
        raise NoRow("refused", "the model declined, or the provider's filter stopped the reply")
    if not reply.text.strip():
        raise NoRow("missing", "the model gave no reply")
    found = read_object(reply.text, ("cells",), "cells")
    if reply.truncated and (found is None or not found.complete):
        raise NoRow("truncated", "the reply was cut before the row was whole")
    if found is None or not found.complete:
        raise NoRow("unparsed", "the reply holds no row")
    try:
        # Half of a surrogate pair, which a broken reply may hold, is no text for pydantic.
        row = RowReply.model_validate_json(whole(json.dumps(found.value, ensure_ascii=False)))
    except ValidationError as error:
        first = error.errors()[0]
        at = ".".join(map(str, first["loc"]))
        raise NoRow("unparsed", f"`{at}` of the reply: {first['msg']}") from error
    return RowReply(cells=_in_order(row.cells, columns))


def _in_order(cells: Sequence[CellReply], columns: Sequence[str]) -> list[CellReply]:
    wanted = {_folded(name): name for name in columns}
    given: dict[str, CellReply] = {}
    for cell in cells:
        name = wanted.get(_folded(cell.column))
        if name is None:
            raise NoRow("unparsed", f"the reply has a column {cell.column!r:.60} not asked for")
        if name in given:
            raise NoRow("unparsed", f"the reply has the column {name!r} twice")
        given[name] = cell
    if missing := [name for name in columns if name not in given]:
        raise NoRow("unparsed", f"the reply lacks the column {missing[0]!r}")
    return [given[name] for name in columns]


def row_of(answer: str, read: RowReply, documents: Sequence[Document]) -> Row:
    """The row of a reply that was read, each quote looked for in the document that it names.

    `documents` are those that were shown, under the ids "1", "2", … in their order.
    """
    sources = Sources({str(number): one for number, one in enumerate(documents, 1)})
    return Row(answer, tuple(_cell(one, sources) for one in read.cells))


def _cell(given: CellReply, sources: Sources) -> Cell:
    value = " ".join((given.value or "").split())
    if not is_stated(value):
        return Cell("not stated")
    quote = given.quote.strip()
    if not quote:
        return Cell("quote not found", value)
    (checked,) = sources.quotes([Evidence(given.doc_id, quote)])
    status: Status = "stated" if checked.found else "quote not found"
    return Cell(status, value, checked.text, checked.document, checked.place)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
