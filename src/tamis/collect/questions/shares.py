"""The share of questions that each filter drops, and the paper's figures for comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tamis.collect.questions.review import Proposed
from tamis.inputs.json_records import shipped_json
from tamis.stats import Estimate, mean


@dataclass(frozen=True)
class Shares:
    """The shares that the filters drop (0 to 1), with errors clustered by the source paper.

    `keyword` is the share of all questions, `answerability` of those whose check could be read.
    `checks` counts the results of the checks, "" for checks that were not made.
    """

    keyword: Estimate
    answerability: Estimate
    checks: Counter[str]


def shares(proposed: Iterable[Proposed]) -> Shares:
    """Count what the filters have dropped, with errors clustered by the source paper."""
    all_ = list(proposed)
    # The second filter does not see questions that the first has dropped.
    checked = [one for one in all_ if not one.keyword]
    read = [one for one in checked if one.answerable in ("Yes", "No", "Partially")]
    return Shares(
        mean((float(bool(one.keyword)), one.paragraph.paper) for one in all_),
        mean((float(one.answerable != "Yes"), one.paragraph.paper) for one in read),
        Counter(one.answerable for one in checked),
    )


def published() -> dict[str, Any]:
    """The paper's figures on generated questions, with their source."""
    return dict(shipped_json(__package__, "published.json"))
