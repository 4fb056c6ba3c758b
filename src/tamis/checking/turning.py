"""The words of a constraint, and which of them a reading has used.

A word that can turn a meaning (a negation, "each", "only", a bound, a condition) belongs to what
was read of it, or the constraint is not understood.
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


class Words:
    """A constraint, and the places of the words that its reading has used."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._used = [False] * len(text)

    def use(self, start: int, end: int) -> None:
        """Take a part of the text as understood."""
        self._used[start:end] = [True] * (end - start)

    def take(self, pattern: re.Pattern[str], start: int = 0, end: int | None = None) -> bool:
        """Use every place of a pattern, and say whether there is one."""
        found = list(pattern.finditer(self.text, start, len(self.text) if end is None else end))
        for one in found:
            self.use(*one.span())
        return bool(found)

    def rest(self) -> str:
        """The text with blanks where it is used."""
        return "".join(
            " " if used else sign for sign, used in zip(self.text, self._used, strict=True)
        )

    def turning(self) -> list[str]:
        """The words that can turn the meaning and were not used."""
        return _TURNS.findall(self.rest())


def turning_beside(text: str, start: int, end: int) -> list[str]:
    """The words outside of a part of a text that can turn the meaning of that part."""
    words = Words(text)
    words.use(start, end)
    return words.turning()


def turning(text: str) -> list[str]:
    """The words of a text that can turn a meaning."""
    return Words(text).turning()
