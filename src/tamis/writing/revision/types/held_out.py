"""Instructions and comments of our own, labelled by hand, that are in no prompt.

As many as the paper's held-out sets have (KIWI, §4.2, §4.3): 40 instructions, 22 comments.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class HeldOut:
    """An instruction, or an instruction with a comment on its revision, and a person's label.

    An instruction has its `question` and no `comment`, a comment the reverse; `label` is a key of
    INSTRUCTION_TYPES or of ERROR_TYPES.
    """

    instruction: str
    label: str
    question: str = ""
    comment: str = ""


@cache
def held_out() -> tuple[tuple[HeldOut, ...], tuple[HeldOut, ...]]:
    """The instructions, then the comments."""
    text = resources.files(__package__).joinpath("held_out.jsonl").read_text(encoding="utf-8")
    rows = [HeldOut(**json.loads(line)) for line in text.splitlines()]
    return (
        tuple(row for row in rows if not row.comment),
        tuple(row for row in rows if row.comment),
    )
