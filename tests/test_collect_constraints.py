"""Building constraint data: guidelines, replies, review files, proposed edits, labels."""

from __future__ import annotations

import asyncio
import csv
import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.checking.judgement import Judgement
from tamis.collect.constraints import (
    building,
    collect,
    dataset,
    edit_proposals,
    manual_steps,
    model_calls,
    reply_reader,
)
from tamis.collect.constraints.constraint_folder import Folder
from tamis.collect.constraints.domain import read_domain, shipped
from tamis.collect.constraints.label_sheet import Labelled, Pair
from tamis.collect.constraints.sheets import read_sheet, write_sheet
from tamis.types import InputError, Reply

DOMAIN = """\
name: picnic
ask_for: a picnic plan
quantities:
  sandwiches: {from: 4, to: 12, step: 2, unit: sandwiches, comparison: [at least, exactly]}
  price: {from: 0.5, to: 2, step: 0.25, unit: euros, comparison: between}
  start: {values: ["18:30", "19:00"], comparison: not before, share: 0.5}
instruction: Say what every item costs.
examples:
  - request: I want 3 salads.
    constraints: [There must be exactly 3 salads.]
requests: 3
seed: 7
"""
REPLY = "Picnic\n\n- 4 sandwiches (8 euros)\n- 2 salads (6 euros)\n- 1 cake (10 euros)\nTotal: 24"


class Script:
    """A model that writes requests, lists of two constraints, and one response; and counts."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.prompts: list[str] = []
        self.faults: dict[str, Reply | BaseException] = {}

    def kind(self, prompt: str) -> str:
        """Which step a prompt is of."""
        if prompt.startswith("Write the message"):
            return "request"
        return "constraints" if "===== Your turn =====" in prompt else "response"

    async def __call__(self, messages, schema=None) -> Reply:
        """Reply by the kind of the prompt; `faults` by kind and number come first."""
        prompt = messages[-1]
        kind = self.kind(prompt)
        self.asked[kind] += 1
        self.prompts.append(prompt)
        fault = self.faults.get(f"{kind} {self.asked[kind]}")
        if isinstance(fault, BaseException):
            raise fault
        if fault is not None:
            return fault
        if kind == "request":
            demands = [line[2:] for line in prompt.split("\n") if line.startswith("- ")]
            return Reply(f'"A picnic please: {"; ".join(demands)}."', tokens=(10, 5))
        if kind == "constraints":
            return Reply(
                "Here they are:\n- There must be 3 items.\n- The price must be at most 30."
            )
        return Reply(REPLY)


def judge(constraint: str, response: str) -> Judgement:
    """Counts the items, or adds up the euros; abstains on anything else."""
    items = [line for line in response.split("\n") if line.startswith("- ")]
    if "items" in constraint:
        return Judgement(len(items) == 3, "program")
    if "price" in constraint:
        euros = [float(line.split("(")[1].split()[0]) for line in items]
        return Judgement(sum(euros) <= 30, "program")
    return Judgement(None, "program", "abstained", reason="not understood")


@pytest.fixture
def home(tmp_path):
    """A folder with a domain file, and a function that runs the steps in it."""
    (tmp_path / "d.yaml").write_text(DOMAIN)

    def run(model=None, **options) -> building.Progress:
        options = {"judge": judge} | options
        return asyncio.run(
            collect(str(tmp_path / "d.yaml"), tmp_path / "out", model=model, **options)
        )

    run.out = tmp_path / "out"
    run.domain = tmp_path / "d.yaml"
    return run


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV, as a spreadsheet reads them."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def save(path: Path, changed: list[dict[str, str]]) -> None:
    """Write rows as a spreadsheet of a country with decimal commas does."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(changed[0]), delimiter=";")
        writer.writeheader()
        writer.writerows(changed)


def to_labels(home, model) -> list[dict[str, str]]:
    """Run all steps but the last, with nothing changed; the rows to label."""
    found = home(model)
    for name in ("instruction", "review", "edits"):
        assert found.step.name == name
        found = home(model, accept=[name])
    assert found.step.name == "labels"
    return rows(home.out / "labels.csv")


