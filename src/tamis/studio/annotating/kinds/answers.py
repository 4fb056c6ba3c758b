"""Answers as people type them (a text, a number, yes or no, a list, a table), read and written."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tamis.studio.annotating.kinds.kind import Option

HOWS = (
    Option("text", "Text"),
    Option("number", "Number"),
    Option("yes-no", "Yes or no", "Write yes or no."),
    Option("list", "List", "One item per line."),
    Option("table", "Table", "One row per line: a name, a colon, its value."),
)
"""How an answer is typed; `help` says what to write."""

_NUMBER = re.compile(r"[-−]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,40})(?:\.[0-9]{1,40})?")
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,39})(?:\.[0-9]{1,40})?")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def read_answer(how: str, text: str) -> tuple[Any, str]:
    """The value that was typed, and the problem with it ("" for none).

    In lists and tables 12 and 1.5 are numbers, true and false truth values; in quotation marks they
    are texts. An empty answer is "", whatever its form.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        return "", ""
    if how == "number":
        return _number(text)
    if how == "yes-no":
        said = {"yes": True, "true": True, "no": False, "false": False}.get(text.casefold())
        return (text, "This is neither yes nor no.") if said is None else (said, "")
    if how == "list":
        return [_item(line.strip()) for line in text.split("\n") if line.strip()], ""
    if how == "table":
        return _table(text)
    return text, ""


def write_answer(value: Any) -> tuple[str, str]:
    """The form of a value, and the text from which `read_answer` gets it back.

    A value within a list or a table that is no text, number or truth value is written as JSON.
    """
    if isinstance(value, bool):
        return "yes-no", "yes" if value else "no"
    if isinstance(value, int | float):
        return "number", _digits(value)
    if isinstance(value, list | tuple):
        return "list", "\n".join(map(_written, value))
    if isinstance(value, Mapping):
        return "table", "\n".join(
            f"{_name(str(key))}: {_written(part)}" for key, part in value.items()
        )
    return "text", "" if value is None else str(value)


def _number(text: str) -> tuple[Any, str]:
    if not _NUMBER.fullmatch(text):
        return text, "This is no number; write digits alone, or choose Text for one with its unit."
    plain = text.replace(",", "").replace("−", "-")
    return (float(plain) if "." in plain else int(plain)), ""


def _digits(value: float) -> str:
    """A number in digits, without an exponent where that can be."""
    text = str(value)
    if isinstance(value, float) and "e" in text and 1e-30 < abs(value) < 1e30:
        text = f"{Decimal(text):f}"
        return text if "." in text else f"{text}.0"
    return text


def _item(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    if _PLAIN_NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    if _QUOTED.fullmatch(text):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _digits(value)
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if value != value.strip() or "\n" in value or "\r" in value or _item(value) != value:
        return json.dumps(value)
    return value or '""'


def _name(key: str) -> str:
    if key != key.strip() or not key or any(char in key for char in '\n\r:"'):
        return json.dumps(key)
    return key


def _table(text: str) -> tuple[Any, str]:
    table: dict[str, Any] = {}
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if not line:
            continue
        quoted = _QUOTED.match(line)
        key = ""
        if quoted and line[quoted.end() :].lstrip().startswith(":"):
            key, rest = str(_item(quoted[0])), line[quoted.end() :].lstrip()[1:]
        else:
            key, mark, rest = line.partition(":")
            if not mark:
                return text, f"Line {number} has no colon between a name and its value."
        key = key if quoted else key.strip()
        if not key.strip():
            return text, f"Line {number} has no name before its colon."
        if key in table:
            return text, f"Line {number} has the name {key[:60]!r} a second time; rename it."
        table[key] = _item(rest.strip())
    return table, ""
