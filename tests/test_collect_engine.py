"""The same collection on a cluster: byte for byte the same, and what clusters can get wrong."""

from __future__ import annotations

import bz2
import gzip
import importlib.util
import json
import pickle
import random
import re
import shutil
import socket
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from invented_dumps import INVENTED
from tamis.cli.collect_books import books
from tamis.collect.books import Dumps, Options, collect, dump_lines, output
from tamis.collect.books.dump_lines import Lines
from tamis.collect.books.entities import Title
from tamis.collect.books.faults import Faults
from tamis.collect.books.number_set import NumberSet
from tamis.collect.books.passes.local_engine import Engine
from tamis.collect.books.passes.works import works_by
from tamis.collect.books.work_folder import exclusive_lock
from tamis.collect.engine import cluster, connection, engine_of, exchange, server, spark
from tamis.collect.engine.connection import connected
from tamis.collect.engine.exchange import Reader
from tamis.collect.engine.server import Server
from tamis.collect.engine.shares import divided
from tamis.collect.engine.spark import Cluster
from tamis.collect.engine.tasks import spread
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

    def __init__(self, folder: Path, large: int = LARGE) -> None:
        super().__init__(None, folder, large)
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
    counts = []

    def counted(session, task, count, *rest):
        counts.append(count)
        return spread(session, task, count, *rest)

    monkeypatch.setattr(spark, "spread", counted)
    monkeypatch.setattr(dump_lines, "_BLOCK", 1 << 12)
    place = tmp_path / "there"
    if source == "wikidata":
        workers = request.getfixturevalue("two_workers")
        with cluster(workers, place / "shards", LARGE) as engine:
            there = collect(people, dumps, options, place, engine=engine)
        # The workers' check; people, authors, works and editions; joined and shelves in parts.
        assert (counts[0], len(counts)) == (1, 7)
        assert min(counts[3:]) > 1
    else:
        there = collect(people, dumps, options, place, engine=Apart(place / "shards"))
    output.write(here, tmp_path / "data-here")
    output.write(there, tmp_path / "data-there")
    assert len(here.dataset.authors) > 12
    assert contents(tmp_path / "data-there") == contents(tmp_path / "data-here")
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_files_are_divided_so_that_all_finish_together(tmp_path):
    """To unpack up to the end of a share and to scan it takes as long as for the others.

    1000 × (1 - 0.8ⁿ) / (1 - 0.8³) for n = 1, 2.
    """
    path = tmp_path / "f"
    path.write_bytes(b"x" * 1000)
    shards = divided(path, 3, 3)
    assert [(one.share.start, one.share.end) for one in shards] == [
        (0, 410), (410, 738), (738, None),
    ]  # fmt: skip


def line(kind: str, key: str, **record) -> bytes:
    """A line of a dump of Open Library's."""
    return f"/type/{kind}\t{key}\t1\t2020-01-01\t{json.dumps({'key': key, **record})}\n".encode()


def scanned(engine: Engine, path: Path) -> tuple[list, dict, list, dict, dict]:
    """All that a scan of works gives: works, faults, sources, counts and redirects."""
    faults = Faults(path.name)
    dump = engine.records([path], "work", [faults])
    found = [*dump.each(partial(works_by, NumberSet([1])))]
    redirects = dump.redirects.touching(range(400))
    return found, faults.as_json(), dump.sources(), dump.counts(), redirects


