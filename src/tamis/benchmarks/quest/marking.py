"""How an answer is read and scored, and what the log keeps beside the figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tamis.answering.answer_steps import BY_A_MODEL, IDS
from tamis.answering.resolver import Resolver
from tamis.answering.set_answer import SetAnswer, from_record
from tamis.benchmarks.benchmark import Marker, Marks, Output
from tamis.benchmarks.quest.options import Options
from tamis.benchmarks.quest.samples import Sample, load_samples
from tamis.benchmarks.quest.score import counts_of, figures, outcome, pair_figures
from tamis.benchmarks.quest.setup import known_documents
from tamis.benchmarks.reading import read_reply
from tamis.benchmarks.records import reading
from tamis.types import Candidate, Evidence, Outcome, Reply


def marker(options: Options) -> Marker[Sample]:
    """Scores by each gold and each variant; answers made elsewhere are final lists."""
    made = load_samples(options)[0]
    resolver, depth = Resolver(made.dataset.documents), _depth(options)

    async def mark(sample: Sample, output: Output) -> Marks:
        if output.record is None:
            read = await _elsewhere(output.reply, sample, options)
        else:
            read = reading(from_record)(output.record)
        answer = _in_corpus(read, resolver, made.dataset.pages)
        golds = made.scoring(sample.question)
        # Names that no document has are wrong answers, not the answer that nothing qualifies.
        if answer.outcome == "empty" and (unknown := answer.counts.get("unknown answers", 0)):
            titles = tuple(f"(unknown answer {number + 1})" for number in range(unknown))
            answer = replace(answer, titles=titles, doc_ids=(None,) * unknown, outcome="ok")
        if sample.candidate is not None:
            scored, ended = pair_figures(answer, golds), _pair_outcome(answer)
        else:
            scored = figures(answer, golds, options.variants, made.titles, depth)
            ended = outcome(answer)
        details = _details(answer, sample)
        return Marks({**counts_of(answer), **scored}, "; ".join(answer.titles), details, ended)

    return mark


def _depth(options: Options) -> int | None:
    """The most documents that the retrieval gives: None for all, 0 without retrieval."""
    if options.baseline is not None:
        return {"bm25": options.k, "dense": options.k, "whole_corpus": None}.get(
            options.baseline, 0
        )
    if options.predictions is not None:
        return 0
    return {"whole": None, "top_k": options.k, "none": 0}[options.chosen.retrieval]


def _in_corpus(answer: SetAnswer, resolver: Resolver, pages: Mapping[str, str]) -> SetAnswer:
    """The answer with titles that came without an id looked up in the corpus.

    `pages` has the ids of released passages, which answers made elsewhere may use.
    """
    if None not in answer.doc_ids or answer.candidates:
        return answer
    resolved = resolver.resolve_all(pages.get(title, title) for title in answer.titles)
    return replace(
        answer,
        titles=(*(d.title for d in resolved.documents), *resolved.unknown),
        doc_ids=(*(d.id for d in resolved.documents), *(None for _ in resolved.unknown)),
    )


async def _elsewhere(reply: Reply, sample: Sample, options: Options) -> SetAnswer:
    """An answer made elsewhere: a final list of ids or titles."""
    question = sample.question.text
    wanted = IDS.knowing(known_documents(options), question)
    final = await read_reply(reply, wanted, question, "documents")
    titles = tuple(dict.fromkeys(final.values))
    cut = final.outcome == "truncated"
    outcome: Outcome = "ok" if cut and titles else final.outcome
    counts = {BY_A_MODEL: 1} if final.by else {}
    return SetAnswer(titles, (None,) * len(titles), outcome, truncated=cut, counts=counts)


def _pair_outcome(answer: SetAnswer) -> Outcome:
    """The outcome of the only candidate's verdict."""
    verdicts = [candidate.verdict for candidate in answer.candidates]
    if not verdicts or verdicts[0] is None:
        return "missing"
    return "too_long" if verdicts[0].outcome == "failed" else verdicts[0].outcome


def _details(answer: SetAnswer, sample: Sample) -> dict[str, Any]:
    original = sample.question.golds.get("original")
    return {
        "outcome": outcome(answer),
        "why": answer.why,
        "titles": list(answer.titles),
        "original": sorted(original.match) if original is not None else [],
        "counts": dict(answer.counts),
        "candidates": [_plain(candidate) for candidate in answer.candidates],
    }


def _plain(candidate: Candidate) -> dict[str, Any]:
    return {
        "title": candidate.answer,
        "doc_id": candidate.doc_id,
        "judgment": candidate.judgment,
        "verdict": candidate.verdict.judgment if candidate.verdict else None,
        "evidence_for": _quoted(candidate, "evidence_for"),
        "evidence_against": _quoted(candidate, "evidence_against"),
    }


def _quoted(candidate: Candidate, side: str) -> list[dict[str, str]]:
    """The quotes of the answering step and of the verifier."""
    quoted: list[Evidence] = list(getattr(candidate, side))
    if candidate.verdict is not None:
        quoted += getattr(candidate.verdict, side)
    return [{"doc_id": e.doc_id, "text": e.text} for e in dict.fromkeys(quoted) if e.text]
