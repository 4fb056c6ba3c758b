"""The titles in which GPT-4 found a name, as the release has them (`microsoft/kitab`, code/utils).

The published scorer takes a title for one with a human name where it is like one of these, whoever
wrote it, or where Azure's service finds a person. The list is fetched by `tamis data fetch kitab
--file gpt-4-names`; where it is present, variant `reference` reads it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from rapidfuzz import fuzz, process

from tamis.benchmarks.kitab.data import NAMES, SOURCE
from tamis.benchmarks.kitab.title_matching import FUZZY_CUTOFF
from tamis.downloads import locate, manifest
from tamis.inputs.files import digest
from tamis.inputs.rows import no_column
from tamis.inputs.spreadsheets import read_rows
from tamis.types import InputError, Recogniser

_COLUMN = "human_name_books"
_AGAIN = "run `tamis data fetch kitab --file gpt-4-names` again"


def found_names() -> tuple[Recogniser, str] | None:
    """The recogniser by the fetched list, and the list's identity; None where it is not fetched."""
    if NAMES not in manifest(SOURCE):
        return None
    path = locate(SOURCE, NAMES)
    return by_list(path), digest(path)[:8]


@lru_cache(maxsize=2)
def by_list(path: Path) -> Recogniser:
    """A recogniser that gives a title whole where it is like one of the list's, as fuzzywuzzy rates
    it: at least 80, both as they are written.
    """
    titles = read_titles(path)

    @lru_cache(maxsize=100_000)
    def recognise(title: str) -> tuple[str, ...]:
        like = process.extractOne(title, titles, scorer=fuzz.ratio, score_cutoff=FUZZY_CUTOFF)
        return () if like is None else (title,)

    return recognise


def read_titles(path: Path) -> list[str]:
    """The titles of the file, each once, in order; InputError with the line that is broken."""

    def check(names: Sequence[str]) -> None:
        if _COLUMN not in names:
            raise no_column(str(path), _COLUMN, _AGAIN)

    found: dict[str, None] = {}
    for number, row in read_rows(path, check, plain=True):
        if not row[_COLUMN].strip():
            continue
        try:
            match ast.literal_eval(row[_COLUMN]):
                case {"titles": list(titles)}:
                    found |= dict.fromkeys(str(title) for title in titles)
                case _:
                    raise ValueError("no titles")
        # The last two occur for thousands of nested brackets.
        except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
            raise InputError(
                f"{path}, line {number}: no dictionary with a list of titles; {_AGAIN}."
            ) from error
    return list(found)
