"""KIWI for the commands: what a run consists of, and what it is reported by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from inspect_ai import Task

from tamis.benchmarks import Request
from tamis.benchmarks.kiwi.data import SOURCE, count_rows
from tamis.benchmarks.kiwi.options import BASELINES, MAX_TOKENS, Options, parse_options
from tamis.benchmarks.kiwi.page import headline, report
from tamis.benchmarks.kiwi.samples import asked
from tamis.benchmarks.kiwi.solver import ROLE
from tamis.benchmarks.kiwi.task import kiwi
from tamis.benchmarks.kiwi.task import version as task_version
from tamis.benchmarks.options import plain
from tamis.report.runs import Run
from tamis.types import InputError

__all__ = [
    "SOURCE",
    "condition",
    "count_rows",
    "headline",
    "ids",
    "measures",
    "parameters",
    "plan",
    "report",
    "requests",
    "size",
    "task",
    "version",
]

TYPICAL = 4
"""Characters of a rating."""


def parameters() -> Mapping[str, str]:
    """The parameters of `tamis/kiwi` with their defaults."""
    return {
        "judge": "model, or the folder of a judge that `tamis train kiwi-judge` made [model]",
        "shots": "rated turns in the prompt; several runs with commas, as in 0,1,10 [0]",
        "examples": "which ones: bm25, by the instruction, or random [bm25]",
        "split": "test, validation, train, or cross: every turn, the other sessions known [test; "
        "cross on mini]",
        "by": "what a split keeps together: turn, as in the paper, session or question [turn]",
        "split_seed": "of the split [0]",
        "temperature": "of the model [0]",
        "data": "mini, released, or a folder or a JSONL file in the released form [mini]",
        "data_dir": "where the released file already lies",
        "baseline": f"judge without a model: {', '.join(BASELINES)}",
        "prompts": "a folder with another wording of the prompt (judge.j2)",
        "seed": "of random examples and of the baseline random [0]",
    }


def plan(
    values: Mapping[str, Any], model: str | None, roles: Collection[str] = ()
) -> list[dict[str, Any]]:
    """One task per number of examples; without a model one per baseline."""
    asks = model is not None or ROLE in roles
    if asks and values.get("baseline"):
        raise InputError(f"give a model or -T baseline={values['baseline']}, not both.")
    if values.get("judge", "model") != "model":
        return [_plain(parse_options(dict(values)))]
    if not asks and not values.get("predictions"):
        if values.get("shots"):
            raise InputError("-T shots= needs --model: the baselines are given no examples.")
        chosen = [values["baseline"]] if values.get("baseline") else BASELINES
        return [_plain(parse_options({**values, "baseline": one})) for one in chosen]
    return [_plain(parse_options({**values, "shots": shots})) for shots in _shots(values)]


def _shots(values: Mapping[str, Any]) -> list[Any]:
    given = values.get("shots", 0)
    parts = given if isinstance(given, (list, tuple)) else str(given).split(",")
    return list(dict.fromkeys(str(part).strip() for part in parts))


def task(values: Mapping[str, Any]) -> Task:
    """The Inspect task for one set of parameters."""
    return kiwi(**values)


def version(values: Mapping[str, Any]) -> str:
    """The identity of scoring, wording and data: another one is another run."""
    return task_version(parse_options(dict(values)))


def condition(values: Mapping[str, Any]) -> str:
    """What a task is called in reports."""
    return parse_options(dict(values)).condition


def size(values: Mapping[str, Any]) -> int:
    """The number of turns that are judged."""
    return len(asked(parse_options(dict(values)))[1])


def ids(values: Mapping[str, Any]) -> set[str]:
    """The ids of the turns that are judged."""
    return {one.id for one in asked(parse_options(dict(values)))[1]}


def requests(values: Mapping[str, Any]) -> Iterator[Request]:
    """The calls of one judge: one for each turn, none where no model is asked."""
    options = parse_options(dict(values))
    if options.baseline is None and options.finetuned is None:
        for one in asked(options)[1]:
            yield Request(one.id, one.prompt, MAX_TOKENS, TYPICAL)


def measures(runs: Sequence[Run]) -> Mapping[str, str]:
    """Accuracy with and without the undecided turns, and the leaning."""
    return {
        "correct": "Accuracy of verdicts",
        "forced_correct": "Accuracy, undecided turns as not good",
        "said_good": "Said good",
        "decided": "Coverage",
    }


def _plain(options: Options) -> dict[str, Any]:
    """The options as a task takes them."""
    return plain(options)
