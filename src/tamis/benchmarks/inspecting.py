"""Benchmarks for Inspect: a task, a solver, a scorer and a metric for each.

A sample has its parameters in its metadata (`options`, JSON). So a log can be scored again by the
scorer's name alone, whatever solver has answered, and one task can have samples under several
parameters: `-T judge=program,model` is one log with the samples of both, and a report splits it
into one run for each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.dataset import Sample as InspectSample
from inspect_ai.log import transcript
from inspect_ai.model import GenerateConfig, ModelOutput, StopReason
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from tamis import models
from tamis._version import __version__
from tamis.benchmarks import load_benchmark, options_of
from tamis.benchmarks.benchmark import Answerer, AnyBenchmark, Marker, Output, Sample
from tamis.benchmarks.options import BenchmarkOptions
from tamis.benchmarks.predictions import read_predictions
from tamis.benchmarks.records import record_in, refuse_older
from tamis.call_errors import CallFailed
from tamis.report.logs import NOT_IDENTITY, RECORD
from tamis.report.runs import Run
from tamis.report.scored import NOT_ASKED
from tamis.report.told import TAMIS
from tamis.stats import number
from tamis.text.normalised import whole
from tamis.types import READ, InputError, Reply

OPTIONS = "options"
"""The field of a sample's metadata that has its parameters."""

SEVERAL = "runs"
"""The field of a task's metadata that has the identity of each of its runs, by condition."""


@cache
def task_named(name: str) -> Callable[..., Task]:
    """The task of a benchmark, registered under its name: `inspect eval tamis/kitab`.

    Its parameters are the benchmark's. The benchmark itself is imported when the task is made.
    Wrong values raise a UsageError, which Inspect's command line shows as one sentence.
    """

    def described(**values: Any) -> Task:
        try:
            return build(load_benchmark(name), options_of(name).each(values))
        except InputError as error:
            raise click.UsageError(str(error)) from error

    described.__signature__ = options_of(name).signature()  # type: ignore[attr-defined]
    described.__doc__ = f"{options_of(name).about}; `tamis list` has the parameters."
    return task(name=name)(described)


def task_of(options: BenchmarkOptions) -> Task:
    """The task of one run, under its registered name."""
    return task_named(options.benchmark)(**options.given)


def build(chosen: AnyBenchmark, runs: Sequence[BenchmarkOptions]) -> Task:
    """One task with the samples of a run, or of several runs one after another."""
    names = [options.heading for options in runs]
    if twice := {name for name in names if names.count(name) > 1}:
        raise InputError(
            f"several of these runs would be called {min(twice)!r} in one log: give their "
            "parameters one after another, or use `tamis run`, which writes a log for each."
        )
    asked = [chosen.generation(options) for options in runs]
    shared = {key: value for key, value in asked[0].items() if all(a[key] == value for a in asked)}
    identities = [chosen.identity(options) for options in runs]
    metadata: dict[str, Any] = identities[0]
    if len(runs) > 1:
        told = {
            one["condition"]: {**one, **_whose(o)} for o, one in zip(runs, identities, strict=True)
        }
        metadata = {"benchmark": chosen.options.benchmark, SEVERAL: told}
    return Task(
        dataset=MemoryDataset(
            # A sample of each run in turn, so that a limit cuts all of them alike.
            [
                sample
                for several in zip_longest(*(_samples(chosen, one, len(runs) > 1) for one in runs))
                for sample in several
                if sample is not None
            ],
            name=f"{chosen.options.benchmark}-{identities[0]['data']}",
        ),
        solver=answered(chosen.options.benchmark),
        scorer=scorer_of(chosen.options.benchmark)(),
        config=GenerateConfig(**shared),
        name=chosen.options.benchmark,
        # The identity by which a run is resumed: other prompts or data are another task.
        version="/".join(dict.fromkeys(chosen.run_version(options) for options in runs)),
        metadata={**metadata, TAMIS: __version__},
    )


def _whose(options: BenchmarkOptions) -> dict[str, str]:
    return {"baseline": options.baseline} if options.baseline else {}


def _samples(
    chosen: AnyBenchmark, options: BenchmarkOptions, several: bool
) -> Iterator[InspectSample]:
    for sample in chosen.load(options)[1]:
        yield _sample(sample, options, several)


