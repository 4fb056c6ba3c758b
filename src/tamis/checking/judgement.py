"""The verdict of a judge on one constraint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

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
