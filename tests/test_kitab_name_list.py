"""The release's list of titles in which GPT-4 found a name, for the variant `reference`."""

from __future__ import annotations

import csv

import pytest

from tamis.benchmarks import load_benchmark
from tamis.benchmarks.kitab import name_list
from tamis.benchmarks.kitab.data import NAMES
from tamis.benchmarks.kitab.options import Options
from tamis.benchmarks.kitab.query import from_row
from tamis.benchmarks.kitab.samples import load_samples
from tamis.benchmarks.kitab.score import Recognisers, score
from tamis.types import InputError


def write(path, *cells: str):
    """A file in the published form: a column of dictionaries, among others."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["Author", "human_name_books"])
        writer.writerows(["x", cell] for cell in cells)
    return path


@pytest.fixture
def listed(tmp_path):
    """Two rows, one of them empty, and titles with quotes and commas."""
    return write(
        tmp_path / "names.csv",
        """{'titles': ["Harriet, Queen of Nowhere", 'Song of Zebulon']}""",
        "",
        "{'titles': ['Song of Zebulon', 'Canyons']}",
    )


def test_titles_are_read_once_each(listed):
    """In the order of the file."""
    assert name_list.read_titles(listed) == [
        "Harriet, Queen of Nowhere", "Song of Zebulon", "Canyons",
    ]  # fmt: skip


@pytest.mark.parametrize("cell", ["{'titles': 'Canyons'}", "[", "open('x')", "(" * 5000])
def test_what_is_no_dictionary_with_titles(tmp_path, cell):
    """Named with its line; nothing in the file is executed."""
    path = write(tmp_path / "names.csv", "{'titles': []}", cell)
    with pytest.raises(InputError, match=r"names\.csv, line 3: no dictionary"):
        name_list.read_titles(path)


def test_another_table_is_refused(tmp_path):
    """By the column that it lacks."""
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match='column "human_name_books" is missing'):
        name_list.read_titles(tmp_path / "x.csv")


def test_a_title_like_one_of_the_list_has_a_name(listed):
    """A ratio of 80 as fuzzywuzzy rounds it: by hand, 2·14/(15+14) is .97, 2·7/(7+12) is .74."""
    names = name_list.by_list(listed)
    assert names("Songs of Zebulon") == ("Songs of Zebulon",)
    assert names("Canyons Lane") == ()
    assert names("Rivers") == ()


ROW = {
    "Author": "Ann",
    "constraint_type": "human-name",
    "constraints": "Book title contains only a human's name.",
    "mapped_books": "[]",
    "all_books": "['Canyons (1900)', 'Rivers (1901)']",
    "raw_books": "['Canyons', 'Rivers']",
}


def test_the_published_scorer_takes_the_lists_word(listed):
    """Of two titles one is in the list; the lists of our own know neither."""
    query = from_row("one-0", ROW | {"constraints": "Book title contains a human name."})
    titles = ["Canyons", "Rivers"]
    got = score(query, titles, "reference", Recognisers(published=lambda t: ()))
    assert got.satisfied == 0
    # The published code compares entries as they are written with titles in lower case.
    lower = write(listed.parent / "lower.csv", "{'titles': ['canyons']}")
    names = name_list.by_list(lower)
    assert score(query, titles, "reference", Recognisers(published=names)).satisfied == 0.5
    assert score(query, titles, "paper", Recognisers(published=names)).satisfied == 0


def test_a_run_says_which_list_it_had(listed, monkeypatch):
    """Where it is fetched it belongs to the identity of figures of `reference`, and of these."""
    monkeypatch.setattr(name_list, "manifest", lambda source: {NAMES: None})
    monkeypatch.setattr(name_list, "locate", lambda source, key: listed)
    kitab = load_benchmark("kitab")

    def described(variants: str) -> dict[str, str]:
        options = Options.parse({"variants": variants})
        return kitab.described(options, load_samples(options)[0])

    assert described("reference")["reference_names"].startswith("gpt-4-names ")
    assert "reference_names" not in described("paper")
    monkeypatch.setattr(name_list, "manifest", lambda source: {})
    assert "reference_names" not in described("reference")