@pytest.mark.parametrize("harm", ["none", "cut off", "broken", "endless line", "several files"])
def test_shares_keep_numbers_faults_and_hashes(tmp_path, monkeypatch, harm):
    """What is wrong with a dump is said the same, line by line, whether it was divided or not."""
    roles = [{"author": {"key": "/authors/OL1A"}}]
    whole = [line("work", f"/works/OL{n}W", title=f"Title {n}", authors=roles) for n in range(400)]
    whole[30] = b"no line\n"
    whole[31] = b"\n"
    whole[300] = line("redirect", "/works/OL900W", location="/works/OL7W")
    whole[310] = b"/type/work\t/works/OL310W\t1\t2020\t{cut: /authors/OL1A}\n"
    whole[320] = line("delete", "/works/OL320W")
    whole[399] = line("work", "/works/OL399W", authors=roles)
    monkeypatch.setattr(dump_lines, "_BLOCK", 3_000)
    monkeypatch.setattr(dump_lines, "_READ", 500)
    if harm == "endless line":
        whole[100] = b"x" * 20_000 + b"\n"
        monkeypatch.setattr(dump_lines, "LONGEST", 10_000)
    packed = gzip.compress(b"".join(whole), 1)
    if harm == "cut off":
        packed = packed[:-500]
    if harm == "broken":
        packed = packed[: len(packed) // 2] + b"\xff" * 40 + packed[len(packed) // 2 :]
    path = tmp_path / "works.gz"
    path.write_bytes(packed)
    apart = Apart(tmp_path / "shards", 1 << 30 if harm == "several files" else 1_000)
    expected = scanned(Engine(), path)
    assert scanned(apart, path) == expected
    assert len(expected[0]) > 100
    kinds = {"cut off": "gzip cut off", "broken": "gzip broken", "endless line": "line too long"}
    assert set(expected[1]) >= {kinds[harm]} if harm in kinds else "not JSON" in expected[1]
    if harm not in ("cut off", "broken"):
        assert expected[1]["redirect"] == {"count": 1, "places": ["line 301: '/works/OL900W'"]}
        assert expected[1]["deleted record"]["places"] == ["line 321: '/works/OL320W'"]
        assert (expected[3]["redirects"], expected[3]["deleted"]) == (1, 1)
    assert apart.counts == [1 if harm == "several files" else 7]


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

        def many(n: int) -> list:
            return [(n, "x" * 300_000, k) for k in range(9)]

        expected = [one for n in range(5) for one in many(n)]
        assert list(engine.parts(many, 5, tuple[int, str, int])) == expected
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


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        (
            {"python": "3.8", "rapidfuzz": "0.1"},
            r"have python 3\.8, rapidfuzz 0\.1, but this machine has",
        ),
        (None, "do not see"),
    ],
)
def test_workers_that_cannot_do_the_work_are_found_out_first(tmp_path, theirs, said):
    """Another version of what decides what is kept, or no view of the work folder."""

    class Other(Apart):
        def _spread(self, task, count, types):
            if theirs:
                return iter([(versions(LIBRARIES) | theirs, True)])
            shutil.rmtree(tmp_path / "shards")
            return super()._spread(task, count, types)

    with pytest.raises(InputError, match=said):
        Other(tmp_path / "shards").check("sc://there")


def closed_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://there", "is not an address of Spark"),
        ("SAIL", "is not an address of Spark"),
        ("sc://", "names no host"),
        ("sc://there:many", "names no host"),
        ("sc://127.0.0.1:PORT", "does not answer: Connection refused"),
        ("spark://there:7077", "needs Java and the whole of PySpark"),
    ],
)
def test_addresses_that_lead_nowhere_are_one_sentence(tmp_path, url, said):
    """At once, and not after minutes of trying."""
    pytest.importorskip("pyspark", reason="needs the extra `cluster`")
    if url.startswith("spark:") and importlib.util.find_spec("pyspark.core"):
        pytest.skip("the whole of PySpark is here, and would look for that cluster")
    url = url.replace("PORT", str(closed_port()))
    with pytest.raises(InputError, match=said), engine_of(url, tmp_path):
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


JAVA = (
    "Job aborted due to stage failure: Task 0 in stage 1.0 failed 4 times, most recent failure: "
    "{}\n\tat org.apache.spark.api.python.BasePythonRunner$ReaderIterator$$anonfun$1.applyOrElse"
    "(PythonRunner.scala:704)\n\t... 22 more\nCaused by: java.io.EOFException\n"
    "\tat java.base/java.io.DataInputStream.readInt(DataInputStream.java:398)\n"
    "\tat java.lang.Thread.run(Thread.java:840)"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (JAVA.format("Python worker exited unexpectedly (crashed)."),
         r"a worker of the cluster sc://there died \(Python worker exited unexpectedly\)"),
        (JAVA.format("ExecutorLostFailure (executor 1 exited)"), r"died \(ExecutorLostFailure\)"),
        ("Traceback (most recent call last):\n  File \"x\", line 1\nMemoryError\n SQLSTATE: 38000",
         r"died \(MemoryError\).*more memory or fewer tasks"),
        (JAVA.format("no space"), r"the cluster failed: java\.io\.EOFException; see its log"),
        ("Traceback\nZeroDivisionError: zero\n\tat a.B.c(B.scala:1)\n\tat java.lang.Thread.run...",
         "the cluster failed: ZeroDivisionError: zero; see"),
        *((f"[INVALID_HANDLE.{sign}] The handle abc is invalid.", "as after a restart") for sign in
          ("SESSION_NOT_FOUND", "SESSION_CHANGED", "SESSION_CLOSED", "OPERATION_NOT_FOUND")),
        *((f"Said: {sign} (x)", rf"died \({sign}\)") for sign in
          ("Python worker crashed", "Lost executor", "Executor heartbeat timed out")),
        ("told\nat org.apache.Spark$1.<init>(Spark.scala:1)", "failed: told; see"),
        ("told\n... 12 more\nDriver stacktrace:\n>", "failed: told; see"),
        ("ModuleNotFoundError: No module named 'isal'", "a package is missing on the cluster's"),
        ('<Call of RPC:\n\tdetails = "too large"\n\tdebug = "x"\n>', "failed: too large; see"),
    ],
)  # fmt: skip
def test_errors_of_a_cluster_say_what_died(text, said):
    """One sentence with the cause and what to do, and never a frame of Java's trace."""
    error = Server(None, "sc://there").failure(RuntimeError(text))
    assert re.search(said, str(error))
    assert "java.lang.Thread" not in str(error)
    assert "\n" not in str(error)


