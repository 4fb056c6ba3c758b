"""The mini data of ACS and the further surface forms: every worked label is worked again here."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from workings import conclude, evaluate, is_list, steps

COLUMNS = ["user_request", "agent_response", "constraint", "is_constraint_satisfied", "domain"]
DOMAINS = {"meal-planning", "schedule", "workout-routine_cardio", "workout-routine_strength"}
CAPABILITIES = {"counting", "summation", "multiplication and summation", "date-time"}
HERE = Path(__file__).parent
MINI = HERE.parent / "src/tamis/benchmarks/acs/mini"


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def items(name: str) -> list[dict[str, str]]:
    """The items of a file, each with its working; of the variants a line is a plan."""
    if name == "mini":
        found = zip(rows(MINI / "acs_dataset.csv"), rows(MINI / "labels.csv"), strict=True)
        return [item | label for item, label in found]
    lines = (HERE / "data/acs_variants.jsonl").read_text("utf-8").splitlines()
    return [{**plan, **one} for plan in map(json.loads, lines) for one in plan["constraints"]]


def capability(working: str) -> str:
    """What a working demands, seen from its signs."""
    if re.search(r"\d:\d\d", working):
        return "date-time"
    if "×" in working:
        return "multiplication and summation"
    return (
        "counting" if all(is_list(e) for n, e, _ in steps(working) if n != "bound") else "summation"
    )


@pytest.mark.parametrize("name", ["mini", "variants"])
def test_every_label_follows_from_its_working(name: str) -> None:
    """Numbers and names are the response's, results are right, and the verdict is the label."""
    wrong = []
    for number, item in enumerate(items(name), start=1):
        try:
            assert conclude(item) == (item["is_constraint_satisfied"] == "1"), "the label differs"
        except (AssertionError, ValueError, AttributeError, IndexError) as error:
            wrong.append(f"row {number}, {item['constraint']!r}: {str(error).splitlines()[0]}")
    assert not wrong, "\n".join(wrong)


def test_the_released_format() -> None:
    """Columns, values and quoting are the released file's, and no item occurs twice."""
    text = (MINI / "acs_dataset.csv").read_bytes().decode()
    found = rows(MINI / "acs_dataset.csv")
    assert "\r" not in text
    assert list(found[0]) == COLUMNS
    assert {item["domain"] for item in found} == DOMAINS
    assert {item["is_constraint_satisfied"] for item in found} == {"0", "1"}
    triples = {(i["user_request"], i["agent_response"], i["constraint"]) for i in found}
    assert len(triples) == len(found) == 60
    assert len({item["agent_response"] for item in found}) == 16
    assert len({item["user_request"] for item in found}) == 16
    again = io.StringIO()
    writer = csv.DictWriter(again, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    assert again.getvalue() == text


def test_capabilities_agree_with_the_workings() -> None:
    """The mini data's capability labels are those that the workings show, and all four occur."""
    found = items("mini")
    assert {item["capability"] for item in found} == CAPABILITIES
    assert [item["row"] for item in found] == [str(n) for n in range(1, 61)]
    for item in found:
        assert item["capability"] == capability(item["working"]), item["constraint"]
    assert sum(bool(item["distractor"]) for item in found) >= 30


@pytest.mark.parametrize(
    ("expression", "amount"),
    [
        ("2 + 3 × 4 - 1", 13),
        ("(450 + 250) ÷ 2", 350),
        ("23:00 to 6:30", 450),
        ("9:00 to 17:30 - 1 h - 15 min", 435),
        ("2 × 45 min", 90),
    ],
)
def test_the_evaluator_itself(expression: str, amount: int) -> None:
    """The arithmetic that the labels are held against, on cases worked by hand."""
    assert evaluate(expression).amount == amount


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"working": "Day 1: 450 + 250 = 710; bound at least 700"}, "is 700"),
        ({"working": "Day 1: 450 + 260 = 710; bound at least 700"}, "does not follow"),
        ({"working": "Day 1: 450 + 250 = 700; bound at least 600"}, "is not in"),
        ({"working": "Day 1: 450 + 250 = 700"}, "ends in a bound"),
        (
            {"working": "Day 1: Soup | Cake = 2; Day 2: Cake = 1; bound any"},
            "'cake' is not in its section",
        ),
        (
            {"constraint": "about 650 calories", "working": "450 + 250 = 700; bound about 650"},
            "near",
        ),
    ],
)
def test_a_wrong_working_is_caught(change: dict[str, str], message: str) -> None:
    """A sum, a number, a bound or a name that is not so does not pass."""
    item = {
        "agent_response": "**Day 1**\n* Soup (450 cal)\n* Bread (250 cal)\n**Day 2**\n* Cake",
        "constraint": "Each day must have at least 700 calories.",
        **change,
    }
    with pytest.raises(AssertionError, match=message):
        conclude(item)
