"""The paper's three settings: closed book, evidence provided, open book (FanOutQA, §3.2)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from tamis.answering.fanout import prompts
from tamis.answering.fanout.answered import Answered
from tamis.answering.fanout.history import History, size
from tamis.answering.fanout.passages import fitting, ranked
from tamis.answering.fanout.search_tool import AT_ONCE, SearchRunner, parse_reply, search_tool
from tamis.answering.fanout.settings import Settings
from tamis.answering.fanout.trace import Trace
from tamis.retrieve.wiki import Encyclopaedia
from tamis.types import Dialogue, Document, Message, ToolCall

LEAST_RESULT = 1_000
"""The least characters per result; in a short context fewer searches are made."""

LONGEST_ARGUMENTS = 1_000
"""Characters of a call's arguments that are shown to the model again."""

_AROUND_CHUNK = len("===  ===\n\n\n")
_DEFAULT = Settings()


async def closed_book(
    question: str,
    dialogue: Dialogue,
    settings: Settings = _DEFAULT,
) -> Answered:
    """An answer from the model's own knowledge (§3.2)."""
    trace = Trace(question)

    async def work() -> None:
        await _ask_once(trace, dialogue, _render("closed_book", question, settings))

    await trace.within(settings.time_limit, work())
    return trace.answered()


async def evidence_provided(
    question: str,
    pages: Sequence[Document],
    dialogue: Dialogue,
    settings: Settings = _DEFAULT,
) -> Answered:
    """An answer from the pages that the question needs, as much of them as fits (§4.4).

    Their chunks are ranked together against the question and given in that order, the best
    first, each under the title of its page. `pages` of the answer are those of which a chunk
    was shown, and `counts` has how many chunks were shown and left out.
    """
    trace = Trace(question)

    async def work() -> None:
        chunks = [
            Document(c.id, prompts.line(c.title), prompts.material(c.text))
            for c in await asyncio.to_thread(ranked, question, pages, settings)
        ]
        room = settings.room - len(_render("evidence_provided", question, settings, chunks=[]))
        shown = fitting(chunks, room, _AROUND_CHUNK)
        trace.counts["chunks shown"] = len(shown)
        trace.counts["chunks left out"] = len(chunks) - len(shown)
        titles = {page.id: page.title for page in pages}
        own = (titles.get(c.id) or titles[c.id.rpartition("#")[0]] for c in shown)
        trace.pages = tuple(dict.fromkeys(own))
        prompt = _render("evidence_provided", question, settings, chunks=shown)
        await _ask_once(trace, dialogue, prompt)

    await trace.within(settings.time_limit, work())
    return trace.answered()


async def open_book(
    question: str,
    wiki: Encyclopaedia,
    dialogue: Dialogue,
    settings: Settings = _DEFAULT,
) -> Answered:
    """An answer with searches in the encyclopaedia, in as many rounds as the model wants (§4.3).

    Of an opened page the chunks that rank best against the question (not the search) are shown.
    When the context is full the oldest messages are dropped, the question first.
    """
    trace = Trace(question)
    await trace.within(settings.time_limit, converse(trace, wiki, dialogue, settings))
    return trace.answered()


async def converse(
    trace: Trace,
    wiki: Encyclopaedia,
    dialogue: Dialogue,
    settings: Settings,
    kept: bool = False,
) -> None:
    """Search and answer until `trace` has ended; with `kept` the question is never dropped."""
    again = True
    while again:
        again = await _converse(trace, wiki, dialogue, settings, kept)


async def _converse(
    trace: Trace, wiki: Encyclopaedia, dialogue: Dialogue, settings: Settings, kept: bool
) -> bool:
    """One dialogue; True where it must be repeated because the model does not support tools."""
    native = dialogue.native
    trace.forced = "native" if native else "protocol"
    tools = (search_tool(settings),) if native else ()
    prompt = _render(f"open_book_{trace.forced}", trace.question, settings)
    forgotten = prompts.render("forgotten", settings.wording)
    trace.history = history = History(Message("user", prompt), settings.room, forgotten, kept)
    trace.runner = runner = SearchRunner(trace.question, wiki, settings)
    left = settings.rounds
    while True:
        reply = await dialogue(history.shown(), tools)
        if not trace.count_reply(reply):
            if again := bool(reply.failed and native and not dialogue.native):
                trace.counts["tools not taken"] += 1
                trace.why = ""
            return again
        parsed = parse_reply(reply, native)
        if not parsed.calls:
            trace.settle(reply)
            return False
        if parsed.text:
            trace.text = parsed.text
            trace.counts["text beside a search"] += 1
        if not left:
            trace.outcome = "over_rounds"
            return False
        made = parsed.calls[: min(left, AT_ONCE, max(1, settings.room // LEAST_RESULT))]
        left -= len(made)
        dropped = len(parsed.calls) - len(made)
        trace.counts["searches too many"] += dropped
        after = prompts.render(
            "after_results",
            settings.wording,
            dropped=dropped,
            left=left,
            question=trace.question if settings.repeat_question else "",
        ).strip()
        message = _said(parsed.original, made if native else (), settings)
        results = await runner.carry_out(made, history.free() - size(message) - len(after))
        history.add(message, *_results(made, results, after, native))


def _said(text: str, calls: Sequence[ToolCall], settings: Settings) -> Message:
    """The model's own message, as it is sent back: cut to the longest possible reply."""
    most = int(settings.max_tokens * settings.per_token)
    text = text if len(text) <= most else text[: most - 1] + "…"
    return Message("assistant", text, tuple(map(_short, calls)))


def _short(call: ToolCall) -> ToolCall:
    """A call with its arguments cut to a sensible length."""
    if len(str(call.arguments)) <= LONGEST_ARGUMENTS:
        return call
    return replace(call, arguments={"query": str(call.arguments.get("query", ""))[:100] + "…"})


def _results(
    calls: Sequence[ToolCall], results: Sequence[str], after: str, native: bool
) -> list[Message]:
    """Results as messages: one for each tool call, or all of them in a user's message.

    `after` is added to the last one, since not every provider accepts a user's message there.
    """
    *first, last = results
    ended = [*first, f"{last}\n\n{after}" if after else last]
    if not native:
        return [Message("user", "\n\n".join(ended))]
    return [Message("tool", text, call_id=call.id) for call, text in zip(calls, ended, strict=True)]


async def _ask_once(trace: Trace, dialogue: Dialogue, prompt: str) -> None:
    reply = await dialogue([Message("user", prompt)])
    if trace.count_reply(reply):
        trace.settle(reply)


def _render(name: str, question: str, settings: Settings, **values: object) -> str:
    return prompts.render(name, settings.wording, question=question, date=settings.date, **values)
