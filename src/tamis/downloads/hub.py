"""Downloads from the Hugging Face hub, pinned to a commit.

Files are stored in Tamis's own cache: first under a temporary name, which a later call continues;
they are renamed only when they are complete by the hub's digest. (`hf_hub_download` of
huggingface_hub 2 starts again after a kill, and compares sizes only.)
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from tamis.downloads import Fetched, Source, cache_path, manifest, unchanged, write_manifest
from tamis.downloads._transfer import check_size as _check_size
from tamis.downloads._transfer import exclusive_lock, get_rest, network_errors
from tamis.inputs.files import digest, read_bytes
from tamis.inputs.replacing import put_in_place
from tamis.types import InputError


def fetch(source: Source, key: str) -> Path:
    """Download one file of `source`, or what is still missing of it; returns its path.

    A file that is here and unchanged is not requested again. Raises InputError where the server
    cannot be reached, does not have the revision, or sends a file other than the pinned one.
    """
    with network_errors(source, source.files[key], "the hub"), exclusive_lock(source):
        known = manifest(source)
        if key not in known or not unchanged(known[key]):
            known[key] = _download(source, key, known)
            write_manifest(source, known)
        return Path(known[key].path)


def _download(source: Source, key: str, known: Mapping[str, Fetched]) -> Fetched:
    # Imported here, as it would slow down `tamis --help` and runs on local data.
    from huggingface_hub import get_hf_file_metadata, hf_hub_url
    from huggingface_hub.utils import build_hf_headers  # type: ignore[attr-defined]

    remote = source.files[key]
    commit = next((record.commit for record in known.values()), None) or _commit(source)
    url = hf_hub_url(source.repo, remote.path, repo_type="dataset", revision=commit)
    offered = get_hf_file_metadata(url)
    if offered.size is None or offered.etag is None:
        raise ValueError("it has neither size nor tag")
    _check_size(source, remote, offered.size)
    path = cache_path(source) / remote.path
    # The digest is in the name, so that a part of another version is never continued.
    part = path.with_name(f"{path.name}.{re.sub(r'[^0-9A-Za-z]', '', offered.etag)[:16]}.part")
    part.parent.mkdir(parents=True, exist_ok=True)
    get_rest(url, part, offered.size, build_hf_headers(), part.name.partition(".json")[0])
    try:
        size, sha256 = _check(source, key, part, offered.etag, known.get(key))
    except InputError:
        part.unlink()
        raise
    put_in_place(part, path)
    return Fetched(str(path), commit, size, sha256)


def _commit(source: Source) -> str:
    """The full commit of the pinned prefix, as the hub does not accept short ones."""
    from huggingface_hub import HfApi

    # Without a connection this fails at once; the list of commits would retry for long.
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
    """Size and sha256 of a downloaded file; InputError where it is the wrong one."""
    remote, size, sha256 = source.files[key], path.stat().st_size, digest(path)
    if not _fits(path, etag):
        raise InputError(
            f"{remote.path} does not match the hub's digest ({etag[:12]}…); "
            f"run `tamis data fetch {source.name}` again."
        )
    _check_size(source, remote, size)
    expected = remote.sha256 or (before.sha256 if before else sha256)
    if sha256 != expected:
        raise InputError(
            f"{remote.path} has sha256 {sha256[:12]}…, but {expected[:12]}… was expected; "
            f"{source.repo} at {source.revision} has another file, which was rejected."
        )
    return size, sha256


def _fits(path: Path, etag: str) -> bool:
    """Whether a file matches the hub's tag: a sha256 for large files, else a git blob hash."""
    if re.fullmatch(r"[0-9a-f]{64}", etag):
        return digest(path) == etag
    if re.fullmatch(r"[0-9a-f]{40}", etag):
        content = read_bytes(path)
        return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest() == etag
    return True
