"""Every cell of ACS's tables, worked again from verdicts that nothing makes alike."""

from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tamis.report
from cells import body, difference, drawn, heads, judged, kinds, mean, named, ratio
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.acs import errors, panel, shares, tables
from tamis.benchmarks.acs.details import Detail
from tamis.benchmarks.acs.shares import Verdicts
from tamis.checking.judgement import Judgement
from tamis.report.document import Report
from tamis.report.runs import Run, Scored
from tamis.stats import Estimate, correct, pooled

PAPER = json.loads((Path(tamis.report.__file__).parent / "published/acs.json").read_text())
NAN = float("nan")
MEALS, SPORT, DAYS = "meal-planning", "workout", "day-planning"
SUM, COUNT, CLOCK = "summation", "counting", "schedules"
ITEMS = (
    # Response, domain, capability, label: five responses of 5, 4, 3, 2 and 1 items.
    ("r1", MEALS, SUM, True), ("r1", MEALS, COUNT, False), ("r1", MEALS, SUM, True),
    ("r1", MEALS, SUM, False), ("r1", MEALS, COUNT, True), ("r2", SPORT, COUNT, True),
    ("r2", SPORT, CLOCK, True), ("r2", SPORT, COUNT, False), ("r2", SPORT, COUNT, True),
    ("r3", DAYS, CLOCK, True), ("r3", DAYS, CLOCK, False), ("r3", DAYS, SUM, True),
    ("r4", SPORT, CLOCK, False), ("r4", SPORT, COUNT, False), ("r5", MEALS, SUM, True),
)  # fmt: skip
SAID = {
    # Satisfied, not, without a verdict, failed; a dot is an item that the run did not have.
    ("a", "zero-shot"): "yynn?nyyyyn!yny",
    ("b", "zero-shot"): "ynyyyyn.....n?y",
    ("a", "2-shot"): "ynynyyynyyyyn??",
    ("b", "hybrid zero-shot"): "yyynyy?nyyn....",
    ("c", "by a table"): "...ynnyynynyyyn",
    ("file", "Verdicts made elsewhere"): "nyynynyyn.n?yyn",
    ("program", "Baselines"): "yn?nyy?ny?nyn?y",
    ("majority", "Baselines"): "yyyyyyyyyyyyyyy",
}
PLACES = ("zero-shot", "2-shot", "hybrid zero-shot", "by a table",
          "Verdicts made elsewhere", "Baselines")  # fmt: skip
"""The paper's conditions come first, then other judges, files, and baselines."""

RUNS = sorted(SAID, key=lambda key: PLACES.index(key[1]))
VERDICTS = {"y": True, "n": False, "?": None, "!": None}
COSTS = ("calls", "tokens_in", "tokens_out")
Verdict = tuple[bool | None, bool, str]
"""What was said, the label, the response."""


def costs(system: str, condition: str, nth: int) -> dict[str, float]:
    """What an item cost: the baselines nothing."""
    spent = {key: float(int(9 * drawn(system, condition, nth, key))) for key in COSTS}
    spent = {key: 0.0 if system in ("program", "majority") else one for key, one in spent.items()}
    return {**spent, "asked_a_model": float(spent["calls"] > 0)}


def steady(system: str, condition: str, nth: int) -> dict[str, float]:
    """Other wordings of a in zero-shot, other judges of a in 2-shot; not on every item."""
    flipped = (system, condition) == ("a", "zero-shot") and nth % 4 > 0
    several = (system, condition) == ("a", "2-shot") and nth % 3 > 0
    return {
        "flipped": drawn(nth, "flipped") if flipped else NAN,
        "disagreed": float(drawn(nth, "disagreed") > 0.6) if several else NAN,
    }


