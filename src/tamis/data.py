"""Released data: pinned download, local cache, and proof that a file is what it should be.

The one module that opens a socket for data. Files come through huggingface_hub, into the
cache that the user's other tools share; downloads resume, show progress, and are renamed
into place only when complete. What was fetched is written down in a manifest (full revision,
size, sha256), against which every later use is checked.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from tamis.types import InputError


@dataclass(frozen=True)
class RemoteFile:
    """One released file: its path in the repository and what is known of it beforehand.

    `size` in bytes is the published one, exact where `exact_size`; `rows` is the number of
    records; `sha256` is None where no digest was published: then the one of the first
    download is kept and demanded from then on.
    """

    path: str
    rows: int
    size: int
    exact_size: bool = False
    sha256: str | None = None


@dataclass(frozen=True)
class Source:
    """A data set on the Hugging Face hub, pinned to a revision (a prefix of its commit)."""

    name: str
    repo: str
    revision: str
    licence: str
    files: Mapping[str, RemoteFile]


@dataclass(frozen=True)
class Fetched:
    """A file on this disk, as it was when it was fetched."""

    path: str
    commit: str
    size: int
    sha256: str


def cache_home() -> Path:
    """Where Tamis keeps its manifests: $TAMIS_HOME, else the user's cache folder."""
    if home := os.environ.get("TAMIS_HOME"):
        return Path(home)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "tamis"


def manifest(source: Source) -> dict[str, Fetched]:
    """What has been fetched of `source` at its pinned revision, by file key."""
    path = _manifest_path(source)
    if not path.exists():
        return {}
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        return {key: Fetched(**value) for key, value in stored.items()}
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{path} is not a manifest of Tamis ({error}); delete it and run "
            f"`tamis data fetch {source.name}` again."
        ) from error


def fetch(source: Source, key: str) -> Path:
    """Download one file of `source`, or take it from the cache; returns its path.

    Raises InputError where the server cannot be reached, has no such revision, or gives a
    file that is not the pinned one.
    """
    # Imported here: `tamis --help` and runs on local data must not pay for it.
    import httpx
    from huggingface_hub import HfApi, hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    remote = source.files[key]
    known = manifest(source)
    try:
        commit = known[key].commit if key in known else _commit(source, HfApi())
        path = Path(
            hf_hub_download(
                source.repo,
                remote.path,
                repo_type="dataset",
                revision=commit,
                # An altered file must be fetched anew: the hub library looks only at names.
                force_download=key in known and not _unchanged(known[key]),
            )
        )
    except LocalEntryNotFoundError as error:
        raise InputError(
            f"{remote.path} of {source.repo} cannot be downloaded: no connection to the hub; "
            f"fetch it where there is a network, or give a folder that holds it with --data-dir."
        ) from error
    except (HfHubHTTPError, httpx.HTTPError, OSError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(
            f"{remote.path} of {source.repo} at {source.revision} could not be downloaded "
            f"({reason}); run `tamis data fetch {source.name}` again, it goes on where it stopped."
        ) from error
    record = Fetched(str(path), commit, path.stat().st_size, digest(path))
    _check(source, remote, record, known.get(key))
    _write_manifest(source, {**known, key: record})
    return path


def locate(source: Source, key: str) -> Path:
    """The fetched file, checked against the manifest; InputError where it is absent or altered."""
    known = manifest(source)
    if key not in known or not Path(known[key].path).exists():
        raise InputError(
            f"{source.files[key].path} of {source.repo} has not been fetched; run "
            f"`tamis data fetch {source.name}`, or give a folder that holds it with --data-dir."
        )
    if not _unchanged(known[key]):
        raise InputError(
            f"{known[key].path} is not the file that was fetched (its sha256 differs); run "
            f"`tamis data fetch {source.name}` to fetch it again."
        )
    return Path(known[key].path)


def digest(path: Path) -> str:
    """The sha256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _commit(source: Source, api: object) -> str:
    """The full commit behind the pinned prefix: a short one is no address on the hub."""
    from huggingface_hub import HfApi

    assert isinstance(api, HfApi)
    commits = [c.commit_id for c in api.list_repo_commits(source.repo, repo_type="dataset")]
    found = [commit for commit in commits if commit.startswith(source.revision)]
    if len(found) != 1:
        raise InputError(
            f"{source.repo} has no single revision {source.revision} any more "
            f"({len(found)} of {len(commits)} commits fit); see `tamis data list`."
        )
    return found[0]


def _check(source: Source, remote: RemoteFile, got: Fetched, before: Fetched | None) -> None:
    expected = remote.sha256 or (before.sha256 if before else None)
    if expected and got.sha256 != expected:
        raise InputError(
            f"{remote.path} has sha256 {got.sha256[:12]}…, but {expected[:12]}… was expected; "
            f"{source.repo} at {source.revision} does not hold what it should."
        )
    # Sizes are published in MB with one decimal: half a decimal either way.
    slack = 0 if remote.exact_size else 50_000
    if abs(got.size - remote.size) > slack:
        raise InputError(
            f"{remote.path} has {got.size:,} bytes, but about {remote.size:,} were expected "
            f"at revision {source.revision}; it was not taken."
        )


def _unchanged(record: Fetched) -> bool:
    path = Path(record.path)
    return path.exists() and path.stat().st_size == record.size and digest(path) == record.sha256


def _manifest_path(source: Source) -> Path:
    return cache_home() / "data" / f"{source.name}-{source.revision}.json"


def _write_manifest(source: Source, records: Mapping[str, Fetched]) -> None:
    path = _manifest_path(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps({k: asdict(v) for k, v in records.items()}, indent=1) + "\n")
    part.replace(path)
