"""Answering steps: a question and documents in, an answer out (QUEST-LOFT, §3.5).

Each is a plain async function that asks the model once.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from tamis.answering import prompts
from tamis.answering.context import Context
from tamis.answering.methods import Method
from tamis.answering.quotes import quote_support
from tamis.answering.resolver import Resolver
from tamis.answering.set_answer import SetAnswer
from tamis.prompts import as_json
from tamis.reader import read_by
from tamis.reading.justified import Justified, JustifiedReply, RawCandidate, read_justified
from tamis.reading.known import Known
from tamis.reading.looks_for import Ids, LooksFor, Titles
from tamis.reading.replies import read
from tamis.text.normalised import plain_words
from tamis.types import Candidate, Document, Outcome, Reply

_FURTHER = ("question:", "===== ", "documents:")
IDS = Ids(next_task=_FURTHER)
"""What a plain answer over documents holds (C.1, C.2): their ids after "Final Answer:"."""

NOT_SHOWN = "answers on documents that were not shown"
"""What counts the answers that cite such documents alone, where an answer needs evidence."""

BY_A_MODEL = "read by a model"
"""What counts the replies that the program left, and a model read."""

TITLES = Titles(("final answer",), others=(), brackets=True, next_task=_FURTHER)
"""What an answer without documents holds: titles of pages, with what is in brackets."""


class FinalList(BaseModel):
    """A plain list by schema: the ids or titles of the final answer."""

    model_config = ConfigDict(extra="forbid")

    final_answer: list[str]


async def _asked(
    messages: Sequence[str],
    context: Context,
    wanted: LooksFor,
    item: str = "the ID of a document",
) -> Reply:
    """The reply to messages that ask for a list, in the prompt's form or by a schema."""

    def outcome(reply: Reply) -> Outcome:
        return read(reply, wanted).outcome

    if context.output == "text":
        return await context.asked(context.chat, messages, None, outcome)
    last = as_json(messages[-1], {"final_answer": [item]})
    return await context.asked(context.chat, [*messages[:-1], last], FinalList, outcome)


async def closed_book(question: str, context: Context) -> SetAnswer:
    """An answer from the model's own knowledge, without documents."""
    examples = [
        {"question": e.question, "listed_titles": _listed([d.title for d in e.answers])}
        for e in context.examples
    ]
    wanted = TITLES.knowing(context.known, question)
    reply = await _asked(
        [
            context.render("closed_book_context", examples=examples),
            context.render("closed_book_question", question=question),
        ],
        context,
        wanted,
        "the title of a page",
    )
    final = await read_by(context.reader, question, read(reply, wanted), wanted)
    titles = tuple(dict.fromkeys(final.values))
    return SetAnswer(
        titles=titles,
        doc_ids=(None,) * len(titles),
        outcome=_whole(final.outcome, titles),
        truncated=final.outcome == "truncated",
        counts=_counted(
            **{_HOW["doubled"]: len(final.values) - len(titles), BY_A_MODEL: bool(final.by)}
        ),
        why=reply.failed,
    )


async def corpus_in_context(
    question: str, documents: Sequence[Document], context: Context
) -> SetAnswer:
    """The whole corpus before the few-shot examples and the question (C.1)."""

    def opening() -> str:
        examples = [_example(e.question, e.answers) for e in context.examples]
        shown = prompts.shown(documents)
        return context.render("corpus_in_context_context", documents=shown, examples=examples)

    wanted = _listing(documents, question)
    reply = await _asked(
        [
            context.shared(("corpus_in_context", _ids(documents)), opening),
            context.render("corpus_in_context_question", question=question),
        ],
        context,
        wanted,
    )
    return await _of_list(reply, documents, question, context, wanted)


