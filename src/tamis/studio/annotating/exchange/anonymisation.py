"""Pseudonyms in exports."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace

from tamis.studio.annotating.exchange.entries import GivenLabel, Row
from tamis.studio.annotating.payload import EXTRA
from tamis.studio.people.person_names import name_key

Rename = Callable[[str], str]


def pseudonyms(secret: bytes, project: str) -> Rename:
    """The pseudonym of each name: the same in all exports of a project, another in others.

    Without the studio's secret a pseudonym cannot be resolved by trying names.
    """

    def rename(name: str) -> str:
        if not name:
            return ""
        whole = hashlib.blake2b(
            f"{project}\0{name_key(name)}".encode("utf-8", "replace"), key=secret[:64]
        )
        return f"rater-{whole.hexdigest()[:8]}"

    return rename


def renamed(row: Row, rename: Rename) -> Row:
    """An item without people's names: of raters, of its writer, of who settled it.

    Names of models are kept. What people wrote is not changed. Columns and parts of a task that the
    kind does not know may contain names: they are dropped.
    """

    def anonymous(one: GivenLabel) -> GivenLabel:
        return one if one.model else replace(one, who=rename(one.who))

    settled = row.settled and replace(row.settled, by=rename(row.settled.by))
    return replace(
        row,
        payload={name: value for name, value in row.payload.items() if name != EXTRA},
        written_by=rename(row.written_by),
        labels=tuple(map(anonymous, row.labels)),
        settled=settled,
    )


def file_name(name: str, otherwise: str = "file") -> str:
    """A name as part of a file name: ASCII letters, digits and hyphens."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower()[:60] or otherwise
