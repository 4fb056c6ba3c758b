"""Verdicts in full: worksheets, results, panels, tables of a model, and what a check refuses."""

from __future__ import annotations

import asyncio
import json
import math
from dataclasses import replace

import pytest

import tamis
from tamis.checking import model_judge, table_reader
from tamis.checking.assertion import assert_keeps
from tamis.checking.checked import Checked, plain
from tamis.checking.constraint_types import Text, from_spec
from tamis.checking.demand import Demand
from tamis.checking.demands import Demands, demand, demands, once
from tamis.checking.judgement import Judgement
from tamis.checking.panel import disagreements, flip_rate, majority
from tamis.checking.response_check import bounded, checked_of, judged, without_response
from tamis.checking.table_reader import _Finder
from tamis.checking.worksheet import (
    Entry,
    Number,
    Part,
    Worksheet,
    amount,
    between,
    overlap,
)
from tamis.types import InputError, Reply

SHEET = Worksheet(
    "protein", "g", "at least 50 g", "each day", "summation",
    (
        Part("Day 1", (Entry("eggs", 30.0, (3.0, 10.0), "3 × 10", None, (5, 9)),
                       Entry("beans", 25.5)), 55.5, True),
        Part("Day 2", (Entry("rice", 4.0, high=9.0), Entry("stew", 0.0, high=math.inf)), 4.0, None,
             math.inf, ("the stew",), ("total 90 g",)),
        Part("Day 3", (), 1234.5, False, 2000.0),
    ),
    ("a heading",),
    (Number("30 g", "protein", "entry", "", (5, 9)), Number("90 g", "protein", "total", "a sum")),
)  # fmt: skip


def test_a_worksheet_in_lines():
    """Each entry with its working, each total with its verdict, what is open, differs, not used."""
    assert SHEET.lines() == [
        "protein, each day: at least 50 g",
        "Day 1", "  3 × 10 = 30 g  eggs", "  25.5 g  beans", "  total 55.5 g: satisfied",
        "Day 2", "  4 g to 9 g  rice", "  0 g or more  stew", "  total 4 g or more: open",
        "  open: the stew", "  differs: total 90 g",
        "Day 3", "  total 1,234.5 g to 2,000 g: not satisfied",
        "not used: a heading",
    ]  # fmt: skip
    assert SHEET.explained() == ["30 g: entry", "90 g: total (a sum)"]
    clock = Worksheet("start", "clock", "at 9", "each day", "date-time",
                      (Part("Day 1", (), 545.0, True),))  # fmt: skip
    assert clock.lines()[-1] == "  at 09:05: satisfied"


def test_a_worksheet_as_data_and_back():
    """An end without end is "any"; earlier versions had less."""
    value = json.loads(json.dumps(SHEET.to_json()))
    assert Worksheet.from_json(value) == SHEET
    assert value["satisfied"] is False
    assert [part["high"] for part in value["parts"]] == [None, "any", 2000.0]
    assert [one["high"] for one in value["parts"][1]["entries"]] == [9.0, "any"]
    old = {key: kept for key, kept in value.items() if key != "numbers"}
    old["parts"] = [
        {key: part[key] for key in ("name", "total", "satisfied")}
        | {"entries": [
            {key: one[key] for key in ("text", "amount", "numbers", "working")}
            for one in part["entries"]]}
        for part in value["parts"]
    ]  # fmt: skip
    read = Worksheet.from_json(old)
    assert read.numbers == ()
    assert read.parts[1] == Part("Day 2", (Entry("rice", 4.0), Entry("stew", 0.0)), 4.0, None)
    for said, verdict in (((True, True), True), ((True, None), None), ((None, False), False)):
        parts = tuple(Part("x", (), 0, one) for one in said)
        assert replace(SHEET, parts=parts).satisfied is verdict


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (545, "clock", "09:05"), (1439.6, "clock", "24:00"), (59, "min", "59 min"),
        (60, "min", "1 h"), (90, "min", "1 h 30 min"), (125, "min", "2 h 05 min"),
        (math.inf, "min", "any number min"), (1234.5, "g", "1,234.5 g"), (3, "", "3"),
        (0.125, "kg", "0.12 kg"), (100, "g", "100 g"),
    ],
)  # fmt: skip
def test_an_amount_as_a_person_writes_it(value, unit, said):
    """Times of the clock, hours, thousands, at most two decimals."""
    assert amount(value, unit) == said


