"""What Inspect AI finds through the entry point `tamis`."""

from tamis.benchmarks.kitab.task import kitab

__all__ = ["kitab"]
