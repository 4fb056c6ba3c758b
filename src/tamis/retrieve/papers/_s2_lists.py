"""S2ORC of 2019 and 2020, doc2json and CORD-19: a paper as lists of paragraphs with spans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tamis.retrieve.papers._fields import (
    BrokenError,
    authors,
    first_identity,
    identity,
    listed,
    mapped,
    text,
    year,
)
from tamis.retrieve.papers.paper import ABSTRACT, Cited, S2Paper, SectionParagraph

_PARSES = ("pdf_parse", "latex_parse", "grobid_parse")
_LISTS = ("body_text", "back_matter")


def is_of_lists(record: Mapping[str, Any]) -> bool:
    """Whether a record has the fields of this shape."""
    return any(key in record for key in (*_PARSES, "body_text"))


def paper_of_lists(record: Mapping[str, Any]) -> S2Paper:
    """The paper in a record of this shape; BrokenError where a field is not what it should be.

    Of several parses, the first one that has a body is used.
    """
    metadata = mapped(record.get("metadata"), "metadata")
    id = first_identity(record, ("paper_id", "corpusid", "id")) or identity(
        metadata.get("paper_id")
    )
    if id is None:
        raise BrokenError('has no "paper_id"')
    parses = [mapped(record.get(key), key) for key in _PARSES] + [record]
    parse = next((parse for parse in parses if parse.get("body_text")), record)
    cited = {
        key: _entry(entry, key)
        for key, entry in mapped(parse.get("bib_entries"), "bib_entries").items()
    }
    abstracts = (one.get("abstract") for one in (parse, metadata, record))
    abstract = next((one for one in abstracts if one), None)
    paragraphs = list(_abstract(abstract, cited))
    for name in _LISTS:
        paragraphs += _paragraphs(parse.get(name), name, cited)
    title = text(record.get("title") or metadata.get("title"), "title")
    return S2Paper(
        id,
        " ".join(title.split()),
        tuple(paragraphs),
        cited,
        year(record.get("year") or metadata.get("year")),
        authors(record.get("authors") or metadata.get("authors")),
    )


def _abstract(value: Any, cited: Mapping[str, Cited]) -> Iterator[SectionParagraph]:
    if isinstance(value, str):
        # In a structured abstract ":::" stands for a line break.
        if said := text(value.replace(":::", "\n"), "abstract"):
            yield SectionParagraph(ABSTRACT, said)
        return
    for paragraph in _paragraphs(value, "abstract", cited):
        yield SectionParagraph(ABSTRACT, paragraph.text, paragraph.cited, paragraph.unresolved)


def _paragraphs(value: Any, name: str, cited: Mapping[str, Cited]) -> Iterator[SectionParagraph]:
    for number, item in enumerate(listed(value, name)):
        where = f"{name}[{number}]"
        paragraph = mapped(item, where)
        if not (said := text(paragraph.get("text"), f"{where}.text")):
            continue
        keys: list[str] = []
        unresolved = 0
        for span in listed(paragraph.get("cite_spans"), f"{where}.cite_spans"):
            key = identity(mapped(span, f"{where}.cite_spans").get("ref_id"))
            if key in cited and key is not None:
                keys.append(key)
            else:
                unresolved += 1
        section = _section(paragraph.get("section"), f"{where}.section")
        yield SectionParagraph(section, said, tuple(dict.fromkeys(keys)), unresolved)


def _section(value: Any, name: str) -> str:
    """The heading of a paragraph; of a list of nested headings, the last."""
    while isinstance(value, list):
        value = value[-1] if value else None
    return " ".join(text(value, name).split())


def _entry(value: Any, key: str) -> Cited:
    entry = mapped(value, f"bib_entries.{key:.40}")
    title = " ".join(text(entry.get("title"), f"bib_entries.{key:.40}.title").split())
    return Cited(title, first_identity(entry, ("link", "links", "matched_paper_id")))
