"""The kinds of annotation, each in a file of its own."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from tamis.studio.annotating.kinds.kind import Field, FormKind, Kind, Label, Option, Seed

_MODULES = (
    "acs_constraint",
    "acs_error",
    "quest_candidate",
    "kitab_title",
    "fanout_question",
    "fanout_answer",
    "kiwi_rating",
    "kiwi_instruction",
    "kiwi_error",
    "question_review",
)

KINDS: dict[str, Kind] = {
    module.KIND.name: module.KIND
    for name in _MODULES
    if find_spec(f"{__name__}.{name}") is not None
    for module in (import_module(f"{__name__}.{name}"),)
}
"""Every kind by its name; each module has its own as `KIND`."""

__all__ = ["KINDS", "Field", "FormKind", "Kind", "Label", "Option", "Seed"]
