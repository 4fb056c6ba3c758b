"""What the options describe, built once: data, golds, index, examples."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from tamis.answering.context import Example
from tamis.bad_input import unknown
from tamis.benchmarks.quest.data import Dataset, Gold, Question, load
from tamis.benchmarks.quest.golds import attach, read_gold
from tamis.benchmarks.quest.options import Options
from tamis.downloads import cache_home
from tamis.reading.known import Known
from tamis.retrieve import Retriever, rankers
from tamis.spending import CHARACTERS_PER_TOKEN
from tamis.types import Document


@dataclass(frozen=True)
class Setup:
    """A data set with its questions.

    `golds` are the names of the golds that score, the main one first. `memo` caches messages that
    all questions of a run share.
    """

    dataset: Dataset
    questions: tuple[Question, ...]
    golds: tuple[str, ...]
    examples: tuple[Example, ...]
    titles: Mapping[str, str]
    by_title: Mapping[str, Document]
    memo: dict[object, str] = field(default_factory=dict)

    def scoring(self, question: Question) -> dict[str, Gold]:
        """The golds that score this question, by name."""
        return {name: question.golds[name] for name in self.golds if name in question.golds}

    def answers(self, question: Question) -> list[Document]:
        """The documents of this question's main golds, sorted by title."""
        gold = next(iter(self.scoring(question).values()), None)
        titles = sorted(gold.match) if gold is not None else []
        return [self.by_title[title] for title in titles if title in self.by_title]


@lru_cache(maxsize=4)
def known_documents(options: Options) -> Known:
    """The documents of the corpus by ids, those of the release too, and by titles."""
    dataset = _dataset(options)
    known = Known.documents((document.id, document.title) for document in dataset.documents)
    return replace(known, ids=known.ids | set(dataset.pages))


@lru_cache(maxsize=4)
def titles_by_id(options: Options) -> Mapping[str, str]:
    """The title of each document of the corpus."""
    return {document.id: document.title for document in _dataset(options).documents}


@lru_cache(maxsize=4)
def known_titles(options: Options) -> Known:
    """The titles of the corpus, which an answer without documents may name."""
    return Known.titles(document.title for document in _dataset(options).documents)


@lru_cache(maxsize=8)
def setup(options: Options) -> Setup:
    """The data and the questions that the options describe; InputError without the data."""
    dataset = _dataset(options)
    questions, golds = _with_golds(dataset, options)
    by_title = {document.title: document for document in dataset.documents}
    examples = [
        Example(
            example.text,
            tuple(by_title[t] for t in sorted(_main(example).match) if t in by_title),
        )
        for example in dataset.examples[: options.examples]
    ]
    return Setup(
        dataset=dataset,
        questions=tuple(questions),
        golds=golds,
        examples=tuple(examples),
        titles={document.id: document.title for document in dataset.documents},
        by_title=by_title,
    )


def _dataset(options: Options) -> Dataset:
    return load(
        options.data,
        options.data_dir,
        split=options.split,
        size=options.size,
        questions=options.questions,
        loft_identical=options.loft_identical,
    )


def _main(question: Question) -> Gold:
    return question.golds.get("revised") or next(iter(question.golds.values()))


def _with_golds(dataset: Dataset, options: Options) -> tuple[tuple[Question, ...], tuple[str, ...]]:
    """The questions with the golds that the options name; InputError for golds that none has."""
    questions: Sequence[Question] = dataset.questions
    wanted = list(options.golds)
    for at, name in enumerate(wanted):
        if name.endswith(".json"):
            gold = read_gold(Path(name))
            questions = attach(questions, gold, dataset.spelling)
            wanted[at] = gold.name
    known = dict.fromkeys(name for question in questions for name in question.golds)
    if not wanted:
        order = ("revised", "simple", "original")
        wanted = [name for name in order if name in known] or list(known)
    if missing := [name for name in wanted if name not in known]:
        raise unknown(
            "gold",
            missing[0],
            known,
            where=f"-T golds={missing[0]}",
            or_else="give a .json file of golds",
        )
    return tuple(questions), tuple(wanted)


OF_THE_INDEX = ("data", "data_dir", "split", "size", "loft_identical", "bm25", "embedder")
"""The options that an index depends on, so that the methods of a sweep share one index."""


def retriever(options: Options, kind: str) -> Retriever:
    """The ranker of the options over the corpus; `kind` is whole, bm25, dense or hybrid."""
    chosen = {name: getattr(options, name) for name in OF_THE_INDEX}
    return _retriever(Options(**chosen), kind)


@lru_cache(maxsize=4)
def _retriever(options: Options, kind: str) -> Retriever:
    documents = _dataset(options).documents
    embeds = None
    if kind in ("dense", "hybrid") and options.embedder is not None:
        embeds = rankers.cached_embedder(options.embedder, cache_home() / "embeddings")
    return rankers.build(documents, kind, options.bm25, embeds)


def budget(options: Options) -> int | None:
    """The most characters of documents in one prompt."""
    tokens = options.context_tokens
    return None if tokens is None else tokens * CHARACTERS_PER_TOKEN


def question_hash(text: str) -> str:
    """Eight hex digits of a question: the same id may be another question in other data."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:8]
