"""FanOutQA's tables of scores (FanOutQA, Table 2, and others)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tamis.benchmarks.benchmark import condition_of
from tamis.benchmarks.fanoutqa import published
from tamis.benchmarks.fanoutqa.answers.strict import Strict
from tamis.benchmarks.fanoutqa.factuality_judges import ROLE, key
from tamis.benchmarks.fanoutqa.options import CONDITIONS, ELSEWHERE
from tamis.benchmarks.fanoutqa.score import (
    BLEURT,
    BY_LETTER,
    CELLS,
    DECLINED,
    JUDGED,
    ROUGES,
    STRINGS,
)
from tamis.benchmarks.options import BASELINE_ROWS
from tamis.measures.measure import Measure, meanings, over
from tamis.measures.words import PUBLISHED
from tamis.report import build
from tamis.report.build import data_names, some, variants
from tamis.report.columns import every, where
from tamis.report.elements import Column, Row, Table
from tamis.report.runs import Run
from tamis.report.scored import Scored

MAIN = (*STRINGS, *ROUGES.values(), JUDGED)
"""The measures of the leaderboard that are over all questions."""

_MARK = "†"
_LACKS = "‡"
_PARTS_TOO = "cut and declined answers scored on what they hold"

_CUT = ("truncated", "timed_out")
"""The outcomes of answers that may hold a text, but not a whole one."""

JUDGE_OUTCOMES = (
    Column("judge_unparsed", "Verdict unparsed"),
    Column("judge_missing", "Verdict missing"),
    Column("judge_refused", "Verdict refused"),
    Column("judge_failed", "Judge failed"),
    Column("judge_tied", "Judges tied"),
)
"""What the table of outcomes counts of the verdicts."""


def scores(scored: Sequence[Run]) -> list[Table]:
    """Every table of scores that these runs have figures for."""
    found = [*some(board(scored)), *some(by_variant(scored)), *some(by_judge(scored))]
    return [*found, *some(of_tables(scored))]


def board(runs: Sequence[Run]) -> Table:
    """Table 2: a group for each setting, with the leaderboard's rows."""
    variant = main_variant(runs)
    measuring = build.measuring((*MAIN, BLEURT), every, variant)
    rows: list[Row] = []
    for condition in order(runs):
        own = build.with_published(runs, condition, condition, measuring, [])
        rows += _marked(own, runs, condition) if own else []
        rows += published.leaderboard(condition)
    shown = {row.group for row in rows if row.kind == "published"}
    if rows and not shown:
        # Only fan-out or baselines: show one published board, or all of them, to compare with.
        only_fan_out = any(condition_of(run) == CONDITIONS["fan_out"] for run in runs)
        for name in [CONDITIONS["open_book"]] if only_fan_out else published.BOARDS:
            rows += published.leaderboard(name)
    columns = [Column.of(measure) for measure in MAIN]
    said = over((*MAIN, BLEURT))
    if any(map(scores_parts, runs)):
        said += (
            f". {_MARK} As the published scorer averages: answers that were cut, whose time ran "
            "out or that only decline are scored on what they hold"
        )
        ours = {one.name for one in STRINGS} if variant != "reference" else set()
        columns = [c if c.key in ours else replace(c, label=f"{c.label} {_MARK}") for c in columns]
    if any(without_pages(sample) for run in runs for sample in run.samples):
        said += (
            f". {_LACKS} The encyclopaedia lacks pages that some of its questions need: not "
            "comparable with the published rows (see the notes)"
        )
    return Table(
        id="board",
        title="Answers",
        caption=f"{named_variant(runs, variant)}, data={data_names(runs)}. {meanings(STRINGS)}. "
        f"ROUGE is F1. {_judges(runs)} {said}. Mean ± standard error over questions. Published: "
        "the leaderboard, test split, nov23; humans: FanOutQA, §4.5.",
        columns=build.columns(columns, rows, [BLEURT]),
        rows=tuple(rows),
        variant=variant,
        paper="Table 2",
    )


def by_variant(runs: Sequence[Run]) -> Table:
    """Loose and strict accuracy in every variant."""
    chosen = variants(runs)
    named = "; ".join(named_variant(runs, variant) for variant in chosen)
    measures = [replace(one, name=one.key(v)) for v in chosen for one in STRINGS]
    rows = rows_of(runs, measures) if len(chosen) > 1 else ()
    return Table(
        id="variants",
        title="Loose and strict accuracy by variant",
        caption=f"data={data_names(runs)}. {named}. paper: base forms without stop words, anywhere "
        "in the answer; reference: what the published code does, whole words with stop words; "
        "strict: ours, numbers and dates by value, one mention for each reference. "
        f"{over(STRINGS)}; reference scores answers that were cut or only decline on what they "
        "hold.",
        columns=build.columns([Column.of(one, v) for v in chosen for one in STRINGS], rows),
        rows=rows,
    )


def by_judge(runs: Sequence[Run]) -> Table:
    """The judges' verdicts: each judge's own score where there are several, and the letters."""
    each = [
        replace(JUDGED, name=key(name), label=f"{name}, its verdicts", logged=key(name))
        for name in dict.fromkeys(name for run in runs for name in _several(run))
    ]
    letters = tuple(BY_LETTER.values())
    judged = [run for run in runs if is_judged(run)]
    rows = rows_of(judged, (JUDGED, *each, *letters))
    return Table(
        id="judges",
        title="What the judges said",
        caption=f"data={data_names(runs)}. {_judges(judged)} {meanings(letters)}. B, C and E score "
        f"1. Letters are shares of {letters[0].over}.",
        columns=build.columns((JUDGED,), rows, (*each, *letters)),
        rows=rows,
    )


