"""Topics of questions: suggested by a model, merged by a person, counted as in Table 1."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from server import Server, as_service
from tamis.collect.fanout.topics import merged, propose, table_1, topics_in
from tamis.types import InputError, Reply


@pytest.mark.parametrize(
    ("said", "outcome", "topics"),
    [
        ('["Geography", "Film Studies"]', "ok", ("Geography", "Film Studies")),
        ('```json\n["Film"]\n```', "ok", ("Film",)),
        ("- Geography\n- U.S. politics", "ok", ("Geography", "U.S. politics")),
        ("Topics: Geography; History, Film", "ok", ("Geography", "History", "Film")),
        ("<think>Film? Law?</think>\nTopics: History", "ok", ("History",)),
        ('["a", "b", "c", "d", "e", "f"]', "ok", ("a", "b", "c", "d", "e")),
        ('["' + "x" * 60 + '", "' + "y" * 61 + '"]', "ok", ("x" * 60,)),
        ("a b c d e, a b c d e f", "ok", ("a b c d e",)),
        ("It is about how long rivers are, and about where they are in the world.", "unparsed", ()),
        ("I cannot help with that.", "refused", ()),
    ],
)
def test_topics_of_a_reply(said, outcome, topics):
    """Lists in any form; a sentence is no topic."""
    assert topics_in(Reply(said)) == (outcome, topics)


def test_spellings_of_one_topic_are_proposed_as_one():
    """Case, plural and "&": the most frequent spelling; other names stay for the person."""
    often = {
        "Film": 5, "Films": 2, "film": 1, "Film Studies": 3, "Arts & Law": 1, "arts and law": 2,
    }  # fmt: skip
    assert propose(often) == {
        "Film": "Film", "Films": "Film", "film": "Film", "Film Studies": "Film Studies",
        "Arts & Law": "arts and law", "arts and law": "arts and law",
    }  # fmt: skip
    assert merged(("Film Studies", "Film", "Misc"), {"Film Studies": "Film", "Misc": ""}) == (
        "Film",
    )


def test_table_1_by_hand():
    """Of four questions two are about films, one of them of law too; one has no topic."""
    made = table_1([("Film",), ("Film", "Law"), ("Law", "Art", "Law"), ()], "q.json", top=2)
    found = [(row.label, row.cells["n"], row.cells["share"]) for row in made.tables[0].rows]
    assert found == [("Film", 2, 0.5), ("Law", 2, 0.5)]
    assert made.notes == ("Topics in all: 3.", "Questions without a topic: 1 of 4.")
    many = table_1([tuple(f"t{n:02}" for n in range(26))], "q")
    assert [row.label for row in many.tables[0].rows] == [f"t{n:02}" for n in range(25)]
    with pytest.raises(InputError, match="has no topics"):
        table_1([(), ()], "q.json")


QUESTION = {
    "question": "How long are the Rhine and the Elbe?",
    "answer": {"Rhine": 1230, "Elbe": 1094},
    "strategy": [
        {
            "question": f"How long is the {name}?",
            "answer": length,
            "evidence": f"https://en.wikipedia.org/wiki/{name}",
        }
        for name, length in (("Rhine", 1230), ("Elbe", 1094))
    ],
}


def test_suggested_merged_and_counted(tamis_here, monkeypatch):
    """The model is asked once; a person's merges hold, and the questions carry the topics."""
    films = {**QUESTION, "question": "Who directed Rhine and Elbe?"}
    Path("q.json").write_text(json.dumps([QUESTION, films]))
    tamis_here("fanout", "convert", "q.json", "--out", "released.json", "--min-pages", "1")
    asked = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return '["Film", "Film Studies"]' if "directed" in prompt else "Geography, Rivers"

    with Server(answer) as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/test"
        command = ("fanout", "topics", "released.json", "--model", model, "--out", "t")
        tamis_here(*command)
        with Path("t/merge.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert {row["topic"]: row["merged_into"] for row in rows} == {
            "Geography": "Geography", "Rivers": "Rivers", "Film": "Film",
            "Film Studies": "Film Studies",
        }  # fmt: skip
        merges = Path("t/merge.csv").read_text(encoding="utf-8-sig")
        Path("t/merge.csv").write_text(merges.replace("Studies,1,Film Studies", "Studies,1,Film"))
        said = tamis_here(*command, "--csv", "table.csv").out
    assert len(asked) == 2
    assert "2 ok" in said
    records = json.loads(Path("t/questions.json").read_text())
    assert [one["categories"] for one in records] == [["Geography", "Rivers"], ["Film"]]
    # Without a model the topics that are there are counted.
    counted = tamis_here("fanout", "topics", "t/questions.json").out
    assert "Topics in all: 3." in counted
    assert Path("table.csv").read_text().splitlines()[1].endswith("Film,measure,1,0.5")
    assert "go together" in tamis_here("fanout", "topics", "q.json", "--out", "x", check=2).err
