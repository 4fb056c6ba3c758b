"""`tamis collect constraints`: from a domain to a dataset, as its user would."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

from server import Server
from tamis.benchmarks.acs.data import load

DOMAIN = """\
name: two-days
ask_for: a meal plan
quantities:
  calories:
    {values: ["1000", "850", "950"], comparison: at most, unit: calories, scope: each day}
instruction: List the calories of every meal.
examples:
  - request: I want exactly 2 snacks.
    constraints: [There must be exactly 2 snacks.]
requests: 3
seed: 3
"""
DAY = """\
- Breakfast: oatmeal (250 calories)
- Lunch: lentil soup (350 calories)
- Dinner: rice and beans (300 calories)
"""
RESPONSE = f"**Day 1**\n\n{DAY}\n**Day 2**\n\n{DAY}\nBoth days keep to 1 calorie."


def answer(prompt: str) -> str:
    """Requests by their bound, two constraints each, and 900 calories a day for everyone."""
    if (
        bound := re.search(r"^- calories: at most (\d+) calories, each day$", prompt, re.M)
    ) is not None:
        return f"Please plan 2 days for me, at most {bound[1]} calories each day."
    request = prompt.split("Request: ")[-1].split("\n")[0]
    bound = re.search(r"at most (\d+) calories", request)
    assert bound is not None
    if "===== Your turn =====" in prompt:
        return (
            f"- The total calories of each day must be at most {bound[1]}.\n"
            "- The plan must be for exactly 2 days."
        )
    return RESPONSE


def edit(path: Path, change) -> list[dict[str, str]]:
    """Read a review file, change each row by `change(row)`, and save it; the rows."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        change(row)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return rows


def test_from_a_domain_to_a_dataset(tamis_here, monkeypatch):
    """Eight steps over three requests, with a person between them, to labels that are known."""
    (tamis_here.folder / "d.yaml").write_text(DOMAIN)
    out = tamis_here.folder / "out"
    with Server(answer) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")

        def run(*more: str, check: int = 0) -> str:
            given = ("d.yaml", "--out", "out", "--model", "openai-api/lab/test", *more)
            return tamis_here("collect", "constraints", *given, check=check).out

        said = tamis_here("collect", "constraints", "d.yaml", "--out", "out").out
        assert "Step 2 of 8 asks a model 3 times" in said
        assert not server.calls

        assert "Step 3 of 8 waits for you: " in run()
        requests = edit(out / "requests_review.csv", lambda row: row.update(reviewed="yes"))
        assert {row["note"] for row in requests} == {""}

        assert "Step 5 of 8 waits for you: " in run()

        def first_only(row: dict[str, str]) -> None:
            # Of the second request only the calories stay.
            drop = row["request_id"] == "r02" and "exactly 2 days" in row["constraint"]
            row["reviewed"] = "drop" if drop else "yes"

        edit(out / "constraints_review.csv", first_only)
        assert "Step 7 of 8 waits for you: " in run()
        bounds = {r["id"]: int(re.search(r"at most (\d+)", r["request"])[1]) for r in requests}
        # 900 a day: three bounds, each drawn once, of which the one of 850 is broken.
        assert sorted(bounds.values()) == [850, 950, 1000]
        (loose,) = (id for id, bound in bounds.items() if bound == 1000)
        taken = []

        def take_one(row: dict[str, str]) -> None:
            breaks = row["effect"] == "breaks it" and "calories" in row["constraint"]
            row["accept"] = "no"
            if breaks and row["request_id"] == loose and not taken:
                row["accept"] = "yes"
                taken.append(row)

        edit(out / "edits_review.csv", take_one)
        assert len(taken) == 1
        assert "Step 8 of 8 waits for you: " in run()

        def by_hand(row: dict[str, str]) -> None:
            fits = bounds[row["request_id"]] == 950 or "2 days" in row["constraint"]
            row["label"] = "1" if fits else "0"

        edit(out / "labels.csv", by_hand)
        said = run()
        assert "Done: judge it with `tamis run acs -T data=out/dataset`." in said
        assert "5 items, 3 satisfied and 2 not" in said
        assert "agrees with 5 of 5 labels, disagrees with 0 and abstains on 0" in said
        assert sum(server.calls.values()) == 9
        assert run() == said
        assert sum(server.calls.values()) == 9

    with (out / "dataset/acs_dataset.csv").open(encoding="utf-8", newline="") as file:
        data = list(csv.DictReader(file))
    found = {
        (int(re.search(r"\d{3,}", r["user_request"])[0]), r["constraint"][:9]): r for r in data
    }
    assert {key: row["is_constraint_satisfied"] for key, row in found.items()} == {
        key: label
        for key, label in (
            ((1000, "The total"), "0"), ((1000, "The plan "), "1"), ((950, "The total"), "1"),
            ((950, "The plan "), "1"), ((850, "The total"), "0"), ((850, "The plan "), "1"),
        )
        if key != (bounds["r02"], "The plan ")
    }  # fmt: skip
    assert {row["domain"] for row in data} == {"two-days"}
    assert {row["user_request"].rpartition("day. ")[2] for row in data} == {
        "List the calories of every meal."
    }
    assert found[850, "The total"]["agent_response"] == RESPONSE
    assert found[1000, "The total"]["agent_response"] != RESPONSE
    items = load(str(out / "dataset")).items
    assert [item.satisfied for item in items] == [r["is_constraint_satisfied"] == "1" for r in data]
    models = json.loads((out / "manifest.json").read_text())["steps"]["responses"]["models"]
    assert models == {"openai-api/lab/test": 3}


def test_failed_calls_end_with_exit_code_1(tamis_here, monkeypatch):
    """What the provider said is in the sentence; the outcomes are kept."""
    (tamis_here.folder / "d.yaml").write_text(DOMAIN)
    with Server(lambda prompt: 400) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")
        given = ("d.yaml", "--out", "out", "--model", "openai-api/lab/test")
        said = tamis_here("collect", "constraints", *given, check=1).out
    assert "Step 2 of 8 lacks 3 of 3 replies (3 failed: " in said
    assert (tamis_here.folder / "out/requests.csv").read_text().count("failed") == 3


def test_a_domain_that_comes_with_tamis_can_be_printed_and_used(tamis_here):
    """--show gives a start for a domain of one's own."""
    shown = tamis_here("collect", "constraints", "event-catering", "--show").out
    assert shown.startswith("# A domain of Tamis's own")
    (tamis_here.folder / "mine.yaml").write_text(shown)
    said = tamis_here("collect", "constraints", "mine.yaml", "--out", "out").out
    assert "1/8 guidelines: 25 drawn with the seed 1" in said


def test_what_cannot_be_used_is_one_sentence(tamis_here):
    """Exit code 2, no traceback."""
    for args, said in (
        (("event-catering",), "--out is missing"),
        (("nothing.yaml", "--out", "out"), "no domain or file 'nothing.yaml'"),
        (("schedule", "--out", "out", "--cost-limit", "1"), "--cost-limit needs --model"),
        (("schedule", "--out", "out", "--model", "nobody/x"), "the model nobody/x cannot be used"),
        (("schedule", "--out", "out", "--accept", "edits"), "step 7 has no file"),
    ):
        error = tamis_here("collect", "constraints", *args, check=2).err
        assert said in error
        assert "Traceback" not in error
