"""Rates one below the other as SVG, with their 95% intervals: the picture of a table's column."""

from __future__ import annotations

import math
from functools import partial

from tamis.report.elements import Kind, Row
from tamis.report.points import Dots
from tamis.report.render.format import ems, rate
from tamis.report.render.svg_parts import (
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
    series,
    spoken,
    words,
)
from tamis.stats import Estimate
from tamis.text.shown import clean

_TOP, _RIGHT, _ROW, _GROUP = 6.0, 44.0, 22.0, 28.0
_WIDEST = 250.0
# Colour and shape of a kind, of those that all drawings share.
_MARKS: dict[Kind, int] = {"model": 0, "baseline": 6, "published": 3, "measure": 2}


def draw(figure: Dots) -> str:
    """See `svg.draw`."""
    groups = any(row.group for row in figure.rows)
    longest = max((SIZE * ems(_short(row.label)) for row in figure.rows), default=0.0)
    left = min(_WIDEST, longest + (12 if groups else 0)) + 14
    right = WIDTH - _RIGHT
    body: list[str] = []
    y, group = _TOP, ""
    for row in figure.rows:
        if row.group != group:
            group = row.group
            y += _GROUP
            body.append(words(0, y - 8, clean(group), ' font-weight="600"'))
        y += _ROW
        body.append(_row(figure, row, left, right, y - _ROW / 2, 12 if groups else 0))
    label, end = axis_label(figure.column.label, left, right, y + LINE + 6)
    kinds = dict.fromkeys(row.kind for row in figure.rows if row.kind != "measure")
    entries = [(partial(_sample, _MARKS[kind]), kind) for kind in kinds]
    legend, height = key(entries, end + 14, 20, fitting([*kinds], 20)) if entries else ([], end)
    axis = _axis(left, right, y)
    return document(figure.id, figure.title, _said(figure), height, [*axis, *body, *label, *legend])


def _row(figure: Dots, row: Row, left: float, right: float, y: float, indent: float) -> str:
    cell = row.cells[figure.column.key]
    estimate = cell if isinstance(cell, Estimate) else None
    value = float("nan") if cell is None or isinstance(cell, str | Estimate) else float(cell)
    value = estimate.value if estimate else value
    if not 0 <= value <= 1:
        raise ValueError(f"picture {figure.id!r}, {row.label!r}: {value} is no rate from 0 to 1")
    x = left + value * (right - left)
    said = spoken(estimate) if estimate else rate(value)
    name = f"{row.group}, {row.label}" if row.group else row.label
    whisker, end = "", x
    if estimate and all(map(math.isfinite, estimate.interval)):
        low, high = (left + min(1.0, max(0.0, at)) * (right - left) for at in estimate.interval)
        end = max(x, high)
        whisker = (
            f'<path class="whisker" d="M{n(low)} {n(y)}H{n(high)}" '
            'stroke="currentColor" stroke-width="2" stroke-opacity="0.55"/>'
        )
    index = _MARKS[row.kind]
    return (
        words(indent, y + 4, _short(row.label))
        + f"{series(index)}<g><title>{esc(f'{name}: {said}')}</title>"
        + f"{whisker}{marker(index, x, y)}</g></g>"
        + words(end + 9, y + 4, rate(value))
    )


def _axis(left: float, right: float, bottom: float) -> list[str]:
    lines = []
    for fifth in range(6):
        x = left + fifth / 5 * (right - left)
        strength = "0.55" if fifth == 0 else "0.14"
        lines.append(
            f'<line x1="{n(x)}" x2="{n(x)}" y1="{n(_TOP)}" y2="{n(bottom)}" '
            f'stroke="currentColor" stroke-opacity="{strength}"/>'
        )
        lines.append(words(x, bottom + LINE, f"{fifth / 5:.1f}", MIDDLE))
    return lines


def _sample(index: int, x: float, y: float) -> str:
    return f"{series(index)}{marker(index, x + 10, y)}</g>"


def _said(figure: Dots) -> str:
    return f"{figure.caption} {len(figure.rows)} rows; rates from 0 to 1.".strip()


def _short(label: str) -> str:
    """A label that fits beside the plot: of a long one the middle is left out.

    Names of models differ at their ends, and those of one provider begin alike.
    """
    label = clean(label)
    kept, shown = len(label), label
    while SIZE * ems(shown) > _WIDEST - 12:
        kept -= 1
        shown = f"{label[: kept // 3]}…{label[-(kept - kept // 3) :]}"
    return shown
