"""A text as a reader sees it: without characters that do not show, and without marks of Markdown
and of simple HTML, which show as bold, as a link, or not at all.

Each place of what is seen has its place in the text. Takes time in proportion to the text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import NamedTuple

from tamis.text.normalised import invisible, visible

Span = tuple[int, int]

_MARKS = re.compile(r"[*_~<&`]|\]\(")
_ATTRIBUTE = r"\s[\w:-]{1,40}=(?:\"[^\"<>\n]{0,300}\"|'[^'<>\n]{0,300}'|[^\s\"'<>=]{1,100})"
_TAG = re.compile(
    r"</?(?:a|b|br|code|del|em|font|i|ins|kbd|mark|s|small|span|strike|strong|sub|sup|u|wbr)"
    rf"(?:{_ATTRIBUTE}){{0,9}}\s?/?>|(?<=\w)<!--[^>]{{0,500}}(?<=--)>(?=\w)",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_LINK = re.compile(r"(\[)[^\[\]\n]{1,300}(\]\([^()\n]{0,500}\))")
_CODE = re.compile(r"(?<!`)(`)[^`\n]+(`)(?!`)")
_RUN = re.compile(r"\\.|\*+|_+|~+|[\n|]")
_DEEPEST = 20
"""So many marks that were opened are looked at for the one that is closed."""
_LOWERED = 30
"""Most signs between single tildes: `H~2~O`, but no "3~5 days, 7~9 nights"."""


class Cut(NamedTuple):
    """What a reader does not see of a text, or sees as something else; marks, or invisible."""

    start: int
    end: int
    shown: str = ""
    marks: bool = True


class Seen:
    """A text as it is seen, with the places of what is left out."""

    def __init__(self, said: str, cuts: Iterable[Cut] = ()) -> None:
        self._said = said
        self._cuts = [*_merged(cuts)]
        self._starts = [cut.start for cut in self._cuts]
        parts: list[str] = []
        self._at: list[int] = []
        length = done = 0
        for cut in self._cuts:
            parts += (said[done : cut.start], cut.shown)
            length += cut.start - done
            self._at.append(length)
            length += len(cut.shown)
            done = cut.end
        self.text = "".join([*parts, said[done:]]) if self._cuts else said
        # Within words, by where the word goes on and where it stops.
        self._after = {cut.end: cut for cut in self._cuts if self._joins(cut.shown, cut)}
        self._before = {cut.start: cut for cut in self._cuts if self._joins(cut.shown, cut)}

    @cached_property
    def is_parted(self) -> bool:
        """Whether the text has words that are not those that a reader sees."""
        return any(cut.marks or self._is_script(cut) for cut in self._after.values()) or any(
            cut.marks and any(sign.isalnum() for sign in self._said[cut.start : cut.end])
            for cut in self._cuts
        )

    def place(self, span: Span) -> Span:
        """Where in the text a part of what is seen stands."""
        return self._place(span[0], last=False), self._place(span[1] - 1, last=True)

    def is_word(self, span: Span) -> bool | None:
        """Whether what begins and ends as a word in the text is one for a reader.

        None where marks part it from what is joined to it: `**bold**type` may be two words. Not
        where invisible characters do, but for the joiners of some scripts.
        """
        n = bisect_right(self._starts, span[0]) - 1
        if n >= 0 and self._cuts[n].marks and span[1] <= self._cuts[n].end:
            return None
        ends = [one for one in (self._after.get(span[0]), self._before.get(span[1])) if one]
        if any(one.marks for one in ends):
            return None
        return all(map(self._is_script, ends))

    def _place(self, at: int, *, last: bool) -> int:
        n = bisect_right(self._at, at) - 1
        if n < 0:
            return at + last
        into = at - self._at[n] - len(self._cuts[n].shown)
        if into < 0:
            return self._cuts[n].end if last else self._cuts[n].start
        return self._cuts[n].end + into + last

    def _joins(self, shown: str, cut: Cut) -> bool:
        """Whether letters stand before and behind it, or in its place."""
        before, after = self._said[cut.start - 1 : cut.start], self._said[cut.end : cut.end + 1]
        return _is_letter(before) and _is_letter(after) and all(map(_is_letter, shown))

    def _is_script(self, cut: Cut) -> bool:
        """Whether it parts letters of a script that joins them, as in Persian."""
        return "\u200c" in self._said[cut.start : cut.end] and self._said[cut.end] > "\u024f"


def seen(said: str, without_code: Callable[[], str]) -> Seen:
    """A text as a reader sees it; the other is the same with blanks for code and addresses."""
    cuts = [Cut(start, end, shown, marks=False) for start, end, shown in invisible(said)]
    if _MARKS.search(said):
        prose = without_code()
        cuts += _emphasis(prose)
        cuts += [
            Cut(*one.span(), " " * one[0].lower().startswith("<br")) for one in _TAG.finditer(prose)
        ]
        cuts += _entities(prose)
        cuts += _around(_LINK, prose)
        cuts += _around(_CODE, said)
    return Seen(said, cuts)


def _merged(cuts: Iterable[Cut]) -> Iterator[Cut]:
    """Cuts in order; those that touch are one, and of two that overlap the first stays."""
    last: Cut | None = None
    for cut in sorted(cuts):
        if last is None or cut.start > last.end:
            if last:
                yield last
            last = cut
        elif cut.start == last.end:
            last = Cut(last.start, cut.end, last.shown + cut.shown, last.marks or cut.marks)
    if last:
        yield last


def _entities(prose: str) -> Iterator[Cut]:
    """`&amp;`, `&#8203;`: as the sign that it stands for."""
    for one in _ENTITY.finditer(prose):
        sign = unescape(one[0])
        if sign != one[0] and len(sign) < 3:
            shown = " " if sign.isspace() else visible(sign)
            yield Cut(*one.span(), shown, marks=bool(shown))


def _around(pattern: re.Pattern[str], said: str) -> Iterator[Cut]:
    """What stands around the text of links and around code, where a word goes on behind it."""
    for one in pattern.finditer(said):
        (left, start), (end, right) = one.span(1), one.span(2)
        if (_is_letter(said[left - 1 : left]) and _is_letter(said[start])) or (
            _is_letter(said[end - 1]) and _is_letter(said[right : right + 1])
        ):
            yield from (Cut(left, start), Cut(end, right))


@dataclass
class _Run:
    """A run of one mark of emphasis, of which a part may have been used."""

    sign: str
    start: int
    end: int
    opens: bool
    closes: bool
    many: int


def _emphasis(prose: str) -> Iterator[Cut]:
    """The marks that Markdown shows as emphasis, by CommonMark's rules, within a line or a cell."""
    waiting: list[_Run] = []
    for found in _RUN.finditer(prose):
        if found[0] in "\n|":
            waiting.clear()
        if found[0][0] not in "*_~":
            continue
        one = _run(prose, found)
        while one.closes and one.start < one.end:
            nth = _opener(waiting, one, prose)
            if nth is None:
                break
            first = waiting[nth]
            many = min(first.end - first.start, one.end - one.start, 2)
            yield from (Cut(first.end - many, first.end), Cut(one.start, one.start + many))
            first.end, one.start = first.end - many, one.start + many
            del waiting[nth + (first.start < first.end) :]
        if one.opens and one.start < one.end:
            waiting.append(one)


