"""Raised text: a number behind a figure is a power, and must not look like more digits of it."""

from __future__ import annotations

import re

_POWER = re.compile(r"[+\-−–]?\d[\d.,]*")


def raised(before: str, text: str, *, words: bool = False) -> str:
    """Text that stands raised after `before`: a number behind a figure or a bracket as `^6`.

    `words`: behind a letter too, where it is the power of a unit or the mark of a note. Other
    texts, such as the endings of ordinals, stay as they are.

    >>> raised("10", "6"), raised("1", "st"), raised("km", "2", words=True)
    ('^6', 'st', '^2')
    """
    said = text.strip()
    last = before[-1:]
    behind = last.isdigit() or last == ")" or (words and last.isalpha())
    return f"^{said}" if behind and _POWER.fullmatch(said) else text
