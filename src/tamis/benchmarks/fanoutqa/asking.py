"""How a question is answered: by a model in the setting of the options, or by a baseline."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from tamis.answering.fanout import prompts
from tamis.answering.fanout.answered import Answered
from tamis.answering.fanout.passages import ranked
from tamis.answering.fanout.relayed import Relayed
from tamis.answering.fanout.settings import Settings
from tamis.answering.fanout.splitting import fan_out
from tamis.answering.fanout.strategies import closed_book, evidence_provided, open_book
from tamis.answering.fanout.token_rate import Measured
from tamis.benchmarks.benchmark import Answerer, Output
from tamis.benchmarks.fanoutqa.answers import answer_text
from tamis.benchmarks.fanoutqa.encyclopaedia import Needed, encyclopaedia, needed, titles_needed
from tamis.benchmarks.fanoutqa.factuality_judges import PROMPT, judging
from tamis.benchmarks.fanoutqa.logged_answer import Recorded, to_record, unasked
from tamis.benchmarks.fanoutqa.options import Options
from tamis.benchmarks.fanoutqa.samples import Sample
from tamis.types import Dialogue, InputError, Message, Reply, Tool

NATIVE: dict[str, bool | Literal["auto"]] = {"auto": "auto", "native": True, "protocol": False}
"""Whether searches are asked for by the provider's tools."""

_NO_PROSE = re.compile(r"\s*(?:[#|>!*+-]|\d+\.\s|$)")
"""The beginning of a line that is a heading, part of a table or list, or empty."""


def answerer(options: Options) -> Answerer[Sample]:
    """Answers by a model in the setting, or by the baseline; made once per run."""
    from tamis import models  # only for calls: it imports Inspect

    settings = options.settings(wording(options.prompts))
    # One dialogue per run, so that a missing support for tools is detected only once, and
    # what a token is is learnt from all questions.
    dialogues: dict[str, Measured] = {}

    async def answered(sample: Sample) -> Output:
        if options.baseline is not None:
            found = await asyncio.to_thread(baseline, sample)
            return _output(found, f"baseline/{options.baseline}")
        model = models.evaluated()
        if (name := str(model)) not in dialogues:
            native = NATIVE[options.tools]
            dialogues[name] = Measured(models.dialogue(model, options.max_tokens, native))
        asked = dialogues[name]
        heard = _Heard(asked)
        found = await answer(sample, heard, asked.measured(settings))
        return _output(found, name, heard.last)

    return answered


class _Heard(Relayed):
    """A dialogue on one question that keeps its last reply."""

    def __init__(self, dialogue: Dialogue) -> None:
        super().__init__(dialogue)
        self.last: Reply | None = None

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The model's next message."""
        self.last = await self._dialogue(messages, tools)
        return self.last


async def answer(sample: Sample, model: Dialogue, settings: Settings) -> Recorded:
    """The model's answer in the setting of the options."""
    text, options = sample.question.text, sample.options
    if options.asked_by == "closed_book":
        return Recorded(await closed_book(text, model, settings))
    wiki = await asyncio.to_thread(encyclopaedia, options)
    if options.asked_by == "evidence_provided":
        pages = await asyncio.to_thread(needed, sample.question, wiki)
        if pages.absent:
            return unasked(text, pages.titles, pages.absent)
        answered = await evidence_provided(text, pages.pages, model, settings)
        return Recorded(answered, pages.titles)
    strategy = open_book if options.asked_by == "open_book" else fan_out
    answered = await strategy(text, wiki, model, settings)
    titles, absent = await asyncio.to_thread(titles_needed, sample.question, wiki, answered.pages)
    return Recorded(answered, titles, absent)


def wording(folder: str | None) -> str | None:
    """The folder of `-T prompts` if it has a prompt of the strategies; None for Tamis's own.

    InputError where it has neither a prompt of the strategies nor that of the judge.
    """
    own = [f"{name}.j2" for name in prompts.NAMES]
    if folder is None or any((Path(folder) / name).is_file() for name in own):
        return folder
    if judging(folder) is None:
        wanted = ", ".join((*own, PROMPT))
        raise InputError(f"-T prompts={folder}: the folder holds none of {wanted}.")
    return None


def fingerprint(folder: str | None) -> str:
    """Eight hex digits that change with the wording of the strategies."""
    return prompts.fingerprint(wording(folder))


def described(options: Options) -> dict[str, str]:
    """How a model is asked, for the identity of a run."""
    limit = options.time_limit
    found = {
        "date": options.date,
        "max_tokens": str(options.max_tokens),
        "time_limit": "none" if limit is None else f"{limit:g}",
    }
    if options.asked_by != "closed_book":
        found["context_limit"] = str(options.settings().context_limit)
    if options.asked_by in ("open_book", "fan_out"):
        found |= {
            "tools": options.tools,
            "share": f"{options.share:g}",
            "rounds": str(options.rounds),
            "repeat_question": str(options.repeat_question).lower(),
        }
    return found


def baseline(sample: Sample) -> Recorded:
    """The answer without a model: pieces of the pages that a question needs, or an oracle."""
    if sample.options.baseline == "leaf_answers":
        return Recorded(_answered(leaf_answers(sample), sample))
    found = needed(sample.question, encyclopaedia(sample.options))
    if found.absent:
        return unasked(sample.question.text, found.titles, found.absent)
    text, pages = (best_chunks if sample.options.baseline == "best_chunks" else first_lines)(
        sample, found
    )
    return Recorded(_answered(text, sample, pages), found.titles)


def best_chunks(sample: Sample, found: Needed) -> tuple[str, tuple[str, ...]]:
    """The chunks of the needed pages that BM25+ ranks first, each after the title of its page."""
    options = sample.options
    chunks = ranked(sample.question.text, found.pages, options.settings())[: options.top]
    titles = dict.fromkeys(chunk.title for chunk in chunks)
    return "\n\n".join(f"{chunk.title}: {chunk.text}" for chunk in chunks), tuple(titles)


def first_lines(sample: Sample, found: Needed) -> tuple[str, tuple[str, ...]]:
    """The first paragraph of each needed page, after its title."""
    lines = {page.title: _first_line(page.text) for page in found.pages}
    return "\n".join(f"{title}: {line}" for title, line in lines.items()), tuple(lines)


def leaf_answers(sample: Sample) -> str:
    """The answers of the leaves of the gold decomposition, a line each: an oracle."""
    return "\n".join(answer_text(leaf.answer) for leaf in sample.question.leaves)


def _first_line(text: str) -> str:
    lines = text.splitlines()
    return next((line.strip() for line in lines if not _NO_PROSE.match(line)), "")


def _answered(text: str, sample: Sample, pages: tuple[str, ...] = ()) -> Answered:
    return Answered(text, "ok" if text.strip() else "missing", sample.question.text, pages)


def _output(found: Recorded, by: str, last: Reply | None = None) -> Output:
    """The output: the reply that has ended the question, or what there was when it was stopped."""
    answered = found.answered
    stopped = answered.outcome in ("timed_out", "over_rounds")
    told = {
        "pages": list(answered.pages),
        "searches": len(answered.searches),
        "needed": list(found.needed),
    }
    reply = Reply(answered.text) if stopped or last is None else last
    return Output(reply, by, to_record(found), told)
