"""The items of a line that has no other form: one, or several between separators."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tamis.reading.denials import denies
from tamis.reading.document import Line
from tamis.reading.looks_for import Titles
from tamis.reading.names import plain

MAX_PIECES = 5_000
"""A line of more pieces is not read."""

MOST_WORDS = 25
"""A bare line of more words is a sentence, not an item."""

MOST_IN_A_NAME = 6
"""A known name is looked for in at most so many pieces of a line."""

_COMMA = re.compile(r",(?=\s)|、|，")
_SEPARATORS = (re.compile(r";"), re.compile(r"[|｜•]|\s[/·]\s"), _COMMA)
_ENDS = re.compile(r"(?<!\b\w)(?<!\.)[.!?。:](?:[\"')\]”*_]|\s?[^\w\s,;]){0,4}$")
_PLACE = re.compile(r"(?<!\w)\(?(?P<n>\d{1,3})(?P<sign>[.)])\s")
# More than a few words in brackets, which are no part of a name.
_REMARKED = re.compile(r"\((?:[^()\s]{1,40} ){3}[^()]{1,400}\)$")


def nameable(text: str, wanted: Titles) -> bool:
    """Whether a bare line can be a name: a known one, or no sentence."""
    shown = plain(text)
    if wanted.known.head(shown) or (wanted.ids and shown.strip(" \"'[]().,") in wanted.known.ids):
        return True
    words_ = shown.split()
    return len(words_) <= MOST_WORDS and not (len(words_) > 3 and _ENDS.search(shown))


def split_line(line: Line, wanted: Titles) -> tuple[list[Line], bool] | None:
    """The items of one line, and whether it can be split in this way only; None for a sentence."""
    line = Line(line.text.rstrip(" ;,|"), line.start)
    text = line.text.strip()
    for opening, closing in ("[]", "()", "{}"):
        if text.startswith(opening) and opening not in text[1:]:
            at = line.text.index(opening) + 1
            if text.endswith(closing):
                line = line.part(at, line.text.rindex(closing))
            elif closing not in text:
                line = line.part(at)
    if wanted.known.whole(plain(line.text)):
        return [line], True
    if pieces := _numbered(line):
        return pieces, True
    for separator in _SEPARATORS:
        parts = [part for part in _pieces(line, separator) if part.text.strip(" .")]
        pieces = [part for part in parts if _names(part, wanted)]
        if len(pieces) < 2:
            continue
        if len(pieces) > MAX_PIECES:
            return None
        comma = separator is _COMMA
        found = _merged(line, pieces, wanted, comma)
        if found is None:
            return None
        named, known = found
        if not comma or known == len(named):
            sure = len(pieces) == len(parts) and not any(_goes_on(one, wanted) for one in named)
            return (named, sure) if len(named) > 1 or not comma else ([line], True)
        if known or all(_enclosed(piece.text) for piece in named):
            return named, True
        if wanted.ids and all(len(piece.text.split()) <= 2 for piece in named):
            return named, True
        short = all(len(piece.text.split()) <= 8 for piece in named)
        sure = len(named) > 2 and not any(piece.text[:1].islower() for piece in named)
        return (named, sure) if short and nameable(line.text, wanted) else None
    if both := _both(line, wanted):
        return both, False
    return ([line], True) if nameable(line.text, wanted) else None


def _numbered(line: Line) -> list[Line]:
    """The parts of a line that bear numbers from one on: "(1) … (2) …"."""
    places: list[re.Match[str]] = []
    for one in _PLACE.finditer(line.text):
        if int(one["n"]) == len(places) + 1 and (not places or one["sign"] == places[0]["sign"]):
            places.append(one)
    if len(places) < 2 or line.text[: places[0].start()].strip(" [("):
        return []
    ends = [*(one.start() for one in places[1:]), len(line.text)]
    parts = (line.part(one.end(), end) for one, end in zip(places, ends, strict=True))
    return [Line(part.text.rstrip(" ;,|"), part.start) for part in parts]


def _merged(
    line: Line, pieces: Sequence[Line], wanted: Titles, comma: bool
) -> tuple[list[Line], int] | None:
    """The pieces of a line, those of one known name together, and how many are known."""
    found: list[Line] = []
    known = at = 0
    while at < len(pieces):
        parts, count, at = _next(line, pieces, at, wanted, comma)
        if not count and not nameable(parts[0].text, wanted):
            return None
        found += parts
        known += count
    return found, known


def _next(
    line: Line, pieces: Sequence[Line], at: int, wanted: Titles, comma: bool
) -> tuple[list[Line], int, int]:
    """The next item from a piece on, how many known names it is, and where to go on.

    A known name may hold separators itself; the last piece between commas may be two ("A and B").
    """
    begin = pieces[at].start - line.start
    for end in range(min(len(pieces), at + MOST_IN_A_NAME), at + 1, -1):
        part = line.part(begin, pieces[end - 1].end - line.start)
        if wanted.known.whole(plain(part.text)):
            return [part], 1, end
    part, end = pieces[at], at + 1
    if _is_known(part.text, wanted):
        return [part], 1, end
    if comma and end == len(pieces) > 1 and (both := _both(part, wanted)):
        return both, len(both), end
    return [part], 0, end


def _is_known(text: str, wanted: Titles) -> bool:
    bare = plain(text)
    bare = re.sub(r"^\(?\d{1,3}[.)]\s+", "", bare)
    if wanted.ids and bare.strip(" \"'“”‘’[]().,;*_#") in wanted.known.ids:
        return True
    head = wanted.known.head(bare)
    return head is not None and head.end > 0 and not denies(bare[head.end :], wanted.asked)


def _both(line: Line, wanted: Titles) -> list[Line]:
    """Two known names with one word between them ("and"); or one behind such a word."""
    for blank in re.finditer(r"\s[^\W\d_]{1,4}\s", line.text):
        if not blank[0].islower():
            continue
        one, other = line.part(0, blank.start()), line.part(blank.end())
        if _is_known(one.text, wanted) and _is_known(other.text, wanted):
            return [one, other]
    first = re.match(r"[^\W\d_]{1,4}\s", line.text)
    if first and first[0].islower() and _is_known(line.text[first.end() :], wanted):
        return [line.part(first.end())]
    return []


def _names(part: Line, wanted: Titles) -> bool:
    """Whether a part of a line has a letter or a figure, or is a known name without one."""
    return bool(re.search(r"\w", part.text) or wanted.known.whole(plain(part.text)))


def _goes_on(piece: Line, wanted: Titles) -> bool:
    """Whether a piece may go on with the one before it, or holds a remark."""
    doubtful = piece.text[:1].islower() or _REMARKED.search(piece.text)
    return bool(doubtful) and not wanted.known.whole(plain(piece.text))


def _enclosed(text: str) -> bool:
    """Whether a piece stands between quotes or marks."""
    bare = text.strip(" .,")
    return bare[:1] in '"“‘«*_《「' and bare[-1:] in '"”’»*_》」'


def _pieces(line: Line, separator: re.Pattern[str]) -> list[Line]:
    """The parts of a line between separators that stand in no brackets or quotes."""
    found, at, depth, quoted = [], 0, 0, False
    cuts = {place.start(): place.end() for place in separator.finditer(line.text)}
    for n, sign in enumerate(line.text):
        if sign in "(“«《[":
            depth += 1
        elif sign in ")”»》]":
            depth = max(0, depth - 1)
        elif sign == '"':
            quoted = not quoted
        elif n in cuts and not depth and not quoted:
            found.append(line.part(at, n))
            at = cuts[n]
    found.append(line.part(at))
    return found
