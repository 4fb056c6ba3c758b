"""Downloads from the Hugging Face hub: the one module that opens a socket for data.

Files go into Tamis's own cache: under a temporary name first, which a later call continues,
and renamed into place only when whole, by the hub's own digest. (`hf_hub_download` of
huggingface_hub 2 begins anew after a kill, and compares sizes only.)
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tamis.data import (
    Fetched,
    RemoteFile,
    Source,
    beside,
    digest,
    manifest,
    unchanged,
    write_manifest,
)
from tamis.types import InputError

_IDLE_TRIES = 3


def fetch(source: Source, key: str) -> Path:
    """Download one file of `source`, or what is still missing of it; returns its path.

    A file that is here and unchanged is not asked for again. Raises InputError where the
    server cannot be reached, has no such revision, or gives a file that is not the pinned one.
    """
    with _reasons(source, source.files[key]), _alone(source):
        known = manifest(source)
        if key not in known or not unchanged(known[key]):
            known[key] = _download(source, key, known)
            write_manifest(source, known)
        return Path(known[key].path)


def _download(source: Source, key: str, known: Mapping[str, Fetched]) -> Fetched:
    # Imported here: `tamis --help` and runs on local data must not pay for it.
    from huggingface_hub import get_hf_file_metadata, hf_hub_url

    remote = source.files[key]
    commit = next((record.commit for record in known.values()), None) or _commit(source)
    url = hf_hub_url(source.repo, remote.path, repo_type="dataset", revision=commit)
    offered = get_hf_file_metadata(url)
    if offered.size is None or offered.etag is None:
        raise ValueError("it has neither size nor tag")
    _check_size(source, remote, offered.size)
    path = beside(source) / remote.path
    # The digest is in the name: a part of another version is never continued.
    part = path.with_name(f"{path.name}.{re.sub(r'[^0-9A-Za-z]', '', offered.etag)[:16]}.part")
    part.parent.mkdir(parents=True, exist_ok=True)
    _get(url, part, offered.size)
    try:
        size, sha256 = _check(source, key, part, offered.etag, known.get(key))
    except InputError:
        part.unlink()
        raise
    part.replace(path)
    return Fetched(str(path), commit, size, sha256)


def _get(url: str, part: Path, size: int) -> None:
    """Fetch what `part` still lacks of `size` bytes; goes on after a cut while it gets ahead."""
    from huggingface_hub import constants
    from huggingface_hub.utils import (  # type: ignore[attr-defined]
        build_hf_headers,
        get_session,
        hf_raise_for_status,
        tqdm,
    )

    idle = 0
    while True:
        start = part.stat().st_size if part.exists() else 0
        if start == size:
            return
        # Packed on the way, a part's length would not say where to go on.
        headers = {**build_hf_headers(), "Accept-Encoding": "identity"}
        if 0 < start < size:
            headers["Range"] = f"bytes={start}-"
        try:
            with get_session().stream(
                "GET", url, headers=headers, timeout=constants.HF_HUB_DOWNLOAD_TIMEOUT
            ) as response:
                hf_raise_for_status(response)
                on = response.status_code == 206
                with (
                    part.open("ab" if on else "wb") as file,
                    tqdm(  # type: ignore[no-untyped-call]
                        desc=part.name.partition(".json")[0],
                        total=size,
                        initial=start if on else 0,
                        unit="B",
                        unit_scale=True,
                        disable=None,
                    ) as bar,
                ):
                    # As it comes: gathered into larger pieces, a cut would lose a piece.
                    for chunk in response.iter_bytes():
                        file.write(chunk)
                        bar.update(len(chunk))
            return
        except _transport_errors():
            got = part.stat().st_size if part.exists() else 0
            idle = 0 if got > start else idle + 1
            if idle == _IDLE_TRIES:
                raise
            time.sleep(1)


def _commit(source: Source) -> str:
    """The full commit behind the pinned prefix: a short one is no address on the hub."""
    from huggingface_hub import HfApi

    # Without a connection this fails at once, where the list of commits would try for long.
    main = HfApi().dataset_info(source.repo, timeout=10).sha or ""
    if main.startswith(source.revision):
        return main
    commits = [c.commit_id for c in HfApi().list_repo_commits(source.repo, repo_type="dataset")]
    found = [commit for commit in commits if commit.startswith(source.revision)]
    if len(found) != 1:
        raise InputError(
            f"{source.repo} has no single revision {source.revision} any more "
            f"({len(found)} of {len(commits)} commits fit); if you have its files, give their "
            f"folder with --data-dir."
        )
    return found[0]


def _check(
    source: Source, key: str, path: Path, etag: str, before: Fetched | None
) -> tuple[int, str]:
    """Size and sha256 of a downloaded file; InputError where it is not the one wanted."""
    remote, size, sha256 = source.files[key], path.stat().st_size, digest(path)
    if not _fits(path, etag):
        raise InputError(
            f"{remote.path} did not arrive as the hub says it is (its digest is not {etag[:12]}…); "
            f"run `tamis data fetch {source.name}` again."
        )
    _check_size(source, remote, size)
    expected = remote.sha256 or (before.sha256 if before else sha256)
    if sha256 != expected:
        raise InputError(
            f"{remote.path} has sha256 {sha256[:12]}…, but {expected[:12]}… was expected; "
            f"{source.repo} at {source.revision} does not hold what it should, so it was not taken."
        )
    return size, sha256


def _check_size(source: Source, remote: RemoteFile, size: int) -> None:
    # Sizes are published rounded to 0.1 MB, and an MB may be 2**20 bytes: six per cent either
    # way. The revision pins the content; this is to notice a file that is another altogether.
    if abs(size - remote.size) > (0 if remote.exact_size else remote.size * 0.06):
        about = "" if remote.exact_size else "about "
        raise InputError(
            f"{remote.path} of {source.repo} has {size:,} bytes, but {about}{remote.size:,} were "
            f"expected at revision {source.revision}; it was not taken."
        )


def _fits(path: Path, etag: str) -> bool:
    """Whether a file is what the hub's tag says: a sha256 for large files, a git blob else."""
    if re.fullmatch(r"[0-9a-f]{64}", etag):
        return digest(path) == etag
    if re.fullmatch(r"[0-9a-f]{40}", etag):
        content = path.read_bytes()
        return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest() == etag
    return True


