"""FanOutQA as an Inspect task: one question, many documents, a dated encyclopaedia (Zhu et al.).

    inspect eval tamis/fanoutqa -T setting=open_book --model openai/gpt-4o

A sample:

    id:       c46a96ec5b304fd9
    input:    Who designed each of the five tallest lighthouses of the Calvane Islands?
    target:   Widow's Tooth Light - Cecily Arden …
    metadata: question (a hash), topics, depth, leaves, documents, shape

The pages are not in the sample: the solver fetches them. The output is the answer with what was
done for it (pages opened, searches, calls, tokens, seconds), as JSON; the score is a flat
dictionary: `paper_loose`, `strict_strict`, `rougeL_f1`, `row_f1`, `evidence_recall`, …
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.solver import Solver

from tamis.benchmarks.fanoutqa import encyclopaedia
from tamis.benchmarks.fanoutqa.answers import answer_text
from tamis.benchmarks.fanoutqa.data import Dataset
from tamis.benchmarks.fanoutqa.options import EPOCH, Options, parse_options
from tamis.benchmarks.fanoutqa.samples import HIDDEN, Asked, asked
from tamis.benchmarks.fanoutqa.scorer import fanoutqa_scorer
from tamis.benchmarks.fanoutqa.solver import fan_out_question
from tamis.benchmarks.fanoutqa.wording import fingerprint, judge_fingerprint
from tamis.benchmarks.options import usage
from tamis.benchmarks.solvers import replay
from tamis.downloads import digest
from tamis.measures.words import words as normaliser

VERSION = 1
"""Of the scoring and the strategies: raised whenever a figure could change."""


@task
def fanoutqa(
    setting: str | None = None,
    data: str = "mini",
    data_dir: str | None = None,
    version: str = "nov23",
    split: str = "dev",
    wiki: str | None = None,
    date: str = EPOCH,
    tools: str = "auto",
    context_limit: int = 128_000,
    max_tokens: int = 1024,
    chunk: int = 1024,
    share: float = 0.5,
    repeat_question: bool = False,
    time_limit: float | str | None = 600,
    rounds: int = 50,
    bm25: str = "reference",
    words: str = "auto",
    variants: str | list[str] = "all",
    bleurt: str | None = None,
    baseline: str | None = None,
    top: int = 5,
    predictions: str | None = None,
    prompts: str | None = None,
    shard: str | None = None,
    **unknown: Any,
) -> Task:
    """Fan-out questions; see `tamis.benchmarks.fanoutqa.options` for the parameters.

    Wrong or unknown parameters end as a usage error.
    """
    values = {k: v for k, v in locals().items() if k != "unknown"} | unknown
    return usage(lambda: build(parse_options(values)))


def build(options: Options) -> Task:
    """The task that the options describe; InputError where data or pages are not there."""
    dataset, items = asked(options)
    plain = options.model_dump(mode="json", exclude_defaults=True)
    return Task(
        dataset=MemoryDataset([_sample(one) for one in items], name=f"fanoutqa-{dataset.name}"),
        solver=_solver(options, plain),
        scorer=fanoutqa_scorer(plain),
        config=GenerateConfig(temperature=0),
        name="fanoutqa",
        # The identity by which a run is resumed: other prompts or data are another task.
        version=version_of(options),
        metadata=identity(dataset, options),
    )


def identity(dataset: Dataset, options: Options) -> dict[str, str]:
    """What the figures of a run belong to, for its log and its report."""
    found = {
        "benchmark": "fanoutqa",
        "data": dataset.name,
        "data_version": dataset.version,
        "revision": dataset.revision,
        "licence": dataset.licence,
        "split": options.split,
        "condition": options.condition,
        "variants": ",".join(options.variants),
        "words": normaliser(options.words).name,
        "answers": "given" if dataset.answered else HIDDEN,
        "judge_prompt": judge_fingerprint(options.prompts),
        "scoring": str(VERSION),
    }
    if options.data == "released":
        found["version"] = options.version
    if options.bleurt is not None:
        found["bleurt"] = Path(options.bleurt).name
    if options.needs_pages:
        found |= {"wiki": encyclopaedia.identity(options), "bm25": options.bm25}
        found["chunk"] = str(options.chunk)
    if options.baseline == "best_chunks":
        found["top"] = str(options.top)
    if options.asks_a_model:
        found |= _asking(options)
    return found


def version_of(options: Options) -> str:
    """Changes with the scoring, any wording, the words, the data, the pages, predictions."""
    parts = [
        str(VERSION),
        fingerprint(options.prompts),
        judge_fingerprint(options.prompts),
        normaliser(options.words).name,
        asked(options)[0].version,
    ]
    if options.needs_pages:
        parts.append(encyclopaedia.identity(options))
    if options.predictions is not None:
        parts.append(digest(Path(options.predictions))[:8])
    return "+".join(parts)


def _asking(options: Options) -> dict[str, str]:
    limit = options.time_limit
    found = {
        "prompts": fingerprint(options.prompts),
        "date": options.date,
        "max_tokens": str(options.max_tokens),
        "time_limit": "none" if limit is None else f"{limit:g}",
    }
    if options.asked_by != "closed_book":
        found["context_limit"] = str(options.context_limit)
    if options.asked_by in ("open_book", "fan_out"):
        found |= {
            "tools": options.tools,
            "share": f"{options.share:g}",
            "rounds": str(options.rounds),
            "repeat_question": str(options.repeat_question).lower(),
        }
    return found


def _solver(options: Options, plain: dict[str, Any]) -> Solver:
    if options.predictions is not None:
        return replay(options.predictions)
    return fan_out_question(plain)


def _sample(one: Asked) -> Sample:
    gold = one.question.answer
    return Sample(
        id=one.id,
        input=one.question.text,
        target=HIDDEN if gold is None else answer_text(gold),
        metadata=dict(one.about),
    )
