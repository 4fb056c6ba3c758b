"""QUEST's tables from runs (QUEST-LOFT, Tables 3 to 11, and others)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tamis.answering.methods import COMPLETE, METHODS, TABLE_2
from tamis.benchmarks.benchmark import condition_of, named
from tamis.benchmarks.quest import published
from tamis.benchmarks.quest.options import PAIRS
from tamis.benchmarks.quest.score import (
    COVERAGE,
    F1,
    LABELS,
    LOFT,
    QUOTE_SUPPORT,
    REPAIRS,
    SETS,
    VERIFIER_QUOTE_SUPPORT,
    key,
)
from tamis.benchmarks.quest.views import (
    OTHERS,
    retrieval,
    scored_by,
    source,
    verifier,
)
from tamis.measures.measure import Measure, meanings, over
from tamis.report import build
from tamis.report.build import data_names, estimate, listed, some, variants, with_published
from tamis.report.columns import having
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.points import Point, Scatter
from tamis.report.runs import Run


def tables(runs: Sequence[Run]) -> tuple[Table, ...]:
    """Every table that these runs have figures for."""
    answering = [run for run in runs if not condition_of(run).startswith(PAIRS)]
    found: list[Table] = []
    golds, scorings = listed(runs, "golds"), variants(runs)
    for gold in golds:
        for variant in scorings:
            board = loft if variant == "reference" else leaderboard
            found += some(board(answering, gold, variant))
    for gold in golds:
        found += [*some(labels(answering, gold)), *some(retrieval(answering, gold))]
        found += some(verifier(runs, gold))
    sets = [variant for variant in scorings if variant != "reference"]
    if golds and sets:
        found += some(by_template(answering, golds[0], sets[0]))
    return (*found, *some(evidence(answering)))


def leaderboard(runs: Sequence[Run], gold: str, variant: str) -> Table:
    """Tables 3 to 5: a group for each method, with the paper's rows."""
    measuring = build.measuring(SETS, scored_by(gold), f"{gold}_{variant}")
    rows: list[Row] = []
    for condition in order(runs):
        rows += with_published(runs, condition, condition, measuring, [])
        if any(row.group == condition for row in rows):
            rows += published.leaderboard(gold, condition)
    if rows and not any(row.kind == "published" for row in rows):
        # Only baselines or the user's own methods: show the first published table to compare with.
        for name in TABLE_2:
            for row in published.leaderboard(gold, name)[:1]:
                rows.append(replace(row, label=name, group=row.label))
    return Table(
        id=f"leaderboard-{gold}-{variant}",
        title=f"Answers against the {gold} golds ({variant})",
        caption=f"{_caption(runs, variant, gold, SETS)} {source('answers', gold)}".rstrip(),
        columns=build.columns(SETS, rows),
        rows=tuple(rows),
        variant=variant,
        paper=published.numbers("answers", gold),
    )


def loft(runs: Sequence[Run], gold: str, variant: str = "reference") -> Table:
    """LOFT's own scorer (variant reference)."""
    rows = _by_method(runs, (*LOFT, COVERAGE), gold, f"{gold}_{variant}")
    return Table(
        id=f"loft-{gold}",
        title=f"LOFT's scorer on the {gold} golds (reference)",
        caption=f"{_caption(runs, variant, gold, (*LOFT, COVERAGE))} Subspan EM: each gold can be "
        "paired with an answer of its own, one containing the other. A reply that was not read is "
        "an empty answer, as for the published scorer; other answers are undefined where there is "
        "no gold.",
        columns=build.columns(LOFT, rows, (COVERAGE,)),
        rows=rows,
        variant=variant,
    )


def labels(runs: Sequence[Run], gold: str) -> Table:
    """The shares of answers by four labels, from fully correct to incorrect."""
    four = tuple(LABELS.values())
    rows = _by_method(runs, four, gold, gold)
    return Table(
        id=f"labels-{gold}",
        title=f"Shares of right answers, {gold} golds",
        caption=f"data={data_names(runs)}, golds={gold}. {meanings(four)}. {over(four)}; what was "
        "not read is the rest.",
        columns=build.columns(four, rows),
        rows=rows,
    )


