"""The verdicts of the judges on one item, as the output of a sample: JSON in the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Worksheet

_FORM = "tamis/acs"


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


def dumps(judged: Judged) -> str:
    """As JSON."""
    record = {
        "form": _FORM,
        "verdict": plain(judged.verdict),
        "panel": [plain(judgement) for judgement in judged.panel],
        "worded": judged.worded,
        "calls": judged.calls,
        "tokens": judged.tokens,
    }
    return json.dumps(record, ensure_ascii=False)


def loads(text: str) -> Judged | None:
    """The value of the JSON of `dumps`; None for any other text, which is a judge's reply."""
    try:
        record = json.loads(text)
        if not isinstance(record, dict) or record.get("form") != _FORM:
            return None
        tokens_in, tokens_out = record["tokens"]
        return Judged(
            verdict=judgement(record["verdict"]),
            panel=tuple(judgement(one) for one in record["panel"]),
            worded=tuple(record["worded"]),
            calls=record["calls"],
            tokens=(tokens_in, tokens_out),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


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


def worded(satisfied: bool) -> str:
    """The verdict as a word."""
    return "satisfied" if satisfied else "unsatisfied"
