"""A paper as paragraphs, and the library of papers of a writing session."""

from __future__ import annotations

from dataclasses import dataclass

from tamis.retrieve.folders import Skipped

__all__ = ["Library", "Paper", "Skipped"]


@dataclass(frozen=True)
class Paper:
    """A paper: its paragraphs in order; headings are separate paragraphs.

    `title` is never empty. `source` is its origin, for a reader: a file, and the line in a file of
    several papers. `id` is unique in its library.
    """

    id: str
    title: str
    paragraphs: tuple[str, ...]
    year: int | None = None
    authors: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class Library:
    """Papers in the order of their numbers, and what could not be read.

    `skipped` are files, or lines of files, each with the reason, which completes a sentence that
    begins with its path.
    `ignored` counts files of other kinds by suffix.
    """

    papers: tuple[Paper, ...]
    skipped: tuple[Skipped, ...] = ()
    ignored: tuple[tuple[str, int], ...] = ()
