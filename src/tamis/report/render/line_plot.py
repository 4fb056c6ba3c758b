"""Lines over ordered bins as SVG, with 95% intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from tamis.report.elements import Figure
from tamis.report.render.format import ems
from tamis.report.render.svg_parts import (
    END,
    LINE,
    MIDDLE,
    SIZE,
    WIDTH,
    axis_label,
    document,
    esc,
    fitting,
    key,
    marker,
    n,
    rates,
    series,
    spoken,
    tick,
    whisker,
    words,
)
from tamis.stats import Estimate
from tamis.text.shown import clean

_PLOT, _TOP, _RIGHT, _LEFT = 270.0, 14.0, 14.0, 46.0
_TILT = 40
_LONGEST_TICK = 26
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "13 4", "5 2 1 2 1 2", "4 5", "1 2")


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
    """See `svg.draw`."""
    _check(figure)
    frame = _frame(figure)
    ticks, below = _ticks(figure, frame)
    label, y = axis_label(figure.x_label, frame.left, frame.right, _TOP + _PLOT + below)
    entries = [(partial(_sample, index), line.label) for index, line in enumerate(figure.series)]
    many = fitting([label for _, label in entries], 36)
    legend, height = key(entries, y + 14, 36, many)
    body = [
        *rates(frame.left, frame.right, frame.y),
        *ticks,
        *label,
        *(_line(figure, index, frame) for index in range(len(figure.series))),
        *legend,
    ]
    return document(figure.id, figure.title, _description(figure), height, body)


def _check(figure: Figure) -> None:
    for line in figure.series:
        if len(line.points) != len(figure.ticks):
            raise ValueError(
                f"figure {figure.id!r}, series {line.label!r}: {len(line.points)} points "
                f"for {len(figure.ticks)} ticks; give None where there is no point"
            )
        for name, point in zip(figure.ticks, line.points, strict=True):
            value = _value(point)
            if value is not None and not 0 <= value <= 1:
                raise ValueError(
                    f"figure {figure.id!r}, series {line.label!r}, {name!r}: "
                    f"{value} is not a rate between 0 and 1"
                )


def _frame(figure: Figure) -> _Frame:
    count = max(len(figure.ticks), 1)
    # Tilted labels reach to the left of their bins, beyond the axis if they are long.
    narrow = (WIDTH - 160) / count
    reach = 0.0
    if _tilted(figure, (WIDTH - _LEFT - _RIGHT) / count):
        for index, name in enumerate(figure.ticks):
            across = SIZE * ems(_short(name)) * math.cos(math.radians(_TILT))
            reach = max(reach, across - (index + 0.5) * narrow + 6)
    left = max(_LEFT, reach)
    return _Frame(left, WIDTH - _RIGHT, (WIDTH - _RIGHT - left) / count)


def _tilted(figure: Figure, room: float) -> bool:
    """Whether labels side by side would touch, or leave the drawing at its ends."""
    widths = [SIZE * ems(_short(name)) for name in figure.ticks]
    touching = any((a + b) / 2 + 6 > room for a, b in pairwise(widths))
    return touching or max(widths, default=0) > room + 2 * _RIGHT


def _ticks(figure: Figure, frame: _Frame) -> tuple[list[str], float]:
    """The labels under the axis, and how far down they reach."""
    lines, deepest = [], LINE + 9
    tilted = _tilted(figure, frame.bin)
    every = math.ceil(LINE / math.sin(math.radians(_TILT)) / frame.bin) if tilted else 1
    for index, name in enumerate(figure.ticks):
        x, y = frame.x(index), _TOP + _PLOT
        lines.append(tick(x, y))
        if index % every:
            continue
        label = _short(name)
        if tilted:
            turn = f'{END} transform="rotate(-{_TILT} {n(x + 4)} {n(y + 15)})"'
            lines.append(words(x + 4, y + 15, label, turn))
            down = SIZE * ems(label) * math.sin(math.radians(_TILT))
            deepest = max(deepest, 18 + down)
        else:
            lines.append(words(x, y + 18, label, MIDDLE))
    return lines, deepest


def _line(figure: Figure, index: int, frame: _Frame) -> str:
    line = figure.series[index]
    # Side by side, so that whiskers of one bin do not cover each other.
    step = min(6.0, 0.6 * frame.bin / len(figure.series))
    shift = (index - (len(figure.series) - 1) / 2) * step
    places: list[tuple[float, float] | None] = []
    marks: list[str] = []
    for at, point in enumerate(line.points):
        value = _value(point)
        if point is None or value is None:
            places.append(None)
            continue
        x, y = frame.x(at) + shift, frame.y(value)
        places.append((x, y))
        title = esc(f"{line.label}, {figure.ticks[at]}: {spoken(point)}")
        marks.append(f"<g><title>{title}</title>{whisker(point, x, frame.y)}")
        marks.append(f"{marker(index, x, y)}</g>")
    path = _path(places)
    drawn = f'<path d="{path}" fill="none"{_stroke(index)}/>' if path else ""
    return f"{series(index)}{drawn}{''.join(marks)}</g>"


def _sample(index: int, x: float, y: float) -> str:
    line = f'<path d="M{n(x)} {n(y)}h36" fill="none"{_stroke(index)}/>'
    return f"{series(index)}{line}{marker(index, x + 18, y)}</g>"


def _path(places: list[tuple[float, float] | None]) -> str:
    """Straight lines between neighbours that both exist."""
    pieces: list[str] = []
    drawing = False
    for here, after in pairwise(places):
        if here and after:
            if not drawing:
                pieces.append(f"M{n(here[0])} {n(here[1])}")
            pieces.append(f"L{n(after[0])} {n(after[1])}")
        drawing = bool(here and after)
    return "".join(pieces)


def _stroke(index: int) -> str:
    again = index // len(_DASHES)
    dash = _DASHES[(index + 3 * again) % len(_DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f' stroke="currentColor" stroke-width="1.8"{dashes}'


def _description(figure: Figure) -> str:
    count = f"{len(figure.series)} lines over {len(figure.ticks)} bins"
    axis = f" of {figure.x_label}" if figure.x_label else ""
    return f"{figure.caption} {count}{axis}; rates from 0 to 1 with 95% intervals.".strip()


def _value(point: Estimate | None) -> float | None:
    return None if point is None or math.isnan(point.value) else point.value


def _short(name: str) -> str:
    name = clean(name)
    return name if len(name) <= _LONGEST_TICK else name[: _LONGEST_TICK - 1].rstrip() + "…"