def by_template(runs: Sequence[Run], gold: str, variant: str) -> Table:
    """The leaderboard's measures by the template of the question (QUEST: which are hard)."""
    templates = dict.fromkeys(str(s.about.get("template", "")) for run in runs for s in run.samples)
    rows = []
    for name in sorted(filter(None, templates)):
        chosen = having("template", name) & scored_by(gold)
        measuring = build.measuring(SETS, chosen, f"{gold}_{variant}")
        cells = [(run, measuring(run)) for run in runs]
        rows += [Row(named(run, OTHERS), run.kind, own, name) for run, own in cells if own["n"]]
    return Table(
        id=f"by-template-{gold}-{variant}",
        title=f"By template, {gold} golds ({variant})",
        caption=_caption(runs, variant, gold, SETS),
        columns=build.columns(SETS, rows),
        rows=tuple(rows),
        variant=variant,
    )


def evidence(runs: Sequence[Run]) -> Table:
    """Quote support of the answers, and what had to be repaired or was wrong."""
    totals = (
        Column("candidates", "Candidates"),
        Column("verdicts", "Verdicts"),
        Column("verdicts_unread", "Verdicts unread"),
        Column("left_out", "Documents left out"),
        *(Column(key(what), what.capitalize()) for what in REPAIRS),
    )
    rows = []
    for run in (run for run in runs if run.kind != "baseline"):
        cells: dict[str, Cell] = {column.key: _sum(run, column.key) for column in totals}
        cells["quotes"] = _sum(run, "quotes")
        for support in (QUOTE_SUPPORT, VERIFIER_QUOTE_SUPPORT):
            cells[support.name] = estimate(run, support.figure())
        rows.append(Row(run.label, run.kind, cells, condition_of(run)))
    never = [c for c in totals[2:] if not any(row.cells[c.key] for row in rows)]
    return Table(
        id="evidence",
        title="Evidence, and what was repaired",
        caption=f"{meanings((QUOTE_SUPPORT,))}; over {QUOTE_SUPPORT.over}. The other columns are "
        "totals over the run."
        + (f" Never: {', '.join(column.label.lower() for column in never)}." if never else ""),
        columns=(
            Column.of(QUOTE_SUPPORT),
            Column("quotes", "Quotes"),
            Column.of(VERIFIER_QUOTE_SUPPORT),
            *(column for column in totals if column not in never),
        ),
        rows=tuple(rows),
    )


def cost(runs: Sequence[Run]) -> list[Scatter]:
    """F1 against tokens per question, where at least two runs used a model."""
    golds, scorings = listed(runs, "golds"), variants(runs)
    asked = [run for run in runs if run.kind == "model" and run.usage and run.answered]
    scorings = [variant for variant in scorings if variant != "reference"]
    if len(asked) < 2 or not golds or not scorings:
        return []
    figure = F1.figure(f"{golds[0]}_{scorings[0]}")
    return [
        Scatter(
            id="cost",
            title="F1 against cost",
            caption=f"variant={scorings[0]}, golds={golds[0]}, data={data_names(runs)}. "
            f"{over((F1,))}. Tokens in and out, of all calls, a question; vertical lines are 95% "
            "intervals.",
            x_label="tokens a question",
            y_label=F1.label,
            points=tuple(
                Point(condition_of(run), run.kind, tokens(run), estimate(run, figure), run.label)
                for run in asked
            ),
            log_x=True,
            variant=scorings[0],
        )
    ]


def tokens(run: Run) -> float:
    """Tokens in and out per question."""
    total = run.usage.get("input tokens", 0) + run.usage.get("output tokens", 0)
    return total / max(run.answered, 1)


def order(runs: Sequence[Run]) -> list[str]:
    """The conditions of the runs: as in Table 2, complete ones, the user's own, then the others."""
    own = dict.fromkeys(c for c in map(condition_of, runs) if not c.startswith(PAIRS))
    ours = {**METHODS, **COMPLETE}
    known = [name for name in ours if name in own]
    mixed = [name for name in own if name not in ours and name not in OTHERS]
    return [*known, *mixed, *(name for name in OTHERS if name in own)]


def _by_method(
    runs: Sequence[Run], measures: Iterable[Measure], gold: str, variant: str
) -> tuple[Row, ...]:
    """The rows of the runs, a group for each method."""
    measuring = build.measuring(measures, scored_by(gold), variant)
    return build.by_condition(runs, order(runs), measuring)


def _sum(run: Run, figure: str) -> int:
    return int(sum(v for s in run.samples if (v := s.values.get(figure, 0.0)) == v))


def _caption(runs: Sequence[Run], variant: str, gold: str, measures: Iterable[Measure]) -> str:
    return (
        f"variant={variant}, golds={gold}, data={data_names(runs)}. {over(measures)}. Mean ± "
        "standard error over questions."
    )
