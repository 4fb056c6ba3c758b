"""FanOutQA's scores that need no model: cases worked by hand, variant by variant."""

from __future__ import annotations

import math
import re
import sys
import types

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.answering.fanout.answered import Answered
from tamis.benchmarks.fanoutqa import bleurt as bleurt_module
from tamis.benchmarks.fanoutqa.answers import (
    Scorer,
    answer_text,
    identity,
    references,
    score,
)
from tamis.benchmarks.fanoutqa.answers.table_answers import read_rows, table_score
from tamis.benchmarks.fanoutqa.bleurt import bleurt
from tamis.benchmarks.fanoutqa.score import tables
from tamis.measures.rouge import rouge
from tamis.measures.words import words
from tamis.reading.refusals import declines
from tamis.types import InputError

PLAIN = words("pystemmer")


def loose(answer, generation, variant):
    """The loose score with the plain normaliser."""
    return score(answer, generation, variant, PLAIN).loose


def test_references_are_keys_values_and_items():
    """A dict gives its keys, then its values; truth values become yes and no (§5.4, row 3)."""
    assert references({"a": 1, "b": True}) == ("a", "b", "1", "yes")
    assert references([2006, "x", False]) == ("2006", "x", "no")
    assert references(7.50) == ("7.5",)
    assert references({"a": ["x", "y"]}) == ("a", "x", "y")


@pytest.mark.parametrize("answer", [[], {}, [[]]])
@pytest.mark.parametrize("variant", ["paper", "reference", "strict"])
def test_an_answer_with_nothing_to_find_is_refused(answer, variant):
    """There is no share of nothing."""
    with pytest.raises(InputError, match="nothing to look for"):
        score(answer, "text", variant, PLAIN)


def test_strict_asks_for_nothing_where_the_gold_says_nothing():
    """Nulls and blank strings are no references; alone they are no answer."""
    assert score({"a": None, "b": " "}, "b a", "strict", PLAIN).references == ("a", "b")
    with pytest.raises(InputError, match="nothing to look for"):
        score([None, ""], "text", "strict", PLAIN)


def test_an_unknown_variant_is_one_sentence():
    """It lists the variants."""
    with pytest.raises(InputError, match=r"'lenient'.*paper, reference, strict"):
        score("x", "x", "lenient", PLAIN)


def test_the_name_says_variant_and_words():
    """Strict has words of its own, whatever it is given."""
    spelled = types.SimpleNamespace(name="en_core_web_sm")
    assert identity("paper", PLAIN) == "variant=paper, words=pystemmer"
    assert identity("reference", spelled) == "variant=reference, words=en_core_web_sm"
    assert identity("strict", spelled) == "variant=strict, words=pystemmer"
    assert Scorer("x", "paper", PLAIN).name == "variant=paper, words=pystemmer"


