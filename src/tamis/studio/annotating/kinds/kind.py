"""What a kind of annotation is: which items, which form, which label."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from tamis.inputs.rows import wrong_value
from tamis.types import InputError

Label = dict[str, Any]
"""A label: field name → value (str; list of str for `choices`; a number for `number`)."""

LONGEST_TEXT = 20_000
"""Characters of one text field of a label."""

LONGEST_LINE = 120
"""Characters of an item in a list."""


@dataclass(frozen=True)
class Option:
    """One of the values of a choice; `help` says when to choose it."""

    value: str
    label: str
    help: str = ""


@dataclass(frozen=True)
class Field:
    """One field of a label.

    `how`: one of the options, several of them, a line, a text, a number, or the kind's own form.
    `agreement`: agreement between raters is computed on this field; `ordinal` by the order of the
    options.
    """

    name: str
    label: str
    how: Literal["choice", "choices", "text", "long text", "number", "own"]
    options: tuple[Option, ...] = ()
    required: bool = True
    help: str = ""
    agreement: Literal["nominal", "ordinal", None] = None


@dataclass(frozen=True)
class Seed:
    """An item as an import brings it.

    `key` names it within its project. No one person sees two items of one `question_key` ("" for
    none), nor an item whose `written_by` is their name. `labels`: pairs of a name and a label; a
    name that begins with `MODEL` is a model's, and `_comment` in a label is the comment.
    """

    key: str
    payload: dict[str, Any]
    question_key: str = ""
    written_by: str = ""
    labels: tuple[tuple[str, Label], ...] = ()


class Kind(Protocol):
    """A kind of annotation. `template` shows a payload, given `item` (the payload), `label` (None
    before there is one) and `view` (what `view` makes of the payload).

    `form_template` is None where the form is made from the fields; a template of one's own is
    given `kind`, `item`, `values` (field → list of str, as typed) and `problems` (field →
    sentence), and stands inside the form.
    """

    @property
    def name(self) -> str:
        """As stored and in addresses: `acs_constraint`."""

    @property
    def title(self) -> str:
        """For people: `ACS: is the constraint satisfied?`."""

    @property
    def explanation(self) -> str:
        """What a rater is asked to do, in a sentence or two."""

    @property
    def columns(self) -> str:
        """What a record to import must hold, in a sentence."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of a label."""

    @property
    def template(self) -> str:
        """The part of a page that shows an item."""

    @property
    def form_template(self) -> str | None:
        """The kind's own form, or None."""

    @property
    def scripts(self) -> tuple[str, ...]:
        """Further scripts that the form needs, as `annotating/NAME.js`."""

    def expand(self, record: Mapping[str, Any], number: int, where: str) -> list[Mapping[str, Any]]:
        """The records for `read` in a record, the `number`th (from 1) of a file: mostly itself.

        A released KIWI session, which is one line, has a record for each of its turns.
        """

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """An item from a row of an import; InputError that names `where` and the field."""

    def check(
        self, values: Mapping[str, Sequence[str]], payload: Mapping[str, Any]
    ) -> tuple[Label | None, dict[str, str]]:
        """The label of a form, or None and the problem of each field."""

    def values(self, label: Label) -> dict[str, list[str]]:
        """The form values of `label`, to fill the form again."""

    def heading(self, payload: Mapping[str, Any]) -> str:
        """The item in a line, for lists; raters see it."""

    def view(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """What the template needs besides the payload, such as a word diff."""

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """A flat row in the benchmark's own columns, for exports; `label` None: not labelled."""


class FormKind:
    """Base of the kinds whose form is made from their fields."""

    fields: tuple[Field, ...] = ()
    form_template: str | None = None
    columns: str = ""
    scripts: tuple[str, ...] = ()

    def expand(self, record: Mapping[str, Any], number: int, where: str) -> list[Mapping[str, Any]]:
        """The record itself."""
        return [record]

    def view(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Nothing."""
        return {}

    def values(self, label: Label) -> dict[str, list[str]]:
        """Each field's value, or values."""
        return {
            name: [str(part) for part in value] if isinstance(value, list) else [str(value)]
            for name, value in label.items()
            if value is not None
        }

    def check(
        self, values: Mapping[str, Sequence[str]], payload: Mapping[str, Any]
    ) -> tuple[Label | None, dict[str, str]]:
        """The label of a form that was made from the fields."""
        return check_fields(self.fields, values)


def check_fields(
    fields: Sequence[Field], values: Mapping[str, Sequence[str]]
) -> tuple[Label | None, dict[str, str]]:
    """The label of `values` for `fields`, or None and a message for each wrong field.

    Texts are stripped; optional empty fields are left out of the label.
    """
    label: Label = {}
    problems: dict[str, str] = {}
    for field in fields:
        given = [value.replace("\r\n", "\n").strip() for value in values.get(field.name, ())]
        given = [value for value in given if value]
        allowed = [option.value for option in field.options]
        if not given:
            if field.required:
                problems[field.name] = (
                    ("Choose one." if field.how == "choice" else "Choose at least one.")
                    if field.options
                    else "This must be filled in."
                )
        elif field.how in ("choice", "choices") and (
            len(given) > len(allowed) or any(value not in allowed for value in given)
        ):
            problems[field.name] = "That is not one of the choices."
        elif field.how == "choice" and len(given) > 1:
            problems[field.name] = "Choose one only."
        elif field.how == "choices":
            label[field.name] = [value for value in allowed if value in given]
        elif len(given[0]) > LONGEST_TEXT:
            problems[field.name] = f"This is longer than {LONGEST_TEXT:,} characters."
        elif field.how == "number":
            number = as_number(given[0])
            if number is None:
                problems[field.name] = "This must be a number."
            else:
                label[field.name] = number
        else:
            label[field.name] = given[0]
    return (None, problems) if problems else (label, {})


def as_number(text: str) -> int | float | None:
    """A number as people type it; None for anything else, infinities among it."""
    if len(text) > 40:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    if number != number or abs(number) > 1e15:
        return None
    return int(number) if number.is_integer() else number


def text_of(record: Mapping[str, Any], field: str, where: str, *, needed: bool = True) -> str:
    """A text of a record, stripped; InputError if it is needed and missing, or is no text."""
    value = record.get(field)
    if value is None:
        value = ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise wrong_value(value, field, "a text", where)
    text = str(value).strip()
    if needed and not text:
        raise InputError(f"{where}: {field} is missing or empty; fill it in or leave the row out.")
    return text


def seed_of(
    record: Mapping[str, Any],
    where: str,
    key: str,
    payload: dict[str, Any],
    labels: Sequence[tuple[str, Label]] = (),
) -> Seed:
    """A seed; the columns `key`, `question_key` and `written_by` of any record are read alike."""
    return Seed(
        text_of(record, "key", where, needed=False) or key,
        payload,
        text_of(record, "question_key", where, needed=False),
        text_of(record, "written_by", where, needed=False),
        tuple(labels),
    )


def short_hash(*parts: str) -> str:
    """Twelve hex digits of texts: a key for items that come without one."""
    return hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest()[:12]


def texts_of(record: Mapping[str, Any], field: str, where: str, between: str = "\n") -> list[str]:
    """A list of texts of a record: a list, or one text in parts; [] where it is missing."""
    value = record.get(field)
    if value is None:
        return []
    if isinstance(value, str):
        value = value.split(between)
    if not isinstance(value, list | tuple) or not all(isinstance(part, str) for part in value):
        raise wrong_value(value, field, "a list of texts", where)
    return [part.strip() for part in value if part.strip()]


def value_label(field: Field, value: Any) -> str:
    """A label's value as people read it."""
    if value is None or value == "" or value == []:
        return "–"
    names = {option.value: option.label for option in field.options}
    if isinstance(value, list):
        return ", ".join(names.get(str(part), str(part)) for part in value)
    return names.get(str(value), str(value))
