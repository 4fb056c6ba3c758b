"""Parses the files of authors: JSON, or literals of Python.

FanOutQA's authors filled in Python dictionaries in a notebook (Appendix G). Trailing commas,
single quotes, comments, True and None, and several dictionaries one after the other, also assigned
to names, are all read; no code is ever run.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from typing import Any

from tamis.text.normalised import whole
from tamis.types import InputError

_NAMES: dict[str, Any] = {"true": True, "false": False, "null": None}
_HINTS = (
    (re.compile("[“”‘’]"), "write plain quotation marks in place of the typographic ones"),
    (re.compile(r"(?<!:)//|/\*"), "comments begin with #"),
)


class DictWithDuplicates(dict[Any, Any]):
    """An object with repeated keys; `keys_twice` names them."""

    keys_twice: tuple[str, ...] = ()


class _Unreadable(ValueError):
    def __init__(self, message: str, line: int, column: int = 0) -> None:
        super().__init__(message)
        self.line, self.column = line, column


def parse(text: str, name: str) -> list[Any]:
    """The objects of a file, in order; InputError, with the line, where they cannot be read.

    A file holds a list of objects, one object, or several one after the other. An element that is
    not an object is returned as it is; `validation` reports it.
    """
    if not text.strip():
        raise InputError(f"{name} is empty; it should hold a question, or a list of them.")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError as error:
        raise InputError(f"{name} is nested too deeply to be questions; check the file.") from error
    except json.JSONDecodeError as error:
        wrong = _Unreadable(error.msg, error.lineno, error.colno)
    except ValueError as error:
        wrong = _Unreadable(str(error), 1)
    else:
        return _listed(value, name)
    try:
        return _python(text)
    except _Unreadable as error:
        # The parser that got further found the error; the other stopped at a matter of style.
        last = error if error.line >= wrong.line else wrong
    hints = [hint for mark, hint in _HINTS if mark.search(_line(text, last.line))]
    hint = hints[0] if hints else "correct that line"
    location = f"line {last.line}" + (f", column {last.column}" if last.column else "")
    raise InputError(f"{name}, {location}: {str(last).rstrip('.')}; {hint}.")


def _listed(value: Any, name: str) -> list[Any]:
    if isinstance(value, dict) and isinstance(value.get("cells"), list) and "nbformat" in value:
        raise InputError(
            f"{name} is a notebook; save the cells with the questions as a .py or .json file."
        )
    if isinstance(value, list):
        if not value:
            raise InputError(f"{name} is an empty list; it should hold questions.")
        return value
    return [value]


def _object(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[Any] = set()
    twice = [key for key, _ in pairs if key in seen or seen.add(key)]  # type: ignore[func-returns-value]
    doubled = DictWithDuplicates(found)
    doubled.keys_twice = tuple(dict.fromkeys(map(str, twice)))
    return doubled


def _constant(text: str) -> float:
    return float(text.replace("Infinity", "inf"))


def _python(text: str) -> list[Any]:
    """The literals of a Python file; raises _Unreadable for others."""
    source = re.sub(r"\A\s*```\w*\n|\n```\s*\Z", "\n", text).replace("\\/", "/")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(source)
    except SyntaxError as error:
        raise _Unreadable(error.msg, error.lineno or 1, error.offset or 0) from None
    except (ValueError, MemoryError, RecursionError) as error:
        message = str(error) or "nested too deeply"
        raise _Unreadable(message, 1) from None
    found: list[Any] = []
    for statement in module.body:
        for node in _values(statement):
            try:
                value = _literal(node)
            except RecursionError:
                raise _Unreadable("nested too deeply", node.lineno) from None
            # Commas between dictionaries make a tuple.
            found += value if isinstance(node, (ast.List, ast.Tuple)) else [value]
    if not found:
        raise _Unreadable("it has no question in braces { }", 1)
    return found


def _values(statement: ast.stmt) -> list[ast.expr]:
    """The literals in a statement: an assigned or bare one, or the argument of a call."""
    if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass)):
        return []
    value = getattr(statement, "value", None)
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr)) and value is not None:
        if isinstance(statement, ast.Expr) and isinstance(value, ast.Call):
            return [a for a in value.args if isinstance(a, (ast.Dict, ast.List))]
        if isinstance(statement, ast.Expr) and isinstance(value, ast.Constant):
            return [] if isinstance(value.value, str) else [value]
        return [value]
    raise _Unreadable("this is a program; keep only the questions", statement.lineno)


def _literal(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=str() as text):
            # JSON writes characters beyond 16 bits as two surrogates, which Python does not join.
            return whole(text)
        case ast.Constant(value=bool() | int() | float() | None as value):
            return value
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_literal(item) for item in items]
        case ast.Dict(keys=keys, values=values) if None not in keys:
            pairs = [(_literal(key), _literal(value)) for key, value in zip(keys, values) if key]  # noqa: B905
            if any(isinstance(key, (list, dict)) for key, _ in pairs):
                raise _Unreadable("a key must be a text", node.lineno, node.col_offset + 1)
            return _object(pairs)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=ast.Constant(value=number)) if (
            isinstance(number, (int, float)) and not isinstance(number, bool)
        ):
            return -number if isinstance(node.op, ast.USub) else number
        case ast.Name(id=name) if name in _NAMES:
            return _NAMES[name]
        case ast.Name(id=name):
            message = f"{name:.60} has no quotation marks"
        case ast.Set():
            message = "braces without keys; write a list between [ and ]"
        case ast.JoinedStr():
            message = "an f-string; write the text out"
        case _:
            message = "an expression; write the value itself"
    raise _Unreadable(message, node.lineno, node.col_offset + 1)


def _line(text: str, number: int) -> str:
    lines = text.splitlines()
    return lines[number - 1] if 0 < number <= len(lines) else ""
