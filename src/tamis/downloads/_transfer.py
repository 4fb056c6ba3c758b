"""What every download has in common: the rest of a file, one fetch at a time, one-sentence errors.

Where the bytes come from, and what proves them right, is the matter of `hub` and of `web`.
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
    """Fetch what `part` still lacks of `size` bytes; goes on after a cut while it gets ahead.

    `headers` go with every request, `label` names the bar on a terminal.
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
        # Packed on the way, a part's length would not say where to go on.
        asked = {**headers, "Accept-Encoding": "identity"}
        if 0 < start < size:
            asked["Range"] = f"bytes={start}-"
        try:
            with get_session().stream(
                "GET", url, headers=asked, timeout=constants.HF_HUB_DOWNLOAD_TIMEOUT
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
                    # As it comes: gathered into larger pieces, a cut would lose a piece.
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
    """InputError where a file has not the published size; where none was published, any fits."""
    # Sizes are published rounded to 0.1 MB, and an MB may be 2**20 bytes: six per cent either
    # way. The revision pins the content; this is to notice a file that is another altogether.
    if remote.size and abs(size - remote.size) > (0 if remote.exact_size else remote.size * 0.06):
        about = "" if remote.exact_size else "about "
        at = f" at revision {source.revision}" if source.revision else ""
        raise InputError(
            f"{remote.path} of {source.repo} has {size:,} bytes, but {about}{remote.size:,} were "
            f"expected{at}; it was not taken."
        )


@contextmanager
def exclusive_lock(source: AnySource) -> Iterator[None]:
    """Two fetches at once would write into the same file: the second one waits."""
    from huggingface_hub.utils import WeakFileLock  # type: ignore[attr-defined]

    lock = cache_path(source, ".lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    with WeakFileLock(lock):
        yield


@contextmanager
def network_errors(source: AnySource, remote: RemoteFile, server: str) -> Iterator[None]:
    """What goes wrong on the network and on the disk, as one sentence; `server` is its name."""
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    again = (
        f"run `tamis data fetch {source.name}` again, it goes on where it stopped, or give a "
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
        raise InputError(f"{what}: {reason}; {again}") from error
    except InputError:
        raise
    except (ValueError, TypeError, KeyError) as error:
        # A proxy's page of its own, say, where a record was expected.
        raise InputError(f"{what}: the answer is not one of {server} ({error}); {again}") from error


def transport_errors() -> tuple[type[Exception], ...]:
    """What a failing connection raises: huggingface_hub 1 stands on httpx, 2 on httpx2."""
    here = [import_module(name) for name in ("httpx", "httpx2") if find_spec(name)]
    return tuple(error for m in here for error in (m.TransportError, m.InvalidURL))
