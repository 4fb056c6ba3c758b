"""A model's table of the figures of a plan: checked against the plan, computed by the program."""

from __future__ import annotations

import asyncio
import csv
import json
import math
from typing import Any

import pytest

from here import tamis
from server import Prompt, Server
from tamis.benchmarks.acs.data import COLUMNS
from tamis.checking import table_reader
from tamis.report.logs import read_runs
from tamis.types import Reply

PLAN = """\
# Menu (2,000 kcal a day)

Day 1: soup, 700 kcal; stew, 800 kcal. In all 1,600 kcal.

Day 2: rice with peas. The rice has 650 kcal, the peas have 300 kcal!
"""
AT_MOST = "The daily caloric intake must be at most 1500 calories."
TABLE = {
    "groups": [
        {
            "name": "Day 1",
            "times": 1,
            "entries": [
                {"quote": "soup, 700 kcal", "amount": 700},
                {"quote": "stew, 800 kcal", "amount": 800},
            ],
        },
        {
            "name": "Day 2",
            "entries": [
                {"quote": "rice has 650 kcal", "amount": 650},
                {"quote": "peas have 300  KCAL", "amount": 300},
            ],
        },
    ],
    "not_counted": [
        {"quote": "(2,000 kcal a day)", "why": "goal"},
        {"quote": "In all 1,600 kcal", "why": "total"},
    ],
}


def _judged(table: Any, constraint: str = AT_MOST, plan: str = PLAN, **reply: Any):
    """The judgement of a reply with this table; and the prompt that asked for it."""
    prompts: list[str] = []

    async def chat(messages, schema=None):
        prompts.extend(messages)
        text = (
            table if isinstance(table, str) else f"Here it is:\n```json\n{json.dumps(table)}\n```"
        )
        return Reply(text, **reply)

    return asyncio.run(table_reader.judge(chat, constraint, plan, name="m")), prompts


def _changed(change) -> dict[str, Any]:
    table = json.loads(json.dumps(TABLE))
    change(table)
    return table


def test_the_program_adds_what_the_model_copies():
    """1,500 and 950 kcal; the plan's own total of 1,600 does not count."""
    judged, (prompt,) = _judged(TABLE)
    assert (judged.satisfied, judged.judge) == (True, "m and program")
    sheet = judged.worksheet
    assert [(part.name, part.total) for part in sheet.parts] == [("Day 1", 1500), ("Day 2", 950)]
    roles = {PLAN[slice(*number.span)]: number.role for number in sheet.numbers}
    assert roles == {
        "700 kcal": "entry", "800 kcal": "entry", "650 kcal": "entry", "300 kcal": "entry",
        "2,000 kcal": "goal", "1,600 kcal": "total",
    }  # fmt: skip
    assert "700 kcal" in prompt
    assert _judged(TABLE, "The daily caloric intake must be at most 1499 calories.")[
        0
    ].satisfied is (False)


@pytest.mark.parametrize(
    ("what", "change", "reason"),
    [
        (
            "a number that the table leaves out",
            lambda t: t["groups"][1]["entries"].pop(),
            "'300 kcal', which the table leaves out",
        ),
        (
            "a total that it leaves out",
            lambda t: t["not_counted"].pop(),
            "'1,600 kcal', which the table leaves out",
        ),
        (
            "a quote that is invented",
            lambda t: t["groups"][0]["entries"].append({"quote": "cake, 90 kcal", "amount": 90}),
            "'cake, 90 kcal', which the response does not say",
        ),
        (
            "an entry without a figure",
            lambda t: t["groups"][1]["entries"].append({"quote": "rice with peas", "amount": None}),
            "what 'rice with peas' gives",
        ),
        (
            "one quote with two numbers, and an amount that is neither",
            lambda t: t["groups"][0].update(
                entries=[{"quote": "soup, 700 kcal; stew, 800 kcal", "amount": 750}]
            ),
            "what 'soup, 700 kcal; stew, 800 kcal' gives",
        ),
        ("a group without entries", lambda t: t["groups"][1].update(entries=[]), "leaves out"),
    ],
)
def test_what_the_table_gets_wrong_makes_the_verdict_open(what, change, reason):
    """It cannot be satisfied by what the model overlooked or made up."""
    judged, _ = _judged(_changed(change))
    assert (judged.satisfied, judged.outcome) == (None, "abstained"), what
    assert reason in judged.reason


def test_the_value_is_the_one_of_the_plan():
    """A wrong amount beside a quote with one number changes nothing."""
    table = _changed(lambda t: t["groups"][0]["entries"][0].update(amount=70))
    assert _judged(table)[0].worksheet.parts[0].total == 1500


