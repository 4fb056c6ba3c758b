"""Shares of files, what tasks send, and the printed tables of a collection, to the letter."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("orjson", reason="the extra `collect` is not installed")

from tamis.collect.books import output
from tamis.collect.books.entities import Person, Title
from tamis.collect.books.pipeline import _faults, _files, _required_client, _some_left, _wrong
from tamis.collect.books.work_folder import WorkFolder, clear_exchange, exclusive_lock, stamp
from tamis.collect.engine.exchange import Reader, last_line, line
from tamis.collect.engine.scans import ShardSummary
from tamis.collect.engine.shares import Shard, Share, divided
from tamis.collect.engine.tasks import _packed
from tamis.types import InputError


def test_files_are_divided_so_that_all_finish_together(tmp_path):
    """Share n ends where unpacking to its end and scanning it takes as long as for the others."""
    path = tmp_path / "f"
    path.write_bytes(b"x" * 1000)
    assert divided(path, 2, 1) == [Shard(path, 2, Share(0, None))]
    shards = divided(path, 3, 3)
    assert [shard.of for shard in shards] == [3, 3, 3]
    # 1000 × (1 - 0.8ⁿ) / (1 - 0.8³) for n = 1, 2.
    assert [(one.share.start, one.share.end) for one in shards] == [
        (0, 410),
        (410, 738),
        (738, None),
    ]
    ends = [0, 410, 738, 1000]
    times = [end + 4 * (end - start) for start, end in pairwise(ends)]
    assert max(times) - min(times) <= 10


def test_records_are_sent_and_read(tmp_path):
    """Only those of the named types, up to the end or the error of the task."""
    person, title = Person("Q1", ("Ann",)), Title("Sea", 1950, True)
    path = tmp_path / "r"
    path.write_bytes(line(person) + line(title) + last_line() + b"more")
    assert list(Reader([Person, Title]).records(path)) == [person, title]
    assert line(title) == b'Title {"text":"Sea","year":1950,"tagged":true}\n'
    assert (last_line(), last_line(InputError("no"))) == (b"END null\n", b'ERROR "no"\n')
    for content, message in (
        (line(title), "the cluster lost a part of what a task found; run the command again."),
        (last_line(InputError("no.")), "on a worker of the cluster: no."),
        (
            line(title) + line(person),
            f"{path}, line 2: not a record of this step; check that the workers have this version "
            "of Tamis and that nobody else writes to the folder.",
        ),
        (
            b'Title {"text": 3}\n',
            f"{path}, line 1: not a record of this step; check that the workers have this version "
            "of Tamis and that nobody else writes to the folder.",
        ),
    ):
        path.write_bytes(content)
        with pytest.raises(InputError) as error:
            list(Reader([Title]).records(path))
        assert str(error.value) == message
    with pytest.raises(ValueError, match="two types of records have the name Title"):
        Reader([Title, Title])
    assert ShardSummary(1, {}, None).redirects == ([], [])
    assert (ShardSummary(1, {}, None).seen, ShardSummary(1, {}, None).passed_over) == (0, ())


def test_what_tasks_find_is_packed():
    """In chunks of about a megabyte; the last line says how it ended."""
    big = Title("x" * 700_000, None, False)

    def task(n: int):
        yield from [big] * n
        if n == 1:
            raise InputError("no")

    chunks = list(_packed(task, 3))
    assert [chunk.count(b"\n") for chunk in chunks] == [2, 2]
    assert chunks[1].endswith(last_line())
    assert list(_packed(task, 0)) == [last_line()]
    (one,) = _packed(task, 1)
    assert one == line(big) + last_line(InputError("no"))


def test_a_step_is_run_once(tmp_path):
    """Unless it, or one before it, depends on something else."""
    ran: list[str] = []

    def run(*steps: tuple[str, int]) -> list[str]:
        work = WorkFolder(tmp_path, ran.append)
        for name, depends in steps:
            folder, said = work.step(name, {"n": depends}, lambda out: {"n": (1, 2)})
            assert (folder, said) == (tmp_path / name, {"n": [1, 2]})
        return work.resumed

    assert run(("a", 1), ("b", 1)) == []
    assert run(("a", 1), ("b", 1)) == ["a", "b"]
    assert run(("a", 1), ("b", 2)) == ["a"]
    assert run(("a", 2), ("b", 2)) == []
    assert ran == ["a", "b", "b", "a", "b"]
    assert not list(tmp_path.glob("*.part"))
    (tmp_path / "a" / "done.json").write_text('{"key": 1, "said": []}')
    assert run(("a", 2)) == []


def test_a_work_folder_is_one_runs(tmp_path):
    """What workers left is removed; a file is known by its name, size and time."""
    (tmp_path / "shards" / "x").mkdir(parents=True)
    clear_exchange(tmp_path)
    assert not (tmp_path / "shards").exists()
    with (
        exclusive_lock(tmp_path),
        pytest.raises(InputError) as error,
        exclusive_lock(tmp_path),
    ):
        pass
    assert str(error.value) == (f"another run is using {tmp_path}; wait until it has finished.")
    path = tmp_path / "f"
    path.write_text("abc")
    assert stamp(path) == ["f", 3, path.stat().st_mtime_ns]
    with pytest.raises(InputError, match=r" is not a file; give the dump itself\.$"):
        stamp(tmp_path)
    with pytest.raises(InputError, match=r" cannot be read: No such file or directory; check the"):
        stamp(tmp_path / "no")
    with pytest.raises(InputError, match="cannot be written"), exclusive_lock(path):
        pass


def test_a_source_that_holds_nothing(tmp_path):
    """What was wrong and dropped in it, and what to relax."""
    summary = {
        "faults": {"f": {"bad": {"count": 2, "places": ["line 1"]}}},
        "tallies": [
            {"stage": "born", "in": 1234, "out": 0, "dropped": [{"count": 1234, "reason": "old"}]}
        ],
    }
    with pytest.raises(InputError) as error:
        _some_left(0, "writer", ["a", "b"], summary)
    assert str(error.value) == (
        "a, b holds no writer that can be used (f: bad, 2 times, first at line 1; 1,234 old); "
        "check that it is the right source, and whole or relax --born-since."
    )
    with pytest.raises(InputError) as error:
        _some_left(0, "work", ["a"], {})
    assert str(error.value) == (
        "a holds no work that can be used; check that it is the right source, and whole."
    )
    _some_left(1, "writer", ["a"], summary)
    found = _faults([Path("x/a"), Path("y/a"), Path("b")])
    assert [one.name for one in found] == ["a (file 1)", "a (file 2)", "b"]
    found[2].add("bad", "line 1")
    assert _wrong(found) == {"b": {"bad": {"count": 1, "places": ["line 1"]}}}
    with pytest.raises(ValueError, match="a live service needs a client"):
        _required_client(None)
    path = tmp_path / "f"
    path.write_text("x")
    depends = _files([path])
    assert depends["files"] == [stamp(path)]
    assert set(depends["versions"]) == {"tamis", "python", "isal", "orjson"}


def test_tables_of_a_collection():
    """Stages with what they dropped, faults, and queries by type."""
    stage = {"stage": "english", "of": "works", "in": 12000, "out": 11998}
    found = SimpleNamespace(
        stages=[
            stage | {"dropped": [{"count": 1234, "reason": "odd"}, {"count": 2, "reason": "long"}],
                     "marked": [{"count": 3, "reason": "named"}]},
            {"stage": "born", "of": "people", "in": 5, "out": 5, "dropped": []},
        ],
        faults={"f": {"bad": {"count": 1, "places": ["line 4"]}}},
        gone={"g": {"redirect": {"count": 1200, "places": []}}},
        counts={"joined: impossible_years": 1},
        statistics={
            "starts-with": {"one": {"queries": 1234, "constrainedness": 0.756}},
            "Summary": {"two": {"queries": 5, "constrainedness": 0.5},
            "one": {"queries": 0, "constrainedness": 0}},
        },
    )  # fmt: skip
    assert list(output.stages(found)) == [
        "stage         of               in        out  dropped",
        "english       works        12,000     11,998  1,234 odd",
        " " * 46 + "2 long",
        " " * 46 + "marked: 3 named",
        "born          people            5          5  -",
    ]
    assert list(output.faults(found)) == [
        "f: bad at line 4",
        "g: redirect, 1,200 times",
        "passed over: 1 year of publication that cannot be right (not after the author's birth, or "
        "after --latest-year); quality.jsonl names those of the books that are kept",
    ]
    found.counts = {}
    assert len(list(output.faults(found))) == 2
    assert list(output.queries(found)) == [
        "constraint type   one book     κ  two books     κ",
        "starts-with          1,234  0.76          0     –",
        "Summary                  0     –          5  0.50",
    ]


def test_folders_of_a_collection(tmp_path):
    """The steps may lie within the dataset, under any name."""
    out = tmp_path / "out"
    (out / "work").mkdir(parents=True)
    output.check(out, tmp_path / "elsewhere")
    output.check(out, out / "work")
    (out / "mine").mkdir()
    output.check(out, out / "mine" / "deep")
    with pytest.raises(
        InputError, match="holds 'mine', which is not part of a collection of books"
    ):
        output.check(out, tmp_path / "elsewhere")
    (out / "mine").rmdir()
    for name in sorted(output.STEPS):
        (out / name).mkdir()
        output.check(out, out)
        with pytest.raises(InputError, match=re.escape(f"holds {name!r}")):
            output.check(out, out / "work")
        (out / name).rmdir()
