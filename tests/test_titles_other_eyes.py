"""Names in titles on sets that others wrote, who had not seen the recognisers.

`data/titles_work.csv` was worked with, then `titles_unseen.csv`; `titles_third.csv` was looked at
once, at the end: its figures are those of titles that nobody has tuned to (bench/RESULTS.md).
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from tamis.checking.recognisers import cities, person_names
from tamis.checking.recognisers.covered import covered

DATA = Path(__file__).parent / "data"
FIND = {"person": person_names.find, "city": cities.find}


@cache
def titles(name: str) -> list[dict[str, str]]:
    """The rows of a set."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def figures(rows: list[dict[str, str]], kind: str) -> tuple[int, int, int]:
    """Titles with a name that is found, that is no name, that is missed: how many of each."""
    said = [(bool(FIND[kind](row["title"])), row[kind] == "yes") for row in rows]
    return said.count((True, True)), said.count((True, False)), said.count((False, True))


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("titles_work.csv", "person", (184, 5, 19)),
        ("titles_work.csv", "city", (74, 0, 1)),
        ("titles_unseen.csv", "person", (179, 7, 21)),
        ("titles_unseen.csv", "city", (71, 2, 4)),
        ("titles_third.csv", "person", (190, 3, 15)),
        ("titles_third.csv", "city", (78, 2, 7)),
    ],
)
def test_names_in_english_titles(name, kind, expected):
    """Titles with a name that is found, that is no name, that is missed: to the digit."""
    assert figures([row for row in titles(name) if row["language"] == "en"], kind) == expected


def test_titles_in_other_languages_are_told():
    """At least three of four, and of the English ones not one in twenty."""
    rows = titles("titles_work.csv")
    english = [not covered(row["title"]) for row in rows if row["language"] == "en"]
    others = [not covered(row["title"]) for row in rows if row["language"] != "en"]
    assert (sum(english), len(english)) == (21, 500)
    assert (sum(others), len(others)) == (270, 330)


@pytest.mark.parametrize(
    "title",
    ["Der Schimmelreiter", "La casa de Bernarda Alba", "Les Misérables", "Ut og stjæle hester"],
)
def test_function_words_of_another_language_tell_it(title):
    """What the lists find in it is not to be relied on."""
    assert not covered(title)


@pytest.mark.parametrize(
    "title", ["The Great Gatsby", "Death in Venice", "Robinson Crusoe", "I, Claudius", ""]
)
def test_english_titles_with_foreign_names_are_covered(title):
    """Names do not make a title foreign."""
    assert covered(title)
