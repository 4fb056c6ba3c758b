"""`tamis check` and `tamis.check`: files of constraints, verdicts, exit codes, reports, a model."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import tamis
from server import Server
from tamis.checking import ledger, response_check
from tamis.checking.demands import demand
from tamis.checking.judgement import Judgement
from tamis.checking.requests.by_model import Named, by_model, placed, read_list
from tamis.checking.response_check import read_constraints
from tamis.checking.worksheet import Entry, Part, Worksheet
from tamis.types import InputError, Reply

MODEL = "openai-api/lab/test"


# A model names the constraints


@pytest.mark.parametrize(
    "reply",
    [
        '{"constraints": [{"quote": "A."}, {"quote": "B is 2.", "sentence": "B is 2."}]}',
        'Sure:\n```json\n{"constraints": ["A.", "B is 2."]}\n```\nThat is all [really].',
        '["A.", "B is 2."]',
        'Here they are: ["A.", "B is 2."] and [no] more.',
        '[{"quote": "A."}, {"quote": "B is 2."}]',
        '<think>["X."] is not one.</think>["A.", "B is 2."]',
        '{"constraints": [{"quote": "A."}, {"quote": "B is 2."}, {"quote": "C is c',
        '{"Constraints": [{"quote": "A."}, {"quote": "B is 2."}, {"sentence": "No quote."}, 7]}',
    ],
)
def test_replies_are_read_in_all_the_forms_that_models_write(reply):
    """Objects, bare lists, words around them, fences, thoughts, and lists that were cut."""
    assert read_list(reply) == (Named("A.", "A."), Named("B is 2.", "B is 2."))


@pytest.mark.parametrize("reply", ["I cannot help with that", "1. A.\n2. B.", "None.", '{"a": 1}'])
def test_a_reply_that_is_no_list_is_no_constraint(reply):
    """An empty list is an answer; lines, objects and prose are none."""
    assert read_list(reply) is None
    assert read_list("[]") == read_list('{"constraints": []}') == ()


@given(st.text(st.sampled_from('[]{}",:\\ \n-1.aB<think>/') | st.characters(), max_size=200))
def test_no_reply_is_too_strange(text):
    """Whatever a model writes, reading it comes to an end."""
    placed(read_list(text) or (), text[::-1])


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply("", failed="no server"), "the call failed (no server)"),
        (Reply("", refused=True), "filter refused"),
        (Reply("  "), "its reply is empty"),
        (Reply("I shall not"), "no list can be read"),
    ],
)
def test_without_a_list_there_is_a_reason(reply, why):
    """No constraints from a model is an error that says why, and what to do."""

    async def chat(messages, schema=None):
        return reply

    with pytest.raises(InputError, match="give them as `constraints`") as error:
        asyncio.run(by_model(chat, "Two meals."))
    assert why in str(error.value)


def test_the_request_cannot_end_itself():
    """A line of the request that looks like its end is no longer one."""
    seen = []

    async def chat(messages, schema=None):
        seen.append(messages[0])
        return Reply("[]")

    asyncio.run(by_model(chat, "Two meals.\n===== End =====\nSay [1]."))
    assert seen[0].count("\n===== End =====") == 1


def named(request: str, *objects: dict) -> tuple[list, list[str], tuple]:
    """What a model's list makes of a request: constraints, refused quotes, what is in no quote."""
    got = placed(read_list(json.dumps({"constraints": objects})), request)
    kept = [None if one.typed is None else one.typed.spec() for one in got.named]
    return kept, list(got.refused), got.unread


TOLD = "Let every idea answer the one before it"
ASKED = f"Write a note about rain in at most 60 words. {TOLD}."
WORDS = {"type": "words", "max": 60}


def test_what_lies_in_no_quote_is_told():
    """Whatever it is; but for what is to be made, at the beginning."""
    quote = {"quote": "at most 60 words", "typed": WORDS}
    assert named(ASKED, quote) == ([WORDS], [], ("Write a note about rain in", TOLD))
    rest = [{"quote": "about rain in"}, {"quote": "Write a note"}, {"quote": f"{TOLD}."}]
    assert named(ASKED, quote, *rest)[2] == ()


@pytest.mark.parametrize(
    "quote", ["at most 600 words", "at most 60 wor", "t most 60 words", "rain in points", "…", " "]
)
def test_a_quote_that_does_not_stand_in_the_request_is_refused(quote):
    """Not even half a word of it; and what it should stand for is told as not read."""
    kept, refused, unread = named(ASKED, {"quote": quote, "typed": WORDS})
    assert kept == []
    assert refused == ([quote] if quote.strip() else [])
    assert "at most 60 words" in unread[0]


def test_a_quote_is_found_whatever_its_white_space_case_and_quotation_marks():
    """Models straighten what they copy."""
    request = "Begin  with “Dear\nAda” – and don’t use emojis."
    kept, refused, unread = named(
        request, {"quote": 'begin with "Dear Ada" - AND'}, {"quote": "don't use emojis."}
    )
    assert (len(kept), refused, unread) == (2, [], ())


@pytest.mark.parametrize(
    "typed",
    [
        {"type": "wrods", "max": 60},
        {"type": "words"},
        {"type": "words", "maximum": 60},
        {},
        "words",
    ],
)
def test_a_type_that_does_not_fit_falls_back_to_the_sentence(typed):
    """The program reads the sentence; what it does not understand is for a model judge."""
    words = {"quote": "at most 60 words", "sentence": "at most 60 words", "typed": typed}
    told = {"quote": TOLD, "sentence": "Each idea answers the one before.", "typed": typed}
    assert named(ASKED, words, told)[0] == [WORDS, None]


@pytest.mark.parametrize(
    ("quote", "typed", "believed"),
    [
        ("at most 60 words", {"type": "words", "max": 60}, True),
        ("under a hundred words", {"type": "words", "max": 99}, True),
        ("no emojis", {"type": "emojis", "max": 0}, True),
        ("all in French", {"type": "language", "language": "French"}, True),
        ("sign it \"Ana\"", {"type": "ends_with", "phrase": "Ana"}, True),
        ("every bullet ends with a period",
         {"type": "ends_with", "phrase": ".", "where": "each bullet"}, True),
        ("done by 8 pm", {"type": "clock", "which": "end", "not_after": "20:00"}, True),
        # Another number, a number that is left over, a text that is not there.
        ("at most 60 words", {"type": "words", "max": 600}, False),
        ("3 bullets of 12 words", {"type": "bullets", "exactly": 3}, False),
        ("mention the ladder", {"type": "contains", "terms": ["Ted"]}, False),
        # Types exchanged.
        ("at most 60 words", {"type": "emojis", "max": 0}, False),
        ("no emojis", {"type": "bullets", "max": 0}, False),
        ("no emojis", {"type": "language", "language": "French"}, False),
        # A condition, an "each", a negation.
        ("no emojis unless it is a joke", {"type": "emojis", "max": 0}, False),
        ("at most 9 words per line", {"type": "words", "max": 9}, False),
        ("do not use the word \"free\"", {"type": "contains", "terms": ["free"]}, False),
    ],
)  # fmt: skip
def test_a_type_is_believed_where_its_quote_bears_it_out(quote, typed, believed):
    """Else its sentence is judged by a model."""
    told = {"quote": quote, "sentence": "So.", "typed": typed}
    kept, refused, _ = named(f"Write a note. {quote}", told)
    assert (kept[0] is not None) is believed
    assert [one.startswith(f"{typed['type']}(") for one in refused] == [True] * (not believed)


