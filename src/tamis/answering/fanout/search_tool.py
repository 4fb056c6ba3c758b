"""The tool `search`: the requests in a reply, and their results (FanOutQA, §3.2 and App. H.4).

A page is looked up by its title; if there is none, the first page that a search finds is opened.
The published tool only looks up titles.
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
from tamis.reading.spoken import without_thoughts
from tamis.retrieve.wiki import Encyclopaedia, PageMissing
from tamis.types import Document, Reply, Tool, ToolCall

AT_ONCE = 8
"""The most searches per reply that are made: their results share the context."""

LONGEST_QUERY = 300
"""The most characters of a query; a longer one is no title, and is cut."""

LONGEST_TITLE = 100
"""The most characters of an offered title."""

OFFERED = 5
"""The number of titles that are offered with a page, or instead of a missing one."""

_BETWEEN_CHUNKS = len("\n\n[...]\n\n")
_SEARCH = re.compile(
    r"<\s*search\b[^<>\n]{0,100}>((?:(?!<\s*search\b).)*?)<\s*/\s*search\s*>|"
    # An unclosed search must begin the last line, so that a sentence about the tag is not a search.
    r"^[ \t]*<\s*search\s*>([^<>\n]{1,300})\Z",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
# A reply that never closes its tags would be searched to its end once for each.
_MOST_TAGS = 1_000


class SearchArguments(BaseModel):
    """The arguments of the tool."""

    query: str = Field(description="the title of a page, or what it is about")


def search_tool(settings: Settings) -> Tool:
    """The tool as it is described to a model."""
    return Tool("search", prompts.render("search_tool", settings.wording), SearchArguments)


@dataclass(frozen=True)
class ParsedReply:
    """The parts of a reply: its searches, its other text, and its original text.

    `original` goes back into the dialogue: in the text protocol it ends with the last search, as
    text after a search was written without having seen the result.
    """

    calls: tuple[ToolCall, ...]
    text: str
    original: str


def parse_reply(reply: Reply, native: bool) -> ParsedReply:
    """The searches of a reply, natively or between tags, and the rest of its text.

    A reasoning block before the reply is dropped. A search with an unclosed tag is the last line.
    """
    text = without_thoughts(reply.text).strip()
    if native or reply.calls:
        ids = {call.id for call in reply.calls}
        named = len(ids) == len(reply.calls) and all(ids)
        # Some servers give no ids, or one for all.
        calls = [c if named else replace(c, id=f"{n}") for n, c in enumerate(reply.calls)]
        return ParsedReply(tuple(calls), text, reply.text if calls else text)
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
        return ParsedReply((), text, text)
    rest.append(text[end:].strip())
    return ParsedReply(tuple(calls), "\n".join(filter(None, rest)), text[:end])


class SearchRunner:
    """Runs the searches for one question; the chunks of pages are ranked against the question.

    `pages` and `searches` are the opened pages and the searches, in order; `counts` the problems.
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
            given = SearchArguments.model_validate(dict(call.arguments)).query
        except ValidationError:
            given = ""
        query = "".join(c if c.isprintable() else " " for c in given[: 10 * LONGEST_QUERY])
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
