"""What released sessions show: who asks for what, how well models follow, what they change (§4)."""

from tamis.benchmarks.kiwi.analysis.described import Described, Labels, describe, read_labels
from tamis.benchmarks.kiwi.analysis.report import analyse

__all__ = ["Described", "Labels", "analyse", "describe", "read_labels"]
