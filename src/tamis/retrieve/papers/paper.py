"""Papers: as paragraphs, in the library of a writing session; as S2ORC has them, with citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tamis.documents.parts import NotRead
from tamis.retrieve.folders import Skipped

__all__ = ["ABSTRACT", "Cited", "Library", "Paper", "S2Paper", "SectionParagraph", "Skipped"]

ABSTRACT = "Abstract"
"""The section of the abstract in a paper of S2ORC."""


@dataclass(frozen=True)
class Paper:
    """A paper: its paragraphs in order; headings are separate paragraphs.

    `title` is never empty. `source` is its origin, for a reader: a file, and the line in a file of
    several papers. `id` is unique in its library. `unread` are the parts of the file that could not
    be read.
    """

    id: str
    title: str
    paragraphs: tuple[str, ...]
    year: int | None = None
    authors: tuple[str, ...] = ()
    source: str = ""
    unread: tuple[NotRead, ...] = ()


@dataclass(frozen=True)
class Library:
    """Papers in the order of their numbers, and what could not be read.

    `skipped` are files, or lines of files, each with the reason, which completes a sentence that
    begins with its path.
    `ignored` counts files of other kinds by suffix.
    """

    papers: tuple[Paper, ...]
    skipped: tuple[Skipped, ...] = ()
    ignored: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Cited:
    """An entry of a bibliography: its title ("" where unknown) and its id in S2ORC, if linked."""

    title: str
    id: str | None = None


@dataclass(frozen=True)
class SectionParagraph:
    """A paragraph, its heading ("" for none), and what it cites.

    `cited` are keys of the paper's bibliography, each once, in order. `unresolved` counts the
    citation marks without an entry there.
    """

    section: str
    text: str
    cited: tuple[str, ...] = ()
    unresolved: int = 0


@dataclass(frozen=True)
class S2Paper:
    """A paper of S2ORC; `title` may be empty (the parses of 2020 have none), as may `paragraphs`.

    The abstract is a paragraph, or several, of the section "Abstract". `cited` is the
    bibliography by its keys.
    """

    id: str
    title: str
    paragraphs: tuple[SectionParagraph, ...]
    cited: Mapping[str, Cited] = field(default_factory=dict)
    year: int | None = None
    authors: tuple[str, ...] = ()
