"""The questions of a run, and what is shown of each beside its figures."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from tamis.benchmarks.fanoutqa.data import Dataset, load
from tamis.benchmarks.fanoutqa.options import Options
from tamis.benchmarks.fanoutqa.question import Question, Value
from tamis.measures.references import answer_text

HIDDEN = "hidden"
NAMES = {bool: "yes or no", int: "number", float: "number", str: "text"}


@dataclass(frozen=True)
class Asked:
    """One question, as the options ask it."""

    question: Question
    options: Options

    @property
    def id(self) -> str:
        """That of the question."""
        return self.question.id

    @property
    def fingerprint(self) -> str:
        """Eight hex digits of the text: the two versions word some questions differently."""
        return hashlib.sha256(self.question.text.encode(errors="replace")).hexdigest()[:8]

    @property
    def input(self) -> str:
        """The question; the pages are not in the sample, a setting fetches them."""
        return self.question.text

    @property
    def target(self) -> str:
        """The answer, where it is known."""
        gold = self.question.answer
        return HIDDEN if gold is None else answer_text(gold)

    @property
    def metadata(self) -> dict[str, str | int]:
        """What figures are broken down by."""
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
    """What an answer is: a table or a list of values, or one value."""
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
    """The data of the options; InputError where it is not there."""
    return load(options.data, options.split, options.version, options.data_dir, paper=options.paper)


@lru_cache(maxsize=16)
def asked(options: Options) -> tuple[Dataset, tuple[Asked, ...]]:
    """The data and the questions of this shard; InputError without the data."""
    dataset = dataset_of(options)
    return dataset, tuple(Asked(one, options) for one in dataset.questions[options.part])
