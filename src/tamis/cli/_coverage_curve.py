"""The curve of found against verified as SVG, with the certified stop."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from tamis.answering.coverage import Coverage, percent_down, plural
from tamis.report.render.svg_parts import (
    END,
    MIDDLE,
    axis_label,
    document,
    n,
    series,
    tick,
    words,
)

_LEFT, _RIGHT, _TOP, _PLOT = 60.0, 626.0, 30.0, 220.0
_FIFTHS = 5


def draw(coverage: Coverage) -> str:
    """The drawing; empty where nothing was verified.

    Across: units verified, of all. Upwards: units found; the band above the end of the curve is
    what may be missed with the confidence of the promise.
    """
    if not coverage.verified:
        return ""
    most = max(1, coverage.found + coverage.missed)
    top = _rounded(most)

    def x(verified: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * verified / max(1, coverage.units)

    def y(found: float) -> float:
        return _TOP + _PLOT * (1 - found / top)

    def axes() -> Iterator[str]:
        for fifth in range(_FIFTHS + 1):
            height = y(top * fifth / _FIFTHS)
            strength = "0.55" if fifth == 0 else "0.14"
            yield (
                f'<line x1="{n(_LEFT)}" x2="{n(_RIGHT)}" y1="{n(height)}" y2="{n(height)}" '
                f'stroke="currentColor" stroke-opacity="{strength}"/>'
            )
            yield words(_LEFT - 8, height + 4, _figure(top * fifth / _FIFTHS), END)
        for at in range(0, coverage.units + 1, max(1, _rounded(coverage.units) // _FIFTHS)):
            yield tick(x(at), _TOP + _PLOT)
            yield words(x(at), _TOP + _PLOT + 18, _figure(at), MIDDLE)

    stop = x(coverage.verified)
    high, low = y(most), y(coverage.found)
    # A label at the right end would leave the drawing.
    side, shift = (END, -8) if stop > (_LEFT + _RIGHT) / 2 else ("", 8)
    said = f"{percent_down(coverage.certified)} certified after {coverage.verified:,}"
    if coverage.missed:
        said += f", at most {coverage.missed:,} missed"
    band = (
        f'<rect x="{n(stop)}" y="{n(high)}" width="{n(max(0.0, _RIGHT - stop))}" '
        f'height="{n(max(0.0, low - high))}" fill="currentColor" fill-opacity="0.18"/>'
    )
    line = (
        f'<line x1="{n(stop)}" x2="{n(stop)}" y1="{n(_TOP - 6)}" y2="{n(_TOP + _PLOT)}" '
        f'stroke="currentColor" stroke-dasharray="5 4"/>'
    )
    kinds = plural(coverage.kind, 2)
    label, bottom = axis_label(f"{kinds} verified", _LEFT, _RIGHT, _TOP + _PLOT + 26)
    body = [
        *axes(),
        *label,
        words(_LEFT - 52, _TOP - 14, f"{kinds} found"),
        f"{series(1)}{band}{line}{words(stop + shift, _TOP - 10, said, side)}</g>",
        f'{series(0)}<path d="{_steps(coverage, x, y)}" fill="none" stroke="currentColor" '
        f'stroke-width="2"/></g>',
    ]
    description = (
        f"Of {coverage.units:,} {kinds} {coverage.verified:,} were verified and "
        f"{coverage.found:,} found; at most {coverage.missed:,} are missed."
    )
    return document("coverage", "Found against verified", description, bottom + 10, body)


def _steps(coverage: Coverage, x: Callable[[float], float], y: Callable[[float], float]) -> str:
    (first, found), *rest = coverage.curve or ((0, 0),)
    path = [f"M{n(x(first))} {n(y(found))}"]
    path += [f"L{n(x(verified))} {n(y(found))}" for verified, found in rest]
    return "".join(path)


def _rounded(most: int) -> int:
    """The end of an axis: a number from `most` on whose fifths read well."""
    unit = 10 ** max(0, math.floor(math.log10(most)))
    return (
        next(step * unit for step in (1, 2, 5, 10) if step * unit >= most and step * unit % 5 == 0)
        if most > 5
        else 5
    )


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"
