"""Building constraint data to the letter: domains, replies, files of people, changes, labels."""

from __future__ import annotations

import asyncio
import csv
import json
import random
import re
from pathlib import Path

import pytest

from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Entry, Part, Worksheet
from tamis.collect.constraints import dataset, edit_proposals, label_sheet, manual_steps
from tamis.collect.constraints import reply_reader as reader
from tamis.collect.constraints.constraint_folder import Folder, digest, digest_of
from tamis.collect.constraints.domain import Domain, Example, Quantity, read_domain
from tamis.collect.constraints.edits import edits
from tamis.collect.constraints.label_sheet import Labelled, Pair, labels
from tamis.collect.constraints.model_calls import ModelCaller, ask
from tamis.collect.constraints.sheets import read_sheet, write_sheet
from tamis.collect.constraints.steps import STEPS, Waiting, step, with_later
from tamis.types import InputError, Reply

DOMAIN = """\
name: picnic
ask_for: a picnic plan
quantities:
  salads: {from: 1, to: 3, unit: salads, scope: each day, comparison: [at least, exactly], share: 1}
  price: {from: 0.5, to: 1.25, step: 0.25}
instruction: Say what it costs.
examples:
  - request: I want 3 salads.
    constraints: [Three salads., No bread.]
"""


def domain_of(tmp_path: Path, old: str = "", new: str = "") -> Domain:
    """The domain with some text replaced."""
    assert old in DOMAIN
    path = tmp_path / "d.yaml"
    path.write_text(DOMAIN.replace(old, new, 1) if old else DOMAIN)
    return read_domain(str(path))


def test_a_domain_as_its_file_has_it(tmp_path):
    """Every field, and what holds by itself."""
    salads = Quantity("salads", ("1", "2", "3"), ("at least", "exactly"), "salads", "each day")
    price = Quantity("price", ("0.50", "0.75", "1.00", "1.25"), ("exactly",))
    whole = domain_of(tmp_path)
    assert whole == Domain(
        "picnic",
        "a picnic plan",
        (salads, price),
        "Say what it costs.",
        (Example("I want 3 salads.", ("Three salads.", "No bread.")),),
        25,
        0,
        "",
        {},
    )
    more = domain_of(
        tmp_path,
        "ask_for",
        "requests: 10000\nseed: 9\nnotes: a  b\nvary: {place: [park, sea]}\nask_for",
    )
    assert (more.requests, more.seed, more.notes, more.vary) == (
        10_000,
        9,
        "a b",
        {"place": ("park", "sea")},
    )
    assert len(whole.guidelines()) == 25


FIELDS = "name, ask_for, quantities, instruction, examples, requests, seed, notes, vary"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("name: picnic\n", "", "the file has no name; add it"),
        ("ask_for: a picnic plan\n", "", "the file has no ask_for; add it"),
        ("instruction: Say what it costs.\n", "", "the file has no instruction; add it"),
        (
            "name: picnic",
            "name: picnic\nwho: me",
            f"the file has who, which is not a field; the fields are {FIELDS}",
        ),
        ("name: picnic", "name: [a]", "name must be a text that is not empty"),
        ("unit: salads", "unit: ' '", "quantities.salads.unit must be a text that is not empty"),
        (
            "scope: each day",
            "scope: []",
            "quantities.salads.scope must be a text that is not empty",
        ),
        ("[at least, exactly]", "[]", "quantities.salads.comparison must be a list of texts"),
        (
            "[at least, exactly]",
            "[at least, ' ']",
            "quantities.salads.comparison must be a text that is not empty",
        ),
        ("share: 1", "share: 0", "quantities.salads.share is 0; give a number above 0, up to 1"),
        (
            "share: 1",
            "share: 1.1",
            "quantities.salads.share is 1.1; give a number above 0, up to 1",
        ),
        ("share: 1", "share: x", "quantities.salads.share is 'x'; give a number"),
        ("share: 1", "share: inf", "quantities.salads.share is 'inf'; give a number"),
        ("share: 1", "share: [1]", "quantities.salads.share is \"['1']\"; give a number"),
        ("step: 0.25", "step: 0", "quantities.price.step is 0; give a number above 0"),
        ("step: 0.25", "step: -1", "quantities.price.step is -1; give a number above 0"),
        ("to: 3", "to: 0", "quantities.salads goes from 1 to 0; swap them"),
        (
            "to: 3",
            "to: 100001",
            "quantities.salads has 100,001 values; make its step larger",
        ),
        (
            "from: 1, to: 3",
            "from: 1",
            "quantities.salads has neither from and to nor values; give one of these",
        ),
        (
            "from: 1, to: 3",
            "to: 3",
            "quantities.salads has neither from and to nor values; give one of these",
        ),
        *(
            (
                "from: 1, to: 3",
                f"{end}: 1, values: [2]",
                "quantities.salads has both values and a range; keep one of them",
            )
            for end in ("from", "to", "step")
        ),
        ("from: 1, to: 3", "values: []", "quantities.salads.values must be a list of texts"),
        (
            "from: 1, to: 3, unit: salads, scope: each day, comparison: [at least, exactly]",
            "from: 1, to: 1, comparison: between",
            'quantities.salads.comparison is "between", which needs two values or more',
        ),
        (
            "name: picnic",
            "name: picnic\nrequests: 0",
            "requests is 0; give a whole number from 1 to 10,000",
        ),
        (
            "name: picnic",
            "name: picnic\nrequests: 10001",
            "requests is 10001; give a whole number from 1 to 10,000",
        ),
        (
            "name: picnic",
            "name: picnic\nrequests: 2.5",
            "requests is 2.5; give a whole number from 1 to 10,000",
        ),
        (
            "name: picnic",
            "name: picnic\nseed: -1",
            "seed is -1; give a whole number from 0 to 9,223,372,036,854,775,808",
        ),
        (
            "name: picnic",
            "name: picnic\nvary: [x]",
            "vary must hold names with their values (name: value)",
        ),
        (
            "  - request: I want 3 salads.\n    constraints: [Three salads., No bread.]",
            "  x: y",
            "examples must be a list of requests with their constraints",
        ),
        (
            "constraints: [Three salads., No bread.]",
            "constraint: x",
            "examples, number 1 has no constraints; add it",
        ),
        (
            "[Three salads., No bread.]",
            "[Three salads., ' ']",
            "examples, number 1: constraints must be a text that is not empty",
        ),
        (
            "I want 3 salads.",
            "[I]",
            "examples, number 1: request must be a text that is not empty",
        ),
    ],
)
def test_a_field_that_is_wrong(tmp_path, old, new, message):
    """The file, the field and what to do."""
    with pytest.raises(InputError) as error:
        domain_of(tmp_path, old, new)
    assert str(error.value) == f"{tmp_path / 'd.yaml'}: {message}."


