"""How a request is read: its constraints, the places of its words, and what is told as not read.

`data/requests_work.jsonl` has 60 requests of everyday use by other eyes, with 396 requirements and
two responses each; it was worked with. Three sets more are by other eyes too, and were worked with
after a first look; the first looks of all fourteen are in `bench/RESULTS.md`.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.checking.constraint_types import Text, from_spec, known, type_of
from tamis.checking.extraction.pieces import pieces
from tamis.checking.extraction.plans import by_program
from tamis.checking.extraction.request import read_request
from tamis.checking.response_check import read_by_program

sys.path.append(str(Path(__file__).parents[1] / "bench"))
from everyday import measure

DATA = Path(__file__).parent / "data"


def specs(request: str) -> list[dict]:
    """What is read of a request, as plain values."""
    return [json.loads(json.dumps(one.spec())) for one in read_request(request).constraints]


# Requests that others wrote


@pytest.mark.parametrize(
    ("name", "read", "missed", "right"),
    [
        # At the first look: –.
        ("requests_work", 251, 1, 345),
        # At the first look: 125 of 378 read, 16 missed; 139 of 150 verdicts right, 10 denied.
        ("requests_thirteenth", 123, 15, 140),
        # At the first look: 150 of 398 read, 8 missed; 145 of 150 verdicts right, 1 denied.
        ("requests_fourteenth", 150, 8, 148),
        # At the first look: 152 of 411 read, 5 missed; 152 of 153 verdicts right, 1 denied.
        ("requests_fifteenth", 151, 5, 151),
    ],
)
def test_requests_of_everyday_use(name, read, missed, right):
    """Of the requirements at least so many are read, at most so many neither read nor told.

    Of the verdicts on two responses to each at least so many are right; no satisfied requirement
    is denied, no violation is passed, and no response with one gets exit code 0.
    """
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = measure([json.loads(line) for line in lines])
    wrong = sum(number for key, number in found.items() if key.startswith("wrong: "))
    assert found["read"] >= read
    assert found["missed"] <= missed
    assert found["decided"] - wrong >= right
    assert wrong <= found["wrong: unclear called the other"] <= 1
    assert found["false green"] == 0


def test_wordings_of_types_are_read():
    """Of all wordings that the types name, as the type with its parameters; the others are told.

    432 of 567 on 2026-11-27.
    """
    right = 0
    for id in known():
        if id != "plan":
            for wording, meant in type_of(id).wordings.items():
                read = read_request(f"Write it. {wording}.")
                right += read.constraints == (type_of(id)(**meant),)
                assert read.constraints or read.unread, wording
    assert right >= 432


# Wordings and what they mean


@pytest.mark.parametrize("case", (DATA / "request_cases.txt").read_text("utf-8").splitlines())
def test_a_plain_demand_is_read_or_told(case):
    """The central wordings of each type as the constraint that they mean; the rest as not read."""
    said, _, wanted = case.partition(" => ")
    read = read_request(f"Write it. {said}.")
    got = [json.loads(json.dumps(one.spec())) for one in read.constraints]
    if wanted == "unread":
        assert (got, bool(read.unread)) == ([], True)
    else:
        assert got == json.loads(wanted)
        assert read.unread == ()


@pytest.mark.parametrize(
    ("request_", "type_", "where"),
    [
        ("Write an ad. Headline under 10 words.", "words", "part headline"),
        ("Make a table. Notes column five words max.", "words", "column Notes"),
        ("Make a poster. Three rules. One bullet each, max 9 words.", "words", "each bullet"),
        ("Write it. One quote from Ann, our chair, not over 30 words.", "words", "some part"),
        ("Write two letters. Max 80 words.", "words", "one of the texts"),
        ("Write a letter. Max 80 words.", "words", None),
        ("Write a tweet and a blurb. Tweet up to 140 characters.", "characters",
         "one of the texts"),
        ("Translate it. Four sentences. Add 'Bye!' as a last line.", "sentences",
         "one of the texts"),
        ("Write it. Headings in capitals.", "letter_case", "each heading"),
        ("Write it. Bouncy, max 60 words.", "words", "some part"),
    ],
)  # fmt: skip
def test_of_which_part_a_bound_is(request_, type_, where):
    """The part that its words name, some part where they do not, else the whole."""
    assert (type_, where) in [(one["type"], one.get("where")) for one in specs(request_)]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("We sold 1,200 of these last year", "told"),
        ("I have 24 pupils", "told"),
        ("My boss is picky, thanks so much", "told"),
        ("My dog is walked a lot", "told"),
        ("My dog must be walked in it", "unread"),
        ("I'm allergic to it", "unread"),
        ("You can add a lamp", "told"),
        ("You can only add a lamp", "unread"),
        ("Every customer must get a discount", "unread"),
        ("Headline in bold, max 10 words", "unread"),
        ("Make sure the tone of it fits a wake", "unread"),
    ],
)
def test_a_piece_demands_or_tells(said, kind):
    """The user's own life demands nothing; a demand that no type can name is told as not read."""
    read = read_request(f"Write it. {said}.")
    assert bool(read.unread) is (kind == "unread")
    assert kind in {part.kind for part in read.parts}


