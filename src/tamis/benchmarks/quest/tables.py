"""QUEST's tables from runs (QUEST-LOFT, Tables 3 to 11, and others)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tamis.answering.methods import COMPLETE, METHODS, TABLE_2
from tamis.benchmarks.benchmark import condition_of
from tamis.benchmarks.quest import published
from tamis.benchmarks.quest.options import PAIRS
from tamis.benchmarks.quest.score import LABELS, REPAIRS, key
from tamis.benchmarks.quest.views import (
    OTHERS,
    retrieval,
    scored_by,
    source,
    verifier,
)
from tamis.report import build
from tamis.report.build import data_names, estimate, listed, some, variants, with_published
from tamis.report.columns import Group, having, within
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.points import Point, Scatter
from tamis.report.runs import Run

MEASURES = (
    Column("f1", "F1", "up"),
    Column("precision", "Precision", "up"),
    Column("recall", "Recall", "up"),
    Column("accuracy", "Accuracy", "up"),
    Column("subspan_em", "Subspan EM", "up"),
)
LOFT = (
    Column("em", "EM", "up"),
    Column("subspan_em", "Subspan EM", "up"),
    Column("coverage", "Coverage of non-empty answers"),
)
"""LOFT's scorer leaves empty answers out of its mean coverage, so that is no headline figure. It
also prints an F1, but only 0 for an empty answer and nothing for any other."""

NUMBERS = {"0": (0, 1), "1": (1, 2), "2 or 3": (2, 4), "4 to 6": (4, 7), "7 or more": (7, 10**6)}
"""Bins of the number of golds of a question: the least, and the first above."""


def headline(variant: str) -> Sequence[Column]:
    """The measures of a variant that are over all questions that were asked."""
    return LOFT[:2] if variant == "reference" else MEASURES


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
        found += some(by_number(answering, golds[0], sets[0]))
    return (*found, *some(evidence(answering)), *some(spent(runs)))


def leaderboard(runs: Sequence[Run], gold: str, variant: str) -> Table:
    """Tables 3 to 5: a group for each method, with the paper's rows."""
    keys = {column.key: f"{gold}_{variant}_{column.key}" for column in MEASURES}
    rows: list[Row] = []
    for condition in order(runs):
        measure = build.measuring(keys, scored_by(gold))
        rows += with_published(runs, condition, condition, measure, [])
        if any(row.group == condition for row in rows):
            rows += published.leaderboard(gold, condition)
    if rows and not any(row.kind == "published" for row in rows):
        # Only baselines or the user's own methods: show the whole published table to compare with.
        for name in TABLE_2:
            for row in published.leaderboard(gold, name)[:1]:
                rows.append(replace(row, label=name, group=f"Table 3: {row.label}"))
    return Table(
        id=f"leaderboard-{gold}-{variant}",
        title=f"Answers against the {gold} golds ({variant})",
        caption=_caption(runs, variant, f"golds={gold}", source(gold)),
        columns=build.columns(MEASURES, rows),
        rows=tuple(rows),
        variant=variant,
        paper={"revised": "Tables 3 and 4", "simple": "Table 5"}.get(gold, ""),
    )


def loft(runs: Sequence[Run], gold: str, variant: str = "reference") -> Table:
    """LOFT's own scorer (variant reference)."""
    keys = {column.key: f"{gold}_{variant}_{column.key}" for column in LOFT}
    rows = _by_method(runs, keys, gold)
    return Table(
        id=f"loft-{gold}",
        title=f"LOFT's scorer on the {gold} golds (reference)",
        caption=_caption(runs, variant, f"golds={gold}", "")
        + " A reply that was not read is an empty answer, as for the published scorer, whose mean "
        "coverage leaves these out; other answers are undefined where there is no gold.",
        columns=build.columns(LOFT[:2], rows, LOFT[2:]),
        rows=rows,
        variant=variant,
    )


def labels(runs: Sequence[Run], gold: str) -> Table:
    """The shares of answers by four labels, from fully correct to incorrect."""
    columns = tuple(Column(key(label), label.capitalize()) for label in LABELS)
    rows = _by_method(runs, {column.key: f"{gold}_{column.key}" for column in columns}, gold)
    return Table(
        id=f"labels-{gold}",
        title=f"Shares of right answers, {gold} golds",
        caption=f"data={data_names(runs)}, golds={gold}. Fully correct: exactly the golds; with "
        "extras: all golds and more; partly: some golds; incorrect: none. Shares are of all that "
        "were asked; those that were not read are the rest.",
        columns=build.columns(columns, rows),
        rows=rows,
    )


def by_template(runs: Sequence[Run], gold: str, variant: str) -> Table:
    """The leaderboard's measures by the template of the question."""
    found = dict.fromkeys(str(s.about.get("template", "")) for run in runs for s in run.samples)
    chosen = {name: having("template", name) for name in sorted(found) if name}
    return _broken_down(runs, gold, variant, "template", chosen)


