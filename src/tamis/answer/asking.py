"""A question to a user's own documents: the methods, without a benchmark around them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tamis.answer import methods
from tamis.answer.means import Means
from tamis.answer.methods import Method
from tamis.answer.quotes import supported
from tamis.answer.set_answer import Outcome, SetAnswer
from tamis.answer.spending import CHARACTERS_PER_TOKEN, Limits, Spending
from tamis.answer.strategies import answer
from tamis.data import cache_home
from tamis.retrieve import Retriever
from tamis.retrieve.kept import Kept, Settings, keep
from tamis.types import Candidate, Chat, Document, Evidence, Hit, InputError

DEFAULT_METHOD = "RAG Justified QA + Verification"
MAX_TOKENS = 8192


@dataclass(frozen=True)
class Quote:
    """What is quoted from a document. `found`: it really stands there."""

    document: str
    title: str
    text: str
    found: bool


@dataclass(frozen=True)
class Finding:
    """One possible answer. `accepted`: it is among the answers.

    `judgment` is that of the answering step, `verdict` the verifier's; None where there is
    none, or where it could not be read.
    """

    answer: str
    accepted: bool
    judgment: bool | None
    verdict: bool | None
    reasoning: str
    evidence_for: tuple[Quote, ...]
    evidence_against: tuple[Quote, ...]


@dataclass(frozen=True)
class Passage:
    """A passage that the search found, best first."""

    document: str
    title: str
    text: str
    score: float


@dataclass(frozen=True)
class Findings:
    """What came of a question.

    `findings` are the candidates, accepted ones first; none where no model was asked, and then
    `passages` are all there is. `notes` say, a sentence each, what a reader must know: what
    did not fit, what could not be read, which limit was reached.
    """

    question: str
    method: str
    model: str | None = None
    ranker: str = ""
    outcome: Outcome | None = None
    findings: tuple[Finding, ...] = ()
    passages: tuple[Passage, ...] = ()
    notes: tuple[str, ...] = ()
    tokens: tuple[int, int] = (0, 0)
    cost: float | None = None

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers alone."""
        return tuple(finding.answer for finding in self.findings if finding.accepted)


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
    index: Path | None = None,
    context_tokens: int | None = None,
    limits: Limits | None = None,
    model_args: Mapping[str, Any] | None = None,
) -> Findings:
    """Ask the documents of `corpus`: a folder, or whatever `tamis.retrieve.open_corpus` takes.

    `model` and `verifier` are names as Inspect knows them, or anything that is a `Chat`;
    without a model the best passages are returned, and a note says so. The corpus is indexed
    once, in chunks of `chunk` characters, and afterwards only what has changed. Raises
    InputError for a corpus, method or model that cannot be used.
    """
    if not question.strip():
        raise InputError("the question is empty; write what you want to know.")
    if context_tokens is not None and len(question) > context_tokens * CHARACTERS_PER_TOKEN:
        raise InputError(
            f"the question alone has {len(question):,} characters, more than {context_tokens:,} "
            "tokens; shorten it or allow a longer context."
        )
    chosen = _method(method, verify)
    settings = Settings(chunk, ranker, embedder=embedder)
    home = cache_home() / "indexes"
    kept = await asyncio.to_thread(keep, str(corpus), home, settings, index)
    if model is None:
        hits = await asyncio.to_thread(kept.retriever.search, question, k)
        said = "No model was given, so these are the passages that fit best, not answers."
        return Findings(
            question=question,
            method="passages",
            ranker=kept.retriever.name,
            passages=tuple(_passages(hits)),
            notes=(said, *_on_corpus(kept)),
        )
    spending = Spending(limits or Limits())
    numbered = _Numbered(kept.retriever)
    means = Means(
        chat=spending.limit(_chat(model, model_args)),
        retriever=numbered,
        verifier=None if verifier is None else spending.limit(_chat(verifier, None)),
        k=k,
        budget=None if context_tokens is None else context_tokens * CHARACTERS_PER_TOKEN,
        entities=False,
    )
    found = await answer(question, chosen, means)
    return Findings(
        question=question,
        method=chosen.name if verify else f"{chosen.name} (not verified)",
        model=model if isinstance(model, str) else "given by the caller",
        ranker=kept.retriever.name,
        outcome=found.outcome,
        findings=tuple(_findings(found, numbered.documents)),
        notes=(*_on_answer(found, chosen), *_on_corpus(kept)),
        tokens=(spending.tokens_in, spending.tokens_out),
        cost=spending.cost,
    )


class _Numbered:
    """A retriever whose documents are numbered in the order in which they are first found.

    Models copy "12" faithfully, and a path with a passage number at its end less so.
    """

    def __init__(self, retriever: Retriever) -> None:
        self.name = retriever.name
        self.documents: dict[str, Document] = {}
        self._retriever = retriever
        self._numbers: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._retriever)

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """As the retriever's; ids are numbers, `documents` has what they stand for."""
        hits = []
        for hit in self._retriever.search(query, k):
            number = self._numbers.setdefault(hit.document.id, str(len(self._numbers) + 1))
            self.documents[number] = hit.document
            hits.append(Hit(replace(hit.document, id=number), hit.score))
        return hits

    def save(self, folder: Path) -> None:
        """As the retriever's."""
        self._retriever.save(folder)


