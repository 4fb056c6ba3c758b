"""The rated turns that a judge is shown: those with similar instructions, or random ones (KIWI,
§5).

Similarity is BM25 over the instructions alone, in the `lucene` variant of `tamis.retrieve.bm25`
(k1 1.5, b 0.75; the paper names no variant) and its words, stemmed and without stop words.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, get_args

from tamis.bad_input import unknown
from tamis.retrieve.bm25 import Variant
from tamis.types import Document, InputError
from tamis.writing.revision.turns import RevisionTurn

How = Literal["bm25", "random"]
HOWS: tuple[How, ...] = get_args(How)

VARIANT: Variant = "lucene"


class Examples:
    """The examples for any turn, from rated turns that are indexed once.

    `how` is `bm25` or `random`; `k` turns are shown, fewer where there are not so many; `apart`:
    none of the session of the turn that is judged. Raises InputError for an unknown `how`, a
    negative `k`, or a training turn without a rating.
    """

    def __init__(
        self,
        train: Sequence[RevisionTurn],
        how: How = "bm25",
        k: int = 10,
        seed: int = 0,
        *,
        apart: bool = True,
    ) -> None:
        if how not in HOWS:
            raise unknown("choice", how, HOWS, where="examples")
        if k < 0:
            raise InputError(f"{k} examples cannot be shown; give 0 or more.")
        for turn in train:
            if turn.good is None:
                raise InputError(
                    f"the training turn {turn.id or turn.instruction[:40]!r} has no rating; leave"
                    " it out, or rate it."
                )
        self.train, self.how, self.k, self.seed = tuple(train), how, k, seed
        self.apart = apart
        self._similar = Similar(self.train) if how == "bm25" and k else None

    def of(self, turn: RevisionTurn) -> tuple[RevisionTurn, ...]:
        """The examples for `turn` in the order of the prompt, never the turn itself.

        With `bm25` the most similar comes last, next to the turn itself, where it has most
        influence. With `random` they depend only on the seed and the turn, not on earlier calls.
        """
        session = turn.session if self.apart else ""
        if self._similar is not None:
            return self._similar.to(turn.instruction, self.k, session, turn.id)[::-1]
        usable = [one for one in self.train if not _same(one, session, turn.id)]
        name = turn.id or "\0".join((turn.question, turn.instruction, turn.answer))
        return tuple(random.Random(f"{self.seed}\0{name}").sample(usable, min(self.k, len(usable))))


class Similar:
    """Turns indexed by the words of their instructions."""

    def __init__(self, turns: Sequence[RevisionTurn]) -> None:
        from tamis.retrieve.bm25 import BM25

        self.turns = turns
        documents = [Document(str(n), "", turn.instruction) for n, turn in enumerate(turns)]
        self._index: BM25 | None = None
        try:
            self._index = BM25.build(documents, VARIANT)
        except InputError:
            # No words, or only stop words: no turn is more similar than another.
            self._index = None

    def to(self, query: str, k: int, session: str = "", id: str = "") -> tuple[RevisionTurn, ...]:
        """The `k` turns most similar to `query`, best first, none of `session` and not `id`.

        Ties are in the order of the turns. Turns that share no word with `query` come last and only
        fill up the number.
        """
        hits = self._index.search(query, k=None) if self._index is not None else []
        ranked = dict.fromkeys(int(hit.document.id) for hit in hits)
        found: list[RevisionTurn] = []
        for n in (*ranked, *(n for n in range(len(self.turns)) if n not in ranked)):
            if len(found) == k:
                break
            if not _same(self.turns[n], session, id):
                found.append(self.turns[n])
        return tuple(found)


def _same(turn: RevisionTurn, session: str, id: str) -> bool:
    """Whether a turn is of this session or is this turn; an empty name matches nothing."""
    return (bool(session) and turn.session == session) or (bool(id) and turn.id == id)
