"""Drawing the model of a session, and hiding its name from the writer until the end.

As in the paper (§3.2) a writer does not know the model. It is drawn from those with the fewest
sessions on the question, so that each question gets one session with each model; a person has each
question once. The alias counts the writer's own sessions: if it belonged to the model, the end of
one session would reveal the model of the next. A provider's error message may name the model, its
maker or a key; so the writer only sees the kind of failure in our words, and the message is in the
server's log.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import threading
from collections import Counter
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from tamis.studio.database.schema import Writing
from tamis.types import InputError
from tamis.writing.author import Author, ModelAuthor, Respondent
from tamis.writing.session_steps import TEMPERATURE

MAX_TOKENS = 4096
"""Tokens of one draft or revision."""

_log = logging.getLogger(__name__)


class Authors:
    """Authors by their models' names, each made on first use."""

    def __init__(self) -> None:
        self._known: dict[str, Author] = {Respondent.name: Respondent()}

    async def __call__(self, name: str) -> Author:
        """The author; InputError, with a message for the writer, if the model cannot be used."""
        if name not in self._known:
            try:
                self._known[name] = await asyncio.to_thread(_open, name)
            except InputError as error:
                raise InputError(for_reader(str(error))) from None
        return self._known[name]


def prepare(models: Sequence[str]) -> None:
    """Load in the background what the first draft needs, since that takes seconds.

    Nothing is loaded for a studio without models.
    """
    if models:
        threading.Thread(target=_load, name="tamis-models", daemon=True).start()


def _load() -> None:
    # Imported late: it loads all of Inspect, which a studio without a model does not need.
    import tamis.models  # noqa: F401


def _open(name: str) -> Author:
    from tamis.models import open_author

    return ModelAuthor(name, open_author(name, MAX_TOKENS, TEMPERATURE, retries=1))


STAND_IN = "a program, no model"
"""What a session's model is called to people where none is set up; stored as `Respondent.name`."""


def model_name(stored: str) -> str:
    """A model's name or alias as people read it."""
    return STAND_IN if stored.casefold() == Respondent.name else stored


def draw(
    transaction: Transaction, person_id: int, question: str, models: Sequence[str]
) -> tuple[str, str]:
    """The model for a new session of the person on the question, and its alias.

    Drawn at random from those with the fewest sessions on the question, first by this person, then
    by anyone. `Respondent`, a program, if there are no models.
    """
    if not models:
        return Respondent.name, "Respondent"
    by_person: Counter[str] = Counter()
    by_all: Counter[str] = Counter()
    for writing in on_question(transaction, question):
        by_all[writing.model] += 1
        by_person[writing.model] += writing.owner_id == person_id
    least = min((by_person[name], by_all[name]) for name in models)
    drawn = secrets.choice([m for m in models if (by_person[m], by_all[m]) == least])
    # Not the number of sessions, since one may have been removed.
    own = select(Writing.alias).where(
        Writing.owner_id == person_id, Writing.model != Respondent.name
    )
    last = max((_place(alias) for alias in transaction.scalars(own)), default=-1)
    return drawn, f"Model {_letters(last + 1)}"


def on_question(transaction: Transaction, question: str) -> list[Writing]:
    """All sessions on a question; case and white space are ignored."""
    known = _key(question)
    return [row for row in transaction.scalars(select(Writing)) if _key(row.question) == known]


def asked_before(transaction: Transaction, person_id: int, question: str) -> Writing | None:
    """The person's own session on the question with a model, if there is one."""
    found = on_question(transaction, question)
    own = (row for row in found if row.owner_id == person_id and row.model != Respondent.name)
    return next(own, None)


def _key(question: str) -> str:
    return " ".join(question.split()).casefold()


def _letters(number: int) -> str:
    """A, B … Z, AA, AB …: the `number`-th from 0."""
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _place(alias: str) -> int:
    """The number of an alias, the inverse of `_letters`."""
    number = 0
    for letter in alias.removeprefix("Model "):
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1


_OURS = (
    "the provider's filter has stopped the reply",
    "the model's reply is empty",
    "the prompt is longer than the model's context",
)
_KINDS = (
    (r"timed?[ -]?out", "the model did not answer in time"),
    (r"rate.?limit|\b429\b|quota|overloaded", "the model's provider has too much to do just now"),
    (r"context|too long|maximum.{0,20}tokens", "the text has become too long for the model"),
    (
        r"cannot be used|api.?key|authenti|permission|\b40[134]\b|not.?found|does not exist|"
        r"no server named|certificate of",
        "the model cannot be used here at present, and only the studio's owner can change that",
    ),
    (
        r"connect|closed|cut off|incomplete|peer|protocol|disconnect|ended|network",
        "the connection to the model was lost",
    ),
    (r"\b5\d\d\b|internal|unavailable|no chat completion", "the model's server had a failure"),
)
_SECRET = re.compile(r"\b[\w-]{20,}\b")


def for_reader(reason: str) -> str:
    """Why a call failed, in words that name neither the model nor its provider."""
    if reason in _OURS:
        return reason
    _log.warning("a call to a model failed: %s", _SECRET.sub("…", reason)[:300])
    found = (said for pattern, said in _KINDS if re.search(pattern, reason, re.I))
    return next(found, "the model did not answer as it should have")
