"""Sentences with alternatives: "I [can|could] [say|tell]" is each of these words once."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SLOT = re.compile(r"\[([^\[\]]*)\]")


def each(*templates: str) -> list[str]:
    """Every alternative of every slot, with the first one of the other slots."""
    return [one for template in templates for one in dict.fromkeys(_each(template))]


def _each(template: str) -> Iterable[str]:
    slots = [found[1].split("|") for found in _SLOT.finditer(template)]
    for at, slot in enumerate(slots or [[""]]):
        for word in slot:
            filled = template
            for n, one in enumerate(slots):
                filled = _SLOT.sub(lambda _, new=word if n == at else one[0]: new, filled, count=1)
            yield filled
