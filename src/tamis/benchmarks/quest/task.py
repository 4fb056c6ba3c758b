"""QUEST and QUEST-LOFT as an Inspect task.

inspect eval tamis/quest -T method="RAG Justified QA" --model openai/gpt-4o
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task

from tamis.benchmarks.inspecting import described_task, with_parameters
from tamis.benchmarks.quest.options import Options


@task
@with_parameters(Options)
def quest(**values: Any) -> Task:
    """Set questions over a corpus; `tamis list` has the parameters."""
    return described_task("quest", values)
