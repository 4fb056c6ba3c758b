"""What an item holds: what raters see, what is only kept, and what imports brought beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tamis.studio.database.schema import Item, storable

EXTRA = "_extra"
"""Where in a payload stands what the kind does not know: kept, shown to nobody, exported."""
IMPORTED = "_labels"
"""Where the labels lie that an import brought: a list of `by`, `label`, `comment`, and where they
are known `done_at` and `seconds`."""
RATERS = "_raters"
"""Where it stands whose imported labels take a rater's place: a list of keys of names."""


def payload_of(item: Item | Mapping[str, Any]) -> dict[str, Any]:
    """An item's payload as raters see it: without imported labels."""
    payload = item.payload if isinstance(item, Item) else item
    return {name: value for name, value in payload.items() if name not in (IMPORTED, RATERS)}


def cleaned(value: Any) -> Any:
    """A JSON value whose texts databases and pages can hold."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {storable(str(name)): cleaned(part) for name, part in value.items()}
    return [cleaned(part) for part in value] if isinstance(value, list | tuple) else value


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two payloads are of one item: raters see the same, and as far as a spreadsheet
    holds it, the same is kept."""
    return bool(_compared(one) == _compared(other))


def cell(value: Any) -> str:
    """A value as a spreadsheet holds it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(
        isinstance(part, str) and "\n" not in part for part in value
    ):
        return "\n".join(value)
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return storable(str(value))


def _compared(payload: Mapping[str, Any]) -> Any:
    shown = {name: value for name, value in payload_of(payload).items() if name != EXTRA}
    kept = {
        name.strip(): cell(value)
        for name, value in dict(payload.get(EXTRA) or {}).items()
        if name[:1] != "_" and cell(value)
    }
    return _lines([shown, kept])


def _lines(value: Any) -> Any:
    """The value with one end of lines: reading a file makes all alike."""
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(value, Mapping):
        return {_lines(name): _lines(part) for name, part in value.items()}
    return [_lines(part) for part in value] if isinstance(value, list | tuple) else value
