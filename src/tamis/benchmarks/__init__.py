"""One package (a wing) for each benchmark, with the whole experiment of its paper.

`benchmark.py` has the base class of benchmarks, `options.py` that of their parameters. Parameters
are checked without importing Inspect, so that a misspelt one is reported at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tamis.bad_input import unknown
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.benchmarks.benchmark import AnyBenchmark
    from tamis.benchmarks.options import BenchmarkOptions


@dataclass(frozen=True)
class Wing:
    """Where a benchmark's parameters and its class are, as `module:name`."""

    options: str
    benchmark: str


def _wing(name: str, title: str) -> Wing:
    package = f"tamis.benchmarks.{name}"
    return Wing(f"{package}.options:Options", f"{package}.benchmark:{title}")


BENCHMARKS = {
    "kitab": _wing("kitab", "Kitab"),
    "quest": _wing("quest", "Quest"),
    "acs": _wing("acs", "Acs"),
    "fanoutqa": _wing("fanoutqa", "FanOutQA"),
    "kiwi": _wing("kiwi", "Kiwi"),
}
"""All benchmarks by name."""

GONE = {
    "ifeval": "`inspect eval inspect_evals/ifeval`, of the package inspect_evals, runs IFEval",
    "ifbench": "its authors' repository, github.com/allenai/IFBench, runs IFBench",
}
"""Benchmarks that Tamis had, and what to use instead."""


def options_of(name: str) -> type[BenchmarkOptions]:
    """The parameters of a benchmark; InputError for an unknown name."""
    found: type[BenchmarkOptions] = _found(_known(name).options)
    return found


@cache
def load_benchmark(name: str) -> AnyBenchmark:
    """The benchmark of that name; InputError for an unknown name."""
    made: AnyBenchmark = _found(_known(name).benchmark)()
    return made


def _known(name: str) -> Wing:
    if name in GONE:
        raise InputError(
            f"Tamis no longer has the benchmark {name}, nor reads its logs; {GONE[name]}."
        )
    if name not in BENCHMARKS:
        raise unknown("benchmark", name, BENCHMARKS)
    return BENCHMARKS[name]


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
