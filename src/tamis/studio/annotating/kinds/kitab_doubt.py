"""KITAB: doubtful decisions of the collecting program; an item is a line of `quality.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamis.bad_input import unknown
from tamis.studio.annotating.kinds.kind import (
    LONGEST_LINE,
    Field,
    FormKind,
    Kind,
    Label,
    Option,
    Seed,
    seed_of,
    short_hash,
    text_of,
    texts_of,
)
from tamis.text.shown import one_line

VALUES = ("right", "wrong", "cannot_tell")
_LISTS = ("titles", "works", "authors")
_KINDS = ("cluster", "year", "another's title")


class KitabDoubt(FormKind):
    """A cluster of works, a year, or a title that a person should look at."""

    name = "kitab_doubt"
    title = "KITAB: is the collection right here?"
    explanation = (
        "The program that collected the books was in doubt. Say whether what it did is right: the "
        "works are one book, the year can be, each of the authors has a book of this title."
    )
    columns = "quality.jsonl of `tamis collect books`: kind, title, why; also author, label."
    fields = (
        Field(
            "verdict",
            "Is it right?",
            "choice",
            (
                Option("right", "Right", "The data may stay as it is."),
                Option("wrong", "Wrong", "A book is to be parted, left out, or dated anew."),
                Option("cannot_tell", "Cannot tell"),
            ),
            agreement="nominal",
        ),
        Field("note", "What should be there?", "text", required=False),
    )
    template = "annotating/kind_kitab_doubt.html"

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A line of the quality report."""
        kind = text_of(record, "kind", where)
        if kind not in _KINDS:
            raise unknown("kind", kind, _KINDS, where=where)
        payload: dict[str, Any] = {
            "kind": kind,
            "title": text_of(record, "title", where),
            "why": text_of(record, "why", where),
            "author": text_of(record, "author", where, needed=False),
            "id": text_of(record, "id", where, needed=False),
            "year": text_of(record, "year", where, needed=False),
        } | {name: texts_of(record, name, where) for name in _LISTS}
        labels: list[tuple[str, Label]] = []
        if said := text_of(record, "label", where, needed=False).casefold().replace(" ", "_"):
            if said not in VALUES:
                raise unknown("label", said, VALUES, where=where)
            note = text_of(record, "note", where, needed=False)
            labels.append(("file", {"verdict": said} | ({"note": note} if note else {})))
        key = short_hash(kind, payload["title"], payload["author"], payload["why"])
        return seed_of(record, where, key, payload, labels)

    def heading(self, payload: Mapping[str, Any]) -> str:
        """Title and reason."""
        return one_line(f"{payload['title']}: {payload['why']}", LONGEST_LINE)

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The line as it was, lists in lines, with the label."""
        label = label or {}
        names = ("kind", "author", "id", "title", "why", "year")
        lists = {name: "\n".join(payload.get(name) or ()) for name in _LISTS}
        return {name: payload.get(name, "") for name in names} | {
            **lists,
            "label": label.get("verdict", ""),
            "note": label.get("note", ""),
        }


KIND: Kind = KitabDoubt()
