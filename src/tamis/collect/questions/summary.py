"""The summary that the commands print of their results, as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tamis.collect.questions.paragraph_search import Found
from tamis.collect.questions.review import Proposed
from tamis.collect.questions.shares import published, shares
from tamis.stats import Estimate
from tamis.text.shown import clean

_SAMPLES = 3
_SHOWN = 60


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
