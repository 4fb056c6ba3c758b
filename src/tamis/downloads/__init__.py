"""Released data on this disk: its paths, and checks that the files are the right ones.

A manifest records the files that `tamis.downloads.hub` and `tamis.downloads.web` have fetched (full
revision, size, sha256); every later use is checked against it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tamis.inputs.files import digest, is_there
from tamis.inputs.json_records import read_json
from tamis.inputs.replacing import replacing
from tamis.inputs.rows import as_row
from tamis.types import InputError


@dataclass(frozen=True)
class RemoteFile:
    """One released file: its path in the repository, and its published properties.

    `size` in bytes is the published one, exact with `exact_size`, else rounded; `rows` is the
    number of records; both are 0 where none was published. `sha256` is None where no digest was
    published: then later downloads must have that of the first one.

    A zip archive has `members`: the ends of their paths in it, with their numbers of records;
    together they take at most `unzipped` bytes. A file `on_request` is fetched only when it is
    requested by its key.
    """

    path: str
    rows: int = 0
    size: int = 0
    exact_size: bool = False
    sha256: str | None = None
    members: Mapping[str, int] = field(default_factory=dict)
    unzipped: int = 0
    on_request: bool = False


@dataclass(frozen=True)
class Source:
    """A data set on the Hugging Face hub, pinned to a revision (a prefix of its commit)."""

    name: str
    repo: str
    revision: str
    licence: str
    files: Mapping[str, RemoteFile]


@dataclass(frozen=True)
class WebSource:
    """A data set at plain addresses: the paths of `files` follow `base`.

    No revision is published there: the first download defines the version.
    """

    name: str
    base: str
    licence: str
    files: Mapping[str, RemoteFile]
    revision: str = ""

    @property
    def repo(self) -> str:
        """Where it is published, for messages: the host."""
        return urlsplit(self.base).netloc


AnySource = Source | WebSource


@dataclass(frozen=True)
class Fetched:
    """A file on this disk, as it was when it was fetched.

    `commit` is the full revision on the hub, and the server's own tag (may be empty) elsewhere.
    """

    path: str
    commit: str
    size: int
    sha256: str


def cache_home() -> Path:
    """Where Tamis keeps fetched data: $TAMIS_HOME, else the user's cache folder."""
    if home := os.environ.get("TAMIS_HOME"):
        return Path(home)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tamis"


def parts(source: AnySource, key: str) -> dict[str, int]:
    """The files that a fetch of `key` writes, by the keys of `locate`, with numbers of records.

    That is the file itself, or the members of an archive as `key/member`.
    """
    file = source.files[key]
    return {f"{key}/{name}": rows for name, rows in file.members.items()} or {key: file.rows}


def manifest(source: AnySource) -> dict[str, Fetched]:
    """What has been fetched of `source` at its pinned revision, by file key."""
    path = cache_path(source, ".json")
    if not is_there(path):
        return {}
    again = f"delete it and run `tamis data fetch {source.name}` again"
    stored = read_json(path, again)
    if not isinstance(stored, dict):
        raise InputError(f"{path} is not a manifest of Tamis; {again}.")
    return {key: as_row(Fetched, value, f"{path}, {key}", again) for key, value in stored.items()}


def locate(source: AnySource, key: str) -> Path:
    """The fetched file, checked against the manifest; InputError where it is missing or changed.

    A member of an archive has the key `key/member`.
    """
    known, archive = manifest(source), key.partition("/")[0]
    file = source.files[archive]
    command = f"tamis data fetch {source.name}{f' --file {archive}' if file.on_request else ''}"
    if key not in known or not Path(known[key].path).exists():
        raise InputError(
            f"{file.path} of {source.repo} has not been fetched; run "
            f"`{command}`, or give a folder that holds it (--data-dir, or in place of the name)."
        )
    if not unchanged(known[key]):
        raise InputError(
            f"{known[key].path} is not the file that was fetched (its sha256 differs); run "
            f"`{command}` to fetch it again."
        )
    return Path(known[key].path)


def is_here(source: AnySource, key: str, known: Mapping[str, Fetched]) -> bool:
    """Whether a file, or every member of an archive, is on this disk and unchanged."""
    return all(part in known and unchanged(known[part]) for part in parts(source, key))


def unchanged(record: Fetched) -> bool:
    """Whether a fetched file is on this disk and unchanged."""
    path = Path(record.path)
    return path.is_file() and path.stat().st_size == record.size and digest(path) == record.sha256


def cache_path(source: AnySource, suffix: str = "") -> Path:
    """The folder of a source's files; with a suffix, a file next to it (`.json`: the manifest)."""
    name = f"{source.name}-{source.revision}" if source.revision else source.name
    return cache_home() / "data" / f"{name}{suffix}"


def write_manifest(source: AnySource, records: Mapping[str, Fetched]) -> None:
    """Write the manifest of fetched files; a kill leaves the old one or the new one."""
    with replacing(cache_path(source, ".json")) as part:
        part.write_text(json.dumps({k: asdict(v) for k, v in records.items()}, indent=1) + "\n")
