"""The published golds of QUEST-LOFT, and golds that users build, attached to questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamis.benchmarks.quest.data import Gold, Question
from tamis.benchmarks.quest.golds import (
    GoldSet,
    attach,
    has_any,
    published,
    question_key,
    read_gold,
    respell,
    title_key,
    without,
)
from tamis.types import InputError

QUERIES = Path(__file__).parents[2] / "shared/data/loft/rag_quest/queries.jsonl"


def write(path: Path, *entries: object, name: str | None = "mine") -> Path:
    """A gold file of one version, as `tamis gold build` writes it."""
    record = {"questions": list(entries), "manifest": {"raters": ["a"]}}
    path.write_text(json.dumps(record if name is None else {"name": name, **record}))
    return path


def entry(question: str, *match: str, **more: object) -> dict[str, object]:
    """One question of a gold file."""
    return {"question": question, "match": list(match), **more}


def test_the_published_golds_are_those_of_the_paper():
    """100 revised questions (Appendix E), 12 without a match; 23 simple ones, one without."""
    revised, simple = published("revised").items, published("simple").items
    assert (len(revised), sum(not gold.match for _, _, gold in revised)) == (100, 12)
    # "Simple28" in name: every accuracy of Table 5 is a multiple of 1/23.
    assert (len(simple), sum(not gold.match for _, _, gold in simple)) == (23, 1)
    _, text, gold = revised[0]
    assert text == "Novels about families set in Boston and New England."
    assert gold == Gold(frozenset({"The Scarlet Letter"}), frozenset({"A Case of Need"}))


@pytest.mark.skipif(not QUERIES.exists(), reason=f"{QUERIES} is not here")
def test_the_ten_released_test_questions_are_the_first_ten_revised_ones():
    """Matched by text though the apostrophes differ, each with the golds at its own place."""
    rows = [json.loads(line) for line in QUERIES.read_text(encoding="utf-8").splitlines()]
    asked = [Question(row["qid"], row["query_text"]) for row in rows]
    attached = attach(asked, published("revised"))
    assert len(attached) == 10
    assert without(attached, "revised") == ()
    first = [gold for _, _, gold in published("revised").items[:10]]
    assert [question.golds["revised"] for question in attached] == first
    # The revision rates every one of the original golds.
    for row, gold in zip(rows, first, strict=True):
        originals = {title_key(title) for title in row["answers"]}
        rated = {title_key(t) for t in gold.match | gold.debatable | gold.no_match}
        assert originals <= rated


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cebu films", "  cebu   FILMS. "),
        ("children’s films", "children's films"),
        ("Films by Andr\u00e9", "films by Andre\u0301"),
        ("Films set in 1831 or 1809", "Films set in\u00a01831 or 1809 …"),
    ],
)
def test_questions_that_differ_in_typography_are_the_same(one, other):
    """Case, blanks, apostrophes, quotes, composition and punctuation at the end."""
    assert question_key(one) == question_key(other)
    assert question_key("1534 books or 1553 books") != question_key("1534 books, 1553 books")


def test_golds_are_spelled_as_the_corpus_spells_them():
    """The gold file's curly apostrophe becomes the corpus's straight one; others stay."""
    gold = Gold(frozenset({"The King’s Man", "Elsewhere"}), frozenset({"A Queen’s Ransom"}))
    titles = {title_key(t): t for t in ("The King's Man", "A Queen's Ransom")}
    spelled = respell(gold, titles)
    assert spelled.match == {"The King's Man", "Elsewhere"}
    assert spelled.debatable == {"A Queen's Ransom"}


def test_a_built_file_is_read_and_attached(tmp_path):
    """Golds under the file's name beside those that there are; questions without keep theirs."""
    path = write(
        tmp_path / "g.json",
        entry("Cebu films", "A", debatable=["B"], no_match=["C"], qid="7"),
        entry("Other films"),
    )
    golds = read_gold(path)
    assert golds.name == "mine"
    original = {"original": Gold(frozenset({"C"}))}
    asked = (Question("7", "Cebu films.", golds=original), Question("8", "x", golds=original))
    one, other = attach(asked, golds)
    assert one.golds == {**original, "mine": Gold(frozenset("A"), frozenset("B"), frozenset("C"))}
    assert other.golds == original
    assert without((one, other), "mine") == (other,)


def test_questions_of_one_text_are_told_by_their_ids(tmp_path):
    """Two questions of the data with the same words have different golds."""
    path = write(
        tmp_path / "g.json", entry("q", "A", qid="test-0001"), entry("Q.", "B", qid="test-0002")
    )
    asked = [Question(f"test-000{n}", "q") for n in (1, 2, 3)]
    attached = attach(asked, read_gold(path))
    assert [set(q.golds["mine"].match) if q.golds else None for q in attached] == [
        {"A"},
        {"B"},
        None,
    ]


def test_golds_of_other_data_are_refused_when_attached():
    """None of the questions is known: most likely the wrong file."""
    golds = GoldSet("mine", (("", "q", Gold(frozenset("A"))),), "g.json")
    assert not has_any([Question("1", "r")], golds)
    with pytest.raises(InputError, match=r"g\.json: none of its 1 questions"):
        attach([Question("1", "r")], golds)
    taken = GoldSet("original", golds.items, "g.json")
    with pytest.raises(InputError, match="give them another name"):
        attach([Question("1", "q", golds={"original": Gold(frozenset("B"))})], taken)


OF = {"question": "q", "match": ["A"]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not JSON"), ("[]", "not a gold file"), ("{}", "holds no golds"),
        ({"questions": []}, "holds no list of questions"),
        ({"questions": [{**OF, "question": " "}]}, "`question` is"),
        ({"questions": [{**OF, "match": "A"}]}, "`match` is"),
        ({"questions": [{**OF, "no_match": ["A"]}]}, "two of its lists"),
        ({"questions": [OF, {"question": "Q", "match": []}]}, "again"),
    ],
)  # fmt: skip
def test_a_broken_file_is_one_sentence(tmp_path, text, said):
    """It names the file and what is wrong in it."""
    path = tmp_path / "g.json"
    path.write_text(text if isinstance(text, str) else json.dumps(text))
    with pytest.raises(InputError) as caught:
        read_gold(path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
