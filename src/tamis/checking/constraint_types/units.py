"""Which sentences, paragraphs and lines surely are some, and which a reader may count or not."""

from __future__ import annotations

import re

from tamis.checking.constraint_types.layout import ENDED, Layout
from tamis.checking.worksheet import Span

Sorted = tuple[list[Span], list[Span]]
"""What surely is one, and what may be."""

_LETTER = re.compile(r"[^\W\d_]")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
# A stop inside of a sentence that may end it: after an abbreviation or an initial.
_STOP = re.compile(r"(?<=\w)[.!?…]+[\"'”’)*_]*\s+(?=[\"“‘'(*_]*[A-Z])")
_NAMED = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|vs|cf|e\.g|i\.e|jan|feb|aug|sept|oct|nov|dec)|^\W*\w{1,2})\Z",
    re.I,
)
_SPOKEN = re.compile(r"(?<![!?…])[!?…]++[\"”’]\Z|\.{3}\Z|…\Z")
# A line break that may part two paragraphs: long lines on both sides, a stop before it.
_BREAK = re.compile(r"(?<=[^\n]{60}[.!?…])[\"'”’)]*[ \t]*\n[ \t]*(?=[^\n]{60})")
# A title or the "v." of a case, which a name follows; and names that end with a mark.
_GOES_ON = re.compile(
    r"(?:\b(?:Gen|Col|Sgt|Capt|Cpt|Lt|Maj|Rev|Hon|Gov|Sen|Rep|Pres|Mt|Ft)|\sv)\.\Z"
)
_MARKED = re.compile(
    r"\b(?:Yahoo|Jeopardy|Yum|Joomla|Kahoot|Wham|Shazam|Oklahoma|Oliver|Airplane|Mamma Mia|Dolly|E"
    r"|Moulin Rouge|Chips Ahoy|Westward Ho|Guess Who|Eats Shoots and Leaves)[!?][*_]*\Z"
)
_COMPANY = re.compile(r"(?:Inc|Ltd|Corp|Co|LLC|PLC|GmbH|Brands|Group)\b")
# Behind the name of a firm or a street a sentence may end or go on.
_FIRM = re.compile(r"\b(?:Inc|Ltd|Corp|Co|Bros|Ave|Blvd|Rd)\.\Z")
_SHORT = 12
_POEM = re.compile(
    r"\b(?:poems?|haikus?|limericks?|sonnets?|stanzas?|verses?|songs?|lyrics)\b", re.I
)


def sentences(text: Layout) -> Sorted:
    """Those that end with a stop; headings, items and lines without one, and what an abbreviation
    or a cry in quotes may part, are unsure. Code has none. One alone needs no stop.
    """
    outside = text.code_lines | text.letter_lines
    pieces = [
        piece
        for piece in text.sentences
        if _LETTER.search(text.quote(piece)) and text.line_start(piece[0]) not in outside
    ]
    if len(pieces) == 1 and text.line_start(pieces[0][0]) not in text.apart:
        return pieces, _inner(text, pieces[0])
    sure: list[Span] = []
    unsure: list[Span] = []
    for n, piece in enumerate(pieces):
        said = text.quote(piece)[-60:]
        ended = ENDED.search(said) and text.line_start(piece[0]) not in text.apart
        following = text.quote(pieces[n + 1])[:20] if n + 1 < len(pieces) else ""
        if following and (
            _GOES_ON.search(said) or (_MARKED.search(said) and _COMPANY.match(following))
        ):
            continue
        cut = following and (_SPOKEN.search(said) or _MARKED.search(said) or _FIRM.search(said))
        (sure if ended and not cut else unsure).append(piece)
        unsure += _inner(text, piece)
    return sure, unsure


def _inner(text: Layout, piece: Span) -> list[Span]:
    """What follows a stop inside of a sentence, where the stop may end it."""
    said = text.quote(piece)
    starts = [
        stop.end()
        for stop in _STOP.finditer(said)
        if not _NAMED.search(said, max(stop.start() - 6, 0), stop.start())
    ]
    return [(piece[0] + start, piece[1]) for start in starts]


def paragraphs(text: Layout) -> Sorted:
    """Blocks of prose; lists, what stands behind one in the same block, short lines without a stop,
    what only introduces a list, and long lines of one block are unsure.
    """
    listed = {start for start, _ in text.marks}
    blocks = [_runs(text, one, listed) for one in text.prose_paragraphs]
    alone = len(blocks) == 1 == len(blocks[0])
    sure: list[Span] = []
    unsure: list[Span] = []
    for first, *others in blocks:
        said = text.quote(first)
        short = len(said.split(None, _SHORT)) <= _SHORT and not ENDED.search(said[-20:])
        short = short or not _LETTER_OR_DIGIT.search(said)
        open_ = text.line_start(first[0]) in listed or (not alone and (short or said.endswith(":")))
        (unsure if open_ else sure).append(first)
        unsure += others
    lines = [
        (end, end + len(text.after(end, 200).split("\n", 1)[0]))
        for _, end in text.matches(_BREAK)
        if text.line_start(end) not in listed
    ]
    return sure, sorted([*unsure, *lines])


def _runs(text: Layout, block: Span, listed: set[int]) -> list[Span]:
    """A block of lines, parted where a list begins in it and where it ends."""
    starts = [block[0]]
    in_list = text.line_start(block[0]) in listed
    for at in text.line_starts_in(*block)[1:]:
        # An indented line goes on with what stands above it.
        if (at in listed) != in_list and (at in listed or not text.after(at, 1).isspace()):
            starts.append(at)
            in_list = not in_list
    ends = [start - 1 for start in starts[1:]]
    return list(zip(starts, [*ends, block[1]], strict=True))


def lines(text: Layout) -> Sorted:
    """Lines that say something; headings, rules and fences are unsure."""
    sure: list[Span] = []
    unsure: list[Span] = []
    # The title of a poem is none of its lines.
    titled = bool(text.title and _POEM.search(text.request))
    for line in text.lines[titled:]:
        said = text.quote(line)
        heading = line[0] in text.apart and line[0] not in text.code_lines
        plain = _LETTER_OR_DIGIT.search(said) and not said.lstrip().startswith(("```", "~~~"))
        (sure if plain and not heading else unsure).append(line)
    return sure, unsure


def sections(text: Layout) -> Sorted:
    """From each heading of the upper level to the next, a title above all left out; smaller ones
    are unsure.
    """
    levels = [text.level(one) for one in text.headings]
    titled = len(levels) > 1 and levels[0] < min(levels[1:])
    if len(levels) == 1 and text.line_start(text.headings[0][0]) == text.lines[0][0]:
        # A single heading at the beginning is a title, or that of one section.
        return [], [(text.lines[0][0], text.start + len(text.text))]
    if titled and levels[0] > 1:
        # Of a lower level it is a title only where nothing stands below it.
        below = text.quote((text.headings[0][1], text.line_start(text.headings[1][0])))
        titled = not below.strip(" \t\n#*:")
    top = min(levels[titled:], default=0)
    starts = [text.line_start(start) for start, _ in text.headings]
    end = text.start + len(text.text)
    upper = [at for at, level in zip(starts, levels, strict=True) if level == top]
    smaller = [
        (at, after)
        for at, after, level in zip(starts, [*starts[1:], end], levels, strict=False)
        if level > top
    ]
    return list(zip(upper, [*upper[1:], end], strict=False)), smaller
