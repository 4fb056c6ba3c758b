"""Requests to public services: one at a time, with a pause, and each only once (cached)."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis._version import __version__
from tamis.inputs.files import read_text, write_text
from tamis.inputs.json_records import parsed
from tamis.types import InputError

if TYPE_CHECKING:
    import httpx

CONTACT = "TAMIS_CONTACT"


class Web:
    """A client of JSON services that names its user, waits when told to, and caches every answer.

    `contact` is an e-mail address or a page, else that of TAMIS_CONTACT. Answers are kept in the
    folder `cache` for good: delete it to ask again. A request that fails with 429, a 5xx or a
    broken connection is sent again, `tries` times in all, after 2, 4, 8 … seconds or what
    Retry-After says, up to `longest_wait`. `pause` seconds pass between requests.
    """

    def __init__(
        self,
        cache: Path,
        contact: str | None = None,
        *,
        pause: float = 1.0,
        tries: int = 5,
        timeout: float = 90.0,
        longest_wait: float = 300.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        contact = (contact or os.environ.get(CONTACT) or "").strip()
        if not contact:
            raise InputError(
                f"requests to a live service need a contact address for its operators; set the "
                f"environment variable {CONTACT} to your e-mail address or a page about your "
                f"project."
            )
        agent = f"tamis/{__version__} ({contact})"
        self._headers = {"User-Agent": agent.encode("ascii", "replace").decode()}
        self._cache, self._pause, self._tries = cache, pause, tries
        self._timeout, self._longest_wait, self._sleep = timeout, longest_wait, sleep
        self._http: httpx.Client | None = None
        self._sha = hashlib.sha256()
        self.answers = self.requests = 0

    @property
    def sha256(self) -> str:
        """The sha256 of all answers in their order, in hex."""
        return self._sha.hexdigest()

    def get(self, url: str, parameters: Mapping[str, str], *, post: bool = False) -> Any:
        """The answer as JSON, None for 404; InputError where there is no usable answer.

        With `post` the parameters are sent as a form, which long queries need.
        """
        request = json.dumps([url, sorted(parameters.items())])
        kept = self._cache / f"{hashlib.sha256(request.encode()).hexdigest()[:32]}.json"
        try:
            text = read_text(kept)
            answer = parsed(text, str(kept))
        except InputError:
            text = self._ask(url, parameters, post)
            write_text(kept, text)
            answer = json.loads(text)
        self.answers += 1
        self._sha.update(text.encode())
        return answer

    def _ask(self, url: str, parameters: Mapping[str, str], post: bool) -> str:
        import httpx

        if self._http is None:
            self._http = httpx.Client(
                timeout=self._timeout, headers=self._headers, follow_redirects=True
            )
        problem = ""
        for tried in range(1, self._tries + 1):
            if self.requests:
                self._sleep(self._pause)
            self.requests += 1
            wait = 2.0**tried
            try:
                answer = (
                    self._http.post(url, data=dict(parameters), headers={"Accept": _RESULTS})
                    if post
                    else self._http.get(url, params=dict(parameters))
                )
            except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
                raise InputError(f"{url!r:.200} is not an address ({error}).") from error
            except httpx.TransportError as error:
                problem = f"cannot be reached ({type(error).__name__}: {error})"
            else:
                if answer.status_code == 404:
                    return "null"
                if answer.status_code != 429 and answer.status_code < 500:
                    return self._read(url, answer)
                problem = f"answered {answer.status_code} {answer.reason_phrase}"
                wait = _retry_after(answer.headers.get("Retry-After", ""), wait)
            if wait > self._longest_wait:
                raise InputError(
                    f"{url} {problem} and asks to wait {wait:.0f} seconds; try again after that."
                )
            if tried < self._tries:
                self._sleep(wait)
        raise InputError(f"{url} {problem}, {self._tries} times; run again later to go on.")

    def _read(self, url: str, answer: httpx.Response) -> str:
        if answer.status_code >= 400:
            raise InputError(
                f"{url} answered {answer.status_code} {answer.reason_phrase} "
                f"({answer.text[:80]!r}); check the address and {CONTACT}."
            )
        try:
            return json.dumps(answer.json())
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{url} answered with something other than JSON ({answer.text[:80]!r}); check the "
                f"address."
            ) from error


_RESULTS = "application/sparql-results+json"


def _retry_after(given: str, otherwise: float) -> float:
    """The seconds that a server asks to wait, given as a number or a date (RFC 9110)."""
    if re.fullmatch(r"\d{1,9}(\.\d+)?", given.strip()):
        return float(given)
    try:
        then = parsedate_to_datetime(given)
    except ValueError:
        return otherwise
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())
