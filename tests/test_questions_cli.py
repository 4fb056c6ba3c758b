"""`tamis questions`, from files of papers to accepted questions, with a local server."""

from __future__ import annotations

import csv
import json
import re

import pytest

from server import Server
from tamis.collect.questions import DESIDERATA, read_accepted, read_review

KEYS = [key for key, _ in DESIDERATA]
FOLDER = "found"


def paper(id, section, text, cites=()):
    """A paper with one paragraph, in the shape of S2ORC's release of 2020."""
    spans = [{"start": 0, "end": 1, "text": "x", "ref_id": f"BIBREF{n}"} for n in range(len(cites))]
    return {
        "paper_id": id,
        "title": f"On {id}",
        "body_text": [{"section": section, "text": text, "cite_spans": spans}],
        "bib_entries": {
            f"BIBREF{n}": {"title": f"On {one}", "link": one} for n, one in enumerate(cites)
        },
    }


@pytest.fixture
def papers(tamis_here):
    """Two sources of which one cites too little, and the four papers that they cite."""
    four = ["ovens", "salt", "yeast", "steam"]
    lines = [
        paper("good", "2 Related Work", "Ovens, salt, yeast and steam.", four),
        paper("poor", "Prior Work", "Ovens and \x1b[31msalt.", four[:2]),
        *(paper(id, "Method", f"All on {id}.") for id in four),
    ]
    (tamis_here.folder / "papers.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return "papers.jsonl"


@pytest.fixture
def lab(monkeypatch):
    """A server that proposes five questions and answers Yes, but No to what concerns rye."""

    def answer(prompt):
        if "Is the question below" in prompt:
            return "No" if "rye" in prompt else "Yes."
        bodies = ["salt", "this paper", "steam", "rye", "ovens"]
        return "\n".join(f"{n}. How is bread changed by {one}?" for n, one in enumerate(bodies, 1))

    with Server(answer) as server:
        monkeypatch.setenv("LAB_API_KEY", "none")
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        yield server


MODEL = ("--model", "openai-api/lab/test")


def sheet(path, **cells):
    """Fill in the row of the question on salt."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if "salt" in row["question"]:
            row |= cells
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def test_the_whole_way(tamis_here, papers, lab):
    """Found, proposed, checked, reviewed in a spreadsheet and accepted; run again, kept."""
    place = tamis_here.folder / FOLDER
    said = tamis_here("questions", "find", papers, "--out", FOLDER).out
    assert re.search(r"2  paragraphs found\n +1  paragraphs dropped\n +1  paragraphs kept", said)
    assert "poor#0: 2 of 2 cited papers available, 4 needed: Ovens and \ufffd[31msalt." in said

    said = tamis_here("questions", "propose", FOLDER, *MODEL).out
    assert "1 paragraph; replies: 1 five." in said
    assert "keyword filter: 20% of 5 dropped; 23% in the paper (gpt-4, KIWI" in said
    assert "  1  this paper" in said
    assert lab.bodies[0]["temperature"] == 1

    said = tamis_here("questions", "check", FOLDER, *MODEL).out
    assert "5 questions: 3 Yes, 1 not asked, 1 No." in said
    assert "answerability check: 25% of 4 dropped; 12% in the paper" in said
    assert "3 of 5 questions for a person to review" in said
    assert "may still accept those that stand alone:\n  1  this paper" in said
    assert lab.bodies[-1]["temperature"] == 0

    said = tamis_here("questions", "accept", FOLDER).out
    assert "3  not reviewed" in said
    assert "2  dropped by a filter" in said
    assert read_accepted(place / "accepted.jsonl") == ()

    sheet(place / "review.csv", **dict.fromkeys(KEYS, "x"), reviewer="Ada")
    calls = sum(lab.calls.values())
    tamis_here("questions", "check", FOLDER, *MODEL)
    assert sum(lab.calls.values()) == calls
    (signed,) = [one for one in read_review(place / "review.jsonl") if one.marks.by]
    assert signed.marks.by == "Ada"

    said = tamis_here("questions", "accept", FOLDER).out
    assert "1  accepted" in said
    assert "accepted.jsonl: 1 question, 4.0 papers on average." in said
    (one,) = read_accepted(place / "accepted.jsonl")
    assert one.question == "How is bread changed by salt?"
    assert [paper.paragraphs for paper in one.papers][1] == ("Method", "All on salt.")
    summary = json.loads((place / "summary.json").read_text())
    assert summary["find"]["rule"]["name"] == "A.6"
    assert summary["accept"]["reviewers"] == {"Ada": 1}
    assert len(summary["propose"]["prompts"]) == 8


def test_a_question_with_a_keyword_is_counted_where_it_is_accepted(tamis_here, papers, lab):
    """A person has kept one; the command and its summary say with which word."""
    place = tamis_here.folder / FOLDER
    tamis_here("questions", "find", papers, "--out", FOLDER)
    tamis_here("questions", "propose", FOLDER, *MODEL, "--keyword", "Salt")
    tamis_here("questions", "check", FOLDER, *MODEL)
    sheet(place / "review.csv", **dict.fromkeys(KEYS, "x"), reviewer="Ada")
    said = tamis_here("questions", "accept", FOLDER).out
    assert "1  accepted with a keyword\n  1  salt\n" in said
    assert json.loads((place / "summary.json").read_text())["accept"]["keywords"] == {"salt": 1}
    assert len(read_accepted(place / "accepted.jsonl")) == 1


def test_failed_calls_are_asked_again(tamis_here, papers, lab):
    """Exit code 1, the outcome in the review file; what was replied is not asked for twice."""
    tamis_here("questions", "find", papers, "--out", FOLDER, "--rule", "3.1")
    tamis_here("questions", "propose", FOLDER, *MODEL)
    real = lab.answer
    lab.answer = lambda prompt: 400 if "ovens?" in prompt else real(prompt)
    said = tamis_here("questions", "check", FOLDER, *MODEL, check=1)
    assert "1 failed" in said.out
    assert "1 call failed: " in said.err
    assert "answered 400 (Bad Request): scripted; run the same command again" in said.err
    lab.answer = real
    calls = sum(lab.calls.values())
    assert "3 Yes, 1 not asked, 1 No" in tamis_here("questions", "check", FOLDER, *MODEL).out
    assert sum(lab.calls.values()) == calls + 1


def test_reviews_are_never_lost(tamis_here, papers, lab):
    """Where other questions are proposed, a folder with reviews is left as it is."""
    place = tamis_here.folder / FOLDER
    tamis_here("questions", "find", papers, "--out", FOLDER)
    tamis_here("questions", "propose", FOLDER, *MODEL)
    tamis_here("questions", "check", FOLDER, *MODEL)
    sheet(place / "review.csv", realistic="x", reviewer="Ada")
    before = (place / "review.csv").read_bytes()
    lab.answer = lambda prompt: "1. What is bread?\n2. Why is it baked?"
    tamis_here("questions", "propose", FOLDER, "--model", "openai-api/lab/other")
    said = tamis_here("questions", "check", FOLDER, *MODEL, check=2).err
    assert "holds reviews of 1 questions" in said
    assert (place / "review.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("propose", "none", *MODEL), "run `tamis questions find` first"),
        (("accept", "none"), "run `tamis questions check` first"),
        (("accept", "none", "--sheet", "no.csv"), "no.csv does not exist"),
        (("find", "no.jsonl", "--out", "none"), "no.jsonl does not exist"),
    ],
)
def test_steps_that_lack_something(tamis_here, papers, arguments, said):
    """One sentence that says what to do, and nothing is written."""
    assert said in tamis_here("questions", *arguments, check=2).err
    assert not (tamis_here.folder / "none").exists()
