"""The base class of benchmarks, with what all of them have in common.

A wing defines its options, its samples, how a sample is answered and scored, and the tables of its
paper. The base class derives the rest: the plan of a run, the identity by which it is resumed, the
report around the tables, estimates, and the figures in Inspect's console.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from tamis.bad_input import absent
from tamis.benchmarks.options import BASELINE_ROWS, BenchmarkOptions, StructuredOptions
from tamis.benchmarks.paper_prompts import PaperPrompt, Shown, whose
from tamis.benchmarks.records import Record
from tamis.downloads import AnySource
from tamis.inputs.files import digest, shipped_bytes
from tamis.measures.classification import Rows as Rows
from tamis.measures.measure import ASKED, Measure, meanings, over
from tamis.prompts import as_json_fingerprint
from tamis.reading.replies import Read
from tamis.report import build, card
from tamis.report.compared import Compared
from tamis.report.document import Case, Report
from tamis.report.elements import Cell, Column, Figure, Row, Table
from tamis.report.points import Dots, Scatter, picture
from tamis.report.runs import Run, with_distinct_labels
from tamis.report.scored import BY_READER, NOT_ASKED, Scored, filled, with_headline
from tamis.stats import Estimate, mean, number
from tamis.types import OUTCOMES, InputError, Outcome, Reply


class Dataset(Protocol):
    """The identity of a data set; `version` changes with its content."""

    @property
    def name(self) -> str:
        """`mini`, the name of a release, or the name of the user's folder or file."""
        ...

    @property
    def version(self) -> str:
        """Changes with the content."""
        ...

    @property
    def revision(self) -> str:
        """The revision of the release; empty if there is none."""
        ...

    @property
    def licence(self) -> str:
        """The licence of the data; "?" if unknown."""
        ...


class Sample(Protocol):
    """One item that is answered and scored."""

    @property
    def id(self) -> str:
        """Unique among the samples of a run."""
        ...

    @property
    def input(self) -> str:
        """The prompt of the model, or the input of the solver."""
        ...

    @property
    def target(self) -> str:
        """The right answer, for readers of the log."""
        ...

    @property
    def metadata(self) -> Mapping[str, Any]:
        """Scalars: the fields by which figures are broken down, and the cluster of the sample."""
        ...


O = TypeVar("O", bound=BenchmarkOptions)  # noqa: E741
S = TypeVar("S", bound=Sample)
D = TypeVar("D", bound=Dataset)


@dataclass(frozen=True)
class Output:
    """The output for a sample: a reply, and the name of its author.

    A `record` (JSON, see `benchmarks/records.py`) has what was read and decided by several calls or
    steps; it is scored in the place of the reply, which is for readers of the log. `told` is
    recorded in the transcript of the log.
    """

    reply: Reply
    by: str
    record: Record | None = None
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Marks:
    """The figures of one sample by name (NaN: undefined), and what a report shows of the sample.

    `answer` is the answer as it was read, in one line; `details` are for the pages of a report.
    `outcome` is how it ended; None for a question that was withheld from the system.
    """

    values: Mapping[str, float]
    answer: str
    details: Mapping[str, Any] = field(default_factory=dict)
    outcome: Outcome | None = "ok"


@dataclass(frozen=True)
class Request:
    """One call to a model before it is made, for estimates and `tamis prompts`.

    `typical_characters` is how long a right reply is; `max_tokens` bounds any reply. A
    `follow_up` depends on the reply to an earlier call, and its prompt is an estimate.
    """

    id: str
    prompt: str
    max_tokens: int
    typical_characters: int
    follow_up: bool = False


Answerer = Callable[[S], Awaitable[Output]]
Marker = Callable[[S, Output], Awaitable[Marks]]


