"""How many of something a rationale says there are, and how many it lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NOUNS = "meal|snack|session|exercise|workout|day|activity|activitie|item|break|block|entry|entrie"
_EXAMPLES = re.compile(r"\s*(?:such as|including|e\.?g|like|for example|at least|with)\b")
_SECTION = re.compile(
    r"(?:day|week|session|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
)
_MARK = re.compile(r"[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+(?P<item>\S[^\n]*)")


def _claims(text: str, quantity: str) -> Iterator[re.Match[str]]:
    own = [re.escape(quantity.lower().rstrip("s"))] if quantity.strip() else []
    nouns = "|".join([*own, _NOUNS])
    return re.finditer(rf"(?<![\w.,:/-])(?P<n>\d{{1,3}}) (?:[a-z]+ )?(?:{nouns})(?:s|es)?\b", text)


def claimed(text: str, quantity: str) -> frozenset[int]:
    """The numbers that stand before the quantity or a word for what plans consist of.

    `text` is in lower case with numbers as digits.
    """
    return frozenset(int(found["n"]) for found in _claims(text, quantity))


def miscount(text: str, quantity: str) -> tuple[int, int] | None:
    """The first count that is not that of the list behind it, and the list's length.

    A list is in brackets or after a colon ("4 meals: breakfast, lunch and dinner"), or the
    marked lines that follow. `text` is in lower case with numbers as digits, bullets kept.
    """
    for found in _claims(text, quantity):
        claim = int(found["n"])
        rest = text[found.end() : found.end() + 2000]
        listed = _in_line(rest) or _in_lines(rest, found[0])
        if listed and not listed[0] <= claim <= listed[1]:
            return claim, listed[1]
    return None


def _in_line(rest: str) -> tuple[int, int] | None:
    found = re.match(r"\s*(?:\(([^()\n]*)\)|:[ \t]*([^\n.;()]+))", rest)
    if found is None:
        return None
    inside = found[1] if found[1] is not None else found[2]
    items = [item.strip() for item in re.split(r",|\band\b", inside) if item.strip()]
    if "," not in inside or _EXAMPLES.match(inside) or any(len(i.split()) > 6 for i in items):
        return None
    # "Toast and jam" is one item, "lunch and dinner" are two.
    return len([item for item in inside.split(",") if item.strip()]), len(items)


def _in_lines(rest: str, claim: str) -> tuple[int, int] | None:
    opening = re.match(r"[^\n.:]{0,40}:[ \t]*\n\n?", rest)
    if opening is None:
        return None
    count = 0
    indent: int | None = None
    for line in rest[opening.end() :].split("\n"):
        found = _MARK.fullmatch(line)
        if found is None:
            break
        depth = len(line) - len(line.lstrip())
        indent = depth if indent is None else indent
        if _SECTION.match(found["item"].strip("*")) and not _SECTION.search(claim):
            return None
        count += depth <= indent
    # The end of the excerpt may cut a list.
    return (count, count) if count > 1 and len(rest) < 2000 else None
