"""Numbers in words and dates are read back as they were written, by spellers of the tests' own."""

from __future__ import annotations

import datetime
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.text.dates import find_dates
from tamis.text.numbers import readings, spelled

# Written out by hand, so that a word that the table misspells is noticed.
TO_19 = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
)
TENS = re.findall(r"\w+", "twenty thirty forty fifty sixty seventy eighty ninety")
RANKS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
         "nine": "ninth", "twelve": "twelfth"}  # fmt: skip
MONTHS = re.findall(
    r"\w+",
    "January February March April May June July August September October November December",
)


def in_words(n: int, joint: str = " ") -> str:
    """A number below a million as English spells it; `joint` comes after hundred and thousand."""
    if n < 20:
        return TO_19[n]
    if n < 100:
        return TENS[n // 10 - 2] + (f" {TO_19[n % 10]}" if n % 10 else "")
    size, name = (1000, "thousand") if n >= 1000 else (100, "hundred")
    rest = joint + in_words(n % size, joint) if n % size else ""
    return f"{in_words(n // size, joint)} {name}{rest}"


def as_rank(words: str) -> str:
    """The ordinal of a number in words that ends below a hundred."""
    before, _, last = words.rpartition(" ")
    last = RANKS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return f"{before} {last}".strip()


numbers = st.integers(0, 999_999)
joints = st.sampled_from([" ", " and "])


@given(numbers, joints, st.lists(st.sampled_from(["minutes", "and", "a", "of"]), max_size=2))
def test_a_number_in_words_is_read_back(n, joint, after):
    """Whatever stands after it; its end is where its own words end."""
    words = in_words(n, joint).split()
    assert spelled([*words, *after]) == (n, len(words), False)
    assert spelled(["of", *words, *after], 1) == (n, len(words) + 1, False)


@given(numbers.filter(lambda n: n % 100 > 0), joints)
def test_an_ordinal_in_words_is_read_back(n, joint):
    """It ends the number, whatever follows."""
    words = as_rank(in_words(n, joint)).split()
    assert spelled([*words, "one"]) == (n, len(words), True)


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("a hundred and one nights", (101, 4, False)), ("a thousand", (1000, 2, False)),
        ("hundred and first", (101, 3, True)), ("fifteen hundred calories", (1500, 2, False)),
        ("two three", (2, 1, False)), ("thirty ten", (30, 1, False)),
        ("twenty zero", (20, 1, False)), ("twenty nineteenth", (20, 1, False)),
        ("twenty ninth", (29, 2, True)), ("one first", (1, 1, False)),
        ("zero hundred", (0, 1, False)), ("two hundred hundred", (200, 2, False)),
        ("one hundred and two hundred", (100, 2, False)), ("one hundred two", (102, 3, False)),
        ("one hundred and two thousand", (102_000, 5, False)), ("million", (1_000_000, 1, False)),
        ("one thousand million", (1000, 2, False)),
        ("ninety nine hundred", (9900, 3, False)), ("two billion", (2_000_000_000, 2, False)),
        ("one trillion and two billion and three", (1_002_000_000_003, 7, False)),
        ("three crore five lakh", (30_500_000, 4, False)),
        ("nine hundred ninety nine trillion one", (999_000_000_000_001, 6, False)),
        ("an hundred x", (100, 2, False)), ("a five", None), ("a", None), ("and one", None),
        ("", None),
    ],
)  # fmt: skip
def test_where_a_number_in_words_ends(words, read):
    """The longest run that is one number; an article belongs to a power of ten only."""
    assert spelled(words.split()) == read


@given(st.integers(0, 10**12), st.integers(0, 99))
def test_digits_with_marks_of_thousands_are_read(n, part):
    """Commas, apostrophes or blanks for thousands and a point for decimals, or the other way."""
    for mark in ",'’ \u00a0\u2009\u202f":
        grouped = f"{n:,}".replace(",", mark)
        assert readings(grouped) == (n,)
        assert readings(f"{grouped}.{part:02}") == (float(f"{n}.{part:02}"),)
    assert readings(f"{n},{part:02}") == (float(f"{n}.{part:02}"),)
    if n >= 1000:
        european = f"{n:,}".replace(",", ".") + f",{part:02}"
        assert readings(european) == (float(f"{n}.{part:02}"),)


