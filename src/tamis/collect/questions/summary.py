"""The summary that the commands print of their results, as lines, with the paper's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tamis.collect.questions.paragraph_search import Found
from tamis.collect.questions.review import Proposed
from tamis.inputs.json_records import shipped_json
from tamis.stats import Estimate, mean
from tamis.text.shown import clean

_SAMPLES = 3
_SHOWN = 60


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


def found(result: Found, counts: Mapping[str, int]) -> Iterator[str]:
    """The counts of a search, and examples of dropped paragraphs with the reasons."""
    for what, count in counts.items():
        if count or what.startswith("paragraphs"):
            yield f"{count:>7,}  {what}"
    for file, record in result.bad[:_SAMPLES]:
        yield f"  not read: {file}, line {record.line} {clean(record.reason)}"
    for kind, count in result.drops.most_common():
        yield f"dropped, {kind}: {count}  [rule {result.rule.name}]"
        samples = [
            (one, drop) for one, drops in result.dropped for drop in drops if drop.kind == kind
        ]
        for one, drop in samples[:_SAMPLES]:
            yield f"  {clean(one.id)}: {drop.detail}: {clean(one.text)[:_SHOWN]}…"


def shares_of(proposed: Sequence[Proposed], *, checked: bool) -> Iterator[str]:
    """The share that each filter drops, with the paper's share."""
    ours, paper = shares(proposed), published()
    rows = [("keyword filter", ours.keyword, paper["dropped_by_keyword"])]
    if checked:
        rows.append(("answerability check", ours.answerability, paper["dropped_by_answerability"]))
    for name, share, theirs in rows:
        source = f"{paper['model']}, {paper['source']}"
        yield f"{name}: {_share(share)}; {theirs}% in the paper ({source})"


def _share(share: Estimate) -> str:
    if not share.n:
        return "nothing to look at"
    low, high = share.interval
    # Without any difference between papers there is no estimate of how others would differ.
    known = low < high
    between = f" (95% interval {low:.0%} to {high:.0%})" if known else ""
    return f"{share.value:.0%} of {share.n} dropped{between}"
