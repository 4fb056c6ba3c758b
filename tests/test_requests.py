"""How a request is read: its pieces, its constraints, and what is told as not read.

`data/requests_work.jsonl` has 60 requests of everyday use by other eyes, with 396 requirements and
two responses each; it was worked with. The second to the fifteenth set are by other eyes too, and
were worked with after a first look: the figures of that are in `bench/RESULTS.md`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.checking.constraint_types import from_spec, known, type_of
from tamis.checking.extraction.pieces import pieces
from tamis.checking.extraction.published import published
from tamis.checking.extraction.request import read_request

sys.path.append(str(Path(__file__).parents[1] / "bench"))
from everyday import measure

DATA = Path(__file__).parent / "data"
DENIED = "wrong: satisfied called the other"
IFBENCH = Path(__file__).parents[2] / "shared/data/ifbench/prompts.jsonl"


def specs(request: str) -> list[dict]:
    """What is read of a request, as plain values."""
    return [one.spec() for one in read_request(request).constraints]


@cache
def counts(name: str):
    """What `bench/everyday.py` counts of a set."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return measure([json.loads(line) for line in lines])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("requests_work.jsonl", (396, 251, 144, 502, 345, 0)),
        ("requests_second.jsonl", (388, 219, 165, 438, 267, 0)),
        ("requests_third.jsonl", (395, 194, 199, 388, 215, 0)),
        ("requests_fourth.jsonl", (155, 65, 88, 130, 74, 0)),
        ("requests_fifth.jsonl", (400, 147, 240, 436, 213, 0)),
        ("requests_sixth.jsonl", (355, 132, 221, 264, 129, 0)),
        ("requests_seventh.jsonl", (374, 170, 198, 340, 177, 0)),
        ("requests_eighth.jsonl", (469, 186, 270, 372, 201, 0)),
        ("requests_ninth.jsonl", (418, 182, 230, 364, 193, 0)),
        ("requests_tenth.jsonl", (346, 119, 220, 238, 110, 0)),
        ("requests_eleventh.jsonl", (356, 107, 246, 214, 82, 0)),
        ("requests_twelfth.jsonl", (380, 129, 245, 258, 99, 0)),
        ("requests_thirteenth.jsonl", (378, 123, 240, 246, 140, 0)),
        ("requests_fourteenth.jsonl", (398, 150, 240, 300, 149, 0)),
        ("requests_fifteenth.jsonl", (411, 151, 255, 302, 151, 0)),
    ],
)
def test_requests_of_everyday_use(name, expected):
    """To the digit, so that whatever changes a reading or a verdict is seen: requirements, those
    read, those told as not read; verdicts, those decided, and "satisfied" wrongly denied.

    A violation is never passed.
    """
    found = counts(name)
    kinds = ("requirements", "read", "told", "verdicts", "decided", DENIED)
    assert tuple(found[one] for one in kinds) == expected
    assert found["wrong: not satisfied called the other"] == 0
    assert found["false green"] == 0


@pytest.mark.parametrize(
    "request_",
    [
        "List 5 fruits that are red. No commas.",
        "Write a note that ends with a question. At most 20 words.",
        "Write a formal letter of at most 30 words.",
        "Write an acrostic for OCEAN in at most 30 words.",
        "I'm allergic to peanuts. Write a recipe of at most 20 words.",
        "Plan a dinner. My budget is $50. At most 90 words.",
        "Write a story with a happy ending. At most 30 words.",
        "Write an e-mail to Bob telling him that we meet on Friday. At most 30 words.",
        "The last line should be a question. Max 50 words.",
        "Sign it with my name, Ana. Max 50 words.",
    ],
)
def test_what_the_task_itself_demands_is_told(request_):
    """Fresh eyes found these passed with nothing said of the rest."""
    read = read_request(request_)
    asked = {one.id for one in read.constraints}
    assert read.unread or asked - {"words", "no_characters"}