def test_a_domain_without_quantities(tmp_path):
    """An empty mapping, and none."""
    block = DOMAIN[DOMAIN.index("quantities") : DOMAIN.index("instruction")]
    with pytest.raises(InputError, match="the file has no quantities; add it"):
        domain_of(tmp_path, block, "quantities: {}\n")
    many = domain_of(tmp_path, "to: 3", "to: 100000")
    assert len(many.quantities[0].values) == 100_000


def drawn(quantity: Quantity) -> set[str]:
    """All that may be drawn."""
    return {quantity.draw(random.Random(seed)) for seed in range(300)}


def test_the_demands_that_are_drawn():
    """Two values in their order for "between"; the unit and the scope where there are some."""
    assert drawn(Quantity("n", ("1", "2", "3"), ("between", "at most"), "kg", "each day")) == {
        *(f"n: between {low} and {high} kg, each day" for low, high in ((1, 2), (1, 3), (2, 3))),
        *(f"n: at most {value} kg, each day" for value in (1, 2, 3)),
    }
    assert drawn(Quantity("n", ("7",))) == {"n: 7"}


def test_the_guidelines_that_are_drawn():
    """Those of a share now and then, but one at least; what varies comes first."""
    rare = tuple(Quantity(name, ("1",), ("exactly",), share=1e-9) for name in "ab")
    one = Domain("d", "x", rare, "i", (), 3, vary={"place": ("park",)})
    assert one.guidelines() == ["place: park\na: exactly 1"] * 3
    always = Domain("d", "x", (rare[0], Quantity("c", ("2",))), "i", (), 2)
    assert always.guidelines() == ["c: 2"] * 2
    many = Domain("d", "x", (Quantity("c", tuple(map(str, range(20)))),), "i", (), 12)
    assert len(set(many.guidelines())) == 12


# Replies


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("– a\n• b\n(3) c\n123. d\n1234. e\n-f", ["a", "b", "c", "d"]),
        ("- __a__ b **c**", ["a b c"]),
        ("- a\n- A\n- b", ["a", "b"]),
        ("-  \n- none!\n", []),
        ("- None\n- a", ["a"]),
        (" «None». ", []),
        ("None of it.", None),
    ],
)
def test_the_lists_of_constraints(reply, found):
    """Each way to begin an item."""
    assert reader.constraints(reply) == found


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("**User request:** plan it", "plan it"),
        ("Message: plan it", "plan it"),
        ("user message : plan it", "plan it"),
        ("The message: plan it", "The message: plan it"),
        ("Request: Message: plan it", "Message: plan it"),
        ("“plan\n it”", "plan it"),
        ('" plan it "', "plan it"),
        ("“plan “it”", "“plan “it”"),
    ],
)
def test_the_message_of_a_reply(reply, said):
    """Without one label and the quotes around it."""
    assert reader.request(reply) == said


def test_the_numbers_of_a_text():
    """In digits and in words; the lines whose numbers are not there."""
    assert reader.numbers_in("2.50 of 1,800 and three") == {"2.5", "1800", "3"}
    assert reader.unmentioned("a: 3\nb: 4 and 5\nc", "three and four") == ["b: 4 and 5"]


# Steps and folders


def test_the_steps_of_the_paper():
    """Numbers, names, who does them, their files and what they use."""
    assert [(s.number, s.name, s.by, s.files, s.after, s.waits) for s in STEPS] == [
        (1, "guidelines", "person", ("guidelines.csv",), (), False),
        (2, "requests", "model", ("requests.csv",), ("guidelines",), True),
        (3, "instruction", "person", ("requests_review.csv",), ("requests",), True),
        (4, "constraints", "model", ("constraints.csv",), ("instruction",), True),
        (5, "review", "person", ("constraints_review.csv",), ("constraints",), True),
        (6, "responses", "model", ("responses.csv", "responses"), ("instruction",), True),
        (7, "edits", "person", ("edits_review.csv",), ("responses",), True),
        (
            8,
            "labels",
            "person",
            ("labels.csv", "labels_checked.csv", "labelled", "dataset"),
            ("edits", "review"),
            True,
        ),
    ]
    assert [one.name for one in with_later("instruction")] == [one.name for one in STEPS[2:]]
    assert [one.name for one in with_later("labels")] == ["labels"]


def test_a_folder_keeps_what_was_done(tmp_path):
    """The manifest, the acceptance of a step, and its files under other names."""
    folder = Folder(tmp_path)
    folder.made_from(step("edits"), "abc")
    (tmp_path / "edits_review.csv").write_text("x")
    folder.accept(step("edits"))
    assert not folder.accepted(step("labels"))
    again = Folder(tmp_path)
    assert again.accepted(step("edits"))
    assert again.manifest["steps"]["edits"] == {"made_from": "abc", "accepted": True}
    assert again.manifest["format"] == 1
    again.made_from(step("edits"), "abc")
    with pytest.raises(InputError) as error:
        again.made_from(step("edits"), "abd")
    assert str(error.value) == (
        f"{tmp_path}/edits_review.csv was made from an earlier state of the steps before it; undo "
        "the changes to those steps, or make it again with --redo edits (the old file is kept "
        "under another name)."
    )
    for name in (
        "labels.csv",
        "labels.old-1.csv",
        "labelled",
        "edits.journal.jsonl",
        "requests.csv",
    ):
        (tmp_path / name).write_text("x")
    assert again.redo(step("edits")) == [
        ("labels.csv", "labels.old-2.csv"),
        ("labelled", "labelled.old-1"),
        ("edits_review.csv", "edits_review.old-1.csv"),
        ("edits.journal.jsonl", "edits.journal.old-1.jsonl"),
    ]
    assert (tmp_path / "requests.csv").exists()
    assert Folder(tmp_path).manifest["steps"] == {}
    again.made_from(step("edits"), "abd")
    (tmp_path / "manifest.json").write_text('{"format": 1, "steps": []}')
    with pytest.raises(InputError, match="is not a manifest of `tamis collect constraints`"):
        Folder(tmp_path)
    (tmp_path / "manifest.json").write_text('{"format": 2, "steps": {}}')
    with pytest.raises(InputError, match="is not a manifest of `tamis collect constraints`"):
        Folder(tmp_path)


