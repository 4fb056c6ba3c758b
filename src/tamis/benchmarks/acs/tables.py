"""ACS's tables from runs (Table 1 and others); Table 2 is in `errors`."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks.acs import published
from tamis.benchmarks.acs.options import BLIND, ELSEWHERE
from tamis.benchmarks.acs.score import MEASURES, Rows, bounds, undecided
from tamis.benchmarks.benchmark import condition_of
from tamis.benchmarks.options import BASELINE_ROWS
from tamis.measures.classification import decided
from tamis.report import build
from tamis.report.build import data_names, estimate, some
from tamis.report.columns import Chosen, every, having
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.stats import mean

JUDGING = (
    Column("accuracy", "Accuracy", "up"),
    Column("f1_satisfied", "F1 satisfied", "up"),
    Column("f1_unsatisfied", "F1 unsatisfied", "up"),
    Column("skew", "Skew"),
    Column("coverage", "Coverage"),
)
BOUNDS = Column("bounds", "Bounds of the accuracy")
HEADLINE = ("accuracy", "f1_satisfied", "f1_unsatisfied")
NO_VERDICT = Column("unread", "No verdict", "down")
OF_DECIDED = " of those decided"
ON_VERDICTS = (
    "Accuracy and F1 are over all items that were asked about: one without a verdict counts as "
    "judged wrongly."
)


def tables(runs: Sequence[Run]) -> list[Table]:
    """Every table that these runs have figures for, except those that need the texts."""
    found = [*some(judges(runs)), *some(costs(runs)), *some(confusions(runs))]
    found += [*some(broken_down(runs, "domain")), *some(broken_down(runs, "capability"))]
    return [*found, *some(steadiness(runs)), *some(repetitions(runs))]


def judges(runs: Sequence[Run]) -> Table:
    """Table 1: a group for each condition, with the paper's rows."""
    rows: list[Row] = []
    own = [run for run in runs if run.asked]
    for condition in order(own):
        rows += [
            Row(run.label, run.kind, judging(rows_of(run)), condition)
            for run in own
            if condition_of(run) == condition
        ]
        rows += published.judges(condition)
    if rows and not any(row.kind == "published" for row in rows):
        # Only baselines, or judges that the paper lacks: show the whole table to compare with.
        rows += [row for condition in published.CONDITIONS for row in published.judges(condition)]
    return Table(
        id="judges",
        title="Judges",
        caption=f"data={data_names(runs)}. {ON_VERDICTS} Skew is F1 satisfied minus F1 "
        "unsatisfied, of the verdicts; coverage is the share of items with a verdict. The bounds "
        "take the others as all wrong, and as all right. "
        "Standard errors are clustered by response. Published: ACS, Table 1, on the released data.",
        columns=judging_columns(rows),
        rows=tuple(rows),
        paper="Table 1",
    )


def costs(runs: Sequence[Run]) -> Table:
    """The cost and accuracy of program, model, hybrid and worksheet.

    Empty where no model judged: programs cost nothing.
    """
    columns = (
        JUDGING[0],
        Column("read_accuracy", f"Accuracy{OF_DECIDED}", "up"),
        JUDGING[-1],
        Column("asked_a_model", "Sample of a model", "down"),
        Column("calls", "Calls an item", "down"),
        Column("tokens_in", "Tokens in an item", "down", 0),
        Column("tokens_out", "Tokens out an item", "down", 0),
    )
    rows = []
    for run in runs:
        if not run.asked or condition_of(run) == ELSEWHERE or is_blind(run):
            continue
        cells = judging(rows_of(run))
        # Costs are known exactly, so they have no interval.
        for key in ("asked_a_model", "calls", "tokens_in", "tokens_out"):
            cells[key] = estimate(run, key).value
        rows.append(Row(run.label, run.kind, cells, condition_of(run)))
    if not any(row.kind == "model" for row in rows):
        rows = []
    return Table(
        id="costs",
        title="Cost and accuracy",
        caption=f"data={data_names(runs)}. Calls and tokens are those of all judges and wordings, "
        "as the providers count them, divided by the items that were answered.",
        columns=(*columns, build.N),
        rows=tuple(rows),
    )


def confusions(runs: Sequence[Run]) -> Table:
    """The counts of each pair of label and verdict."""
    labels = (
        "Satisfied, judged so",
        "Satisfied, judged not",
        "Unsatisfied, judged so",
        "Unsatisfied, judged satisfied",
    )
    return build.confusions(runs, labels, "Verdicts and labels", "items")


def broken_down(runs: Sequence[Run], what: str) -> Table:
    """The measures by domain or by capability, a group for each."""
    named = sorted({str(s.about.get(what, "")) for run in runs for s in run.samples})
    rows = []
    for name in filter(None, named):
        for run in runs:
            if found := rows_of(run, having(what, name)):
                rows.append(Row(_named(run), run.kind, judging(found), name))
    by = {str(s.about.get("capability_by", "")) for run in runs for s in run.samples}
    said = ""
    if what == "capability":
        said = {
            frozenset({"data"}): " Capabilities as the data have them.",
            frozenset({"program"}): " Capabilities are assigned by the program, not by the paper.",
        }.get(
            frozenset(by - {""}),
            " Capabilities that the data do not have are assigned by the program.",
        )
    return Table(
        id=f"by-{what}",
        title=f"By {what}",
        caption=f"data={data_names(runs)}. Measures as above.{said}",
        columns=judging_columns(rows),
        rows=tuple(rows),
    )