@pytest.mark.parametrize(
    ("said", "spec"),
    [
        ("No marketing language", {"about": "marketing language", "never": True}),
        ("Don't use external libraries", {"about": "external libraries", "never": True}),
        ("Don't mention our competitor Brightly", {"about": "competitor Brightly", "never": True}),
        ("No garlic", {"type": "excludes", "terms": ("garlic",), "thing": True}),
        ('Avoid the letter "e"', {"type": "letter", "letter": "e", "max": 0}),
        ("Never use the word very or really", {"type": "excludes", "terms": ("very", "really")}),
        ("Keep sentences under 5 words", {"type": "words", "max": 4, "where": "each sentence"}),
        ("Wrap lines at 72 characters", {"type": "characters", "max": 72, "where": "each line"}),
    ],
)
def test_what_other_eyes_saw_read_wrongly(said, spec):
    """A ban on a thing is not kept by leaving its words out; only foods are known so well."""
    (found,) = specs(f"Write it. {said}.")
    assert {**found, **spec} == found
    assert len(specs(f"Write a story with two characters. {said}.")) == 1


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("No bullets", [{"type": "bullets", "max": 0}]),
        ("No bullet points please", [{"type": "bullets", "max": 0}]),
        ("No code blocks", [{"type": "code_blocks", "max": 0}]),
        ("No tables or lists", [{"type": "tables", "max": 0}, {"type": "list_items", "max": 0}]),
        ("No questions at all", [{"type": "questions", "max": 0}]),
        ("No headings in the answer", [{"type": "headings", "max": 0}]),
        ("No bullet over 9 words", [{"type": "words", "max": 9, "where": "each bullet"}]),
        ("No headings in title case", []),
        ("No sentence in all caps", []),
        ("None of the lines in uppercase", []),
    ],
)
def test_a_part_that_is_not_wanted_is_none_that_keeps_to_something(said, expected):
    """ "No bullets" was once "no bullets in each bullet", which every bullet keeps to."""
    found = read_request(f"Write it. {said}.")
    assert [one.spec() for one in found.constraints] == expected
    assert bool(found.unread) is not bool(expected)


@pytest.mark.parametrize(
    ("said", "spec"),
    [
        ("No more than 10 km in total", {"type": "quantity", "max": 10, "unit": "km"}),
        ("Use no more than 200 g of sugar", {"type": "quantity", "max": 200, "subject": "sugar"}),
        ("Under 500 calories per serving", {"type": "quantity", "below": 500, "per": "serving"}),
        ("At most 200 characters, not counting spaces", {"max": 200, "spaces": False}),
        ("At most 200 characters including spaces", {"max": 200}),
        ('Use exactly one of "red", "blue"', {"type": "contains_any", "exactly": 1}),
        ('Include one of the words "red", "blue"', {"type": "contains_any"}),
        ('Don\'t use any of the words "red", "very blue"', {"type": "excludes"}),
    ],
)
def test_numbers_and_choices_mean_what_was_said(said, spec):
    """10 km was once 10,000 km, a serving a day, and one of three all three of them."""
    (found,) = specs(f"Write it. {said}.")
    assert {**found, **spec} == found
    assert ("exactly" in found, "where" in found) == ("exactly" in spec, False)


@pytest.mark.parametrize(
    "said",
    [
        "Spend at least $100 on food",
        "Spend no more than $100 on gifts",
        "Study no more than 3 hours a day",
        "Drink at least 2 liters of water",
        'Use at most one of "red", "blue"',
        'Use two of "red", "blue", "green"',
        "At most 200 characters excluding spaces",
    ],
)
def test_what_limits_a_demand_and_is_not_read_leaves_it_unread(said):
    """A sum for food is no sum of everything: words of a type's examples are not accounted for."""
    found = read_request(f"Write it. {said}.")
    assert (found.constraints, found.unread) == ((), (said.rstrip("."),))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Don't use the word 'gently' more than once", [{"type": "keyword", "max": 1}]),
        ("Never use the word 'gently' less than twice", [{"type": "keyword", "min": 2}]),
        ("The word 'never' may appear once", [{"type": "keyword", "max": 1}]),
        ("The word 'never' is allowed twice", [{"type": "keyword", "max": 2}]),
        ("The word 'never' must appear exactly once", [{"type": "keyword", "exactly": 1}]),
        ("Every line is in English and is at most 60 characters", None),
        ("'Creamy' may appear in just one of the three", []),
        ("Lunch not before 12:00", []),
        ("Nothing before 12:00", [{"type": "clock", "not_before": "12:00"}]),
        ("Two safety rules posters", []),
        ("Mention the price once", []),
        ("The total goes up but never more than 25 km", [{"where": "some part", "max": 25}]),
    ],
)
def test_what_the_seventh_set_showed(said, expected):
    """The causes of the wrong verdicts at the first look, in other words than those of the set."""
    found = specs(f"Write it. {said}.")
    if expected is None:
        assert not [one for one in found if one["type"] == "characters" and "where" not in one]
        return
    assert len(found) == len(expected), found
    for one, spec in zip(found, expected, strict=True):
        assert {**one, **spec} == one


