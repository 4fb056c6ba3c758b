"""Methods and baselines as the Inspect solver of the QUEST task."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspect_ai.model import ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tamis.answering.means import Means, by_id
from tamis.answering.set_answer import SetAnswer, dumps
from tamis.answering.strategies import answer
from tamis.answering.verification import verified
from tamis.benchmarks.quest.options import Options, parse_options
from tamis.benchmarks.quest.samples import Asked, asked
from tamis.benchmarks.quest.setup import budget, retriever
from tamis.models import chat
from tamis.retrieve import Retriever
from tamis.types import Document


@solver
def set_question(options: dict[str, Any]) -> Solver:
    """Answer by the method, or the baseline, of the options (plain values: logs record them).

    The sample's output is the answer with all its candidates, as JSON.
    """
    chosen = parse_options(options)
    known = {sample.id: sample for sample in asked(chosen)[1]}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        sample = known[str(state.sample_id)]
        if chosen.baseline is not None:
            found, model = baseline(sample, chosen), f"baseline/{chosen.baseline}"
        else:
            model = str(state.model)
            found = await _ask(sample, chosen, means(chosen))
        state.output = ModelOutput.from_content(model=model, content=dumps(found))
        state.messages.append(state.output.message)
        return state

    return solve


def means(options: Options) -> Means:
    """What the method works with, through the models of this run.

    The role `verifier` judges candidates; without it the evaluated model does, as in the paper.
    """
    made = asked(options)[0]
    judge = get_model(role="verifier")
    return Means(
        chat=chat(get_model(), options.answer_tokens, options.structured),
        verifier=chat(judge, options.verdict_tokens, options.structured),
        retriever=retriever_of(options),
        examples=made.examples,
        k=options.k,
        budget=budget(options),
        wording=options.prompts,
        memo=made.memo,
    )


async def _ask(sample: Asked, options: Options, given: Means) -> SetAnswer:
    if sample.candidate is None:
        return await answer(sample.question.text, options.chosen, given)
    alone = SetAnswer(candidates=(sample.candidate,))
    own = by_id([asked(options)[0].by_title[sample.candidate.answer]])
    return await verified(sample.question.text, alone, own, given, options.chosen)


def baseline(sample: Asked, options: Options) -> SetAnswer:
    """An answer without a model: the first hits, the whole corpus, nothing, or the golds."""
    made = asked(options)[0]
    text = sample.question.text
    match options.baseline:
        case "bm25" | "dense":
            hits = retriever(options, options.baseline).search(text, options.k)
            return replace(
                _of([hit.document for hit in hits[: options.top]]),
                retrieved=tuple(hit.document.id for hit in hits),
            )
        case "whole_corpus":
            found = _of(made.dataset.documents)
            return replace(found, retrieved=tuple(id for id in found.doc_ids if id is not None))
        case "oracle":
            return _of(made.answers(sample.question))
        case _:
            return SetAnswer(outcome="empty")


def _of(documents: list[Document] | tuple[Document, ...]) -> SetAnswer:
    return SetAnswer(
        titles=tuple(dict.fromkeys(document.title for document in documents)),
        doc_ids=tuple(document.id for document in documents),
        outcome="ok" if documents else "empty",
    )


def retriever_of(options: Options) -> Retriever | None:
    """What retrieves for the method; None for a method without documents."""
    match options.chosen.retrieval:
        case "none":
            return None
        case "whole":
            return retriever(options, "whole")
        case _:
            return retriever(options, options.ranker)
