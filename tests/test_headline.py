"""Headline figures are over all that were asked: taking a reply away never improves one."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis import models
from tamis.answering.fanout.answered import Answered
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.benchmark import AnyBenchmark, Output
from tamis.benchmarks.fanoutqa.logged_answer import Recorded, to_record
from tamis.benchmarks.kitab.baselines import reply as listing
from tamis.report.compare import compared
from tamis.report.document import Report
from tamis.report.runs import Run
from tamis.report.scored import NOT_BEGUN, Scored
from tamis.stats import Estimate
from tamis.types import OUTCOMES, Reply

BENCHMARKS: dict[str, dict[str, Any]] = {
    "kitab": {"variants": "all"},
    "kitab all_books": {"condition": "all_books", "variants": "all"},
    "kitab self_context": {"condition": "self_context", "variants": "all"},
    "kitab single_item": {"condition": "single_item"},
    "quest": {"variants": "all"},
    "acs": {},
    "fanoutqa": {"variants": "all", "words": "pystemmer"},
    "kiwi": {"split": "cross"},
}
SAMPLES = 6
READABLE = ("right", "wrong", "part", "nothing")
TAKEN = ("missing", "garbage", "refused", "cut before", "error", "timeout", "limit", "not begun",
         "limit with an answer")  # fmt: skip
HOW = (*READABLE, "cut", "run out", *TAKEN)
"""How a question is answered: read, cut in its answer, or not answered in one of several ways."""

FAILURES = {
    "error": "RuntimeError: the server is gone",
    "timeout": "APITimeoutError: Request timed out",
    "limit": "limit: time",
    "not begun": NOT_BEGUN,
    "limit with an answer": "limit: message",
}


@pytest.fixture(scope="module", autouse=True)
def judge_of_facts() -> Iterator[None]:
    """A judge for FanOutQA that knows the right answers, and says nothing to some others."""
    golds = [sample.target for sample in bench("fanoutqa").samples]

    async def judge(messages: Sequence[str], schema: Any = None) -> Reply:
        asked = messages[-1]
        if any(asked.count(gold) > 1 for gold in golds):
            return Reply("So it is.\nC")
        return Reply("It is not.\nD" if len(asked) % 3 else "Hard to say.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(models, "judges", lambda role, *_: {"judge": judge})
        yield


def texts(name: str, sample: Any) -> dict[str, str]:
    """A right, a wrong and a partly right answer, and one that nothing qualifies."""
    target = sample.target
    if name.startswith("kitab"):
        golds = list(sample.golds) if sample.satisfies is None else [target] * sample.satisfies
        found = {"right": golds, "wrong": ["Nobody Wrote This"], "part": [*golds[:1], "Nor This"]}
        told = {how: listing(titles) for how, titles in found.items()} | {"nothing": listing([])}
        if "self_context" in name:
            return {how: f"All Books:\n{text}\nFinal {text}" for how, text in told.items()}
        return told
    if name == "quest":
        lists = (sample.match, ["Nobody's Page"], [*sample.match[:1], "Nobody's Page"], [])
        ids = (", ".join(f'"{one}"' for one in titles) for titles in lists)
        return dict(zip(READABLE, (f"Final Answer: [{one}]" for one in ids), strict=True))
    if name == "fanoutqa":
        return {"right": target, "wrong": "Mars", "part": target[: len(target) // 2],
                "nothing": "I cannot say."}  # fmt: skip
    yes, no = ("yes", "no") if name == "acs" else ("good", "bad")
    said, other = (yes, no) if target in ("satisfied", "good") else (no, yes)
    if name == "acs":
        said, other = f"So.\nFINAL ANSWER: {said}", f"So.\nFINAL ANSWER: {other}"
    return {"right": said, "wrong": other, "part": said, "nothing": other}


def output(name: str, sample: Any, how: str) -> Output:
    """The output for a sample, where there is one."""
    if name == "fanoutqa" and how in ("cut", "run out"):
        answered = Answered(texts(name, sample)["part"], "ok" if how == "cut" else "timed_out",
                            truncated=how == "cut")  # fmt: skip
        return Output(Reply(answered.text), "m", to_record(Recorded(answered)))
    return Output(reply(name, sample, how), "m")


def reply(name: str, sample: Any, how: str) -> Reply:
    """The reply to a sample."""
    known = texts(name, sample)
    match how:
        case "cut" | "run out":
            return Reply(known["part"] + "\nAnd then", truncated=True)
        case "cut before":
            return Reply("Let me think", truncated=True)
        case "missing":
            return Reply("")
        case "garbage":
            return Reply("\x00\x01 lorem ipsum " * 3)
        case "refused":
            return Reply("I must not.", refused=True)
        case _:
            return Reply(known[how])


class Bench:
    """A benchmark on a few samples, whose replies are scored once each."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.chosen: AnyBenchmark = load_benchmark(name.split()[0])
        self.options = self.chosen.options.parse(BENCHMARKS[name])
        self.samples = self.chosen.load(self.options)[1][:SAMPLES]
        self.identity = self.chosen.identity(self.options)
        self.mark = self.chosen.marker(self.options)
        self.known: dict[tuple[int, str], dict[str, float]] = {}

    def values(self, nth: int, how: str) -> dict[str, float]:
        """The figures in the log of one reply."""
        if how == "limit with an answer":
            return self.values(nth, "right")
        if how in FAILURES:
            return {}
        if (nth, how) not in self.known:
            sample = self.samples[nth]
            marks = asyncio.run(self.mark(sample, output(self.name, sample, how)))
            self.known[nth, how] = self.chosen.recorded(self.run_of([]), sample, marks)
        return self.known[nth, how]

    def run_of(self, hows: Sequence[str], label: str = "m") -> Run:
        """The run in which the samples are answered so."""
        samples = tuple(
            Scored(sample.id, 1, {} if how == "not begun" else
                   {**sample.metadata, "options": self.options.model_dump_json(exclude_unset=True)},
                   self.values(nth, how), FAILURES.get(how, ""), self.chosen.cluster, sample.target)
            for nth, (sample, how) in enumerate(zip(self.samples, hows, strict=False))
        )  # fmt: skip
        identity = {**self.identity, "roles": "judge=j"}
        return Run(label, "model", self.chosen.options.benchmark, "1", identity, samples,
                   len(samples), args=BENCHMARKS[self.name])  # fmt: skip

    def report(self, hows: Sequence[str]) -> Report:
        """The report of that run."""
        return self.chosen.report([self.run_of(hows)])


