"""Answers made elsewhere: a JSON Lines file with an id and a text on each line."""

from __future__ import annotations

import json
from pathlib import Path

from tamis.types import InputError


def read_predictions(path: Path) -> dict[str, str]:
    """The texts by id: `{"id": "one-0001", "text": "Output: …"}` on each line.

    `answer` is taken for `text` where that is absent (FanOutQA's form). InputError names the
    line that is broken, doubled or of another shape.
    """
    if not path.is_file():
        raise InputError(f"there is no prediction file {path}.")
    texts: dict[str, str] = {}
    with path.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
                key, text = str(record["id"]), record.get("text", record.get("answer"))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise InputError(
                    f"{path}, line {number}: expected a record with `id` and `text`, "
                    f"found {line.strip()[:40]!r}."
                ) from error
            if not isinstance(text, str):
                raise InputError(f"{path}, line {number}: the text of {key} is not a string.")
            if key in texts:
                raise InputError(f"{path}, line {number}: the id {key} is there twice; keep one.")
            texts[key] = text
    if not texts:
        raise InputError(f"{path} holds no predictions.")
    return texts


def check_ids(texts: dict[str, str], known: set[str], path: Path) -> int:
    """How many of the `known` ids have no text; InputError for a text with an unknown id."""
    if unknown := [key for key in texts if key not in known]:
        raise InputError(
            f"{path}: {len(unknown)} of {len(texts)} ids are not in this data, the first is "
            f"{unknown[0]!r}; `tamis prompts` writes the ids with their prompts."
        )
    return len(known - texts.keys())
