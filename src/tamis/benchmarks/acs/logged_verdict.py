"""The verdicts of the judges on one item, and their record in the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tamis.benchmarks.records import Record, form, reading
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Worksheet


@dataclass(frozen=True)
class Judged:
    """The verdict on one item, with the judgements behind it.

    `verdict` is the one that is scored: that of the only judge, or the majority of the `panel`.
    `worded` are the verdicts for each wording of the prompt, the standard one first. `calls` and
    `tokens` (in, out) are the sums over all judges and wordings.
    """

    verdict: Judgement
    panel: tuple[Judgement, ...] = ()
    worded: tuple[bool | None, ...] = ()
    calls: int = 0
    tokens: tuple[int, int] = (0, 0)


def to_record(judged: Judged) -> Record:
    """The record."""
    return {
        **form("acs"),
        "verdict": plain(judged.verdict),
        "panel": [plain(judgement) for judgement in judged.panel],
        "worded": list(judged.worded),
        "calls": judged.calls,
        "tokens": list(judged.tokens),
    }


@reading
def from_record(record: Record) -> Judged:
    """The verdicts of a record; InputError where it is of another form."""
    tokens_in, tokens_out = record["tokens"]
    return Judged(
        verdict=judgement(record["verdict"]),
        panel=tuple(judgement(one) for one in record["panel"]),
        worded=tuple(record["worded"]),
        calls=record["calls"],
        tokens=(tokens_in, tokens_out),
    )


def plain(judgement: Judgement) -> dict[str, Any]:
    """A judgement as plain values."""
    sheet = judgement.worksheet
    return {
        "judge": judgement.judge,
        "satisfied": judgement.satisfied,
        "outcome": judgement.outcome,
        "reason": judgement.reason,
        "rationale": judgement.rationale,
        "worksheet": sheet.to_json() if sheet is not None else None,
        "by_reader": judgement.by_reader,
    }


def judgement(record: dict[str, Any]) -> Judgement:
    """The judgement that `plain` wrote."""
    sheet = record["worksheet"]
    return Judgement(**{**record, "worksheet": Worksheet.from_json(sheet) if sheet else None})


def disagree(panel: Sequence[Judgement]) -> bool:
    """Whether two judges of a panel have decided differently."""
    return len({one.satisfied for one in panel if one.satisfied is not None}) > 1


def said(judged: Judged) -> str:
    """The verdict in words, with its working, where no model was asked."""
    verdict = judged.verdict
    word = "undecided" if verdict.satisfied is None else worded(verdict.satisfied)
    return "\n".join([word, *verdict.lines()])


def worded(satisfied: bool) -> str:
    """The verdict as a word."""
    return "satisfied" if satisfied else "unsatisfied"
