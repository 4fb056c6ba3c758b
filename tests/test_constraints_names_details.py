"""Words of titles, and what each rule of the recognisers of names says of them; by hand."""

from __future__ import annotations

import pytest

from tamis.checking.recognisers import cities, person_names
from tamis.checking.recognisers.covered import covered
from tamis.checking.recognisers.word_lists import (
    case_of,
    family_score,
    given_score,
    is_rank,
    is_surname,
    plain,
    rare,
    tokens,
)

SIGNS = ("capital", "possessive", "dot", "joined", "opens")


@pytest.mark.parametrize(
    ("title", "wanted", "case"),
    [
        ("Mrs. Dalloway's Party", "mrs:CDO dalloway:CPJ party:C", "title"),
        ("J. R. Smith: a Life", "j:CDO r:CDJ smith:CJ a:O life:CJ", "title"),
        ("Élan O’Brien’s dogs' day", "elan:CO obrien:CPJ dogs:P day:", "sentence"),
        ("Ulysses. Then home", "ulysses:CDO then:CO home:J", "flat"),
        ("Abcde. Then", "abcde:CDO then:CO", "title"),
        ("red-blue  green", "red:O blue:J green:", "flat"),
        ("What? No! So", "what:CO no:CO so:CO", "title"),
        ('(An) Aside—and "so" “oh” ‘my’', "an:CO aside:C and:O so:O oh:O my:O", "title"),
        ("James' House", "james:CPO house:C", "title"),
        ("JO'S DOGS", "jo:CPO dogs:C", "flat"),
        ("A/B; C–D", "a:CO b:CO c:CO d:CO", "flat"),
        ("Ana2 is", "ana:CO is:", "flat"),
    ],
)
def test_the_words_of_a_title(title, wanted, case):
    """How each is written, whether it is joined to the one before, or opens a clause."""
    found = tokens(title)
    got = [
        f"{one.key}:{''.join(sign[0].upper() for sign in SIGNS if getattr(one, sign))}"
        for one in found
    ]
    assert " ".join(got) == wanted
    assert case_of(found, title) == case
    assert [plain(title[one.start : one.end]) for one in found] == [one.key for one in found]


@pytest.mark.parametrize(
    ("title", "case"),
    [
        ("The Old Man and the Sea", "title"),
        ("The old man and the Sea", "sentence"),
        ("the old man", "flat"),
        ("THE OLD MAN", "flat"),
        ("The old man", "flat"),
        ("Emma", "title"),
        ("War: peace", "title"),
        ("Man and wife", "flat"),
    ],
)
def test_the_case_of_a_title(title, case):
    """Small words and those that open a clause say nothing."""
    assert case_of(tokens(title), title) == case


