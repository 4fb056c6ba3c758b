"""Human names in titles, found by a model (KITAB, App. D, NAME-CHECK)."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks.kitab.titles import BestMatch
from tamis.reading.listing import parse_listing
from tamis.types import Generate, Recogniser


async def name_check(titles: Sequence[str], prompt: str, generate: Generate) -> Recogniser:
    """Ask once for all `titles` which hold a human name; returns a recogniser of the replies.

    `prompt` is the rendered question. The recogniser returns the whole title where the model
    picked it, since the model is not asked for the name itself.
    """
    answer = parse_listing(await generate(prompt))
    index = BestMatch(titles)
    picked = {titles[i] for title in answer.titles if (i := index.match(title)) is not None}

    def recognise(title: str) -> tuple[str, ...]:
        return (title,) if title in picked else ()

    return recognise
