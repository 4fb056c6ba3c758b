"""`tamis.ask(recall=…)`: the engine with verifiers that are scripted, and whose truth is known."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import lighthouses
from lighthouses import QUESTION, drawn, title, verdict
from pdf_files import SCAN, said
from pdf_files import drawn as drawn_pdf
from tamis import ask
from tamis.answering.coverage import Coverage
from tamis.answering.everything.kept_verdicts import Effort, KeptVerdicts
from tamis.answering.everything.labels import read_labels
from tamis.answering.everything.prices import Line, expected_call, prices
from tamis.answering.everything.units import content_of
from tamis.answering.everything.wanted import Interruption
from tamis.spending import Limits
from tamis.types import Document, Evidence, InputError, Reply, Verdict


class Verifier:
    """A `Chat` that says what the documents say, or `answers`; its replies come out of order."""

    def __init__(self, answers=verdict, order: int | None = 1) -> None:
        self.answers, self.random = answers, random.Random(order)
        self.asked: Counter[str] = Counter()
        self.conditions: Counter[str] = Counter()
        self.now = self.most = 0

    async def __call__(self, messages, schema=None) -> Reply:
        """Wait for some turns of the loop, then reply."""
        if "===== Candidate =====" in messages[-1]:
            self.asked[title(messages)] += 1
            self.conditions[messages[0].split("===== Question =====")[1].strip()] += 1
        self.now += 1
        self.most = max(self.most, self.now)
        for _ in range(self.random.randrange(9)):
            await asyncio.sleep(0)
        self.now -= 1
        said = self.answers(messages)
        return said if isinstance(said, Reply) else Reply(said, tokens=(100, 20))

    @property
    def calls(self) -> int:
        """How many there were."""
        return sum(self.asked.values())


@pytest.fixture
def lights(tmp_path, monkeypatch):
    """A folder of 200 lights, 60 of them manned, which no ranking can tell, nor learn."""
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))

    # When a thread is ready is chance; what is learnt is looked at by itself.
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    lighthouses.write(tmp_path / "lights", TRUTH)
    return tmp_path / "lights"


TRUTH = drawn(200, 60)
MANNED = {f"Light {number}" for number, manned in enumerate(TRUTH) if manned}


def asking(corpus, verifier, recall=0.9, question=QUESTION, **more):
    """`tamis.ask` for everything, waited for."""
    return asyncio.run(ask(question, corpus, model=verifier, recall=recall, **more))


# The promise


@pytest.mark.parametrize("recall", [0.5, 0.9, 0.99])
def test_the_promise_holds_and_costs_less_than_everything(lights, recall):
    """Whatever the order of the replies; each unit is asked about once."""
    verifier = Verifier()
    found = asking(lights, verifier, recall)
    covered = found.coverage
    assert covered.ended == "reached"
    assert covered.certified >= recall
    assert set(found.answers) <= MANNED
    assert len(found.answers) >= recall * len(MANNED)
    assert len(MANNED) <= covered.found + covered.missed
    assert covered.size[0] <= len(MANNED) <= covered.size[1]
    assert set(verifier.asked.values()) == {1}
    assert covered.calls == covered.verified == verifier.calls < 200
    assert verifier.most == 10


def test_a_corpus_in_which_nothing_fits_is_an_empty_answer(lights):
    """The verifier says no to all; everything is verified, as one may always be hidden."""
    found = asking(lights, Verifier(lambda m: verdict(m).replace("TRUE", "FALSE")), 0.9)
    assert (found.outcome, found.answers) == ("empty", ())
    assert found.coverage.found == 0
    assert any("answers the question" in note for note in found.notes)


@pytest.mark.parametrize(
    ("text", "unit", "missed"),
    [
        ("It works by itself.", "document", 1),
        # What was accepted on its first page lacks nothing.
        ("It has a keeper.", "document", 0),
        ("It has a keeper.", "passage", 1),
    ],
)
def test_a_page_that_is_an_image_may_hide_what_fits(lights, text, unit, missed):
    """A document of which a page was not read is not rejected for certain; nor is the page."""
    (lights / "scan.pdf").write_bytes(drawn_pdf(said(text), SCAN))
    covered = asking(lights, Verifier(), 1, unit=unit).coverage
    assert (covered.units, covered.missed, covered.unreadable) == (201, missed, missed)
    assert (covered.certified == 1) is not bool(missed)


def test_a_file_that_cannot_be_read_may_hide_what_fits(lights):
    """A promise of nearly all is kept with it, if it can be; one of all cannot."""
    (lights / "noise.txt").write_bytes(b"\xff\xfe\xff")
    found = asking(lights, Verifier(), 0.9)
    assert found.coverage.reached
    whole = asking(lights, Verifier(), 1).coverage
    assert (whole.reached, whole.whole, whole.missed) == (False, False, 1)
    assert any("Not read from their files" in sentence for sentence in whole.words())


# Calls that fail, limits, and being stopped


def test_a_call_that_fails_counts_as_missed_and_stops_no_other(lights):
    """Of every 20th light nothing is heard: the promise counts them among the missed."""
    lost = {f"Light {number}" for number in range(0, 200, 20)}

    def answers(messages):
        return Reply("", failed="HTTP 500") if title(messages) in lost else verdict(messages)

    found = asking(lights, Verifier(answers), 1)
    covered = found.coverage
    assert set(found.answers) == MANNED - lost
    assert (covered.unread, covered.verified, covered.ended) == (10, 200, "everything")
    assert covered.missed == 10
    assert covered.certified == len(found.answers) / (len(found.answers) + 10)
    (note,) = [note for note in found.notes if note.startswith("Without a verdict")]
    assert "10 documents (failed ×10; HTTP 500)" in note


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [("Well.", "unparsed"), ("", "missing"), (Reply("", failed="HTTP 500"), "failed")],
)
def test_a_verifier_that_cannot_be_read_is_given_up(lights, reply, outcome):
    """After 20 of 25, though each is asked three times at first; after 3 where the calls fail."""
    verifier = Verifier(lambda messages: reply)
    found = asking(lights, verifier)
    fails = outcome == "failed"
    assert (found.coverage.ended, found.outcome) == ("failed" if fails else "unread", outcome)
    assert (3 if fails else 20) <= verifier.calls < (20 if fails else 60)
    assert found.notes[0].startswith("No answer: ")
    said = " ".join(found.coverage.words())
    assert ("calls to the verifier fail" if fails else "cannot be read") in said
    assert ("0 of 200" in said) == fails


def test_a_budget_bounds_the_calls_and_says_what_it_can_promise(lights):
    """To the call."""
    verifier = Verifier()
    found = asking(lights, verifier, 0.95, budget=90)
    covered = found.coverage
    assert (verifier.calls, covered.calls, covered.ended) == (90, 90, "budget")
    assert set(found.answers) <= MANNED
    assert 0 < covered.certified <= len(found.answers) / len(MANNED)
    assert len(MANNED) <= covered.found + covered.missed
    (said,) = [said for said in covered.words() if "budget" in said]
    assert said.startswith("The budget of 90 calls is used up: the 95% that were asked for")


@pytest.mark.parametrize("limits", [Limits(tokens=6000), Limits(cost=6, price=(1000, 1000))])
def test_a_limit_of_tokens_or_money_ends_it_like_a_budget(lights, limits):
    """Each call takes 120 tokens, or .12; the last may have been begun before."""
    verifier = Verifier()
    found = asking(lights, verifier, generation={"max_tokens": 20}, limits=limits)
    assert found.coverage.ended == "budget"
    assert 20 <= verifier.calls <= 50
    assert found.coverage.calls == verifier.calls
    assert any(said.startswith("The ") and "limit" in said for said in found.coverage.words())
    assert found.outcome == "ok"


def test_when_it_is_stopped_there_is_an_answer_so_far(lights):
    """What is in flight is given up, and counts among what may be missed."""
    stop = Interruption()

    def answers(messages):
        if verifier.calls == 80:
            stop.event.set()
        return verdict(messages)

    verifier = Verifier(answers)
    found = asking(lights, verifier, 0.99, stop=stop)
    covered = found.coverage
    assert covered.ended == "stopped"
    assert 70 <= covered.verified <= 90
    assert set(found.answers) <= MANNED
    assert len(MANNED) <= covered.found + covered.missed
    assert covered.certified > 0
    assert any("the same command goes on from here" in said for said in covered.words())


def test_parts_of_one_document_are_one_answer(lights):
    """That they are parts is said; what is certified counts them."""
    long = "\n\n".join(["lamp sea wind rock " * 5] * 8)
    (lights / "long.md").write_text(f"# Long Light\n\nIt has a keeper.\n\n{long} It has a keeper.")
    found = asking(lights, Verifier(), 1, chunk=200, context_tokens=100)
    (one,) = [finding for finding in found.findings if finding.answer == "Long Light"]
    assert len({quote.document for quote in one.evidence_for}) == 2
    assert len(found.answers) == 61
    assert found.coverage.found == 62
    assert found.coverage.kind == "document part"
    assert any(
        note.startswith("Longer than the context, so judged in parts: 1 of 201 documents")
        for note in found.notes
    )


def test_the_rows_of_a_table_can_be_asked(tmp_path, monkeypatch, lights):
    """A unit is a row."""
    rows = [
        json.dumps({"id": n, "title": f"Light {n}", "text": lighthouses.text(n, yes)})
        for n, yes in enumerate(TRUTH)
    ]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(rows))
    found = asking(file, Verifier(), 1, unit="row")
    assert set(found.answers) == MANNED
    assert found.coverage.kind == "row"
    assert "60 rows" in next(found.coverage.words())


# Conditions

OLD = drawn(200, 100, seed=5)
PLAN = {
    "conditions": {
        "old": "Which lighthouses were built before 1900?",
        "manned": "Which lighthouses have a keeper?",
    },
    "expression": {"all": ["old", {"not": "manned"}]},
}
BOTH = "Which lighthouses were built before 1900 and have no keeper?"


def test_a_question_is_judged_condition_by_condition(lights):
    """The promise is for the whole; the second condition is only asked where the first leaves it.

    Half of the lights are old, and 60 of 200 are manned, so to be old is the more selective.
    """
    lighthouses.write(lights, TRUTH, OLD)
    right = {f"Light {n}" for n in range(200) if OLD[n] and not TRUTH[n]}

    def answers(messages):
        if "===== Candidate =====" in messages[-1]:
            return verdict(messages)
        assert BOTH in messages[0]
        return json.dumps(PLAN)

    verifier = Verifier(answers)
    found = asking(lights, verifier, 1, BOTH)
    assert set(found.answers) == right
    assert found.coverage.conditions == PLAN["conditions"]
    assert found.coverage.expression == "old and not manned"
    asked = {name: verifier.conditions[text] for name, text in PLAN["conditions"].items()}
    assert set(verifier.asked.values()) <= {1, 2}
    # One more for the plan.
    assert found.coverage.calls == sum(asked.values()) + 1 < 2 * 200
    assert asked["manned"] <= sum(OLD) + 15
    # What speaks against being manned speaks for the answer.
    quotes = [quote.text for quote in found.findings[0].evidence_for]
    assert sorted(quotes) == ["built in 1811", "works by itself"]
    assert found.findings[0].evidence_against == ()


def test_a_plan_that_is_given_takes_the_place_of_the_models(lights, tmp_path):
    """No call is made for it, and its names are shown."""
    lighthouses.write(lights, TRUTH, OLD)
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(PLAN | {"expression": {"any": ["old", "manned"]}}))
    found = asking(lights, Verifier(), 1, BOTH, plan=file)
    right = {f"Light {n}" for n in range(200) if OLD[n] or TRUTH[n]}
    assert set(found.answers) == right
    assert found.coverage.expression == "old or manned"


# Verdicts that are kept


def test_a_kept_verdict_is_of_its_unit_question_prompts_and_model(tmp_path):
    """It is read back as it was given; what was not read is not kept."""
    given = Verdict(True, "ok", (Evidence("1", "a \ud800 quote"),), (Evidence("1", "no"),), "why")
    units = [content_of(Document("any", "T", text)) for text in ("text", "text!", "more")]
    store = KeptVerdicts(tmp_path / "deep" / "v.sqlite")
    store.put(store.asked("c", "p", "m"), units[0], given, Effort(100, 20, 1.5))
    store.put(store.asked("c", "p", "m"), units[2], Verdict(None, "unparsed"), Effort(1, 1, 1))
    store.close()
    again = KeptVerdicts(tmp_path / "deep" / "v.sqlite")
    read, *none = (again.get(again.asked("c", "p", "m"), unit) for unit in units)
    assert (read.judgment, read.reasoning, none) == (True, "why", [None, None])
    assert [one.text for one in (*read.evidence_for, *read.evidence_against)] == [
        "a \ud800 quote", "no",
    ]  # fmt: skip
    for other in (("d", "p", "m"), ("c", "q", "m"), ("c", "p", "n")):
        assert again.get(again.asked(*other), units[0]) is None


# People's labels, and a proxy


def labelled(tmp_path: Path, labels: dict[int, bool]) -> Path:
    """A file of labels, by the numbers of lights."""
    rows = [f"light{number:04}.md,{label}" for number, label in labels.items()]
    file = tmp_path / "labels.csv"
    file.write_text("\n".join(["id,label", *rows]))
    return file


def test_labels_correct_the_promise(lights, tmp_path):
    """They are verified first, and with a verifier that misses some the promise is smaller."""
    labels = labelled(tmp_path, dict(enumerate(TRUTH[:120])))
    right = asking(lights, Verifier(), 0.9, labels=labels)
    assert right.coverage.labels == 120
    assert 0 < right.coverage.corrected < right.coverage.certified

    def blind(messages):
        said = verdict(messages)
        return said.replace("TRUE", "FALSE") if title(messages)[-1] in "0123" else said

    wrong = asking(lights, Verifier(blind), 0.9, labels=labels)
    assert 0 < wrong.coverage.corrected < right.coverage.corrected - 0.1
    assert any(said.startswith("By 120 labels of people") for said in wrong.coverage.words())


def test_labels_are_read_in_all_words_for_yes_and_no(tmp_path):
    """Of a .csv or JSON Lines, with ids that are numbers too."""
    csv, lines = tmp_path / "labels.csv", tmp_path / "labels.jsonl"
    said = ("1", "TRUE", " yes ", "y", "0", "false", "No", "N")
    csv.write_text("id,label\n" + "".join(f"{n},{one}\n" for n, one in enumerate(said)))
    assert read_labels(csv) == {str(n): n < 4 for n in range(8)}
    lines.write_text('{"id": 7, "label": true}\n{"id": "7", "label": 1}\n{"id": 8, "label": "n"}\n')
    assert read_labels(lines) == {"7": True, "8": False}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("l.csv", "id,label\nlight0000.md,maybe\n", "line 2: `label` is 'maybe'"),
        ("l.csv", "id,label\na,true\na,false\n", "'a' has another label above"),
        ("l.csv", "id,label\nnowhere.md,true\n", "'nowhere.md' is no unit of the corpus"),
        ("l.jsonl", "[]", "line 1"),
    ],
)
def test_labels_that_cannot_be_used_are_one_sentence(lights, tmp_path, name, text, said):
    """Before anything is asked."""
    (tmp_path / name).write_text(text)
    verifier = Verifier()
    with pytest.raises(InputError, match=said):
        asking(lights, verifier, labels=tmp_path / name)
    assert verifier.calls == 0


def test_a_proxy_ranks_and_promises_nothing(lights):
    """It says yes and no the wrong way round: it costs calls, but no promise."""
    good = asking(lights, Verifier(), 0.9, proxy=Verifier())
    wrong = {"TRUE": "FALSE", "FALSE": "TRUE"}
    bad = Verifier(lambda m: re.sub("TRUE|FALSE", lambda yes: wrong[yes[0]], verdict(m)))
    worse = asking(lights, Verifier(), 0.9, proxy=bad)
    assert good.coverage.certified >= 0.9
    assert worse.coverage.certified >= 0.9
    assert good.coverage.calls < worse.coverage.calls
    assert "Ranked by the proxy: 200 calls to it." in good.notes


# What is asked for


COVERAGE = Coverage(
    kind="row", units=2_000, verified=1_500, found=30, unread=7, recall=0.95, confidence=0.9,
    ended="budget", certified=0.8765, missed=4, size=(31, 1_040), likely_recall=0.97,
    likely_size=32.6, calls=1_400, kept_verdicts=100, calls_for_all=2_100, seconds=3.5,
    conditions={"a": "Is it?"}, expression="a", why="the limit of 1 call is reached",
)  # fmt: skip
WHOLE = {"verified": 2_000, "unread": 0}


@pytest.mark.parametrize(
    ("changes", "said", "unsaid"),
    [
        # A promise is never rounded up.
        ({}, ["Certified: at least 87.6% found, 30 rows; at most 4 missed (90% confidence).",
              "Estimated: probably 97% found, of some 33", "from 31 to 1,040 rows",
              "The limit of 1 call is reached: the 95%", "1,500 of 2,000 rows", "1,400 calls",
              "100 verdicts", "2,100 calls", "against the verifier"], []),
        ({"certified": 0.99996}, ["at least 99.9% found"], []),
        ({"found": 0, "missed": 1}, ["at most 1 row fits (90% confidence); none was found"], []),
        (WHOLE, ["Certain: all 2,000 rows were verified; 30 rows found."],
         ["Estimated", "asked for", "from 31"]),
        ({"ended": "stopped"}, ["Stopped: the 95%", "the same command goes on"], []),
        ({**WHOLE, "kept_verdicts": 0, "corrected": 0.8129, "labels": 40},
         ["By 40 labels of people, at least 81.2%"], ["against the verifier", "earlier"]),
    ],
)  # fmt: skip
def test_what_a_coverage_says(changes, said, unsaid):
    """The promise, the estimate, the size, why it ended, what it cost, against what it holds."""
    words = str(replace(COVERAGE, **changes))
    assert [part for part in said if part not in words] == []
    assert [part for part in unsaid if part in words] == []
    frame = COVERAGE.to_pandas()
    assert (frame.size_from[0], frame.size_to[0], frame.found[0]) == (31, 1_040, 30)


def test_what_promises_will_cost():
    """A line for each recall and one for everything; money, tokens and minutes of the calls."""
    made = prices(
        lambda recall: round(1_000 * recall), kind="row", units=950, conditions=2, known=3,
        asked=0.85, confidence=0.95, call=Effort(100.4, 20, 3), measured=True, price=(2.0, 5.0),
        connections=4, plan="so", ranking="by words",
    )  # fmt: skip
    assert [one.recall for one in made.lines] == [0.8, 0.85, 0.9, 0.95, 0.99, 1.0]
    assert made.lines[0] == Line(0.8, 1_600, (160_640, 32_000), 0.48128, 20.0)
    assert [one.calls for one in made.lines] == [1_600, 1_700, 1_800, 1_900, 1_900, 1_900]
    assert "where 10 of 950 rows fit, 85% cannot be certified" in made.rare
    # By the length of a prompt, and by earlier calls where there were any.
    assert expected_call(400, None) == Effort(100, 150, 2.0)
    assert expected_call(400, Effort(7, 30, 5)) == Effort(100, 30, 5)


def test_prices_are_told_before_anything_is_asked(lights):
    """And who does not like them pays nothing."""
    told = []
    verifier = Verifier()
    price = Limits(price=(10.0, 20.0))
    found = asking(lights, verifier, 0.9, approve=told.append, limits=price)
    assert verifier.calls == 0
    assert (found.outcome, found.answers) == (None, ())
    (shown,) = told
    assert [line.recall for line in shown.lines] == [0.8, 0.9, 0.95, 0.99, 1.0]
    calls = [line.calls for line in shown.lines]
    assert calls == sorted(calls)
    assert calls[-1] == 200
    line = shown.lines[-1]
    assert line.cost == pytest.approx((line.tokens[0] * 10 + line.tokens[1] * 20) / 1e6)
    # A prompt has some 1,400 characters, and four are about a token.
    assert 200 * 250 < line.tokens[0] < 200 * 500
    assert line.minutes == pytest.approx(200 * 2 / 10 / 60)
    assert "where 2 of 200 documents fit" in shown.rare
