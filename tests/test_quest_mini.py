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


@pytest.fixture
def sources(tmp_path):
    """A copy of table, prose and questions, to be spoilt."""
    for name in (make.TABLE, make.PROSE, make.QUESTIONS):
        shutil.copy(make.HERE / name, tmp_path)

    def spoil(name, old, new):
        text = (tmp_path / name).read_text("utf-8")
        assert old in text
        (tmp_path / name).write_text(text.replace(old, new, 1), "utf-8")
        return tmp_path

    return spoil


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
    "British horror films set on islands": (
        "Cold Chapel | The Wrack Line",
        "Seven Bells at Skerryvore",
        "Selkie's Tooth",
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
    "1930s mystery novels, novels about chess or ones set in Buenos Aires": (
        "Adjournment | Death of a Lepidopterist | Half a Continent | Murder at Sirkeci | "
        "Postage Due | Tango for the Deaf | The House on Calle Defensa | The Insurance Clerk "
        "| The Zwischenzug",
        "The Exchange Sacrifice",
        "",
    ),
    "Historical novels about translators or interpreters": (
        "A Translator in Trieste | Nine Words for Rain | The Dragoman's Apprentice | The "
        "King's Interpreter",
        "",
        "False Friends",
    ),
    "1980s debut novels": (
        "Café Nautilus | Garúa (novel) | Half a Continent | Light List | The Blank Quarter | "
        "The Long Thaw | The Other Gaspard | Wives of the Ferryman",
        "",
        "",
    ),
    "Crime novels set in Istanbul but not Turkish ones": (
        "A Shroud from Galata | Cats of Balat | Murder at Sirkeci",
        "",
        "",
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


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        # "Nine Words for Rain" is not filed as historical, and "False Friends" is.
        ("Historical novels about translators or interpreters",
         "A Translator in Trieste | The Dragoman's Apprentice | The King's Interpreter | "
         "False Friends"),
        # What is borderline is taken for granted: the Bicycle is filed as a comedy.
        ("1990s Norwegian films that are not comedies",
         "The Keeper of Utvær | The Herring Accountant | The Glass Reindeer | Winter Count (film)"),
        # "Winter Count" is not filed as based on a novel.
        ("1990s Norwegian films based on novels", "Northern Lights Ferry (film)"),
    ],
)  # fmt: skip
def test_original_golds_worked_by_hand(question, answers):
    """The released answers follow the categories with their slips."""
    query = next(query for query in ASKED if query["query_text"] == question)
    assert set(query["answers"]) == titles(answers)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (make.PROSE, "# Kea\n", "# Kia\n", "'Kea' has no section"),
        (make.TABLE, "\nKea,", "\nKea 2,", "'Kea 2' has no section"),
        (make.TABLE, "-based_on:novel", "-based_on novel", "is not valid"),
        (make.QUESTIONS, "{country: Peru}", "{country: Perú}", "no work has"),
        (make.QUESTIONS, "{country: Peru}", "{contry: Peru}", "no work has"),
        (make.QUESTIONS, "template: _ or _", "template: _ nor _", "is not a template"),
    ],
)
def test_sources_that_do_not_fit_together(sources, name, old, new, said):
    """One sentence names the title or the question."""
    folder = sources(name, old, new)
    with pytest.raises(InputError, match=said):
        make.read_questions(make.read_works(folder), folder)
