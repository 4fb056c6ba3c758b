"""ACS as a benchmark: judges of arithmetic constraints, and the scores of their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from tamis.benchmarks.acs import item_judges, paper_prompts, shares
from tamis.benchmarks.acs.data import SOURCE, Dataset, count_rows
from tamis.benchmarks.acs.logged_verdict import (
    Judged,
    from_record,
    plain,
    said,
    to_record,
    worded,
)
from tamis.benchmarks.acs.options import Options
from tamis.benchmarks.acs.page import report
from tamis.benchmarks.acs.samples import Sample, load_samples
from tamis.benchmarks.acs.score import ACCURACY, COVERAGE, DECLARED, HEADLINE, figures, outcome
from tamis.benchmarks.acs.tables import order, tables
from tamis.benchmarks.benchmark import (
    Answerer,
    Benchmark,
    Marker,
    Marks,
    Output,
    Request,
    condition_of,
    named_by_judges,
    source_fingerprint,
)
from tamis.benchmarks.judging import against
from tamis.benchmarks.paper_prompts import PaperPrompt
from tamis.benchmarks.reading import counted
from tamis.benchmarks.records import record_in
from tamis.checking import record
from tamis.checking.model_judge import LOOKS_FOR, judgement
from tamis.checking.prompts import fingerprint, record_fingerprint
from tamis.checking.record.reply import Unusable, records
from tamis.measures.classification import MACRO_F1, Rows, estimates, no_verdict
from tamis.reading.replies import Read, read
from tamis.report import build
from tamis.report.compared import Compared
from tamis.report.document import Report
from tamis.report.elements import Table
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.stats import Estimate
from tamis.types import Reply

PROGRAM = (
    "tamis.checking.ledger", "tamis.checking.requests", "tamis.checking.constraint_types.amounts",
)  # fmt: skip
"""What the verdicts of the program judge depend on."""
RECORD = (*PROGRAM, "tamis.checking.record")
SAID = {True: ("satisfied", "yes"), False: ("unsatisfied", "no")}
"""What those of the judge `record` do."""


class Acs(Benchmark[Options, Dataset, Sample]):
    """Does a response satisfy an arithmetic constraint of its request? (ACS.)

    A sample:

        id:       003-5e0cb1f2
        input:    You check whether a plan keeps to one demand … The constraint: …
        target:   unsatisfied
        metadata: response and question (hashes), domain, capability, capability_by

    The output is the judge's reply, with a record of the verdict of each judge; the figures are
    `correct`, `tp`, `fp`, `fn`, `tn`, `decided`, `read_correct`, `flipped`, …
    """

    options = Options
    declared = (*DECLARED, *shares.DECLARED)
    # The log has the judge's reply, and a record beside it.
    version: ClassVar[int] = Benchmark.version + 1
    ranks_by = (MACRO_F1,)
    title = "ACS"
    source = SOURCE
    cluster = "response"
    shown = (
        "data",
        "data_version",
        "revision",
        "licence",
        "prompts",
        "paraphrases",
        "temperature",
        "program",
        "scoring",
    )
    headline = (
        "judges",
        "differences",
        "panel",
        "shares",
        "costs",
        "steadiness",
        "repetitions",
        "errors",
        "outcomes",
    )
    on_outcomes = "Without a verdict an item counts as judged wrongly."
    on_baselines = (
        "Baselines use no model: program reads, computes and compares; majority always gives "
        "the data's more frequent label; random is a fair coin."
    )

    def load(self, options: Options) -> tuple[Dataset, Sequence[Sample]]:
        """The labelled constraints, each with its response."""
        return load_samples(options)

    def prompts(self, options: Options) -> str:
        """The fingerprint of the model judge's prompts."""
        if options.judge == "record":
            return record_fingerprint(options.prompts)
        return fingerprint(options.prompts)

    def templates(self, options: Options) -> tuple[str, ...]:
        """The templates that a run fills."""
        return paper_prompts.templates(options)

    def paper_prompts(self) -> Mapping[str, PaperPrompt]:
        """The prompts that the paper prints."""
        return paper_prompts.paper_prompts(self.first_prompt)

    def generation(self, options: Options) -> dict[str, Any]:
        """The temperature of the options, or the provider's default."""
        own = isinstance(options.temperature, str)
        return {"temperature": None if own else options.temperature}

    def described(self, options: Options, dataset: Dataset) -> dict[str, str]:
        """The settings of the model and the version of the program, where they are used."""
        found = {"majority": worded(dataset.majority)}
        if options.asks_a_model:
            given = options.temperature
            found["temperature"] = given if isinstance(given, str) else f"{given:g}"
        if options.paraphrases > 1:
            found["paraphrases"] = str(options.paraphrases)
        if options.asks_the_program:
            found["program"] = _program(options)
        if options.baseline == "random":
            found["draw_seed"] = str(options.seed)
        return found

    def depends_on(self, options: Options, dataset: Dataset) -> Iterable[str]:
        """The version of the program, where verdicts depend on it."""
        return [_program(options)] if options.asks_the_program else []

    def answerer(self, options: Options) -> Answerer[Sample]:
        """Judges by the models of the roles `judge…`, else the evaluated one, or by a baseline."""
        from tamis import models  # only for calls: it imports Inspect

        majority = load_samples(options)[0].majority
        temperature = self.generation(options)["temperature"]

        async def answer(sample: Sample) -> Output:
            if options.baseline is not None:
                judged = Judged(item_judges.without_a_model(sample, majority))
                by = f"baseline/{options.baseline}"
                return Output(Reply(said(judged)), by, to_record(judged))
            judges = models.judges(options.role, options.max_tokens, temperature)
            if not judges:
                evaluated = models.evaluated()
                judges = {str(evaluated): models.chat(evaluated, options.max_tokens)}
            judged, reply = await item_judges.ask(sample, judges)
            return Output(reply or Reply(said(judged)), " + ".join(judges), to_record(judged))

        return answer

    def marker(self, options: Options) -> Marker[Sample]:
        """Compares a verdict with its label; the details hold what a report shows of an item."""

        async def mark(sample: Sample, output: Output) -> Marks:
            kept = output.record
            judged = _elsewhere(sample, output) if kept is None else from_record(kept)
            verdict, item = judged.verdict, sample.item
            sheet = verdict.worksheet or sample.programmed.worksheet
            return Marks(
                {**figures(judged, item.satisfied), **counted(verdict.by_reader)},
                worded(verdict.satisfied) if verdict.satisfied is not None else verdict.outcome,
                {
                    "request": item.request,
                    "constraint": item.constraint,
                    "response": item.response,
                    "satisfied": item.satisfied,
                    "domain": item.domain,
                    "capability": sample.capability[0],
                    "verdict": {**plain(verdict), "worksheet": None},
                    "worksheet": sheet.to_json() if sheet is not None else None,
                    "panel": [{**plain(other), "worksheet": None} for other in judged.panel],
                    "worded": list(judged.worded),
                },
                outcome(verdict),
            )

        return mark

    def answerable(self, options: Options) -> set[str]:
        """The ids that need a model: for hybrid and record, those where the program abstained."""
        return {sample.id for sample in load_samples(options)[1] if sample.needs_a_model}

    def requests(self, options: Options) -> Iterator[Request]:
        """One call for each item that needs a model and each wording of its prompt."""
        for sample in load_samples(options)[1]:
            if sample.needs_a_model:
                for nth in range(options.paraphrases):
                    id = f"{sample.id}/wording-{nth}" if nth else sample.id
                    lengths = options.max_tokens, options.typical_characters
                    yield Request(id, sample.worded(nth), *lengths, follow_up=nth > 0)

    def beside(self, run: Run, sample: Sample, recorded: Mapping[str, Any]) -> Compared:
        """The verdict, right or not, and where it is not the label."""
        item, verdict = sample.item, (recorded.get("verdict") or {}).get("satisfied")
        asked = f"{item.request}\n\n{item.constraint}"
        return against(asked, verdict, item.satisfied, SAID)

    def reads(self, run: Run, sample: Sample | None, reply: Reply) -> Read:
        """The verdict of a judge's reply; of the judge `record`, whether it can be used."""
        if record_in(reply.text, "acs") is not None:
            # In a log of an earlier version, of an item that the program has judged.
            return Read("ok", label="by program", said=reply.text)
        if condition_of(run) != "record":
            return read(reply, LOOKS_FOR)
        try:
            (found,) = records(reply, 1)
        except Unusable as why:
            return Read(why.outcome, why=str(why), said=reply.text)
        if isinstance(found, str):
            return Read("unparsed", why=found, said=reply.text)
        return Read("ok", label="record", said=reply.text)

    def console(self, rows: Rows) -> Mapping[str, Estimate]:
        """Accuracy, both F1s and the coverage."""
        return estimates((*HEADLINE, COVERAGE), rows)

    def conditions(self, runs: Sequence[Run]) -> list[str]:
        """The paper's conditions, then other judges, files, and baselines."""
        return order(runs)

    def in_order(self, runs: Sequence[Run]) -> list[Run]:
        """The runs, named by their judges, each baseline once."""
        return super().in_order([named_by_judges(run) for run in build.baselines_once(runs)])

    def tables(self, runs: Sequence[Run]) -> Iterable[Table]:
        """Table 1, and the other tables that do not need the texts of the items."""
        return tables(runs)

    def report(self, runs: Sequence[Run]) -> Report:
        """Tables, wrong verdicts next to their texts, and notes on what is left out."""
        return report(self, runs)

    def labelled(self, runs: Sequence[Run], errors: Path) -> Report:
        """The report with the kinds of error from a CSV file.

        If the file does not exist it is written, to be labelled; an existing file is not changed.
        InputError for a file of another form.
        """
        return report(self, runs, errors)

    def measures(self, runs: Sequence[Run]) -> Mapping[str, str]:
        """The accuracy, with items without a verdict as judged wrongly."""
        return {ACCURACY.figure(): ACCURACY.label}

    def worst(self, run: Run, sample: Scored) -> dict[str, float]:
        """An item without a verdict counts as judged wrongly."""
        return no_verdict(sample.target == worded(True))

    def count_rows(self, path: Path) -> int:
        """The number of items in a released file."""
        return count_rows(path)


def _program(options: Options) -> str:
    """The version of the program by which a judge decides."""
    return source_fingerprint(*(RECORD if options.judge == "record" else PROGRAM))


def _elsewhere(sample: Sample, output: Output) -> Judged:
    """A verdict made elsewhere: a judge's reply, with the verdict on its final line.

    For a hybrid judge such replies are used only where the program has abstained.
    """
    if not sample.needs_a_model:
        return Judged(sample.programmed)
    if sample.options.judge == "record":
        item = sample.item
        (found,) = record.judgements(output.reply, [item.constraint], item.response, output.by)
        return Judged(found)
    return Judged(judgement(output.reply, output.by))