def test_hashes_of_texts():
    """Twelve digits that tell apart where texts end, and the names of them."""
    made = [
        digest("a", "b"),
        digest("ab"),
        digest_of(["a", "b"]),
        digest_of({"a": "b", "c": "d"}),
        digest("\ud800"),
    ]
    assert len(set(made)) == 5
    assert {len(one) for one in made} == {12}


# Sheets


def test_sheets_that_cannot_be_used(tmp_path):
    """A column that is missing, or there twice; empty names at the end are nothing."""
    path = tmp_path / "s.csv"
    for text, message in (
        ("a,b\n1,2\n", f'{path}, line 1: the column "c" is missing; restore it.'),
        ("c,b,b\n1,2,3\n", f'{path}, line 1: the column "b" occurs twice; rename one of them.'),
    ):
        path.write_text(text)
        with pytest.raises(InputError) as error:
            read_sheet(path, ("c",))
        assert str(error.value) == message
    path.write_text("c,b,,\n1, 2 ,,\n\n3,,,\n")
    sheet = read_sheet(path, ("c",))
    assert [(row.where, row["c"], row["b"]) for row in sheet] == [
        (f"{path}, line 2", "1", "2"),
        (f"{path}, line 4", "3", ""),
    ]
    assert len(sheet) == 2
    write_sheet(path, ("a", "b"), [{"b": "x", "z": "y"}])
    assert path.read_text("utf-8-sig").splitlines() == ["a,b", ",x"]


def fill(path: Path, *columns: tuple[str, list[str]]) -> None:
    """Fill columns of a sheet as a person does."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for name, cells in columns:
        for row, cell in zip(rows, cells, strict=True):
            row[name] = cell
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of a sheet."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


MARKS = {
    "yes": ("yes", "Y", "x", "ok", "1", "true", "done", "Reviewed"),
    "drop": ("drop", "delete", "REMOVE"),
    "": ("", "no", "n", "0", "false", "?"),
}


@pytest.mark.parametrize("mark", MARKS)
def test_marks_of_a_review(tmp_path, mark):
    """As people write them."""
    path = tmp_path / "s.csv"
    write_sheet(path, ("id", "reviewed"), [{"id": "x", "reviewed": one} for one in MARKS[mark]])
    assert {manual_steps.mark(row, "reviewed") for row in read_sheet(path, ("id",))} == {mark}
    path.write_text("reviewed\nperhaps\n")
    (row,) = read_sheet(path, ("reviewed",))
    with pytest.raises(InputError) as error:
        manual_steps.mark(row, "reviewed")
    assert str(error.value) == (
        f"{path}, line 2: reviewed is 'perhaps'; write yes or drop, or leave it empty for now."
    )


def test_the_guidelines_of_a_folder(tmp_path):
    """Ids of as many digits as are needed; a person's rows join."""

    def made(number: int) -> dict[str, str]:
        values = tuple(f"{n}" for n in range(200))
        domain = Domain("d", "x", (Quantity("c", values),), "i", (), number)
        return manual_steps.guidelines(Folder(tmp_path / f"{number}"), domain)

    assert list(made(3)) == ["r01", "r02", "r03"]
    assert list(made(100))[::99] == ["r001", "r100"]
    path = tmp_path / "3" / "guidelines.csv"
    path.write_text("id,guideline\nmine,a\n,b\nr.1-2,c\n,d\n")
    assert made(3) == {"mine": "a", "added-1": "b", "r.1-2": "c", "added-2": "d"}
    for text, message in (
        ("a b,c\n", "line 2: the id is 'a b'; use letters, digits and hyphens."),
        ("-a,c\n", "line 2: the id is '-a'; use letters, digits and hyphens."),
        (
            f"{'a' * 42},c\n",
            f"line 2: the id is {'a' * 42!r:.40}; use letters, digits and hyphens.",
        ),
        ("a,b\na,c\n", "line 3: the id a occurs twice; give this row another."),
    ):
        path.write_text("id,guideline\n" + text)
        with pytest.raises(InputError) as error:
            made(3)
        assert str(error.value) == f"{path}, {message}"
    path.write_text(f"id,guideline\n{'a' * 41},b\n")
    assert made(3) == {"a" * 41: "b"}
    path.write_text("id,guideline\n")
    with pytest.raises(InputError, match=r"has no rows; make it again with --redo guidelines\."):
        made(3)


def test_the_review_of_requests(tmp_path):
    """Notes of what is the same and of what is not said; then what a person keeps."""
    folder = Folder(tmp_path)
    domain = Domain("d", "x", (), "And the price.", ())
    replies = {"r1": "Three salads.", "r2": '"three SALADS."', "r3": "Bread", "r4": "Tea"}
    wanted = {"r1": "n: 3", "r2": "n: 3\np: 9", "r3": "n: 4\np: 5"}

    def reviewed() -> dict[str, str]:
        return manual_steps.instruction(folder, domain, wanted, replies)

    with pytest.raises(Waiting) as waiting:
        reviewed()
    path = tmp_path / "requests_review.csv"
    assert str(waiting.value) == (
        "Step 3 of 8 waits for you: check the requests, each of which now ends in the instruction "
        f"in {path}, change, delete or add rows, write yes under reviewed (or drop), and run the "
        "command again; --accept instruction takes the 4 rows without a mark as they are."
    )
    assert (waiting.value.step.name, waiting.value.failed) == ("instruction", False)
    assert rows_of(path) == [
        {"id": "r1", "request": "Three salads. And the price.", "reviewed": "", "note": ""},
        {
            "id": "r2",
            "request": "three SALADS. And the price.",
            "reviewed": "",
            "note": "the same as r1, does not say p: 9",
        },
        {
            "id": "r3",
            "request": "Bread And the price.",
            "reviewed": "",
            "note": "does not say n: 4; p: 5",
        },
        {"id": "r4", "request": "Tea And the price.", "reviewed": "", "note": ""},
    ]
    fill(path, ("reviewed", ["yes", "drop", "", "drop"]))
    with pytest.raises(Waiting, match="takes the 1 rows without a mark"):
        reviewed()
    folder.accept(step("instruction"))
    fill(path, ("request", ["One.", "Two.", "", "Four."]))
    assert reviewed() == {"r1": "One."}
    assert folder.of(step("instruction"))["review"] == {"rows": 4, "dropped": 2, "unmarked": 1}
    fill(path, ("reviewed", ["drop"] * 4))
    with pytest.raises(InputError) as error:
        reviewed()
    assert str(error.value) == f"{path} has no rows left; make it again with --redo instruction."


