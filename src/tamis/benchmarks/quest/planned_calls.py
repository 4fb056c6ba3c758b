"""The calls that a run will make: for estimates of cost, and for answers made elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from tamis.answering.context import Context
from tamis.answering.strategies import answer
from tamis.answering.verification import verify
from tamis.benchmarks.benchmark import Request
from tamis.benchmarks.quest.answers import retriever_of
from tamis.benchmarks.quest.options import Options
from tamis.benchmarks.quest.samples import Sample, load_samples
from tamis.benchmarks.quest.setup import budget, retriever
from tamis.types import Document, Reply

OF_A_CANDIDATE = 600
"""Characters of a justified answer or a verdict for each candidate, roughly."""


def requests(options: Options) -> Iterator[Request]:
    """The first call of each question as it will be made, and estimated calls of the verifier.

    The method is run with a model that only records its prompts. The number of candidates is
    not known beforehand: 1.5 times the golds are assumed, or every retrieved document where
    each is a candidate, which is the most that a certified answer takes.
    """
    made, samples = load_samples(options)
    for sample in samples:
        yield from _requests(sample, options, made.answers(sample.question))


def _requests(sample: Sample, options: Options, right: Sequence[Document]) -> Iterator[Request]:
    method = options.chosen
    prompts: list[str] = []

    async def record(messages: Sequence[str], schema: type | None = None) -> Reply:
        prompts.append("\n\n".join(messages))
        return Reply("")

    context = Context(
        chat=record,
        retriever=retriever_of(options),
        examples=load_samples(options)[0].examples,
        k=options.k,
        budget=budget(options),
        wording=options.prompts,
        memo=load_samples(options)[0].memo,
        output=options.output,
    )
    each = method.step in ("each", "certified")
    if sample.candidate is None and not each:
        asyncio.run(answer(sample.question.text, method, context))
        a_line = OF_A_CANDIDATE if method.step == "justified" else 60
        typical = 100 + a_line * (len(right) + 1)
        yield Request(sample.id, prompts[0], options.answer_tokens, typical)
    if method.verification == "none":
        return
    candidates = list(right) + list(right)[: len(right) // 2 + 1]
    if sample.candidate is not None:
        candidates = list(right[:1]) or list(load_samples(options)[0].dataset.documents[:1])
    elif each:
        ranker = "whole" if method.retrieval == "whole" else options.ranker
        depth = None if method.retrieval == "whole" else options.k
        found = retriever(options, ranker).search(sample.question.text, depth)
        candidates = [hit.document for hit in found]
    for nth, document in enumerate(candidates):
        prompts.clear()
        asyncio.run(verify(sample.question.text, document.title, [document], context, method))
        first = nth == 0 and (each or sample.candidate is not None)
        id = sample.id if first else f"{sample.id}/verify-{nth}"
        yield Request(id, prompts[0], options.verdict_tokens, OF_A_CANDIDATE, follow_up=not first)
