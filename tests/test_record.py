"""The judge `record`: a model copies what a constraint needs, the program checks and computes."""

from __future__ import annotations

import asyncio
import csv
import json
import math
from typing import Any

import pytest

from here import tamis
from server import Prompt, Server
from tamis import check
from tamis.benchmarks.acs.data import COLUMNS
from tamis.checking import record
from tamis.report.logs import read_runs
from tamis.types import Reply

PLAN = """\
# Menu (goal: 1,400 kcal a day)

## Day 1
- Soup, 700 kcal
- Stew, 800 kcal
- In all 1,600 kcal

## Day 2
- Rice, 650 kcal
- Peas, 300 kcal
"""
DAILY = "The daily caloric intake must be at most 1500 calories."


def copied(quote: str, how: str = "figure", **more: Any) -> dict[str, Any]:
    """A span of a record."""
    return {"quote": quote, "is": how, **more}


def menu(**change: Any) -> dict[str, Any]:
    """The record of DAILY."""
    return {
        "constraint": 1,
        "operator": "<=",
        "target": ["1500 calories"],
        "unit": "kcal",
        "aggregate": "sum",
        "groups": [
            {"group": "Day 1", "spans": [copied("Soup, 700 kcal"), copied("stew,  800 KCAL")]},
            {"group": "Day 2", "spans": [copied("Rice, 650 kcal"), copied("Peas, 300 kcal")]},
        ],
        "not_counted": [
            {"quote": "goal: 1,400 kcal a day", "why": "goal"},
            {"quote": "In all 1,600 kcal", "why": "total"},
        ],
        "missing": [],
        **change,
    }


def judged(made: Any, constraint: str = DAILY, plan: str = PLAN, **reply: Any):
    """The judgement of a reply with this record, in a fence and with a word before it."""
    text = made if isinstance(made, str) else "Here:\n```json\n" + json.dumps({"records": [made]})
    (found,) = record.judgements(Reply(text, **reply), [constraint], plan, "m")
    return found


def in_one(*spans: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A record with one group, and nothing besides."""
    return menu(groups=[{"group": "all", "spans": [*spans]}], not_counted=[], **more)


def test_the_program_adds_what_the_model_quotes():
    """1,500 and 950 kcal; the plan's own total of 1,600 does not count."""
    found = judged(menu())
    assert (found.satisfied, found.judge, found.outcome) == (True, "m and program", "ok")
    sheet = found.worksheet
    assert [(part.name, part.total) for part in sheet.parts] == [("Day 1", 1500), ("Day 2", 950)]
    roles = {PLAN[slice(*number.span)]: number.role for number in sheet.numbers}
    assert roles == {
        "700 kcal": "entry", "800 kcal": "entry", "650 kcal": "entry", "300 kcal": "entry",
        "1,400 kcal": "goal", "1,600 kcal": "total",
    }  # fmt: skip
    assert [PLAN[slice(*place)] for place in found.places][1] == "Stew, 800 kcal"
    tighter = DAILY.replace("1500", "1499")
    assert judged(menu(target=["1499 calories"]), tighter).satisfied is False


def _without(group: int, at: int) -> dict[str, Any]:
    made = menu()
    del made["groups"][group]["spans"][at]
    return made


def _with(group: int, quote: str, **more: Any) -> dict[str, Any]:
    made = menu()
    made["groups"][group]["spans"].append(copied(quote, **more))
    return made


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        pytest.param(
            _without(0, 0) | {"not_counted": []}, "says nothing of '700 kcal'", id="leaves out"
        ),
        pytest.param(menu(not_counted=[]), "says nothing of", id="leaves out a total"),
        pytest.param(_with(0, "Cake, 90 kcal"), "no place in the response", id="invents"),
        pytest.param(_with(1, "Soup, 700 kcal"), "no further place", id="quotes twice"),
        pytest.param(_with(1, "Soup, 70"), "no place", id="quotes half a number"),
        pytest.param(
            in_one(copied("Soup, 700 kcal")), "says nothing of", id="leaves out nearly everything"
        ),
        pytest.param(menu(target=["1600 calories"]), "does not name", id="another target"),
        pytest.param(menu(operator=">="), "at most|<=", id="another operator"),
        pytest.param(menu(unit="g"), "no figure of g", id="another unit"),
        pytest.param(menu(aggregate="each"), "several in a group", id="each for sum"),
        pytest.param(
            menu(groups=[{"group": "Day 1", "spans": [
                one for group in menu()["groups"] for one in group["spans"]]}]),
            "several parts", id="days merged",
        ),
        pytest.param(
            menu(missing=[{"what": "the sauce", "could": "raise"}]), "the sauce", id="missing"
        ),
    ],
)  # fmt: skip
def test_what_a_record_gets_wrong_is_not_decided(made, reason):
    """Not satisfied by what the model overlooked or made up, and not violated either."""
    found = judged(made)
    assert (found.satisfied, found.outcome) == (None, "abstained")
    assert any(one in found.reason for one in reason.split("|"))


