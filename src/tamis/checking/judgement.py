"""The verdict of a judge on one constraint."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Literal, ParamSpec

from tamis.checking.worksheet import Span, Worksheet
from tamis.types import Outcome

Judge = Literal["program", "model", "hybrid"]
JUDGES: tuple[Judge, ...] = ("program", "model", "hybrid")
"""Who may judge: the program, a model, or a model where the program does not decide."""


@dataclass(frozen=True)
class Judgement:
    """Whether a response satisfies a constraint, and why.

    `satisfied` is None where the judge did not decide; `outcome` says why: it abstained, or its
    reply could not be read, was empty, was refused by a filter, or the call failed. `reason` is
    one sentence for a reader: why the judge did not decide. `rationale` is a model's
    reasoning, `worksheet` a program's arithmetic, `working` what a verifier counted, a line each,
    and `places` where that stands in the response; `judge` names who judged ("program", a model's
    name). `by_reader`: the judge's reply was read by a model, as the program could not.
    """

    satisfied: bool | None
    judge: str
    outcome: Outcome = "ok"
    reason: str = ""
    rationale: str = ""
    worksheet: Worksheet | None = None
    working: tuple[str, ...] = ()
    places: tuple[Span, ...] = ()
    by_reader: bool = False

    @property
    def told(self) -> tuple[str, ...]:
        """What was counted or computed, a line each."""
        return self.working or (tuple(self.worksheet.lines()) if self.worksheet else ())

    def lines(self, most: int = 60) -> Iterator[str]:
        """Why it is undecided (if it is), then the rationale and the working, a line each.

        Of a worksheet of more than `most` lines only the parts that break the bound.
        """
        if self.satisfied is None:
            yield f"{self.outcome}: {self.reason}" if self.reason else self.outcome
        yield from (line for line in self.rationale.splitlines() if line.strip())
        yield from self.working
        if (sheet := self.worksheet) is None:
            return
        lines = sheet.lines()
        if len(lines) > most and not sheet.satisfied:
            broken = tuple(part for part in sheet.parts if not part.satisfied)
            kept = len(sheet.parts) - len(broken)
            lines = replace(sheet, parts=broken).lines()
            if kept:
                lines.insert(1, f"({kept:,} that satisfy it are not shown; the JSON has all)")
        yield from lines


_P = ParamSpec("_P")


def guarded(judge: Callable[_P, Judgement]) -> Callable[_P, Judgement]:
    """A judge that never raises: where it does, by a fault of ours, its judgement is undecided."""

    @wraps(judge)
    def safe(*args: _P.args, **named: _P.kwargs) -> Judgement:
        try:
            return judge(*args, **named)
        except Exception as error:
            return Judgement(None, "program", "abstained", fault(error))

    return safe


def fault(error: Exception) -> str:
    """What a user is told of an error that should not have come, with its place in the code."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f", {Path(one.filename).name} line {one.lineno}" for one in last)
    said = " ".join(str(error).split())[:120]
    return (
        f"a fault of Tamis: {type(error).__name__}{f': {said}' if said else ''}{where}; please "
        "report it."
    )
