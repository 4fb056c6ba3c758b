"""Embeddings from a server that speaks OpenAI's protocol."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from tamis.bad_input import no_connection, reason
from tamis.retrieve._vectors import checked_vectors
from tamis.text.secrets import masked
from tamis.types import InputError

if TYPE_CHECKING:
    import httpx

    from tamis.retrieve._vectors import Vectors

OPENAI = "https://api.openai.com/v1"


class OpenAIEmbedder:
    """A server with OpenAI's `POST {base_url}/embeddings`: OpenAI, vLLM, llama.cpp, Ollama, TEI.

    The key is read from the environment variable `api_key_env`; None where the server needs
    none. `parallel` requests of `batch` texts are sent concurrently. A request that fails with
    429, a 5xx or a broken connection is sent again, up to `tries` times in all, after 1, 2, 4 …
    seconds or the Retry-After of the server, up to `longest_wait`.
    """

    version = ""

    def __init__(
        self,
        model: str,
        base_url: str = OPENAI,
        api_key_env: str | None = "OPENAI_API_KEY",
        *,
        batch: int = 64,
        parallel: int = 4,
        tries: int = 6,
        timeout: float = 60.0,
        longest_wait: float = 120.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        import httpx

        self.name = model
        self.dimension: int | None = None
        key = os.environ.get(api_key_env) if api_key_env else None
        if api_key_env and not key:
            raise InputError(
                f"The environment variable {api_key_env}, which should hold the key for "
                f"{model}, is not set; set it, or say that the server needs no key."
            )
        try:
            url = httpx.URL(f"{base_url.rstrip('/')}/embeddings")
        except httpx.InvalidURL as error:
            raise InputError(f"{base_url!r} is not an address ({error}).") from error
        if url.scheme not in ("http", "https") or not url.host:
            raise InputError(f"{base_url!r} is not an address; it starts with http:// or https://.")
        self._url, self._shown = url, str(url.copy_with(userinfo=b""))
        self._batch, self._parallel, self._tries = batch, parallel, tries
        self._longest_wait, self._sleep = longest_wait, sleep
        self._http = httpx.Client(
            timeout=timeout, headers={"Authorization": f"Bearer {key}"} if key else {}
        )

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of `texts`; InputError where the server does not give them."""
        pieces = [texts[i : i + self._batch] for i in range(0, len(texts), self._batch)]
        with ThreadPoolExecutor(max_workers=self._parallel) as pool:
            futures = [pool.submit(self._ask, piece) for piece in pieces]
            try:
                rows = [row for future in futures for row in future.result()]
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        vectors = checked_vectors(rows, len(texts), self.dimension, self.name)
        self.dimension = vectors.shape[1]
        return vectors

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """As documents: the protocol makes no difference."""
        return self.embed_documents(texts)

    def _ask(self, texts: Sequence[str]) -> list[Any]:
        # OpenAI refuses an empty string, so a blank is embedded instead.
        body = json.dumps({"model": self.name, "input": [text or " " for text in texts]})
        response = self._post(body.encode("ascii"))
        try:
            data = response.json()["data"]
            rows = {entry["index"]: entry["embedding"] for entry in data}
            if len(data) == len(texts):
                return [rows[i] for i in range(len(texts))]
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{self._shown} answered with something other than a list of embeddings "
                f"({response.text[:80]!r}); check its address and the model {self.name}."
            ) from error
        raise InputError(
            f"{self._shown} gave {len(data)} embeddings for {len(texts)} texts; check that it "
            "serves an embedding model."
        )

    def _post(self, body: bytes) -> httpx.Response:
        import httpx

        headers = {"Content-Type": "application/json"}
        for tried in range(1, self._tries + 1):
            wait = 2.0 ** (tried - 1)
            try:
                response = self._http.post(self._url, content=body, headers=headers)
            except httpx.TransportError as error:
                why = no_connection(error, self._url.netloc.decode()) or reason(error)
                said = f"cannot be reached ({masked(why)})"
            else:
                if response.is_success:
                    return response
                said = f"answered {response.status_code} ({_reason(response)})"
                if response.status_code != 429 and response.status_code < 500:
                    raise InputError(
                        f"{self._shown} {said}; check the address, the key and the model "
                        f"{self.name}."
                    )
                wait = _retry_after(response) or wait
                if wait > self._longest_wait:
                    raise InputError(
                        f"{self._shown} {said} and asks to wait {wait:.0f} seconds; try again then."
                    )
            if tried < self._tries:
                self._sleep(wait)
        raise InputError(f"{self._shown} {said}, {self._tries} times; try again later.")


def _reason(response: httpx.Response) -> str:
    """What the server says was wrong, in one line."""
    try:
        error = response.json()["error"]
        said = error["message"] if isinstance(error, dict) else error
    except (ValueError, KeyError, TypeError):
        said = response.text or response.reason_phrase
    return masked(" ".join(str(said).split()))[:200].rstrip(".")


def _retry_after(response: httpx.Response) -> float | None:
    """The seconds to wait from Retry-After: a number, or a date (RFC 9110)."""
    from datetime import UTC, datetime
    from email.utils import parsedate_to_datetime

    given = response.headers.get("Retry-After", "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", given):
        return float(given)
    try:
        then = parsedate_to_datetime(given)
    except ValueError:
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())
