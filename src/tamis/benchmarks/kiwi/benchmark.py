"""KIWI as a benchmark: how well judges rate revisions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

from tamis.benchmarks.benchmark import (
    Answerer,
    Benchmark,
    Marker,
    Marks,
    Output,
    Request,
    condition_of,
    named_by_judges,
)
from tamis.benchmarks.judging import against, is_blind
from tamis.benchmarks.kiwi import judges, paper_prompts, published
from tamis.benchmarks.kiwi.analysis.session_tables import EDITS
from tamis.benchmarks.kiwi.data import SOURCE, Dataset, count_rows
from tamis.benchmarks.kiwi.label_files import second_ratings
from tamis.benchmarks.kiwi.options import MAX_TOKENS, Options
from tamis.benchmarks.kiwi.samples import Sample, load_samples
from tamis.benchmarks.kiwi.score import (
    ACCURACY,
    COVERAGE,
    DECLARED,
    GOOD_SHARE,
    HEADLINE,
    Verdict,
    again,
    figures,
    from_record,
    is_rated,
    outcome,
    to_record,
    worded,
)
from tamis.benchmarks.kiwi.tables import order, tables
from tamis.benchmarks.options import BASELINE_ROWS
from tamis.benchmarks.paper_prompts import PaperPrompt
from tamis.benchmarks.reading import counted
from tamis.inputs.files import digest
from tamis.measures.classification import MACRO_F1, Rows, estimates, no_verdict
from tamis.reading.replies import Read, read
from tamis.report import build
from tamis.report.compared import Compared
from tamis.report.document import Case
from tamis.report.elements import Column, Table
from tamis.report.logs import score_metadata
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.stats import NAN, Estimate
from tamis.types import Reply
from tamis.writing.revision.finetuned.training_record import RECORD
from tamis.writing.revision.model_judge import LOOKS_FOR, fingerprint, judged

SAID = {True: ("good",), False: ("not good", "bad", "neutral")}
MOST = 50
"""How many wrong verdicts a report shows with their texts."""

_LONGEST = 6000


class Kiwi(Benchmark[Options, Dataset, Sample]):
    """Did a revision follow its instruction? (KIWI, Xu et al., 2024, §5.)

    A sample:

        id:       003-02-5e0cb1f2
        input:    You compare two versions of an answer … The instruction: …
        target:   not good
        metadata: session, model, kind

    The output is the judge's reply, with a record of its verdict; the figures are `correct`, `tp`,
    `fp`, `fn`, `tn`, `decided`, …
    """

    options = Options
    declared = (*DECLARED, *EDITS)
    # The log has the judge's reply, and a record beside it.
    version: ClassVar[int] = Benchmark.version + 1
    ranks_by = (MACRO_F1,)
    title = "KIWI"
    source = SOURCE
    cluster = "session"
    shown = (
        "data",
        "data_version",
        "revision",
        "licence",
        "split",
        "unrated",
        "prompts",
        "examples",
        "temperature",
        "rules",
        "judge",
        "scoring",
    )
    headline = ("judges", "not-rated", "outcomes")
    counted = (Column("cut", "Cut text"),)
    on_outcomes = (
        "A rated turn without a verdict counts as judged wrongly; those that a fine-tuned judge "
        "was trained on are withheld from it. Of a turn with a cut text the model saw the first "
        "20,000 characters."
    )
    on_baselines = (
        "Baselines ask no model: majority says what most ratings of the training turns are; "
        "random draws by their distribution."
    )

    def load(self, options: Options) -> tuple[Dataset, Sequence[Sample]]:
        """The rated turns of the split, and those without a rating."""
        return load_samples(options)

    def prompts(self, options: Options) -> str:
        """The prompts of the model judge."""
        return fingerprint(options.prompts)

    def templates(self, options: Options) -> tuple[str, ...]:
        """The judge's template."""
        return ("judge",)

    def paper_prompts(self) -> Mapping[str, PaperPrompt]:
        """The prompts that the paper prints."""
        return paper_prompts.paper_prompts(self.first_prompt)

    def generation(self, options: Options) -> dict[str, Any]:
        """The temperature from the options."""
        return {"temperature": options.temperature}

    def described(self, options: Options, dataset: Dataset) -> dict[str, str]:
        """What identifies a run: which turns, which examples, which judge."""
        found = {"unrated": str(len(dataset.unrated))}
        if dataset.turns:
            found = {"split": _split(options), **found}
        if options.heading != BASELINE_ROWS and options.finetuned is None:
            found["temperature"] = f"{options.temperature:g}"
        if options.shots:
            found["examples"] = f"{options.shots} by {options.examples}"
        if options.finetuned is not None:
            found["judge"] = options.finetuned.name
        if options.baseline == "random" or (options.shots and options.examples == "random"):
            found["draw_seed"] = str(options.seed)
        return found

    def depends_on(self, options: Options, dataset: Dataset) -> Iterable[str]:
        """The fine-tuned judge."""
        if options.finetuned is not None:
            yield digest(options.finetuned / RECORD)[:8]

    def baselines(self, options: Options) -> Sequence[str]:
        """Both; InputError where no turn is rated."""
        found = super().baselines(options)
        load_samples(options.model_copy(update={"baseline": found[0]}))
        return found

    def answerer(self, options: Options) -> Answerer[Sample]:
        """The judge: the model in the role `judge` or else the evaluated one, a fine-tuned one, or
        a baseline."""

        async def answer(one: Sample) -> Output:
            if options.baseline is not None:
                name, verdict = f"baseline/{options.baseline}", judges.without_a_model(one)
            elif options.finetuned is not None:
                name = f"baseline/{options.finetuned.name}"
                verdict = await asyncio.to_thread(judges.by_a_finetuned, one, options.finetuned)
            else:
                name, verdict = await judges.by_a_model(one, options)
            return Output(Reply(verdict.text), name, to_record(verdict))

        return answer

    def marker(self, options: Options) -> Marker[Sample]:
        """Scores a verdict against the person's rating, where there is one; the details hold what
        a report shows of it."""
        second = second_ratings(load_samples(options)[0])

        async def mark(one: Sample, output: Output) -> Marks:
            kept = output.record
            said = _elsewhere(output.reply) if kept is None else from_record(kept)
            turn, recorded = one.judged.turn, one.judged.recorded
            return Marks(
                {
                    **figures(said, turn.good),
                    **again(second.get(one.id), turn.good),
                    "cut": float(one.cut),
                    **counted(said.by_reader),
                },
                worded(said.good) if said.good is not None else said.outcome,
                {
                    "question": turn.question,
                    "previous": turn.previous,
                    "instruction": turn.instruction,
                    "answer": turn.answer,
                    "rating": recorded.rating,
                    "comment": recorded.comment,
                    "good": turn.good,
                    "verdict": said.good,
                    "said": said.text,
                },
                outcome(said),
            )

        return mark

    def requests(self, options: Options) -> Iterator[Request]:
        """One call for each turn, none where no model is asked."""
        if options.baseline is None and options.finetuned is None:
            for one in load_samples(options)[1]:
                yield Request(one.id, "\n\n".join(one.messages), MAX_TOKENS, 4)

    def beside(self, run: Run, sample: Sample, recorded: Mapping[str, Any]) -> Compared:
        """The verdict, right or not, and where it is not the person's rating."""
        turn = sample.judged.turn
        asked = f"{turn.question}\n\n{turn.instruction}"
        return against(asked, recorded.get("verdict"), turn.good, SAID)

    def reads(self, run: Run, sample: Sample | None, reply: Reply) -> Read:
        """The rating of a judge's reply."""
        return read(reply, LOOKS_FOR)

    def console(self, rows: Rows) -> Mapping[str, Estimate]:
        """Accuracy, precision, recall, F1 and coverage; of turns without a rating the share said
        to be good."""
        rated = any(values["correct"] == values["correct"] for values, _ in rows)
        return estimates((*(HEADLINE if rated else (GOOD_SHARE,)), COVERAGE), rows)

    def conditions(self, runs: Sequence[Run]) -> list[str]:
        """The order of conditions: the paper's, then others, files, and baselines."""
        return order(runs)

    def in_order(self, runs: Sequence[Run]) -> list[Run]:
        """The runs, named by their judge, each baseline once."""
        return super().in_order([named_by_judges(run) for run in build.baselines_once(runs)])

    def tables(self, runs: Sequence[Run]) -> list[Table]:
        """Table 5, and what else the runs have figures for."""
        return tables(runs)

    def cases(self, runs: Sequence[Run]) -> list[Case]:
        """Wrong verdicts side by side with their texts."""
        looked = (run for run in runs if not is_blind(run))
        return list(islice((case for run in looked for case in _cases(run)), MOST))

    def notes(self, runs: Sequence[Run]) -> list[str]:
        """Notes on the paper's misprints and on what a split by turn means."""
        if not _any_rated(runs):
            return self.notes_on_runs(runs)
        notes = [*super().notes(runs), published.note()]
        if any("by turn" in run.identity.get("split", "") for run in runs):
            notes.append(
                "Split by turn, as in the paper: other turns of the same sessions are in training. "
                "-T by=session or by=question is stricter."
            )
        wrong = sum(
            len({sample.id for sample in run.samples if sample.values.get("read_correct") == 0})
            for run in runs
            if not is_blind(run)
        )
        if wrong > MOST:
            notes.append(f"Of {wrong} wrong verdicts the first {MOST} are shown side by side.")
        return notes

    def worth(self, run: Run) -> str:
        """What turns without a verdict are worth."""
        if not _any_rated([run]):
            return "have no verdict, and are in no share"
        if all(map(is_rated, run.asked)):
            return super().worth(run)
        return f"{super().worth(run)}, where they are rated"

    def measures(self, runs: Sequence[Run]) -> Mapping[str, str]:
        """The accuracy, with rated turns without a verdict as judged wrongly; the share said to be
        good where no turn is rated."""
        leading = ACCURACY if _any_rated(runs) else GOOD_SHARE
        return {leading.figure(): leading.label}

    def worst(self, run: Run, sample: Scored) -> dict[str, float]:
        """A rated turn without a verdict counts as judged wrongly."""
        least = no_verdict(sample.target == worded(True))
        unknown = dict.fromkeys((*least, GOOD_SHARE.figure()), NAN)
        return least if is_rated(sample) else {**unknown, "decided": 0.0}

    def count_rows(self, path: Path) -> int:
        """The number of sessions in a released file."""
        return count_rows(path)