def test_the_review_of_constraints(tmp_path):
    """Notes of numbers; then each constraint once, in the order of the requests."""
    folder = Folder(tmp_path)
    requests = {"r1": "Two salads for 20 euros.", "r2": "Tea.", "r3": "Bread."}
    replies = {
        "r1": "- Two salads.\n- At most 30 euros for 20 or 7 salads.\n- Tasty.",
        "r2": "NONE",
        "r3": "- Five loaves.",
    }

    def reviewed() -> dict[str, list[str]]:
        return manual_steps.review(folder, requests, replies)

    with pytest.raises(Waiting, match="check the constraints, and add what is missing in"):
        reviewed()
    path = tmp_path / "constraints_review.csv"
    assert [(row["request_id"], row["constraint"], row["note"]) for row in rows_of(path)] == [
        ("r1", "Two salads.", ""),
        ("r1", "At most 30 euros for 20 or 7 salads.", "30, 7 is not in the request"),
        ("r1", "Tasty.", "has no number"),
        ("r2", "", "no constraint was found; write one, or delete the row"),
        ("r3", "Five loaves.", "5 is not in the request"),
    ]
    assert {row["request"] for row in rows_of(path)} == set(requests.values())
    assert list(rows_of(path)[0]) == ["request_id", "constraint", "reviewed", "note", "request"]
    folder.accept(step("review"))
    text = path.read_text("utf-8-sig").splitlines()
    path.write_text("\n".join([text[0], text[5], *text[1:5], "r3,five  LOAVES.,,,", "r3,Salt.,,,"]))
    assert reviewed() == {
        "r1": ["Two salads.", "At most 30 euros for 20 or 7 salads.", "Tasty."],
        "r3": ["Five loaves.", "Salt."],
    }
    assert folder.of(step("review"))["counts"] == {
        "empty": 1,
        "repeated": 1,
        "constraints": 5,
        "requests without any": 1,
    }
    path.write_text("request_id,constraint,reviewed\nr9,A.,\n")
    with pytest.raises(InputError) as error:
        reviewed()
    assert str(error.value) == (
        f"{path}, line 2: there is no request 'r9'; write one of r1, r2, r3, … into request_id, or "
        "delete the row."
    )
    path.write_text("request_id,constraint,reviewed\nr1,,yes\n")
    with pytest.raises(InputError, match="has no constraint; write at least one"):
        reviewed()


# Model calls


class Model:
    """A model that replies by the prompt."""

    def __init__(self, **replies: Reply) -> None:
        self.replies, self.asked = replies, []

    async def __call__(self, messages, schema=None) -> Reply:
        """The reply."""
        self.asked += messages
        return self.replies[messages[0]]


def test_every_outcome_of_a_call(tmp_path):
    """A row each; those that are not ok are asked again, until they are taken as they are."""
    folder = Folder(tmp_path)
    model = Model(
        a=Reply("<think>hm</think> x\r\ny "),
        b=Reply("part", failed="no route."),
        c=Reply("", refused=True),
        d=Reply("half", truncated=True),
        e=Reply(" "),
        f=Reply("bad"),
    )
    heard: list[str] = []
    caller = ModelCaller(model, "m", heard.append)
    prompts = {f"r{n}": (f"key{n}", text) for n, text in enumerate("abcdef")}

    def run(caller: ModelCaller = caller) -> dict[str, str]:
        return asyncio.run(
            ask(folder, step("requests"), caller, prompts, lambda text: text != "bad")
        )

    with pytest.raises(Waiting) as waiting:
        run(ModelCaller(None, ""))
    assert str(waiting.value) == (
        f"Step 2 of 8 asks a model 6 times (requests): check the files in {tmp_path}, then run the "
        "command again with --model."
    )
    assert not waiting.value.failed
    with pytest.raises(Waiting) as waiting:
        run()
    path = tmp_path / "requests.csv"
    assert str(waiting.value) == (
        "Step 2 of 8 lacks 5 of 6 replies (1 failed, 1 refused, 1 truncated, 1 missing, 1 "
        "unparsed: no route): run the command again to ask for them again, or go on without them "
        f"with --accept requests; the outcomes are in {path}."
    )
    assert waiting.value.failed
    assert heard == [f"step 2, requests: {n} of 6" for n in range(1, 7)]
    assert [tuple(row.values()) for row in rows_of(path)] == [
        ("r0", "ok", "", "m", "key0", "x\ny"),
        ("r1", "failed", "no route.", "m", "key1", "part"),
        ("r2", "refused", "the provider's filter stopped the reply", "m", "key2", ""),
        (
            "r3",
            "truncated",
            "the reply was cut short; allow more with --max-tokens",
            "m",
            "key3",
            "half",
        ),
        ("r4", "missing", "the reply is empty", "m", "key4", ""),
        ("r5", "unparsed", "the reply does not have the requested form", "m", "key5", "bad"),
    ]
    model.replies["f"] = Reply("good")
    with pytest.raises(Waiting, match=r"lacks 4 of 6 replies \(1 failed, "):
        run()
    assert model.asked == list("abcdefbcdef")
    folder.accept(step("requests"))
    assert run() == {"r0": "x\ny", "r5": "good"}
    entry = folder.of(step("requests"))
    assert (entry["models"], entry["finished"]) == ({"m": 2}, True)
    assert entry["outcomes"] == {
        "ok": 2, "failed": 1, "refused": 1, "truncated": 1, "missing": 1,
    }  # fmt: skip
    assert len(model.asked) == 11
    prompts["r0"] = ("other", "a")
    with pytest.raises(InputError, match=r"requests\.csv was made from an earlier state"):
        run()