def label(home, labels: list[str], **columns: list[str]) -> None:
    """Fill the column `label` of labels.csv, and others."""
    filled = rows(home.out / "labels.csv")
    for place, row in enumerate(filled):
        row["label"] = labels[place]
        row.update({name: cells[place] for name, cells in columns.items()})
    save(home.out / "labels.csv", filled)


# --- the domain


def test_draws_stay_within_their_ranges_and_steps(tmp_path):
    """Every value drawn is one of the range's, "between" takes two in order, times stay text."""
    path = tmp_path / "d.yaml"
    path.write_text(DOMAIN.replace("requests: 3", "requests: 200"))
    lines = [line for text in read_domain(str(path)).guidelines() for line in text.split("\n")]
    sandwiches = {line.split()[-2] for line in lines if line.startswith("sandwiches")}
    assert sandwiches == {"4", "6", "8", "10", "12"}
    for line in (line for line in lines if line.startswith("price")):
        low, high = (float(x) for x in line.split("between ")[1].split(" euros")[0].split(" and "))
        assert 0.5 <= low < high <= 2
        assert low % 0.25 == high % 0.25 == 0
    starts = [line for line in lines if line.startswith("start")]
    assert set(starts) == {"start: not before 18:30", "start: not before 19:00"}
    # A share of a half, of 200: outside this lie fewer than one seed in a million.
    assert 65 < len(starts) < 135


def test_the_seed_decides_and_more_requests_leave_the_first_as_they_are(tmp_path):
    """The same file asks the same; another seed asks something else."""
    path = tmp_path / "d.yaml"

    def drawn(old: str = "", new: str = "") -> list[str]:
        path.write_text(DOMAIN.replace(old, new) if old else DOMAIN)
        return read_domain(str(path)).guidelines()

    assert drawn() == drawn()
    assert drawn("requests: 3", "requests: 9")[:3] == drawn()
    assert drawn("seed: 7", "seed: 8") != drawn()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("name: picnic\n", "", "no name"),
        ("seed: 7", "seed: seven", "seed is 'seven'; give a number"),
        ("from: 4, to: 12", "from: 12, to: 4", "goes from 12 to 4; swap them"),
        ("to: 12", "too: 12", "has too, which is not a field"),
        ("share: 0.5", "share: 2", "share is 2"),
        ("from: 0.5, to: 2", "from: 2, to: 2", 'is "between", which needs two values'),
        ("seed: 7", "seed: [7", "line 13 is not YAML"),
        ("constraints: [There must be exactly 3 salads.]", "constraint: x", "no constraints"),
        ("requests: 3", "requests: 10001", "requests is 10001"),
        ("to: 12, step: 2", "to: 100004, step: 1", "has 100,001 values"),
        ("from: 4, to: 12, step: 2", "to: 12", "neither from and to nor values"),
    ],
)
def test_a_domain_with_a_mistake_is_refused_in_one_sentence(tmp_path, old, new, said):
    """The message names the file and the field or line."""
    path = tmp_path / "d.yaml"
    assert old in DOMAIN
    path.write_text(DOMAIN.replace(old, new))
    with pytest.raises(InputError) as error:
        read_domain(str(path))
    assert said in str(error.value)
    assert str(path) in str(error.value)


def test_what_varies_comes_before_what_is_demanded(tmp_path):
    """With a unit and a scope; of rare demands there is one at least."""
    (tmp_path / "d.yaml").write_text(
        "name: x\nask_for: y\ninstruction: z\nrequests: 3\nvary: {place: [park]}\n"
        "quantities: {a: {values: [1], share: 0.000000001, unit: kg, scope: each day}}\n"
        "examples: [{request: a, constraints: [b]}]\n"
    )
    drawn = read_domain(str(tmp_path / "d.yaml")).guidelines()
    assert drawn == ["place: park\na: exactly 1 kg, each day"] * 3


