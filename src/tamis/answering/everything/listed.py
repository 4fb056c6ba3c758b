"""Accepted units as findings, each with its evidence."""

from __future__ import annotations

from collections.abc import Iterable

from tamis.answering.everything.judging import SHOWN_ID, Judged, evidence_of
from tamis.answering.everything.plan import Plan
from tamis.answering.everything.units import Units, name_of
from tamis.answering.findings import Finding, findings, joined
from tamis.answering.set_answer import SetAnswer
from tamis.types import Candidate, Evidence, Verdict


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
