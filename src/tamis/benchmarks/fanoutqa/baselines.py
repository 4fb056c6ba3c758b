"""Answers without a model: pieces of the pages that a question needs, and an oracle."""

from __future__ import annotations

import re

from tamis.answering.fanout.answered import Answered
from tamis.answering.fanout.passages import ranked
from tamis.benchmarks.fanoutqa.answers import answer_text
from tamis.benchmarks.fanoutqa.encyclopaedia import Needed, encyclopaedia, needed
from tamis.benchmarks.fanoutqa.record import Recorded
from tamis.benchmarks.fanoutqa.samples import Asked

_NO_PROSE = re.compile(r"\s*(?:[#|>!*+-]|\d+\.\s|$)")
"""How a line begins that is a heading, part of a table or a list, or nothing."""


def answer(one: Asked) -> Recorded:
    """The answer of the baseline of the options."""
    if one.options.baseline == "leaf_answers":
        return Recorded(_answered(leaf_answers(one), one))
    found = needed(one.question, encyclopaedia(one.options))
    text, pages = (best_chunks if one.options.baseline == "best_chunks" else first_lines)(
        one, found
    )
    return Recorded(_answered(text, one, pages), found.titles, found.absent)


def best_chunks(one: Asked, found: Needed) -> tuple[str, tuple[str, ...]]:
    """The chunks of the needed pages that BM25+ ranks first, each after the title of its page."""
    chunks = ranked(one.question.text, found.pages, one.options.settings())[: one.options.top]
    titles = dict.fromkeys(chunk.title for chunk in chunks)
    return "\n\n".join(f"{chunk.title}: {chunk.text}" for chunk in chunks), tuple(titles)


def first_lines(one: Asked, found: Needed) -> tuple[str, tuple[str, ...]]:
    """The first paragraph of each needed page, after its title."""
    lines = {page.title: _first_line(page.text) for page in found.pages}
    return "\n".join(f"{title}: {line}" for title, line in lines.items()), tuple(lines)


def leaf_answers(one: Asked) -> str:
    """What the leaves of the gold decomposition are answered with, a line each: an oracle."""
    return "\n".join(answer_text(leaf.answer) for leaf in one.question.leaves)


def _first_line(text: str) -> str:
    lines = text.splitlines()
    return next((line.strip() for line in lines if not _NO_PROSE.match(line)), "")


def _answered(text: str, one: Asked, pages: tuple[str, ...] = ()) -> Answered:
    return Answered(text, "ok" if text.strip() else "missing", one.question.text, pages)
