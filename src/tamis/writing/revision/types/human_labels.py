"""Labels by people: some of ours that are in no prompt, and how far other labels agree with them.

There are as many as the paper's held-out sets have (KIWI, §4.2, §4.3): 40 instructions, 22
comments.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tamis.inputs.json_records import shipped_rows
from tamis.measures.agreement import cohen_kappa
from tamis.stats import Estimate, mean


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


@dataclass(frozen=True)
class Agreement:
    """Predicted labels compared with a person's.

    `share` is the part of the labels read that are the person's, 0 to 1, with its interval; its
    `excluded` counts the unparsed ones, which are neither right nor wrong. `kappa` is over the
    same (-1 to 1, NaN where chance alone would agree). `confusion` counts (the person's label,
    the predicted one or None) over all.
    """

    share: Estimate
    kappa: float
    confusion: Mapping[tuple[str, str | None], int]

    @property
    def unparsed(self) -> int:
        """How many labels could not be parsed."""
        return self.share.excluded


def agreement(
    predicted: Sequence[str | None],
    human: Sequence[str],
    clusters: Sequence[Hashable] | None = None,
) -> Agreement:
    """How far `predicted` agrees with `human`, label by label in the same order.

    `clusters` says which labels belong together (a session), for the interval; each by itself
    unless given. Raises ValueError where the numbers differ.
    """
    if len(predicted) != len(human):
        raise ValueError(f"{len(predicted)} labels cannot be compared with {len(human)}")
    shared = range(len(human)) if clusters is None else clusters
    read = [(p, h) for p, h in zip(predicted, human, strict=True) if p is not None]
    return Agreement(
        mean(
            (math.nan if p is None else float(p == h), cluster)
            for p, h, cluster in zip(predicted, human, shared, strict=True)
        ),
        cohen_kappa([p for p, _ in read], [h for _, h in read]),
        Counter(zip(human, predicted, strict=True)),
    )