def test_the_domains_that_come_with_tamis_can_be_read():
    """Ours and those of the paper; each draws requests that all differ."""
    assert shipped() == [
        "event-catering", "meal-planning", "schedule", "workout-routine_cardio",
        "workout-routine_strength",
    ]  # fmt: skip
    for name in shipped():
        drawn = read_domain(name).guidelines()
        assert len(set(drawn)) == 25
    with pytest.raises(InputError, match=r"no domain or file 'nowhere.yaml'.*event-catering"):
        read_domain("nowhere.yaml")


# --- reading replies and files


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("- One day.\n- Two meals.", ["One day.", "Two meals."]),
        ("Sure!\n\n1. **One day.**\n2) Two meals.\n", ["One day.", "Two meals."]),
        ("* One day.\n* one DAY.", ["One day."]),
        ("– a\n• b\n(3) c\n123. d\n1234. e\n-f", ["a", "b", "c", "d"]),
        ("- None\n- __a__ b **c**", ["a b c"]), ("NONE", []), ("- None.", []),
        ("There is nothing to count here.", None), ("", None),
    ],
)  # fmt: skip
def test_constraints_are_read_from_the_lists_that_models_write(reply, found):
    """Bullets, numbers, bold; a reply without a list cannot be read."""
    assert reply_reader.constraints(reply) == found


@given(st.text())
def test_any_reply_is_read_or_not_but_never_fails(reply):
    """A list, the empty list or None; no constraint is empty or there twice."""
    found = reply_reader.constraints(reply)
    assert found is None or len({c.casefold() for c in found}) == len(found)
    assert all(found or ["x"])
    reply_reader.request(reply)


@pytest.mark.parametrize(
    ("reply", "request_"),
    [
        ('"Please plan a day."', "Please plan a day."),
        ("Request: Plan\n  a day.", "Plan a day."),
        ('"Yes" or "no"', '"Yes" or "no"'),
        ("**User message:** “plan\n it”", "plan it"),
    ],
)
def test_a_request_is_the_reply_without_its_wrapping(reply, request_):
    """Quotes and labels around it go, those within stay."""
    assert reply_reader.request(reply) == request_


