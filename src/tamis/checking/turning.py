"""The words of a constraint that can turn its meaning.

Such a word (a negation, "each", "only", a bound, a condition) belongs to what was read of the
constraint, or the constraint is not understood.
"""

from __future__ import annotations

import re

_TURNING = r"""
no not never none nothing nobody neither nor without cannot \w+n['’]t hardly barely rarely seldom
avoid\w* skip\w* omit\w* exclu\w* refrain\w* forb[ia]d\w* prohibit\w* bann?ed cancel\w* lack\w*
instead rather beyond past too enough
except\w* besides apart unless if when whenever but otherwise only just solely alone
each every per any all both either everything anything some most half or other another same
average\w* daily weekly monthly nightly hourly first second third next
over under above below more less fewer least than max(?:im\w+)? min(?:im\w+)? exceed\w* limit\w*
capped within between before after until till by early earlier late later earliest latest longer
shorter greater higher lower heavier lighter about around approx\w* roughly circa nearly almost
"""
_TURNS = re.compile(
    rf"\b(?:{'|'.join(_TURNING.split())})\b|\boutside (?:of|the|work)\b|\bfree (?:of|from)\b"
    # "Must last" is a verb.
    r"|\bnon(?=-)|(?:^|\b(?:the|my|only|very) )last\b|[<>≤≥⩾⩽~±≠!]",
    re.I,
)


def turning(text: str) -> list[str]:
    """The words of a text that can turn a meaning."""
    return _TURNS.findall(text)


def turning_beside(text: str, start: int, end: int) -> list[str]:
    """The words outside of a part of a text that can turn the meaning of that part."""
    return turning(text[:start] + " " * (end - start) + text[end:])
