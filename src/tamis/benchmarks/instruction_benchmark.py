"""IFEval and IFBench as benchmarks: how a reply is scored, and the tables of both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

from tamis.benchmarks.benchmark import (
    Answerer,
    Benchmark,
    Marker,
    Marks,
    Output,
    Rows,
    means,
    source_fingerprint,
)
from tamis.benchmarks.instruction_following import (
    DECIDE,
    PAIRS,
    VARIANTS,
    Dataset,
    InstructionOptions,
    Sample,
    as_published,
    figures,
    judged,
    lacking,
    load,
    outcome,
    read_samples,
    verdicts,
)
from tamis.benchmarks.order import handed_out
from tamis.checking.instructions.files import Outcome, Prompt
from tamis.checking.judgement import Judgement
from tamis.downloads import WebSource
from tamis.inputs.json_records import write_json_lines
from tamis.reading.looks_for import FreeText
from tamis.reading.replies import Read, read
from tamis.report import build
from tamis.report.document import Case
from tamis.report.elements import Cell, Column, Part, Row, Table
from tamis.report.logs import samples_of
from tamis.report.runs import Run, Scored
from tamis.stats import NAN, Estimate, mean, ratio
from tamis.types import READ, InputError, Reply

MOST = 30
"""How many instructions on which the verifiers differ a report shows with their replies."""

MAIN = tuple(
    Column(f"{level}_{accuracy}", f"{label} {accuracy}", "up")
    for accuracy in DECIDE
    for level, label in (("prompt", "Prompt"), ("instruction", "Instruction"))
)
"""The four accuracies, in the order of IFEval's Table 3."""

_INSTRUCTIONS = Column("instructions", "Instructions")
_WORDS = {True: "satisfied", False: "not satisfied", None: "undecided"}
_CODE = [f"tamis.checking.instructions{part}" for part in ("", ".ifeval", ".ifbench")]


