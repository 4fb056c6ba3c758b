"""KITAB's tables and figures from runs (Tables 1 and 3 to 7, Figures 2 to 4 and 7 to 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from tamis.benchmarks.kitab import published
from tamis.benchmarks.kitab.options import Condition
from tamis.report.logs import Run, Scored
from tamis.report.tables import Cell, Column, Row, Table
from tamis.stats import Estimate, mean

MEASURES = (
    Column("irrelevant", "Irrelevant", "down"),
    Column("satisfied", "Satisfied", "up"),
    Column("unsatisfied", "Unsatisfied", "down"),
    Column("completeness", "Completeness", "up"),
    Column("all_correct", "All correct", "up"),
)
ACCURACY = Column("accuracy", "Accuracy", "up")
OUTCOMES = (
    Column("expected", "Asked"),
    Column("answered", "Scored"),
    Column("failed", "Failed"),
    Column("timed_out", "Timed out"),
    Column("unparsed", "Unparsed"),
    Column("missing", "Missing"),
    Column("refused", "Refused"),
    Column("truncated", "Truncated"),
    Column("runaway", "Runaway"),
)
CONDITIONS: tuple[Condition, ...] = (
    "no_context",
    "self_context",
    "with_context",
    "all_books",
    "single_item",
)
TYPES = {
    "starts-with": "starts-with",
    "ends-with": "ends-with",
    "word-count": "word-count",
    "human-name": "human",
    "no-human-name": "no-human",
    "city-name": "city",
    "no-city-name": "no-city",
    "publishing-year": "pub-year",
}
"""The types as the data names them, and as the paper's tables do."""

FAMILIES = tuple(dict.fromkeys(type.removeprefix("no-") for type in TYPES))

Chosen = Callable[[Scored], bool]


def tables(runs: Sequence[Run]) -> tuple[Table, ...]:
    """Every table that these runs have figures for."""
    found: list[Table] = [outcomes(runs)]
    for variant in variants(runs):
        for number in (1, 2):
            found += _some(overall(runs, variant, number))
        found += _some(all_books(runs, variant))
        found += _some(self_retrieval(runs, variant))
        for number in (1, 2):
            for condition in CONDITIONS[:3]:
                found += _some(by_type(runs, variant, number, condition))
        for condition in CONDITIONS[:3]:
            found += _some(by_stored_type(runs, variant, condition))
    return (*found[1:], *_some(single_item(runs)), found[0])


def overall(runs: Sequence[Run], variant: str, number: int) -> Table:
    """Table 1 (one book constraint) or 5 (two), a group for each condition."""
    rows: list[Row] = []
    for condition in CONDITIONS[:3]:
        chosen, paper = with_constraints(number), published.overall(number, condition)
        rows += _beside(runs, condition, condition, _measuring(variant, chosen), paper)
    return Table(
        id=f"overall-{number}-{variant}",
        title=f"{_books(number).capitalize()}, all types ({variant})",
        caption=_caption(runs, variant, "Tables 1, 3 and 4" if number == 1 else "Table 5"),
        columns=(*MEASURES, Column("n", "n")),
        rows=tuple(rows),
    )


def by_type(runs: Sequence[Run], variant: str, number: int, condition: Condition) -> Table:
    """Tables 3 and 4 (one book constraint) or 6 and 7 (two), a group for each type.

    A query counts for every type that it has, as the paper's tables count.
    """
    rows: list[Row] = []
    for type, printed in TYPES.items():
        chosen = with_constraints(number, type)
        paper = published.by_type(number, printed, condition, type)
        rows += _beside(runs, condition, type, _measuring(variant, chosen), paper)
    return Table(
        id=f"types-{number}-{condition}-{variant}",
        title=f"By constraint type, {_books(number)}, {condition} ({variant})",
        caption=_caption(runs, variant, "Tables 3 and 4" if number == 1 else "Tables 6 and 7"),
        columns=(*MEASURES, Column("n", "n")),
        rows=tuple(rows),
    )


def by_stored_type(runs: Sequence[Run], variant: str, condition: Condition) -> Table:
    """One book constraint by the six stored types, beside models later than the paper.

    Those figures are from Eureka ML Insights, by the published scorer; a stored type holds
    its negation too.
    """
    rows: list[Row] = []
    for family in FAMILIES:
        chosen = with_constraints(1, family, f"no-{family}")
        later = published.later_models(condition, family)
        rows += _beside(runs, condition, family, _measuring(variant, chosen), later)
    return Table(
        id=f"later-{condition}-{variant}",
        title=f"By stored type, {condition}, beside later models ({variant})",
        caption=f"variant={variant}, data={_data(runs)}. Mean ± standard error clustered by "
        "author; published: Eureka ML Insights, variant=reference, on the released data.",
        columns=(MEASURES[1], MEASURES[3], Column("n", "n")),
        rows=tuple(rows),
    )


def all_books(runs: Sequence[Run], variant: str) -> Table:
    """The author constraint alone (Figure 4, left)."""
    rows = _beside(runs, "all_books", "", _measuring(variant, _every), [])
    return Table(
        id=f"all-books-{variant}",
        title=f"All books of an author ({variant})",
        caption=_caption(runs, variant, "the paper prints Figure 4 only"),
        columns=(MEASURES[0], MEASURES[3], MEASURES[4], Column("n", "n")),
        rows=tuple(rows),
    )


