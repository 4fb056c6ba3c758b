"""A figure as SVG, whatever its kind; no other module need know which kinds there are."""

from __future__ import annotations

from tamis.report.elements import Figure
from tamis.report.points import Dots, Scatter
from tamis.report.render import dots, line_plot, scatter


def draw(figure: Figure | Scatter | Dots) -> str:
    """The figure as one `<svg>` element, inline in a page or as a file of its own.

    The same figure gives the same text. Whiskers are 95% intervals, cut at 0 and 1. Series
    and groups differ by their marker as well as by colour (`--tamis-series-0` to `-7` and
    `--tamis-canvas` of the page, where it sets them).

    In lines over bins a point that is None or NaN is a gap; beyond eight series markers and
    colours recur with other dashes. Among points over a cost one that is NaN is left out; up
    to twelve have their labels beside them where these find room, else all have numbers and a
    key beneath; beyond eight groups markers and colours recur.

    Raises ValueError when a series has not one point per tick, a value is outside 0 to 1, or
    a cost that is spaced by factors is below zero.
    """
    if isinstance(figure, Dots):
        return dots.draw(figure)
    return scatter.draw(figure) if isinstance(figure, Scatter) else line_plot.draw(figure)
