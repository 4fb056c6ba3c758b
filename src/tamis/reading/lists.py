"""Which list of a reply is its answer, and how reading it ends.

The prompt's marker comes first: the list below the last one is the answer. Without a marker it is
the only list of the reply, or the last, if the others hold all that it holds. Prose is not read;
where a line beside the list could turn it, the reply is ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tamis.reading.denials import denies
from tamis.reading.document import Line
from tamis.reading.forms import Listing, Walked, walked
from tamis.reading.items import Entry, Item, head_of, items_of
from tamis.reading.joining import MAX_LISTS, in_form, joined, labelled
from tamis.reading.known import letters
from tamis.reading.line_items import nameable, split_line
from tamis.reading.listed import Listed, is_nothing, may_add, names_others, turns
from tamis.reading.looks_for import Titles
from tamis.reading.refusals import may_decline
from tamis.types import Outcome

_LIST = re.compile(r"^[ \t>]{0,8}(?:[-*•|]|\(?\d{1,3}[.)])[ \t]{0,8}\S", re.M)
_BLANK = "*_`~\n\t .=>-"


@dataclass(frozen=True)
class _Region:
    """What stands below a marker, up to the next one; `first`: that of the list before the answer.

    `cut`: the reply breaks off in it.
    """

    text: str
    at: int
    first: bool
    cut: bool

    @property
    def blank(self) -> bool:
        """Whether nothing stands there."""
        return not self.text.strip(_BLANK)


def read(said: str, wanted: Titles, *, cut: bool = False) -> Listed:
    """The list of a reply. `cut`: it breaks off at its end."""
    regions = _regions(said, wanted, cut)
    first = None
    for region in regions:
        if region.first and not region.blank:
            found = _below(region, wanted)
            first = found.items if found.outcome in ("ok", "ambiguous", "truncated") else first
    answers = [region for region in regions if not region.first]
    if several := _several(regions, answers, wanted):
        return replace(several, first=first)
    if first:
        wanted = replace(wanted, known=wanted.known.with_titles(item.text for item in first))
    if answers:
        found = _marked(said, regions, answers, wanted, cut)
    elif wanted.first and first is not None:
        why = "the list after the first is missing"
        found = Listed("truncated" if cut else "unparsed", why=why)
    else:
        found = _unmarked(said, wanted, cut)
    return found if first is None else replace(found, first=first)


def _regions(said: str, wanted: Titles, cut: bool) -> list[_Region]:
    marks = wanted.markers(said)
    ends = [*(mark.start() for mark in marks[1:]), len(said)][: len(marks)]
    return [
        _Region(
            said[mark.end() : end],
            mark.end(),
            bool(wanted.first and mark["first"]),
            cut and end == len(said),
        )
        for mark, end in zip(marks, ends, strict=True)
    ]


def _several(
    regions: Sequence[_Region], answers: Sequence[_Region], wanted: Titles
) -> Listed | None:
    """The outcome of a reply that gives its two lists more than once, and differently.

    The same once more is a correction, or a task that nobody gave.
    """
    if len(answers) < 2 or len(regions) - len(answers) < 2:
        return None
    found = [_below(one, wanted) for one in answers]
    if len({tuple(letters(item.text) for item in one.items) for one in found}) == 1:
        return None
    why = "it gives its two lists more than once, and they differ"
    return Listed("ambiguous", found[-1].items, why=why)


def _marked(
    said: str, regions: Sequence[_Region], answers: Sequence[_Region], wanted: Titles, cut: bool
) -> Listed:
    """The list below the last marker below which anything stands."""
    told = answers
    if answers[-1].blank and not cut:
        # "Output:" once more at the end says nothing.
        told = answers[:-1] or answers
    last, before = told[-1], told[:-1]
    if last.blank:
        after = max((one.at + len(one.text) for one in regions if one.first), default=0)
        return _bare(said[after : last.at], wanted, cut)
    found = _below(last, wanted)
    if wanted.ids and found.outcome == "empty" and not before:
        # The prompt asks for the documents above the marker too.
        above = _unmarked(said[: last.at], wanted, cut=False)
        if above.outcome == "ok" and all(item.known for item in above.items):
            return Listed("ambiguous", above.items, why="it lists documents, and then none")
    if before and _apart(found, _below(before[-1], wanted)):
        return Listed("ambiguous", found.items, why="it gives two lists that share nothing")
    return found


def _apart(found: Listed, before: Listed) -> bool:
    """Whether the list before the last one shares nothing with it: no draft, but another answer."""
    names = {letters(item.text) for item in before.items}
    apart = names.isdisjoint(letters(item.text) for item in found.items)
    return found.outcome == "ok" and bool(names) and apart


def _bare(before: str, wanted: Titles, cut: bool) -> Listed:
    """A marker with nothing below it."""
    if cut:
        return Listed("truncated", why="it was cut before its list")
    if wanted.bare_is_empty and not _LIST.search(before):
        return Listed("empty")
    return Listed("unparsed", why="nothing stands below its marker")


def _below(region: _Region, wanted: Titles) -> Listed:
    """The list below a marker."""
    found = walked(region.text, region.at, wanted)
    if not found.listings:
        return _of_lines(found.lines, wanted, region.cut)
    answer = joined(found, wanted, marked=True)
    if answer is None:
        return Listed("ambiguous", _all(found, wanted), why="it has several lists that differ")
    return _of_listing(answer, found, wanted, region.cut)


def _unmarked(said: str, wanted: Titles, cut: bool) -> Listed:
    """The list of a reply without a marker."""
    found = walked(said, 0, wanted)
    if not found.listings:
        if cut:
            return Listed("truncated", why="it was cut before its list")
        return _of_lines(found.lines, wanted, cut, marked=False)
    first = [item for one in found.listings if one.first for item in items_of(one.entries, wanted)]
    if first:
        # An object with both lists.
        wanted = replace(wanted, known=wanted.known.with_titles(item.text for item in first))
    answer = joined(found, wanted, marked=False)
    if answer is None:
        return Listed("ambiguous", _all(found, wanted), why="it has several lists that differ")
    made = replace(_of_listing(answer, found, wanted, cut), first=first or None)
    if may_decline(said):
        return Listed("unparsed", why="no marker announces its list, and it may only decline")
    asked = answer.form in ("labelled", "data") or labelled(answer, wanted)
    if made.outcome == "ok" and not asked and (why := _beside(made.items, answer, found, wanted)):
        return replace(made, outcome="ambiguous", why=why)
    known = not wanted.known.names or any(item.known for item in made.items)
    if made.items and not (asked or known):
        return Listed("unparsed", why="no marker announces its list, and nothing in it is known")
    if made.outcome == "truncated" and answer.form not in ("labelled", "data", "table"):
        return Listed("truncated", why="it was cut before its list")
    return made


def _beside(items: Sequence[Item], listing: Listing, found: Walked, wanted: Titles) -> str:
    """Why lines beside a list that nothing announces may be the answer, or turn it; else empty."""
    if any(in_form(line, wanted) for line in found.lines):
        return "lines beside its list have the form that was asked for"
    names = [letters(item.text) for item in items]
    if any(denies(line) and not names_others(line, names) for line in found.below(listing)):
        return "a line below its list may turn it"
    return ""


def _all(found: Walked, wanted: Titles) -> list[Item]:
    """The items of all listings, for the details of a reply that is ambiguous."""
    return [item for one in found.listings[:MAX_LISTS] for item in items_of(one.entries, wanted)]


def _of_listing(listing: Listing, found: Walked, wanted: Titles, cut: bool) -> Listed:
    """What a listing says, with what stands around it."""
    entries = listing.entries
    ends = cut and (listing.open or not found.below(listing))
    if ends and not listing.open and not found.whole:
        # The last entry may be cut in its middle.
        entries = entries[:-1]
    if listing.unread:
        return Listed("unparsed", why="which part of its entries is the name is not known")
    if not entries:
        return Listed("truncated" if ends else "empty")
    if not ends and len(entries) == 1 and is_nothing(head_of(entries[0], wanted), wanted):
        return Listed("empty")
    items = items_of(entries, wanted)
    lost = len(items) < sum(bool(re.search(r"\w{2}", entry.text)) for entry in entries)
    rejected = [item for item in items if item.fails]
    kept = [item for item in items if not item.fails]
    if ends:
        return Listed("truncated", kept, rejected=rejected, why="it was cut inside its list")
    if not items:
        return Listed("unparsed", why="its entries name nothing")
    why = ""
    if not listing.joined and _again(entries):
        why = "its numbers begin again"
    elif lost:
        why = "an entry of its list names nothing"
    elif doubtful := next((item for item in kept if item.doubtful), None):
        why = f"what it says of {doubtful.text[:60]!r} may turn it"
    elif kept:
        why = _turned(kept, listing, found, wanted)
    outcome: Outcome = "ambiguous" if why else "ok" if kept else "empty"
    return Listed(outcome, kept, rejected=rejected, why=why)


def _again(entries: Sequence[Entry]) -> bool:
    """Whether the numbers of a list begin again, so that it may be two; all may be 1."""
    numbers = [int(entry.number) for entry in entries if entry.number.isdigit()]
    return len(set(numbers)) > 1 and any(b <= a for a, b in pairwise(numbers))


def _turned(items: Sequence[Item], listing: Listing, found: Walked, wanted: Titles) -> str:
    """Why lines around a list may turn it; empty where none does.

    A line above it that announces it with a negation, or one below it that names an item of it,
    with a word that could turn it.
    """
    above = [line for line in found.lines if line.start < min(e.span[0] for e in listing.entries)]
    # "Books without a name:" repeats the question, unless the answer may stand before it.
    asked = wanted.asked if len(above) == 1 else ""
    if above and above[-1].announces and denies(above[-1].text, asked):
        return "the line above its list may turn it"
    below, names = found.below(listing), [letters(item.text) for item in items]
    if any(turns(line, names, wanted) for line in below):
        return "a line below its list may turn an item"
    if any(may_add(line, names, wanted) for line in below):
        return "a line below its list may add an item"
    return ""


def _of_lines(lines: Sequence[Line], wanted: Titles, cut: bool, marked: bool = True) -> Listed:
    """What lines say that have no other form: one item each, or several on the only one."""
    left = Listed("truncated" if cut else "unparsed", why="it has no list")
    lines = [line for line in lines if re.search(r"\w", line.text) or is_nothing(line.text, wanted)]
    announced = len(lines) > 1 and lines[0].announces
    lines = lines[1:] if announced else lines
    if not lines:
        return Listed("unparsed", why="it has no list")
    opens = wanted.known.whole(lines[0].text) is None and is_nothing(lines[0].text, wanted)
    if opens and not cut and not any(wanted.known.head(line.text) for line in lines[1:]):
        return Listed("empty")
    if len(lines) == 1:
        split = split_line(lines[0], wanted)
        if split is None:
            return left
        entries, sure = [Entry([piece]) for piece in split[0]], split[1]
    else:
        first = _first_line(lines, wanted) if marked or announced else None
        if first and (len(first.items) > 1 or not nameable(lines[1].text, wanted)):
            return first
        if not all(nameable(line.text, wanted) for line in lines):
            return left
        entries, sure = [Entry([line]) for line in lines], True
    if cut and not lines[-1].text.endswith((",", ";", "|")):
        entries = entries[:-1]
    items = items_of(entries, wanted)
    known = [item for item in items if item.known]
    if len(lines) == 1 and not known and denies(lines[0].text, wanted.asked):
        return left
    if not marked and len(known) < max(len(items), 1):
        # Only names that are known, lines where nothing is, or several behind an announcement.
        alone = wanted.known.names or len(lines) == 1
        if alone and not (announced and len(items) > 1):
            return Listed("unparsed", why="no marker announces a list")
    if cut:
        return Listed("truncated", items, why="it was cut inside its list")
    rejected = [item for item in items if item.fails]
    kept = [item for item in items if not item.fails]
    if not sure or any(item.doubtful for item in kept):
        return Listed("ambiguous", kept, why="its lines may be read in several ways")
    outcome: Outcome = "ok" if kept else "empty" if rejected else "unparsed"
    return Listed(outcome, kept, rejected=rejected)


def _first_line(lines: Sequence[Line], wanted: Titles) -> Listed | None:
    """The list of the first of several lines, all of whose items are known; else None."""
    split = split_line(lines[0], wanted)
    items = items_of([Entry([piece]) for piece in split[0]], wanted) if split else []
    if not items or not all(item.known for item in items):
        return None
    names = [letters(item.text) for item in items]
    turned = any(turns(line.text, names, wanted) for line in lines[1:])
    if turned or any(item.doubtful for item in items):
        return Listed("ambiguous", items, why="a line below its list may turn an item")
    return Listed("ok", [item for item in items if not item.fails])
