"""Constraints: their wordings, their families, and what satisfies them."""

from __future__ import annotations

import string
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.checking.constraints import FAMILIES, parse, recognise, satisfies, split_criteria
from tamis.types import Constraint, Item

MODULES = pytest.mark.parametrize(("family", "module"), FAMILIES.items(), ids=list(FAMILIES))


def holds(wording: str, title: str, year: int | None = None) -> bool:
    """Whether a title satisfies a wording."""
    return satisfies(parse(wording), Item(title, year))


def negation(constraint: Constraint) -> Constraint:
    """The opposite, as a value."""
    return replace(constraint, negated=not constraint.negated)


# Families


@MODULES
def test_a_family_passes_and_fails_by_its_own_examples(family, module):
    """The passing example passes, the failing one fails, and a negation turns both round."""
    for (wording, item), expected in ((module.PASSES, True), (module.FAILS, False)):
        constraint = parse(wording)
        assert constraint.family == family
        assert not constraint.negated
        assert satisfies(constraint, item) is expected
        assert satisfies(negation(constraint), item) is not expected


WORDINGS = {
    "starts-with": "Book title starts with the letter s.",
    "ends-with": "Book title ends with the letter s.",
    "word-count": "Book title contains only 3 words.",
    "publishing-year": "Book was first published in the year range 1970-1975.",
    "human-name": "Book title contains a human name.",
    "city-name": "Book title contains a city name.",
}


@MODULES
def test_a_wording_is_recognised_as_its_family_alone(family, module):
    """Each family's wording is of that family; no other family claims it."""
    wording = WORDINGS[family]
    assert recognise(wording) == family
    assert [f for f, m in FAMILIES.items() if m.mentioned(wording.lower())] == [family]


@pytest.mark.parametrize("wording", WORDINGS.values())
def test_prefix_period_and_case_change_nothing(wording):
    """With and without "Criterion N:", a final period, capitals or blanks: the same constraint."""
    plain = parse(wording)
    for said in (
        f"Criterion 1: {wording}",
        f"criterion 12 :  {wording}  ",
        f"Criterion 1: {wording.rstrip('.')}",
    ):
        (single,) = split_criteria(said)
        for text in (single, single.upper(), single.lower()):
            read = parse(text)
            assert (read.type, read.letter, read.count, read.years) == (
                plain.type,
                plain.letter,
                plain.count,
                plain.years,
            )


@pytest.mark.parametrize(
    ("wording", "type"),
    [
        ("Book title doesn't contain a human name.", "no-human-name"),
        ("Book title doesn’t contain a human name.", "no-human-name"),
        ("Book title doesnʼt contain a human name.", "no-human-name"),
        ("Book title DOESN'T contain a human name.", "no-human-name"),
        ("Book title does not contain a city name.", "no-city-name"),
        ("Book title contains no city name.", "no-city-name"),
        ("Book title is without a city name.", "no-city-name"),
        ("Book title doesn't start with the letter t.", "no-starts-with"),
        ("Book title doesn’t end with the letter t.", "no-ends-with"),
        ("Book title does not contain 3 words.", "no-word-count"),
        ("Book wasn't first published in 1970-1975.", "no-publishing-year"),
        ("Book title contains a human name, not a city name.", "human-name"),
        ("Book title starts with the letter n.", "starts-with"),
    ],
)
def test_a_negation_is_read_in_each_of_its_spellings(wording, type):
    """Straight, curly and modifier apostrophes, "not", "no" and "without"."""
    family = type.removeprefix("no-")
    assert parse(wording, family).type == type


def test_criteria_are_split_at_their_numbers_and_not_at_commas():
    """A comma within a wording belongs to it; the one before the next criterion does not."""
    text = (
        "Criterion 1: Book title starts with the letter s, as in Sula., "
        "Criterion 2: Book was first published in 1970, 1971, or 1972"
    )
    assert split_criteria(text) == (
        "Book title starts with the letter s, as in Sula.",
        "Book was first published in 1970, 1971, or 1972",
    )


