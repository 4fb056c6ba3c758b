"""FanOutQA's strict scores atom by atom: numbers, words, spans, rows of tables; published rules."""

from __future__ import annotations

import math
import re

import pytest

from tamis.benchmarks.fanoutqa.answers import atoms, score
from tamis.benchmarks.fanoutqa.answers._numbers import Number
from tamis.benchmarks.fanoutqa.answers.paper_and_reference import mended
from tamis.benchmarks.fanoutqa.answers.table_answers import TableScore, read_rows, table_score
from tamis.measures.words import words

PLAIN = words("pystemmer")


def number(value, dimension="", bare=None, base=None):
    """A number; its bare value and the one in the base unit are the same unless given."""
    return Number(value, bare or value, base or value, dimension)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("007", "007"), ("0", number("0")), ("0.50", number("5e-1")), ("-3", number("-3e0")),
        ("1,200", number("12e2")), ("12,34,567", number("1234567e0")), (".5", number("5e-1")),
        ("3e2", number("3e2")), ("3E-2", number("3e-2")), ("1.5e3", number("15e2")),
        ("5th", "#5th"), ("05th", "#5th"), ("1st", "#1th"), ("2nd", "#2th"), ("3rd", "#3th"),
        ("fifth", "#5th"), ("twenty-first", "#21th"),
        ("twenty-one", number("21e0")), ("a hundred", number("1e2")), ("An million", number("1e6")),
        ("two hundred and five", number("205e0")),
        ("1.2 million", number("12e5", bare="12e-1")),
        ("1.2-million", number("12e5", bare="12e-1")),
        ("3 millions", number("3e6", bare="3e0")), ("3 Lakh", number("3e5", bare="3e0")),
        ("3 crore", number("3e7", bare="3e0")), ("3 trillion", number("3e12", bare="3e0")),
        ("3k", number("3e3", bare="3e0")), ("3K", number("3e3", bare="3e0")),
        ("3M", number("3e6", bare="3e0")), ("3B", number("3e9", bare="3e0")),
        ("3T", number("3e12", bare="3e0")), ("3mn", number("3e6", bare="3e0")),
        ("3mln", number("3e6", bare="3e0")), ("3bn", number("3e9", bare="3e0")),
        ("3bln", number("3e9", bare="3e0")), ("3tn", number("3e12", bare="3e0")),
        ("3m", number("3e0", "length")), ("5 km", number("5e0", "length", base="5e3")),
        ("5-cm", number("5e0", "length", base="5e-2")),
        ("5 mm", number("5e0", "length", base="5e-3")),
        ("2 million km2", number("2e6", "area", "2e0", "2e12")),
        ("2 ha", number("2e0", "area", base="2e4")),
        ("2 tonnes", number("2e0", "mass", base="2e6")),
        ("2 kg", number("2e0", "mass", base="2e3")),
        ("five miles", number("5e0", "miles")), ("5%", number("5e0", "%")),
        ("$5", number("5e0", "USD")), ("US$5", number("5e0", "USD")),
        ("HK$5", number("5e0", "HKD")),
        ("A$5", number("5e0", "AUD")), ("C$ 5", number("5e0", "CAD")),
        ("S$5", number("5e0", "SGD")),
        ("€5", number("5e0", "EUR")), ("£5", number("5e0", "GBP")), ("¥5", number("5e0", "JPY")),
        ("₹5", number("5e0", "INR")), ("RMB 5", number("5e0", "CNY")),
        ("CNY5", number("5e0", "CNY")),
        ("-$5", number("-5e0", "USD")), ("$-5", number("-5e0", "USD")),
        # A currency stands, whatever unit follows, and its tens do not count.
        ("$5 km", number("5e0", "USD")), ("$1.2bn", number("12e8", "USD", bare="12e-1")),
        ("$1.2bn dollars", number("12e8", "USD", bare="12e-1")),
    ],
)  # fmt: skip
def test_each_number_is_read_in_full(text, read):
    """Its value, without its scale word, in its base unit, and its dimension."""
    found = atoms.read(f"({text})")
    assert len(found.keys) == 1
    assert (found.numbers.get(0) or found.keys[0]) == read
    assert found.keys[0] == (read if isinstance(read, str) else f"#{read.value}")


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("5-3", ["#5e0", "#3e0"]), ("x -3", ["x", "#-3e0"]), ("x-3", ["x", "#3e0"]),
        (") -3", ["#-3e0"]), (")-3", ["#3e0"]), ("]-3", ["#3e0"]), ("1.2.3", ["#12e-1", "#3e0"]),
        ("a5 5a", ["a5", "5a"]), ("1½", ["#1e0", "#1e0", "#2e0"]), ("1 000", ["#1e0", "000"]),
        ("1\u00a0000", ["#1e3"]), ("1\u2009000", ["#1e3"]), ("1\u202f000", ["#1e3"]),
        ("one of", ["one", "of"]), ("no one", ["no", "one"]), ("any one", ["ani", "one"]),
        ("some one", ["some", "one"]), ("every one", ["everi", "one"]),
        ("each one", ["each", "one"]),
        ("which one", ["which", "one"]), ("this one", ["this", "one"]),
        ("that one", ["that", "one"]),
        ("the one", ["the", "one"]), ("has one", ["has", "#1e0"]), ("one cat", ["#1e0", "cat"]),
        ("no two", ["no", "#2e0"]), ("two of", ["#2e0", "of"]), ("a cat", ["a", "cat"]),
        ("an owl", ["an", "owl"]), ("cats and dogs", ["cat", "dog"]),
        ("U.S.A. D.C J. J. X", ["usa", "dc", "jj", "x"]),
        ("It's the dogs' café", ["it", "the", "dog", "cafe"]),
        ("don't o'Brien", ["dont", "obrien"]),
        ("Łódź Ærø œuvre Iıđ", ["lodz", "aero", "oeuvr", "iid"]),
        ("a‐b‑c–d—e―f−g", [*"abcdefg"]), ("x" * 60, ["x" * 60]), ("X" * 70 + "s", ["x" * 70 + "s"]),
        ("Sept. 2, 1999", ["septemb", "#2e0", "#1999e0"]), ("Jan", ["jan"]),
        ("", []), ("!? — …", []), ("$ € _", []),
    ],
)  # fmt: skip
def test_what_atoms_a_text_has(text, keys):
    """Signs, pronouns, letters with points, accents, dashes, months of dates."""
    assert atoms.read(text).keys == keys