class InstructionFollowing(Benchmark[InstructionOptions, Dataset, Sample]):
    """Does a reply follow the instructions of its prompt?

    A sample:

        id:       2
        input:    How do I keep basil alive on a window sill? Do not use any commas.
        target:   punctuation:no_comma {}
        metadata: question (a hash), instructions

    The output is the reply; for the figures see `instruction_following.figures`.
    """

    cluster = "question"
    shown = (*Benchmark.shown, "variants", "verifiers", "lacking")
    headline = ("accuracy", "verifiers", "outcomes")
    on_baselines = (
        "Baselines ask no model: brief says one word, echo the prompt. What they score is what "
        "instructions are worth that ask to leave something out, or to be short."
    )
    source: ClassVar[WebSource]
    published_in: ClassVar[str] = ""
    """Where the published figures stand, such as "IFEval, Table 3"; empty without any."""

    def load(self, options: InstructionOptions) -> tuple[Dataset, Sequence[Sample]]:
        """The prompts of this shard; the draw is stratified by their first instruction."""
        dataset = load(options, self.source)
        found = handed_out(
            dataset.samples, options, lambda one: one.instruction_id_list[0].partition(":")[::2]
        )
        return dataset, found

    def generation(self, options: InstructionOptions) -> dict[str, Any]:
        """The temperature from the options, and room for long replies."""
        return {"temperature": options.temperature, "max_tokens": 4096}

    def described(self, options: InstructionOptions, dataset: Dataset) -> dict[str, str]:
        """Which verifiers, their code, and the packages that some of them lack."""
        code = "-".join(map(source_fingerprint, _CODE))
        found = {"variants": ",".join(options.variants), "verifiers": code, "lacking": lacking()}
        return {name: value for name, value in found.items() if value}

    def depends_on(self, options: InstructionOptions, dataset: Dataset) -> Iterable[str]:
        """The verifiers' code, and which packages they lack."""
        return (*map(source_fingerprint, _CODE), lacking())

    def answerer(self, options: InstructionOptions) -> Answerer[Sample] | None:
        """A baseline; else the model is asked."""
        if options.baseline is None:
            return None

        async def answer(one: Sample) -> Output:
            text = "Yes." if options.baseline == "brief" else one.input
            return Output(Reply(text), f"baseline/{options.baseline}")

        return answer

    def marker(self, options: InstructionOptions) -> Marker[Sample]:
        """Judges each instruction; the details have each verdict with its reason."""

        async def mark(one: Sample, output: Output) -> Marks:
            reply, variants = output.reply, options.variants
            ended, found = outcome(one, reply), judged(one, reply, variants)
            values = {"instructions": float(len(found))}
            if "reference" in variants and reply.text.strip():
                values |= as_published(found)
            if ended not in ("ok", "truncated"):
                return Marks(values, ended, outcome=ended)
            values |= figures(found, variants)
            kept = {v: verdicts(found, f"{v} strict").count(True) for v in variants}
            said = ", ".join(f"{count} of {len(found)} ({v})" for v, count in kept.items())
            return Marks(values, said, {"instructions": found}, ended)

        return mark

    def typical(self, sample: Sample, options: InstructionOptions) -> int:
        """About 250 words."""
        return 1500

    def reads(self, run: Run, reply: Reply) -> Read:
        """What is said, and how it ended."""
        return read(reply, FreeText())

    def console(self, rows: Rows) -> Mapping[str, Estimate]:
        """Prompt-level accuracy, strict and loose, by each of the verifiers."""
        keys = [f"{v}_prompt_{accuracy}" for v, accuracy in product(VARIANTS, DECIDE)]
        return means(rows, (key for key in keys if any(key in values for values, _ in rows)))

    def measures(self, runs: Sequence[Run]) -> Mapping[str, str]:
        """Prompt-level accuracy, strict and loose, by each of the verifiers."""
        return {
            f"{variant}_prompt_{accuracy}": f"Prompt {accuracy} ({variant} verifiers)"
            for variant, accuracy in product(variants_of(runs), DECIDE)
        }

    def worst(self, run: Run, sample: Scored) -> dict[str, float]:
        """No instruction is satisfied."""
        every = product(variants_of([run]), DECIDE, dict.fromkeys(ids_of(sample)))
        of_ids = {f"{variant}_{accuracy} {id}": 0.0 for variant, accuracy, id in every}
        return super().worst(run, sample) | of_ids

    def tables(self, runs: Sequence[Run]) -> Iterator[Table]:
        """The accuracies, what the verifiers differ in, and both by family and instruction."""
        yield self.accuracies(runs)
        if len(variants_of(runs)) > 1:
            yield of_verifiers(runs)
        yield broken_down(runs, "family", family_of)
        yield broken_down(runs, "instruction", str)
        yield from build.some(undecided(runs))

    def accuracies(self, runs: Sequence[Run]) -> Table:
        """The four accuracies by the verifiers, the published rows beside the published ones."""
        rows = []
        for variant in variants_of(runs):
            group = f"{variant} verifiers"
            for run in runs:
                rows.append(Row(run.label, run.kind, _main_cells(run, variant), group))
                if variant == "reference":
                    rows += _published_average(run, group)
            if variant == "reference" and self.published_in:
                printed = build.published(self.options.benchmark)["rows"]
                rows += [Row(name, "published", cells, group) for name, cells in printed.items()]
        source = f" Published: {self.published_in}." if self.published_in else ""
        return Table(
            "accuracy",
            "Instructions followed",
            f"data={build.data_names(runs)}. Reference verifiers decide as the published code, "
            "strict ones as the wordings mean, on the reply without thoughts. Prompt: all "
            "instructions of a prompt are satisfied; instruction: the share of all instructions. "
            "Strict: on the reply as it is; loose: on any of its eight published variants. All are "
            f"{build.ON_HEADLINE}; what is undecided is not satisfied. Mean ± standard error over "
            f"prompts.{source}",
            build.columns(MAIN, rows, (Column("undecided", "Undecided", "down"), _INSTRUCTIONS)),
            tuple(rows),
        )

    def cases(self, runs: Sequence[Run]) -> list[Case]:
        """Instructions on which the two verifiers differ, with the replies."""
        return list(islice((case for run in runs for case in _cases(run)), MOST))

    def count_rows(self, path: Path) -> int:
        """The number of prompts in a released file."""
        return len(read_samples(path))

    def submit(self, runs: Sequence[Run], fields: Mapping[str, Any], out: Path) -> Any:
        """Write responses and verdicts in the forms of the published evaluation, for each run.

        InputError for runs without the published verifiers.
        """
        files: dict[Path, list[dict[str, Any]]] = {}
        for run in runs:
            if "reference" not in variants_of([run]):
                raise InputError(f"{run.label} has no published verdicts; use -T variants=all.")
            folder = out / re.sub(r"\W+", "-", run.label).strip("-")
            for sample, every in _judged(run):
                text, said = str(sample.input), sample.output.completion
                asked = {"prompt": text, "response": said}
                files.setdefault(folder / "responses.jsonl", []).append(asked)
                prompt = Prompt(str(sample.id), text, tuple(told["id"] for told in every), ())
                for accuracy in DECIDE if every else ():
                    own = (Judgement(v, "") for v in verdicts(every, f"reference {accuracy}"))
                    path = folder / f"eval_results_{accuracy}.jsonl"
                    files.setdefault(path, []).append(Outcome(prompt, said, tuple(own)).record())
        for path, rows in files.items():
            write_json_lines(path, rows)
        return SimpleNamespace(files=tuple(files), notes=())


