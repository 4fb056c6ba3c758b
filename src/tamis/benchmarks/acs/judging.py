"""How an item is judged: by the models of a run, the program, both, or a baseline."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from typing import Any

from tamis.benchmarks.acs.record import Judged
from tamis.benchmarks.acs.samples import Asked
from tamis.checking import hybrid, model
from tamis.checking.judgement import Judgement
from tamis.checking.panel import majority
from tamis.types import Chat, Reply


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


async def ask(one: Asked, judges: Mapping[str, Chat]) -> Judged:
    """Every judge under every wording, side by side; the standard wording decides."""
    counted = {name: _Counted(judge) for name, judge in judges.items()}
    wordings = range(one.options.paraphrases)
    said = await asyncio.gather(
        *(_judge(one, ask, name, nth) for nth in wordings for name, ask in counted.items())
    )
    panels = [said[nth * len(judges) : (nth + 1) * len(judges)] for nth in wordings]
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
