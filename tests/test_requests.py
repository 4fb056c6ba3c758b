"""How a request is read: sentences in the wordings of types, and all else told as not read.

`data/violated_c.jsonl` (60) and `data/kept_requests.jsonl` (30) were worked with,
`data/violated_a.jsonl` and `data/violated_b.jsonl` (60 each, by other eyes) were looked at once.
The four sets of requests of everyday use are older; all first looks are in `bench/RESULTS.md`.
"""

from __future__ import annotations

import json
import re
import sys
import time
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.checking.constraint_types import Text, from_spec, known, type_of
from tamis.checking.requests.request import read_request
from tamis.checking.requests.sentences import sentences
from tamis.checking.requests.token import SAYS_NOTHING
from tamis.checking.requests.wordings import worded
from tamis.checking.response_check import keeps, read_by_program

sys.path.append(str(Path(__file__).parents[1] / "bench"))
from everyday import FAULTS, faulty, measure, measure_replies

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict]:
    """The lines of a set."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def specs(request: str) -> list[dict]:
    """What is read of a request, as plain values."""
    return [json.loads(json.dumps(one.spec())) for one in read_request(request).constraints]


# Requests that others wrote


@pytest.mark.parametrize("name", ["violated_a", "violated_b", "violated_c"])
def test_no_violated_request_passes(name):
    """Each reply breaks a modifier, a negation, a condition or an order, and keeps the rest."""
    passed = [
        one["id"]
        for one in rows(f"{name}.jsonl")
        if keeps(one["response"], request=one["request"]).passed
    ]
    assert passed == []


@pytest.mark.parametrize(
    ("request_", "response"),
    [
        ("Give me five names for a dog, one per line.", "Rex, Max, Bo, Ace, Sky"),
        ("Give three tips for sleep, separated by semicolons.", "Read.\nRest.\nBreathe."),
        ("Write 2 sentences about Oslo, both questions.", "Oslo is cold. It is far."),
        ("Write one sentence, passive voice.", "The dog bit the man."),
        ("Give me four names for a band, joined by hyphens.", "- A\n- B\n- C\n- D"),
        ("Plan my day without going over 1,500 kcal.", "- Lunch: 1,700 kcal"),
        ("Three dinners, none above 900 kcal.", "- A: 950 kcal\n- B: 980 kcal\n- C: 990 kcal"),
        ("I can't spend more than 900 kcal on dinner. Write a menu.", "Dinner: 1,000 kcal"),
        ("Each walk at least 40 minutes.", "- Walk: 30 min\n- Walk: 30 min"),
        ("At most 900 kcal, breakfast excluded.", "- Breakfast: 300\n- Lunch: 800 kcal"),
        ("Write a title in double angular brackets.", "A title\n\nA text."),
    ],
)
def test_a_modifier_of_a_demand_is_no_part_of_a_pass(request_, response):
    """These passed once, with the modifier read as its opposite, set aside, or named nowhere."""
    assert not keeps(response, request=request_).passed


def test_plain_requests_pass():
    """Of 30 in plain words, whose replies keep everything, so many end with a pass."""
    passed = sum(
        keeps(one["response"], request=one["request"]).passed for one in rows("kept_requests.jsonl")
    )
    assert passed >= 22


@pytest.mark.parametrize(
    ("name", "read", "right"),
    [
        ("requests_work", 31, 54),
        ("requests_thirteenth", 20, 31),
        ("requests_fourteenth", 19, 29),
        ("requests_fifteenth", 27, 46),
    ],
)
def test_requests_of_everyday_use(name, read, right):
    """Every requirement is read or told, and no verdict is wrong: some 9% are read at all."""
    found = measure(rows(f"{name}.jsonl"))
    wrong = sum(number for key, number in found.items() if key.startswith("wrong: "))
    assert found["missed"] == wrong == found["false green"] == 0
    assert found["read"] >= read
    assert found["decided"] >= right


# Requests that a large model read


@pytest.fixture(scope="module")
def recorded() -> tuple[list[dict], dict[str, str]]:
    """66 requests by other eyes, and a large model's replies to Tamis's prompt."""
    replies = {one["id"]: one["reply"] for one in rows("requests_sixteenth_replies.jsonl")}
    return rows("requests_sixteenth.jsonl"), replies


def test_what_a_large_model_reads(recorded):
    """At the first look: 280 of 280 read, 237 of 560 verdicts given, 227 of them right."""
    found = measure_replies(*recorded)
    assert found["decidable, read"] == 280
    assert found["given"] >= 240
    assert found["given and right"] >= 0.97 * found["given"]
    assert found["read to the last word"] >= 63
    assert found["exit code 0 on a violated one alone"] == 0
    assert found["exit code 0 on a violated one with a right judge"] == 0


@pytest.mark.parametrize("fault", FAULTS)
def test_faulty_replies_of_a_model_make_no_violation_pass(recorded, fault):
    """A requirement that is left out or filed as background, types that are exchanged."""
    requests, replies = recorded
    found = measure_replies(requests, {id: faulty(one, fault) for id, one in replies.items()})
    assert found["exit code 0 on a violated one alone"] == 0
    assert found["exit code 0 on a violated one with a right judge"] == 0
    if fault == "dropped":
        assert found["read to the last word"] <= 6


# Wordings


def wordings():
    """Each wording of each type with the constraint that it means."""
    for id in known():
        if id != "plan":
            for wording, meant in type_of(id).wordings.items():
                yield wording, type_of(id)(**meant)


def read_of(sentence: str) -> list:
    """The constraints that are worded in a text."""
    return [made for one in sentences(sentence) for _, made in worded(one)]


def test_each_wording_is_read_as_its_type():
    """With just its parameters; at most ten a type."""
    assert [one for one, meant in wordings() if read_of(one) != [meant]] == []
    assert all(len(type_of(id).wordings) <= 10 for id in known())


TURNING = ("not", "no", "never", "each", "every", "only", "unless short", "except", "if long",
           "per", "last", "twice", "before", "half", "instead", "reversed", "none")  # fmt: skip


@pytest.mark.parametrize("word", TURNING)
def test_a_word_that_no_wording_has_refuses_it(word):
    """In front, behind, or after the first word: the sentence is not the wording any more."""
    for wording, meant in wordings():
        first, _, rest = wording.rstrip(".").partition(" ")
        for said in (f"{word} {wording}", f"{first} {rest} {word}", f"{first} {word} {rest}"):
            assert meant not in read_of(said), said


def test_values_are_those_of_the_sentence():
    """Numbers with any bound, quotes, and parts."""
    for said, wanted in [
        ("60 words or fewer", {"type": "words", "max": 60}),
        ("It must be no more than 60 words", {"type": "words", "max": 60}),
        ("Use between 20 and 30 words.", {"type": "words", "min": 20, "max": 30}),
        ("Fewer than 10 lines", {"type": "lines", "max": 9}),
        ("more than two paragraphs", {"type": "paragraphs", "min": 3}),
        ("each bullet at most 9 words", {"type": "words", "max": 9, "where": "each bullet"}),
        ("At most 9 words in the first line", {"type": "words", "max": 9, "where": "first line"}),
        ("At most 9 words per line", {"type": "words", "max": 9, "where": "each line"}),
        ("The response must not contain any emojis", {"type": "emojis", "max": 0}),
        ("Please don't use emojis.", {"type": "emojis", "max": 0}),
        ('End with "See you."', {"type": "ends_with", "phrase": ["See you."]}),
    ]:
        got = [json.loads(json.dumps(one.spec())) for one in read_of(said)]
        assert got == [wanted], said


@pytest.mark.parametrize(
    "said",
    [
        "not 60 words", "at most 99999999999999999999 words", "60 words each",
        "no fewer than no words", "at most 20 to 30 words",
        "not at least 60 words", "60 words and 80 words", "Three bullets, at most 12 words",
        "Keep them under 8 words", "Answer the three questions.", "Not in the first line",
        "A catchy title", "At most 60 words per paragraph and line", "under 1.900 words",
        "You don't need bullet points", "It does not need emojis", "No emojis needed",
    ],
)  # fmt: skip
def test_what_is_not_said_for_sure_is_not_read(said):
    """Two readings, a word too many, a part that is not named."""
    assert read_of(said) == []


# A request


def test_every_word_of_a_request_is_accounted_for():
    """It lies in a part that is read, told or shown, or demands nothing."""
    for name in ("work", "thirteenth", "fourteenth", "fifteenth"):
        for row in rows(f"requests_{name}.jsonl"):
            held = set()
            for part in read_request(row["request"]).parts:
                held.update(range(*part.span))
            for word in re.finditer(r"[^\W\d_]+", row["request"]):
                assert word[0].lower() in SAYS_NOTHING or held.issuperset(range(*word.span()))
    assert len(SAYS_NOTHING) <= 40


@pytest.mark.parametrize(
    ("request_", "aside"),
    [
        ("Write a note. At most 9 words.", ["Write a note"]),
        ("Please write me a poem of exactly 8 lines.", ["Please write me a poem"]),
        ("Write a rhyming poem. At most 9 words.", []),
        ("Write a table. At most 9 words.", []),
        ("Write a note to Ana. At most 9 words.", []),
        ("At most 9 words. Write a note.", []),
    ],
)
def test_only_what_is_to_be_made_is_set_aside(request_, aside):
    """At the beginning, of one noun, and shown; what else is said of it is told as not read."""
    read = read_by_program(request_)
    assert list(read.aside) == aside
    assert bool(read.unread) is not bool(aside)


def test_a_pronoun_is_read_only_of_the_whole():
    """After another demand it may mean what that one named."""
    assert read_request("Write a note. It must have at most 9 words.").unread == ()
    assert read_request("Add a title. It must have at most 9 words.").unread


def test_beside_what_is_not_read_a_length_may_be_of_a_part():
    """Then only what holds of every part is decided; what must not be there stays so."""
    request = "Sing of rivers. At most 9 words. No emojis."
    short, long, smile = (keeps(text, request=request) for text in ("Hm.", "Hm. " * 10, "🙂"))
    assert [one.satisfied for one in short.judgements] == [True, True]
    assert [one.satisfied for one in long.judgements] == [None, True]
    assert [one.satisfied for one in smile.judgements] == [True, False]
    assert short.exit_code() == 3


# Laws

SAID = ["At most 60 words", "Exactly three bullet points", "No emojis",
        "Don't use the word 'free'", "Let every idea answer the one before it"]  # fmt: skip
MEANT = [{"type": "bullets", "exactly": 3}, {"type": "emojis", "max": 0},
         {"type": "excludes", "terms": ["free"], "exact": True},
         {"type": "words", "where": "some part", "max": 60}]  # fmt: skip


@pytest.mark.parametrize("joint", [". ", "\n", "\n- ", "; "])
def test_neither_order_nor_layout_changes_what_is_read(joint):
    """As sentences, lines or a list, in each order; the fifth is always told."""
    for order in [*permutations(SAID)][::7]:
        request = f"Write a note{joint}{joint.join(order)}"
        read = sorted(specs(request), key=lambda one: one["type"])
        assert (read, read_request(request).unread) == (MEANT, (SAID[-1],)), order


def test_nothing_is_read_twice():
    """What is said three times is one constraint."""
    read = read_request("Write a note of at most 60 words. Max 60 words. 60 words max.")
    assert [one.spec() for one in read.constraints] == [{"type": "words", "max": 60}]
    assert read.unread == ()


def test_a_request_is_cut_into_sentences():
    """What is in quotes is one token; each sentence stands at its place."""
    request = (
        'Max. 60 words. Mention "A. And B"; no. 5 is.\n'
        "- no emojis,   please\n* sign it\nEnd with 'Bye.'\n"
        "A sentence that goes on\nin the next line."
    )
    found = [*sentences(request)]
    assert [one.text for one in found] == [
        "Max. 60 words", 'Mention "A. And B"', "no. 5 is", "no emojis,   please",
        "sign it", "End with 'Bye.", "A sentence that goes on\nin the next line",
    ]  # fmt: skip
    assert [request[slice(*one.span)] for one in found] == [one.text for one in found]


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