def test_replies_that_are_there_already(tmp_path):
    """A prompt that has changed is asked anew; a row with another outcome is an error."""
    folder = Folder(tmp_path)
    path = tmp_path / "requests.csv"
    head = "id,outcome,reason,model,key,reply\n"
    path.write_text(head + "r1,ok,,m,k1,one\nr2,ok,,m,old,two\n")
    (tmp_path / "requests.journal.jsonl").write_text(
        '{"id": "r3", "outcome": "ok", "reason": "", "model": "m", "key": "k3", "reply": "three"}\n'
        '{"id": "r4"}\n'
    )
    model = Model(b=Reply("new"))
    prompts = {"r1": ("k1", "a"), "r2": ("k2", "b"), "r3": ("k3", "c")}
    run = ask(folder, step("requests"), ModelCaller(model, "n"), prompts)
    assert asyncio.run(run) == {"r1": "one", "r2": "new", "r3": "three"}
    assert model.asked == ["b"]
    assert folder.of(step("requests"))["models"] == {"m": 2, "n": 1}
    path.write_text(head + "r1,well,,m,k1,one\n")
    with pytest.raises(InputError) as error:
        asyncio.run(ask(folder, step("requests"), ModelCaller(model, "n"), prompts))
    assert str(error.value) == (
        f"{path}, line 2: there is no outcome 'well'; restore the original, or delete the row to "
        "ask again."
    )


def test_nothing_that_can_be_used(tmp_path):
    """One call is one time, and one reply."""
    folder = Folder(tmp_path)
    prompts = {"r1": ("k1", "a")}
    with pytest.raises(Waiting, match="asks a model 1 time "):
        asyncio.run(ask(folder, step("requests"), ModelCaller(None, ""), prompts))
    caller = ModelCaller(Model(a=Reply("")), "m")
    with pytest.raises(Waiting, match=r"lacks 1 of 1 reply \(1 missing: the reply is empty\)"):
        asyncio.run(ask(folder, step("requests"), caller, prompts))
    folder.accept(step("requests"))
    with pytest.raises(
        InputError, match="has no usable reply; ask the model again with --redo requ"
    ):
        asyncio.run(ask(folder, step("requests"), caller, prompts))


# Changes


CLOCK, NUMBER = edit_proposals._CLOCK, edit_proposals._NUMBER


@pytest.mark.parametrize(
    ("pattern", "text", "gaps", "others"),
    [
        (CLOCK, "09:30", (), ["10:30", "08:30", "11:30", "07:30"]),
        (CLOCK, "1:05", (), ["2:05", "3:05", "5:05"]),
        (CLOCK, "12:00", (), ["11:00", "10:00"]),
        (CLOCK, "13:00", (), ["14:00", "12:00", "15:00", "11:00", "17:00"]),
        (CLOCK, "22:00", (), ["23:00", "21:00", "20:00"]),
        # Below 100 in steps of 1, or of 5 where it is a multiple; else in steps of 10.
        (NUMBER, "8", (), ["12", "4", "16", "2", "24"]),
        (NUMBER, "40", (), ["60", "20", "80", "10", "120"]),
        (NUMBER, "100", (), ["150", "50", "200", "20", "300"]),
        (NUMBER, "1,200", (), ["1,800", "600", "2,400", "300", "3,600"]),
        (NUMBER, "2.5", (), ["3.8", "1.2", "5.0", "0.6", "7.5"]),
        # One step beyond the bound on both sides: 8 + 3 ± 1.
        (NUMBER, "8", (3,), ["12", "10", "4", "16", "2", "24"]),
        # At most five times as much, and above nothing.
        (NUMBER, "8", (31, 32, 33), ["40", "38", "39", "12", "4", "16", "2", "24"]),
        (NUMBER, "8", (-7, -8), ["2", "1", "12", "4", "16", "24"]),
    ],
)
def test_other_numbers_in_a_place(pattern, text, gaps, others):
    """In the same form; times stay times."""
    found = edit_proposals._others(pattern.fullmatch(text), gaps)
    assert found == others


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("- a", True),
        ("* a", True),
        ("• a", True),
        ("+ a", True),
        ("  12) a", True),
        ("3. a", True),
        ("| a | b |", True),
        ("At 9:30 a", True),
        ("-a", False),
        ("Just a", False),
        ("- Day 1", False),
        ("# 1:00", False),
        ("- week 2", False),
        ("- Session", False),
        ("- total 5", False),
        ("- Sum: 5", False),
        ("- note: 5", False),
        ("- Daily 5", False),
        ("- overall 5", False),
        ("- Remember 5", False),
        ("- here 5", False),
        ("- the totals", False),
        ("- dayly", True),
        ("|---|:--|", False),
        ("- " + "x" * 598, True),
        ("- " + "x" * 599, False),
    ],
)
def test_which_lines_are_items(line, item):
    """Only those are dropped and repeated; headings and totals are not."""
    found = edit_proposals.propose("c", f"Plan\n{line}", lambda *_: Judgement(None, "p"))
    expected = [("drop an item", "not checked", 2, line, "")]
    expected += [("repeat an item", "not checked", 2, line, f"{line}\n{line}")]
    drops = [vars(one) for one in found if one.kind != "change a number"]
    assert [tuple(one.values()) for one in drops] == (expected if item else [])


def sheet(*entries: str, total: float = 0) -> Worksheet:
    """A worksheet that counts these."""
    part = Part("plan", tuple(Entry(text, 1) for text in entries), total, True)
    return Worksheet("n", "", "at most 9", "in total", "counting", (part,))


def test_items_that_count_are_tried_first():
    """Then those with words of the constraint."""
    lines = ["- one apple", "- two pears", "- three rusks", "- four pears"]
    ranked = edit_proposals._ranked("At most 9 pears.", lines, [0, 1, 2, 3], sheet("Three RUSKS"))
    assert ranked == [2, 1, 3, 0]
    assert edit_proposals._ranked("At most 9 pears.", lines, [3, 0, 1], None) == [3, 1, 0]


def test_the_way_to_the_bound():
    """The two smallest differences of totals and numbers."""
    two = Worksheet(
        "n", "", "b", "s", "counting", (Part("a", (), 7, True), Part("b", (), 30, True))
    )
    assert edit_proposals._gaps("Between 5 and 10.", two) == [-2.0, 3.0]
    assert edit_proposals._gaps("Between 5 and 10.", None) == []


