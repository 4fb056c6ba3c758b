"""From a verdict to the figures of one sample: the Inspect scorer of the ACS task."""

from __future__ import annotations

from typing import Any

from inspect_ai.scorer import Metric, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from tamis.benchmarks.acs.options import parse_options
from tamis.benchmarks.acs.record import Judged, loads, plain, worded
from tamis.benchmarks.acs.samples import Asked, asked
from tamis.benchmarks.acs.score import MEASURES, figures
from tamis.benchmarks.metrics import measured, summary
from tamis.checking.model import judgement
from tamis.types import Reply


@metric
def measures() -> Metric:
    """Accuracy, both F1s, their difference and the coverage, with clustered standard errors."""
    return measured(MEASURES, "response")


@scorer(metrics=[measures(), summary("response")], name="acs")
def acs_scorer(options: dict[str, Any]) -> Scorer:
    """Score each verdict against its label.

    `options` are those of the task, as plain values: logs record them, and `inspect score`
    can build the scorer again from them. The metadata of a score have all that a report shows
    of an item: texts, label, what each judge said, and the program's worksheet.
    """
    chosen = parse_options(options)
    dataset, items = asked(chosen)
    known = {one.id: one for one in items}

    async def score(state: TaskState, target: Target) -> Score:
        one = known[str(state.sample_id)]
        judged = loads(state.output.completion) or _elsewhere(state, one)
        said, item = judged.verdict, one.item
        sheet = said.worksheet or one.programmed.worksheet
        return Score(
            value=dict(figures(judged, item.satisfied, dataset.majority)),
            answer=worded(said.satisfied) if said.satisfied is not None else said.outcome,
            metadata={
                "request": item.request,
                "constraint": item.constraint,
                "response": item.response,
                "satisfied": item.satisfied,
                "domain": item.domain,
                "capability": one.capability[0],
                "verdict": {**plain(said), "worksheet": None},
                "worksheet": sheet.to_json() if sheet is not None else None,
                "panel": [{**plain(other), "worksheet": None} for other in judged.panel],
                "worded": list(judged.worded),
            },
        )

    return score


def _elsewhere(state: TaskState, one: Asked) -> Judged:
    """A verdict made elsewhere: a judge's reply, with the verdict on its final line.

    Of a hybrid judge replies are wanted only where the program has abstained.
    """
    if not one.needs_a_model:
        return Judged(one.programmed)
    return Judged(judgement(Reply(state.output.completion), str(state.output.model)))
