"""From an answer to the figures of one sample: the Inspect scorer of the QUEST task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from tamis.answering.resolving import Resolver
from tamis.answering.set_answer import SetAnswer, loads
from tamis.benchmarks.metrics import summary
from tamis.benchmarks.quest.options import Options, parse_options
from tamis.benchmarks.quest.samples import asked
from tamis.benchmarks.quest.score import figures, outcomes
from tamis.reading.set_answers import read_final_answer
from tamis.types import Candidate, Evidence, Reply


@scorer(metrics=[summary("qid")], name="quest")
def quest_scorer(options: dict[str, Any]) -> Scorer:
    """Score each answer by the chosen golds and variants.

    `options` are those of the task, as plain values: logs record them, and `inspect score`
    can build the scorer again from them.
    """
    chosen = parse_options(options)
    made, samples = asked(chosen)
    known = {sample.id: sample for sample in samples}
    resolver = Resolver(made.dataset.documents)
    depth = _depth(chosen)

    async def score(state: TaskState, target: Target) -> Score:
        sample = known[str(state.sample_id)]
        stopped = state.output.stop_reason if state.output.choices else "unknown"
        reply = Reply(
            state.output.completion,
            truncated=stopped in ("max_tokens", "model_length"),
            refused=stopped == "content_filter",
        )
        answer = _in_corpus(loads(reply.text) or _elsewhere(reply), resolver, made.dataset.pages)
        golds = made.scoring(sample.question)
        original = sample.question.golds.get("original")
        return Score(
            value={
                **outcomes(answer),
                **figures(answer, golds, chosen.variants, made.titles, depth),
            },
            answer="; ".join(answer.titles)[:900],
            metadata={
                "outcome": answer.outcome,
                "why": answer.why,
                "titles": list(answer.titles),
                "original": sorted(original.match) if original is not None else [],
                "counts": dict(answer.counts),
                "candidates": [_plain(candidate) for candidate in answer.candidates],
            },
        )

    return score


def _depth(options: Options) -> int | None:
    """How many documents the retrieval gives at most: None for all, 0 where there is none."""
    if options.baseline is not None:
        return {"bm25": options.k, "dense": options.k, "whole_corpus": None}.get(
            options.baseline, 0
        )
    if options.predictions is not None:
        return 0
    return {"whole": None, "top_k": options.k, "none": 0}[options.chosen.retrieval]


def _in_corpus(answer: SetAnswer, resolver: Resolver, pages: Mapping[str, str]) -> SetAnswer:
    """Titles that came without an id, as the corpus spells them where it has them.

    `pages` has the ids of released passages, which answers made elsewhere may name.
    """
    if None not in answer.doc_ids or answer.candidates:
        return answer
    resolved = resolver.resolve_all(pages.get(title, title) for title in answer.titles)
    return replace(
        answer,
        titles=(*(d.title for d in resolved.documents), *resolved.unknown),
        doc_ids=(*(d.id for d in resolved.documents), *(None for _ in resolved.unknown)),
    )


def _elsewhere(reply: Reply) -> SetAnswer:
    """An answer made elsewhere: a final list of ids or titles."""
    final = read_final_answer(reply)
    titles = tuple(dict.fromkeys(final.values))
    return SetAnswer(titles, (None,) * len(titles), final.outcome, truncated=reply.truncated)


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
    """What the answering step and the verifier quote."""
    quoted: list[Evidence] = list(getattr(candidate, side))
    if candidate.verdict is not None:
        quoted += getattr(candidate.verdict, side)
    return [{"doc_id": e.doc_id, "text": e.text} for e in dict.fromkeys(quoted) if e.text]
