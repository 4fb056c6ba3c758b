"""The list that a reply gives as its answer, and the one that its prompt wants before it.

Of the parts of a reply (`parts`) the last that announces the answer counts; without one a list that
nothing else contradicts, or the items that its sentences name. Items that fail in their own words
are out, and so are those that later sentences take back. Where two readings are possible and
differ, the outcome is `ambiguous`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tamis.reading import roles
from tamis.reading.document import Line
from tamis.reading.entries import Entry
from tamis.reading.items import Item, item_of, placeholder, titled
from tamis.reading.looks_for import Titles
from tamis.reading.one_line import is_name
from tamis.reading.parts import Part, parts_of
from tamis.reading.sentences import corrected, named, sentences
from tamis.types import Outcome

MAX_ITEMS = 2_000

_SAYS = re.compile(
    r"(?P<not>(?:not|n['’]t) )?\b(?P<verb>start|begin|end|contain|have|include)s?\b", re.I
)


# Marks of a form that was not understood.
_NO_NAME = re.compile(r"[|<>{}\\\t]|https?://|\*\*|\"\s*:|^\W+$|^\w+\(")


@dataclass(frozen=True)
class Listed:
    """The list that a reply gives.

    `first` is the list before the answer, None where there is none; `rejected` the items that fail
    in their own words, `withdrawn` those that were taken back; `why` says why there is no list.
    """

    outcome: Outcome
    items: Sequence[Item] = ()
    first: Sequence[Item] | None = None
    rejected: Sequence[Item] = ()
    withdrawn: Sequence[Item] = ()
    why: str = ""


def read(text: str, wanted: Titles, *, cut: bool = False) -> Listed:
    """The list in `text`. `cut`: the text breaks off at its end."""
    return _Choice(text, wanted, cut).made()


Group = list[Part]
"""A part, with those that its heading has below it."""


class _Choice:
    """The choice among the parts of a text."""

    def __init__(self, text: str, wanted: Titles, cut: bool) -> None:
        self.text, self.wanted, self.cut = text, wanted, cut
        self.parts = parts_of(text, wanted, cut)
        self.groups = _groups(self.parts)
        self.first = self.first_list()

    def listed(self, outcome: Outcome, items: Sequence[Item] = (), why: str = "") -> Listed:
        return Listed(outcome, items, self.first, why=why)

    def made(self) -> Listed:
        """The answer: below its marker, below other words that announce it, or elsewhere."""
        asked = [group for group in self.groups if group[0].role == "asked"]
        repeats = None
        for group in reversed(asked):
            found = self.of_group(group)
            if found and found.outcome != "unparsed":
                return found
            repeats = repeats or found
            if self.cut and group is self.groups[-1]:
                break
        if asked and self.cut:
            return self.listed("truncated", why="it was cut before its list")
        if asked and not repeats and not any(p.prose or p.closed for p in asked[-1]):
            return self.nothing_below(asked[-1])
        for group in reversed(self.groups):
            if group[0].role == "answer":
                found = self.of_group(group)
                if found and (found.items or found.outcome == "empty"):
                    return found
        found = self.unannounced()
        return repeats if repeats and found.outcome == "unparsed" else found

    def nothing_below(self, asked: Group) -> Listed:
        """The outcome of a marker with nothing below it."""
        elsewhere = any(part.entries for part in self.parts if part not in asked)
        if any(roles.says_none(line.text) for line in self.said()[-3:]):
            return self.listed("empty")
        if self.wanted.bare_is_empty and (not elsewhere or self.first is not None):
            return self.listed("empty")
        return self.listed("unparsed", why="nothing follows its marker")

    def first_list(self) -> Sequence[Item] | None:
        """The list before the answer, where the prompt wants one."""
        found = [group for group in self.groups if group[0].role == "first"]
        if not found:
            return None
        kept, failed = self.items(self.whole(found[-1]))
        return sorted((*kept, *failed), key=lambda item: item.span)

    # Groups of parts.

    def items(self, entries: Sequence[Entry]) -> tuple[list[Item], list[Item]]:
        """The items of entries, and those that fail in their own words."""
        if any(titled(entry) for entry in entries):
            # Among entries with labels a bare line is a heading.
            entries = [entry for entry in entries if not entry.open or titled(entry)]
        found = [item_of(entry, self.wanted) for entry in entries[:MAX_ITEMS]]
        items = [item for item in found if item is not None]
        return [i for i in items if not i.fails], [i for i in items if i.fails]

    def breaks_off(self, group: Group) -> bool:
        """Whether the text breaks off inside a group."""
        last = group[-1]
        if any(part.open for part in group):
            return True
        if not self.cut or group is not self.groups[-1] or last.after:
            return False
        reached = (
            not last.entries or last.entries[-1].end >= len(self.text.rstrip(" \n`*_)]}\"'")) - 2
        )
        return reached or not last.closed

    def whole(self, group: Group) -> list[Entry]:
        """The entries of a group, without one that the text breaks off."""
        entries = [entry for part in group for entry in part.entries]
        last = group[-1]
        cut = self.breaks_off(group) and not last.closed and not self.text.endswith("\n")
        return entries[:-1] if cut else entries

    def of_group(self, group: Group) -> Listed | None:
        """The answer in a group; None where there is none."""
        broken = self.breaks_off(group)
        entries = self.whole(group)
        kept, failed = self.items(entries)
        if kept or failed:
            return self.of_items(group, kept, failed, broken)
        if broken:
            return self.listed("truncated", why="it was cut inside its list")
        if entries and all(placeholder(entry) for entry in entries):
            return self.listed("unparsed", why="it only repeats the form")
        said = [line for part in group for line in (*part.prose, *part.after)]
        if entries or any(part.closed for part in group) or any(map(_none, said[:3])):
            return self.listed("empty")
        if items := named(sentences(said), self.wanted):
            return self.listed("ok", items)
        return None

    def of_items(self, group: Group, kept: list[Item], failed: list[Item], broken: bool) -> Listed:
        """The items of a group, after what is said of them later."""
        below = self.groups[self.groups.index(group) + 1 :]
        later = [line for part in group for line in part.after]
        later += [line for other in below for part in other for line in part.lines]
        made = corrected(kept, sentences(later), self.wanted.ids)
        why = ""
        if not broken:
            if any(part.unclear for part in group):
                why = "its line may hold one title or two"
            elif any(_NO_NAME.search(item.text) for item in kept):
                why = "an item looks like no name"
            elif _opposed(kept):
                why = "its reasons contradict each other"
            elif made.unclear:
                why = "a correction names none of its items"
        items = made.items
        outcome: Outcome = "ok" if items else "empty"
        if broken or why:
            outcome = "truncated" if broken else "ambiguous"
        return Listed(outcome, items, self.first, failed, made.withdrawn, why)

    # Replies without a heading that announces the answer.

    def said(self) -> list[Line]:
        """The sentences of the text that are no entries."""
        return sentences([line for part in self.parts for line in part.lines])

    def unannounced(self) -> Listed:
        lists = [
            group
            for group in self.groups
            if group[0].role in ("neutral", "all") and any(map(any, self.items(_entries(group))))
        ]
        if lists and (found := self.of_lists(lists)):
            return found
        said = self.said()
        closing = said[-1].text if said else ""
        fails = self.wanted.single and bool(roles.fails(closing))
        if (fails or roles.says_none(closing)) and not self.cut and self.first is None:
            return self.listed("empty")
        if self.cut:
            return self.listed("truncated", why="it was cut before its answer")
        if self.first is not None:
            end = max((item.span[1] for item in self.first), default=0)
            said = [line for line in said if line.start > end]
        if items := named(said, self.wanted):
            later = [line for line in said if line.start > items[-1].span[1]]
            made = corrected(items, later, self.wanted.ids)
            outcome: Outcome = "ok" if made.items else "empty"
            return Listed(outcome, made.items, self.first, (), made.withdrawn)
        notes = [group for group in self.groups if group[0].role == "notes"]
        checked = [group for group in notes if self.items(_entries(group))[1]]
        if checked and (found := self.of_lists(checked)):
            # Nothing but a list in which each title was checked.
            return found
        if any(part.closed and not part.entries for part in self.parts):
            return self.listed("empty")
        fails = self.wanted.single and any(roles.fails(line.text) for line in said[-6:])
        if fails or any(map(_none, said[-6:])):
            return self.listed("empty")
        if items := self.bare_names():
            return self.listed("ok", items)
        return self.listed("unparsed", why="it has no list")

    def of_lists(self, lists: Sequence[Group]) -> Listed | None:
        """The answer in lists that nothing announces: the last, if what it holds is in others."""
        marked = [group for group in lists if any(map(titled, _entries(group)))]
        lists = marked or lists
        last = lists[-1]
        names = [{i.text.casefold() for i in self.items(_entries(group))[0]} for group in lists]
        earlier = set().union(*names[:-1])
        if names[-1] and not names[-1] <= earlier and earlier:
            kept, failed = self.items([entry for group in lists for entry in _entries(group)])
            if earlier & names[-1] or any(group[0].heading is None for group in lists):
                return self.listed("ambiguous", kept, "it has several lists")
            # Under one heading each, they are the groups of one list.
            return self.of_items(last, kept, failed, self.breaks_off(last))
        found = self.of_group(last)
        if found is None or found.items:
            return found
        end = max(entry.start for entry in _entries(last))
        conclusion = [line for line in self.said() if line.start > end]
        items = named(conclusion, self.wanted)
        return self.listed("ok", items) if items else found

    def bare_names(self) -> list[Item]:
        """The items of a reply that is nothing but a few names, a line each."""
        lines = [line for part in self.parts for line in part.lines]
        if any(part.heading or part.entries for part in self.parts) or not 0 < len(lines) <= 60:
            return []
        if not all(len(line.text.split()) <= 12 and is_name(line.text) for line in lines):
            return []
        return self.items([Entry([line]) for line in lines])[0]


def _groups(parts: Sequence[Part]) -> list[Group]:
    """Parts, with those that a heading without items of its own has below it."""
    groups: list[Group] = []
    for part in parts:
        head = groups[-1][0] if groups else None
        belongs = (
            head is not None
            and not head.closed
            and (part.entries or not part.heading)
            and (not head.entries or head.level < part.level <= 6)
            and (head.role, part.role) in _BELOW
        )
        if belongs:
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


_BELOW = {(head, "neutral") for head in ("asked", "answer", "first", "rejected")} | {
    ("asked", "answer"),
    ("asked", "all"),
    ("first", "all"),
}
"""The roles of a heading and of one that may be below it."""


def _entries(group: Group) -> list[Entry]:
    return [entry for part in group for entry in part.entries]


def _none(line: Line) -> bool:
    return roles.is_none(line.text) or roles.says_none(line.text)


def _opposed(items: Sequence[Item]) -> bool:
    """Whether one reason says what another one denies: the list may hold what it rejects."""
    said: dict[str, set[bool]] = {}
    for item in items:
        for found in _SAYS.finditer(item.reason):
            said.setdefault(found["verb"].lower(), set()).add(bool(found["not"]))
    return any(len(ways) > 1 for ways in said.values())