def _run(prose: str, found: re.Match[str]) -> _Run:
    sign, (start, end) = found[0][0], found.span()
    before, after = prose[start - 1 : start], prose[end : end + 1]
    blank_before, blank_after = not before.strip(), not after.strip()
    sign_before, sign_after = _is_sign(before), _is_sign(after)
    left = not blank_after and (not sign_after or blank_before or sign_before)
    right = not blank_before and (not sign_before or blank_after or sign_after)
    # Underscores within a word are letters.
    opens = left and (sign != "_" or not right or sign_before)
    closes = right and (sign != "_" or not left or sign_after)
    return _Run(sign, start, end, opens, closes, end - start)


def _opener(waiting: Sequence[_Run], one: _Run, prose: str) -> int | None:
    """The last run that it closes."""
    for nth in range(len(waiting) - 1, max(len(waiting) - _DEEPEST, 0) - 1, -1):
        first = waiting[nth]
        if first.sign == one.sign and _fit(first, one, prose):
            return nth
    return None


def _fit(first: _Run, one: _Run, prose: str) -> bool:
    if one.sign == "~":
        inside = prose[first.end : min(one.start, first.end + _LOWERED + 1)]
        lowered = len(inside) <= _LOWERED and len(inside.split()) == 1
        return first.many == one.many and (one.many == 2 or (one.many == 1 and lowered))
    both = (first.closes or one.opens) and (first.many + one.many) % 3 == 0
    return not both or (first.many % 3 == 0 and one.many % 3 == 0)


def _is_letter(sign: str) -> bool:
    """Whether it is a letter or a digit, or a mark that stands on one."""
    return bool(sign) and (sign.isalnum() or unicodedata.category(sign)[0] == "M")


def _is_sign(sign: str) -> bool:
    return bool(sign) and unicodedata.category(sign)[0] in "PS"