@pytest.mark.parametrize(
    ("task", "noun", "read"),
    [
        ("Write a tweet and a blurb for our soap", "Tweet", False),
        ("Write a slogan, a short tweet and a product description", "Slogan", False),
        ("Write a tweet for a shop", "Tweet", True),
        ("Write an e-mail to a friend and a colleague", "E-mail", True),
    ],
)
def test_of_several_texts_a_length_is_of_one(task, noun, read):
    """ "Tweet up to 140 characters" is no length of the tweet and the blurb together."""
    found = specs(f"{task}. {noun} up to 140 characters.")
    whole = {"type": "characters", "max": 140}
    assert found == [whole if read else {**whole, "where": "one of the texts"}]


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
    assert one.sentence.startswith("some part: ")


@pytest.mark.parametrize(
    ("said", "read", "unread"),
    [
        ("Max 60 words, bouncy", [{"type": "words", "max": 60}], ["bouncy"]),
        ("Bouncy, max 60 words", [{"type": "words", "max": 60, "where": "some part"}], ["Bouncy"]),
        ("Max 60 words, bouncy, two lines, please",
         [{"type": "words", "max": 60}, {"type": "lines", "exactly": 2, "where": "some part"}],
         ["bouncy"]),
    ],
)  # fmt: skip
def test_what_lies_between_commas_is_read_where_the_whole_is_not(said, read, unread):
    """And what follows something that was not read may be about that."""
    found = read_request(f"Write it. {said}.")
    assert [one.spec() for one in found.constraints] == read
    assert list(found.unread) == unread


@pytest.mark.parametrize(
    "said",
    ["may appear", "might appear", "is allowed", "is permitted", "can be used", "can appear",
     "can occur", "can come"],
)  # fmt: skip
def test_what_is_permitted_is_a_most(said):
    """Once, or not at all."""
    (found,) = specs(f"Write it. The word 'never' {said} once.")
    assert {key: found.get(key) for key in ("type", "max", "exactly")} == {
        "type": "keyword", "max": 1, "exactly": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("thing", "read"),
    [("everything", True), ("it", True), ("all", True), ("this", True), ("them", True),
     ("gifts", False), ("the hotel", False)],
)  # fmt: skip
def test_a_sum_spent_on_a_thing_is_of_that_thing(thing, read):
    """ "On it all" is the whole."""
    found = specs(f"Write it. Spend no more than $100 in total on {thing}.")
    assert bool(found) is read


@pytest.mark.parametrize(
    "never", ["more than", "less than", "over", "under", "above", "below", "longer than"]
)
def test_what_never_goes_over_is_what_was_named_before(never):
    """And where that was not read, it is of some part."""
    found = specs(f"Write it. The walk grows each week but never {never} 25 km.")
    assert [(one["type"], one["where"]) for one in found] in ([], [("quantity", "some part")])


def test_figures_of_a_workout_are_of_what_they_say():
    """Of the week, of a session, and of the days of one thing."""
    found = read_request(
        "Give me a 5-day workout plan. Each session must fit in 35 minutes. The total for the week "
        "can't exceed 150 minutes. Legs on exactly two days."
    )
    assert [one.spec()["says"] for one in found.constraints] == [
        "The workout plan must be for 5 days.",
        "Each workout session must last no more than 35 minutes.",
    ]
    assert found.unread == (
        "The total for the week can't exceed 150 minutes",
        "Legs on exactly two days",
    )


def test_material_in_quotes_is_not_demanded():
    """A paragraph in quotes, and lines that begin with `>`."""
    for material in ('"The lamp is broken, nobody came."', '> It was cold, "no refunds". Never!'):
        read = read_request(f"Answer in at most 10 words.\n\n{material}")
        assert [one.id for one in read.constraints] == ["words"]


