"""Fan-out: the question is split, its parts are answered concurrently, and combined.

Not one of the paper's settings, but a response to its finding that in one long dialogue the pages
push the question out of the context (FanOutQA, §4.3). Here the question and the pages never share
a context: a dialogue that looks something up keeps its sub-question, and the dialogue with the
question sees only sub-answers. FanOutQA's questions need a list first and then a fact about each
item, so the question is split in waves, each of which knows the answers of the waves before.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from tamis.answering.fanout import prompts
from tamis.answering.fanout.answered import Answered
from tamis.answering.fanout.settings import Settings
from tamis.answering.fanout.strategies import converse
from tamis.answering.fanout.trace import Trace
from tamis.reading.reply_object import read_object
from tamis.reading.spoken import without_thoughts
from tamis.retrieve.wiki import Encyclopaedia
from tamis.text.json import folded
from tamis.types import Dialogue, Message

WAVE = 0.5
"""The share of the remaining time that a wave may take, so that some is left to combine."""

LONGEST_QUESTION = 500
"""The most characters of a sub-question; a longer one is cut."""

# From the beginning of a line on: from that of any line, a run of line ends would take its square.
_LISTED = re.compile(r"^[^\S\n]*+(?:[-*•]|\(?\d{1,3}[.)])\s++(\S.*\?)\s*$", re.M)
_DEFAULT = Settings()


async def fan_out(
    question: str,
    wiki: Encyclopaedia,
    dialogue: Dialogue,
    settings: Settings = _DEFAULT,
) -> Answered:
    """Split the question, look its parts up concurrently, and combine what they give.

    A sub-question that fails or runs out of time counts as one that found nothing; the others are
    combined without it. A question that cannot be split is its own only sub-question.
    """
    trace = Trace(question)
    await trace.within(settings.time_limit, _fan_out(trace, wiki, dialogue, settings))
    if trace.outcome != "ok" and not trace.text:
        found = [one for one in trace.sub if one.outcome == "ok"]
        trace.text = "\n".join(f"{one.question} {one.text}" for one in found)
    return trace.answered()


async def _fan_out(
    trace: Trace, wiki: Encyclopaedia, dialogue: Dialogue, settings: Settings
) -> None:
    more = True
    for _ in range(settings.waves):
        room = settings.leaves - len(trace.sub)
        if not more or not room:
            break
        plan = await _plan(trace, dialogue, settings, room)
        if plan is None and not trace.sub:
            return
        questions, more = plan or ([], False)
        if not questions and not trace.sub:
            trace.counts["not split"] += 1
            questions = [trace.question]
        if not questions:
            break
        await _wave(trace, questions, wiki, dialogue, settings)
    trace.outcome, trace.why = "timed_out", ""
    reply = await dialogue([Message("user", _told("combine", trace, settings))])
    if trace.count_reply(reply):
        trace.settle(reply)


async def _wave(
    trace: Trace,
    questions: Sequence[str],
    wiki: Encyclopaedia,
    dialogue: Dialogue,
    settings: Settings,
) -> None:
    """Answer sub-questions concurrently, each in its own short context."""
    own = settings.for_leaf()
    limit = settings.time_limit
    most = None if limit is None else max(0.0, WAVE * (limit - trace.elapsed))
    leaves = [Trace(question) for question in questions]
    trace.sub += leaves
    try:
        async with asyncio.TaskGroup() as group:
            for leaf in leaves:
                work = converse(leaf, wiki, dialogue, own, kept=True)
                group.create_task(leaf.within(most, work))
    except BaseExceptionGroup as errors:
        # The first exception is the cause; the other tasks were cancelled because of it.
        raise errors.exceptions[0] from None
    for leaf in leaves:
        trace.forced = leaf.forced
        trace.counts[f"sub-questions {leaf.outcome}"] += 1


async def _plan(
    trace: Trace, dialogue: Dialogue, settings: Settings, most: int
) -> tuple[list[str], bool] | None:
    """The next sub-questions, at most `most`, and whether more follow; None for no reply."""
    prompt = _told("plan", trace, settings, most=most)
    reply = await dialogue([Message("user", prompt)])
    if not trace.count_reply(reply):
        trace.counts["plans without a reply"] += 1
        return None
    read = read_object(reply.text, ("questions",), "questions")
    value = {} if read is None else {folded(key): v for key, v in read.value.items()}
    listed = value.get("questions")
    if not isinstance(listed, list):
        listed = _LISTED.findall(without_thoughts(reply.text))
        trace.counts["plans unparsed"] += 1
    before = {_key(one.question) for one in trace.sub}
    questions: dict[str, str] = {}
    for one in listed:
        one = one.get("question") if isinstance(one, dict) else one
        text = prompts.line(one, LONGEST_QUESTION) if isinstance(one, str) else ""
        if text and _key(text) not in before:
            questions.setdefault(_key(text), text)
    trace.counts["sub-questions too many"] += max(0, len(questions) - most)
    # If the plan does not say whether more sub-questions follow, assume that they do.
    return list(questions.values())[:most], value.get("more", True) not in (False, "false", 0)


def _told(name: str, trace: Trace, settings: Settings, **values: object) -> str:
    """A prompt with the answers to the sub-questions, cut so that all of it fits."""

    def prompt(answers: Sequence[dict[str, str]]) -> str:
        return prompts.render(
            name,
            settings.wording,
            question=trace.question,
            date=settings.date,
            answers=answers,
            **values,
        )

    asked = [{"question": one.question, "text": ""} for one in trace.sub]
    free = settings.room - len(prompt(asked))
    most = max(0, free // max(1, len(asked)))
    return prompt([{"question": one.question, "text": _found(one, most)} for one in trace.sub])


def _found(leaf: Trace, most: int) -> str:
    if leaf.outcome != "ok":
        return ""
    return prompts.line(leaf.text.replace("\n", "; "), most) if most else ""


def _key(question: str) -> str:
    return " ".join(question.casefold().split())