def test_digits_by_hand():
    """What may be read in two ways has both values, the usual one first."""
    said = ["1,200", "12,00", "1,00,000", "1.900", "0.500", "1.234.567", "1.900.5", "0,5", "7"]
    assert [*map(readings, said)] == [
        (1200,), (12,), (100_000,), (1.9, 1900), (0.5,), (1_234_567,), (19005,), (0.5,), (7,),
    ]  # fmt: skip
    with pytest.raises(ValueError, match="could not convert"):
        readings("7,x")


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("a dozen eggs", (12, 2, False)), ("dozen", (12, 1, False)), ("two dozen", (24, 2, False)),
        ("a hundred dozen", (1200, 3, False)), ("third dozen", (3, 1, True)), ("an", None),
    ],
)  # fmt: skip
def test_dozens_are_twelve(words, read):
    """Alone, behind an article, or behind their number; where only tens are asked for, not."""
    assert spelled(words.split()) == read
    assert spelled(["two", "dozen"], powers=("hundred",)) == (2, 1, False)


dates = st.dates(datetime.date(1000, 1, 1))


@given(dates, st.booleans())
def test_a_date_is_read_back_in_each_order(day, short):
    """With the full name of the month or its short form; the readings of digits are all given."""
    y, m, d = day.year, day.month, day.day
    month = MONTHS[m - 1][: 3 if short else None] + "." * (short and m != 5)
    th = "th" if 4 <= d % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(d % 10, "th")
    whole = ((y, m, d),)
    for text, meant in [
        (day.isoformat(), whole),
        (f"{d} {month} {y}", whole),
        (f"{d}{th} of {month}, {y}", whole),
        (f"{d}-{month}-{y}", whole),
        (f"{month} {d}, {y}", whole),
        (f"{month}\u00a0{d}{th} {y}", whole),
        (f"{month} {y}", ((y, m, None),)),
        (f"{month} {d}", ((None, m, d),)),
        (f"{d} {month.rstrip('.')}", ((None, m, d),)),
        (f"{m:02}/{d:02}/{y}", ((y, m, d), (y, d, m))[: 1 + (d <= 12 and d != m)]),
        (f"{d}.{m}.{y}", ((y, m, d), (y, d, m))[: 1 + (d <= 12 and d != m)]),
    ]:
        assert [*find_dates(f"on {text}, or")] == [(3, 3 + len(text), meant)], text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3-5 May 1985", {"5 May 1985": "1985-5-5"}), ("born 5 Dec.", {"5 Dec": "?-12-5"}),
        ("No. 2 June 28, 2017", {"June 28, 2017": "2017-6-28"}), ("32 May or 0 May 1985", {}),
        ("Sept. 1962-10-04, May 15/8/1991", {"1962-10-04": "1962-10-4", "15/8/1991": "1991-8-15"}),
        ("in Sept. and May", {}), ("May 32, 13/13/1985, 0.5.1985, 1985-13-01", {}),
        ("10.1.2.2024 or 1/2/3/2024", {}), ("Mayor 1985, x3 May 1985x", {}),
        ("May 1985–June 1986", {"May 1985": "1985-5-?", "June 1986": "1986-6-?"}),
        ("5/5/1985", {"5/5/1985": "1985-5-5"}),
        ("4/5/1985", {"4/5/1985": "1985-4-5 1985-5-4"}), ("5-1985-01-02", {}),
        ("1985-00-01 1985-01-00 1985-1-2/3", {}), ("May of 1985", {"May of 1985": "1985-5-?"}),
        ("May 2nd, 1985", {"May 2nd, 1985": "1985-5-2"}), ("SEPT. 7,1999", {"SEPT. 7,1999":
         "1999-9-7"}), ("5 dec. 1985.", {"5 dec. 1985": "1985-12-5"}),
    ],
)  # fmt: skip
def test_what_is_a_date(text, found):
    """A day that no calendar has is none, nor is a part of a longer number or word."""
    assert {
        text[start:end]: " ".join("-".join(str(one or "?") for one in day) for day in readings)
        for start, end, readings in find_dates(text)
    } == found


@pytest.mark.parametrize("part", ["one hundred and ", "May 3 ", "3 ", "1.", "a ", "3-", "may. "])
def test_time_is_linear(part):
    """Each text of 300,000 characters of what almost matches takes a moment."""
    text = part * (300_000 // len(part))
    began = time.thread_time()
    list(find_dates(text))
    spelled(text.split())
    assert time.thread_time() - began < 3
