"""A schedule as a line of time: what happens from when to when."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tamis.checking.program.activities import Activity, is_marker, pieces, shared
from tamis.checking.program.interval import Interval
from tamis.checking.program.mentions import measured
from tamis.checking.program.outline import Node
from tamis.reading.quantities import DAY, Quantity, quantities

MAX_SLOTS = 1_500
_ASIDE = re.compile(r"\((?:e\.?g|for example|such as|i\.e)[^)]{0,300}\)", re.I)
_LEAD = re.compile(r"^[\W_]*(?:(?:from|at|by|around|approximately)\b)?[\W_]*$", re.I)
_INSIDE = re.compile(
    r"\b(?:incl\w*\.?|with|minus|except(?: for)?|excluding|less)\b(?P<what>.*)"
    r"|\((?P<in>[^()]{0,120}\b(?:break|lunch|incl\w*)[^()]{0,200})\)",
    re.I,
)


@dataclass(frozen=True)
class Slot:
    """An entry: from `start` to `end` in minutes from the first midnight, and what is done.

    `explicit`: the entry itself says when it ends or how long it takes. An entry without a time of
    its own has a `length` only.
    """

    start: float
    end: float
    text: str
    node: Node
    explicit: bool
    length: Interval | None = None
    inner: bool = False

    @property
    def minutes(self) -> float:
        """How long it takes."""
        return self.end - self.start


@dataclass
class _Entry:
    node: Node
    start: float
    end: float | None
    sure: bool
    end_sure: bool
    text: str
    length: float | None


_TRAIL = re.compile(r"[\s(:\-–—|,@]+$|\b(?:from|at)\s*$")


_UNTIL = re.compile(r"\b(?:un)?till?\s*$", re.I)


class Unreadable(Exception):
    """The schedule cannot be read; the message says why."""


def slots(part: Node) -> list[Slot]:
    """The entries of a schedule, in order, with their ends.

    An entry without an end lasts until the next begins, the last until the first of the next day.
    """
    entries: list[_Entry] = []
    told = False
    nodes = [one for one in part.walk() if one.shape != "root" or one is not part]
    dotted = sum(bool(_DOTTED.match(one.text)) for one in nodes) > 2
    for node in nodes:
        if node.beside or (node is part and node.shape == "root"):
            continue
        if node.shape == "sentence" and any(
            q.dimension in ("clock", "span") for q in node.quantities
        ):
            told = True
        if node.shape == "cell" and node.parent is not None and node.parent.shape == "row":
            continue
        if _BOUND.match(node.text):
            # "Start: 05:30" belongs to the line above.
            continue
        entry = _bounded(node) or _entry(node, dotted)
        if entry is not None:
            entries.append(entry)
    if len(entries) > MAX_SLOTS:
        raise Unreadable("it has too many times of the clock")
    if not entries:
        return []
    if told and not _without_gaps(entries):
        raise Unreadable("its times are in sentences")
    if _elapsed(entries, part):
        return _of_elapsed(entries)
    _ascending(entries)
    made: list[Slot] = []
    day, now = 0.0, None
    for at, one in enumerate(entries):
        if now is not None and one.start < now - 1:
            day += DAY
        now = one.start
        last = at + 1 == len(entries)
        if one.end is not None:
            end = day + one.start + ((one.end - one.start) % DAY)
        elif one.length is not None:
            end = day + one.start + one.length
        else:
            following = entries[0 if last else at + 1].start
            end = day + one.start + ((following - one.start) % DAY)
            made.append(Slot(day + one.start, end, one.text, one.node, False))
            continue
        slot = Slot(day + one.start, end, one.text, one.node, True)
        if not made or (slot.start, slot.end, slot.text) != (
            made[-1].start,
            made[-1].end,
            made[-1].text,
        ):
            made.append(slot)
    return made


def _without_gaps(entries: list[_Entry]) -> bool:
    """Whether each entry says when it ends, and the next begins then: all around the clock."""
    return len(entries) > 2 and all(
        one.end is not None
        and one.sure
        and abs(one.end - entries[(at + 1) % len(entries)].start) < 1
        for at, one in enumerate(entries)
    )


def _elapsed(entries: list[_Entry], part: Node) -> bool:
    """Whether the times are minutes and seconds of a session: "42:00 – 50:00"."""
    highest = max(max(one.start, one.end or 0.0) for one in entries)
    if highest > DAY:
        return True
    if entries[0].start or any(one.sure and one.start and one.start % 60 for one in entries):
        return False
    words = " ".join(one.text for one in entries)
    return bool(
        part.kind == "session"
        or re.search(r"warm[ -]?up|cool[ -]?down|sprint|\bsets?\b|intervals?\b", words, re.I)
    )


def _of_elapsed(entries: list[_Entry]) -> list[Slot]:
    made = []
    for at, one in enumerate(entries):
        end = (
            one.end
            if one.end is not None
            else entries[at + 1].start
            if at + 1 < len(entries)
            else None
        )
        if end is None:
            raise Unreadable("its last part has no end")
        made.append(Slot(one.start / 60, end / 60, one.text, one.node, True))
    return made


_BOUND = re.compile(
    r"\W*(?:starts?|begins?|from|ends?|finish(?:es)?|to|until|duration|length)\s?:", re.I
)


def _bounded(node: Node) -> _Entry | None:
    """The entry of a line with "Start: …" and "End: …" below it."""
    ends = []
    for words in (r"\W*(?:start|begin|from)", r"\W*(?:end|finish|to\b|until)"):
        found = [one for one in node.children if re.match(words, one.text, re.I)]
        clocks = [q for one in found for q in one.quantities if q.dimension == "clock"]
        if len(clocks) != 1:
            return None
        ends.append(clocks[0])
    start, end = ends
    return _Entry(node, start.low, end.low, start.sure, end.sure, node.text, None)


# "07.30", the way of some countries.
_DOTTED = re.compile(
    r"\W*(?P<one>[012]?\d)\.(?P<two>[0-5]\d)(?!\d|\s?(?:kg|g|h|hours?|min|km|%|l)\b)"
)
_DOT = re.compile(r"(?<![\d.])([012]?\d)\.([0-5]\d)(?![\d.])")


def _entry(node: Node, dotted: bool = False) -> _Entry | None:
    """The entry of a line that begins with a time, or has one beside its words."""
    text = _row_text(node) if node.shape == "row" else node.text
    if dotted:
        text = _DOT.sub(r"\1:\2", text)
    own = node.quantities if text is node.text else quantities(text)
    found = [q for q in own if q.dimension in ("clock", "span")]
    if not found:
        return None
    one = found[0]
    end: float | None = None
    until = one.end
    second = found[1] if len(found) > 1 else None
    if one.dimension == "span":
        start, end = one.low, one.high
    else:
        start = one.low
        if (
            node.shape == "row"
            and second is not None
            and second.dimension == "clock"
            and re.fullmatch(r"[\s|]*", text[one.end : second.start])
        ):
            end, until = second.low, second.end
        elif (
            node.shape == "sentence"
            and len(found) == 2
            and second is not None
            and _UNTIL.search(text[one.end : second.start])
        ):
            # "At 10 pm you sleep until 6 am."
            end = second.low
    before = text[: one.start]
    if not _LEAD.match(before) and len(re.findall(r"\w+", before)) > 6:
        return None
    if (
        node.shape != "row"
        and re.search(
            r"\b(?:each|every|incl\w*|with an?|break (?:at|from)|ready (?:by|at|for)|until|by)\b",
            before,
            re.I,
        )
        and not _LEAD.match(before)
    ):
        return None
    words = (
        _TRAIL.sub("", before).strip() + " " + re.sub(r"^[\s):\-–—|,*.]+", "", text[until:])
    ).strip(" :-–—|,")
    above = node.parent
    if not re.search(r"[^\W\d_]", words) and node.shape in ("line", "item") and node.children:
        words = ", ".join(child.text for child in node.children[:4] if child.kind != "aside")
    if (
        above is not None
        and above.kind in ("", "meal")
        and above.shape != "root"
        and (not re.search(r"[^\W\d_]", re.sub(r"\([^()]{0,200}\)", "", words)))
        and not any(q.dimension in ("clock", "span") for q in above.quantities)
    ):
        # "Exercise: 1 hour", and below it "5:15 – 6:15 (climbing hall)".
        words = f"{re.split(r'[:(]', above.text)[0].strip()} {words}".strip()
    if not re.search(r"[^\W\d_]", words):
        below = [child.text for child in node.children if child.kind != "aside"]
        words = ", ".join(below[:4])
    if (
        not words
        and node.parent is not None
        and node.parent.kind == ""
        and node.parent.shape != "root"
    ):
        words = node.parent.text
    if not words:
        return None
    length = None
    if end is None:
        lead = re.split(r"\bwith\b|\bincl", words, maxsplit=1, flags=re.I)[0]
        lengths = [q for q in quantities(lead) if q.dimension == "time" and q.low == q.high]
        if len(lengths) == 1:
            length = lengths[0].low
        elif node.shape == "row" and (column := [m for m in measured(node) if m.subject == "time"]):
            length = column[0].value.low if len(column) == 1 and column[0].value.sure else None
    if end is not None and abs(end - start) < 1e-9:
        end = start
    return _Entry(node, start, end, one.sure, one.sure, words, length)


_NOTES = re.compile(r"\W*(?:notes?|comments?|remarks?|tips?|why|focus|reminders?)\W*", re.I)


def _without_notes(node: Node) -> str:
    """The cells of a row that are no notes; empty where it has none that are."""
    cells = [cell for cell in node.cells if not _NOTES.fullmatch(cell.header)]
    return " | ".join(cell.node.text for cell in cells) if len(cells) < len(node.cells) else ""


def _row_text(node: Node) -> str:
    return " | ".join(cell.node.text for cell in node.cells)


def _ascending(entries: list[_Entry]) -> None:
    """Times without AM or PM read so that the day goes forward."""
    clock24 = any(
        re.search(
            r"\b(?:1[3-9]|2[0-3]):[0-5]\d|\b0\d:[0-5]\d",
            _row_text(one.node) if one.node.cells else one.node.text,
        )
        for one in entries
    )
    if clock24 or all(one.sure for one in entries):
        return
    if any(one.sure for one in entries) and not all(
        one.start % 720 == 0 for one in entries if one.sure
    ):
        pass
    now = -1.0
    for one in entries:
        start = one.start
        if not one.sure and start < now and start + 720 >= now and start < 780:
            start = (start + 720) if start < 720 else start
        shift = start - one.start
        if (
            one.end is not None
            and not one.end_sure
            and (one.end <= start <= one.end + 720 or shift)
        ):
            end = one.end if one.end > start else (one.end + 720)
            one.end = end % DAY if end != DAY else DAY
        one.start = start
        now = start


def of_activity(found: list[Slot], activity: Activity) -> list[tuple[Slot, Interval, str]]:
    """The entries of an activity with their minutes: what may be it counts from nothing."""
    made: list[tuple[Slot, Interval, str]] = []
    others = [one for one in found if one.explicit and activity.of(one.text) == "no"]
    for one in found:
        lead, inner = _split(one.text)
        said = activity.of(lead)
        if (
            said != "no"
            and not one.explicit
            and any(is_marker(piece) for piece in pieces(lead) if activity.of(piece) != "no")
        ):
            # "End work" begins no work.
            said = "no"
        if said == "yes" and activity.of(_without_notes(one.node) or lead) == "no":
            # "Commute | podcast or music": what a note names is perhaps done as well.
            said = "perhaps"
        if said == "no":
            for what, minutes in inner:
                if activity.of(what) != "no":
                    value = Interval(minutes, minutes)
                    made.append(
                        (replace(one, text=what, inner=True), value, f"inside {shown(one)}")
                    )
            continue
        taken = sum(minutes for what, minutes in inner if activity.of(what) != "yes")
        if one.explicit:
            taken += sum(
                other.minutes
                for other in others
                if other is not one
                and one.start <= other.start
                and other.end <= one.end
                and other.minutes < one.minutes
            )
        minutes = max(one.minutes - taken, 0.0)
        value = Interval(minutes, minutes)
        unmeasured = not inner and _INCLUDES.search(one.text)
        if said == "perhaps" or unmeasured or shared(lead, activity):
            value = Interval(0.0, minutes)
        made.append((one, value, shown(one) + (f" less {taken:g} min" if taken else "")))
    return made


# "Gym (1 hr incl. changing)": how long each takes is not said.
_INCLUDES = re.compile(r"\bincl(?:\.|ud(?:es|ing)\b)", re.I)


def _split(text: str) -> tuple[str, list[tuple[str, float]]]:
    """The main activity of an entry, and those that it includes with their minutes."""
    plain = _ASIDE.sub(" ", text)
    found = _INSIDE.search(plain)
    bare = re.sub(r"\([^)]{0,300}\)", " ", plain).strip() or plain
    if found is None:
        return bare, []
    what = found["what"] or found["in"] or ""
    if own := re.match(r"[^,;]{0,60}?(?=\bincl)", what, re.I):
        # "(1 hr incl. changing)": the hour is that of the whole.
        what = what[own.end() :]
    inner: list[tuple[str, float]] = []
    known = list(quantities(what))
    lengths = [q for q in known if q.dimension == "time" and q.low == q.high]
    spans = [q for q in known if q.dimension == "span"]
    for at, one in enumerate(lengths):
        until = lengths[at + 1].start if at + 1 < len(lengths) else len(what)
        many = re.search(r"(\d{1,2})\s?(?:x\s?)?$", what[: one.start])
        about = what[one.end : until]
        clocks = [q for q in quantities(about) if q.dimension == "clock"]
        times = int(many[1]) if many else max(len(clocks), 1)
        inner.append((about, one.low * times))
    if not lengths:
        inner += [(what, q.minutes) for q in spans]
    if not inner:
        return bare if found["in"] is not None else re.sub(
            r"\([^)]{0,300}\)?", " ", plain
        ).strip() or plain, []
    lead = plain[: found.start()].rstrip(" (,-")
    return re.sub(r"\([^)]{0,300}\)?", " ", lead).strip() or plain, inner


def shown(slot: Slot) -> str:
    """Start and end as a person writes them."""
    return f"{clock(slot.start)} to {clock(slot.end)}"


def clock(minutes: float) -> str:
    """A time of day as hh:mm."""
    hours, rest = divmod(round(minutes) % DAY, 60)
    return f"{hours:02d}:{rest:02d}"


def lengths(part: Node, activity: Activity) -> list[tuple[Node, Quantity]]:
    """The lines that give an activity a length without a time: "Reading: 30 minutes"."""
    made = []
    for node in part.walk():
        if node.beside or node.shape in ("root", "sentence") or activity.of(node.text) == "no":
            continue
        times = [q for q in node.quantities if q.dimension == "time"]
        if times:
            made.append((node, times[0]))
    return made
