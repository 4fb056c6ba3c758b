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
    `k8s://…`) need the whole of PySpark and Java. InputError where nobody answers.
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
            f"--cluster {url} is no address of Spark; give sc://HOST:PORT, spark://HOST:PORT or "
            f"{SAIL}."
        )


@contextmanager
def _sail() -> Iterator[str]:
    # Sail tells of its doings on standard error, unless told not to.
    os.environ.setdefault("RUST_LOG", "error")
    server = needed("pysail.spark").SparkConnectServer("127.0.0.1", 0)
    server.start(background=True)
    try:
        yield f"sc://127.0.0.1:{server.listening_address[1]}"
    finally:
        server.stop()


def _session(url: str) -> Iterator[Any]:
    session = _made(url, lambda: needed("pyspark.sql").SparkSession.builder.remote(url).create())
    try:
        yield session
    finally:
        session.stop()


def _master(url: str) -> Iterator[Any]:
    sql = needed("pyspark.sql")
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
    except Exception as error:  # of gRPC, of Java, of Spark: each has its own
        raise InputError(
            f"{url} gives no session of Spark: {said(error)}; check the address."
        ) from error


def _answers(url: str) -> None:
    """InputError where nobody listens, at once: Spark's client would try for minutes."""
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


def needed(module: str) -> Any:
    """A module of the extra `cluster`; InputError that says how to install it."""
    return extras.needed(module, "a cluster", "cluster")


def said(error: BaseException) -> str:
    """The last line that an error says, where the cause is; traces come before it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__).rstrip(".")[:300]