def test_what_lies_between_two_amounts():
    """One value where both are equal to a millionth; places that share a character."""
    assert between(5, None, "g") == between(5, 5 + 9e-7, "g") == "5 g"
    assert between(5, 5.01, "g") == "5 g to 5.01 g"
    assert between(5, math.inf, "g") == "5 g or more"
    places = [(0, 3), (2, 5), (3, 5), (0, 9), (5, 9)]
    shared = [(a, b) for a in places for b in places if a < b and overlap(a, b)]
    assert shared == [
        ((0, 3), (2, 5)), ((0, 3), (0, 9)), ((2, 5), (3, 5)), ((0, 9), (2, 5)), ((0, 9), (3, 5)),
        ((0, 9), (5, 9)),
    ]  # fmt: skip
    assert overlap((2, 5), (0, 3))


def test_why_a_judgement_is_as_it_is_in_lines():
    """The outcome, the rationale without blank lines, the working, the worksheet."""
    one = Judgement(None, "m", "failed", "no route.", "so\n\n so", SHEET, ("2 on 1 line",))
    lines = [*one.lines()]
    assert lines[:4] == ["failed: no route.", "so", " so", "2 on 1 line"]
    assert lines[4:] == SHEET.lines()
    assert [*Judgement(None, "m", "missing").lines()] == ["missing"]
    assert [*Judgement(True, "m", rationale="so").lines()] == ["so"]
    # Of a longer worksheet the parts that break the bound, or are open.
    short = [*Judgement(False, "m", worksheet=SHEET).lines(13)]
    assert short[:3] == [
        SHEET.lines()[0], "(1 that satisfy it are not shown; the JSON has all)", "Day 2",
    ]  # fmt: skip
    assert "Day 1" not in short
    assert [*Judgement(False, "m", worksheet=SHEET).lines(14)] == SHEET.lines()
    broken = replace(SHEET, parts=SHEET.parts[1:])
    assert [*Judgement(False, "m", worksheet=broken).lines(3)] == broken.lines()
    good = replace(SHEET, parts=SHEET.parts[:1])
    assert [*Judgement(True, "m", worksheet=good).lines(3)] == good.lines()


def said(*verdicts):
    """Judgements with these verdicts; text is the outcome of one without."""
    return [
        Judgement(None, f"j{n}", one, f"why {n}" if n % 2 else "") if isinstance(one, str)
        else Judgement(one, f"j{n}", worksheet=SHEET if n else None)
        for n, one in enumerate(verdicts)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("verdicts", "satisfied", "outcome", "reason"),
    [
        ((True, True, False), True, "ok", ""),
        ((False, False, True), False, "ok", ""),
        ((True, False, "unparsed"),
        None, "abstained", "The judges are tied: 1 yes, 1 no, 1 unparsed."),
        ((True, True, "missing", "unparsed"), None, "abstained",
         "No majority of all judges: 2 yes, 1 missing, 1 unparsed."),
        ((False, False, "missing", True), None, "abstained",
         "No majority of all judges: 1 yes, 2 no, 1 missing."),
        (("failed", "failed"), None, "failed", "No judge decided: 2 failed."),
        (("failed", "refused", "failed"), None, "abstained",
         "No judge decided: 2 failed, 1 refused."),
        ((True, "failed", "failed"), None, "abstained",
         "No majority of all judges: 1 yes, 2 failed."),
        ((True,), True, "ok", ""),
    ],
)  # fmt: skip
def test_the_majority_in_full(verdicts, satisfied, outcome, reason):
    """More than half of all; the reason counts the votes, the rationale has each."""
    found = majority(said(*verdicts))
    assert (found.satisfied, found.outcome, found.reason) == (satisfied, outcome, reason)
    assert found.judge == "majority"
    lines = [
        f"j{n}: " + ((f"{one} (why {n})" if n % 2 else one) if isinstance(one, str)
                     else "yes" if one else "no")
        for n, one in enumerate(verdicts)
    ]  # fmt: skip
    assert found.rationale.splitlines() == lines
    agrees = any(one is satisfied for one in verdicts[1:])
    assert found.worksheet == (SHEET if satisfied is not None and agrees else None)


def test_disagreements_and_flips():
    """Two that decided differently; the share of the decided others that differ from the first."""
    table = {
        "a": dict(enumerate(said(True, False))), "b": dict(enumerate(said(True, "failed"))),
        "c": dict(enumerate(said("failed", False, True))), "d": dict(enumerate(said(False, False))),
    }  # fmt: skip
    assert disagreements(table) == ["a", "c"]
    assert flip_rate([True, False, None, True, False]) == 2 / 3
    assert flip_rate([False, False]) == 0
    assert all(map(math.isnan, map(flip_rate, ([], [None, True], [True], [True, None]))))
    with pytest.raises(ValueError, match="no judgements"):
        majority([])


