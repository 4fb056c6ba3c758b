"""The answer was to become shorter and has not, or longer and has not."""

from __future__ import annotations

import re

from tamis.writing.revision.rules import shorter
from tamis.writing.revision.rules.case import Case, length
from tamis.writing.revision.turns import RevisionTurn

_LONGER = re.compile(
    r"\b(?:expand|elaborate|lengthen|extend)\b|\b(?:longer|in more detail|more detailed)\b"
)
# A question such as "Can you shorten it?" adds nothing.
_MORE = re.compile(
    r"\b(?:add|insert|append|include|mention|cite|expand|elaborate|extend|incorporate|provide|explain"
    r"|describe|define|discuss|what|how|which|why|who|where|when|more (?:on|about|of|detail\w*|"
    r"information|examples?))\b"
)
_NOT_LONGER = re.compile(r"\b(?:no|not) longer\b|\blonger than\b|\bsentences?\b.*\blonger\b")

_HALF = re.compile(r"\b(?:(?:in|by) half|halve|half (?:as long|the length|its length|the words))\b")

LEFT_OF_HALF = 0.75
"""An answer that has more than this of its words has not been halved."""

PASSES = RevisionTurn(
    "What are fjords?",
    "Fjords are long and narrow inlets that the sea has with steep cliffs.",
    "Please make it more concise.",
    "Fjords are narrow inlets of the sea with steep cliffs.",
)
FAILS = RevisionTurn(
    "What are fjords?",
    "Fjords are long and narrow inlets that the sea has with steep cliffs.",
    "Please make it more concise.",
    "Fjords are long and narrow inlets, flanked by steep cliffs, which the sea has made or filled.",
)


def fault(case: Case) -> str:
    """Whichever part is to be shorter, the whole is then shorter too, unless more is asked for."""
    before, after = length(case.old), length(case.new)
    longer = _LONGER.search(case.asked) is not None and not _NOT_LONGER.search(case.asked)
    if case.scope.whole and _HALF.search(case.asked) and after > LEFT_OF_HALF * before:
        return f"The answer was to become half as long, and went from {before} words to {after}."
    more = _MORE.search(case.asked) is not None
    less = case.shortens and (not case.adds or (case.scope.whole and not more))
    less = less or (shorter.version(case) and not more)
    if less and not longer and after >= before:
        return f"The answer was to become shorter, and went from {before} words to {after}."
    if longer and not case.shortens and not case.removes and after <= before:
        return f"The answer was to become longer, and went from {before} words to {after}."
    return ""
