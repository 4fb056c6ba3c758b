"""A fan-out question as a plain value: its text, its answer, and how it falls into smaller ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Scalar = str | int | float | bool
Value = Scalar | list[Scalar] | dict[str, Scalar]
"""What an answer may be (data of both versions): nothing is nested further, nothing is null."""


@dataclass(frozen=True)
class Evidence:
    """The page of the encyclopaedia on which an answer stands.

    `pageid` and `revid` are None where the release has a placeholder; only the title always names
    the page. `url` may point to a redirect or a section of it.
    """

    title: str
    pageid: int | None = None
    revid: int | None = None
    url: str = ""


@dataclass(frozen=True)
class SubQuestion:
    """A part of a question: answered by one page, or itself decomposed; never both, never neither.

    `depends_on` has the ids of earlier siblings whose answers it needs. `id` is unique within its
    question; questions that ask the same share ids.
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

    `evidence` is what the file lists, with repetitions: only test splits do.
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

        Of a page that is named with and without a revision, the revision is kept.
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
        """How many levels of sub-questions there are; 0 where the decomposition is hidden."""
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