def test_a_request_is_cut_into_pieces():
    """At words that begin another demand; what is in quotes is one token, and a list is one."""
    request = (
        'Max. 60 words, polite pls and mention "A, and B". Avoid "x" or "y"; (e.g. z); no. 5 is.\n'
        "- no emojis\n- sign it P. Novak"
    )
    assert [piece.text for piece in pieces(request)] == [
        "Max. 60 words",
        "polite pls",
        'mention "A, and B"',
        'Avoid "x" or "y"',
        "no. 5 is",
        "no emojis",
        "sign it P. Novak",
    ]


def test_the_places_of_pieces_are_places_of_the_request():
    """So that a page can show where a constraint is from."""
    request = 'Write a poem (short), "with rain".\n\n* no commas,   please\n* 4 lines each'
    for piece in pieces(request):
        start, end = piece.span
        assert request[start:end] == piece.text


@pytest.mark.parametrize(
    ("said", "spec"),
    [
        ("at most 60 words", {"type": "words", "max": 60}),
        ("under 60 words", {"type": "words", "max": 59}),
        ("no fewer than 60 words", {"type": "words", "min": 60}),
        ("60 words max", {"type": "words", "max": 60}),
        ("60 words or fewer", {"type": "words", "max": 60}),
        ("it must not exceed 60 words", {"type": "words", "max": 60}),
        ("between 50 and 60 words", {"type": "words", "min": 50, "max": 60}),
        ("about 60 words", {"type": "words", "about": 60}),
        ("more than two paragraphs", {"type": "paragraphs", "min": 3}),
        ("every bullet max 12 words", {"type": "words", "max": 12, "where": "each bullet"}),
        ("no bullet longer than 12 words", {"type": "words", "max": 12, "where": "each bullet"}),
        (
            "the last sentence has 5 words",
            {"type": "words", "exactly": 5, "where": "last sentence"},
        ),
        ("no emojis", {"type": "emojis", "max": 0}),
        ('start with "Dear all"', {"type": "starts_with", "phrase": ["Dear all"]}),
        ("last line: HAVE FUN", {"type": "ends_with", "phrase": ["HAVE FUN"]}),
        ('use the word "sea" twice', {"type": "keyword", "term": "sea", "exactly": 2}),
        ("don't use the word free", {"type": "excludes", "terms": ["free"]}),
        ("in German", {"type": "language", "language": "German"}),
        ("everything lowercase", {"type": "letter_case", "case": "lower"}),
        ("nothing before 10:00", {"type": "clock", "not_before": "10:00"}),
        ("no jargon", {"type": "style", "manner": "jargon", "avoided": True}),
    ],
)
def test_wordings_of_demands(said, spec):
    """As people word them, each with the constraint that it means."""
    found = read_request(f"Write it. {said}.")
    assert len(found.constraints) == 1, found
    got = found.constraints[0].spec()
    assert {
        key: got[key] if not isinstance(got[key], tuple) else list(got[key]) for key in spec
    } == spec
    assert found.unread == ()


@pytest.mark.parametrize(
    ("request_", "unread"),
    [
        ("Write it. Every customer must get a discount.", "Every customer must get a discount"),
        ("Write it. The body should be three paragraphs.", "The body should be three paragraphs"),
        ("Write it. Headline in bold, max 10 words.", "Headline in bold"),
        ('Write it. Add a line at the end that begins with "Tip".', "begins with"),
        ("Write it. Make sure the tone of it fits a wake.", "Make sure the tone of it fits a wake"),
    ],
)
def test_what_is_not_read_is_told(request_, unread):
    """Above all where a demand is about a part that no type can name."""
    assert any(unread in part for part in read_request(request_).unread), read_request(request_)


@pytest.mark.parametrize(
    "told",
    ["We sold 1,200 of these last year.", "I have 24 pupils.", "My boss is picky, thanks so much!"],
)
def test_what_tells_of_life_demands_nothing(told):
    """Numbers of the user's own life are no bounds."""
    found = read_request(f"Write an e-mail. {told}")
    assert (found.constraints, found.unread) == ((), ())


