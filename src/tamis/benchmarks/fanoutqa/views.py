"""Tables of the cost, the evidence and the outcomes of FanOutQA's answers."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tamis.benchmarks.benchmark import condition_of
from tamis.benchmarks.fanoutqa import published
from tamis.benchmarks.fanoutqa.options import CONDITIONS
from tamis.benchmarks.fanoutqa.tables import measures, order, rows_of
from tamis.report import build
from tamis.report.build import data_names, some
from tamis.report.compare import against
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.points import Point, Scatter
from tamis.report.runs import Run
from tamis.stats import Estimate, paired_difference, sign_flip

FAN_OUT, OPEN_BOOK = CONDITIONS["fan_out"], CONDITIONS["open_book"]

EVIDENCE = (
    Column("evidence_recall", "Evidence recall", "up"),
    Column("evidence_precision", "Evidence precision", "up"),
    Column("pages", "Pages opened", digits=1),
)
COSTS = (
    Column("calls", "Calls", "down", 1),
    Column("tokens_in", "Tokens in", "down", 0),
    Column("tokens_out", "Tokens out", "down", 0),
    Column("searches", "Searches", digits=1),
    Column("not_found", "of these not found", "down", 1),
    Column("seconds", "Seconds", "down", 1),
    Column("trimmed", "Messages trimmed", "down", 1),
)
JUDGE_OUTCOMES = (
    Column("judge_unparsed", "Verdict unparsed"),
    Column("judge_missing", "Verdict missing"),
    Column("judge_refused", "Verdict refused"),
    Column("judge_failed", "Judge failed"),
    Column("judge_tied", "Judges tied"),
)
ENOUGH = 3
"""The number of runs with different context limits that a correlation needs."""


def views(runs: Sequence[Run]) -> list[Table]:
    """Every such table that these runs have figures for."""
    found = [*some(fan_out_gain(runs)), *some(elsewhere(runs))]
    found += [*some(evidence(runs)), *some(costs(runs))]
    return [*found, *some(correlation(runs)), *some(refusals(runs))]


def elsewhere(runs: Sequence[Run]) -> Table:
    """Models against answers made elsewhere, such as people's, where there is one file of these:
    paired, with p-values (§4.5).
    """
    given = [run for run in runs if run.args.get("predictions") and run.asked]
    models = [run for run in runs if run.kind == "model" and run not in given]
    if len(given) != 1 or not models:
        return Table("elsewhere", "", "", (), ())
    found = against(given[0], models, measures([*given, *models]))
    return replace(found, id="elsewhere", title=f"Differences from {given[0].label}")


def evidence(runs: Sequence[Run]) -> Table:
    """The share of the pages that a question needs that were opened."""
    opened = [run for run in runs if _has(run, "evidence_recall")]
    return Table(
        id="evidence",
        title="Evidence",
        caption=f"data={data_names(runs)}, wiki={_wikis(opened)}. Recall: the share of the pages "
        "that the question needs of which something was shown to the model; precision: the share "
        "of the shown ones that it needs. Other pages may hold the same facts.",
        columns=(*EVIDENCE, build.N),
        rows=tuple(
            # The number of pages is a count, not a rate.
            replace(row, cells={**row.cells, "pages": _value(row.cells["pages"])})
            for row in rows_of(opened, {column.key: column.key for column in EVIDENCE})
        ),
    )


def costs(runs: Sequence[Run]) -> Table:
    """The cost of a question. Empty where no model was used."""
    asked = [run for run in runs if run.kind == "model" and _sum(run, "calls")]
    return Table(
        id="costs",
        title="Cost of a question",
        caption="Means over questions, judges not counted; tokens as the providers report them. "
        "Seconds are those of the calls, one after another, without retries and waiting. "
        "Messages trimmed: those that no longer fitted the context.",
        columns=(*COSTS, build.N),
        rows=tuple(
            Row(run.label, run.kind, _means(run, COSTS), condition)
            for condition in order(runs)
            for run in asked
            if condition_of(run) == condition
        ),
    )


def fan_out_gain(runs: Sequence[Run]) -> Table:
    """Fan-out against open book, for each model that ran in both: paired differences."""
    score = _score_of(runs)
    columns = (
        Column("open_book", "Open book", "up"),
        Column("fan_out", "Fan-out", "up"),
        Column("score", "Difference"),
        Column("p", "p", digits=3),
        Column("tokens", "Tokens"),
        Column("calls", "Calls"),
        Column("seconds", "Seconds"),
        Column("n", "Pairs"),
    )
    rows = []
    for first, second in _pairs(runs):
        gain = _difference(first, second, (score,))
        if not gain.n:
            continue
        before = _paired_mean(first, second, score)
        cells: dict[str, Cell] = {
            "open_book": before,
            "fan_out": before + gain.value,
            "score": _signed(gain, 3),
            "p": _chance(first, second, score),
            "tokens": _signed(_difference(first, second, ("tokens_in", "tokens_out")), 0),
            "calls": _signed(_difference(first, second, ("calls",)), 1),
            "seconds": _signed(_difference(first, second, ("seconds",)), 1),
            "n": gain.n,
        }
        label = first.label if first.label == second.label else f"{first.label}; {second.label}"
        rows.append(Row(label, first.kind, cells))
    return Table(
        id="fan-out",
        title="Fan-out against open book",
        caption=f"data={data_names(runs)}. {measures(runs).get(score, '')}; a question without "
        "an answer counts 0. Differences are fan-out minus open book on the same questions, with "
        "95% intervals; p by sign flips.",
        columns=columns,
        rows=tuple(rows),
    )


def cost(runs: Sequence[Run]) -> list[Scatter]:
    """The score against tokens per question, where at least two runs used a model."""
    asked = [run for run in runs if run.kind == "model" and build.estimate(run, "calls").value > 0]
    known = measures(runs)
    if len(asked) < 2 or not known:
        return []
    score, label = next(iter(known.items()))
    return [
        Scatter(
            id="cost",
            title="Score against cost",
            caption=f"{label}, data={data_names(runs)}. Tokens in and out, of all calls but "
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


def correlation(runs: Sequence[Run]) -> Table:
    """The correlation of score and length of the context (§4.3 and §4.4)."""
    score = _score_of(runs)
    rows: list[Row] = []
    for condition in published.BOARDS:
        points = context_points(runs, condition, score)
        if len({x for x, _ in points}) < ENOUGH:
            continue
        xs, ys = zip(*points, strict=True)
        value = statistics.correlation(xs, ys) ** 2 if len(set(ys)) > 1 else float("nan")
        rows.append(Row("These runs", "measure", {"r2": value, "runs": len(points)}, condition))
        rows += published.correlation(condition)
    return Table(
        id="correlation",
        title="Score and length of context",
        caption=f"r² of the context limit in tokens and the mean score: "
        f"{measures(runs).get(score, '')}. Published: FanOutQA, §4.3 and §4.4, by its judge.",
        columns=(Column("r2", "r²", digits=3), Column("runs", "Runs")),
        rows=tuple(rows),
    )


def context_points(runs: Sequence[Run], condition: str, score: str) -> list[tuple[int, float]]:
    """The context limit and the mean score of each model's run in one setting."""
    found = []
    for run in runs:
        limit = run.identity.get("context_limit")
        if run.kind == "model" and condition_of(run) == condition and limit is not None:
            mean = build.estimate(run, score)
            if mean.n:
                found.append((int(limit), mean.value))
    return found