def run(system: str, condition: str) -> Run:
    """A run as its log has it."""
    samples = []
    for nth, ((response, domain, capability, label), said) in enumerate(
        zip(ITEMS, SAID[system, condition], strict=True)
    ):
        if said == ".":
            continue
        about = {"response": response, "domain": domain, "capability": capability,
                 "capability_by": "data" if nth % 2 else "program"}  # fmt: skip
        values = {
            **judged(VERDICTS[said], label), **costs(system, condition, nth),
            **steady(system, condition, nth), "ok" if VERDICTS[said] is not None else "unparsed": 1,
        }  # fmt: skip
        failed = "RuntimeError: gone" if said == "!" else ""
        target = "satisfied" if label else "unsatisfied"
        samples.append(
            Scored(f"i{nth:02}", 1, about, {} if failed else values, failed, "response", target)
        )
    kind = "baseline" if condition == "Baselines" else "model"
    identity = {"data": "mini", "condition": condition}
    if (system, condition) == ("a", "zero-shot"):
        identity["paraphrases"] = "3"
    return Run(system, kind, "acs", "1", identity, tuple(samples), len(samples))


@pytest.fixture(scope="module")
def made() -> Report:
    """The report of the runs, which come in no order."""
    return load_benchmark("acs").report([run(*key) for key in list(SAID)[::-1]])


def verdicts(key: tuple[str, str], **of: str) -> list[Verdict]:
    """The verdicts of a run on the items of a domain, or a capability, or all of them."""
    fields = {"domain": 1, "capability": 2}
    return [
        (VERDICTS[said], item[3], item[0])
        for item, said in zip(ITEMS, SAID[key], strict=True)
        if said != "." and all(item[fields[what]] == name for what, name in of.items())
    ]


def parts(said: bool | None, label: bool, positive: bool) -> tuple[float, float]:
    """Twice a right verdict on a class, and that with what is wrong."""
    right = 2.0 * (said is label is positive)
    return right, right + (said is not label)


def f1(rows: list[Verdict], positive: bool) -> tuple[Any, ...]:
    """The F1 of a class, from the sums of its parts."""
    return ratio((*parts(said, label, positive), response) for said, label, response in rows)


def headline(rows: list[Verdict]) -> list[Any]:
    """The accuracy and both F1s."""
    right = mean((float(said is label), response) for said, label, response in rows)
    return [right, f1(rows, True), f1(rows, False)]


def cells(rows: list[Verdict]) -> list[Any]:
    """The cells of a row of the main table."""
    given = [one for one in rows if one[0] is not None]
    skew = difference(
        (parts(said, label, True), parts(said, label, False), response)
        for said, label, response in given
    )
    coverage = mean((float(said is not None), response) for said, _, response in rows)
    right = sum(said is label for said, label, _ in rows)
    open = len(rows) - len(given)
    bounds = f"{right / len(rows):.2f} to {(right + open) / len(rows):.2f}" if open else ""
    return [
        *headline(rows), open, len(rows), skew, coverage, *headline(given), len(given), bounds
    ]  # fmt: skip


HEADS = [
    "Accuracy ↑", "F1 satisfied ↑", "F1 unsatisfied ↑", "No verdict ↓", "n", "Skew", "Coverage",
    "Accuracy of those decided ↑", "F1 satisfied of those decided ↑",
    "F1 unsatisfied of those decided ↑", "Read, whole or in part", "Bounds of the accuracy",
]  # fmt: skip


def test_table_1(made):
    """Each judge over all of its items, and the paper's rows; a group for each condition."""
    wanted = []
    for condition in PLACES:
        own = [key for key in RUNS if key[1] == condition]
        wanted += [(condition, key[0], *cells(verdicts(key))) for key in own]
        shots = {"zero-shot": "zero_shot", "2-shot": "two_shot"}.get(condition)
        for judge, figures in PAPER["judges"].items() if shots else ():
            three = [
                figures[shots][k] / 100 for k in ("accuracy", "f1_satisfied", "f1_unsatisfied")
            ]
            three = [round(one, 9) for one in three]
            skew = round(three[1] - three[2], 9)
            wanted.append((condition, judge, *three, None, None, skew, *[None] * 6))
    found = named(made, "judges")
    assert heads(found) == HEADS
    assert body(found) == wanted
    assert body(found, "published")[0][:5] == ("zero-shot", "Gemini 1.5 Pro", 0.884, 0.9043, 0.8527)
    assert (found.title, found.paper) == ("Judges", "Table 1")
    assert found.caption == (
        "data=mini. Accuracy and F1 are over all items that were asked about: one without a "
        "verdict counts as judged wrongly. Skew is F1 satisfied minus F1 unsatisfied, of the "
        "verdicts; coverage is the share of items with a verdict. The bounds take the others as "
        "all wrong, and as all right. Standard errors are clustered by response. Published: ACS, "
        "Table 1, on the released data."
    )


