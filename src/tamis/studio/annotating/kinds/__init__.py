"""The kinds of annotation, each in a file of its own."""

from __future__ import annotations

from tamis.studio.annotating.kinds import (
    acs_constraint,
    acs_error,
    fanout_answer,
    fanout_question,
    kitab_doubt,
    kitab_title,
    kiwi_error,
    kiwi_instruction,
    kiwi_rating,
    quest_candidate,
    question_review,
)
from tamis.studio.annotating.kinds.kind import Field, FormKind, Kind, Label, Option, Seed

KINDS: dict[str, Kind] = {
    module.KIND.name: module.KIND
    for module in (
        acs_constraint,
        acs_error,
        quest_candidate,
        kitab_title,
        kitab_doubt,
        fanout_question,
        fanout_answer,
        kiwi_rating,
        kiwi_instruction,
        kiwi_error,
        question_review,
    )
}
"""Every kind by its name; each module has its own as `KIND`."""

__all__ = ["KINDS", "Field", "FormKind", "Kind", "Label", "Option", "Seed"]