def test_loose_is_a_share_and_strict_is_all():
    """Two of four strings: loose one half, strict 0 (equations 1 and 2)."""
    answer = {"Busan": "Camellia", "Daegu": "Magnolia"}
    got = score(answer, "Busan's flower is the camellia.", "paper", PLAIN)
    assert (got.loose, got.strict) == (0.5, 0.0)
    assert got.references == ("Busan", "Daegu", "Camellia", "Magnolia")
    assert got.found == (True, False, True, False)
    whole = score(answer, "Busan: Camellia\nDaegu: Magnolia", "paper", PLAIN)
    assert (whole.loose, whole.strict) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("answer", "generation", "paper", "reference", "strict"),
    [
        # Whole words: the paper's substring finds 4 in 1974.
        (4, "In 1974.", 1, 0, 0),
        # Base forms.
        ("polar bear", "Polar bears live there", 1, 1, 1),
        # Stop words: the paper's rule drops them, the code's does not.
        ("king of the hill", "King Hill", 1, 0, 0),
        ("House and Garden", "House & Garden", 1, 0, 1),
        # A reference of stop words is not found everywhere.
        ("The Who", "Queen played there.", 0, 0, 0),
        ("Not It", "Not it, they said", 1, 1, 1),
        ("Not It", "It is not.", 0, 0, 0),
        # A last mark leaves a blank: at the end of a text the published code misses itself.
        ("Really?", "Really?", 1, 0, 1),
        ("Really?", "Really? Yes", 1, 1, 1),
        ("Washington, D.C.", "It is Washington D.C. today", 1, 1, 1),
        # Accents and punctuation.
        ("São Paulo", "Sao Paulo", 0, 0, 1),
        ("L'Oréal", "L’Oréal", 1, 1, 1),
        ("Squid Game: Season 1", "Squid Game, season 1", 1, 1, 1),
        ("Wisconsin–Madison", "Wisconsin-Madison", 1, 0, 1),
        ("J. J. Abrams", "directed by J.J. Abrams", 0, 0, 1),
        ("US", "the U.S. team", 1, 1, 1),
        # Numbers.
        (1234, "1,234 people", 1, 1, 1),
        (1234, "1.234 thousand people", 1, 1, 1),
        ("29.2 billion", "29,200,000,000", 0, 0, 1),
        ("$1.027 billion", "1,027,000,000 US dollars", 0, 0, 1),
        ("$1.027 billion", "$1.027bn", 0, 0, 1),
        ("$87 billion", "87 billion", 0, 0, 1),
        ("$87 billion", "€87 billion", 0, 0, 0),
        ("2", "two of the three", 0, 0, 1),
        (21, "twenty-one", 0, 0, 1),
        (1, "one of the best; no one knows", 0, 0, 0),
        (1.5, "1.50", 1, 0, 1),
        # Both published rules delete the point.
        (15, "1.5", 1, 1, 0),
        (912.7, "$912.7 million", 1, 1, 1),
        ("$912.7 million", "912.7", 0, 0, 0),
        (-5, "It was −5 °C", 1, 0, 1),
        (5, "1990-5", 1, 1, 1),
        (49, "the 49ers", 1, 0, 0),
        ("007", "7", 0, 0, 0),
        ("7th century", "the seventh century", 0, 0, 1),
        # Units.
        ("29.2%", "29.2 percent", 1, 0, 1),
        (29.2, "29.2%", 1, 1, 1),
        ("8,611 m", "8.611 kilometres", 0, 0, 1),
        ("8,611 m", "8,611 metres", 1, 0, 1),
        ("8,611 m", "8,611 ft", 0, 0, 0),
        ("75.35 square kilometers", "75.35 km²", 0, 0, 1),
        ("Approximately $31.58 billion", "It cost $31.58 billion.", 0, 0, 1),
        # Dates.
        ("July 4, 1776", "on the 4th of July, 1776", 0, 0, 1),
        ("July 4, 1776", "1776-07-04", 0, 0, 1),
        ("06/24/1987", "24 June 1987", 0, 0, 1),
        ("02/05/1985", "5 February 1985", 0, 0, 1),
        ("July 4, 1776", "July 5, 1776", 0, 0, 0),
        ("July 4, 1776", "July 1776", 0, 0, 0),
        ("September", "born on Sept. 29, 1988", 0, 0, 1),
        (2007, "on 29 March 2007", 1, 1, 1),
        # Truth values.
        (False, "No, it is not.", 1, 1, 1),
        (False, "Yes.", 0, 0, 0),
        (True, "That is true.", 0, 0, 1),
        (True, "There is no doubt: yes", 1, 1, 1),
        (True, "It is yesterday's", 1, 0, 0),
        # An empty text.
        ("x", "", 0, 0, 0),
    ],
)
def test_worked_cases(answer, generation, paper, reference, strict):
    """One reference, found or not; the three variants side by side."""
    got = tuple(loose(answer, generation, v) for v in ("paper", "reference", "strict"))
    assert got == (paper, reference, strict)


# Each line: the same quantity in every spelling. Worked by hand.
SAME = [
    "7 km|7 kms|7km|7-km|7 kilometre|7 kilometres|7 kilometers|7000 m|7,000 metre|7,000 meters|"
    "700,000 cm|700,000 cms|700000 centimetres|7,000,000 mm|7,000,000 millimeters|seven kilometers",
    "7 miles|7 mile|7 mi|7-mile|seven miles",
    "7 feet|7 foot|7 ft",
    "7 inches|7 inch",
    "7 square kilometers|7 square kilometre|7 sq km|7 sq. km|7 sqkm|7 km2|700 ha|"
    "700 hectares|700 hectare|7,000,000 square meters|7,000,000 sq m|7,000,000 m2",
    "7 square miles|7 square mile|7 sq mi|7 sq. miles|7 mi2",
    "7 square feet|7 square foot|7 sq ft|7 sq. ft|7 ft2",
    "7 acres|7 acre",
    "7 kg|7 kgs|7 kilogram|7 kilograms|7 kilo|7 kilos|7000 grams|7,000 gram|"
    "0.007 tonne|0.007 metric tons",
    "7 lb|7 lbs",
    "7 seconds|7 secs|7 sec",
    "7 minutes|7 minute|7 mins|7 min",
    "7 hours|7 hour|7 hrs|7 hr",
    "7 °C|7°C|7 degrees Celsius",
    "7 °F|7 degrees Fahrenheit",
    "7%|7 %|7 percent|7 per cent|7 percentage points",
    "$7|US$7|USD 7|7 dollars|7 dollar|7 US dollars|7 U.S. dollars|7 USD",
    "€7|EUR 7|7 euros|7 euro|7 EUR",
    "£7|GBP 7|7 pounds sterling|7 GBP",
    "¥7|JPY 7|7 yen|7 JPY",
    "CNY 7|RMB 7|7 yuan|7 renminbi|7 CNY",
    "₹7|INR 7|7 rupees|7 rupee|7 INR",
]