def test_judges_who_decide_everything_have_no_columns_of_those_decided():
    """Five columns and n; without a judge of the paper's conditions all of its rows follow."""
    found = tables.judges([run("majority", "Baselines")])
    assert heads(found) == HEADS[:7]
    row = cells(verdicts(("majority", "Baselines")))
    assert body(found)[0] == ("Baselines", "majority", *row[:7])
    # 9 of 15 items are satisfied.
    assert row[0][0] == 0.6
    assert [one[0] for one in body(found, "published")].count("2-shot") == len(PAPER["judges"])


@pytest.mark.parametrize(
    ("what", "names"), [("domain", [DAYS, MEALS, SPORT]), ("capability", [COUNT, CLOCK, SUM])]
)
def test_breakdowns(made, what, names):
    """The same measures over the items of each domain and capability, baselines too."""
    found = named(made, f"by-{what}")
    wanted = [
        (name, key[0] if key[1] == "Baselines" else f"{key[0]}, {key[1]}", *cells(rows))
        for name in names
        for key in RUNS
        if (rows := verdicts(key, **{what: name}))
    ]
    assert heads(found) == HEADS
    assert body(found) == wanted
    said = " Capabilities that the data do not have are assigned by the program."
    assert found.caption == f"data=mini. Measures as above.{said if what == 'capability' else ''}"
    assert (found.title, found.paper) == (f"By {what}", "")


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("data", " Capabilities as the data have them."),
        ("program", " Capabilities are assigned by the program, not by the paper."),
    ],
)
def test_capabilities_say_whose_word_they_are(by, said):
    """The data's, or the program's, where all are of one."""
    whole = run("a", "2-shot")
    samples = [replace(one, about={**one.about, "capability_by": by}) for one in whole.samples]
    found = tables.broken_down([replace(whole, samples=tuple(samples))], "capability")
    assert found.caption.endswith(f"Measures as above.{said}")


def test_costs(made):
    """Calls and tokens of an item that was answered; not of files, nor of who looks at nothing."""
    found = named(made, "costs")
    wanted = []
    for key in RUNS:
        if key[0] in ("majority", "file"):
            continue
        answered = [nth for nth, said in enumerate(SAID[key]) if said not in ".!"]
        spent = [
            round(sum(costs(*key, nth)[what] for nth in answered) / len(answered), 9)
            for what in ("asked_a_model", *COSTS)
        ]
        rows = verdicts(key)
        row = cells(rows)
        wanted.append((key[1], key[0], row[0], row[7], row[6], *spent, len(rows)))
    assert heads(found) == [
        "Accuracy ↑", "Accuracy of those decided ↑", "Coverage", "Sample of a model ↓",
        "Calls an item ↓", "Tokens in an item ↓", "Tokens out an item ↓", "n",
    ]  # fmt: skip
    assert body(found) == wanted
    assert [column.digits for column in found.columns] == [2, 2, 2, 2, 2, 0, 0, 2]
    assert found.title == "Cost and accuracy"
    assert found.caption == (
        "data=mini. Calls and tokens are those of all judges and wordings, as the providers count "
        "them, divided by the items that were answered."
    )


def test_confusions(made):
    """How each verdict met each label, and on how many items there was none."""
    found = named(made, "confusion")
    wanted = []
    for key in RUNS:
        pairs = [(said, label) for said, label, _ in verdicts(key)]
        four = [(True, True), (False, True), (False, False), (True, False)]
        counts = [pairs.count(one) for one in four]
        none = sum(said is None for said, _ in pairs)
        wanted.append((key[1], key[0], *counts, none, len(pairs)))
    assert heads(found) == [
        "Satisfied, judged so", "Satisfied, judged not", "Unsatisfied, judged so",
        "Unsatisfied, judged satisfied", "No verdict", "n",
    ]  # fmt: skip
    assert body(found) == wanted
    assert wanted[0] == ("zero-shot", "a", 5, 2, 3, 3, 2, 15)
    assert found.title == "Verdicts and labels"
    assert found.caption == "data=mini. Counts of items."


