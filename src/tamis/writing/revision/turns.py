"""A turn of a writing session, as the judges of revisions see it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RevisionTurn:
    """An answer revised by an instruction, to be judged good or not (KIWI, §5).

    `previous` is the answer before the turn and `answer` the one after it; `instruction` may be
    empty. `good` is the rating by a person, neutral and bad being one, or None where there is
    none; `session` and `id` say where the turn comes from.
    """

    question: str
    previous: str
    instruction: str
    answer: str
    good: bool | None = None
    session: str = ""
    id: str = ""
