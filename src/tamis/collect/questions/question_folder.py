"""The folder with the files of all steps, and the summary of how each was made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tamis.inputs.json_records import read_json, write_json
from tamis.types import InputError


class Folder:
    """The paths of the files, by the command that writes them.

    `find` writes `paragraphs`, `dropped` and `papers`, `propose` writes `proposed`, `check` writes
    `review` and `sheet`, and `accept` writes `accepted`. `replies` has the replies of the models,
    stored as they arrive; `summary` records how every file was made.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.paragraphs = root / "paragraphs.jsonl"
        self.dropped = root / "dropped.jsonl"
        self.papers = root / "papers.jsonl"
        self.proposed = root / "proposed.jsonl"
        self.review = root / "review.jsonl"
        self.sheet = root / "review.csv"
        self.accepted = root / "accepted.jsonl"
        self.replies = root / "replies.jsonl"
        self.summary = root / "summary.json"

    def require(self, path: Path, command: str) -> Path:
        """A file of an earlier step; InputError with the command to run where it is missing."""
        if not path.exists():
            raise InputError(f"{path} does not exist; run `tamis questions {command}` first.")
        return path

    def record(self, step: str, values: Mapping[str, Any]) -> None:
        """Store the summary of a step, next to those of the other steps."""
        earlier = read_json(self.summary, "delete it") if self.summary.exists() else {}
        if not isinstance(earlier, dict):
            raise InputError(f"{self.summary} is not a JSON object; delete it.")
        whole = {**earlier, step: dict(values)}
        write_json(self.summary, whole)