@given(
    st.lists(
        st.tuples(*[st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"))] * 2)
    )
)
def test_what_is_written_into_a_sheet_is_read_from_it(tmp_path_factory, table):
    """But for blanks at the ends; and no cell begins as a formula does."""
    path = tmp_path_factory.mktemp("sheet") / "s.csv"
    write_sheet(path, ("a", "b"), ({"a": a, "b": b} for a, b in table))
    kept = [(a.strip(), b.strip()) for a, b in table]
    # A leading apostrophe before a formula's sign is the guard itself.
    found = [(row["a"], row["b"]) for row in read_sheet(path, ("a", "b"))]
    assert found == [pair for pair in kept if any(pair)]
    with path.open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert not any(cell.strip()[:1] in set("=+-@") for cell in cells if cell.strip())


# --- model steps


def test_a_failed_reply_is_a_row_and_is_asked_again_alone(home):
    """Outcomes are counted; what was had is not asked for a second time."""
    model = Script()
    model.faults = {
        "request 1": Reply("", failed="no route"),
        "request 2": Reply("half a requ", truncated=True),
        "request 3": Reply("<think>A picnic.</think> "),
    }
    found = home(model)
    assert found.failed
    assert "lacks 3 of 3 replies (1 failed, 1 truncated, 1 missing: no route)" in found.waiting
    assert [row["outcome"] for row in rows(home.out / "requests.csv")] == [
        "failed", "truncated", "missing",
    ]  # fmt: skip
    found = home(model)
    assert (found.step.name, model.asked["request"]) == ("instruction", 6)
    assert model.prompts[3:6] == model.prompts[:3]
    model.faults = {"constraints 2": Reply("", failed="gone")}
    assert home(model, accept=["instruction"]).failed
    assert home(model).step.name == "review"
    assert (model.asked["request"], model.asked["constraints"]) == (6, 4)


def test_failed_replies_can_be_gone_on_without(home):
    """--accept leaves them out and does not ask again."""
    model = Script()
    model.faults = {"request 2": Reply("", refused=True)}
    assert home(model).failed
    found = home(model, accept=["requests"])
    assert (found.step.name, model.asked["request"]) == ("instruction", 3)
    assert len(rows(home.out / "requests_review.csv")) == 2
    manifest = json.loads((home.out / "manifest.json").read_text())
    assert manifest["steps"]["requests"]["outcomes"] == {"ok": 2, "refused": 1}


def test_a_kill_loses_no_reply(home, monkeypatch):
    """With the process gone before any file is complete, the journal has what was replied."""
    model = Script()
    model.faults = {"request 3": KeyboardInterrupt()}
    monkeypatch.setattr(model_calls, "_write", lambda *args: None)
    with pytest.raises(KeyboardInterrupt):
        home(model)
    monkeypatch.undo()
    assert not (home.out / "requests.csv").exists()
    journal = home.out / "requests.journal.jsonl"
    journal.write_text(journal.read_text() + '{"id": "r03", "outc')
    found = home(model)
    assert (found.step.name, model.asked["request"]) == ("instruction", 4)
    assert len(rows(home.out / "requests.csv")) == 3
    assert not journal.exists()


def test_the_limit_on_tokens_stops_the_asking(home):
    """What is over the limit is not asked, and is asked for at the next run."""
    from tamis.spending import Limits

    model = Script()
    found = home(model, limits=Limits(tokens=1), max_tokens=1)
    assert model.asked["request"] == 0
    assert "the limit of 1 tokens is reached" in found.waiting
    assert home(model).step.name == "instruction"


# --- the steps of a person


def test_the_review_of_requests_waits_for_every_row(home):
    """Marks release a row, `drop` leaves it out, an added row joins; nothing is overwritten."""
    model = Script()
    assert home(model).step.name == "instruction"
    path = home.out / "requests_review.csv"
    review = rows(path)
    assert all(row["request"].endswith(" Say what every item costs.") for row in review)
    review[0]["reviewed"], review[1]["reviewed"] = "yes", "drop"
    review[0]["request"] = "= A picnic for 5."
    save(path, review)
    before = path.read_bytes()
    found = home(model)
    assert "takes the 1 rows without a mark" in found.waiting
    assert path.read_bytes() == before
    review[2]["reviewed"] = "ok"
    save(path, [*review, {**review[2], "id": "", "request": "Tea for 2."}])
    found = home(model)
    assert found.step.name == "review"
    asked = [p.split("Request: ")[-1] for p in model.prompts if "Your turn" in p]
    assert [a.split("\n")[0] for a in asked][::2] == ["= A picnic for 5.", "Tea for 2."]


def test_constraints_are_edited_deleted_and_added(home):
    """What a person left in the review is labelled, the same one once, in the order of requests."""
    model = Script()
    home(model)
    home(model, accept=["instruction"])
    path = home.out / "constraints_review.csv"
    review = rows(path)
    assert len(review) == 6
    review[0]["constraint"] = "There must be  7 items."
    extra = [{**review[0], "constraint": "there must be 7 items."}]
    extra += [{**review[0], "request_id": "r02", "constraint": "A third."}]
    save(path, [{**row, "reviewed": "x"} for row in [*extra, *review[:1], *review[2:]]])
    home(model)
    home(model, accept=["edits"])
    assert [(r["request_id"], r["constraint"]) for r in rows(home.out / "labels.csv")] == [
        ("r01", "there must be 7 items."), ("r02", "A third."), ("r02", "There must be 3 items."),
        ("r02", "The price must be at most 30."), ("r03", "There must be 3 items."),
        ("r03", "The price must be at most 30."),
    ]  # fmt: skip


def test_proposals_flip_what_the_judge_says(home):
    """Each kind of change turns the verdict round, and the claimed total is never touched."""
    for constraint in ("There must be 3 items.", "The price must be at most 30."):
        for found in edit_proposals.propose(constraint, REPLY, judge, "1"):
            lines = REPLY.split("\n")
            assert found.effect == "breaks it"
            assert lines[found.line - 1] == found.before
            changed = edit_proposals.changed(lines, found.line - 1, found.after)
            assert judge(constraint, changed).satisfied is False
            assert "Total: 24" in changed.split("\n")
    kinds = [p.kind for p in edit_proposals.propose("There must be 3 items.", REPLY, judge)]
    assert kinds == ["drop an item", "repeat an item"]
    kinds = [p.kind for p in edit_proposals.propose("The price must be at most 30.", REPLY, judge)]
    assert "change a number" in kinds
    unchecked = edit_proposals.propose("It must be tasty.", REPLY, judge)
    assert {p.effect for p in unchecked} == {"not checked"}


ITEMS = ("- a", "* a", "• a", "+ a", "  12) a", "3. a", "| a | b |", "At 9:30 a", "- dayly",
         "- " + "x" * 598)  # fmt: skip
NO_ITEMS = ("-a", "Just a", "- Day 1", "# 1:00", "- week 2", "- total 5", "- Sum: 5", "- note: 5",
            "- the totals", "**At 9:30**", "|---|:--|", "- " + "x" * 599)  # fmt: skip


@pytest.mark.parametrize("line", [*ITEMS, *NO_ITEMS])
def test_which_lines_are_items(line):
    """Only those are dropped and repeated; headings and totals are not."""
    found = edit_proposals.propose("c", f"Plan\n{line}", lambda *_: Judgement(None, "program"))
    drops = [(p.line, p.before, p.after) for p in found if p.kind != "change a number"]
    assert drops == ([(2, line, ""), (2, line, f"{line}\n{line}")] if line in ITEMS else [])


def test_a_change_may_mend_what_is_broken():
    """The first that does, in its line; nothing where none does."""

    def count(constraint: str, text: str) -> Judgement:
        return Judgement(sum(map(int, re.findall(r"- (\d+)", text))) >= 7, "program")

    found = edit_proposals.propose("more", "Plan\n- 2 a\n- 2 b\n- 2 c", count)
    assert [(one.kind, one.effect) for one in found] == [
        ("change a number", "mends it"), ("repeat an item", "mends it"),
    ]  # fmt: skip
    assert edit_proposals.propose("x", "- 2 a", lambda *_: Judgement(True, "program")) == []


@given(st.text(st.sampled_from("- 19:0.,|*#\nab€x"), max_size=200))
def test_proposals_fit_any_text(text):
    """They name a line that is there, and differ from it."""
    for effect in (True, None):

        def said(constraint: str, response: str, effect=effect) -> Judgement:
            verdict = None if effect is None else response == text
            return Judgement(verdict, "program")

        for found in edit_proposals.propose("at most 9 x", text, said):
            assert text.split("\n")[found.line - 1] == found.before != found.after


def test_accepted_proposals_and_edits_by_hand_are_labelled(home):
    """The model's reply is kept; what is labelled is the edited text with the accepted change."""
    model = Script()
    home(model)
    for name in ("instruction", "review"):
        home(model, accept=[name])
    text = home.out / "responses" / "r02.txt"
    text.write_bytes(text.read_bytes().replace(b"1 cake", b"1 huge cake").replace(b"\n", b"\r\n"))
    path = home.out / "edits_review.csv"
    review = rows(path)
    assert {row["effect"] for row in review} == {"breaks it"}
    drop = next(r for r in review if r["request_id"] == "r01" and r["kind"] == "drop an item")
    save(path, [{**row, "accept": "yes" if row == drop else "no"} for row in review])
    assert home(model).step.name == "labels"
    labelled = {id: (home.out / f"labelled/{id}.txt").read_text() for id in ("r01", "r02", "r03")}
    assert labelled["r01"].count("\n- ") == 2
    assert labelled["r02"] == REPLY.replace("1 cake", "1 huge cake") + "\n"
    assert labelled["r03"] == REPLY + "\n"
    assert rows(home.out / "responses.csv")[1]["reply"] == REPLY
    manifest = json.loads((home.out / "manifest.json").read_text())
    counts = manifest["steps"]["edits"]["counts"]
    assert (counts["accepted"], counts["responses changed by hand"]) == (1, 1)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"before": "- 9 pies"}, "responses/r01.txt has no such line"),
        ({"accept": "maybe"}, "accept is 'maybe'; write yes or no"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused(home, cells, said):
    """Of a line that was edited, or neither accepted nor not."""
    model = Script()
    home(model)
    for name in ("instruction", "review"):
        home(model, accept=[name])
    path = home.out / "edits_review.csv"
    save(path, [{**row, "accept": "yes", **cells} for row in rows(path)[:1]])
    with pytest.raises(InputError, match=f"edits_review.csv, line 2: {said}"):
        home(model)


PAIRS = [
    Pair("r1", "Three salads.", "- a"),
    Pair("r1", "At most 9 euros.", "- a"),
    Pair("r2", "Two loaves.", "- b"),
    Pair("r3", "Five cups.", "- c"),
]


def judged(constraint: str, response: str) -> Judgement:
    """Satisfied for r1, not for r2, and no verdict for r3."""
    verdict = {"- a": True, "- b": False}.get(response)
    return Judgement(verdict, "program", reason="" if verdict is not None else "no number")


def test_the_dataset_of_labels_by_hand(tmp_path):
    """Rows of 1 and 0, each once; what was left out, how people and the program agree.

    Of label and b five rows: they agree on three; by chance on (4 × 4 + 0 × 1) / 25, so that κ is
    (0.6 - 0.64) / 0.36.
    """
    folder = Folder(tmp_path)
    pairs = [*PAIRS, Pair("r4", "Three salads.", "- a"), Pair("r2", "No. 2", "- b")]
    given = ["11", "10", "11", "?1", "11", "  "]
    final = ["1", "0", "1", "?", "1", ""]
    found = [
        Labelled(pair, {"label": one[0].strip(), "b": one[1].strip()}, last, f"c{last}")
        for pair, one, last in zip(pairs, given, final, strict=True)
    ]
    requests = {"r1": "R1", "r2": "R2", "r3": "R3", "r4": "R1"}
    replies = {"r1": "- a\n", "r2": "- other", "r3": "- c", "r4": "- a"}
    lines = dataset.finish(folder, "picnic", requests, replies, found, judged)
    assert (tmp_path / "dataset" / "acs_dataset.csv").read_text() == (
        "user_request,agent_response,constraint,is_constraint_satisfied,domain\n"
        "R1,- a,Three salads.,1,picnic\n"
        "R1,- a,At most 9 euros.,0,picnic\n"
        "R2,- b,Two loaves.,1,picnic\n"
    )
    assert "Cohen's kappa -0.111 on 5 shared rows (3 the same) by label and b" in lines[0]
    entry = json.loads((tmp_path / "manifest.json").read_text())["steps"]["labels"]
    assert entry["counts"] == {
        "items": 3, "satisfied": 2, "unsatisfied": 1, "left out as unclear": 1,
        "left out without a label": 1, "left out as repeated": 1, "program": {"yes": 2, "no": 2},
    }  # fmt: skip
    assert [
        (r["label_that_counts"], r["program_agrees"], r["program"], r["response_edited"])
        for r in rows(tmp_path / "labels_checked.csv")
    ] == [
        ("1", "yes", "1", "no"), ("0", "no", "1", "no"), ("1", "no", "0", "yes"),
        ("?", "", "", "no"), ("1", "yes", "1", "no"), ("", "", "0", "yes"),
    ]  # fmt: skip
    with pytest.raises(InputError, match="has no row labelled 1 or 0"):
        dataset.finish(folder, "p", requests, replies, [Labelled(PAIRS[3], {}, "?")], judged)


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ("yes", ("yes", "Y", "x", "ok", "1", "true", "done", "Reviewed")),
        ("drop", ("drop", "delete", "REMOVE")),
        ("", ("", "no", "n", "0", "false", "?")),
    ],
)
def test_marks_of_a_review(tmp_path, mark, words):
    """As people write them; another word is refused with its line."""
    path = tmp_path / "s.csv"
    write_sheet(path, ("id", "reviewed"), [{"id": "x", "reviewed": one} for one in words])
    assert {manual_steps.mark(row, "reviewed") for row in read_sheet(path, ("id",))} == {mark}
    path.write_text("reviewed\nperhaps\n")
    (row,) = read_sheet(path, ("reviewed",))
    with pytest.raises(InputError, match="line 2: reviewed is 'perhaps'; write yes or drop"):
        manual_steps.mark(row, "reviewed")


