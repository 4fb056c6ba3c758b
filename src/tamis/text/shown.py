"""Text as it may be shown: on one line, without characters that act on what shows it."""

from __future__ import annotations

import unicodedata

_BREAKS = frozenset("\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
# Overrides and isolates: they could reorder the text of the neighbouring cells.
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(text: str) -> str:
    """Text as one line that cannot act on what shows it.

    Tabs and line breaks become spaces. Control characters (a terminal obeys them, XML and
    TeX forbid them), directional overrides, lone surrogates and the two non-characters
    U+FFFE and U+FFFF become U+FFFD. All else stays, right-to-left text included.
    """
    return "".join(map(_clean_one, text))


def cut(text: str, longest: int) -> str:
    """The text, cut to `longest` characters with an ellipsis, at a space if one is near."""
    if len(text) <= longest:
        return text
    kept = text[:longest]
    return f"{kept[: max(kept.rfind(' '), longest * 2 // 3)].rstrip()} …"


def one_line(text: str, longest: int = 70) -> str:
    """A text on one line of at most `longest` characters, with an ellipsis where it was cut."""
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def counted(number: float, one: str, several: str = "") -> str:
    """A number with its noun: "1 row", "2,000 rows", and with `several` "2 replies"."""
    shown = f"{number:,}" if isinstance(number, int) else f"{number:,g}"
    return f"{shown} {one if number == 1 else several or one + 's'}"


def _clean_one(char: str) -> str:
    if char in _BREAKS:
        return " "
    forbidden = unicodedata.category(char) in {"Cc", "Cs"} or char in "\ufffe\uffff"
    return "\ufffd" if forbidden or char in _BIDI else char
