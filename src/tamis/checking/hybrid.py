"""The hybrid judge: the program where it decides, a model where the program abstains."""

from __future__ import annotations

from dataclasses import replace

from tamis.checking import model_judge
from tamis.checking.judgement import Judgement
from tamis.prompts import Form
from tamis.types import Chat


async def judge(
    chat: Chat,
    computed: Judgement,
    constraint: str,
    response: str,
    *,
    shots: int = 0,
    prompts: str | None = None,
    name: str = "model",
    reader: Chat | None = None,
    output: Form = "text",
) -> Judgement:
    """Whether `response` satisfies `constraint`; the result's `judge` names who decided.

    `computed` is the program's judgement. `chat` is called only where that abstains, with `shots`,
    `prompts`, `reader` and `output` as for the model judge. Where neither decides, the outcome is
    the model's and the reason names both.
    """
    if computed.satisfied is not None:
        return computed
    asked = await model_judge.judge(
        chat,
        constraint,
        response,
        shots=shots,
        prompts=prompts,
        name=name,
        reader=reader,
        output=output,
    )
    if asked.satisfied is None and computed.reason:
        reason = f"{asked.reason.rstrip('.')}; the program abstained: {computed.reason}"
        return replace(asked, reason=reason)
    return asked
