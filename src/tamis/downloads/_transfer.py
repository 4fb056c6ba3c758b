"""What all downloads use: resuming, a lock against parallel fetches, one-sentence errors.

The servers, and the checks of what they send, are in `hub` and in `web`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tamis.downloads import AnySource, RemoteFile, cache_path
from tamis.types import InputError

_IDLE_TRIES = 3


def get_rest(url: str, part: Path, size: int, headers: Mapping[str, str], label: str) -> None:
    """Fetch the bytes that `part` still lacks of `size`; tries again while there is progress.

    `headers` are sent with every request; `label` is the name of the progress bar.
    """
    from huggingface_hub import constants
    from huggingface_hub.utils import (  # type: ignore[attr-defined]
        get_session,
        hf_raise_for_status,
        tqdm,
    )

    idle = 0
    while True:
        start = part.stat().st_size if part.exists() else 0
        if start == size:
            return
        # With compression, the length of a part would not be the position to resume at.
        sent_headers = {**headers, "Accept-Encoding": "identity"}
        if 0 < start < size:
            sent_headers["Range"] = f"bytes={start}-"
        try:
            with get_session().stream(
                "GET", url, headers=sent_headers, timeout=constants.HF_HUB_DOWNLOAD_TIMEOUT
            ) as response:
                hf_raise_for_status(response)
                on = response.status_code == 206
                with (
                    part.open("ab" if on else "wb") as file,
                    tqdm(  # type: ignore[no-untyped-call]
                        desc=label,
                        total=size,
                        initial=start if on else 0,
                        unit="B",
                        unit_scale=True,
                        disable=None,
                    ) as bar,
                ):
                    # Written as it arrives: with larger pieces, a cut would lose a piece.
                    for chunk in response.iter_bytes():
                        file.write(chunk)
                        bar.update(len(chunk))
            return
        except transport_errors():
            got = part.stat().st_size if part.exists() else 0
            idle = 0 if got > start else idle + 1
            if idle == _IDLE_TRIES:
                raise
            time.sleep(1)


def check_size(source: AnySource, remote: RemoteFile, size: int) -> None:
    """InputError where a file does not have the published size, if there is one."""
    # Published sizes are rounded to 0.1 MB, and an MB may be 2**20 bytes: six per cent either way.
    # The revision pins the content; this only detects an entirely different file.
    if remote.size and abs(size - remote.size) > (0 if remote.exact_size else remote.size * 0.06):
        about = "" if remote.exact_size else "about "
        at = f" at revision {source.revision}" if source.revision else ""
        raise InputError(
            f"{remote.path} of {source.repo} has {size:,} bytes, but {about}{remote.size:,} were "
            f"expected{at}; it was rejected."
        )


@contextmanager
def exclusive_lock(source: AnySource) -> Iterator[None]:
    """Lock a source: a second fetch at the same time waits, as both write the same files."""
    from huggingface_hub.utils import WeakFileLock  # type: ignore[attr-defined]

    lock = cache_path(source, ".lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    with WeakFileLock(lock):
        yield


@contextmanager
def network_errors(source: AnySource, remote: RemoteFile, server: str) -> Iterator[None]:
    """Turn errors of the network and the disk into one sentence; `server` is the server's name."""
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    again = (
        f"run `tamis data fetch {source.name}` again, it continues where it stopped, or give a "
        f"folder that holds the files with --data-dir."
    )
    at = f" at {source.revision}" if source.revision else ""
    what = f"{remote.path} of {source.repo}{at} could not be downloaded"
    lost: tuple[type[Exception], ...] = (OfflineModeIsEnabled, *transport_errors())
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
        raise InputError(f"{what}: no connection to {server} ({reason}); {again}") from error
    except OSError as error:
        reason = error.strerror or str(error).partition("\n")[0].rstrip(".")
        at_file = f" ({error.filename})" if error.filename else ""
        raise InputError(f"{what}: {reason}{at_file}; {again}") from error
    except InputError:
        raise
    except (ValueError, TypeError, KeyError) as error:
        # For example a proxy's page where a record was expected.
        raise InputError(f"{what}: the answer is not one of {server} ({error}); {again}") from error


def transport_errors() -> tuple[type[Exception], ...]:
    """The errors of a failed connection: huggingface_hub 1 uses httpx, 2 uses httpx2."""
    here = [import_module(name) for name in ("httpx", "httpx2") if find_spec(name)]
    return tuple(error for m in here for error in (m.TransportError, m.InvalidURL))
