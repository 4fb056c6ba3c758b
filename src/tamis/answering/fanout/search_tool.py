"""The tool `search`: what a reply asks for, and what it gets (FanOutQA, §3.2 and App. H.4).

A page is looked up by its title, and where there is none of that title, searched for and the
first one that is found is opened. The published tool knows titles alone.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, Field, ValidationError

from tamis.answering.fanout import prompts
from tamis.answering.fanout.answered import Search
from tamis.answering.fanout.passages import fitting, ranked
from tamis.answering.fanout.settings import Settings
from tamis.reading.jsonish import without_thoughts
from tamis.retrieve.wiki import Encyclopaedia, PageMissing
from tamis.types import Document, Reply, Tool, ToolCall

AT_ONCE = 8
"""Searches that are made of those that one reply asks for: their results share the context."""

LONGEST_QUERY = 300
"""Characters of a query; what is longer is no title, and cut."""

LONGEST_TITLE = 100
"""Characters of a title that is offered."""

OFFERED = 5
"""Titles that are offered beside a page, or where there is none."""

_BETWEEN_CHUNKS = len("\n\n[...]\n\n")
_SEARCH = re.compile(
    r"<\s*search\b[^<>\n]{0,100}>((?:(?!<\s*search\b).)*?)<\s*/\s*search\s*>|"
    # One that is not closed begins the last line: a sentence about the tag is none.
    r"^[ \t]*<\s*search\s*>([^<>\n]{1,300})\Z",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
# A reply that never closes its searches would be gone through once for each.
_MOST_TAGS = 1_000


class SearchArguments(BaseModel):
    """What the tool takes."""

    query: str = Field(description="the title of a page, or what it is about")


def search_tool(settings: Settings) -> Tool:
    """The tool as a model is told of it."""
    return Tool("search", prompts.render("search_tool", settings.wording), SearchArguments)


@dataclass(frozen=True)
class Asked:
    """What a reply says: the searches it asks for, what else it says, and both as it said it.

    `said` goes back into the dialogue: in the protocol it ends with the last search, as what a
    model writes after one is made up before it has seen the result.
    """

    calls: tuple[ToolCall, ...]
    text: str
    said: str


def asked(reply: Reply, native: bool) -> Asked:
    """The searches of a reply, natively or between tags, and the rest of its text.

    Thoughts before the reply are neither. A search whose tag is not closed is the last line.
    """
    text = without_thoughts(reply.text).strip()
    if native or reply.calls:
        ids = {call.id for call in reply.calls}
        named = len(ids) == len(reply.calls) and all(ids)
        # Some servers give no ids, or one for all.
        calls = [c if named else replace(c, id=f"{n}") for n, c in enumerate(reply.calls)]
        return Asked(tuple(calls), text, reply.text if calls else text)
    calls = []
    rest: list[str] = []
    end = 0
    for number, found in enumerate(_SEARCH.finditer(text)):
        if number == _MOST_TAGS:
            break
        calls.append(
            ToolCall(str(number), "search", {"query": (found[1] or found[2] or "").strip()})
        )
        rest.append(text[end : found.start()].strip())
        end = found.end()
    if not calls:
        return Asked((), text, text)
    rest.append(text[end:].strip())
    return Asked(tuple(calls), "\n".join(filter(None, rest)), text[:end])


class Desk:
    """Where searches are carried out, for one question, by whose words the chunks are ranked.

    `pages` and `searches` are what was opened and asked for, in order; `counts` what was amiss.
    """

    def __init__(self, question: str, wiki: Encyclopaedia, settings: Settings) -> None:
        self.question, self.wiki, self.settings = question, wiki, settings
        self.pages: dict[str, None] = {}
        self.searches: list[Search] = []
        self.counts: Counter[str] = Counter()
        self._ranked: dict[str, list[Document]] = {}

    async def carry_out(self, calls: Sequence[ToolCall], free: int) -> list[str]:
        """The results of `calls`, one for each, in `free` characters together."""
        room = min(self.settings.page_room, free // max(1, len(calls)))
        return [await self._one(call, room) for call in calls]

    async def _one(self, call: ToolCall, room: int) -> str:
        if call.name != "search":
            self.counts["unknown tools"] += 1
            return self._refused(call.name)
        try:
            said = SearchArguments.model_validate(dict(call.arguments)).query
        except ValidationError:
            said = ""
        query = "".join(c if c.isprintable() else " " for c in said[: 10 * LONGEST_QUERY])
        query = " ".join(query.split())[:LONGEST_QUERY].strip()
        if not query:
            self.counts["bad arguments"] += 1
            return self._refused(call.name)
        page, titles = await asyncio.to_thread(self._find, query)
        self.searches.append(Search(query, page.title if page else None))
        if page is None:
            self.counts["pages not found"] += 1
            return self._render(
                "no_page",
                query=prompts.line(query),
                similar=[prompts.line(title, LONGEST_TITLE) for title in titles],
            )
        if page.id not in self._ranked:
            self._ranked[page.id] = await asyncio.to_thread(
                ranked, self.question, [page], self.settings
            )
        self.pages.setdefault(page.title)
        around = {
            "query": prompts.line(query),
            "title": prompts.line(page.title),
            "others": [prompts.line(title, LONGEST_TITLE) for title in titles],
        }
        room -= len(self._render("page", texts=[], **around))
        texts = [Document(c.id, "", prompts.material(c.text)) for c in self._ranked[page.id]]
        shown = fitting(texts, room, _BETWEEN_CHUNKS)
        return self._render("page", texts=[chunk.text for chunk in shown], **around)

    def _find(self, query: str) -> tuple[Document | None, list[str]]:
        """The page for a query, and the titles of others that may be meant."""
        try:
            return self.wiki.page(query), []
        except PageMissing as missing:
            similar = missing.similar
        found = self.wiki.search(query, 2 * OFFERED)
        for number, title in enumerate(found[:OFFERED]):
            try:
                page = self.wiki.page(title)
            except PageMissing:
                continue
            return page, found[number + 1 : number + 1 + OFFERED]
        return None, list(dict.fromkeys((*similar, *found)))[:OFFERED]

    def _refused(self, name: str) -> str:
        return self._render("no_search", tool=prompts.line(name, 60))

    def _render(self, name: str, **values: object) -> str:
        return prompts.render(name, self.settings.wording, **values).strip()