@pytest.mark.parametrize("line", SAME, ids=lambda line: line.split("|")[0])
def test_every_spelling_of_a_unit_is_that_unit_and_no_other(line):
    """Each is found by the first and finds it; the same number in another unit is neither."""
    first, *others = line.split("|")
    for one in others:
        assert loose(first, f"It was {one}.", "strict") == 1, one
        assert loose(one, f"It was {first}.", "strict") == 1, one
    for one in (first, *others):
        number = re.search(r"\d[\d.,e-]*\d|\d|seven", one)[0]
        apart = f"{number} grams" if "grams" not in one and "kg" not in first else f"{number} acres"
        assert loose(apart, f"It was {one}.", "strict") == 0, one
        assert loose(one, f"It was {apart}.", "strict") == 0, one


@pytest.mark.parametrize(
    ("text", "found"),
    [("They are called !!!.", 1), ("They have no name, only one!", 0), ("Nobody knows", 0)],
)
def test_an_answer_of_marks_alone_is_looked_for_as_marks(text, found):
    """The band !!! is named where its marks stand in a row."""
    assert loose("!!!", text, "strict") == found


def test_a_table_is_scored_where_there_is_a_text():
    """What was cut is worth nothing in the headline; what is no table is counted."""
    gold = {"Rhine": 1230, "Elbe": 1094, "Oder": 840, "Main": 525}
    rows = "Rhine: 1230\nElbe: 900\nOder: 840"
    whole, cut = (tables(Answered(rows, one), gold) for one in ("ok", "timed_out"))
    assert (whole["row_precision"], whole["row_recall"]) == (1, 0.75)
    assert (whole["cell_precision"], whole["cell_recall"]) == (pytest.approx(2 / 3), 0.5)
    assert (cut["row_recall"], cut["cell_recall"]) == (0, 0)
    assert (cut["read_row_recall"], cut["read_cell_recall"]) == (0.75, 0.5)
    assert (whole["table_unread"], cut["table_unread"]) == (0, 0)
    prose = tables(Answered("I like rivers.", "ok"), gold)
    assert (prose["cell_f1"], prose["table_unread"]) == (0, 1)
    nothing = tables(Answered("", "missing"), gold)
    assert nothing["row_recall"] == 0
    assert math.isnan(nothing["read_row_recall"])
    assert math.isnan(nothing["table_unread"])


def test_two_numbers_are_two_mentions():
    """In a sequence of words each number is itself: of two with the same words one is found."""
    assert loose("Apollo 11 and Gemini 4", "Apollo 11 and Gemini 4", "strict") == 1
    assert loose("Apollo 11 and Gemini 4", "Apollo 12 and Gemini 5", "strict") == 0
    assert loose(["Apollo 11", "Apollo 13"], "Only Apollo 13 and Apollo 8.", "strict") == 0.5


@pytest.mark.parametrize("value", [".5", "-5", "€5", "$.5", "¥5", "-$5"])
def test_a_number_may_begin_with_a_sign_or_a_currency(value):
    """At the beginning of a text, where no blank stands before it, and in it."""
    assert loose(value, value, "strict") == 1
    assert loose(value, f"It was {value}.", "strict") == 1
    assert loose(value, f"It was ({value}).", "strict") == 1


@pytest.mark.parametrize("value", [".5", "-5", "-$5"])
def test_a_sign_is_part_of_a_number(value):
    """Half is not five, and five below nothing is not five."""
    assert loose(value, "It was $5." if "$" in value else "It was 5.", "strict") == 0


