"""Serving a studio from the command line: the socket, the first link, the server."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn

from tamis.studio.app import create_app
from tamis.studio.database import Database, open_database
from tamis.studio.database.one_server import only_server
from tamis.studio.database.schema import Person, now
from tamis.studio.people.accounts import find_person, first_invitation, invite
from tamis.studio.people.login_codes import login_code
from tamis.studio.settings import Settings
from tamis.studio.writing.models import prepare
from tamis.types import InputError


def serve(settings: Settings, say: Callable[[str], None], *, browse: bool, verbose: bool) -> None:
    """Serve the studio until it is interrupted.

    Raises InputError where the port or the database is taken, or cannot be used.
    """
    level = logging.INFO if verbose else logging.WARNING
    handler = logging.StreamHandler()
    # Libraries set the levels of their own loggers, some when they are loaded.
    handler.setLevel(level)
    logging.basicConfig(
        level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", handlers=[handler]
    )
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with (
        ending(),
        listen(settings.host, settings.port) as listening,
        only_server(settings.database),
    ):
        app = create_app(settings)
        prepare(settings.models)
        address = base(settings)
        first = first_link(app.state.studio.database, settings)
        say(f"The studio is at {address}")
        if first is not None:
            say(f"No one has an account yet. Become its owner, within seven days:\n  {first}")
        for line in warnings(settings):
            say(line)
        say("Ctrl+C ends it.")
        if browse:
            threading.Timer(0.5, webbrowser.open, [first or address]).start()
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_config=None,
                # Our own log has routes, not addresses: these may hold the token of an invitation.
                access_log=False,
                server_header=False,
                proxy_headers=settings.https,
                timeout_graceful_shutdown=5,
            )
        )
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
        if not server.started:
            sys.exit(1)


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """Have SIGTERM and SIGHUP end the block as Ctrl+C does, so that nothing temporary is left.

    An ignored SIGHUP, as under nohup, stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {signal.SIGTERM: signal.signal(signal.SIGTERM, _end)}
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, _hang_up)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _hang_up(_number: int, _frame: FrameType | None) -> None:
    # While the server runs, it handles SIGTERM itself.
    signal.raise_signal(signal.SIGTERM)


def base(settings: Settings) -> str:
    """The address that a browser on this machine opens, or the public one behind a proxy."""
    if settings.https and settings.names:
        return f"https://{settings.names[0]}"
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    if ":" in host and not host.startswith("["):
        host = f"[{host}]"
    return f"http://{host}:{settings.port}"


def first_link(database: Database, settings: Settings) -> str | None:
    """The owner's invitation where no one has an account yet; None in a demo, and otherwise."""
    if settings.demo:
        return None
    with database.writing() as session:
        token = first_invitation(session)
    return None if token is None else f"{base(settings)}/invitation/{token}"


def invitation_link(settings: Settings, role: str, name: str | None) -> str:
    """A link that makes an account; for someone who has one, a link to a new password.

    Raises InputError where the name is none, or the database cannot be used.
    """
    opened = contextlib.closing(open_database(settings.database))
    with opened as database, database.writing() as session:
        person: Person | None = find_person(session, name) if name else None
        token = invite(session, role, name=name, person=person)
    return f"{base(settings)}/invitation/{token}"


def code_for(settings: Settings, name: str) -> str:
    """A code with which someone need not wait for the wrong passwords of others.

    Raises InputError where nobody has the name, or the database cannot be used.
    """
    opened = contextlib.closing(open_database(settings.database))
    with opened as database, database.reading() as session:
        person = find_person(session, name)
    if person is None:
        raise InputError(f"nobody here is called {name!r}: tamis studio invite makes an account.")
    return login_code(settings.secret, person, now())


def is_local(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def warnings(settings: Settings) -> list[str]:
    """Warnings, for the person who starts a studio, about how it can be reached."""
    if is_local(settings.host) or settings.https:
        return []
    return [
        f"Warning: {settings.host} can be reached from other machines, and passwords travel "
        "unencrypted: put a proxy with HTTPS before it, and start it with --behind-proxy."
    ]


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; InputError where the port or the host cannot be used."""
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without naming TCP, asyncio would not turn Nagle's algorithm off: 40 ms for every page.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise InputError(
            f"port {port} of {host} cannot be used ({(error.strerror or str(error)).lower()}): "
            "give another --port."
        ) from error
    return listening