def test_the_places_of_atoms_and_dates():
    """Each atom's offset; a date's atoms from the first to the last."""
    found = atoms.read("On 4 July 1776 and Jul. 5 it")
    assert found.keys == ["on", "#4e0", "juli", "#1776e0", "juli", "#5e0", "it"]
    assert found.offsets == [0, 3, 5, 10, 19, 24, 26]
    assert found.dates == {1: (4, ((1776, 7, 4),)), 4: (6, ((None, 7, 5),))}
    assert sorted(found.numbers) == [1, 3, 5]
    # The 5 is a part of another number.
    assert atoms.read("3.5 May 1985").dates == {1: (3, ((1985, 5, None),))}
    one = number("12e8", "USD", "12e-1", "12e8")
    assert one.other_keys == {"#12e-1", "#12e8 USD"}
    assert number("5e0").other_keys == set()
    assert number("5e3", "length", "5e0", "5e6").other_keys == {"#5e0", "#5e6 length"}


@pytest.mark.parametrize(
    ("has", "wanted", "answers"),
    [
        (number("5e0"), number("5e0"), True),
        (number("5e0", "length", base="5e3"), number("5e3", "length"), True),
        (number("5e0", "length", base="5e3"), number("5e0", "length"), False),
        (number("5e0", "length"), number("5e0", "mass"), False),
        (number("5e0", "length", base="5e3"), number("5e0"), True),
        (number("5e0"), number("5e0", "USD"), True),
        # Decimals without a scale word accept any; whole numbers are counts.
        (number("12e5", bare="12e-1"), number("12e-1"), True),
        (number("5e6", bare="5e0"), number("5e0"), False),
        (number("12e-1"), number("12e5", bare="12e-1"), False),
        (number("12e5", bare="12e-1"), number("12e8", bare="12e-1"), False),
    ],
)
def test_which_number_answers_which(has, wanted, answers):
    """In base units where both have one; else by value."""
    assert has.answers(wanted) is answers


