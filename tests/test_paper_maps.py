"""Each benchmark's page says which command makes each table and figure of its paper."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAPERS = ROOT.parent / "shared" / "papers"
OF = {"kitab": "kitab", "quest": "quest-loft", "acs": "acs", "fanoutqa": "fanoutqa", "kiwi": "kiwi"}
NAMED = re.compile(r"\b(Table|Figure)s? ((?:\d+(?:, | and | to )?)+)")


def rows_of(benchmark: str) -> list[list[str]]:
    """The rows of the map: what the paper has, the command, the id."""
    page = (ROOT / f"src/tamis/benchmarks/{benchmark}/README.md").read_text()
    section = page.partition("\n## The paper's tables and figures\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[1:]]


def named(text: str) -> set[tuple[str, int]]:
    """The tables and figures that a text names; "Tables 3 to 5" names three."""
    found = set()
    for kind, numbers in NAMED.findall(text):
        several = [int(number) for number in re.findall(r"\d+", numbers)]
        if " to " in numbers:
            several = list(range(several[-2], several[-1] + 1)) + several
        found |= {(kind, number) for number in several}
    return found


@pytest.mark.parametrize("benchmark", OF)
def test_every_table_and_figure_of_the_paper_stands_in_the_map(benchmark):
    """As the paper's own text numbers them, in captions and references."""
    paper = PAPERS / f"{OF[benchmark]}.txt"
    if not paper.exists():
        pytest.skip(f"{paper} is not here")
    text = paper.read_text()
    wanted = {(kind, int(n)) for kind, n in re.findall(r"\b(Table|Figure) (\d+)", text)}
    assert wanted - named("\n".join(row[0] for row in rows_of(benchmark))) == set()


@pytest.mark.parametrize("benchmark", OF)
def test_ids_of_the_map_are_those_of_reports(benchmark):
    """Those of tables that the golden reports have too: a renamed table turns this red."""
    kept: set[str] = set()
    for path in (ROOT / "tests/golden/reports").glob(f"{benchmark}*.csv"):
        with path.open(newline="") as file:
            kept |= {row[1] for row in csv.reader(file)}
    told = " ".join(row[-1] for row in rows_of(benchmark))
    assert kept.intersection(re.findall(r"`([^`]+)`", told))
