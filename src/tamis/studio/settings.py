"""The settings of a studio: database, secret, address, limits."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tamis.bad_input import unwritable
from tamis.inputs.files import read_bytes
from tamis.inputs.replacing import flush
from tamis.types import InputError

SECRET_BYTES = 32
"""Length of the key that signs cookies."""


@dataclass(frozen=True)
class Limits:
    """Limits of a request; more is refused with a message."""

    upload_bytes: int = 50 * 2**20
    """One request with files, all of them together."""
    form_bytes: int = 2 * 2**20
    """A request without files."""
    stranger_bytes: int = 64 * 2**10
    """A request of someone who is not logged in."""
    files: int = 100
    pages: int = 500
    """Pages of one PDF."""
    reading_seconds: float = 60.0
    """Reading the files of one request, all of them together."""
    file_seconds: float = 20.0
    """Reading one file."""
    file_megabytes: int = 1_024
    """Memory of the process that reads files; what Python itself needs is part of it."""
    text: int = 200_000
    """Characters of one text that a person types."""
    name: int = 80
    """Characters of a person's or a project's name."""
    unsent: int = 500
    """Autosaved texts that one person may have."""


@dataclass(frozen=True)
class Hashing:
    """Argon2's cost: passes, KiB of memory, lanes. The defaults are RFC 9106's second choice."""

    passes: int = 3
    kibibytes: int = 65_536
    lanes: int = 4


@dataclass(frozen=True)
class Settings:
    """One studio. `database` is a SQLAlchemy address; `names` are hosts that it answers to.

    `https`: pages are sent encrypted, as behind a proxy with HTTPS; cookies are then marked Secure.
    """

    database: str = field(repr=False)
    secret: bytes = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8400
    names: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    retriever: str = "auto"
    demo: bool = False
    https: bool = False
    limits: Limits = Limits()
    hashing: Hashing = Hashing()

    def __post_init__(self) -> None:
        if len(self.secret) < SECRET_BYTES:
            raise InputError(
                f"the secret is too short: TAMIS_STUDIO_SECRET needs {SECRET_BYTES} bytes or more."
            )


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where a studio keeps its database: $TAMIS_HOME/studio, else the user's data folder."""
    if home := environment.get("TAMIS_HOME"):
        return Path(home) / "studio"
    if platform == "darwin":
        return Path.home() / "Library/Application Support/tamis"
    if platform == "win32" and (roaming := environment.get("APPDATA")):
        return Path(roaming) / "tamis"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "tamis"


def sqlite_address(folder: Path) -> str:
    """The address of the SQLite database in `folder`, which is made for its owner alone."""
    make_folder(folder)
    return f"sqlite:///{folder / 'studio.db'}"


def secret_place(address: str) -> Path:
    """Where the secret of a database is kept: beside its file, else in the user's data folder."""
    if "://" in address and not address.startswith("sqlite:///"):
        return data_folder() / "studio.secret"
    file = Path(address.removeprefix("sqlite:///"))
    return file.with_name(f"{file.name}.secret")


def read_secret(path: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """The key that signs cookies: $TAMIS_STUDIO_SECRET, else what `path` holds.

    Made on first use, readable by the owner alone. Two processes that start at once agree on it.
    """
    if given := environment.get("TAMIS_STUDIO_SECRET"):
        return given.encode()
    make_folder(path.parent)
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        if not path.exists():
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_hex(SECRET_BYTES).encode())
                file.flush()
                flush(file.fileno())
            # A link, unlike a rename, does not replace a file of another process.
            with contextlib.suppress(FileExistsError):
                os.link(part, path)
            part.unlink()
        return read_bytes(path)
    except OSError as error:
        raise unwritable(path, error) from error


def make_folder(folder: Path) -> None:
    """Make a folder that is its owner's alone; InputError where it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise unwritable(folder, error) from error
