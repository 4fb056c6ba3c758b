"""Write the tables of parameters and of measures into the page of each benchmark.

python tools/parameters.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tamis.benchmarks import BENCHMARKS, load_benchmark, options_of
from tamis.measures.measure import ASKED

WINGS = Path(__file__).parents[1] / "src/tamis/benchmarks"
ARROWS = {"up": "↑", "down": "↓", None: ""}


def page(name: str) -> Path:
    """The page of a benchmark."""
    return WINGS / name / "README.md"


def with_tables(name: str) -> str:
    """The page with the tables as they should be, each under its heading."""
    text = page(name).read_text("utf-8")
    for heading, rows in (("Parameters", parameters(name)), ("Measures", measures(name))):
        table = "".join(f"| {' | '.join(cells)} |\n" for cells in rows)
        under = re.compile(rf"(?<=## {heading}\n\n)(?:\|[^\n]*\n)*")
        if not under.search(text):
            text = f"{text.rstrip()}\n\n## {heading}\n\n"
        text = under.sub(lambda _, table=table: table, text)
    return text


def parameters(name: str) -> Iterator[Sequence[str]]:
    """The parameters of a benchmark, a row each."""
    yield from (("`-T`", "meaning", "values", "default"), ("---",) * 4)
    for one in options_of(name).described():
        yield f"`{one.name}`", one.meaning, one.values, one.default and f"`{one.default}`"


def measures(name: str) -> Iterable[Sequence[str]]:
    """The measures of a benchmark, a row each."""
    yield from (("measure", "name in files", "what it is", "over", "range", "source"), ("---",) * 6)
    for one in load_benchmark(name).declared:
        over = "all that were asked" if one.over == ASKED else one.over
        least, most = (f"{end:g}".replace("inf", "∞") for end in one.within)
        label = f"{one.label} {ARROWS[one.better]}".strip()
        yield label, f"`{one.name}`", one.meaning, over, f"{least} to {most}", one.source or "ours"


if __name__ == "__main__":
    for benchmark in BENCHMARKS:
        page(benchmark).write_text(with_tables(benchmark), "utf-8")
