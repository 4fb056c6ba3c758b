"""What went wrong with a call to a model: its sentence, and whether to try again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from tamis.bad_input import no_connection
from tamis.text.secrets import masked
from tamis.text.shown import clean, counted

NO_STREAM = "the server has ignored that a stream was asked for"

_LONGEST = 300
_PHRASES = {one.value: one.phrase for one in HTTPStatus}


def late(seconds: float) -> CallFailed:
    """The failure of an attempt that was given up after so many seconds."""
    return CallFailed(
        f"the call timed out: no reply within {counted(seconds, 'second')}", again=True
    )


class CallFailed(Exception):
    """A call to a model failed; the message is a clause without a stop, and holds no secret.

    `refused`: the server rejected the request, and would reject it again. `again`: true where
    another attempt may succeed; a decision of Inspect is kept as it is.
    """

    def __init__(self, what: str, refused: bool = False, again: object = False) -> None:
        super().__init__(what)
        self.refused, self.again = refused, again


_ADVICE = {
    401: "check its key",
    403: "check its key, and that it may use this model",
    404: "check its address and the name of the model",
}


def why(error: BaseException, server: str) -> str:
    """Why a call to a model on `server` has failed, in a clause without a stop.

    It has the provider's words where there are any, and no name that Python has for it.
    """
    status, kind = getattr(error, "status_code", None), type(error).__name__
    if isinstance(status, int):
        name = f" ({_PHRASES[status]})" if status in _PHRASES else ""
        # Inspect's error repeats the request, and has the provider's for its cause.
        words = _words(getattr(error, "body", getattr(error.__cause__, "body", None)))
        said = f": {words}" if words and words.casefold() not in name.casefold() else ""
        advice = f"; {_ADVICE[status]}" if status in _ADVICE else ""
        return f"the server answered {status}{name}{said}{advice}"
    if kind == "NoStreamDataError":
        return NO_STREAM
    if isinstance(error, json.JSONDecodeError):
        return f"the server's reply is {'not whole, or not JSON' if error.doc.strip() else 'empty'}"
    if kind == "AttemptTimeoutError":
        return "the call timed out"
    if said := no_connection(error, server):
        return said
    text = str(error).replace("\\n", "\n").strip(" '\"\n")
    if _ANOTHER in text:
        return f"the server's reply is no chat completion, but {_sample(text)}"
    if is_malformed(error):
        return "the server's reply is not of the form that its protocol asks for"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    # Errors quote others by their Python repr: BadRequestError('…')
    last = re.sub(r"^\w+\(['\"]", "", lines[-1]).rstrip(" '\")") if lines else ""
    return shortened(last) or "the call failed, and the provider does not say why"


def is_malformed(error: BaseException) -> bool:
    """Whether it is an error of Python in reading a reply, which then was not of the protocol."""
    kinds = AttributeError | TypeError | LookupError
    return isinstance(error, kinds) or type(error).__name__ == "ValidationError"


_ANOTHER = "Unexpected non-ChatCompletion response: "
"""What Inspect says of a reply that is JSON, text or a page, and no object."""


def _sample(text: str) -> str:
    """What a server has sent in place of a completion, as far as it helps."""
    sent = text.partition(_ANOTHER)[2].strip("'\"")
    if sent.startswith("<"):
        return f"{_words(sent)}; check its address"
    return f"“{shortened(sent)[:80]}”"


def _words(body: object) -> str:
    """What the body of an error says, in the provider's words; of a page its title."""
    if isinstance(body, Mapping):
        named = (body.get(name) for name in ("message", "error", "detail", "msg"))
        return next(filter(None, map(_words, named)), "")
    if isinstance(body, list):
        return _words(body[0]) if body else ""
    if not isinstance(body, str):
        return ""
    if body.lstrip().startswith("<"):
        title = re.search(r"<(title|h1)[^>]*>([^<]+)<", body, re.I)
        return f"a web page ({shortened(title[2])})" if title else "a web page"
    return shortened(body)


def shortened(text: str) -> str:
    """A provider's words on one line, without a stop at their end and without secrets."""
    text = " ".join(masked(clean(text)).split()).rstrip(". ")
    if len(text) <= _LONGEST:
        return text
    return f"… {text[-_LONGEST:].partition(' ')[2]}"


def refuse_malformed(response: Mapping[str, Any]) -> None:
    """CallFailed for a reply with status 200 that is an error, or is not of OpenAI's protocol."""
    if error := response.get("error"):
        raise _within_200(error)
    choices = response.get("choices")
    if not choices or not isinstance(choices, list):
        raise CallFailed("the server's reply has no choices", again=True)
    for choice in choices:
        message = choice.get("message") if isinstance(choice, Mapping) else None
        if not isinstance(message, Mapping):
            raise CallFailed("the server's reply has a choice without a message", again=True)
        if not isinstance(message.get("content"), str | None):
            raise CallFailed("the message of the server's reply is not a text", again=True)


_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens")


def counts_soundly(usage: object) -> bool:
    """Whether what a server says of the tokens of a reply (OpenAI's `usage`) can be counted.

    All are whole numbers from 0, and what was read from a cache or written to it is part of the
    prompt. A wrong total does not matter: the parts count.
    """
    if not isinstance(usage, Mapping) or not all(_is_count(usage.get(name)) for name in _COUNTS):
        return False
    details = [usage.get(f"{name}_details") or {} for name in _COUNTS[:2]]
    if not all(isinstance(one, Mapping) for one in details):
        return False
    cached, reasoning = (
        [one[name] for name in names if one.get(name) is not None]
        for one, names in zip(
            details, (("cached_tokens", "cache_write_tokens"), ("reasoning_tokens",)), strict=True
        )
    )
    return all(map(_is_count, [*cached, *reasoning])) and sum(cached) <= usage["prompt_tokens"]


def _is_count(value: object) -> bool:
    return isinstance(value, int | float) and value >= 0 and float(value).is_integer()


def _within_200(error: object) -> CallFailed:
    """An error with status 200; its code, an HTTP status if there is one, says if it may pass."""
    code = str(error.get("code")) if isinstance(error, Mapping) else ""
    status = int(code) if code.isdecimal() else None
    again = status is None or status in (408, 409, 425, 429) or status >= 500
    number = "" if status is None else f" {status}"
    words = _words(error) or "it does not say which"
    return CallFailed(f"the server answered with an error{number}: {words}", again=again)
