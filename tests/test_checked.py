"""Results of a check as data and in words: worksheets, panels of judges, a model's table."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

import tamis
from tamis.checking.checked import plain
from tamis.checking.constraint_types import from_spec
from tamis.checking.demand import Demand
from tamis.checking.demands import Demands, demands
from tamis.checking.judgement import Judgement
from tamis.checking.panel import disagreements, flip_rate, majority
from tamis.checking.response_check import checked_of, without_response
from tamis.checking.worksheet import Entry, Number, Part, Worksheet, amount
from tamis.types import Reply

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


def test_a_worksheet_shows_each_entry_each_total_and_what_is_open():
    """With its working and its verdict; an amount without an end, and what was not used."""
    lines = [line.strip() for line in SHEET.lines()]
    for shown in (
        "3 × 10 = 30 g  eggs", "25.5 g  beans", "total 55.5 g: satisfied", "4 g to 9 g  rice",
        "0 g or more  stew", "total 4 g or more: open", "total 1,234.5 g to 2,000 g: not satisfied",
        "open: the stew", "differs: total 90 g", "not used: a heading",
    ):  # fmt: skip
        assert shown in lines
    assert SHEET.explained() == ["30 g: entry", "90 g: total (a sum)"]
    # Of a longer one the parts that break the bound, or are open.
    short = [*Judgement(False, "m", worksheet=SHEET).lines(13)]
    assert ("Day 1" in short, "Day 2" in short, "Day 3" in short) == (False, True, True)
    assert [*Judgement(False, "m", worksheet=SHEET).lines(14)] == SHEET.lines()


def test_a_worksheet_is_read_back_from_its_data():
    """An end without end is "any"; logs of earlier versions had fewer fields."""
    value = json.loads(json.dumps(SHEET.to_json()))
    assert Worksheet.from_json(value) == SHEET
    assert value["satisfied"] is False
    assert [part["high"] for part in value["parts"]] == [None, "any", 2000.0]
    old = {key: kept for key, kept in value.items() if key != "numbers"}
    old["parts"] = [
        {key: part[key] for key in ("name", "total", "satisfied")}
        | {"entries": [{key: one[key] for key in ("text", "amount", "numbers", "working")}
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
        (60, "min", "1 h"), (125, "min", "2 h 05 min"), (math.inf, "min", "any number min"),
        (1234.5, "g", "1,234.5 g"), (3, "", "3"), (0.125, "kg", "0.12 kg"),
    ],
)  # fmt: skip
def test_an_amount_as_a_person_writes_it(value, unit, said):
    """Times of the clock, hours, thousands, at most two decimals."""
    assert amount(value, unit) == said


def votes(*verdicts):
    """Judgements with these verdicts; a text is the outcome of one without."""
    return [
        Judgement(None, f"j{n}", one) if isinstance(one, str)
        else Judgement(one, f"j{n}", worksheet=SHEET if n else None)
        for n, one in enumerate(verdicts)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("verdicts", "satisfied", "outcome"),
    [
        ((True, True, False), True, "ok"),
        ((False, False, True), False, "ok"),
        ((True, False, "unparsed"), None, "abstained"),
        ((True, True, "missing", "unparsed"), None, "abstained"),
        ((False, False, "missing", True), None, "abstained"),
        (("failed", "failed"), None, "failed"),
        (("failed", "refused", "failed"), None, "abstained"),
        ((True,), True, "ok"),
    ],
)
def test_the_majority_is_more_than_half_of_all_judges(verdicts, satisfied, outcome):
    """With a worksheet of one that agrees; each judge is named with its verdict."""
    found = majority(votes(*verdicts))
    assert (found.satisfied, found.outcome, found.judge) == (satisfied, outcome, "majority")
    agrees = satisfied is not None and satisfied in verdicts[1:]
    assert found.worksheet == (SHEET if agrees else None)
    for line, (n, one) in zip(found.rationale.splitlines(), enumerate(verdicts), strict=True):
        said = one if isinstance(one, str) else "yes" if one else "no"
        assert line == f"j{n}: {said}"


def test_disagreements_and_flips():
    """Two that decided differently; the share of the decided others that differ from the first."""
    table = {
        "a": dict(enumerate(votes(True, False))), "b": dict(enumerate(votes(True, "failed"))),
        "c": dict(enumerate(votes("failed", False, True))), "d": dict(enumerate(votes(True, True))),
    }  # fmt: skip
    assert disagreements(table) == ["a", "c"]
    assert flip_rate([True, False, None, True, False]) == 2 / 3
    assert all(map(math.isnan, map(flip_rate, ([], [None, True], [True], [True, None]))))


WORDS = from_spec({"words": {"max": 5}})
LISTED = (
    Demand("It must sparkle."), Demand(WORDS.sentence, WORDS, "at most five words"),
    Demand("It must soar."),
)  # fmt: skip
KEPT = Judgement(True, "program", working=("3 words",))
BROKEN = Judgement(False, "program", working=("7 words", "more"), worksheet=SHEET)
OPEN = Judgement(None, "m", "unparsed", "no verdict.")


def test_a_result_as_data_and_as_a_table():
    """Counts and shares over all that was asked, what was not read too; one row for each."""
    made = Demands(LISTED, "model", ("Be swift.",), ("x",), ("A note",))
    found = checked_of(made, [KEPT, BROKEN, OPEN], "hybrid", "m", (7, 9), "stopped")
    counts = (found.satisfied, found.unsatisfied, found.undecided, found.asked, found.score)
    assert counts == (1, 1, 1, 4, 0.25)
    record = found.to_dict()
    assert record["summary"] == "1 of 4 satisfied, 1 not satisfied, 1 undecided, 1 not read"
    kept = ("passed", "score", "unread", "judge", "model", "source", "tokens", "limited", "aside",
            "refused")  # fmt: skip
    assert [record[name] for name in kept] == [
        False, 0.25, ["Be swift."], "hybrid", "m", "model", [7, 9], "stopped", ["A note"], ["x"],
    ]  # fmt: skip
    assert record["constraints"][1] == {
        "constraint": WORDS.sentence, "quote": "at most five words", "type": WORDS.spec(),
        **plain(BROKEN),
    }  # fmt: skip
    assert plain(BROKEN)["worksheet"] == SHEET.to_json()
    frame = found.to_pandas()
    assert list(frame.verdict) == ["satisfied", "not satisfied", "undecided", "not read"]
    many = checked_of(Demands(LISTED[:1] * 1308), [BROKEN] * 1308, "program")
    assert "1,300 more" in repr(many)


def test_no_response_decides_nothing():
    """Each demand is missing, and by whom it was to be judged."""
    found = without_response(Demands(LISTED, unread=("x",)), "hybrid")
    assert {(one.satisfied, one.outcome, one.judge) for one in found.judgements} == {
        (None, "missing", "hybrid")
    }
    assert (found.exit_code(allow_undecided=True), found.unread) == (3, ("x",))


def test_a_constraint_counts_once():
    """A type and its sentence are the same demand where they say the same."""
    typed = demands([WORDS, "It must sparkle.", {"words": {"max": 5}}, "It must sparkle."])
    assert [one.sentence for one in typed] == [WORDS.sentence, "It must sparkle."]


@pytest.mark.parametrize(
    ("judge", "sentence", "reply", "satisfied", "by", "calls"),
    [
        ("hybrid", "At most 5 words.", "", True, "program", 0),
        ("hybrid", "It must sparkle.", "FINAL ANSWER: no", False, "given by the caller", 1),
        ("hybrid", "It must sparkle.", "", None, "given by the caller", 1),
        ("model", "At most 5 words.", "FINAL ANSWER: no", False, "given by the caller", 1),
    ],
)
def test_who_judges_a_demand(judge, sentence, reply, satisfied, by, calls):
    """The program, the model, or the model where the program does not decide; tokens add up."""
    asked, doing = [], []

    async def chat(messages, schema=None):
        asked.append(messages)
        return Reply(reply, tokens=(3, 2))

    found = tamis.check("a b", [sentence], model=chat, judge=judge, say=doing.append).run()
    (one,) = found.judgements
    assert (one.satisfied, one.judge, len(asked)) == (satisfied, by, calls)
    assert found.tokens == (3 * calls, 2 * calls)
    assert len(doing) == 2
