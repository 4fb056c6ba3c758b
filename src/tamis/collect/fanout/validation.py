"""Checks questions in the format of authors: lists all problems at once, and what to change.

The format is that of FanOutQA's Appendix G: `question`, `strategy`, `then`, `evidence` or a
`strategy` but not both, `answer`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tamis.collect.fanout.composition import composition
from tamis.collect.fanout.fields import Fields, Problem, at
from tamis.collect.fanout.structure import some
from tamis.collect.fanout.tree import Question
from tamis.collect.fanout.values import words

MIN_PAGES = 5
"""FanOutQA, §3.1."""


@dataclass(frozen=True)
class Authored:
    """A checked question; `tree` is None where errors leave no usable question."""

    number: int
    tree: Question | None
    problems: tuple[Problem, ...]
    categories: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether it has no errors."""
        return all(problem.severity != "error" for problem in self.problems)


def check_all(raws: Sequence[Any], min_pages: int = MIN_PAGES) -> list[Authored]:
    """Check the questions of a file; of a repeated question the later one is an error."""
    found = [check(raw, number, min_pages) for number, raw in enumerate(raws, 1)]
    first: dict[str, int] = {}
    for i, authored in enumerate(found):
        if authored.tree is None or not (text := words(authored.tree.question)):
            continue
        if (earlier := first.setdefault(text, authored.number)) != authored.number:
            message = f"the same question is number {earlier}; leave one of the two out."
            problem = Problem(authored.number, "question", message)
            found[i] = replace(authored, problems=(*authored.problems, problem))
    return found


def check(raw: Any, number: int = 1, min_pages: int = MIN_PAGES) -> Authored:
    """Check one question as written by its author; never raises, whatever `raw` is."""
    fields = Fields(number)
    tree = fields.node(raw, "", 0)
    categories = fields.categories(raw)
    if tree is not None:
        _doubled(tree, fields)
        _pages(tree, min_pages, fields)
        if not fields.broken:
            _derivable(tree, fields)
    return Authored(number, tree, tuple(fields.problems), categories)


def _doubled(tree: Question, fields: Fields) -> None:
    """Report sub-questions that occur twice, or that repeat a question above them."""
    by_text: dict[str, list[Question]] = defaultdict(list)
    for node in [tree, *tree.below]:
        if text := words(node.question):
            by_text[text].append(node)
    for first, *others in by_text.values():
        for node in others:
            where = first.path or "the question itself"
            message = f"asks the same as {where}; ask it once, or ask for something smaller."
            fields.report(at(node.path, "question"), message)


def _pages(tree: Question, at_least: int, fields: Fields) -> None:
    """Report a tree that needs too few different pages."""
    count = len(tree.pages)
    if count < at_least:
        unread = " (links that cannot be used not counted)" if fields.unread_links else ""
        fields.report(
            "",
            f"uses {count} different page{'' if count == 1 else 's'}{unread}; a question must "
            f"need at least {at_least}.",
        )


def _derivable(tree: Question, fields: Fields) -> None:
    """Warn of answers that do not seem to follow from the answers below them."""
    for node in [tree, *tree.below]:
        if not node.parts:
            continue
        made = composition(node)
        lost = made.missing or made.unclear
        if lost:
            fields.report(
                at(node.path, "answer"),
                f"{some([repr(str(part)) for part in lost])} is in no sub-answer and is no "
                "simple sum or count of them; check the spelling, or add the sub-question "
                "that gives it.",
                "warning",
            )


def line_of(problem: Problem) -> str:
    """A problem as a line to print."""
    where = f"question {problem.question}" + (f", {problem.path}" if problem.path else "")
    mark = "" if problem.severity == "error" else "warning: "
    return f"{where}: {mark}{problem.message}"
