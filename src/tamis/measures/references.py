"""The reference strings of an answer of FanOutQA, and the answer written as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tamis.types import InputError


def references(answer: Any) -> tuple[str, ...]:
    """The reference strings as the published scorer takes them (published code, `eval/string.py`).

    A dict gives its keys, then its values, so n entries are 2n strings; a list its items; a
    truth value `yes` or `no`; other values as text. InputError where there is none.
    """
    return _some(answer, tuple(_published(answer)))


def ordered_references(answer: Any) -> tuple[Any, ...]:
    """The same in reading order, each key before its value; truth values stay truth values.

    Nulls and strings without a visible character are left out. InputError where nothing is left.
    """
    found = tuple(one for one in _in_order(answer) if isinstance(one, bool) or one.strip())
    return _some(answer, found)


def answer_text(answer: Any) -> str:
    """An answer as the text that ROUGE, BLEURT and the judge compare (published `str_answer`).

    One line for each item, `key - value` for the entries of a dict, `yes` and `no` for truth
    values, the empty text for null.
    """
    if isinstance(answer, dict):
        return "\n".join(f"{key} - {answer_text(value)}" for key, value in answer.items())
    if isinstance(answer, list | tuple):
        return "\n".join(map(answer_text, answer))
    return "" if answer is None else _plain(answer)


def _published(answer: Any) -> Iterator[str]:
    if isinstance(answer, dict):
        for value in (*answer, *answer.values()):
            yield from _published(value)
    elif isinstance(answer, list | tuple):
        for value in answer:
            yield from _published(value)
    else:
        yield _plain(answer)


def _in_order(answer: Any) -> Iterator[str | bool]:
    if isinstance(answer, dict):
        for key, value in answer.items():
            yield str(key)
            yield from _in_order(value)
    elif isinstance(answer, list | tuple):
        for value in answer:
            yield from _in_order(value)
    elif isinstance(answer, bool):
        yield answer
    elif answer is not None:
        yield str(answer)


def _plain(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _some(answer: Any, found: tuple[Any, ...]) -> tuple[Any, ...]:
    if not found:
        raise InputError(
            f"The reference answer {answer!r:.60} has nothing to look for; give it at least one "
            "item that is not empty."
        )
    return found
