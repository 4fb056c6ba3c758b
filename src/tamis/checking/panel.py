"""Several judgements of one constraint: majority, disagreements, and flips by wording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from tamis.checking.judgement import Judgement
from tamis.types import Outcome

Id = TypeVar("Id", bound=Hashable)


def majority(judgements: Sequence[Judgement]) -> Judgement:
    """The majority of several judges, or of several epochs of one: more than half of all of them.

    So a judge that is silent never helps. Where there is none the panel is undecided (outcome
    `abstained`); if no judge decided, its outcome is the one that all share. The reason then
    counts the votes, and the rationale has a line for each. The worksheet is the first one that
    agrees with the result. ValueError without any judgement.
    """
    if not judgements:
        raise ValueError("there is no majority of no judgements")
    votes = Counter(judgement.satisfied for judgement in judgements)
    rationale = "\n".join(f"{judgement.judge}: {_said(judgement)}" for judgement in judgements)
    if 2 * max(votes[True], votes[False]) <= len(judgements):
        outcomes = {judgement.outcome for judgement in judgements}
        outcome: Outcome = "abstained"
        decided = votes[True] + votes[False]
        if not decided and len(outcomes) == 1:
            (outcome,) = outcomes
        tied = "The judges are tied" if votes[True] == votes[False] else "No majority of all judges"
        reason = tied if decided else "No judge decided"
        reason = f"{reason}: {_counted(judgements)}."
        return Judgement(None, "majority", outcome, reason, rationale)
    satisfied = votes[True] > votes[False]
    worksheets = (j.worksheet for j in judgements if j.satisfied is satisfied and j.worksheet)
    return Judgement(satisfied, "majority", rationale=rationale, worksheet=next(worksheets, None))


def disagreements(table: Mapping[Id, Mapping[str, Judgement]]) -> list[Id]:
    """The items on which two judges decided differently, in the table's order.

    `table` has, for each item, the judgement of each judge by name.
    """
    return [
        item
        for item, judgements in table.items()
        if {True, False} <= {judgement.satisfied for judgement in judgements.values()}
    ]


def flip_rate(verdicts: Sequence[bool | None]) -> float:
    """How often another wording of the prompt changes a verdict: a share between 0 and 1.

    The first verdict is that of the standard wording; of the others, only decided ones count.
    NaN where the first is None or no other is decided.
    """
    first, others = next(iter(verdicts), None), [v for v in verdicts[1:] if v is not None]
    if first is None or not others:
        return float("nan")
    return sum(verdict != first for verdict in others) / len(others)


def _said(judgement: Judgement) -> str:
    if judgement.satisfied is not None:
        return "yes" if judgement.satisfied else "no"
    return f"{judgement.outcome} ({judgement.reason})" if judgement.reason else judgement.outcome


def _counted(judgements: Sequence[Judgement]) -> str:
    """The votes in words: "2 yes, 2 no, 1 unparsed"."""
    votes = {True: "yes", False: "no", None: ""}
    counts = Counter(votes[j.satisfied] or j.outcome for j in judgements)
    order = sorted(counts, key=lambda said: (said != "yes", said != "no"))
    return ", ".join(f"{counts[said]} {said}" for said in order)
