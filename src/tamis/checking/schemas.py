"""The JSON Schemas of what `tamis check` reads and writes."""

from __future__ import annotations

import json
from typing import Any

from tamis.inputs.files import shipped_text


def output() -> dict[str, Any]:
    """The schema of the output of `--json`, of one response or of one line of many."""
    text = shipped_text("tamis.checking", "checked.schema.json")
    schema: dict[str, Any] = json.loads(text)
    return schema


def constraints() -> dict[str, Any]:
    """The schema of a file of constraints: a list of sentences and types, or an object with one."""
    from tamis.checking.constraint_types.schema import schema

    given = schema()
    items = {"anyOf": [{"type": "string", "minLength": 1}, *given["items"]["anyOf"]]}
    listed = {"type": "array", "items": items, "minItems": 1}
    named = {"type": "object", "required": ["constraints"], "properties": {"constraints": listed}}
    return {
        "$schema": given["$schema"],
        "title": "Constraints of tamis check",
        "anyOf": [listed, named],
        "$defs": given["$defs"],
    }
