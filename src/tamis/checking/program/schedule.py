"""Parses a schedule into a time line: what happens from when to when."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace

from tamis.checking.program import clock
from tamis.checking.program.activities import Activity, is_marker, pieces
from tamis.checking.program.amounts import Amount, spans
from tamis.checking.program.outline import Node
from tamis.checking.program.parts import Unsure

MAX_ENTRIES = clock.DAY
"""The most entries of a schedule: one for each minute of the day."""

_LEAD = re.compile(r"[\W_]*(?:(?:from|at|by|around|approximately)(?:\s+|$))?[\W_]*", re.IGNORECASE)


@dataclass(frozen=True)
class Slot:
    """One entry: from `start` to `end` in minutes from the first midnight, and what is done.

    `explicit`: the entry itself gives its end or length; `inner`: it was found inside another
    entry ("Work, includes a 1-hour lunch break").
    """

    start: int
    end: int
    text: str
    line: str
    explicit: bool
    inner: bool = False

    @property
    def minutes(self) -> int:
        """How long it takes."""
        return self.end - self.start


def slots(node: Node) -> list[Slot]:
    """The entries of a schedule in their order, with their ends.

    An entry without an end lasts until the next begins, the last until the first of the next
    day. An entry that repeats the first at the end closes the day and takes no time. `Unsure`
    where there are more than `MAX_ENTRIES`.
    """
    read = [entry for line in _lines(node) if (entry := _entry(line)) is not None]
    if len(read) > MAX_ENTRIES:
        raise Unsure(f"{len(read)} times of the clock are more than a schedule has.")
    read = _ascending(read)
    found: list[Slot] = []
    clock_now = None
    day = 0
    for at, (line, time, text, length) in enumerate(read):
        start = time.start.minute
        if clock_now is not None and start < clock_now - 1:
            day += clock.DAY
        clock_now = start
        end = None
        if time.end is not None:
            end = day + start + clock.length(start, time.end.minute)
        elif length is not None:
            end = day + start + length
        last = at + 1 == len(read)
        if end is None:
            following = read[0 if last else at + 1][1].start.minute
            end = day + start + clock.length(start, following)
            found.append(Slot(day + start, end, text, line, False))
            continue
        slot = Slot(day + start, end, text, line, True)
        if last or not found or not _same(slot, found[-1]):
            found.append(slot)
    return found


def _same(one: Slot, other: Slot) -> bool:
    return (one.start, one.end, one.text) == (other.start, other.end, other.text)


Entry = tuple[str, clock.Found, str, int | None]


def _lines(node: Node) -> list[str]:
    """The lines that may be entries; a line that is only a time takes the words of its heading."""
    lines = []
    waiting = [(child, "") for child in reversed(node.children)]
    while waiting:
        at, heading = waiting.pop()
        if at.claim or at.kind == "note":
            continue
        cells = [cell for cell in at.cells.values() if cell]
        if len(cells) > 2 and all(_ONLY_TIME.fullmatch(cell) for cell in cells[:2]):
            lines.append(f"{cells[0]} - {cells[1]} {' | '.join(cells[2:])}")
        elif heading and _BARE_TIME.fullmatch(at.text):
            lines.append(f"{at.text} {heading}")
        else:
            lines.append(at.text)
        below = at.label if at.kind == "group" or at.children else heading
        waiting.extend((child, below) for child in reversed(at.children))
    return lines


_BARE_TIME = re.compile(r"[\d\s:.\-apmAPM]+(?:\([^)]*\))?")
_ONLY_TIME = re.compile(r"\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?)?|noon|midnight", re.IGNORECASE)


def _entry(line: str) -> Entry | None:
    """The entry of a line that gives a time and an activity; None for any other line."""
    time = clock.first(line)
    if time is None:
        return None
    before = _LEAD.sub("", line[: time.at].rstrip(" (:-|,"), count=1)
    after = line[time.until :].lstrip(" ):-|,").rstrip(" :-|,")
    if before and len(before.split()) > 8:
        return None
    if re.search(r"\b(?:each|every|includ\w+|with a|break (?:at|from))\b", before, re.IGNORECASE):
        return None
    text = after if not before else f"{before} {after}".strip() if after else before
    if not text:
        return None
    length = None
    if time.end is None:
        lead = re.split(r"\bwith\b|\binclud", text, maxsplit=1, flags=re.IGNORECASE)[0]
        found = [s for s in spans(lead) if s.minutes.sure]
        if len(found) == 1:
            length = round(found[0].minutes.low)
    return line, time, text, length


def _ascending(entries: list[Entry]) -> list[Entry]:
    """Times such as "1:00" without AM or PM read so that the day goes forward."""
    found: list[Entry] = []
    now = -1
    doubtful = any(not entry[1].start.sure for entry in entries)
    if not doubtful or any(entry[1].start.minute >= 13 * 60 for entry in entries):
        return entries
    for line, time, text, length in entries:
        start = time.start
        if not start.sure and start.minute < now and start.minute + 720 >= now:
            start = replace(start, minute=start.minute + 720)
        end = time.end
        if end is not None and not end.sure and end.minute <= start.minute <= end.minute + 720:
            end = replace(end, minute=(end.minute + 720) % clock.DAY)
        now = start.minute
        found.append((line, replace(time, start=start, end=end), text, length))
    return found


_INSIDE = re.compile(
    r"\b(?:includ\w+|with|minus|except(?: for)?|excluding)\b(?P<what>.*)", re.IGNORECASE
)

# Bounded, since for each unclosed parenthesis the text would be searched to its end.
_EXAMPLE = re.compile(r"\((?:e\.?g|for example|such as|i\.e)[^)]{0,300}\)", re.IGNORECASE)
_ASIDE = re.compile(r"\([^)]{0,300}\)")


def expand(found: list[Slot], activity: Activity) -> list[tuple[Slot, Amount, str]]:
    """The slots of an activity, each with its minutes and how they were computed.

    Time that a slot includes ("includes a 1-hour lunch break") is subtracted from it and counts
    for its own activity; so does a slot that lies inside another.
    """
    result: list[tuple[Slot, Amount, str]] = []
    others = [slot for slot in found if slot.explicit and not activity.matches(slot.text)]
    others.sort(key=lambda slot: slot.start)
    starts = [slot.start for slot in others]
    for slot in found:
        lead, inner = _split(slot)
        own = activity.matches(lead) and (
            slot.explicit or not any(is_marker(p) for p in pieces(lead) if activity.matches(p))
        )
        if own:
            taken = sum(m for what, m in inner if not activity.matches(what))
            if slot.explicit:
                near = others[bisect_left(starts, slot.start) : bisect_right(starts, slot.end)]
                taken += sum(
                    s.minutes
                    for s in near
                    if s is not slot and s.end <= slot.end and s.minutes < slot.minutes
                )
            minutes = Amount.of(max(slot.minutes - taken, 0))
            working = shown(slot) + (f" less {taken} min" if taken else "")
            result.append((slot, minutes, working))
        else:
            for what, minutes_inside in inner:
                if activity.matches(what):
                    part = replace(slot, text=what.strip(), inner=True)
                    result.append((part, Amount.of(minutes_inside), "inside " + shown(slot)))
    return result


def _split(slot: Slot) -> tuple[str, list[tuple[str, int]]]:
    """The main activity of a slot, and the included ones with their minutes."""
    plain = _EXAMPLE.sub("", slot.text)
    found = _INSIDE.search(plain)
    if found is None:
        return _ASIDE.sub(" ", plain).strip() or plain, []
    what = found["what"]
    inner = []
    lengths = [span for span in spans(what) if span.minutes.sure]
    for at, span in enumerate(lengths):
        until = lengths[at + 1].start if at + 1 < len(lengths) else len(what)
        about = what[span.end : until]
        each = re.search(r"(\d{1,20})\s(?:x\s)?$", what[max(span.start - 20, 0) : span.start])
        listed = len(re.findall(r"\d{1,2}:\d{2}|\d\s?[ap]\.?m\b", about))
        ranged = clock.first(about)
        once = ranged is None or ranged.end is not None
        times = int(each[1]) if each else 1 if once else max(listed, 1)
        inner.append((about, round(span.minutes.low) * times))
    if not lengths:
        ranged = clock.first(what)
        if ranged is not None and ranged.end is not None:
            inner.append((what, clock.length(ranged.start.minute, ranged.end.minute)))
    lead = plain[: found.start()].rstrip(" (,-")
    return _ASIDE.sub(" ", lead).strip() or plain, inner


def shown(slot: Slot) -> str:
    """Start and end, as shown in a worksheet."""
    return f"{clock.text(slot.start)} to {clock.text(slot.end)}"


_PARTS = {
    "morning": (4 * 60, 12 * 60 + 30),
    "afternoon": (11 * 60 + 59, 18 * 60),
    "evening": (16 * 60 + 59, 24 * 60),
    "night": (18 * 60, 30 * 60),
}


def within(slot: Slot, part: str) -> float:
    """The minutes of a slot up to the end of a part of the day."""
    end = _ENDS[part]
    start = slot.start % clock.DAY
    return float(max(min(start + slot.minutes, end) - start, 0))


_ENDS = {"morning": 12 * 60, "afternoon": 18 * 60, "evening": 24 * 60, "night": 30 * 60}


def in_daypart(slot: Slot, part: str) -> bool:
    """Whether a slot begins in a part of the day."""
    low, high = _PARTS[part]
    start = slot.start % clock.DAY
    return low <= start < high or low <= start + clock.DAY < high
