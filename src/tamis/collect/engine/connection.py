"""A session with Spark by URL: a Spark Connect server, a master, or Sail in this process."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from tamis.collect.books import extras
from tamis.types import InputError

SAIL = "sail"
_MASTERS = ("spark://", "local", "yarn", "k8s://")
_PORT = 15002
_PATIENCE = 10.0


@contextmanager
def connected(url: str) -> Iterator[Any]:
    """A session of Spark Connect.

    `sc://host:port` is a server of Spark Connect. `sail` starts one in this process, for tests and
    small data: Python runs there under one lock. Masters (`spark://host:port`, `local[4]`, `yarn`,
    `k8s://…`) need all of PySpark and Java. InputError where no server answers.
    """
    if url == SAIL:
        with _sail() as address:
            yield from _session(address)
    elif url.startswith("sc://"):
        _answers(url)
        yield from _session(url)
    elif url.startswith(_MASTERS):
        yield from _master(url)
    else:
        raise InputError(
            f"--cluster {url} is not an address of Spark; give sc://HOST:PORT, "
            f"spark://HOST:PORT or {SAIL}."
        )


@contextmanager
def _sail() -> Iterator[str]:
    # Sail writes its log to standard error, unless it is switched off.
    os.environ.setdefault("RUST_LOG", "error")
    server = import_cluster_extra("pysail.spark").SparkConnectServer("127.0.0.1", 0)
    server.start(background=True)
    try:
        yield f"sc://127.0.0.1:{server.listening_address[1]}"
    finally:
        server.stop()


def _session(url: str) -> Iterator[Any]:
    session = _made(
        url, lambda: import_cluster_extra("pyspark.sql").SparkSession.builder.remote(url).create()
    )
    try:
        yield session
    finally:
        session.stop()


def _master(url: str) -> Iterator[Any]:
    sql = import_cluster_extra("pyspark.sql")
    if find_spec("pyspark.core") is None:
        raise InputError(
            f"--cluster {url} is a master of Spark, which needs Java and the whole of PySpark: "
            f"`pip install pyspark` in place of pyspark-client, or give the sc:// address of a "
            f"Spark Connect server."
        )
    builder = sql.SparkSession.builder.config("spark.api.mode", "connect").master(url)
    session = _made(url, builder.getOrCreate)
    try:
        yield session
    finally:
        session.stop()


def _made(url: str, make: Any) -> Any:
    try:
        return make()
    except InputError:
        raise
    except Exception as error:  # gRPC, Java and Spark each have their own errors
        raise InputError(
            f"{url} gives no session of Spark: {last_line(error)}; check the address."
        ) from error


def _answers(url: str) -> None:
    """InputError at once where no server listens: Spark's client would try for minutes."""
    try:
        host, port = urlsplit(url).hostname, urlsplit(url).port or _PORT
    except ValueError:
        host, port = None, 0
    if not host:
        raise InputError(f"--cluster {url} names no host; give sc://HOST:PORT.")
    try:
        socket.create_connection((host, port), _PATIENCE).close()
    except OSError as error:
        raise InputError(
            f"{url} does not answer: {error.strerror or error}; check that a Spark Connect server "
            f"listens there."
        ) from error


def import_cluster_extra(module: str) -> Any:
    """Import a module of the extra `cluster`; where it is missing, InputError with the command."""
    return extras.import_extra(module, "a cluster", "cluster")


def last_line(error: BaseException) -> str:
    """The last line of an error's message, which has the cause; traces come before it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__).rstrip(".")[:300]
