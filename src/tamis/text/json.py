"""JSON within a text: found, and read where a model or a person damaged it.

Models put notes before the object, fences around it, Python syntax in it, and stop in its middle.
What a person could understand is parsed; repairs are reported, and nothing is ever executed. The
work is bounded: text that is not JSON costs only a few passes over it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from tamis.text._damaged_json import DECODER, QUOTE, Budget, DamagedReader, folded

__all__ = ["Budget", "Read", "folded", "read_object", "read_value", "sound_value"]

# The possible beginning of an object or a list of objects; most braces in prose are neither.
_START = re.compile(rf"\{{\s*(?:(?={QUOTE}|\}}|//|/\*|#)|(?=[A-Za-z_]\w{{0,60}}\s*:))|\[\s*(?=\{{)")
# A part of something larger comes after a key, a bracket, or an element and a comma, or before a
# further key.
_PART_BEFORE = re.compile(rf"(?:(?:{QUOTE}|[{{,]\s*\w{{1,60}})\s*:|[\[{{]|[\"'”’}}\]]\s*,)\s*\Z")
_PART_AFTER = re.compile(rf"[\]}},\s]*{QUOTE}\w{{1,60}}{QUOTE}\s*:")
_KEY_AFTER = re.compile(rf"[^{{]*?{QUOTE}\w{{1,60}}{QUOTE}\s*:")
_QUOTE = re.compile(QUOTE)
_FENCE = re.compile(r"(?:```|~~~)[ \t]*+\w*+\s*$")


@dataclass(frozen=True)
class Read:
    """A parsed object. `repairs` names each kind of repair once, in order.

    `complete` is False where the object was cut off, a damaged element was left out, or it is a
    part of something that could not be read; `cut` names the member whose list was cut off.
    """

    value: dict[str, Any]
    repairs: tuple[str, ...] = ()
    complete: bool = True
    cut: str = ""


def read_object(
    text: str,
    keys: Collection[str] = (),
    items: str = "",
    without_thoughts: Callable[[str], str] = str.strip,
) -> Read | None:
    """The object of a text: the last one that has one of `keys`, else the last one.

    Keys are compared without regard to case, spaces and underscores. A bare list of objects
    counts as an object with the one member `items`, unless it holds one object that has a key.
    Of a text that is cut off, complete elements are kept: an unclosed object in a list is left
    out. None where there is no object. `without_thoughts` takes off what a model thought before it
    spoke; it is asked where the text is not JSON as a whole, and what it takes off is a repair.
    """
    wanted = {folded(key) for key in keys}
    text = text.lstrip("\ufeff")
    exact = _exact(text)
    if isinstance(exact, str):
        text, exact = exact, _exact(exact)
    if exact is not None and (read := _as_object(exact, wanted, items)):
        return read
    answer = without_thoughts(text)
    found: list[tuple[bool, bool, bool, bool, int, int, Read]] = []
    reader = DamagedReader(answer, Budget(answer), items)
    nesting = _Nesting(answer)
    at = outer = 0
    damaged = False
    while (start := _START.search(answer, at)) and not reader.spent:
        begin, at = start.start(), start.start() + 1
        value = reader.read(begin)
        end = reader.at
        part = bool(
            _PART_BEFORE.search(answer, max(0, begin - 80), begin) or _PART_AFTER.match(answer, end)
        )
        quoted = nesting.holds(begin, None if reader.cut else end) and not part
        if read := None if value is None else _as_object(value, wanted, items, reader):
            named = any(folded(key) in wanted for key in read.value)
            if part:
                read = replace(read, complete=False, repairs=(*read.repairs, "part"))
            # What is inside something unread is an answer only if it says so itself.
            if not quoted and ((named and "list" not in read.repairs) or not (part or damaged)):
                sound = not reader.broken
                found.append((named, not part, sound, begin >= outer, begin, end, read))
        if reader.cut:
            nesting.damaged(begin, end, reader.broken)
        damaged |= reader.cut
        if not reader.cut:
            at = end
        elif value is not None:
            # An object before the position of the cut is nested in the one that was cut.
            outer = max(outer, end if reader.broken else len(answer))
    if not found:
        return None
    *_, begin, end, read = max(found, key=lambda one: one[:5])
    around = _around(answer[:begin], answer[end:] if read.complete else "")
    thoughts = ("thoughts",) if answer != text.strip() else ()
    return replace(read, repairs=(*thoughts, *around, *read.repairs))


class _Nesting:
    """Whether an object is quoted in the text of a damaged one.

    Where strings begin and end is unclear there, so brackets are counted wherever they stand.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = self.level = 0
        self.last = _level(text)
        self.outside: int | None = None

    def damaged(self, begin: int, end: int, broken: bool) -> None:
        """What begins at `begin` could be read up to `end` only."""
        if self.outside is None:
            self.outside = self.level
            before = self.text[max(begin, end - 80) : end].rstrip()[-1:]
            # A string without an end, or no value where one must be: it goes on from there. Prose
            # after a value: it may have been given up.
            self.goes_on = not broken or before in "[{,:" or bool(_QUOTE.match(self.text, end))

    def holds(self, begin: int, end: int | None) -> bool:
        """Whether what begins at `begin` is inside something that could not be read.

        `end` is None where its own end is unknown. To be asked for each beginning in turn.
        """
        self.level += _level(self.text[self.at : begin])
        self.at = begin
        if self.outside is not None and self.level <= self.outside:
            self.outside = None
        closed_after = end is not None and self.level + _level(self.text[begin:end]) > self.last
        if self.outside is not None:
            return self.goes_on or closed_after
        # The very first bracket may be what is damaged.
        return closed_after and bool(_KEY_AFTER.match(self.text, end or 0))


