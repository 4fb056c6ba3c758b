"""Types that everyday requests ask for, and parts that the labels of a text name.

Texts and verdicts are by hand.
"""

from __future__ import annotations

import pytest

from tamis.checking.constraint_types import Text, from_spec
from tamis.checking.extraction.request import read_request
from tamis.checking.extraction.scope import Shape, shape_of
from tamis.checking.response_check import read_by_program
from tamis.types import InputError


def verdict(type_: str, text: str, **given: object) -> bool | None:
    """Whether a text keeps to a constraint."""
    return from_spec({"type": type_, **given}).judge(text).satisfied


@pytest.mark.parametrize(
    ("of", "text", "wanted"),
    [
        ("british", "We travelled to the centre of the grey harbour.", True),
        ("british", "We travelled to the center of town.", False),
        ("british", "Nothing here is spelt in two ways.", True),
        # Both sides of the ocean write so, or it is another word there.
        ("british", "We organize it by the meter.", None),
        # A name, and what somebody else said.
        ("british", "He was born at Pearl Harbor.", None),
        ("british", 'The sign says "color".', None),
        ("british", "Color is what we sell.", False),
        ("american", "My favorite color is gray.", True),
        ("american", "My favourite colour is grey.", False),
        ("american", "The theatre was full.", None),
        ("american", "The tyres were flat.", False),
        ("british", "I was tired.", True),
        ("british", "`color: red` sets it.", True),
    ],
)
def test_spelling(of, text, wanted):
    """Only what is surely spelt as on the other side breaks it."""
    assert verdict("spelling", text, of=of) is wanted


@pytest.mark.parametrize(
    ("hours", "text", "wanted"),
    [
        (24, "09:00 Up\n18:30 Dinner", True),
        (24, "9 am up, dinner at 18:30", False),
        (24, "Up at half past eight.", None),
        (24, "Nothing with a time.", None),
        (24, "Starts at 9.30", None),
        (12, "9:00 am up, dinner at 6:30 pm", True),
        (12, "From 9:30–10:15 am", True),
        (12, "Dinner at 18:30", False),
        (12, "Dinner at 6:30", None),
        (12, "Lunch at noon", None),
        (24, "It costs $9.50 and takes 45 minutes, from 13:00.", True),
        (24, "00:15 to bed", True),
        (12, "00:15 to bed", False),
    ],
)
def test_the_hours_of_the_clock(hours, text, wanted):
    """What may be of either clock decides nothing."""
    assert verdict("time_format", text, hours=hours) is wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Soup (serves 4)\n\n200 g lentils", True),
        ("Servings: 4", True),
        ("Soup for four people", True),
        ("Makes 4 portions", True),
        ("Soup (for 4)", True),
        ("Serves 2", False),
        ("Soup. Simmer for 4 minutes.", None),
        ("Serves 4. For 8 people take twice as much.", None),
        ("Makes 12 biscuits", None),
    ],
)
def test_for_how_many_a_recipe_is(text, wanted):
    """By what it says; two numbers leave it open."""
    assert verdict("servings", text, exactly=4) is wanted


@pytest.mark.parametrize(
    ("of", "text", "wanted"),
    [
        ("code", "```python\nprint(1)\n```", True),
        ("code", "```python\nprint(1)\n```\n\nIt prints one.", False),
        ("code", "print(1)", None),
        ("code", "Example\n\n```\nprint(1)\n```", None),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |", True),
        ("table", "Here you are:\n\n| a | b |\n|---|---|\n| 1 | 2 |", False),
        ("table", "a, b\n1, 2", None),
        ("list", "- tea\n- milk", True),
        ("list", "1. Tea\n   of Assam\n2. Milk", True),
        ("list", "- tea\n- milk\n\nLet me know if you need more.", False),
        ("list", "Shopping\n\n- tea\n- milk", None),
        ("list", "tea\nmilk", None),
    ],
)
def test_nothing_beside_one_thing(of, text, wanted):
    """A short line may be a title; what has no marks cannot be told from text."""
    assert verdict("only", text, of=of) is wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("## Steps\n\nGo.\n\n## Result\n\nIt went.", True),
        ("**Steps:** go.\n**Result:** it went.", True),
        ("Steps\nGo.\n\nResult\nIt went.", True),
        ("1. Steps: go.\n2. The result: it went.", True),
        ("## Steps\n\nThe result is fine.", None),
        ("## Steps & tips\n\nGo.\n\n## Result (short)\n\nIt went.", None),
        ("## Steps\n\nGo.", False),
    ],
)
def test_parts_with_names(text, wanted):
    """A name that stands there as no label may be one."""
    assert verdict("has_parts", text, names=["Steps", "Result"]) is wanted