WORDS = from_spec({"words": {"max": 5}})
LISTED = (
    Demand("It must sparkle."), Demand(WORDS.sentence, WORDS, "at most five words"),
    Demand("It must soar."),
)  # fmt: skip
KEPT = Judgement(True, "program", working=("3 words",))
BROKEN = Judgement(False, "program", working=("7 words", "more"), worksheet=SHEET)
OPEN = Judgement(None, "m", "unparsed", "no verdict.")


def test_a_result_in_full():
    """Counts, one line, data and rows; what was not read counts as asked."""
    made = Demands(LISTED, "model", ("Be swift.",), ("x",), ("A note",))
    found = checked_of(made, [KEPT, BROKEN, OPEN], "hybrid", "m", (7, 9), "stopped")
    counts = (found.satisfied, found.unsatisfied, found.undecided, found.asked, found.score)
    assert counts == (1, 1, 1, 4, 0.25)
    summary = "1 of 4 satisfied, 1 not satisfied, 1 undecided, 1 not read"
    assert found.summary() == summary
    assert found.constraints == ("It must sparkle.", WORDS.sentence, "It must soar.")
    assert found.to_dict() == {
        "summary": summary, "passed": False, "score": 0.25, "satisfied": 1, "unsatisfied": 1,
        "undecided": 1, "unread": ["Be swift."], "judge": "hybrid", "model": "m",
        "source": "model",
        "constraints": [
            {"constraint": "It must sparkle.", "quote": "", "type": None, **plain(KEPT)},
            {"constraint": WORDS.sentence, "quote": "at most five words", "type": WORDS.spec(),
             **plain(BROKEN)},
            {"constraint": "It must soar.", "quote": "", "type": None, **plain(OPEN)},
        ],
        "tokens": [7, 9], "limited": "stopped", "aside": ["A note"], "refused": ["x"],
    }  # fmt: skip
    assert plain(KEPT)["worksheet"] is None
    assert plain(BROKEN)["worksheet"] == SHEET.to_json()
    assert plain(BROKEN)["working"] == ("7 words", "more")
    assert [*found._rows()] == [
        {"constraint": "It must sparkle.", "verdict": "satisfied", "working": "3 words",
         "judge": "program"},
        {"constraint": WORDS.sentence, "verdict": "not satisfied", "working": "7 words; more",
         "judge": "program"},
        {"constraint": "It must soar.", "verdict": "undecided", "working": "no verdict.",
         "judge": "m"},
        {"constraint": "Be swift.", "verdict": "not read", "working": "", "judge": ""},
    ]  # fmt: skip
    assert [*found._lines()] == [
        summary, f"not satisfied: {WORDS.sentence} (7 words; more)",
        "undecided: It must soar. (no verdict.)", "not read: Be swift.",
    ]  # fmt: skip


@pytest.mark.parametrize("more", [0, 1, 1300])
def test_of_many_failures_eight_are_shown(more):
    """And how many more there are."""
    n = 8 + more
    found = Checked(LISTED[:1] * n, (BROKEN,) * n)
    lines = [*found._lines()]
    assert len(lines) == 9 + (more > 0)
    assert found.summary() == f"0 of {n:,} satisfied, {n:,} not satisfied"
    if more:
        assert lines[-1] == f"and {more:,} more (judgements, unread)"


@pytest.mark.parametrize(
    ("judgements", "unread", "codes"),
    [
        ((KEPT,), (), (0, 0)), ((KEPT, BROKEN), (), (1, 1)), ((KEPT, OPEN), (), (3, 0)),
        ((OPEN,), (), (3, 3)), ((KEPT,), ("x",), (3, 0)), ((), ("x",), (3, 3)), ((), (), (3, 3)),
        ((BROKEN, OPEN), ("x",), (1, 1)),
    ],
)  # fmt: skip
def test_exit_codes_of_results(judgements, unread, codes):
    """Kept 0, broken 1, open 3; open is allowed where something was kept."""
    found = Checked(LISTED[: len(judgements)], judgements, unread=unread)
    assert (found.exit_code(), found.exit_code(allow_undecided=True)) == codes
    assert bool(found) == found.passed == (codes[0] == 0)
    asked = len(judgements) + len(unread)
    assert found.score == (sum(one is KEPT for one in judgements) / asked if asked else None)
    if not asked:
        assert found.summary() == "0 of 0 satisfied: there is no requirement that could be read"


def test_no_response_decides_nothing():
    """Each demand is missing, and by whom it was to be judged."""
    found = without_response(Demands(LISTED, unread=("x",)), "hybrid")
    missing = Judgement(None, "hybrid", "missing", "the response is empty.")
    assert found.judgements == (missing,) * 3
    assert (found.judge, found.unread) == ("hybrid", ("x",))
    assert without_response(Demands(LISTED[:1])).judgements[0].judge == "program"


