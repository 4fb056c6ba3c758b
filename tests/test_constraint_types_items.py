"""Types on the items of a list: what an item's text is, and verdicts worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.checking import constraints
from tamis.checking.constraint_types import Text, type_of
from tamis.checking.constraint_types.list_items import lists_of
from tamis.types import InputError, Item
from verdicts_by_hand import N, U, Y, cases, check, decides_or_says_why

# What the items are.


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("- Tea\n- Milk", [["Tea", "Milk"]]),
        ("1. **Dune** (1965) – a desert planet.\n2. *Emma*, 1815", [["Dune", "Emma"]]),
        ("1. Fruit\n   - apples\n   - pears\n2. Bread", [["Fruit", "Bread"]]),
        ("1. Dune\n\nSand.\n\n2. Emma\n\nLove.", [["Dune", "Emma"]]),
        ("**A**\n- x\n\n**B**\n- y", [["x"], ["y"]]),
        ("| Rank | City |\n|-|-|\n| 1 | Oslo |\n| 2 | Rome |\n| Total | 2 |", [["Oslo", "Rome"]]),
        ("Bananas\nBeans\nBread", [["Bananas", "Beans", "Bread"]]),
        ("Buy these:\nBananas\nBeans", [["Bananas", "Beans"]]),
        ("Menu\n\nSoup : 9 €\nTart : 12 €\nFish : 15 €\n\nEnjoy!", [["Soup", "Tart", "Fish"]]),
        ("Bananas, beans, and bread.", [["Bananas", "beans", "bread"]]),
        ("Colours: red, green, blue", [["red", "green", "blue"]]),
        ("I like bananas, beans, and bread.", []),
        ("Dear Ann,\n\nThe soup was good. We liked it.\n\nBest,\nSam", []),
        ("", []),
    ],
)
def test_items_are_found_in_lists_tables_and_lines(text, wanted):
    """Not those of lists within lists; lists that go on counting are one; no lines of a letter."""
    assert [[item.name for item in one] for one in lists_of(Text(text))] == wanted


@pytest.mark.parametrize(
    ("item", "wanted"),
    [
        ("Green tea", ["Green tea"]),
        ("**Green tea:** good for you", ["Green tea"]),
        ("Green tea – it is good for you", ["Green tea"]),
        ("Dune: Messiah", ["Dune", "Dune: Messiah"]),
        ("**Apples** are tasty", ["Apples", "Apples are tasty"]),
        ("Dune by Frank Herbert", ["Dune", "Dune by Frank Herbert"]),
        # A time is no author.
        ("Report by Friday", ["Report by Friday"]),
        ("Pay the tax, by noon", ["Pay the tax, by noon"]),
        ("**Report** by Friday", ["Report", "Report by Friday"]),
        ("Fences by August Wilson", ["Fences", "Fences by August Wilson"]),
        ("Lima (Peru)", ["Lima", "Lima (Peru)"]),
        ("Sula (1973)", ["Sula"]),
        ("[x] ~~Milk~~", ["Milk"]),
        ("[Oslo](http://a.b/c)", ["Oslo"]),
        ('"Big Lies" by Liane Moriarty', ["Big Lies"]),
    ],
)
def test_an_item_is_without_its_explanation(item, wanted):
    """Where it is not clear what explains, there are two texts, the likelier one first."""
    ((found,),) = lists_of(Text(f"- {item}"))
    assert list(found.names) == wanted


# KITAB's families.

BOOKS = """
    Here are some books:

    1. **The Bluest Eye** (1970) – Toni Morrison's first novel.
    2. *Beloved* (1987)
    3. "Big Little Lies" by Liane Moriarty