PEOPLE = {
    "Peer Gynt": "Peer Gynt", "Duddy Kravitz": "Duddy Kravitz", "Pnin": "Pnin",
    "Troilus and Cressida": "Troilus|Cressida", "The Forsyte Saga": "Forsyte",
    "Little Dorrit": "Little Dorrit", "The Hand of Ethelberta": "Ethelberta",
    "A Wreath for Udomo": "Udomo", "Schindler's List": "Schindler", "Fisher's Face": "Fisher",
    "The Winter's Tale": "", "Winter's Tale": "", "Jude the Obscure": "Jude",
    "Tess of the d'Urbervilles": "Tess", "Dombey and Son": "Dombey", "The Selfish Gene": "",
    "The Miller's Tale": "", "Mr. Chips": "Chips", "Mr Chips": "Chips", "mr chips": "",
    "Sister Act": "", "Captain America": "", "Captain Ahab": "Ahab", "Saint Joan": "Joan",
    "St. Petersburg": "", "San Manuel": "Manuel", "King Lear": "Lear", "Queen Victoria": "Victoria",
    "Uncle Vanya": "Vanya", "Doctor Zhivago": "Zhivago", "Doctor No": "",
    "MacTavish's House": "MacTavish", "McTeague": "McTeague", "Macbeth": "Macbeth",
    "Trainspotting": "", "A. J. Cronin": "A. J. Cronin", "Mary Ann Evans": "Mary Ann Evans",
    "Anna van der Berg": "Anna van der Berg", "John of the Mountains": "John",
    "Emma-Jane": "Emma-Jane", "Emma's Jane": "Emma|Jane", "the emma": "", "Emma Street": "",
    "Emma Castle": "", "Emma: a life": "Emma", "Doctor Dolittle": "Dolittle",
    "Zorba the Greek": "Zorba", "Zeno's Conscience": "Zeno",
    "The Brothers Karamazov": "Karamazov", "Oblomov and His Sister": "Oblomov",
    "The Buddenbrook Family": "Buddenbrook",
    "Daniel Deronda": "Daniel Deronda", "George Eliot's Life": "George Eliot", "Will Power": "",
    "Grace Notes": "", "Rose Madder": "", "Faith and Hope": "", "Paris Hilton": "Paris Hilton",
    "London Fields": "", "Jack London": "Jack London", "Florence Dombey": "Florence Dombey",
    "Madame Bovary": "Bovary", "Lady Chatterley's Lover": "Chatterley",
    "Dr Strangelove": "Strangelove", "Sir Gawain": "Gawain", "Moll Flanders": "Moll Flanders",
    "Don Quixote": "Quixote", "Nostromo": "Nostromo", "Kim": "Kim", "Dracula": "Dracula",
}  # fmt: skip
TOWNS = {
    "Death in Venice": "Venice", "Venice": "Venice", "Nice": "", "A Nice Day": "",
    "Little Venice": "", "New Paris": "", "The Bardo": "", "Reading": "", "In Reading": "",
    "Victoria": "", "Benito Juárez": "", "Crystal Lake": "", "New York": "New York",
    "New York City": "New York City", "Saint Louis": "Saint Louis", "St Louis": "St Louis",
    "St. Louis Blues": "St. Louis", "Mexico City": "Mexico City", "Rome Street": "",
    "Jack London": "", "Dr. London": "", "Paris, Texas": "Paris", "Washington Square": "",
    "over London": "London", "of Nice": "", "around Split": "", "Cologne": "Cologne", "Lyons": "",
    "Zion": "", "Babylon": "", "Troy": "", "Jerusalem": "Jerusalem", "Kansas City": "Kansas City",
    "Ho Chi Minh City": "Ho Chi Minh City", "los angeles": "los angeles",
    "Buenos Aires nights": "Buenos Aires", "A summer in Bath": "Bath", "London's": "London",
    "Berlin Alexanderplatz": "Berlin", "Vienna 1900": "Vienna", "Tokyo-Osaka": "Tokyo|Osaka",
    **{f"A Night {word} Florence": "Florence" for word in (
        "in", "to", "from", "at", "near", "via", "towards", "toward", "leaving", "outside", "into",
        "through", "across",
    )},
}  # fmt: skip


@pytest.mark.parametrize(
    ("find", "titles"), [(person_names.find, PEOPLE), (cities.find, TOWNS)], ids=["people", "towns"]
)
def test_names_by_their_neighbours(find, titles):
    """Ranks, family words, owners, sites, and the word before."""
    assert {title: "|".join(find(title)) for title in titles} == titles


def test_the_scores_of_names():
    """Many bear the name, few write it as a word."""
    assert given_score("mary") > given_score("agatha") > 0.84 > given_score("will")
    assert given_score("table") < -8 < 0 < given_score("hamlet")
    assert family_score("smith") > family_score("woolf") > 0 > family_score("table")
    assert (family_score("zxqvw"), family_score("zxq")) == (0.5, -9.0)
    assert [key for key in ("smith", "woolf", "miller", "table") if rare(key)] == ["woolf"]
    assert [key for key in ("woolf", "hills", "table", "wood") if is_surname(key)] == ["woolf"]
    ranks = ("mr", "mlle", "sgt", "captain", "queen", "sheikh", "table", "mary")
    assert [key for key in ranks if not is_rank(key)] == ["table", "mary"]


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Hot Man Can", True), ("Die Hard", True), ("Das Boot", True), ("Nora", True),
        ("Zxqv of the House", True), ("War and Peace", True), ("Kim", True), ("I, Claudius", True),
        ("Zxqv", False), ("Der Tod", False), ("Münchner Freiheit", False),
        ("Le Père Goriot", False),
        ("Il nome della rosa", False), ("El Cid", False),
    ],
)  # fmt: skip
def test_the_language_of_a_title(title, said):
    """Function words, usual words, names, and letters that English does not use."""
    assert covered(title) is said