async def retrieve_and_read(
    question: str, documents: Sequence[Document], context: Context, method: Method
) -> SetAnswer:
    """Few-shot examples, each with its retrieved documents, then the question (C.2)."""
    if (opening := context.memo.get("retrieve_and_read")) is None:
        asked = [example.question for example in context.examples]
        found = await asyncio.gather(*(context.retrieve(question, method) for question in asked))
        examples = [
            _example(e.question, e.answers) | {"documents": prompts.shown(shown.documents)}
            for e, shown in zip(context.examples, found, strict=True)
        ]
        opening = context.render("retrieve_and_read_context", examples=examples)
        context.memo["retrieve_and_read"] = opening
    wanted = _listing(documents, question)
    reply = await _asked(
        [
            opening,
            context.render(
                "retrieve_and_read_question", question=question, documents=prompts.shown(documents)
            ),
        ],
        context,
        wanted,
    )
    return await _of_list(reply, documents, question, context, wanted)


async def justified(
    question: str, documents: Sequence[Document], context: Context, method: Method
) -> SetAnswer:
    """Candidates with evidence, reasoning and a judgement each, as JSON (C.3)."""

    hint = context.render("hint") if method.hint else ""

    def opening() -> str:
        return context.render(
            "justified_context", documents=prompts.shown(documents), cot=method.cot, hint=hint
        )

    if whole := context.whole("justified", method.cot):
        shown = prompts.shown(documents)
        messages = [context.render(whole, question=question, documents=shown, hint=hint)]
    else:
        key = ("justified", method.cot, method.hint, _ids(documents))
        messages = [
            # Only a static corpus is the same for every question, so only it is cached.
            context.shared(key, opening) if method.retrieval == "whole" else opening(),
            context.render("justified_question", question=question),
        ]
    # Notes before the object would break a schema, so with them none is sent.
    schema = None if method.cot else JustifiedReply
    reply = await context.asked(
        context.chat, messages, schema, lambda made: read_justified(made).outcome
    )
    found = read_justified(reply)
    if method.cot:
        # Notes that the prompt asks for are not a repair.
        found = replace(found, repairs=tuple(one for one in found.repairs if one != "notes"))
    return _of_justified(found, reply, documents, context.entities)


def each(documents: Sequence[Document]) -> SetAnswer:
    """Every document as a candidate of its own, for the verifier to judge."""
    return SetAnswer(candidates=tuple(Candidate(d.title, d.id) for d in documents))


def as_candidates(answer: SetAnswer) -> tuple[Candidate, ...]:
    """The answers of a plain list, which cites nothing, as candidates judged TRUE."""
    pairs = zip(answer.titles, answer.doc_ids, strict=True)
    return tuple(Candidate(title, id, judgment=True) for title, id in pairs)


def _listing(documents: Sequence[Document], question: str) -> Titles:
    """What a list of ids holds, where the documents are known."""
    known = Known.documents((document.id, document.title) for document in documents)
    return IDS.knowing(known, question)


async def _of_list(
    reply: Reply, documents: Sequence[Document], question: str, context: Context, wanted: Titles
) -> SetAnswer:
    """The answer of a list of ids: titles are looked up by program (§3.5)."""
    final = await read_by(context.reader, question, read(reply, wanted), wanted, "documents")
    resolved = Resolver(documents).resolve_all(final.values)
    # A list without any document of the corpus is an empty answer; its unknown names are counted.
    nothing = final.outcome == "ok" and not resolved.documents
    return _with_documents(
        SetAnswer(
            outcome="empty" if nothing else _whole(final.outcome, final.values),
            truncated=final.outcome == "truncated",
            counts=_counted(**_repairs(resolved.counts), **{BY_A_MODEL: bool(final.by)}),
            why=reply.failed,
        ),
        resolved.documents,
    )