"""


@cases(
    ({"start": "b"}, BOOKS, U),
    ({"start": "b"}, BOOKS.replace("The ", ""), Y),
    ({"start": "b"}, BOOKS.replace("Beloved", "Sula"), N),
    ({"start": "How to"}, "- How to bake\n- How to cook: the basics", Y),
    ({"start": "How to"}, "- How to bake\n- Howto cook", N),
    ({"start": "Avoid"}, "| Tip | Why |\n|-|-|\n| Avoid sugar | x |\n| Avoid salt | y |", Y),
    ({"start": "É"}, "- Eclair\n- éclair", Y),
    ({"start": "z", "which": "none"}, "- Anna\n- Bob", Y),
    ({"start": "b", "which": "none"}, "- Anna\n- Bob", N),
    ({"start": "b", "which": "any"}, "- Anna\n- Bob", Y),
    ({"start": "b"}, "I like bananas. They are good.", U),
)
def test_how_items_begin(given, text, wanted):
    """A letter or whole words; where only "The" decides, the item is unclear."""
    check("items_start_with", given, text, wanted)


@cases(
    ({"end": "a"}, "- Lima\n- Vienna: a very nice old city", Y),
    ({"end": "a"}, "- Lima\n- Paris", N),
    ({"end": "a"}, "- Lima\n- Paris (Canada)", U),
    ({"end": "ing"}, "- Running\n- Swimming.", Y),
    ({"end": "ing"}, "- Running\n- Swim", N),
    ({"end": "!"}, "- Save now!\n- **Call us!**", Y),
    ({"end": "!"}, "- Save now!\n- Call us", N),
    ({"end": "land", "which": "any"}, "- Peru\n- Finland", Y),
)
def test_how_items_end(given, text, wanted):
    """Closing marks do not matter, unless a mark is asked for."""
    check("items_end_with", given, text, wanted)


@cases(
    ({"exactly": 2}, "- Green tea\n- Black coffee: strong and without milk", Y),
    ({"exactly": 2}, "- Green tea\n- Coffee", N),
    ({"exactly": 2}, "- Green tea\n- Dune: Messiah", U),
    ({"exactly": 2, "tolerance": 1}, "- Green tea\n- Coffee", Y),
    ({"max": 3}, "- A very long name", N),
    ({"min": 2, "max": 3}, "1. **One Two Three** – with words after it\n2. Four five", Y),
)
def test_how_many_words_items_have(given, text, wanted):
    """Without the explanation; where it may be one, both counts are tried."""
    check("items_word_count", given, text, wanted)


@cases(
    ({"min": 1960, "max": 1969}, "1. Dune (1965)\n2. *Catch-22*, 1961", Y),
    ({"min": 1960, "max": 1969}, "1. Dune (1965)\n2. Emma (1815)", N),
    ({"min": 1960, "max": 1969}, "1. Dune (1965)\n2. Emma", U),
    ({"min": 1960, "max": 1969}, "1. 2001: A Space Odyssey (1968)", U),
    ({"min": 1960}, "| Year | Film |\n|-|-|\n| 1965 | A |\n| 1980 | B |", Y),
    ({"max": 1950, "which": "any"}, "- Dune (1965)\n- Emma (1815)", Y),
)
def test_years_of_items(given, text, wanted):
    """An item without a year, or with several that differ, is unclear."""
    check("items_years", given, text, wanted)


@pytest.mark.parametrize(
    ("id", "given", "text", "wanted"),
    [
        ("items_human_name", {}, "1. Harriet Hume\n2. The Diary of Anne Frank", Y),
        ("items_human_name", {}, "1. Harriet Hume\n2. The Return of the Soldier", N),
        ("items_human_name", {"which": "none"}, "1. The Old House\n2. The Return", Y),
        ("items_human_name", {}, "1. Zorblax Returns", U),
        ("items_city_name", {}, "1. Death in Venice\n2. Down and Out in Paris and London", Y),
        ("items_city_name", {}, "1. Death in Venice\n2. The Magic Mountain", N),
        ("items_city_name", {"which": "any"}, "1. The House\n2. Death in Venice", Y),
    ],
)
def test_names_in_items(id, given, text, wanted):
    """What no list knows is unclear, unless it is made of usual words."""
    check(id, given, text, wanted)


@pytest.mark.parametrize("family", ["starts-with", "ends-with", "word-count", "publishing-year"])
def test_the_families_of_kitab_say_the_same(family):
    """Of their own examples, where their conventions are those of everybody."""
    module = constraints.FAMILIES[family]
    for (wording, item), wanted in ((module.PASSES, True), (module.FAILS, False)):
        read = constraints.parse(wording)
        id, given = {
            "starts-with": ("items_start_with", {"start": read.letter}),
            "ends-with": ("items_end_with", {"end": read.letter}),
            "word-count": ("items_word_count", {"exactly": read.count, "tolerance": 1}),
            "publishing-year": (
                "items_years",
                {"min": read.years[0] or None, "max": read.years[1]},
            ),
        }[family] if read.letter or read.count or read.years[1] else ("", {})  # fmt: skip
        judged = type_of(id)(**given).judge(f"- {_written(item)}")
        article = family == "starts-with"
        assert judged.satisfied is (None if article else wanted)


def _written(item: Item) -> str:
    return f"{item.title} ({item.year})" if item.year else item.title


# Lists as wholes.

COLOURS = {"values": ["red", "green"]}
SHOPPING = {"values": ["milk", "eggs"]}
PACKING = """
    **Clothes**
    - 3 T-shirts
    - Rain jacket

    **Documents**
    - Passport
    - Insurance card
