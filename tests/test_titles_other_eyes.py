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


def figures(rows: list[dict[str, str]], kind: str) -> tuple[float, float]:
    """Precision and recall, by title."""
    said = [(bool(FIND[kind](row["title"])), row[kind] == "yes") for row in rows]
    right = said.count((True, True))
    return right / (right + said.count((True, False))), right / (right + said.count((False, True)))


@pytest.mark.parametrize(
    ("name", "kind", "precision", "recall"),
    [
        ("titles_work.csv", "person", 0.97, 0.89),
        ("titles_work.csv", "city", 0.98, 0.95),
        ("titles_unseen.csv", "person", 0.95, 0.87),
        ("titles_unseen.csv", "city", 0.95, 0.92),
        ("titles_third.csv", "person", 0.97, 0.91),
        ("titles_third.csv", "city", 0.96, 0.90),
    ],
)
def test_names_in_english_titles(name, kind, precision, recall):
    """Bounds a little below the figures of the day."""
    found = figures([row for row in titles(name) if row["language"] == "en"], kind)
    assert found[0] >= precision
    assert found[1] >= recall


def test_titles_in_other_languages_are_told():
    """At least three of four, and of the English ones not one in twenty."""
    rows = titles("titles_work.csv")
    english = [not covered(row["title"]) for row in rows if row["language"] == "en"]
    others = [not covered(row["title"]) for row in rows if row["language"] != "en"]
    assert sum(english) / len(english) <= 0.05
    assert sum(others) / len(others) >= 0.75


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