def _of_justified(
    read: Justified, reply: Reply, documents: Sequence[Document], entities: bool
) -> SetAnswer:
    resolver = Resolver(documents)
    counts: Counter[str] = Counter({f"json: {repair}": 1 for repair in read.repairs})
    candidates: dict[str, Candidate] = {}
    for raw in read.candidates:
        candidate, unknown = _candidate(raw, resolver, entities)
        counts["unknown documents cited"] += unknown
        if not entities and unknown and not candidate.cited and candidate.judgment:
            # Nobody can look up what it rests on, whether it is verified or not.
            counts[NOT_SHOWN] += 1
            candidate = replace(candidate, judgment=False)
        key = candidate.doc_id if entities else plain_words(candidate.answer)
        key = key or f"\0{candidate.answer}"
        if key in candidates:
            counts["doubled candidates"] += 1
        else:
            candidates[key] = candidate
    answer = SetAnswer(
        outcome=_whole(read.outcome, candidates),
        candidates=tuple(candidates.values()),
        truncated=read.truncated,
        why=reply.failed,
    )
    judged = [c for c in candidates.values() if c.judgment]
    if entities:
        ids = [c.doc_id for c in judged if c.doc_id is not None]
        # Of a reply that was cut, or lacks its lists, the candidates' judgements are used.
        lacking = read.doc_ids is None and (read.truncated or not read.answer)
        named = ids if lacking else read.doc_ids or read.answer
        resolved = resolver.resolve_all(named)
        counts.update(_repairs(resolved.counts))
        counts["list and judgements differ"] += {d.id for d in resolved.documents} != set(ids)
        answer = _with_documents(answer, resolved.documents)
    else:
        titles = [c.answer for c in judged] if candidates else list(read.answer)
        answer = replace(answer, titles=tuple(titles), doc_ids=(None,) * len(titles))
    if answer.outcome == "ok" and not answer.titles:
        answer = replace(answer, outcome="empty")
    quoted = [e for c in candidates.values() for e in (*c.evidence_for, *c.evidence_against)]
    support = quote_support(quoted, {document.id: document for document in documents})
    counts.update({"quotes": support.quoted, "quotes found": support.found})
    return replace(answer, counts=_counted(**counts))


def _candidate(raw: RawCandidate, resolver: Resolver, entities: bool) -> tuple[Candidate, int]:
    """A candidate with the corpus's ids, and how many of its citations are of unknown documents.

    Its own document is the one with its name as title, else the first one cited in its favour: in
    QUEST each entity has one page.
    """
    supporting = resolver.evidence(raw.evidence_for)
    opposing = resolver.evidence(raw.evidence_against)
    cited = len(raw.evidence_for) + len(raw.evidence_against)
    candidate = Candidate(
        answer=raw.name,
        evidence_for=supporting,
        evidence_against=opposing,
        reasoning=raw.reasoning,
        judgment=raw.judgment,
    )
    if entities:
        own = resolver.resolve(raw.name).document
        if own is None and supporting:
            own = resolver.resolve(supporting[0].doc_id).document
        if own is not None:
            candidate = replace(candidate, answer=own.title, doc_id=own.id)
    return candidate, cited - len(supporting) - len(opposing)


def _with_documents(answer: SetAnswer, documents: Sequence[Document]) -> SetAnswer:
    return replace(
        answer,
        titles=tuple(document.title for document in documents),
        doc_ids=tuple(document.id for document in documents),
    )


def _whole(outcome: Outcome, read: Collection[object]) -> Outcome:
    """The outcome of what was whole before a cut: it is scored beside (`truncated`)."""
    return "ok" if outcome == "truncated" and read else outcome


_HOW = {
    "title": "titles for ids",
    "repaired": "ids repaired",
    "unknown": "unknown answers",
    "doubled": "doubled answers",
}


def _repairs(counts: Counter[str]) -> dict[str, int]:
    return {_HOW[how]: n for how, n in counts.items() if how in _HOW}


def _counted(**counts: int) -> dict[str, int]:
    return {what: n for what, n in counts.items() if n}


def _example(question: str, answers: Sequence[Document]) -> dict[str, object]:
    listed = _listed([document.id for document in answers])
    return {"question": question, "answers": answers, "listed_ids": listed}


def _listed(values: Sequence[str]) -> str:
    return json.dumps(values, ensure_ascii=False)


def _ids(documents: Sequence[Document]) -> tuple[str, ...]:
    return tuple(document.id for document in documents)