"""


@cases(
    (COLOURS, "- Red – the colour of blood\n- **Green**: grass", Y),
    (COLOURS, "- Red\n- Blue", N),
    (COLOURS, "- Red\n- dark green", U),
    (COLOURS, "- Red (dark)", U),
    ({**COLOURS, "which": "none"}, "- Blue\n- Pink", Y),
)
def test_items_from_a_list(given, text, wanted):
    """An item that holds a value among other words is unclear."""
    check("items_from", given, text, wanted)


@cases(
    (SHOPPING, "- 6 large eggs\n- Oat milk\n- Bread", Y),
    (SHOPPING, "- Bread\n- Oat milk", N),
    ({"values": ["sunscreen"]}, "- Hat: and do not forget the sunscreen\n- Shoes", U),
    ({"values": ["passport", "rain jacket"]}, PACKING, Y),
    ({"values": ["laptop"]}, PACKING, N),
)
def test_items_in_a_list(given, text, wanted):
    """As whole words of an item, of any list; in an explanation only, it is unclear."""
    check("items_include", given, text, wanted)


@cases(
    ({}, "1. Oslo\n2. Rome\n3. Bern", Y),
    ({}, "1. Oslo\n2. Rome\n3. **oslo**", N),
    ({}, "**A**\n- Oslo\n- Rome\n\n**B**\n- Bern\n- Oslo", N),
    ({}, "1. Egg\n2. Eggs", U),
    ({}, "1. Paris: the Louvre\n2. Paris: the Orsay", U),
    ({}, "1. Day 1\n2. Day 2", Y),
)
def test_items_that_come_twice(given, text, wanted):
    """Over all lists; the same name with another explanation is unclear."""
    check("items_distinct", given, text, wanted)


CITIES = "| City | People | Rank |\n|-|-|-|\n| Oslo | 700 | 2 |\n| Rome | 2800 | 1 |"


@cases(
    ({}, "- apples\n- **Bananas**\n- cherries", Y),
    ({}, "- apples\n- cherries\n- bananas", N),
    ({}, "1. apples\n\nGood.\n\n2. pears\n\n3. beans", N),
    ({}, "**Bow**: The front.\n**Hull**: The body. It floats.\n**Port**: The left.", Y),
    ({}, "- The Zoo\n- Uncle", U),
    ({"descending": True}, "- c\n- b\n- a", Y),
    ({"by": "number"}, "- Pen: $2\n- Book: $10\n- Bag: $45", Y),
    ({"by": "number"}, "- Pen: $2\n- Bag: $45\n- Book: $10", N),
    ({"by": "number", "descending": True}, "1. Rome: 2,800,000\n2. Oslo: 700,000", Y),
    ({"by": "number"}, CITIES, U),
    ({"by": "date"}, "- 1969-07-20: Moon\n- 12 April 1981: Shuttle", Y),
    ({"by": "date"}, "- Moon (1969)\n- Voyager (1977)\n- Shuttle (1981)", Y),
    ({"by": "date", "descending": True}, "- Moon (1969)\n- Shuttle (1981)", N),
    ({"by": "date"}, "- Moon\n- Shuttle (1981)", U),
    ({}, "**Fruit**\n- apples\n- pears\n\n**Greens**\n- beans\n- leeks", Y),
    ({}, "- alone", U),
)
def test_items_in_order(given, text, wanted):
    """Each list on its own; where there are several numbers, by all of them."""
    check("items_sorted", given, text, wanted)


def test_of_several_lists_it_is_open_which_one_is_meant():
    """Where one keeps to it and another does not."""
    judged = type_of("items_start_with")("a").judge("**A**\n- ant\n\n**B**\n- bee")
    assert judged.satisfied is None
    assert judged.reason == "one list keeps to it, and another does not."


def test_the_working_names_each_item():
    """With what was read of it."""
    judged = type_of("items_years")(min=1960, max=1969).judge("1. Dune (1965)\n2. Emma (1815)")
    assert judged.working == (
        "1 of 2 items: is of 1960 to 1969",
        '"Emma" (1815): no',
    )


def test_parameters_that_are_missing_are_told():
    """In a sentence."""
    with pytest.raises(InputError, match="items_word_count needs a number"):
        type_of("items_word_count")()
    with pytest.raises(InputError, match="items_years needs a year"):
        type_of("items_years")()
    with pytest.raises(InputError, match="items_from: values"):
        type_of("items_from")([])


WORDS = ["ant", "Bee", "cat", "Dog", "eel", "Fox", "gnu", "Hen", "ibis", "Jay"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(WORDS), min_size=2, max_size=8, unique=True),
    st.sampled_from(["- {}", "{n}. **{}**", "| {} | x |", "{}"]),
)
def test_generated_lists_in_every_layout(words, layout):
    """The same items: sorted or not, distinct, from the list, each of one word."""
    lines = [layout.format(word, n=n) for n, word in enumerate(words, 1)]
    if layout.startswith("|"):
        lines = ["| Animal | Note |", "|---|---|", *lines]
    text = "\n".join(lines)
    in_order = words == sorted(words, key=str.lower)
    assert type_of("items_sorted")().judge(text).satisfied is in_order
    assert type_of("items_distinct")().judge(text).satisfied is True
    assert type_of("items_from")(WORDS).judge(text).satisfied is True
    assert type_of("items_from")([words[0]]).judge(text).satisfied is False
    assert type_of("items_word_count")(1).judge(text).satisfied is True
    assert type_of("items_include")(words).judge(text).satisfied is True
    assert type_of("named_count")("animals", exactly=len(words)).judge(text).satisfied is True


ITEMS = ["items_start_with", "items_end_with", "items_word_count", "items_years", "items_sorted",
         "items_human_name", "items_city_name", "items_from", "items_include",
         "items_distinct"]  # fmt: skip
PIECES = [
    "- ", "1. ", "2. ", "\n", "\n\n", "**", "*", "a", "The ", "Paris", " – ", ": ", "(1999)", "|",
    "| a | b |\n", "|---|---|\n", ", ", " and ", "\0", "\ud800", "[x](y)", '"', "# ", "  - ", "é",
    "by ",
]  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_no_mixture_makes_a_type_raise(text):
    """A verdict with its working, or a reason; the same one each time; places in the text."""
    for id in ITEMS:
        decides_or_says_why(id, text)