def by_number(runs: Sequence[Run], gold: str, variant: str) -> Table:
    """The leaderboard's measures by how many golds the question has."""
    chosen = {f"{name} golds": within("golds", *bounds) for name, bounds in NUMBERS.items()}
    return _broken_down(runs, gold, variant, "number of golds", chosen)


def _broken_down(
    runs: Sequence[Run], gold: str, variant: str, what: str, parts: Mapping[str, Group]
) -> Table:
    keys = {column.key: f"{gold}_{variant}_{column.key}" for column in MEASURES}
    rows = [
        Row(named(run), run.kind, cells, name)
        for name, chosen in parts.items()
        for run in runs
        if (cells := build.measuring(keys, chosen & scored_by(gold))(run))["n"]
    ]
    return Table(
        id=f"by-{what.replace(' ', '-')}-{gold}-{variant}",
        title=f"By {what}, {gold} golds ({variant})",
        caption=_caption(runs, variant, f"golds={gold}", ""),
        columns=build.columns(MEASURES, rows),
        rows=tuple(rows),
        variant=variant,
    )


def evidence(runs: Sequence[Run]) -> Table:
    """Quote support of the answers, and what had to be repaired or was wrong."""
    columns = (
        Column("quote_support", "Quote support", "up"),
        Column("quotes", "Quotes"),
        Column("verifier_quote_support", "Quote support of the verifier", "up"),
        Column("candidates", "Candidates"),
        Column("verdicts", "Verdicts"),
        Column("verdicts_unread", "Verdicts unread"),
        Column("left_out", "Documents left out"),
        *(Column(key(what), what.capitalize()) for what in REPAIRS),
    )
    rows = []
    for run in runs:
        if run.kind == "baseline":
            continue
        cells: dict[str, Cell] = {column.key: _sum(run, column.key) for column in columns}
        for support in ("quote_support", "verifier_quote_support"):
            cells[support] = estimate(run, support)
        rows.append(Row(run.label, run.kind, cells, condition_of(run)))
    never = {c.key: c.label.lower() for c in columns[5:] if not any(r.cells[c.key] for r in rows)}
    return Table(
        id="evidence",
        title="Evidence, and what was repaired",
        caption="Quote support: the share of a question's quotes that are found in the document "
        "that they cite. The other columns are totals over the run."
        + (f" Never: {', '.join(never.values())}." if never else ""),
        columns=tuple(column for column in columns if column.key not in never),
        rows=tuple(rows),
    )


def spent(runs: Sequence[Run]) -> Table:
    """Tokens as the providers counted them."""
    columns = (
        Column("input tokens", "Tokens in"),
        Column("input tokens from the provider's cache", "of these cached"),
        Column("output tokens", "Tokens out"),
        Column("a question", "Tokens a question"),
    )
    rows = []
    for run in runs:
        if run.usage and run.answered:
            cells: dict[str, Cell] = {c.key: run.usage.get(c.key, 0) for c in columns[:3]}
            cells["a question"] = round(tokens(run))
            rows.append(Row(run.label, run.kind, cells, condition_of(run)))
    return Table(
        id="spent",
        title="Tokens",
        caption="As the providers report them, all roles together.",
        columns=columns,
        rows=tuple(rows),
    )


def cost(runs: Sequence[Run]) -> list[Scatter]:
    """F1 against tokens per question, where at least two runs used a model."""
    golds, scorings = listed(runs, "golds"), variants(runs)
    asked = [run for run in runs if run.kind == "model" and run.usage and run.answered]
    scorings = [variant for variant in scorings if variant != "reference"]
    if len(asked) < 2 or not golds or not scorings:
        return []
    measure = f"{golds[0]}_{scorings[0]}_f1"
    return [
        Scatter(
            id="cost",
            title="F1 against cost",
            caption=f"variant={scorings[0]}, golds={golds[0]}, data={data_names(runs)}. F1 is "
            f"{build.ON_HEADLINE}. Tokens in and out, of all calls, a question; vertical lines are "
            "95% intervals.",
            x_label="tokens a question",
            y_label="F1",
            points=tuple(
                Point(
                    condition_of(run),
                    run.kind,
                    tokens(run),
                    estimate(run, measure),
                    run.label,
                )
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


def named(run: Run) -> str:
    """The label of a run in tables that are not grouped by method."""
    condition = condition_of(run)
    return run.label if condition in OTHERS else f"{run.label}, {condition}"


def _by_method(runs: Sequence[Run], keys: Mapping[str, str], gold: str) -> tuple[Row, ...]:
    """The rows of the runs, a group for each method; `keys` maps columns to figures."""
    measure = build.measuring(keys, scored_by(gold))
    return tuple(r for name in order(runs) for r in with_published(runs, name, name, measure, []))


def _sum(run: Run, figure: str) -> int:
    return int(sum(v for s in run.samples if (v := s.values.get(figure, 0.0)) == v))


def _caption(runs: Sequence[Run], variant: str, golds: str, source: str) -> str:
    return (
        f"variant={variant}, {golds}, data={data_names(runs)}. Mean ± standard error over "
        f"questions, {build.ON_HEADLINE}. {source}".rstrip()
    )