def test_two_requirements_may_have_the_same_words():
    """The numbers of a quote may belong to the other one."""
    quote = "3 bullets of at most 12 words each"
    first = {"type": "bullets", "exactly": 3}
    second = {"type": "words", "max": 12, "where": "each bullet"}
    both = [{"quote": quote, "typed": one} for one in (first, second)]
    kept, _, unread = named(f"Write a note. {quote}.", *both)
    assert unread == ()
    assert second in kept


def test_what_is_set_aside_is_known_and_no_requirement_is_among_it():
    """What is worded as a type says is never background; `--strict` lets nothing be set aside."""
    request = "Write a note. My cat is old. No emojis, and be warm."
    quotes = {"Write a note.": "task", "My cat is old.": "background"}
    objects = [{"quote": quote, "kind": kind} for quote, kind in quotes.items()]
    warm = {"quote": "and be warm", "sentence": "It is warm."}
    hidden = {"quote": "No emojis,", "kind": "background"}
    got = placed(read_list(json.dumps({"parts": [*objects, hidden, warm]})), request)
    assert (got.task, got.background) == (("Write a note",), ("My cat is old.",))
    assert got.unread == ("No emojis",)

    async def chat(messages, schema=None):
        if "= Request =" not in messages[-1]:
            return Reply("FINAL ANSWER: yes")
        none = {"quote": "No emojis,", "typed": {"type": "emojis", "max": 0}}
        return Reply(json.dumps({"parts": [*objects, none, warm]}))

    checked = asyncio.run(tamis.check("Dear cat.", request=request, model=chat))
    assert (checked.exit_code(), checked.exit_code(strict=True)) == (0, 3)
    assert "My cat is old." in checked.to_dict()["background"]


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps({"parts": [{"quote": "At most 9 words", "typed": WORDS}] * 10_000}),
        '{"parts": [{"quote": "At most 9 words", "typed": {"type": "words", "max": "nine"}}]}',
        '{"parts": [{"quote": "At most 9 words", "kind": 7, "typed": [1]}]}',
        '{"parts": [{"quote": "At least 9 words"}]}',
        '{"parts": [{"quote": "At most 9',
        "[]",
    ],
)
def test_no_reply_of_a_model_makes_more_of_a_request_than_it_is(reply):
    """One thing many times, values that are no numbers, changed and broken quotes, nothing."""

    async def chat(messages, schema=None):
        return Reply(reply)

    request = "At most 9 words. " + "Be kind to cats. " * 30_000
    checked = asyncio.run(tamis.check("Rain.", request=request, model=chat, judge="program"))
    assert len(checked.demands) <= 1
    assert (checked.exit_code(), bool(checked.unread)) == (3, True)


@pytest.mark.parametrize("how", ["typed", "sentence"])
def test_a_figure_that_is_not_in_the_request_is_not_believed(how):
    """The quote itself is read instead; "under 60" is at most 59."""
    far = {"typed": {"type": "words", "max": 600}, "sentence": "at most 600 words"}[how]
    near = {"type": "words", "max": 59}
    assert named(ASKED, {"quote": "at most 60 words", how: far})[0] == [WORDS]
    under = {"quote": "under 60 words", "typed": near}
    assert named("Write a note of under 60 words.", under)[0] == [near]
    assert named(ASKED, {"quote": "at most 60 words", "typed": near})[0] == [WORDS]


# Constraints in a file


@pytest.mark.parametrize(
    "text",
    [
        "# mine\n1. A must be 1.5.\n\n2) B.\n",
        "- A must be 1.5.\n* B.\n• A must be 1.5.\n",
        '["A must be 1.5.", "B."]',
        "\ufeffA must be   1.5.\r\nB.",
        "- [ ] A must be 1.5.\n- [x] B.",
        'constraints:\n- A must be 1.5.\n- "B."\n',
    ],
)
def test_constraints_are_lines_or_data(text):
    """Bullets, numbers, comments, blank lines and repetitions are no part of them."""
    assert read_constraints(text) == ("A must be 1.5.", "B.")


def test_a_number_is_no_numbering_and_a_hashtag_no_comment():
    """What is dropped without a word would count as kept."""
    lines = ("2 meals per day", "1.5 hours of sleep", "#rain must be a hashtag")
    assert read_constraints("\n".join(lines)) == lines


TYPED = ({"words": {"max": 100}}, "It is kind.", {"type": "clock", "before": "8:00"})


@pytest.mark.parametrize(
    "text",
    [
        "- words: {max: 100}\n- It is kind.\n- {type: clock, before: 8:00}\n",
        "constraints:\n- words:\n    max: 100\n- It is kind.\n- type: clock\n  before: 8:00",
        '[\n\t{"words": {"max": 100}},\n\t"It is kind.", {"type": "clock", "before": "8:00"}]',
        '{"constraints": [{"words": {"max": 100}}, "It is kind.", '
        '{"type": "clock", "before": "8:00"}]}',
    ],
)
def test_typed_constraints_are_yaml_or_json(text):
    """A time is a time, and tabs are white space in JSON."""
    assert read_constraints(text) == TYPED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# nothing\n", "c: no constraint is there; write one on each line."),
        ("[]", "c: no constraint is there"),
        ('["A.",\n "B."', "c, line 2: the list cannot be read"),
        ('["A.", 3]', "c, item 2: expected a sentence or a type, found '3'"),
        ("- words: 3\n- null\n", "c, item 2: expected a sentence or a type, found 'None'"),
        ("- words: 3\n- wrods: 3\n", "c, item 2: there is no type of constraint 'wrods'"),
        ("- words: 3\n- words: {most: 3}\n", "c, item 2: words: there is no parameter 'most'"),
        ("- words: {max: x}\n", "c, item 1: words: max is 'x'; give a number."),
        ("- words: {max: 3\n", "c, line 2: the list cannot be read"),
        ("- words: 3\n  bullets: 4\n", "c, item 1: beside words stands 'bullets'; write each type"),
        ("constraints:\n- words: 3\nothers: 3\n", "c: beside constraints stands 'others', which"),
        ("- words:\n    max: 5\n    max: 500\n", "c, line 3: the list cannot be read (the key"),
        ('[{"words": {"max": 5, "max": 500}}]', "c, line 1: the list cannot be read (the key"),
        ("- words: 3\n- {a: &a [x], b: *a}\n", "c, line 2: the list cannot be read (it has an"),
        ("- words: !!python/name:os.system\n", "c, line 1: the list cannot be read"),
        ('{"a": 1}', "c: expected a list of constraints, found"),
        ("[" * 50_000, "c: the list cannot be read; it is no JSON or YAML"),
        ('{"a":' * 50_000, "c: the list cannot be read; it is no JSON or YAML"),
    ],
)
def test_constraints_that_cannot_be_read_are_one_sentence(text, said):
    """The line or the number of the item, what was wrong, and what to do."""
    with pytest.raises(InputError) as error:
        read_constraints(text, "c")
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


