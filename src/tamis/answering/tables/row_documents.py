"""The documents that a row is read from: those of the answer's evidence, whole where they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tamis.answering.findings import Finding, page_of
from tamis.documents.places import joined
from tamis.retrieve.kept_index import KeptIndex
from tamis.types import Document


@dataclass(frozen=True)
class RowDocuments:
    """Documents with the ids that people know; `cut`: parts of them did not fit the prompt."""

    documents: tuple[Document, ...]
    cut: bool = False


def documents_of(findings: Sequence[Finding], kept: KeptIndex, room: int) -> list[RowDocuments]:
    """For each finding the documents that its evidence names, at most `room` characters of them.

    The passages that are named come first, as they hold the quotes; then the others of the same
    documents, as a further value may stand anywhere in them. At least one passage is taken.
    """
    named = [list(dict.fromkeys(quote.document for quote in f.evidence_for)) for f in findings]
    places = _places(kept, {name for names in named for name in names})
    return [
        _chosen(kept, [at for name in names for at in places.get(name, ())], room)
        for names in named
    ]


def _places(kept: KeptIndex, wanted: set[str]) -> dict[str, list[int]]:
    """The positions of the passages of each name, which is that of a passage or of its document."""
    places: dict[str, list[int]] = {}
    if wanted:
        for at, passage in enumerate(kept.passages):
            for name in {passage.id, page_of(passage.id)} & wanted:
                places.setdefault(name, []).append(at)
    return places


def _chosen(kept: KeptIndex, named: Sequence[int], room: int) -> RowDocuments:
    sources = kept.sources
    ranges: dict[int, range] = {}
    for at in named:
        source = int(sources[at])
        if source not in ranges:
            first, last = np.searchsorted(sources, [source, source + 1])
            ranges[source] = range(int(first), int(last))
    everything = [at for one in ranges.values() for at in one]
    taken: dict[int, Document] = {}
    left = room
    for at in dict.fromkeys((*named, *everything)):
        passage = kept.passages[at]
        if taken and len(passage.text) > left:
            break
        taken[at] = passage
        left -= len(passage.text)
    documents = [
        _as_one([taken[at] for at in one if at in taken], len(one))
        for one in ranges.values()
        if any(at in taken for at in one)
    ]
    return RowDocuments(tuple(documents), len(taken) < len(everything))


def _as_one(passages: Sequence[Document], of: int) -> Document:
    """Passages of one document as one; it is called as the document where it has several."""
    first = passages[0]
    id = page_of(first.id) if of > 1 else first.id
    return joined(passages, id)
