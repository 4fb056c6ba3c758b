"""Keys and passwords, masked in whatever is printed, logged or stored.

What is secret is known: the values of environment variables that are named as keys, what was given
to a model as one (`remember`), and the password within any address.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

MASK = "[secret]"

SHORTEST = 8
"""A shorter value, such as the `none` that local servers are given, hides nothing."""

_SHORTEST_PASSWORD = 4
_VARIABLES = ("KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD")
_ARGUMENT = re.compile(r"key|token|secret|passw|auth|credential|header|cookie", re.I)
_NUMBER = re.compile(r"[\d.,]+")
_LOGIN = re.compile(r"://([^\s/?#@\"'<>]{1,500})@")

_remembered: set[str] = set()


def remember(value: object) -> None:
    """Mask this key from now on, if it is one; of a `Bearer …` what follows."""
    if isinstance(value, str):
        word = value.strip().rpartition(" ")[2]
        if len(word) >= SHORTEST and not _NUMBER.fullmatch(word):
            _remembered.add(word)


def remember_password(value: str) -> None:
    """Mask the password of an address from now on, as it is written there and as it is sent."""
    _remembered.update(_passwords(value))


def _passwords(value: str) -> set[str]:
    return {one for one in (value, unquote(value)) if len(one) >= _SHORTEST_PASSWORD}


def without_secrets(values: Mapping[str, Any]) -> dict[str, Any]:
    """A model's arguments as they may be logged; what is masked in them is remembered.

    An argument is secret by its name, such as `default_headers` or `token`, with all that is in it.
    """
    return {name: _argument(value, bool(_ARGUMENT.search(name))) for name, value in values.items()}


def _argument(value: Any, secret: bool) -> Any:
    if isinstance(value, Mapping):
        named = {name: secret or bool(_ARGUMENT.search(str(name))) for name in value}
        return {name: _argument(one, named[name]) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_argument(one, secret) for one in value]
    if not isinstance(value, str):
        return value
    if not secret:
        return masked(value)
    remember(value)
    return MASK


def remember_environment() -> None:
    """Mask the keys that the environment has now, and the passwords of its addresses."""
    for name, value in os.environ.items():
        if _is_key(name):
            remember(value)
        elif "://" in value and (login := _LOGIN.search(value)):
            remember_password(login[1].partition(":")[2])


def without_keys(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment for a process that needs no key."""
    return {name: value for name, value in environment.items() if not _is_key(name)}


def _is_key(name: str) -> bool:
    return name.upper().endswith(_VARIABLES)


def masked(text: str) -> str:
    """The text with each known secret replaced by `[secret]`.

    >>> masked("no answer from http://ada:lovelace@127.0.0.1/v1")
    'no answer from http://[secret]@127.0.0.1/v1'
    """
    remember_environment()
    return _without(text)


def _without(text: str) -> str:
    if "://" in text:
        text = _LOGIN.sub(f"://{MASK}@", text)
    # The longest first: one may be a part of another.
    for secret in sorted(_remembered, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


def masked_within(value: Any) -> Any:
    """Plain values with each known secret in their texts replaced."""
    if isinstance(value, str):
        return _without(value)
    if isinstance(value, Mapping):
        return {key: masked_within(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [masked_within(one) for one in value]
    return value


def holds_secret(text: str) -> bool:
    """Whether a key or password that is remembered stands in a text; quick, for every reply."""
    return any(secret in text for secret in _remembered)
