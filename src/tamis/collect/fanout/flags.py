"""The flags that filters put on questions, each with its reason, for a person to decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Step = Literal["composed", "articles", "on-page", "one-page", "duplicates", "objective", "wording"]
STEPS: tuple[Step, ...] = get_args(Step)
"""In the order of FanOutQA's Appendix C, except that duplicates come before the model's passes."""

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
    """One reason to check a question.

    `evidence` is what was found; `other` is the id of the question that it repeats; `proposal` the
    wording that a model proposes. `decision` is that of a person, empty until then.
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
        """The key by which a later run finds the same flag again."""
        return self.id, self.step, self.reason, self.evidence, self.other, self.proposal


@dataclass
class FilterRun:
    """The result of a filter: its method, its flags, and the outcomes of the questions."""

    step: Step
    method: str
    flags: list[Flag] = field(default_factory=list)
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def record(self) -> Mapping[str, object]:
        """Everything except its flags, to be stored."""
        return {
            "method": self.method,
            "outcomes": dict(self.outcomes),
            "reasons": dict(self.reasons),
            "seconds": round(self.seconds, 3),
        }
