"""The mini data of QUEST: what is shipped, and that it follows from table, prose and questions."""

from __future__ import annotations

import json
import shutil

import pytest

from mini.quest import make
from tamis.types import InputError

WRITTEN = ["corpus.jsonl", *(f"{name}.jsonl" for name in make.FILES.values()), "gold.json"]


def lines(name):
    """The records of a shipped file."""
    return [json.loads(line) for line in (make.SHIPPED / name).read_text("utf-8").splitlines()]


CORPUS = lines("corpus.jsonl")
QUERIES = {split: lines(f"{name}.jsonl") for split, name in make.FILES.items()}
ASKED = [query for queries in QUERIES.values() for query in queries]
GOLDS = {
    gold["question"]: gold
    for gold in json.loads((make.SHIPPED / "gold.json").read_text("utf-8"))["revised"]
}
PAGES: dict[str, str] = {}
for row in CORPUS:
    title = row["title_text"]
    PAGES[title] = "\n\n".join(filter(None, [PAGES.get(title), row["passage_text"]]))


def test_the_committed_files_are_those_that_make_writes(tmp_path):
    """Byte for byte, so that no one edits what is made."""
    make.main(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(WRITTEN)
    for name in WRITTEN:
        assert (tmp_path / name).read_bytes() == (make.SHIPPED / name).read_bytes(), name


def test_answers_and_golds_are_pages_and_qrels_are_their_passages():
    """One passage for each original answer, of the answer's own page."""
    page_of = {row["pid"]: row["title_text"] for row in CORPUS}
    for query in ASKED:
        gold = GOLDS[query["query_text"]]
        assert query["answers"], "LOFT has no question without answers"
        assert [page_of[pid] for pid, one in query["metadata"]["qrels"]] == query["answers"]
        assert {one for _, one in query["metadata"]["qrels"]} == {1}
        judged = gold["match"] + gold["debatable"] + gold["no_match"]
        assert len(set(judged)) == len(judged)
        assert set(query["answers"]) | set(judged) <= set(PAGES)
        assert set(gold["no_match"]) <= set(query["answers"]) <= set(judged)


# Worked out from works.csv by reading it, not by the program.
BY_HAND = {
    "1990s Norwegian films that are not comedies": (
        "Snow on the Organ Pipes | The Glass Reindeer | The Herring Accountant | The Keeper "
        "of Utvær | Winter Count (film)",
        "A Bicycle for Aunt Solveig",
        "",
    ),
    "Films either set in Tasmania or about beekeeping": (
        "Huon Pine | Smoke for Bees | The Devil at Cradle Mountain | The Queen of Hobart",
        "Drone Season",
        "Kea",
    ),
    "Norwegian comedies set in Norway that weren't adapted from a novel": (
        "",
        "A Bicycle for Aunt Solveig",
        "Halfway to Hirtshals | Snow on the Organ Pipes",
    ),
}
"""Match, debatable and no match, titles parted by bars."""


def titles(text):
    """The titles that are parted by bars."""
    return set(text.split(" | ")) if text else set()


@pytest.mark.parametrize("question", BY_HAND)
def test_revised_golds_worked_by_hand(question):
    """Match, debatable and no match, for a question of each kind of template."""
    gold = GOLDS[question]
    kinds = (set(gold["match"]), set(gold["debatable"]), set(gold["no_match"]))
    assert kinds == tuple(map(titles, BY_HAND[question]))


def test_an_original_gold_worked_by_hand():
    """The released answers follow the categories with their slips.

    "Nine Words for Rain" is not filed as historical, and "False Friends" is.
    """
    asked = "Historical novels about translators or interpreters"
    [query] = [query for query in ASKED if query["query_text"] == asked]
    assert set(query["answers"]) == titles(
        "A Translator in Trieste | The Dragoman's Apprentice | The King's Interpreter | "
        "False Friends"
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (make.PROSE, "# Kea\n", "# Kia\n", "'Kea' has no section"),
        (make.TABLE, "-based_on:novel", "-based_on novel", "is not valid"),
        (make.QUESTIONS, "{country: Peru}", "{country: Perú}", "no work has"),
    ],
)
def test_sources_that_do_not_fit_together(tmp_path, name, old, new, said):
    """One sentence names the title or the question."""
    for source in (make.TABLE, make.PROSE, make.QUESTIONS):
        shutil.copy(make.HERE / source, tmp_path)
    text = (tmp_path / name).read_text("utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError, match=said):
        make.read_questions(make.read_works(tmp_path), tmp_path)
