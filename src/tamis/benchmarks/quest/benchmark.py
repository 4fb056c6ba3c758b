"""QUEST and QUEST-LOFT as a benchmark: methods, golds, and the scores of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from tamis import models
from tamis.answering.answer_steps import BY_A_MODEL, IDS, TITLES
from tamis.answering.prompts import fingerprint
from tamis.answering.resolver import Resolver
from tamis.answering.set_answer import SetAnswer, dumps, loads
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
from tamis.benchmarks.quest import answers, planned_calls
from tamis.benchmarks.quest.data import SOURCE, Dataset, count_rows
from tamis.benchmarks.quest.options import PAIRS, Options
from tamis.benchmarks.quest.samples import Sample, load_samples
from tamis.benchmarks.quest.score import (
    CITED,
    KINDS,
    LABELS,
    counts_of,
    figures,
    key,
    outcome,
    pair_figures,
)
from tamis.benchmarks.quest.setup import known_documents, known_titles, retriever
from tamis.benchmarks.quest.tables import cost, headline, order, tables
from tamis.benchmarks.reading import read_reply
from tamis.inputs.files import digest
from tamis.measures.sets import VARIANTS
from tamis.reading.justified import as_read
from tamis.reading.known import Known
from tamis.reading.looks_for import Titles
from tamis.reading.replies import Read, read
from tamis.report.build import listed, variants
from tamis.report.elements import Column, Table
from tamis.report.points import Scatter
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.retrieve import Retriever
from tamis.stats import Estimate
from tamis.types import Candidate, Evidence, Outcome, Reply


class Quest(Benchmark[Options, Dataset, Sample]):
    """Set questions over a corpus (Malaviya et al., 2023; Scales et al., 2025).

    A sample:

        id:       11425373
        input:    Novels about families set in Boston and New England.
        target:   The Scarlet Letter
        metadata: qid, question (a hash), template, domain, golds (how many)

    The output is the answer with its candidates, evidence and verdicts, as JSON; the figures are
    `revised_paper_f1`, `original_reference_subspan_em`, `revised_cited_recall@40`, …
    """

    # Recall looks below what is read.
    version: ClassVar[int] = Benchmark.version + 1
    options = Options
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

    def described(self, options: Options, dataset: Dataset) -> dict[str, str]:
        """The golds, and the retrieval if the method has one."""
        found = {
            "golds": ",".join(load_samples(options)[0].golds),
            "variants": ",".join(options.variants),
            "questions": options.questions,
        }
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

        async def answer(sample: Sample) -> Output:
            if options.baseline is not None:
                found = answers.baseline(sample, options)
                return Output(Reply(dumps(found)), f"baseline/{options.baseline}")
            found = await answers.ask(sample, options, answers.context(options))
            return Output(Reply(dumps(found)), str(models.evaluated()))

        return answer

    def marker(self, options: Options) -> Marker[Sample]:
        """Scores by each gold and each variant; answers made elsewhere are final lists."""
        made = load_samples(options)[0]
        resolver, depth = Resolver(made.dataset.documents), _depth(options)

        async def mark(sample: Sample, output: Output) -> Marks:
            read = loads(output.reply.text) or await _elsewhere(output.reply, sample, options)
            answer = _in_corpus(read, resolver, made.dataset.pages)
            golds = made.scoring(sample.question)
            # Names that no document has are wrong answers, not the answer that nothing qualifies.
            if answer.outcome == "empty" and (unknown := answer.counts.get("unknown answers", 0)):
                titles = tuple(f"(unknown answer {number + 1})" for number in range(unknown))
                answer = replace(answer, titles=titles, doc_ids=(None,) * unknown, outcome="ok")
            if sample.candidate is not None:
                scored = pair_figures(answer, golds)
            else:
                scored = figures(answer, golds, options.variants, made.titles, depth)
            original = sample.question.golds.get("original")
            return Marks(
                {**counts_of(answer), **scored},
                "; ".join(answer.titles),
                {
                    "outcome": outcome(answer),
                    "why": answer.why,
                    "titles": list(answer.titles),
                    "original": sorted(original.match) if original is not None else [],
                    "counts": dict(answer.counts),
                    "candidates": [_plain(candidate) for candidate in answer.candidates],
                },
                _pair_outcome(answer) if sample.candidate is not None else outcome(answer),
            )

        return mark

    def requests(self, options: Options) -> Iterator[Request]:
        """The calls for each question; those of the verifier are estimated."""
        return planned_calls.requests(options)

    def reads(self, run: Run, sample: Sample | None, reply: Reply) -> Read:
        """The list of a reply; of a justified answer or a verdict its object."""
        closed = condition_of(run).casefold() == "closed book"
        known, asked = Known(), ""
        if sample is not None and (options := self.options_of(run)) is not None:
            known = known_titles(options) if closed else known_documents(options)
            asked = sample.question.text
        wanted: Titles = (TITLES if closed else IDS).knowing(known, asked)
        return as_read(reply) or read(reply, wanted)

    def console(self, rows: Rows) -> Mapping[str, Estimate]:
        """F1, precision and recall against the main golds, in one variant."""
        keys = [key for values, _ in rows for key in values]
        found = (
            key.removesuffix("f1")
            for variant in VARIANTS
            for key in keys
            if key.endswith(f"_{variant}_f1")
        )
        first = next(found, None)
        wanted = ("f1", "precision", "recall") if first else ()
        return means(rows, [f"{first}{name}" for name in wanted])

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
        """The notes, and what the baselines answer with."""
        notes = super().notes_on_runs(runs)
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
        return {
            f"{gold}_{variant}_{column.key}": f"{column.label} (golds={gold}, variant={variant})"
            for gold in listed(answering, "golds")
            for variant in variants(answering)
            for column in headline(variant)
        } | {
            f"{gold}_judged_right": f"Right verdicts (golds={gold})"
            for gold in listed(pairs, "golds")
        }

    def worst(self, run: Run, sample: Scored) -> dict[str, float]:
        """0 for the set measures, the labels and the documents cited.

        A pair without a verdict counts as judged wrongly.
        """
        golds = str(sample.about.get("scored_by", run.identity.get("golds", ""))).split(",")
        if condition_of(run).startswith(PAIRS):
            wrong = "fn" if sample.target == str(True) else "fp"
            counts = {f"{g}_{kind}": float(kind == wrong) for g in golds for kind in KINDS}
            return counts | {f"{g}_judged_right": 0.0 for g in golds}
        figures = (*map(key, LABELS), *CITED)
        sets = _set_measures(",".join(golds), run.identity.get("variants", ""))
        return {**dict.fromkeys(sets, 0.0), **{f"{g}_{f}": 0.0 for g in golds for f in figures}}

    def count_rows(self, path: Path) -> int:
        """The number of records in a released file."""
        return count_rows(path)


@lru_cache(maxsize=64)
def _set_measures(golds: str, variants: str) -> tuple[str, ...]:
    """The keys of the set measures; kept, since every sample of a run asks for them."""
    return tuple(
        f"{gold}_{variant}_{column.key}"
        for gold in filter(None, golds.split(","))
        for variant in filter(None, variants.split(","))
        for column in headline(variant)
    )


def _depth(options: Options) -> int | None:
    """The most documents that the retrieval gives: None for all, 0 without retrieval."""
    if options.baseline is not None:
        return {"bm25": options.k, "dense": options.k, "whole_corpus": None}.get(
            options.baseline, 0
        )
    if options.predictions is not None:
        return 0
    return {"whole": None, "top_k": options.k, "none": 0}[options.chosen.retrieval]


def _in_corpus(answer: SetAnswer, resolver: Resolver, pages: Mapping[str, str]) -> SetAnswer:
    """The answer with titles that came without an id looked up in the corpus.

    `pages` has the ids of released passages, which answers made elsewhere may use.
    """
    if None not in answer.doc_ids or answer.candidates:
        return answer
    resolved = resolver.resolve_all(pages.get(title, title) for title in answer.titles)
    return replace(
        answer,
        titles=(*(d.title for d in resolved.documents), *resolved.unknown),
        doc_ids=(*(d.id for d in resolved.documents), *(None for _ in resolved.unknown)),
    )


async def _elsewhere(reply: Reply, sample: Sample, options: Options) -> SetAnswer:
    """An answer made elsewhere: a final list of ids or titles."""
    question = sample.question.text
    wanted = IDS.knowing(known_documents(options), question)
    final = await read_reply(reply, wanted, question, "documents")
    titles = tuple(dict.fromkeys(final.values))
    cut = final.outcome == "truncated"
    outcome: Outcome = "ok" if cut and titles else final.outcome
    counts = {BY_A_MODEL: 1} if final.by else {}
    return SetAnswer(titles, (None,) * len(titles), outcome, truncated=cut, counts=counts)


def _pair_outcome(answer: SetAnswer) -> Outcome:
    """The outcome of the only candidate's verdict."""
    verdicts = [candidate.verdict for candidate in answer.candidates]
    if not verdicts or verdicts[0] is None:
        return "missing"
    return "too_long" if verdicts[0].outcome == "failed" else verdicts[0].outcome


def _plain(candidate: Candidate) -> dict[str, Any]:
    return {
        "title": candidate.answer,
        "doc_id": candidate.doc_id,
        "judgment": candidate.judgment,
        "verdict": candidate.verdict.judgment if candidate.verdict else None,
        "evidence_for": _quoted(candidate, "evidence_for"),
        "evidence_against": _quoted(candidate, "evidence_against"),
    }


def _quoted(candidate: Candidate, side: str) -> list[dict[str, str]]:
    """The quotes of the answering step and of the verifier."""
    quoted: list[Evidence] = list(getattr(candidate, side))
    if candidate.verdict is not None:
        quoted += getattr(candidate.verdict, side)
    return [{"doc_id": e.doc_id, "text": e.text} for e in dict.fromkeys(quoted) if e.text]
