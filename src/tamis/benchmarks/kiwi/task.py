"""KIWI as an Inspect task.

inspect eval tamis/kiwi -T shots=10 --model openai/gpt-4o
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task

from tamis.benchmarks.inspecting import described_task, with_parameters
from tamis.benchmarks.kiwi.options import Options


@task
@with_parameters(Options)
def kiwi(**values: Any) -> Task:
    """Judging revisions; `tamis list` has the parameters."""
    return described_task("kiwi", values)