HEDGES = re.findall(
    r"\S+", "about approximately approx around roughly circa ca c estimated at nearly almost over"
)
NO_ANSWERS = re.findall(r"\S+", "way idea answer information data evidence clue record mention one")


def strict(answer, text):
    """Which references are found."""
    return score(answer, text, "strict", PLAIN).found


@pytest.mark.parametrize(
    ("answer", "text", "found"),
    [
        # In order first; else the longest takes its first free mention.
        (["Avatar", "Avatar Two"], "Avatar Two and Avatar", (True, True)),
        (["a b", "b c"], "a b c", (True, False)),
        (["b", "a b c"], "a b c, b", (True, True)),
        (["x", "y", "x"], "y x", (True, True, False)),
        (["x", "y", "z"], "z y", (False, True, True)),
        ({"x": 1, "y": 2}, "y 2; x 1", (True, True, True, True)),
        ({"x": 1, "y": 1}, "x and y have 1", (True, True, True, False)),
        # Articles and hedges before what is looked for; alone they are themselves.
        ("the cat", "cat", (True,)), ("the", "the", (True,)), ("the", "cat", (False,)),
        *((f"{hedge} 5", "5", (True,)) for hedge in HEDGES),
        ("about 5 May 1985", "1985-05-05", (True,)), ("about cats", "cats", (False,)),
        ("about at 5", "5", (True,)), ("just 5", "5", (False,)), ("about", "about", (True,)),
        # Dates need each part of the wanted one, and may have more.
        ("May 1985", "3 May 1985", (True,)), ("3 May 1985", "May 1985", (False,)),
        ("3 May", "May 3, 1985", (True,)), ("3 May 1985", "3 May 1986", (False,)),
        ("02/05/1985", "2 May 1985", (True,)), ("02/05/1985", "5 February 1985", (True,)),
        ("in May 1985 there", "in 3 May 1985 there", (True,)), ("May 1985", "cats", (False,)),
        ("cat 5", "cat", (False,)), ("cat 5", "cat six", (False,)), ("cat dog", "cat", (False,)),
        ("!!!", "a !!! b", (True,)), ("!!!", "a !! b", (False,)),
        (["!!!", "!!!"], "!!!", (True, True)),
        # Truth values alone: the first word, else the only kind, else the last.
        (True, "Yes, no", (True,)), (True, "It is: no, yes", (True,)),
        (False, "It is: no, yes", (False,)),
        (True, "True", (True,)), (False, "That is false.", (True,)), (False, "no", (True,)),
        (True, "It is", (False,)), (False, "It is", (False,)), (True, "", (False,)),
        *((False, f"There is no {word}.", (False,)) for word in NO_ANSWERS),
        (False, "There is no cat.", (True,)), (False, "It is false data.", (True,)),
        (True, "no data, so yes", (True,)), (False, "No data.", (False,)),
        # In a row: the first truth value behind the key, on its line, before the next key.
        ({"x": True, "y": False}, "x: yes\ny: no", (True,) * 4),
        ({"x": True, "y": False}, "y: no\nx: yes", (True,) * 4),
        ({"x": True, "y": False}, "y: true\nx: false", (True, False, True, False)),
        ({"x": True, "y": False}, "x\nyes\ny: no no", (True, True, True, True)),
        ({"x": True, "y": False}, "y\nno\nx: yes", (True, True, True, False)),
        ({"x": True, "y": False}, "y x yes no", (True, True, True, False)),
        ({"x": True, "y": False}, "y is not yes but no\nx", (True, False, True, False)),
        ([True, "x"], "x yes", (True, True)), (["x", True], "x: yes", (True, True)),
        ({"x": [True, False]}, "x: no yes", (True, False, False)),
    ],
)  # fmt: skip
def test_which_references_are_found(answer, text, found):
    """Each with a mention of its own, or the truth value of its row."""
    assert strict(answer, text) == found


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a: 1\nb:\nc - d\ne – f\ng — h\ni = j\nk -> l\nm → n\no→p\nq\tr\ns (t)\nu => v",
         [("a", "1"), ("c", "d"), ("e", "f"), ("g", "h"), ("i", "j"), ("k", "l"), ("m", "n"),
          ("o", "p"), ("q", "r"), ("s", "t"), ("u", "v")]),
        ("1) a: b\n(2) c: d\n• e: f\n‣ g: h\n· i: j\n* k: l\n- m: n\n3. o: p",
         [*zip("acegikmo", "bdfhjlnp", strict=True)]),
        ("Note: x\nnotes: x\nsource: x\nSources: x\nAnswer: x\nFinal answer: x\nDisclaimer: x\n"
         "a: b\nc: d",
         [("a", "b"), ("c", "d")]),
        ("**a**: `b`\n_c_: \"d\"", [("a", "b"), ("c", "d")]),
        ("a-b: c\nd:e\nf (g) h\n(i)\nj (k).", [("a-b", "c"), ("j", "k")]),
        ("x" * 120 + ": a\n" + "y" * 121 + ": b\nc: d", [("x" * 120, "a"), ("c", "d")]),
        ("a" + " b" * 260 + " (c)\nd (e)\nf (g)", [("d", "e"), ("f", "g")]),
        ("| a | b | c |\n|:--|--:|---|\n| 1 | x | y |\n| | q | r |\n| z |\nno more\n| v | w |",
         [("x", "y"), ("z", "")]),
        ("a | b\n--|:-:\n2 | 1\nx | 3", [("2", "1"), ("x", "3")]),
        ("a | b\n--|--\n**x** | _3_\ny | 4", [("x", "3"), ("y", "4")]),
        ("x is 1. Y was 2! Z are 3? V were 4; W has 5. U have 6.\nT had 7",
         [*zip("xYZVWUT", ["1.", "2!", "3?", "4;", "5.", "6.", "7"], strict=True)]),
        ("a: b is c", [("a", "b is c")]),
        ("a: b. X is 1. Y is 2.", [("X", "1."), ("Y", "2.")]),
        ('[{"k": "a", "v": 1, "w": [2, true]}, 5, {}, {"k": "b"}]', [("a", "1 | 2\nyes"),
        ("b", "")]),
        ('So: {"x": {"y": {"a": 1, "b": null}}} and {"c": 3}', [("a", "1"), ("b", "")]),
        ('{"a" 1} then {"a": 1, "b": {"c": 2}}', [("a", "1"), ("b", "c - 2")]),
        ("nothing here", []),
    ],
)  # fmt: skip
def test_each_form_of_rows(text, rows):
    """Separators, bullets, brackets, Markdown with a column of numbers, sentences, JSON."""
    assert read_rows(text) == rows


