"""The QUEST report: runs in, one `Report` out."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks.quest.options import BASELINES
from tamis.benchmarks.quest.tables import order, tables, tokens
from tamis.benchmarks.quest.views import condition_of
from tamis.report import build
from tamis.report.runs import Run, told_apart
from tamis.report.tables import Point, Report, Scatter

HEADLINE = (
    "leaderboard",
    "differences",
    "loft",
    "retrieval",
    "verifier",
    "evidence",
    "outcomes",
)
"""What the ids of the main tables start with; of each the first is shown in a terminal."""

IN_SHORT = ("leaderboard", "differences", "outcomes")
MANY = 30
"""With more rows than these on the leaderboard a terminal shows it in short; the page has all."""

SHOWN = (
    "data",
    "data_version",
    "revision",
    "licence",
    "questions",
    "golds",
    "retrieval",
    "k",
    "prompts",
    "scoring",
)


def report(runs: Sequence[Run]) -> Report:
    """Tables, figures and notes on what is not in them."""
    conditions = order(runs)
    runs = told_apart(sorted(runs, key=lambda run: _order(run, conditions)))
    return Report(
        title="QUEST",
        subtitle="Set questions over a corpus (Malaviya et al., 2023; Scales et al., 2025)",
        identity=build.identity(runs, SHOWN),
        tables=tables(runs),
        figures=tuple(figures(runs)),
        notes=tuple(_notes(runs)),
    )


def headline(made: Report) -> list[str]:
    """The ids of the tables that a terminal shows."""
    ids = [table.id for table in made.tables]
    long = max((len(table.rows) for table in made.tables[:1]), default=0) > MANY
    shown = IN_SHORT if long else HEADLINE
    found = (next((id for id in ids if id.startswith(name)), None) for name in shown)
    return [id for id in found if id is not None]


def figures(runs: Sequence[Run]) -> list[Scatter]:
    """F1 against tokens a question, where at least two runs asked a model."""
    golds, scorings = build.listed(runs, "golds"), build.variants(runs)
    asked = [run for run in runs if run.kind == "model" and run.usage and run.answered]
    scorings = [variant for variant in scorings if variant != "reference"]
    if len(asked) < 2 or not golds or not scorings:
        return []
    measure = f"{golds[0]}_{scorings[0]}_f1"
    return [
        Scatter(
            id="cost",
            title="F1 against cost",
            caption=f"variant={scorings[0]}, golds={golds[0]}, data={build.data_names(runs)}. "
            "Tokens in and out, of all calls, a question; vertical lines are 95% intervals.",
            x_label="tokens a question",
            y_label="F1",
            points=tuple(
                Point(
                    condition_of(run),
                    run.kind,
                    tokens(run),
                    build.estimate(run, measure),
                    run.label,
                )
                for run in asked
            ),
            log_x=True,
        )
    ]


def _order(run: Run, conditions: Sequence[str]) -> tuple[int, int, str]:
    condition = condition_of(run)
    at = conditions.index(condition) if condition in conditions else len(conditions)
    nth = BASELINES.index(run.label) if run.label in BASELINES else -1
    return at, nth, run.label


def _notes(runs: Sequence[Run]) -> list[str]:
    notes = build.notes(runs)
    if any(run.kind == "baseline" for run in runs):
        top = ", ".join(dict.fromkeys(r.identity["top"] for r in runs if "top" in r.identity))
        notes.append(
            "Baselines ask no model: bm25 and dense answer with their first hits "
            f"(top={top or '–'}), whole_corpus with everything, nothing with nothing; oracle "
            "answers with the golds themselves and shows the ceiling of the scoring, not of any "
            "method."
        )
    if any(run.identity.get("data") != "loft-128k" for run in runs):
        notes.append(
            "The published figures are on LOFT's 128k corpus; beside another data set they show "
            "the scale, not a comparison."
        )
    return notes
