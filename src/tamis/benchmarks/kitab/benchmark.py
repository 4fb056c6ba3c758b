"""KITAB as a benchmark: the prompt for each query, and the scores of a reply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tamis.benchmarks.benchmark import (
    Answerer,
    Benchmark,
    Marker,
    Marks,
    Output,
    Rows,
    condition_of,
    means,
)
from tamis.benchmarks.kitab import baselines, paper_prompts, reference_reply
from tamis.benchmarks.kitab.data import NAMES, SOURCE, Dataset, read_rows
from tamis.benchmarks.kitab.domain import BOOKS, subject
from tamis.benchmarks.kitab.figures import figures
from tamis.benchmarks.kitab.name_list import found_names
from tamis.benchmarks.kitab.options import CONDITIONS, MAX_TOKENS, VARIANTS, Options
from tamis.benchmarks.kitab.prompts import wording
from tamis.benchmarks.kitab.reply import as_answer, looks_for, schema_of
from tamis.benchmarks.kitab.samples import Question, load_samples
from tamis.benchmarks.kitab.score import (
    ACCURACY,
    ALL_CORRECT,
    COMPLETENESS,
    DECLARED,
    FIRST_COMPLETENESS,
    FIRST_IRRELEVANT,
    HEADLINE,
    UNSCORED,
    Recognisers,
    score,
    score_all_books,
)
from tamis.benchmarks.kitab.score import compared as score_titles
from tamis.benchmarks.kitab.tables import tables
from tamis.benchmarks.kitab.title_matching import BestMatch
from tamis.benchmarks.paper_prompts import PaperPrompt
from tamis.benchmarks.reading import counted, read_reply
from tamis.reading.known import Known
from tamis.reading.looks_for import Titles
from tamis.reading.replies import Read, read
from tamis.report.build import variants
from tamis.report.compared import Compared
from tamis.report.elements import Column, Figure, Table
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.stats import NAN, Estimate
from tamis.types import READ, Answer, Generate, Recogniser, Reply


class Kitab(Benchmark[Options, Dataset, Question]):
    """Lists of the books of an author that keep to constraints (KITAB, Abdin et al., 2023).

    A sample, in the condition with_context:

        id:       one-0042
        input:    Here are books by Toni Morrison (born in 1931), one to a line … Criteria: …
        target:   Sula; Song of Solomon
        metadata: author, question (a hash), types, constraints (1 or 2), sitelinks, constrainedness

    The figures of a sample are `paper_satisfied`, `strict_completeness`, …
    """

    options = Options
    declared = DECLARED
    # A whole list is complete, and a list of one book all satisfied.
    ranks_by = (ALL_CORRECT, ACCURACY)
    title = "KITAB"
    source = SOURCE
    cluster = "author"
    shown = (
        "data",
        "data_version",
        "revision",
        "licence",
        "constraints",
        "prompts",
        "scoring",
        "names",
    )
    headline = (
        "overall-1",
        "overall-2",
        "all-books",
        "self-retrieval",
        "single-item",
        "outcomes",
    )
    counted = (Column("runaway", "Runaway"),)
    on_outcomes = (
        "The titles of a truncated reply that were whole are scored beside, among those read; a "
        "runaway reply, which ends in an endless series of near-copies, is scored on what it holds."
    )
    on_baselines = (
        "Baselines answer by program: symbolic checks the list in the prompt with the "
        "verifiers, whole_list returns all of it, nothing returns none."
    )

    def load(self, options: Options) -> tuple[Dataset, Sequence[Question]]:
        """The data, and the questions of the condition (§3.2)."""
        return load_samples(options)

    def prompts(self, options: Options) -> str:
        """The fingerprint of the prompts about books, or about the items of a collected table."""
        return wording(load_samples(options)[0].domain).fingerprint(options.prompts)

    def templates(self, options: Options) -> tuple[str, ...]:
        """The templates that a run fills."""
        return paper_prompts.templates(options)

    def paper_prompts(self) -> Mapping[str, PaperPrompt]:
        """The prompts that the paper prints."""
        return paper_prompts.paper_prompts(self.first_prompt)

    def generation(self, options: Options) -> dict[str, Any]:
        """Temperature 0, and the condition's token limit (App. D)."""
        settings: dict[str, Any] = {
            "temperature": 0.0,
            "max_tokens": MAX_TOKENS[options.condition],
        }
        if options.output == "json":
            from tamis import models  # only for calls: it imports Inspect

            settings["response_schema"] = models.response_schema(schema_of(options.condition))
        return settings

    def described(self, options: Options, dataset: Dataset) -> dict[str, str]:
        """How replies are scored, and the nouns for items that are not books."""
        listed = found_names() if "reference" in options.variants else None
        return {
            "variants": ",".join(options.variants),
            "names": options.names,
            **({} if listed is None else {"reference_names": f"{NAMES} {listed[1]}"}),
            "constraints": {0: "both"}.get(options.book_constraints, str(options.book_constraints)),
            "draw_seed": str(options.seed),
            **({} if dataset.domain is None else dataset.domain.identity),
        }

    def depends_on(self, options: Options, dataset: Dataset) -> Iterable[str]:
        """The release's list of titles with names, where it is present and read."""
        if "reference" in options.variants and (listed := found_names()):
            yield listed[1]

    def answerer(self, options: Options) -> Answerer[Question] | None:
        """The baseline, if one is chosen; otherwise the model gets the question as its input."""
        name, ours = options.baseline, options.prompts is None
        if name is None:
            return None

        async def answer(question: Question) -> Output:
            return Output(Reply(await baselines.answer(name, question, ours)), f"baseline/{name}")

        return answer

    def marker(self, options: Options) -> Marker[Question]:
        """The five measures of the listed titles in each variant (§4.1)."""

        async def mark(question: Question, output: Output) -> Marks:
            wanted = looks_for(options.condition, question.query)
            found = await read_reply(output.reply, wanted, question.input)
            answer = as_answer(found, output.reply)
            recognisers = await _recognisers(question, answer, options)
            details: dict[str, Any] = {"outcome": answer.outcome, "titles": list(answer.titles)}
            if answer.retrieved is not None:
                details["retrieved"] = list(answer.retrieved)
            published = reference_reply.titles(output.reply.text)
            figures = _figures(question, answer, published, options, recognisers)
            values = {"runaway": float(answer.runaway), **counted(bool(found.by)), **figures}
            return Marks(values, "; ".join(answer.titles), details, answer.outcome)

        return mark

    def reads(self, run: Run, sample: Question | None, reply: Reply) -> Read:
        """The titles of a reply, and in self_context those of its first list."""
        query = None if sample is None else sample.query
        return read(reply, looks_for(condition_of(run), query))

    def beside(self, run: Run, sample: Question, recorded: Mapping[str, Any]) -> Compared:
        """The titles that satisfy and those that do not, by the data."""
        query, titles = sample.query, recorded.get("titles", ())
        if sample.item is not None:
            title = query.books[sample.item].title
            asked = f"{query.criteria} Does “{title}” satisfy?"
            picked = _picked(sample, titles)
            said = (title,) if picked else ("(not picked)",)
            right = picked == sample.satisfies
            return Compared(asked, *((said, ()) if right else ((), said)))
        asked = "every book" if sample.every else query.criteria
        found = score_titles(query, titles, every=sample.every)
        satisfy, others, missing = (tuple(several) for several in found)
        return Compared(f"{query.author}: {asked}", satisfy, others, missing)

    def typical(self, question: Question, options: Options) -> int:
        """Characters of a typical reply: about 120 of reason and label for each title."""
        query = question.query
        listed = sum(len(book.title) + 15 for book in query.books)
        reasoned = sum(len(title) + 120 for title in query.gold)
        match options.condition:
            case "all_books":
                return listed
            case "self_context":
                return listed + reasoned
            case "single_item":
                return 150
            case _:
                return 100 + reasoned

    def console(self, rows: Rows) -> Mapping[str, Estimate]:
        """Completeness and all-correct in one variant; accuracy for single items."""
        keys = {key for values, _ in rows for key in values}
        first = next((v for v in VARIANTS if COMPLETENESS.figure(v) in keys), "")
        wanted = [one.figure(first) for one in HEADLINE] if first else [ACCURACY.figure()]
        return means(rows, wanted)

    def conditions(self, runs: Sequence[Run]) -> list[str]:
        """The conditions in the paper's order, then any others."""
        own = dict.fromkeys(map(condition_of, runs))
        return [*(c for c in CONDITIONS if c in own), *(c for c in own if c not in CONDITIONS)]

    def tables(self, runs: Sequence[Run]) -> tuple[Table, ...]:
        """Tables 1 and 3 to 7, and every other table that the runs have figures for."""
        return tables(runs)

    def figures(self, runs: Sequence[Run]) -> tuple[Figure, ...]:
        """Figures 2 to 4 and 7 to 10, in the first variant."""
        shown = variants(runs)
        return figures(runs, shown[0]) if shown else ()

    def subtitle(self, runs: Sequence[Run]) -> str:
        """Names what is listed: books, or the items of other data."""
        about = subject(runs)
        form = "" if about is BOOKS else ", in the form of KITAB"
        return f"Lists of {about.items} under constraints{form} (Abdin et al., 2023)"

    def notes(self, runs: Sequence[Run]) -> list[str]:
        """Notes; the published figures are left out where the data is not about books."""
        if subject(runs) is BOOKS:
            return super().notes(runs)
        notes = self.notes_on_runs(runs)
        if any(subject([run]) is BOOKS for run in runs):
            notes.append(
                "The published figures are about books and are not shown beside other data; a "
                "report of the runs on books alone has them."
            )
        return notes

    def measures(self, runs: Sequence[Run]) -> Mapping[str, str]:
        """Completeness and all correct in each variant, or the accuracy on single items."""
        conditions = set(map(condition_of, runs))
        found: dict[str, str] = {}
        if conditions != {"single_item"}:
            found |= {
                measure.figure(v): measure.named(variant=v)
                for v in variants(runs)
                # The published scorer has no measure of a list of all books.
                if v != "reference" or conditions != {"all_books"}
                for measure in HEADLINE
            }
        if "single_item" in conditions:
            found[ACCURACY.figure()] = "Accuracy on single items"
        return found

    def worst(self, run: Run, sample: Scored) -> dict[str, float]:
        """0 for each headline figure; a query that no book satisfies has no completeness."""
        found = super().worst(run, sample)
        if condition_of(run) == "self_context":
            known = [variant for variant in variants([run]) if variant != "reference"]
            found |= {FIRST_COMPLETENESS.figure(variant): 0.0 for variant in known}
        if sample.about.get("golds") == 0:
            found |= {key: NAN for key in found if key.endswith(COMPLETENESS.name)}
        return found

    def count_rows(self, path: Path) -> int:
        """The number of queries in a released file."""
        return sum(1 for _ in read_rows(path))