RUN = {"not_counted": [{"quote": "06:15 Run", "why": "other"}]}


def test_what_is_left_out_decides_where_it_cannot_turn_the_verdict():
    """More kcal cannot help a day that has too many, nor hurt one that needs at least so many."""
    tight = "The daily caloric intake must be at most 600 calories."
    assert judged(_without(1, 1) | {"target": ["600 calories"]}, tight).satisfied is False
    least = "The daily caloric intake must be at least 600 calories."
    short = _without(1, 1) | {"target": ["600 calories"], "operator": ">="}
    assert judged(short, least).satisfied is True
    sauce = {"missing": [{"what": "the sauce has no figure", "could": "raise"}]}
    assert judged(short | sauce, least).satisfied is True


def test_a_total_among_the_entries_is_open():
    """The plan's total would double a day: at most 1,500 kcal hangs on it."""
    made = _with(0, "In all 1,600 kcal")
    made["not_counted"] = made["not_counted"][:1]
    assert judged(made).satisfied is None


@pytest.mark.parametrize(
    ("plan", "constraint", "made", "total"),
    [
        pytest.param(
            "- Squats: 3 sets of 10 with 60 kg\n- Rows 4x8 @ 40 kg",
            "The session must move at least 3000 kg.",
            in_one(copied("3 sets of 10 with 60 kg", "product"), copied("4x8 @ 40 kg", "product"),
                   operator=">=", target=["3000 kg"], unit="kg"),
            3 * 10 * 60 + 4 * 8 * 40, id="product",
        ),
        pytest.param(
            "- 9:00-10:30 Greek\n- 22:00 Sleep\n- 06:15 Run",
            "Greek and sleep must take at most 600 minutes.",
            in_one(copied("9:00-10:30 Greek", "from-to"),
                   copied("22:00 Sleep", "from-to", to="06:15"),
                   target=["600 minutes"], unit="min") | RUN,
            90 + 8 * 60 + 15, id="from-to, over midnight",
        ),
        pytest.param(
            "- Hotel €80 a night, 3 nights\n- Train €40",
            "All of it must cost at most €300.",
            in_one(copied("Hotel €80 a night", times=["3 nights"]), copied("Train €40"),
                   target=["€300"], unit="€"),
            3 * 80 + 40, id="times",
        ),
        pytest.param(
            "- Monday lunch: stew, 800 kcal\n- Tuesday lunch: the same again",
            "The lunches must have at most 1700 kcal.",
            in_one(copied("Monday lunch: stew, 800 kcal"),
                   copied("Tuesday lunch: the same again", of=["stew, 800 kcal"]),
                   target=["1700 kcal"]),
            1600, id="of",
        ),
        pytest.param(
            "- Buffet $700\n- Cake $120\n\nWe expect 41 guests.",
            "Food must be under $21 a head.",
            in_one(copied("Buffet $700"), copied("Cake $120"), target=["$21"], unit="$",
                   operator="<", per=["41 guests"]),
            20, id="per",
        ),
        pytest.param(
            "| Item | Price (€) |\n|---|---|\n| Milk | 1.50 |\n| Bread | 3 |",
            "The shop must come to at most 5 euros.",
            in_one(copied("Milk | 1.50"), copied("Bread | 3"), target=["5 euros"], unit="€"),
            4.5, id="cells of a table",
        ),
        pytest.param(
            "| Exercise | Sets | Reps | Weight |\n|---|---|---|---|\n| Squat | 3 | 8 | 135 |",
            "Squats must move at least 3,000 lb.",
            in_one(copied("Squat | 3 | 8 | 135", "product"), target=["3,000 lb"], unit="lb",
                   operator=">="),
            3 * 8 * 135, id="columns without a unit",
        ),
        pytest.param(
            "| Exercise | Sets | Reps |\n|---|---|---|\n| Squat | 3 | 8 |\n| Row | 4 | 10 |",
            "At most 8 working sets in all.",
            in_one(copied("Squat | 3"), copied("Row | 4"), target=["8 working sets"], unit="sets"),
            7, id="one column of several",
        ),
    ],
)  # fmt: skip
def test_values_are_read_in_the_quotes(plan, constraint, made, total):
    """By what each quote is: the model does no arithmetic."""
    found = judged(made, constraint, plan)
    (part,) = found.worksheet.parts
    assert (found.satisfied, part.total) == (True, pytest.approx(total))