def _sample(sample: Sample, options: BenchmarkOptions, several: bool) -> InspectSample:
    return InspectSample(
        id=f"{sample.id}@{options.heading}" if several else sample.id,
        input=sample.input,
        target=sample.target,
        metadata={**sample.metadata, OPTIONS: _text(options)},
    )


@solver(name="answered")
def answered(benchmark: str) -> Solver:
    """Answer each sample as its options say: by a model, a baseline, a method, or from a file.

    Without an answerer of the benchmark, the model gets the sample's input. Its errors are cut to
    the message, as Inspect's repeat the whole request: half a megabyte for a long prompt.
    """
    chosen = load_benchmark(benchmark)
    answerers: dict[BenchmarkOptions, Answerer[Any] | None] = {}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        options, sample = _asked(chosen, state)
        if options not in answerers:
            answerers[options] = _answerer(chosen, options)
        settings = chosen.generation(options)
        models.calls_are_for(
            models.AskedFor(_text(options), sample.id, state.epoch, settings.get("temperature"))
        )
        answer = answerers[options]
        if answer is None:
            # If a task has several runs, each has its own settings.
            several = str(state.sample_id) != sample.id
            model, own = models.evaluated(), settings if several else {}
            state = await _generated(state, generate, {**own, **models.greedy(model)})
            if models.cut(state.output, model.config.max_tokens or settings.get("max_tokens")):
                # Providers in process do not say so; the log must, for whoever scores it.
                state.output.choices[0].stop_reason = "max_tokens"
            return state
        output = await answer(sample)
        state.output = _logged(output)
        state.messages.append(state.output.message)
        if output.record is not None:
            # Unlike the metadata, the store is in no summary, and is not kept for the metrics.
            state.store.set(RECORD, dict(output.record))
        if output.told:
            transcript().info(dict(output.told), source="tamis")
        return state

    return solve


async def _generated(state: TaskState, generate: Generate, own: Mapping[str, Any]) -> TaskState:
    try:
        # No tools are offered, so what a model calls all the same is not followed.
        return await generate(state, tool_calls="none", **own)
    except LimitExceededError:
        raise
    except Exception as error:
        raise CallFailed(models.short_error(error, models.evaluated())) from None


def _logged(output: Output) -> ModelOutput:
    reply = output.reply
    ended: StopReason = "content_filter" if reply.refused else "stop"
    return ModelOutput.from_content(
        output.by, reply.text, "max_tokens" if reply.truncated else ended
    )


def _answerer(chosen: AnyBenchmark, options: BenchmarkOptions) -> Answerer[Any] | None:
    return chosen.answerer(options) if options.predictions is None else _replay(options)


def _replay(options: BenchmarkOptions) -> Answerer[Any]:
    """Answer with the text of a sample's id in a prediction file, or with an empty reply."""
    path = Path(str(options.predictions))
    texts = read_predictions(path)

    async def answer(sample: Sample) -> Output:
        text = texts.get(sample.id, "")
        return Output(Reply(text), path.stem, record_in(text, options.benchmark))

    return answer


@cache
def scorer_of(name: str) -> Callable[..., Scorer]:
    """The scorer of a benchmark, registered under its name: `inspect score LOG --scorer tamis/…`.

    Its arguments are parameters of the benchmark; they override those of the samples.
    """

    @scorer(metrics=[console(name)], name=name)
    def scored(**values: Any) -> Scorer:
        chosen = load_benchmark(name)
        # Older logs have all parameters in one argument.
        own = values.get(OPTIONS) if isinstance(values.get(OPTIONS), Mapping) else values
        _check(chosen, own or {})
        markers: dict[BenchmarkOptions, Marker[Any]] = {}
        ran: dict[BenchmarkOptions, Run] = {}

        async def score(state: TaskState, target: Target) -> Score:
            try:
                return await marked(state)
            except InputError as error:
                # Inspect's command line shows it as one sentence.
                raise click.UsageError(str(error)) from error

        async def marked(state: TaskState) -> Score:
            options, sample = _asked(chosen, state, own)
            if options not in markers:
                markers[options] = chosen.marker(options)
                ran[options] = Run("", "model", name, "", chosen.identity(options), (), 0)
            marks = await markers[options](sample, _output(state, name))
            return Score(
                value=dict(chosen.recorded(ran[options], sample, marks)),
                answer=marks.answer[:900],
                metadata=dict(marks.details),
            )

        return score

    return scored


