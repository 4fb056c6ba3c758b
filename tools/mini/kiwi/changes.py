"""The changes of a model or a writer to an answer, as in `sessions/*.yaml`.

A span is text that occurs in the answer once; `A … B` is everything from A to the next B. A change
is a mapping: `cut` a span; `put` text `for` a span, or `after` or `before` one; put a `paragraph`
after or before the one that a span is in; `move` a span after or before another; `write` a whole
new answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

Change = Mapping[str, str]
_FORMS = [{"write"}, {"cut"}, {"put", "for"}] + [
    {what, where} for what in ("put", "paragraph", "move") for where in ("after", "before")
]


def changed(text: str, changes: Iterable[Change]) -> str:
    """`text` after the changes, in their order; ValueError where one cannot be applied."""
    for change in changes:
        if set(change) not in _FORMS:
            raise ValueError(f"{', '.join(sorted(change))} is not a known form of change")
        text = _tidy(_one(text, change))
    return text


def _one(text: str, change: Change) -> str:
    if "write" in change:
        return change["write"]
    if "cut" in change or "for" in change:
        start, end = find(text, change.get("cut") or change["for"])
        return text[:start] + change.get("put", "") + text[end:]
    if "move" in change:
        start, end = find(text, change["move"])
        return _insert(text[:start] + text[end:], text[start:end], " ", change)
    if "paragraph" in change:
        return _insert(text, change["paragraph"], "\n\n", change)
    return _insert(text, change["put"], "" if change["put"].startswith("\n") else " ", change)


def _insert(text: str, new: str, joint: str, change: Change) -> str:
    start, end = find(text, change.get("after") or change["before"])
    if joint == "\n\n":
        start = text.rfind(joint, 0, start) + len(joint) if joint in text[:start] else 0
        end = text.find(joint, end) if joint in text[end:] else len(text)
    if "after" in change:
        return text[:end] + joint + new + text[end:]
    return text[:start] + new + joint + text[start:]


def find(text: str, span: str) -> tuple[int, int]:
    """Where a span begins and ends in `text`; ValueError unless it occurs once."""
    first, _, last = span.partition(" … ")
    if text.count(first) != 1:
        raise ValueError(f"{first!r} occurs {text.count(first)} times in: {text}")
    start = text.index(first)
    end = text.find(last, start + len(first)) + len(last) if last else start + len(first)
    if end < start + len(first) + len(last):
        raise ValueError(f"no {last!r} follows {first!r} in: {text}")
    return start, end


def _tidy(text: str) -> str:
    text = re.sub(r" *\n *", "\n", re.sub(r" {2,}", " ", text))
    return re.sub(r"\n{3,}", "\n\n", text).strip()
