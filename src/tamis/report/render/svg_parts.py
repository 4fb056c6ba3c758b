"""What the drawings share: colours, markers and words as SVG, readable without colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape

from tamis.report.render.format import ems, rate, show, slug, wrap
from tamis.stats import Estimate
from tamis.text.shown import clean

WIDTH = 640.0
SIZE, LINE = 12.0, 16.0
END, MIDDLE = ' text-anchor="end"', ' text-anchor="middle"'
# Middle tones: each keeps a contrast of 3:1 or more on white and on near-black.
_COLOURS = (
    "#2b7bba", "#c9573a", "#2f8f68", "#9a5fb8", "#a5781a", "#c24f86", "#6d7a87", "#3b8c9b",
)  # fmt: skip
_MARKERS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
    "M-3.6-3.6h7.2v7.2h-7.2Z",
    "M0-5 4.8 3.6h-9.6Z",
    "M0-5.2 5.2 0 0 5.2-5.2 0Z",
    "M0 5 4.8-3.6h-9.6Z",
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
    "M-3.6-3.6h7.2v7.2h-7.2Z",
    "M-4-4 4 4M-4 4 4-4",
)
_HOLLOW = frozenset({5, 6})
_STYLE = (
    ".tamis-chart{font:12px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;"
    "font-variant-numeric:tabular-nums}"
    ".tamis-chart .hollow{fill:var(--tamis-canvas,#fff)}"
    + "".join(
        f".tamis-chart .s{i}{{color:var(--tamis-series-{i},{colour})}}"
        for i, colour in enumerate(_COLOURS)
    )
)


Entry = tuple[Callable[[float, float], str], str]
"""What draws the sample of an entry of a key, and the entry's label."""


def document(
    id: str, title: str, description: str, height: float, body: Sequence[str], style: str = ""
) -> str:
    """One `<svg>` element of the common width, named by its title for those who cannot see it."""
    name = f"figure-{slug(id)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tamis-chart" role="img" '
        f'viewBox="0 0 {n(WIDTH)} {n(height)}" aria-labelledby="{name}-title {name}-desc" '
        f'fill="currentColor" font-family="sans-serif" font-size="{n(SIZE)}">',
        f'<title id="{name}-title">{esc(title)}</title>',
        f'<desc id="{name}-desc">{esc(description)}</desc>',
        f"<style>{_STYLE}{style}</style>",
        *body,
        "</svg>",
    ]
    return "\n".join(lines)


def rates(left: float, right: float, height: Callable[[float], float]) -> Iterator[str]:
    """The lines of the rates 0 to 1 across a plot, and their labels beside it."""
    for fifth in range(6):
        y = n(height(fifth / 5))
        strength = "0.55" if fifth == 0 else "0.14"
        yield (
            f'<line x1="{n(left)}" x2="{n(right)}" y1="{y}" y2="{y}" '
            f'stroke="currentColor" stroke-opacity="{strength}"/>'
        )
        yield words(left - 8, height(fifth / 5) + 4, f"{fifth / 5:.1f}", END)


def tick(x: float, y: float) -> str:
    """The mark of a place on the axis under a plot."""
    return (
        f'<line x1="{n(x)}" x2="{n(x)}" y1="{n(y)}" y2="{n(y + 4)}" '
        f'stroke="currentColor" stroke-opacity="0.55"/>'
    )


def axis_label(label: str, left: float, right: float, top: float) -> tuple[list[str], float]:
    """An axis's label below `top`, in as many lines as it needs; and where it ends."""
    lines = wrap(clean(label), (right - left) / SIZE) if label else []
    more = f'{MIDDLE} font-weight="600"'
    middle = (left + right) / 2
    texts = [words(middle, top + (i + 1) * LINE, line, more) for i, line in enumerate(lines)]
    return texts, top + len(lines) * LINE


def whisker(point: Estimate, x: float, height: Callable[[float], float]) -> str:
    """The 95% interval as an upright line at `x`; empty where there is none to see."""
    low, high = point.interval
    if not (math.isfinite(low) and math.isfinite(high)) or low == high:
        return ""
    top, bottom = n(height(high)), n(height(low))
    a, b = n(x - 2.5), n(x + 2.5)
    path = f"M{n(x)} {top}V{bottom}M{a} {top}H{b}M{a} {bottom}H{b}"
    return f'<path class="whisker" d="{path}" stroke="currentColor" stroke-opacity="0.7"/>'


def marker(index: int, x: float, y: float) -> str:
    """The mark of a series: eight shapes, which then recur."""
    shape = index % len(_MARKERS)
    fill = ' class="hollow" fill="#fff"' if shape in _HOLLOW else ""
    return (
        f'<path{fill} d="{_MARKERS[shape]}" transform="translate({n(x)} {n(y)})" '
        f'stroke="currentColor" stroke-width="1.6"/>'
    )


def fitting(labels: Sequence[str], sample: float) -> int:
    """How many columns, up to three, a key with these labels has room for."""
    widest = SIZE * max((ems(clean(label)) for label in labels), default=0) + sample + 22
    return min(3, max(1, int((WIDTH - 16) // widest)))


def key(
    entries: Sequence[Entry],
    top: float,
    sample: float,
    columns: int,
) -> tuple[list[str], float]:
    """Samples with their labels, row by row; and where the last row ends.

    An entry is what draws its sample, given the left end and the middle height of a place
    `sample` wide, and the label, which is wrapped where its column is too narrow.
    """
    room = (WIDTH - 16) / columns
    lines, y = [], top
    for start in range(0, len(entries), columns):
        deepest = 1
        for index in range(start, min(start + columns, len(entries))):
            x = 8 + (index - start) * room
            wrapped = wrap(clean(entries[index][1]), (room - sample - 16) / SIZE)
            deepest = max(deepest, len(wrapped))
            lines.append(entries[index][0](x, y + 8))
            for row, text in enumerate(wrapped):
                lines.append(words(x + sample + 8, y + 12 + row * LINE, text))
        y += deepest * LINE + 4
    return lines, y + 6


def series(index: int) -> str:
    """The opening tag of a group in a series' colour: eight of them, which then recur."""
    hue = index % len(_COLOURS)
    return f'<g class="s{hue}" color="{_COLOURS[hue]}" fill="currentColor">'


def spoken(point: Estimate) -> str:
    """An estimate in words, with its interval and counts."""
    shown = show(point)
    inside = f" ({shown.interval})" if shown.interval else ""
    return ", ".join([rate(point.value) + inside, *shown.counts])


def words(x: float, y: float, text: str, more: str = "") -> str:
    """A line of text; `more` is further attributes, already as SVG."""
    return f'<text x="{n(x)}" y="{n(y)}"{more}>{esc(text)}</text>'


def esc(text: str) -> str:
    """Text that is safe inside an element and inside an attribute."""
    return escape(clean(text), quote=True)


def n(number: float) -> str:
    """A coordinate: at most one decimal, the same on every machine."""
    return f"{number:.1f}".removesuffix(".0").replace("-0.0", "0")
