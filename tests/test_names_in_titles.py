"""Names of people and of cities in titles: what is found, and what is left."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.checking.recognisers.cities import gazetteer
from tamis.checking.recognisers.person_names import lexicon

people, cities = lexicon(), gazetteer()


PEOPLE = {
    # A given name takes the family name behind it, hyphens, particles and initials included.
    "Martha Quest and Anna Wulf": "Martha|Anna Wulf", "Jean-Paul Sartre": "Jean-Paul Sartre",
    "Vincent van Gogh: letters": "Vincent van Gogh", "Anna van der Berg": "Anna van der Berg",
    "Who Was A. J. Cronin?": "A. J. Cronin", "Peer Gynt": "Peer Gynt",
    "The daughters of Mónica Gómez": "Mónica Gómez", "Emma-Jane": "Emma-Jane",
    "Rebecca, Martin and Rebecca": "Rebecca|Martin", "Emma's Jane": "Emma|Jane",
    "Troilus and Cressida": "Troilus|Cressida", "Emma: a life": "Emma",
    # Behind a title even an unknown word is a name; before a common word or a country it is none.
    "The Trials of Mrs. Grunwick": "Grunwick", "Mr Polly's uncle": "Polly", "mr chips": "",
    "Captain Singleton": "Singleton", "Captain Smith": "Smith", "Doctor Rose": "Rose",
    "Saint Joan": "Joan", "Madame Zola at Home": "Zola", "King Lear": "Lear", "Doctor No": "",
    "Sister Act": "", "Queen Bee": "", "Captain America": "", "The Young King": "",
    # Possessives, families, owners and those who are the something.
    "Tom's Midnight Garden": "Tom", "Tom’s Midnight Garden": "Tom",
    "O’Connor’s people": "O’Connor", "MacTavish's House": "MacTavish", "McTeague": "McTeague",
    "Macbeth": "Macbeth",
    "Schindler's List": "Schindler", "Fisher's Face": "Fisher", "Zeno's Conscience": "Zeno",
    "The Forsyte Saga": "Forsyte", "The Brothers Karamazov": "Karamazov",
    "The Buddenbrook Family": "Buddenbrook", "Oblomov and His Sister": "Oblomov",
    "Jude the Obscure": "Jude", "Zorba the Greek": "Zorba", "Tess of the d'Urbervilles": "Tess",
    "A Wreath for Udomo": "Udomo", "Little Dorrit": "Little Dorrit", "Pnin": "Pnin",
    # Words that are names in the census, and places.
    "Will You Please Be Quiet": "", "May Day": "", "Hope Springs": "", "The Winter's Tale": "",
    "The Miller and the Cook": "", "A Rose in Winter": "", "The Selfish Gene": "",
    "The German Christian": "", "In the Young Green Wood": "", "Grace Notes": "",
    "San Francisco nights": "", "Baker Street": "", "In Florence": "", "Sydney": "",
    "Anna Island": "", "Anna's Island": "Anna", "Emma Castle": "", "London Fields": "",
    "Jack London in Florence": "Jack London", "Paris Hilton": "Paris Hilton",
    # Without case only unmistakable names.
    "the diary of anna seghers": "anna seghers", "ANNA SEGHERS": "ANNA SEGHERS",
    "a rose for everyone": "", "what jack did": "", "the emma": "",
}  # fmt: skip
TOWNS = {
    "Death in Venice": "Venice", "New York, New York": "New York",
    "Rome, Paris, Rome": "Rome|Paris",
    "St. Petersburg: a history": "St. Petersburg", "Rio de Janeiro by Night": "Rio de Janeiro",
    "The Hague": "The Hague", "Mexico City Blues": "Mexico City", "Tokyo-Osaka": "Tokyo|Osaka",
    "London’s Glory": "London", "London's": "London", "Vienna 1900": "Vienna",
    "Paris, Texas": "Paris", "Berlin Alexanderplatz": "Berlin",
    # English names, former names, accents.
    "A Winter in Munich": "Munich", "Letters from Constantinople": "Constantinople",
    "Letters from Bombay": "Bombay", "Nights in São Paulo": "São Paulo",
    "Nights in Sao Paulo": "Sao Paulo", "Nights in Zürich": "Zürich",
    # A town named like a word or a given name, or part of a person's name.
    "Reading Lists": "", "A Nice Cup of Tea": "", "Split Second": "", "The Bath House": "",
    "Victoria": "", "Deal Me In": "", "Batman": "", "Lyons": "", "Troy": "",
    "Sydney Smith": "", "Florence Nightingale": "", "Jack London's Cabin": "", "Dr. London": "",
    # The word before decides, within its clause; so does an article.
    "Florence": "", "Spring in Florence": "Florence", "A Night near Florence": "Florence",
    "The World We Live in: Rhodes": "", "The Summer We Lived in Rhodes": "Rhodes",
    "of Nice": "", "A summer in Nice": "Nice", "A summer in Bath": "Bath",
    "The Nottingham Lace Affair": "Nottingham", "Nottingham Lace": "",
    # Districts, new places, streets, and two common words.
    "A Walk to Kensington": "", "The Last Days of New Paris": "", "Little Venice": "",
    "New Orleans Sketches": "New Orleans", "Rome Street": "", "Washington Square": "",
    "Garden city days": "", "Garden City Days": "Garden City", "the salt lake city days": "",
    # Without case only unmistakable cities.
    "a walk through london": "london", "lunch in new york": "new york",
    "DOWN AND OUT IN LONDON": "LONDON", "reading for split seconds": "", "a victoria sponge": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("find", "titles"), [(people, PEOPLE), (cities, TOWNS)], ids=["people", "cities"]
)
def test_names_by_what_stands_around_them(find, titles):
    """Each is returned as written, once, in the order of its first place."""
    found = {title: "|".join(find(title)) for title in titles}
    assert {title: names for title, names in found.items() if names != titles[title]} == {}


WORDS = "Aa Ébc'’-.:,;!?\"()&0 Mrs. Emma Will Jack van O'Connor's St. New York ſß İ ŉ \u0301 In of "
WORDS += "VENICE venice London’s Köln São Paulo -"


@given(st.text() | st.text(alphabet=WORDS) | st.lists(st.sampled_from(WORDS.split())).map(" ".join))
def test_no_title_is_too_strange(title):
    """Every name that is returned occurs in it literally."""
    for name in (*people(title), *cities(title)):
        assert name
        assert name in title


def test_lists_are_read_at_the_first_title():
    """Not by those who only import the package."""
    code = (
        "from tamis.checking.recognisers.cities import gazetteer\n"
        "from tamis.checking.recognisers.person_names import lexicon\n"
        "from tamis.checking.recognisers.word_lists import read_lists\n"
        "gazetteer(); lexicon(); print(read_lists.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0"]