def _asked(
    chosen: AnyBenchmark, state: TaskState, values: Mapping[str, Any] | None = None
) -> tuple[Any, Any]:
    """The options of a sample, updated with `values`, and the sample itself.

    InputError if the log does not say the options, or if the data has changed since it was made.
    """
    name = chosen.options.benchmark
    if OPTIONS not in state.metadata and not values:
        raise InputError(
            f"this log was made before samples carried their parameters, or not by {name}: give "
            "the parameters of its task, such as -S data=mini, and -S NAME=VALUE for each other."
        )
    given = json.loads(str(state.metadata.get(OPTIONS, "{}")))
    merged = {**given, **(values or {})}
    options = _parsed(chosen, json.dumps(merged, sort_keys=True, default=str))
    sample = chosen.sample(options, str(state.sample_id).removesuffix(_suffix(options)))
    asked, known = state.metadata.get("question"), sample.metadata.get("question")
    if asked is not None and asked != known:
        raise InputError(
            f"sample {sample.id!r} of the {name} data is another question than in this log: score "
            "it with the data and the parameters that the log was made with."
        )
    return options, sample


def _check(chosen: AnyBenchmark, values: Mapping[str, Any]) -> None:
    """A UsageError for parameters of a scorer that the benchmark does not have."""
    try:
        chosen.options.parse(values)
    except InputError as error:
        raise click.UsageError(str(error).replace("-T ", "-S ")) from error


def _suffix(options: BenchmarkOptions) -> str:
    return f"@{options.heading}"


@lru_cache(maxsize=256)
def _parsed(chosen: AnyBenchmark, text: str) -> BenchmarkOptions:
    found: BenchmarkOptions = chosen.options.parse(json.loads(text))
    return found


def _text(options: BenchmarkOptions) -> str:
    """The parameters of a run, whichever part of it this process carries out."""
    own = {name: value for name, value in options.given.items() if name not in NOT_IDENTITY}
    return json.dumps(own, sort_keys=True)


def _output(state: TaskState, benchmark: str) -> Output:
    """The output of a sample in a log; InputError for a log of an earlier version."""
    record = state.store.get(RECORD)
    if record is None:
        refuse_older(state.output.completion, benchmark)
    stopped = state.output.stop_reason if state.output.choices else "unknown"
    return Output(
        Reply(
            # Half of a surrogate pair, which a reply may hold, ends a stemmer or a file.
            whole(state.output.completion),
            truncated=stopped in ("max_tokens", "model_length"),
            refused=models.refused(state.output),
            calls=models.calls_of(state.output),
        ),
        str(state.output.model),
        record,
    )


@metric(name="figures")
def console(name: str) -> Metric:
    """The few figures of a benchmark that Inspect shows with a log, with clustered errors.

    They are over the samples that were scored (`n`): Inspect passes on no others. `unread` of these
    had no answer that could be read, and count 0. A report counts failed samples too.

    All figures of all samples are in the log; `tamis report` has the tables.
    """

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        chosen = load_benchmark(name)
        runs: dict[str, list[tuple[dict[str, float], str]]] = {}
        for one in scores:
            about = one.sample_metadata or {}
            values = {key: number(value) for key, value in one.score.as_dict().items()}
            rows = runs.setdefault(_run_of(chosen, one.sample_id, about), [])
            rows.append((values, str(about.get(chosen.cluster))))
        found: dict[str, float] = {}
        for condition, rows in runs.items():
            asked = [row for row in rows if row[0].get(NOT_ASKED) != 1]
            before = f"{condition}: " if condition else ""
            for key, estimate in chosen.console(asked).items():
                shown = f"{before}{key}"
                found |= {shown: estimate.value, f"{shown}_stderr": estimate.error}
            # With epochs Inspect has averaged the outcomes of a sample.
            read = sum(values.get(outcome, 0.0) for outcome in READ for values, _ in asked)
            found |= {f"{before}n": len(asked), f"{before}unread": len(asked) - read}
        return found

    return compute


def _run_of(chosen: AnyBenchmark, id: object, about: Mapping[str, Any]) -> str:
    """The condition of a sample in a log of several runs, which are not averaged; else empty."""
    options = _parsed(chosen, str(about.get(OPTIONS, "{}")))
    return options.heading if str(id).endswith(_suffix(options)) else ""