def family_of(id: str) -> str:
    """The family of an instruction: what stands before the colon."""
    return id.partition(":")[0]


def ids_of(sample: Scored) -> list[str]:
    """The ids of a sample's instructions; none where its metadata is not known."""
    return [id for id in str(sample.about.get("instructions", "")).split(",") if id]


def variants_of(runs: Sequence[Run]) -> list[str]:
    """The verifiers of the runs, the published ones first."""
    found = build.variants(runs)
    return [variant for variant in VARIANTS if variant in found]


def share(run: Run, key: str, chosen: Callable[[str], bool] = bool) -> Estimate:
    """The share of the chosen instructions that are satisfied; `key` is VARIANT_ACCURACY."""
    triples = []
    for sample in run.asked:
        if ids := [id for id in ids_of(sample) if chosen(id)]:
            values = (sample.values.get(f"{key} {id}", NAN) for id in dict.fromkeys(ids))
            triples.append((sum(values), float(len(ids)), sample.cluster))
    return ratio(triples)


def _main_cells(run: Run, variant: str) -> dict[str, Cell]:
    keys = {f"prompt_{accuracy}": f"{variant}_prompt_{accuracy}" for accuracy in DECIDE}
    cells = build.measuring(keys)(run)
    for accuracy, read_ in product(DECIDE, ("", "read_")):
        cells[f"{read_}instruction_{accuracy}"] = share(run, f"{read_}{variant}_{accuracy}")
    cells["undecided"] = int(sum(s.values.get(f"{variant}_undecided", 0) for s in run.asked))
    return {**cells, "instructions": sum(len(ids_of(sample)) for sample in run.asked)}


def _published_average(run: Run, group: str) -> list[Row]:
    """How the published code averages, where a reply was cut or declines: on the text it has."""
    if not any(s.outcome not in READ and "published_strict" in s.values for s in run.asked):
        return []
    cells: dict[str, Cell] = {"n": len(run.asked)}
    rows = [(sample.values, float(len(ids_of(sample))), sample.cluster) for sample in run.asked]
    for accuracy in DECIDE:
        prompt, every = f"published_prompt_{accuracy}", f"published_{accuracy}"
        cells[f"prompt_{accuracy}"] = mean((v.get(prompt, 0), c) for v, _, c in rows)
        cells[f"instruction_{accuracy}"] = ratio((v.get(every, 0), n, c) for v, n, c in rows)
    label = f"{run.label}, as published: cut and declining replies too"
    return [Row(label, "measure", cells, group)]