def test_a_day_that_fails_surely_decides():
    """Whatever else is open."""
    table = _changed(lambda t: t["groups"][0]["entries"].pop())
    judged, _ = _judged(table, "The daily caloric intake must be at most 600 calories.")
    assert judged.satisfied is False


def test_tonnage_is_multiplied_by_the_program():
    """The quote has sets, repetitions and weight; the model's own product is not used."""
    plan = "Session 1 is squats (3 sets of 10 with 60 kg) and rows, 4x8 @ 40 kg."
    table = {
        "groups": [
            {
                "name": "Session 1",
                "entries": [
                    {"quote": "squats (3 sets of 10 with 60 kg", "amount": 9999},
                    {"quote": "rows, 4x8 @ 40 kg", "amount": 1},
                ],
            }
        ],
        "not_counted": [],
    }
    demand = "Total lifting tonnage per session must be at least 3080 kg."
    judged, _ = _judged(table, demand, plan)
    assert judged.satisfied is True
    assert judged.worksheet.parts[0].total == 3 * 10 * 60 + 4 * 8 * 40


@pytest.mark.parametrize(
    ("reply", "more", "outcome"),
    [
        ("I would rather not.", {}, "unparsed"),
        ("", {}, "missing"),
        (json.dumps(TABLE)[:150], {"truncated": True}, "truncated"),
        ("x", {"failed": "no route"}, "failed"),
        ("x", {"refused": True}, "refused"),
    ],
)
def test_a_reply_without_a_table_has_its_outcome(reply, more, outcome):
    """It is undecided, and why is said."""
    judged, _ = _judged(reply, **more)
    assert (judged.satisfied, judged.outcome) == (None, outcome)
    assert judged.reason.endswith(".")


def test_what_needs_no_table_is_read_by_the_program():
    """Counts, times and what is not understood ask no model."""
    for constraint in ("The plan must be for 2 days.", "Work must start at 9 AM.", "Be nice."):
        judged, prompts = _judged("never asked", constraint)
        assert prompts == []
        assert judged.judge == "program"


ITEMS = {
    # A constraint, its label, what the model does to its table, and the verdict that comes of it.
    "The daily caloric intake must be at most 1500 calories.": (True, None, True),
    "The daily caloric intake must be at most 1490 calories.": (False, None, False),
    "The daily caloric intake must be at most 1600 calories.": (True, "leaves out", None),
    "The daily caloric intake must be at least 900 calories.": (True, "leaves out", True),
    "The daily caloric intake must be at most 1700 calories.": (True, "invents", None),
    "The meal plan must be for 2 days.": (True, "never asked", True),
}


def test_a_run_reads_responses_by_tables(tmp_path, monkeypatch):
    """With known faults of the model: nothing wrong is decided, and the program is asked alone
    where no table helps.
    """
    path = tmp_path / "items.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for n, (constraint, (label, _, _)) in enumerate(ITEMS.items()):
            menu = f"{PLAN}\nMenu no. {n}"
            writer.writerow(["A menu.", menu, constraint, int(label), "meal-planning"])
    faults = [fault for _, fault, _ in ITEMS.values()]
    asked: list[int] = []

    def answer(prompt: Prompt) -> str:
        asked.append(int(prompt.rpartition("Menu no. ")[2][0]))
        table = json.loads(json.dumps(TABLE))
        match faults[asked[-1]]:
            case "leaves out":
                table["groups"][1]["entries"].pop(0)
                table["groups"][1]["entries"].append({"quote": "rice has 650 kcal", "amount": 650})
                table["not_counted"].pop()
            case "invents":
                table["groups"][1]["entries"].append({"quote": "tea, 9 kcal", "amount": 9})
        return json.dumps(table)

    monkeypatch.chdir(tmp_path)
    with Server(answer) as server:
        monkeypatch.setenv("TABLE_LAB_BASE_URL", server.url)
        monkeypatch.setenv("TABLE_LAB_API_KEY", "none")
        tamis("run", "acs", "--model", "openai-api/table-lab/test", "--data", str(path),
              "-T", "judge=program+table", "--max-connections", "1", "--out", "out")  # fmt: skip
    (run,) = [run for run in read_runs([tmp_path / "out/logs"]) if run.kind != "baseline"]
    said = {sample.id[:3]: sample.values for sample in run.samples}
    verdicts = [
        None if math.isnan(values["read_tp"]) else bool(values["read_tp"] + values["read_fp"])
        for _, values in sorted(said.items())
    ]
    assert verdicts == [verdict for _, _, verdict in ITEMS.values()]
    assert sorted(asked) == [n for n, fault in enumerate(faults) if fault != "never asked"]
