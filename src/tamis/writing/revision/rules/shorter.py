"""Whether an answer is to become shorter, by a word for it or by a length; shared by rules."""

from __future__ import annotations

import re

from tamis.writing.revision.rules.case import Case, length
from tamis.writing.revision.rules.limits import bounds

_VERSION = re.compile(
    r"\b(?:give|get|make|write|want|need|have|see|prefer)\s+(?:(?:me|us|only|just|it|this)\s+)*"
    r"an?\s+(?:(?:very|short|shorter|brief|briefer|concise|condensed|\w+-(?:sentence|paragraph|word))"
    r"[\s-])*(?:version|summary)\b(?:\s+of\s+(?:it|this|that|(?:the|your)\s+answer))?"
    r"(?=\s*(?:[.,;!?]|please\b|\Z))"
)


def whole(case: Case) -> bool:
    """Whether the whole answer is to become shorter, and nothing is to be kept as it is."""
    said = case.scope.whole and case.shortens
    return not case.strict and (said or version(case) or _tight(case))


def version(case: Case) -> bool:
    """Whether a summary or a short version of the answer is asked for in its place."""
    return _VERSION.search(case.asked) is not None


def anywhere(case: Case) -> bool:
    """Whether the answer or a part of it is to become shorter."""
    return case.shortens or whole(case)


def _tight(case: Case) -> bool:
    """Whether a length is set for the whole answer that it had exceeded; paragraphs set none."""
    has = {"word": length(case.old), "sentence": len(case.alignment.old)}
    return any(
        bound.whole and not bound.at_least and has.get(bound.unit, 0) > bound.count
        for bound in bounds(case)
    )
