"""S2ORC as the bulk data set of Semantic Scholar: one text, and annotations of its characters.

The annotations are strings of JSON: lists of `start`, `end` and `attributes`. First all were in
`content`; since 2025 the text is in `body`, the bibliography has its own text, and the names of
annotations have underscores.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tamis.retrieve.papers._fields import (
    BrokenError,
    authors,
    first_identity,
    identity,
    listed,
    mapped,
    position,
    text,
    year,
)
from tamis.retrieve.papers.paper import ABSTRACT, Cited, S2Paper, SectionParagraph
from tamis.text.normalised import whole


def is_of_spans(record: Mapping[str, Any]) -> bool:
    """Whether a record has the fields of this shape."""
    return any(isinstance(record.get(key), dict) for key in ("content", "body"))


def paper_of_spans(record: Mapping[str, Any]) -> S2Paper:
    """The paper in a record of this shape; BrokenError where a field is not what it should be."""
    id = first_identity(record, ("corpusid", "corpus_id", "paper_id", "id"))
    if id is None:
        raise BrokenError('has no "corpusid"')
    name = "body" if isinstance(record.get("body"), dict) else "content"
    body = _Annotated.of(record.get(name), name)
    entries = (
        _Annotated.of(record.get("bibliography"), "bibliography")
        if isinstance(record.get("bibliography"), dict)
        else body
    )
    cited = _bibliography(entries)
    references = body.spans("bibref")
    for span in references:
        # A mark may be linked even if its entry is not, or if there is no bibliography.
        if (key := span.key("ref_id")) and (link := span.key("matched_paper_id")):
            known = cited.get(key, Cited(""))
            cited[key] = Cited(known.title, known.id or link)
    title = text(record.get("title"), "title") or next(
        (said for span in body.spans("title") if (said := body.said(span))), ""
    )
    return S2Paper(
        id,
        " ".join(title.split()),
        tuple(_paragraphs(body, references, cited)),
        cited,
        year(record.get("year")),
        authors(record.get("authors")) or tuple(map(body.said, body.spans("author"))),
    )


class _Span(NamedTuple):
    start: int
    end: int
    attributes: Mapping[str, Any]

    def key(self, name: str) -> str | None:
        return identity(self.attributes.get(name))


@dataclass(frozen=True)
class _Annotated:
    """A text and its annotations, named without underscores."""

    text: str
    annotations: Mapping[str, Any]
    name: str

    @classmethod
    def of(cls, value: Any, name: str) -> _Annotated:
        part = mapped(value, name)
        # Not stripped, as the annotations are offsets in the original text.
        content = part.get("text")
        if content is not None and not isinstance(content, str):
            raise BrokenError(f'has {content!r:.40} as "{name}.text", which is no string')
        found = mapped(part.get("annotations"), f"{name}.annotations")
        return cls(
            content or "", {key.replace("_", ""): value for key, value in found.items()}, name
        )

    def spans(self, kind: str) -> list[_Span]:
        """The annotations of one kind in the order of the text."""
        name = f"{self.name}.annotations.{kind}"
        value = self.annotations.get(kind)
        if isinstance(value, str):
            try:
                value = json.loads(value)
            except (ValueError, RecursionError) as error:
                raise BrokenError(f'has a "{name}" that is not JSON') from error
        spans = []
        for number, item in enumerate(listed(value, name)):
            where = f"{name}[{number}]"
            span = mapped(item, where)
            start = position(span.get("start"), f"{where}.start", len(self.text))
            end = position(span.get("end"), f"{where}.end", len(self.text))
            if start > end:
                raise BrokenError(f'has a "{where}" that ends before it starts')
            attributes = mapped(span.get("attributes"), f"{where}.attributes")
            spans.append(_Span(start, end, attributes))
        return sorted(spans, key=lambda span: span[:2])

    def said(self, span: _Span) -> str:
        """The text of an annotation, on one line."""
        return " ".join(whole(self.text[span.start : span.end]).split())


def _bibliography(entries: _Annotated) -> dict[str, Cited]:
    titles = entries.spans("bibtitle")
    starts = [title.start for title in titles]
    cited: dict[str, Cited] = {}
    for entry in entries.spans("bibentry"):
        if key := entry.key("id"):
            at = bisect_left(starts, entry.start)
            within = at < len(titles) and titles[at].end <= entry.end
            title = entries.said(titles[at]) if within else ""
            cited[key] = Cited(title, entry.key("matched_paper_id"))
    return cited


def _paragraphs(
    body: _Annotated, references: list[_Span], cited: Mapping[str, Cited]
) -> list[SectionParagraph]:
    starts = [reference.start for reference in references]
    headings = body.spans("sectionheader")
    ends = [heading.end for heading in headings]
    spans = body.spans("paragraph")
    # An abstract is often not among the paragraphs; if it is, it is not added twice.
    covered = [span.start for span in spans]
    first = [
        span for span in body.spans("abstract") if not _any_between(covered, span.start, span.end)
    ]
    paragraphs = []
    for number, span in enumerate([*first, *spans]):
        if not (said := whole(body.text[span.start : span.end]).strip()):
            continue
        marks = references[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        keys = [key for mark in marks if (key := mark.key("ref_id")) in cited and key is not None]
        above = bisect_right(ends, span.start) - 1
        section = body.said(headings[above]) if above >= 0 else ""
        paragraphs.append(
            SectionParagraph(
                ABSTRACT if number < len(first) else section,
                said,
                tuple(dict.fromkeys(keys)),
                len(marks) - len(keys),
            )
        )
    return paragraphs


def _any_between(sorted_starts: list[int], start: int, end: int) -> bool:
    at = bisect_left(sorted_starts, start)
    return at < len(sorted_starts) and sorted_starts[at] < end
