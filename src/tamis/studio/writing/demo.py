"""The demonstration's papers and questions: those of KIWI's mini data, which come with Tamis."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from tamis.inputs.json_records import shipped_rows
from tamis.retrieve.papers import Paper


@dataclass(frozen=True)
class Topic:
    """A question with the papers that answer it."""

    question: str
    papers: tuple[Paper, ...]


@cache
def topics() -> tuple[Topic, ...]:
    """The questions of the mini data, each with its papers, in its order."""
    papers = {
        row["title"]: Paper(
            row["id"],
            row["title"],
            tuple(row["paragraphs"]),
            row["year"],
            tuple(row["authors"]),
            "the demonstration's papers",
        )
        for row in _rows("papers.jsonl")
    }
    asked = {row["original_question"]: row["papers"] for row in _rows("interactions.jsonl")}
    return tuple(Topic(q, tuple(papers[title] for title in titles)) for q, titles in asked.items())


def _rows(name: str) -> list[dict[str, Any]]:
    return shipped_rows("tamis.benchmarks.kiwi", "mini", name)
