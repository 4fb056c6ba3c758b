"""Tables against golden tables: cells by value, rows matched, items, rows and success by hand."""

from __future__ import annotations

import datetime
import math
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.measures.table_cells import accepted, is_stated, offered
from tamis.measures.tables import Share, score_table

GOLD = [
    {"Film": "Alpha|A", "Year": "1985", "Length": "90 min", "Licence": "CC BY"},
    {"Film": "Beta", "Year": "1990", "Length": "", "Licence": "GPL"},
    {"Film": "Gamma", "Year": "2001", "Length": "2 h", "Licence": "MIT"},
]
ANSWER = [
    {"film": "Delta", "year": 2001, "length": "120 min", "licence": "BSD"},
    {"film": "A", "year": 1985, "length": "90 minutes", "licence": "CC-BY"},
    {"film": "BETA", "year": 1991, "length": "not stated", "licence": "gpl"},
]


def same_value(answer, gold):
    """Whether an answer's cell has the value of a gold cell; so have two that say nothing."""
    one, other = offered(answer), accepted(gold)
    return not one.isdisjoint(other) or not (one or other)


@pytest.mark.parametrize(
    ("gold", "answers"),
    [
        ("1,200", ["1200", "1 200", "1.2 thousand", "twelve hundred", 1200, 1200.0, "1.2k"]),
        ("1200", ["1,200 people", "1200 km", "1,200 GB"]),
        ("12%", ["12 %", "12 percent", "12 pct", "12 per  cent", "0.12", 0.12]),
        ("0.12", ["12%", "0.120"]), ("12", ["12%"]),
        ("$1.2M", ["1,200,000 USD", "US$ 1.2 million", "$1,200,000"]), ("-5", ["−5"]),
        ("1,234.5", ["1234.5", "1.234,5"]), ("1.5e6", ["1,500,000", "1.5 million"]),
        ("5 mm", ["0.5 cm", "5 millimetres"]), ("2 weeks", ["14 days"]), ("2 C", ["2 °C"]),
        ("£5", ["5 pounds"]), ("5 lb", ["5 pounds"]), ("₹5", ["5 rupees", "INR 5"]),
        ("12", ["a dozen", "a dozen eggs"]), ("5 pm", ["5 p.m."]), ("max 5", ["no more than 5"]),
        ("about 5", "approximately 5|APPROX 5|approx. 5|around 5|roughly 5|circa 5|ca. 5|c. 5|"
                    "nearly 5|almost 5|~5|≈ 5"),
        ("at least 5", "≥5|>= 5|minimum 5|min. 5|5+"),
        ("at most 5 km", "up to 5 km|≤5 km|<= 5000 m|maximum 5 km|max. 5 km"),
        ("more than 5", "over 5|above 5|>5"), ("less than 5", "under 5|below 5|fewer than 5|<5"),
        ("$5", "US$5|USD 5|5 usd|5 US$|5 $|5 dollar|5 dollars"), ("-$5", ["$-5"]),
        ("€5", "EUR 5|5 EUR|5 €|5 euros"), ("£5", "GBP 5|5 GBP|5£"), ("¥5", "JPY 5|5 JPY|5 ¥"),
        ("CHF 5", ["5 chf"]), ("300", ["3 hundred"]), ("3000", ["3 thousand", "3k", "3K"]),
        ("30000000", ["3 crore"]), ("3000000000", ["3 billion", "3bn", "3bln", "$3b"]),
        ("3000000000000", ["3 trillion", "3tn"]), ("0.01", ["1E-2"]),
        ("1234", "1 234|1'234|1’234|1\u00a0234|1\u202f234|1\u2009234"),
        ("1234567.8", ["1.234.567,8"]), ("2.5", ["2,5"]), ("2 min", ["120 s"]), ("3rd", ["third"]),
        ("1-2", ["1 – 2", "1—2", "1 to 2", "1 TO 2 km"]), ("$1-2m", ["$1,000,000 to 2,000,000"]),
        ("1,200–1,300", ["1200 to 1300"]), ("1.2-1.3 million", ["1,200,000 - 1,300,000"]),
        ("1.900", ["1.9", "1900"]), ("1,234,567", ["1.234.567"]), ("0.3", [0.1 + 0.2]),
        ("third", ["3rd"]), ("Seven Samurai", ["7 Samurai", "seven samurai"]),
        ("3 May 1985", ["1985-05-03", "May 3rd, 1985", datetime.date(1985, 5, 3)]),
        ("02/05/1985", ["1985-02-05", "1985-05-02", "02/05/1985"]),
        (datetime.datetime(1985, 5, 3), ["3 May 1985"]),
        ("The Café", ["cafe", "CAFÉ", "Cafe\u0301"]), ("Apache-2.0", ["apache 2.0"]),
        ("C++", ["c++"]), ("true", [True, "yes"]), ("NYC|New York City", ["new york city", "nyc"]),
        (["NYC", "New York"], ["New York"]),
        ("Ann, Bo", [["Ann", "Bo"], "ann; bo", [["Ann", None], ("Bo",)]]), ("!!!", ["!!!"]),
        ("", ["not stated", "N/A", "—", None, "unknown", " ", []]), (None, ["Not stated."]),
        ("-", "not given|not available|not mentioned|not specified|NaN|null|?|…|- -"),
    ],
)  # fmt: skip
def test_cells_with_the_same_value(gold, answers):
    """Numbers by value and unit, dates by value, text by its words, aliases in the golds."""
    for answer in answers.split("|") if isinstance(answers, str) else answers:
        assert same_value(answer, gold), (answer, gold, offered(answer), accepted(gold))