def _figures(
    question: Question,
    answer: Answer,
    published: Sequence[str],
    options: Options,
    recognisers: Recognisers,
) -> dict[str, float]:
    readable = answer.outcome in (*READ, "truncated") and (
        answer.outcome != "truncated" or bool(answer.titles)
    )
    if options.condition == "single_item":
        return {ACCURACY.figure(): _accuracy(question, answer) if readable else NAN}
    figures: dict[str, float] = {}
    for variant in options.variants:
        if not readable:
            got = UNSCORED
        elif options.condition == "all_books":
            got = score_all_books(question.query, answer.titles, variant)
        else:
            titles = published if variant == "reference" else answer.titles
            got = score(question.query, titles, variant, recognisers)
        figures |= {f"{variant}_{name}": value for name, value in asdict(got).items()}
        if options.condition == "self_context":
            first = answer.retrieved
            listed = UNSCORED if first is None else score_all_books(question.query, first, variant)
            complete = FIRST_COMPLETENESS.figure(variant)
            figures[FIRST_IRRELEVANT.figure(variant)] = listed.irrelevant
            figures[complete] = listed.completeness
            if first is None and variant != "reference":
                # A reply without its first list has retrieved nothing.
                figures |= {complete: 0.0, f"read_{complete}": NAN}
    return figures


