"""Logs of which a part is damaged: the rest is read, what is lost is said, and nothing else stops.

`bench/damaged_logs.py` damages thousands.
"""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from here import tamis
from server import Server, as_service

HEADER, SUMMARIES, JOURNAL = "header.json", "summaries.json", "_journal/summaries/1.json"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a run of six samples."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch, Server(lambda prompt: "Output:\nNone") as server:
        patch.chdir(folder)
        model = f"openai-api/{as_service(server, patch)}/test"
        assert tamis("run", "kitab", "--model", model, "--limit", "6", "--out", "one") == 0
    return next((folder / "one/logs").glob("*.eval"))


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    path = tmp_path / whole.name
    path.write_bytes(whole.read_bytes())
    return path


def flip(path: Path, *names: str) -> None:
    """Flip a bit within parts of a log, as a disk may."""
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        for name in names:
            info = archive.getinfo(name)
            data[info.header_offset + 30 + len(name) + info.compress_size // 2] ^= 8
    path.write_bytes(data)


def rewrite(path: Path, change: Callable[[dict[str, bytes]], Any]) -> None:
    """Change the parts of a log, all checksums right."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def samples_of(path: Path) -> list[str]:
    """The names of the parts that are samples."""
    with zipfile.ZipFile(path) as archive:
        return sorted(name for name in archive.namelist() if name.startswith("samples/"))


def figures(path: Path) -> list[list[str]]:
    """The lines of `report --csv`."""
    return list(csv.reader(path.read_text("utf-8").splitlines()))


DAMAGES: dict[str, Callable[[Path], Any]] = {
    "summaries": lambda path: flip(path, SUMMARIES),
    "summaries and journal": lambda path: flip(path, SUMMARIES, JOURNAL),
    "header": lambda path: flip(path, HEADER),
    "summaries of the wrong type": lambda path: rewrite(
        path, lambda parts: parts.update({SUMMARIES: b'{"id": 3}'})
    ),
    "summaries that are cut": lambda path: rewrite(
        path, lambda parts: parts.update({SUMMARIES: parts[SUMMARIES][:900]})
    ),
    "one summary": lambda path: rewrite(
        path,
        lambda parts: parts.update(
            {SUMMARIES: json.dumps([{"id": []}, *json.loads(parts[SUMMARIES])[1:]]).encode()}
        ),
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_stands_twice_is_read_where_it_is_whole_and_that_is_said(
    damage, whole, copy, tamis_here
):
    """All figures are those of the whole log."""
    tamis_here("report", str(whole), "--csv", "whole.csv")
    DAMAGES[damage](copy)
    said = tamis_here("report", str(copy), "--csv", "damaged.csv")
    assert figures(Path("damaged.csv")) == figures(Path("whole.csv"))
    assert str(copy) in said.err
    assert "is damaged" in said.err
    assert "is damaged" in " ".join(said.out.split())


def test_a_sample_that_is_lost_counts_as_failed_and_is_named(copy, tamis_here):
    """Where summaries, journal and its own record are damaged, nothing else tells its figures."""
    lost = samples_of(copy)[0]
    flip(copy, SUMMARIES, JOURNAL, lost)
    said = tamis_here("report", str(copy), "--all")
    id = lost.removeprefix("samples/").removesuffix("_epoch_1.json")
    assert f"1 sample could not be read and count as failed: {id}" in said.err
    assert "damaged in its log ×1" in " ".join(said.out.split())


def test_a_figure_that_is_no_number_is_told(copy, tamis_here):
    """As another program may write it: left out, and not silently."""

    def change(parts: dict[str, bytes]) -> None:
        summaries = json.loads(parts[SUMMARIES])
        [score] = summaries[0]["scores"].values()
        score["value"][next(iter(score["value"]))] = "much"
        parts[SUMMARIES] = json.dumps(summaries).encode()

    rewrite(copy, change)
    assert "1 figure of its samples are no numbers" in tamis_here("report", str(copy)).err


def test_a_log_that_cannot_be_read_is_refused_alone_and_left_out_beside_others(
    whole, copy, tamis_here
):
    """In a report, a comparison and a leaderboard; the page says so too."""
    copy.write_bytes(copy.read_bytes()[:-40])
    for args in (["report"], ["replies"], ["leaderboard"], ["compare", str(whole)]):
        said = tamis_here(*args, str(copy), check=2).err
        assert "is not an Inspect log that can be read" in said
    for args in (["report", "--html", "page.html"], ["leaderboard", "--html", "page.html"]):
        said = tamis_here(*args, str(whole), str(copy)).err
        assert f"{copy} is not an Inspect log that can be read" in said
        assert "It was left out." in said
    tamis_here("report", str(whole), str(copy), "--html", "page.html")
    assert "It was left out." in Path("page.html").read_text("utf-8")


def test_samples_that_are_not_those_of_the_benchmark_stop_no_other(whole, copy, tamis_here):
    """Metadata of another type would break a table; the run is left out, and its log is named."""

    def change(parts: dict[str, bytes]) -> None:
        header = json.loads(parts[HEADER])
        header["eval"]["metadata"]["runs"] = [3]
        parts[HEADER] = json.dumps(header).encode()

    rewrite(copy, change)
    assert "Traceback" not in tamis_here("report", str(copy), check=2).err
    assert f"{copy}" in tamis_here("report", str(whole), str(copy)).err


def test_a_reply_that_is_damaged_is_said_and_the_others_are_shown(copy, tamis_here):
    """One of six, on the page and in the terminal."""
    flip(copy, samples_of(copy)[2])
    said = tamis_here("replies", str(copy))
    assert "the records of 1 sample are damaged or missing" in said.err
    assert said.out.count("── ") == 5
    tamis_here("replies", str(copy), "--html", "page.html")
    assert "damaged or missing" in Path("page.html").read_text("utf-8")


@pytest.mark.parametrize("part", [SUMMARIES, HEADER])
def test_a_run_with_a_damaged_log_goes_on_and_pays_for_nothing_twice(part, tamis_here, monkeypatch):
    """The log is set aside; what was whole is there again, from the replies that were kept."""
    with Server(lambda prompt: "Output:\nNone") as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/test"
        args = ["run", "kitab", "--model", model, "--limit", "4", "--out", "one"]
        tamis_here(*args)
        tamis_here("report", "one", "--csv", "before.csv")
        [log] = Path("one/logs").glob("*.eval")
        flip(log, part)
        assert f"set aside as {log.name}.damaged" in tamis_here(*args).err
        tamis_here("report", "one", "--csv", "after.csv")
        assert set(server.calls.values()) == {1}
    assert figures(Path("after.csv")) == figures(Path("before.csv"))
