"""Times of the day of a response: what happens when, in all the ways in which that may be meant.

"7:00" without "am" may be in the evening. Words ("breakfast", "dinner"), a clock of 24 hours
elsewhere in the response, and the order of a schedule decide; where they do not, there are two
readings of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tamis.checking.constraint_types.amounts._lines import (
    Written,
    is_prose,
    lines_of,
    noted,
)
from tamis.checking.program.outline import Node
from tamis.reading.quantities import DAY, Quantity, quantities

HALF = DAY // 2
_MANY = 24
_NEAR, _FAR = 4 * 60, 9 * 60
_SMALL_HOURS, _EVENING = 5 * 60, 17 * 60


@dataclass(frozen=True, eq=False)
class Event:
    """Something at a time: minutes from the midnight before the first event of its day.

    `end` is None where it is not said. `aside`: it is a note, opening hours, or a sentence beside
    a schedule, and may not be part of the plan. `text` is what happens.
    """

    line: Written
    text: str
    at: tuple[int, int]
    start: float
    end: float | None
    sure: bool
    aside: bool
    day: Node | None


_DOTTED = re.compile(r"(?<![\d.])([01]?\d|2[0-3])\.([0-5]\d)(?![\d.])")
_BEGINS = re.compile(
    r"\W*(?:at |from |by |around |~)?(?:\d{1,2}[.:h]\d\d|\d{1,2}\s?[ap]\.?m)", re.I
)
_HOURS24 = re.compile(r"(?<![\d:])(?:0\d|1[3-9]|2[0-3]):[0-5]\d")
_HALVES = re.compile(r"\d\s?[ap]\.?\s?m\b", re.I)
_MORNING = re.compile(r"\b(?:breakfast|morning|wake|sunrise|dawn|brunch|get up|alarm|a\.m)\b", re.I)
_LATE = re.compile(
    r"\b(?:dinner|supper|evening|tonight|night|sunset|dusk|afternoon|bed(?:time)?|after work"
    r"|after school|happy hour|cocktails?|nightcap|p\.m)\b",
    re.I,
)
_LUNCH = re.compile(r"\b(?:lunch|noon|midday)\b", re.I)
_OPENING = re.compile(
    r"\b(?:open(?:s|ed|ing)?|clos(?:es|ed|ing)|hours|daily from|check-?(?:in|out) (?:from|until)"
    r"|last (?:entry|admission|train|bus))\b[^.;]{0,25}$",
    re.I,
)
_LIMIT = re.compile(
    r"\b(?:before|by|until|till|after|past|later than|earlier than|within)\s(?:about |around )?$",
    re.I,
)
_ZONES = re.compile(
    r"\d\s?(?:[apAP]\.?[mM]\.?)?\s?(?:E[SD]?T|C[SDE]{0,2}T|M[SD]?T|P[SD]?T|GMT|UTC|BST|CET|IST|JST)\b"
)
_UNTIL = re.compile(
    r"\b(?:un)?till?\s(?:about |around )?$|\bends? (?:at|by) $"
    r"|\b(?:arriv\w+|lands?|landing|back (?:at|by)|returns? (?:at|by))\b[^.;]{0,20}$",
    re.I,
)
_AT = re.compile(
    r"\b(?:at|by|from|until|till|to|around|about|is|are|starts?|begins?|ends?|before|after"
    r"|between)\s?$|[:–—(-]\s?$",
    re.I,
)
_LETTERS = re.compile(r"[^\W\d_]{2}")
_CLAUSE = re.compile(r"[,;.]|\b(?:and|then|before|after|followed by)\b", re.I)


def readings(root: Node, text: str) -> list[list[Event]]:
    """The events of a response in order, once for each way in which their times may be meant."""
    events = _events(root, text)
    listed = any(not is_prose(one.line.node) and not one.aside for one in events)
    if listed:
        # "It wraps up before 5 pm" beside a schedule states a limit.
        events = [
            replace(one, aside=one.aside or is_prose(one.line.node))
            for one in events
            if not (is_prose(one.line.node) and _LIMIT.search(one.line.text[: one.at[0]]))
        ]
    full = _HOURS24.search(text) is not None and not _HALVES.search(text)
    found: list[list[Event]] = []
    for shift in (0, HALF):
        made, chosen = _resolved(events, shift, full=full)
        found.append(made)
        if not chosen:
            return found[:1]
    breaks = [_breaks(made) for made in found]
    if min(breaks) < max(breaks):
        # Only one of them goes forward.
        return [made for made, many in zip(found, breaks, strict=True) if many == min(breaks)]
    gaps = [_longest_gap(made) for made in found]
    near = [made for made, gap in zip(found, gaps, strict=True) if gap <= _NEAR]
    # Guests at 6:00 and dinner at 7:15 pm are one evening.
    return near if len(near) == 1 and max(gaps) > _FAR else found


def _breaks(events: Sequence[Event]) -> int:
    """How often an entry is before the one above it."""
    main = [one for one in events if not one.aside]
    return sum(b.start < a.start - 1 for a, b in pairwise(main) if a.day is b.day)


def _longest_gap(events: Sequence[Event]) -> float:
    main = [one for one in events if not one.aside]
    return max((b.start - a.start for a, b in pairwise(main) if a.day is b.day), default=0.0)


def _events(root: Node, text: str) -> list[Event]:
    made: list[Event] = []
    written = list(lines_of(root))
    dots = sum(bool(_BEGINS.match(one.text)) and bool(_DOTTED.search(one.text[:12]))
               for one in written) > 1  # fmt: skip
    for line in written:
        said = _DOTTED.sub(r"\1:\2", line.text) if dots else line.text
        found = [one for one in quantities(said) if one.dimension in ("clock", "span")]
        lasts = [one for one in quantities(said) if one.dimension == "time"] if found else []
        at = 0
        # "10:30 Museum (free after 6 pm)": the first time is that of the entry.
        first = _BEGINS.match(said) is not None
        # "3 PM EST / 12 PM PST" is one time.
        zones = len(_ZONES.findall(said)) > 1
        while at < len(found):
            one = found[at]
            end, sure_end = (one.high, one.sure) if one.dimension == "span" else (None, True)
            following = found[at + 1] if at + 1 < len(found) else None
            last = one
            if (
                following is not None
                and following.dimension == "clock"
                and one.dimension == "clock"
                and (
                    _UNTIL.search(said, max(one.end, following.start - 30), following.start)
                    or re.fullmatch(r"[\s|]*", said[one.end : following.start])
                )
            ):
                end, sure_end, last = following.low, following.sure, following
                at += 1
            opening = _OPENING.search(said, max(one.start - 60, 0), one.start)
            what = _what(said, found, one, last, line)
            if (
                end is None
                and len(found) == 1
                and len(lasts) == 1
                and lasts[0].low == lasts[0].high
            ):
                end = one.low + lasts[0].low
            elif end is not None:
                lasting = (end - one.low) % (DAY if one.sure and sure_end else HALF)
                end = one.low + (lasting or HALF)
            aside = opening is not None or noted(line.node) or (at > 0 and first) or zones
            day = line.node.within("day")
            made.append(
                Event(line, what, (one.start, last.end), one.low, end, one.sure, aside, day)
            )
            at += 1
    return made


def _what(
    said: str, found: Sequence[Quantity], one: Quantity, last: Quantity, line: Written
) -> str:
    """What happens at a time: the line, or the words nearest to it where it has several."""
    if len(found) > _MANY:
        words = said[max(one.start - 60, 0) : last.end + 60]
    elif len(found) == 1 or (one is found[0] and last is found[-1]):
        words = said[: one.start] + " " + said[last.end :]
    elif _BEGINS.match(said) or _leads(said, found):
        rest = [other.start for other in found if other.start > last.end]
        words = said[last.end : min(rest, default=len(said))]
    else:
        ends = [other.end for other in found if other.end < one.start]
        words = said[max(ends, default=0) : one.start]
        if not _LETTERS.search(words):
            words = said
    node = line.node
    if not _LETTERS.search(words) and node.children:
        words = " ".join(child.text for child in node.children[:3])
    if not _LETTERS.search(words) and node.parent is not None:
        words = node.parent.text
    return words


def _leads(said: str, found: Sequence[Quantity]) -> bool:
    """Whether what happens stands behind its time: "Sun 9:30 brunch, 12:15 train home"."""
    behind = _LETTERS.search(said, found[-1].end) is not None
    return behind and not _AT.search(said, 0, found[0].start)


def _resolved(events: Sequence[Event], shift: int, *, full: bool) -> tuple[list[Event], bool]:
    """The events with their hours decided, the first unsure one later by `shift`; and whether there
    was one.
    """
    made: list[Event] = []
    now, day, chosen = -1.0, None, False
    for one in events:
        if one.day is not day:
            day, now = one.day, -1.0
        start = one.start
        if not one.sure and not full and start < 13 * 60:
            base = start % HALF
            hint = one.text + " " + one.line.text
            if _LUNCH.search(one.text):
                start = base + HALF if base < 5 * 60 else base
            elif _LATE.search(hint) and not _MORNING.search(hint):
                start = base + HALF
            elif _MORNING.search(hint) and not _LATE.search(hint):
                start = base
            elif now < 0 or one.aside:
                chosen = True
                start = (base + shift) % DAY
            else:
                start = next((t for t in (base, base + HALF) if t >= now % DAY), base)
        if not one.aside:
            if start < _SMALL_HOURS and now % DAY >= _EVENING and now < DAY:
                # After midnight, of the same evening.
                start += DAY
            now = start
        end = None if one.end is None else start + (one.end - one.start)
        made.append(replace(one, start=start, end=end))
    return made, chosen