def test_steadiness(made):
    """Flips and disagreements over the items that have them; n is all that were asked."""
    found = named(made, "steadiness")
    wanted = []
    for key, wordings in ((("a", "zero-shot"), 3), (("a", "2-shot"), 1)):
        there = [(n, said) for n, said in enumerate(SAID[key]) if said not in ".!"]
        flipped, disagreed = (
            mean((steady(*key, n)[what], ITEMS[n][0]) for n, _ in there)
            for what in ("flipped", "disagreed")
        )
        wanted.append((key[1], key[0], flipped, wordings, disagreed, len(ITEMS)))
    assert heads(found) == ["Flip rate ↓", "Wordings", "Judges disagree ↓", "n"]
    assert body(found) == wanted
    assert found.title == "Other wordings, other judges"
    assert found.caption == (
        "Flip rate: the share of the other wordings whose verdict differs from that of the "
        "standard one, among verdicts. Judges disagree: the share of items on which two judges "
        "decided differently; the majority of them counts."
    )


def test_repetitions():
    """Four epochs: votes without a verdict are wrong ones, a tie of verdicts is no majority."""
    # Right, wrong and no verdicts on six items of four responses.
    votes = ("++++", "++-?", "+--+", "+???", "----", "++--")
    responses = ("r1", "r1", "r2", "r3", "r4", "r4")
    samples = []
    for nth, (own, response) in enumerate(zip(votes, responses, strict=True)):
        for epoch, vote in enumerate(own, 1):
            values = judged({"+": True, "-": False, "?": None}[vote], True)
            values["ok" if vote != "?" else "unparsed"] = 1.0
            about = {"response": response, "domain": MEALS}
            samples.append(Scored(f"i{nth}", epoch, about, values, shares="response"))
    identity = {"data": "mini", "condition": "zero-shot", "epochs": "4"}
    repeated = Run("d", "model", "acs", "1", identity, tuple(samples), len(samples))
    found = tables.repetitions([run("a", "zero-shot"), repeated])
    # More than half of four votes for the right one: the first alone. Ties: the third, the sixth.
    right = mean(zip((1.0, 0.0, 0.0, 0.0, 0.0, 0.0), responses, strict=True))
    whole = mean(zip((1.0, 1.0, 0.0, 1.0, 1.0, 0.0), responses, strict=True))
    # Of the pairs of verdicts: 6 of 6, 1 of 3, 2 of 6, none, 6 of 6, 2 of 6.
    agreed = mean(zip((1.0, 1 / 3, 1 / 3, NAN, 1.0, 1 / 3), responses, strict=True))
    assert heads(found) == ["Epochs", "Accuracy of the majority ↑", "Coverage of the majority ↑",
                            "Agreement ↑", "n"]  # fmt: skip
    assert body(found) == [("zero-shot", "d", 4, right, whole, agreed, 6)]
    assert (right[0], whole[0], agreed[0]) == (round(1 / 6, 9), round(4 / 6, 9), 0.6)
    assert found.title == "Sample several times"
    assert found.caption == (
        "Of each item's verdicts the majority, an epoch without one being a wrong one, and a tie "
        "none; coverage is the share of items with a majority; agreement is the share of pairs of "
        "verdicts on one item that are the same. The other tables count every epoch."
    )


SHARES = [
    "True share", "Raw share", "Corrected share", "95% interval", "First half", "Second half",
    "Sensitivity ↑", "Specificity ↑", "n",
]  # fmt: skip
Share = tuple[float | None, float | None, int]


def rates(rows: list[Verdict]) -> dict[str, Share]:
    """The true and the raw share, the sensitivity and the specificity, over the verdicts."""
    given = [(said, label, response) for said, label, response in rows if said is not None]
    return {
        "true": mean((float(label), response) for _, label, response in given),
        "raw": mean((float(said), response) for said, _, response in given),
        "sensitivity": mean((float(said), response) for said, label, response in given if label),
        "specificity": mean(
            (float(not said), response) for said, label, response in given if not label
        ),
    }