def refusals(runs: Sequence[Run]) -> Table:
    """The shares of questions that were declined or ran out of time, with the paper's."""
    columns = (
        Column("declined", "Declined", "down"),
        Column("refused", "Refused by the provider", "down"),
        Column("out_of_time", "Out of time", "down"),
        Column("over_rounds", "Over rounds", "down"),
    )
    asked = [run for run in runs if run.kind == "model" and run.asked]
    keys = {column.key: column.key for column in columns}
    rows: list[Row] = []
    for condition in order(asked):
        own = rows_of([run for run in asked if condition_of(run) == condition], keys)
        rows += [*own, *(published.refusals(condition) if own else [])]
    return Table(
        id="refusals",
        title="Refusals and time-outs",
        caption="Declined: the answer only says that it cannot be given (told by its words). "
        "Published: FanOutQA, §4.2, counted by hand, and "
        "Appendix F.2.",
        columns=(*columns, build.N),
        rows=tuple(rows),
    )


def _pairs(runs: Sequence[Run]) -> Iterator[tuple[Run, Run]]:
    """Each open-book run with the fan-out runs of its model: of the same settings, else all."""
    for first in (run for run in runs if condition_of(run) == OPEN_BOOK):
        own = [
            run
            for run in runs
            if condition_of(run) == FAN_OUT
            and (_model(run), run.kind) == (_model(first), first.kind)
        ]
        alike = [run for run in own if _asked_as(run) == _asked_as(first)]
        yield from ((first, second) for second in alike or own)