def _method(name: str, verify: bool) -> Method:
    chosen = methods.method(name)
    if chosen.retrieval == "none":
        raise InputError(f"{chosen.name} does not look at documents; choose another method.")
    if verify or chosen.verification == "none":
        return chosen
    if chosen.step == "each":
        raise InputError(f"{chosen.name} is nothing but verification; choose another method.")
    return replace(chosen, verification="none")


def _chat(model: str | Chat, model_args: Mapping[str, Any] | None) -> Chat:
    if not isinstance(model, str):
        return model
    # Inspect takes over a second to import, and passages alone do not need it.
    from tamis.answer.solvers import open_chat

    return open_chat(model, MAX_TOKENS, model_args=model_args)


def _findings(found: SetAnswer, documents: Mapping[str, Document]) -> list[Finding]:
    """The candidates, accepted ones first; a plain list's answers have no evidence."""
    accepted = set(found.titles)
    candidates = found.candidates or tuple(
        Candidate(title, id, evidence_for=() if id is None else (Evidence(id, ""),))
        for title, id in zip(found.titles, found.doc_ids, strict=True)
    )
    made = [_finding(candidate, accepted, documents) for candidate in candidates]
    return sorted(made, key=lambda finding: not finding.accepted)


def _finding(
    candidate: Candidate, accepted: Collection[str], documents: Mapping[str, Document]
) -> Finding:
    verdict = candidate.verdict
    supporting = list(candidate.evidence_for)
    opposing = list(candidate.evidence_against)
    if verdict is not None:
        supporting += verdict.evidence_for
        opposing += verdict.evidence_against
    reasoned = verdict.reasoning if verdict is not None else ""
    return Finding(
        answer=candidate.answer,
        accepted=candidate.answer in accepted,
        judgment=candidate.judgment,
        verdict=None if verdict is None else verdict.judgment,
        reasoning=reasoned or candidate.reasoning,
        evidence_for=_quotes(supporting, documents),
        evidence_against=_quotes(opposing, documents),
    )


def _quotes(evidence: Sequence[Evidence], documents: Mapping[str, Document]) -> tuple[Quote, ...]:
    quotes: dict[tuple[str, str], Quote] = {}
    for one in evidence:
        document = documents.get(one.doc_id)
        source = document.id if document is not None else one.doc_id
        title = document.title if document is not None else ""
        pieces = (0, 1) if document is None else supported(one.text, f"{title}\n{document.text}")
        found = pieces[0] == pieces[1]
        quotes.setdefault((source, one.text), Quote(source, title, one.text, found))
    return tuple(quotes.values())


def _passages(hits: Sequence[Hit]) -> list[Passage]:
    return [Passage(h.document.id, h.document.title, h.document.text, h.score) for h in hits]


def _on_answer(found: SetAnswer, method: Method) -> list[str]:
    """What a reader of the answers must know."""
    notes = []
    said = {
        "empty": "Nothing in the documents answers the question, by the model's judgement.",
        "unparsed": "The model's reply could not be read.",
        "missing": "The model gave no reply.",
        "refused": "The provider's filter stopped the reply.",
        "failed": f"No answer: {found.why.rstrip('.')}.",
    }
    if found.outcome in said:
        notes.append(said[found.outcome])
    if found.truncated:
        notes.append("The reply was cut short; what it held whole is shown.")
    if found.left_out:
        notes.append(
            f"{found.left_out} of {found.left_out + len(found.retrieved)} passages did not fit "
            "the context and were not read."
        )
    if method.retrieval == "top_k":
        notes.append(
            f"Only the {len(found.retrieved)} passages that the search ranked first were read; "
            "what is in none of them cannot be found."
        )
    unread = {w: n for w, n in found.counts.items() if w.startswith("verdicts ")}
    if unread:
        causes = ", ".join(f"{what.removeprefix('verdicts ')} ×{n}" for what, n in unread.items())
        notes.append(
            f"Verdicts that could not be had ({causes}): there the first judgement stands."
        )
    if lost := found.counts.get("candidates without a document"):
        notes.append(f"{lost} candidates cite no document and were left out.")
    return notes


def _on_corpus(kept: Kept) -> list[str]:
    notes = []
    if kept.skipped:
        first = "; ".join(f"{path} {reason}" for path, reason in kept.skipped[:3])
        notes.append(f"{len(kept.skipped)} files could not be read: {first}.")
    notes.append(
        f"{kept.documents:,} documents in {len(kept.retriever):,} passages; {kept.read} read anew, "
        f"{kept.unchanged} unchanged, {kept.gone} gone."
    )
    return notes