def of_tables(runs: Sequence[Run]) -> Table:
    """Rows and cells of the answers to questions whose gold answer is a table."""
    measuring = build.measuring(CELLS, is_table)
    rows = []
    for condition in order(runs):
        for run in runs:
            if condition_of(run) != condition:
                continue
            cells = measuring(run)
            unread = (
                s
                for s in run.asked
                if is_table(s) and not (s.read and s.values["table_unread"] == 0)
            )
            cells["unread"] = sum(1 for _ in unread)
            if cells["n"]:
                rows.append(Row(run.label, run.kind, cells, condition))
    return Table(
        id="tables",
        title="Answers that are tables",
        caption=f"data={data_names(runs)}. Rows are right by their key, cells by key and value, "
        f"compared as in strict. {over(CELLS)}.",
        columns=build.columns(CELLS, rows),
        rows=tuple(rows),
    )


def measures(runs: Sequence[Run]) -> dict[str, str]:
    """The figures by which runs are compared, and their names; the judged score if there is one.

    There are none where the answers are hidden.
    """
    found: dict[str, str] = {}
    if not any(map(is_scored, runs)):
        return found
    if any(map(is_judged, runs)):
        found[JUDGED.figure()] = JUDGED.named(judge=f"{_judge_names(runs)}; {_PARTS_TOO}")
    for variant in sorted(variants(runs), key=lambda one: one != main_variant(runs)):
        words = words_of(runs, variant) + (f"; {_PARTS_TOO}" if variant == "reference" else "")
        found |= {one.figure(variant): one.named(variant=variant, words=words) for one in STRINGS}
    longest = ROUGES["rougeL"]
    found[longest.figure()] = f"{longest.label} ({_PARTS_TOO})"
    return found | {one.figure(): one.label for one in CELLS if one.name.endswith("_f1")}


def main_variant(runs: Sequence[Run]) -> str:
    """The variant of the main tables: the leaderboard's where it was computed."""
    chosen = variants(runs)
    return "reference" if "reference" in chosen or not chosen else chosen[0]


def named_variant(runs: Sequence[Run], variant: str) -> str:
    """A variant with the normaliser that gave the base forms of words."""
    return f"variant={variant}, words={words_of(runs, variant)}"


def words_of(runs: Sequence[Run], variant: str) -> str:
    """What gave the base forms of words in a variant.

    Of `reference` it says where that is not the published scorer's.
    """
    if variant == "strict":
        return Strict.words
    words = dict.fromkeys(run.identity.get("words", "?") for run in runs)
    other = variant == "reference" and set(words) != {PUBLISHED}
    own = f" (the published scorer's are {PUBLISHED})" if other else ""
    return f"{'/'.join(words)}{own}"


def order(runs: Sequence[Run]) -> list[str]:
    """The conditions of the runs: settings, hardest first, then files, and baselines."""
    own = {condition_of(run) for run in runs}
    return [name for name in (*CONDITIONS.values(), ELSEWHERE, BASELINE_ROWS) if name in own]


def is_scored(run: Run) -> bool:
    """Whether the run has scores; a test split hides its answers."""
    return run.identity.get("answers") != "hidden"


def is_judged(run: Run) -> bool:
    """Whether a judge was bound, even if it had nothing to judge."""
    return bool(_roles(run)) or any("judged" in sample.values for sample in run.samples)


def rows_of(runs: Sequence[Run], measures: Iterable[Measure]) -> tuple[Row, ...]:
    """The rows of the runs, a group for each condition."""
    return build.by_condition(runs, order(runs), build.measuring(measures))


def scores_parts(run: Run) -> bool:
    """Whether the published measures may score an answer of the run that the others give 0."""
    return any(one.outcome in _CUT or one.values.get(DECLINED.figure()) == 1 for one in run.asked)


def without_pages(sample: Scored) -> bool:
    """Whether the encyclopaedia lacks pages that the question needs."""
    return sample.values.get("pages_absent", 0.0) > 0


def _marked(rows: Sequence[Row], runs: Sequence[Run], condition: str) -> list[Row]:
    """The rows of the runs of a condition; marked where pages are absent."""
    own = [run for run in runs if condition_of(run) == condition]
    return [
        replace(row, label=f"{row.label} {_LACKS}") if any(map(without_pages, run.samples)) else row
        for row, run in zip(rows, own, strict=True)
    ]


def _judges(runs: Sequence[Run]) -> str:
    names = _judge_names(runs)
    return f"Judged by {names}." if names else "No judge was bound."


def _judge_names(runs: Sequence[Run]) -> str:
    """The judges with the wording of their prompt."""
    found = dict.fromkeys(
        f"{' + '.join(names)}, prompt={run.identity.get('judge_prompt', '?')}"
        for run in runs
        if (names := [name for _, name in _roles(run)])
    )
    return " or ".join(found)


def _several(run: Run) -> list[str]:
    """The judges of a run by the names in its figures, if there are several."""
    found = dict.fromkeys(name for sample in run.samples for name in sample.values)
    return [n.removeprefix("judged[").removesuffix("]") for n in found if n.startswith("judged[")]


def _roles(run: Run) -> list[tuple[str, str]]:
    bound = [pair.partition("=") for pair in run.identity.get("roles", "").split(", ")]
    return [(role, name) for role, _, name in bound if role.startswith(ROLE)]


is_table = where("shape", lambda shape: str(shape).startswith("table"))
"""The samples whose gold answer is a table."""