@pytest.mark.parametrize(
    ("phrase", "where", "text", "wanted"),
    [
        ("I", "", "I write to you.", False),
        ("I", "", "It is I.", True),
        (["Dear all", "Hi all"], "", "Hi all,\n\nwe meet.", False),
        ("If", "each sentence", "We go. If not, stay.", False),
        ("If", "each sentence", "We go. Or stay.", True),
    ],
)
def test_what_it_must_not_begin_with(phrase, where, text, wanted):
    """The opposite of beginning so."""
    assert verdict("starts_with", text, phrase=phrase, never=True, where=where) is wanted


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("**Slogan:** Milk from oats.\n**Tweet:** We made it.", [["Milk from oats."]]),
        ("Slogan: Milk from oats.\n\nTweet: We made it.", [["Milk from oats."]]),
        # The second line may still be the slogan.
        ("Slogan: Milk\nfrom oats.\nTweet: We.", [["Milk"], ["Milk\nfrom oats."]]),
        ("## Slogan\n\nMilk from oats.\n\n## Tweet\n\nWe made it.", [["Milk from oats."]]),
        ("Slogan 1: Milk.\nSlogan 2: Oats.", [["Milk.", "Oats."]]),
        ('{"slogan": "Milk, oats", "tweet": "We"}', [["Milk, oats"]]),
        ('```json\n{"slogan": "Milk"}\n```', [["Milk"]]),
        ("The slogan is good.", [[]]),
        ("Our slogan for all of the shops: Milk.", [[]]),
    ],
)
def test_a_part_is_what_its_label_names(text, parts):
    """Behind the label, or below it up to the next one."""
    assert [[str(one) for one in found] for found in Text(text).readings("part slogan")] == parts


def test_a_column_is_the_cells_below_its_header():
    """Of all tables, without regard to case; empty cells are none."""
    table = "| Word | Meaning |\n|---|---|\n| a | one two |\n| b | |\n"
    (cells,) = Text(f"{table}\n{table}").readings("column meaning")
    assert [str(one) for one in cells] == ["one two", "one two"]
    assert verdict("words", table, max=2, where="column Meaning") is True
    assert verdict("words", table, max=1, where="column Meaning") is False
    assert verdict("words", table, max=1, where="column Sense") is None
    barred = "| Name | Notes |\n|---|---|\n| Ann | call \\| Friday |\n"
    assert verdict("contains", barred, terms="Friday", where="column Notes") is True


@pytest.mark.parametrize("where", ["part", "part ", "column", "column :", "part a:b", "some parts"])
def test_a_part_without_a_name_is_refused(where):
    """With the forms that there are."""
    with pytest.raises(InputError, match="part slogan"):
        from_spec({"type": "words", "max": 3, "where": where})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A new year new you deal", False),
        ("New year, new you!", None),
        ("A new year and a new you", True),
    ],
)
def test_quoted_words_with_other_signs_between_them_may_count(text, wanted):
    """ "New year, new you" is hardly another phrase."""
    assert verdict("excludes", text, terms=["new year new you"], exact=True) is wanted


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("Write an ad. Headline under 10 words.", ("words", "part headline")),
        ("Write a report. A summary of at most 40 words.", ("words", "part summary")),
        ("Write it in two languages. English part max 60 words.", ("words", "part english")),
        ("Give me a slogan (max 6 words) and a tweet.", ("words", "part slogan")),
        ("Make a table. Notes column five words max.", ("words", "column Notes")),
        ("Make a poster. Three rules. One bullet each, max 9 words.", ("words", "each bullet")),
        ("Some headlines for a shop, none over 8 words.", ("words", "each item")),
        ("Write it. Short sentences, none longer than 10 words.", ("words", "each sentence")),
        ("Write it. One quote from Ann, our chair, not over 30 words.", ("words", "some part")),
        ("Write two letters. Max 80 words.", ("words", "one of the texts")),
        ("Write a letter. Max 80 words.", ("words", None)),
        ("Write a reply to a review. Max 80 words.", ("words", None)),
        (
            "Translate it. Four sentences. Add 'Bye!' as a last line.",
            ("sentences", "one of the texts"),
        ),
        ("Write it. Headings in capitals.", ("letter_case", "each heading")),
    ],
)
def test_of_which_part_a_bound_is(request_, wanted):
    """The part that its words name, some part where they do not, else the whole."""
    found = [one.spec() for one in read_request(request_).constraints]
    assert (wanted[0], wanted[1]) in [(one["type"], one.get("where")) for one in found], found


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Include: the price, 40 jobs in May", ["the price", "40 jobs in May"]),
        ("Mention: punctual, holds keys", ["punctual", "holds keys"]),
        ("It has to have: check out 10am, bins black Monday",
         ["check out 10am", "bins black Monday"]),
        ("Towels must be on the list", ["Towels"]),
    ],
)  # fmt: skip
def test_what_is_listed_to_be_said(said, wanted):
    """Each between its commas is a demand of its own."""
    found = read_request(f"Write it. {said}.")
    assert [one.spec().get("about") for one in found.constraints] == wanted
    assert found.unread == ()