def as_estimates(rows: list[Verdict]) -> dict[str, Estimate]:
    """The same with the number of responses behind them, as a correction takes them."""
    given = [one for one in rows if one[0] is not None]
    chosen = {"true": given, "raw": given, "sensitivity": [o for o in given if o[1]],
              "specificity": [o for o in given if not o[1]]}  # fmt: skip
    return {
        what: Estimate(value or 0.0, NAN if error is None else error, n, 0,
                       len({response for _, _, response in chosen[what]}))
        for what, (value, error, n) in rates(rows).items()
    }  # fmt: skip


def half(response: str) -> int:
    """The half of a response, by its hash."""
    return int(hashlib.sha256(response.encode()).hexdigest()[:8], 16) % 2


def spans(value: float, interval: tuple[float, float]) -> tuple[str, str]:
    """An interval, and a value with it, as the table prints them."""
    span = f"{interval[0]:.2f} to {interval[1]:.2f}"
    return span, f"{value:.2f} ({span})"


def many(tag: str, wrong: int) -> list[Verdict]:
    """The verdicts on 120 items of 40 responses, every `wrong`th of them wrong, some of them none.

    No two counts of the four kinds are the same.
    """
    rows: list[Verdict] = []
    for nth in range(120):
        label = nth * 7 % 10 < 6
        said = None if nth in (7, 31, 33) else label != (nth * nth % wrong == 1)
        rows.append((said, label, f"{tag}{nth // 3}"))
    return rows


def test_shares():
    """Each half corrected by the other's error rates, and all by those on other data."""
    given = {"mini": many("x", 13), "big": many("y", 11)}
    made, notes = shares.table(
        [
            Verdicts("m", "model", "zero-shot", data, "same", [
                (dict.fromkeys(("tp", "fn", "tn", "fp"), NAN) if said is None
                 else judged(said, label), response)
                for said, label, response in rows
            ])
            for data, rows in given.items()
        ]
    )  # fmt: skip
    wanted = []
    for data, rows in given.items():
        parts = [as_estimates([r for r in rows if half(r[2]) == nth]) for nth in (0, 1)]
        halves = [
            correct(own["raw"], other["sensitivity"], other["specificity"])
            for own, other in (parts, parts[::-1])
        ]
        value, ends = pooled([(one.raw.n, one) for one in halves])
        found = rates(rows)
        wanted.append((
            "zero-shot", "m", found["true"], found["raw"], round(value, 9), spans(value, ends)[0],
            *(spans(one.value, one.interval)[1] for one in halves),
            found["sensitivity"], found["specificity"], 117,
        ))  # fmt: skip
        name = "big" if data == "mini" else "mini"
        of = as_estimates(given[name])
        borrowed = correct(as_estimates(rows)["raw"], of["sensitivity"], of["specificity"])
        elsewhere = rates(given[name])
        wanted.append((
            "zero-shot", f"m, by its error rates on data={name}", found["true"], found["raw"],
            round(borrowed.value, 9), spans(borrowed.value, borrowed.interval)[0], None, None,
            elsewhere["sensitivity"], elsewhere["specificity"], 117,
        ))  # fmt: skip
    assert heads(made) == SHARES
    # The last digits of what goes through the correction depend on rounded figures.
    assert [tuple(_rough(cell) for cell in one) for one in body(made)] == [
        tuple(_rough(cell) for cell in one) for one in wanted
    ]
    assert notes == []
    assert made.title == "Share of constraints satisfied"
    assert made.caption == (
        "Over the items with a verdict: by the labels (true), by the judge (raw), and by the judge "
        "corrected for its sensitivity and specificity (Rogan and Gladen). Those are measured on "
        "half of the responses, by their hash, and correct the other half; the corrected share is "
        "the mean of both halves. Its interval has the uncertainty of the verdicts and of the "
        "error rates (Lang and Reiczigel), clustered by response. Error rates on other data "
        "correct all verdicts at once."
    )


def _rough(cell: Any) -> Any:
    return round(cell, 6) if isinstance(cell, float) else cell


