"""Judges and baselines as the Inspect solver of the ACS task."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from inspect_ai.model import Model, ModelOutput, get_model, model_roles
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tamis.benchmarks.acs.options import MAX_TOKENS, Options, parse_options
from tamis.benchmarks.acs.record import Judged, dumps
from tamis.benchmarks.acs.samples import Asked, asked
from tamis.checking import hybrid, model
from tamis.checking.judgement import Judgement
from tamis.checking.panel import majority
from tamis.models import chat
from tamis.types import Chat, Reply

ROLE = "judge"
"""A model role whose name begins so is a judge; without one the evaluated model is."""


@solver
def judge_item(options: dict[str, Any]) -> Solver:
    """Judge by the judge, or the baseline, of the options (plain values: logs record them).

    The sample's output is the verdict with what each judge said, as JSON.
    """
    chosen = parse_options(options)
    dataset, items = asked(chosen)
    known = {one.id: one for one in items}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        one = known[str(state.sample_id)]
        if chosen.baseline is not None:
            name = f"baseline/{chosen.baseline}"
            judged = Judged(without_a_model(one, dataset.majority))
        else:
            models = judges()
            name = " + ".join(models)
            judged = await _ask(one, models)
        state.output = ModelOutput.from_content(model=name, content=dumps(judged))
        state.messages.append(state.output.message)
        return state

    return solve


def without_a_model(one: Asked, majority: bool) -> Judgement:
    """The program's judgement, the more frequent label of the data, or a fair coin."""
    match one.options.baseline:
        case "program":
            return one.programmed
        case "majority":
            return Judgement(majority, "majority")
        case _:
            # Of the seed and the item alone, so that shards and orders do not matter.
            coin = random.Random(f"{one.options.seed}/{one.id}").random() < 0.5
            return Judgement(coin, "random")


def judges() -> dict[str, Model]:
    """The models that judge, by name: those of the roles `judge…`, else the evaluated one."""
    bound: list[tuple[str, Model]] = []
    for role, models in sorted(model_roles().items()):
        if role.startswith(ROLE):
            bound += [(role, one) for one in (models if isinstance(models, list) else [models])]
    if not bound:
        return {str(get_model()): get_model()}
    often = Counter(str(one) for _, one in bound)
    found: dict[str, Model] = {}
    for role, one in bound:
        name = str(one) if often[str(one)] == 1 else f"{one} ({role})"
        found[name if name not in found else f"{name} {len(found)}"] = one
    return found


async def _ask(one: Asked, models: dict[str, Model]) -> Judged:
    """Every judge under every wording, side by side; the standard wording decides."""
    counted = {name: _Counted(_chat(judge, one.options)) for name, judge in models.items()}
    wordings = range(one.options.paraphrases)
    said = await asyncio.gather(
        *(_judge(one, ask, name, nth) for nth in wordings for name, ask in counted.items())
    )
    panels = [said[nth * len(models) : (nth + 1) * len(models)] for nth in wordings]
    verdicts = [_combined(panel) for panel in panels]
    return Judged(
        verdict=verdicts[0],
        panel=tuple(panels[0]),
        worded=tuple(verdict.satisfied for verdict in verdicts),
        calls=sum(ask.calls for ask in counted.values()),
        tokens=(
            sum(ask.tokens[0] for ask in counted.values()),
            sum(ask.tokens[1] for ask in counted.values()),
        ),
    )


def _chat(judge: Model, options: Options) -> Chat:
    """A judge as the judges' functions know it, at the temperature of the task.

    The evaluated model has it from the task's settings; one that a role itself sets stays.
    """
    heat = options.temperature
    own = judge == get_model() or judge.config.temperature is not None or isinstance(heat, str)
    return chat(judge, MAX_TOKENS, temperature=None if own else float(heat))


def _combined(panel: Sequence[Judgement]) -> Judgement:
    return panel[0] if len(panel) == 1 else majority(panel)


async def _judge(one: Asked, ask: Chat, name: str, paraphrase: int) -> Judgement:
    item, options = one.item, one.options
    if options.judge == "hybrid" and (paraphrase == 0 or not one.needs_a_model):
        return await hybrid.judge(
            ask,
            item.constraint,
            item.response,
            shots=options.shots,
            prompts=options.prompts,
            name=name,
        )
    return await model.judge(
        ask,
        item.constraint,
        item.response,
        shots=options.shots,
        worksheet=one.programmed.worksheet if options.judge == "worksheet" else None,
        paraphrase=paraphrase,
        prompts=options.prompts,
        name=name,
    )


class _Counted:
    """A chat that counts its calls and tokens."""

    def __init__(self, ask: Chat) -> None:
        self.ask, self.calls, self.tokens = ask, 0, (0, 0)

    async def __call__(self, messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        reply = await self.ask(messages, schema)
        self.calls += 1
        self.tokens = (self.tokens[0] + reply.tokens[0], self.tokens[1] + reply.tokens[1])
        return reply