def _asked_as(run: Run) -> dict[str, str]:
    return {key: value for key, value in run.identity.items() if key != "condition"}


def _model(run: Run) -> str:
    """The model of a run, without the suffix that distinguishes its runs."""
    return run.label.partition(" [")[0]


def _value(cell: Cell) -> Cell:
    return cell.value if isinstance(cell, Estimate) else cell


def _score_of(runs: Sequence[Run]) -> str:
    """The judged score where every model was judged, else the first of the string scores."""
    known = measures(runs)
    asked = [run for run in runs if run.kind == "model"]
    if "judged" in known and all(_has(run, "judged") for run in asked):
        return "judged"
    return next((key for key in known if key != "judged"), "")


def _has(run: Run, figure: str) -> bool:
    return any((v := s.values.get(figure)) is not None and v == v for s in run.samples)


def _sum(run: Run, figure: str) -> float:
    return sum(v for s in run.samples if (v := s.values.get(figure, 0.0)) == v)


def _means(run: Run, columns: Sequence[Column]) -> dict[str, Cell]:
    cells: dict[str, Cell] = {c.key: build.estimate(run, c.key).value for c in columns}
    # Of questions that were withheld nobody was asked, so that they cost nothing.
    return {**cells, "n": sum(bool(s.values) and not s.filled for s in run.asked)}


def _figures(run: Run, keys: Sequence[str]) -> Mapping[tuple[str, int, str], float]:
    return {
        (s.id, s.epoch, str(s.about.get("question", ""))): sum(s.values[key] for key in keys)
        for s in run.samples
        if all(key in s.values for key in keys)
    }


def _difference(first: Run, second: Run, keys: Sequence[str]) -> Estimate:
    a, b = _figures(first, keys), _figures(second, keys)
    return paired_difference(a, b, {key: key[0] for key in a})


def _chance(first: Run, second: Run, score: str) -> float:
    """The p-value that a difference of either sign is as likely."""
    a, b = _figures(first, (score,)), _figures(second, (score,))
    return sign_flip({key: b[key] - a[key] for key in a if key in b}, {key: key[0] for key in a})


def _paired_mean(first: Run, second: Run, score: str) -> float:
    """The mean of the first run over the questions on which both have a score."""
    a, b = _figures(first, (score,)), _figures(second, (score,))
    both = [a[key] for key in a if key in b and a[key] == a[key] and b[key] == b[key]]
    return sum(both) / len(both)


def _signed(found: Estimate, digits: int) -> str:
    low, high = found.interval
    span = f" ({low:+,.{digits}f} to {high:+,.{digits}f})" if low == low else ""
    return f"{found.value:+,.{digits}f}{span}"


def _wikis(runs: Sequence[Run]) -> str:
    return ", ".join(dict.fromkeys(run.identity.get("wiki", "?") for run in runs))
