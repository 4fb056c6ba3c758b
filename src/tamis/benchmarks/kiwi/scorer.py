"""From a verdict to the figures of one sample: the Inspect scorer of the KIWI task."""

from __future__ import annotations

from typing import Any

from inspect_ai.scorer import Metric, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from tamis.benchmarks.kiwi.beside import second_ratings
from tamis.benchmarks.kiwi.options import parse_options
from tamis.benchmarks.kiwi.record import Verdict, loads, worded
from tamis.benchmarks.kiwi.samples import asked
from tamis.benchmarks.kiwi.score import MEASURES, again, figures
from tamis.benchmarks.metrics import measured, summary
from tamis.types import Reply
from tamis.writing.revision.model import judged


@metric
def measures() -> Metric:
    """Accuracy, precision, recall, F1, share of good and coverage, errors clustered by session."""
    return measured(MEASURES, "session")


@scorer(metrics=[measures(), summary("session")], name="kiwi")
def kiwi_scorer(options: dict[str, Any]) -> Scorer:
    """Score each verdict against the person's rating.

    The metadata of a score have what a report shows of a turn: its texts, rating and comment.
    """
    dataset, turns = asked(parse_options(options))
    known, second = {one.id: one for one in turns}, second_ratings(dataset)

    async def score(state: TaskState, target: Target) -> Score:
        one = known[str(state.sample_id)]
        said = loads(state.output.completion) or _elsewhere(state)
        turn, recorded = one.judged.turn, one.judged.recorded
        return Score(
            value={
                **figures(said, bool(turn.good)),
                **again(second.get(one.id), bool(turn.good)),
                "cut": float(one.cut),
            },
            answer=worded(said.good) if said.good is not None else said.outcome,
            metadata={
                "question": turn.question,
                "previous": turn.previous,
                "instruction": turn.instruction,
                "answer": turn.answer,
                "rating": recorded.rating,
                "comment": recorded.comment,
                "good": bool(turn.good),
                "verdict": said.good,
                "said": said.text,
            },
        )

    return score


def _elsewhere(state: TaskState) -> Verdict:
    """A verdict made elsewhere: a judge's reply."""
    said = judged(Reply(state.output.completion))
    return Verdict(said.good, said.outcome, said.text)
