"""Downloads from plain web addresses: files and zip archives that are on no hub.

As in `hub`, a temporary file is continued by a later call, and renamed only when it is complete. No
digest is published at a plain address, so that of the first download is stored in the manifest, and
later downloads must match it; a server's MD5 is compared where it sends one. `TAMIS_MIRROR` names
another server with the files under the same paths, such as `http://127.0.0.1:8000`.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from tamis._version import __version__
from tamis.downloads import (
    Fetched,
    RemoteFile,
    WebSource,
    cache_path,
    is_here,
    manifest,
    parts,
    write_manifest,
)
from tamis.downloads._archive import extract
from tamis.downloads._transfer import check_size, exclusive_lock, get_rest, network_errors
from tamis.inputs.files import digest, opened
from tamis.inputs.replacing import put_in_place
from tamis.types import InputError

# Without token and cookies, as these servers are not the hub.
_HEADERS = {"User-Agent": f"tamis/{__version__}", "Accept-Encoding": "identity"}


@dataclass(frozen=True)
class _Offer:
    """The server's information on a file: size in bytes, a tag of its content, MD5 in hex."""

    size: int
    tag: str
    md5: str


def fetch(source: WebSource, key: str) -> Path:
    """Download one file of `source`, or what is still missing of it; returns its path.

    The members of an archive are extracted, and the path is that of their folder. Files that are
    here and unchanged are not requested again. Raises InputError where the server cannot be
    reached, does not have the file, or sends another one than the first time.
    """
    remote, server = source.files[key], urlsplit(_base(source)).netloc
    with network_errors(source, remote, server), exclusive_lock(source):
        known = manifest(source)
        if not is_here(source, key, known):
            part = _download(source, key, known)
            write_manifest(source, known)
            part.unlink(missing_ok=True)
        return _place(source, remote)


def _download(source: WebSource, key: str, known: dict[str, Fetched]) -> Path:
    """Download the file and record it in `known`; returns the path that is no longer needed."""
    remote = source.files[key]
    url = f"{_base(source).rstrip('/')}/{quote(remote.path)}"
    offer = _ask(url, remote)
    check_size(source, remote, offer.size)
    path = cache_path(source) / remote.path
    # A part of another version is never continued; without a tag the version is unknown.
    tag = re.sub(r"[^0-9A-Za-z]", "", offer.tag)[:32]
    part = path.with_name(f"{path.name}.{tag or 'untagged'}.part")
    part.parent.mkdir(parents=True, exist_ok=True)
    if not tag:
        part.unlink(missing_ok=True)
    get_rest(url, part, offer.size, _HEADERS, path.name)
    try:
        sha256 = _check(source, key, part, offer, known.get(key))
        if remote.members:
            extract(part, remote.path, _place(source, remote), remote.members, remote.unzipped)
    except InputError:
        part.unlink(missing_ok=True)
        raise
    if not remote.members:
        put_in_place(part, path)
    known[key] = Fetched(str(path), offer.tag, offer.size, sha256)
    for member in parts(source, key) if remote.members else ():
        member_path = _place(source, remote) / member.removeprefix(f"{key}/")
        known[member] = Fetched(
            str(member_path), offer.tag, member_path.stat().st_size, digest(member_path)
        )
    return part


def _ask(url: str, remote: RemoteFile) -> _Offer:
    """The server's information on a file, before it is downloaded."""
    from huggingface_hub import constants
    from huggingface_hub.utils import get_session, hf_raise_for_status  # type: ignore[attr-defined]

    answer = get_session().head(url, headers=_HEADERS, timeout=constants.HF_HUB_DOWNLOAD_TIMEOUT)
    hf_raise_for_status(answer)
    length = answer.headers.get("Content-Length", "")
    # Data files are never HTML: this is the login page of a proxy.
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        raise ValueError("it is an HTML page")
    if not length.isdigit() or int(length) == 0:
        raise ValueError("it is empty or has no size")
    found = re.search(r"md5=([0-9A-Za-z+/]{22}==)", answer.headers.get("x-goog-hash", ""))
    md5 = base64.b64decode(found[1]).hex() if found else ""
    return _Offer(int(length), answer.headers.get("ETag", ""), md5)


def _check(source: WebSource, key: str, part: Path, offer: _Offer, before: Fetched | None) -> str:
    """The sha256 of a downloaded file; InputError where it is the wrong one."""
    remote, size = source.files[key], part.stat().st_size
    again = f"run `tamis data fetch {source.name}` again."
    if size != offer.size:
        raise InputError(
            f"{remote.path} did not arrive completely ({size:,} of {offer.size:,} bytes); {again}"
        )
    if offer.md5 and _md5(part) != offer.md5:
        raise InputError(
            f"{remote.path} does not match the MD5 of {source.repo} ({offer.md5[:12]}…); {again}"
        )
    sha256 = digest(part)
    if remote.sha256 and sha256 != remote.sha256:
        raise InputError(
            f"{remote.path} has sha256 {sha256[:12]}…, but {remote.sha256[:12]}… was published; "
            f"it was rejected."
        )
    if before and sha256 != before.sha256:
        raise InputError(
            f"{remote.path} has sha256 {sha256[:12]}…, but {before.sha256[:12]}… when it was "
            f"first fetched: {source.repo} has another version now, which was rejected; to "
            f"accept it, delete {cache_path(source, '.json')}."
        )
    return sha256


def _md5(path: Path) -> str:
    with opened(path) as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def _place(source: WebSource, remote: RemoteFile) -> Path:
    """The path of a file, or the folder of an archive's members."""
    path = cache_path(source) / remote.path
    return path.with_suffix("") if remote.members else path


def _base(source: WebSource) -> str:
    return os.environ.get("TAMIS_MIRROR") or source.base
