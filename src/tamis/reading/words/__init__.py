"""The closed sets of words and signs that the reader knows, each a data file with its sources."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def words(name: str) -> dict[str, Any]:
    """The content of one file: chat_tokens, denials, nothing, refusals."""
    found: dict[str, Any] = json.loads(
        (files(__name__) / f"{name}.json").read_text(encoding="utf-8")
    )
    return found
