"""KITAB for the commands: what a run consists of, and what it is reported by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai import Task

from tamis.benchmarks import Request
from tamis.benchmarks.kitab.baselines import BASELINES, NEED_A_LIST
from tamis.benchmarks.kitab.data import SOURCE, read_rows
from tamis.benchmarks.kitab.options import HAVE_A_LIST, MAX_TOKENS, Options, parse_options
from tamis.benchmarks.kitab.page import headline, report
from tamis.benchmarks.kitab.samples import Question, asked
from tamis.benchmarks.kitab.tables import CONDITIONS, MEASURES
from tamis.benchmarks.kitab.task import kitab
from tamis.benchmarks.kitab.task import version as task_version
from tamis.benchmarks.options import plain
from tamis.report.build import variants
from tamis.report.runs import Run
from tamis.types import InputError

__all__ = [
    "SOURCE",
    "count_rows",
    "headline",
    "measures",
    "parameters",
    "plan",
    "report",
    "requests",
    "size",
    "task",
    "version",
]


def parameters() -> Mapping[str, str]:
    """The parameters of `tamis/kitab` with their defaults."""
    return {
        "condition": f"{', '.join(CONDITIONS)}; several with commas, or all [with_context]",
        "constraints": "queries with 1 or 2 book constraints, or both [both]",
        "data": "mini, released, or a folder in the released layout [mini]",
        "data_dir": "where the released files already lie",
        "baseline": f"answer without a model: {', '.join(BASELINES)}",
        "prompts": "a folder with other wordings of the prompts",
        "variants": "scorings to compute: paper, strict, reference, or all [paper,strict]",
        "names": "what finds human names that the data does not mark: lexicon, or model (the "
        "role `names`) [lexicon]",
        "seed": "of the sample of single items [0]",
    }


def plan(
    values: Mapping[str, Any], model: str | None, roles: Collection[str] = ()
) -> list[dict[str, Any]]:
    """One task per condition, and without a model one per baseline that the condition allows."""
    if model is not None and values.get("baseline"):
        raise InputError(f"give --model {model} or -T baseline={values['baseline']}, not both.")
    if model is not None and values.get("names") == "model" and "names" not in roles:
        raise InputError("-T names=model needs a model for it: --model-role names=MODEL.")
    planned = [{**values, "condition": one} for one in _conditions(values.get("condition"))]
    if model is None and not values.get("baseline") and not values.get("predictions"):
        planned = [
            {**one, "baseline": baseline}
            for one in planned
            for baseline in BASELINES
            if baseline not in NEED_A_LIST or one["condition"] in HAVE_A_LIST
        ]
    return [_plain(parse_options(one)) for one in planned]


def task(values: Mapping[str, Any]) -> Task:
    """The Inspect task for one set of parameters."""
    return kitab(**values)


def version(values: Mapping[str, Any]) -> str:
    """The identity of scoring, wording and data: another one is another run."""
    return task_version(parse_options(dict(values)))


def size(values: Mapping[str, Any]) -> int:
    """The number of questions."""
    return len(asked(parse_options(dict(values)))[1])


def requests(values: Mapping[str, Any]) -> Iterator[Request]:
    """One call for each question."""
    options = parse_options(dict(values))
    for question in asked(options)[1]:
        yield Request(
            question.id,
            question.prompt,
            MAX_TOKENS[options.condition],
            _typical(question, options),
        )


def count_rows(path: Path) -> int:
    """The number of records in a released file."""
    return sum(1 for _ in read_rows(path))


def measures(runs: Sequence[Run]) -> Mapping[str, str]:
    """The five measures in each variant, and the accuracy on single items."""
    found = {f"{v}_{c.key}": f"{c.label} (variant={v})" for v in variants(runs) for c in MEASURES}
    return {**found, "accuracy": "Accuracy on single items"}


def _conditions(given: object) -> Sequence[str]:
    if given is None:
        return ("with_context",)
    names = given if isinstance(given, (list, tuple)) else str(given).split(",")
    names = list(dict.fromkeys(str(name).strip() for name in names))
    if "all" in names:
        return CONDITIONS
    if unknown := [name for name in names if name not in CONDITIONS]:
        raise InputError(
            f"kitab has no condition {unknown[0]!r}; it has {', '.join(CONDITIONS)}, and all."
        )
    return names


def _plain(options: Options) -> dict[str, Any]:
    """The options as a task takes them."""
    return {"condition": options.condition, **plain(options, "variants")}


def _typical(question: Question, options: Options) -> int:
    """The length of a right reply: about 120 characters of reason and label for each title."""
    query = question.query
    listed = sum(len(book.title) + 15 for book in query.books)
    reasoned = sum(len(title) + 120 for title in query.gold)
    match options.condition:
        case "all_books":
            return listed
        case "self_context":
            return listed + reasoned
        case "single_item":
            return 150
        case _:
            return 100 + reasoned
