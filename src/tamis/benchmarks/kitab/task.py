"""KITAB as an Inspect task.

inspect eval tamis/kitab -T condition=with_context --model openai/gpt-4o
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task

from tamis.benchmarks.inspecting import described_task, with_parameters
from tamis.benchmarks.kitab.options import Options


@task
@with_parameters(Options)
def kitab(**values: Any) -> Task:
    """Lists of books under constraints; `tamis list` has the parameters."""
    return described_task("kitab", values)