def test_a_known_key_may_hold_a_separator_or_be_a_number():
    """Cut behind the longest known key, else at the first mark."""
    assert read_rows("a: b: c\nd - e - f", {"a: b", "d"}) == [("a: b", "c"), ("d", "e - f")]
    assert read_rows("a: b: c\nd: e") == [("a", "b: c"), ("d", "e")]
    numbered = "| n | b | c |\n|---|---|---|\n| 1 | x | y |\n| 2 | v | w |"
    assert read_rows(numbered) == [("x", "y"), ("v", "w")]
    assert len(read_rows("\n".join(f"k{n}: v" for n in range(2005)))) == 2000


def test_a_table_in_full():
    """Of three gold rows and four given: two keys, one of them with its value."""
    gold = {"Rhine": 1230, "Upper Rhine": 360, "Elbe": None, "Oder": 840}
    text = "Rhine: 1230\nThe Upper Rhine river: 350\nElbe: 1094\nMain: 525\nSaar: 246"
    found = table_score(gold, text)
    assert found == TableScore("ok", 2 / 4, 2 / 3, 4 / 7, 1 / 4, 1 / 3, 2 / 7)
    empty = table_score(gold, "I like rivers")
    assert (empty.outcome, math.isnan(empty.row_f1), math.isnan(empty.cell_f1)) == (
        "unparsed", True, True,
    )  # fmt: skip
    for answer in ("x", ["x"], {"Elbe": None}, {}):
        assert table_score(answer, text).outcome == "no-table"
    # An exact key takes its row before a longer key that it contains; the longest goes first.
    swapped = table_score({"a": 1, "a b": 2}, "a b: 2\na: 1")
    assert (swapped.row_f1, swapped.cell_f1) == (1, 1)
    longer = table_score({"a": 1, "a b": 2}, "the a b c: 2\nthe a d: 1")
    assert (longer.row_f1, longer.cell_f1) == (1, 1)
    assert table_score({"a": 1, "x": 2}, "a: 1\na: 1").row_f1 == 2 / 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,234,567.5 and 1,2", "1234567.5 and 12"), ("A,B", "a,b"),
        ("‘A’ “B” ʼ‚‛„‟", "'a' \"b\" '''\"\""),
        ("ﬁne ﬆ", "fine st"), ("ＡＢ１", "ab1"), ("a\u2028b\u2029c\x85d", "a\nb\nc\nd"),
        ("a\r\nb\rc", "a\nb\nc"), ("a\x00b\x7fc\ufeffd", "abcd"), ("a\tb\nc\x0bd", "a\tb\ncd"),
        ("e\u0301", "é"), ("a\u3000b", "a b"),
    ],
)  # fmt: skip
def test_what_is_mended_before_the_published_rules(text, said):
    """Case, grouped digits, quotes, ligatures, wide letters, breaks, controls, composed letters."""
    assert mended(text) == said


