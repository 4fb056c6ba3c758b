"""Answers a question from a user's own documents, with the methods of the QUEST benchmark."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.answering import asking_notes as notes
from tamis.answering import methods
from tamis.answering.context import Context
from tamis.answering.findings import Findings, findings, passages
from tamis.answering.methods import Method
from tamis.answering.set_answer import SetAnswer
from tamis.answering.strategies import answer_from
from tamis.arguments import argument
from tamis.downloads import cache_home
from tamis.pending import pending
from tamis.retrieve import Retriever
from tamis.retrieve.kept_index import Settings, keep
from tamis.retrieve.static import Whole
from tamis.spending import CHARACTERS_PER_TOKEN, Limits, Spending
from tamis.types import Chat, Document, Hit, InputError, Reply

if TYPE_CHECKING:
    from tamis.answering.everything.plan import Plan
    from tamis.answering.everything.prices import Prices
    from tamis.answering.everything.wanted import Interruption

__all__ = ["DEFAULT_METHOD", "MAX_TOKENS", "Findings", "Limits", "ask"]

DEFAULT_METHOD = "RAG Justified QA + Verification"
MAX_TOKENS = 8192
MAX_CONNECTIONS = 10

UNKNOWN_CONTEXT = 12_000
"""The tokens of a unit that a prompt has room for, where nothing says how long the context is."""

_PROMPT_TOKENS = 1_000
_ROWS = (".csv", ".jsonl", ".jsonl.gz", ".parquet")

Say = Callable[[str], None]


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
    recall: float | None = None,
    confidence: float = 0.95,
    budget: int | None = None,
    unit: str = "document",
    proxy: str | Chat | None = None,
    plan: str | Path | Plan | None = None,
    labels: str | Path | None = None,
    approve: Callable[[Prices], bool] | None = None,
    stop: Interruption | None = None,
    say: Say = lambda doing: None,
    on_failure: Say | None = None,
) -> Findings:
    """Ask the documents of `corpus`: a folder, or whatever `tamis.retrieve.corpora` reads.

    `model` and `verifier` are Inspect model names, or any `Chat`; without a model the best
    passages are returned, with a note. The corpus is indexed once, in chunks of `chunk`
    characters; later only new and changed files are indexed. `generation` are settings of `model`,
    as fields of Inspect's GenerateConfig (`temperature`, `max_tokens`, …). `max_connections` is how
    many calls to a model run at a time. `say` is called with a short description of the current
    step, `on_failure` with each failed call. Raises InputError for a question, corpus, method or
    model that cannot be used; a failed call is reported in the notes and does not stop the others.

    With `recall` (above 0, at most 1) every `unit` of the corpus (document, passage, row) that the
    verifier accepts is looked for, until with `confidence` at least that share of them was found;
    `coverage` of the result says what is certified. `method` and `k` are not used then. `budget` is
    the most calls for it, besides those of `proxy`, a cheaper model that ranks all units first.
    `plan` is the question as conditions, or the file of it (`everything.plan`); `labels` a file of
    people's verdicts on units, which correct the promise for the verifier's errors. `approve` is
    shown the prices before anything is verified, and `stop` ends it early with what there is.
    Verdicts of models that are given by name are kept, and asked for once. See docs/ask.md.

    `await` it, or call `.run()` where nothing can be awaited. Here `folder` holds three files:

    >>> tamis.ask("Which suppliers deliver to Norway?", folder).run()
    2 passages for 'Which suppliers deliver to Norway?'
    No model was given, so these are the passages that fit best, not answers. (2 notes)
    """
    space = None if context_tokens is None else context_tokens * CHARACTERS_PER_TOKEN
    chosen = _checked(question, method, verify, space)
    settings = _settings(chunk, ranker, embedder)
    everything = None
    if recall is not None:
        from tamis.answering.everything.wanted import wanted

        if model is None:
            raise InputError("a recall is promised of what a model verifies; give a model.")
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
    # A wrong model name is reported before a large corpus is read.
    opens = partial(_chat, connections=max_connections, on_failure=on_failure)
    chat = None if model is None else opens(model, model_args, generation)
    judge = chat if verifier is None else opens(verifier)
    cheap = None if proxy is None else opens(proxy)
    place = None if index is None else Path(index)
    kept = await asyncio.to_thread(
        keep, str(corpus), cache_home() / "indexes", settings, place, say
    )
    on_corpus = notes.on_corpus(kept)
    if chat is None or judge is None:
        hits = await asyncio.to_thread(kept.retriever.search, question, k)
        return Findings(
            question,
            "passages",
            ranker=kept.retriever.name,
            passages=passages(hits),
            notes=(notes.without_model(len(hits)), *on_corpus),
        )
    if everything is not None:
        from tamis.answering.everything.answer import Asked, Models, answer

        own = _identity(model, model_args, generation)
        price = limits.price if limits else None
        verifier_price = limits.verifier_price if limits and verifier else None
        asked = Asked(
            spending.limit(judge, verifier_price),
            own if verifier is None else _identity(verifier),
            verifier_price or price,
        )
        found = await answer(
            question,
            kept,
            everything,
            Models(
                Asked(spending.limit(chat), own),
                asked,
                Asked(spending.limit(cheap), _identity(proxy)) if cheap is not None else None,
                spending,
                max_connections,
                _longest_unit(verifier or model, context_tokens, chunk),
                cache_home() / "verdicts.sqlite",
            ),
            chunk=chunk,
            tabular=str(corpus).lower().endswith(_ROWS) or str(corpus).startswith("hub:"),
            say=say,
        )
        return replace(
            found,
            model=_named(model),
            verifier=None if verifier is None else _named(verifier),
            notes=(*found.notes, *on_corpus),
        )
    # BM25 never returns passages that share no word with the question, so "whole" cannot use it.
    whole = chosen.retrieval == "whole"
    numbered = _Numbered(Whole(kept.passages) if whole else kept.retriever)
    context = Context(
        chat=_saying(spending.limit(chat), say, f"asking {_named(model)}"),
        retriever=numbered,
        verifier=_counting(
            spending.limit(judge, limits.verifier_price if limits and verifier else None), say
        ),
        k=k,
        budget=space,
        entities=False,
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
    return Findings(
        question,
        f"{chosen.name} (not verified)" if dropped else chosen.name,
        model=_named(model),
        verifier=None if verifier is None else _named(verifier),
        ranker=numbered.name,
        outcome=answered.outcome,
        findings=findings(answered, chosen.verification != "none", numbered.documents),
        notes=(*notes.on_answer(answered, chosen, spending, len(numbered)), *on_corpus),
        counts=answered.counts,
        tokens=(spending.tokens_in, spending.tokens_out),
        cost=spending.cost,
    )


class _Numbered:
    """A retriever whose documents get numbers as ids, in the order in which they are found.

    Models copy "12" reliably, but not a path with a passage number at its end.
    """

    def __init__(self, retriever: Retriever) -> None:
        self.name = retriever.name
        self.documents: dict[str, Document] = {}
        self._retriever = retriever
        self._numbers: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._retriever)

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The retriever's hits with numbers as ids; `documents` maps a number to its document."""
        return [self._numbered(hit) for hit in self._retriever.search(query, k)]

    def _numbered(self, hit: Hit) -> Hit:
        number = self._numbers.setdefault(hit.document.id, str(len(self._numbers) + 1))
        self.documents[number] = hit.document
        return Hit(replace(hit.document, id=number), hit.score)

    def save(self, folder: Path) -> None:
        """Save the retriever."""
        self._retriever.save(folder)


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


