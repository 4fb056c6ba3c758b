"""The answer of a model to a question, in the setting of the options."""

from __future__ import annotations

import asyncio
from typing import Literal

from tamis.answering.fanout.settings import Settings
from tamis.answering.fanout.splitting import fan_out
from tamis.answering.fanout.strategies import closed_book, evidence_provided, open_book
from tamis.benchmarks.fanoutqa.encyclopaedia import encyclopaedia, needed, titles_needed
from tamis.benchmarks.fanoutqa.logged_answer import Recorded, unasked
from tamis.benchmarks.fanoutqa.samples import Sample
from tamis.types import Dialogue

NATIVE: dict[str, bool | Literal["auto"]] = {"auto": "auto", "native": True, "protocol": False}
"""Whether searches are asked for by the provider's tools."""


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
