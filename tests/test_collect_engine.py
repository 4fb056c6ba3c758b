"""The same collection on a cluster: byte for byte the same, and what clusters can get wrong."""

from __future__ import annotations

import bz2
import gzip
import pickle
import random
import socket
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from invented_dumps import INVENTED
from tamis.cli.collect_books import books
from tamis.collect.books import Dumps, Options, collect, dump_lines, output
from tamis.collect.books.dump_lines import Lines
from tamis.collect.books.entities import Title
from tamis.collect.books.faults import Faults
from tamis.collect.books.work_folder import exclusive_lock
from tamis.collect.engine import cluster, engine_of, exchange
from tamis.collect.engine.exchange import Reader
from tamis.collect.engine.scans import divided
from tamis.collect.engine.spark import Cluster
from tamis.collect.packaging.books import LIBRARIES
from tamis.collect.packaging.manifest import versions
from tamis.types import InputError

LARGE = 1 << 13


@pytest.fixture
def two_workers(monkeypatch):
    """Sail with two workers in this process, which talk to each other as those of a cluster do."""
    pytest.importorskip("pysail", reason="needs the extra `cluster`")
    # A test process that others start has no main file, and PySpark takes it for its own doctests.
    monkeypatch.setattr(sys.modules["__main__"], "__file__", __file__, raising=False)
    pytest.importorskip("pyspark.sql.connect", reason="needs the extra `cluster`")
    monkeypatch.setenv("SAIL_MODE", "local-cluster")
    monkeypatch.setenv("SAIL_CLUSTER__WORKER_INITIAL_COUNT", "2")
    return "sail"


class Apart(Cluster):
    """A cluster without Spark: its tasks run here, through the same shards and summaries."""

    def __init__(self, folder: Path) -> None:
        super().__init__(None, folder, LARGE)
        self.counts: list[int] = []

    def _workers(self) -> int:
        return 7

    def _spread(self, task, count, types):
        self.counts.append(count)
        for n in range(count):
            yield from task(n)


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder, but for the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


@pytest.mark.parametrize("source", ["wikidata", "entities"])
def test_a_cluster_gives_the_same_bytes(request, tmp_path, monkeypatch, source):
    """Dumps with all oddities, divided among two workers: dataset, manifest and steps.

    Of Wikidata's dump by Sail, of Open Library's by shares that are read here.
    """
    sizes = INVENTED.Sizes(140, 1400, 2000, people=90, prolific=0.6, seed=3, odd=True)
    files = INVENTED.write(tmp_path / "dumps", sizes)
    dumps = Dumps((files.authors,), (files.works,), (files.editions,))
    people, options = [getattr(files, source)], Options(seed=1, sample=70)
    here = collect(people, dumps, options, tmp_path / "here")
    monkeypatch.setattr(dump_lines, "_BLOCK", 1 << 12)
    place = tmp_path / "there"
    if source == "wikidata":
        workers = request.getfixturevalue("two_workers")
        with cluster(workers, place / "shards", LARGE) as engine:
            there = collect(people, dumps, options, place, engine=engine)
    else:
        engine = Apart(place / "shards")
        there = collect(people, dumps, options, place, engine=engine)
        assert max(engine.counts) > 1
    output.write(here, tmp_path / "data-here")
    output.write(there, tmp_path / "data-there")
    assert len(here.dataset.authors) > 12
    assert contents(tmp_path / "data-there") == contents(tmp_path / "data-here")
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, bytes])
def test_each_line_is_in_one_share(tmp_path, monkeypatch, pack):
    """Wherever shares begin and end, also within a line, or in a file without a last line end."""
    monkeypatch.setattr(dump_lines, "_BLOCK", 64)
    monkeypatch.setattr(dump_lines, "_READ", 50)
    draw = random.Random(5)
    texts = [b"%x" % draw.getrandbits(draw.choice((8, 90, 2_000))) for _ in range(150)]
    texts += [b"", b"", b"end"]
    path = tmp_path / "x"
    path.write_bytes(pack(b"\n".join(texts)))
    for number in (1, 2, 5, 31):
        found, shards = [], divided(path, 0, number)
        for shard in shards:
            lines = Lines(path, Faults("x"), shard.share)
            found += [(first + n, one) for first, of in lines.blocks() for n, one in enumerate(of)]
        assert found == list(enumerate(texts, 1))
        assert (len(shards), lines.count, lines.size) == (number, 153, path.stat().st_size)


