"""FanOutQA's scores broken down by properties of the questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tamis.benchmarks.fanoutqa.tables import (
    JUDGED,
    STRINGS,
    is_judged,
    keys_of,
    main_variant,
    named,
    named_variant,
)
from tamis.report import build
from tamis.report.build import data_names, some
from tamis.report.columns import Group, between, having, where
from tamis.report.elements import Row, Table
from tamis.report.runs import Run

MANY_TOPICS = 10
"""The number of topics, most frequent first, that have rows of their own."""

BINS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "depth": {"1": (1, 1), "2": (2, 2), "3 or more": (3, 10**6)},
    "leaves": {"5 or fewer": (1, 5), "6": (6, 6), "7 to 9": (7, 9), "10 or more": (10, 10**6)},
    "documents": {"5 or fewer": (1, 5), "6": (6, 6), "7 to 9": (7, 9), "10 or more": (10, 10**6)},
}
"""Bins of the properties of questions; a hidden decomposition has depth 0."""

TITLES = {
    "depth": "By depth of the decomposition",
    "leaves": "By number of leaves",
    "documents": "By number of documents",
}


def breakdowns(runs: Sequence[Run]) -> list[Table]:
    """By topic, shape of the answer, depth, number of leaves and of documents."""
    found = [*some(by_topic(runs)), *some(by_shape(runs))]
    return [*found, *(table for what in BINS for table in some(by_number(runs, what)))]


def by_topic(runs: Sequence[Run]) -> Table:
    """The scores by topic, the most frequent ones; a question may be in several."""
    often = Counter(
        topic for run in runs for s in run.samples for topic in _listed(s.about.get("topics"))
    )
    parts = {name: _about(name) for name in _by_frequency(often)[:MANY_TOPICS]}
    said = "" if len(often) <= MANY_TOPICS else f" The {MANY_TOPICS} most frequent of {len(often)}."
    return _broken_down(runs, "topic", "By topic", parts, f" A question may have several.{said}")


def by_shape(runs: Sequence[Run]) -> Table:
    """The scores by the shape of the answer."""
    often = Counter(str(s.about.get("shape", "")) for run in runs for s in run.samples)
    parts = {name: having("shape", name) for name in _by_frequency(often) if name}
    return _broken_down(runs, "shape", "By shape of the answer", parts)


def by_number(runs: Sequence[Run], what: str) -> Table:
    """The scores by depth, number of leaves, or number of documents."""
    parts = {name: between(what, *bounds) for name, bounds in BINS[what].items()}
    return _broken_down(runs, what, TITLES[what], parts)


def _broken_down(
    runs: Sequence[Run], what: str, title: str, parts: Mapping[str, Group], said: str = ""
) -> Table:
    columns = [*STRINGS]
    if any(map(is_judged, runs)):
        columns.append(JUDGED)
    keys = keys_of(runs, columns)
    rows: list[Row] = []
    for name, chosen in parts.items():
        for run in runs:
            cells = build.measuring(keys, chosen)(run)
            if cells["n"]:
                rows.append(Row(named(run), run.kind, cells, name))
    return Table(
        id=f"by-{what}",
        title=title,
        caption=f"{named_variant(runs, main_variant(runs))}, data={data_names(runs)}. As above, "
        f"{build.ON_HEADLINE}.{said}",
        columns=build.columns(columns, rows),
        rows=tuple(rows) if len({row.group for row in rows}) > 1 else (),
        variant=main_variant(runs),
    )


def _by_frequency(often: Counter[str]) -> list[str]:
    """The most frequent first; equally frequent ones by name, as samples come in any order."""
    return sorted(often, key=lambda name: (-often[name], name))


def _listed(topics: str | None) -> list[str]:
    """The topics of a question, in whose metadata they are one text."""
    return [topic for topic in (topics or "").split("; ") if topic]


def _about(topic: str) -> Group:
    return where("topics", lambda topics: topic in _listed(topics))