def test_a_mention_is_credited_once():
    """A list of two 2s needs two; the published rules find both in one."""
    assert loose(["2", "2"], "The answer is 2.", "strict") == 0.5
    assert loose(["2", "2"], "2 and 2", "strict") == 1.0
    assert loose(["2", "2"], "The answer is 2.", "reference") == 1.0


def test_a_longer_reference_keeps_its_mention():
    """The name of a film is no mention of the film whose name begins it."""
    answer = ["Avatar", "Avatar: The Way of Water"]
    assert loose(answer, "Avatar: The Way of Water", "strict") == 0.5
    assert loose(answer, "Avatar: The Way of Water; Avatar", "strict") == 1.0


def test_a_truth_value_counts_in_its_row():
    """Yes and no are those said of the key, wherever its row is."""
    answer = {"Chris Evans": False, "Samuel L. Jackson": True}
    right = "Samuel L. Jackson: yes\nChris Evans: no"
    wrong = "Samuel L. Jackson: no\nChris Evans: yes"
    assert loose(answer, right, "strict") == 1.0
    assert loose(answer, wrong, "strict") == 0.5
    assert loose(answer, wrong, "reference") == 1.0
    assert loose(answer, "Samuel L. Jackson\nChris Evans\nyes no", "strict") == 0.5


def test_rows_may_come_in_another_order():
    """The order of the gold is no part of it."""
    answer = {"Tokyo": 2007, "Boston": 1897, "London": "29 March 1981"}
    text = "London held it on 1981-03-29, Boston in 1897, Tokyo in 2007."
    assert loose(answer, text, "strict") == 1.0


PIECES = st.sampled_from(
    [
        *re.findall(
            r"\S+",
            "a the and one two hundred million 5 1,234 -5 $ USD - July 4 1776 yes no true J. U.S."
            " 's % km of ! é ½ about twenty first : ( ) 2nd .5 1e5 0 00 K M — _ Sept. 02/05/1985"
            " 1776-07-04",
        ),
        *["\n", " - ", "- ", "4 July", "\u0301"],
    ]
)
TEXTS = (
    st.text(max_size=8)
    | st.lists(PIECES, max_size=5).map("".join)
    | st.lists(PIECES, max_size=5).map(" ".join)
)
LEAVES = TEXTS | st.booleans() | st.integers() | st.floats() | st.none()
ANSWERS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=6,
)


def _scores(answer, generation, variant):
    try:
        return score(answer, generation, variant, PLAIN)
    except InputError:
        # It has nothing to look for.
        return None


@given(ANSWERS)
def test_the_gold_scores_one_against_itself(answer):
    """In strict, whatever the answer is; the published rules do not do that."""
    got = _scores(answer, answer_text(answer), "strict")
    assert got is None or (got.loose, got.strict) == (1.0, 1.0)


@given(ANSWERS, TEXTS, st.sampled_from(["paper", "reference", "strict"]))
def test_scores_are_shares(answer, generation, variant):
    """Loose is the share of references found, strict whether it is all of them."""
    got = _scores(answer, generation, variant)
    if got is not None:
        assert 0.0 <= got.loose <= 1.0
        assert len(got.found) == len(got.references) > 0
        assert got.strict == (got.loose == 1.0)


@pytest.mark.parametrize("variant", ["paper", "reference"])
@given(answer=ANSWERS, text=TEXTS, more=TEXTS)
def test_more_text_never_costs(variant, answer, text, more):
    """What was found before a line end is found with more lines after it."""
    first = _scores(answer, text, variant)
    if first is not None:
        assert _scores(answer, f"{text}\n{more}", variant).loose >= first.loose


@pytest.mark.parametrize(
    ("text", "found"),
    [("2 " * 10_000, 1), ("a." * 20_000, 0), ("(" * 50_000, 0), ("one " * 3_000, 0)],
)
@pytest.mark.parametrize("variant", ["paper", "reference", "strict"])
def test_long_answers_of_one_kind_are_read(text, found, variant):
    """What degenerate models write is scored like anything else."""
    got = score({"2": "x", "James Cameron": "July 4, 1776"}, text, variant, PLAIN)
    assert sum(got.found) == found


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't provide that information.",
        "I’m sorry. I cannot answer this question.",
        "I don't have real-time access to current databases.",
        "As an AI language model, I am unable to browse the internet.",
        "The given document does not mention the presidents.",
        "Information about the five largest colleges in the U.S. by size is not provided here.",
        "Unfortunately, I do not have enough information to answer.",
        "I don't know.",
    ],
)
def test_refusals(text):
    """Texts that only decline."""
    assert declines(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Spain",
        "No",
        "The film 'I Can't Provide' came out in 1999.",
        "1. Avatar: not specified\n2. Titanic: James Cameron",
        "I don't have real-time data. However, as of 2023 it was 14 million.",
        "I cannot verify the latest figures:\n1. Tokyo: 39,100,000\n2. Delhi: 32,200,000",
        '"Don\'t Shut Me Down" by ABBA',
        "They do not have a head coach at present; Jim Montgomery left.",
    ],
)
def test_attempts_are_no_refusals(text):
    """Partial answers, short answers and quoted titles are answers."""
    assert not declines(text)


