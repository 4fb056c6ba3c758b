"""What each filter has dropped, beside what the paper reports."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Any

from tamis.collect.questions.review import Proposed
from tamis.stats import Estimate, mean


@dataclass(frozen=True)
class Shares:
    """The share that a filter drops, by paper where questions come from one (0 to 1).

    `keyword` is of all questions, `answerability` of those whose check was read. `checks` counts
    what became of the checks, "" of those not made.
    """

    keyword: Estimate
    answerability: Estimate
    checks: Counter[str]


def shares(proposed: Iterable[Proposed]) -> Shares:
    """Count what the filters have dropped, with errors clustered by the source paper."""
    all_ = list(proposed)
    # A question that the first filter has dropped does not come to the second.
    checked = [one for one in all_ if not one.keyword]
    read = [one for one in checked if one.answerable in ("Yes", "No", "Partially")]
    return Shares(
        mean((float(bool(one.keyword)), one.paragraph.paper) for one in all_),
        mean((float(one.answerable != "Yes"), one.paragraph.paper) for one in read),
        Counter(one.answerable for one in checked),
    )


def published() -> dict[str, Any]:
    """The paper's figures on generated questions, with their source."""
    text = resources.files(__package__).joinpath("published.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
