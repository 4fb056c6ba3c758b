"""The model judge: a model says whether a revision is good (KIWI, §5, App. A.5.1).

Zero-shot, its prompt has the criteria and the turn; few-shot, also rated turns before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tamis.prompts import PromptTemplates, undelimited
from tamis.reading.replies import Read
from tamis.reading.replies import read as reading_of
from tamis.types import Chat, InputError, Outcome, Reply, System
from tamis.writing.revision.labelled import labelled, looks_for, spelled
from tamis.writing.revision.turns import RevisionTurn

TEMPERATURE = 0.0
"""The temperature of the paper's judge, with which the caller should open `chat` (App. A.5.1)."""

MAX_CHARACTERS = 20_000
"""Each text of a turn is cut at this length, with a mark."""

_WORDING = PromptTemplates("tamis.writing.revision.prompts", ("judge",), ("judge_system",))
_RATINGS = spelled((("good", ("good",)), ("neutral", ("neutral",)), ("bad", ("bad",))))
LOOKS_FOR = looks_for(_RATINGS, ("good",))
"""What a judge's reply is read for: one of the ratings."""


class RatingReply(BaseModel):
    """A reply by schema: the rating alone."""

    model_config = ConfigDict(extra="forbid")

    rating: Literal["good", "bad"]


SHAPE = {"rating": "good or bad"}
"""What the prompt shows of it."""


@dataclass(frozen=True)
class Judged:
    """Whether a revision is good; None where the reply is not a verdict, see `outcome`.

    `text` is the reply, or what went wrong with the call.
    """

    good: bool | None
    outcome: Outcome = "ok"
    text: str = ""


async def judge(
    chat: Chat,
    turn: RevisionTurn,
    examples: Sequence[RevisionTurn] = (),
    prompts: str | None = None,
) -> Judged:
    """Whether `turn` is good, by one call of `chat`; its own rating is not shown.

    `examples` are rated turns in the order in which they are shown, `prompts` a folder with another
    `judge.j2`, and `judge_system.j2` where there is to be a system message. Raises InputError for
    an example without a rating or a faulty template; exceptions of `chat` are passed on.
    """
    return judged(await chat([*system(prompts), prompt(turn, examples, prompts)]))


def judged(reply: Reply, read: Read | None = None) -> Judged:
    """A judge's reply as a judgement; neutral and bad are one class (§5).

    `read` is what was read of it, if that is known.
    """
    found = labelled(reply, _RATINGS, read or reading_of(reply, LOOKS_FOR))
    good = None if found.label is None else found.label == "good"
    return Judged(good, found.outcome, found.text)


def rating(text: str) -> bool | None:
    """Whether a reply says good (True) or bad; None for neither, for both, and for "not good"."""
    return judged(Reply(text)).good


def prompt(
    turn: RevisionTurn, examples: Sequence[RevisionTurn] = (), folder: str | None = None
) -> str:
    """The prompt of one judgement; the templates in `folder` replace ours."""
    shown = []
    for example in examples:
        if example.good is None:
            raise InputError(
                f"the turn {example.id or example.instruction[:40]!r} has no rating; examples"
                " for the judge must be rated good or bad."
            )
        shown.append({**_texts(example), "rating": "good" if example.good else "bad"})
    return _WORDING.render("judge", folder, examples=shown, **_texts(turn))


def system(folder: str | None = None) -> list[System]:
    """The system message of a judgement: that of the folder, or none."""
    return _WORDING.system("judge", folder)


def fingerprint(folder: str | None = None) -> str:
    """A hash of the prompt, eight hex digits; logs and reports record it."""
    return _WORDING.fingerprint(folder)


def _texts(turn: RevisionTurn) -> dict[str, str]:
    return {
        "question": " ".join(material(turn.question).split()) or "(none)",
        "previous": material(turn.previous) or "(empty)",
        "instruction": material(turn.instruction) or "(empty)",
        "answer": material(turn.answer) or "(empty)",
    }


def material(text: str) -> str:
    """Foreign text for a prompt: it cannot imitate a delimiter, and is cut at the limit."""
    if len(text) > MAX_CHARACTERS:
        text = text[:MAX_CHARACTERS] + " […]"
    return undelimited(text)
