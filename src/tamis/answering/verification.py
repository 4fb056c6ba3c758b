"""Verification: each candidate is judged separately, on the documents that it cites (§3.6)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tamis.answering import prompts
from tamis.answering.context import Context, fitting
from tamis.answering.methods import Method
from tamis.answering.quotes import quote_support
from tamis.answering.resolver import Resolver
from tamis.answering.set_answer import SetAnswer
from tamis.reading.justified import VerdictReply, read_verdict
from tamis.types import Candidate, Document, Verdict


async def verify(
    question: str, candidate: str, documents: Sequence[Document], context: Context, method: Method
) -> Verdict:
    """Whether `candidate` answers the question, by the `documents` alone (App. D)."""
    chat = context.verifier or context.chat
    cot = method.verification == "cot"
    if whole := context.whole("verify", cot):
        message = context.render(
            whole,
            question=question,
            candidate=_one_line(candidate),
            documents=prompts.shown(documents),
            hint=_hint(context, method),
        )
        messages = [message]
    else:
        opening = instruction(question, context, method)
        messages = [opening, shown(candidate, documents, context)]
    schema = None if cot else VerdictReply
    return read_verdict(
        await context.asked(chat, messages, schema, lambda made: read_verdict(made).outcome)
    )


def instruction(question: str, context: Context, method: Method) -> str:
    """The verifier's first message, which all candidates of a question share."""
    return context.render(
        "verify_context",
        question=question,
        cot=method.verification == "cot",
        hint=_hint(context, method),
    )


def shown(candidate: str, documents: Sequence[Document], context: Context) -> str:
    """The verifier's second message: a candidate with the documents to judge it by."""
    return context.render(
        "verify_candidate", candidate=_one_line(candidate), documents=prompts.shown(documents)
    )


def _one_line(candidate: str) -> str:
    """A model wrote the candidate, maybe on a document's instruction: keep it to one line."""
    return " ".join(candidate.split())


def _hint(context: Context, method: Method) -> str:
    return context.render("hint") if method.hint else ""


async def verified(
    question: str,
    answer: SetAnswer,
    documents: Mapping[str, Document],
    context: Context,
    method: Method,
) -> SetAnswer:
    """The answer with a verdict on every candidate, those judged FALSE included.

    The verdicts decide; where one could not be read, the judgement of the answering step is used
    and counted. A candidate without any document cannot be verified: it is left out and counted.
    """
    judged = await asyncio.gather(
        *(judge(question, candidate, documents, context, method) for candidate in answer.candidates)
    )
    return with_verdicts(answer, judged, documents)


def with_verdicts(
    answer: SetAnswer, judged: Sequence[Candidate], documents: Mapping[str, Document]
) -> SetAnswer:
    """The answer with these candidates, as their verdicts decide."""
    counts: Counter[str] = Counter(answer.counts)
    accepted: list[Candidate] = []
    for candidate in judged:
        verdict = candidate.verdict
        if verdict is None:
            counts["candidates without a document"] += 1
            continue
        counts["verdicts"] += 1
        if verdict.judgment is None:
            counts[f"verdicts {verdict.outcome}"] += 1
        support = quote_support((*verdict.evidence_for, *verdict.evidence_against), documents)
        counts.update({"verifier quotes": support.quoted, "verifier quotes found": support.found})
        if verdict.judgment or (verdict.judgment is None and candidate.judgment):
            accepted.append(candidate)
    outcome = answer.outcome
    if outcome in ("ok", "empty"):
        outcome = "ok" if accepted else "empty"
    return replace(
        answer,
        titles=tuple(candidate.answer for candidate in accepted),
        doc_ids=tuple(candidate.doc_id for candidate in accepted),
        candidates=tuple(judged),
        outcome=outcome,
        counts={what: n for what, n in counts.items() if n},
    )


async def judge(
    question: str,
    candidate: Candidate,
    documents: Mapping[str, Document],
    context: Context,
    method: Method,
) -> Candidate:
    """The candidate with the verdict on it; as it is where it cites no document that fits."""
    ids = candidate.cited or ((candidate.doc_id,) if candidate.doc_id is not None else ())
    cited, _ = fitting([documents[id] for id in ids if id in documents], context.budget)
    if not cited:
        return candidate
    verdict = await verify(question, candidate.answer, cited, context, method)
    resolver = Resolver(cited)
    return replace(
        candidate,
        verdict=replace(
            verdict,
            evidence_for=resolver.evidence(verdict.evidence_for),
            evidence_against=resolver.evidence(verdict.evidence_against),
        ),
    )
