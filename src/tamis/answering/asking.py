"""Answers a question from a user's own documents, with the methods of the QUEST benchmark."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.answering import asking_notes as notes
from tamis.answering import methods
from tamis.answering.asking_again import AskingAgain
from tamis.answering.asking_models import (
    MAX_TOKENS,
    Say,
    counting,
    identity,
    longest_unit,
    named,
    opened,
    saying,
)
from tamis.answering.context import Context, Numbered
from tamis.answering.findings import Findings, Unread, findings, passages
from tamis.answering.methods import Method
from tamis.answering.set_answer import SetAnswer
from tamis.answering.strategies import answer_from
from tamis.arguments import argument
from tamis.downloads import cache_home
from tamis.pending import pending
from tamis.retrieve.corpora import stream_corpus
from tamis.retrieve.kept_index import Settings, keep
from tamis.retrieve.static import Whole
from tamis.spending import CHARACTERS_PER_TOKEN, Limits, Spending
from tamis.types import Chat, InputError

if TYPE_CHECKING:
    from tamis.answering.everything.plan import Plan
    from tamis.answering.everything.prices import Prices
    from tamis.answering.everything.wanted import Interruption

__all__ = ["DEFAULT_METHOD", "MAX_TOKENS", "Findings", "Limits", "ask"]

DEFAULT_METHOD = "RAG Justified QA + Verification"
MAX_CONNECTIONS = 10

_ROWS = (".csv", ".jsonl", ".jsonl.gz", ".parquet")


@pending("tamis.ask")
async def ask(
    question: str,
    corpus: str | Path,
    *,
    model: str | Chat | None = None,
    verifier: str | Chat | None = None,
    method: str = DEFAULT_METHOD,
    verify: bool = True,
    k: int = 40,
    chunk: int = 2000,
    ranker: str = "bm25",
    embedder: str | None = None,
    index: str | Path | None = None,
    context_tokens: int | None = None,
    limits: Limits | None = None,
    model_args: Mapping[str, Any] | None = None,
    generation: Mapping[str, Any] | None = None,
    max_connections: int = MAX_CONNECTIONS,
    max_retries: int = 3,
    attempt_timeout: float = 180,
    recall: float | None = None,
    confidence: float = 0.95,
    budget: int | None = None,
    unit: str = "document",
    proxy: str | Chat | None = None,
    plan: str | Path | Plan | None = None,
    labels: str | Path | None = None,
    approve: Callable[[Prices], bool] | None = None,
    stop: Interruption | None = None,
    follow_links: bool = False,
    columns: str | Sequence[str] | None = None,
    say: Say = lambda doing: None,
    on_failure: Say | None = None,
    on_wait: Say | None = None,
) -> Findings:
    """Ask the documents of `corpus`: a folder, or whatever `tamis.retrieve.corpora` reads.

    `model` and `verifier` are Inspect model names, or any `Chat`; without a model the best
    passages are returned, with a note. The corpus is indexed once, in chunks of `chunk`
    characters; later only new and changed files are indexed. Links that lead out of a folder are
    told and not followed, unless `follow_links`. `generation` are settings of `model`,
    as fields of Inspect's GenerateConfig (`temperature`, `max_tokens`, …). `max_connections` is how
    many calls to a model run at a time; one that fails is made again up to `max_retries` times, and
    an attempt fails after `attempt_timeout` seconds. `say` is called with a short description of
    the current step, `on_failure` with each failed call, `on_wait` while one takes long. Raises
    InputError for a question, corpus, method or model that cannot be used; a failed call is
    reported in the notes and does not stop the others.

    With `recall` (above 0, at most 1) every `unit` of the corpus (document, passage, row) that the
    verifier accepts is looked for, until with `confidence` at least that share of them was found;
    `coverage` of the result says what is certified. `method` and `k` are not used then. `budget` is
    the most calls for it, besides those of `proxy`, a cheaper model that ranks all units first.
    `plan` is the question as conditions, or the file of it (`everything.plan`); `labels` a file of
    people's verdicts on units, which correct the promise for the verifier's errors. `approve` is
    shown the prices before anything is verified, and `stop` ends it early with what there is.
    Verdicts of models that are given by name are kept, and asked for once. See docs/ask.md.

    With `columns` (names, or one text "name, year") the model fills in a row for each answer, one
    call for each that is not kept from earlier: `table` of the result. `budget` does not bound it.

    `await` it, or call `.run()` where nothing can be awaited. Here `folder` holds three files:

    >>> tamis.ask("Which suppliers deliver to Norway?", folder).run()
    2 passages for 'Which suppliers deliver to Norway?'
    No model was given, so these are the passages that fit best, not answers. (2 notes)
    """
    names = None
    if columns is not None:
        from tamis.answering.tables.table import column_names

        names = column_names(columns)
        if model is None:
            raise InputError(f"a table is filled in by a model; give {argument('model')}.")
    space = None if context_tokens is None else context_tokens * CHARACTERS_PER_TOKEN
    chosen = _checked(question, method, verify, space)
    settings = _settings(chunk, ranker, embedder)
    everything = None
    if recall is not None:
        from tamis.answering.everything.wanted import wanted

        if model is None:
            raise InputError(
                f"a recall is promised of what a model verifies; give {argument('model')}."
            )
        everything = wanted(
            recall,
            confidence=confidence,
            budget=budget,
            unit=unit,
            plan=plan,
            labels=labels,
            approve=approve,
            stop=stop,
        )
    spending = Spending(limits or Limits(), MAX_TOKENS)
    # A wrong folder is reported before a wrong model, which is before a large corpus is read.
    if not str(corpus).startswith("hub:") and not Path(corpus).expanduser().exists():
        stream_corpus(corpus)
    opens = partial(
        opened,
        connections=max_connections,
        on_failure=on_failure,
        on_wait=on_wait,
        retries=max_retries,
        attempt_timeout=attempt_timeout,
    )
    chat = None if model is None else opens(model, model_args, generation)
    judge = chat if verifier is None else opens(verifier)
    cheap = None if proxy is None else opens(proxy)
    place = None if index is None else Path(index)
    kept = await asyncio.to_thread(
        partial(keep, follow_links=follow_links),
        str(corpus),
        cache_home() / "indexes",
        settings,
        place,
        say,
    )
    on_corpus = notes.on_corpus(kept)
    on_scripts = partial(notes.on_scripts, question, kept)
    unread = tuple(Unread(*one) for one in kept.skipped)
    if chat is None or judge is None:
        hits = await asyncio.to_thread(kept.retriever.search, question, k)
        return Findings(
            question,
            "passages",
            ranker=kept.retriever.name,
            passages=passages(hits),
            notes=(
                notes.without_model(len(hits)),
                *on_scripts(h.document for h in hits),
                *on_corpus,
            ),
            none_found=not hits,
            unread=unread,
            other_files=kept.others,
        )
    own = identity(model, model_args, generation)
    room = longest_unit(verifier or model, context_tokens, chunk)
    kept_verdicts = cache_home() / "verdicts.sqlite"

    async def with_columns(found: Findings) -> Findings:
        if names is None:
            return found
        from tamis.answering.tables.filling import Filler, with_table

        filler = Filler(
            spending.limit(chat),
            own,
            spending,
            max_connections,
            longest_unit(model, context_tokens, chunk),
            kept_verdicts,
            stop,
        )
        return await with_table(found, names, kept, filler, say)

    if everything is not None:
        from tamis.answering.everything.answer import Asked, Models, answer

        price = limits.price if limits else None
        verifier_price = limits.verifier_price if limits and verifier else None
        asked = Asked(
            spending.limit(judge, verifier_price),
            own if verifier is None else identity(verifier),
            verifier_price or price,
        )
        found = await answer(
            question,
            kept,
            everything,
            Models(
                Asked(spending.limit(chat), own),
                asked,
                Asked(spending.limit(cheap), identity(proxy)) if cheap is not None else None,
                spending,
                max_connections,
                room,
                kept_verdicts,
            ),
            chunk=chunk,
            tabular=str(corpus).lower().endswith(_ROWS) or str(corpus).startswith("hub:"),
            say=say,
        )
        return await with_columns(
            replace(
                found,
                model=named(model),
                verifier=None if verifier is None else named(verifier),
                notes=(*found.notes, *on_corpus),
                unread=unread,
                other_files=kept.others,
            )
        )
    # BM25 never returns passages that share no word with the question, so "whole" cannot use it.
    whole = chosen.retrieval == "whole"
    numbered = Numbered(Whole(kept.passages) if whole else kept.retriever)
    context = Context(
        chat=saying(spending.limit(chat), say, f"asking {named(model)}"),
        retriever=numbered,
        verifier=counting(
            spending.limit(judge, limits.verifier_price if limits and verifier else None), say
        ),
        k=k,
        budget=space,
        entities=False,
        again=AskingAgain(),
        marked=True,
    )
    retrieved = await context.retrieve(question, chosen)
    if retrieved.left_out and not retrieved.documents:
        raise InputError(
            f"none of the {retrieved.left_out:,} passages fits {context_tokens:,} tokens; allow a "
            f"longer context, or make the passages shorter ({argument('chunk')})."
        )
    answered = SetAnswer(outcome="empty")
    if retrieved.documents:
        answered = await answer_from(question, retrieved, chosen, context)
        answered = notes.settled(answered, chosen, spending)
    dropped = not verify and methods.method(method).verification != "none"
    found = Findings(
        question,
        f"{chosen.name} (not verified)" if dropped else chosen.name,
        model=named(model),
        verifier=None if verifier is None else named(verifier),
        ranker=numbered.name,
        outcome=answered.outcome,
        findings=findings(answered, chosen.verification != "none", numbered.documents),
        notes=(
            *notes.on_answer(answered, chosen, spending, len(numbered)),
            *([] if whole else on_scripts(retrieved.documents)),
            *on_corpus,
        ),
        none_found=not retrieved.documents,
        counts=answered.counts,
        tokens=(spending.tokens_in, spending.tokens_out),
        cost=spending.cost,
        unread=unread,
        other_files=kept.others,
    )
    return await with_columns(found)


def _checked(question: str, method: str, verify: bool, budget: int | None) -> Method:
    """The method; InputError for a question or a method that cannot be used."""
    if not question.strip():
        raise InputError("the question is empty; write what you want to know.")
    if budget is not None and len(question) > budget:
        raise InputError(
            f"the question alone has {len(question):,} characters, more than "
            f"{budget // CHARACTERS_PER_TOKEN:,} tokens; shorten it or allow a longer context."
        )
    chosen = methods.method(method)
    if chosen.retrieval == "none":
        raise InputError(f"{chosen.name} does not look at documents; choose another method.")
    if verify or chosen.verification == "none":
        return chosen
    if chosen.step == "each":
        raise InputError(f"{chosen.name} is nothing but verification; choose another method.")
    return replace(chosen, verification="none")


def _settings(chunk: int, ranker: str, embedder: str | None) -> Settings:
    if (embedder is not None) != (ranker in ("dense", "hybrid")):
        raise InputError(
            f"the ranker {ranker} takes no embedder; choose dense or hybrid to use {embedder}."
            if embedder is not None
            else f"the ranker {ranker} needs an embedder: lsa, st:NAME or openai:MODEL."
        )
    return Settings(chunk, ranker, embedder=embedder)
