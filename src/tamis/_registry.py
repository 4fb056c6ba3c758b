"""What Inspect AI finds through the entry point `tamis`: tasks, their solver and scorers.

They are registered by name as they are made. A benchmark is imported when its task is asked for.
"""

from tamis.benchmarks import BENCHMARKS
from tamis.benchmarks.inspecting import answered, scorer_of, task_named
from tamis.checking.scorers import constraints

TASKS = [task_named(name) for name in BENCHMARKS]
SCORERS = [scorer_of(name) for name in BENCHMARKS]

__all__ = ["SCORERS", "TASKS", "answered", "constraints"]