def test_shares_of_a_report(made):
    """Of every judge that looks at its item, over its verdicts alone."""
    found = named(made, "shares")
    rows = {(group, label): rest for group, label, *rest in body(found)}
    assert list(rows) == [(c, s) for s, c in RUNS if s != "majority"]
    for (condition, system), row in rows.items():
        found_rates = rates(verdicts((system, condition)))
        assert row[:2] == [found_rates["true"], found_rates["raw"]]
        assert row[6:] == [found_rates["sensitivity"], found_rates["specificity"], row[0][2]]
    assert found.caption.endswith("(Lang and Reiczigel), clustered by response.")


def detail(nth: int, panel: str = "", said: str = "", epoch: int = 1) -> Detail:
    """An item as it is judged by three judges, or by one; each thinks aloud."""
    response, _, _, label = ITEMS[nth]
    judges = tuple(
        Judgement(VERDICTS[one], name, "ok" if one != "?" else "unparsed", rationale=f"{nth}{name}")
        for name, one in zip("xyz", panel, strict=False)
    )
    whole = Judgement(VERDICTS[said], "m", "ok" if said != "?" else "abstained",
                      rationale=f"{nth} {epoch}")  # fmt: skip
    constraint = f"Demand {nth}."
    return Detail(f"i{nth:02}", epoch, "?", constraint, response, label, whole, None, judges)


PANEL = ("yyn", "ynn", "?yy", "nny", "y?n", "yy?", "nny", "yyn", "y?y")
MAJORITY = "ynynynnyy"


def test_each_judge_of_a_panel():
    """Its measures over all items, one that failed as a whole included, and how replies ended."""
    details = [
        detail(n, own, said) for n, (own, said) in enumerate(zip(PANEL, MAJORITY, strict=True))
    ]
    details.append(detail(10, "y", "y"))  # Judged by one alone, it is no item of a panel.
    failed = Scored("i09", 1, {"response": "r3"}, {**judged(None, True), "failed": 1.0}, "gone",
                    "response", "satisfied", True)  # fmt: skip
    whole = Run("m", "model", "acs", "1", {"condition": "zero-shot"}, (failed,), 10)
    found = panel.each([(whole, details)])
    wanted = []
    for judge in range(3):
        rows = [(VERDICTS[own[judge]], ITEMS[n][3], _hash(ITEMS[n][0]))
                for n, own in enumerate(PANEL)]  # fmt: skip
        unread = [own[judge] for own in PANEL].count("?")
        row = cells([*rows, (None, True, "r3")])
        wanted.append(("m, zero-shot", "xyz"[judge], *row, unread, 1))
    assert heads(found) == [*HEADS, "Unparsed", "Failed"]
    assert body(found) == wanted
    assert found.title == "Each judge by itself"
    assert found.caption == (
        "The judges of which the majority counts above. Measures as there, under the standard "
        "wording; the last columns count the replies without a verdict."
    )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def test_where_judges_disagree():
    """Only where two verdicts differ; of several epochs all verdicts together."""
    whole = run("a", "2-shot")
    details = [
        detail(n, own, said) for n, (own, said) in enumerate(zip(PANEL, MAJORITY, strict=True))
    ]
    found = panel.disagreements([(whole, details)])
    words = {"y": "satisfied", "n": "unsatisfied", "?": "unparsed"}
    assert heads(found) == ["Constraint", "Label", "x", "y", "z", "Majority"]
    assert body(found) == [
        ("a, 2-shot", f"i{n:02}", f"Demand {n}.", "satisfied" if ITEMS[n][3] else "unsatisfied",
         *(words[one] for one in PANEL[n]), words[MAJORITY[n]])
        for n in (0, 1, 3, 4, 6, 7)
    ]  # fmt: skip
    assert found.caption == (
        "Items on which two judges decided differently, with the verdicts of each."
    )
    again = panel.disagreements([(whole, [*details[:2], detail(0, "nnn", "n", 2), details[8]])])
    assert heads(again)[:2] == ["Constraint", "Epochs in which they differ"]
    assert body(again)[0] == (
        "a, 2-shot", "i00", "Demand 0.", "1 of 2", "satisfied", "satisfied ×1, unsatisfied ×1",
        "satisfied ×1, unsatisfied ×1", "unsatisfied ×2", "satisfied ×1, unsatisfied ×1",
    )  # fmt: skip
    assert again.caption.endswith("with the verdicts of each, those of all epochs together.")
    assert again.title == "Where judges disagree"


