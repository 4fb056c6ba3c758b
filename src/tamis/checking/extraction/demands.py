"""Demands of a request other than its quantities."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tamis.checking.extraction.clauses import Clause

_CUES = re.compile(
    r"[\d½¼¾]|\b(?:no|not|none|without|avoid|exclude|excluding|except|never|only"
    r"|don['’]t|do not|allerg\w+"
    r"|intoleran\w+|must|should|shouldn't|prefer\w*|make sure|ensure|include|including|need|want"
    r"|at least|at most|more than|less than|fewer than|maximum|minimum|as (?:many|few|little|much)"
    r"|twice|half|double|equal|balanced|varied|different|love|like|focus\w*|tailored"
    r"|feature|avoiding|budget|cheap|easy|quick|high in|low in|rich in|friendly|suitable)\b",
    re.I,
)
DIETS = re.compile(
    r"\b(?:vegan|vegetarian|pesc[ae]tarian|keto\w*|paleo|halal|kosher|mediterranean|plant-based"
    r"|(?:gluten|dairy|nut|lactose|sugar)-free|low-carb|low-fat|high-protein|high-fib(?:er|re))"
    r"(?: (?:meals?|plan|menu|diet|options?|food|dishes|recipes)\b){0,2}",
    re.I,
)
# "I'd like a plan" asks for the plan itself, and "please" for nothing.
_OPENING = re.compile(
    r"^(?:(?:please|hi|hey|hello|ai|there)\b[ ,!]*){0,9}"
    r"(?:(?:can|could|would) you(?: please)?|help me"
    r"|i(?:'d| would|’d)? (?:like|love|need|want)|i(?:'m|’m| am) looking for|please|design|create"
    r"|make|give|build|write|put together|come up with)\b"
    r"(?!.*\b(?:no|not|without|only|avoid|never)\b)[^,]*\b(?:plan|schedule|routine|workout"
    r"|program\w*|menu|timetable|one)\b[^,]{0,20}$",
    re.I,
)
_PARTS = re.compile(r",(?!\d)|[;()]|\s[–—]\s")


def demands(text: str) -> bool:
    """Whether a text demands something that a response may lack."""
    near = text[:2000]
    if _OPENING.search(near) and not DIETS.search(near):
        return False
    return bool(_CUES.search(text) or DIETS.search(text))


def left_over(sentence: str, clauses: Sequence[Clause]) -> list[str]:
    """The parts of a sentence that have no quantity but still demand something.

    Of a part with a quantity, only a diet that it names is left over.
    """
    found: list[str] = []
    starts = [clause.quantity.start for clause in clauses]
    ends = [*(cut.start() for cut in _PARTS.finditer(sentence)), len(sentence)]
    start = nth = 0
    for end in ends:
        if end < start:
            continue
        part = sentence[start:end].strip()
        held = nth
        while held < len(starts) and starts[held] < end:
            held += 1
        if held > nth:
            found += [diet[0] for diet in DIETS.finditer(part)]
        elif demands(part):
            found.append(part)
        start, nth = end + 1, held
    return found
