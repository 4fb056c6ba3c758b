"""A fan-out question as a tree: the question, its sub-questions and their evidence.

The format of authors and the released one are both read into this form.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Page:
    """An article that is named as evidence; `pageid` and `revid` are None where unknown."""

    title: str
    url: str
    pageid: int | None = None
    revid: int | None = None


@dataclass(frozen=True)
class Question:
    """A question, or a part of one, with its answer (FanOutQA, §3.1 and Appendix G).

    `strategy` are the sub-questions that can be asked at once, `then` those that need the
    answers to them; a leaf has neither, and its answer is on the page `evidence`. `path` is its
    position in the file ("" for a whole question). `id` is the released one, else a hash of the
    content. `hidden`: answer and tree are withheld, as in a test split, and only the `pages` are
    known.
    """

    question: str
    answer: Any
    strategy: tuple[Question, ...] = ()
    then: tuple[Question, ...] = ()
    evidence: Page | None = None
    path: str = ""
    id: str = ""
    hidden: bool = False
    given_pages: tuple[Page, ...] = ()

    @property
    def parts(self) -> tuple[Question, ...]:
        """The sub-questions directly below it."""
        return self.strategy + self.then

    @property
    def below(self) -> Iterator[Question]:
        """Every sub-question of the tree, parents before their children."""
        for part in self.parts:
            yield part
            yield from part.below

    @property
    def leaves(self) -> tuple[Question, ...]:
        """The sub-questions without sub-questions of their own."""
        return tuple(part for part in self.below if not part.parts)

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages of the tree, each once."""
        named = [part.evidence for part in self.below if part.evidence is not None]
        return tuple({page_key(page): page for page in [*named, *self.given_pages]}.values())


def page_key(page: Page) -> str:
    """The key by which two links are the same article: the title, ignoring blanks and first case.

    Redirects are not followed: links are compared, not their targets.
    """
    title = " ".join(page.title.replace("_", " ").split())
    return title[:1].upper() + title[1:]


def content_id(
    question: str, answer: Any, parts: Sequence[Sequence[str]], evidence: Page | None
) -> str:
    """A hash of a question and all its parts: sixteen hex digits.

    `parts` are the ids of `strategy` and of `then`. The order of an answer's keys does not matter.
    """
    whole = [question, answer, [list(ids) for ids in parts], evidence and page_key(evidence)]
    text = json.dumps(whole, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
