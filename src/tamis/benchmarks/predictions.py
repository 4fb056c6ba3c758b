"""Answers of another system: a JSON Lines file with an id and a text on each line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import AliasChoices, Field

from tamis.bad_input import twice
from tamis.inputs.files import is_there
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.rows import Key, as_row, wrong_value
from tamis.types import InputError


@dataclass(frozen=True)
class _Prediction:
    id: Annotated[Key, Field(validation_alias=AliasChoices("id", "qid"))]
    text: Annotated[str | None, Field(validation_alias=AliasChoices("text", "answer"))] = None
    model_outputs: Any = None


def read_predictions(path: Path) -> dict[str, str]:
    """The texts by id: `{"id": "one-0001", "text": "Output: …"}` on each line.

    `answer` is taken for `text` where that is absent (FanOutQA's form), and LOFT's own
    `{"qid": "11425373", "model_outputs": [["A Case of Need"]]}` is read as a final list.
    InputError names a line that is broken, repeats an id or a key, or has another form.
    """
    if is_there(path) and not path.is_dir() and not path.is_file():
        raise InputError(f"{path} is no regular file; save the answers, as they are read twice.")
    texts: dict[str, str] = {}
    for number, record in read_json_lines(path, unique=True):
        where = f"{path}, line {number}"
        row = as_row(_Prediction, record, where)
        text = row.text
        if text is None:
            text = _final_list(row.model_outputs, where, row.id)
        if row.id in texts:
            raise twice("id", row.id, where)
        texts[row.id] = text
    if not texts:
        raise InputError(f"{path} holds no predictions; give an id and a text on each line.")
    return texts


def _final_list(turns: Any, where: str, id: str) -> str:
    """LOFT's answers (a list for the one turn of a conversation) as a reply with a final list."""
    match turns:
        case [[*answers]] if all(isinstance(answer, (str, int)) for answer in answers):
            return f"Final Answer: {json.dumps([str(a) for a in answers], ensure_ascii=False)}"
        case None:
            raise InputError(f"{where} has no `text`; give the answer to {id!r:.60}.")
    raise wrong_value(turns, "model_outputs", "a list with one list of answers", where)


def check_ids(texts: dict[str, str], known: set[str], path: Path) -> None:
    """InputError for a text with an unknown id."""
    if unknown := [key for key in texts if key not in known]:
        raise InputError(
            f"{path}: {len(unknown)} of {len(texts)} ids are not in this data, the first is "
            f"{unknown[0]!r:.60}; `tamis prompts` writes the ids with their prompts."
        )
