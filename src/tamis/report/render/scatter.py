"""Points over a cost as SVG, with 95% intervals and the Pareto front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from tamis.report.points import Point, Scatter
from tamis.report.render.axis import Axis, axis, short
from tamis.report.render.format import DASH, ems, wrap
from tamis.report.render.label_placement import Box, Spot, place
from tamis.report.render.svg_parts import (
    END,
    LINE,
    MIDDLE,
    SIZE,
    WIDTH,
    Entry,
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
from tamis.text.shown import clean, counted

_LEFT, _RIGHT, _PLOT = 46.0, 24.0, 340.0
_MARK = 5.0
_MOST_LABELS = 12
_SMALL = 10.0
_RINGS = (14.0, 20.0, 27.0, 35.0, 44.0, 55.0, 68.0, 84.0)
_BOLD = ' font-weight="700"'
_FRONT = "Pareto front: no other point is at least as cheap and as good"
_STYLE = (
    ".tamis-chart .halo{paint-order:stroke;stroke:var(--tamis-canvas,#fff);stroke-width:3px;"
    "stroke-linejoin:round}"
)


@dataclass(frozen=True)
class _Dot:
    """A point with its number, the index of its group, and where it lies."""

    number: int
    group: int
    point: Point
    at: tuple[float, float]


@dataclass(frozen=True)
class _Frame:
    """Where the plot lies, in user units."""

    top: float
    axis: Axis

    @property
    def bottom(self) -> float:
        return self.top + _PLOT

    def x(self, value: float) -> float:
        return _LEFT + self.axis.place(value) * (WIDTH - _RIGHT - _LEFT)

    def y(self, value: float) -> float:
        return self.top + (1 - min(max(value, 0.0), 1.0)) * _PLOT


def draw(figure: Scatter) -> str:
    """See `svg.draw`."""
    _check(figure)
    heading = wrap(clean(figure.y_label), (WIDTH - 16) / SIZE) if figure.y_label else []
    known = [point for point in figure.points if point.known]
    frame = _Frame(
        14 + LINE * len(heading), axis([point.x for point in known] or [0.0], figure.log_x)
    )
    dots = list(_dots(figure, frame))
    front = figure.front()
    label, y = axis_label(figure.x_label, _LEFT, WIDTH - _RIGHT, frame.bottom + LINE + 9)
    labels = _labels(dots, frame, front)
    if labels is None:
        labels = _numbers(dots, frame, front)
        legend, height = _numbered(figure, dots, y + 14)
    else:
        legend, height = _legend(figure, dots, y + 14)
    body = [
        *(words(8, 16 + i * LINE, line, ' font-weight="600"') for i, line in enumerate(heading)),
        *rates(_LEFT, WIDTH - _RIGHT, frame.y),
        *_ticks(frame),
        *label,
        *_step_line(front, frame),
        *filter(None, (_interval(dot, frame) for dot in dots)),
        *(_mark(figure, dot) for dot in dots),
        *labels,
        *legend,
    ]
    return document(figure.id, figure.title, _description(figure, dots), height, body, _STYLE)


def _check(figure: Scatter) -> None:
    for point in figure.points:
        if not point.known:
            continue
        if not 0 <= point.y.value <= 1:
            raise ValueError(
                f"figure {figure.id!r}, point {point.label!r}: "
                f"{point.y.value} is not a rate between 0 and 1"
            )
        if figure.log_x and point.x < 0:
            raise ValueError(
                f"figure {figure.id!r}, point {point.label!r}: a cost of {point.x} has no place "
                "on an axis of factors; give a cost of 0 or more, or set log_x to False"
            )


def _dots(figure: Scatter, frame: _Frame) -> Iterator[_Dot]:
    number = 0
    for group, points in enumerate(figure.grouped().values()):
        for point in points:
            if point.known:
                number += 1
                yield _Dot(number, group, point, (frame.x(point.x), frame.y(point.y.value)))


def _ticks(frame: _Frame) -> Iterator[str]:
    for value in frame.axis.ticks:
        x = frame.x(value)
        yield tick(x, frame.bottom)
        yield words(x, frame.bottom + 18, short(value), MIDDLE)
    if frame.axis.gap is not None:
        x, y = _LEFT + frame.axis.gap * (WIDTH - _RIGHT - _LEFT), frame.bottom
        path = f"M{n(x - 5)} {n(y + 5)}l5-10M{n(x)} {n(y + 5)}l5-10"
        yield f'<path d="{path}" stroke="currentColor" stroke-opacity="0.55"/>'


def _step_line(front: Sequence[Point], frame: _Frame) -> Iterator[str]:
    """The best that is to be had for each cost: level from a point of the front to the next."""
    if front:
        steps = "".join(f"H{n(frame.x(p.x))}V{n(frame.y(p.y.value))}" for p in front[1:])
        start = f"M{n(frame.x(front[0].x))} {n(frame.y(front[0].y.value))}"
        yield _line(f"{start}{steps}H{n(WIDTH - _RIGHT)}")


def _line(path: str) -> str:
    return (
        f'<path class="front" d="{path}" fill="none" stroke="currentColor" '
        f'stroke-opacity="0.6" stroke-width="1.2"/>'
    )


def _interval(dot: _Dot, frame: _Frame) -> str:
    line = whisker(dot.point.y, dot.at[0], frame.y)
    return f"{series(dot.group)}{line}</g>" if line else ""


def _mark(figure: Scatter, dot: _Dot) -> str:
    point = dot.point
    cost = f"{figure.x_label} {point.x:,.6g}".strip()
    name = f"{_name(point)}, {point.group}" if point.group else _name(point)
    title = esc(f"{name}: {f'{figure.y_label} {spoken(point.y)}'.strip()}; {cost}")
    return f"{series(dot.group)}<title>{title}</title>{marker(dot.group, *dot.at)}</g>"


def _labels(dots: Sequence[_Dot], frame: _Frame, front: Sequence[Point]) -> list[str] | None:
    """The names beside the points; None where they are too many, or one would cover something."""
    if len(dots) > _MOST_LABELS:
        return None
    names = [_name(dot.point) for dot in dots]
    spots = _spots(dots, [(SIZE * ems(name), SIZE + 2) for name in names], frame, front)
    if any(spot.clash for spot in spots):
        return None
    return [_label(*label, 4) for label in zip(dots, spots, names, strict=True)]


def _numbers(dots: Sequence[_Dot], frame: _Frame, front: Sequence[Point]) -> list[str]:
    sizes = [(_SMALL * ems(str(dot.number)) + 2, _SMALL) for dot in dots]
    spots = _spots(dots, sizes, frame, front, _RINGS)
    best = set(front)
    lines = [_leader(spot) for spot in spots if spot.leader]
    for dot, spot in zip(dots, spots, strict=True):
        bold = _BOLD if dot.point in best else ""
        lines.append(_label(dot, spot, str(dot.number), 3.5, f' font-size="{n(_SMALL)}"{bold}'))
    return lines


def _spots(
    dots: Sequence[_Dot],
    sizes: Sequence[tuple[float, float]],
    frame: _Frame,
    front: Sequence[Point],
    rings: Sequence[float] = (),
) -> list[Spot]:
    room = Box(_LEFT + 1, frame.top - 12, WIDTH - 2, frame.bottom - 1)
    lines = [*_bars(dots, frame), *_treads(front, frame)]
    points = [dot.at for dot in dots]
    return place(points, sizes, room, points_are=_MARK, lines=lines, rings=rings)


def _bars(dots: Sequence[_Dot], frame: _Frame) -> Iterator[Box]:
    """Where the intervals are drawn."""
    for dot in dots:
        low, high = dot.point.y.interval
        if low < high:
            yield Box(dot.at[0] - 1, frame.y(high), dot.at[0] + 1, frame.y(low))


def _treads(front: Sequence[Point], frame: _Frame) -> Iterator[Box]:
    """Where the front is drawn."""
    places = [(frame.x(point.x), frame.y(point.y.value)) for point in front]
    places += [(WIDTH - _RIGHT, y) for _, y in places[-1:]]
    for (x, y), (right, up) in pairwise(places):
        yield Box(x, y - 0.5, right, y + 0.5)
        yield Box(right - 0.5, up, right + 0.5, y)


def _label(dot: _Dot, spot: Spot, text: str, drop: float, more: str = "") -> str:
    # The width is a guess, so what it is wrong by goes to the side away from the point.
    x, anchor = (spot.box.left + spot.box.right) / 2, MIDDLE
    if spot.box.left > dot.at[0]:
        x, anchor = spot.box.left, ""
    elif spot.box.right < dot.at[0]:
        x, anchor = spot.box.right, END
    y = (spot.box.top + spot.box.bottom) / 2 + drop
    return words(x, y, text, f'{anchor} class="halo"{more}')


def _leader(spot: Spot) -> str:
    (x, y), (a, b) = spot.leader[0], spot.leader[-1]
    path = f"M{n(x)} {n(y)}L{n(a)} {n(b)}"
    return f'<path class="leader" d="{path}" stroke="currentColor" stroke-opacity="0.5"/>'


def _legend(figure: Scatter, dots: Sequence[_Dot], top: float) -> tuple[list[str], float]:
    """What the markers and the line stand for."""
    entries: list[Entry] = [
        (partial(_sample, group), name or DASH)
        for group, name in enumerate(figure.grouped())
        if _groups_matter(figure)
    ]
    lines, y = key(entries, top, 24, fitting([name for _, name in entries], 24))
    if not dots:
        return lines, y
    front, y = key([(_front_sample, _FRONT)], y - 6 if entries else top, 24, 1)
    return [*lines, *front], y


def _numbered(figure: Scatter, dots: Sequence[_Dot], top: float) -> tuple[list[str], float]:
    """The key of the numbers, under the marker and the name of each group."""
    many = max(2, fitting([_name(dot.point) for dot in dots], 22))
    said = f"{_FRONT} (its numbers are bold)"
    lines, y = key([(_front_sample, said)], top, 24, 1)
    for group, name in enumerate(figure.grouped()):
        entries = [
            (partial(_figure, dot.number), _name(dot.point)) for dot in dots if dot.group == group
        ]
        if entries and _groups_matter(figure):
            head, y = key([(partial(_sample, group), name or DASH)], y + 2, 24, 1)
            lines += head
            y -= 6
        more, y = key(entries, y, 22, many)
        lines += more
    return lines, y


def _groups_matter(figure: Scatter) -> bool:
    return set(figure.grouped()) != {""}


def _sample(group: int, x: float, y: float) -> str:
    return f"{series(group)}{marker(group, x + 12, y)}</g>"


def _front_sample(x: float, y: float) -> str:
    return _line(f"M{n(x)} {n(y + 4)}h12v-8h12")


def _figure(number: int, x: float, y: float) -> str:
    return words(x + 22, y + 4, str(number), f'{END} fill-opacity="0.75"')


def _name(point: Point) -> str:
    """The label, and whose figures these are where that is no model evaluated here."""
    tag = f" ({point.kind})" if point.kind in ("baseline", "published") else ""
    return f"{clean(point.label)}{tag}"


def _description(figure: Scatter, dots: Sequence[_Dot]) -> str:
    count = counted(len(dots), "point")
    axes = f"{figure.y_label or 'rates'} over {figure.x_label or 'cost'}"
    best = f"{len(figure.front())} on the Pareto front"
    said = f"{count}, {axes}; {best}; rates from 0 to 1 with 95% intervals."
    return f"{figure.counted_caption} {said}".strip()
