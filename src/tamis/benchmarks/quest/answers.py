"""How a question is answered: by a method with the models of a run, or by a baseline."""

from __future__ import annotations

from dataclasses import replace

from tamis.answering.context import Context, by_id
from tamis.answering.set_answer import SetAnswer
from tamis.answering.strategies import answer
from tamis.answering.verification import verified
from tamis.benchmarks.quest.options import Options
from tamis.benchmarks.quest.samples import Sample, load_samples
from tamis.benchmarks.quest.score import DEPTHS
from tamis.benchmarks.quest.setup import budget, known_titles, retriever
from tamis.benchmarks.reading import Heard, reader
from tamis.reading.known import Known
from tamis.retrieve import Retriever
from tamis.types import Document, Reply


def context(options: Options) -> Context:
    """The context of the method: the models of this run, the retriever, the examples.

    The role `verifier` judges candidates; without it the evaluated model does, as in the paper.
    """
    from tamis import models  # only for calls: it imports Inspect

    made = load_samples(options)[0]
    judge = models.of_role("verifier")
    return Context(
        chat=models.chat(models.evaluated(), options.answer_tokens, options.structured),
        verifier=models.chat(judge, options.verdict_tokens, options.structured),
        retriever=retriever_of(options),
        examples=made.examples,
        k=options.k,
        view=max(DEPTHS),
        budget=budget(options),
        wording=options.prompts,
        known=known_titles(options) if options.chosen.retrieval == "none" else Known(),
        reader=reader(),
        output=options.output,
        memo=made.memo,
    )


async def ask(sample: Sample, options: Options, given: Context) -> tuple[SetAnswer, Reply | None]:
    """The answer by the method, for a pair only the verdict; and the reply in which it stands.

    That is the reply of the answering step, or the verdict on a pair. A method that has neither
    (each document is a candidate) has none.
    """
    if sample.candidate is None:
        heard = Heard(given.chat)
        own = replace(given, chat=heard)
        found = await answer(sample.question.text, options.chosen, own)
    else:
        heard = Heard(given.verifier or given.chat)
        own = replace(given, verifier=heard)
        alone = SetAnswer(candidates=(sample.candidate,))
        document = by_id([load_samples(options)[0].by_title[sample.candidate.answer]])
        found = await verified(sample.question.text, alone, document, own, options.chosen)
    return found, next(iter(heard.replies), None)


def baseline(sample: Sample, options: Options) -> SetAnswer:
    """An answer without a model: the first hits, the whole corpus, nothing, or the golds."""
    made = load_samples(options)[0]
    text = sample.question.text
    match options.baseline:
        case "bm25" | "dense":
            hits = retriever(options, options.baseline).search(text, max(options.k, *DEPTHS))
            ids = tuple(hit.document.id for hit in hits)
            answered = _of([hit.document for hit in hits[: options.top]])
            return replace(answered, retrieved=ids[: options.k], ranked=ids)
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
    """The retriever of the method; None for a method without documents."""
    match options.chosen.retrieval:
        case "none":
            return None
        case "whole":
            return retriever(options, "whole")
        case _:
            return retriever(options, options.ranker)
