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
            filled = [word if n == at else one[0] for n, one in enumerate(slots)]
            yield _SLOT.sub(lambda _, left=iter(filled): next(left), template)