BUDGET = "- Income £1,600\n- Rent £900\n- Food £340\n- Savings £320"


@pytest.mark.parametrize(
    ("constraint", "change", "against", "total"),
    [
        ("Savings must be at least 20% of our income.",
         {"target": ["20%"], "unit": "%", "figures": "£", "compare": "share"},
         ["Income £1,600"], 20),
        ("Leave us at least £300 after savings and rent.",
         {"target": ["£300"], "unit": "£", "compare": "minus"},
         ["Rent £900", "Savings £320"], 380),
    ],
    ids=["share", "difference"],
)  # fmt: skip
def test_a_sum_is_held_against_another(constraint, change, against, total):
    """320 of 1,600 are 20%; 1,600 less 900 and 320 are 380. Other figures make it open."""
    spans = ["Savings £320"] if total == 20 else ["Income £1,600"]
    group = {"group": "all", "spans": [copied(one) for one in spans],
             "against": [copied(one) for one in against]}  # fmt: skip
    rest = [one[2:] for one in BUDGET.split("\n") if one[2:] not in (*spans, *against)]
    made = menu(operator=">=", groups=[group], not_counted=[{"quote": one, "why": "other"}
                                                            for one in rest], **change)  # fmt: skip
    found = judged(made, constraint, BUDGET)
    assert (found.satisfied, found.worksheet.parts[0].total) == (True, pytest.approx(total))
    assert judged(made | {"not_counted": []}, constraint, BUDGET).satisfied is None


def test_of_a_choice_one_counts():
    """Salmon or pollock: 20.25 or 21.80 in all, above 20 either way."""
    plan = "- Sausages $16.05\n- Fish: $5.75 with salmon, or $4.20 with pollock"
    made = in_one(
        copied("Sausages $16.05"),
        copied("$5.75 with salmon", choice="fish"),
        copied("$4.20 with pollock", choice="fish"),
        target=["$20"],
        unit="$",
    )
    (part,) = judged(made, "At most $20 in all.", plan).worksheet.parts
    assert (part.satisfied, part.total, part.high) == (False, 20.25, pytest.approx(21.8))


