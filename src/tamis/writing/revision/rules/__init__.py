"""Edit rules: a program that judges a revision without any model.

It looks for what is plainly wrong: nothing changed or everything gone, text dictated and missing,
text to be removed still there, the wrong place, the wrong length, text or references lost that
were not to be touched. Where it finds nothing of the kind it judges good: it cannot tell whether
what was written is true, or to the point. One rule is one file, with a turn that passes and one
that fails in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from tamis.writing.revision.rules import (
    brevity,
    chatter,
    cited,
    cut,
    form,
    limits,
    lost,
    order,
    place,
    references_lost,
    removed,
    unchanged,
    verbatim,
)
from tamis.writing.revision.rules.case import Case
from tamis.writing.revision.turns import RevisionTurn

RULES: dict[str, ModuleType] = {
    "cut": cut,
    "chatter": chatter,
    "unchanged": unchanged,
    "verbatim": verbatim,
    "removed": removed,
    "place": place,
    "limits": limits,
    "brevity": brevity,
    "form": form,
    "order": order,
    "cited": cited,
    "references_lost": references_lost,
    "lost": lost,
}
"""Each has `PASSES`, `FAILS` and `fault(case)`: what is wrong in one sentence, or nothing."""


@dataclass(frozen=True)
class Fault:
    """What a rule found: its name in RULES, and a sentence for a person."""

    rule: str
    reason: str


@dataclass(frozen=True)
class Ruled:
    """The program's judgement of a revision: good where no rule found a fault."""

    faults: tuple[Fault, ...]

    @property
    def good(self) -> bool:
        """Whether nothing is plainly wrong."""
        return not self.faults

    @property
    def reasons(self) -> tuple[str, ...]:
        """The faults in words."""
        return tuple(fault.reason for fault in self.faults)


def judge(turn: RevisionTurn) -> Ruled:
    """Judge a revision by the edit rules; its own rating is not looked at.

    The same turn is always judged the same. An answer that is empty has no other fault than that.
    """
    case = Case(turn)
    if not turn.answer.strip():
        return Ruled((Fault("cut", cut.fault(case)),))
    found = ((name, str(rule.fault(case))) for name, rule in RULES.items())
    return Ruled(tuple(Fault(name, reason) for name, reason in found if reason))