GOLD = {"Avatar": "James Cameron", "Avatar: The Way of Water": "James Cameron", "Dune": 2021}


@pytest.mark.parametrize(
    "text",
    [
        "| Film | By |\n|---|---|\n| Avatar | James Cameron |\n"
        "| Avatar: The Way of Water | James Cameron |\n| Dune | 2021 |",
        "| # | Film | By |\n|--|:--|--:|\n| 1 | Avatar | James Cameron |\n"
        "| 2 | Avatar: The Way of Water | James Cameron |\n| 3 | Dune | 2,021 |",
        "Here they are:\n\n1. **Avatar**: James Cameron\n"
        "2. **Avatar: The Way of Water**: James Cameron\n3. **Dune** (2021)",
        "- Avatar - James Cameron\n- Avatar: The Way of Water – James Cameron\n- Dune → 2021",
        '```json\n{"answer": {"Avatar": "James Cameron", "Avatar: The Way of Water": '
        '"James Cameron", "Dune": 2021}}\n```',
        '[{"film": "Avatar", "by": "James Cameron"}, {"film": "Dune", "year": 2021}, '
        '{"film": "Avatar: The Way of Water", "by": "James Cameron"}]',
        "The Avatar is by James Cameron. Avatar: The Way of Water was made by James Cameron. "
        "Dune is from 2021.",
    ],
)
def test_a_table_is_read_in_every_shape(text):
    """Markdown, bullets, brackets, JSON, prose: three rows, all right."""
    got = table_score(GOLD, text)
    assert got.outcome == "ok"
    assert (got.row_precision, got.row_recall, got.cell_precision, got.cell_recall) == (1, 1, 1, 1)


def test_rows_and_cells_are_told_apart():
    """Four rows, two of three gold keys, one of them with its value; worked by hand."""
    text = "Avatar: James Cameron\nDune: 1984\nAlien: Ridley Scott\nJaws: Steven Spielberg"
    got = table_score(GOLD, text)
    assert (got.row_precision, got.row_recall) == (2 / 4, 2 / 3)
    assert got.row_f1 == pytest.approx(4 / 7)
    assert (got.cell_precision, got.cell_recall) == (1 / 4, 1 / 3)
    assert got.cell_f1 == pytest.approx(2 / 7)


def test_swapped_values_are_seen():
    """Loose accuracy is 1 for what is wrong in every cell."""
    gold = {"Tokyo": "Japan", "Delhi": "India"}
    text = "Tokyo: India\nDelhi: Japan"
    assert loose(gold, text, "strict") == 1.0
    got = table_score(gold, text)
    assert (got.row_f1, got.cell_f1) == (1.0, 0.0)


def test_no_table_and_no_rows_are_outcomes():
    """NaN, and said which of the two it is."""
    for answer, text, outcome in [
        ("Spain", "Spain: yes", "no-table"),
        ([1], "a: 1", "no-table"),
        (GOLD, "", "unparsed"),
        (GOLD, "Nobody knows", "unparsed"),
    ]:
        got = table_score(answer, text)
        assert got.outcome == outcome
        assert math.isnan(got.row_f1)
        assert math.isnan(got.cell_precision)


def test_a_gold_without_a_value_asks_for_nothing():
    """Its row is neither missed nor wrong."""
    gold = {"Win Butler": 1980, "Tim Kingsbury": "", "Jeremy Gara": None}
    for text in ("Win Butler: 1980", "Win Butler: 1980\nTim Kingsbury: 1977"):
        got = table_score(gold, text)
        assert (got.row_f1, got.cell_f1) == (1.0, 1.0)
    assert table_score({"Tim Kingsbury": ""}, "a: b").outcome == "no-table"