@pytest.mark.parametrize(
    "request_",
    [
        "List 5 fruits that are red. No commas.",
        "Write a note that ends with a question. At most 20 words.",
        "I'm allergic to peanuts. Write a recipe of at most 20 words.",
        "Plan a dinner. My budget is $50. At most 90 words.",
        "Write a story with a happy ending. At most 30 words.",
        "Sign it with my name, Ana. Max 50 words.",
    ],
)
def test_what_the_task_itself_demands_is_told(request_):
    """Fresh eyes found these passed with nothing said of the rest."""
    read = read_request(request_)
    assert read.unread or {one.id for one in read.constraints} - {"words", "no_characters"}


def test_material_is_not_demanded():
    """A paragraph in quotes, lines that begin with `>`, notes, and blocks of code."""
    for material in (
        '"The lamp is broken, nobody came."', '> It was cold, "no refunds". Never!',
        "```\nno emojis\n```", "Context: blue lamps.",
    ):  # fmt: skip
        read = read_request(f"Answer in at most 10 words.\n\n{material}")
        assert [one.id for one in read.constraints] == ["words"], material


# Laws

SAID = ["At most 60 words", "Exactly three bullet points", "No emojis",
        "Don't use the word free", "Let every idea answer the one before it"]  # fmt: skip
MEANT = [{"type": "bullets", "exactly": 3}, {"type": "emojis", "max": 0},
         {"type": "excludes", "terms": ["free"]}, {"type": "words", "max": 60}]  # fmt: skip


@pytest.mark.parametrize("joint", [". ", "\n", "\n- "])
def test_neither_order_nor_layout_changes_what_is_read(joint):
    """As sentences, lines or a list, in each order; the fifth is always told."""
    for order in [*permutations(SAID)][::7]:
        request = f"Write a note{joint}{joint.join(order)}"
        read = sorted(specs(request), key=lambda one: one["type"])
        assert (read, read_request(request).unread) == (MEANT, (SAID[-1],)), order


@pytest.mark.parametrize(
    "alike",
    [
        "every line starts with the letter S|every line begins with the letter S|each line opens "
        "with the letter S|all lines start with the letter S|each line must start with the "
        "letter S",
        "end with a question mark|please end with a question mark|it should end with a question "
        "mark|finish with a question mark",
        "don't use bullet points|never use bullet points|avoid bullet points|no bullets|no bullet "
        "points please",
        "under 500 calories per serving|below 500 calories per serving|less than 500 calories per "
        "serving|fewer than 500 calories per serving",
        "at most 60 words|60 words max|60 words or fewer|it must not exceed 60 words|up to 60 "
        "words|no more than 60 words|AT MOST 60 WORDS",
        "all uppercase|all upper case|in capital letters|all caps",
    ],
)  # fmt: skip
def test_wordings_that_mean_the_same_are_read_as_the_same(alike):
    """Verbs, denials, "each" and "all", two words for one."""
    first, *others = alike.split("|")
    (wanted,) = specs(f"Write it. {first}.")
    assert all(specs(f"Write it. {other}.") == [wanted] for other in others)


def test_nothing_is_read_twice():
    """What is said three times is one constraint, and its words are accounted for."""
    read = read_request("Write it in at most 60 words. Max 60 words, 60 words max.")
    assert [one.spec() for one in read.constraints] == [{"type": "words", "max": 60}]
    assert read.unread == ()


def test_two_demands_of_a_sentence_are_two():
    """Both are read."""
    said = "Write an e-mail of at most 60 words with exactly three bullet points."
    assert specs(said) == [MEANT[3], MEANT[0]]


def test_a_request_is_cut_at_words_that_begin_another_demand():
    """What is in quotes is one token, a list is one; each piece stands at its place."""
    request = (
        'Max. 60 words, polite pls and mention "A, and B". Avoid "x" or "y"; (e.g. z); no. 5 is.\n'
        "- no emojis,   please\n* sign it P. Novak"
    )
    found = [*pieces(request)]
    assert [piece.text for piece in found] == [
        "Max. 60 words", "polite pls", 'mention "A, and B"', 'Avoid "x" or "y"', "no. 5 is",
        "no emojis,   please", "sign it P. Novak",
    ]  # fmt: skip
    assert [request[slice(*piece.span)] for piece in found] == [piece.text for piece in found]


# Verdicts on what was read


