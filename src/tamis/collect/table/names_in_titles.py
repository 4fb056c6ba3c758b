"""Names of people and cities in the titles of a table, found by a model (`--names`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tamis.collect.books.names import titles_picked
from tamis.collect.table.cleaning import Entry
from tamis.prompts import PromptTemplates
from tamis.reading.kept_replies import Replies
from tamis.text.normalised import plain_words
from tamis.types import Chat

WHAT: Mapping[str, str] = {
    "human-name": "the name of a person stands: a given name, a family name or both, of somebody "
    "real or invented",
    "city-name": "the name of a city or town stands",
}
"""What a title must hold, for each family of names."""

AT_ONCE = 50
"""Titles in one call."""

Finder = Callable[[Sequence[Entry]], list[Entry]]
"""Gives entries with the names in their titles."""

_PROMPTS = PromptTemplates(f"{__package__}.prompts", ("names",))


def finder(chat: Chat, model: str, kept: Path) -> Finder:
    """A model that is asked twice for each fifty titles: for people, and for cities.

    Replies are kept in the file `kept`. InputError where a call fails.
    """
    replies = Replies(kept)

    async def holding(family: str, titles: Sequence[str]) -> list[tuple[str, str]]:
        prompt = _PROMPTS.render("names", titles=titles, what=WHAT[family])
        picked = await titles_picked(replies, chat, model, prompt, titles)
        return [(title, family) for title in picked]

    async def every(titles: Sequence[str]) -> list[list[tuple[str, str]]]:
        parts = [titles[start : start + AT_ONCE] for start in range(0, len(titles), AT_ONCE)]
        return await asyncio.gather(*(holding(family, part) for family in WHAT for part in parts))

    def find(entries: Sequence[Entry]) -> list[Entry]:
        families: dict[str, set[str]] = {}
        # Titles with the same words have the same names, and a reply could not name one of them.
        titles = {entry.words: entry.title for entry in entries}
        for part in asyncio.run(every([*titles.values()])):
            for title, family in part:
                families.setdefault(plain_words(title), set()).add(family)
        return [replace(e, names=frozenset(families.get(e.words, ()))) for e in entries]

    return find
