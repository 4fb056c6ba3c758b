"""Retrieval that ignores the query: the corpus, or its first documents (QUEST-LOFT, §3.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

from tamis.retrieve import saved_index
from tamis.retrieve._ranking import DistinctIds, check_k, checked, empty_corpus
from tamis.retrieve.stored_documents import Documents, write_documents
from tamis.types import Document, Hit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class _Static:
    """The documents in corpus order, each with the score 1."""

    name: str
    kind: ClassVar[str]

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = documents

    @classmethod
    def build(cls, documents: Sequence[Document]) -> Self:
        """Keep `documents`; InputError where there are none, or two have the same id."""
        return cls(checked(documents))

    @classmethod
    def write(
        cls,
        folder: Path,
        documents: Iterable[Document],
        beside: Callable[[Path], None] = lambda data: None,
    ) -> Self:
        """What `build` and `save` do, but `documents` are read once; `beside` writes more files."""
        with saved_index.writing(folder, cls.kind) as new:
            ids = DistinctIds()
            new.corpus = write_documents(new.data, map(ids.seen, documents))
            if not new.corpus["documents"]:
                raise empty_corpus()
            ids.check(one.id for one in Documents(new.data))
            new.settings = {"name": cls.name}
            beside(new.data)
        return cls.load(folder)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read what `save` wrote; InputError where it is broken or of another kind."""
        return cls(saved_index.read(folder, cls.kind).documents)

    def save(self, folder: Path) -> None:
        """Write the documents; if killed, the old or the new ones are left."""
        saved_index.write(folder, self.kind, self.documents, {"name": self.name})

    def __len__(self) -> int:
        return len(self.documents)

    def search(self, query: str, k: int | None) -> list[Hit]:
        """The first `k` documents, all of them for None; all score 1."""
        check_k(k)
        return [Hit(document, 1.0) for document in self.documents[:k]]

    def scores(self, query: str) -> NDArray[np.float32]:
        """1 for every document, (documents,)."""
        import numpy as np

        return np.ones(len(self), dtype=np.float32)


class Whole(_Static):
    """The whole corpus, for strategies that put it into the prompt; `k` cuts it."""

    name = "whole corpus"
    kind = "whole"

    def search(self, query: str, k: int | None = None) -> list[Hit]:
        """The whole corpus, or its first `k` documents; all score 1."""
        return super().search(query, k)


class Naive(_Static):
    """The first k documents of the corpus: the lower bound of the paper's Tables 6 to 8."""

    name = "naive (first documents)"
    kind = "naive"

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The first `k` documents, all of them for None; all score 1."""
        return super().search(query, k)
