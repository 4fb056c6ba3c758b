"""Judges and baselines as the Inspect solver of the KIWI task."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from pathlib import Path
from typing import Any

from inspect_ai.model import ModelOutput, get_model, model_roles
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tamis.benchmarks.kiwi.options import MAX_TOKENS, Options, parse_options
from tamis.benchmarks.kiwi.record import Verdict, dumps
from tamis.benchmarks.kiwi.samples import Asked, asked
from tamis.models import chat
from tamis.writing.revision import rules
from tamis.writing.revision.finetuned import Finetuned, open_finetuned
from tamis.writing.revision.model import judged

ROLE = "judge"
"""The model of this role judges; without one the evaluated model does."""


@solver
def judge_turn(options: dict[str, Any]) -> Solver:
    """Judge by the judge, or the baseline, of the options (plain values: logs record them)."""
    chosen = parse_options(options)
    known = {one.id: one for one in asked(chosen)[1]}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        one = known[str(state.sample_id)]
        if chosen.baseline is not None:
            name, verdict = f"baseline/{chosen.baseline}", without_a_model(one)
        elif chosen.finetuned is not None:
            name = f"baseline/{chosen.finetuned.name}"
            verdict = await asyncio.to_thread(_finetuned, one, chosen.finetuned)
        else:
            name, verdict = await _ask(one, chosen)
        state.output = ModelOutput.from_content(model=name, content=dumps(verdict))
        state.messages.append(state.output.message)
        return state

    return solve


def without_a_model(one: Asked) -> Verdict:
    """The verdict of a baseline."""
    match one.options.baseline:
        case "rules":
            ruled = rules.judge(one.judged.turn)
            return Verdict(ruled.good, text="\n".join(ruled.reasons))
        case "majority":
            return Verdict(one.known.majority(one.judged), text="majority")
        case _:
            return Verdict(one.known.drawn(one.judged), text="random")


async def _ask(one: Asked, options: Options) -> tuple[str, Verdict]:
    judge = model_roles().get(ROLE) or get_model()
    judge = judge[0] if isinstance(judge, list) else judge
    # The evaluated model has its temperature from the task's settings.
    own = judge == get_model() or judge.config.temperature is not None
    ask = chat(judge, MAX_TOKENS, temperature=None if own else options.temperature)
    reply = await ask([one.prompt])
    said = judged(reply)
    return str(judge), Verdict(said.good, said.outcome, said.text, 1, reply.tokens)


def _finetuned(one: Asked, folder: Path) -> Verdict:
    judge = _opened(folder)
    if judge.saw(one.judged.turn):
        return Verdict(None, "seen", "the judge was trained on this turn")
    (said,) = judge.judge([one.judged.turn])
    return Verdict(said.good, said.outcome, said.text)


@lru_cache(maxsize=1)
def _opened(folder: Path) -> Finetuned:
    return open_finetuned(folder)
