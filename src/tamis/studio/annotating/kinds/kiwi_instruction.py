"""KIWI: what type of instruction is it? (KIWI, §4.2, Table 3)"""

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
from tamis.writing.revision.types import INSTRUCTION_TYPES, instruction_key


class KiwiInstruction(KiwiKind):
    """The eight types; a model's is shown once the rater has saved their own."""

    name = "kiwi_instruction"
    title = "KIWI: type of instruction"
    explanation = (
        "Read the instruction in the light of the question and the answer that it was applied to, "
        "and choose the one type that fits it best."
    )
    columns = f"{COLUMNS}; also instruction_type, model_instruction_type and model."
    fields = (
        Field(
            "instruction_type",
            "Type of instruction",
            "choice",
            tuple(Option(one.key, one.name, one.definition) for one in INSTRUCTION_TYPES),
            agreement="nominal",
        ),
    )

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A turn, with labels where the record has some."""
        key, payload = self.turn(record, where)
        labels = type_labels(record, where, "instruction_type", instruction_key)
        return seed_of(record, where, key, payload, labels)

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The columns of `labels.jsonl`, then the turn."""
        name = "instruction_type"
        return self.rows(payload, {name: (label or {}).get(name, "")})


KIND: Kind = KiwiInstruction()
