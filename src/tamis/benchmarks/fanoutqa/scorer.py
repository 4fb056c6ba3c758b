"""From an answer to the figures of one sample: the Inspect scorer of the FanOutQA task."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from tamis.answering.fanout import Answered
from tamis.benchmarks.fanoutqa import answers
from tamis.benchmarks.fanoutqa import bleurt as bleurts
from tamis.benchmarks.fanoutqa.answers import answer_text
from tamis.benchmarks.fanoutqa.factuality import Factuality
from tamis.benchmarks.fanoutqa.judging import judged, judges, verdicts
from tamis.benchmarks.fanoutqa.options import Options, parse_options
from tamis.benchmarks.fanoutqa.question import Value
from tamis.benchmarks.fanoutqa.record import elsewhere, loads
from tamis.benchmarks.fanoutqa.samples import asked
from tamis.benchmarks.fanoutqa.score import (
    evidence,
    has_answer,
    not_found,
    outcomes,
    overlap,
    spent,
    strings,
    tables,
)
from tamis.benchmarks.metrics import summary
from tamis.measures.words import words
from tamis.stats import NAN


@scorer(metrics=[summary("question")], name="fanoutqa")
def fanoutqa_scorer(options: dict[str, Any]) -> Scorer:
    """Score each answer in the chosen variants, and have it judged where a role `judge` is bound.

    `options` are those of the task, as plain values: logs record them, and `inspect score` can
    build the scorer again from them. Where the gold answer is hidden there are only the figures
    that need none. The metadata of a score have the pages that were opened, and what each judge
    said.
    """
    chosen = parse_options(options)
    scorers = _scorers(chosen)
    known = {one.id: one for one in asked(chosen)[1]}
    checkpoint = _checkpoint(chosen.bleurt) if chosen.bleurt is not None else None

    async def score(state: TaskState, target: Target) -> Score:
        one = known[str(state.sample_id)]
        recorded = loads(state.output.completion) or elsewhere(state.output.completion)
        answered, gold = recorded.answered, one.question.answer
        values = {**outcomes(answered), **evidence(recorded), **spent(answered)}
        missed: dict[str, Any] = {}
        panel: list[Factuality] = []
        if gold is not None:
            figures, found = strings(answered, scorers[one.id])
            missed = dict(not_found(found))
            values |= {**figures, **overlap(answered, gold), **tables(answered, gold)}
            if checkpoint is not None:
                values["bleurt"] = _bleurt(answered, gold, checkpoint)
            if judges():
                if has_answer(answered):
                    panel = await judged(
                        one.question.text, answer_text(gold), answered.text, chosen.prompts
                    )
                values |= verdicts(panel)
        return Score(
            value=dict(values),
            answer=answered.text[:900],
            metadata={
                "outcome": answered.outcome,
                "why": answered.why,
                "asked_by": answered.forced,
                "pages": list(answered.pages),
                "needed": list(recorded.needed),
                "absent": list(recorded.absent),
                "counts": dict(answered.counts),
                "not_found": missed,
                "judged": [
                    {"judge": p.judge, "letter": p.letter, "outcome": p.outcome, "why": p.rationale}
                    for p in panel
                ],
            },
        )

    return score


def _scorers(chosen: Options) -> dict[str, dict[str, answers.Scorer]]:
    """The scorers by question and variant; none of the questions whose answer is hidden."""
    normaliser = words(chosen.words)
    return {
        one.id: {v: answers.Scorer(one.question.answer, v, normaliser) for v in chosen.variants}
        for one in asked(chosen)[1]
        if one.question.answer is not None
    }


@lru_cache(maxsize=1)
def _checkpoint(folder: str) -> bleurts.Scorer:
    return bleurts.load(folder)


def _bleurt(answered: Answered, gold: Value, checkpoint: bleurts.Scorer) -> float:
    if not has_answer(answered):
        return NAN
    return bleurts.bleurt([gold], [answered.text], checkpoint)[0]