def _any_rated(runs: Sequence[Run]) -> bool:
    return any(is_rated(sample) for run in runs for sample in run.samples)


def _split(options: Options) -> str:
    """Which turns were judged, in a few words."""
    if options.part_of == "cross":
        return "every turn, the other sessions known"
    return f"{options.part_of}, by {options.by}, seed {options.split_seed}"


def _elsewhere(reply: Reply) -> Verdict:
    """The verdict in a file of predictions: a reply of a judge."""
    said = judged(reply)
    return Verdict(said.good, said.outcome, said.text)


def _cases(run: Run) -> Iterator[Case]:
    if not any(sample.values.get("read_correct") == 0 for sample in run.samples):
        return
    found: dict[str, Case] = {}
    for id, _, about in score_metadata(run):
        if None not in (about.get("verdict"), about["good"]) and about["verdict"] != about["good"]:
            found[id] = _case(run, id, about)
    yield from (found[id] for id in sorted(found))


def _case(run: Run, id: str, about: Mapping[str, Any]) -> Case:
    return Case(
        title=f"{id}, {run.label}, {condition_of(run)}: {_cut(about['instruction'], 300)}",
        caption=f"Rated {about['rating']}; verdict: {worded(about['verdict'])}. "
        f"Comment: {_cut(about['comment'] or '(none)', 600)} "
        f"Question: {_cut(about['question'], 300)}",
        texts=(
            ("What the judge said", _cut(about["said"])),
            ("Previous answer", _cut(about["previous"])),
            ("Revision", _cut(about["answer"])),
        ),
    )


def _cut(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else f"{text[:longest]} […]"