# What wordings say


@pytest.mark.parametrize(
    ("wording", "letter"),
    [
        ("Book title starts with the letter s.", "s"),
        ("Book title starts with the letter S", "s"),
        ("Book title starts with the letter 's'.", "s"),
        ("Book title starts with the letter “S”.", "s"),
        ("Book title starts with the letter a.", "a"),
        ("Book title starts with S.", "s"),
        ("Book title begins with the letter é.", "e"),
        ("Book title is starting with the letter 4.", "4"),
        ("Book title starts with the letter s, or so it seems.", "s"),
    ],
)
def test_a_letter_is_read_as_it_may_be_written(wording, letter):
    """In quotes, as a capital, with an accent, and not at the end of the wording."""
    assert parse(wording).letter == letter


@pytest.mark.parametrize(
    "range",
    [
        "1970-1975",
        "1970–1975",
        "1970—1975",
        "1970 - 1975",
        "between 1970 and 1975",
        "from 1970 to 1975",
        "1975 to 1970",
    ],
)
def test_a_range_of_years_is_read_in_each_of_its_spellings(range):
    """Hyphen, dashes and words; the earlier year first."""
    assert parse(f"Book was first published in the year range {range}.").years == (1970, 1975)


@pytest.mark.parametrize(
    ("wording", "years"),
    [
        ("Criterion 1: Book was first published in the year range 800-855.", (800, 855)),
        ("Book was first published in the year 1973.", (1973, 1973)),
        ("Published 12 March 1970 to 5 May 1975", (1970, 1975)),
    ],
)
def test_numbers_of_three_or_four_digits_are_years(wording, years):
    """The number of the criterion and days are none; one year is a range of one."""
    assert parse(*split_criteria(wording), "publishing-year").years == years


@pytest.mark.parametrize(
    ("wording", "count"),
    [
        ("Book title contains only 3 words.", 3),
        ("Book title has exactly 12 words", 12),
        ("Book title is a 2-word title.", 2),
        ("Book title has 1 word.", 1),
    ],
)
def test_a_number_of_words_is_read_as_it_may_be_written(wording, count):
    """Singular, plural and with a hyphen."""
    assert parse(wording).count == count


@pytest.mark.parametrize(
    ("wording", "says"),
    [
        # The last letter of a word is no letter that the title should have.
        ("Book title starts with the word Sea.", "no letter"),
        ("Book title ends with the letter _.", "no letter"),
        ("Book title ends with ß.", "no letter"),
        # Half a range must not be read as one year, nor "at least three" as three.
        *[(f"Book was first published {when}.", "no year or range")
          for when in ("before 1950", "since 1950", "in the 1970s", "in 1970-75", "lately")],
        *[(f"Book title contains {count} words.", "no exact number of words")
          for count in ("at least 3", "more than 3", "between 2 and 3", "no fewer than 3")],
        # Words that contain "end", "start" or "city" do not make a constraint.
        *[(wording, "no known constraint in .*the families are word-count")
          for wording in ("", "Book title contains the word friend.",
                          "Book has a legend at the end.",
                          "Book is about capacity and publicity.", "Book title has many words.",
                          "Book title has 12345 words.", "The startling title")],
    ],
)  # fmt: skip
def test_a_wording_that_cannot_be_read_is_refused(wording, says):
    """With what is missing, or the families that there are."""
    with pytest.raises(ValueError, match=says):
        parse(wording)


def test_an_unknown_family_is_refused():
    """The sentence lists those that there are."""
    with pytest.raises(ValueError, match=r"the families are .*ends-with"):
        parse(WORDINGS["city-name"], "no-city-name")  # type: ignore[arg-type]


@given(st.text())
def test_any_text_is_a_constraint_or_a_value_error(text):
    """No wording makes another error."""
    for family in (None, *FAMILIES):
        with suppress(ValueError):
            parse(text, family)


pieces = st.sampled_from(
    [*string.ascii_letters, *string.digits, *WORDINGS.values(), *" .,:'’-–\n", "letter ", " words"]
)