def test_a_pair_of_demands_on_one_sentence_are_two():
    """Both are read, and their words are accounted for."""
    found = read_request("Write an e-mail of at most 60 words with exactly three bullet points.")
    assert [one.spec() for one in found.constraints] == [
        {"type": "words", "max": 60},
        {"type": "bullets", "exactly": 3},
    ]
    assert found.unread == ()


def test_figures_of_a_plan_are_read_for_the_judge_of_plans():
    """They become sentences that it reads; the rest of the request is read as any other."""
    found = specs(
        "A 2-day meal plan with at least 100 g of protein and 3 meals a day. Max 80 words."
    )
    assert [one["type"] for one in found] == ["plan", "plan", "plan", "words"]


def test_wordings_of_types_are_read():
    """Of all wordings that the types name, to the digit, those read as the type with its
    parameters; the others are told, or read as another type."""
    right = total = 0
    for id in known():
        if id in ("plan", "instruction"):
            continue
        made = type_of(id)
        for wording, given_ in made.wordings.items():
            total += 1
            right += read_request(f"Write it. {wording}.").constraints == (made(**given_),)
    assert (right, total) == (432, 567)


@pytest.mark.skipif(not IFBENCH.exists(), reason="needs ../shared/data/ifbench")
def test_the_instructions_of_released_prompts_are_read():
    """Of 164 all types, and all arguments but a text to repeat that goes on behind a question."""
    exact, types, others, total = 0, 0, 0, 0
    for line in IFBENCH.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found = {one.id: plain(one.arguments) for one in published(row["prompt"])}
        wanted = dict(zip(row["instruction_id_list"], row["kwargs"], strict=True))
        total += len(wanted)
        types += len(found.keys() & wanted.keys())
        others += len(found.keys() - wanted.keys())
        exact += sum(found.get(id) == plain(given or {}) for id, given in wanted.items())
    assert (total, types, others) == (164, 164, 0)
    assert exact >= 163


def plain(given: Mapping[str, object]) -> dict[str, object]:
    """Arguments without those that are None, and with single spaces."""
    return {
        name: " ".join(value.split()) if isinstance(value, str) else value
        for name, value in given.items()
        if value is not None
    }


def test_instructions_of_ifbench_are_read_by_their_wording():
    """With their arguments; the rest of the request is the text to repeat."""
    request = (
        "Include keyword rain once in your response, keyword snow twice in your response, keyword "
        "ice three times in your response, keyword fog five times in your response, and keyword "
        "sun seven times in your response. What is weather?"
    )
    (one,) = published(request)
    assert one.id == "count:keywords_multiple"
    assert list(one.arguments.values()) == ["rain", "snow", "ice", "fog", "sun"]
    (two,) = published(
        "What is weather? Copy the span of words that lies between (and including) index 1 and 2, "
        "the indices are word indices, split by whitespace!"
    )
    assert two.arguments == {"n_start": 1, "n_end": 2, "prompt_to_repeat": "What is weather?"}
    assert from_spec({"type": "instruction", "name": two.id, "arguments": dict(two.arguments)})


@given(st.text(st.sampled_from("ab \n\"'“”.,;:()-1 noeachmustword<>{}[]`*") | st.characters()))
def test_no_request_is_too_strange(text):
    """Whatever it holds, reading it comes to an end, and every place lies in it."""
    for part in read_request(text).parts:
        assert text[part.span[0] : part.span[1]] == part.text


@pytest.mark.parametrize(
    "unit",
    [
        "no ", "each bullet max 9 words, ", '"', "¤", "(", "a to b ", "must not ", "1 ", "x,",
        "A. ", "\n- a", 'the words "a" and ', "include the ", "start it the all with ",
        "it must be nice, and it must be good; ",
    ],
)  # fmt: skip
def test_time_grows_with_the_length_and_no_faster(unit):
    """Eight times the text in at most some twenty times the time."""

    def spent(size: int) -> float:
        text = unit * (size // len(unit))
        start = time.process_time()
        read_request(text)
        return time.process_time() - start

    def least(size: int) -> float:
        return min(spent(size) for _ in range(3))

    assert least(16_000) < 25 * least(2_000) + 0.05