def test_numbers_near_the_words_of_the_constraint_come_first():
    """The word after a number is its own."""
    lines = ["1. 450 cal, 15 g protein", "- 7 eggs at 8:00 and 9/10"]
    changes = list(edit_proposals._numbers("At least 20 g protein.", lines, [0, 1], None))
    assert [at for at, _ in changes] == [0] * 10 + [1] * 10
    assert [text for _, text in changes][:10:5] == [
        "1. 450 cal, 20 g protein",
        "1. 680 cal, 15 g protein",
    ]
    assert [text for at, text in changes if at == 1][:4] == [
        "- 7 eggs at 9:00 and 9/10",
        "- 7 eggs at 7:00 and 9/10",
        "- 7 eggs at 10:00 and 9/10",
        "- 7 eggs at 6:00 and 9/10",
    ]


def test_a_change_that_turns_the_verdict_round():
    """The first that does, in its line, whichever way; nothing where none does."""
    response = "Plan\n- 2 a\n- 2 b\n- 2 c"

    def count(constraint: str, text: str) -> Judgement:
        total = sum(map(int, re.findall(r"- (\d+)", text)))
        return Judgement(total >= 7 if constraint == "more" else total == 6, "p")

    mends = edit_proposals.propose("more", response, count)
    assert [(one.kind, one.effect) for one in mends] == [
        ("change a number", "mends it"),
        ("repeat an item", "mends it"),
    ]
    breaks = edit_proposals.propose("six", response, count)
    assert [(one.kind, one.effect) for one in breaks] == [
        ("change a number", "breaks it"),
        ("drop an item", "breaks it"),
        ("repeat an item", "breaks it"),
    ]
    for one in mends + breaks:
        assert one.before == response.split("\n")[one.line - 1]
    assert breaks[1].after == ""
    assert breaks[2].after == f"{breaks[2].before}\n{breaks[2].before}"
    assert edit_proposals.propose("x", response, lambda *_: Judgement(True, "p")) == []


def test_the_changes_of_people(tmp_path):
    """Accepted proposals are applied to the nearest line that is the same, indented as it was."""
    folder = Folder(tmp_path)
    replies = {"r1": "Plan\n- a\n  - b\n- a\n- c", "r2": "Nothing."}

    def edited() -> dict[str, str]:
        return edits(folder, replies, {"r1": ["x"]}, lambda *_: Judgement(None, "p"), 1)

    with pytest.raises(Waiting) as waiting:
        edited()
    path = tmp_path / "edits_review.csv"
    assert str(waiting.value) == (
        f"Step 7 of 8 waits for you: change the responses in {tmp_path}/responses where they are "
        f"ambiguous or should fail a constraint, write yes or no under accept in {path} for each "
        "of the 2 changes that the program proposes, and run the command again; --accept edits "
        "applies only those with a yes."
    )
    assert [
        (row["request_id"], row["constraint"], row["effect"], row["kind"]) for row in rows_of(path)
    ] == [
        ("r1", "x", "not checked", "drop an item"),
        ("r1", "x", "not checked", "repeat an item"),
    ]
    head = "accept,request_id,line,before,after,kind\n"
    path.write_text(
        head + "yes,r1,4,- a,- A,drop an item\nyes,r1,3,- b,- B,\nno,r1,9,- z,,\nx,r1,,- a,,\n"
    )
    (tmp_path / "responses" / "r2.txt").write_text("Something.\n")
    assert edited() == {"r1": "Plan\n  - B\n- A\n- c", "r2": "Something."}
    assert folder.of(step("edits"))["counts"] == {
        "proposed": 4,
        "accepted": 3,
        "drop an item": 1,
        "other": 2,
        "responses changed by hand": 1,
    }
    for row, message in (
        (
            "yes,r9,1,- a,,",
            "there is no response 'r9'; correct request_id, or write no under accept.",
        ),
        ("yes,r1,x,- a,,", "line is 'x'; give the number of the line."),
        ("maybe,r1,1,- a,,", "accept is 'maybe'; write yes or no, or leave it empty for now."),
        (
            "yes,r1,1,- z,,",
            "responses/r1.txt has no such line any more: '- z', or another row changes it too; "
            "write no under accept, or change the response itself.",
        ),
    ):
        path.write_text(head + row + "\n")
        with pytest.raises(InputError) as error:
            edited()
        assert str(error.value) == f"{path}, line 2: {message}"
    path.write_text(head + "yes,r1,4,- a,- A,\n,r1,4,- a,- B,\n")
    with pytest.raises(Waiting):
        edited()
    folder.accept(step("edits"))
    assert edited()["r1"] == "Plan\n- a\n  - b\n- A\n- c"
    (tmp_path / "responses" / "r2.txt").write_text(" \n")
    with pytest.raises(InputError) as error:
        edited()
    assert str(error.value) == (
        f"{tmp_path}/responses/r2.txt is empty; write a response into it, or take the request's "
        f"rows out of {tmp_path}/constraints_review.csv."
    )


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("yes", ("yes", "Y", "x", "ok", "1", "true", "accept")),
        ("no", ("no", "N", "0", "false", "drop", "reject")),
    ],
)
def test_how_a_change_is_accepted(tmp_path, choice, words):
    """As people write it."""
    folder = Folder(tmp_path)
    path = tmp_path / "edits_review.csv"
    write_sheet(
        path,
        ("accept", "request_id", "line", "before", "after"),
        [
            {"accept": word, "request_id": "r1", "line": str(n), "before": "a", "after": "b"}
            for n, word in enumerate(words, 1)
        ],
    )
    replies = {"r1": "\n".join("a" * len(words))}
    made = edits(folder, replies, {}, lambda *_: Judgement(None, "p"), 1)
    assert made["r1"].split("\n") == ["b" if choice == "yes" else "a"] * len(words)


# Labels


PAIRS = [
    Pair("r1", "Three salads.", "- a"),
    Pair("r1", "At most 9 euros.", "- a"),
    Pair("r2", "Two loaves.", "- b"),
    Pair("r3", "Five cups.", "- c"),
]


