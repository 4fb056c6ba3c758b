"""Answers without a model: pieces of the pages that a question needs, and an oracle."""

from __future__ import annotations

import re

from tamis.answering.fanout.answered import Answered
from tamis.answering.fanout.passages import ranked
from tamis.benchmarks.fanoutqa.answers import answer_text
from tamis.benchmarks.fanoutqa.encyclopaedia import Needed, encyclopaedia, needed
from tamis.benchmarks.fanoutqa.logged_answer import Recorded, unasked
from tamis.benchmarks.fanoutqa.samples import Sample

_NO_PROSE = re.compile(r"\s*(?:[#|>!*+-]|\d+\.\s|$)")
"""The beginning of a line that is a heading, part of a table or list, or empty."""


def answer(sample: Sample) -> Recorded:
    """The answer of the baseline of the options."""
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