def test_guidelines_of_a_persons_own_join(home):
    """With ids of their own, or given ones; an id that cannot be a file's name is refused."""
    home()
    path = home.out / "guidelines.csv"
    text = "id,guideline\nmine,a\n,b\nr.1-2,c\n,d\n"
    path.write_text(text)
    home(Script())
    assert [row["id"] for row in rows(home.out / "requests.csv")] == [
        "mine", "added-1", "r.1-2", "added-2",
    ]  # fmt: skip
    for bad, said in (
        ("../b,c\n", "line 2: the id is"),
        ("a,b\na,c\n", "line 3: the id 'a' is there twice"),
    ):
        path.write_text("id,guideline\n" + bad)
        with pytest.raises(InputError, match=said):
            home(Script())


def rows_semicolon(path: Path) -> list[dict[str, str]]:
    """The rows of a file that `save` wrote."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def test_the_program_is_silent_while_people_label_unless_asked(home):
    """Its verdicts are in labels.csv with --suggest only, and the label stays empty."""
    model = Script()
    assert {row["program"] for row in to_labels(home, model)} == {""}
    with pytest.raises(InputError, match="--redo labels --suggest"):
        home(model, suggest=True)
    found = home(model, suggest=True, redo="labels")
    assert found.step.name == "labels"
    assert {(row["label"], row["program"]) for row in rows(home.out / "labels.csv")} == {("", "1")}


def test_two_annotators_are_compared_and_their_differences_settled(home):
    """Cohen's kappa worked by hand: 1,1,1,0,0,0 against 1,1,0,0,0,0 is (5/6 - 1/2) / (1/2)."""
    to_labels(home, Script())
    label(home, list("111000"), label_ben=list("110000"))
    found = home()
    assert "the annotators differ on 1 of 6 rows" in found.waiting
    path = home.out / "labels.csv"
    settled = rows_semicolon(path)
    for place, row in enumerate(settled):
        row["final"] = "0" if place == 2 else ""
    save(path, settled)
    found = home()
    assert found.step is None
    assert (
        "agreement: Cohen's kappa 0.667 on 6 shared rows (5 the same) by label and label_ben"
        in (found.lines)
    )
    with (home.out / "dataset/acs_dataset.csv").open(encoding="utf-8", newline="") as file:
        assert [row["is_constraint_satisfied"] for row in csv.DictReader(file)] == list("110000")


