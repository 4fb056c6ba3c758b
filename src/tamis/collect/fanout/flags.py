"""What a filter says of a question: a flag with its reason, for a person to decide on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Step = Literal["composed", "articles", "on-page", "one-page", "duplicates", "objective", "wording"]
STEPS: tuple[Step, ...] = get_args(Step)
"""In the order of FanOutQA's Appendix C, the last round's duplicates before the model's passes."""

Decision = Literal["", "keep", "remove", "remove other", "rewrite"]
DECISIONS: tuple[Decision, ...] = get_args(Decision)

Outcome = Literal[
    "passed",
    "flagged",
    "not checkable",
    "unparsed",
    "missing",
    "truncated",
    "refused",
    "failed",
]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Flag:
    """One reason to look at a question.

    `evidence` is what was found; `other` the id of the question that it doubles; `proposal` the
    wording that a model proposes. `decision` is a person's: empty until given.
    """

    id: str
    step: Step
    question: str
    reason: str
    evidence: str = ""
    other: str = ""
    proposal: str = ""
    decision: Decision = ""
    comment: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What makes it the same flag in a later run."""
        return self.id, self.step, self.reason, self.evidence, self.other, self.proposal


@dataclass
class FilterRun:
    """A step that has run: how (`method`), its flags, and how each question came out of it."""

    step: Step
    method: str
    flags: list[Flag] = field(default_factory=list)
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def record(self) -> Mapping[str, object]:
        """What is kept of it beside its flags."""
        return {
            "method": self.method,
            "outcomes": dict(self.outcomes),
            "reasons": dict(self.reasons),
            "seconds": round(self.seconds, 3),
        }
