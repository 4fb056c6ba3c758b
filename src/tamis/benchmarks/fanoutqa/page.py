"""The FanOutQA report: runs in, one `Report` out."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks.fanoutqa.breakdowns import breakdowns
from tamis.benchmarks.fanoutqa.options import BASELINES, CONDITIONS
from tamis.benchmarks.fanoutqa.tables import condition_of, is_scored, measures, order, scores
from tamis.benchmarks.fanoutqa.views import ENOUGH, views
from tamis.report import build
from tamis.report.runs import Run, told_apart
from tamis.report.tables import Point, Report, Scatter

HEADLINE = (
    "board",
    "differences",
    "fan-out",
    "tables",
    "evidence",
    "costs",
    "correlation",
    "outcomes",
)
"""The ids of the tables that a terminal shows."""

SHOWN = (
    "data",
    "data_version",
    "version",
    "revision",
    "licence",
    "wiki",
    "date",
    "words",
    "context_limit",
    "chunk",
    "share",
    "bm25",
    "tools",
    "repeat_question",
    "rounds",
    "time_limit",
    "max_tokens",
    "prompts",
    "judge_prompt",
    "roles",
    "scoring",
)
WITH_PAGES = (CONDITIONS["open_book"], CONDITIONS["evidence_provided"])


def report(runs: Sequence[Run]) -> Report:
    """Tables, figures and notes on what is not in them."""
    conditions = order(runs)
    runs = told_apart(sorted(runs, key=lambda run: _place(run, conditions)))
    scored = [run for run in runs if is_scored(run)]
    return Report(
        title="FanOutQA",
        subtitle="One question, many documents, a dated encyclopaedia (Zhu et al., 2024)",
        identity=build.identity(runs, SHOWN),
        tables=(*scores(scored), *breakdowns(scored), *views(runs)),
        figures=tuple(figures(scored)),
        notes=tuple(_notes(runs)),
    )


def headline(made: Report) -> list[str]:
    """The ids of the tables that a terminal shows."""
    ids = [table.id for table in made.tables]
    return [name for name in HEADLINE if name in ids]


def figures(runs: Sequence[Run]) -> list[Scatter]:
    """The score against tokens a question, where at least two runs asked a model."""
    asked = [run for run in runs if run.kind == "model" and build.estimate(run, "calls").value > 0]
    known = measures(runs)
    if len(asked) < 2 or not known:
        return []
    score, label = next(iter(known.items()))
    return [
        Scatter(
            id="cost",
            title="Score against cost",
            caption=f"{label}, data={build.data_names(runs)}. Tokens in and out, of all calls but "
            "those of judges, a question; vertical lines are 95% intervals.",
            x_label="tokens a question",
            y_label=label.partition(" (")[0],
            points=tuple(
                Point(
                    condition_of(run),
                    run.kind,
                    sum(build.estimate(run, key).value for key in ("tokens_in", "tokens_out")),
                    build.estimate(run, score),
                    run.label,
                )
                for run in asked
            ),
            log_x=True,
        )
    ]


def _place(run: Run, conditions: Sequence[str]) -> tuple[int, int, str]:
    """By condition, from the hardest setting; baselines in their own order."""
    nth = BASELINES.index(run.label) if run.label in BASELINES else -1
    return conditions.index(condition_of(run)), nth, run.label


def _notes(runs: Sequence[Run]) -> list[str]:
    notes = build.notes(runs)
    if not all(map(is_scored, runs)):
        notes.append(
            "The answers of this split are hidden, so nothing is scored here: `tamis submit "
            "fanoutqa LOGS` writes the answers for the leaderboard."
        )
    if baselines := [run for run in runs if run.kind == "baseline"]:
        notes.append(_on_baselines(baselines))
    if any(run.identity.get("data") != "nov23-test-paper" for run in runs):
        notes.append(
            "The leaderboard is on the hidden test split; beside another data set its figures "
            "show the scale, not a comparison."
        )
    asked = [run for run in runs if run.kind == "model" and is_scored(run)]
    if asked and not any("judge=" in run.identity.get("roles", "") for run in asked):
        notes.append("Nothing was judged: --model-role judge=MODEL binds a judge.")
    limits = {run.identity.get("context_limit") for run in asked if condition_of(run) in WITH_PAGES}
    limits.discard(None)
    if 0 < len(limits) < ENOUGH:
        notes.append(
            f"The correlation of score and length of context (§4.3) needs {ENOUGH} runs of one "
            "setting with different -T context_limit; give their logs to `tamis report` together."
        )
    return notes


def _on_baselines(runs: Sequence[Run]) -> str:
    said = (
        "Baselines ask no model and are given the pages that a question needs: best_chunks "
        "answers with the chunks that BM25+ ranks first, first_lines with the first paragraph of "
        "each; leaf_answers answers with the gold decomposition's own answers, an oracle that "
        "shows the ceiling of the scoring, not of any method."
    )
    if not any(run.label != "leaf_answers" for run in runs):
        said += " Here only leaf_answers was run: the others need pages, -T wiki=…."
    return said
