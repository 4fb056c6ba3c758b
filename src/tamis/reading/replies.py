"""The one reader of replies: what is known is looked for, what was asked for is read strictly.

1. `spoken`: without thoughts, calls of tools and invented turns; then the first task only, since
   base models go on with tasks of their own;
2. `forms`: the lists, tables, data and labelled lines of what is said (`document` is its tree);
3. `lists`: which of them is the answer; `verdicts`: which word; `refusals`: whether it declines;
4. `items`: the names of the entries, by what is `known`, else by the form of the list;
5. the outcome, which is earned: what was not understood is `unparsed`, what may be turned by words
   that were not read is `ambiguous`.

A benchmark says what it looks for and what it knows (`looks_for`). What the program cannot read a
model may (`by_model`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from tamis.reading import lists, verdicts
from tamis.reading.items import Item
from tamis.reading.looks_for import FreeText, LooksFor, Titles, Verdict
from tamis.reading.refusals import declines
from tamis.reading.spoken import next_tasks, spoken
from tamis.types import READ, Outcome, Reply

MAX_CHARACTERS = 400_000
"""The most characters that are read, from the end of a reply."""

Role = Literal["answer", "first", "rejected", "thoughts", "next task", "verdict", "unclear"]


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
    say what was read where. `by` is empty for the program, else the role of the model that read it.
    """

    outcome: Outcome
    items: tuple[Item, ...] = ()
    first: tuple[Item, ...] | None = None
    label: str = ""
    why: str = ""
    said: str = ""
    span: tuple[int, int] = (0, 0)
    marks: tuple[Mark, ...] = field(default=(), repr=False)
    by: str = ""

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
        why = "it only calls a tool" if reply.calls else "it is empty"
        return Read("truncated" if reply.truncated else "missing", why=why)
    part = spoken(text)
    silent = [Mark(*span, "thoughts") for span in part.silent]
    if not part.said.strip():
        if part.unfinished:
            return Read("truncated", why="it ends inside its thoughts", marks=tuple(silent))
        why = "it only calls a tool" if part.called else "it has only thoughts"
        return Read("missing", why=why, marks=tuple(silent))
    found, end = _first_task(part.said, reply.truncated or part.unfinished, looks_for)
    rest = [Mark(end, len(text), "next task")] if end < len(text) else []
    marks = sorted([*silent, *found.marks, *rest], key=lambda mark: mark.start)
    said = part.said[:end].strip()
    begin = len(part.said) - len(part.said.lstrip())
    return replace(found, said=said, span=(begin, end), marks=tuple(marks))


def _first_task(said: str, cut: bool, looks_for: LooksFor) -> tuple[Read, int]:
    """What the answer to the first task says, and where that task ends.

    A reply may begin by repeating its task: a further one begins only after an answer.
    """
    for end in next_tasks(said, looks_for.next_task):
        if said[:end].strip():
            found = _of(said[:end], False, looks_for)
            if found.outcome in (*READ, "ambiguous", "refused"):
                return found, end
    return _of(said, cut, looks_for), len(said)


def _of(said: str, cut: bool, looks_for: LooksFor) -> Read:
    if isinstance(looks_for, FreeText):
        if not cut and declines(said, looks_for.asked):
            return Read("refused", why=_DECLINED)
        return Read("truncated" if cut else "ok")
    found = (
        _list(said, cut, looks_for)
        if isinstance(looks_for, Titles)
        else _verdict(said, cut, looks_for)
    )
    asked = looks_for.asked if isinstance(looks_for, Titles) else ""
    if found.outcome == "unparsed" and not cut and declines(said, asked):
        return Read("refused", why=_DECLINED, first=found.first)
    return found


_DECLINED = "it says that it cannot answer"


def _verdict(said: str, cut: bool, looks_for: Verdict) -> Read:
    found = verdicts.read(said, looks_for.words, cut=cut)
    if found is None:
        why = "it was cut before its verdict" if cut else "it has no verdict"
        return Read("truncated" if cut else "unparsed", why=why)
    if not found.label:
        marks = (Mark(*found.span, "unclear"),)
        return Read(found.why, why="its verdict is none of the words, or several", marks=marks)
    return Read("ok", label=found.label, marks=(Mark(*found.span, "verdict"),))


def _list(said: str, cut: bool, wanted: Titles) -> Read:
    listed = lists.read(said, wanted, cut=cut)
    if cut and listed.outcome in ("ambiguous", "unparsed"):
        # What is missing may be what it lacks; nobody can read that.
        return Read("truncated", why=f"it was cut, and {listed.why}")
    kinds: dict[Role, list[Item]] = {
        "answer": [*listed.items],
        "first": [*(listed.first or ())],
        "rejected": [*listed.rejected],
    }
    marks = tuple(Mark(*item.span, role) for role, items in kinds.items() for item in items)
    first = None if listed.first is None else tuple(listed.first)
    return Read(listed.outcome, tuple(listed.items), first, why=listed.why, marks=marks)
