"""A paper of S2ORC, independent of the shape in which it was released."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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


ABSTRACT = "Abstract"
