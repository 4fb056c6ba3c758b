"""Runs a method: retrieval, answering step, verification."""

from __future__ import annotations

from dataclasses import replace

from tamis.answering import answer_steps
from tamis.answering.context import Context, Retrieved, by_id
from tamis.answering.everything.as_method import certified
from tamis.answering.methods import Method
from tamis.answering.set_answer import SetAnswer
from tamis.answering.verification import verified


async def answer(question: str, method: Method, context: Context) -> SetAnswer:
    """Answer one question by a method (QUEST-LOFT, §3.2 to §3.6)."""
    return await answer_from(question, await context.retrieve(question, method), method, context)


async def answer_from(
    question: str, retrieved: Retrieved, method: Method, context: Context
) -> SetAnswer:
    """The same, from documents that `context.retrieve` has given for this question and method."""
    documents = retrieved.documents
    match method.step:
        case "closed_book":
            found = await answer_steps.closed_book(question, context)
        case "corpus_in_context":
            found = await answer_steps.corpus_in_context(question, documents, context)
        case "retrieve_and_read":
            found = await answer_steps.retrieve_and_read(question, documents, context, method)
        case "justified":
            found = await answer_steps.justified(question, documents, context, method)
        case "each":
            found = answer_steps.each(documents)
        case "certified":
            found = await certified(question, documents, context, method)
    if method.verification != "none" and method.step != "certified":
        if not found.candidates:
            # A plain list has no evidence to cite: each answer stands on its own document.
            found = replace(found, candidates=answer_steps.as_candidates(found))
        found = await verified(question, found, by_id(documents), context, method)
    return replace(
        found,
        retrieved=tuple(d.id for d in documents),
        ranked=retrieved.ranked,
        left_out=retrieved.left_out,
    )