@pytest.mark.parametrize(
    ("gold", "answers"),
    [
        ("1,200", ["1.2", "about 1200", "1200-1300", "12000", "more than 1,200", "-1200"]),
        ("10 kg", ["10 g", "10 pounds"]), ("5 km", ["5", "5 miles", "5 m", "about 5 km"]),
        ("12%", ["12", "0.12%", "1.2%"]),
        ("$1.2M", ["1,200,000", "€1.2M", "$1.2"]),
        ("12", ["12 Angry Men", "twelve angry men sat", "12 Men", "12 NATOS"]),
        ("about 5", ["5", "at least 5", "about 6"]),
        ("at least 5", ["more than 5", "at most 5", "5"]),
        ("at most 5", ["less than 5", "about 5"]), ("$5", ["5", "€5", "5 GBP"]),
        ("3 thousand", ["3 thousandx", "3 b", "3"]), ("3", ["3 b", "3.1"]),
        ("1-2", ["1", "2-1", "1-3"]), ("3 May 1985", ["May 1985", "1985", "1985-05-04", "3 May"]),
        ("1985", ["3 May 1985", "1985-05-03"]), ("1990", ["1990s"]), ("7", ["007"]),
        # In an answer the usual reading counts: the month first, the point before decimals.
        ("1985-05-02", ["02/05/1985"]), ("1900", ["1.900"]), ("The Café", ["Café Noir", "the"]),
        ("Rome", ["Rome|Paris", "Rome or Paris", ["Rome", "Paris"]]), ("yes", ["no", False, 1]),
        ("Rome", ["", "not stated", None]), ("", ["Rome", "0", "no"]),
    ],
)  # fmt: skip
def test_cells_with_other_values(gold, answers):
    """What is close is not the same, and an answer may not offer several values."""
    for answer in answers:
        assert not same_value(answer, gold), (answer, gold, offered(answer), accepted(gold))


def test_items_and_rows_with_a_key_by_hand():
    """Alpha has 4 right cells; Beta 2 and a wrong year, its length is empty in both; Delta none.

    Given are 12 cells less the one that is empty in both, wanted 4 + 3 + 4.
    """
    found = score_table(ANSWER, GOLD, key="film")
    assert found.items == Share(right=6, given=11, wanted=11)
    assert found.items.f1 == pytest.approx(12 / 22)
    assert found.rows == Share(right=1, given=3, wanted=3)
    assert found.matched == ((1, 0), (2, 1))
    assert found.success == 0


def test_without_a_key_rows_are_matched_by_their_cells():
    """As before, and Delta is matched to Gamma, with the same year and length: 8 right cells."""
    found = score_table(ANSWER, GOLD)
    assert found.items == Share(right=8, given=11, wanted=11)
    assert found.rows == Share(right=1, given=3, wanted=3)
    assert found.matched == ((0, 2), (1, 0), (2, 1))


def test_of_rows_with_one_key_the_best_are_matched():
    """Two editions of one film: each answer goes to the gold with its year, in either order."""
    gold = [{"film": "Alpha", "year": 1985}, {"film": "Alpha", "year": 1999}]
    assert score_table(gold[::-1], gold, key="film").success == 1
    # The first row could take either; the best for both together is found.
    answer = [{"film": "Alpha", "year": 1999}, {"film": "Alpha", "year": 2001}]
    assert score_table(answer, gold, key="film").items.right == 3


