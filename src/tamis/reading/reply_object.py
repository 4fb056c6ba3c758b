"""The JSON object of a model's reply, which is read without the model's thoughts."""

from __future__ import annotations

from collections.abc import Collection

from tamis.reading.spoken import without_thoughts
from tamis.text import json


def read_object(text: str, keys: Collection[str] = (), items: str = "") -> json.Read | None:
    """The object of a reply, as `json.read_object` finds it in what the model said."""
    return json.read_object(text, keys, items, without_thoughts)