class Between:
    """What a client reaches a server through; it can fall silent, or cut all connections."""

    def __init__(self, port: int) -> None:
        self._to, self._open, self.silent = port, [], threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near = self._listener.accept()[0]
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                if not self.silent.is_set():
                    other.sendall(data)

    def cut(self) -> None:
        """Close all connections, and accept no others: as where the process was killed."""
        for one in (self._listener, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@pytest.mark.parametrize("death", ["killed", "silent"])
def test_a_server_that_dies_ends_the_client(two_workers, tmp_path, monkeypatch, death):
    """It is said what died and what to do; the client waits neither for ever nor for minutes."""
    monkeypatch.setattr(server, "EVERY", 0.1)
    monkeypatch.setattr(server, "PATIENCE", 0.5)
    for module in (server, connection):
        monkeypatch.setattr(module, "ANSWER", 0.5)
    monkeypatch.setattr(connection, "RETRIES", 2)
    from pysail.spark import SparkConnectServer

    sail = SparkConnectServer("127.0.0.1", 0)
    sail.start(background=True)
    between = Between(sail.listening_address[1])
    die, began = between.cut if death == "killed" else between.silent.set, threading.Event()
    threading.Thread(target=lambda: began.wait(20) and die(), daemon=True).start()
    marker = tmp_path / "began"

    def slow(n: int) -> list:
        marker.touch()
        time.sleep(2.5)
        return []

    def look() -> None:
        while not marker.exists():
            time.sleep(0.02)
        began.set()

    threading.Thread(target=look, daemon=True).start()
    start = time.monotonic()
    try:
        said = rf"the Spark server sc://127\.0\.0\.1:{between.port} has died or .* start it again"
        with (
            pytest.raises(InputError, match=said),
            connected(f"sc://127.0.0.1:{between.port}/;user_id=me") as there,
        ):
            list(spread(there, slow, 1, tmp_path / "shards", [int]))
    finally:
        between.cut()  # Sail waits for its open connections
        sail.stop()
    assert began.is_set()
    assert time.monotonic() - start < 12
    assert not list((tmp_path / "shards").iterdir())


def test_what_listens_but_is_no_server_is_one_sentence(tmp_path, monkeypatch):
    """Something that takes connections and says nothing."""
    pytest.importorskip("pyspark", reason="needs the extra `cluster`")
    monkeypatch.setattr(connection, "ANSWER", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"sc://127.0.0.1:{taken.getsockname()[1]}/;token=secret"
        with (
            pytest.raises(InputError, match="not as a Spark Connect server") as caught,
            engine_of(url, tmp_path),
        ):
            pass
    assert "secret" not in str(caught.value)


def test_the_command_names_the_extra_where_it_is_missing(tmp_path, monkeypatch):
    """`--cluster` without the packages says what to install, before a dump is read."""
    monkeypatch.setitem(sys.modules, "pysail.spark", None)
    pytest.importorskip("pyarrow", reason="needs the extra `cluster`")
    dumps = {name: str(tmp_path / name) for name in ("authors", "works", "editions", "wikidata")}
    args = [part for name, path in dumps.items() for part in (f"--{name}", path)]
    found = CliRunner().invoke(books, [*args, "--out", str(tmp_path / "o"), "--cluster", "sail"])
    assert isinstance(found.exception, InputError)
    assert "pip install 'tamis[cluster]'" in str(found.exception)