def test_demands_are_made_and_stand_once():
    """Sentences, types, plain values and demands; what is none of them has its number."""
    typed = demand({"words": {"max": 5}})
    assert (typed.sentence, typed.constraint, typed.quote) == (WORDS.sentence, WORDS, "")
    assert demand(WORDS) == typed
    assert demand(LISTED[1]) is LISTED[1]
    plain_one = demand("It must sparkle.")
    assert (plain_one.sentence, plain_one.constraint) == ("It must sparkle.", None)
    verdict = plain_one.judge(Text("x"))
    assert verdict == Judgement(
        None, "program", "abstained", "the program does not understand 'It must sparkle.'."
    )
    assert typed.judge(Text("a b")).satisfied
    assert once([LISTED[0], *LISTED]) == LISTED
    assert demands([WORDS, "It must sparkle.", {"words": {"max": 5}}]) == (typed, plain_one)
    for wrong, said_ in (
        (["a", 5], "^constraint 2 is '5'; expected a sentence or a type.$"),
        (["a", " "], "^constraint 2 is ' '; expected"),
        (["a", "b", {"words": {"mox": 5}}], "^constraint 3: "),
    ):
        with pytest.raises(InputError, match=said_):
            demands(wrong)
    with pytest.raises(InputError, match=r"^line 1 is"):
        demands([None], "line")


def chatting(*texts, **more):
    """A model that says these texts in turn, and the prompts that it was given."""
    asked = []

    async def chat(messages, schema=None):
        asked.append(messages[0])
        return Reply(texts[len(asked) - 1], **more)

    return chat, asked


@pytest.mark.parametrize(
    ("judge", "one", "reply", "expected", "calls"),
    [
        ("program", LISTED[1], "", (True, "program", ""), 0),
        ("program", LISTED[0], "", (None, "program",
         "the program does not understand 'It must sparkle.'."), 0),
        ("hybrid", LISTED[1], "", (True, "program", ""), 0),
        ("hybrid", LISTED[0], "FINAL ANSWER: no", (False, "lab", ""), 1),
        ("hybrid", LISTED[0], "", (None, "lab", "The reply is empty; the program abstained: the "
         "program does not understand 'It must sparkle.'."), 1),
        ("model", LISTED[1], "FINAL ANSWER: no", (False, "lab", ""), 1),
        ("model", LISTED[0], "", (None, "lab", "The reply is empty."), 1),
    ],
)  # fmt: skip
def test_who_judges_a_demand(judge, one, reply, expected, calls):
    """The program, the model, or the model where the program does not decide."""
    chat, asked = chatting(reply)
    found = asyncio.run(judged(one, Text("a b"), chat, judge, name="lab"))
    assert (found.satisfied, found.judge, found.reason) == expected
    assert len(asked) == calls


def test_what_is_too_long_to_check(monkeypatch):
    """At the limit it is taken."""
    from tamis.checking import response_check

    monkeypatch.setattr(response_check, "MOST_CHARACTERS", 5)
    monkeypatch.setattr(response_check, "MOST_LINES", 2)
    assert bounded("a\nb\nc", "x") == "a\nb\nc"
    with pytest.raises(InputError, match=r"^the plan has more than 5 characters; split it.$"):
        bounded("abcdef", "the plan")
    with pytest.raises(InputError, match=r"^x has more than 2 lines; split it.$"):
        bounded("\n\n\n", "x")


@pytest.mark.parametrize(
    ("arguments", "said_"),
    [
        ({"response": " "}, "the response is empty"),
        ({"response": 5}, "the response is 5; give a text"),
        ({"constraints": None}, "nothing to check against"),
        ({"constraints": None, "request": " "}, "the request is empty"),
        ({"constraints": []}, "the list of constraints is empty"),
        ({"judge": "both"}, "there is no judge 'both'; choose one of program, model, hybrid"),
        ({"judge": "model"}, "the judge model needs a model"),
        ({"judge": "hybrid"}, "the judge hybrid needs a model"),
        ({"shots": 1}, "shots is 1; choose 0 or 2"),
        ({"read_response": "model"}, "a model that reads must be named"),
        ({"read_request": "model"}, "a model that reads must be named"),
        ({"model": chatting("")[0], "judge": "program"}, "the model has nothing to do"),
    ],
)
def test_each_thing_that_cannot_be_checked(arguments, said_):
    """In a sentence, before anything is asked."""
    values = {"response": "a b", "constraints": ["It must sparkle."], **arguments}
    with pytest.raises(InputError, match=said_):
        tamis.check(**values).run()