def _chat(
    model: str | Chat,
    model_args: Mapping[str, Any] | None = None,
    generation: Mapping[str, Any] | None = None,
    *,
    connections: int,
    on_failure: Say | None,
) -> Chat:
    if not isinstance(model, str):
        return model
    # Inspect takes over a second to import, and passages alone do not need it.
    from tamis.models import open_chat

    return open_chat(
        model,
        MAX_TOKENS,
        connections,
        model_args=model_args,
        generation=generation,
        on_failure=on_failure,
    )


def _identity(model: str | Chat | None, *settings: Mapping[str, Any] | None) -> str | None:
    """A model with its settings, which its verdicts hang on; None where it has no name."""
    if not isinstance(model, str):
        return None
    given = [dict(one) for one in settings if one]
    return f"{model} {json.dumps(given, sort_keys=True, default=str)}" if given else model


def _longest_unit(model: str | Chat | None, context_tokens: int | None, chunk: int) -> int:
    """How many characters of a unit a prompt has room for, at least one passage."""
    if context_tokens is not None:
        return context_tokens * CHARACTERS_PER_TOKEN
    known = None
    if isinstance(model, str):
        from tamis.models import context_length

        known = context_length(model)
    room = UNKNOWN_CONTEXT if known is None else known - MAX_TOKENS - _PROMPT_TOKENS
    # Of other languages and of code a token has fewer characters.
    return max(chunk, room * (CHARACTERS_PER_TOKEN - 1))


def _named(model: str | Chat | None) -> str:
    return model if isinstance(model, str) else "given by the caller"


def _saying(chat: Chat, say: Say, doing: str) -> Chat:
    async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        say(doing)
        return await chat(messages, schema)

    return ask


def _counting(verifier: Chat, say: Say) -> Chat:
    asked = done = 0

    async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        nonlocal asked, done
        asked += 1
        say(f"verifying {asked} candidates, {done} done")
        try:
            return await verifier(messages, schema)
        finally:
            done += 1
            say(f"verifying {asked} candidates, {done} done")

    return ask
