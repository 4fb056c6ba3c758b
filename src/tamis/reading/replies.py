"""The one reader of replies: what a model said, as a careful person would read it.

A reply passes through stages, each in a file of its own that can be looked at and tested alone:

1. `spoken`: thoughts off, and what comes after the model's turn; then the first task only, since
   base models go on with tasks of their own;
2. `document`: the tree of headings, lists, tables, code and lines;
3. `parts`: headings with what is below them: `entries` of lists, and `sentences`; `roles` says what
   a heading announces;
4. `lists`: which part is the answer, and what later sentences make of it; `verdicts`: which
   verdict stands;
5. `items`: titles and ids without numbering, markup and remarks; those that fail in their own
   words are out;
6. the outcome. Where two readings are possible and differ it is `ambiguous`.

A benchmark says only what it looks for (`looks_for`): titles, ids, a verdict, free text.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from tamis.reading import lists, verdicts
from tamis.reading.items import Item
from tamis.reading.looks_for import FreeText, LooksFor, Titles
from tamis.reading.refusals import declines
from tamis.reading.spoken import blanked, next_tasks, spoken
from tamis.types import READ, Outcome, Reply

MAX_CHARACTERS = 400_000
"""The most characters that are read, from the end of a reply."""

Role = Literal[
    "answer", "first", "rejected", "withdrawn", "thoughts", "next task", "verdict", "unclear"
]


@dataclass(frozen=True)
class Mark:
    """A part of the reply, `text[start:end]`, and what it was read as."""

    start: int
    end: int
    role: Role


@dataclass(frozen=True)
class Read:
    """What was read of a reply.

    `items` are the titles or ids in their order, `first` those of the list before them, None where
    there is none; `label` is the verdict, empty for none. `said` is the reply without thoughts and
    invented tasks, `text[start:end]`. `why` says why there is no answer, in a few words; `marks`
    say what was read where.
    """

    outcome: Outcome
    items: tuple[Item, ...] = ()
    first: tuple[Item, ...] | None = None
    label: str = ""
    why: str = ""
    said: str = ""
    span: tuple[int, int] = (0, 0)
    marks: tuple[Mark, ...] = field(default=(), repr=False)

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The texts of the items."""
        return tuple(item.text for item in self.items)


def read(reply: Reply | str, looks_for: LooksFor) -> Read:
    """Read a reply for what a benchmark looks for.

    The provider's word comes first: a call that failed, a reply that was refused or is empty. A
    reply that only declines is `refused`; one that breaks off before its answer is whole is
    `truncated`, with the items that were whole.
    """
    reply = Reply(reply) if isinstance(reply, str) else reply
    if reply.failed:
        return Read("failed", why=reply.failed)
    if reply.refused:
        return Read("refused", why="the provider says that it declined", said=reply.text.strip())
    text = reply.text.replace("\r\n", " \n").replace("\r", "\n").replace("\x00", " ")
    if (beyond := len(text) - MAX_CHARACTERS) > 0:
        text = " " * beyond + text[beyond:]
    if not text.strip():
        return Read("truncated" if reply.truncated else "missing", why="it is empty")
    part = spoken(text)
    outside = [Mark(0, part.start, "thoughts")] if part.start else []
    if part.end < len(text):
        outside.append(Mark(part.end, len(text), "thoughts" if part.unfinished else "next task"))
    if not part.said.strip():
        thoughts = "it ends inside its thoughts" if part.unfinished else "it has only thoughts"
        ended: Outcome = "truncated" if part.unfinished else "missing"
        return Read(ended, why=thoughts, marks=tuple(outside))
    text_said = part.said if isinstance(looks_for, Titles) else blanked(part.said)
    found, end = _first_task(text_said, reply.truncated or part.unfinished, looks_for)
    end += part.start
    if end < part.end:
        outside.append(Mark(end, part.end, "next task"))
    inside = [Mark(m.start + part.start, m.end + part.start, m.role) for m in found.marks]
    marks = sorted([*outside, *inside], key=lambda mark: mark.start)
    said = blanked(text[part.start : end]).strip()
    return replace(found, said=said, span=(part.start, end), marks=tuple(marks))


def _first_task(said: str, cut: bool, looks_for: LooksFor) -> tuple[Read, int]:
    """What the answer to the first task says, and where that task ends.

    A reply may begin by repeating its task: a further one begins only after an answer.
    """
    for end in next_tasks(said, looks_for.next_task):
        if said[:end].strip():
            found = _declined(_of(said[:end], False, looks_for), said[:end], False)
            if found.outcome in READ or found.outcome == "ambiguous":
                return found, end
    return _declined(_of(said, cut, looks_for), said, cut), len(said)


def _of(said: str, cut: bool, looks_for: LooksFor) -> Read:
    if isinstance(looks_for, FreeText):
        return Read("truncated" if cut else "ok")
    if isinstance(looks_for, Titles):
        return _list(said, cut, looks_for)
    found = verdicts.read(said, looks_for.words, cut=cut)
    if found is None:
        why = "it was cut before its verdict" if cut else "it has no verdict"
        return Read("truncated" if cut else "unparsed", why=why)
    if not found.label:
        marks = (Mark(*found.span, "unclear"),)
        return Read(found.why, why="its verdict is none of the words", marks=marks)
    return Read("ok", label=found.label, marks=(Mark(*found.span, "verdict"),))


def _list(said: str, cut: bool, wanted: Titles) -> Read:
    listed = lists.read(said, wanted, cut=cut)
    kinds: dict[Role, list[Item]] = {
        "answer": [*listed.items],
        "first": [*(listed.first or ())],
        "rejected": [*listed.rejected],
        "withdrawn": [*listed.withdrawn],
    }
    marks = tuple(Mark(*item.span, role) for role, items in kinds.items() for item in items)
    first = None if listed.first is None else tuple(listed.first)
    return Read(listed.outcome, tuple(listed.items), first, why=listed.why, marks=marks)


def _declined(found: Read, said: str, cut: bool) -> Read:
    """A reply without an answer, or with one vague item, that only declines is refused."""
    vague = (
        found.outcome == "unparsed"
        or (found.outcome == "ok" and not found.label and len(found.items) <= 1)
        or (found.outcome == "empty" and not found.marks)
    )
    if vague and not cut and declines(said):
        return Read("refused", why="it says that it cannot answer", first=found.first)
    return found
