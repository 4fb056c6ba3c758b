"""Titles, answers and words as they are compared, and text as it is shown."""

from __future__ import annotations

import pytest

from tamis.measures.references import answer_text, ordered_references, references
from tamis.measures.words import words
from tamis.text.normalised import (
    kitab_title,
    paper_title,
    plain_words,
    split_year,
    squad_answer,
    title_key,
    whole,
)
from tamis.text.shown import clean, cut


@pytest.mark.parametrize(
    ("title", "kitab", "paper", "plain", "squad", "key"),
    [
        ("Tom & Jerry", "tom and jerry", "tom and jerry", "tom and jerry", "tom jerry",
         "Tom & Jerry"),
        ("a&b", "aandb", "aandb", "and b", "ab", "a&b"),
        ("It’s `so`", "it’s so", "it’s so", "its so", "it’s so", "It's `so`"),
        ("“Ça”  va_bien", "“ça”  vabien", "“ça” vabien", "ca va bien", "“c\u0327 ” vabien",
         "\"Ça\" va_bien"),
        ("Straße ﬁn", "straße ﬁn", "straße ﬁn", "strasse fin", "straße ﬁn", "Straße ﬁn"),
        ("The Cat", "cat", "cat", "cat", "cat", "The Cat"),
        ("The", "", "the", "the", "", "The"),
    ],
)  # fmt: skip
def test_five_ways_to_compare_a_title(title, kitab, paper, plain, squad, key):
    """Each has marks, articles and accents its own way: KITAB's code, its paper, ours, SQuAD's."""
    got = (kitab_title(title), paper_title(title), plain_words(title), squad_answer(title))
    assert got == (kitab, paper, plain, squad)
    assert title_key(title) == key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sula (1973)", ("Sula", 1973)), ("Sula(1973)  ", ("Sula", 1973)),
        ("Aeneid (190)", ("Aeneid", 190)), ("Sula (19733)", ("Sula (19733)", None)),
        ("Sula (1973) again", ("Sula (1973) again", None)),
    ],
)  # fmt: skip
def test_a_year_at_the_end_of_a_title(text, expected):
    """Of three or four digits in brackets, and only there."""
    assert split_year(text) == expected


def test_text_is_shown_without_what_acts_on_what_shows_it():
    """Breaks are blanks; controls, overrides, halves and non-characters are replaced."""
    for sign in "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029":
        assert clean(f"a{sign}b") == "a b", sign
    for sign in (*"\x00\x07\x1b\x7f\x9b\x1f\u202a\u202e\u2066\u2069", "\ud800", "\ufffe", "\uffff"):
        assert clean(f"a{sign}b") == "a\ufffdb", sign
    assert clean("אב \u200d é") == "אב \u200d é"
    assert [whole(one) for one in ("a\ud83d\ude00b", "a\ud83db", "née")] == [
        "a😀b",
        "a\ufffdb",
        "née",
    ]


@pytest.mark.parametrize(
    ("text", "longest", "expected"),
    [("abcdef", 6, "abcdef"), ("abcd efgh", 6, "abcd …"), ("abc d efgh", 6, "abc d …"),
     ("abcd  fgh", 6, "abcd …"), ("abcdefgh ij", 9, "abcdefgh …")],
)  # fmt: skip
def test_a_cut_is_at_a_blank_in_the_last_third(text, longest, expected):
    """The last one of what fits; a text that fits is itself."""
    assert cut(text, longest) == expected


@pytest.mark.parametrize(
    ("answer", "published", "in_order", "text"),
    [
        ({"a": [1, {"b": None}], "c": False}, ("a", "c", "1", "b", "None", "no"),
         ("a", "1", "b", "c", False), "a - 1\nb - \nc - no"),
        (("x", [True, " "]), ("x", "yes", " "), ("x", True), "x\nyes\n "),
        (7.5, ("7.5",), ("7.5",), "7.5"),
        ([None, "y"], ("None", "y"), ("y",), "\ny"),
    ],
)  # fmt: skip
def test_an_answer_as_references_and_as_text(answer, published, in_order, text):
    """Keys then values as published; each key before its value in order; a line for each item."""
    assert references(answer) == published
    assert ordered_references(answer) == in_order
    assert answer_text(answer) == text


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("king's", ["king", "'s"]), ("king’s", ["king", "’s"]), ("don't", ["don't"]),
        ("'sand", ["'", "sand"]), ("1,234.5", ["1,234.5"]), ("3rd", ["3rd"]),
        ("u.s. a.", ["u.s.", "a", "."]), ("a_b", ["a", "_", "b"]),
        ("x-ray!?", ["x", "-", "ray", "!", "?"]), ("z" * 201, ["z" * 201]),
    ],
)  # fmt: skip
def test_how_the_plain_cut_parts_runs(text, forms):
    """Possessives, contractions, numbers, letters with points, marks one by one."""
    assert words("pystemmer").forms(text) == forms


def test_stop_words_are_left_out():
    """Also after the same text was cut with them; content words stay, by their stems."""
    plain = words("pystemmer")
    text = "the bands of which a wolf's own is the only one that we could not see"
    assert len(plain.forms(text)) == 17
    assert plain.forms(text, stop_words=False) == ["band", "wolf", "own", "one", "see"]
    assert len(plain.forms(text)) == 17
