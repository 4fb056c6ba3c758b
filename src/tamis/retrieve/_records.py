"""One record of a corpus, in any of the released shapes, as a document.

The shapes are recognised by their fields: BEIR's `_id, title, text`, LOFT's `pid, title_text,
passage_text`, QUEST's `title, text` (the title is the id) and a plain `id, title, text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tamis.bad_input import twice
from tamis.inputs.rows import wrong_value
from tamis.text.normalised import whole
from tamis.types import Document, InputError

IDS = ("_id", "pid", "id")
TITLES = ("title", "title_text")
TEXTS = ("text", "passage_text")
SHAPES = '"id", "title" and "text" (or "_id" as in BEIR, or "pid", "title_text", "passage_text")'

LOFT_DELETED = "childhood abuse"
"""A phrase that LOFT's loader deletes; without it prompts are identical to LOFT's."""


def documents_of(
    records: Iterable[tuple[int, Mapping[str, Any]]],
    source: str,
    unit: str = "line",
    *,
    loft_identical: bool = False,
) -> Iterator[Document]:
    """The documents of numbered records; errors name `source` and `unit` (line, row).

    Raises InputError for a record that is no document, a repeated id, or no records at all.
    """
    seen: dict[str, int] = {}
    for number, record in records:
        where = f"{source}, {unit} {number}"
        document = as_document(record, where, loft_identical=loft_identical)
        if (before := seen.setdefault(document.id, number)) != number:
            raise twice("id", document.id, where, f"{unit} {before}")
        yield document
    if not seen:
        raise InputError(f"{source} holds no document: it is an empty corpus.")


def as_document(record: Mapping[str, Any], where: str, *, loft_identical: bool = False) -> Document:
    """The document in `record`; `where` is its location, for the InputError if it is none.

    A title may be absent or null. A LOFT title or passage is stripped of outer white space, and
    with `loft_identical` LOFT_DELETED is then deleted from both.
    """
    loft = "passage_text" in record
    title = _text(record, TITLES, where, optional=True)
    text = _text(record, TEXTS, where)
    if loft:
        title, text = title.strip(), text.strip()
    if loft and loft_identical:
        # After the stripping, as in LOFT's loader: the white space around the phrase stays.
        title, text = title.replace(LOFT_DELETED, ""), text.replace(LOFT_DELETED, "")
    return Document(_id(record, where) or _title_as_id(title, where), title, text)


def _id(record: Mapping[str, Any], where: str) -> str:
    key = next((key for key in IDS if record.get(key) is not None), None)
    if key is None:
        return ""
    value = record[key]
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise wrong_value(value, key, "a text or a whole number", where)
    return whole(str(value))


def _title_as_id(title: str, where: str) -> str:
    if not title.strip():
        raise InputError(f"{where} has neither an id nor a title; a document has {SHAPES}.")
    return title


def _text(
    record: Mapping[str, Any], keys: tuple[str, ...], where: str, optional: bool = False
) -> str:
    key = next((key for key in keys if key in record), None)
    value = record[key] if key else None
    if value is None and optional:
        return ""
    if key is None:
        raise InputError(f"{where} has no text; a document has {SHAPES}.")
    if not isinstance(value, str):
        raise wrong_value(value, key, "a text", where)
    return whole(value)