def test_what_a_task_cannot_read_is_said_as_here(two_workers, tmp_path):
    """A dump that only this machine has is one sentence, and so is a task that fails."""
    with cluster(two_workers, tmp_path / "shards") as engine:

        def gone(n: int) -> list:
            raise InputError("the dump is not here.")

        with pytest.raises(InputError, match=r"on a worker of the cluster: the dump is not here\."):
            list(engine.parts(gone, 2, str))

        def wrong(n: int) -> list:
            return [1 // n]

        with pytest.raises(InputError, match="the cluster failed: ZeroDivisionError: integer"):
            list(engine.parts(wrong, 2, int))
    assert not (tmp_path / "shards").exists()


def test_what_others_write_between_is_only_read_as_data(tmp_path):
    """A pickle or any other text in the place of a result is refused, and nothing is executed."""

    class Harm:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "executed",))

    reader, path = Reader([tuple[int, Title]]), tmp_path / "00000"
    good = exchange.line((1, Title("Sula", 1973, True)))
    for forged in (pickle.dumps(Harm()), b"Title {}\n", b'tuple [1, {"text": 2}]\n', b"tuple [\n"):
        path.write_bytes(good + forged)
        records = reader.records(path)
        assert next(records) == (1, Title("Sula", 1973, True))
        with pytest.raises(InputError, match="00000, line 2: not a record of this step"):
            next(records)
    path.write_bytes(good)
    with pytest.raises(InputError, match="lost a part"):
        list(reader.records(path))
    assert not (tmp_path / "executed").exists()


def test_workers_of_another_version_are_found_out_first(tmp_path):
    """They would decide otherwise what is kept."""

    class Other(Apart):
        def _spread(self, task, count, types):
            return iter([(versions(LIBRARIES) | {"rapidfuzz": "0.1"}, True)])

    with pytest.raises(InputError, match=r"have rapidfuzz 0\.1, but this machine has"):
        Other(tmp_path / "shards").check("sc://there")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://there", "is not an address of Spark"),
        ("sc://there:many", "names no host"),
        ("sc://127.0.0.1:PORT", "does not answer: Connection refused"),
    ],
)
def test_addresses_that_lead_nowhere_are_one_sentence(tmp_path, url, said):
    """At once, and not after minutes of trying."""
    pytest.importorskip("pyspark", reason="needs the extra `cluster`")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (
        pytest.raises(InputError, match=said),
        engine_of(url.replace("PORT", str(port)), tmp_path),
    ):
        pass


def test_what_a_killed_client_left_is_cleared_by_the_next_run(tmp_path):
    """On a cluster or not; but not by a run that may not begin, as another one is at work."""
    sizes = INVENTED.Sizes(60, 700, 900, people=40, prolific=0.9, seed=4)
    files = INVENTED.write(tmp_path / "dumps", sizes)
    dumps, work = Dumps((files.authors,), (files.works,), (files.editions,)), tmp_path / "work"
    found = work / "shards" / "found-abc" / "00000"
    for engine in (None, Apart(work / "shards")):
        found.parent.mkdir(parents=True)
        found.write_bytes(b"Work {}")
        with exclusive_lock(work), pytest.raises(InputError, match="another run is using"):
            collect([files.entities], dumps, Options(), work, engine=engine)
        assert found.exists()
        collect([files.entities], dumps, Options(), work, engine=engine)
        assert not found.parent.exists()


def test_the_command_names_the_extra_where_it_is_missing(tmp_path, monkeypatch):
    """`--cluster` without the packages says what to install, before a dump is read."""
    monkeypatch.setitem(sys.modules, "pysail.spark", None)
    pytest.importorskip("pyarrow", reason="needs the extra `cluster`")
    dumps = {name: str(tmp_path / name) for name in ("authors", "works", "editions", "wikidata")}
    args = [part for name, path in dumps.items() for part in (f"--{name}", path)]
    found = CliRunner().invoke(books, [*args, "--out", str(tmp_path / "o"), "--cluster", "sail"])
    assert isinstance(found.exception, InputError)
    assert "pip install 'tamis[cluster]'" in str(found.exception)
