"""One page that leads to the reports of several benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from markupsafe import Markup

from tamis.report.document import Report
from tamis.report.render import svg
from tamis.report.render.html import environment
from tamis.text.shown import clean

SHOWN = ("run on", "data", "data_version", "samples")
"""What the page says of each report, of its identity."""


def render(reports: Sequence[tuple[Report, str]]) -> str:
    """The page for reports and the names of their own pages, in the same folder, as HTML."""
    return (
        environment("tamis.report.render")
        .get_template("index.html.j2")
        .render(
            reports=[
                {
                    "title": clean(report.title),
                    "subtitle": clean(report.subtitle),
                    "page": quote(page),
                    "systems": len({one.name for one in report.systems}),
                    "identity": [
                        (key.replace("_", " "), clean(report.identity[key]))
                        for key in SHOWN
                        if key in report.identity
                    ],
                    "drawing": report.picture and Markup(svg.draw(report.picture)),
                    "caption": clean(_caption(report)),
                }
                for report, page in reports
            ]
        )
    )


def _caption(report: Report) -> str:
    """What the picture shows: the main table, from which it is drawn."""
    table = report.main_table
    return "" if table is None else f"{table.title}. {table.caption}"
