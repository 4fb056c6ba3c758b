"""Documents under numbers, as models are shown them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tamis.retrieve import Retriever
from tamis.types import Document, Hit


class Numbered:
    """A retriever whose documents get numbers as ids, in the order in which they are found.

    Models copy "12" reliably, but not a path with a passage number at its end.
    """

    def __init__(self, retriever: Retriever) -> None:
        self.name = retriever.name
        self.documents: dict[str, Document] = {}
        self._retriever = retriever
        self._numbers: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._retriever)

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The retriever's hits with numbers as ids; `documents` maps a number to its document."""
        return [self._numbered(hit) for hit in self._retriever.search(query, k)]

    def _numbered(self, hit: Hit) -> Hit:
        number = self._numbers.setdefault(hit.document.id, str(len(self._numbers) + 1))
        self.documents[number] = hit.document
        return Hit(replace(hit.document, id=number), hit.score)

    def save(self, folder: Path) -> None:
        """Save the retriever."""
        self._retriever.save(folder)
