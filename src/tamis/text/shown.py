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


def _clean_one(char: str) -> str:
    if char in _BREAKS:
        return " "
    forbidden = unicodedata.category(char) in {"Cc", "Cs"} or char in "\ufffe\uffff"
    return "\ufffd" if forbidden or char in _BIDI else char
