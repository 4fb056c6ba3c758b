"""A fan-out question as a tree: what is asked, what must be asked before it, and where it stands.

Both formats that people and releases write are read into this one.
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
    answers to them; a leaf has neither, and its answer stands on the page `evidence`. `path`
    is where it stands in its file ("" for a whole question). `id` is the released one, else
    that of its content. `hidden`: answer and tree are withheld, as in a test split, and only
    the `pages` are known.
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
        """The sub-questions that are broken up no further."""
        return tuple(part for part in self.below if not part.parts)

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages of the tree, each once."""
        named = [part.evidence for part in self.below if part.evidence is not None]
        return tuple({page_key(page): page for page in [*named, *self.given_pages]}.values())


def page_key(page: Page) -> str:
    """What makes two links the same article: the title, blanks and the first letter's case aside.

    Redirects are not followed: the link is compared, not what it leads to.
    """
    title = " ".join(page.title.replace("_", " ").split())
    return title[:1].upper() + title[1:]


def content_id(
    question: str, answer: Any, parts: Sequence[Sequence[str]], evidence: Page | None
) -> str:
    """Sixteen hex digits that change with any part of a question.

    `parts` are the ids of its strategy and of what follows it. The order of an answer's keys
    makes no difference.
    """
    whole = [question, answer, [list(ids) for ids in parts], evidence and page_key(evidence)]
    text = json.dumps(whole, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
