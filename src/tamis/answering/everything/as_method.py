"""A certified answer as a method of the QUEST benchmark, beside those of the paper."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from tamis.answering.context import Context, by_id
from tamis.answering.everything.judging import Judged
from tamis.answering.everything.policy import Policy
from tamis.answering.everything.verifying import Ranking, Verifying
from tamis.answering.methods import Method
from tamis.answering.set_answer import SetAnswer
from tamis.answering.verification import judge, with_verdicts
from tamis.retrieve.bm25 import BM25
from tamis.types import Candidate, Document

WIDTH = 10
"""Calls of one question at a time; a run bounds those of all its questions."""


async def certified(
    question: str, documents: Sequence[Document], context: Context, method: Method
) -> SetAnswer:
    """Documents that the verifier accepts, until `method.recall` of all such are found (95%).

    The candidates are all documents that were looked at, with their verdicts. Unlike `tamis ask`
    it takes the question as one condition, keeps no verdicts, and is not ended by unread ones, so
    that it differs from `each` in what it looks at alone.
    """
    if not documents:
        return SetAnswer(outcome="empty")
    documents_by_id: Mapping[str, Document] = by_id(documents)
    judged: dict[int, Candidate] = {}

    async def verdict(unit: int) -> Judged:
        document = documents[unit]
        candidate = Candidate(document.title, document.id)
        made = await judge(question, candidate, documents_by_id, context, method)
        judged[unit] = made
        return Judged(unit, None if made.verdict is None else made.verdict.judgment)

    scores = await asyncio.to_thread(lambda: BM25.build(documents).scores(question))
    await Verifying(
        Policy(scores.astype(float), method.recall),
        verdict,
        lambda: _learnt(documents, question),
        width=WIDTH,
    ).run()
    answer = SetAnswer()
    return with_verdicts(answer, [judged[unit] for unit in sorted(judged)], documents_by_id)


def _learnt(documents: Sequence[Document], question: str) -> Ranking:
    from tamis.answering.everything.learnt_ranking import LearntRanking

    return LearntRanking([f"{one.title}\n{one.text}" for one in documents], question)
