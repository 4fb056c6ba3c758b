"""The filters that read pages: is a leaf's answer on its page, are all answers on one page.

FanOutQA, Appendix C, second round.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from tamis.collect.fanout.flags import FilterRun, Say
from tamis.collect.fanout.structure import flag, some
from tamis.collect.fanout.tree import Question
from tamis.collect.fanout.values import Part, Text, parts_of
from tamis.types import Document

if TYPE_CHECKING:
    from tamis.retrieve.embedders import Embedder

_KEPT_PAGES = 256
_WIDER = 10
_BLOCK = 4_096


class Wiki(Protocol):
    """The methods of an encyclopaedia that the filters use (`tamis.retrieve.wiki`)."""

    name: str

    def search(self, query: str, k: int = 10) -> list[str]:
        """Titles, best first."""
        ...

    def page(self, title: str, *, revision: str | None = None) -> Document:
        """The page; a LookupError where there is none, which may have `similar` titles."""
        ...


class Pages:
    """The pages of a wiki, prepared for looking up values; the last ones are cached."""

    def __init__(self, wiki: Wiki) -> None:
        self.wiki = wiki
        self._kept: OrderedDict[str, Text] = OrderedDict()

    def __getitem__(self, title: str) -> Text:
        """The text of a page with its title; LookupError where there is none."""
        if title not in self._kept:
            page = self.wiki.page(title)
            self._kept[title] = Text(f"{page.title}\n{page.text}")
            if len(self._kept) > _KEPT_PAGES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(title)
        return self._kept[title]


def on_page(
    questions: Sequence[Question], pages: Pages, say: Say = lambda doing: None
) -> FilterRun:
    """Flag questions with a leaf whose answer is not on its evidence page."""
    ran = FilterRun("on-page", f"{pages.wiki.name}: numbers, dates and words of each leaf's answer")
    for number, question in enumerate(questions, 1):
        say(f"answers on their pages: question {number} of {len(questions)}")
        absent: list[str] = []
        missing: list[str] = []
        checked = 0
        for leaf in question.leaves:
            if leaf.evidence is None:
                continue
            title = leaf.evidence.title
            parts = [part for part in parts_of(leaf.answer) if part.checkable]
            try:
                text = pages[title]
            except LookupError as error:
                similar = some([repr(name) for name in getattr(error, "similar", ())])
                missing.append(repr(title) + (f" (there is {similar})" if similar else ""))
                continue
            checked += bool(parts)
            lost = [str(part) for part in parts if not text.holds(part)]
            if lost:
                absent.append(f"{some(lost)} on {title!r} ({leaf.question})")
        if absent or missing:
            evidence = [f"not found: {some(absent, '; ')}"] if absent else []
            evidence += [f"no such page: {some(missing)}"] if missing else []
            reason = (
                "an answer is not on its page" if absent else "a page is not in the encyclopaedia"
            )
            flag(ran, question, reason, ". ".join(evidence))
        else:
            ran.outcomes["passed" if checked else "not checkable"] += 1
    return ran


def one_page(
    questions: Sequence[Question],
    pages: Pages,
    embedder: Embedder | None = None,
    nearest: int = 30,
    say: Say = lambda doing: None,
) -> FilterRun:
    """Flag questions whose sub-answers are all on one of the pages nearest to the question.

    The nearest pages are those with the highest cosine of question and title: among all titles
    where the encyclopaedia lists them (`titles`), else among ten times as many titles as wanted
    from its own search. Without an embedder they are the first of its search. `method` says which.
    """
    ranked = _Nearest(pages.wiki, embedder, nearest)
    ran = FilterRun("one-page", f"{pages.wiki.name}: {ranked.method}")
    parts_of_each = [_sub_answers(question.leaves) for question in questions]
    checkable = [
        (question, parts)
        for question, parts in zip(questions, parts_of_each, strict=True)
        if len(parts) > 1
    ]
    if left := len(questions) - len(checkable):
        ran.outcomes["not checkable"] = left
    near = ranked.titles([question.question for question, _ in checkable], say)
    for number, ((question, parts), titles) in enumerate(zip(checkable, near, strict=True), 1):
        say(f"one page for all: question {number} of {len(checkable)}")
        whole = []
        for title in titles:
            try:
                text = pages[title]
            except LookupError:
                continue
            if all(text.holds(part) for part in parts):
                whole.append(title)
        if whole:
            evidence = f"{some(whole)}: all {len(parts)} different sub-answers"
            flag(ran, question, "one page holds all sub-answers", evidence)
        else:
            ran.outcomes["passed"] += 1
    return ran


class _Nearest:
    """The pages nearest to each question; `method` says how they are found."""

    def __init__(self, wiki: Wiki, embedder: Embedder | None, nearest: int) -> None:
        self.wiki, self.embedder, self.nearest = wiki, embedder, nearest
        self.every: Callable[[], Iterable[str]] | None = getattr(wiki, "titles", None)
        if embedder is None:
            self.method = f"the first {nearest} pages of its search (no embedder)"
        elif self.every is not None:
            self.method = f"the {nearest} nearest of all titles, by cosine of {embedder.name}"
        else:
            self.method = (
                f"the {nearest} nearest of the first {nearest * _WIDER} titles of its search, by "
                f"cosine of {embedder.name}"
            )

    def titles(self, questions: Sequence[str], say: Say) -> Iterable[Sequence[str]]:
        """The titles nearest to each question, best first."""
        if self.embedder is None:
            return (self.wiki.search(question, self.nearest) for question in questions)
        if self.every is not None:
            return self._of_all(self.embedder, questions, self.every(), say)
        return (
            self._of_all(self.embedder, [one], self.wiki.search(one, self.nearest * _WIDER), say)[0]
            for one in questions
        )

    def _of_all(
        self, embedder: Embedder, questions: Sequence[str], titles: Iterable[str], say: Say
    ) -> list[Sequence[str]]:
        """Of millions of titles only those of one block, and the nearest so far, are in memory."""
        import numpy as np

        from tamis.collect.fanout.duplicates import unit

        if not questions:
            return []
        asked = unit(embedder.embed_queries(questions))
        best: list[list[str]] = [[] for _ in questions]
        scores = [np.empty(0, dtype=np.float32) for _ in questions]
        rest, seen = iter(titles), 0
        while block := list(islice(rest, _BLOCK)):
            cosines = asked @ unit(embedder.embed_documents(block)).T
            for n, row in enumerate(cosines):
                together = np.concatenate([scores[n], row])
                order = np.argsort(-together, kind="stable")[: self.nearest]
                known = [*best[n], *block]
                best[n], scores[n] = [known[i] for i in order], together[order]
            seen += len(block)
            if seen > _BLOCK:
                say(f"one page for all: {seen:,} titles compared")
        return list(best)


def _sub_answers(leaves: Iterable[Question]) -> list[Part]:
    parts = [part for leaf in leaves for part in parts_of(leaf.answer) if part.checkable]
    return list({str(part): part for part in parts}.values())
