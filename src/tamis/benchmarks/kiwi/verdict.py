"""The verdict of a judge on one turn, stored as JSON in the output of a sample."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

_FORM = "tamis/kiwi"
SEEN = "seen"
"""The outcome of a turn that the fine-tuned judge was trained on, and is not asked about."""


@dataclass(frozen=True)
class Verdict:
    """Whether a revision is good; None where that was not decided, and `outcome` says why.

    `text` is the judge's reply, or what a baseline did. `tokens` are those in and out. `by_reader`:
    a model has read the reply, as the program could not.
    """

    good: bool | None
    outcome: str = "ok"
    text: str = ""
    calls: int = 0
    tokens: tuple[int, int] = (0, 0)
    by_reader: bool = False


def dumps(verdict: Verdict) -> str:
    """As JSON."""
    return json.dumps({"form": _FORM, **asdict(verdict)}, ensure_ascii=False)


def loads(text: str) -> Verdict | None:
    """From the JSON of `dumps`; None for any other text, which is a judge's reply."""
    try:
        record = json.loads(text)
        if not isinstance(record, dict) or record.pop("form", None) != _FORM:
            return None
        tokens_in, tokens_out = record.pop("tokens")
        return Verdict(**record, tokens=(tokens_in, tokens_out))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def worded(good: bool) -> str:
    """The two classes in words; neutral and bad are one class (§5)."""
    return "good" if good else "not good"
