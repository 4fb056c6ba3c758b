"""Types of constraints on the content of a text, at their borders: worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.checking.constraint_types import known, type_of
from tamis.checking.constraint_types.content._matching import forms, inflected, mentions
from tamis.checking.constraint_types.text import Text
from tamis.types import InputError


def verdict(id, parameters, text):
    """The verdict of a type on a text."""
    return type_of(id)(**parameters).judge(text).satisfied


def cases(id, *rows):
    """Rows of parameters, text and verdict as the cases of one type."""
    return [pytest.param(id, *row, id=f"{id}-{n}") for n, row in enumerate(rows)]


CASES = [
    *cases(
        "contains",
        ({"terms": "invoice"}, "INVOICES are due.", True),
        ({"terms": "invoice"}, "The invoice’s date", True),
        ({"terms": "invoice"}, "We invoiced you.", None),
        ({"terms": "invoice", "exact": True}, "We invoiced you.", False),
        ({"terms": "invoices", "exact": True}, "One invoice", False),
        ({"terms": "invoices"}, "One invoice", None),
        ({"terms": "cat"}, "The category is wide.", False),
        ({"terms": "city"}, "Two cities", True),
        ({"terms": "child"}, "Two children", None),
        ({"terms": "run"}, "She is running; he ran.", None),
        ({"terms": "universe"}, "The university", False),
        ({"terms": "new"}, "No news today", False),
        ({"terms": "it"}, "It's late", None),
        ({"terms": "do"}, "We don't.", False),
        ({"terms": "well-being"}, "our well being", True),
        ({"terms": "well being"}, "our **well**-being", True),
        ({"terms": "wellbeing"}, "our well-being", None),
        ({"terms": "email"}, "an e-mail", None),
        ({"terms": "solar"}, "solar-powered lamps", True),
        ({"terms": "café"}, "the cafe", None),
        ({"terms": "cafe\u0301"}, "the café", True),
        ({"terms": "credit card"}, "credit\ncards", True),
        ({"terms": "credit card"}, "a card on credit", False),
        ({"terms": "credit card"}, "credit, card", False),
        ({"terms": "don't stop"}, "we don’t stop", True),
        ({"terms": "C++"}, "written in C", False),
        ({"terms": "C++"}, "written in c++.", True),
        ({"terms": ".NET"}, "the .NET way", True),
        ({"terms": "AT&T"}, "AT&T's offer", True),
        ({"terms": "R&D"}, "R & D", None),
        ({"terms": "24/7"}, "open 24/7", True),
        ({"terms": "Hello, world!"}, "Hello world!", None),
        ({"terms": "Apple", "case": True}, "an apple, Apples", True),
        ({"terms": "Apple", "case": True}, "an apple", False),
        ({"terms": "US", "case": True}, "join us", False),
        ({"terms": "猫"}, "我有一只猫。", None),
        ({"terms": "小猫"}, "我有一只小猫。", True),
        ({"terms": "हिन्दी"}, "मैं हिन्दी बोलता हूँ", True),
        ({"terms": "print"}, "Use `print` here.", None),
        ({"terms": "garlic"}, "See https://a.org/garlic for more.", None),
        ({"terms": ["tea", "milk"]}, "tea only", False),
        ({"terms": "Berlin", "where": "title"}, "# A week in Berlin\n\nGo.", True),
        ({"terms": "Berlin", "where": "title"}, "# A week\n\nIn Berlin.", False),
        ({"terms": "you", "where": "each bullet"}, "- you go\n- I go", False),
        ({"terms": "cheaper"}, "cheap", None),
        ({"terms": "happily"}, "happy", None),
    ),
    *cases(
        "excludes",
        ({"terms": "cheap"}, "a cheap trick", False),
        ({"terms": "cheap"}, "a cheaper trick", None),
        ({"terms": "cheap", "exact": True}, "a cheaper trick", True),
        ({"terms": "cheap"}, "cheap-looking", False),
        ({"terms": "let"}, "a letter", True),
        ({"terms": "CTEs"}, "Use a CTE here.", None),
        ({"terms": "CTE"}, "Use CTEs here.", False),
        ({"terms": "buses"}, "Take the bus.", None),
        ({"terms": "CTEs", "exact": True}, "Use a CTE here.", True),
        ({"terms": "news"}, "a new day", True),
        ({"terms": "class"}, "the clas", True),
        ({"terms": "garlic", "thing": True}, "Fry the onions.", True),
        ({"terms": "garlic", "thing": True}, "Add garlic.", False),
        ({"terms": "garlic", "thing": True}, "A sauce without garlic.", None),
        ({"terms": "garlic", "thing": True}, "A garlic-free sauce.", None),
        ({"terms": "garlic", "thing": True}, "No garlic here. Add garlic.", False),
        ({"terms": "garlic"}, "A sauce without garlic.", False),
        ({"terms": "cheese", "thing": True}, "Top with vegan cheese.", None),
        ({"terms": "milk", "thing": True}, "a cup of coconut milk", None),
        ({"terms": "milk", "thing": True}, "a cup of milk", False),
        ({"terms": "nuts", "thing": True}, "a handful of almonds", None),
        ({"terms": "nuts", "thing": True}, "a handful of rice", True),
        ({"terms": "nuts", "thing": True}, "a doughnut", True),
        ({"terms": "meat", "thing": True}, "300 g chicken breast", None),
        ({"terms": "meat", "thing": True}, "chickpeas and meatless sauce", True),
        ({"terms": "eggs", "thing": True}, "an egg replacement", None),
        ({"terms": ["very", "really"]}, "a really good day", False),
        ({"terms": "as an AI"}, "As an AI model, I", False),
        ({"terms": "guide", "where": "title"}, "# Tea\n\nA guide.", True),
    ),
    *cases(
        "contains_any",
        ({"terms": ["tea", "coffee"]}, "coffee", True),
        ({"terms": ["tea", "coffee"]}, "water", False),
        ({"terms": ["rain", "wind"], "min": 2}, "rainy wind", False),
        ({"terms": ["rain", "wind"], "min": 2}, "rained wind", None),
        ({"terms": ["hence", "thus"], "exactly": 1}, "hence, and hence", True),
        ({"terms": ["hence", "thus"], "max": 0}, "so", True),
    ),
    *cases(
        "keyword",
        ({"term": "river", "exactly": 3}, "River, rivers, the river's", True),
        ({"term": "river", "exactly": 1, "exact": True}, "River, rivers", True),
        ({"term": "walk", "exactly": 2}, "walk, walked", None),
        ({"term": "walk", "max": 2}, "walk, walked", True),
        ({"term": "thank you", "exactly": 2}, "Thank you. Thank\nyou!", True),
        ({"term": "that that", "min": 1}, "I know that that is so", True),
        ({"term": "however", "exactly": 1, "where": "each paragraph"}, "However, a.\n\nB.", False),
    ),
    *cases(
        "letter",
        ({"letter": "e", "exactly": 3}, "Eve, he", True),
        ({"letter": "E", "exactly": 1, "case": True}, "Eve, he", True),
        ({"letter": "e", "exactly": 1}, "et café", None),
        ({"letter": "e", "max": 0}, "café", None),
        ({"letter": ",", "exactly": 2}, "a, b, c", True),
        ({"letter": "#", "min": 1}, "# a", True),
        ({"letter": "ß", "min": 1}, "Straße", True),
    ),
    *cases(
        "term_order",
        ({"terms": ["a plan", "the end"]}, "A plan. The end. A plan.", True),
        ({"terms": ["tea", "milk"]}, "milk, then tea", False),
        ({"terms": ["tea", "milk"]}, "tea", False),
        ({"terms": ["walk", "milk"]}, "walking, milk", None),
        ({"terms": ["tea", "walk"]}, "walked, tea, walk", None),
        ({"terms": ["tea", "walk"]}, "tea, walked, walk", True),
        ({"terms": ["walk", "tea"]}, "tea, walked", False),
    ),
    *cases(
        "acrostic",
        ({"word": "SEA"}, "**S**alt\n*Evening*\n- A gull", True),
        ({"word": "SEA"}, "Here is one:\n\nSalt\nEvening\nA gull\n\nI hope you like it.", True),
        ({"word": "SEA"}, "So it begins\nSalt\nEvening\nA gull", None),
        ({"word": "SEA"}, "Salt\nAir\nEvening", False),
        ({"word": "SEA", "of": "sentences"}, "Salt comes. Evening falls. A gull cries.", True),
        ({"word": "SEA", "of": "words"}, "Salt every afternoon", True),
        ({"word": "New Sea"}, "No\nEver\nWas\nSo\nEmpty\nAgain", True),
    ),
    *cases(
        "alphabetical",
        ({}, "- Apple: a\n- banana\n- Cherry", True),
        ({}, "- banana\n- Apple", False),
        ({}, "1. Émile\n2. Frank", True),
        ({}, "- The Beatles\n- Cream", None),
        ({}, "- Item 2\n- Item 10", None),
        ({"reverse": True}, "- c\n- b\n- a", True),
        ({}, "Ann\nBob\nCara", True),
        ({}, "- only", None),
        ({}, "## A\n\n- ant\n- bee\n\n## B\n\n- ape\n- bat", None),
        ({"of": "words"}, "a bee can", True),
        ({}, "- b\n  - a\n- c", True),
    ),
    *cases(
        "unique_words",
        ({}, "Rain falls, rivers rise.", True),
        ({}, "The rain and the river", False),
        ({"small_words": False}, "The rain and the river", True),
        ({"times": 2}, "no no", True),
        ({"times": 2}, "no no no", False),
        ({}, "cat and cats", True),
        ({"where": "each sentence"}, "Rain falls. Rain stays.", True),
    ),
    *cases(
        "numbers",
        ({"exactly": 2}, "1,000.50 and 20%", True),
        ({"exactly": 1}, "at 10:30", None),
        ({"max": 0}, "three of them", None),
        ({"max": 0}, "one of them, no doubt", True),
        ({"max": 0}, "1. First\n2. Second", None),
        ({"max": 0}, "vitamin B12", None),
        ({"min": 1}, "the 3rd day", None),
        ({"exactly": 1}, "It was 1999.", True),
        ({"max": 0}, "code `x = 1`", True),
    ),
    *cases(
        "first_person",
        ({"max": 0}, "You and they, in the US.", True),
        ({"max": 0}, "It is my view.", False),
        ({"max": 0}, "I'm here.", False),
        ({"max": 0}, "During World War I the town grew.", True),
        ({"max": 0}, "Type I errors, and Elizabeth I of England.", None),
        ({"max": 0}, "Deploy it to us-east-1; the I/O is slow on us.example.com.", True),
        ({"max": 0}, "Read Part I, then the I-5 report on Phase I/II.", True),
        ({"max": 0}, "I. Hills\n\nRain.\n\nII. Sea\n\nWind.", True),
        ({"max": 0}, "That is the part I like.", None),
        ({"max": 0}, "Plan some me-time.", None),
        ({"max": 0}, "TRUST ME.", None),
        ({"max": 0}, "So do I.", False),
        ({"max": 0}, "Ask her and/or me.", False),
        ({"max": 0}, 'She said, "I will go."', None),
        ({"max": 0}, "We should go.", False),
        ({"max": 0, "plural": False}, "We should go.", True),
        ({"min": 1}, "They should go.", False),
        ({"max": 0}, "Ourselves or themselves", False),
        ({"max": 0}, "i.e. this, I.O.U.", True),
    ),
    *cases(
        "contractions",
        ({"max": 0}, "It is Ann's dog, and the dogs' toys.", True),
        ({"max": 0}, "It’s late.", False),
        ({"max": 0}, "We can't go.", False),
        ({"max": 0}, "Ann's going home.", None),
        ({"max": 0}, "I gotta go.", None),
        ({"max": 0}, "at five o'clock", None),
        ({"exactly": 3}, "don't, we're, you'll", True),
        ({"exactly": 1}, "shouldn't've", True),
        ({"max": 0}, "the '90s and O'Brien", True),
    ),
]


@pytest.mark.parametrize(("id", "parameters", "text", "wanted"), CASES)
def test_a_type_of_content_at_its_borders(id, parameters, text, wanted):
    """Satisfied, not satisfied, or undecided, as a careful reader would say."""
    judged = type_of(id)(**parameters).judge(text)
    assert judged.satisfied is wanted, (judged.reason, judged.working)
    assert judged.reason == "" if wanted is not None else judged.reason.endswith(".")


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("river", {"river", "rivers", "river's"}),
        ("box", {"box", "boxes", "box's"}),
        ("city", {"city", "cities", "citys", "city's"}),
        ("day", {"day", "days", "day's"}),
        ("new", {"new", "new's"}),
        ("it", {"it"}),
        ("as", {"as", "as's"}),
    ],
)
def test_regular_plurals_and_possessives_are_the_word(word, others):
    """Those of each kind of ending, and none of words that have none."""
    assert forms(word) - {"citys"} == others - {"citys"}


def test_inflections_are_told_from_other_words_of_the_stem():
    """By their endings."""
    assert inflected("run", "running")
    assert inflected("bake", "baking")
    assert inflected("cry", "cried")
    assert not inflected("universe", "university")
    assert not inflected("organ", "organisation")


def test_places_are_those_of_the_whole_response():
    """In a part as well, each once and in order."""
    whole = Text("# Tea\n\nTea for two.\n\n- tea\n- teas")
    assert [whole.quote(at) for at in mentions(whole, "tea").sure] == ["Tea", "Tea", "tea", "teas"]
    last = whole.parts("last bullet")[0]
    assert [whole.quote(at) for at in mentions(last, "tea").sure] == ["teas"]


WORDS = st.text("bcdfghklm", min_size=4, max_size=7)


@settings(max_examples=80, deadline=None)
@given(WORDS, st.integers(0, 6), st.lists(WORDS, max_size=10))
def test_a_word_is_found_as_often_as_it_was_written(word, many, others):
    """Among other words, whatever stands around it."""
    others = [other for other in others if other[:3] != word[:3]]
    said = ", ".join([*others, *[word.upper()] * many, "end"])
    assert verdict("keyword", {"term": word, "exactly": many}, said)
    assert verdict("contains", {"terms": word}, said) is (many > 0)
    assert verdict("excludes", {"terms": word}, said) is (many == 0)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["ant", "bee", "cat", "dog", "elk"]), min_size=2, max_size=6))
def test_a_sorted_list_is_in_order(items):
    """And one that is not sorted is not."""
    text = "\n".join(f"- {item}" for item in items)
    assert verdict("alphabetical", {}, text) is (items == sorted(items))
    assert verdict("alphabetical", {"reverse": True}, text) is (items == sorted(items)[::-1])


@settings(max_examples=60, deadline=None)
@given(st.text("abc", min_size=1, max_size=8))
def test_lines_spell_what_they_begin_with(word):
    """Any word, by lines, and no other word of that length."""
    text = "\n".join(f"{sign} line" for sign in word)
    assert verdict("acrostic", {"word": word}, text)
    assert verdict("acrostic", {"word": word + "x"}, text) is False


@pytest.mark.parametrize(
    ("id", "parameters", "says"),
    [
        ("contains", {"terms": []}, "contains: terms is empty"),
        ("contains", {"terms": ["a", ""]}, "contains: terms.1 is empty"),
        ("term_order", {"terms": ["a"]}, "at least 2 items"),
        ("contains_any", {"terms": ["a", "b"], "min": 3}, "contains_any: 3 of 2 terms can never"),
        ("contains_any", {"terms": ["a", "A"], "exactly": 2}, "2 of 1 terms can never be there"),
        ("letter", {"letter": "ab", "max": 1}, "at most 1 character"),
        ("keyword", {"term": "a"}, "needs a number"),
        ("unique_words", {"times": 0}, "greater than or equal to 1"),
    ],
)
def test_parameters_that_do_not_fit_are_told(id, parameters, says):
    """In a sentence, when the constraint is made."""
    with pytest.raises(InputError, match=says):
        type_of(id)(**parameters)


@pytest.mark.parametrize("id", [id for id, where in known().items() if ".content." in where])
def test_long_texts_of_few_signs_are_judged(id):
    """In linear time, which is measured in `bench/`; here they would not end if it were not."""
    made = type_of(id)(**type_of(id).passes[0])
    for sign in ("a ", "a-", "a's ", "- a\n", "not ", "1,", "é", "I ", "'", "a\n\n", "tea "):
        judged = made.judge((sign * 20_000)[:20_000])
        assert judged.satisfied is not None or judged.reason