def judged(constraint: str, response: str) -> Judgement:
    """Satisfied for r1, not for r2, and no verdict for r3."""
    verdict = {"- a": True, "- b": False}.get(response)
    return Judgement(verdict, "p", reason="" if verdict is not None else "no number")


WORDS = {
    "1": ("1", "yes", "Y", "true", "satisfied"),
    "0": ("0", "No", "n", "false", "unsatisfied", "not satisfied"),
    "?": ("?", "unclear", "Ambiguous"),
    "": ("",),
}


@pytest.mark.parametrize("label", WORDS)
def test_labels_as_people_write_them(tmp_path, label):
    """In the column of any annotator."""
    path = tmp_path / "s.csv"
    write_sheet(path, ("k", "Label_x"), [{"k": "k", "Label_x": word} for word in WORDS[label]])
    rows = list(read_sheet(path, ("k",)))
    assert {label_sheet._label(row, "Label_x") for row in rows} == {label}
    assert [label_sheet._is_label(name) for name in rows[0].cells] == [False, True]


def test_rows_that_wait_for_labels(tmp_path):
    """Those that nobody labelled, then those on which annotators differ."""
    folder = Folder(tmp_path)

    def labelled() -> list[Labelled]:
        return labels(folder, PAIRS, judged, None, suggest=False)

    with pytest.raises(Waiting) as waiting:
        labelled()
    path = tmp_path / "labels.csv"
    assert str(waiting.value) == (
        f"Step 8 of 8 waits for you: read the responses in {tmp_path}/labelled, write 1 "
        f"(satisfied), 0 (not) or ? (cannot be told) under label in {path}, where 4 of 4 rows have "
        "none yet, and run the command again; --accept labels leaves out rows without a label."
    )
    assert list(rows_of(path)[0]) == [
        "key",
        "request_id",
        "constraint",
        "response_file",
        "label",
        "comment",
        "program",
        "program_reason",
    ]
    assert [row["response_file"] for row in rows_of(path)] == [
        "labelled/r1.txt", "labelled/r1.txt", "labelled/r2.txt", "labelled/r3.txt",
    ]  # fmt: skip
    assert {row["program"] for row in rows_of(path)} == {""}
    assert [row["key"] for row in rows_of(path)] == [pair.key for pair in PAIRS]
    assert all(re.fullmatch("k[0-9a-f]{12}", pair.key) for pair in PAIRS)
    fill(path, ("label", ["1", "1", "", "?"]), ("label_b", ["0", "1", "", ""]), ("final", [""] * 4))
    with pytest.raises(Waiting, match="where 1 of 4 rows have none yet"):
        labelled()
    fill(path, ("label", ["1", "1", "0", "?"]))
    with pytest.raises(Waiting) as waiting:
        labelled()
    assert str(waiting.value) == (
        "Step 8 of 8 waits for you: the annotators differ on 1 of 4 rows; settle each with 1, 0 or "
        f"? in a column final of {path}, and run the command again; --accept labels leaves them "
        "out."
    )
    fill(path, ("final", ["", "0", "", ""]), ("comment", ["", "hm", "", ""]))
    folder.accept(step("labels"))
    assert labelled() == [
        Labelled(PAIRS[0], {"label": "1", "label_b": "0"}, ""),
        Labelled(PAIRS[1], {"label": "1", "label_b": "1"}, "0", "hm"),
        Labelled(PAIRS[2], {"label": "0", "label_b": ""}, "0"),
        Labelled(PAIRS[3], {"label": "?", "label_b": ""}, "?"),
    ]
    assert label_sheet.annotators(labelled()) == ["label", "label_b"]
    assert label_sheet.annotators([Labelled(PAIRS[0], {"b": "", "a": "1"}, "1")]) == ["a"]


def test_suggestions_and_a_second_annotator(tmp_path):
    """The program's verdict with its reason; the other file by its name."""
    folder = Folder(tmp_path)
    with pytest.raises(Waiting):
        labels(folder, PAIRS, judged, None, suggest=True)
    path = tmp_path / "labels.csv"
    assert [(row["label"], row["program"], row["program_reason"]) for row in rows_of(path)] == [
        ("", "1", ""),
        ("", "1", ""),
        ("", "0", ""),
        ("", "", "no number"),
    ]
    assert folder.of(step("labels"))["suggested"] is True
    fill(path, ("label", ["1", "1", "0", "?"]))
    other = tmp_path / "ben.csv"
    other.write_bytes(path.read_bytes())
    fill(other, ("label", ["1", "1", "0", "?"]))
    found = labels(folder, PAIRS, judged, other, suggest=True)
    assert [one.by for one in found] == [{"label": x, "ben": x} for x in "110?"]
    same = tmp_path / "x" / "label.csv"
    same.parent.mkdir()
    other.rename(same)
    found = labels(folder, PAIRS, judged, same, suggest=False)
    assert list(found[0].by) == ["label", "label (second file)"]
    text = same.read_text("utf-8-sig").splitlines()
    same.write_text("\n".join([text[0], *text[2:]]))
    assert labels(folder, PAIRS, judged, same, suggest=False)[0].by == {
        "label": "1", "label (second file)": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda text: text.replace("Two loaves.", "Ten loaves."),
            "line 4: the key and the constraint do not match any present response; change "
            "constraints in constraints_review.csv, not here, and make labels.csv again with "
            "--redo labels (labels of unchanged rows are carried over).",
        ),
        (
            lambda text: text + text.splitlines()[1] + "\n",
            f"line 6: the key {PAIRS[0].key} occurs twice; delete one row.",
        ),
        (
            lambda text: text.replace("r3.txt,", "r3.txt,perhaps"),
            "line 5: label is 'perhaps'; write 1 (satisfied), 0 (not satisfied), or ? where it "
            "cannot be told.",
        ),
    ],
)
def test_labels_that_are_wrong(tmp_path, change, message):
    """The line, and what to do."""
    folder = Folder(tmp_path)
    with pytest.raises(Waiting):
        labels(folder, PAIRS, judged, None, suggest=False)
    path = tmp_path / "labels.csv"
    path.write_text(change(path.read_text("utf-8-sig")))
    with pytest.raises(InputError) as error:
        labels(folder, PAIRS, judged, None, suggest=False)
    assert str(error.value) == f"{path}, {message}"