def test_a_check_says_what_it_does_and_what_it_spent():
    """Reading, then each judgement; the calls' tokens; the model's name where it has one."""
    doing = []
    chat, _ = chatting("FINAL ANSWER: yes", "FINAL ANSWER: no", tokens=(3, 2))
    found = tamis.check(
        "a b",
        ["It must sparkle.", {"words": {"max": 5}}, "It must soar."],
        model=chat,
        say=doing.append,
    ).run()
    assert doing == ["judging 3 constraints", *(f"judged {n} of 3 constraints" for n in (1, 2, 3))]
    assert sorted(str(one.satisfied) for one in found.judgements) == ["False", "True", "True"]
    assert (found.judge, found.model) == ("hybrid", "given by the caller")
    assert found.tokens == (6, 4)
    doing.clear()
    read = tamis.check("a b", request="Write at most five words.", say=doing.append).run()
    assert doing[0] == "looking for the constraints of the request"
    assert (read.source, read.judge, read.model, read.satisfied) == ("program", "program", None, 1)
    one = tamis.check("a b", [WORDS]).run()
    assert (one.source, one.constraints) == ("given", (WORDS.sentence,))
    assert tamis.keeps("a b", {"words": {"max": 5}}).passed
    assert tamis.keeps("a b", "At most 5 words.\nAt least 1 word.").satisfied == 2


def test_an_assertion_has_the_working_of_all_that_failed():
    """Each with its verdict; what was not read as well; nothing where all is kept."""
    assert_keeps("a b", WORDS)
    assert_keeps("a b", WORDS, "It must sparkle.", allow_undecided=True)
    with pytest.raises(AssertionError) as wrong:
        assert_keeps("a b c d e f", WORDS, "It must sparkle.", {"words": {"min": 2}})
    assert str(wrong.value).splitlines() == [
        "the response does not keep to all that was asked: 1 of 3 satisfied, 1 not satisfied, "
        "1 undecided",
        f"not satisfied: {WORDS.sentence}",
        *(f"  {line}" for line in WORDS.judge(Text("a b c d e f")).lines()),
        "undecided: It must sparkle.",
        "  abstained: the program does not understand 'It must sparkle.'.",
    ]
    with pytest.raises(AssertionError, match="undecided: It must sparkle"):
        assert_keeps("a b", WORDS, "It must sparkle.")
    with pytest.raises(AssertionError, match="not read: "):
        assert_keeps(
            "a b", request="Write two words. Make them shine like gold in the evening sun."
        )
    with pytest.raises(AssertionError, match=r"^the response is empty: it keeps to nothing.$"):
        assert_keeps(" ", WORDS)
    with pytest.raises(AssertionError, match="undecided: It must sparkle"):
        assert_keeps("a b", "It must sparkle.", allow_undecided=True)


PLAN = """Menu (2,000 kcal a day)

Day 1: soup, 700 kcal; stew, 800 kcal. In all 1,600 kcal.

Day 2: rice 650 kcal, peas 300 kcal!"""
FIRST = [{"quote": "soup, 700 kcal", "amount": 700}, {"quote": "stew,  800 KCAL", "amount": 1}]
SECOND = [{"quote": "rice 650 kcal", "amount": 1}, {"quote": "peas 300 kcal", "amount": 300}]
ASIDE = [
    {"quote": "(2,000 kcal a day)", "why": "GOAL"},
    {"quote": "In all 1,600 kcal", "why": "sum"},
]


def table(first=FIRST, second=SECOND, aside=ASIDE, **more):
    """A table of two days."""
    groups = [{"name": "Day 1", "entries": first, **more}, {"name": "Day 2", "entries": second}]
    return {"groups": groups, "not_counted": aside}


def read(
    value, constraint="The daily caloric intake must be at most 1500 calories.", plan=PLAN, **more
):
    """The judgement of a reply with this table."""
    text = value if isinstance(value, str) else json.dumps(value)
    return table_reader.judgement(Reply(text, **more), constraint, plan, "m")