def self_retrieval(runs: Sequence[Run], variant: str) -> Table:
    """The first list of self_context: how much of it is irrelevant (§4.2, decoupling)."""
    columns = (
        Column("retrieved_irrelevant", "Irrelevant", "down"),
        Column("retrieved_completeness", "Completeness", "up"),
    )
    measuring = _measuring(variant, _every, columns)
    rows = _beside(runs, "self_context", "", measuring, published.first_list())
    return Table(
        id=f"self-retrieval-{variant}",
        title=f"The list that self_context retrieves first ({variant})",
        caption=_caption(runs, variant, "§4.2"),
        columns=(*columns, Column("n", "n")),
        rows=tuple(rows),
    )


def single_item(runs: Sequence[Run]) -> Table:
    """Accuracy on one title at a time, by type (first column of Tables 3 and 4)."""
    rows: list[Row] = []
    for type, printed in {**TYPES, "": "Summary"}.items():
        group = type or "all types"
        paper = published.single_item(printed, group)
        measuring = partial(_cells, {"accuracy": "accuracy"}, _of_type(type))
        rows += _beside(runs, "single_item", group, measuring, paper)
    return Table(
        id="single-item",
        title="Single items",
        caption=f"data={_data(runs)}. Accuracy: the one title is picked exactly when it satisfies. "
        "Mean ± standard error clustered by author; published: KITAB, Tables 3 and 4, on the "
        "released data.",
        columns=(ACCURACY, Column("n", "n")),
        rows=tuple(rows),
    )


def outcomes(runs: Sequence[Run]) -> Table:
    """What became of every sample: nothing is dropped in silence."""
    rows = []
    for run in runs:
        counts: dict[str, Cell] = {
            key.key: sum(int(s.values.get(key.key, 0) == 1) for s in run.samples)
            for key in OUTCOMES[4:]
        }
        counts |= {
            "expected": run.expected,
            "answered": run.answered,
            "timed_out": sum(n for text, n in run.failures.items() if "timeout" in text.lower()),
            "failed": sum(bool(s.failure) for s in run.samples) + run.expected - len(run.samples),
        }
        rows.append(Row(run.label, run.kind, counts, run.identity.get("condition", "")))
    return Table(
        id="outcomes",
        title="Outcomes",
        caption="Counts of samples. Failed ones, among them those timed out, and unparsed, missing "
        "and refused replies have no figures and are left out of every mean; truncated and runaway "
        "replies are scored on what they hold.",
        columns=OUTCOMES,
        rows=tuple(sorted(rows, key=lambda row: [*CONDITIONS, row.group].index(row.group))),
    )


def variants(runs: Iterable[Run]) -> list[str]:
    """The scoring variants that the runs carry, in the order of the first run."""
    listed = [v for run in runs for v in run.identity.get("variants", "").split(",") if v]
    return list(dict.fromkeys(listed))


def estimate(run: Run, key: str, chosen: Chosen) -> Estimate:
    """The mean of one figure over the chosen samples, clustered by author.

    Unparsed and missing replies, whose figures are NaN, are counted as excluded.
    """
    return mean(
        (sample.values[key], sample.about.get("author"))
        for sample in run.samples
        if key in sample.values and chosen(sample)
    )


def _beside(
    runs: Sequence[Run],
    condition: str,
    group: str,
    measuring: Callable[[Run], dict[str, Cell]],
    printed: Sequence[Row],
) -> list[Row]:
    """The runs of a condition, and beside them the printed rows; nothing without figures."""
    own = [
        Row(run.label, run.kind, measuring(run), group)
        for run in runs
        if run.identity.get("condition") == condition
    ]
    return [*own, *printed] if any(row.cells["n"] for row in own) else []


def _measuring(
    variant: str, chosen: Chosen, columns: Sequence[Column] = MEASURES
) -> Callable[[Run], dict[str, Cell]]:
    return partial(_cells, {c.key: f"{variant}_{c.key}" for c in columns}, chosen)


def _cells(keys: Mapping[str, str], chosen: Chosen, run: Run) -> dict[str, Cell]:
    cells: dict[str, Cell] = {name: estimate(run, key, chosen) for name, key in keys.items()}
    cells["n"] = sum(1 for sample in run.samples if sample.values and chosen(sample))
    return cells


def _every(sample: Scored) -> bool:
    return True


def with_constraints(number: int, *types: str) -> Chosen:
    """Samples with that many book constraints, and any of the types where some are named."""
    of_type = _of_type(*types)
    return lambda sample: sample.about.get("constraints") == number and of_type(sample)


def _of_type(*types: str) -> Chosen:
    """Samples with any of the types; all of them where no type is named."""
    wanted = {type for type in types if type}
    return lambda sample: (
        not wanted or not wanted.isdisjoint(str(sample.about.get("types", "")).split("|"))
    )


def _caption(runs: Sequence[Run], variant: str, published: str) -> str:
    return (
        f"variant={variant}, data={_data(runs)}. Mean ± standard error clustered by author; "
        f"published: KITAB, {published}, on the released data."
    )


def _data(runs: Sequence[Run]) -> str:
    return ", ".join(sorted({run.identity.get("data", "?") for run in runs}))


def _books(number: int) -> str:
    return "one book constraint" if number == 1 else "two book constraints"


def _some(table: Table) -> list[Table]:
    return [table] if table.rows else []
