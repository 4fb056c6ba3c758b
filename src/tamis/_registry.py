"""What Inspect AI finds through the entry point `tamis`: tasks, their solver and scorers."""

from tamis.benchmarks import BENCHMARKS
from tamis.benchmarks.acs.task import acs
from tamis.benchmarks.fanoutqa.task import fanoutqa
from tamis.benchmarks.inspecting import answered, scorer_of
from tamis.benchmarks.kitab.task import kitab
from tamis.benchmarks.kiwi.task import kiwi
from tamis.benchmarks.quest.task import quest
from tamis.checking.scorers import constraints

SCORERS = [scorer_of(name) for name in BENCHMARKS]
"""A scorer is registered under the name of its benchmark as it is made."""

__all__ = ["SCORERS", "acs", "answered", "constraints", "fanoutqa", "kitab", "kiwi", "quest"]