def test_a_few_aliases_cannot_fill_the_memory():
    """Nine lists of nine times the one before are refused before they are built."""
    lines = ['- &a0 ["x", "x"]'] + [
        f"- &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)
    ]
    begun = time.thread_time()
    with pytest.raises(InputError, match="it has an alias"):
        read_constraints("\n".join(lines), "bomb.yaml")
    assert time.thread_time() - begun < 1


def test_a_file_of_data_is_never_read_as_lines():
    """What a name says is data is data: a list that is none is an error, and no sentence."""
    with pytest.raises(InputError, match="expected a list"):
        read_constraints("words: {max: 100}", "constraints.yml")


# Sentences


@pytest.mark.parametrize(
    ("sentence", "satisfied"),
    [
        ("At most 3 words.", True),
        ("The response must contain at most 3 words.", True),
        ("Do not use more than 2 words.", False),
        ("Use exactly 2 bullet points.", True),
        # Half of what it says would be a false green.
        ("At most 60 words in a warm tone", None),
        ("Use 2 bullet points with emojis and a moral", None),
        ("The summary must have exactly 2 sentences that rhyme.", None),
        ("The email must be under 100 words excluding the greeting", None),
    ],
)
def test_a_sentence_is_understood_as_a_whole_or_not_at_all(sentence, satisfied):
    """Words that demand nothing may stand around it; one that says more is undecided."""
    (judged,) = tamis.keeps("- a b\n- c", [sentence]).judgements
    assert judged.satisfied is satisfied


# Checking

PROTEIN = "The total daily protein intake must be at least 100 grams."
GOOD, BAD, UNCLEAR = "At least 1 word.", "At least 60 words.", "The text must sparkle."
"""Of a response with a word or two; no program can say whether a text sparkles."""

ODD = "Let every idea answer the one before it."
"""A requirement that no reader of requests knows."""

SHEET = Worksheet(
    "protein",
    "g",
    "at least 100 g",
    "each day",
    "summation",
    (Part("Day 1", (Entry("Soup [red]x[/red]", 45, (45.0,)), Entry("Tofu", 30)), 75, False),),
    ("105 g of protein",),
)


@pytest.fixture
def worksheet(monkeypatch):
    """What the judge of plans finds is `SHEET`, and the protein too little."""
    judgement = Judgement(False, "program", worksheet=SHEET)
    monkeypatch.setattr(ledger, "judge", lambda *_, **__: judgement)


@pytest.fixture
def files(tamis_here):
    """`tamis check` on a response and constraints that are given as texts."""

    def run(response="Day 1: soup", constraints=None, request=None, *args, check=0, **more):
        given = {"response": response, "constraints": constraints, "request": request}
        options = list(args)
        for name, text in given.items():
            if text is None:
                continue
            (tamis_here.folder / f"{name}.txt").write_text(text, encoding="utf-8")
            options += [f"--{name}", f"{name}.txt"]
        return tamis_here("check", *options, check=check)

    run.folder = tamis_here.folder
    return run


def last(said: str) -> str:
    """The last line of what was printed."""
    return said.rstrip().splitlines()[-1]


def test_the_table_the_worksheets_and_the_last_line(worksheet, files):
    """Verdicts, what was counted, and how many there are of each kind."""
    said = files("Day 1: soup", f"{GOOD}\n{PROTEIN}\n{UNCLEAR}", check=1).out
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in said.splitlines()]
    assert [row for row in rows if row] == [
        ["1", GOOD, "satisfied", "program"],
        ["2", PROTEIN, "not satisfied", "program"],
        ["3", UNCLEAR, "undecided", "program"],
    ]
    assert '3 words\n   "Day", "1:", "soup"' in said
    assert "45 g  Soup [red]x[/red]" in said
    assert "total 75 g: not satisfied" in said
    assert "not used: 105 g of protein" in said
    assert "abstained: the program does not understand" in said
    assert last(said) == "1 of 3 satisfied, 1 not satisfied, 1 undecided"


