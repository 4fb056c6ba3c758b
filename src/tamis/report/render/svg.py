"""A figure as SVG: lines over ordered bins, with 95% intervals, readable without colour."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from tamis.report.render.format import clean, ems, rate, show, slug, wrap
from tamis.report.tables import Figure
from tamis.stats import Estimate

_WIDTH, _PLOT, _TOP, _RIGHT, _LEFT = 640.0, 270.0, 14.0, 14.0, 46.0
_SIZE, _LINE = 12.0, 16.0
_TILT = 40
_END = ' text-anchor="end"'
_LONGEST_TICK = 26
# Middle tones: each keeps a contrast of 3:1 or more on white and on near-black.
_COLOURS = (
    "#2b7bba", "#c9573a", "#2f8f68", "#9a5fb8", "#a5781a", "#c24f86", "#6d7a87", "#3b8c9b",
)  # fmt: skip
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "13 4", "5 2 1 2 1 2", "4 5", "1 2")
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


@dataclass(frozen=True)
class _Frame:
    """Where the plot lies, in user units."""

    left: float
    right: float
    bin: float

    def x(self, index: int) -> float:
        return self.left + (index + 0.5) * self.bin

    @staticmethod
    def y(value: float) -> float:
        return _TOP + (1 - min(max(value, 0.0), 1.0)) * _PLOT


def draw(figure: Figure) -> str:
    """The figure as one `<svg>` element, inline in a page or as a file of its own.

    The same figure gives the same text. Whiskers are 95% intervals, cut at 0 and 1; a point
    that is None or NaN is a gap in its line. Series differ by marker and dash, and by colour
    (`--tamis-series-0` to `-7` and `--tamis-canvas` of the page, where it sets them). Beyond
    eight series markers and colours recur with other dashes.

    Raises ValueError when a series has not one point per tick, or a value outside 0 to 1.
    """
    _check(figure)
    frame = _frame(figure)
    ticks, below = _ticks(figure, frame)
    label_lines = (
        wrap(clean(figure.x_label), (frame.right - frame.left) / _SIZE) if figure.x_label else []
    )
    y = _TOP + _PLOT + below
    labels = []
    for line in label_lines:
        y += _LINE
        middle = (frame.left + frame.right) / 2
        labels.append(_words(middle, y, line, ' text-anchor="middle" font-weight="600"'))
    legend, height = _legend(figure, y + 14)
    name = f"figure-{slug(figure.id)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tamis-chart" role="img" '
        f'viewBox="0 0 {_n(_WIDTH)} {_n(height)}" aria-labelledby="{name}-title {name}-desc" '
        f'fill="currentColor" font-family="sans-serif" font-size="{_n(_SIZE)}">',
        f'<title id="{name}-title">{_esc(figure.title)}</title>',
        f'<desc id="{name}-desc">{_esc(_description(figure))}</desc>',
        f"<style>{_STYLE}</style>",
        *_axes(frame),
        *ticks,
        *labels,
        *(_series(figure, index, frame) for index in range(len(figure.series))),
        *legend,
        "</svg>",
    ]
    return "\n".join(lines)


def _check(figure: Figure) -> None:
    for series in figure.series:
        if len(series.points) != len(figure.ticks):
            raise ValueError(
                f"figure {figure.id!r}, series {series.label!r}: {len(series.points)} points "
                f"for {len(figure.ticks)} ticks; give None where there is no point"
            )
        for tick, point in zip(figure.ticks, series.points, strict=True):
            value = _value(point)
            if value is not None and not 0 <= value <= 1:
                raise ValueError(
                    f"figure {figure.id!r}, series {series.label!r}, {tick!r}: "
                    f"{value} is not a rate between 0 and 1"
                )


def _frame(figure: Figure) -> _Frame:
    count = max(len(figure.ticks), 1)
    # Tilted labels reach to the left of their bins, beyond the axis if they are long.
    narrow = (_WIDTH - 160) / count
    reach = 0.0
    if _tilted(figure, (_WIDTH - _LEFT - _RIGHT) / count):
        for index, tick in enumerate(figure.ticks):
            across = _SIZE * ems(_short(tick)) * math.cos(math.radians(_TILT))
            reach = max(reach, across - (index + 0.5) * narrow + 6)
    left = max(_LEFT, reach)
    return _Frame(left, _WIDTH - _RIGHT, (_WIDTH - _RIGHT - left) / count)


def _tilted(figure: Figure, room: float) -> bool:
    """Whether labels side by side would touch, or leave the drawing at its ends."""
    widths = [_SIZE * ems(_short(tick)) for tick in figure.ticks]
    touching = any((a + b) / 2 + 6 > room for a, b in pairwise(widths))
    return touching or max(widths, default=0) > room + 2 * _RIGHT


def _axes(frame: _Frame) -> Iterator[str]:
    left, right = _n(frame.left), _n(frame.right)
    for fifth in range(6):
        y = _n(frame.y(fifth / 5))
        strength = "0.55" if fifth == 0 else "0.14"
        yield (
            f'<line x1="{left}" x2="{right}" y1="{y}" y2="{y}" '
            f'stroke="currentColor" stroke-opacity="{strength}"/>'
        )
        yield _words(frame.left - 8, frame.y(fifth / 5) + 4, f"{fifth / 5:.1f}", _END)


def _ticks(figure: Figure, frame: _Frame) -> tuple[list[str], float]:
    """The labels under the axis, and how far down they reach."""
    lines, deepest = [], _LINE + 9
    tilted = _tilted(figure, frame.bin)
    every = math.ceil(_LINE / math.sin(math.radians(_TILT)) / frame.bin) if tilted else 1
    for index, tick in enumerate(figure.ticks):
        x, y = frame.x(index), _TOP + _PLOT
        lines.append(
            f'<line x1="{_n(x)}" x2="{_n(x)}" y1="{_n(y)}" y2="{_n(y + 4)}" '
            f'stroke="currentColor" stroke-opacity="0.55"/>'
        )
        if index % every:
            continue
        label = _short(tick)
        if tilted:
            turn = f'{_END} transform="rotate(-{_TILT} {_n(x + 4)} {_n(y + 15)})"'
            lines.append(_words(x + 4, y + 15, label, turn))
            down = _SIZE * ems(label) * math.sin(math.radians(_TILT))
            deepest = max(deepest, 18 + down)
        else:
            lines.append(_words(x, y + 18, label, ' text-anchor="middle"'))
    return lines, deepest


def _series(figure: Figure, index: int, frame: _Frame) -> str:
    series = figure.series[index]
    # Side by side, so that whiskers of one bin do not cover each other.
    step = min(6.0, 0.6 * frame.bin / len(figure.series))
    shift = (index - (len(figure.series) - 1) / 2) * step
    places: list[tuple[float, float] | None] = []
    marks: list[str] = []
    for at, point in enumerate(series.points):
        value = _value(point)
        if point is None or value is None:
            places.append(None)
            continue
        x, y = frame.x(at) + shift, frame.y(value)
        places.append((x, y))
        title = _esc(f"{series.label}, {figure.ticks[at]}: {_spoken(point)}")
        marks.append(f"<g><title>{title}</title>{_whisker(point, x, frame)}")
        marks.append(f"{_marker(index, x, y)}</g>")
    path = _path(places)
    line = f'<path d="{path}" fill="none"{_stroke(index)}/>' if path else ""
    return f"{_open(index)}{line}{''.join(marks)}</g>"


def _path(places: list[tuple[float, float] | None]) -> str:
    """Straight lines between neighbours that both exist."""
    pieces: list[str] = []
    drawing = False
    for here, after in pairwise(places):
        if here and after:
            if not drawing:
                pieces.append(f"M{_n(here[0])} {_n(here[1])}")
            pieces.append(f"L{_n(after[0])} {_n(after[1])}")
        drawing = bool(here and after)
    return "".join(pieces)


def _whisker(point: Estimate, x: float, frame: _Frame) -> str:
    low, high = point.interval
    if not (math.isfinite(low) and math.isfinite(high)) or low == high:
        return ""
    top, bottom = _n(frame.y(high)), _n(frame.y(low))
    a, b = _n(x - 2.5), _n(x + 2.5)
    path = f"M{_n(x)} {top}V{bottom}M{a} {top}H{b}M{a} {bottom}H{b}"
    return f'<path class="whisker" d="{path}" stroke="currentColor" stroke-opacity="0.7"/>'


def _marker(index: int, x: float, y: float) -> str:
    shape = index % len(_MARKERS)
    fill = ' class="hollow" fill="#fff"' if shape in _HOLLOW else ""
    return (
        f'<path{fill} d="{_MARKERS[shape]}" transform="translate({_n(x)} {_n(y)})" '
        f'stroke="currentColor" stroke-width="1.6"/>'
    )


def _legend(figure: Figure, top: float) -> tuple[list[str], float]:
    """The legend below the plot, in as many columns as its labels allow; and where it ends."""
    labels = [clean(series.label) for series in figure.series]
    widest = _SIZE * max(map(ems, labels), default=0) + 58
    columns = min(3, max(1, int((_WIDTH - 16) // widest)))
    room = (_WIDTH - 16) / columns
    lines, y = [], top
    for start in range(0, len(labels), columns):
        deepest = 1
        for index in range(start, min(start + columns, len(labels))):
            x = 8 + (index - start) * room
            wrapped = wrap(labels[index], (room - 52) / _SIZE)
            deepest = max(deepest, len(wrapped))
            sample = f'<path d="M{_n(x)} {_n(y + 8)}h36" fill="none"{_stroke(index)}/>'
            lines.append(f"{_open(index)}{sample}{_marker(index, x + 18, y + 8)}</g>")
            for row, words in enumerate(wrapped):
                lines.append(_words(x + 44, y + 12 + row * _LINE, words))
        y += deepest * _LINE + 4
    return lines, y + 6


def _open(index: int) -> str:
    hue = index % len(_COLOURS)
    return f'<g class="s{hue}" color="{_COLOURS[hue]}" fill="currentColor">'


def _stroke(index: int) -> str:
    again = index // len(_DASHES)
    dash = _DASHES[(index + 3 * again) % len(_DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f' stroke="currentColor" stroke-width="1.8"{dashes}'


def _description(figure: Figure) -> str:
    count = f"{len(figure.series)} lines over {len(figure.ticks)} bins"
    axis = f" of {figure.x_label}" if figure.x_label else ""
    return f"{figure.caption} {count}{axis}; rates from 0 to 1 with 95% intervals.".strip()


def _spoken(point: Estimate) -> str:
    shown = show(point)
    inside = f" ({shown.interval})" if shown.interval else ""
    return ", ".join([rate(point.value) + inside, *shown.counts])


def _value(point: Estimate | None) -> float | None:
    return None if point is None or math.isnan(point.value) else point.value


def _short(tick: str) -> str:
    tick = clean(tick)
    return tick if len(tick) <= _LONGEST_TICK else tick[: _LONGEST_TICK - 1].rstrip() + "…"


def _words(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}"{more}>{_esc(text)}</text>'


def _esc(text: str) -> str:
    return escape(clean(text), quote=True)


def _n(number: float) -> str:
    """A coordinate: at most one decimal, the same on every machine."""
    return f"{number:.1f}".removesuffix(".0").replace("-0.0", "0")
