"""The judges as an Inspect scorer, for the users' own tasks.

    Task(dataset=…, solver=…, scorer=constraints())        # or the name: tamis/constraints

A sample's metadata has the constraints, a list of sentences or a text with one on each line.
"""

from __future__ import annotations

import asyncio
import math
from typing import Any, get_args

from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from tamis.checking.judgement import Judgement
from tamis.checking.response_check import (
    MAX_TOKENS,
    Checked,
    Judge,
    judged,
    plain,
    read_constraints,
)
from tamis.models import chat
from tamis.types import Chat, InputError


@scorer(metrics={"*": [mean(), stderr()]}, name="constraints")
def constraints(
    judge: Judge = "program",
    shots: int = 0,
    field: str = "constraints",
    prompts: str | None = None,
    structured: bool = True,
) -> Scorer:
    """Judge the constraints in `metadata[field]` against the sample's output.

    `judge` is `program`, `model` or `hybrid`; the last two use the model role `judge`, with
    `shots` (0 or 2) worked examples; templates in the folder `prompts` replace Tamis's own.
    The value of a score is a flat dictionary: `satisfied`, the share of the decided constraints
    that are satisfied; `all_satisfied`, 1 where none is unsatisfied; `decided`, `undecided` and
    `n`, how many there are. The first two are NaN where nothing was decided, and left out of the
    metrics. An empty output has every constraint undecided. Raises InputError for parameters
    that cannot be used and for a sample without the field; an empty list means no constraints.
    """
    if judge not in get_args(Judge):
        raise InputError(
            f"there is no judge {judge!r}; choose one of {', '.join(get_args(Judge))}."
        )
    if shots not in (0, 2):
        raise InputError(f"shots is {shots}; choose 0 or 2.")

    async def score(state: TaskState, target: Target) -> Score:
        sentences = _sentences(state, field)
        response = state.output.completion
        if not response.strip():
            missing = Judgement(None, judge, "missing", reason="the output is empty.")
            return _score(Checked(sentences, (missing,) * len(sentences), judge))
        asked: Chat | None = None
        name = "model"
        if judge != "program" and sentences:
            model = get_model(role="judge", required=True)
            asked, name = chat(model, MAX_TOKENS, structured), str(model)
        judgements = await asyncio.gather(
            *(judged(one, response, asked, judge, shots, prompts, name) for one in sentences)
        )
        return _score(Checked(sentences, tuple(judgements), judge))

    return score


def _sentences(state: TaskState, field: str) -> tuple[str, ...]:
    """The constraints of a sample; InputError where its metadata has none that can be read."""
    where = f"sample {state.sample_id}, metadata {field!r}"
    value: Any = state.metadata.get(field)
    if isinstance(value, str):
        return read_constraints(value, where)
    if isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value):
        return tuple(one for one in value if one.strip())
    raise InputError(f"{where}: expected a list of constraints, found {str(value)[:40]!r}.")


def _score(checked: Checked) -> Score:
    share = math.nan if checked.score is None else checked.score
    every = math.nan if checked.score is None else float(not checked.unsatisfied)
    decided = checked.satisfied + checked.unsatisfied
    return Score(
        value={
            "satisfied": share,
            "all_satisfied": every,
            "decided": float(decided),
            "undecided": float(checked.undecided),
            "n": float(len(checked.constraints)),
        },
        answer=f"{checked.satisfied} of {decided} decided, {checked.undecided} undecided",
        metadata={
            "judge": checked.judge,
            "judgements": [
                {"constraint": constraint, **plain(judgement)}
                for constraint, judgement in zip(
                    checked.constraints, checked.judgements, strict=True
                )
            ],
        },
    )
