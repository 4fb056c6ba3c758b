"""ACS as an Inspect task: does a response satisfy an arithmetic constraint of its request?

    inspect eval tamis/acs -T shots=2 --model openai/gpt-4o

A sample:

    id:       003-5e0cb1f2
    input:    You check whether a plan keeps to one demand … The constraint: …
    target:   unsatisfied
    metadata: response and question (hashes), domain, capability, capability_by

The output is the verdict with what each judge said, as JSON; the score is a flat dictionary:
`correct`, `tp`, `fp`, `fn`, `tn`, `decided`, `forced_correct`, `flipped`, …
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

from tamis.benchmarks.acs.data import Dataset
from tamis.benchmarks.acs.options import Options, parse_options
from tamis.benchmarks.acs.record import worded
from tamis.benchmarks.acs.samples import Asked, asked
from tamis.benchmarks.acs.scorer import acs_scorer
from tamis.benchmarks.acs.solver import judge_item
from tamis.benchmarks.options import usage
from tamis.benchmarks.solvers import replay
from tamis.checking.prompts import fingerprint
from tamis.downloads import digest

VERSION = 1
"""Of the scoring and the reading of replies: raised whenever a figure could change."""


@task
def acs(
    judge: str = "model",
    shots: int = 0,
    paraphrases: int = 1,
    temperature: float | str = 0,
    data: str = "mini",
    data_dir: str | None = None,
    baseline: str | None = None,
    seed: int = 0,
    predictions: str | None = None,
    prompts: str | None = None,
    shard: str | None = None,
    **unknown: Any,
) -> Task:
    """Judging arithmetic constraints; see `tamis.benchmarks.acs.options` for the parameters.

    Wrong or unknown parameters end as a usage error.
    """
    values = {k: v for k, v in locals().items() if k != "unknown"} | unknown
    return usage(lambda: build(parse_options(values)))


def build(options: Options) -> Task:
    """The task that the options describe; InputError where the data is not there."""
    dataset, items = asked(options)
    plain = options.model_dump(mode="json", exclude_defaults=True)
    heat = None if isinstance(options.temperature, str) else options.temperature
    return Task(
        dataset=MemoryDataset([_sample(one) for one in items], name=f"acs-{dataset.name}"),
        solver=_solver(options, plain),
        scorer=acs_scorer(plain),
        config=GenerateConfig(temperature=heat),
        name="acs",
        # The identity by which a run is resumed: other prompts or data are another task.
        version=version(options),
        metadata=identity(dataset, options),
    )


def identity(dataset: Dataset, options: Options) -> dict[str, str]:
    """What the figures of a run belong to, for its log and its report."""
    found = {
        "benchmark": "acs",
        "data": dataset.name,
        "data_version": dataset.version,
        "revision": dataset.revision,
        "licence": dataset.licence,
        "condition": options.condition,
        "majority": worded(dataset.majority),
        "prompts": fingerprint(options.prompts),
        "scoring": str(VERSION),
    }
    if options.asks_a_model:
        heat = options.temperature
        found["temperature"] = heat if isinstance(heat, str) else f"{heat:g}"
    if options.paraphrases > 1:
        found["paraphrases"] = str(options.paraphrases)
    if options.asks_the_program:
        found["program"] = program_fingerprint()
    if options.baseline == "random":
        found["seed"] = str(options.seed)
    return found


def version(options: Options) -> str:
    """Changes with the scoring, any wording, the program that judges, the data, predictions."""
    parts = [str(VERSION), fingerprint(options.prompts), asked(options)[0].version]
    if options.asks_the_program:
        parts.append(program_fingerprint())
    if options.predictions is not None:
        parts.append(digest(Path(options.predictions))[:8])
    return "+".join(parts)


@cache
def program_fingerprint() -> str:
    """Eight hex digits of the program judge's source: with other rules it is another judge."""
    sources = [p for p in files("tamis.checking.program").iterdir() if p.name.endswith(".py")]
    texts = (source.read_bytes() for source in sorted(sources, key=lambda p: p.name))
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:8]


def _solver(options: Options, plain: dict[str, Any]) -> Solver:
    if options.predictions is not None:
        return replay(options.predictions)
    return judge_item(plain)


def _sample(one: Asked) -> Sample:
    capability, by = one.capability
    return Sample(
        id=one.id,
        input=one.prompt,
        target=worded(one.item.satisfied),
        metadata={
            "response": one.item.cluster,
            "question": one.item.fingerprint,
            "domain": one.item.domain,
            "capability": capability,
            "capability_by": by,
        },
    )
