"""The assistant speaks to the writer in the answer itself."""

from __future__ import annotations

import re

from tamis.writing.revision.rules.case import Case
from tamis.writing.revision.turns import RevisionTurn

_OPENS = re.compile(
    r"\W*(?:(?:sure|certainly|of course|okay|ok|absolutely|great|understood|thank you|thanks)\b"
    r"(?:[,!.:]|\s+(?:thing|here|i)\b)|(?:i|my) apolog|apologies\b|sorry\b"
    r"|here(?:'s| is| are)\s+(?:the|your|an?|my)\s+(?:\w+\s+){0,3}?(?:answer|version|text|response"
    r"|paragraph|revision)\b|i(?:'ve| have) (?:updated|revised|added|removed|made|rewritten)"
    r"|(?:updated|revised|new|edited) (?:answer|version|response|text)\s*:)",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"\b(?:let me know (?:if|whether)|(?:i )?hope (?:this|that) helps|is there anything else"
    r"|please let me know|feel free to ask)\b[^.!?]*[.!?]?\s*\Z",
    re.IGNORECASE,
)

PASSES = RevisionTurn(
    "What is a delta?",
    "A landform. Rivers make it.",
    "Join the two sentences.",
    "A delta is a landform that rivers make.",
)
FAILS = RevisionTurn(
    "What is a delta?",
    "A landform. Rivers make it.",
    "Join the two sentences.",
    "Sure! Here is the updated answer: A delta is a landform that rivers make.",
)


def fault(case: Case) -> str:
    """An opening or a closing that was there before is no fault of this revision."""
    new = case.new.replace("’", "'")
    if _OPENS.match(new) and not _OPENS.match(case.old.replace("’", "'")):
        return "The answer opens with words to the writer."
    if _CLOSES.search(new[-300:]) and not _CLOSES.search(case.old[-300:]):
        return "The answer closes with words to the writer."
    return ""
