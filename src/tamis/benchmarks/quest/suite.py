"""QUEST for the commands: what a run consists of, and what it is reported by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from inspect_ai import Task

from tamis.answering.methods import method
from tamis.benchmarks import Request
from tamis.benchmarks.options import plain
from tamis.benchmarks.quest.data import SOURCE, count_rows
from tamis.benchmarks.quest.estimates import requests as _requests
from tamis.benchmarks.quest.options import BASELINES, Options, methods, parse_options
from tamis.benchmarks.quest.page import headline, report
from tamis.benchmarks.quest.samples import asked
from tamis.benchmarks.quest.tables import LOFT, MEASURES
from tamis.benchmarks.quest.task import quest
from tamis.benchmarks.quest.task import version as task_version
from tamis.report.build import listed, variants
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
    """The parameters of `tamis/quest` with their defaults."""
    return {
        "method": "a row of Table 2, several with commas, all, Closed book, or parts such as "
        f"top_k+justified+cot+verify [{Options().method}]",
        "data": "mini, loft, quest, or a folder in either layout [mini]",
        "data_dir": "where the released files already lie",
        "split": "test, dev (LOFT), train, val (QUEST) [test]",
        "size": "of LOFT's corpus: 32k, 128k or 1m [128k]",
        "questions": "file, or simple: the 23 atomic questions of the paper's §5 [file]",
        "golds": "original, revised, simple, or FILE.json of your own; several with commas [all "
        "that the questions have]",
        "variants": "scorings to compute: paper, strict, reference (LOFT's), or all [all]",
        "ranker": "what retrieves: bm25, dense or hybrid [bm25]",
        "bm25": "lucene, robertson, atire, bm25l, bm25+ or lv-zhai [lucene]",
        "embedder": "for dense and hybrid: st:NAME, openai:MODEL, hashing (for tests)",
        "k": "how many documents are retrieved [40]",
        "examples": "few-shot examples of the baselines' prompts [5]",
        "context_tokens": "at most so many tokens of documents in one prompt",
        "structured": "send the schema of a reply to providers that take one [true]",
        "loft_identical": "the corpus text exactly as in LOFT's own prompts [false]",
        "baseline": f"answer without a model: {', '.join(BASELINES)}",
        "top": "how many hits the baselines bm25 and dense answer with [5]",
        "prompts": "a folder with other wordings of the prompts",
        "pairs": "verify the candidates of a pool of `tamis pool`, with the verifier of the method",
    }


def plan(
    values: Mapping[str, Any], model: str | None, roles: Collection[str] = ()
) -> list[dict[str, Any]]:
    """One task per method; without a model one per baseline that needs nothing more."""
    if model is not None and values.get("baseline"):
        raise InputError(f"give --model {model} or -T baseline={values['baseline']}, not both.")
    if values.get("pairs") and model is None:
        raise InputError("-T pairs=FILE asks a verifier, so it needs --model.")
    if model is None and values.get("method") and not values.get("predictions"):
        raise InputError(
            f"-T method={values['method']} asks a model, so it needs --model; without one there "
            "are the baselines."
        )
    if model is None and not values.get("predictions"):
        given = {k: v for k, v in values.items() if k != "method"}
        chosen = [values["baseline"]] if values.get("baseline") else _baselines(values)
        return [_plain(parse_options({**given, "baseline": one})) for one in chosen]
    planned = [{**values, "method": one} for one in methods(values.get("method"))]
    if values.get("pairs"):
        alone = [one for one in planned if method(one["method"]).verification != "none"]
        if not alone:
            raise InputError(
                "-T pairs=FILE needs methods with a verification, such as "
                '-T method="RAG + Verification,RAG + Verification (w/ CoT)".'
            )
        planned = list({method(one["method"]).verifier: one for one in alone}.values())
    return [_plain(parse_options(one)) for one in planned]


def task(values: Mapping[str, Any]) -> Task:
    """The Inspect task for one set of parameters."""
    return quest(**values)


def version(values: Mapping[str, Any]) -> str:
    """The identity of scoring, wording and data: another one is another run."""
    return task_version(parse_options(dict(values)))


def size(values: Mapping[str, Any]) -> int:
    """The number of questions, or of pairs."""
    return len(asked(parse_options(dict(values)))[1])


def requests(values: Mapping[str, Any]) -> Iterator[Request]:
    """The calls of each question; those of the verifier are estimated."""
    return _requests(parse_options(dict(values)))


def measures(runs: Sequence[Run]) -> Mapping[str, str]:
    """The set measures by each gold and variant."""
    found: dict[str, str] = {}
    for gold in listed(runs, "golds"):
        for variant in variants(runs):
            for column in LOFT if variant == "reference" else MEASURES:
                label = f"{column.label} (golds={gold}, variant={variant})"
                found[f"{gold}_{variant}_{column.key}"] = label
    return found


def _baselines(values: Mapping[str, Any]) -> list[str]:
    return [one for one in BASELINES if one != "dense" or values.get("embedder")]


def _plain(options: Options) -> dict[str, Any]:
    """The options as a task takes them."""
    return {"method": options.method, **plain(options, "variants", "golds")}
