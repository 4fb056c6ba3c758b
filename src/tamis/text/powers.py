"""Raised text: a number behind a figure is a power, and must not look like more digits of it."""

from __future__ import annotations

import re

_POWER = re.compile(r"[+\-−–]?\d[\d.,]*")


def raised(before: str, text: str) -> str:
    """Text that stands raised after `before`: `^6` where it is a power, else itself.

    >>> raised("10", "6")
    '^6'
    """
    said = text.strip()
    behind = before[-1:].isdigit() or before[-1:] == ")"
    return f"^{said}" if behind and _POWER.fullmatch(said) else text