def test_the_worksheet_of_a_table_in_full():
    """Entries by the plan's own figures; roles and places of each number."""
    found = read(table(times=3))
    sheet = found.worksheet
    assert (found.judge, found.satisfied, found.outcome) == ("m and program", True, "ok")
    assert (sheet.quantity, sheet.unit, sheet.bound) == ("calorie", "kcal", "at most 1,500 kcal")
    assert (sheet.scope, sheet.capability, sheet.ignored) == ("each day", "summation", ())
    soup = Entry("soup, 700 kcal", 700.0, (700.0,), span=(32, 46))
    stew = Entry("stew, 800 KCAL", 800.0, (800.0,), span=(48, 62))
    rice = Entry("rice 650 kcal", 650.0, (650.0,), span=(91, 104))
    peas = Entry("peas 300 kcal", 300.0, (300.0,), span=(106, 119))
    assert sheet.parts == (
        Part("Day 1", (soup, stew), 1500.0, True), Part("Day 2", (rice, peas), 950.0, True),
    )  # fmt: skip
    roles = {PLAN[slice(*n.span)]: (n.role, n.subject, n.why, n.text) for n in sheet.numbers}
    assert roles == {
        text: (role, "calorie", "the model's table", text)
        for text, role in {
            "700 kcal": "entry", "800 kcal": "entry", "650 kcal": "entry", "300 kcal": "entry",
            "2,000 kcal": "goal", "1,600 kcal": "note",
        }.items()
    }  # fmt: skip
    # Of the whole plan: a group that stands for three days counts three times.
    week = read(table(times=3), "The total weekly calories must be at most 9000.")
    (part,) = week.worksheet.parts
    assert (part.name, part.total, part.satisfied) == ("the plan", 3 * 1500 + 950, True)
    assert [one.amount for one in part.entries] == [2100, 2400, 650, 300]
    for times, total in ((366, 550_000 - 50), (367, 2450), (0, 2450), ("3", 2450), (None, 2450)):
        week = read(table(times=times), "The total weekly calories must be at most 9000000.")
        assert week.worksheet.parts[0].total == total


def test_what_a_table_makes_up_or_cannot_say_is_open():
    """A quote from nowhere, one without a figure, a group without entries; other things go by."""
    found = read(
        table([*FIRST, {"quote": "cake", "amount": 5}, {"quote": "Menu", "amount": 3}, "x"])
    )
    assert (found.satisfied, found.outcome) == (None, "abstained")
    assert found.reason == (
        "Day 1 comes to 1,500 kcal or more, as 'cake', which the response does not say."
    )
    one = found.worksheet.parts[0]
    assert one.open == ("'cake', which the response does not say", "what 'Menu' gives")
    assert one.entries[2:] == (
        Entry("cake", 0.0, (), "not in the response", math.inf),
        Entry("Menu", 0.0, (0.0,), "", math.inf, (0, 4)),
    )
    assert found.worksheet.ignored == ("the table quotes 'cake', which is not in the response",)
    empty = read({"groups": ["x", {"entries": []}], "not_counted": ["x", {"quote": "none"}]})
    (group,) = empty.worksheet.parts
    assert (group.name, group.total, group.high) == ("a group", 0, math.inf)
    assert group.open == ("the table has no figure for a group",)
    assert read({"groups": []}).reason == "the table has no groups."
    many = [{"quote": f"cake {n}"} for n in range(9)]
    assert len(read(table(many)).worksheet.ignored) == 8


@pytest.mark.parametrize(
    ("quote", "said_", "amount_"),
    [
        ("soup, 700 kcal", 1, 700), ("soup, 700 kcal", None, None),
        ("soup, 700 kcal; stew, 800 kcal", 800, 800),
        ("soup, 700 kcal; stew, 800 kcal", 807.9, 800),
        ("soup, 700 kcal; stew, 800 kcal", 750, None),
        ("soup, 700 kcal; stew, 800 kcal", "800", None),
        ("soup, 700 kcal; stew, 800 kcal", True, None),
        ("soup, 700 kcal; stew, 800 kcal", 810, None),
    ],
)  # fmt: skip
def test_the_value_of_a_quote(quote, said_, amount_):
    """Its only number; of several the one that the amount names, to a hundredth."""
    found = read(table([{"quote": quote, "amount": said_}]))
    entry = found.worksheet.parts[0].entries[0]
    assert (entry.amount, entry.high) == ((0, math.inf) if amount_ is None else (amount_, None))


LEFT_OUT = "The daily caloric intake must be at least 900 calories."


def test_a_number_that_the_table_leaves_out_may_belong_anywhere():
    """It may only be added: a bound from below holds, one from above is open in every group."""
    some = table([FIRST[0]], aside=ASIDE[:1])
    found = read(some)
    assert found.satisfied is None
    spare = ("'800 kcal', which the table leaves out", "'1,600 kcal', which the table leaves out")
    assert [part.open for part in found.worksheet.parts] == [spare, spare]
    assert [(part.total, part.high) for part in found.worksheet.parts] == [(700, 3100), (950, 3350)]
    assert read(some, LEFT_OUT).satisfied is None
    assert read(some, "The daily caloric intake must be at least 700 calories.").satisfied is True


