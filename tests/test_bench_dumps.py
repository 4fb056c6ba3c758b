"""The dumps of our own making: what they hold, and the command that makes them."""

from __future__ import annotations

import gzip
import re
import runpy
import shlex
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench"
SIZES = ["--authors", "60", "--works", "700", "--editions", "900", "--people", "40"]


@pytest.fixture
def make(monkeypatch, capsys):
    """Run bench/dumps.py; returns what it printed."""
    monkeypatch.syspath_prepend(str(BENCH))

    def run(*args: object) -> str:
        monkeypatch.setattr(sys, "argv", ["dumps.py", *map(str, args)])
        runpy.run_path(str(BENCH / "dumps.py"), run_name="__main__")
        return capsys.readouterr().out

    return run


def lines(path: Path) -> list[str]:
    """The lines of a packed file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return file.read().splitlines()


def test_the_command_tells_the_files_and_how_to_collect_from_them(make, tamis_here, tmp_path):
    """Each file with its lines; the printed command makes a dataset."""
    said = make(tmp_path / "my dumps", *SIZES, "--prolific", "0.9").splitlines()
    told = [re.fullmatch(r"(.+): ([\d,]+) lines, [\d,]+ kB", line) for line in said[:5]]
    assert [one and int(one[2].replace(",", "")) for one in told] == [
        len(lines(Path(one[1]))) for one in told if one
    ]
    assert len(list((tmp_path / "my dumps").iterdir())) == 5
    tamis, *words = shlex.split(said[-1])
    assert tamis == "tamis"
    assert "tamis run kitab --data" in tamis_here(*words).out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--people", "61"], "--people 61 are more than there are authors, 60"),
        (["--works", "0"], "'0' is no whole number from 1 on"),
    ],
)
def test_sizes_that_cannot_be_are_one_sentence(make, capsys, tmp_path, args, said):
    """Nothing is made then."""
    with pytest.raises(SystemExit):
        make(tmp_path / "dumps", *SIZES, *args)
    assert said in capsys.readouterr().err
    assert not (tmp_path / "dumps").exists()
