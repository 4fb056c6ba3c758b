"""Cities in titles: what the gazetteer finds, leaves, and how often it errs.

The labelled titles are in data/titles_with_names.csv: real books, labelled by hand, by authors
who are not in the bundled KITAB-mini data.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labelled import measure
from tamis.checking.recognisers.cities import gazetteer

WORDS = "in In of The New York's york St. Petersburg VENICE venice London’s Köln São Paulo - . : '"

find = gazetteer()


def test_labelled_titles():
    """Titles with a name that is found, that is no name, that is missed: to the digit."""
    assert measure(find, "city_name") == (73, 0, 3)


@pytest.mark.parametrize(
    "title",
    [
        "Reading Lists",
        "A Nice Cup of Tea",
        "Of Time and Stars",
        "Mobile Phones",
        "Split Second",
        "The Bath House",
        "The Same River",
        "Young and Old",
        "Love Letters",
        "Paradise Regained",
        "March Moonlight",
        "An Orange a Day",
        "Corona",
        "Batman",
        "Victoria",
        "Most of All",
        "Deal Me In",
    ],
)
def test_common_words(title: str):
    """A town named like a word or a given name is not taken for it."""
    assert find(title) == ()


@pytest.mark.parametrize("title", ["Sydney Smith", "Florence Nightingale", "Jack London's Cabin"])
def test_people(title: str):
    """A town's name that is part of a person's is left."""
    assert find(title) == ()


@pytest.mark.parametrize(
    ("title", "cities"),
    [
        ("New York, New York", ("New York",)),
        ("Old San Francisco days", ("San Francisco",)),
        ("St. Petersburg: a history", ("St. Petersburg",)),
        ("Saint Petersburg", ("Saint Petersburg",)),
        ("Rio de Janeiro by Night", ("Rio de Janeiro",)),
        ("The Hague", ("The Hague",)),
        ("Mexico City Blues", ("Mexico City",)),
        ("Hong Kong", ("Hong Kong",)),
    ],
)
def test_several_words(title: str, cities: tuple[str, ...]):
    """Names of several words are found whole."""
    assert find(title) == cities


@pytest.mark.parametrize("mark", ["'", "’"])
def test_possessive(mark: str):
    """A possessive's ending is not part of the name, with either apostrophe."""
    assert find(f"London{mark}s Glory") == ("London",)


@pytest.mark.parametrize(
    "name",
    ["Venice", "Rome", "Vienna", "Munich", "Florence", "Naples", "Prague", "Cologne", "Seville"],
)
def test_english_names(name: str):
    """Cities are known by their English names."""
    assert find(f"A Winter in {name}") == (name,)


@pytest.mark.parametrize("name", ["Constantinople", "Leningrad", "Saigon", "Bombay", "Peking"])
def test_former_names(name: str):
    """Great cities are known by names they once had."""
    assert find(f"Letters from {name}") == (name,)


@pytest.mark.parametrize("name", ["São Paulo", "Sao Paulo", "Bogotá", "Bogota", "Zürich", "Zurich"])
def test_accents(name: str):
    """A name is found with its accents and without, and returned as written."""
    assert find(f"Nights in {name}") == (name,)


@pytest.mark.parametrize(
    ("title", "cities"),
    [
        ("Death in venice", ("venice",)),
        ("a walk through london", ("london",)),
        ("lunch in new york", ("new york",)),
        ("DOWN AND OUT IN LONDON", ("LONDON",)),
        ("the nice bath of a young man", ()),
        ("reading for split seconds", ()),
        ("a victoria sponge", ()),
    ],
)
def test_no_case(title: str, cities: tuple[str, ...]):
    """Without case to go by only unmistakable cities are found."""
    assert find(title) == cities


def test_context_counts():
    """The word before decides on a town that is also a given name."""
    assert find("Florence") == ()
    assert find("Spring in Florence") == ("Florence",)


@pytest.mark.parametrize("name", ["Hastings", "Rhodes", "Montgomery"])
def test_context_ends_with_its_clause(name: str):
    """A word before a colon says nothing of the name after it, which may be a person's."""
    assert find(f"The World We Live in: {name}") == ()
    assert find(f"The World We Leave. {name}") == ()
    assert find(f"The Summer We Lived in {name}") == (name,)


@pytest.mark.parametrize("name", ["Nottingham", "Sunderland", "Kingston", "Segovia"])
def test_an_article_before_a_towns_name_and_a_noun(name: str):
    """The article says that it is the town, whose name alone could be a family's."""
    assert find(f"The {name} Lace Affair") == (name,)
    assert find(f"{name} Lace") == ()


@pytest.mark.parametrize(
    ("title", "cities"),
    [
        ("Garden city days", ()),
        ("Salt river days", ()),
        ("the salt lake city days", ()),
        ("French lick days", ()),
        ("Garden City Days", ("Garden City",)),
    ],
)
def test_two_common_words_are_a_town_only_where_both_are_capitals(
    title: str, cities: tuple[str, ...]
):
    """The capital that begins a title says nothing of the words after it."""
    assert find(title) == cities


def test_sentence_case_counts():
    """A capital amid small letters speaks for the town, not for the word."""
    assert find("A summer in Nice") == ("Nice",)
    assert find("The Nice and the Good") == ()


@pytest.mark.parametrize("title", ["A Walk to Kensington", "Notes from Manhattan"])
def test_districts(title: str):
    """Districts of a great city, which GeoNames lists beside it, are not cities."""
    assert find(title) == ()


def test_new_places():
    """`New` before a city's name makes another place of it, unless the whole is a city."""
    assert find("The Last Days of New Paris") == ()
    assert find("New Orleans Sketches") == ("New Orleans",)


def test_each_once():
    """A city that occurs twice is returned once, in order of its first place."""
    assert find("Rome, Paris, Rome") == ("Rome", "Paris")


@given(st.text() | st.lists(st.sampled_from(WORDS.split())).map(" ".join))
def test_arbitrary_text(title: str):
    """No text crashes the recogniser, and every city returned occurs in it literally."""
    for name in find(title):
        assert name
        assert name in title


def test_import_reads_nothing():
    """Importing the module reads no gazetteer; it is read at the first title."""
    code = (
        "import sys, tamis.checking.recognisers.cities as c; c.gazetteer();"
        "print(c._gazetteer.cache_info().currsize, c.read_lists.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "0"]
