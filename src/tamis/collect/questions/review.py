"""A proposed question and its review by a person, with a box to tick for each criterion."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from tamis.bad_input import unknown
from tamis.collect.questions.keywords import keyword_in
from tamis.collect.questions.paragraphs import CitedPaper, Paragraph
from tamis.inputs.rows import wrong_value
from tamis.types import InputError

Checked = Literal[
    "", "Yes", "No", "Partially", "unparsed", "missing", "truncated", "refused", "failed"
]
"""The result of the answerability check; "" where it was not made."""

MIN_PAPERS = 4
"""How many papers must have relevant information for a question (KIWI, §3.1)."""

_LONGEST_NAME = 200
_LONGEST_QUESTION = 1_000


class Desideratum(NamedTuple):
    """A criterion for questions, as a sentence next to a box."""

    key: str
    sentence: str


DESIDERATA = (
    Desideratum("stands_alone", "It can be understood without the paper it comes from."),
    Desideratum("realistic", "A researcher might really ask it."),
    Desideratum("challenging", "Answering it takes what several papers say."),
    Desideratum(
        "sufficient", "At least four of the cited papers hold relevant information for it."
    ),
    Desideratum("makes_sense", "It makes sense to somebody who knows the field."),
    Desideratum("not_niche", "It is not so narrow that only one system or detail answers it."),
)
"""All must be ticked (KIWI, §3.1; and A.6 on the faults that its manual review found)."""

KEYS = tuple(one.key for one in DESIDERATA)


@dataclass(frozen=True)
class Marks:
    """What a person has filled in, not checked yet: boxes, a name, another wording.

    `papers` are the ids of the cited papers that hold evidence; None for all. `note` is free.
    """

    ticks: Mapping[str, bool] = field(default_factory=lambda: dict.fromkeys(KEYS, False))
    by: str = ""
    question: str = ""
    papers: tuple[str, ...] | None = None
    note: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing is filled in."""
        written = self.by.strip() or self.question.strip() or self.note.strip()
        return not (written or self.papers is not None or any(self.ticks.values()))


@dataclass(frozen=True)
class Proposed:
    """A question that a model has proposed for a paragraph, with the results of the filters.

    `number` counts from 1 within the reply. `keyword` is the keyword that was found in it, "" for
    none. `answerable` is the result of the answerability check, which is made only for questions
    without a keyword. `model` proposed it, `checker` checked it; `prompts` is the
    fingerprint of the prompts.
    """

    id: str
    question: str
    number: int
    paragraph: Paragraph
    model: str = ""
    prompts: str = ""
    keyword: str = ""
    answerable: Checked = ""
    checker: str = ""
    marks: Annotated[Marks, Field(validation_alias="review")] = field(default_factory=Marks)

    @property
    def dropped(self) -> str:
        """The filter that drops it, in words; "" for none. An unreadable check drops nothing.

        A person who reviews it may accept it all the same: as it is, where only a keyword was
        found; in another wording, where it is not answered.
        """
        if self.keyword:
            return f'the keyword filter ("{self.keyword}" stands in it)'
        return self.unanswered

    @property
    def unanswered(self) -> str:
        """The answerability check, if it drops the question, in words; else ""."""
        drops = self.answerable in ("No", "Partially")
        return f"the answerability check ({self.answerable})" if drops else ""


@dataclass(frozen=True)
class Reviewed:
    """A checked review. `question` is the final wording, `papers` are those with evidence."""

    proposed: Proposed
    question: str
    ticks: Mapping[str, bool]
    by: str
    papers: tuple[CitedPaper, ...]
    note: str = ""

    @property
    def accepted(self) -> bool:
        """Whether every box is ticked."""
        return all(self.ticks.get(key) is True for key in KEYS)

    @property
    def edited(self) -> bool:
        """Whether the person has changed the wording."""
        return self.question != self.proposed.question

    @property
    def keyword(self) -> str:
        """The keyword in the final wording, "" for none.

        An accepted question may have one: a person has said that it stands alone.
        """
        if not self.edited:
            return self.proposed.keyword
        return keyword_in(self.question, (self.proposed.keyword,))


def reviewed(
    proposed: Proposed,
    ticks: Mapping[str, bool],
    by: str,
    edited_question: str | None = None,
    papers: Sequence[str] | None = None,
    note: str = "",
) -> Reviewed:
    """Check a person's review. Boxes that are not in `ticks` are not ticked.

    `papers` are the ids of the cited papers with evidence, None for all. Raises InputError for a
    review without a name, or with the model's name, and for unknown boxes and papers. Where all
    boxes are ticked, also for fewer than four papers (§3.1; one of them may be missing), and for a
    question that the answerability check has dropped and that keeps its wording. A keyword is no
    reason: whether a question with one stands alone is for the person to say.
    """
    what = f"the question {proposed.id}"
    _check(ticks, what)
    name = " ".join(by.split())
    if not name or len(name) > _LONGEST_NAME:
        raise InputError(f"{what} has a review without a name; write the name of the reviewer.")
    if name.casefold() in {one.casefold() for one in (proposed.model, proposed.checker) if one}:
        raise InputError(f"{what} is signed by the model {name:.60}; a person must review it.")
    question = " ".join((edited_question or "").split()) or proposed.question
    if len(question) > _LONGEST_QUESTION:
        raise InputError(f"{what} is now longer than {_LONGEST_QUESTION:,} characters; shorten it.")
    found = Reviewed(
        proposed,
        question,
        {key: ticks.get(key, False) for key in KEYS},
        name,
        _chosen(proposed, papers, what),
        note,
    )
    if found.accepted:
        _check_accepted(found, what)
    return found


def marked(finding: Reviewed) -> Proposed:
    """The proposed question with the review filled in, to be stored."""
    all_papers = finding.papers == finding.proposed.paragraph.cited
    return replace(
        finding.proposed,
        marks=Marks(
            dict(finding.ticks),
            finding.by,
            finding.question if finding.edited else "",
            None if all_papers else tuple(one.id for one in finding.papers),
            finding.note,
        ),
    )


def _check(ticks: Mapping[str, bool], what: str) -> None:
    for key, ticked in ticks.items():
        if key not in KEYS:
            raise unknown("box", key, KEYS, where=what)
        if not isinstance(ticked, bool):
            raise wrong_value(ticked, key, "true or false", what)


def _chosen(proposed: Proposed, papers: Sequence[str] | None, what: str) -> tuple[CitedPaper, ...]:
    cited = proposed.paragraph.cited
    if papers is None:
        return cited
    known = {one.id for one in cited if one.id}
    for id in papers:
        if id not in known:
            raise InputError(f"{what}: its paragraph does not cite the paper {id!r:.60}.")
    return tuple(one for one in cited if one.id in papers)


def _check_accepted(found: Reviewed, what: str) -> None:
    if found.proposed.unanswered and _words(found.question) == _words(found.proposed.question):
        raise InputError(
            f"{what} was dropped by {found.proposed.unanswered}; word it differently, or leave a "
            "box unticked."
        )
    available = sum(one.available for one in found.papers)
    # KIWI's authors allow one of four papers to be missing.
    if len(found.papers) < MIN_PAPERS or available < MIN_PAPERS - 1:
        raise InputError(
            f"{what} has {len(found.papers)} papers with evidence, {available} of them available, "
            f"where {MIN_PAPERS} are needed and one may be missing; choose more, or leave the box "
            '"sufficient" unticked.'
        )


def _words(question: str) -> list[str]:
    return re.findall(r"\w+", question.casefold())
