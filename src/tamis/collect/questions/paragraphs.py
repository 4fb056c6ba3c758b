"""A related-work paragraph with the papers that it cites, and which of them are available."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tamis.collect.questions.headings import in_related_work
from tamis.retrieve.papers.s2orc import S2Paper, SectionParagraph
from tamis.types import InputError


@dataclass(frozen=True)
class CitedPaper:
    """A paper that is cited. `id` is "" where it could not be identified.

    `available`: its full text is available.
    """

    id: str
    title: str
    available: bool


@dataclass(frozen=True)
class Paragraph:
    """A related-work paragraph. `paper` and `title` are those of the paper that it is from.

    `cited` are the papers that it cites, each once. `unresolved` counts the citation marks that
    have no entry in the bibliography; each counts as one missing paper.
    """

    id: str
    paper: str
    title: str
    section: str
    text: str
    cited: tuple[CitedPaper, ...]
    unresolved: int = 0

    @property
    def available(self) -> int:
        """How many cited papers are available."""
        return sum(one.available for one in self.cited)

    @property
    def total(self) -> int:
        """How many papers it cites, unidentified ones included."""
        return len(self.cited) + self.unresolved

    @property
    def missing(self) -> int:
        """How many cited papers are not available."""
        return self.total - self.available


class Drop(NamedTuple):
    """Why a paragraph is dropped: the kind of reason, for the counts, and the details."""

    kind: str
    detail: str


@dataclass(frozen=True)
class Rule:
    """Which paragraphs are kept; `name` is the section of the paper that has the rule.

    At least `at_least` available cited papers, or with `count_missing` cited papers of any kind.
    At most the share `missing_share` of them missing, and at most `missing_most` of them; None for
    no such limit.
    """

    name: str
    at_least: int = 4
    count_missing: bool = False
    missing_share: float | None = None
    missing_most: int | None = None

    def __post_init__(self) -> None:
        if self.at_least < 1:
            raise InputError(f"at least {self.at_least} cited papers: give 1 or more.")
        if self.missing_share is not None and not 0 <= self.missing_share <= 1:
            raise InputError(f"a share of {self.missing_share:g} missing: give 0 to 1.")
        if self.missing_most is not None and self.missing_most < 0:
            raise InputError(f"at most {self.missing_most} missing: give 0 or more.")

    def drops(self, paragraph: Paragraph) -> tuple[Drop, ...]:
        """All reasons to drop a paragraph; empty where it is kept."""
        found = []
        enough = paragraph.total if self.count_missing else paragraph.available
        of = f"{paragraph.available} of {paragraph.total} cited papers available"
        if enough < self.at_least:
            found.append(Drop("too few cited papers", f"{of}, {self.at_least} needed"))
        share = paragraph.missing / paragraph.total if paragraph.total else 0.0
        if (self.missing_share is not None and share > self.missing_share) or (
            self.missing_most is not None and paragraph.missing > self.missing_most
        ):
            found.append(Drop("too many of them missing", f"{of}, {paragraph.missing} missing"))
        return tuple(found)


APPENDIX = Rule("A.6", missing_share=0.3)
"""KIWI, A.6: fewer than 4 available, or more than 30% missing, and a paragraph is dropped."""

SECTION_3_1 = Rule("3.1", count_missing=True, missing_most=1)
"""KIWI, §3.1: fewer than 4 in all, or more than one missing, and a question is dropped."""

RULES: Mapping[str, Rule] = {rule.name: rule for rule in (APPENDIX, SECTION_3_1)}


def related_work(
    paper: S2Paper, available: Container[str], titles: Mapping[str, str]
) -> tuple[Paragraph, ...]:
    """The related-work paragraphs of a paper, in order.

    `available` holds the ids of the available papers. `titles` has titles of papers by their ids,
    for bibliographies without titles. A paper is not counted among those that it cites itself.
    """
    return tuple(
        Paragraph(
            f"{paper.id}#{position}",
            paper.id,
            paper.title,
            paper.paragraphs[position].section,
            paper.paragraphs[position].text,
            _cited(paper, paper.paragraphs[position], available, titles),
            paper.paragraphs[position].unresolved,
        )
        for position in in_related_work([one.section for one in paper.paragraphs])
    )


def _cited(
    paper: S2Paper,
    paragraph: SectionParagraph,
    available: Container[str],
    titles: Mapping[str, str],
) -> tuple[CitedPaper, ...]:
    found: dict[tuple[str, str], CitedPaper] = {}
    for key in paragraph.cited:
        entry = paper.cited[key]
        id = entry.id or ""
        if id == paper.id:
            continue
        title = entry.title or titles.get(id, "")
        # A bibliography may hold the same paper under two keys.
        same = ("id", id) if id else ("title", title.casefold()) if title else ("key", key)
        found.setdefault(same, CitedPaper(id, title, bool(id) and id in available))
    return tuple(found.values())
