"""A session with Spark by URL: a Spark Connect server, a master, or Sail in this process."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from tamis.collect.books import extras
from tamis.collect.engine.server import ANSWER, LONGEST_WAIT, RETRIES, Server, cause
from tamis.types import InputError

SAIL = "sail"
_MASTERS = ("spark://", "local", "yarn", "k8s://")
_PORT = 15002
_PATIENCE = 10.0


@contextmanager
def connected(url: str) -> Iterator[Server]:
    """A session of Spark Connect with its server.

    `sc://host:port` is a server of Spark Connect. `sail` starts one in this process, for tests and
    small data: Python runs there under one lock. Masters (`spark://host:port`, `local[4]`, `yarn`,
    `k8s://…`) need all of PySpark and Java. InputError where no server answers.
    """
    if url == SAIL:
        with _sail() as server:
            yield server
    elif url.startswith("sc://"):
        with _remote(url) as server:
            yield server
    elif url.startswith(_MASTERS):
        with _master(url) as server:
            yield server
    else:
        raise InputError(
            f"--cluster {url} is not an address of Spark; give sc://HOST:PORT, "
            f"spark://HOST:PORT or {SAIL}."
        )


@contextmanager
def _sail() -> Iterator[Server]:
    # Sail writes its log to standard error, unless it is switched off.
    os.environ.setdefault("RUST_LOG", "error")
    server = import_cluster_extra("pysail.spark").SparkConnectServer("127.0.0.1", 0)
    server.start(background=True)
    try:
        url = f"sc://127.0.0.1:{server.listening_address[1]}"
        sessions = import_cluster_extra("pyspark.sql").SparkSession
        here = Server(_made(url, sessions.builder.remote(url).create), SAIL)
        with _used(here):
            yield here
    finally:
        server.stop()


@contextmanager
def _remote(url: str) -> Iterator[Server]:
    """A session with a server somewhere, which is watched."""
    _listens(url)
    builder = _channels(url)
    if not _answers(url, ANSWER):
        raise InputError(
            f"{_shown(url)} answers, but not as a Spark Connect server; check the address."
        )
    opened = []

    def channel() -> Any:
        # Kept, so that it can be closed when the server is dead, which ends all waiting for it.
        opened.append(type(builder).toChannel(builder))
        return opened[-1]

    builder.toChannel = channel
    sessions = import_cluster_extra("pyspark.sql.connect.session").SparkSession
    session = _made(url, lambda: sessions.builder.channelBuilder(builder).create())

    def hang_up() -> None:
        for one in opened:
            one.close()

    server = Server(session, _shown(url), partial(_answers, url), hang_up)
    with _used(server), server.watched():
        yield server


@contextmanager
def _used(server: Server) -> Iterator[None]:
    """The session, with few retries of its own; it is stopped in the end."""
    retries = import_cluster_extra("pyspark.sql.connect.client.retries")
    policy = retries.DefaultPolicy(max_retries=RETRIES, max_backoff=LONGEST_WAIT)
    server.session.client.set_retry_policies([policy])
    try:
        yield
    finally:
        server.session.stop()


@contextmanager
def _master(url: str) -> Iterator[Server]:
    sql = import_cluster_extra("pyspark.sql")
    if find_spec("pyspark.core") is None:
        raise InputError(
            f"--cluster {url} is a master of Spark, which needs Java and the whole of PySpark: "
            f"`pip install pyspark` in place of pyspark-client, or give the sc:// address of a "
            f"Spark Connect server."
        )
    builder = sql.SparkSession.builder.config("spark.api.mode", "connect").master(url)
    server = Server(_made(url, builder.getOrCreate), url)
    with _used(server):
        yield server


def _made(url: str, make: Any) -> Any:
    try:
        return make()
    except InputError:
        raise
    except Exception as error:  # gRPC, Java and Spark each have their own errors
        raise InputError(
            f"{_shown(url)} gives no session of Spark: {cause(error)}; check the address."
        ) from error


def _listens(url: str) -> None:
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
            f"{_shown(url)} does not answer: {error.strerror or error}; check that a Spark Connect "
            f"server listens there."
        ) from error


def _channels(url: str) -> Any:
    client = import_cluster_extra("pyspark.sql.connect.client")
    try:
        return client.DefaultChannelBuilder(url)
    except Exception as error:  # Spark's own errors
        raise InputError(f"--cluster {_shown(url)}: {cause(error)}.") from error


def _answers(url: str, seconds: float) -> bool:
    """Whether a server of gRPC answers in time, by a connection of its own."""
    grpc = import_cluster_extra("grpc")
    builder = _channels(url)
    # A channel to the same address would otherwise share the connection that may be dead.
    builder.setChannelOption("grpc.use_local_subchannel_pool", 1)
    channel = builder.toChannel()
    ready = grpc.channel_ready_future(channel)
    try:
        ready.result(timeout=seconds)
    except grpc.FutureTimeoutError:
        ready.cancel()
        return False
    finally:
        channel.close()
    return True


def _shown(url: str) -> str:
    """The address without its parameters, of which one may be a secret token."""
    return url.split("/;", 1)[0]


def import_cluster_extra(module: str) -> Any:
    """Import a module of the extra `cluster`; where it is missing, InputError with the command."""
    return extras.import_extra(module, "a cluster", "cluster")