def _accuracy(question: Question, answer: Answer) -> float:
    """1 where the reply picks the one title exactly when it satisfies (§4.2)."""
    return float(_picked(question, answer.titles) == question.satisfies)


def _picked(question: Question, titles: Sequence[str]) -> bool:
    """Whether the one title of a single item is among those of the answer."""
    assert question.item is not None
    index = BestMatch([question.query.books[question.item].title])
    return any(index.match(title) is not None for title in titles)


async def _recognisers(question: Question, answer: Answer, options: Options) -> Recognisers:
    """The recognisers; a model is asked for human names only where the data lacks them (§3.1)."""
    query = question.query
    listed = found_names() if "reference" in options.variants else None
    published = None if listed is None else listed[0]
    asks = any(c.family == "human-name" for c in query.constraints)
    titles = list(dict.fromkeys(answer.titles))
    if options.names != "model" or not asks or "human-name" in query.facts or not titles:
        return Recognisers(published=published)
    from tamis import models  # only for calls: it imports Inspect

    prompt = wording(query.domain).render("name_check", options.prompts, books=titles)
    names = await name_check(titles, prompt, models.generate_as("names"))
    return Recognisers(names=names, published=published)


async def name_check(titles: Sequence[str], prompt: str, generate: Generate) -> Recogniser:
    """Ask a model which of `titles` hold a human name (App. D, NAME-CHECK); one call for all.

    `prompt` is the rendered question. The returned recogniser gives the whole title where
    the model picked it, since the model is not asked for the name itself.
    """
    listed = read(await generate(prompt), Titles(known=Known.titles(titles))).values
    index = BestMatch(titles)
    picked = {titles[i] for title in listed if (i := index.match(title)) is not None}

    def recognise(title: str) -> tuple[str, ...]:
        return (title,) if title in picked else ()

    return recognise
