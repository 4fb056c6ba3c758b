"""Write the table of parameters into the page of each benchmark, from its options.

python tools/parameters.py
"""

from __future__ import annotations

import re
from pathlib import Path

from tamis.benchmarks import BENCHMARKS, options_of

WINGS = Path(__file__).parents[1] / "src/tamis/benchmarks"
_TABLE = re.compile(r"(?<=## Parameters\n\n)\|.*?\n(?=\n)", re.S)


def page(name: str) -> Path:
    """The page of a benchmark."""
    return WINGS / name / "README.md"


def with_table(name: str) -> str:
    """The page with the table as it should be, under the heading "Parameters"."""
    text = page(name).read_text("utf-8")
    if not _TABLE.search(text):
        raise SystemExit(f"{page(name)} has no table under '## Parameters'.")
    return _TABLE.sub(lambda _: table(name), text)


def table(name: str) -> str:
    """The parameters of a benchmark, a row each."""
    rows = [("`-T`", "meaning", "values", "default"), ("---",) * 4]
    for one in options_of(name).described():
        rows.append((f"`{one.name}`", one.meaning, one.values, one.default and f"`{one.default}`"))
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


if __name__ == "__main__":
    for benchmark in BENCHMARKS:
        page(benchmark).write_text(with_table(benchmark), "utf-8")
