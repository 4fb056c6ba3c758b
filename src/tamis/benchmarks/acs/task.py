"""ACS as an Inspect task.

inspect eval tamis/acs -T shots=2 --model openai/gpt-4o
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task

from tamis.benchmarks.acs.options import Options
from tamis.benchmarks.inspecting import described_task, with_parameters


@task
@with_parameters(Options)
def acs(**values: Any) -> Task:
    """Judging arithmetic constraints; `tamis list` has the parameters."""
    return described_task("acs", values)
