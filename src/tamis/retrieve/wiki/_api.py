"""Requests to MediaWiki's action API, following its rules for clients (API:Etiquette).

A cache keeps the answers as JSON files on disk, by request.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any

from tamis._version import __version__
from tamis.inputs.files import write_text
from tamis.inputs.json_records import own_record
from tamis.types import InputError

if TYPE_CHECKING:
    import httpx

_BUSY = frozenset({"maxlag", "ratelimited", "readonly"})


class ApiError(InputError):
    """The API refused a request; `code` is its name for the reason."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class Api:
    """One wiki's API, one request at a time.

    A request that fails with 429, a 5xx, a broken connection, or because the servers lag behind
    (by `maxlag` seconds) is sent again, up to `tries` times in all, after 2, 4, 8 … seconds or the
    Retry-After of the server, up to `longest_wait`.
    """

    def __init__(
        self,
        url: str,
        contact: str,
        *,
        tries: int = 5,
        timeout: float = 60.0,
        longest_wait: float = 120.0,
        maxlag: int = 5,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        import httpx

        try:
            address = httpx.URL(url)
        except httpx.InvalidURL as error:
            raise InputError(f"{url!r:.200} is not an address ({error}).") from error
        if address.scheme not in ("http", "https") or not address.host:
            raise InputError(
                f"{url!r:.200} is not the address of an API; it is such as "
                "https://en.wikipedia.org/w/api.php."
            )
        self.shown = str(address.copy_with(userinfo=b""))
        self._url, self._tries, self._longest_wait = address, tries, longest_wait
        self._maxlag, self._sleep, self._lock = maxlag, sleep, Lock()
        agent = f"tamis/{__version__} ({contact}) python-httpx/{httpx.__version__}"
        headers = {
            "User-Agent": agent.encode("ascii", "replace").decode(),
            "Accept-Encoding": "gzip",
        }
        self._http = httpx.Client(timeout=timeout, headers=headers, follow_redirects=True)

    def ask(self, asked: Mapping[str, str]) -> Any:
        """The answer as JSON; ApiError where the API refuses, InputError where there is none."""
        import httpx

        query = {**asked, "format": "json", "formatversion": "2", "maxlag": str(self._maxlag)}
        said = ""
        with self._lock:
            for tried in range(1, self._tries + 1):
                wait: float | None = None
                try:
                    response = self._http.get(self._url, params=query)
                except httpx.TransportError as error:
                    said = f"cannot be reached ({type(error).__name__}: {error})"
                else:
                    answer, said = self._answer(response)
                    if not said:
                        return answer
                    wait = _retry_after(response)
                wait = 2.0**tried if wait is None else wait
                if wait > self._longest_wait:
                    raise InputError(
                        f"{self.shown} {said} and asks to wait {wait:.0f} seconds; try again then."
                    )
                if tried < self._tries:
                    self._sleep(wait)
        raise InputError(f"{self.shown} {said}, {self._tries} times; try again later.")

    def _answer(self, response: httpx.Response) -> tuple[Any, str]:
        """The answer, or the reason to send the request again."""
        status = response.status_code
        if status == 429 or status >= 500:
            return None, f"answered {status} {response.reason_phrase}"
        try:
            answer = response.json()
        except ValueError as error:
            raise InputError(
                f"{self.shown} answered {status} with something other than JSON "
                f"({response.text[:80]!r}); check the address and TAMIS_CONTACT."
            ) from error
        refused = answer.get("error") if isinstance(answer, dict) else None
        if isinstance(refused, dict):
            code, info = str(refused.get("code")), " ".join(str(refused.get("info")).split())[:200]
            if code in _BUSY or code.startswith("internal_api_error"):
                return None, f"is busy ({code}: {info.rstrip('.')})"
            raise ApiError(code, f"{self.shown} refused ({code}: {info.rstrip('.')}).")
        if status >= 400:
            raise InputError(
                f"{self.shown} answered {status} {response.reason_phrase}; check the address and "
                "TAMIS_CONTACT."
            )
        return answer, ""


def _retry_after(response: httpx.Response) -> float | None:
    """The seconds to wait from Retry-After: a number, or a date (RFC 9110)."""
    given = response.headers.get("Retry-After", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d+)?", given):
        return float(given)
    try:
        then = parsedate_to_datetime(given)
    except ValueError:
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())


class AnswerCache:
    """Answers of a few kinds below a folder, one file each, written atomically."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._lock = folder, RLock()

    def get(self, kind: str, asked: Sequence[Any], ask: Callable[[], Any]) -> Any:
        """The answer to `asked`, from the disk or else from `ask`, whose answer is stored.

        Exceptions of `ask` are not stored. A file that is broken, or has the answer to another
        request, is ignored. Of two threads with the same request, one waits for the other.
        """
        name = json.dumps(list(asked))
        digest = hashlib.sha256(name.encode("ascii")).hexdigest()[:32]
        path = self.folder / kind / digest[:2] / f"{digest}.json"
        if stored := _stored(path, list(asked)):
            return stored["answer"]
        with self._lock:
            if stored := _stored(path, list(asked)):
                return stored["answer"]
            answer = ask()
            write_text(path, json.dumps({"asked": list(asked), "answer": answer}) + "\n")
            return answer


def _stored(path: Path, asked: list[Any]) -> dict[str, Any] | None:
    stored = own_record(path) or {}
    return stored if stored.get("asked") == asked and "answer" in stored else None
