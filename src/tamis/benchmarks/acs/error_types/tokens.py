"""A rationale as numbers, times of the clock, signs and words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tamis.checking.program.numbers import plain

Kind = Literal["number", "time", "op", "equals", "open", "close", "comma", "colon", "word", "end"]

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
_HALF = r"\s?(?:a\.?m\b\.?|p\.?m\b\.?)"
_HOURS, _MINUTES = r"(?:hours?|hrs?|h)\b", r"(?:minutes?|mins?)\b"
_TOKEN = re.compile(
    rf"""
    (?P<time>(?:\d{{1,2}}:\d\d(?::\d\d)?(?:{_HALF})?|\d{{1,2}}{_HALF}|\b(?:noon|midnight)\b))
  | (?P<ordinal>\d+(?:st|nd|rd|th)\b)
  | (?P<hours>{_NUMBER})[\s-]?
      (?:{_HOURS}(?:,?\s?(?:and\s)?(?P<more>{_NUMBER})[\s-]?(?:{_MINUTES}|m\b))?|h(?P<short>[0-5]\d)\b)
  | (?P<minutes>{_NUMBER})[\s-]?{_MINUTES}
  | (?P<number>{_NUMBER})
  | (?P<op>[+*/÷·-]|x(?=[\s$(]*[\d(])|\b(?:plus|minus|times|multiplied\ by|divided\ by)\b)
  | (?P<equals>={{1,3}}|≈|≃|≅
      |\b(?:a\ total\ of|is|are|was|equals?|equal\ to|makes?|gives?|yields?|totals?|totall?ing
      |(?:comes?|adds?\ up|sums?(?:\ up)?|amounts?)\ to)\b)
  | (?P<open>[(\[])
  | (?P<close>[)\]])
  | (?P<comma>,)
  | (?P<colon>:)
  | (?P<word>~|%|[^\W\d_][\w'’]*)
  | (?P<end>[.;!?<>≤≥|]|\n)
    """,
    re.VERBOSE,
)
_LATEX = (
    (re.compile(r"\\(?:times|cdot)\b"), " x "),
    (re.compile(r"\\approx\b"), " ≈ "),
    (re.compile(r"\\text\s?\{([^{}\n]*)\}"), r" \1 "),
    (re.compile(r"\\left|\\right|\\[\[\]()]"), " "),
)
_BULLET = re.compile(r"^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+", re.MULTILINE)
_OPS = {
    "÷": "/",
    "·": "*",
    "x": "*",
    "plus": "+",
    "minus": "-",
    "times": "*",
    "multiplied by": "*",
    "divided by": "/",
}


def words(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


@dataclass(frozen=True)
class Token:
    """A piece of a rationale.

    `value` is a number's; `minutes` what it is as a length of time, for one that has a unit of
    time ("1 hour 30 minutes" is 1.5 and 90). `text` is lower case, signs are those of Python.
    `places` counts the decimals. `at` and `until` are its place in the tidied text.
    """

    kind: Kind
    text: str
    at: int
    until: int
    value: float = 0.0
    minutes: float | None = None
    places: int = 0

    @property
    def as_minutes(self) -> float:
        """The number in minutes, taken to be minutes where it has no unit of time."""
        return self.value if self.minutes is None else self.minutes


def tidied(rationale: str) -> str:
    """A rationale with one kind of sign for each thing, without bullets and emphasis."""
    text = rationale
    for pattern, plainer in _LATEX:
        text = pattern.sub(plainer, text)
    text = plain(text).lower().replace("**", "").replace("__", "")
    return _BULLET.sub("", text)


def tokens(text: str) -> list[Token]:
    """The tokens of a text that is `tidied`; what is none of them is left out."""
    return [_token(match) for match in _TOKEN.finditer(text)]


def _token(match: re.Match[str]) -> Token:
    group = match.lastgroup if match.lastgroup not in ("more", "short") else "hours"
    text, at, until = match[0], match.start(), match.end()
    if group == "hours":
        hours, more = _value(match["hours"]), _value(match["more"] or match["short"] or "0")
        places = 9 if more else _places(match["hours"])
        return Token("number", text, at, until, hours + more / 60, 60 * hours + more, places)
    if group in ("minutes", "number"):
        digits = match[group]
        value = _value(digits)
        minutes = value if group == "minutes" else None
        return Token("number", text, at, until, value, minutes, _places(digits))
    if group == "op":
        return Token("op", _OPS.get(text, text), at, until)
    if group == "ordinal":
        return Token("word", text, at, until)
    kind: Kind = group  # type: ignore[assignment]
    return Token(kind, text, at, until)


def _value(digits: str) -> float:
    return float(digits.replace(",", ""))


def _places(digits: str) -> int:
    return len(digits.partition(".")[2])