class Benchmark(ABC, Generic[O, D, S]):
    """A benchmark. A wing must define every attribute and method without a default."""

    options: type[O]
    title: ClassVar[str]
    source: ClassVar[AnySource | None] = None
    """The released data; None if there is none to download."""

    installs: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What `tamis data fetch --file` installs besides, as Python packages: for each the module that
    is run, and its arguments."""

    version: ClassVar[int] = 8
    """The version of scoring, parsing of replies and log format: raised whenever a figure could
    change, or an older log could not be resumed."""

    cluster: ClassVar[str]
    """The field of the metadata that names a sample's cluster: samples with the same value are not
    independent."""

    shown: ClassVar[tuple[str, ...]] = (
        "data", "data_version", "revision", "licence", "prompts", "scoring",
    )  # fmt: skip
    """The fields of a run's identity that head a report, in this order."""

    declared: ClassVar[tuple[Measure, ...]] = ()
    """The measures that the benchmark has, in any variant and setting."""

    ranks_by: ClassVar[tuple[Measure, ...]] = ()
    """By what a leaderboard ranks: the first of these that the runs have, or else the first
    headline figure. Neither silence nor an answer that names everything should win by it."""

    headline: ClassVar[tuple[str, ...]] = ("measures",)
    """Prefixes of table ids: the first that the report has a table for is its main table."""

    counted: ClassVar[tuple[Column, ...]] = ()
    """What the table of outcomes counts besides the outcomes: figures that are 0 or 1."""

    on_outcomes: ClassVar[str] = ""
    """What the caption of that table says besides."""

    on_baselines: ClassVar[str] = ""
    """The note of a report on the baselines."""

    published_on: ClassVar[str] = "the released data"
    published_data: ClassVar[str] = "released"
    """The data of the published figures, in words and by name; empty if there are no figures."""

    withdrawn: ClassVar[frozenset[str]] = frozenset()
    """Ids of withdrawn questions, which older prediction files may have."""

    # What a wing defines.

    @abstractmethod
    def load(self, options: O) -> tuple[D, Sequence[S]]:
        """The data and the samples of this shard; InputError if the data is missing."""

    @abstractmethod
    def marker(self, options: O) -> Marker[S]:
        """A function that scores the output for a sample; made once per run."""

    def tables(self, runs: Sequence[Run]) -> Iterable[Table]:
        """The tables that the runs have figures for, except the table of outcomes.

        By default one: a row for each run, and a column for each declared measure.
        """
        rows = [
            Row(run.label, run.kind, build.measuring(self.declared)(run), condition_of(run))
            for run in runs
        ]
        others = [measure for measure in self.declared if measure not in self._asked]
        caption = (
            f"data={build.data_names(runs)}. {meanings(self.declared)}. {over(self.declared)}. "
            f"Mean ± standard error clustered by {self.cluster}."
        )
        columns = build.columns(self._asked, rows, others)
        return [Table("measures", self.title, caption, columns, tuple(rows))]

    def measures(self, runs: Sequence[Run]) -> Mapping[str, str]:
        """The headline figures, by which runs are ranked and compared: key, and label.

        They are over all samples that were asked: one without an answer has its `worst`. By default
        those are all declared measures that say so.
        """
        return {measure.figure(): measure.named() for measure in self._asked}

    @property
    def _asked(self) -> list[Measure]:
        """The declared measures that are over all that were asked."""
        return [measure for measure in self.declared if measure.over == ASKED]

    def worst(self, run: Run, sample: Scored) -> dict[str, float]:
        """What a sample without an answer has: 0 in each headline figure of the run.

        A figure that the question cannot have, whatever is answered, is NaN. Of `sample` only
        metadata and target are known.
        """
        return dict.fromkeys(_measures_of(self, run), 0.0)

    def answerer(self, options: O) -> Answerer[S] | None:
        """A function that answers a sample, made once per run; None: the model gets its input."""
        return None

    def generation(self, options: O) -> dict[str, Any]:
        """The settings of the model, as fields of Inspect's `GenerateConfig`."""
        return {"temperature": 0.0}

    def prompts(self, options: O) -> str:
        """A fingerprint of the prompts in hex digits."""
        return ""

    def templates(self, options: O) -> Collection[str]:
        """The names of the prompt templates that a run fills, without `.j2`."""
        return ()

    def paper_prompts(self) -> Mapping[str, PaperPrompt]:
        """The prompts that the paper prints, by the names of our templates for them."""
        return {}

    def described(self, options: O, dataset: D) -> dict[str, str]:
        """Further fields of `identity`, besides those of every benchmark."""
        return {}

    def depends_on(self, options: O, dataset: D) -> Iterable[str]:
        """Fingerprints of other code or files that the figures depend on."""
        return ()

    def baselines(self, options: O) -> Sequence[str]:
        """The baselines that this data allows."""
        return options.possible()

    def typical(self, sample: S, options: O) -> int:
        """The approximate length of a right reply in characters."""
        return len(sample.target)

    def console(self, rows: Rows) -> Mapping[str, Estimate]:
        """The few figures that Inspect's console shows of a task: by default all measures."""
        return means(rows, [measure.figure() for measure in self.declared])

    def figures(self, runs: Sequence[Run]) -> Iterable[Figure | Scatter]:
        """The figures that the runs have points for."""
        return ()

    def cases(self, runs: Sequence[Run]) -> Iterable[Case]:
        """Single samples with their texts, for readers."""
        return ()

    def subtitle(self, runs: Sequence[Run]) -> str:
        """The subtitle of a report: what the benchmark asks for."""
        about = self.options.about
        return about[0].upper() + about[1:]

    def reads(self, run: Run, sample: S | None, reply: Reply) -> Read:
        """What is read of one reply of a model in a run, for `tamis replies`.

        `sample` is what it replies to; None where the data is not to be had, so that nothing is
        known of what it may name.
        """
        return Read("unparsed", why="the benchmark does not say what it reads", said=reply.text)

    def beside(self, run: Run, sample: S, recorded: Mapping[str, Any]) -> Compared:
        """How the answer to a sample compares, for `tamis replies` and the pages of runs.

        `recorded` is what its score recorded (`Marks.details`).
        """
        return Compared(sample.input)

    def why_unread(self, runs: Sequence[Run]) -> str:
        """Why none of the replies could be read, as the end of a sentence."""
        return "see the outcomes above"

    def count_rows(self, path: Path) -> int:
        """The number of records in a released file."""
        raise NotImplementedError

    def labelled(self, runs: Sequence[Run], errors: Path) -> Report:
        """The report with a person's labels of wrong verdicts, from a CSV file."""
        raise InputError("--errors is for acs: the runs of other benchmarks have no such labels.")

    def submit(self, runs: Sequence[Run], fields: Mapping[str, Any], out: Path) -> Any:
        """Write the files that the benchmark's leaderboard takes."""
        name = self.options.benchmark
        raise InputError(f"{name} has no leaderboard that takes files; fanoutqa has one.")

    # What the base class derives.

    def plan(
        self, values: Mapping[str, Any], model: str | None, roles: Collection[str] = ()
    ) -> list[O]:
        """The options of each task of a run; without a model, those of the baselines."""
        return self.options.plan(values, model, roles, self.baselines)

    def sample(self, options: O, id: str) -> S:
        """One sample by its id; InputError for an unknown id."""
        known = _by_id(self, options)
        if id not in known:
            raise InputError(
                f"the {self.options.benchmark} data {options.data!r} has no sample {id!r}: give "
                "the parameters of the task that it is of, such as data=mini."
            )
        found: S = known[id]
        return found

    def identity(self, options: O) -> dict[str, str]:
        """The identity of a run, for its log and its report: data, condition, prompts, scoring."""
        dataset, _ = self.load(options)
        return {
            "benchmark": self.options.benchmark,
            "data": dataset.name,
            "data_version": dataset.version,
            "revision": dataset.revision,
            "licence": dataset.licence,
            "condition": options.heading,
            "prompts": self._prompts(options),
            **self._whose_prompts(options),
            **({"output": "json"} if _by_schema(options) else {}),
            "scoring": str(self.version),
            "samples": str(self.size(options.model_copy(update={"shard": None}))),
            "order": options.said_order,
            "cluster": self.cluster,
            **self.described(options, dataset),
        }

    def run_version(self, options: O) -> str:
        """The version by which a run is resumed: if it changes, a new run starts."""
        dataset, _ = self.load(options)
        parts = [str(self.version), self._prompts(options), dataset.version]
        parts += self.depends_on(options, dataset)
        if options.predictions is not None:
            if not Path(options.predictions).is_file():
                raise absent(options.predictions, "give the file with the answers")
            parts.append(digest(Path(options.predictions))[:8])
        return "+".join(filter(None, parts))

    def _prompts(self, options: O) -> str:
        """The fingerprint of the prompts, and of what asks for an object instead of their form."""
        own = self.prompts(options)
        return f"{own}-{as_json_fingerprint()}" if own and _by_schema(options) else own

    def _whose_prompts(self, options: O) -> dict[str, str]:
        """Whose words the prompts are in, where a folder is given for them."""
        used = self.templates(options) if options.prompts else ()
        return {"prompts_from": whose(str(options.prompts), used)} if used else {}

    def first_prompt(self, **values: Any) -> Shown:
        """The first prompt of a run on the mini data with these parameters."""

        def shown(folder: str) -> str:
            options = self.options.parse({**values, "prompts": folder})
            return next(iter(self.requests(options))).prompt

        return shown

    def answerable(self, options: O) -> set[str]:
        """The ids of the samples that a prediction file should answer."""
        return {sample.id for sample in self.load(options)[1]}

    def size(self, options: O) -> int:
        """The number of samples."""
        return len(self.load(options)[1])

    def requests(self, options: O) -> Iterator[Request]:
        """The calls that a run makes; by default one for each sample."""
        most = int(self.generation(options).get("max_tokens", 1024))
        for sample in self.load(options)[1]:
            yield Request(sample.id, sample.input, most, self.typical(sample, options))

    def recorded(self, run: Run, sample: S, marks: Marks) -> dict[str, float]:
        """What the log keeps of a scored sample: its outcome, and its figures.

        `run` needs no samples: only its identity counts.
        """
        asked = Scored(sample.id, 1, sample.metadata, marks.values, target=sample.target)
        return {
            **{outcome: float(outcome == marks.outcome) for outcome in OUTCOMES},
            NOT_ASKED: float(marks.outcome is None),
            **with_headline(marks.values, marks.outcome, self.worst(run, asked)),
        }

    def requests_of_first(self, options: O, limit: int | None) -> Iterator[Request]:
        """The calls for the first samples, those that a run with this `--limit` asks.

        Of a sample the first call has its id, and its follow-ups come next; the samples are in
        their order.
        """
        asked = {sample.id for sample in self.load(options)[1][:limit]}
        for request in self.requests(options):
            if not request.follow_up and request.id not in asked:
                return
            yield request

    def completed(self, runs: Iterable[Run]) -> list[Run]:
        """The runs with the headline figures of all samples, asked and answered or not."""
        return [run if run.complete else self._completed(run) for run in runs]

    def _completed(self, run: Run) -> Run:
        begun = self._with_known(run) if any(not sample.about for sample in run.samples) else run
        samples = tuple(filled(sample, self.worst(run, sample)) for sample in begun.samples)
        return replace(run, samples=samples, complete=True)

    def samples_of(self, run: Run) -> dict[str, S]:
        """The samples of a run by their ids; none where its data is not to be had, or is other."""
        options = self.options_of(run)
        return {} if options is None else {one.id: one for one in self.load(options)[1]}

    def options_of(self, run: Run) -> O | None:
        """The parameters of a run; None where its data is not to be had, or is other data now."""
        told = next((text for s in run.samples if (text := s.about.get("options"))), None)
        given = run.args if told is None else json.loads(str(told))
        try:
            options: O = self.options.parse({**given, "shard": None})
            dataset, _ = self.load(options)
        except InputError:
            return None
        return options if dataset.version == run.identity.get("data_version") else None

    def _with_known(self, run: Run) -> Run:
        """The run, with the data's own metadata and targets of the samples that were not begun.

        Where the data is not to be had they stay without, and so in no breakdown.
        """
        known = self.samples_of(run)
        if not known:
            return run
        samples = (
            replace(sample, about=known[sample.id].metadata, target=known[sample.id].target)
            if not sample.about and sample.id in known
            else sample
            for sample in run.samples
        )
        return replace(run, samples=tuple(samples))

    def report(self, runs: Sequence[Run]) -> Report:
        """Tables, figures, notes and cases of the runs."""
        runs = with_distinct_labels(self.in_order(self.completed(runs)))
        tables = (*self.tables(runs), *self.reader_tables(runs), self.outcome_table(runs))
        notes = (*self.notes(runs), *build.on_few_clusters(tables))
        return self.assembled(runs, tables, notes, self.cases(runs), self.figures(runs))

    def assembled(
        self,
        runs: Sequence[Run],
        tables: Iterable[Table],
        notes: Iterable[str],
        cases: Iterable[Case],
        figures: Iterable[Figure | Scatter] = (),
    ) -> Report:
        """The report of these parts, with the identity of the runs."""
        shown = tuple(dict.fromkeys((*self.shown, "output", "roles")))
        # Tables and cases read the samples, which may be damaged.
        tables, cases, figures = tuple(tables), tuple(cases), tuple(figures)
        notes = (*notes, *build.damage(runs))
        return self.opened(
            Report(
                title=self.title,
                subtitle=self.subtitle(runs),
                identity=card.identity(runs, shown),
                tables=tables,
                figures=figures,
                notes=notes,
                cases=cases,
                systems=card.systems(runs),
                comparable=all(run.identity.get("data") == self.published_data for run in runs),
            )
        )

    def opened(self, report: Report) -> Report:
        """The report with its main table and its picture, which come first."""
        report = replace(report, benchmark=self.options.benchmark, main=self.main_table(report))
        picture = None if report.first is None else self.picture(report, report.first)
        return replace(report, picture=picture)

    def picture(self, report: Report, main: Table) -> Dots | Scatter | None:
        """The one picture of a report: the first measure of its main table, row by row."""
        return picture(main)

    def in_order(self, runs: Sequence[Run]) -> list[Run]:
        """The runs as a report has them: by condition, models before baselines."""
        conditions, baselines = self.conditions(runs), self.options.baselines()

        def place(run: Run) -> tuple[int, int, str]:
            nth = baselines.index(run.label) if run.label in baselines else -1
            return conditions.index(condition_of(run)), nth, run.label

        return sorted(runs, key=place)

    def conditions(self, runs: Sequence[Run]) -> list[str]:
        """The conditions of the runs, in the order of a report."""
        return list(dict.fromkeys(map(condition_of, runs)))

    def worth(self, run: Run) -> str:
        """What the samples without an answer are worth in a run, for the notes of a report."""
        return "count 0 in the headline figures"

    def outcome_table(self, runs: Sequence[Run]) -> Table:
        """The table of outcomes: how many samples were read, failed, and so on."""
        return build.outcomes(runs, self.counted_of(runs), self.conditions(runs), self.on_outcomes)

    def counted_of(self, runs: Sequence[Run]) -> tuple[Column, ...]:
        """What the table of outcomes counts: the benchmark's own, and replies that a model read."""
        by_reader = any(BY_READER in sample.values for run in runs for sample in run.samples)
        return (*self.counted, Column(BY_READER, "Read by a model")) if by_reader else self.counted

    def reader_tables(self, runs: Sequence[Run]) -> list[Table]:
        """The headline figures with the replies that a model read, and without them."""
        rows = []
        for run in runs:
            read = [s for s in run.samples if s.values.get(BY_READER)]
            if not read:
                continue
            ids = {(sample.id, sample.epoch) for sample in read}
            kept = tuple(
                replace(s, values={**s.values, **self.worst(run, s)})
                if (s.id, s.epoch) in ids
                else s
                for s in run.samples
            )
            without = replace(run, samples=kept)
            for key, label in self.measures([run]).items():
                cells: dict[str, Cell] = {
                    "with": build.estimate(run, key),
                    "without": build.estimate(without, key),
                    BY_READER: len(read),
                }
                rows.append(Row(label, "measure", cells, f"{run.label}, {condition_of(run)}"))
        if not rows:
            return []
        columns = (
            Column("with", "With them"),
            Column("without", "Without them"),
            Column(BY_READER, "Read by a model"),
        )
        caption = (
            "Replies that the program left unread, or that may only decline, were read by the "
            "model of the role reader, each of its quotes checked in the reply. Without them they "
            "count as unread."
        )
        return [Table("read-by-a-model", "Replies read by a model", caption, columns, tuple(rows))]

    def notes_on_runs(self, runs: Sequence[Run]) -> list[str]:
        """Notes on missing samples and tokens of each run, and on the baselines."""
        notes = build.notes(runs, self.worth)
        if self.on_baselines and any(run.kind == "baseline" for run in runs):
            notes.append(self.on_baselines)
        return notes

    def notes(self, runs: Sequence[Run]) -> list[str]:
        """Notes on the runs, and on the published rows in the same tables."""
        notes = self.notes_on_runs(runs)
        if self.published_data and any(
            run.identity.get("data") != self.published_data for run in runs
        ):
            notes.append(
                f"The published figures are on {self.published_on}; beside another data set they "
                "show the scale, not a comparison."
            )
        return notes

    def main_table(self, report: Report) -> str:
        """The id of the table that comes first on a page, and that a terminal shows."""
        ids = [table.id for table in report.tables]
        found = (id for name in self.headline for id in ids if id.startswith(name))
        return next(found, "")


