"""KIWI: a second person's rating of a revision (KIWI, §5: the human row of Table 5)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tamis.bad_input import unknown
from tamis.studio.annotating.kinds.kind import (
    Field,
    Kind,
    Label,
    Option,
    Seed,
    seed_of,
    text_of,
)
from tamis.studio.annotating.kinds.kiwi import COLUMNS, KiwiKind
from tamis.writing.sessions.events import RATINGS


class KiwiRating(KiwiKind):
    """A turn to rate a second time. The writer's rating and comment are hidden from raters."""

    name = "kiwi_rating"
    title = "KIWI: second rating"
    explanation = (
        "See what the revision changed, and rate how well it follows the instruction and leaves "
        "alone what it was not asked about. Say what you saw."
    )
    columns = f"{COLUMNS}; also rating, comment and second_rating."
    template = "annotating/kind_kiwi_rating.html"
    fields = (
        Field(
            "rating",
            "How good is the revision?",
            "choice",
            (
                Option("good", "Good", "It does what was asked for, and nothing else."),
                Option("neutral", "Neutral", "It does part of it, or does it with small faults."),
                Option("bad", "Bad", "It does not do it, or spoils the answer."),
            ),
            agreement="ordinal",
        ),
        Field("reason", "What did you see?", "long text", help="A sentence is enough."),
    )

    def expand(self, record: Mapping[str, Any], number: int, where: str) -> list[Mapping[str, Any]]:
        """Of a session the turns that were rated."""
        turns = super().expand(record, number, where)
        return [turn for turn in turns if "interaction" not in record or turn["rating"]]

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A turn; its writer's rating comes in as a label by them."""
        key, payload = self.turn(record, where)
        labels: list[tuple[str, Label]] = []
        writer = text_of(record, "written_by", where, needed=False) or "writer"
        second = text_of(record, "annotator_id", where, needed=False) or "second rater"
        for name, who in (("rating", writer), ("second_rating", second)):
            said = text_of(record, name, where, needed=False).casefold()
            if said and said not in RATINGS:
                raise unknown(name.replace("_", " "), said, RATINGS, where=where)
            if said:
                comment = {"reason": payload["comment"]} if name == "rating" else {}
                labels.append((who, {"rating": said} | {k: v for k, v in comment.items() if v}))
        seed = seed_of(record, where, key, payload, labels)
        # A second rater is not the writer, so the writer's rating takes no rater's slot.
        return replace(seed, written_by=writer) if payload["rating"] else seed

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The columns of `second_ratings.jsonl`, then the turn."""
        label = label or {}
        row = self.rows(
            payload, {"rating": label.get("rating", ""), "comment": label.get("reason", "")}
        )
        return row | {"first_rating": payload.get("rating", "")}


KIND: Kind = KiwiRating()