LABELLED = ("counting", "extraction", "", "calculation", "extraction", "other reasoning",
            "calculation", "calculation")  # fmt: skip


def test_table_2(tmp_path):
    """What led to the wrong verdicts of two judges: counts, and shares of the labelled."""
    runs = [run("a", "2-shot"), run("b", "zero-shot")]
    found = [
        wrong
        for one, own, alone in zip(runs, ("nyn.nny..nyn", "yy.nn"), (False, True), strict=True)
        for wrong in errors.of(one, [
            # A panel of one judge is no panel: its name is not the row's.
            detail(n, v if alone else "", v, 2 if n == 9 else 1)
            for n, v in enumerate(own)
            if v != "."
        ])
    ]  # fmt: skip
    # Wrong of a: the items 0, 1, 2, 4, 5, 9, 10 and 11; of b: 1 and 4, of which none is labelled.
    assert [one.detail.id for one in found] == [
        "i00", "i01", "i02", "i04", "i05", "i09", "i10", "i11", "i01", "i04",
    ]  # fmt: skip
    path = tmp_path / "errors.csv"
    errors.with_labels(found, path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows][4:7] == ["i05", "i09/2", "i10"]
    for row, label in zip(rows, LABELLED, strict=False):
        row["label"] = label
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    made, notes = errors.with_labels(found, path)
    assert notes == []
    table = errors.table(runs, made)
    printed = ["published"] * len(PAPER["errors_two_shot"])
    assert [row.kind for row in table.rows] == ["model", *printed, "model"]
    assert heads(table) == ["Errors", "Labelled", "Extraction", "Counting",
                            "Schedule understanding", "Other reasoning", "Calculation",
                            "Reasoning"]  # fmt: skip
    kinds = ("extraction", "counting", "schedule_understanding", "other_reasoning", "calculation")
    paper = []
    for judge, counts in PAPER["errors_two_shot"].items():
        total = counts["total"]
        parts = [f"{counts[kind]} of {total}" for kind in kinds]
        reasoning = f"{total - counts['calculation']} of {total}"
        paper.append(("2-shot", judge, total, None, *parts, reasoning))
    assert body(table) == [
        ("2-shot", "a", 8, 7, "2 of 7", "1 of 7", "0 of 7", "1 of 7", "3 of 7", "4 of 7"),
        *paper,
        ("zero-shot", "b", 2, 0, *[None] * 6),
    ]
    assert (table.title, table.paper) == ("Kinds of error", "Table 2")
    assert table.caption == (
        "Wrong verdicts by what led to them, as they were labelled in the file of `tamis report "
        "LOGS --errors FILE.csv`, which writes it where there is none. In brackets are shares of "
        "the labelled errors; reasoning is all kinds but calculation. Published: ACS, Table 2, "
        "labelled by hand."
    )
    # Without 2-shot the paper's rows stand below.
    other = errors.table(runs[1:], [one for one in made if one.condition == "zero-shot"])
    assert body(other) == [("zero-shot", "b", 2, 0, *[None] * 6), *paper]


def test_how_the_items_ended(made):
    """Judged, without a verdict, and failed; each judge's own number of items."""
    found = named(made, "outcomes")
    assert heads(found) == ["Asked", "OK", "Unparsed", "Failed"]
    assert body(found) == [
        (c, s, len(own := SAID[s, c].replace(".", "")), own.count("y") + own.count("n"),
         own.count("?"), own.count("!"))
        for s, c in RUNS
    ]  # fmt: skip
    assert found.caption.endswith("Without a verdict an item counts as judged wrongly.")


def test_a_row_says_what_its_figures_come_from(made):
    """Judges, files and the program are told apart from each other, and from the paper's."""
    own = {system: {"baseline" if c == "Baselines" else "model"} for system, c in SAID}
    assert kinds(made) == own | {name: {"published"} for name in PAPER["judges"]}
    assert {table.id for table in made.tables if table.paper} == {"judges"}
