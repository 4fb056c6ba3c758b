"""Constraints that a user gives, in a file or as text."""

from __future__ import annotations

import json
import re

from tamis.types import InputError

_MARK = re.compile(r"(?<!\s)\s*+(?:[-*•–+]\s+(?:\[[ xX]?\]\s+)?|\(?\d{1,3}[.)]\s+)")


def read_constraints(text: str, name: str = "the constraints") -> tuple[str, ...]:
    """Constraints from a text: a JSON list of strings, or one on each line.

    Bullets and numbering are dropped, and so are blank lines, comments (`# …`) and repetitions.
    Raises InputError, with `name`, where none is left or the JSON cannot be read.
    """
    text = text.removeprefix("\ufeff")
    if re.match(r'\s*\[\s*(?:["\]{\[\d]|$)', text):
        lines = _json(text, name)
    else:
        lines = [
            _MARK.sub("", line, count=1)
            for line in text.splitlines()
            if not line.lstrip().startswith("#")
        ]
    folded = (" ".join(line.split()) for line in lines)
    if not (found := tuple(dict.fromkeys(line for line in folded if line))):
        raise InputError(f"{name}: no constraint is there; write one on each line.")
    return found


def _json(text: str, name: str) -> list[str]:
    try:
        items = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{name}, line {error.lineno}: the JSON list cannot be read ({error.msg}); give a "
            "list of strings, or one constraint on each line."
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name}: the JSON list cannot be read; it is no list of strings.") from (
            error
        )
    for nth, item in enumerate(items, 1):
        if not isinstance(item, str):
            raise InputError(f"{name}, item {nth}: expected a string, found {str(item)[:40]!r}.")
    return list(items)
