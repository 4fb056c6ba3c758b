"""KITAB: is this book by this author? (KITAB, App. C: what the automatic check leaves open)"""

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
    text_of,
)
from tamis.text.normalised import title_key
from tamis.text.shown import one_line

VALUES = ("yes", "no", "cannot_tell")


class KitabTitle(FormKind):
    """An author, a title, and the year where it is known."""

    name = "kitab_title"
    title = "KITAB: by this author?"
    explanation = (
        "Say whether the author wrote a book of this title. Another spelling, a subtitle left "
        "out, or a translated title counts as the same book."
    )
    columns = "author, title; also year, note, label (yes, no or cannot_tell)."
    fields = (
        Field(
            "by_author",
            "Is it by this author?",
            "choice",
            (
                Option("yes", "Yes"),
                Option("no", "No"),
                Option("cannot_tell", "Cannot tell"),
            ),
            agreement="nominal",
        ),
        Field(
            "source",
            "Where did you look?",
            "text",
            required=False,
            help="An address, or the name of a catalogue.",
        ),
    )
    template = "annotating/kind_kitab_title.html"

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A row with an author and a title."""
        payload: dict[str, Any] = {
            "author": text_of(record, "author", where),
            "title": text_of(record, "title", where),
            "year": text_of(record, "year", where, needed=False),
            "note": text_of(record, "note", where, needed=False),
        }
        labels: list[tuple[str, Label]] = []
        if said := text_of(record, "label", where, needed=False).casefold().replace(" ", "_"):
            if said not in VALUES:
                raise unknown("label", said, VALUES, where=where)
            labels.append(("file", {"by_author": said}))
        key = f"{payload['author']}/{title_key(payload['title'])}"
        return seed_of(record, where, key, payload, labels)

    def heading(self, payload: Mapping[str, Any]) -> str:
        """Title and author."""
        return one_line(f"{payload['title']} – {payload['author']}", LONGEST_LINE)

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """Author, title, year and the label."""
        label = label or {}
        return {name: payload.get(name, "") for name in ("author", "title", "year", "note")} | {
            "label": label.get("by_author", ""),
            "source": label.get("source", ""),
        }


KIND: Kind = KitabTitle()