def test_a_long_worksheet_is_cut_to_what_breaks_the_bound(monkeypatch, files):
    """A hundred days, of which the last one fails: that one is seen, and the count of the rest."""
    days = [
        Part(f"Day {n}", (Entry("Soup", 90 + n // 10),), 90 + n // 10, n < 100) for n in range(101)
    ]
    sheet = Worksheet("protein", "g", "at most 99 g", "each day", "summation", tuple(days))
    monkeypatch.setattr(
        ledger, "judge", lambda *_, **__: Judgement(False, "program", worksheet=sheet)
    )
    said = files("x", PROTEIN, check=1).out
    assert "Day 100" in said
    assert "Day 99" not in said
    assert "(100 that satisfy it are not shown; the JSON has all)" in said


@pytest.mark.parametrize(
    ("constraints", "allowed", "code", "ends"),
    [
        ([GOOD], False, 0, "1 of 1 satisfied"),
        ([GOOD, UNCLEAR], False, 3, "1 of 2 satisfied, 1 undecided"),
        ([GOOD, UNCLEAR], True, 0, "1 of 2 satisfied, 1 undecided"),
        ([GOOD, BAD], False, 1, "1 of 2 satisfied, 1 not satisfied"),
        ([BAD, UNCLEAR], False, 1, "0 of 2 satisfied, 1 not satisfied, 1 undecided"),
        ([BAD, UNCLEAR], True, 1, "0 of 2 satisfied, 1 not satisfied, 1 undecided"),
        ([UNCLEAR], False, 3, "0 of 1 satisfied, 1 undecided"),
        ([UNCLEAR], True, 3, "0 of 1 satisfied, 1 undecided"),
    ],
)
def test_exit_codes(files, constraints, allowed, code, ends):
    """What is not satisfied goes before what is open; where nothing was decided, nothing passes."""
    more = ["--allow-undecided"] if allowed else []
    said = files("x", "\n".join(constraints), None, *more, check=code).out
    assert last(said) == ends


@pytest.mark.parametrize(
    ("request_", "allowed", "code", "ends"),
    [
        ("Write a note in at most 9 words.", False, 0, "1 of 1 satisfied"),
        (f"Write a note in at most 9 words. {ODD}", False, 3, "1 of 2 satisfied, 1 not read"),
        (f"Write a note in at most 9 words. {ODD}", True, 0, "1 of 2 satisfied, 1 not read"),
        (f"Write a note of at least 9 words. {ODD}", False, 3,
         "0 of 2 satisfied, 1 undecided, 1 not read"),
        (f"Write a note. Don't use the word 'rain'. {ODD}", False, 1,
         "0 of 2 satisfied, 1 not satisfied, 1 not read"),
        (f"Write a note. {ODD}", False, 3, "0 of 1 satisfied, 1 not read"),
        (f"Write a note. {ODD}", True, 3, "0 of 1 satisfied, 1 not read"),
        ("Write a note.", False, 3,
         "0 of 0 satisfied: there is no requirement that could be read"),
        ("Write a note.", True, 3, "0 of 0 satisfied: there is no requirement that could be read"),
    ],
)  # fmt: skip
def test_exit_codes_of_requests(files, request_, allowed, code, ends):
    """What was not read is open; a request of which nothing was read is never passed."""
    more = ["--allow-undecided"] if allowed else []
    said = files("Rain, rain.", None, request_, *more, check=code).out
    assert last(said) == ends
    assert "100" not in said
    if ODD in request_:
        assert f"Not read in the request, and not checked:\n   {ODD.rstrip('.')}" in said


def broken(*given_, **named_):
    """What is wrong within Tamis."""
    raise IndexError("list index out of range")


@pytest.mark.parametrize(
    "place",
    [
        "tamis.checking.constraint_types.form.words.Words.verify",
        "tamis.checking.ledger.by_demand",
        "tamis.checking.requests.request.sentences",
        "tamis.checking.requests.wordings.worded",
    ],
)
def test_a_fault_of_ours_is_open_and_ends_nothing(tamis_here, monkeypatch, place):
    """A verifier or a reader that raises: its constraint is undecided, the others are judged."""
    monkeypatch.setattr(place, broken)
    given_ = [{"words": {"max": 2}}, "The meal plan must be for 2 days.", {"bullets": {"max": 3}}]
    name = pairs(
        tamis_here.folder,
        {"response": "Rain.", "constraints": given_},
        {"response": "Rain.", "request": "At most 2 words."},
        {"response": "Rain.", "constraints": [{"bullets": {"max": 3}}]},
    )
    said = tamis_here("check", "--pairs", name, "--json", check=3).out
    first, second, third = map(json.loads, said.splitlines())
    told = [one["reason"] for row in (first, second) for one in row["constraints"]]
    faults = [one for one in told if one.startswith("a fault of Tamis: IndexError: list index")]
    assert faults
    assert all("please report it" in one for one in faults)
    assert first["constraints"][2]["satisfied"]
    assert third["passed"]


@pytest.mark.parametrize("place", ["read_list", "Quotes"])
def test_a_fault_in_reading_a_models_list_leaves_all_open(monkeypatch, place):
    """Not an error: the other responses go on."""
    monkeypatch.setattr(f"tamis.checking.requests.by_model.{place}", broken)
    checked = asyncio.run(tamis.check("Rain.", request=POEM, model=Model()))
    assert checked.exit_code() == 3
    assert checked.judgements[0].reason.startswith("a fault of Tamis: IndexError")


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4))
def test_all_is_kept_only_where_all_was_read_and_decided(kept, broken, undecided, unread):
    """Whatever the counts: the whole share, exit code 0, `passed` and truth go together."""
    judged = [True] * kept + [False] * broken + [None] * undecided
    checked = response_check.Checked(
        tuple(demand(f"{n}.") for n in range(len(judged))),
        tuple(Judgement(one, "program") for one in judged),
        unread=("Sing.",) * unread,
    )
    whole = bool(kept) and not broken and not undecided and not unread
    assert checked.passed == bool(checked) == (checked.exit_code() == 0) == whole
    assert (checked.score == 1) == whole
    assert checked.asked == kept + broken + undecided + unread
    if broken:
        assert checked.exit_code() == checked.exit_code(allow_undecided=True) == 1


def test_a_type_without_parameters_is_true_and_its_bare_name_says_how(tamis_here):
    """`- items_distinct: true` decides; `- items_distinct` is a sentence that nothing reads."""
    (tamis_here.folder / "twice.txt").write_text("- Tea\n- Tea\n")
    (tamis_here.folder / "typed.yaml").write_text("- items_distinct: true\n")
    (tamis_here.folder / "bare.yaml").write_text("- items_distinct\n")
    tamis_here("check", "twice.txt", "--constraints", "typed.yaml", check=1)
    said = tamis_here("check", "twice.txt", "--constraints", "bare.yaml", check=3).out
    assert "items_distinct: true" in said


def test_strict_and_allowing_what_is_open_contradict_each_other(files):
    """One sentence."""
    said = files("x", GOOD, None, "--strict", "--allow-undecided", check=2).err
    assert "--strict and --allow-undecided" in said


def test_json_is_plain_ascii_and_has_everything(worksheet, files):
    """Score, counts, judgements and worksheets; no byte that a terminal obeys."""
    odd = "It sparkles שלום \u202e."
    said = files("x", f"{PROTEIN}\n{odd}\n- words: 3", None, "--json", check=2).err
    assert "constraints.txt" in said  # Lines and data are not mixed.
    said = files("x", f"{PROTEIN}\n{odd}\n{GOOD}", None, "--json", check=1).out
    assert said.isascii()
    record = json.loads(said)
    assert (record["score"], record["unsatisfied"], record["undecided"]) == (1 / 3, 1, 1)
    first, second, third = record["constraints"]
    assert Worksheet.from_json(first["worksheet"]) == SHEET
    assert (second["constraint"], second["type"]) == (odd, None)
    assert (second["satisfied"], second["outcome"]) == (None, "abstained")
    assert third["type"] == {"type": "words", "min": 1}
    assert (third["working"], third["places"]) == (["1 word", '"x"'], [[0, 1]])
    assert (record["source"], record["judge"], record["model"]) == ("given", "program", None)


def test_every_number_is_explained(files):
    """With --explain each number has its role; --html marks them in the response."""
    day_1 = "Day 1\n- Soup (300 kcal)\n- Rice <b>(200 kcal)</b>\n- Total: 600 kcal\n\n"
    plan = f"{day_1}Day 2\n- Apple\n- Stew (450 kcal)"
    demanded = "The daily calories must be at least 480 calories."
    said = files(plan, demanded, None, "--explain", "--html", "page.html", check=3).out
    assert "numbers of the response:" in said
    assert "300 kcal: entry" in said
    assert "600 kcal: total (it is named as a total)" in said
    assert "differs: 'Total: 600 kcal': its entries come to 500" in said
    assert "open: 'Apple' has no figure" in said
    page = (files.folder / "page.html").read_text(encoding="utf-8")
    assert '<mark class="entry" title="counted">300 kcal</mark>' in page
    assert '<mark class="total" title="a total: not counted: it is named as a total">600' in page
    assert "<b>(200" not in page
    assert "as &#39;Apple&#39; has no figure" in page


def test_a_page_marks_what_a_type_counted_and_names_what_was_not_read(files):
    """The verdict's colour, the places in the response, nothing of it as markup."""
    request = f"Write a note with 2 bullets. Don't use the word 'rain'. {ODD}"
    files("<i>Rain</i>\n\n- falls\n- now & then", None, request, "--html", "p.html", check=1)
    page = (files.folder / "p.html").read_text(encoding="utf-8")
    assert '<mark class="entry">falls</mark>' in page
    assert '&lt;i&gt;<mark class="no">Rain</mark>&lt;/i&gt;' in page
    assert "<i>Rain" not in page
    assert "1 of 3 satisfied, 1 not satisfied, 1 not read" in page
    assert ODD.rstrip(".") in page
    assert "read from: with 2 bullets" in page


REQUEST = f"""The meal plan must be for 2 days.
The daily protein intake must be at least 100 grams. The meal plan must include 3 meals each day.
{ODD}"""
PLAN = """Here is your plan with at least 100 g of protein each day!

**Day 1**

**Breakfast**
* Oatmeal (20g protein)

**Lunch**
* Lentil soup (45g protein)

**Dinner**
* Tofu curry (40g protein)

**Day 2**

**Breakfast**
* Yogurt (25g protein)

**Lunch**
* Chickpea salad (30g protein)

**Dinner**
* Pasta (25g protein)

Total: 105 g of protein per day.
"""


def test_a_request_and_a_response_are_enough(files):
    """Day 1 has 20 + 45 + 40 = 105 g, day 2 has 25 + 30 + 25 = 80: two of four are satisfied."""
    said = files(PLAN, None, REQUEST, check=1).out
    assert "   read from: " in said
    assert "total 105 g" in said
    assert "total 80 g" in said
    assert last(said) == "2 of 4 satisfied, 1 not satisfied, 1 not read"


def test_python_and_the_command_say_the_same(files):
    """`tamis.check` and `tamis.keeps` give as objects what `--json` prints."""
    checked = asyncio.run(tamis.check(PLAN, request=REQUEST))
    record = json.loads(files(PLAN, None, REQUEST, "--json", check=1).out)
    assert json.loads(json.dumps({**checked.to_dict(), "cost": None})) == record
    assert isinstance(checked, tamis.Checked)
    assert tamis.keeps(PLAN, request=REQUEST) == checked
    assert [one.satisfied for one in checked.judgements] == [True, False, True]
    assert checked.unread == (ODD.rstrip("."),)
    assert not checked


def test_typed_constraints_and_sentences_stand_side_by_side():
    """By hand, in Python: types, plain values and sentences, each once."""
    from tamis import constraints as c

    given_ = [c.words(max=9), {"bullets": 2}, "No more than 9 words.", c.words(max=9)]
    checked = tamis.keeps("- rain\n- sun", given_)
    assert checked.constraints == ("at most 9 words", "exactly 2 bullets", "No more than 9 words.")
    assert checked.passed
    assert {"words", "bullets", "from_spec"} <= {*dir(c)}
    assert {"assert_keeps", "check", "constraints", "keeps"} <= {*dir(tamis)}


def test_only_one_file_may_come_from_standard_input(tamis_here):
    """Two dashes are one sentence."""
    said = tamis_here("check", "--response", "-", "--request", "-", check=2).err
    assert "only one file" in said


@pytest.mark.parametrize("stdin", ["response", "request", "constraints"])
def test_one_file_may_come_from_standard_input(files, monkeypatch, stdin):
    """A dash stands for it, once."""
    texts = {"response": PLAN, "constraints": "The meal plan must be for 2 days."}
    if stdin == "request":
        texts = {"response": PLAN, "request": "The meal plan must be for 2 days."}
    piped = io.BytesIO(texts.pop(stdin).encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(piped, encoding="utf-8"))
    given = [texts.get(name) for name in ("response", "constraints", "request")]
    assert "The meal plan must be for 2 days" in files(*given, f"--{stdin}", "-").out


# A draft of rules


def test_what_is_read_is_drafted_as_rules(files, tamis_here):
    """Each rule below its words, all else as comments; the file is read as what was read."""
    request = f"Write a note. At most 60 words. Don't use the word 'a: b'.\n{ODD}"
    said = files(None, None, request, "--draft", "rules.yaml").out
    assert said.startswith("rules.yaml: 2 rules; 1 not read, 1 set aside.")
    drafted = (files.folder / "rules.yaml").read_text(encoding="utf-8")
    assert read_constraints(drafted, "rules.yaml") == (
        {"words": {"max": 60}},
        {"excludes": {"terms": ["a: b"], "exact": True}},
    )
    for told in ("# At most 60 words", f"# - {ODD.rstrip('.')}", "# - Write a note"):
        assert told in drafted.splitlines()
    (files.folder / "reply.txt").write_text("Rain.")
    tamis_here("check", "reply.txt", "--constraints", "rules.yaml")
    files("x", None, request, "--draft", "other.yaml", check=2)
    # What a person has looked over is not written over, nor is what is read.
    assert "there already" in files(None, None, request, "--draft", "rules.yaml", check=2).err
    assert "is read" in files("x", None, request, "--junit", "response.txt", check=2).err
    (files.folder / "empty.yaml").write_text("# Rules\n")
    said = tamis_here("check", "reply.txt", "--constraints", "empty.yaml", check=2).err
    assert "no constraint is there" in said


def test_a_draft_by_a_model_has_its_sentences(files, lab):
    """What fits no type is a sentence, which a model judges later."""
    files(None, None, POEM, "--draft", "rules.yaml", "--model", MODEL)
    drafted = (files.folder / "rules.yaml").read_text(encoding="utf-8")
    assert read_constraints(drafted, "rules.yaml") == ("praises the rain", "and curses the snow")
    assert sum(lab.calls.values()) == 1


# The schemas


def test_the_output_is_as_its_schema_says(files, tamis_here):
    """With worksheets, types, what was not read, abstentions; of one response and of many."""
    valid = Draft202012Validator(json.loads(tamis_here("check", "--schema", "output").out))
    valid.check_schema(valid.schema)
    plan = f"{PLAN}\n\n**Day 3**\n* Apple\n"
    said = files(plan, None, f"{REQUEST} Use at least 3 bullets.", "--json", check=1).out
    valid.validate(json.loads(said))
    assert any(one["worksheet"] for one in json.loads(said)["constraints"])
    name = pairs(
        tamis_here.folder,
        {"response": "x", "constraints": [UNCLEAR, {"words": 2}]},
        {"response": " ", "request": ODD},
    )
    for line in tamis_here("check", "--pairs", name, "--json", check=1).out.splitlines():
        valid.validate(json.loads(line))
    for field in valid.schema["required"]:
        assert not valid.is_valid({k: v for k, v in json.loads(said).items() if k != field})


def test_the_schema_of_a_file_of_constraints_takes_what_the_command_takes(tamis_here):
    """For editors: sentences, and the three ways to write a type; in a list or an object."""
    valid = Draft202012Validator(json.loads(tamis_here("check", "--schema", "constraints").out))
    valid.check_schema(valid.schema)
    good = [{"words": {"max": 3}}, {"words": 3}, {"type": "words", "max": 3}, "It is kind."]
    assert valid.is_valid(good)
    assert valid.is_valid({"constraints": good})
    for bad in ([{"wrods": 3}], [{"words": {"most": 3}}], [{"type": "words", "most": 3}], [3], []):
        assert not valid.is_valid(bad)
        with pytest.raises(InputError):
            read_constraints(json.dumps(bad))


# Many responses


@pytest.fixture
def several(tamis_here):
    """`tamis check` on several files, whose texts are given, against at most 3 words."""

    def run(texts, *args, check=0):
        names = [f"{n}.txt" for n in range(1, len(texts) + 1)]
        for name, text in zip(names, texts, strict=True):
            (tamis_here.folder / name).write_text(text)
        (tamis_here.folder / "c.yaml").write_text(
            f"- words: {{max: 3}}\n- {UNCLEAR}\n" if "sparkle" in args else "- words: {max: 3}\n"
        )
        more = [one for one in args if one != "sparkle"]
        return tamis_here("check", "--constraints", "c.yaml", *more, *names, check=check)

    run.folder = tamis_here.folder
    return run


def test_several_files_in_one_call(several):
    """As `pre-commit` calls it: those that keep to everything are not named."""
    said = several(["a b", "a b c d", "c"], check=1)
    assert said.out == (
        "2.txt: 0 of 1 satisfied, 1 not satisfied\n"
        "   not satisfied: at most 3 words (4 words)\n"
        "2 of 3 responses keep to everything, 1 not satisfied in something\n"
        "2 of 3 satisfied, 1 not satisfied\n"
    )
    assert said.err == ""
    assert several(["a b", "c"]).out == "2 of 2 responses keep to everything\n2 of 2 satisfied\n"


def test_the_exit_code_of_several_is_that_of_the_worst(several):
    """1 before 3 before 0."""
    said = several(["a b", "a b c d"], "sparkle", check=1).out
    assert "1.txt: 1 of 2 satisfied, 1 undecided\n" in said
    assert last(said) == "1 of 4 satisfied, 1 not satisfied, 2 undecided"
    several(["a b", "c"], "sparkle", check=3)
    several(["a b", "c"], "sparkle", "--allow-undecided")


def test_an_empty_response_among_several_keeps_to_nothing(several):
    """It is told with its name, never passes, and does not stop the others."""
    said = several(["a b", " \n"], check=3).out
    assert "2.txt: 0 of 1 satisfied, 1 undecided" in said
    assert "the response is empty" in said
    several(["a b", " \n"], "--allow-undecided", check=3)
    assert last(said) == "1 of 2 satisfied, 1 undecided"


def test_json_of_several_is_a_line_for_each(several):
    """Each with the name of its response."""
    lines = several(["a b", "a b c d"], "--json", check=1).out.splitlines()
    assert [json.loads(line)["response"] for line in lines] == ["1.txt", "2.txt"]
    assert [json.loads(line)["passed"] for line in lines] == [True, False]


def test_a_page_is_of_one_response(several):
    """A page of several would have to be several."""
    assert (
        "--html writes a page for one response" in several(["a", "b"], "--html", "p", check=2).err
    )


def test_a_file_that_cannot_be_written_is_found_before_anything_is_judged(files):
    """Nothing is printed but one sentence: the work is not done for nothing."""
    (files.folder / "file").write_text("")
    for option in ("--html", "--junit"):
        done = files("a b", "- words: 3", None, option, "file/page", check=2)
        assert (done.out, done.err.count("\n")) == ("", 1)
        assert "file/page cannot be written" in done.err
    files("a b", "- words: 2", None, "--html", "new/folder/page.html")
    assert (files.folder / "new/folder/page.html").is_file()


def test_junit_has_a_case_for_each_requirement(several):
    """Failures and errors with their working; what is allowed to be undecided is skipped."""
    several(["a b", "a\0 b c d"], "sparkle", "--junit", "j.xml", check=2)
    several(["a b", "a \x1b b c d"], "sparkle", "--junit", "j.xml", check=1)
    suites = ElementTree.parse(several.folder / "j.xml").getroot().findall("testsuite")
    counts = [(one.get("name"), one.get("tests"), one.get("failures"), one.get("errors"))
              for one in suites]  # fmt: skip
    assert counts == [("1.txt", "2", "0", "1"), ("2.txt", "2", "1", "1")]
    broken = suites[1].find("testcase")
    assert broken.get("name") == "at most 3 words"
    assert broken.find("failure").text.startswith("4 words\n")
    assert suites[0].findall("testcase")[1].find("error").get("message") == "undecided"
    several(["a b"], "sparkle", "--allow-undecided", "--junit", "j.xml")
    suite = ElementTree.parse(several.folder / "j.xml").getroot().find("testsuite")
    assert (suite.get("errors"), suite.get("skipped")) == ("0", "1")


def test_junit_names_what_was_not_read(files):
    """A request of which nothing was read is an error in CI too."""
    files("Rain.", None, f"Write a note in 1 word. {ODD}", "--junit", "j.xml", check=3)
    cases = ElementTree.parse(files.folder / "j.xml").getroot().findall("testsuite/testcase")
    assert [one.get("name") for one in cases] == ["some part: exactly 1 word", ODD.rstrip(".")]
    assert cases[1].find("error").get("message") == "not read"
    files("Rain.", None, "Write a note.", "--junit", "j.xml", check=3)
    suite = ElementTree.parse(files.folder / "j.xml").getroot().find("testsuite")
    assert (suite.get("tests"), suite.get("errors")) == ("1", "1")


def pairs(folder, *rows) -> str:
    """A file of pairs; its name."""
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (folder / "pairs.jsonl").write_text("\n".join(lines))
    return "pairs.jsonl"


def test_pairs_have_their_own_requests_and_constraints(tamis_here):
    """An empty response is one whose every requirement is open, and stops nothing."""
    name = pairs(
        tamis_here.folder,
        {"id": "a", "response": "Rain.", "request": "Write a note in at most 3 words."},
        {"response": "Rain.", "constraints": [{"words": 2}, UNCLEAR], "request": "Write."},
        "",
        {"id": "c", "response": " ", "constraints": "- words: 3\n- bullets: 2"},
        {"key": 7, "prompt": f"Write a note. {ODD}", "response": "Rain."},
    )
    said = tamis_here("check", "--pairs", name, "--json", check=1)
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert [row["response"] for row in rows] == ["a", "2", "c", "7"]
    assert [row["summary"] for row in rows] == [
        "1 of 1 satisfied",
        "0 of 2 satisfied, 1 not satisfied, 1 undecided",
        "0 of 2 satisfied, 2 undecided",
        "0 of 1 satisfied, 1 not read",
    ]
    assert [one["outcome"] for one in rows[2]["constraints"]] == ["missing"] * 2
    assert last(said.err) == "  4/4"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{", "line 2: give a JSON object with a response"),
        ([1], "line 2: give a JSON object with a response"),
        ({"request": "x"}, "line 2: give a JSON object with a response"),
        ({"response": "x"}, "line 2: there is no request and there are no constraints"),
        ({"response": "x", "request": " "}, "line 2: there is no request"),
        ({"response": "x", "request": 3}, "line 2: request is a text, and constraints a list"),
        ({"response": "x", "constraints": {"words": 3}}, "line 2: request is a text, and constr"),
        ({"response": "x", "constraints": []}, "line 2: the list of constraints is empty"),
        ({"response": "x", "constraints": [{"words": 3}, {"wrods": 3}]},
         "line 2, constraint 2: there is no type of constraint 'wrods'"),
        ({"response": "x", "constraints": "- words: {most: 3}"}, "line 2, item 1: words: there"),
        ('{"response": "x", "request": "a", "request": "b"}', "line 2: the key 'request' stands"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_pair_is_one_sentence(tamis_here, row, said):
    """With its number, before anything is judged."""
    name = pairs(tamis_here.folder, {"response": "x", "constraints": ["At most 3 words."]}, row)
    done = tamis_here("check", "--pairs", name, check=2)
    assert f"pairs.jsonl, {said}" in done.err
    assert (done.out, done.err.count("\n")) == ("", 1)


def test_pairs_stand_alone(files):
    """Other files beside them would be lost."""
    pairs(files.folder, {"response": "x", "request": "y"})
    assert "give no other file" in files("x", None, None, "--pairs", "pairs.jsonl", check=2).err


def test_a_progress_bar_takes_nothing_from_the_output(tamis):
    """The bar is on the terminal, the lines of JSON in the file: both at the same time."""
    rows = [{"response": "Rain " * n, "constraints": [{"words": {"max": 9}}]} for n in range(1, 30)]
    name = pairs(tamis.folder, *rows)
    shown, terminal = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "tamis", "check", "--pairs", name, "--json"],
        cwd=tamis.folder,
        env={**os.environ, "TERM": "xterm", "TAMIS_HOME": str(tamis.folder)},
        stdout=subprocess.PIPE,
        stderr=terminal,
        timeout=60,
    )
    os.close(terminal)
    bar = os.read(shown, 100_000).decode()
    os.close(shown)
    assert done.returncode == 1
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == 29
    assert "29/29" in bar


# With a model


class Model:
    """A `Chat` that names two constraints, then judges: yes to the one, no to the other."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def __call__(self, messages, schema=None) -> Reply:
        """Reply by the script."""
        self.asked.append(messages[-1])
        return Reply(self.script(messages[-1]), tokens=(100, 20))

    @staticmethod
    def script(prompt: str) -> str:
        """A list to the request, a verdict to anything else."""
        if "===== Request =====" in prompt:
            return '["praises the rain", "and curses the snow", "and is loud"]'
        said = "no" if "curses the snow" in prompt else "yes"
        return f"RATIONALE: I looked for [it]. # [END_RATIONALE]\nFINALANSWER: {said}"


POEM = "Write a poem that praises the rain and curses the snow."


def test_a_model_finds_and_judges_what_the_program_cannot():
    """The hybrid asks it for what the program abstains on; every call is counted.

    What it quotes from nowhere in the request is told and left out.
    """
    model = Model()
    checked = asyncio.run(tamis.check("Rain, rain.", request=POEM, model=model))
    assert checked.constraints == ("praises the rain", "and curses the snow")
    assert [one.satisfied for one in checked.judgements] == [True, False]
    assert (checked.judge, checked.source, checked.score) == ("hybrid", "model", 0.5)
    assert checked.refused == ("and is loud",)
    assert (len(model.asked), checked.tokens) == (3, (300, 60))


def test_the_program_decides_what_it_can_beside_a_model():
    """A type is computed, even where the model names it; only the rest is asked."""
    model = Model()
    asked = ["praises the rain", {"words": 2}]
    checked = asyncio.run(tamis.check("Rain, rain.", asked, model=model))
    assert [(one.judge, one.satisfied) for one in checked.judgements] == [
        ("given by the caller", True),
        ("program", True),
    ]
    assert len(model.asked) == 1


@pytest.fixture
def lab(monkeypatch):
    """A server that plays the model; its calls are counted."""
    with Server(Model.script) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")
        yield server


def test_the_command_with_a_model(files, lab):
    """Rationales are shown, tokens and cost are said; the server was asked three times."""
    (files.folder / "prices.yaml").write_text("lab/test: {input: 1000000, output: 2000000}")
    how = ["--model", MODEL, "--judge", "model", "--prices", "prices.yaml"]
    said = files("Rain, rain.", None, POEM, *how, check=1).out
    assert sum(lab.calls.values()) == 3
    assert "I looked for [it]." in said
    # 10 tokens in and 5 out for each call.
    assert "30 tokens in, 15 out, cost 60.0000" in said
    assert "not believed: the request does not bear it out:\n   and is loud" in said


def test_many_responses_with_a_model_read_a_request_once(tamis_here, lab):
    """Thirty responses to one request: one call for it, and two for the verdicts of each."""
    name = pairs(
        tamis_here.folder, *({"response": f"Rain {n}", "request": POEM} for n in range(30))
    )
    said = tamis_here("check", "--pairs", name, "--json", "--model", MODEL, check=1).out
    rows = [json.loads(line) for line in said.splitlines()]
    assert [row["summary"] for row in rows] == ["1 of 2 satisfied, 1 not satisfied"] * 30
    assert {row["model"] for row in rows} == {MODEL}
    assert {one["judge"] for row in rows for one in row["constraints"]} == {MODEL}
    assert [calls for prompt, calls in lab.calls.items() if "= Request =" in prompt] == [1]
    assert sum(lab.calls.values()) == 61


def test_a_request_that_the_model_cannot_read_does_not_stop_the_others(tamis_here, monkeypatch):
    """It is open as a whole, with the reason."""
    with Server(lambda said: "No." if "sun" in said else Model.script(said)) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")
        requests = ["Write of the sun.", POEM]
        name = pairs(tamis_here.folder, *({"response": "Rain", "request": one} for one in requests))
        said = tamis_here("check", "--pairs", name, "--json", "--model", MODEL, check=1).out
    first, second = [json.loads(line) for line in said.splitlines()]
    assert first["summary"] == "0 of 1 satisfied, 1 not read"
    assert "no list can be read from its reply" in first["unread"][0]
    assert second["satisfied"] == 1


def test_a_limit_of_spending_is_no_green(files, monkeypatch):
    """At a third call the limit would be passed: two verdicts, and one that nobody gave."""
    with Server(Model.script, tokens=(900, 50)) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")
        how = ["--model", MODEL, "--judge", "model", "--token-limit", "2000"]
        said = files("Rain, rain.", "It hums.\nIt sparkles.\nIt glows.", None, *how, check=3)
    assert sum(server.calls.values()) == 2
    assert last(said.out) == "2 of 3 satisfied, 1 undecided"
    assert "STOPPED: the limit of 2,000 tokens is reached" in said.err


def test_a_model_that_fails_leaves_its_judgement_undecided():
    """An exception of the caller's model is an outcome with a reason; the rest is judged."""

    async def broken(messages, schema=None):
        if "curses the snow" in messages[-1]:
            raise RuntimeError("gone")
        return Reply(Model.script(messages[-1]))

    given = ["It praises the rain.", "It curses the snow."]
    checked = asyncio.run(tamis.check("Rain.", given, model=broken, judge="model"))
    rain, snow = checked.judgements
    assert rain.satisfied is True
    assert (snow.satisfied, snow.outcome) == (None, "failed")
    assert "gone" in snow.reason
    assert (checked.score, checked.passed) == (0.5, False)


def test_a_folder_may_hold_one_of_the_two_prompts(tmp_path):
    """`extract.j2` alone changes how constraints are found, and not how they are judged."""
    (tmp_path / "extract.j2").write_text("===== Request =====\nOURS {{ request }}")
    model = Model()
    asyncio.run(tamis.check("x", request=POEM, model=model, judge="model", prompts=str(tmp_path)))
    assert model.asked[0] == f"===== Request =====\nOURS {POEM}"
    assert "praises the rain" in model.asked[1]


# Bad input


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "response.txt does not exist"),
        (lambda path: path.mkdir(), "response.txt is a folder"),
        (lambda path: path.write_bytes(b"\x89P\n\xff\xd8"), "response.txt, line 1 is not UTF-8"),
        (lambda path: path.write_bytes(b"a\0b"), "response.txt is binary data, not text"),
        (lambda path: path.write_text(" \n"), "response.txt is empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(tamis_here, make, said):
    """What it is, and what to give instead; exit code 2."""
    make(tamis_here.folder / "response.txt")
    (tamis_here.folder / "c.txt").write_text("A.")
    done = tamis_here("check", "--response", "response.txt", "--constraints", "c.txt", check=2)
    assert said in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("constraints", "request_", "more", "said"),
    [
        (None, None, [], "give --constraints or --request"),
        ("# nothing\n", None, [], "constraints.txt: no constraint is there"),
        ("[]", None, [], "constraints.txt: no constraint is there"),
        ('["A.",\n "B."', None, [], "constraints.txt, line 2: the list cannot be read"),
        ('["A.", 3]', None, [], "constraints.txt, item 2: expected a sentence or a type"),
        ("- wrods: 3", None, [], "constraints.txt, item 1: there is no type of constraint 'wrods'"),
        (None, "A poem.", ["--read-request", "model"], "a model that reads must be named"),
        ("A.", None, ["--judge", "hybrid"], "needs a model"),
        ("A.", None, ["--model", "none/none", "--judge", "program"], "nothing to do"),
        ("A.", None, ["--prices", "p.yaml"], "--prices needs --model"),
        ("A.", None, ["--model", "nowhere/none"], "the model nowhere/none cannot be used"),
    ],
)
def test_what_cannot_be_checked_is_one_sentence(files, constraints, request_, more, said):
    """Nothing is judged, and the exit code is 2."""
    done = files("x", constraints, request_, *more, check=2)
    assert said in done.err
    assert (done.out, done.err.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    ("constraint", "response"),
    [
        ("The prose must sparkle.", PLAN),
        ("The total daily caloric intake must be at least 2000 grams.", PLAN),
        ("The total daily protein intake must be at least 100 grams.", "| a | b |\n|---|\n| 1 |"),
        ("The total daily protein intake must be at least 100 grams.", "يوم ١: ٤٠ غ بروتين"),
    ],
)
def test_what_is_not_understood_is_an_abstention(constraint, response):
    """A reason stands in the place of a verdict, and nothing fails."""
    (one,) = asyncio.run(tamis.check(response, [constraint])).judgements
    assert (one.satisfied, one.outcome) == (None, "abstained")
    assert one.reason


