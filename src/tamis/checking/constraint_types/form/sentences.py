"""How many sentences: `sentences(exactly=3)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_ENDED = re.compile(r"[.!?…。！？](?:[\"'”’»)*_\]]|[ ]?\[\d{1,3}\])*\Z")
_LETTER = re.compile(r"[^\W\d_]")
# A stop inside of a sentence that may end it: after an abbreviation or an initial.
_STOP = re.compile(r"(?<=\w)[.!?…]+[\"'”’)*_]*\s+(?=[\"“‘'(*_]*[A-Z])")
_NAMED = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|vs|cf|e\.g|i\.e|jan|feb|aug|sept|oct|nov|dec)|^\W*\w{1,2})\Z",
    re.I,
)
_SPOKEN = re.compile(r"[!?…]+[\"”’]\Z|\.{3}\Z|…\Z")


class Sentences(Count):
    """Sentences: what ends with a full stop, a question mark or an exclamation mark.

    Headings, items and lines without such a mark may count, and what follows an abbreviation or a
    cry in quotes ("Stop!" John said). Code does not. One line alone counts even without a mark.
    """

    id = "sentences"
    one = "sentence"
    passes = ({"exactly": 2}, "Dr. Hale arrived at 9 a.m. on Monday. She left at noon.")
    fails = ({"max": 2}, "It rains. It pours. We stay in.")
    wordings = {
        "in exactly three sentences": {"exactly": 3},
        "no more than two sentences": {"max": 2},
        "3-5 sentences": {"min": 3, "max": 5},
        "at least 4 sentences": {"min": 4},
        "answer in one sentence": {"exactly": 1},
        "a two-sentence summary": {"exactly": 2},
        "each paragraph should have at least 3 sentences": {"min": 3, "where": "each paragraph"},
        "fewer than 6 sentences": {"max": 5},
        "keep every bullet to a single sentence": {"exactly": 1, "where": "each bullet"},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return self._sorted(text)[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return self._sorted(text)[1]

    def _sorted(self, text: Text) -> tuple[list[Span], list[Span]]:
        """What surely is a sentence, and what may be."""
        pieces = [
            piece
            for piece in text.sentences
            if _LETTER.search(text.quote(piece))
            and text.line_start(piece[0]) not in text.code_lines
        ]
        if len(pieces) == 1 and text.line_start(pieces[0][0]) not in text.apart:
            return pieces, self._inner(text, pieces[0])
        sure: list[Span] = []
        unsure: list[Span] = []
        for n, piece in enumerate(pieces):
            said = text.quote(piece)[-60:]
            ended = _ENDED.search(said) and text.line_start(piece[0]) not in text.apart
            cut = _SPOKEN.search(said) and n + 1 < len(pieces)
            (sure if ended and not cut else unsure).append(piece)
            unsure += self._inner(text, piece)
        return sure, unsure

    def _inner(self, text: Text, piece: Span) -> list[Span]:
        """What follows a stop inside of a sentence, where the stop may end it."""
        said = text.quote(piece)
        starts = [
            stop.end()
            for stop in _STOP.finditer(said)
            if not _NAMED.search(said, max(stop.start() - 6, 0), stop.start())
        ]
        return [(piece[0] + start, piece[1]) for start in starts]