def read_value(text: str, at: int, budget: Budget) -> tuple[Any, bool, int] | None:
    """The list or object that begins with the bracket at `at`: its complete members, whether it
    was closed, and where it ended. None where there is none.
    """
    if text[at : at + 1] not in ("[", "{"):
        return None
    reader = DamagedReader(text[at:], budget)
    found = reader.read(0)
    return None if found is None else (found, not reader.cut, at + reader.at)


def sound_value(text: str, at: int) -> tuple[Any, int] | None:
    """The well-formed JSON that begins at `at`, and where it ends; None where there is none."""
    try:
        return DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None


def _level(text: str) -> int:
    return text.count("{") + text.count("[") - text.count("}") - text.count("]")


def _exact(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _around(before: str, after: str) -> list[str]:
    """The names of what was around an object: a fence, notes."""
    names = []
    fence = _FENCE.search(before[-80:])
    if fence:
        names.append("fence")
        before = before[: len(before) - len(fence.group())]
    after = after.lstrip().removeprefix("```").removeprefix("~~~")
    return [*names, "notes"] if before.strip() or after.strip() else names


def _as_object(
    value: Any, wanted: Collection[str], items: str, reader: DamagedReader | None = None
) -> Read | None:
    """The object of a value: itself, or the one inside a list or an enclosing object."""
    repairs = [] if reader is None else [*reader.repairs]
    complete = reader is None or not (reader.cut or reader.lossy)
    cut = reader.member if reader is not None else ""

    def has(one: Any) -> bool:
        return isinstance(one, dict) and any(folded(key) in wanted for key in one)

    if isinstance(value, list):
        objects = [one for one in value if isinstance(one, dict)]
        if len(objects) == 1 and (has(objects[0]) or not items):
            return Read(objects[0], (*repairs, "list"), complete, cut)
        if not items or not objects:
            return None
        return Read({items: objects}, (*repairs, "list"), complete, "" if complete else items)
    if not isinstance(value, dict):
        return None
    if wanted and not has(value):
        for inner in value.values():
            only = inner[0] if isinstance(inner, list) and len(inner) == 1 else inner
            if has(only):
                return Read(only, (*repairs, "envelope"), complete, cut)
    return Read(value, tuple(repairs), complete, cut)