@pytest.mark.parametrize(
    ("text", "more", "outcome", "reason"),
    [
        ("no", {}, "unparsed", "The reply holds no table."),
        (" ", {}, "missing", "The reply holds no table."),
        ('{"rows": []}', {}, "unparsed", "The reply holds no table."),
        ("no", {"truncated": True}, "truncated", "The reply breaks off in its table."),
        (json.dumps(table())[:90], {}, "truncated", "The reply breaks off in its table."),
        ("x", {"failed": "no route."}, "failed", "The call failed: no route."),
        ("x", {"refused": True}, "refused",
         "The model declined, or the provider's filter did."),
    ],
)  # fmt: skip
def test_a_reply_without_a_table_says_why(text, more, outcome, reason):
    """By whom, why, and what the reply said."""
    found = read(text, **more)
    assert (found.satisfied, found.judge) == (None, "m and program")
    assert (found.outcome, found.reason) == (outcome, reason)
    assert found.rationale == ("" if outcome in ("failed", "refused") else text)
    whole = read(f"Here: {json.dumps(table())} That is all", truncated=True)
    assert whole.satisfied is True


LIFTS = "Session 1: squats 3x10 @ 60 kg, rows 4x8 @ 40 kg, curls 9 kg. At 80 kg you may stop."
TONNAGE = "Total lifting tonnage per session must be at most {} kg."


def test_lifted_weights_are_multiplied_and_the_rest_is_open():
    """A weight that was left out lifts nobody knows what."""
    lifts = [{"quote": "squats 3x10 @ 60 kg", "amount": 5}, {"quote": "rows 4x8 @ 40 kg"}]
    aside = [{"quote": "At 80 kg", "why": "note"}, {"quote": "curls 9 kg", "why": "note"}]
    value = {"groups": [{"name": "S", "entries": lifts}], "not_counted": aside}
    found = read(value, TONNAGE.format(3080), LIFTS)
    (part,) = found.worksheet.parts
    assert (part.total, part.satisfied) == (3 * 10 * 60 + 4 * 8 * 40, True)
    assert found.worksheet.capability == "multiplication and summation"
    assert [one.working for one in part.entries] == ["3 x 10 x 60", "4 x 8 x 40"]
    value["not_counted"] = aside[:1]
    open_ = read(value, TONNAGE.format(3080), LIFTS)
    assert (open_.satisfied, open_.worksheet.parts[0].high) == (None, math.inf)
    value["groups"][0]["entries"] = [*lifts, {"quote": "curls 9 kg", "amount": 9}]
    unknown = read(value, TONNAGE.format(9000), LIFTS)
    assert unknown.worksheet.parts[0].open == ("what 'curls 9 kg' gives",)


