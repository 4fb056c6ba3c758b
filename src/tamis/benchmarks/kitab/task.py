"""KITAB as an Inspect task (Abdin et al., 2023): lists of books under constraints.

    inspect eval tamis/kitab -T condition=with_context --model openai/gpt-4o

A sample, in the condition with_context:

    id:       one-0042
    input:    Here are books by Toni Morrison (born in 1931), one to a line … Criteria: …
    target:   Sula; Song of Solomon
    metadata: author, question (a hash), types, constraints (1 or 2), sitelinks, constrainedness

The score of a sample is a flat dictionary: `paper_satisfied`, `strict_completeness`, …
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.solver import Solver

from tamis.benchmarks.kitab.checking import baseline, checking
from tamis.benchmarks.kitab.data import Dataset
from tamis.benchmarks.kitab.options import MAX_TOKENS, Options, parse_options
from tamis.benchmarks.kitab.prompts import wording
from tamis.benchmarks.kitab.samples import Question, asked
from tamis.benchmarks.kitab.scorer import kitab_scorer
from tamis.benchmarks.options import usage
from tamis.benchmarks.solvers import ask, replay
from tamis.downloads import digest

VERSION = 1
"""Of the scoring and the reading of replies: raised whenever a figure could change."""


@task
def kitab(
    condition: str = "with_context",
    constraints: str = "both",
    data: str = "mini",
    data_dir: str | None = None,
    baseline: str | None = None,
    predictions: str | None = None,
    prompts: str | None = None,
    variants: str = "paper,strict",
    names: str = "lexicon",
    seed: int = 0,
    shard: str | None = None,
    **unknown: Any,
) -> Task:
    """KITAB: list the books of an author that satisfy constraints.

    The parameters are those of `Options`; anything else is refused.
    """
    values = {k: v for k, v in locals().items() if k != "unknown"} | unknown
    return usage(lambda: build(parse_options(values)))


def build(options: Options) -> Task:
    """The task that the options describe; InputError where the data is not there."""
    dataset, questions = asked(options)
    return Task(
        dataset=MemoryDataset([_sample(q) for q in questions], name=f"kitab-{dataset.name}"),
        solver=_solver(options, dataset, questions),
        scorer=kitab_scorer(options.model_dump(mode="json", exclude_defaults=True)),
        config=GenerateConfig(temperature=0, max_tokens=MAX_TOKENS[options.condition]),
        name="kitab",
        # The identity by which a run is resumed: other prompts or data are another task.
        version=version(options),
        metadata=identity(dataset, options),
    )


def identity(dataset: Dataset, options: Options) -> dict[str, str]:
    """What the figures of a run belong to, for its log and its report."""
    return {
        "benchmark": "kitab",
        "data": dataset.name,
        "data_version": dataset.version,
        "revision": dataset.revision,
        "licence": dataset.licence,
        "condition": options.condition,
        "prompts": wording(dataset.domain).fingerprint(options.prompts),
        "scoring": str(VERSION),
        "variants": ",".join(options.variants),
        "names": options.names,
        "constraints": options.constraints,
        "seed": str(options.seed),
        **({} if dataset.domain is None else dataset.domain.identity),
    }


def version(options: Options) -> str:
    """Changes with the scoring, any wording, the data, or the predictions that are scored."""
    dataset = asked(options)[0]
    prompts = wording(dataset.domain).fingerprint(options.prompts)
    parts = [str(VERSION), prompts, dataset.version]
    if options.predictions is not None:
        parts.append(digest(Path(options.predictions))[:8])
    return "+".join(parts)


def _solver(options: Options, dataset: Dataset, questions: Sequence[Question]) -> Solver:
    if options.baseline is not None and dataset.domain is not None:
        return checking(options.baseline, {question.id: question for question in questions})
    if options.baseline is not None:
        return baseline(options.baseline)
    if options.predictions is not None:
        return replay(options.predictions)
    return ask()


def _sample(question: Question) -> Sample:
    query = question.query
    satisfying = "; ".join(query.gold) or "(no book satisfies)"
    return Sample(
        id=question.id,
        input=question.prompt,
        target=satisfying if question.satisfies is None else str(question.satisfies),
        metadata={
            "author": query.author,
            "question": question.fingerprint,
            "types": "|".join(query.types),
            "constraints": len(query.constraints),
            "sitelinks": query.sitelinks,
            "constrainedness": round(query.constrainedness, 6),
        },
    )
