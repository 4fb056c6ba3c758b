"""`tamis check` as an Inspect scorer, for any task: constraints in the metadata of its samples.

    Task(dataset=…, solver=…, scorer=constraints())        # or the name: tamis/constraints

A sample's metadata has the constraints: sentences, plain values of typed constraints, or both.

    Sample("Write a note.", metadata={"constraints": [{"words": {"max": 100}}, "It is kind."]})

With `read_input` the requirements that the input itself states are read too.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from tamis.bad_input import unknown
from tamis.checking.judgement import JUDGES, Judge
from tamis.models import chat
from tamis.types import Chat, InputError

if TYPE_CHECKING:
    from tamis.checking.checked import Checked
    from tamis.checking.demands import Demands


@scorer(metrics={"*": [mean(), stderr()]}, name="constraints")
def constraints(
    judge: Judge = "program",
    shots: int = 0,
    field: str = "constraints",
    prompts: str | None = None,
    structured: bool = True,
    read_input: bool = False,
) -> Scorer:
    """Judge the constraints in `metadata[field]` against the sample's output.

    They are a list of sentences and of plain values (`{"words": {"max": 100}}`), or a text as in a
    file of constraints. With `read_input` the sample's input is read as the request, by program:
    its requirements are constraints too, and the field may be missing. `judge` is `program`,
    `model` or `hybrid` (the program where it decides, else the model); the last two use the model
    role `judge`, with `shots` (0 or 2) worked examples; templates in the folder `prompts` replace
    Tamis's own.

    The value of a score is a flat dictionary of figures:

    - `satisfied`: the share of satisfied constraints among all `n`;
    - `all_satisfied`: 1 where each of them was read, decided and is satisfied, else 0;
    - `satisfied_of_decided`: the share of satisfied constraints among the decided ones;
    - `decided`, `undecided`, `unread`: how many; `unread` are requirements of the input that the
      program did not read;
    - `n`: how many there are in all, the unread ones among them.

    A share of nothing is NaN, which the metrics leave out: the first two where `n` is 0, the third
    where nothing was decided. An empty output has every constraint undecided. The score's metadata
    has each judgement with its working, and what was not read. Raises InputError for parameters
    that cannot be used, for a sample without the field, and for a constraint that is none.
    """
    # Inspect imports this module with every task, and most are not checked.
    from tamis.checking.constraint_types import Text
    from tamis.checking.response_check import MAX_TOKENS, checked_of, judged, without_response

    if judge not in JUDGES:
        raise unknown("judge", judge, JUDGES)
    if shots not in (0, 2):
        raise InputError(f"shots is {shots}; choose 0 or 2.")

    async def score(state: TaskState, target: Target) -> Score:
        found = _demands(state, field, read_input)
        response = state.output.completion
        if not response.strip():
            return _score(without_response(found, judge))
        asked: Chat | None = None
        name = "model"
        if judge != "program" and found.listed:
            model = get_model(role="judge", required=True)
            asked, name = chat(model, MAX_TOKENS, structured), str(model)
        text = Text(response, state.input_text)
        judgements = await asyncio.gather(
            *(judged(one, text, asked, judge, shots, prompts, name) for one in found.listed)
        )
        return _score(checked_of(found, judgements, judge))

    return score


def _demands(state: TaskState, field: str, read_input: bool) -> Demands:
    """What a sample's output is held to; InputError where its metadata cannot be read."""
    from tamis.checking.demands import Demands, demands, once
    from tamis.checking.response_check import read_by_program, read_constraints

    where = f"sample {state.sample_id}, metadata {field!r}"
    value: Any = state.metadata.get(field)
    if isinstance(value, str):
        value = read_constraints(value, where)
    if value is None and read_input:
        value = ()
    if not isinstance(value, list | tuple):
        raise InputError(f"{where}: expected a list of constraints, found {str(value)[:40]!r}.")
    given = [one for one in value if not isinstance(one, str) or one.strip()]
    found = Demands(demands(given, f"{where}, constraint"))
    if not read_input:
        return found
    read = read_by_program(state.input_text)
    return replace(read, listed=once((*found.listed, *read.listed)))


def _score(checked: Checked) -> Score:
    decided = checked.satisfied + checked.unsatisfied
    return Score(
        value={
            "satisfied": math.nan if checked.score is None else checked.score,
            "all_satisfied": float(checked.passed) if checked.asked else math.nan,
            "satisfied_of_decided": checked.satisfied / decided if decided else math.nan,
            "decided": float(decided),
            "undecided": float(checked.undecided),
            "unread": float(len(checked.unread)),
            "n": float(checked.asked),
        },
        answer=checked.summary(),
        metadata={
            "judge": checked.judge,
            "judgements": checked.to_dict()["constraints"],
            "unread": list(checked.unread),
        },
    )
