"""Records as dataclasses, and what is wrong with one of them in a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar, cast

from pydantic import BeforeValidator, TypeAdapter, ValidationError

from tamis.inputs.json_records import kind_of
from tamis.text.normalised import whole
from tamis.text.shown import clean
from tamis.types import InputError


def _text_of(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Key = Annotated[str, BeforeValidator(_text_of)]
"""An id: a text, or a whole number that is made one."""

Value = TypeVar("Value")
Plain = TypeVar("Plain", str, int, bool, list[Any], dict[str, Any])

_NAMES: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}

_WANTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "dataclass_type": "an object",
}


def as_row(
    kind: type[Value], record: Mapping[str, Any], where: str, remedy: str = "correct it"
) -> Value:
    """A record of a file as a dataclass, other dataclasses and lists of them within it.

    Nothing is converted (1 is no text), and fields that the dataclass does not have are left out.
    Raises InputError with `where`, the first wrong field and what is wrong, ending in `remedy`.
    """
    try:
        # As JSON, whose lists may be tuples where nothing else is converted.
        text = whole(json.dumps(record, ensure_ascii=False))
        return cast(Value, _adapter(cast(Any, kind)).validate_json(text, strict=True))
    except ValidationError as error:
        raise InputError(f"{where}: {_sentence(error)}; {remedy}.") from error


def field(
    record: Mapping[str, Any],
    name: str,
    kind: type[Plain],
    where: str,
    remedy: str = "correct it",
) -> Plain:
    """A field of a record that is of a kind; InputError, which names it, for anything else."""
    value = record.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise wrong_value(value, name, _NAMES[kind], where, remedy)
    return value


def filled(record: Mapping[str, Any], name: str, where: str) -> str:
    """A field that is a text and not blank; InputError, which names it, for anything else."""
    text = field(record, name, str, where)
    if not text.strip():
        raise InputError(f"{where}: `{name}` is empty; fill it in.")
    return text


def wrong_value(
    value: object, name: str, wanted: str, where: str, remedy: str = "correct it"
) -> InputError:
    """The error for a field that is not as it must be, or for a whole record where `name` is "".

    `wanted` is what it must be, with its article. None is a field that is not there.

    >>> str(wrong_value("many", "seconds", "a number", "a.csv, line 3"))
    "a.csv, line 3: `seconds` is 'many', where a number is needed; correct it."
    """
    if isinstance(value, (list, dict)) and wanted.startswith(kind_of(value)):
        shown = f"{value!r:.60}"  # What is wrong is within it.
    else:
        shown = _shown(value)
    said = "is missing or null" if value is None and name else f"is {shown}"
    at = f"{where}: `{name}`" if name else where
    return InputError(f"{at} {said}, where {wanted} is needed; {remedy}.")


def no_column(where: str, column: str, remedy: str) -> InputError:
    """The error for a table without a column that it must have.

    >>> str(no_column("a.csv, line 1", "title", "restore it"))
    'a.csv, line 1: the column "title" is missing; restore it.'
    """
    return InputError(f'{where}: the column "{clean(column)}" is missing; {remedy}.')


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _sentence(error: ValidationError) -> str:
    """The first error: "`interaction`, item 2, `rating` is 7, where a text is needed"."""
    first = error.errors()[0]
    at = ", ".join(
        f"item {part + 1}" if isinstance(part, int) else f"`{part}`" for part in first["loc"]
    )
    context, value = first.get("ctx", {}), first["input"]
    if first["type"] == "missing":
        return f"{at} is missing"
    if first["type"] == "value_error":
        said = f"{context['error']}".rstrip(".")
        return f"{at} {said}" if at else said
    if first["type"] == "literal_error":
        wanted = f"one of {context['expected']}".replace("''", "nothing").replace("'", "")
    else:
        wanted = _WANTED.get(first["type"]) or first["msg"].removeprefix("Input should be ")
    return f"{at or 'the record'} is {_shown(value)}, where {wanted} is needed"


def _shown(value: Any) -> str:
    return kind_of(value) if isinstance(value, (dict, list, type(None))) else f"{value!r:.60}"