@given(st.lists(pieces).map("".join))
def test_pieces_of_wordings_are_constraints_or_value_errors(text):
    """What comes near a wording makes no other error either; and nothing is lost in splitting."""
    for wording in split_criteria(text):
        with suppress(ValueError):
            assert parse(wording).text == wording


# What satisfies


@pytest.mark.parametrize(
    ("title", "first", "last"),
    [
        ("'Salem's Lot", "s", "t"),
        ("¿Qué?", "q", "e"),
        ("1984", "1", "4"),
        ("A", "a", "a"),
        ("The", "t", "e"),
        ("The Sea, the Sea", "s", "a"),
        ("An Artist of the Floating World", "a", "d"),
        ("Ana", "a", "a"),
        ("Élan vital!", "e", "l"),
        ("May We Borrow Your Husband?", "m", "d"),
        ("Manhattan '45", "m", "5"),
        ("...and Then", "a", "n"),
        ("& Sons", "a", "s"),
    ],
)
def test_first_and_last_letters_of_difficult_titles(title, first, last):
    """Punctuation and accents are passed over, and an article unless it is all there is."""
    letters = string.ascii_lowercase + string.digits
    starts = [c for c in letters if holds(f"Book title starts with the letter {c}.", title)]
    ends = [c for c in letters if holds(f"Book title ends with the letter {c}.", title)]
    assert (starts, ends) == ([first], [last])


@pytest.mark.parametrize("title", ["", " ", "?!", "…"])
def test_a_title_without_letters_has_no_first_or_last_one(title):
    """It satisfies no letter, and every negation."""
    for letter in string.ascii_lowercase:
        for end in ("start", "end"):
            assert not holds(f"Book title {end}s with the letter {letter}.", title)
            assert holds(f"Book title doesn't {end} with the letter {letter}.", title)


@pytest.mark.parametrize(
    ("title", "fitting"),
    [
        ("Sula", {1, 2}),
        ("The Bluest Eye", {2, 3, 4}),
        ("A Celtic odyssey", {2, 3, 4}),
        ("Song of Solomon", {2, 3, 4}),
        ("One Hundred Years of Solitude", {4, 5, 6}),
        ("Catch-22", {1, 2}),
        ("  Sula  ", {1, 2}),
        ("The A.B.C. Murders", {2, 3, 4}),
    ],
)
def test_one_word_more_or_less_is_allowed(title, fitting):
    """Words as written, articles included, within one of the number asked for."""
    counts = {n for n in range(1, 12) if holds(f"Book title contains only {n} words.", title)}
    assert counts == fitting


@pytest.mark.parametrize(
    ("year", "expected"),
    [(1969, False), (1970, True), (1973, True), (1975, True), (1976, False), (None, False)],
)
def test_both_ends_of_a_range_of_years_belong_to_it(year, expected):
    """An unknown year is in no range, and so satisfies the negation."""
    assert holds(WORDINGS["publishing-year"], "Sula", year) is expected
    negated = "Book was not first published in the year range 1970-1975."
    assert holds(negated, "Sula", year) is not expected


def test_recognisers_of_names_may_be_given():
    """`names` decides on human names and `cities` on cities, each for its own family."""
    human, city = parse(WORDINGS["human-name"]), parse(WORDINGS["city-name"])
    item = Item("Xyzzy")
    found, none = (lambda title: (title,)), (lambda title: ())
    assert satisfies(human, item, names=found, cities=none)
    assert not satisfies(human, item, names=none, cities=found)
    assert satisfies(city, item, names=none, cities=found)
    assert not satisfies(negation(city), item, names=none, cities=found)


@MODULES
@given(st.text(), st.none() | st.integers(-3000, 3000))
def test_a_constraint_and_its_negation_are_opposites(family, module, title, year):
    """For any title and year exactly one of the two holds."""
    constraint, item = parse(WORDINGS[family]), Item(title, year)
    assert satisfies(constraint, item) is not satisfies(negation(constraint), item)
