"""The samples: the questions of a run, with what a report shows of each."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from tamis.benchmarks.fanoutqa.data import Dataset, load
from tamis.benchmarks.fanoutqa.options import Options
from tamis.benchmarks.fanoutqa.question import Question, Value
from tamis.benchmarks.order import handed_out
from tamis.measures.references import answer_text

HIDDEN = "hidden"
NAMES = {bool: "yes or no", int: "number", float: "number", str: "text"}


@dataclass(frozen=True)
class Sample:
    """One question with the options of the run."""

    question: Question
    options: Options

    @property
    def id(self) -> str:
        """The id of the question."""
        return self.question.id

    @property
    def fingerprint(self) -> str:
        """Eight hex digits of the text: the two versions word some questions differently."""
        return hashlib.sha256(self.question.text.encode(errors="replace")).hexdigest()[:8]

    @property
    def input(self) -> str:
        """The question; the pages are not part of the sample: the setting fetches them."""
        return self.question.text

    @property
    def target(self) -> str:
        """The answer, where it is known."""
        gold = self.question.answer
        return HIDDEN if gold is None else answer_text(gold)

    @property
    def metadata(self) -> dict[str, str | int]:
        """The properties by which figures are broken down."""
        question = self.question
        return {
            "question": self.fingerprint,
            "topics": "; ".join(question.categories),
            "depth": question.depth,
            "leaves": len(question.leaves),
            "documents": question.documents,
            "shape": shape(question.answer),
        }


def shape(answer: Value | None) -> str:
    """The shape of an answer: a table or a list of values, or one value."""
    if answer is None:
        return HIDDEN
    if isinstance(answer, dict):
        return f"table of {_kinds(list(answer.values()))}"
    if isinstance(answer, list):
        return f"list of {_kinds(answer)}"
    return NAMES[type(answer)]


def _kinds(values: list[str | int | float | bool]) -> str:
    found = dict.fromkeys(NAMES[type(value)] for value in values)
    if len(found) != 1:
        return "mixed values"
    (name,) = found
    return name if name == "yes or no" else f"{name}s"


@lru_cache(maxsize=8)
def dataset_of(options: Options) -> Dataset:
    """The data of the options; InputError where it does not exist."""
    return load(options.data, options.split, options.version, options.data_dir, paper=options.paper)


@lru_cache(maxsize=16)
def load_samples(options: Options) -> tuple[Dataset, tuple[Sample, ...]]:
    """The data and the questions of this shard; InputError without the data."""
    dataset = dataset_of(options)
    asked = handed_out(
        dataset.questions, options, lambda one: ((shape(one.answer), one.depth), one.categories[:1])
    )
    return dataset, tuple(Sample(question, options) for question in asked)