ASKED = {
    "The daily caloric intake must be at most 1500 calories.": (
        "the calories (energy) of everything in each day", "figure of calories (energy)",
        " in kcal or kJ, as in the plan", '"Day 1"',
    ),
    "Daily protein must be at least 50 g.": (
        "the protein of everything in each day", "figure of protein", " in the unit of the plan",
        '"Day 1"',
    ),
    "The total weekly calories must be at most 9000.": (
        "the calories (energy) of everything in each day", "figure of calories (energy)",
        " in kcal or kJ, as in the plan", '"Day 1"',
    ),
    "Each meal must have at most 500 calories.": (
        "the calories (energy) of everything in each meal", "figure of calories (energy)",
        " in kcal or kJ, as in the plan", '"Day 1, lunch"',
    ),
    "Breakfast must have at most 400 calories each day.": (
        "the calories (energy) of everything in each meal; only breakfast is asked for, each as a "
        "group of its own", "figure of calories (energy)", " in kcal or kJ, as in the plan",
        '"Day 1, lunch"',
    ),
    "Each session must take at most 45 minutes.": (
        "how long every exercise and every break of each session takes", "exercise or break",
        " in the unit of the plan", '"Session 1"',
    ),
    "Total lifting tonnage per session must be at least 3080 kg.": (
        "sets, repetitions and weight of every exercise",
        "exercise; its quote has the sets, the repetitions and the weight",
        ", here the weight that is lifted", '"Session 1"',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("constraint", "words"), ASKED.items())
def test_what_a_table_is_asked_for(constraint, words):
    """What is wanted, an entry, its figure and an example of a group."""
    wanted, entry, figure, example = words
    prompt = table_reader.prompt(constraint, "Day 1: x 5 kcal")
    assert f"Copy what is needed for this question: {wanted}\n" in prompt
    assert f"- One entry for each {entry}. " in prompt
    assert f'"amount" is the figure itself{figure}. ' in prompt
    assert f'{{"groups": [{{"name": {example}, ' in prompt
    assert "Day 1: x 5 kcal" in prompt


@pytest.mark.parametrize(
    "constraint",
    ["The plan must have at most 20 sets per session.", "Work must start at 9 AM.", "Be nice.",
     "Each session must have at most 50 reps.", "The plan must be for 2 days."],
)  # fmt: skip
def test_what_no_table_is_asked_for(constraint):
    """Counts, times and what is not read: there is no prompt, and the program judges."""
    assert table_reader.prompt(constraint, "Day 1: x") is None
    chat, asked = chatting()
    found = asyncio.run(table_reader.judge(chat, constraint, "Day 1: x"))
    assert (found.judge, asked) == ("program", [])
    assert read(table(), constraint).judge == "program"
    assert table_reader.prompt(LEFT_OUT, " ") is None
    assert read(table(), LEFT_OUT, " ").judge == "program"


def test_quotes_are_found_one_after_the_other():
    """The next after the last one found, else the first; blanks and case aside; parts of words."""
    text = "A  b, a b\nX a b."
    finder = _Finder(text)
    places = [finder.find("a b") for _ in range(4)]
    assert places == [(0, 4), (6, 9), (12, 15), (0, 4)]
    assert [text[slice(*place)] for place in places[:3]] == ["A  b", "a b", "a b"]
    assert finder.find("a b", reuse=True) == (0, 4)
    assert (finder.find(" B,\n a "), finder.find("b x")) == ((3, 7), (8, 11))
    assert finder.find("a b", reuse=True) == (0, 4)
    assert (finder.find("none"), finder.find(" ")) == (None, None)


REASONS = [
    (Reply("", failed="no route."), "failed", "The call failed: no route."),
    (Reply("x", refused=True), "refused",
     "The model declined, or the provider's filter stopped the reply."),
    (Reply("I'm sorry, but I can't help with that."), "refused", "The model declined to judge."),
    (Reply(" \n"), "missing", "The reply is empty."),
    (Reply("", truncated=True), "truncated",
     "The reply is empty, as the token limit was used up before its first word."),
    (Reply("It has 3 beds."), "unparsed", "The reply gives no verdict: it has no verdict."),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "outcome", "reason"), REASONS)
def test_why_a_reply_gives_no_verdict(reply, outcome, reason):
    """In one sentence each, with the judge's name."""
    found = model_judge.judgement(reply, "m")
    assert (found.satisfied, found.judge, found.outcome, found.reason) == (
        None, "m", outcome, reason,
    )  # fmt: skip


NO = (
    "no|nope|n|false|failed|unsatisfied|unmet|unfulfilled|not satisfied|not fully met"
    "|not completely fulfilled|not entirely respected|not clearly satisfied|not all met"
    "|non-satisfied|nonsatisfied|does not satisfy|do not meet|did not fulfil it"
    "|does not comply with the constraint|does not adhere to its requirements"
    "|does not keep to this condition|violated|violates|breaks it|broken|fails"
    "|fails to satisfy the given constraint|fails to meet that|violate all requirements"
)
YES = (
    "yes|y|true|passes|passed|pass|not violated|not broken|satisfied|met|fulfilled"
    "|respected|fully met|completely satisfied|entirely fulfilled|clearly met"
    "|indeed satisfied|thus met|therefore satisfied|also met|all met|satisfies it"
    "|satisfy the constraint|meets all stated requirements|fulfills this|complies with it"
    "|adheres to the conditions|keeps to its constraints|keep to it"
)


@pytest.mark.parametrize(
    ("said_", "satisfied"),
    [
        *((one, False) for one in NO.split("|")),
        *((one, True) for one in YES.split("|")),
        *((one, None) for one in ("partly", "maybe", "n/a", "yes and no")),
    ],
)
def test_each_word_of_a_verdict(said_, satisfied):
    """After the label of the final line, in any case."""
    for reply in (f"FINAL ANSWER: {said_}", f"so\n**Final verdict:** {said_.upper()}"):
        assert model_judge.judgement(Reply(reply)).satisfied is satisfied


@pytest.mark.parametrize(
    "label",
    ["Final answer", "Final verdict", "Final decision", "Final judgment", "Final judgement",
     "Verdict", "Decision", "Judgement", "Answer", "Satisfied", "Is the constraint satisfied",
     "Constraint satisfied", "FinalAnswer"],
)  # fmt: skip
def test_each_label_of_a_verdict(label):
    """Before a colon, after other lines."""
    found = model_judge.judgement(Reply(f"3 > 2.\n{label}: no"), "m")
    assert (found.satisfied, found.outcome) == (False, "ok")