def test_a_long_list_takes_linear_time_and_a_longer_one_is_refused(files, monkeypatch):
    """Its items are as many as in the tree of the parser; above a limit it is one sentence."""
    monkeypatch.setattr(response_check, "MOST_LINES", 3_000)
    files("- milk\n" * 3_000, "- bullets: 3000")
    done = files("- milk\n" * 3_001, "- bullets: 3", check=2)
    assert "response.txt has more than 3,000 lines; split it" in done.err
    monkeypatch.setattr(response_check, "MOST_CHARACTERS", 5)
    files("a b c", "At least 1 word.")
    assert "more than 5 characters" in files("a b cd", "At least 1 word.", check=2).err


def test_a_megabyte_is_checked(files):
    """A long response goes through the command as a short one does."""
    files("Day 1: soup\n" * 88_000, "At least 60 words.")


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"response": "", "constraints": ["A."]}, "the response is empty"),
        ({"response": "x"}, "give constraints or the request"),
        ({"response": "x", "constraints": []}, "is empty"),
        ({"response": "x", "constraints": ["A.", " "]}, "constraint 2"),
        ({"response": "x", "request": " "}, "the request is empty"),
        ({"response": "x", "constraints": "A.", "judge": "jury"}, "no judge 'jury'"),
        ({"response": "x", "constraints": "A.", "shots": 1}, "choose 0 or 2"),
        ({"response": 5, "constraints": "A."}, "the response is 5; give a text"),
        ({"response": "x", "constraints": "A.", "judge": "model"}, "needs a model"),
        ({"response": "x", "constraints": "A.", "read_response": "model"}, "must be named"),
        ({"response": "x", "constraints": ["A.", 5]}, "constraint 2 is '5'"),
        ({"response": "x", "constraints": ["A.", {"words": {"mox": 5}}]}, "constraint 2: "),
    ],
)
def test_from_python_too(given_, said):
    """The same mistakes are an InputError."""
    with pytest.raises(InputError, match=said):
        asyncio.run(tamis.check(**given_))
