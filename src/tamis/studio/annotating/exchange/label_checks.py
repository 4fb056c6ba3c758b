"""Checking imported labels field by field, with their times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tamis.bad_input import unknown
from tamis.inputs.rows import wrong_value
from tamis.studio.annotating.imported_labels import COMMENT, DONE_AT, SECONDS
from tamis.studio.annotating.kinds import Field, Kind, Label
from tamis.studio.annotating.kinds.kind import LONGEST_TEXT, as_number
from tamis.types import InputError

LONGEST_NAME = 1_000
_LONGEST_OWN = 500_000


def checked_label(kind: Kind, label: Any, where: str) -> Label:
    """A label from a file with all its fields checked; InputError for a wrong one.

    Fields that are missing are left missing: an old label need not answer a new question.
    """
    if not isinstance(label, Mapping):
        raise wrong_value(label, "label", "an object", where)
    fields = {field.name: field for field in kind.fields}
    found: Label = {}
    for name, value in label.items():
        if name == COMMENT:
            if not isinstance(value, str) or len(value) > LONGEST_TEXT:
                raise InputError(f"{where}: the comment must be a text, and not too long.")
            found[COMMENT] = value
        elif name not in fields:
            raise unknown("field", name, fields, where=f"{where}, the label")
        elif value is not None:
            found[name] = _value(fields[name], value, where)
    if not set(found) - {COMMENT}:
        raise InputError(f"{where}: the label is empty.")
    return found


def timed(label: Label, done_at: Any, seconds: Any, where: str) -> Label:
    """A label with when it was finished and how long it took, as far as a file says.

    Raises InputError for an invalid time or duration.
    """
    found = dict(label)
    if done_at not in (None, ""):
        try:
            moment = datetime.fromisoformat(str(done_at))
            # A time without its zone is in UTC; years out of range are invalid.
            moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise InputError(
                f"{where}: done_at is {str(done_at)!r:.60}; write it as "
                "2026-01-31T16:00:00+00:00, or leave it empty."
            ) from error
        found[DONE_AT] = moment.isoformat()
    if seconds not in (None, ""):
        number = as_number(str(seconds))
        if number is None or number < 0 or isinstance(seconds, bool):
            raise wrong_value(seconds, "seconds", "a number, or nothing,", where)
        found[SECONDS] = float(number)
    return found


def option_of(field: Field, said: Any) -> str | None:
    """The option with this value or label; None if there is none."""
    text = str(said).strip()
    for option in field.options:
        if text == option.value:
            return option.value
    for option in field.options:
        if text.casefold() in (option.value.casefold(), option.label.casefold()):
            return option.value
    return None


def _value(field: Field, value: Any, where: str) -> Any:
    if field.how == "choice":
        option = option_of(field, value) if isinstance(value, str | int | float) else None
        if option is None:
            raise unknown_option(field, value, where)
        return option
    if field.how == "choices":
        given = value if isinstance(value, list | tuple) else [value]
        chosen = [option_of(field, one) for one in given]
        if None in chosen:
            raise unknown_option(field, given[chosen.index(None)], where)
        return [option.value for option in field.options if option.value in chosen]
    if field.how == "number":
        if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e15:
            raise wrong_value(value, field.name, "a number", where)
        return value
    if field.how == "own" and isinstance(value, list):
        if not all(isinstance(one, str) and len(one) <= LONGEST_NAME for one in value):
            raise wrong_value(value, field.name, "a list of texts", where)
        return list(value)
    if not isinstance(value, str):
        raise wrong_value(value, field.name, "a text", where)
    if len(value) > (_LONGEST_OWN if field.how == "own" else LONGEST_TEXT):
        raise InputError(f"{where}: {field.name} is too long; shorten it.")
    return value


def unknown_option(field: Field, said: Any, where: str) -> InputError:
    """The error for what is none of a field's options."""
    return unknown(field.name, said, (option.value for option in field.options), where=where)
