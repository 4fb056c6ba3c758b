"""What the verdicts come to: the findings, the coverage, and the notes on what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy

from tamis.answering.coverage import Coverage, Ended, thinned
from tamis.answering.everything import expression as expressions
from tamis.answering.everything.judging import SHOWN_ID, Judge, Judged, evidence_of
from tamis.answering.everything.plan import Plan
from tamis.answering.everything.policy import Policy
from tamis.answering.everything.units import Units, name_of
from tamis.answering.everything.verifying import Verified
from tamis.answering.everything.wanted import Wanted
from tamis.answering.findings import Finding, findings, joined
from tamis.answering.set_answer import SetAnswer
from tamis.spending import Spending
from tamis.stats.certified_recall import Certificate, corrected_recall
from tamis.text.shown import counted
from tamis.types import Candidate, Evidence, Outcome, Verdict

YES_TO_ALL = 30
"""From so many verdicts on, a verifier that never said no is told of."""

_SHOWN = 300


def listed(accepted: Iterable[Judged], units: Units, plan: Plan) -> tuple[Finding, ...]:
    """The accepted units, the first found first; units of one document are one finding.

    Each quote is looked for in its unit, of which it must be.
    """
    made: dict[int, Finding] = {}
    for judged in accepted:
        finding = _finding(judged, units, plan)
        source = units.source(judged.unit)
        made[source] = joined(made[source], finding) if source in made else finding
    return tuple(made.values())


def _finding(judged: Judged, units: Units, plan: Plan) -> Finding:
    document = units.document(judged.unit)
    whole = evidence_of(judged, plan)
    verdict = Verdict(
        True, "ok", _of_unit(whole.evidence_for), _of_unit(whole.evidence_against), whole.reasoning
    )
    candidate = Candidate(name_of(document), SHOWN_ID, verdict=verdict)
    answer = SetAnswer(candidates=(candidate,))
    (finding,) = findings(answer, True, {SHOWN_ID: document})
    return finding


def _of_unit(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The verifier saw one document: every quote is taken to be from it."""
    return tuple(Evidence(SHOWN_ID, one.text) for one in evidence if one.text.strip())


def coverage_of(
    policy: Policy,
    judge: Judge,
    so_far: Verified,
    ended: Ended,
    *,
    units: Units,
    wanted: Wanted,
    labels: Mapping[int, bool],
    further_calls: int,
    seconds: float,
    failure: str,
    lost: int,
) -> Coverage:
    """The figures of an answer; `further_calls` were made besides those on units.

    `failure` is why calls failed, where any did; `lost` units could not be read from their files.
    """
    certificate = _closed(policy, so_far)
    found = len(so_far.accepted)
    most = max(found, certificate.most())
    low, high = certificate.interval()
    if low > most:
        # Two statements of 95% that contradict each other: one of them is the twentieth.
        low = found
    expected = policy.estimate()
    likely_size = max(expected.accepted, float(found))
    each = (judge.calls + judge.kept_used) / max(1, so_far.verified) or len(judge.asked)
    corrected = None
    if labels:
        least = certificate.most(1 - (1 - wanted.confidence) / 3)
        corrected = _corrected(found, least, so_far.labels, labels, wanted.confidence)
    return Coverage(
        kind=units.noun,
        units=len(units),
        verified=so_far.verified,
        found=found,
        unread=so_far.unread,
        unreadable=lost + so_far.partly,
        recall=wanted.recall,
        confidence=wanted.confidence,
        # The policy is done, too, where nothing is left to verify.
        ended="everything" if ended == "reached" and so_far.verified == len(units) else ended,
        certified=found / most if most else 1.0,
        missed=most - found,
        size=(max(low, found), max(high, found)),
        likely_recall=found / likely_size if so_far.labels and likely_size else None,
        likely_size=likely_size if so_far.labels else None,
        calls=judge.calls + further_calls,
        kept_verdicts=judge.kept_used,
        calls_for_all=max(judge.calls, round(len(units) * each)),
        seconds=seconds,
        conditions=judge.plan.conditions,
        expression=expressions.words(judge.plan.expression),
        why=so_far.why or (failure if ended == "failed" else "") or _causes(so_far),
        corrected=corrected,
        labels=sum(unit in so_far.labels for unit in labels),
        failed=so_far.failed,
        curve=thinned([*so_far.curve, (so_far.verified, found)]),
    )


def _closed(policy: Policy, so_far: Verified) -> Certificate:
    """The certificate, with what was given up in flight taken for units that may be missed.

    The policy counts verdicts in the order in which it chose the units, so one that never comes
    holds back those after it. To count it as unread lets them in: what was rejected before stays
    rejected, so both hold at once, and the narrower one may be told.
    """
    if not so_far.open:
        return policy.certificate
    closed = deepcopy(policy)
    for unit in so_far.open:
        closed.told(unit, None)
    return min(policy.certificate, closed.certificate, key=lambda one: one.most())


def _corrected(
    found: int,
    most: int,
    verdicts: Mapping[int, bool],
    labels: Mapping[int, bool],
    confidence: float,
) -> float:
    both = [(right, verdicts[unit]) for unit, right in labels.items() if unit in verdicts]
    return corrected_recall(
        found,
        max(found, most),
        true_accepted=sum(right and said for right, said in both),
        true_rejected=sum(right and not said for right, said in both),
        false_accepted=sum(said and not right for right, said in both),
        confidence=confidence,
    )


def outcome_of(so_far: Verified, coverage: Coverage) -> Outcome:
    """How the question ended: where nothing was decided there is no answer, not an empty one."""
    if so_far.accepted:
        return "ok"
    if so_far.labels or not coverage.units:
        return "empty"
    commonest = so_far.outcomes.most_common(1)
    return commonest[0][0] if commonest else "failed"


def notes_on(judge: Judge, so_far: Verified, coverage: Coverage, spending: Spending) -> list[str]:
    """Sentences on what was not found, not read, or is not to be trusted."""
    notes = []
    if not so_far.labels:
        why = so_far.why or spending.commonest_failure or coverage.why or "nothing was verified"
        notes.append(f"No answer: {why[:_SHOWN].rstrip('.')}.")
    elif not so_far.accepted and coverage.whole:
        notes.append("Nothing in the corpus answers the question, by the verifier's judgement.")
    elif not so_far.accepted:
        notes.append("Nothing of what was verified answers the question.")
    for name, text in judge.plan.conditions.items():
        if judge.yes[name] >= YES_TO_ALL and not judge.no[name]:
            asked = counted(judge.yes[name], coverage.kind)
            notes.append(
                f"The verifier said yes to all {asked} that it was asked about "
                f"(“{text[:_SHOWN]}”): look at some of them, to see whether it judges at all."
            )
    if so_far.unread and so_far.labels:
        failure = spending.commonest_failure
        reason = f"; {failure}" if failure else ""
        notes.append(
            f"Without a verdict that can be read: {counted(so_far.unread, coverage.kind)} "
            f"({_causes(so_far)}{reason}). They count as missed."
        )
    return notes


def _causes(so_far: Verified) -> str:
    return ", ".join(f"{what} ×{n}" for what, n in so_far.outcomes.items())
