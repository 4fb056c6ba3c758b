"""Runs the filters of FanOutQA's Appendix C; they flag questions, and remove none."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.bad_input import unknown
from tamis.collect.fanout.flags import STEPS, FilterRun, Say, Step
from tamis.collect.fanout.tree import Question
from tamis.types import Chat, InputError

if TYPE_CHECKING:
    from tamis.collect.fanout.page_filters import Pages, Wiki
    from tamis.retrieve.embedders import Embedder

NEEDS_WIKI: tuple[Step, ...] = ("on-page", "one-page")
NEEDS_MODEL: tuple[Step, ...] = ("objective", "wording")


@dataclass(frozen=True)
class Tools:
    """The inputs of the steps; a step whose input is None cannot run.

    `nearest`: how many pages the step `one-page` reads. `cosine`: the limit from which two
    questions are duplicates. `date`: the day for which a question must have one answer. `prompts`:
    a folder of templates that replace Tamis's own. `replies`: a file for the model's replies.
    """

    wiki: Wiki | None = None
    embedder: Embedder | None = None
    chat: Chat | None = None
    model: str = ""
    nearest: int = 30
    cosine: float = 0.9
    date: str = "20 November 2023"
    prompts: str | None = None
    replies: Path | None = None


def choose_steps(text: str | None, *, wiki: bool, model: bool) -> tuple[Step, ...]:
    """The steps in `text`, by name or by number from 1; for None, all that can run.

    InputError for an unknown step, or one whose input is missing.
    """
    if text is None:
        return tuple(
            step
            for step in STEPS
            if (wiki or step not in NEEDS_WIKI) and (model or step not in NEEDS_MODEL)
        )
    names: dict[str, Step] = {str(number): step for number, step in enumerate(STEPS, 1)}
    names |= {step: step for step in STEPS}
    chosen = []
    for name in filter(None, (part.strip().casefold() for part in text.split(","))):
        if name not in names:
            known = [f"{number} {step}" for number, step in enumerate(STEPS, 1)]
            raise unknown("step", name, known, where="--steps")
        chosen.append(names[name])
    if not chosen:
        raise InputError("--steps names no step; give numbers or names with commas between.")
    for step in chosen:
        if step in NEEDS_WIKI and not wiki:
            raise InputError(f"the step {step} reads pages; give their source with --wiki.")
        if step in NEEDS_MODEL and not model:
            raise InputError(f"the step {step} needs a model; name one with --model.")
    return tuple(step for step in STEPS if step in chosen)


async def run_steps(
    questions: Sequence[Question],
    steps: Sequence[Step],
    tools: Tools,
    say: Say = lambda doing: None,
) -> list[FilterRun]:
    """Run the steps over the questions, in order; returns the result of each."""
    from tamis.collect.fanout.duplicates import duplicates
    from tamis.collect.fanout.page_filters import Pages, on_page, one_page
    from tamis.collect.fanout.proposals import propose
    from tamis.collect.fanout.structure import articles, composed
    from tamis.reading.kept_replies import Replies

    pages: Pages | None = None if tools.wiki is None else Pages(tools.wiki)
    plain: dict[Step, Callable[[], FilterRun]] = {
        "composed": lambda: composed(questions),
        "articles": lambda: articles(questions),
        "duplicates": lambda: duplicates(questions, tools.embedder, tools.cosine),
    }
    if pages is not None:
        read = pages
        plain["on-page"] = lambda: on_page(questions, read, say)
        plain["one-page"] = lambda: one_page(questions, read, tools.embedder, tools.nearest, say)
    replies = Replies(tools.replies)
    found = []
    for step in steps:
        say(step)
        began = time.perf_counter()
        if step == "objective" or step == "wording":
            if tools.chat is None:
                raise InputError(f"the step {step} needs a model; name one with --model.")
            ran = await propose(
                step,
                questions,
                tools.chat,
                tools.model,
                date=tools.date,
                folder=tools.prompts,
                replies=replies,
                say=say,
            )
        elif step in plain:
            ran = plain[step]()
        else:
            raise InputError(f"the step {step} reads pages; give their source with --wiki.")
        ran.seconds = time.perf_counter() - began
        found.append(ran)
    return found
