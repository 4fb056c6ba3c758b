"""A whole benchmark, as small as they come: the primes of a range, listed by a model.

Numbers are read by a pattern here. Lists of names, verdicts and free text are read by the one
reader of replies (`tamis.benchmarks.reading.read_reply`), as in `kitab/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, Literal

from tamis.benchmarks.benchmark import Answerer, Benchmark, Marker, Marks, Output
from tamis.benchmarks.options import BenchmarkOptions, Several, option
from tamis.benchmarks.order import handed_out
from tamis.measures.measure import Measure
from tamis.types import Reply


class Options(BenchmarkOptions):
    """How the question is put, and how many ranges there are."""

    benchmark = "toy"
    about = "primes of a range"

    wording: Several[Literal["plain", "polite"]] = option("plain", "how the question is put")
    ranges: int = option(6, "how many ranges are asked about", ge=1, le=90)
    baseline: Literal["odd", "nothing"] | None = option(None, "answer without a model")


@dataclass(frozen=True)
class Numbers:
    """The data: there is nothing to load."""

    name: str = "mini"
    version: str = "1"
    revision: str = ""
    licence: str = "none needed"


@dataclass(frozen=True)
class Range:
    """The numbers from `start` to `start` + 9."""

    start: int
    wording: str

    @property
    def id(self) -> str:
        """The first number."""
        return f"from-{self.start}"

    @property
    def primes(self) -> frozenset[int]:
        """The gold, by trial division."""
        numbers = range(self.start, self.start + 10)
        return frozenset(n for n in numbers if n > 1 and all(n % d for d in range(2, n)))

    @property
    def input(self) -> str:
        """What a model is asked."""
        please = "Please list" if self.wording == "polite" else "List"
        return f"{please} the primes from {self.start} to {self.start + 9}, with commas."

    @property
    def target(self) -> str:
        """The primes in order."""
        return ", ".join(map(str, sorted(self.primes)))

    @property
    def metadata(self) -> Mapping[str, Any]:
        """Ranges below a hundred and above."""
        return {"hundred": self.start // 100}


RECALL = Measure("recall", "Recall", "the share of the primes that are listed")
PRECISION = Measure(
    "precision", "Precision", "the share of a list that are primes", over="the lists read"
)


class Toy(Benchmark[Options, Numbers, Range]):
    """Which numbers of a range are primes?"""

    options = Options
    declared = (RECALL, PRECISION)
    title = "Toy"
    cluster = "hundred"
    published_data = ""

    def load(self, options: Options) -> tuple[Numbers, Sequence[Range]]:
        """Ranges of ten numbers."""
        found = [Range(n * 10, options.wording) for n in range(options.ranges)]
        return Numbers(), handed_out(found, options, lambda one: (one.start // 50, one.start))

    def answerer(self, options: Options) -> Answerer[Range] | None:
        """The odd numbers, or none; else the model is asked."""
        if options.baseline is None:
            return None

        async def answer(one: Range) -> Output:
            odd = [n for n in range(one.start, one.start + 10) if n % 2]
            text = ", ".join(map(str, odd)) if options.baseline == "odd" else "none"
            return Output(Reply(text), f"baseline/{options.baseline}")

        return answer

    def marker(self, options: Options) -> Marker[Range]:
        """Precision and recall of the numbers in a reply."""

        async def mark(one: Range, output: Output) -> Marks:
            text = output.reply.text
            said = {int(number) for number in re.findall(r"\d+", text)}
            if not said and "none" not in text:
                return Marks({"precision": nan, "recall": nan}, "", outcome="unparsed")
            right = len(said & one.primes)
            values = {
                "precision": right / len(said) if said else nan,
                "recall": right / len(one.primes) if one.primes else nan,
            }
            return Marks(values, ", ".join(map(str, sorted(said))))

        return mark
