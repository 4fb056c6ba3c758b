"""What released sessions show: who asks for what, how well models follow, what they change (§4)."""

from tamis.benchmarks.kiwi.analysis.analysed_turns import (
    AnalysedTurn,
    Labels,
    analyse_turns,
    read_labels,
)
from tamis.benchmarks.kiwi.analysis.report import analyse

__all__ = ["AnalysedTurn", "Labels", "analyse", "analyse_turns", "read_labels"]