@contextmanager
def _alone(source: Source) -> Iterator[None]:
    """Two fetches at once would write into the same file: the second one waits."""
    from huggingface_hub.utils import WeakFileLock  # type: ignore[attr-defined]

    lock = beside(source, ".lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    with WeakFileLock(lock):
        yield


@contextmanager
def _reasons(source: Source, remote: RemoteFile) -> Iterator[None]:
    """What goes wrong on the network and on the disk, as one sentence."""
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    again = (
        f"run `tamis data fetch {source.name}` again, it goes on where it stopped, or give a "
        f"folder that holds the files with --data-dir."
    )
    what = f"{remote.path} of {source.repo} at {source.revision} could not be downloaded"
    lost: tuple[type[Exception], ...] = (OfflineModeIsEnabled, *_transport_errors())
    try:
        yield
    except HfHubHTTPError as error:
        answer = error.response
        raise InputError(
            f"{what}: {answer.url.host} answered {answer.status_code} {answer.reason_phrase}; "
            f"{again}"
        ) from error
    except lost as error:
        reason = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        raise InputError(f"{what}: no connection to the hub ({reason}); {again}") from error
    except OSError as error:
        reason = error.strerror or str(error).partition("\n")[0].rstrip(".")
        raise InputError(f"{what}: {reason}; {again}") from error
    except InputError:
        raise
    except (ValueError, TypeError, KeyError) as error:
        # A proxy's page of its own, say, where a record was expected.
        raise InputError(f"{what}: the answer is not one of the hub ({error}); {again}") from error


def _transport_errors() -> tuple[type[Exception], ...]:
    """What a failing connection raises: huggingface_hub 1 stands on httpx, 2 on httpx2."""
    here = [import_module(name) for name in ("httpx", "httpx2") if find_spec(name)]
    return tuple(error for m in here for error in (m.TransportError, m.InvalidURL))
