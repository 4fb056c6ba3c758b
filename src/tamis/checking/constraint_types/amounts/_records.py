"""How many records of a thing data hold: JSON, XML, rows of separated values."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from tamis.checking.constraint_types.text import Text
from tamis.checking.program.activities import stems

_TAG = re.compile(r"<(?P<name>[A-Za-z][\w.-]{0,60})(?=[\s/>])")
_SEPARATORS = (";", "\t", "|", ",")
_FENCE = re.compile(r"\s*(?:```|~~~)[^\n]*\n(?P<inside>.*?)\n?(?:```|~~~)\s*", re.DOTALL)


def records(text: Text, wanted: Collection[str]) -> dict[str, int]:
    """How many records there are of a thing whose stems are wanted, by where they are.

    Empty where the response, or the one block of code that it is, is no data.
    """
    fences = text.text.count("```") + text.text.count("~~~")
    fenced = _FENCE.fullmatch(text.text) if fences == 2 else None
    said = (fenced["inside"] if fenced else text.text).strip()
    if said[:1] in ("{", "["):
        return _of_json(said, frozenset(wanted))
    if said[:1] == "<":
        names = [found["name"] for found in _TAG.finditer(said)]
        many = sum(bool(stems(name.replace("_", " ").replace("-", " ")) & set(wanted))
                   and not _is_plural(name, names, wanted) for name in names)  # fmt: skip
        return {"elements": many} if many else {}
    return _of_rows(said)


def _is_plural(name: str, names: Collection[str], wanted: Collection[str]) -> bool:
    """Whether a tag holds all of them: `<books>` around `<book>`."""
    return name.endswith("s") and name[:-1] in names


def _of_json(said: str, wanted: frozenset[str]) -> dict[str, int]:
    try:
        value = json.loads(said)
    except (ValueError, RecursionError):
        return {}
    for key, many in _lists(value):
        if stems(key) & wanted:
            return {f"values of {key!r}": many}
    if isinstance(value, list):
        return {"values": len(value)}
    alone = [len(one) for one in value.values() if isinstance(one, list)]
    return {"values": alone[0]} if len(alone) == 1 and len(value) == 1 else {}


def _lists(value: Any, depth: int = 0) -> Iterator[tuple[str, int]]:
    """The lists of an object by their keys, the outer ones first."""
    if depth > 5:
        return
    below = list(value.items()) if isinstance(value, dict) else []
    for key, one in below:
        if isinstance(one, list | dict):
            yield str(key).replace("_", " "), len(one)
    inner = value if isinstance(value, list) else [one for _, one in below]
    for one in inner[:200]:
        if isinstance(one, list | dict):
            yield from _lists(one, depth + 1)


def _of_rows(said: str) -> dict[str, int]:
    lines = [line for line in said.split("\n") if line.strip()]
    for separator in _SEPARATORS:
        counts = {line.count(separator) for line in lines}
        least = 2 if separator in ",|" else 1
        if len(lines) > 2 and len(counts) == 1 and min(counts) >= least and "|-" not in said:
            first, body = lines[0], "".join(lines[1:])
            if any(sign.isdigit() for sign in first) or ". " in first:
                return {"rows": len(lines)}
            if any(sign.isdigit() for sign in body):
                return {"rows below the header": len(lines) - 1}
            return {"rows": len(lines), "rows below the first": len(lines) - 1}
    return {}