def steadiness(runs: Sequence[Run]) -> Table:
    """Whether verdicts depend on the wording of the prompt, or on the judge."""
    columns = (
        Column("flipped", "Flip rate", "down"),
        Column("wordings", "Wordings"),
        Column("disagreed", "Judges disagree", "down"),
    )
    rows = []
    for run in runs:
        cells: dict[str, Cell] = {
            "flipped": estimate(run, "flipped"),
            "wordings": int(run.identity.get("paraphrases", "1")),
            "disagreed": estimate(run, "disagreed"),
            "n": len(run.asked),
        }
        if any(_is_number(s.values.get(key)) for s in run.samples for key in cells):
            rows.append(Row(run.label, run.kind, cells, condition_of(run)))
    return Table(
        id="steadiness",
        title="Other wordings, other judges",
        caption="Flip rate: the share of the other wordings whose verdict differs from that of "
        "the standard one, among verdicts. Judges disagree: the share of items on which two "
        "judges decided differently; the majority of them counts.",
        columns=(*columns, build.N),
        rows=tuple(rows),
    )


def repetitions(runs: Sequence[Run]) -> Table:
    """Repeated runs: the majority of the verdicts on each item, and their agreement."""
    columns = (
        Column("epochs", "Epochs"),
        Column("majority", "Accuracy of the majority", "up"),
        Column("decided", "Coverage of the majority", "up"),
        Column("agreement", "Agreement", "up"),
    )
    rows = []
    for run in (run for run in runs if int(run.identity.get("epochs", "1")) > 1 and run.asked):
        right, decided, agreed = [], [], []
        for samples in _by_item(run):
            votes = [v for s in samples if _is_number(v := s.values["read_correct"])]
            # A vote without a verdict is one for the wrong answer, so that silence never helps.
            lead = sum(votes) - len(samples) / 2
            cluster = samples[0].cluster
            decided.append((float(2 * sum(votes) != len(votes)), cluster))
            right.append((float(lead > 0), cluster))
            agreed.append((_agreement(votes), cluster))
        cells: dict[str, Cell] = {
            "epochs": int(run.identity["epochs"]),
            "majority": mean(right),
            "decided": mean(decided),
            "agreement": mean(agreed),
            "n": len(decided),
        }
        rows.append(Row(run.label, run.kind, cells, condition_of(run)))
    return Table(
        id="repetitions",
        title="Sample several times",
        caption="Of each item's verdicts the majority, an epoch without one being a wrong one, and "
        "a tie none; "
        "coverage is the share of items with a majority; agreement is the share "
        "of pairs of verdicts on one item that are the same. The other tables count every epoch.",
        columns=(*columns, build.N),
        rows=tuple(rows),
    )


def order(runs: Sequence[Run]) -> list[str]:
    """The conditions of the runs: the paper's, then other judges, files, and baselines."""
    own = dict.fromkeys(map(condition_of, runs))
    last = (ELSEWHERE, BASELINE_ROWS)
    known = [
        f"{judge}{shots}"
        for judge in ("", "hybrid ", "worksheet ")
        for shots in published.CONDITIONS
    ]
    others = [name for name in own if name not in known and name not in last]
    return [name for name in (*known, *others, *last) if name in own]


def is_blind(run: Run) -> bool:
    """Whether it is a baseline that ignores the item; its label may end with the data's name."""
    return run.kind == "baseline" and run.label.startswith(BLIND)


def judging(rows: Rows) -> dict[str, Cell]:
    """The cells of the columns of `judging_columns`."""
    cells: dict[str, Cell] = {name: measure(rows) for name, measure in MEASURES.items()}
    of_verdicts = decided(rows)
    cells |= {f"read_{name}": MEASURES[name](of_verdicts) for name in HEADLINE}
    low, high = bounds(rows)
    open = undecided(rows)
    # Where everything was decided both bounds are the accuracy.
    cells["bounds"] = f"{low:.2f} to {high:.2f}" if open else ""
    return {**cells, "n": len(rows), "unread": open, "read": len(rows) - open}


def judging_columns(rows: Sequence[Row]) -> tuple[Column, ...]:
    """JUDGING, and where items have no verdict the measures of the others, and bounds."""
    found = build.columns(JUDGING[:3], rows, JUDGING[3:], NO_VERDICT, OF_DECIDED)
    return found if len(found) == len(JUDGING) + 2 else (*found, BOUNDS)


def rows_of(run: Run, chosen: Chosen = every) -> Rows:
    """The figures of the chosen items that were asked about, each with its response."""
    return [(s.values, s.cluster) for s in run.asked if s.values and chosen(s)]


def _by_item(run: Run) -> list[list[Scored]]:
    found: dict[str, list[Scored]] = {}
    for sample in run.samples:
        if sample.values:
            found.setdefault(sample.id, []).append(sample)
    return list(found.values())


def _agreement(votes: Sequence[float]) -> float:
    """The share of pairs of votes, 0 or 1 each, that are the same; NaN below two votes."""
    ones, pairs = sum(votes), len(votes) * (len(votes) - 1)
    zeros = len(votes) - ones
    return (ones * (ones - 1) + zeros * (zeros - 1)) / pairs if pairs else float("nan")


def _named(run: Run) -> str:
    """The label of a run in tables that are not grouped by condition."""
    condition = condition_of(run)
    return run.label if condition == BASELINE_ROWS else f"{run.label}, {condition}"


def _is_number(value: float | None) -> bool:
    return value is not None and value == value
