"""QUEST and QUEST-LOFT as a benchmark: methods, golds, and the scores of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from tamis.answering.answer_steps import IDS, TITLES
from tamis.answering.prompts import fingerprint
from tamis.answering.set_answer import SetAnswer, to_record
from tamis.benchmarks.benchmark import (
    Answerer,
    Benchmark,
    Marker,
    Output,
    Request,
    Rows,
    condition_of,
    means,
)
from tamis.benchmarks.paper_prompts import PaperPrompt
from tamis.benchmarks.quest import answers, paper_prompts, planned_calls
from tamis.benchmarks.quest.data import SOURCE, Dataset, count_rows
from tamis.benchmarks.quest.marking import marker
from tamis.benchmarks.quest.options import PAIRS, Options
from tamis.benchmarks.quest.samples import Sample, load_samples
from tamis.benchmarks.quest.score import (
    DECLARED,
    F1,
    KINDS,
    LABELS,
    PRECISION,
    RECALL,
    RETRIEVAL,
    RIGHT,
    headline,
)
from tamis.benchmarks.quest.setup import known_documents, known_titles, retriever, titles_by_id
from tamis.benchmarks.quest.tables import cost, order, tables
from tamis.benchmarks.quest.views import method_of, short_rankings
from tamis.benchmarks.records import form
from tamis.inputs.files import digest
from tamis.measures.sets import VARIANTS
from tamis.reading.justified import as_read
from tamis.reading.known import Known
from tamis.reading.looks_for import Titles
from tamis.reading.replies import Read, read
from tamis.report.build import listed, variants
from tamis.report.compared import Compared
from tamis.report.elements import Column, Table
from tamis.report.points import Scatter
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.retrieve import Retriever
from tamis.stats import Estimate
from tamis.text.normalised import title_key
from tamis.types import Reply


class Quest(Benchmark[Options, Dataset, Sample]):
    """Set questions over a corpus (Malaviya et al., 2023; Scales et al., 2025).

    A sample:

        id:       11425373
        input:    Novels about families set in Boston and New England.
        target:   The Scarlet Letter
        metadata: qid, question (a hash), template, domain, golds (how many)

    The output is the reply of the answering step, with a record of the answer, its candidates,
    evidence and verdicts; the figures are
    `revised_paper_f1`, `original_reference_subspan_em`, `revised_cited_recall@40`, …
    """

    # Recall looks below what is read; the log has the reply, and a record beside it.
    version: ClassVar[int] = Benchmark.version + 2
    options = Options
    declared = DECLARED
    ranks_by = (F1, RIGHT)
    title = "QUEST"
    source = SOURCE
    cluster = "qid"
    shown = (
        "data",
        "data_version",
        "revision",
        "licence",
        "questions",
        "golds",
        "retrieval",
        "k",
        "prompts",
        "scoring",
    )
    headline = (
        "leaderboard",
        "differences",
        "loft",
        "retrieval",
        "verifier",
        "evidence",
        "outcomes",
    )
    counted = (Column("json_repaired", "JSON repaired"),)
    on_outcomes = (
        "What a truncated reply holds whole is scored beside, among those read; JSON repaired "
        "counts replies of any outcome."
    )
    published_on, published_data = "LOFT's 128k corpus", "loft-128k"

    def load(self, options: Options) -> tuple[Dataset, Sequence[Sample]]:
        """The questions, or the pairs of a pool."""
        made, samples = load_samples(options)
        return made.dataset, samples

    def prompts(self, options: Options) -> str:
        """The fingerprint of the prompts of all methods."""
        return fingerprint(options.prompts)

    def templates(self, options: Options) -> tuple[str, ...]:
        """The templates that a run fills."""
        return paper_prompts.templates(options)

    def paper_prompts(self) -> Mapping[str, PaperPrompt]:
        """The prompts that the paper prints."""
        return paper_prompts.paper_prompts(self.first_prompt)

    def described(self, options: Options, dataset: Dataset) -> dict[str, str]:
        """The golds, what the data lacks, and the retrieval if the method has one."""
        found = {
            "golds": ",".join(load_samples(options)[0].golds),
            "variants": ",".join(options.variants),
            "questions": options.questions,
        }
        if dataset.notes:
            # A report need not read the corpus again to say so.
            found["lacks"] = " ".join(dataset.notes)
        ranker: Retriever | None = None
        if options.baseline in ("bm25", "dense"):
            ranker, found["top"] = retriever(options, options.baseline), str(options.top)
        elif options.baseline is None and options.pairs is None:
            ranker = answers.retriever_of(options) if options.chosen.retrieval == "top_k" else None
        if ranker is not None:
            found |= {"retrieval": ranker.name, "k": str(options.k)}
        return found

    def depends_on(self, options: Options, dataset: Dataset) -> Iterable[str]:
        """The digests of the pool and of the user's own gold files."""
        files = [options.pairs, *(gold for gold in options.golds if gold.endswith(".json"))]
        return [digest(Path(file))[:8] for file in files if file is not None]

    def answerer(self, options: Options) -> Answerer[Sample]:
        """The method, or a baseline; the output is the answer with all its candidates."""
        from tamis import models  # only for calls: it imports Inspect

        async def answer(sample: Sample) -> Output:
            if options.baseline is not None:
                found, by = answers.baseline(sample, options), f"baseline/{options.baseline}"
                return _output(found, None, by)
            found, reply = await answers.ask(sample, options, answers.context(options))
            return _output(found, reply, str(models.evaluated()))

        return answer

    def marker(self, options: Options) -> Marker[Sample]:
        """Scores by each gold and each variant; answers made elsewhere are final lists."""
        return marker(options)

    def requests(self, options: Options) -> Iterator[Request]:
        """The calls for each question; those of the verifier are estimated."""
        return planned_calls.requests(options)

    def reads(self, run: Run, sample: Sample | None, reply: Reply) -> Read:
        """The list of a reply; of a justified answer or a verdict its object."""
        method = method_of(run)
        closed = method is not None and method.retrieval == "none"
        known, asked = Known(), ""
        if sample is not None and (options := self.options_of(run)) is not None:
            known = known_titles(options) if closed else known_documents(options)
            asked = sample.question.text
        wanted: Titles = (TITLES if closed else IDS).knowing(known, asked)
        return as_read(reply) or read(reply, wanted)

    def beside(self, run: Run, sample: Sample, recorded: Mapping[str, Any]) -> Compared:
        """The titles that are golds and those that are not; debatable ones are in neither."""
        asked = sample.question.text
        if sample.candidate is not None:
            asked = f"{asked} Is “{sample.candidate.answer}” an answer?"
        options = self.options_of(run)
        if options is None or sample.candidate is not None:
            return Compared(asked)
        golden = load_samples(options)[0].scoring(sample.question)
        if (gold := next(iter(golden.values()), None)) is None:
            return Compared(asked)
        answered = {title_key(title): title for title in recorded.get("titles", ())}
        golds = {title_key(title): title for title in gold.match}
        debatable = set(map(title_key, gold.debatable))
        return Compared(
            asked,
            tuple(title for key, title in answered.items() if key in golds),
            tuple(t for key, t in answered.items() if key not in golds and key not in debatable),
            tuple(title for key, title in golds.items() if key not in answered),
            titles_by_id(options),
        )

    def console(self, rows: Rows) -> Mapping[str, Estimate]:
        """F1, precision and recall against the main golds, in one variant."""
        keys = [key for values, _ in rows for key in values]
        found = (
            key.removesuffix(F1.name)
            for variant in VARIANTS
            for key in keys
            if key.endswith(f"_{F1.figure(variant)}")
        )
        if (first := next(found, None)) is None:
            return {}
        return means(rows, [f"{first}{one.name}" for one in (F1, PRECISION, RECALL)])

    def conditions(self, runs: Sequence[Run]) -> list[str]:
        """Methods in the order of Table 2, then the user's own, then files, baselines and pools."""
        return [*order(runs), *(c for c in map(condition_of, runs) if c.startswith(PAIRS))]

    def tables(self, runs: Sequence[Run]) -> tuple[Table, ...]:
        """Tables 3 to 11, and every other table that the runs have figures for."""
        return tables(runs)

    def figures(self, runs: Sequence[Run]) -> list[Scatter]:
        """F1 against tokens per question."""
        return cost(runs)

    def notes_on_runs(self, runs: Sequence[Run]) -> list[str]:
        """The notes, what data and rankings lack, and what the baselines answer with."""
        notes = super().notes_on_runs(runs)
        lacking = [run.identity for run in runs if "lacks" in run.identity]
        notes += dict.fromkeys(f"{one['data']}: {one['lacks']}" for one in lacking)
        notes += short_rankings(runs)
        if any(run.kind == "baseline" for run in runs):
            top = ", ".join(dict.fromkeys(r.identity["top"] for r in runs if "top" in r.identity))
            notes.append(
                "Baselines ask no model: bm25 and dense answer with their first hits "
                f"(top={top or '–'}), whole_corpus with everything, nothing with nothing; oracle "
                "answers with the golds themselves and shows the ceiling of the scoring, not of "
                "any method."
            )
        return notes

    def measures(self, runs: Sequence[Run]) -> Mapping[str, str]:
        """The set measures by each gold and variant; of pairs, whether the verdict is right."""
        pairs = [run for run in runs if condition_of(run).startswith(PAIRS)]
        answering = [run for run in runs if run not in pairs]
        found = {
            measure.figure(f"{gold}_{variant}"): measure.named(golds=gold, variant=variant)
            for gold in listed(answering, "golds")
            for variant in variants(answering)
            for measure in headline(variant)
        }
        return found | {
            RIGHT.figure(gold): RIGHT.named(golds=gold) for gold in listed(pairs, "golds")
        }

    def worst(self, run: Run, sample: Scored) -> dict[str, float]:
        """0 for the set measures, the labels and the documents cited.

        A pair without a verdict counts as judged wrongly.
        """
        golds = str(sample.about.get("scored_by", run.identity.get("golds", ""))).split(",")
        if condition_of(run).startswith(PAIRS):
            wrong = "fn" if sample.target == str(True) else "fp"
            counts = {f"{g}_{kind}": float(kind == wrong) for g in golds for kind in KINDS}
            return counts | {RIGHT.figure(g): 0.0 for g in golds}
        return dict.fromkeys(_asked(",".join(golds), run.identity.get("variants", "")), 0.0)

    def count_rows(self, path: Path) -> int:
        """The number of records in a released file."""
        return count_rows(path)


def _output(found: SetAnswer, reply: Reply | None, by: str) -> Output:
    """The output of an answer; without a reply of a model its titles are shown."""
    shown = Reply("\n".join(found.titles)) if reply is None else reply
    return Output(shown, by, {**form("quest"), **to_record(found)})


@lru_cache(maxsize=64)
def _asked(golds: str, variants: str) -> tuple[str, ...]:
    """The figures over all questions asked; kept, since every sample of a run asks for them."""
    return tuple(
        figure
        for gold in filter(None, golds.split(","))
        for figure in (
            *(
                measure.figure(f"{gold}_{variant}")
                for variant in filter(None, variants.split(","))
                for measure in headline(variant)
            ),
            *(measure.figure(gold) for measure in LABELS.values()),
            *(measure.figure(f"{gold}_cited") for measure in RETRIEVAL),
        )
    )
