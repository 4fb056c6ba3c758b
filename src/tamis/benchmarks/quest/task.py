"""QUEST and QUEST-LOFT as an Inspect task: set questions over a corpus (Scales et al., 2025).

    inspect eval tamis/quest -T method="RAG Justified QA" --model openai/gpt-4o

A sample:

    id:       11425373
    input:    Novels about families set in Boston and New England.
    target:   The Scarlet Letter
    metadata: qid, question (a hash), template, domain, golds (how many)

The documents are not in the sample: the solver retrieves them. The output is the answer with
its candidates, evidence and verdicts, as JSON; the score is a flat dictionary:
`revised_paper_f1`, `original_reference_subspan_em`, `revised_cited_recall@40`, …
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.solver import Solver

from tamis.answering.prompts import fingerprint
from tamis.benchmarks.options import usage
from tamis.benchmarks.quest.options import DEFAULT_METHOD, Options, parse_options
from tamis.benchmarks.quest.samples import Asked, asked
from tamis.benchmarks.quest.scorer import quest_scorer
from tamis.benchmarks.quest.setup import Setup
from tamis.benchmarks.quest.solver import retriever_of, set_question
from tamis.benchmarks.solvers import replay
from tamis.downloads import digest

VERSION = 1
"""Of the scoring and the reading of replies: raised whenever a figure could change."""


@task
def quest(
    method: str = DEFAULT_METHOD,
    data: str = "mini",
    data_dir: str | None = None,
    split: str = "test",
    size: str = "128k",
    questions: str = "file",
    golds: str | list[str] = "",
    variants: str | list[str] = "all",
    ranker: str = "bm25",
    bm25: str = "lucene",
    embedder: str | None = None,
    k: int = 40,
    examples: int = 5,
    context_tokens: int | None = None,
    structured: bool = True,
    loft_identical: bool = False,
    baseline: str | None = None,
    top: int = 5,
    predictions: str | None = None,
    prompts: str | None = None,
    pairs: str | None = None,
    shard: str | None = None,
    **unknown: Any,
) -> Task:
    """Set questions over a corpus; see `tamis.benchmarks.quest.options` for the parameters.

    Wrong or unknown parameters end as a usage error.
    """
    values = {k: v for k, v in locals().items() if k != "unknown" and v not in (None, "")}
    return usage(lambda: build(parse_options({**values, **unknown})))


def build(options: Options) -> Task:
    """The task that the options describe; InputError where the data is not there."""
    made, samples = asked(options)
    plain = options.model_dump(mode="json", exclude_defaults=True)
    return Task(
        dataset=MemoryDataset(
            [_sample(sample, made) for sample in samples], name=f"quest-{made.dataset.name}"
        ),
        solver=_solver(options, plain),
        scorer=quest_scorer(plain),
        config=GenerateConfig(temperature=0),
        name="quest",
        # The identity by which a run is resumed: other prompts or data are another task.
        version=version(options),
        metadata=identity(made, options),
    )


def identity(made: Setup, options: Options) -> dict[str, str]:
    """What the figures of a run belong to, for its log and its report."""
    method = options.chosen
    condition = method.name
    if options.pairs is not None:
        condition = f"Verifier: {method.verifier}"
    elif options.baseline is not None:
        condition = "Baselines"
    elif options.predictions is not None:
        condition = "Answers made elsewhere"
    found = {
        "benchmark": "quest",
        "data": made.dataset.name,
        "data_version": made.dataset.version,
        "revision": made.dataset.revision,
        "licence": made.dataset.licence,
        "condition": condition,
        "golds": ",".join(made.golds),
        "variants": ",".join(options.variants),
        "prompts": fingerprint(options.prompts),
        "scoring": str(VERSION),
        "questions": options.questions,
    }
    if options.baseline in ("bm25", "dense"):
        found["top"] = str(options.top)
    if method.retrieval == "top_k" and options.baseline is None and options.pairs is None:
        ranker = retriever_of(options)
        assert ranker is not None
        found |= {"retrieval": ranker.name, "k": str(options.k)}
    return found


def version(options: Options) -> str:
    """Changes with the scoring, any wording, the data, or what is read from files."""
    parts = [str(VERSION), fingerprint(options.prompts), asked(options)[0].dataset.version]
    files = [options.predictions, options.pairs, *(g for g in options.golds if g.endswith(".json"))]
    return "+".join([*parts, *(digest(Path(file))[:8] for file in files if file is not None)])


def _solver(options: Options, plain: dict[str, Any]) -> Solver:
    if options.predictions is not None:
        return replay(options.predictions)
    return set_question(plain)


def _sample(sample: Asked, made: Setup) -> Sample:
    question = sample.question
    gold = next(iter(made.scoring(question).values()), None)
    match = sorted(gold.match) if gold is not None else []
    target = "; ".join(match) or "(no document answers)"
    if sample.candidate is not None:
        target = str(sample.candidate.answer in match)
    return Sample(
        id=sample.id,
        input=question.text,
        target=target,
        metadata={
            "qid": question.id,
            "question": sample.fingerprint,
            "template": question.template or "",
            "domain": question.domain or "",
            "golds": len(match),
        },
    )
