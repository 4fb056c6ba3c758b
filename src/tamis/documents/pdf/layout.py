"""The lines of a page, in reading order, from its words in the order in which they are drawn.

Words on one baseline that follow each other are a line. Most programs draw one column after the
other, and their order is kept. Where lines go on across a gutter again and again, the columns were
drawn row by row: then the rows between two lines of the full width are read column by column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from tamis.documents.pdf.line import Line
from tamis.documents.pdf.pdfium import Word

_GAP = 1.0
"""From so many times the size of the type on, a blank may be the gutter between two columns."""

_ROWS = 3
"""The fewest rows of columns."""

_WORDS = 3
_WHOLE = 0.7
"""A row is one of columns where its two sides are lines of text: several words, and hardly ever a
gap among them, as the cells of a table have."""

_WIDE = 0.2
"""The least width of a column, as a share of that of the text."""

_MOST_DEEP = 4


@dataclass(frozen=True)
class _Run:
    """Words of one line between two gaps."""

    words: tuple[Word, ...]

    @property
    def left(self) -> float:
        return self.words[0].x

    @property
    def right(self) -> float:
        return self.words[-1].right


_Row = tuple[_Run, ...]
"""The runs of one baseline that are drawn one after the other."""


def lines_of(words: Sequence[Word]) -> list[Line]:
    """The lines of a page; those that are turned away from most of it come last, as `upright`."""
    ways = Counter[int]()
    for word in words:
        ways[word.turned] += len(word.text)
    lines: list[Line] = []
    for way, _ in ways.most_common():
        rows = list(_rows([word for word in words if word.turned == way]))
        ordered = _by_columns(rows, 0)
        lines += [_line(row, upright=bool(lines) and way in (1, 3)) for row in ordered]
    return lines


def _rows(words: Sequence[Word]) -> Iterator[_Row]:
    runs: list[_Run] = []
    run: list[Word] = []
    for word in words:
        if run:
            before = run[-1]
            size = max(before.size, word.size, 1.0)
            level = abs(before.y - word.y) < (0.6 if word.glued else 0.3) * size
            gap = word.x - before.right
            if not level or gap < -0.5 * size:
                yield (*runs, _Run(tuple(run)))
                runs, run = [], []
            elif gap > _GAP * size:
                runs.append(_Run(tuple(run)))
                run = []
        run.append(word)
    if run:
        yield (*runs, _Run(tuple(run)))


def _by_columns(rows: Sequence[_Row], depth: int) -> list[_Row]:
    """The rows in reading order: as they are, unless columns were drawn row by row."""
    gutter = _gutter(rows) if depth < _MOST_DEEP and len(rows) >= _ROWS else None
    if gutter is None:
        return list(rows)
    found: list[_Row] = []
    band: list[_Row] = []
    for row in rows:
        if all(run.right <= gutter or run.left >= gutter for run in row):
            band.append(row)
        else:
            found += [*_sides(band, gutter, depth), row]
            band = []
    return [*found, *_sides(band, gutter, depth)]


def _sides(band: Sequence[_Row], gutter: float, depth: int) -> list[_Row]:
    """The rows of a band, those on the left of the gutter first."""
    both = sum(row[0].right <= gutter <= row[-1].left for row in band)
    if both < _ROWS:
        return list(band)
    left = [tuple(run for run in row if run.right <= gutter) for row in band]
    right = [tuple(run for run in row if run.left >= gutter) for row in band]
    sides = ([row for row in side if row] for side in (left, right))
    return [row for side in sides for row in _by_columns(side, depth + 1)]


def _gutter(rows: Sequence[_Row]) -> float | None:
    """Where most gaps within rows lie above each other, if on both sides there are columns."""
    gaps = [(one.right, other.left) for row in rows for one, other in pairwise(row)]
    if len(gaps) < _ROWS:
        return None
    ends = sorted([(start, 0) for start, _ in gaps] + [(end, 1) for _, end in gaps])
    most = open_ = 0
    best, within = 0.0, False
    for place, closes in ends:
        if closes:
            if within:
                best, within = (best + place) / 2, False
            open_ -= 1
        else:
            open_ += 1
            if open_ > most:
                most, best, within = open_, place, True
    if most < _ROWS:
        return None
    parted = [row for row in rows if len(row) > 1 and row[0].right <= best <= row[-1].left]
    return best if _columns(parted, rows, best) else None


def _columns(parted: Sequence[_Row], rows: Sequence[_Row], gutter: float) -> bool:
    """Whether the sides of the rows that a gutter parts are text, and no cells of a table."""
    if len(parted) < _ROWS:
        return False
    runs = [run for row in rows for run in row]
    width = max(run.right for run in runs) - min(run.left for run in runs)
    for on_left in (True, False):
        sides = [
            [run for run in row if (run.right <= gutter if on_left else run.left >= gutter)]
            for row in parted
        ]
        whole = sum(len(side) == 1 for side in sides)
        near = [max(side, key=lambda run: len(run.words)) for side in sides if side]
        if whole < _WHOLE * len(sides) and _gutter([tuple(side) for side in sides]) is None:
            return False
        if median(len(run.words) for run in near) < _WORDS:
            return False
        if median(run.right - run.left for run in near) < _WIDE * width:
            return False
    return True


def _line(row: _Row, *, upright: bool) -> Line:
    words = [word for run in row for word in run.words]
    text = ""
    weights: Counter[tuple[float, bool]] = Counter()
    before: Word | None = None
    for word in words:
        weights[word.size, word.bold] += len(word.text)
        joint = _joint(before, word)
        if before is not None and joint == " ":
            # A blank beside a word in a smaller type belongs to the text around that word.
            larger = max(before, word, key=lambda one: one.size)
            weights[larger.size, larger.bold] += 1
        text += joint + word.text
        before = word
    size, bold = max(weights, key=lambda kind: weights[kind])
    return Line(text, words[0].x, words[0].y, size, bold, upright)


def _joint(before: Word | None, word: Word) -> str:
    """What stands between two words of a line."""
    if before is None:
        return ""
    if not word.glued:
        return " "
    if word.size == before.size and abs(word.y - before.y) < 0.05 * word.size:
        return ""
    last = before.text[-1]
    if not (last.isalnum() or last == ")") or not word.text[0].isdigit():
        return ""
    if word.y > before.y + 0.1 * before.size and word.size < before.size:
        return "^"
    # Digits that stand lower, or of another size, are no more digits of a figure either.
    return "" if last.isalpha() else " "
