"""Whether a text begins or ends with a phrase."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.text.normalised import SIGNS

_PIECE = re.compile(r"[^\W_]+|[^\w\s]")
# Marks of Markdown and quotes do not belong to what is said.
_UNSAID = frozenset("*#>`\"'")


def judged(text: Text, phrases: Sequence[str], *, end: bool, case: bool, part: bool) -> Judgement:
    """The verdict on whether it begins (ends) with one of the phrases."""
    said = text.text.strip()
    found = [_fits(said, one, end=end, case=case, part=part) for one in phrases]
    shown = " ".join((said[-60:] if end else said[:60]).split())
    working = f'it {"ends" if end else "begins"} "{"…" * (end and len(said) > 60)}{shown}"'
    if True in found:
        return decided(True, working)
    if None in found:
        near = phrases[found.index(None)]
        return undecided(f'only letter case or marks differ from "{near}".', working)
    return decided(False, working)


def _fits(said: str, phrase: str, *, end: bool, case: bool, part: bool) -> bool | None:
    """None where nothing but case or punctuation differs."""
    if end and said.endswith(phrase):
        return part or not _joined(said[: -len(phrase)][-1:], phrase[0])
    if not end and said.startswith(phrase):
        return part or not _joined(phrase[-1], said[len(phrase) :][:1])
    wanted = _pieces(phrase)
    if not wanted:
        return False
    room = 3 * len(phrase) + 200
    pieces = _pieces(said[-room:] if end else said[:room])
    if end and wanted[-1][0].isalnum():
        while pieces and not pieces[-1][0].isalnum():
            pieces.pop()
    many = len(wanted)
    there = pieces[-many:] if end else pieces[:many]
    if part and len(there) == many:
        there[-1] = there[-1][: len(wanted[-1])] if not end else there[-1]
        there[0] = there[0][-len(wanted[0]) :] if end else there[0]
    if there == wanted:
        return True
    if _folded(there) == _folded(wanted):
        # A capital letter at the beginning is no difference, unless it is asked for.
        return False if case else True if _lower(wanted) else None
    words, wanted = ([one for one in _folded(some) if one.isalnum()] for some in (pieces, wanted))
    many = len(wanted)
    return None if wanted and (words[-many:] if end else words[:many]) == wanted else False


def _joined(left: str, right: str) -> bool:
    """Whether two signs belong to one word."""
    return left.isalnum() and right.isalnum()


def _pieces(said: str) -> list[str]:
    return [one for one in _PIECE.findall(said.translate(SIGNS)) if one not in _UNSAID]


def _folded(pieces: Sequence[str]) -> list[str]:
    return [one.casefold() for one in pieces]


def _lower(pieces: Sequence[str]) -> bool:
    """Whether it has no capital but at its beginning."""
    return all(one == one.lower() for one in (pieces[0][1:], *pieces[1:]))
