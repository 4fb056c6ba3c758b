"""The samples: questions, or pairs of a question and a candidate for the verifier alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tamis.benchmarks.order import handed_out
from tamis.benchmarks.quest.data import Question
from tamis.benchmarks.quest.options import Options
from tamis.benchmarks.quest.ratings import read_pool
from tamis.benchmarks.quest.setup import Setup, question_hash, setup
from tamis.text.normalised import title_key
from tamis.types import Candidate, InputError


@dataclass(frozen=True)
class Sample:
    """A question; for a pair also the candidate to verify (App. B).

    `match` are the titles that are right by the main gold, sorted; `scored_by` are the names of the
    golds that the question has.
    """

    id: str
    question: Question
    match: tuple[str, ...]
    scored_by: tuple[str, ...]
    candidate: Candidate | None = None

    @property
    def input(self) -> str:
        """The question; the documents are not part of the sample: a method retrieves them."""
        return self.question.text

    @property
    def target(self) -> str:
        """The golds; for a pair, whether the candidate is one."""
        if self.candidate is not None:
            return str(self.candidate.answer in self.match)
        return "; ".join(self.match) or "(no document answers)"

    @property
    def metadata(self) -> dict[str, Any]:
        """The fields by which tables break down."""
        return {
            "qid": self.question.id,
            "question": self.fingerprint,
            "template": self.question.template or "",
            "domain": self.question.domain or "",
            "golds": len(self.match),
            "scored_by": ",".join(self.scored_by),
        }

    @property
    def fingerprint(self) -> str:
        """Eight hex digits of the question and the candidate."""
        of = self.candidate.answer if self.candidate else ""
        return question_hash(f"{self.question.text}\0{of}" if of else self.question.text)


@lru_cache(maxsize=8)
def load_samples(options: Options) -> tuple[Setup, tuple[Sample, ...]]:
    """The data and the samples that the options describe; InputError without the data."""
    made = setup(options)
    if options.pairs is None:
        found = [Sample(q.id, q, _match(made, q), tuple(made.scoring(q))) for q in made.questions]
        return made, tuple(
            handed_out(found, options, lambda one: (one.question.template, one.question.domain))
        )
    pairs = _pairs(made, Path(options.pairs))
    return made, tuple(
        handed_out(pairs, options, lambda one: (one.question.template, one.question.id))
    )


def _match(made: Setup, question: Question) -> tuple[str, ...]:
    gold = next(iter(made.scoring(question).values()), None)
    return tuple(sorted(gold.match)) if gold is not None else ()


def _pairs(made: Setup, path: Path) -> list[Sample]:
    """The golds of each question as positives, wrong answers of the pool as negatives (App. B).

    Only candidates that a run answered with or judged TRUE count as wrong answers. Candidates
    that are DEBATABLE by the main gold, or have no document, are left out.
    """
    by_title = {title_key(d.title): d for d in made.dataset.documents}
    pooled: dict[str, dict[str, None]] = {}
    for row in read_pool(path):
        answered = pooled.setdefault(question_hash(row.question), {})
        if any(run.endswith("+") for run in row.proposed_by):
            answered[title_key(row.title)] = None
    pairs = []
    for question in made.questions:
        gold = next(iter(made.scoring(question).values()), None)
        candidates = pooled.get(question_hash(question.text))
        if gold is None or candidates is None:
            continue
        debatable = {title_key(title) for title in gold.debatable}
        titles = dict.fromkeys([*sorted(map(title_key, gold.match)), *candidates])
        for title in titles:
            document = by_title.get(title)
            if document is not None and title not in debatable:
                candidate = Candidate(document.title, document.id)
                id = f"{question.id}/{document.id}"
                match, golds = tuple(sorted(gold.match)), tuple(made.scoring(question))
                pairs.append(Sample(id, question, match, golds, candidate))
    if not pairs:
        raise InputError(
            f"{path}: none of its candidates belongs to a question of this data; pool the runs of "
            "the same data with `tamis pool`."
        )
    return pairs