def test_a_day_to_which_nothing_belongs_is_nothing():
    """Where nothing is left in it: a forgotten entry makes it open."""
    constraint = "No day may have more than 3 hours of driving."
    plan = "## Day 1\n- Oban to Skye, 2 hours\n\n## Day 2\n- A walk\n\n## Day 3\n- Back, 2 hours"
    groups = [
        {"group": "Day 1", "spans": [copied("Oban to Skye, 2 hours")]},
        {"group": "Day 2", "spans": []},
        {"group": "Day 3", "spans": [copied("Back, 2 hours")]},
    ]
    made = menu(target=["3 hours"], unit="hours", groups=groups, not_counted=[])
    assert judged(made, constraint, plan).satisfied is True
    assert judged(made, constraint, plan.replace("walk", "detour, 4 hours")).satisfied is None


def test_what_may_count_or_not_is_an_interval():
    """An optional 120 kcal: at most 900 is kept either way, at most 800 is not known."""
    plan = "- Rice, 700 kcal\n- Optional: nuts, 120 kcal"
    spans = copied("Rice, 700 kcal"), copied("nuts, 120 kcal", maybe=True)
    said = {n: judged(in_one(*spans, target=[f"{n} kcal"]), f"At most {n} kcal in all.", plan)
            for n in (900, 800, 650)}  # fmt: skip
    assert [one.satisfied for one in said.values()] == [True, None, False]


def test_each_value_is_looked_at_by_itself():
    """Breaks of 10 and 15 minutes; one that is left out and too short is open."""
    plan = "- Break 10 min\n- Break 15 min\n- Break 5 min"
    each = [{"group": str(n), "spans": [copied(f"Break {n} min")]} for n in (10, 15)]
    made = menu(aggregate="each", operator=">=", target=["{} minutes"], unit="min", not_counted=[])

    def verdict(groups: list[Any], least: int) -> bool | None:
        made["groups"], made["target"] = groups, [f"{least} minutes"]
        return judged(made, f"Every break must be at least {least} minutes.", plan).satisfied

    third = [{"group": "5", "spans": [copied("Break 5 min")]}]
    assert verdict(each + third, 5) is True
    assert verdict(each + third, 6) is False
    assert verdict(each, 6) is None
    assert verdict(each, 5) is True


def test_counts_see_the_rows_that_nobody_counted():
    """Two of three dishes are with fish; without the third in a list "exactly two" is open."""
    plan = "- Trout with rice\n- Lentil soup\n- Cod with peas"
    fish = copied("Trout with rice", "one"), copied("Cod with peas", "one")
    made = in_one(*fish, aggregate="count", operator="==", target=["two"], unit="")
    constraint = "Exactly two dishes must be with fish."
    assert judged(made, constraint, plan).satisfied is None
    made["not_counted"] = [{"quote": "Lentil soup", "why": "other"}]
    assert judged(made, constraint, plan).satisfied is True


def test_a_bare_hour_is_in_the_half_of_the_day_that_the_record_says():
    """ "Before 9": the shift at 08:45 is too early."""
    plan = "- 09:30 Lecture\n- 08:45 Shift"
    groups = [{"group": str(n), "spans": [copied(one, "start")]}
              for n, one in enumerate(("09:30 Lecture", "08:45 Shift"))]  # fmt: skip
    made = menu(aggregate="each", operator=">=", target=["9"], groups=groups, not_counted=[])
    constraint = "Don't schedule anything before 9."
    assert judged(made | {"unit": "am"}, constraint, plan).satisfied is False
    assert judged(made | {"unit": "clock"}, constraint, plan).satisfied is None


@pytest.mark.parametrize(
    ("reply", "more", "outcome"),
    [
        ("I would rather not.", {}, "unparsed"),
        ('{"records": [{"aggregate": "mean"}]}', {}, "unparsed"),
        ('{"records": []}', {}, "unparsed"),
        ("", {}, "missing"),
        (json.dumps({"records": [menu()]})[:250], {"truncated": True}, "truncated|unparsed"),
        ("x", {"failed": "no route"}, "failed"),
        ("x", {"refused": True}, "refused"),
    ],
)
def test_a_reply_without_a_record_has_its_outcome(reply, more, outcome):
    """It is undecided, and why is said."""
    found = judged(reply, **more)
    assert found.satisfied is None
    assert found.outcome in outcome.split("|")
    assert found.reason.endswith(".")


