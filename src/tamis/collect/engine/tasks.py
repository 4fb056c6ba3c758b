"""Functions run as tasks of Spark: each yields any values, which come back in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tamis.collect.engine import exchange
from tamis.collect.engine.exchange import Reader
from tamis.collect.engine.server import Server
from tamis.types import InputError

_CHUNK = 1 << 20
_SCHEMA = "task long, chunk long, packed binary"

Task = Callable[[int], Iterable[Any]]


def spread(
    server: Server, task: Task, count: int, folder: Path, types: Sequence[Any]
) -> Iterator[Any]:
    """What the tasks 0 to `count` - 1 yield, in the order of the tasks: records of these types.

    Spark decides where tasks run; each is a partition of its own. What they yield is kept in the
    folder until all are done, so that memory here does not grow. InputErrors of a task are raised
    here.
    """
    folder.mkdir(parents=True, exist_ok=True)
    chunks = [0] * count
    with TemporaryDirectory(prefix="found-", dir=folder) as results:
        files = [Path(results) / f"{n:05d}" for n in range(count)]
        for n, chunk, data in _rows(server, task, count):
            if chunk != chunks[n]:
                raise RuntimeError(f"got chunk {chunk} of task {n}, expected chunk {chunks[n]}")
            chunks[n] += 1
            with files[n].open("ab") as found:
                found.write(data)
        reader = Reader(types)
        for file in files:
            if not file.exists():
                raise InputError("the cluster lost one of its tasks; run the command again.")
            yield from reader.records(file)


def parallel(server: Server) -> int | None:
    """How many tasks the cluster says that it runs at once; None where it does not say."""

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        for _ in batches:
            pass
        yield pa.RecordBatch.from_arrays([pa.array([1])], ["one"])

    # Rows without a number of parts are divided into as many as there are places for tasks.
    found = _received(server, server.session.range(0, 1).mapInArrow(count, "one long"))
    parts = sum(1 for _ in found)
    # Sail makes one part, however many it runs.
    return parts if parts > 1 else None


def _rows(server: Server, task: Task, count: int) -> Iterator[tuple[int, int, bytes]]:
    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        for batch in batches:
            for n in batch.column(0).to_pylist():
                for chunk, data in enumerate(_packed(task, n)):
                    columns = [pa.array([n]), pa.array([chunk]), pa.array([data], pa.binary())]
                    yield pa.RecordBatch.from_arrays(columns, ["task", "chunk", "packed"])

    frame = server.session.range(0, count, 1, count).mapInArrow(run, _SCHEMA)
    for row in _received(server, frame):
        yield int(row["task"]), int(row["chunk"]), bytes(row["packed"])


def _received(server: Server, frame: Any) -> Iterator[Any]:
    """The rows of a frame as they come; what goes wrong on the cluster as InputErrors."""
    rows = frame.toLocalIterator()
    while True:
        try:
            row = next(rows, None)
        except Exception as error:  # from gRPC or Spark; the text has the worker's trace
            raise server.failure(error) from error
        if row is None:
            return
        yield row


def _packed(task: Task, n: int) -> Iterator[bytes]:
    """What a task yields in chunks of about a megabyte; its last line says how it ended."""
    held = bytearray()
    try:
        for record in task(n):
            held += exchange.line(record)
            if len(held) >= _CHUNK:
                yield bytes(held)
                held.clear()
        last = exchange.last_line()
    except InputError as error:
        last = exchange.last_line(error)
    yield bytes(held) + last
