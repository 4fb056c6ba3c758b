"""The demonstration's papers and questions: those of KIWI's mini data, which come with Tamis."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tamis.retrieve.papers import Paper


@dataclass(frozen=True)
class Topic:
    """A question with the papers that answer it."""

    question: str
    papers: tuple[Paper, ...]


@cache
def topics() -> tuple[Topic, ...]:
    """The questions of the mini data, each with its papers, in its order."""
    folder = files("tamis.benchmarks.kiwi") / "mini"
    rows = _rows((folder / "papers.jsonl").read_text("utf-8"))
    papers = {
        row["title"]: Paper(
            row["id"],
            row["title"],
            tuple(row["paragraphs"]),
            row["year"],
            tuple(row["authors"]),
            "the demonstration's papers",
        )
        for row in rows
    }
    sessions = _rows((folder / "interactions.jsonl").read_text("utf-8"))
    asked = {row["original_question"]: row["papers"] for row in sessions}
    return tuple(Topic(q, tuple(papers[title] for title in titles)) for q, titles in asked.items())


def _rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.split("\n") if line.strip()]