@pytest.mark.parametrize(
    ("said", "spec"),
    [
        ("Don't start with 'I am'", {"type": "starts_with", "phrase": ("I am",), "never": True}),
        ("Don't say sorry or oops", {"type": "mentions", "about": "oops", "never": True}),
        ("End with the line: Happy stitching", {"type": "ends_with",
                                                "phrase": ("Happy stitching",)}),
        ("Repeat the line 'slow is fine' twice", {"type": "keyword", "term": "slow is fine",
                                                  "exactly": 2, "exact": True}),
        ("A table with Item and Price", {"type": "table_columns", "names": ("Item", "Price")}),
        ("The amounts must add up to exactly $1,400", {"type": "money", "exactly": 1400,
                                                       "currency": "$"}),
        ("Only the code", {"type": "only", "of": "code"}),
        ("Sections: New, Fixed", {"type": "has_parts", "names": ("New", "Fixed")}),
        ("120 - 150 words", {"type": "words", "min": 120, "max": 150}),
        ("It should serve four people", {"type": "servings", "exactly": 4}),
    ],
)  # fmt: skip
def test_everyday_wordings_are_read(said, spec):
    """Each as the constraint that it means."""
    assert spec in [one.spec() for one in read_request(f"Write it. {said}.").constraints]


@pytest.mark.parametrize(
    "said",
    [
        "No refined sugar", "Mention I failed twice", "Don't start with 'I am' or similar",
        "Start each day with a warm up of 2 minutes", "Put it in the table",
    ],
)  # fmt: skip
def test_what_is_not_meant_is_not_decided(said):
    """No text breaks or keeps to what was not read for sure."""
    texts = ("I failed. I failed again. White sugar. I am.", "Warm up 5 min\n- Squats: 10")
    for one in read_request(f"Workout plan. {said}.").constraints:
        assert {one.judge(text).satisfied for text in texts} == {None}, one


@pytest.mark.parametrize(
    ("said", "text", "wanted"),
    [
        # Forbidden words and the length of each part are hardly read wrongly.
        ("Don't use the word 'cheap'", "Cheap tea.", False),
        ("Each bullet max 2 words", "- a b c", False),
        ("Max 2 words", "One two three.", False),
        ("Keep it under 3 words", "One two three.", False),
        ("End with 'Bye'", "Hello.", False),
        # What may be of something else, or is allowed right behind.
        ("A note of thanks, max 2 words", "One two three.", None),
        ("No emojis, one smiley is fine", "Hi 🙂", None),
        ("Two paragraphs", "One.", None),
        ("At least 3 tips", "- a\n- b", None),
        ("Don't mention the price", "The price is high.", None),
    ],
)
def test_beside_what_is_not_read_only_sure_readings_deny(said, text, wanted):
    """A request that is read to its last word is understood: then each of them denies."""
    unread = read_by_program(f"Write it. {said}. Let each idea dance with the next.")
    assert unread.unread
    assert wanted in {one.judge(Text(text)).satisfied for one in unread.listed}
    if wanted is None:
        assert False not in {one.judge(Text(text)).satisfied for one in unread.listed}
    if said in ("Two paragraphs", "At least 3 tips", "Don't mention the price"):
        read = read_by_program(f"Write it. {said}.")
        assert read.unread == ()
        assert {one.judge(Text(text)).satisfied for one in read.listed} == {False}


