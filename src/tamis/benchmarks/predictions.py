"""Answers of another system: a JSON Lines file with an id and a text on each line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tamis.types import InputError


def read_predictions(path: Path) -> dict[str, str]:
    """The texts by id: `{"id": "one-0001", "text": "Output: …"}` on each line.

    `answer` is taken for `text` where that is absent (FanOutQA's form), and LOFT's own
    `{"qid": "11425373", "model_outputs": [["A Case of Need"]]}` is read as a final list.
    InputError names a line that is broken, repeats an id or has another form.
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
                key = str(record["id"] if "id" in record else record["qid"])
                text = record.get("text", record.get("answer"))
                if text is None and "model_outputs" in record:
                    text = _final_list(record["model_outputs"])
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


def _final_list(turns: Any) -> str:
    """LOFT's answers (a list for each turn of a conversation) as a reply with a final list."""
    match turns:
        case [[*answers]] if all(isinstance(answer, (str, int)) for answer in answers):
            return f"Final Answer: {json.dumps([str(a) for a in answers], ensure_ascii=False)}"
    raise ValueError("model_outputs holds one list of answers, for the one turn")


def check_ids(texts: dict[str, str], known: set[str], path: Path) -> int:
    """How many of the `known` ids have no text; InputError for a text with an unknown id."""
    if unknown := [key for key in texts if key not in known]:
        raise InputError(
            f"{path}: {len(unknown)} of {len(texts)} ids are not in this data, the first is "
            f"{unknown[0]!r}; `tamis prompts` writes the ids with their prompts."
        )
    return len(known - texts.keys())