def test_labels_are_carried_over_from_older_files(tmp_path):
    """The newest label of a row, with what other columns of people hold."""
    folder = Folder(tmp_path)
    with pytest.raises(Waiting):
        labels(folder, PAIRS, judged, None, suggest=False)
    path = tmp_path / "labels.csv"
    fill(
        path, ("label", ["1", "0", "", ""]), ("mine", list("abcd")), ("comment", ["", "", "hm", ""])
    )
    path.rename(tmp_path / "labels.old-1.csv")
    folder.redo(step("labels"))
    with pytest.raises(Waiting):
        labels(folder, PAIRS, judged, None, suggest=False)
    fill(
        path,
        ("label", ["0", "", "", ""]),
        ("final", ["", "1", "", ""]),
        ("label_b", ["", "", "", "?"]),
    )
    path.rename(tmp_path / "labels.old-10.csv")
    folder.redo(step("labels"))
    with pytest.raises(Waiting, match="where 1 of 4 rows have none yet"):
        labels(folder, PAIRS, judged, None, suggest=False)
    made = rows_of(path)
    assert [(r["label"], r["final"], r["label_b"], r["comment"]) for r in made] == [
        ("0", "", "", ""),
        ("", "1", "", ""),
        ("", "", "", "hm"),
        ("", "", "?", ""),
    ]
    assert "mine" not in made[0]
    assert folder.of(step("labels"))["carried_over"] == 4


def test_texts_that_no_longer_fit_their_labels(tmp_path):
    """A changed copy, a sheet without rows, suggestions that come too late."""
    folder = Folder(tmp_path)
    with pytest.raises(Waiting):
        labels(folder, PAIRS, judged, None, suggest=False)
    path = tmp_path / "labels.csv"
    with pytest.raises(InputError) as error:
        labels(folder, PAIRS, judged, None, suggest=True)
    assert str(error.value) == (
        f"{path} was made without suggestions; make it again with --redo labels --suggest (the "
        "labels in it are carried over)."
    )
    (tmp_path / "labelled" / "r2.txt").write_text("- other\n")
    with pytest.raises(InputError) as error:
        labels(folder, PAIRS, judged, None, suggest=False)
    assert str(error.value) == (
        f"{tmp_path}/labelled/r2.txt differs from responses/r2.txt with the accepted edits; make "
        "the change there, then run with --redo labels (labels of unchanged rows are carried "
        "over)."
    )
    (tmp_path / "labelled" / "r2.txt").write_text("- b")
    path.write_text(path.read_text("utf-8-sig").splitlines()[0] + "\n")
    with pytest.raises(InputError, match=r"has no rows left; make it again with --redo labels\."):
        labels(folder, PAIRS, judged, None, suggest=False)


def test_the_reason_of_a_worksheet():
    """Each part with its total and unit."""
    parts = (Part("Day 1", (), 7.5, True), Part("Day 2", (), 20, False))
    sheet = Worksheet("protein", "g", "at least 9 g", "each day", "summation", parts)
    assert label_sheet.reason(Judgement(False, "p", worksheet=sheet, reason="x")) == (
        "protein, each day, at least 9 g: Day 1: 7.5 g; Day 2: 20 g"
    )
    assert [label_sheet.verdict(Judgement(one, "p")) for one in (True, False, None)] == [
        "1",
        "0",
        "",
    ]


def test_the_dataset_of_labels(tmp_path):
    """Rows of 1 and 0, each once; what was left out, how people and the program agree."""
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
    path = tmp_path / "dataset" / "acs_dataset.csv"
    assert path.read_text() == (
        "user_request,agent_response,constraint,is_constraint_satisfied,domain\n"
        "R1,- a,Three salads.,1,picnic\n"
        "R1,- a,At most 9 euros.,0,picnic\n"
        "R2,- b,Two loaves.,1,picnic\n"
    )
    # By the program: yes, no, no; r3 is unclear, r4 repeats r1 and counts as yes.
    assert lines == [
        # 1 of label and b on five rows: they agree on three; by chance on (4 × 4 + 0 × 1) / 25
        # and on "?" 1 × 0: κ = (0.6 - 0.64) / 0.36.
        "agreement: Cohen's kappa -0.111 on 5 shared rows (3 the same) by label and b",
        "the program agrees with 2 of 4 labels, disagrees with 2 and abstains on 0: check those "
        f"with program_agrees = no in {tmp_path}/labels_checked.csv, correct labels.csv where the "
        "label is wrong, and run the command again",
        f"written: {path}, 3 items, 2 satisfied and 1 not; 1 unclear, 1 unlabelled and 1 repeated "
        "rows left out",
    ]
    entry = json.loads((tmp_path / "manifest.json").read_text())["steps"]["labels"]
    assert entry["counts"] == {
        "items": 3,
        "satisfied": 2,
        "unsatisfied": 1,
        "left out as unclear": 1,
        "left out without a label": 1,
        "left out as repeated": 1,
        "program": {"yes": 2, "no": 2},
    }
    assert entry["agreement"]["label and b"] == pytest.approx(-1 / 9)
    checked = rows_of(tmp_path / "labels_checked.csv")
    assert list(checked[0].values())[:2] == ["r1", "Three salads."]
    assert [
        (r["label_that_counts"], r["program_agrees"], r["program"], r["response_edited"])
        for r in checked
    ] == [
        ("1", "yes", "1", "no"),
        ("0", "no", "1", "no"),
        ("1", "no", "0", "yes"),
        ("?", "", "", "no"),
        ("1", "yes", "1", "no"),
        ("", "", "0", "yes"),
    ]
    assert list(checked[0]) == [
        "request_id",
        "constraint",
        "label",
        "b",
        "label_that_counts",
        "program_agrees",
        "program",
        "program_reason",
        "response_edited",
        "comment",
    ]
    one = [Labelled(PAIRS[3], {"label": "1"}, "1")]
    assert dataset.finish(folder, "picnic", requests, replies, one, judged)[0] == (
        "the program agrees with 0 of 1 labels, disagrees with 0 and abstains on 1 "
        f"({tmp_path}/labels_checked.csv)"
    )
    with pytest.raises(InputError) as error:
        dataset.finish(folder, "p", requests, replies, [Labelled(PAIRS[3], {}, "?")], judged)
    assert (
        str(error.value) == f"{tmp_path}/labels.csv has no row labelled 1 or 0; label at least one."
    )