def test_a_second_file_of_labels_is_compared_too(home, tmp_path):
    """A copy that another annotator has filled, its rows in another order."""
    to_labels(home, Script())
    blank = rows(home.out / "labels.csv")
    label(home, list("111000"))
    ben = [{**row, "label": x} for row, x in zip(blank, "111000", strict=True)]
    save(tmp_path / "ben.csv", ben[::-1])
    found = home(second=tmp_path / "ben.csv")
    assert any("kappa 1.000 on 6 shared rows" in line and "ben" in line for line in found.lines)


# --- doing again


def test_redoing_keeps_what_was_there(home):
    """The old file stays beside the new one, under the next free number."""
    model = Script()
    home(model)
    path = home.out / "requests_review.csv"
    save(path, [{**row, "note": "mine"} for row in rows(path)])
    found = home(model, redo="instruction")
    assert found.aside == (("requests_review.csv", "requests_review.old-1.csv"),)
    assert model.asked["request"] == 3
    kept = rows_semicolon(home.out / "requests_review.old-1.csv")
    assert {row["note"] for row in kept} == {"mine"}
    home(model, redo="requests")
    assert model.asked["request"] == 6
    assert (home.out / "requests_review.old-2.csv").exists()
    assert (home.out / "requests.old-1.csv").exists()