@given(ANSWERS, TEXTS)
def test_tables_never_break(answer, text):
    """Any answer against any text: figures are shares or none at all."""
    got = table_score(answer, text)
    figures = [got.row_precision, got.row_recall, got.row_f1, got.cell_f1]
    assert all(math.isnan(one) for one in figures) == (got.outcome != "ok")
    assert all(0 <= one <= 1 for one in figures if not math.isnan(one))


def test_rows_of_a_broken_object():
    """JSON that stops is no JSON; nothing breaks."""
    assert read_rows('{"a": {"b": ') == [] or read_rows('{"a": {"b": ')[0][0]


def test_rouge_of_a_case_worked_by_hand():
    """Gold: tokyo japan delhi india; 3 of its 4 words are among the 5 given, one pair, LCS 2."""
    pytest.importorskip("rouge_score")
    got = rouge({"Tokyo": "Japan", "Delhi": "India"}, "Delhi, India; Tokyo is big")
    assert (got["rouge1"].precision, got["rouge1"].recall) == (3 / 5, 3 / 4)
    assert got["rouge1"].f1 == pytest.approx(2 / 3)
    assert (got["rouge2"].precision, got["rouge2"].recall) == (1 / 4, 1 / 3)
    assert (got["rougeL"].precision, got["rougeL"].recall) == (2 / 5, 2 / 4)


@given(st.text(alphabet="ab cs.é-1\n", max_size=60), st.text(alphabet="ab cs.é-1\n", max_size=60))
def test_rouge_is_rouge_score_s(gold, given_text):
    """The same figures as the library's own scorer with its stemmer, as published."""
    scorer = pytest.importorskip("rouge_score.rouge_scorer")
    expected = scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
    got = rouge(gold, given_text)
    for kind, one in expected.score(gold, given_text).items():
        assert (got[kind].precision, got[kind].recall, got[kind].f1) == pytest.approx(tuple(one))


class _Bleurt:
    """A stand-in: the figure is the share of the reference's length that was given."""

    def __init__(self, checkpoint="x"):
        if checkpoint == "nowhere":
            raise AssertionError("Could not find BLEURT checkpoint")
        self.calls = []

    def score(self, *, references, candidates):
        self.calls.append((references, candidates))
        return [len(c) / len(r) for r, c in zip(references, candidates, strict=True)]


def test_bleurt_gets_all_pairs_at_once():
    """Answers are written out as published, in order."""
    scorer = _Bleurt()
    assert bleurt([{"a": True}, "xy"], ["a - no", "xy"], scorer) == [6 / 7, 1.0]
    assert scorer.calls == [(["a - yes", "xy"], ["a - no", "xy"])]
    assert bleurt([], [], scorer) == []
    with pytest.raises(InputError, match="1 answers and 0 texts"):
        bleurt(["x"], [], scorer)


def test_bleurt_is_loaded_by_its_own_name(monkeypatch):
    """The package's scorer, with the published checkpoint unless another is given."""
    package = types.ModuleType("bleurt")
    package.score = types.ModuleType("bleurt.score")
    package.score.BleurtScorer = _Bleurt
    monkeypatch.setitem(sys.modules, "bleurt", package)
    monkeypatch.setitem(sys.modules, "bleurt.score", package.score)
    assert isinstance(bleurt_module.load(), _Bleurt)
    with pytest.raises(InputError, match="nowhere is no checkpoint"):
        bleurt_module.load("nowhere")


def test_missing_bleurt_says_how_to_get_it(monkeypatch):
    """It is not on PyPI."""
    monkeypatch.setitem(sys.modules, "bleurt", None)
    monkeypatch.setitem(sys.modules, "bleurt.score", None)
    with pytest.raises(InputError, match=r"pip install git\+https://github.com/google-research"):
        bleurt_module.load()


@pytest.mark.parametrize(
    ("gold", "text", "credited"),
    [
        ([5], "5 million people", 0.0),
        (["2"], "2 billion", 0.0),
        ([912.7], "$912.7 million", 1.0),
        (False, "There is no way to say.", 0.0),
        (False, "No.", 1.0),
        (False, "I have no idea", 0.0),
    ],
)
def test_a_count_is_no_figure_in_millions_and_no_idea_no_answer(gold, text, credited):
    """A bare whole number takes no scale word; "no" before a noun is not the verdict."""
    assert score(gold, text, "strict", words("pystemmer")).loose == credited
