"""Whether a text declines to answer, decided conservatively from its wording.

FanOutQA §4.2 counts refusals by hand. Here a text is a refusal if its first sentence says that it
cannot answer and no attempt follows, such as a list, or "however" with what is known after all.
"""

from __future__ import annotations

import re

_HEAD = 600

_CANNOT = (
    r"(?:can(?:no|['’])t|can not|could(?: not|n['’]t)|won['’]t|will not"
    r"|(?:am|was|['’]m) (?:not able|unable) to)"
)
_TELL = (
    r"(?:provide|answer|access|give|find|determine|fulfil+|help|assist|browse|retrieve|verify|"
    r"look up|search|identify|offer|comply|tell|confirm|do that)"
)
_MISSING = (
    r"(?:not|n['’]t) (?:currently |directly |explicitly |specifically |readily |publicly )?"
    r"(?:provided|available|included|given|specified|mentioned|stated|found|listed|contained|"
    r"accessible|present)"
)
_LACKS = (
    r"(?:do(?:es)? not|do(?:es)?n['’]t) "
    r"(?:explicitly |specifically |directly |appear to |seem to )?"
    r"(?:include|contain|provide|mention|specify|have|give|list|state|offer)"
)

# "I" at the beginning of a clause, not within quotes.
_I = r"(?:^|[,;:] |\b(?:but|so|that|and|as|unfortunately|sorry|afraid) )I\b"

_REFUSALS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_I}(?: \w+ly)? ?{_CANNOT} (?:\w+ly )?{_TELL}\b",
        rf"{_I}(?: \w+ly)? (?:do not|don['’]t) (?:\w+ly )?(?:have|possess) (?:\w+ )?"
        r"(?:access|real[- ]time|up[- ]to[- ]date|current|enough|sufficient|any|the|that|"
        r"specific|information|data|knowledge)\b",
        rf"{_I} (?:do not|don['’]t) know\b",
        r"\bas an? (?:AI|(?:large )?language model)\b.*\b(?:not|unable|n['’]t)\b",
        r"\bunable to (?:answer|provide|determine|find)\b",
        r"^\W*(?:the )?(?:requested )?(?:information|data)\b(?! on\b.{0,40} is that).*"
        rf"\b(?:(?:is|are|was|were|has been|could be) {_MISSING}|"
        r"(?:is |are )?unavailable|cannot be (?:provided|found|determined))\b",
        r"\b(?:provided|given|this|supplied|available) "
        r"(?:texts?|contexts?|documents?|pages?|articles?|passages?|sources?|information|excerpts?)"
        rf" {_LACKS}\b",
        r"\bthere is no (?:direct |available |specific )?(?:answer|information|data)\b",
    )
)

_ITEM = re.compile(r"^[^\S\n]*+(?:[-*•|]|\d{1,3}[.)])\s*\S", re.MULTILINE)
_ATTEMPT = re.compile(
    r"\b(?:however|nevertheless|nonetheless|that said|but here|here (?:is|are)|based on|"
    r"according to|as of my|to my knowledge|some of the|I can (?:provide|tell|give|offer))\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?![a-z])|\n")


def refused(generation: str) -> bool:
    """Whether `generation` declines to answer; False for an empty text, which is no refusal."""
    text = generation.strip()
    first, *rest = _SENTENCE.split(text[:_HEAD], maxsplit=1)
    if rest and len(first) < 30 and not any(one.search(first) for one in _REFUSALS):
        # "I'm sorry." or "Unfortunately:" alone decides nothing.
        first, *rest = _SENTENCE.split(rest[0], maxsplit=1)
    if not any(one.search(first) for one in _REFUSALS):
        return False
    after = text[text.find(first) + len(first) :]
    return len(_ITEM.findall(after)) < 2 and not _ATTEMPT.search(after)
