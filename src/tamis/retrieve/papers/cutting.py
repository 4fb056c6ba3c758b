"""Papers cut into the passages that a session retrieves (KIWI, §2.2: paragraphs)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tamis.retrieve.chunks import chunk
from tamis.retrieve.papers.paper import Paper
from tamis.types import Passage

__all__ = ["LONGEST", "SHORTEST", "Passage", "passages"]

LONGEST = 2_000
"""The most characters of a passage: about 300 words of English."""

SHORTEST = 100
"""A passage of fewer characters, such as a heading, is joined to the next one."""


def passages(
    papers: Sequence[Paper], *, first: int = 0, longest: int = LONGEST, shortest: int = SHORTEST
) -> tuple[Passage, ...]:
    """The paragraphs of papers as passages, in order.

    `first` is the number of the first paper in its session. A paragraph of fewer than `shortest`
    characters is joined to the next one, on a separate line, or at the end of a paper to the one
    before; one of more than `longest` is cut into parts of about equal length at the ends of
    sentences. The id is the number of the paper, ":" and the number of its first paragraph, both
    from 0; further parts of one paragraph have "." and their number, from 1. Raises ValueError
    unless 0 <= shortest < longest.
    """
    if not 0 <= shortest < longest:
        raise ValueError(f"shortest is {shortest}, longest {longest}; 0 <= shortest < longest")
    return tuple(
        Passage(f"{number}:{id}", number, paper.title, text)
        for number, paper in enumerate(papers, first)
        for id, text in _pieces(_merged(paper.paragraphs, shortest), longest, shortest)
    )


def _merged(paragraphs: Sequence[str], shortest: int) -> list[tuple[int, str]]:
    """The paragraphs with short ones joined to the next, by the number of the first one."""
    merged: list[tuple[int, str]] = []
    held = ""
    start = 0
    for number, paragraph in enumerate(paragraphs):
        text = paragraph.strip()
        if not text:
            continue
        start = start if held else number
        held = f"{held}\n{text}" if held else text
        if len(held) >= shortest:
            merged.append((start, held))
            held = ""
    if held and merged:
        start, before = merged.pop()
        held = f"{before}\n{held}"
    return [*merged, (start, held)] if held else merged


def _pieces(
    merged: Sequence[tuple[int, str]], longest: int, shortest: int
) -> Iterator[tuple[str, str]]:
    for number, text in merged:
        for part, piece in enumerate(_cut(text, longest, shortest)):
            yield f"{number}.{part}" if part else str(number), piece


def _cut(text: str, longest: int, shortest: int) -> list[str]:
    if len(text) <= longest:
        return [text]
    # A tenth longer than equal parts, as sentences rarely end exactly there.
    number = -(-len(text) // longest)
    size = min(longest, -(-len(text) // number) * 11 // 10)
    found = chunk(text, size)
    if len(found) > 1 and len(found[-1][1]) < shortest:
        start = found[-2][0]
        if len(text[start:].rstrip()) <= longest:
            found[-2:] = [(start, text[start:].rstrip())]
    return [piece for _, piece in found]