def test_a_change_to_an_earlier_step_is_said_not_ignored(home):
    """Other guidelines under the same requests, other texts under the same labels."""
    model = Script()
    to_labels(home, model)
    home.domain.write_text(DOMAIN.replace("seed: 7", "seed: 8"))
    with pytest.raises(InputError, match=r"guidelines.csv was made from .*--redo guidelines"):
        home(model)
    home.domain.write_text(DOMAIN.replace("exactly 3 salads", "just 3 salads"))
    with pytest.raises(InputError, match=r"constraints.csv was made from .*--redo constraints"):
        home(model)
    home.domain.write_text(DOMAIN)
    assert home(model).step.name == "labels"
    (home.out / "responses/r01.txt").write_text("Nothing.")
    with pytest.raises(InputError, match=r"labels.csv was made from .*--redo labels"):
        home(model)


def test_labels_of_unchanged_rows_are_carried_over(home):
    """After a response has changed only its own rows are to be labelled anew."""
    to_labels(home, Script())
    label(home, list("110011"), comment=list("abcdef"))
    (home.out / "responses/r02.txt").write_text("Nothing.")
    found = home(redo="labels")
    assert "2 of 6 rows have none yet" in found.waiting
    made = rows(home.out / "labels.csv")
    assert [row["label"] for row in made] == ["1", "1", "", "", "1", "1"]
    assert [row["comment"] for row in made] == ["a", "b", "", "", "e", "f"]


