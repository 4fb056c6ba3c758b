"""Shared by the pages of annotating: finding a project, reading a form, showing labels."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Path, Request
from sqlalchemy.orm import Session

from tamis.studio.annotating.kinds import KINDS, Field, Kind, Label
from tamis.studio.annotating.kinds.kind import value_label
from tamis.studio.annotating.project_store import is_member
from tamis.studio.database.schema import Item, Project
from tamis.studio.people.accounts import Who

Id = Annotated[str, Path(min_length=1, max_length=40)]
"""A project's id in an address."""
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
"""An item's or an assignment's."""

NO_PROJECT = "There is no such project, or you are not one of its annotators."
_MOST_KEYS = 9

Values = dict[str, list[str]]


async def _form(request: Request) -> Values:
    form = await request.form()
    values: Values = {}
    for name, value in form.multi_items():
        if isinstance(value, str) and name != "csrf":
            values.setdefault(name, []).append(value)
    return values


Typed = Annotated[Values, Depends(_form)]
"""The fields of a form. Names that begin with `_` belong to the page, the others to the kind."""


def one(values: Mapping[str, list[str]], name: str) -> str:
    """The first value of a field, "" where there is none."""
    return next(iter(values.get(name, ())), "")


def of_kind(values: Values) -> Values:
    """The fields of a form that belong to the kind."""
    return {name: value for name, value in values.items() if not name.startswith("_")}


def whole(text: str) -> int:
    """The number in a form field; -1, which is never used, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else -1


def project_for(transaction: Session, project_id: str, person: Who) -> Project:
    """A project that a person may see: an owner, or someone who annotates in it; else 404."""
    project = transaction.get(Project, project_id)
    if project is None or not (person.owner or is_member(transaction, project_id, person.id)):
        raise HTTPException(404, NO_PROJECT)
    return project


def item_of(transaction: Session, project: Project, number: int) -> Item:
    """An item of a project; 404 where it has none of this number."""
    item = transaction.get(Item, number)
    if item is None or item.project_id != project.id:
        raise HTTPException(404, "There is no such item in this project.")
    return item


def kind_of(project: Project) -> Kind:
    """A project's kind; 404 where this version of Tamis does not have it."""
    kind = KINDS.get(project.kind)
    if kind is None:
        raise HTTPException(404, "This version of Tamis cannot show projects of this kind.")
    return kind


def keys_of(kind: Kind) -> dict[str, str]:
    """The digit that chooses each option, as `field/value`: all choices of a form in a row."""
    places = [
        f"{field.name}/{option.value}"
        for field in kind.fields
        if field.how in ("choice", "choices")
        for option in field.options
    ]
    return {place: str(digit) for digit, place in enumerate(places[:_MOST_KEYS], 1)}


@dataclass(frozen=True)
class LabelPart:
    """A field of a label for display.

    `tags` are values of a fixed list, each with its tone; another value is `text`: somebody's own
    words where `quoted`, long and folded away where `folded`.
    """

    name: str
    tags: tuple[tuple[str, str], ...] = ()
    text: str = ""
    quoted: bool = False
    folded: bool = False

    @property
    def empty(self) -> bool:
        """Whether the label says nothing here."""
        return not (self.tags or self.text)


def label_parts(kind: Kind, label: Label | None) -> list[LabelPart]:
    """A label for display: its required fields, and the others that say something."""
    label = label or {}
    titles = {field.name: field.label for field in kind.fields if field.how == "own"}
    known = [label_part(field, label) for field in kind.fields if field.how != "own"]
    required = {field.label for field in kind.fields if field.required}
    named = {field.name for field in kind.fields if field.how != "own"}
    return [part for part in known if part.name in required or not part.empty] + [
        LabelPart(titles.get(name, name), text=_plain(value), folded=True)
        for name, value in label.items()
        if name not in named
    ]


def label_part(field: Field, label: Label) -> LabelPart:
    """What a label says for one field, for display."""
    value = label.get(field.name)
    if value is None or value == "" or value == []:
        return LabelPart(field.label)
    if field.options:
        if isinstance(value, list):
            tags = tuple((value_label(field, one), "info") for one in value)
        else:
            tags = ((value_label(field, value), tone(value)),)
        return LabelPart(field.label, tags)
    quoted = field.how in ("text", "long text")
    return LabelPart(field.label, text=value_label(field, value), quoted=quoted)


def tone(value: Any) -> str:
    """The colour of a tag, for values that are clearly good or bad."""
    if value in ("satisfied", "MATCH", "yes", "good", "accept"):
        return "good"
    if value in ("not_satisfied", "NO_MATCH", "no", "bad", "reject"):
        return "bad"
    return "neutral" if value in ("cannot_tell", "DEBATABLE", "neutral") else "info"


def _plain(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
