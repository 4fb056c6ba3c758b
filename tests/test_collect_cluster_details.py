"""What the errors of a cluster mean, and which addresses are ones, to the letter."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest

pytest.importorskip("orjson", reason="the extra `collect` is not installed")

from tamis.collect.books.extras import import_extra
from tamis.collect.engine import connection, server
from tamis.collect.engine.server import Server, cause
from tamis.collect.table.cleaning import Counts, Entry
from tamis.types import InputError

URL = "sc://here"
DIED = (
    "the Spark server sc://here has died or cannot be reached any more; start it again (its log "
    "says why it stopped), then run the command again, which goes on after the last finished step."
)


def meaning(text, answers=lambda seconds: True):
    """What an error means where the server is still there."""
    return str(Server(SimpleNamespace(), URL, answers).failure(ValueError(text)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ValueError: it broke.", "it broke"),
        ("Caused by: it broke.", "it broke"),
        ("first\nlast\n", "last"),
        ("told\nat org.apache.Spark$1.<init>(Spark.scala:1)", "told"),
        ("told\nat org.apache.Spark...", "told"),
        ("told\n... 12 more", "told"),
        ("told\n... many more", "... many more"),
        ("told\nSQLSTATE: 42K0E", "told"),
        ("told\nDriver stacktrace:\nJVM stacktrace:\n>", "told"),
        ('details = "no \ngRPC\n  details = "the cause"\n>', "the cause"),
        ("", "ValueError"),
        ("x" * 301, "x" * 300),
    ],
)
def test_the_cause_of_an_error(text, said):
    """The last line that is no frame of a trace."""
    assert cause(ValueError(text)).removeprefix("ValueError: ") == said


@pytest.mark.parametrize(
    "sign",
    [
        "SESSION_NOT_FOUND",
        "SESSION_CHANGED",
        "SESSION_CLOSED",
        "OPERATION_NOT_FOUND",
        "RESPONSE_ALREADY_RECEIVED",
    ],
)
def test_a_session_that_is_lost(sign):
    """By each sign of it."""
    assert meaning(f"[{sign}] It is so.") == (
        f"the Spark server {URL} has forgotten this session, as after a restart "
        f"([{sign}] It is so); see its log, then run the command again, which goes on after the "
        f"last finished step."
    )


@pytest.mark.parametrize(
    "sign",
    [
        "Python worker exited unexpectedly",
        "Python worker crashed",
        "ExecutorLostFailure",
        "Lost executor",
        "Executor heartbeat timed out",
        "worker heartbeat",
        "MemoryError",
    ],
)
def test_a_worker_that_is_lost(sign):
    """By each sign of it."""
    assert meaning(f"Said: {sign} (crash)") == (
        f"a worker of the cluster {URL} died ({sign}): it was killed, most often for want of "
        f"memory; give each worker more memory or fewer tasks at once, then run the command again, "
        f"which goes on after the last finished step."
    )


def test_other_errors_of_a_cluster():
    """A package that is missing, and the rest."""
    assert meaning("No module named 'tamis'") == (
        "a package is missing on the cluster's workers (No module named 'tamis'); install "
        "`tamis[collect,cluster]` on them."
    )
    assert meaning("It broke.") == "the cluster failed: It broke; see its log."
    # The Python error is part of the Java error's name.
    assert "died (MemoryError)" in meaning("java.lang.OutOfMemoryError")


@pytest.mark.parametrize("sign", ["StatusCode.UNAVAILABLE", "closed channel", "Channel closed"])
def test_a_server_that_is_gone(sign):
    """It is asked before it is taken for dead; one in this process cannot be asked."""
    asked = []

    def silent(seconds):
        asked.append(seconds)
        return False

    hung_up = []
    session = SimpleNamespace(release_session_on_close=True)
    here = Server(session, URL, silent, lambda: hung_up.append(1))
    assert (
        str(here.failure(ValueError("It broke."))) == "the cluster failed: It broke; see its log."
    )
    assert (asked, hung_up, session.release_session_on_close) == ([], [], True)
    assert str(here.failure(ValueError(sign))) == DIED
    assert (asked, hung_up, session.release_session_on_close) == ([10.0], [1], False)
    # It stays dead.
    assert str(here.failure(ValueError("It broke."))) == DIED
    assert (asked, hung_up) == ([10.0], [1])
    assert meaning(sign) == f"the cluster failed: {sign}; see its log."
    assert meaning(sign, None) == DIED
    assert meaning("It broke.", None) == "the cluster failed: It broke; see its log."


def test_a_server_is_watched(monkeypatch):
    """It is dead after so many seconds of silence; an answer starts them anew."""
    now = iter([0.0, 5.0, 25.0, 26.0, 45.0, 46.0])
    answers = iter([True, False, False, False, False])
    monkeypatch.setattr(server, "monotonic", lambda: next(now))
    monkeypatch.setattr(server, "EVERY", 0.0)
    session = SimpleNamespace(release_session_on_close=True)
    here = Server(session, URL, lambda seconds: next(answers))
    here._watch(here._answers)
    # Heard at 5: silent for 20 at 25, for 21 at 26.
    assert next(now) == 45.0
    assert (here._dead, session.release_session_on_close) == (True, False)
    monkeypatch.undo()
    with Server(session, URL).watched():
        pass
    calm = Server(session, URL, lambda seconds: True)
    with calm.watched():
        assert not calm._over.is_set()
    assert (calm._over.is_set(), calm._dead) == (True, False)


def refusal(url):
    """Why there is no session."""
    with pytest.raises(InputError) as error, connection.connected(url):
        pass
    return str(error.value)


def test_addresses_of_clusters():
    """What is none, what names no host, and one where nobody listens."""
    for url in ("sails", "http://here", "sc:/here", "SAIL", ""):
        assert refusal(url) == (
            f"--cluster {url} is not an address of Spark; give sc://HOST:PORT, spark://HOST:PORT "
            f"or sail."
        )
    for url in ("sc://", "sc://:15002", "sc://here:many"):
        assert refusal(url) == f"--cluster {url} names no host; give sc://HOST:PORT."
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert refusal(f"sc://127.0.0.1:{port}/;token=secret") == (
        f"sc://127.0.0.1:{port} does not answer: Connection refused; check that a Spark Connect "
        f"server listens there."
    )
    assert connection._shown("sc://here:1/;token=x/;y") == "sc://here:1"

    def broken():
        raise ValueError("Caused by: it broke.")

    def refused():
        raise InputError("No.")

    with pytest.raises(InputError) as error:
        connection._made("sc://here/;token=x", broken)
    assert str(error.value) == ("sc://here gives no session of Spark: it broke; check the address.")
    with pytest.raises(InputError, match=r"^No\.$"):
        connection._made("sc://here", refused)
    assert connection._made("sc://here", lambda: 3) == 3


def test_libraries_that_are_missing():
    """The command installs the extra with them."""
    for said, found in (
        (
            "collecting books needs nothing_here; install it with `pip install 'tamis[collect]'`.",
            lambda: import_extra("nothing_here.at_all"),
        ),
        (
            "a cluster needs nothing_here; install it with `pip install 'tamis[cluster]'`.",
            lambda: connection.import_cluster_extra("nothing_here"),
        ),
    ):
        with pytest.raises(InputError) as error:
            found()
        assert str(error.value) == said
    assert import_extra("json.decoder").__name__ == "json.decoder"


def test_entries_and_their_faults():
    """What an entry has where the table says nothing more."""
    one = Entry(3, "The Sea!")
    assert (one.anchors, one.year, one.categories, one.numbers, one.text) == ((), None, {}, {}, "")
    assert one.words == Entry(4, "the sea").words
    assert one == Entry(3, "The Sea!")
    assert one != Entry(4, "The Sea!")
    counts = Counts()
    assert (counts.unit, counts.dropped, counts.empty, counts.unreadable) == ("row", {}, {}, {})
