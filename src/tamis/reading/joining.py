"""Which of several lists of a reply are its answer, as one list."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.reading.denials import denies
from tamis.reading.document import Line
from tamis.reading.forms import Listing, Walked
from tamis.reading.items import items_of, labels
from tamis.reading.known import letters
from tamis.reading.looks_for import Titles

MAX_LISTS = 60
"""Of more lists none is the answer."""


def joined(found: Walked, wanted: Titles, *, marked: bool) -> Listing | None:
    """The listings that are the answer as one; None where they differ.

    `marked`: they stand below the prompt's marker.
    """
    groups = _groups(found, marked)
    if len(groups) <= 1 or len(groups) > MAX_LISTS:
        return groups[0] if len(groups) == 1 else None
    named = [{letters(item.text) for item in items_of(one.entries, wanted)} for one in groups]
    if named[-1] and all(named[-1] <= one for one in named[:-1]):
        # A list of candidates, and the answer out of it; below a marker only the same once more.
        return groups[-1] if not marked or named[0] == named[-1] else None
    if marked and _stands_first(groups, wanted):
        return groups[0]
    headings = [one.heading for one in groups if one.heading is not None]
    turned = any(denies(heading.text) for heading in headings)
    apart = sum(map(len, named)) == len(set().union(*named))
    if (marked or wanted.every) and len(headings) == len(groups) and apart and not turned:
        return _as_one(groups)
    return None


def _groups(found: Walked, marked: bool) -> list[Listing]:
    """The listings, those that follow each other with nothing between as one."""
    groups: list[Listing] = []
    before: Listing | Line | None = None
    for piece in found.pieces:
        if isinstance(piece, Listing) and not piece.first:
            last = groups[-1] if groups else None
            follows = isinstance(before, Listing) or _goes_on(last, piece)
            if marked and piece.form == "labelled":
                follows = follows or not (piece.heading and denies(piece.heading.text))
            if last is not None and follows and last.form == piece.form != "data":
                last.entries += piece.entries
                last.open, last.unread = piece.open, last.unread or piece.unread
            else:
                groups.append(piece)
        before = piece
    return groups


def _stands_first(groups: Sequence[Listing], wanted: Titles) -> bool:
    """Whether the first list is the answer: it alone has the labels that were asked for, or it
    stands directly below the marker, and what it leaves out under headings.
    """
    first, *others = groups
    if labelled(first, wanted) and not any(labelled(one, wanted) for one in others):
        return True
    left_out = all(one.heading is not None and denies(one.heading.text) for one in others)
    return first.heading is None and left_out


def _as_one(groups: Sequence[Listing]) -> Listing:
    return Listing(
        [entry for one in groups for entry in one.entries],
        groups[0].form,
        open=groups[-1].open,
        unread=any(one.unread for one in groups),
        joined=True,
    )


def labelled(listing: Listing, wanted: Titles) -> bool:
    """Whether the entries of a listing bear the labels of the form that was asked for."""
    pattern = labels(wanted)
    # The first may be cut where only the end of a reply is read.
    some = listing.entries[1:] or listing.entries
    return all(any(pattern.search(line.text) for line in one.lines) for one in some)


def in_form(line: Line, wanted: Titles) -> bool:
    """Whether a line has a label of the form that was asked for, or its label as a tag."""
    return bool(labels(wanted).search(line.text)) or f"<{wanted.label}>" in line.text.casefold()


def _goes_on(last: Listing | None, piece: Listing) -> bool:
    """Whether a list goes on with the numbers of another."""
    if last is None or not last.entries or not piece.entries:
        return False
    number, after = last.entries[-1].number, piece.entries[0].number
    return number.isdigit() and after.isdigit() and int(after) == int(number) + 1 > 1
