"""Instructions and comments of our own, labelled by hand, that are in no prompt.

As many as the paper's held-out sets have (KIWI, §4.2, §4.3): 40 instructions, 22 comments.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tamis.inputs.json_records import shipped_rows


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
    rows = [HeldOut(**record) for record in shipped_rows(__package__, "held_out.jsonl")]
    return (
        tuple(row for row in rows if not row.comment),
        tuple(row for row in rows if row.comment),
    )
