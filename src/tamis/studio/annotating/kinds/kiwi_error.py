"""KIWI: what is wrong with a revision that is not good? (KIWI, §4.3, Table 4)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamis.studio.annotating.kinds.kind import (
    Field,
    Kind,
    Label,
    Option,
    Seed,
    seed_of,
)
from tamis.studio.annotating.kinds.kiwi import COLUMNS, KiwiKind, type_labels
from tamis.types import InputError
from tamis.writing.revision.types import ERROR_TYPES, error_key

ANALYSED = ("neutral", "bad")
"""The ratings whose turns the paper's error analysis looks at (§4.3)."""


class KiwiError(KiwiKind):
    """The five types; a model's is shown once the rater has saved their own."""

    name = "kiwi_error"
    title = "KIWI: type of error"
    explanation = (
        "The revision was rated neutral or bad. Read what its writer said of it, see what "
        "changed, and choose the one type of error that weighs most."
    )
    columns = (
        f"{COLUMNS}; also rating (neutral or bad), comment, error_type, model_error_type and model."
    )
    fields = (
        Field(
            "error_type",
            "Type of error",
            "choice",
            tuple(Option(one.key, one.name, one.definition) for one in ERROR_TYPES),
            agreement="nominal",
        ),
    )

    def expand(self, record: Mapping[str, Any], number: int, where: str) -> list[Mapping[str, Any]]:
        """Of a session only the turns that were rated neutral or bad."""
        turns = super().expand(record, number, where)
        if "interaction" not in record:
            return turns
        return [turn for turn in turns if turn["rating"] in ANALYSED]

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A turn, with labels where the record has some.

        Raises InputError for a turn that was not rated neutral or bad: the types are of those alone
        (§4.3), and in the released data every turn has a rating.
        """
        key, payload = self.turn(record, where)
        rating = payload["rating"]
        if rating not in ANALYSED:
            said = f"is {rating!r:.40}" if rating else "is missing"
            raise InputError(
                f"{where}: rating {said}, and only turns rated {' or '.join(ANALYSED)} have a type "
                "of error; correct it or leave the row out."
            )
        labels = type_labels(record, where, "error_type", error_key)
        return seed_of(record, where, key, payload, labels)

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The columns of `labels.jsonl`, then the turn."""
        return self.rows(payload, {"error_type": (label or {}).get("error_type", "")})


KIND: Kind = KiwiError()
