"""What Inspect AI finds through the entry point `tamis`."""

from tamis.benchmarks.acs.task import acs
from tamis.benchmarks.fanoutqa.task import fanoutqa
from tamis.benchmarks.kitab.task import kitab
from tamis.benchmarks.kiwi.task import kiwi
from tamis.benchmarks.quest.task import quest
from tamis.checking.scorers import constraints

__all__ = ["acs", "constraints", "fanoutqa", "kitab", "kiwi", "quest"]
