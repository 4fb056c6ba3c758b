"""FanOutQA as an Inspect task.

inspect eval tamis/fanoutqa -T setting=open_book --model openai/gpt-4o
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task

from tamis.benchmarks.fanoutqa.options import Options
from tamis.benchmarks.inspecting import described_task, with_parameters


@task
@with_parameters(Options)
def fanoutqa(**values: Any) -> Task:
    """Fan-out questions; `tamis list` has the parameters."""
    return described_task("fanoutqa", values)
