"""`tamis fanout`: validate, convert and filter, as their users run them."""

from __future__ import annotations

import json
import sys
import types

import pytest

from server import Server
from tamis.types import Document
from test_fanout_authoring import GOOD, RIVERS, changed, with_leaf

LENGTH = {"Rhine": "1,230", "Elbe": "1,094", "Oder": "840", "Weser": "452"}


@pytest.fixture
def files(tamis_here):
    """Writes a file of questions into the folder."""

    def write(name: str, *questions: object) -> str:
        (tamis_here.folder / name).write_text(json.dumps(questions), encoding="utf-8")
        return name

    return write


def test_valid_questions(tamis_here, files):
    """Exit code 0, and one line."""
    said = tamis_here("fanout", "validate", files("q.json", GOOD))
    assert said.out == "1 of 1 questions are valid.\n"


def test_problems_are_all_shown(tamis_here, files):
    """Exit code 1, a line for each problem with its question and its path."""
    name = files("q.json", GOOD, changed(question="Which? ", answer=""))
    said = tamis_here("fanout", "validate", name, check=1)
    assert said.out.splitlines() == [
        "question 2, answer: is empty; write the answer.",
        "1 of 2 questions are valid.",
    ]


def test_warnings_count_only_when_asked(tamis_here, files):
    """An answer that does not seem to follow is a warning; --strict makes it an error."""
    name = files("q.json", changed(answer={"Rhyne": 1230}))
    assert "question 1, answer: warning: 'Rhyne'" in tamis_here("fanout", "validate", name).out
    assert "0 of 1" in tamis_here("fanout", "validate", name, "--strict", check=1).out


def test_problems_as_json(tamis_here, files):
    """For tools: validity, id and problems with path and severity."""
    name = files("q.json", GOOD, with_leaf(answer=None) | {"question": "How long?"})
    found = json.loads(tamis_here("fanout", "validate", name, "--json", check=1).out)
    first, second = found["questions"]
    assert (first["valid"], first["problems"]) == (True, [])
    assert len(first["id"]) == 16
    assert (second["valid"], second["id"]) == (False, None)
    assert [(p["path"], p["severity"]) for p in second["problems"]] == [("then[1].answer", "error")]


def test_fewer_pages_for_trying_things(tamis_here, files):
    """A demonstration may use fewer pages when told so."""
    name = files("q.json", changed(then=GOOD["then"][:2], answer={"Rhine": 1230, "Elbe": 1094}))
    assert "uses 3 different pages" in tamis_here("fanout", "validate", name, check=1).out
    tamis_here("fanout", "validate", name, "--min-pages", "3")


def test_a_file_that_is_not_there(tamis_here):
    """Exit code 2, without a traceback."""
    assert "gone.json" in tamis_here("fanout", "validate", "gone.json", check=2).err


def test_conversion(tamis_here, files):
    """The released format, which validate then refuses and filter reads."""
    tamis_here("fanout", "convert", files("q.json", GOOD), "--out", "out.json")
    (record,) = json.loads((tamis_here.folder / "out.json").read_text())
    assert record["question"] == GOOD["question"]
    said = tamis_here("fanout", "validate", "out.json", check=2)
    assert "released format already" in said.err


def test_nothing_is_converted_of_an_invalid_file(tamis_here, files):
    """Whole or not at all: exit code 1, and no file; nor is the author's own overwritten."""
    name = files("q.json", GOOD, changed(question=""))
    said = tamis_here("fanout", "convert", name, "--out", "out.json", check=1)
    assert "Nothing was written: 1 of 2" in said.out
    assert not (tamis_here.folder / "out.json").exists()
    before = (tamis_here.folder / files("good.json", GOOD)).read_text()
    tamis_here("fanout", "convert", "good.json", "--out", "good.json", check=2)
    assert (tamis_here.folder / "good.json").read_text() == before


