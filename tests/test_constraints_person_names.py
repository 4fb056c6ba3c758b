"""Human names in titles: what the offline recogniser finds, leaves, and how often it errs.

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
from tamis.checking.recognisers.person_names import lexicon

LETTERS = "Aa Ébc'’-.:,;!?\"()&0 Mrs. Emma Will Jack van O'Connor's St. New York ſß İ ŉ \u0301\n"

find = lexicon()


def test_labelled_titles():
    """Titles with a name that is found, that is no name, that is missed: to the digit."""
    assert measure(find, "human_name") == (137, 5, 6)


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Martha Quest and Anna Wulf", ("Martha", "Anna Wulf")),
        ("Jean-Paul Sartre", ("Jean-Paul Sartre",)),
        ("Vincent van Gogh: letters", ("Vincent van Gogh",)),
        ("Charlotte Gray", ("Charlotte Gray",)),
    ],
)
def test_given_and_family(title: str, names: tuple[str, ...]):
    """A given name takes the family name after it, hyphens and particles included."""
    assert find(title) == names


def test_a_place_named_after_a_person_is_none_and_a_persons_place_names_one():
    """Anna Island is an island; Anna's island is Anna's."""
    assert find("Anna Island") == find("Victoria Lake") == ()
    assert find("Anna's Island") == ("Anna",)
    assert find("Victoria's Lake") == ("Victoria",)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The Trials of Mrs. Grunwick", "Grunwick"),
        ("Mr Polly's uncle", "Polly"),
        ("Dr. Wortle's School", "Wortle"),
        ("Captain Singleton", "Singleton"),
        ("Saint Joan", "Joan"),
        ("Madame Zola at Home", "Zola"),
        # A family name that is no given name, and a given name that is no family name.
        ("Captain Smith", "Smith"),
        ("Doctor Rose", "Rose"),
    ],
)
def test_titles_before_names(title: str, name: str):
    """After a title such as `Mrs.` even an unknown word is a name; the title is left out."""
    assert find(title) == (name,)


@pytest.mark.parametrize("title", ["Sister Act", "Queen Bee", "Captain America", "The Young King"])
def test_ranks_before_words(title: str):
    """A rank before a common word or a country makes no name."""
    assert find(title) == ()


def test_initials():
    """Initials before a family name belong to the name."""
    assert find("Who Was A. J. Cronin?") == ("A. J. Cronin",)


@pytest.mark.parametrize("mark", ["'", "’"])
def test_possessive(mark: str):
    """A possessive's ending is not part of the name, with either apostrophe."""
    assert find(f"Tom{mark}s Midnight Garden") == ("Tom",)
    assert find(f"O{mark}Connor{mark}s people") == (f"O{mark}Connor",)


@pytest.mark.parametrize(
    "title",
    [
        "Will You Please Be Quiet",
        "May Day",
        "Hope Springs",
        "Great Hopes and Small Mercies",
        "The Miller and the Cook",
        "A Rose in Winter",
        "April in August",
        "The German Christian",
        "In the Young Green Wood",
    ],
)
def test_common_words(title: str):
    """Words that are names in the census but words in the title are left."""
    assert find(title) == ()


@pytest.mark.parametrize("title", ["San Francisco nights", "Baker Street", "In Florence", "Sydney"])
def test_places(title: str):
    """Names of towns, lands and streets are no human names."""
    assert find(title) == ()


def test_family_before_place():
    """A person named like a town is found where a given name goes before."""
    assert find("Jack London in Florence") == ("Jack London",)


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("the diary of anna seghers", ("anna seghers",)),
        ("ANNA SEGHERS", ("ANNA SEGHERS",)),
        ("a rose for everyone", ()),
        ("what jack did", ()),
    ],
)
def test_no_case(title: str, names: tuple[str, ...]):
    """Without case to go by only unmistakable names are found."""
    assert find(title) == names


def test_accents():
    """Accents make no difference, and the name is returned as written."""
    assert find("The daughters of Mónica Gómez") == ("Mónica Gómez",)


def test_each_once():
    """A name that occurs twice is returned once, in order of its first place."""
    assert find("Rebecca, Martin and Rebecca") == ("Rebecca", "Martin")


@given(
    st.text() | st.text(alphabet=LETTERS) | st.lists(st.sampled_from(LETTERS.split())).map(" ".join)
)
def test_arbitrary_text(title: str):
    """No text crashes the recogniser, and every name returned occurs in it literally."""
    for name in find(title):
        assert name
        assert name in title


def test_import_reads_nothing():
    """Importing the module reads no list; the lists are read at the first title."""
    code = (
        "import sys, tamis.checking.recognisers.person_names as n; n.lexicon();"
        "from tamis.checking.recognisers.word_lists import read_lists;"
        "print(read_lists.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0"]
