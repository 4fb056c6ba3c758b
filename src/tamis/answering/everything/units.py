"""The units that are judged: documents, passages or rows of a corpus."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args, overload

import numpy as np
from numpy.typing import NDArray

from tamis.answering.findings import page_of
from tamis.arguments import argument
from tamis.bad_input import unknown
from tamis.documents.places import joined
from tamis.retrieve.folders import Skipped
from tamis.types import Document, InputError

Kind = Literal["document", "passage", "row"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Units:
    """Units of a corpus, in its order: each is one or more passages that follow each other.

    Only where they begin is held in memory; texts are read from the index when they are needed.
    `starts` has the first passage of each unit, `sources` the document of each passage. `cut` is
    how many documents were too long for the context and are several units each.
    """

    kind: Kind
    passages: Sequence[Document]
    starts: NDArray[np.int64]
    sources: NDArray[np.int64]
    cut: int = 0

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def noun(self) -> str:
        """What a unit is called: where documents were cut, no unit is sure to be one."""
        return f"{self.kind} part" if self.cut else self.kind

    def document(self, unit: int) -> Document:
        """The unit as a document, with the title of its document and an id that people know.

        A part of a longer document has the number of its first passage in its id.
        """
        first, last = self._range(unit)
        parts = [self.passages[at] for at in range(first, last)]
        return joined(parts, self._named(first, last, parts[0].id))

    def id(self, unit: int) -> str:
        """The id of a unit; see `document`."""
        first, last = self._range(unit)
        return self._named(first, last, self.passages[first].id)

    def texts(self) -> Sequence[str]:
        """Title and text of each unit, read when it is needed."""
        return _Texts(self)

    def source(self, unit: int) -> int:
        """The number of the document that a unit is of."""
        return int(self.sources[self.starts[unit]])

    def scores(self, of_passages: NDArray[np.floating]) -> NDArray[np.float64]:
        """The score of each unit, that of its best passage, from those of all passages."""
        best = np.maximum.reduceat(np.asarray(of_passages, dtype=np.float64), self.starts)
        return np.asarray(best, dtype=np.float64)

    def _named(self, first: int, last: int, id: str) -> str:
        source = self.sources[first]
        whole = (first == 0 or self.sources[first - 1] != source) and (
            last == len(self.sources) or self.sources[last] != source
        )
        return page_of(id) if last - first > 1 and whole else id

    def _range(self, unit: int) -> tuple[int, int]:
        after = unit + 1
        last = self.starts[after] if after < len(self.starts) else len(self.sources)
        return int(self.starts[unit]), int(last)


class _Texts(Sequence[str]):
    def __init__(self, units: Units) -> None:
        self._units = units

    def __len__(self) -> int:
        return len(self._units)

    @overload
    def __getitem__(self, unit: int) -> str: ...
    @overload
    def __getitem__(self, unit: slice) -> list[str]: ...
    def __getitem__(self, unit: int | slice) -> str | list[str]:
        if isinstance(unit, slice):
            return [self[at] for at in range(*unit.indices(len(self)))]
        if not -len(self) <= unit < len(self):
            raise IndexError(unit)
        document = self._units.document(unit % len(self))
        return f"{document.title}\n{document.text}"


def units_of(
    passages: Sequence[Document],
    sources: Sequence[int] | NDArray[np.integer],
    kind: str,
    chunk: int,
    longest: int,
    tabular: bool,
) -> Units:
    """The units of a corpus whose passages have at most `chunk` characters.

    A document of more than `longest` characters, what a prompt has room for, is cut into parts of
    successive passages. `tabular`: each document is a row of a table. Raises InputError for an
    unknown kind, for rows where there are none, and for a passage that a prompt cannot hold.
    """
    if kind not in KINDS:
        raise unknown("unit", kind, KINDS)
    if kind == "row" and not tabular:
        raise InputError(
            f"the corpus has no rows; {argument('unit', 'row')} is for a .csv, .jsonl or .parquet "
            "file."
        )
    if chunk > longest:
        raise InputError(
            f"a passage may have {chunk:,} characters, more than the context holds "
            f"({longest:,}); make passages shorter ({argument('chunk')}) or allow a longer context."
        )
    of = np.asarray(sources, dtype=np.int64)
    if kind == "passage":
        return Units("passage", passages, np.arange(len(of), dtype=np.int64), of)
    first = np.flatnonzero(np.r_[True, of[1:] != of[:-1]]).astype(np.int64)
    most = longest // (chunk + 2)
    sizes = np.diff(np.r_[first, len(of)])
    long = sizes > most
    if not long.any():
        return Units(cast(Kind, kind), passages, first, of)
    begins = [np.arange(at, at + size, most) for at, size in zip(first, sizes, strict=True)]
    starts = np.concatenate(begins).astype(np.int64)
    return Units(cast(Kind, kind), passages, starts, of, int(long.sum()))


def not_whole(units: Units, skipped: Sequence[Skipped]) -> tuple[frozenset[int], int]:
    """The units of which a part could not be read, and how many others could not be read at all.

    A page is a part of its document where documents are judged whole; else it is a unit that is
    lost, and so is a file.
    """
    by_path = {one.path: one for one in skipped if one.place}
    partial: set[int] = set()
    held: set[str] = set()
    if units.kind == "document" and not units.cut and by_path:
        for unit in range(len(units)):
            if (id := page_of(units.id(unit))) in by_path:
                partial.add(unit)
                held.add(id)
    lost = sum(one.parts for one in skipped if not (one.place and one.path in held))
    return frozenset(partial), lost


def content_of(unit: Document) -> bytes:
    """A digest of what the verifier is shown of a unit: title and text, 16 bytes."""
    text = f"{unit.title}\0{unit.text}"
    return hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:16]


def name_of(unit: Document) -> str:
    """What a unit is called where it is a candidate."""
    return unit.title.strip() or unit.id
