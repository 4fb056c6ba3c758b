"""The verdict of a judge on one constraint."""

from __future__ import annotations

from dataclasses import dataclass

from tamis.checking.worksheet import Span, Worksheet
from tamis.types import Outcome


@dataclass(frozen=True)
class Judgement:
    """Whether a response satisfies a constraint, and why.

    `satisfied` is None where the judge did not decide; `outcome` says why: it abstained, or its
    reply could not be read, was empty, was refused by a filter, or the call failed. `reason` is
    one sentence for a reader: why the judge did not decide. `rationale` is a model's
    reasoning, `worksheet` a program's arithmetic, `working` what a verifier counted, a line each,
    and `places` where that stands in the response; `judge` names who judged ("program", a model's
    name).
    """

    satisfied: bool | None
    judge: str
    outcome: Outcome = "ok"
    reason: str = ""
    rationale: str = ""
    worksheet: Worksheet | None = None
    working: tuple[str, ...] = ()
    places: tuple[Span, ...] = ()
