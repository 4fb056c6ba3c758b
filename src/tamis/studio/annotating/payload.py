"""The payload of an item: what raters see, what is only stored, and imported labels."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tamis.studio.database.schema import Item, storable

EXTRA = "_extra"
"""The payload key of fields that the kind does not know: stored and exported, not shown."""
IMPORTED = "_labels"
"""The payload key of imported labels: a list of `by`, `label`, `comment`, and if known `done_at`
and `seconds`."""
RATERS = "_raters"
"""The payload key of the people whose imported labels take a rater's slot: a list of name keys."""


def payload_of(item: Item | Mapping[str, Any]) -> dict[str, Any]:
    """An item's payload as raters see it: without imported labels."""
    payload = item.payload if isinstance(item, Item) else item
    return {name: value for name, value in payload.items() if name not in (IMPORTED, RATERS)}


def cleaned(value: Any) -> Any:
    """A JSON value without characters that databases and pages cannot hold."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {storable(str(name)): cleaned(part) for name, part in value.items()}
    return [cleaned(part) for part in value] if isinstance(value, list | tuple) else value


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two payloads are of one item: raters see the same, and the stored fields are the same
    as far as a spreadsheet can hold them."""
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
    """The value with uniform line ends, as reading a file gives them."""
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(value, Mapping):
        return {_lines(name): _lines(part) for name, part in value.items()}
    return [_lines(part) for part in value] if isinstance(value, list | tuple) else value
