"""FanOutQA as a benchmark: settings, pages, and the scores of an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from tamis import models
from tamis.answering.fanout.answered import Answered
from tamis.answering.fanout.token_rate import Measured
from tamis.benchmarks.benchmark import (
    Answerer,
    Benchmark,
    Marker,
    Marks,
    Output,
    Request,
    Rows,
    condition_of,
    means,
)
from tamis.benchmarks.fanoutqa import baselines, encyclopaedia, planned_calls
from tamis.benchmarks.fanoutqa import bleurt as bleurts
from tamis.benchmarks.fanoutqa.answers import Scorer
from tamis.benchmarks.fanoutqa.data import SOURCE, WITHDRAWN, Dataset, count_rows
from tamis.benchmarks.fanoutqa.factuality import Factuality
from tamis.benchmarks.fanoutqa.factuality_judges import MAX_TOKENS, ROLE, judged, verdicts
from tamis.benchmarks.fanoutqa.logged_answer import Recorded, dumps, elsewhere, loads
from tamis.benchmarks.fanoutqa.model_answers import NATIVE, answer
from tamis.benchmarks.fanoutqa.options import ASSUMED, CONDITIONS, WITH_PAGES, Options
from tamis.benchmarks.fanoutqa.question import Value
from tamis.benchmarks.fanoutqa.samples import HIDDEN, Sample, load_samples
from tamis.benchmarks.fanoutqa.score import (
    CELLS,
    LOOKS_FOR,
    PARTS,
    ROUGES,
    as_read,
    counts_of,
    evidence,
    has_answer,
    not_found,
    outcome,
    overlap,
    spent,
    strings,
    tables,
)
from tamis.benchmarks.fanoutqa.submission import Written, submit
from tamis.benchmarks.fanoutqa.tables import (
    CUT,
    is_scored,
    is_table,
    measures,
    named,
    order,
    scores,
    without_pages,
)
from tamis.benchmarks.fanoutqa.views import ENOUGH, JUDGE_OUTCOMES, cost, views
from tamis.benchmarks.fanoutqa.wording import answering, fingerprint, judge_fingerprint
from tamis.benchmarks.reading import counted, reader
from tamis.measures.references import answer_text
from tamis.measures.words import PUBLISHED, words
from tamis.reader import read_by
from tamis.reading.replies import Read, read
from tamis.report import build
from tamis.report.build import variants
from tamis.report.elements import Column, Table
from tamis.report.points import Scatter
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.stats import NAN, Estimate
from tamis.types import InputError, Reply

READ_PAGES = (CONDITIONS["open_book"], CONDITIONS["evidence_provided"])
"""The conditions whose score may depend on the length of the context (§4.3)."""


class FanOutQA(Benchmark[Options, Dataset, Sample]):
    """One question, many documents, a dated encyclopaedia (FanOutQA, Zhu et al., 2024).

    A sample:

        id:       c46a96ec5b304fd9
        input:    Who designed each of the five tallest lighthouses of the Calvane Islands?
        target:   Widow's Tooth Light - Cecily Arden …
        metadata: question (a hash), topics, depth, leaves, documents, shape

    The output is the answer with its cost and trace (pages opened, searches, calls, tokens,
    seconds), as JSON; the figures are `paper_loose`, `strict_strict`, `rougeL_f1`, `row_f1`,
    `evidence_recall`, …
    """

    options = Options
    version: ClassVar[int] = Benchmark.version + 1
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
        "fan-out",
        "elsewhere",
        "tables",
        "evidence",
        "costs",
        "correlation",
        "outcomes",
    )
    counted = (Column("declined", "Declined"), Column("over_rounds", "Over rounds"))
    on_outcomes = (
        "Declined answers say in words that they cannot answer; they are among the refused. Over "
        "rounds, "
        "whose searches ran out, are among the timed out. Of answers that are not whole the "
        "published measures (reference, ROUGE, the judge's) score what they hold."
    )
    published_on, published_data = "the leaderboard's hidden test split", "nov23-test-paper"

    def load(self, options: Options) -> tuple[Dataset, Sequence[Sample]]:
        """The questions of a version and a split."""
        return load_samples(options)

    def prompts(self, options: Options) -> str:
        """The fingerprint of the strategies' prompts, where a model is used."""
        return fingerprint(options.prompts) if options.asks_a_model else ""

    def described(self, options: Options, dataset: Dataset) -> dict[str, str]:
        """How answers are scored, which pages were used, the settings of the model."""
        found = {
            "split": options.split,
            "variants": ",".join(options.variants),
            "words": words(options.words).name,
            "answers": "given" if dataset.answered else HIDDEN,
            "judge_prompt": judge_fingerprint(options.prompts),
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
        return found | (_asking(options) if options.asks_a_model else {})

    def depends_on(self, options: Options, dataset: Dataset) -> Iterable[str]:
        """The judge's wording, the words' normaliser, the pages."""
        yield judge_fingerprint(options.prompts)
        yield words(options.words).name
        if options.needs_pages:
            yield encyclopaedia.identity(options)

    def plan(
        self, values: Mapping[str, Any], model: str | None, roles: Collection[str] = ()
    ) -> list[Options]:
        """The tasks, with the model's own context where Inspect knows it.

        InputError for the oracle baseline where the data has no decompositions.
        """
        planned = super().plan(values, model, roles)
        for one in planned:
            if one.baseline == "leaf_answers" and not _decomposed(one):
                raise InputError(
                    "-T baseline=leaf_answers needs the decompositions, which this data does not "
                    "have; the other baselines need pages, -T wiki=…."
                )
        known = models.context_length(model) if model is not None else None
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
        settings = options.settings(answering(options.prompts))
        # One dialogue per run, so that a missing support for tools is detected only once, and
        # what a token is is learnt from all questions.
        dialogues: dict[str, Measured] = {}

        async def answered(sample: Sample) -> Output:
            if options.baseline is not None:
                found = await asyncio.to_thread(baselines.answer, sample)
                return _output(found, f"baseline/{options.baseline}")
            model = models.evaluated()
            if (name := str(model)) not in dialogues:
                native = NATIVE[options.tools]
                dialogues[name] = Measured(models.dialogue(model, options.max_tokens, native))
            asked = dialogues[name]
            return _output(await answer(sample, asked, asked.measured(settings)), name)

        return answered

    def marker(self, options: Options) -> Marker[Sample]:
        """String scores in each variant, ROUGE, tables, evidence, and the judges' verdicts.

        Where the gold answer is hidden only the figures that do not need it are computed.
        """
        normaliser = words(options.words)
        scorers: dict[str, dict[str, Scorer]] = {
            sample.id: {v: Scorer(sample.question.answer, v, normaliser) for v in options.variants}
            for sample in load_samples(options)[1]
            if sample.question.answer is not None
        }
        checkpoint = _checkpoint(options.bleurt) if options.bleurt is not None else None

        async def mark(sample: Sample, output: Output) -> Marks:
            recorded = loads(output.reply.text) or elsewhere(output.reply)
            answered, gold = recorded.answered, sample.question.answer
            if recorded.withheld:
                absent = {"pages_absent": float(len(recorded.absent))}
                return Marks(absent, "", _details(recorded, {}, []), None)
            question = sample.question.text
            found = as_read(answered, question)
            if answered.outcome == "ok":
                found = await read_by(reader(), question, found, LOOKS_FOR)
            values = {
                **counts_of(answered, found),
                **counted(bool(found.by)),
                **evidence(recorded),
                **spent(answered),
            }
            missed: dict[str, Any] = {}
            panel: list[Factuality] = []
            if gold is not None:
                figures, held = strings(answered, scorers[sample.id])
                missed = dict(not_found(held))
                values |= {**figures, **overlap(answered, gold), **tables(answered, gold)}
                if checkpoint is not None:
                    values["bleurt"] = _bleurt(answered, gold, checkpoint)
                if judges := models.judges(ROLE, MAX_TOKENS, 0.0):
                    if has_answer(answered):
                        right = answer_text(gold)
                        panel = await judged(
                            judges, sample.input, right, as_read(answered).said, options.prompts
                        )
                    values |= verdicts(panel)
            details = _details(recorded, missed, panel)
            return Marks(values, answered.text, details, outcome(answered, found))

        return mark

    def requests(self, options: Options) -> Iterator[Request]:
        """The calls for each question; those after the first are estimated."""
        return planned_calls.requests(options)

    def reads(self, run: Run, sample: Sample | None, reply: Reply) -> Read:
        """What a reply says, as free text."""
        return read(reply, replace(LOOKS_FOR, asked="" if sample is None else sample.question.text))

    def console(self, rows: Rows) -> Mapping[str, Estimate]:
        """Loose and strict accuracy as on the leaderboard, ROUGE-L, and the judged score."""
        keys = {key for values, _ in rows for key in values}
        variant = next((v for v in ("reference", "paper", "strict") if f"{v}_loose" in keys), "")
        wanted = (f"{variant}_loose", f"{variant}_strict", "rougeL_f1", "judged")
        return means(rows, [key for key in wanted if key in keys])

    def conditions(self, runs: Sequence[Run]) -> list[str]:
        """The settings, hardest first, then files, and baselines."""
        return order(runs)

    def tables(self, runs: Sequence[Run]) -> list[Table]:
        """Table 2, and every other table that the runs have figures for."""
        scored = [run for run in runs if is_scored(run)]
        return [*scores(scored), *views(runs)]

    def outcome_table(self, runs: Sequence[Run]) -> Table:
        """The outcomes of all questions, and of the verdicts on them."""
        present = [
            c for c in JUDGE_OUTCOMES if any(c.key in s.values for r in runs for s in r.samples)
        ]
        columns = (*self.counted_of(runs), *present)
        return build.outcomes(runs, columns, self.conditions(runs), self.on_outcomes)

    def figures(self, runs: Sequence[Run]) -> list[Scatter]:
        """The score against tokens per question."""
        return cost([run for run in runs if is_scored(run)])

    def notes_on_runs(self, runs: Sequence[Run]) -> list[str]:
        """Notes on hidden answers, and on what the baselines were given."""
        notes = super().notes_on_runs(runs)
        if not all(map(is_scored, runs)):
            notes.append(
                "The answers of this split are hidden, so nothing is scored here: `tamis submit "
                "fanoutqa LOGS` writes the answers for the leaderboard."
            )
        if assumed := [run.label for run in runs if _assumes_context(run)]:
            notes.append(
                f"The context of {', '.join(dict.fromkeys(assumed))} is not known to Inspect; "
                f"{ASSUMED:,} tokens were assumed (-T context_limit)."
            )
        if other := _other_words(runs):
            notes.append(other)
        if baselines := [run for run in runs if run.kind == "baseline"]:
            notes.append(_on_baselines(baselines))
        return [*notes, *(said for run in runs if (said := _on_absent_pages(run)))]

    def notes(self, runs: Sequence[Run]) -> list[str]:
        """Notes, and what further runs would show."""
        notes = super().notes(runs)
        asked = [run for run in runs if run.kind == "model" and is_scored(run)]
        if asked and not any("judge=" in run.identity.get("roles", "") for run in asked):
            notes.append("Nothing was judged: --model-role judge=MODEL binds a judge.")
        limits = {r.identity.get("context_limit") for r in asked if condition_of(r) in READ_PAGES}
        limits.discard(None)
        if 0 < len(limits) < ENOUGH:
            notes.append(
                f"The correlation of score and length of context (§4.3) needs {ENOUGH} runs of one "
                "setting with different -T context_limit; give their logs to `tamis report` "
                "together."
            )
        return notes

    def measures(self, runs: Sequence[Run]) -> Mapping[str, str]:
        """The judged score where there is one, then loose and strict accuracy, ROUGE, tables."""
        return measures(runs)

    def worth(self, run: Run) -> str:
        """Nothing is scored where answers are hidden; published measures score cut answers."""
        if not is_scored(run):
            return "have no answer that was read whole"
        cut = any(sample.outcome in CUT for sample in run.asked)
        return super().worth(run) + (", but for what the published ones (†) score" if cut else "")

    def worst(self, run: Run, sample: Scored) -> dict[str, float]:
        """0 for each headline figure; only an answer that is a table has rows and cells."""
        if not is_scored(run):
            return {}
        rouges = (f"{kind}_{part}" for kind in ROUGES for part in PARTS)
        found = super().worst(run, sample) | dict.fromkeys((*rouges, *CELLS), 0.0)
        if not is_table(sample):
            found |= dict.fromkeys(CELLS, NAN)
        return found

    def why_unread(self, runs: Sequence[Run]) -> str:
        """Where no search could be made: that the calls had no query, and what else to try."""
        samples = [sample for run in runs for sample in run.samples]
        bad = sum(sample.values.get("bad_arguments", 0) for sample in samples)
        if not bad or any(sample.values.get("searches", 0) for sample in samples):
            return super().why_unread(runs)
        return (
            f"each of the {bad:,.0f} searches was called with arguments that hold no query; "
            "-T tools=protocol lets the model write its searches in its text"
        )

    def count_rows(self, path: Path) -> int:
        """The number of questions in a released file."""
        return count_rows(path)

    def submit(self, runs: Sequence[Run], fields: Mapping[str, Any], out: Path) -> Written:
        """Write the leaderboard's files; takes at most one run per setting."""
        return submit(runs, fields, out)


def _decomposed(options: Options) -> bool:
    return any(sample.question.decomposition for sample in load_samples(options)[1])


def _assumes_context(run: Run) -> bool:
    """Whether a run read pages into a context whose length nobody gave or knew."""
    read = run.kind == "model" and condition_of(run) in READ_PAGES
    return read and run.args.get("context_limit", "auto") == "auto"


def _asking(options: Options) -> dict[str, str]:
    limit = options.time_limit
    found = {
        "date": options.date,
        "max_tokens": str(options.max_tokens),
        "time_limit": "none" if limit is None else f"{limit:g}",
    }
    if options.asked_by != "closed_book":
        found["context_limit"] = str(options.settings().context_limit)
    if options.asked_by in ("open_book", "fan_out"):
        found |= {
            "tools": options.tools,
            "share": f"{options.share:g}",
            "rounds": str(options.rounds),
            "repeat_question": str(options.repeat_question).lower(),
        }
    return found


def _output(found: Recorded, by: str) -> Output:
    answered = found.answered
    metadata = {
        "pages": list(answered.pages),
        "searches": len(answered.searches),
        "needed": list(found.needed),
    }
    return Output(Reply(dumps(found)), by, metadata)


def _details(
    recorded: Recorded, missed: Mapping[str, Any], panel: Sequence[Factuality]
) -> dict[str, Any]:
    answered = recorded.answered
    return {
        "outcome": answered.outcome,
        "why": answered.why,
        "asked_by": answered.forced,
        "pages": list(answered.pages),
        "needed": list(recorded.needed),
        "absent": list(recorded.absent),
        "counts": dict(answered.counts),
        "not_found": missed,
        "judged": [
            {"judge": p.judge, "letter": p.letter, "outcome": p.outcome, "why": p.rationale}
            for p in panel
        ],
    }


@lru_cache(maxsize=1)
def _checkpoint(folder: str) -> bleurts.Scorer:
    return bleurts.load(folder)


def _bleurt(answered: Answered, gold: Value, checkpoint: bleurts.Scorer) -> float:
    if not has_answer(answered):
        return NAN
    return bleurts.bleurt([gold], [answered.text], checkpoint)[0]


def _other_words(runs: Sequence[Run]) -> str:
    """That the variant `reference` has other base forms than the published scorer's."""
    scored = [run for run in runs if is_scored(run) and "reference" in variants([run])]
    if all(run.identity.get("words") == PUBLISHED for run in scored):
        return ""
    return (
        f"The published scorer finds the base forms of words by spaCy's model {PUBLISHED}, these "
        "figures in `reference` do not, so they may differ in the second digit. "
        f"`python -m spacy download {PUBLISHED}` installs it (`tamis data fetch fanoutqa --file "
        f"{PUBLISHED}` does the same)."
    )


def _on_absent_pages(run: Run) -> str:
    """Of how many questions the encyclopaedia lacks pages, and what became of these."""
    lacking = [sample for sample in run.samples if without_pages(sample)]
    if not lacking:
        return ""
    asked = "All were asked, but no search can open these pages."
    if withheld := sum(sample.outcome is None for sample in lacking):
        asked = f"Not asked: {withheld}, since this setting gives the pages with the question."
    return (
        f"{named(run)}: the encyclopaedia ({run.identity.get('wiki', '?')}) lacks pages that "
        f"{len(lacking)} of {len(run.samples)} questions need. {asked} So its figures are not "
        "comparable with published ones."
    )


def _on_baselines(runs: Sequence[Run]) -> str:
    said = (
        "Baselines use no model and are given the pages that a question needs: best_chunks "
        "answers with the chunks that BM25+ ranks first, first_lines with the first paragraph of "
        "each; leaf_answers answers with the gold decomposition's own answers, an oracle that "
        "shows the ceiling of the scoring, not of any method."
    )
    if not any(run.label != "leaf_answers" for run in runs):
        said += " Here only leaf_answers was run: the others need pages, -T wiki=…."
    return said
