"""The settings and the baselines as the Inspect solver of the FanOutQA task."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from inspect_ai.log import transcript
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tamis.answering.fanout import Settings, closed_book, evidence_provided, fan_out, open_book
from tamis.benchmarks.fanoutqa import baselines
from tamis.benchmarks.fanoutqa.encyclopaedia import encyclopaedia, needed, titles_needed
from tamis.benchmarks.fanoutqa.options import parse_options
from tamis.benchmarks.fanoutqa.record import Recorded, dumps
from tamis.benchmarks.fanoutqa.samples import Asked, asked
from tamis.benchmarks.fanoutqa.wording import answering
from tamis.models import dialogue
from tamis.types import Dialogue

NATIVE: dict[str, bool | Literal["auto"]] = {"auto": "auto", "native": True, "protocol": False}


@solver
def fan_out_question(options: dict[str, Any]) -> Solver:
    """Answer in the setting, or by the baseline, of the options (plain values: logs record them).

    The sample's output is the answer with the pages that were opened for it, as JSON.
    """
    chosen = parse_options(options)
    known = {one.id: one for one in asked(chosen)[1]}
    settings = chosen.settings(answering(chosen.prompts))
    # One for the run: that a model turns out to have no tools need be learnt only once.
    models: dict[str, Dialogue] = {}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        one = known[str(state.sample_id)]
        if chosen.baseline is not None:
            name = f"baseline/{chosen.baseline}"
            found = await asyncio.to_thread(baselines.answer, one)
        else:
            name = str(state.model)
            if name not in models:
                models[name] = dialogue(get_model(), chosen.max_tokens, NATIVE[chosen.tools])
            found = await answer(one, models[name], settings)
        answered = found.answered
        transcript().info(
            {
                "pages": list(answered.pages),
                "searches": len(answered.searches),
                "needed": list(found.needed),
            },
            source="tamis",
        )
        state.output = ModelOutput.from_content(model=name, content=dumps(found))
        state.messages.append(state.output.message)
        return state

    return solve


async def answer(one: Asked, model: Dialogue, settings: Settings) -> Recorded:
    """The model's answer in the setting of the options."""
    text, options = one.question.text, one.options
    if options.asked_by == "closed_book":
        return Recorded(await closed_book(text, model, settings))
    wiki = await asyncio.to_thread(encyclopaedia, options)
    if options.asked_by == "evidence_provided":
        pages = await asyncio.to_thread(needed, one.question, wiki)
        answered = await evidence_provided(text, pages.pages, model, settings)
        return Recorded(answered, pages.titles, pages.absent)
    strategy = open_book if options.asked_by == "open_book" else fan_out
    answered = await strategy(text, wiki, model, settings)
    titles, absent = await asyncio.to_thread(titles_needed, one.question, wiki, answered.pages)
    return Recorded(answered, titles, absent)