def test_check_asks_once_for_all_that_share_a_dimension():
    """What rows decide is not asked, nor is what has no figure; the program alone can be chosen."""
    constraints = [
        "Keep each day below 1600 cals please",
        "no single day over 1,450 kcal of food",
        "It must sound cheerful.",
    ]
    prompts: list[str] = []

    async def chat(messages, schema=None):
        prompts.extend(messages)
        if "records" not in messages[0]:
            return Reply("FINAL ANSWER: yes")
        first = menu(target=["1600 cals"], operator="<")
        second = menu(constraint=2, target=["1,450 kcal"])
        return Reply(json.dumps({"records": [first, second]}))

    found = check(PLAN, constraints, model=chat).run()
    assert [one.satisfied for one in found.judgements] == [True, False, True]
    assert len(prompts) == 2
    assert all(one in prompts[0] for one in constraints[:2])
    prompts.clear()
    check(PLAN, constraints, model=chat, read_response="program").run()
    assert not any("records" in one for one in prompts)


ITEMS = {
    # A constraint, its label, what the model does to its record, and the verdict that comes of it.
    "no day above 1,450 of your kcal": (False, "1,450", None, False),
    "no day above 1,550 of your kcal": (True, "1,550", None, True),
    "no day above 1,650 of your kcal": (True, "1,650", "leaves out", None),
    "no day above 1,750 of your kcal": (True, "1,750", "invents", None),
    "The meal plan must be for 2 days.": (True, "", "never asked", True),
}


def test_a_run_judges_by_records(tmp_path, monkeypatch):
    """With known faults of the model nothing wrong is decided; what rows decide is not asked."""
    path = tmp_path / "items.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for n, (constraint, (label, *_)) in enumerate(ITEMS.items()):
            text = f"{PLAN}\nMenu no. {n}"
            writer.writerow(["A menu.", text, constraint, int(label), "meal-planning"])
    asked: list[int] = []

    def answer(prompt: Prompt) -> str:
        n = int(prompt.rpartition("Menu no. ")[2][0])
        asked.append(n)
        _, target, fault, _ = [*ITEMS.values()][n]
        made = menu()
        match fault:
            case "leaves out":
                made = _without(1, 0) | {"not_counted": []}
            case "invents":
                made = _with(1, "tea, 9 kcal")
        return json.dumps({"records": [made | {"target": [target]}]})

    monkeypatch.chdir(tmp_path)
    with Server(answer) as server:
        monkeypatch.setenv("RECORD_LAB_BASE_URL", server.url)
        monkeypatch.setenv("RECORD_LAB_API_KEY", "none")
        tamis("run", "acs", "--model", "openai-api/record-lab/test", "--data", str(path),
              "-T", "judge=record", "--max-connections", "1", "--out", "out")  # fmt: skip
    (run,) = [run for run in read_runs([tmp_path / "out/logs"]) if run.kind != "baseline"]
    said = {sample.id[:3]: sample.values for sample in run.samples}
    verdicts = [
        None if math.isnan(values["read_tp"]) else bool(values["read_tp"] + values["read_fp"])
        for _, values in sorted(said.items())
    ]
    assert verdicts == [verdict for *_, verdict in ITEMS.values()]
    assert sorted(asked) == [0, 1, 2, 3]


def test_constraints_of_one_dimension_are_asked_together():
    """Energy, time with the clock, and counts."""
    said = ["At most 300 kcal.", "2 meals", "done by 9 pm", "under 2 hours", "at least 50 kJ"]
    assert sorted(record.together(said)) == [[0, 4], [1], [2, 3]]
    assert asyncio.iscoroutinefunction(record.judge)
