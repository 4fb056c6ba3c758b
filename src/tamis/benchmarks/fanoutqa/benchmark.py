"""FanOutQA as a benchmark: settings, pages, and the scores of an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from tamis.benchmarks.benchmark import Answerer, Benchmark, Marker, Request, Rows, means
from tamis.benchmarks.fanoutqa import (
    asking,
    bleurt,
    encyclopaedia,
    factuality_judges,
    marking,
    notes,
    paper_prompts,
    planned_calls,
    score,
    submission,
    tables,
)
from tamis.benchmarks.fanoutqa.data import SOURCE, WITHDRAWN, Dataset, count_rows
from tamis.benchmarks.fanoutqa.options import WITH_PAGES, Options
from tamis.benchmarks.fanoutqa.samples import HIDDEN, Sample, load_samples
from tamis.benchmarks.fanoutqa.views import views
from tamis.benchmarks.paper_prompts import PaperPrompt
from tamis.measures.references import references
from tamis.measures.words import PUBLISHED, words
from tamis.reading.replies import Read, read
from tamis.report.compared import Compared
from tamis.report.elements import Column, Table
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.stats import NAN, Estimate
from tamis.types import InputError, Reply


class FanOutQA(Benchmark[Options, Dataset, Sample]):
    """One question, many documents, a dated encyclopaedia (FanOutQA, Zhu et al., 2024).

    A sample:

        id:       c46a96ec5b304fd9
        input:    Who designed each of the five tallest lighthouses of the Calvane Islands?
        target:   Widow's Tooth Light - Cecily Arden …
        metadata: question (a hash), topics, depth, leaves, documents, shape

    The output is the reply with the answer, and a record of its cost and trace (pages opened,
    searches, calls, tokens, seconds); the figures are `paper_loose`, `strict_strict`, `rougeL_f1`,
    `row_f1`, `evidence_recall`, …
    """

    options = Options
    declared = score.DECLARED
    # A long answer with every name in it wins by the strings.
    ranks_by = (score.JUDGED, score.ROUGES["rougeL"])
    version: ClassVar[int] = Benchmark.version + 3
    title = "FanOutQA"
    source = SOURCE
    cluster = "question"
    withdrawn = frozenset({WITHDRAWN})
    installs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        PUBLISHED: ("spacy", "download", PUBLISHED)
    }
    shown = (
        "data",
        "data_version",
        "version",
        "revision",
        "licence",
        "wiki",
        "date",
        "words",
        "context_limit",
        "chunk",
        "share",
        "bm25",
        "tools",
        "repeat_question",
        "rounds",
        "time_limit",
        "max_tokens",
        "prompts",
        "judge_prompt",
        "roles",
        "scoring",
    )
    headline = (
        "board",
        "differences",
        "elsewhere",
        "tables",
        "evidence",
        "costs",
        "correlation",
        "outcomes",
    )
    counted = (Column("declined", "Declined"), Column("over_rounds", "Over rounds"))
    on_outcomes = (
        "Declined answers say in words that they cannot answer; they are among the refused, and "
        "the provider refused the others. Over rounds, whose searches ran out, are among the timed "
        "out. Of answers that are not whole or only decline the published measures (reference, "
        "ROUGE, the judge's) score what they hold."
    )
    published_on, published_data = "the leaderboard's hidden test split", "nov23-test-paper"

    def load(self, options: Options) -> tuple[Dataset, Sequence[Sample]]:
        """The questions of a version and a split."""
        return load_samples(options)

    def prompts(self, options: Options) -> str:
        """The fingerprint of the strategies' prompts, where a model is used."""
        return asking.fingerprint(options.prompts) if options.asks_a_model else ""

    def templates(self, options: Options) -> tuple[str, ...]:
        """The templates that a run fills."""
        return paper_prompts.templates(options)

    def paper_prompts(self) -> Mapping[str, PaperPrompt]:
        """The prompts that the paper prints."""
        return paper_prompts.paper_prompts(self.first_prompt)

    def described(self, options: Options, dataset: Dataset) -> dict[str, str]:
        """How answers are scored, which pages were used, the settings of the model."""
        found = {
            "split": options.split,
            "variants": ",".join(options.variants),
            "words": words(options.words).name,
            "answers": "given" if dataset.answered else HIDDEN,
            "judge_prompt": factuality_judges.fingerprint(options.prompts),
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
        return found | (asking.described(options) if options.asks_a_model else {})

    def depends_on(self, options: Options, dataset: Dataset) -> Iterable[str]:
        """The judge's wording, the words' normaliser, the pages."""
        yield factuality_judges.fingerprint(options.prompts)
        yield words(options.words).name
        if options.needs_pages:
            yield encyclopaedia.identity(options)

    def plan(
        self, values: Mapping[str, Any], model: str | None, roles: Collection[str] = ()
    ) -> list[Options]:
        """The tasks, with the model's own context where Inspect knows it.

        InputError for the oracle baseline where the data has no decompositions, and where BLEURT is
        asked for and cannot be loaded.
        """
        planned = super().plan(values, model, roles)
        for one in planned:
            if one.bleurt is not None:
                # Before any call is paid for; what is loaded is kept for the scoring.
                bleurt.load(one.bleurt)
            if one.baseline == "leaf_answers" and not _decomposed(one):
                raise InputError(
                    "-T baseline=leaf_answers needs the decompositions, which this data does not "
                    "have; the other baselines need pages, -T wiki=…."
                )
        if model is None:
            return planned
        from tamis import models  # only for calls: it imports Inspect

        known = models.context_length(model)
        if known is None:
            return planned
        return [
            one.model_copy(update={"context_limit": known})
            if one.asks_a_model and one.context_limit == "auto"
            else one
            for one in planned
        ]

    def baselines(self, options: Options) -> Sequence[str]:
        """The baselines for which the data has pages, or decompositions."""
        decomposed = _decomposed(options)
        pages = options.wiki_source is not None
        possible = [
            one for one in options.possible() if (pages if one in WITH_PAGES else decomposed)
        ]
        if not possible:
            raise InputError(
                "no baseline can answer: this data has no decompositions, and best_chunks and "
                "first_lines need pages, so give -T wiki=FILE.zim, a folder, or live."
            )
        return possible

    def answerer(self, options: Options) -> Answerer[Sample]:
        """Answers by a model in the setting, or by the baseline."""
        return asking.answerer(options)

    def marker(self, options: Options) -> Marker[Sample]:
        """String scores in each variant, ROUGE, tables, evidence, and the judges' verdicts."""
        return marking.marker(options)

    def requests(self, options: Options) -> Iterator[Request]:
        """The calls for each question; those after the first are estimated."""
        return planned_calls.requests(options)

    def reads(self, run: Run, sample: Sample | None, reply: Reply) -> Read:
        """What a reply says, as free text."""
        question = "" if sample is None else sample.question.text
        return read(reply, replace(score.LOOKS_FOR, asked=question))

    def beside(self, run: Run, sample: Sample, recorded: Mapping[str, Any]) -> Compared:
        """The reference strings that were found and those that were not, in the first variant."""
        gold, missed = sample.question.answer, recorded.get("not_found") or {}
        if gold is None or not missed:
            return Compared(sample.question.text)
        missing = Counter(next(iter(missed.values())))
        found = Counter(references(gold)) - missing
        return Compared(
            sample.question.text, tuple(found.elements()), (), tuple(missing.elements())
        )

    def console(self, rows: Rows) -> Mapping[str, Estimate]:
        """Loose and strict accuracy as on the leaderboard, ROUGE-L, and the judged score."""
        keys = {key for values, _ in rows for key in values}
        found = (v for v in ("reference", "paper", "strict") if score.LOOSE.figure(v) in keys)
        variant = next(found, "")
        wanted = (*score.STRINGS, score.ROUGES["rougeL"], score.JUDGED)
        return means(rows, [key for one in wanted if (key := one.figure(variant)) in keys])

    def conditions(self, runs: Sequence[Run]) -> list[str]:
        """The settings, hardest first, then files, and baselines."""
        return tables.order(runs)

    def tables(self, runs: Sequence[Run]) -> list[Table]:
        """Table 2, and every other table that the runs have figures for."""
        scored = [run for run in runs if tables.is_scored(run)]
        return [*tables.scores(scored), *views(runs)]

    def counted_of(self, runs: Sequence[Run]) -> tuple[Column, ...]:
        """What the table of outcomes counts: also verdicts that were not read."""
        having = {name for run in runs for sample in run.samples for name in sample.values}
        verdicts = (column for column in tables.JUDGE_OUTCOMES if column.key in having)
        return (*super().counted_of(runs), *verdicts)

    def notes_on_runs(self, runs: Sequence[Run]) -> list[str]:
        """Notes on hidden answers, and on what the baselines were given."""
        return [*super().notes_on_runs(runs), *notes.on_runs(runs)]

    def notes(self, runs: Sequence[Run]) -> list[str]:
        """Notes, and what further runs would show."""
        return [*super().notes(runs), *notes.on_further_runs(runs)]

    def measures(self, runs: Sequence[Run]) -> Mapping[str, str]:
        """The judged score where there is one, then loose and strict accuracy, ROUGE, tables."""
        return tables.measures(runs)

    def worth(self, run: Run) -> str:
        """Nothing is scored where answers are hidden; published measures score parts of answers."""
        if not tables.is_scored(run):
            return "have no answer that was read whole"
        parts = tables.scores_parts(run)
        return super().worth(run) + (", but for what the published ones (†) score" if parts else "")

    def worst(self, run: Run, sample: Scored) -> dict[str, float]:
        """0 for each headline figure; only an answer that is a table has rows and cells."""
        if not tables.is_scored(run):
            return {}
        rouges = (f"{kind}_{part}" for kind in score.ROUGES for part in score.PARTS)
        cells = [one.figure() for one in score.CELLS]
        found = super().worst(run, sample) | dict.fromkeys((*rouges, *cells), 0.0)
        if not tables.is_table(sample):
            found |= dict.fromkeys(cells, NAN)
        return found

    def why_unread(self, runs: Sequence[Run]) -> str:
        """Where no search could be made: that the calls had no query, and what else to try."""
        return notes.why_no_search(runs) or super().why_unread(runs)

    def count_rows(self, path: Path) -> int:
        """The number of questions in a released file."""
        return count_rows(path)

    def submit(
        self, runs: Sequence[Run], fields: Mapping[str, Any], out: Path
    ) -> submission.Written:
        """Write the leaderboard's files; takes at most one run per setting."""
        return submission.submit(runs, fields, out)


def _decomposed(options: Options) -> bool:
    return any(sample.question.decomposition for sample in load_samples(options)[1])
