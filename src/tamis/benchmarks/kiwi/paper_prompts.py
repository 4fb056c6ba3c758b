"""The prompts of the paper (KIWI, App. A.1 and A.5.1): a judge's, and those of a session.

Those of a session are for `tamis replay --prompts DIR`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from tamis.benchmarks.kiwi.data import load
from tamis.benchmarks.paper_prompts import PaperPrompt, Shown
from tamis.types import Message, Reply
from tamis.writing.author import ModelAuthor
from tamis.writing.prompts import STEPS

PASSAGES = 5
"""So many passages are shown (A.1)."""

_WORDS = {
    f"{theirs}_{nth}": f"{{{{ passages[{nth}].{ours} if passages | length > {nth} else '' }}}}"
    for nth in range(PASSAGES)
    for theirs, ours in (("title", "title"), ("passage", "text"))
}

_NEEDS = {
    "judge": ("question", "previous", "instruction", "answer"),
    "draft": ("question", "passages"),
    "summarise": ("previous", "instruction", "passages"),
    "revise": ("question", "previous", "instruction", "summary"),
    "revise_style": ("question", "previous", "instruction"),
}


def paper_prompts(first: Callable[..., Shown]) -> Mapping[str, PaperPrompt]:
    """The judge's prompt with and without examples, and those of the steps of a session."""
    return {
        "judge": PaperPrompt(first(shots=1), _NEEDS["judge"], system=True),
        **{
            step: PaperPrompt(_written(step), _NEEDS[step], words=_WORDS, system=True)
            for step in STEPS
        },
    }


def _written(step: str) -> Shown:
    """A step of the first session of the mini data."""

    def shown(folder: str) -> str:
        session = load("mini").sessions[0].session
        sent: list[str] = []

        async def record(messages: Sequence[Message], on_text: Callable[[str], None]) -> Reply:
            sent.extend(message.text for message in messages)
            return Reply("")

        author, turn = ModelAuthor("", record, folder), session.turns[0]
        question, given = session.opened.question, (turn.previous, turn.instruction)
        match step:
            case "draft":
                asked = author.draft(question, session.draft_passages, _unheard)
            case "summarise":
                asked = author.summarise(*given, turn.passages)
            case _:
                summary = "what the passages say" if step == "revise" else ""
                asked = author.revise(question, *given, summary, _unheard)
        asyncio.run(asked)
        return "\n\n".join(sent)

    return shown


def _unheard(text: str) -> None:
    """Nobody waits for the text."""
