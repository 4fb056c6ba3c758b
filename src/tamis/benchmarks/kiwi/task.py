"""KIWI as an Inspect task: did a revision follow its instruction?

    inspect eval tamis/kiwi -T shots=10 --model openai/gpt-4o

A sample:

    id:       003-02-5e0cb1f2
    input:    You compare two versions of an answer … The instruction: …
    target:   not good
    metadata: session, model, kind

The output is the verdict as JSON; the score is a flat dictionary: `correct`, `tp`, `fp`, `fn`,
`tn`, `said_good`, `decided`, …
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.solver import Solver

from tamis.benchmarks.kiwi.data import Dataset
from tamis.benchmarks.kiwi.options import BASELINE_ROWS, Options, parse_options
from tamis.benchmarks.kiwi.record import worded
from tamis.benchmarks.kiwi.samples import Asked, asked
from tamis.benchmarks.kiwi.scorer import kiwi_scorer
from tamis.benchmarks.kiwi.solver import judge_turn
from tamis.benchmarks.options import usage
from tamis.benchmarks.solvers import replay
from tamis.downloads import digest
from tamis.writing.revision.finetuned.record import RECORD
from tamis.writing.revision.model import fingerprint

VERSION = 1
"""Of the scoring and the reading of replies: raised whenever a figure could change."""


@task
def kiwi(
    judge: str = "model",
    shots: int = 0,
    examples: str = "bm25",
    split: str | None = None,
    by: str = "turn",
    split_seed: int = 0,
    temperature: float = 0,
    data: str = "mini",
    data_dir: str | None = None,
    baseline: str | None = None,
    seed: int = 0,
    predictions: str | None = None,
    prompts: str | None = None,
    shard: str | None = None,
    **unknown: Any,
) -> Task:
    """Judging revisions; see `tamis.benchmarks.kiwi.options` for the parameters.

    Wrong or unknown parameters end as a usage error.
    """
    values = {k: v for k, v in locals().items() if k != "unknown"} | unknown
    return usage(lambda: build(parse_options(values)))


def build(options: Options) -> Task:
    """The task that the options describe; InputError where the data is not there."""
    dataset, turns = asked(options)
    plain = options.model_dump(mode="json", exclude_defaults=True)
    return Task(
        dataset=MemoryDataset([_sample(one) for one in turns], name=f"kiwi-{dataset.name}"),
        solver=_solver(options, plain),
        scorer=kiwi_scorer(plain),
        config=GenerateConfig(temperature=options.temperature),
        name="kiwi",
        # The identity by which a run is resumed: other prompts or data are another task.
        version=version(options),
        metadata=identity(dataset, options),
    )


def identity(dataset: Dataset, options: Options) -> dict[str, str]:
    """What the figures of a run belong to, for its log and its report."""
    found = {
        "benchmark": "kiwi",
        "data": dataset.name,
        "data_version": dataset.version,
        "revision": dataset.revision,
        "licence": dataset.licence,
        "condition": options.condition,
        "split": _split(options),
        "unrated": str(dataset.unrated),
        "prompts": fingerprint(options.prompts),
        "scoring": str(VERSION),
    }
    if options.condition != BASELINE_ROWS and options.finetuned is None:
        found["temperature"] = f"{options.temperature:g}"
    if options.shots:
        found["examples"] = f"{options.shots} by {options.examples}"
    if options.baseline == "rules":
        found["rules"] = rules_fingerprint()
    if options.finetuned is not None:
        found["judge"] = options.finetuned.name
    if options.baseline == "random" or (options.shots and options.examples == "random"):
        found["seed"] = str(options.seed)
    return found


def _split(options: Options) -> str:
    """Which turns were judged, in a few words."""
    if options.part_of == "cross":
        return "every turn, the other sessions known"
    return f"{options.part_of}, by {options.by}, seed {options.split_seed}"


def version(options: Options) -> str:
    """Changes with the scoring, the wording, the rules, the fine-tuned judge, data, predictions."""
    parts = [str(VERSION), fingerprint(options.prompts), asked(options)[0].version]
    if options.baseline == "rules":
        parts.append(rules_fingerprint())
    if options.finetuned is not None:
        parts.append(digest(options.finetuned / RECORD)[:8])
    if options.predictions is not None:
        parts.append(digest(Path(options.predictions))[:8])
    return "+".join(parts)


@cache
def rules_fingerprint() -> str:
    """Eight hex digits of the rules' source: with other rules it is another judge."""
    places = ("tamis.writing.revision.rules", "tamis.writing.edits")
    sources = [p for place in places for p in files(place).iterdir() if p.name.endswith(".py")]
    texts = (source.read_bytes() for source in sorted(sources, key=lambda p: p.name))
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:8]


def _solver(options: Options, plain: dict[str, Any]) -> Solver:
    if options.predictions is not None:
        return replay(options.predictions)
    return judge_turn(plain)


def _sample(one: Asked) -> Sample:
    judged = one.judged
    return Sample(
        id=one.id,
        input=one.prompt,
        target=worded(bool(judged.turn.good)),
        metadata={
            "session": judged.turn.session,
            "model": judged.model,
            "kind": judged.recorded.kind or "",
        },
    )
