"""A fan-out question as a plain value: its text, its answer, and its decomposition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Scalar = str | int | float | bool
Value = Scalar | list[Scalar] | dict[str, Scalar]
"""The type of an answer, in both versions of the data: not nested further, never null."""


@dataclass(frozen=True)
class Evidence:
    """The page of the encyclopaedia that has the answer.

    `pageid` and `revid` are None where the release has a placeholder; only the title always
    identifies the page. `url` may point to a redirect or a section of it.
    """

    title: str
    pageid: int | None = None
    revid: int | None = None
    url: str = ""


@dataclass(frozen=True)
class SubQuestion:
    """A part of a question: either answered by one page, or itself decomposed.

    `depends_on` has the ids of earlier siblings whose answers it needs. `id` is unique within its
    question; equal sub-questions of different questions have the same id.
    """

    id: str
    question: str
    answer: Value
    depends_on: tuple[str, ...] = ()
    evidence: Evidence | None = None
    decomposition: tuple[SubQuestion, ...] = ()


@dataclass(frozen=True)
class Question:
    """One question. `answer` is None, and `decomposition` empty, where the release hides them.

    `evidence` is the list in the file, with repetitions; only test splits have it.
    """

    id: str
    text: str
    answer: Value | None
    categories: tuple[str, ...] = ()
    decomposition: tuple[SubQuestion, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    @property
    def necessary_evidence(self) -> tuple[Evidence, ...]:
        """The pages that the question needs: each title once, in the order of the tree.

        If a page is named both with and without a revision, the revision is kept.
        """
        pages: dict[str, Evidence] = {}
        for found in (*self.evidence, *(part.evidence for part in self.walk())):
            if found is None:
                continue
            known = pages.setdefault(found.title, found)
            if known.revid is None and found.revid is not None:
                pages[found.title] = found
        return tuple(pages.values())

    @property
    def depth(self) -> int:
        """The number of levels of sub-questions; 0 where the decomposition is hidden."""
        return _depth(self.decomposition)

    @property
    def leaves(self) -> tuple[SubQuestion, ...]:
        """The sub-questions that one page answers, in the order of the tree."""
        return tuple(part for part in self.walk() if not part.decomposition)

    @property
    def documents(self) -> int:
        """The number of pages that the question needs."""
        return len(self.necessary_evidence)

    def walk(self) -> Iterator[SubQuestion]:
        """Every sub-question of every level, each before its own parts."""
        return _walk(self.decomposition)


def _walk(parts: tuple[SubQuestion, ...]) -> Iterator[SubQuestion]:
    for part in parts:
        yield part
        yield from _walk(part.decomposition)


def _depth(parts: tuple[SubQuestion, ...]) -> int:
    return max((1 + _depth(part.decomposition) for part in parts), default=0)
