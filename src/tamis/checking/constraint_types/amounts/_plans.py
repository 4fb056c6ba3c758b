"""Plans of days, meals and sessions, which the program judge reads better."""

from __future__ import annotations

from dataclasses import replace

from tamis.checking.constraint_types.amounts._amount import Amount
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.program import judge_demands
from tamis.checking.program.requirement import Bound, Measure, Requirement, Scope


def by_program(
    constraint: Amount,
    text: Text,
    subject: str,
    measure: Measure,
    scope: Scope,
    unit: str,
    factor: float,
) -> Judgement:
    """The verdict of the program judge on an amount; `factor` is the constraint's unit in `unit`.

    `working` is its worksheet, a line each.
    """
    at_least, at_most = constraint.ends
    strict = constraint.below is not None or constraint.above is not None
    bound = Bound(at_least * factor, at_most * factor, strict, constraint.about is not None)
    demand = Requirement(
        str(constraint), subject, measure, bound, unit, scope, whole=scope == "plan"
    )
    judged = judge_demands([demand], text.text)
    if not (sheet := judged.worksheet):
        return judged
    spans = [entry.span for part in sheet.parts for entry in part.entries if any(entry.span)]
    places = tuple((start + text.start, end + text.start) for start, end in spans)
    return replace(judged, working=tuple(sheet.lines()), places=places)
