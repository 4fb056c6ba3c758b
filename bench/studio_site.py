"""A studio in a process of its own on either database, and a browser that does little.

What `studio_load`, `studio_attacks` and `studio_kills` share. The studio is served on the loopback
as `tamis studio` serves it, with passwords that are cheap to check: real ones are costly on
purpose.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

sys.path.append(str(Path(__file__).parents[1] / "tests"))

if TYPE_CHECKING:
    from studio import Postgres  # type: ignore[import-untyped]

DATABASES = ("sqlite", "postgresql")
PASSWORD = "plum jam at noon"
SECRET = b"s" * 32
_TOKEN = re.compile(r'<meta name="csrf" content="(\w+)">')
_IDLE = 4.0
"""Seconds after which a connection is not used again: the server is about to close it."""


# --- databases -----------------------------------------------------------------------------------


@dataclass
class Place:
    """Where a studio is: its database, its kind, a folder, and the PostgreSQL server if any."""

    kind: str
    address: str
    folder: Path
    server: Postgres | None = None

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query finds, past the studio."""
        if self.kind == "sqlite":
            file = self.address.removeprefix("sqlite:///")
            with contextlib.closing(sqlite3.connect(file, timeout=15)) as connection:
                return connection.execute(query).fetchall()
        import psycopg

        with psycopg.connect(self.address) as connection:
            return connection.execute(query).fetchall()


def places(chosen: str, durable: bool = False) -> Iterator[Place]:
    """An empty database of each chosen kind, removed afterwards; what is missing is said.

    A `durable` PostgreSQL outlives its crashes.
    """
    for kind in DATABASES if chosen == "both" else (chosen,):
        with tempfile.TemporaryDirectory(prefix="tamis-bench-") as name:
            if kind == "sqlite":
                yield Place(kind, f"sqlite:///{name}/studio.db", Path(name))
                continue
            from studio import Postgres, postgres_binaries

            try:
                server = Postgres(postgres_binaries(), durable)
            except LookupError as missing:
                print(f"postgresql is left out: {missing.args[0]}")
                continue
            try:
                server.execute("CREATE DATABASE bench")
                yield Place(kind, server.url("bench"), Path(name), server)
            finally:
                server.stop()


# --- the server ----------------------------------------------------------------------------------


class Site:
    """The studio's process on a database. `log` is what it has written, over all its lives."""

    def __init__(self, place: Place, *, slow: bool = False) -> None:
        self.place = place
        self.port = _free_port()
        self._command = [sys.executable, __file__, place.address, str(self.port)]
        self._command += ["slow"] if slow else []
        self._log = place.folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        """What the studio has written to its log."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def start(self, within: float = 40.0) -> float:
        """Start the studio; the seconds until it answers.

        It is started once more where it ends at once, as after a kill that its database has not
        noticed yet. Raises SystemExit where it does not answer in time.
        """
        began = time.perf_counter()
        while not self._answers():
            if time.perf_counter() - began > within:
                self.kill()
                raise SystemExit(f"the studio did not start:\n{self.log[-2000:]}")
            if self.process is None or self.process.poll() is not None:
                with self._log.open("ab") as log:
                    self.process = subprocess.Popen(self._command, stdout=log, stderr=log)
            time.sleep(0.02)
        return time.perf_counter() - began

    def kill(self) -> None:
        """End the process as nothing can prevent (SIGKILL)."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """End the process in good order."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    def _answers(self) -> bool:
        ask = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        try:
            with socket.create_connection(("127.0.0.1", self.port), 2) as connection:
                connection.sendall(ask)
                return connection.recv(64).startswith(b"HTTP/1.1 200")
        except OSError:
            return False


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def settings(address: str, port: int = 8400) -> Any:
    """The settings of a site's studio."""
    from tamis.studio.settings import Hashing, Settings

    cheap = Hashing(passes=1, kibibytes=8, lanes=1)
    return Settings(address, SECRET, port=port, hashing=cheap)


def serve(address: str, port: str, slow: str = "") -> None:
    """Serve the studio in this process; a `slow` one takes .7 s for a draft or a revision."""
    from tamis.studio import serve
    from tamis.studio.writing import models

    if slow:
        models.Respondent = _slow_respondent()  # type: ignore[attr-defined]
    serve.serve(settings(address, int(port)), lambda _: None, browse=False, verbose=False)


