"""The provenance of a dataset made from a table of the user."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tamis.collect.packaging.provenance import KITAB, QUEST, Licence, Provenance

LIBRARIES = ("duckdb", "rapidfuzz")
"""Libraries that can change the data: the query engine, similar titles."""

VERSION = "2.0.0"
"""The version of the data. In 1.0.0 what tells two documents of one title apart counted as part of
the title, names in titles were those of word lists, and queries were mostly about titles."""


def of_table(
    summary: Mapping[str, Any],
    *,
    licence: str = "",
    published: str = "",
    libraries: Sequence[str] = LIBRARIES,
) -> Provenance:
    """From the summary of a collected table: `sources`, `options`, `columns`, `rows`, ….

    `licence` is that of the table, which only the user knows.
    """
    known = ("made by", "versions", "sources", "options", "seed")
    files = ", ".join(source["file"] for source in summary["sources"])
    kitab, quest = (bool(summary.get(name, {}).get("queries")) for name in ("kitab", "quest"))
    asked = [
        *(["list queries about the items of an anchor, in the form of KITAB"] if kitab else []),
        *(["set questions over a corpus of texts, in the form of QUEST"] if quest else []),
    ]
    return Provenance(
        title=f"Constraints over {files}",
        description=(
            f"A benchmark made from a table ({files}): {' and '.join(asked)}. All answers are "
            "computed from the table by a query engine."
        ),
        command=summary.get("made by", "tamis collect table"),
        sources=summary["sources"],
        seed=summary["options"]["seed"],
        options=summary["options"],
        stages=_stages(summary),
        licences=(Licence(files, licence),) if licence else (),
        libraries=libraries,
        made=(
            "The rows of the table are read and cleaned; constraints are proposed from what its "
            "columns hold, worded by templates and drawn so that their constrainedness spreads "
            "evenly within its bounds. Constrainedness is the share of items that do not satisfy.",
        ),
        limits=(
            "Facts that are missing in the table are unknown: an item without a fact satisfies "
            "neither a constraint on it nor its negation.",
            *(
                (f"Names of people and cities in titles are those that {names} has found.",)
                if (names := summary["options"].get("names"))
                else ()
            ),
            *(
                ("Where documents share a title, what tells them apart stands in parentheses "
                 "behind it, with the name of its column; it is part of no constraint.",
                 "A set question can be answered from the corpus only where the texts say what "
                 "is asked; the manifest has the share of answers for which they do.",)
                if quest
                else ()
            ),
        ),
        tables={"What the columns are": [("part", "column"), *_columns(summary)]},
        run=tuple(
            f"tamis run {name} --data DIR"
            for name, there in (("kitab", kitab), ("quest", quest))
            if there
        ),
        citations=(*((KITAB,) if kitab else ()), *((QUEST,) if quest else ())),
        tags=(
            "constraint-satisfaction",
            "information-retrieval",
            *(("kitab",) if kitab else ()),
            *(("quest",) if quest else ()),
        ),
        details={name: value for name, value in summary.items() if name not in known},
        version=VERSION,
        published=published,
    )  # fmt: skip


def _columns(summary: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for part, named in summary["columns"].items():
        for name in named if isinstance(named, list | tuple) else [named]:
            if name:
                yield part, name
    for asked in ("sql", "where"):
        if summary.get(asked) is not None:
            yield asked, summary[asked]


def _stages(summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Reading, the query if there is one, and cleaning, with what each left out."""
    sources = summary["sources"]
    read = sum(source["rows"] for source in sources)
    broken = [(s["file"], s["lines left out"]) for s in sources if s["lines left out"]["lines"]]
    lost = sum(lines["lines"] for _, lines in broken)
    stages = [
        _stage(
            "read",
            read + lost,
            read,
            [
                (f"lines of {name} that cannot be read", lines["lines"], lines["first"])
                for name, lines in broken
            ],
            "line",
        )
    ]
    if summary.get("sql") is not None or summary.get("where") is not None:
        stages.append(_stage("query", read, summary["rows"], []))
    dropped = [(why, one["rows"], one["first"]) for why, one in sorted(summary["dropped"].items())]
    kept = summary["rows"] - sum(count for _, count, _ in dropped)
    return [*stages, _stage("clean", summary["rows"], kept, dropped, summary["numbered by"])]


def _stage(
    name: str,
    before: int,
    after: int,
    dropped: Sequence[tuple[str, int, Sequence[int]]],
    unit: str = "row",
) -> dict[str, Any]:
    return {
        "stage": name,
        "of": "rows",
        "in": before,
        "out": after,
        "dropped": [
            {"reason": reason, "count": count, "sample": [f"{unit} {n}" for n in numbers[:5]]}
            for reason, count, numbers in dropped
        ],
    }
