"""A model reads what the program could not read, and the program checks each of its quotes.

It is asked only about replies that the program left unread (`unparsed`, `ambiguous`), and about
those that may do nothing but decline: they hold a phrase of refusal, or free words without a name
or figure that the question does not have. What it names must stand in the reply, letter by letter;
otherwise the reply stays as the program read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tamis.prompts import PromptTemplates, undelimited
from tamis.reading.items import Item
from tamis.reading.known import letters
from tamis.reading.looks_for import FreeText, LooksFor, Titles, Verdict
from tamis.reading.refusals import adds, may_decline
from tamis.reading.replies import Mark, Read
from tamis.reading.reply_object import read_object
from tamis.text.normalised import whole
from tamis.text.quotes import Quotes
from tamis.types import Chat, Outcome, Reply

ROLE = "reader"
"""The role of the model that reads."""

MAX_TOKENS = 2_048
"""The most tokens of its replies."""

MAX_CHARACTERS = 30_000
"""The end of a longer reply is read, and the beginning of a longer task."""

LEFT: frozenset[Outcome] = frozenset({"unparsed", "ambiguous"})
"""The outcomes with which the program leaves a reply unread."""

_WORDING = PromptTemplates(__name__, ("reader",))


def asks(found: Read, looks_for: LooksFor) -> bool:
    """Whether a model is to read a reply that the program has read so."""
    if isinstance(looks_for, FreeText):
        says_no = may_decline(found.said) or not adds(found.said, looks_for.asked)
        return found.outcome in ("ok", "refused") and says_no
    declined = found.outcome == "refused" and bool(found.said)
    return found.outcome in LEFT or declined


async def read_by(
    chat: Chat | None, task: str, found: Read, looks_for: LooksFor, items: str = "titles"
) -> Read:
    """What a model reads of a reply that the program left; else what the program has read.

    `task` is what was asked, and `items` what a list names, in words. The result has `by` set.
    Without a model, or where its quotes do not stand in the reply, it is `found` as it was.
    """
    if chat is None or not asks(found, looks_for):
        return found
    return checked(await chat([prompt(task, found.said, looks_for, items)]), found, looks_for)


def prompt(task: str, said: str, looks_for: LooksFor, items: str = "titles") -> str:
    """The prompt about one reply, of which `said` is what it says outside of its thoughts."""
    kind = "list" if isinstance(looks_for, Titles) else "text"
    labels: list[str] = []
    if isinstance(looks_for, Verdict):
        kind, labels = "verdict", list(looks_for.words.labels)
    return _WORDING.render(
        "reader",
        None,
        task=undelimited(task[:MAX_CHARACTERS]),
        reply=undelimited(said[-MAX_CHARACTERS:]),
        kind=kind,
        labels=labels,
        items=items,
        ids=isinstance(looks_for, Titles) and looks_for.ids,
    )


def checked(reply: Reply, found: Read, looks_for: LooksFor) -> Read:
    """What a model's reply says of `found`, if every quote of it stands in what was said."""
    if reply.failed or reply.refused or reply.truncated:
        return found
    object_ = read_object(reply.text, ("outcome",))
    record: Mapping[str, Any] = {} if object_ is None else object_.value
    said = found.said
    quote = record.get("quote")
    place = Quotes(said).first(quote) if isinstance(quote, str) else None
    match record.get("outcome"):
        case "list" if isinstance(looks_for, Titles):
            items = _items(record.get("items"), found, looks_for)
            if not items:
                return found
            marks = tuple(Mark(*item.span, "answer") for item in items)
            return replace(found, outcome="ok", items=items, why="", marks=marks, by=ROLE)
        case "nothing" if isinstance(looks_for, Titles) and place:
            return replace(found, outcome="empty", items=(), why="", marks=(), by=ROLE)
        case "verdict" if isinstance(looks_for, Verdict) and place:
            label = str(record.get("verdict")).casefold()
            if label not in looks_for.words.labels:
                return found
            begin = found.span[0]
            mark = Mark(place[0] + begin, place[1] + begin, "verdict")
            return replace(found, outcome="ok", label=label, why="", marks=(mark,), by=ROLE)
        case "answered" if isinstance(looks_for, FreeText) and place:
            return replace(found, outcome="ok", why="", by=ROLE)
        case "declined" if place:
            why = "a model reads that it declines"
            return replace(found, outcome="refused", items=(), label="", why=why, by=ROLE)
        case _:
            return found


def _items(named: Any, found: Read, wanted: Titles) -> tuple[Item, ...]:
    """The items that a model names; none where one of them does not stand in the reply."""
    items, quotes = [], Quotes(found.said)
    for one in named if isinstance(named, list) else []:
        text = whole(str(one)).strip() if isinstance(one, str | int) else ""
        span = quotes.first(text)
        if span is None or (wanted.ids and wanted.known.ids and text not in wanted.known.ids):
            return ()
        known = letters(text) in wanted.known.names or text in wanted.known.ids
        begin = found.span[0]
        items.append(Item(text, (span[0] + begin, span[1] + begin), known=known))
    return tuple(items)