def _slow_respondent() -> Any:
    from tamis.types import Reply
    from tamis.writing.author import Respondent

    class Slow(Respondent):
        """The respondent, who lets their text be seen in five parts."""

        async def draft(self, question: Any, passages: Any, hear: Any) -> Reply:
            return await self._slowly(await super().draft(question, passages, _unheard), hear)

        async def revise(
            self, question: Any, previous: Any, instruction: Any, summary: Any, hear: Any
        ) -> Reply:
            reply = await super().revise(question, previous, instruction, summary, _unheard)
            return await self._slowly(reply, hear)

        async def _slowly(self, reply: Reply, hear: Any) -> Reply:
            for part in range(1, 6):
                await asyncio.sleep(0.14)
                hear(reply.text[: len(reply.text) * part // 5])
            return reply

    return Slow


def _unheard(text: str) -> None:
    pass


# --- a browser -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What the studio answered; names of headers are in lower case."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    set_cookies: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")

    @property
    def location(self) -> str:
        """Where a redirect leads, "" for none."""
        return self.headers.get("location") or self.headers.get("x-tamis-go") or ""

    @property
    def done(self) -> bool:
        """Whether the studio has confirmed what was sent."""
        return self.status in (200, 204, 303)


Form = Mapping[str, Any] | Sequence[tuple[str, Any]]
File = tuple[str, str, bytes]
"""A field of a form, the name of a file, and its contents."""


class Visitor:
    """A browser that does as little as one can: one connection, cookies, forms.

    `source` is the address on the loopback that it comes from.
    """

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port, self.source = port, source
        self.cookies: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def ask(
        self,
        path: str,
        form: Form | None = None,
        *,
        method: str = "",
        headers: Mapping[str, str | None] | None = None,
        body: bytes | None = None,
        files: Sequence[File] = (),
    ) -> Answer:
        """One request: a GET, or a POST of `form`. `headers` replace the usual ones, None removes.

        Raises OSError or EOFError where the connection is lost.
        """
        kind = "application/x-www-form-urlencoded"
        if files:
            body, kind = _multipart(form or {}, files)
        elif body is None:
            body = b"" if form is None else urlencode(form, doseq=True).encode()
        posts = form is not None or body or files
        method = method or ("POST" if posts else "GET")
        lines: dict[str, str | None] = {
            "host": f"127.0.0.1:{self.port}",
            "accept": "text/html",
            "cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "content-type": kind,
            "content-length": str(len(body)),
        }
        lines |= headers or {}
        said = [f"{name}: {value}" for name, value in lines.items() if value is not None]
        head = "\r\n".join([f"{method} {path} HTTP/1.1", *said, "", ""])
        return await self.raw(head.encode("utf-8", "surrogateescape") + body, method)

    async def raw(self, request: bytes, method: str = "GET") -> Answer:
        """Send these bytes, and read one answer; cookies that it sets are kept."""
        try:
            reader, writer = await self._connected()
            writer.write(request)
            answer = await _answer(reader, method)
        except BaseException:
            self.close()
            raise
        self._used = time.monotonic()
        if answer.headers.get("connection") == "close":
            self.close()
        for cookie in answer.set_cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    async def token(self) -> str:
        """The CSRF token of this browser's login."""
        return (await self.ask("/token")).text

    async def post(self, path: str, form: Form | None = None, **options: Any) -> Answer:
        """A form as one of the studio's own pages sends it."""
        headers = {"x-csrf-token": await self.token(), **(options.pop("headers", None) or {})}
        return await self.ask(path, form or {}, method="POST", headers=headers, **options)

    async def log_in(self, name: str, password: str = PASSWORD) -> Answer:
        """Log in, through the login page."""
        return await self.post("/login", {"name": name, "password": password})

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is not None and time.monotonic() - self._used > _IDLE:
            self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.source, 0), limit=2**26
            )
        return self._streams


def token_in(page: str) -> str:
    """The CSRF token that a page holds."""
    found = _TOKEN.search(page)
    return found[1] if found else ""


async def _answer(reader: asyncio.StreamReader, method: str) -> Answer:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
    headers: dict[str, str] = {}
    cookies = []
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
        if name.lower() == "set-cookie":
            cookies.append(value.strip())
    status = int(first.split()[1])
    body = b""
    if headers.get("transfer-encoding") == "chunked":
        while size := int(await reader.readline(), 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
    elif method != "HEAD" and status not in (204, 304):
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Answer(status, headers, body, tuple(cookies))


def _multipart(form: Form, files: Sequence[File]) -> tuple[bytes, str]:
    line = f"part-{secrets.token_hex(8)}"
    parts = []
    for name, value in form.items() if isinstance(form, Mapping) else form:
        parts.append((f'name="{name}"', str(value).encode()))
    for name, file, content in files:
        parts.append((f'name="{name}"; filename="{file}"', content))
    body = b"".join(
        f"--{line}\r\nContent-Disposition: form-data; {about}\r\n\r\n".encode(
            "utf-8", "surrogateescape"
        )
        + content
        + b"\r\n"
        for about, content in parts
    )
    return body + f"--{line}--\r\n".encode(), f"multipart/form-data; boundary={line}"


if __name__ == "__main__":
    serve(*sys.argv[1:])
