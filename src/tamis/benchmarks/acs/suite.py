"""ACS for the commands: what a run consists of, and what it is reported by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from inspect_ai import Task

from tamis.benchmarks import Request
from tamis.benchmarks.acs.data import SOURCE, count_rows
from tamis.benchmarks.acs.options import (
    BASELINES,
    JUDGES,
    MAX_TOKENS,
    Options,
    parse_options,
    several,
)
from tamis.benchmarks.acs.page import headline, labelled, report
from tamis.benchmarks.acs.samples import asked
from tamis.benchmarks.acs.solver import ROLE
from tamis.benchmarks.acs.task import acs
from tamis.benchmarks.acs.task import version as task_version
from tamis.benchmarks.options import plain
from tamis.checking.prompts import PARAPHRASES, SHOTS
from tamis.report.runs import Run
from tamis.types import InputError

__all__ = [
    "SOURCE",
    "condition",
    "count_rows",
    "headline",
    "labelled",
    "measures",
    "parameters",
    "plan",
    "report",
    "requests",
    "size",
    "task",
    "version",
]

TYPICAL = 900
"""Characters of a rationale with its verdict, about."""


def parameters() -> Mapping[str, str]:
    """The parameters of `tamis/acs` with their defaults."""
    return {
        "judge": f"who judges: {', '.join(JUDGES)}; several with commas, or all [model]",
        "shots": "worked examples in the prompt: 0, 2, or 0,2 for both [0]",
        "paraphrases": "judge each item under so many wordings of the prompt, 1 to "
        f"{PARAPHRASES}; the first decides, the others give the flip rate [1]",
        "temperature": "of the model; default is the provider's own, as in the paper [0]",
        "data": "mini, released, or a folder or a CSV file in the released form [mini]",
        "data_dir": "where the released file already lies",
        "baseline": f"judge without a model: {', '.join(BASELINES)}",
        "prompts": "a folder with another wording of the prompt (judge.j2)",
        "seed": "of the baseline random, a fair coin for each item [0]",
    }


def plan(
    values: Mapping[str, Any], model: str | None, roles: Collection[str] = ()
) -> list[dict[str, Any]]:
    """One task per judge and number of examples; without a model one per baseline."""
    asks = model is not None or any(role.startswith(ROLE) for role in roles)
    if asks and values.get("baseline"):
        raise InputError(f"give a model or -T baseline={values['baseline']}, not both.")
    if not asks and not values.get("predictions"):
        return [_plain(parse_options({**values, **one})) for one in _without_a_model(values)]
    judges = several(dict(values), "judge", JUDGES, "model")
    shots = several(dict(values), "shots", SHOTS, 0)
    if judges == ["program"]:
        _refuse_without_effect(values)
    planned = [
        parse_options({**values, "judge": judge, "shots": number})
        for judge in judges
        # The program is given no examples: it judges once.
        for number in (shots if judge != "program" else (0,))
    ]
    return [_plain(one) for one in planned]


def _without_a_model(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    judges = several(dict(values), "judge", JUDGES, "program") if values.get("judge") else []
    if asking := [judge for judge in judges if judge != "program"]:
        raise InputError(
            f"-T judge={asking[0]} asks a model, so it needs --model; without one there are the "
            "baselines."
        )
    if judges and values.get("baseline") not in (None, "program"):
        raise InputError(f"give -T judge=program or -T baseline={values['baseline']}, not both.")
    _refuse_without_effect(values)
    chosen = [values["baseline"]] if values.get("baseline") else judges or BASELINES
    return [{"judge": "model", "shots": 0, "baseline": one} for one in chosen]


def _refuse_without_effect(values: Mapping[str, Any]) -> None:
    """InputError for a setting of the model's prompt where no model is asked."""
    for shots in several(dict(values), "shots", SHOTS, 0):
        given = {**values, "judge": "model", "shots": shots}
        chosen, default = parse_options(given), Options()
        for name in ("shots", "paraphrases", "temperature", "prompts"):
            if (value := getattr(chosen, name)) != getattr(default, name):
                raise InputError(
                    f"-T {name}={value} has no effect where no model is asked, as the program and "
                    "the other baselines ask none: leave it out, or give a model that judges."
                )


def task(values: Mapping[str, Any]) -> Task:
    """The Inspect task for one set of parameters."""
    return acs(**values)


def version(values: Mapping[str, Any]) -> str:
    """The identity of scoring, wording and data: another one is another run."""
    return task_version(parse_options(dict(values)))


def condition(values: Mapping[str, Any]) -> str:
    """What a task is called in reports."""
    return parse_options(dict(values)).condition


def size(values: Mapping[str, Any]) -> int:
    """The number of items."""
    return len(asked(parse_options(dict(values)))[1])


def requests(values: Mapping[str, Any]) -> Iterator[Request]:
    """The calls of one judge: one for each wording of each item that a model is asked about."""
    for one in asked(parse_options(dict(values)))[1]:
        if one.needs_a_model:
            for nth in range(one.options.paraphrases):
                id = f"{one.id}/wording-{nth}" if nth else one.id
                yield Request(id, one.worded(nth), MAX_TOKENS, TYPICAL, follow_up=nth > 0)


def measures(runs: Sequence[Run]) -> Mapping[str, str]:
    """Accuracy with and without the undecided items, and the coverage."""
    return {
        "forced_correct": "Accuracy, undecided items as the majority",
        "correct": "Accuracy of verdicts",
        "decided": "Coverage",
    }


def _plain(options: Options) -> dict[str, Any]:
    """The options as a task takes them."""
    return {"judge": options.judge, "shots": options.shots, **plain(options)}