def test_filter_decide_and_keep(tamis_here, files):
    """Flags with reasons, a decision in the sheet, and what is left of the questions."""
    odd = changed(question="How long are they?", answer={"Rhyne": 1230})
    name = files("q.json", GOOD, odd)
    said = tamis_here("fanout", "filter", name, "--out", "flags")
    assert "composed: 1 passed, 1 flagged" in said.out
    assert "flags/flags.csv: 1 of 2 questions flagged." in said.out
    path = tamis_here.folder / "flags" / "flags.csv"
    assert "not found: Rhyne" in path.read_text(encoding="utf-8-sig")
    again = ("fanout", "filter", name, "--out", "flags", "--decisions", "flags/flags.csv")
    assert "1 of 1 flags have no decision" in tamis_here(*again, check=2).err
    assert not (tamis_here.folder / "flags" / "kept.json").exists()
    path.write_text(path.read_text(encoding="utf-8").replace("Rhyne,,,,", "Rhyne,,,remove,typo"))
    said = tamis_here(*again)
    assert "kept.json: 1 of 2 questions." in said.out
    assert json.loads((tamis_here.folder / "flags" / "kept.json").read_text()) == [GOOD]
    assert "typo" in (tamis_here.folder / "flags" / "removed.csv").read_text(encoding="utf-8-sig")
    shown = json.loads(tamis_here(*again, "--json").out)
    assert [one["record"] for one in shown["removed"]] == [odd]


def test_flags_of_another_file_are_left_alone(tamis_here, files):
    """A folder that holds the flags of other questions is not written into."""
    odd = changed(question="How long are they?", answer={"Rhyne": 1230})
    tamis_here("fanout", "filter", files("q.json", odd), "--out", "f")
    said = tamis_here("fanout", "filter", files("other.json", GOOD), "--out", "f", check=2)
    assert "which is not in other.json" in said.err


class Wiki:
    """A page for each river, which lacks the length of the Oder."""

    name = "stand-in 2023-11-20"

    def search(self, query, k=10):
        """All pages."""
        return RIVERS[:k]

    def page(self, title, *, revision=None):
        """A page with the length, or the list."""
        text = f"{LENGTH[title]} km" if title in LENGTH else ", ".join(RIVERS)
        return Document(title, title, "" if title == "Oder" else text)


def test_filters_that_read_pages(tamis_here, files, monkeypatch):
    """The encyclopaedia is opened as named, with its date, and its name is in the method."""
    opened = []
    module = types.ModuleType("tamis.retrieve.wiki")
    module.open_wiki = lambda where, date=None: opened.append((where, date)) or Wiki()
    monkeypatch.setitem(sys.modules, "tamis.retrieve.wiki", module)
    options = ("--wiki", "mini", "--date", "2023-11-20", "--steps", "3,4")
    said = tamis_here("fanout", "filter", files("q.json", GOOD), "--out", "f", *options).out
    assert opened == [("mini", "2023-11-20")]
    assert "on-page: 1 flagged  [stand-in 2023-11-20:" in said
    assert "one-page: 1 passed" in said
    sheet = (tamis_here.folder / "f" / "flags.csv").read_text(encoding="utf-8-sig")
    assert "not found: 840 on 'Oder' (How long is the Oder?)" in sheet


def test_filters_that_ask_a_model(tamis_here, files, monkeypatch):
    """Proposals by a local server; failed calls are counted, and end with exit code 1."""
    state = {"broken": True}

    def answer(prompt):
        if "You edit questions" not in prompt:
            return "One list, one length each.\nY\nY"
        return 400 if state["broken"] else "How long, in kilometres, are they?"

    with Server(answer) as server:
        monkeypatch.setenv("LAB_API_KEY", "none")
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        command = ("fanout", "filter", files("q.json", GOOD), "--out", "f", "--steps", "6,7")
        command += ("--model", "openai-api/lab/test")
        said = tamis_here(*command, check=1).out
        assert "objective: 1 passed" in said
        assert "wording: 1 failed" in said
        state["broken"] = False
        before = sum(server.calls.values())
        assert "wording: 1 flagged" in tamis_here(*command).out
        assert sum(server.calls.values()) == before + 1
    path = tamis_here.folder / "f" / "flags.csv"
    path.write_text(path.read_text().replace('are they?",,', 'are they?",rewrite,'))
    tamis_here("fanout", "filter", "q.json", "--out", "f", "--decisions", "f/flags.csv")
    (kept,) = json.loads((tamis_here.folder / "f" / "kept.json").read_text())
    assert kept == {**GOOD, "question": "How long, in kilometres, are they?"}