def of_verifiers(runs: Sequence[Run]) -> Table:
    """How often the two verifiers say the same of an instruction."""
    labels = ("Satisfied to both", "Only to reference", "Only to strict", "To neither", "Undecided")
    names = (*PAIRS.values(), "undecided")
    rows = []
    for run in runs:
        counts = {p: int(sum(s.values.get(f"pair_{p}", 0) for s in run.asked)) for p in names}
        total = sum(counts.values())
        cells: dict[str, Cell] = {name: Part(count, total) for name, count in counts.items()}
        rows.append(Row(run.label, run.kind, {**cells, "instructions": total}))
    return Table(
        "verifiers",
        "What the verifiers' errors do",
        f"data={build.data_names(runs)}. Verdicts on the replies that were read, as they are "
        "(strict accuracy). Only to reference: the published code passes what the wording does not "
        "mean; only to strict: it fails what keeps to the wording, or reads thoughts. Undecided: "
        "by one of them, or both.",
        (*map(Column, names, labels), _INSTRUCTIONS),
        tuple(rows),
    )


def broken_down(runs: Sequence[Run], what: str, part: Callable[[str], str]) -> Table:
    """Instruction-level accuracy for each part: a family, or an instruction itself."""
    columns = [
        Column(f"{variant}_{accuracy}", f"{accuracy.capitalize()} ({variant} verifiers)", "up")
        for variant, accuracy in product(variants_of(runs), DECIDE)
    ]
    rows = []
    for name in sorted({part(id) for run in runs for s in run.asked for id in ids_of(s)}):
        for run in runs:
            own = [[part(id) for id in ids_of(s)].count(name) for s in run.asked]
            ended = [(s.outcome, n) for n, s in zip(own, run.asked, strict=True)]
            cells: dict[str, Cell] = {"n": sum(own)}
            cells["unread"] = sum(n for how, n in ended if how not in READ)
            cells["read"] = sum(n for how, n in ended if how in (*READ, "truncated"))
            for key in (f"{read_}{c.key}" for c in columns for read_ in ("", "read_")):
                cells[key] = share(run, key, lambda id, name=name: part(id) == name)  # type: ignore[misc]
            rows += [Row(run.label, run.kind, cells, name)] if cells["n"] else []
    return Table(
        f"by-{what}",
        f"By {what}",
        f"data={build.data_names(runs)}. The share of instructions that are satisfied, "
        f"{build.ON_HEADLINE}; n counts instructions.",
        build.columns(columns, rows),
        tuple(rows),
    )


def undecided(runs: Sequence[Run]) -> Table:
    """Which instructions were undecided on the reply as it is, and why."""
    rows = []
    for variant, run in product(variants_of(runs), runs):
        found = Counter(
            (told["id"], one["why"])
            for _, every in _judged(run)
            for told in every
            if (one := told.get(f"{variant} strict")) and one["satisfied"] is None
        )
        for (id, why), count in sorted(found.items()):
            cells: dict[str, Cell] = {"id": id, "count": count, "why": why}
            rows.append(Row(run.label, run.kind, cells, f"{variant} verifiers"))
    return Table(
        "undecided",
        "Undecided instructions",
        f"data={build.data_names(runs)}. Verifiers that gave no verdict on a reply as it is, with "
        "the reason; these instructions count as not satisfied.",
        (Column("id", "Instruction"), Column("count", "Replies"), Column("why", "Why")),
        tuple(rows),
    )


def _judged(run: Run) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """Each sample of the logs, with the verdicts on its instructions; none for an unread one."""
    for _, sample in samples_of(run):
        for score in [*(sample.scores or {}).values()][-1:]:
            yield sample, (score.metadata or {}).get("instructions", [])


def _cases(run: Run) -> Iterator[Case]:
    for sample, every in _judged(run):
        for told in every if len(variants_of([run])) > 1 else ():
            pair = [(variant, told[f"{variant} strict"]) for variant in VARIANTS]
            if len({one["satisfied"] for _, one in pair}) > 1:
                said = (f"{v}: {_WORDS[one['satisfied']]} ({one['why']})" for v, one in pair)
                yield Case(
                    f"{sample.id}, {run.label}: {told['id']} {told['arguments'] or ''}",
                    "; ".join(said),
                    (("Prompt", str(sample.input)), ("Reply", sample.output.completion)),
                )
