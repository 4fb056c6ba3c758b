"""The folder in which the steps keep their files, and what they say of themselves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tamis.collect.constraints.sheets import read_plain
from tamis.inputs.files import write_text
from tamis.types import InputError


class Folder:
    """`paragraphs`, `dropped` and `papers` come of finding, `proposed` of proposing, `review` and
    `sheet` of checking, `accepted` of a person's review; `replies` are the models', kept as they
    come, and `summary` says how every file was made.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self.paragraphs = place / "paragraphs.jsonl"
        self.dropped = place / "dropped.jsonl"
        self.papers = place / "papers.jsonl"
        self.proposed = place / "proposed.jsonl"
        self.review = place / "review.jsonl"
        self.sheet = place / "review.csv"
        self.accepted = place / "accepted.jsonl"
        self.replies = place / "replies.jsonl"
        self.summary = place / "summary.json"

    def needed(self, path: Path, command: str) -> Path:
        """A file of an earlier step; InputError where it is not there."""
        if not path.exists():
            raise InputError(f"{path} is not there; run `tamis questions {command}` first.")
        return path

    def say(self, step: str, values: Mapping[str, Any]) -> None:
        """Keep what a step says of itself, beside what the others have earlier."""
        earlier: dict[str, Any] = {}
        if self.summary.exists():
            try:
                earlier = json.loads(read_plain(self.summary))
            except (ValueError, RecursionError) as error:
                raise InputError(f"{self.summary} is not JSON ({error}); remove it.") from error
        if not isinstance(earlier, dict):
            raise InputError(f"{self.summary} is no JSON object; remove it.")
        whole = {**earlier, step: dict(values)}
        write_text(self.summary, json.dumps(whole, ensure_ascii=False, indent=1) + "\n")