@pytest.mark.parametrize(
    ("answer", "text", "paper", "reference"),
    [
        ("cat", "a cat.", 1, 1), ("cat", "cats", 1, 1), ("cat", "concatenate", 1, 0),
        ("the", "then other", 1, 0), ("the", "cat", 0, 0), ("of the", "of the", 1, 1),
        ("!", "a!", 1, 1), ("!", "a", 0, 1), ("!", "?!", 1, 0), ("a-b", "a-b", 1, 1),
        ("a-b", "ab", 1, 0),
        ("x.", "x. y", 1, 1), ("x.", "x.", 1, 0), ("x", "_x", 1, 1), ("x", "x_", 1, 1),
        ("cat dog", "cat, dog", 1, 1), ("cat dog", "cat of dog", 1, 0), ("x", "yx x", 1, 1),
        ("1,000", "1000", 1, 1), ("é", "e\u0301", 1, 1), ("“x”", '"x"', 1, 0), (" x", "x", 1, 0),
    ],
)  # fmt: skip
def test_the_published_rules_by_hand(answer, text, paper, reference):
    """Substring of content words; whole words with stop words and blanks at the ends."""
    got = tuple(score(answer, text, one, PLAIN).loose for one in ("paper", "reference"))
    assert got == (paper, reference)


def test_a_score_in_full():
    """The default variant is the paper's; a share, whether all, and which."""
    found = score(["cat", "dog", "owl"], "cat owl", normaliser=PLAIN)
    assert (found.loose, found.strict, found.found) == (2 / 3, 0.0, (True, False, True))
    assert found.references == ("cat", "dog", "owl")
    assert score(["cat"], "concatenate", normaliser=PLAIN).strict == 1.0


UNITS = {
    "%": "% percent percentage_point percentage_points per_cent",
    "miles": "mile miles mi",
    "feet": "feet foot ft",
    "inches": "inch inches",
    "square miles": "square_mile square_miles sq_mi sq._mile sqmiles mi2 mi^2",
    "square feet": "square_foot square_feet sq_ft sq._ft ft2 ft^2",
    "acres": "acre acres",
    "pounds": "lb lbs",
    "seconds": "seconds sec secs",
    "minutes": "minute minutes min mins",
    "hours": "hour hours hr hrs",
    "celsius": "°C degrees_Celsius",
    "fahrenheit": "°F degrees_Fahrenheit",
    "USD": "dollar dollars US_dollars U.S._dollars USD US$",
    "EUR": "euro euros EUR",
    "GBP": "pound_sterling pounds_sterling GBP",
    "JPY": "yen JPY",
    "CNY": "yuan renminbi RMB CNY",
    "INR": "rupee rupees INR",
    "length": "m meter meters metre metres",
    "area": "square_meter square_metres sq_m sq._m m2 m^2",
    "mass": "gram grams",
}


@pytest.mark.parametrize(("dimension", "spelt"), UNITS.items())
def test_each_base_unit_is_its_own(dimension, spelt):
    """Its values stay as they are, with a blank, a hyphen or nothing before it."""
    for name in spelt.split():
        for joint in (" ", "-", ""):
            text = f"7{joint}{name.replace('_', ' ')}"
            assert atoms.read(text).numbers == {0: number("7e0", dimension)}, text
