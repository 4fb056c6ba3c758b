"""The filters that need only the questions: composition of the answer, repeated articles.

FanOutQA, Appendix C, first round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tamis.collect.fanout.composition import composition
from tamis.collect.fanout.flags import FilterRun, Flag
from tamis.collect.fanout.tree import Page, Question, page_key

_SHOWN = 8


def composed(questions: Sequence[Question]) -> FilterRun:
    """Flag questions with a part of the answer that no sub-answer contains or gives."""
    ran = FilterRun("composed", "parts of the answer looked up below it, or by simple arithmetic")
    for question in questions:
        if question.hidden:
            ran.outcomes["not checkable"] += 1
            continue
        made = composition(question)
        if not (made.missing or made.unclear):
            ran.outcomes["passed"] += 1
            continue
        if made.missing and len(made.missing) + len(made.unclear) == len(made.parts):
            reason = "no part of the answer is in a sub-answer"
        elif made.missing:
            reason = "a part of the answer is in no sub-answer"
        else:
            reason = "a yes or no in the answer is in no sub-answer"
        lost = made.missing or made.unclear
        flag(ran, question, reason, "not found: " + some([str(part) for part in lost]))
    return ran


def articles(questions: Sequence[Question]) -> FilterRun:
    """Flag questions with two leaves that use the same article."""
    ran = FilterRun("articles", "page ids where known, else titles; redirects are not followed")
    for question in questions:
        if question.hidden:
            ran.outcomes["not checkable"] += 1
            continue
        used: dict[str, list[Question]] = defaultdict(list)
        known: dict[int, str] = {}
        for leaf in question.leaves:
            if leaf.evidence is not None:
                used[_article(leaf.evidence, known)].append(leaf)
        doubled = {title: leaves for title, leaves in used.items() if len(leaves) > 1}
        if not doubled:
            ran.outcomes["passed"] += 1
            continue
        alone = len(used) == 1
        reason = (
            "all sub-questions use one article" if alone else "sub-questions use the same article"
        )
        repeated = [
            f"{title} ({len(leaves)}): " + some([leaf.question for leaf in leaves], " / ")
            for title, leaves in doubled.items()
        ]
        flag(ran, question, reason, some(repeated, "; "))
    return ran


def flag(
    ran: FilterRun,
    question: Question,
    reason: str,
    evidence: str,
    other: str = "",
    proposal: str = "",
) -> None:
    """Add a flag to a step, and count it."""
    found = Flag(question.id, ran.step, question.question, reason, evidence, other, proposal)
    ran.flags.append(found)
    ran.outcomes["flagged"] += 1
    ran.reasons[reason] += 1


def some(texts: Sequence[str], between: str = ", ") -> str:
    """The first texts, and how many more there are."""
    more = f" … and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return between.join(texts[:_SHOWN]) + more


def _article(page: Page, known: dict[int, str]) -> str:
    title = page_key(page)
    return title if page.pageid is None else known.setdefault(page.pageid, title)
