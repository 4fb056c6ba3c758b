"""The KITAB report: runs in, one `Report` out."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks.kitab.baselines import BASELINES
from tamis.benchmarks.kitab.domain import BOOKS, subject
from tamis.benchmarks.kitab.figures import figures
from tamis.benchmarks.kitab.tables import CONDITIONS, tables
from tamis.report import build
from tamis.report.runs import Run, told_apart
from tamis.report.tables import Report

HEADLINE = ("overall-1", "overall-2", "all-books", "self-retrieval", "single-item", "outcomes")
"""What the ids of the main tables start with; tables of several variants follow in order."""

SHOWN = (
    "data",
    "data_version",
    "revision",
    "licence",
    "constraints",
    "prompts",
    "scoring",
    "names",
)


def report(runs: Sequence[Run]) -> Report:
    """Tables, figures and notes on what is not in them."""
    runs = told_apart(sorted(runs, key=_order))
    shown_variants = build.variants(runs)
    about = subject(runs)
    form = "" if about is BOOKS else ", in the form of KITAB"
    return Report(
        title="KITAB",
        subtitle=f"Lists of {about.items} under constraints{form} (Abdin et al., 2023)",
        identity=build.identity(runs, SHOWN),
        tables=tables(runs),
        figures=figures(runs, shown_variants[0]) if shown_variants else (),
        notes=tuple(_notes(runs)),
    )


def headline(made: Report) -> list[str]:
    """The ids of the tables that a terminal shows: the main ones, each in its first variant."""
    ids = [table.id for table in made.tables]
    found = (next((id for id in ids if id.startswith(name)), None) for name in HEADLINE)
    return [id for id in found if id is not None]


def _order(run: Run) -> tuple[int, int, str]:
    """By condition, as the paper orders them; models before baselines."""
    conditions, baselines = [*CONDITIONS, run.identity.get("condition")], [*BASELINES, run.label]
    at = conditions.index(run.identity.get("condition"))
    return at, baselines.index(run.label) if run.kind == "baseline" else -1, run.label


def _notes(runs: Sequence[Run]) -> list[str]:
    notes = build.notes(runs)
    if any(run.kind == "baseline" for run in runs):
        notes.append(
            "Baselines answer by program: symbolic checks the list in the prompt with the "
            "verifiers, whole_list returns all of it, nothing returns none."
        )
    if subject(runs) is not BOOKS:
        if any(subject([run]) is BOOKS for run in runs):
            notes.append(
                "The published figures are about books and are not shown beside other data; a "
                "report of the runs on books alone has them."
            )
    elif any(run.identity.get("data") != "released" for run in runs):
        notes.append(
            "The published figures are on the released data; beside another data set they show "
            "the scale, not a comparison."
        )
    return notes