@pytest.mark.parametrize(
    ("spec", "verdicts"),
    [
        ({"type": "words", "max": 4}, (True, None, None)),
        ({"type": "words", "min": 6}, (False, None, None)),
        ({"type": "words", "exactly": 6}, (False, True, None)),
        ({"type": "words", "min": 2, "max": 6}, (True, True, None)),
        ({"type": "words", "about": 3}, (True, None, None)),
        ({"type": "contains", "terms": "tea"}, (None, False, None)),
        ({"type": "excludes", "terms": "tea"}, (None, True, None)),
        ({"type": "starts_with", "phrase": "Tea"}, (None, None, None)),
        ({"type": "exclamations", "max": 0}, (True, True, None)),
    ],
)
def test_of_some_part_only_what_holds_of_every_part_is_decided(spec, verdicts):
    """No part has more than the whole; what the whole lacks, each part lacks.

    A whole that keeps to a bound on both sides is taken to be meant.
    """
    texts = (
        "Tea is warm.",
        "Milk is cold, and rather white.",
        "Milk! Tea is warm, and rather red.",
    )
    one = from_spec({**spec, "where": "some part"})
    assert tuple(one.judge(text).satisfied for text in texts) == verdicts


@pytest.mark.parametrize(
    ("said", "text", "wanted"),
    [
        # Forbidden words and the length of each part are hardly read wrongly.
        ("Don't use the word 'cheap'", "Cheap tea.", False),
        ("Each bullet max 2 words", "- a b c", False),
        ("Max 2 words", "One two three.", False),
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
    beside = read_by_program(f"Write it. {said}. Let each idea dance with the next.")
    verdicts = {one.judge(Text(text)).satisfied for one in beside.listed}
    assert beside.unread
    assert wanted in verdicts
    assert (False in verdicts) is (wanted is False)
    if said in ("Two paragraphs", "At least 3 tips", "Don't mention the price"):
        alone = read_by_program(f"Write it. {said}.")
        assert alone.unread == ()
        assert {one.judge(Text(text)).satisfied for one in alone.listed} == {False}


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


# Plans


@pytest.mark.parametrize("case", (DATA / "plan_requests.txt").read_text("utf-8").split("\n\n"))
def test_the_figures_of_a_plan_become_sentences(case):
    """Those that the judge of plans reads, with their bounds and scopes, in the request's order.

    `?` stands before what is told as not understood.
    """
    request, *wanted = case.strip().split("\n")
    read = by_program(request.replace(" / ", "\n"))
    assert [*read.constraints, *(f"? {one}" for one in read.not_understood)] == wanted


def test_figures_of_a_plan_are_read_beside_the_rest():
    """The rest of the request is read as any other; what is of one session or one thing is told."""
    asked = "A 2-day meal plan with at least 100 g of protein and 3 meals a day. Max 80 words."
    assert [one["type"] for one in specs(asked)] == ["plan", "plan", "plan", "words"]
    found = read_request(
        "Give me a 5-day workout plan. Each session must fit in 35 minutes. The total for the week "
        "can't exceed 150 minutes. Legs on exactly two days."
    )
    assert [one.spec()["says"] for one in found.constraints] == [
        "The workout plan must be for 5 days.",
        "Each workout session must last no more than 35 minutes.",
    ]
    assert len(found.unread) == 2


# Hostile requests

KNOWN = """
at least no more than between and 3 4,5 12:30 pm meals calories g of protein hours each day per
session ( ) , . a 1- workout schedule without in the exactly one or two % must word bullets ½
"""


@given(
    st.text(st.sampled_from("ab \n\"'“”.,;:()-1 noeachmustword<>{}[]`*½٣و") | st.characters())
    | st.lists(st.sampled_from(KNOWN.split()), max_size=40).map(" ".join)
)
def test_no_request_is_too_strange(text):
    """Whatever it holds, reading it comes to an end, and every place lies in it."""
    for part in read_request(text).parts:
        assert text[part.span[0] : part.span[1]] == part.text
    read_by_program(text)


@pytest.mark.parametrize(
    "unit",
    [
        "each bullet max 9 words, ", '"', "(", "a to b ", "must not ", "1,", "a 1-", "\n- a",
        'the words "a" and ', "start it the all with ", "1 hour for x and y, ",
        "it must be nice, and it must be good; ",
    ],
)  # fmt: skip
def test_time_grows_with_the_length_and_no_faster(unit):
    """Eight times the text in at most some twenty times the time: a square would be 64."""

    def spent(size: int) -> float:
        text = unit * (size // len(unit))
        start = time.thread_time()
        read_by_program(text)
        return time.thread_time() - start

    def least(size: int) -> float:
        """Of three: a collection of garbage falls into one of them."""
        return min(spent(size) for _ in range(3))

    assert least(8_000) < 25 * least(1_000) + 0.05