BENCHES: dict[str, Bench] = {}


def bench(name: str) -> Bench:
    """The benchmark of that name, made once."""
    return BENCHES.setdefault(name, Bench(name))


def headline(made: Report) -> dict[tuple[str, ...], tuple[float, int]]:
    """Every headline figure of the report with its n: what stands left of the count of unread."""
    found = {}
    for table in made.tables:
        keys = [column.key for column in table.columns]
        for column in table.columns[: keys.index("unread") if "unread" in keys else 0]:
            for row in table.rows:
                cell = row.cells.get(column.key)
                if row.kind == "model" and isinstance(cell, Estimate):
                    place = (table.id, row.group, row.label, column.key)
                    found[place] = (cell.value, int(row.cells["n"]))  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("name", BENCHMARKS)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_taking_a_reply_away_never_improves_a_headline_figure(name, data):
    """In whatever way it is missing, and whatever the other replies are.

    Each row is still over all that were asked, and one outcome each adds up to them.
    """
    one = bench(name)
    hows = data.draw(st.lists(st.sampled_from(HOW), min_size=SAMPLES, max_size=SAMPLES))
    nth = data.draw(st.integers(0, SAMPLES - 1))
    without = [*hows[:nth], data.draw(st.sampled_from(TAKEN)), *hows[nth + 1 :]]
    made = one.report(without)
    before, after = headline(one.report(hows)), headline(made)
    assert before
    assert before.keys() == after.keys()
    for place, (value, number) in before.items():
        taken, left = after[place]
        # A precision has no value where nothing is called good: then nothing is claimed.
        assert not taken > value + 1e-12, place
        assert left == number, place
    [outcomes] = [table for table in made.tables if table.id == "outcomes"]
    [row] = outcomes.rows
    assert row.cells["asked"] == SAMPLES == sum(row.cells[outcome] for outcome in OUTCOMES)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_run_without_a_single_answer_has_the_worst_figures(name):
    """And all its rows: it is not left out of a table."""
    found = headline(bench(name).report(["error"] * SAMPLES))
    assert found.keys() == headline(bench(name).report(["right"] * SAMPLES)).keys()
    assert {value for value, _ in found.values() if not math.isnan(value)} == {0.0}


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_system_that_skips_what_it_gets_wrong_is_not_above_one_that_answers(name):
    """Half right and half wrong, against half right and half failed, in a comparison."""
    one = bench(name)
    answers = one.run_of(["right", "wrong"] * (SAMPLES // 2), "answers")
    skips = one.run_of(["right", "error"] * (SAMPLES // 2), "skips")
    pair = one.chosen.completed([answers, skips])
    measures = one.chosen.measures(pair)
    [found] = compared(pair[:1], pair[1:], measures)
    assert found.found.keys() == measures.keys()
    assert found.both == SAMPLES
    for measure, paired in found.found.items():
        assert paired.difference.value <= 0, measure


def test_samples_that_were_not_begun_are_in_their_rows():
    """What they are is looked up in the data; without the data they are in no breakdown."""
    one = bench("kitab")
    hows = ["right"] * (SAMPLES - 2) + ["not begun"] * 2
    rows = headline(one.report(hows))
    assert sum(n for (table, *_, key), (_, n) in rows.items()
               if table.startswith("overall") and "strict" in table and key == "all_correct"
               ) == SAMPLES  # fmt: skip
    run = one.run_of(hows)
    gone = [replace(s, about={**s.about, "options": '{"data": "nowhere"}'}) if s.about else s
            for s in run.samples]  # fmt: skip
    made = one.chosen.report([replace(run, samples=tuple(gone))])
    [outcomes] = [table for table in made.tables if table.id == "outcomes"]
    assert outcomes.rows[0].cells["not_begun"] == 2
    assert any("2 of 6 that were asked count 0" in note for note in made.notes)


def test_a_question_that_is_withheld_is_not_among_those_asked():
    """A fine-tuned judge is not asked about what it was trained on, and cannot be wrong there."""
    from tamis.benchmarks.kiwi.score import SEEN, Verdict, figures, outcome

    one = bench("kiwi")
    seen = Verdict(None, SEEN)
    assert outcome(seen) is None
    run = one.run_of(["right"] * SAMPLES)
    values = {**figures(seen, True), "not_asked": 1.0}
    samples = (replace(run.samples[0], values=values), *run.samples[1:])
    made = one.chosen.report([replace(run, samples=samples)])
    main = {key: found for (table, *_, key), found in headline(made).items() if table == "judges"}
    assert main == dict.fromkeys(("accuracy", "precision", "recall", "f1"), (1.0, SAMPLES - 1))
    [row] = next(table for table in made.tables if table.id == "outcomes").rows
    assert (row.cells["asked"], row.cells["withheld"]) == (SAMPLES - 1, 1)