@pytest.mark.parametrize(
    "said",
    [
        "Sign off No. 14", '"retention_days" must be 35',
        "Finish with mobile 07700 900 312", "An array of 4 objects with 'name'",
        "Four lines each",
        "Each bullet begins with the time or with 'All day'", 'No "grab a bargain" sort of talk',
        "Use his name at least 3 times",
    ],
)  # fmt: skip
def test_what_has_a_number_or_a_word_that_is_in_no_constraint_is_told(said):
    """Every number of a piece is accounted for, as every word is."""
    found = read_request(f"Write it. {said}.")
    assert found.unread
    assert found.constraints == ()


@pytest.mark.parametrize(
    "said",
    ["Three sections: Food, Walks, Help", "All six together under $120", "Under 100 words"],
)
def test_numbers_that_a_constraint_has_in_other_words_are_accounted_for(said):
    """As many as there are names, all together, one less than the bound."""
    assert read_request(f"Write it. {said}.").unread == ()


def test_a_verdict_that_is_withheld_says_why():
    """With the working, by which a person can decide it."""
    (one,) = read_by_program("Write it. Two paragraphs. Let each idea dance.").listed
    judged = one.judge(Text("One."))
    assert judged.reason == "it is not kept as it was read, but may mean something else."
    assert judged.working[0] == "1 paragraph"
    assert one.judge(Text("One is here.\n\nTwo is here.")).satisfied


@pytest.mark.parametrize(
    ("request_", "shape"),
    [
        ("Write a letter to my landlord about a leak, max 90 words.", Shape()),
        ("Write a reply to a review and thank her for a nice card.", Shape()),
        ("Write a word of 8 letters.", Shape()),
        ("Give me a slogan and a tweet.", Shape(several=True)),
        ("Write three haikus.", Shape(several=True)),
        ("Two versions please.", Shape(several=True)),
        ("I need: 1) a note to school 2) a message to her gran", Shape(several=True)),
        ("One text for the shop (15 words), one for the window.", Shape(several=True)),
        ("Write a poem. Then explain it.", Shape(more=True)),
        ("Translate it and add 'Bye!' as a last line.", Shape(more=True, apart=True)),
        ("A press release with a headline.", Shape(apart=True)),
        ("Flashcards, 12 words.", Shape(of_words=True)),
        ("A CSV of trees.", Shape(csv=True, data=True)),
    ],
)
def test_the_shape_of_a_request(request_, shape):
    """Several texts, a second part, lines that stand apart, a list of words, a file."""
    assert shape_of(request_) == shape


@pytest.mark.parametrize(
    ("response", "wanted"),
    [
        ("Here is the note:\n\nIt rains.", None),
        ("Sure, happy to help!\n\nIt rains.\n\nLet me know if you need more.", None),
        ("It rains.\n\nIt has 9 characters.", None),
        ("It rains a lot.\n\nAnd it pours.", False),
        ("It rains.", True),
    ],
)
def test_lines_around_what_was_asked_for_may_not_count(response, wanted):
    """For what is read from a request; a length that is given is of all that there is."""
    (one,) = read_by_program("Write a note of max 2 words.").listed
    assert one.judge(Text(response)).satisfied is wanted
    assert from_spec({"type": "words", "max": 2}).judge(response).satisfied is (wanted is True)


@pytest.mark.parametrize(
    ("said", "types"),
    [
        ("Two bullet lists: Do and Don't", set()),
        ("The word tea must not be in it", {"excludes"}),
        ("The word tea must be in it", {"contains"}),
        ("Don't say widowed", {"mentions"}),
        ("Make it YAML: schedule is 9:00, quiet hours from 20:00 till 7:30", {"yaml_valid"}),
    ],
)
def test_what_the_thirteenth_set_showed(said, types):
    """In other words than its own."""
    assert {one.id for one in read_request(f"Write it. {said}.").constraints} <= types


def test_what_stands_below_a_number_is_no_item_that_could_be_told():
    """And a postscript behind the end leaves it open."""
    assert verdict("lines", "**1.**\nA\nB\n\n**2.**\nC\nD", exactly=2, where="each item") is None
    assert verdict("ends_with", "Hello.\n\nAnn\n\nPS: Bring tea.", phrase="Ann") is None
    assert verdict("ends_with", "Hello.\n\nBob\n\nPS: Bring tea.", phrase="Ann") is False