AnyBenchmark = Benchmark[Any, Any, Any]


_last: list[tuple[AnyBenchmark, Run, list[str]]] = []


def _measures_of(benchmark: AnyBenchmark, run: Run) -> list[str]:
    """The headline figures of a run; of the last one they are kept, since each sample asks."""
    known = next(iter(_last), None)
    if known is None or known[0] is not benchmark or known[1] is not run:
        known = benchmark, run, list(benchmark.measures([run]))
        _last[:] = [known]
    return known[2]


@lru_cache(maxsize=16)
def _by_id(benchmark: AnyBenchmark, options: BenchmarkOptions) -> dict[str, Any]:
    return {sample.id: sample for sample in benchmark.load(options)[1]}


@cache
def source_fingerprint(*packages: str) -> str:
    """Eight hex digits of the source of packages, for figures that depend on their code."""
    names = [
        (package, path.name) for package in packages for path in files(package).iterdir()
        if path.name.endswith(".py")
    ]  # fmt: skip
    texts = (shipped_bytes(*name) for name in sorted(names))
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:8]


def _by_schema(options: BenchmarkOptions) -> bool:
    return isinstance(options, StructuredOptions) and options.output == "json"


def condition_of(run: Run) -> str:
    """The condition of a run: a method, a setting, a judge."""
    return run.identity.get("condition", "")


def named(run: Run, alone: Collection[str] = (BASELINE_ROWS,)) -> str:
    """The label of a run where rows have no heading: with its condition, but for those `alone`."""
    condition = condition_of(run)
    return run.label if condition in alone else f"{run.label}, {condition}"


def means(rows: Rows, keys: Iterable[str]) -> dict[str, Estimate]:
    """Means with clustered standard errors, for `console`."""
    return {
        key: mean((number(values.get(key)), cluster) for values, cluster in rows) for key in keys
    }


def named_by_judges(run: Run) -> Run:
    """The run, labelled with the models of its roles `judge…` instead of the evaluated model."""
    bound = [pair.partition("=") for pair in run.identity.get("roles", "").split(", ")]
    judges = [name for role, _, name in bound if role.startswith("judge")]
    if run.kind != "model" or not judges or condition_of(run).endswith("made elsewhere"):
        return run
    label = " + ".join(run.names.get(judge, judge) for judge in judges)
    return replace(run, label=label, model=" + ".join(judges))
