"""What Inspect AI finds through the entry point `tamis`."""

from tamis.benchmarks.kitab.task import kitab
from tamis.benchmarks.quest.task import quest

__all__ = ["kitab", "quest"]