def test_tables_without_rows():
    """Nothing wanted and nothing given is right; nothing given where something is wanted is 0."""
    assert score_table([], [], columns=["film"]).success == 1
    assert score_table([], []).items.f1 == 1
    none = score_table([], GOLD)
    assert (none.items.f1, none.rows.recall, none.success) == (0, 0, 0)
    assert math.isnan(none.items.precision)
    extra = score_table(GOLD, [], columns=["film"])
    assert (extra.rows.f1, extra.rows.precision, extra.rows.recall, extra.success) == (0, 0, 1, 0)
    # A row of empty cells is no row.
    assert score_table([{"film": "not stated"}], [{"film": ""}]).rows == Share(0, 0, 0)


def test_what_cannot_be_scored_is_refused():
    """A key that is no column, and two columns of one name."""
    with pytest.raises(ValueError, match="the key 'director' is not among the columns"):
        score_table(ANSWER, GOLD, key="director")
    with pytest.raises(ValueError, match="have the same name"):
        score_table([{"Film": "A", "film": "B"}], GOLD)


COLUMNS = ("name", "year", "size")
CELLS = st.sampled_from(
    ["", "not stated", "Rome", "rome", "12", "12%", "0.12", "1,200", "1200 km", "3 May 1985",
     "1985-05-03", "02/05/1985", "1.900", "x y", "7 Samurai", "about 5"]
)  # fmt: skip
TABLES = st.lists(st.fixed_dictionaries(dict.fromkeys(COLUMNS, CELLS)), max_size=5)
KEYS = st.sampled_from([None, "name"])


def figures(found):
    """Items and rows, without which row was matched to which."""
    return found.items, found.rows


@given(TABLES, KEYS)
def test_a_table_has_all_right_against_itself(table, key):
    """Whatever its cells, those that can be read in two ways and empty ones too."""
    found = score_table(table, table, key=key, columns=COLUMNS)
    assert (found.items.f1, found.rows.f1, found.success) == (1, 1, 1)


@given(TABLES, TABLES, KEYS, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(answer, gold, key, random):
    """Neither of the answer's rows nor of the golds'."""
    before = figures(score_table(answer, gold, key=key, columns=COLUMNS))
    random.shuffle(answer)
    random.shuffle(gold)
    assert figures(score_table(answer, gold, key=key, columns=COLUMNS)) == before


@settings(max_examples=50)
@given(TABLES, TABLES)
def test_the_matching_has_the_most_right_cells(answer, gold):
    """Against all ways of matching, tried one by one."""
    answer = [row for row in answer if any(map(is_stated, row.values()))][:4]
    gold = [row for row in gold if any(map(is_stated, row.values()))][:4]

    def right(one, other):
        return sum(not offered(one[c]).isdisjoint(accepted(other[c])) for c in COLUMNS)

    few, many, swap = (answer, gold, False) if len(answer) <= len(gold) else (gold, answer, True)
    best = max(
        sum(right(b, a) if swap else right(a, b) for a, b in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )
    assert score_table(answer, gold, columns=COLUMNS).items.right == best


def test_rows_and_cells_in_full():
    """A key that is empty in both matches; a key that differs never; other columns do not count."""
    gold = [
        {"Name": "A", "x": 1, "y": ""},
        {"Name": "", "x": 2, "y": "v"},
        {"Name": "C", "x": 3, "y": "w"},
        {"Name": "-", "x": None},
    ]
    answer = [
        {"x": None},
        {"name!": "D", "x": 3, "y": "w"},
        {"name!": "-", "x": 2, "y": "z", "more": "m"},
        {"name!": "a", "x": 1, "y": ""},
    ]
    found = score_table(answer, gold, key="NAME")
    assert found.matched == ((2, 1), (3, 0))
    assert found.items == Share(right=3, given=7, wanted=7)
    assert found.rows == Share(right=1, given=3, wanted=3)
    free = score_table(answer, gold)
    assert free.matched == ((1, 2), (2, 1), (3, 0))
    assert (free.items.right, free.rows.right) == (5, 1)
    some = score_table(answer, gold, key="name", columns=["y", "NAME", "y"])
    # Without x, A's row has one right cell, and its empty y is empty in both.
    assert (some.items, some.rows) == (Share(1, 5, 4), Share(1, 3, 3))
