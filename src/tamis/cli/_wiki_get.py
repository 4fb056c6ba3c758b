"""Downloads an archive, resuming where an earlier download stopped, and verifies its checksum."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tamis._version import __version__
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.retrieve.wiki.archives import ZimArchive

_HEADERS = {"User-Agent": f"tamis/{__version__}", "Accept-Encoding": "identity"}


def base(archive: ZimArchive) -> str:
    """The address of the folder that the archive is downloaded from; TAMIS_MIRROR replaces it."""
    return (os.environ.get("TAMIS_MIRROR") or archive.base).rstrip("/")


def get(archive: ZimArchive, folder: Path) -> Path:
    """Download `archive` into `folder`, resuming an earlier download; returns its path.

    The file gets its final name only when it is complete and its checksum is right. Raises
    InputError if the download fails, the disk is too small, or the file is another one.
    """
    from tamis.downloads import WebSource
    from tamis.downloads._transfer import exclusive_lock, get_rest
    from tamis.inputs.replacing import put_in_place
    from tamis.retrieve.wiki.archives import check_whole

    path, url = folder / archive.file, f"{base(archive)}/{archive.file}"
    source = WebSource(f"wiki-{archive.name}", archive.base, archive.licence, {})
    with _reasons(archive, url), exclusive_lock(source):
        if path.exists():
            return path
        size, tag = _ask(url)
        # A partial file is continued only if the ETag is the same; without one, start again.
        part = folder / f"{archive.file}.{tag or 'untagged'}.part"
        folder.mkdir(parents=True, exist_ok=True)
        if not tag:
            part.unlink(missing_ok=True)
        _check_room(part, size)
        get_rest(url, part, size, _HEADERS, archive.file)
        try:
            check_whole(part)
        except InputError as error:
            part.unlink(missing_ok=True)
            raise InputError(str(error).replace(part.name, archive.file)) from error
        put_in_place(part, path)
    return path


def _ask(url: str) -> tuple[int, str]:
    """The size in bytes and the ETag, as the server reports them."""
    from huggingface_hub import constants
    from huggingface_hub.utils import get_session, hf_raise_for_status  # type: ignore[attr-defined]

    answer = get_session().head(url, headers=_HEADERS, timeout=constants.HF_HUB_DOWNLOAD_TIMEOUT)
    hf_raise_for_status(answer)
    length = answer.headers.get("Content-Length", "")
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        raise ValueError("it is an HTML page")
    if not length.isdigit() or int(length) == 0:
        raise ValueError("it is empty, or the server does not report its size")
    return int(length), re.sub(r"[^0-9A-Za-z]", "", answer.headers.get("ETag", ""))[:32]


def _check_room(part: Path, size: int) -> None:
    missing = size - (part.stat().st_size if part.exists() else 0)
    free = shutil.disk_usage(part.parent).free
    if missing > free:
        raise InputError(
            f"{part.parent} has {free / 1e9:.1f} GB left, but {missing / 1e9:.1f} GB are still "
            "missing; free some space, or give another folder with --out."
        )


@contextmanager
def _reasons(archive: ZimArchive, url: str) -> Iterator[None]:
    """Turn network and disk errors into an InputError of one sentence."""
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    from tamis.downloads._transfer import transport_errors

    server = urlsplit(url).netloc
    what = f"{archive.file} could not be downloaded from {server}"
    again = f"run `tamis wiki get --name {archive.name}` again to continue the download."
    lost: tuple[type[Exception], ...] = (OfflineModeIsEnabled, *transport_errors())
    try:
        yield
    except HfHubHTTPError as error:
        answer = error.response
        known = f"{answer.status_code} {answer.reason_phrase}"
        gone = "it may be deleted; set TAMIS_MIRROR to a mirror's folder, or use another archive."
        instead = gone if answer.status_code in (404, 410) else again
        raise InputError(f"{what}: it answered {known}; {instead}") from error
    except lost as error:
        reason = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        raise InputError(f"{what}: no connection ({reason}); {again}") from error
    except OSError as error:
        reason = error.strerror or str(error).partition("\n")[0].rstrip(".")
        raise InputError(f"{what}: {reason}; {again}") from error
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{what}: {error}; check the address.") from error
