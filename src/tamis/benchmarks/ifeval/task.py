"""IFEval as an Inspect task.

inspect eval tamis/ifeval --model openai/gpt-4o
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task

from tamis.benchmarks.ifeval.options import Options
from tamis.benchmarks.inspecting import described_task, with_parameters


@task
@with_parameters(Options)
def ifeval(**values: Any) -> Task:
    """Following instructions; `tamis list` has the parameters."""
    return described_task("ifeval", values)