@pytest.mark.parametrize(
    ("column", "cell", "said"),
    [
        ("label", "maybe", "label is 'maybe'; write 1"),
        ("key", "k0", "the key and the constraint do not match any"),
    ],
)
def test_labels_that_cannot_be_used_are_refused(home, column, cell, said):
    """The message names the file and the line."""
    made = to_labels(home, Script())
    made[1][column] = cell
    save(home.out / "labels.csv", made)
    with pytest.raises(InputError, match=r"labels.csv, line 3: ") as error:
        home()
    assert said in str(error.value)


def test_a_step_that_is_not_there_cannot_be_accepted_or_redone(home):
    """Nothing is taken unseen, and a misspelt step is said."""
    with pytest.raises(InputError, match="--accept labels: step 8 has no file"):
        home(accept=["labels"])
    with pytest.raises(InputError, match="--accept guidelines has no effect, as step 1"):
        home(accept=["guidelines"])
    with pytest.raises(InputError, match=r"there is no step 'lables' .did you mean 'labels'"):
        home(redo="lables")
    found = home()
    assert (found.step.name, found.failed) == ("requests", False)
    assert "asks a model 3 times" in found.waiting


def test_a_folder_of_something_else_is_left_alone(home):
    """Another domain's folder, or one whose manifest is not ours."""
    home()
    home.domain.write_text(DOMAIN.replace("name: picnic", "name: feast"))
    with pytest.raises(InputError, match="holds the domain 'picnic'"):
        home()
    (home.out / "manifest.json").write_text("[]")
    with pytest.raises(InputError, match=r"manifest.json is not a manifest"):
        home()


def test_rows_in_any_order_give_the_same_dataset(home):
    """A spreadsheet that sorts the rows changes nothing."""
    to_labels(home, Script())
    label(home, list("101010"))
    home()
    dataset = (home.out / "dataset/acs_dataset.csv").read_bytes()
    shuffled = rows_semicolon(home.out / "labels.csv")
    random.Random(1).shuffle(shuffled)
    save(home.out / "labels.csv", shuffled)
    home()
    assert (home.out / "dataset/acs_dataset.csv").read_bytes() == dataset
