"""QUEST's and LOFT-QUEST's files as questions: small files of ours in the released formats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamis.benchmarks.quest import files
from tamis.benchmarks.quest.data import Gold, load
from tamis.downloads import Fetched, cache_path, digest, write_manifest
from tamis.types import InputError
from tidied import tables

CORPUS = [
    {"pid": "quest_7_1", "title_text": " Sula ", "passage_text": " Second. ", "metadata": {}},
    {"pid": "quest_3_0", "title_text": "The King's Man", "passage_text": "Of childhood abuse."},
    {"pid": "quest_7_0", "title_text": "Sula", "passage_text": "First.", "metadata": {}},
    {"pid": "quest_12_0", "title_text": "Roja (film)", "passage_text": "A film."},
]
TEST = [
    {
        "qid": "11",
        "query_text": " Cebu films. ",
        "metadata": {"qrels": [["quest_7_0", 1], ["quest_7_1", 1], ["quest_3_0", 0]]},
        "answers": [" Sula "],
    },
    {
        "qid": 12,
        "query_text": "novels of ours",
        "answers": ["Roja (film)", "Lost"],
        "metadata": None,
    },
]
FEW = [{"qid": "1", "query_text": "few", "metadata": {}, "answers": [["quest_12_0", 1]]}]
DEV = [{"qid": "2", "query_text": "dev", "answers": [["quest_3_0", 1], ["quest_99_0", 1]]}]

QUEST = {
    "documents": [
        {"title": "Area 51", "text": "A."},
        {"title": "Catch_22", "text": "B."},
        {"title": "The King's Man", "text": "C."},
    ],
    "test": [
        {
            "query": "books about numbers",
            "docs": ["Catch_22", "The King’s Man", "Gone"],
            "original_query": "<mark>Books</mark> that are also <mark>Numbers</mark>",
            "scores": None,
            "metadata": {
                "template": "_ that are also _",
                "domain": "books",
                "fluency": ["Fluent: It is clear."],
                "relevance_ratings": {"Catch_22": ["Definitely relevant", "Likely relevant"]},
                "evidence_ratings": {"Catch_22": ["Complete"], "Gone": ["No evidence"]},
                "attributions": {"Catch_22": [{"numbers": "22"}, None], "Gone": [None]},
            },
        },
        {
            "query": "plants",
            "docs": ["Area 51"],
            "original_query": None,
            "metadata": {"template": "_", "domain": "plants", "attributions": None},
        },
        {"query": "augmented", "docs": []},
    ],
    "train": [{"query": f"train {n}", "docs": ["Area 51"]} for n in range(7)],
}


def write(folder: Path, files: dict[str, list[object]]) -> Path:
    """Files of JSON lines in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in files.items():
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture
def loft(tmp_path):
    """A folder in LOFT's layout."""
    files = {"corpus": CORPUS, "few_shot_queries": FEW, "dev_queries": DEV, "test_queries": TEST}
    return write(tmp_path / "own", files)


@pytest.fixture
def quest(tmp_path):
    """A folder in QUEST's layout."""
    return write(tmp_path / "quest", QUEST)


def said(**wrong: object) -> str:
    """The one sentence with which loading ends."""
    with pytest.raises(InputError) as caught:
        load(**wrong)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")
    return str(caught.value)


def test_passages_of_a_page_become_one_document_numbered_in_the_order_of_the_corpus(loft):
    """In the order of their numbers, under ids from "0" up; released ids lead to these."""
    data = load(str(loft))
    assert [(d.id, d.title, d.text) for d in data.documents] == [
        ("0", "Sula", "First.\n\nSecond."),
        ("1", "The King's Man", "Of childhood abuse."),
        ("2", "Roja (film)", "A film."),
    ]
    assert data.pages == {"quest_7_1": "0", "quest_3_0": "1", "quest_7_0": "0", "quest_12_0": "2"}


def test_a_loft_question_has_its_titles_and_the_pages_that_its_qrels_grade_above_zero(loft):
    """Outer blanks are stripped, an id may be a number, qrels may be absent."""
    one, other = load(str(loft)).questions
    assert (one.id, one.text) == ("11", "Cebu films.")
    assert one.golds["original"] == Gold(frozenset({"Sula"}))
    assert one.relevant == {"0"}
    assert other.id == "12"
    assert other.golds["original"].match == {"Roja (film)", "Lost"}
    assert other.relevant == {"2"}


def test_answers_that_are_passages_are_read_as_the_titles_of_their_pages(loft):
    """LOFT's task `retrieval`: told by the content, whatever the file is called."""
    data = load(str(loft), split="dev")
    assert data.examples[0].golds["original"].match == {"Roja (film)"}
    assert data.examples[0].relevant == {"2"}
    # The page that the corpus lacks is not lost: it counts among the golds.
    assert data.questions[0].golds["original"].match == {"The King's Man", "quest_99_0"}
    assert data.questions[0].relevant == {"1"}
    assert "1 of 2 original golds are not in the corpus, such as 'quest_99_0'" in data.notes[0]


def test_a_report_says_what_its_data_lacks(loft, tamis_here):
    """A gold that no document has counts as missed, whatever is answered."""
    said = tamis_here(
        "run", "quest", "--data", str(loft), "-T", "split=dev", "-T", "baseline=oracle"
    ).out
    assert "1 of 2 original golds are not in the corpus" in " ".join(said.split())


def test_the_published_golds_join_the_test_questions_that_have_them(loft):
    """`Cebu films` is one of the 100; the other is not, and the notes say so."""
    data = load(str(loft))
    assert data.questions[0].golds["revised"].match == {
        "Alega Gang: Public Enemy No.1 of Cebu",
        "Lapu-Lapu (2002 film)",
        "Patay na si Hesus",
    }
    assert set(data.questions[1].golds) == {"original"}
    assert any("1 of 2 questions have no revised golds, the first is 12" in n for n in data.notes)


def test_the_published_golds_are_for_the_test_split_of_128k_alone(loft, tmp_path):
    """They were rated over that corpus: at 1m they would miss answers."""
    write(tmp_path / "all/1m", {"corpus": CORPUS, "test_queries": TEST})
    assert set(load(str(tmp_path / "all"), size="1m").questions[0].golds) == {"original"}
    write(loft, {"dev_queries": TEST})
    assert set(load(str(loft), split="dev").questions[0].golds) == {"original"}


def test_golds_beside_the_file_replace_the_published_ones(loft):
    """In the form of the shipped file, spelled as the corpus spells its titles."""
    golds = [{"question": "novels of ours", "match": ["The King’s Man"], "debatable": ["Sula"]}]
    (loft / "gold.json").write_text(json.dumps({"revised": golds}))
    data = load(str(loft))
    assert set(data.questions[0].golds) == {"original"}
    assert data.questions[1].golds["revised"] == Gold(
        frozenset({"The King's Man"}), frozenset({"Sula"})
    )


def test_the_simple_questions_are_asked_over_lofts_corpus(loft, quest):
    """23 of them, with their own golds only, and relevant pages where the corpus has them."""
    data = load(str(loft), questions="simple")
    assert len(data.questions) == 23
    assert data.questions[0].id == "simple-01"
    assert set(data.questions[0].golds) == {"simple"}
    by_text = {question.text: question for question in data.questions}
    assert by_text["Indian films"].relevant == {"2"}
    assert "The King's Man" in by_text["action films"].golds["simple"].match
    assert len(data.examples) == 1
    assert "LOFT's corpus" in said(data=str(quest), questions="simple")


def test_beside_the_simple_questions_stands_the_table_of_the_paper_that_asks_them(loft, tamis_here):
    """Without a model, the rows of Table 5."""
    given = ("--data", str(loft), "-T", "questions=simple", "-T", "baseline=nothing")
    tamis_here("run", "quest", *given, "--out", "run")
    tamis_here("report", "run", "--csv", "run.csv")
    board = tables(tamis_here.folder / "run.csv")["leaderboard-simple-paper"]
    groups = {row["group"] for row in board if row["kind"] == "published"}
    assert len(groups) == 1
    assert groups.pop().endswith("Table 5")


def test_loft_identical_reads_passages_as_lofts_own_loader_does(loft):
    """Its loader deletes a phrase; the version tells the two corpora apart."""
    plain, identical = load(str(loft)), load(str(loft), loft_identical=True)
    assert identical.documents[1].text == "Of ."
    assert plain.version != identical.version


def test_quest_has_whole_pages_and_its_metadata_is_optional(quest):
    """A title that ends in a number is no passage; nulls where there is nothing."""
    data = load(str(quest))
    assert [(d.id, d.title) for d in data.documents] == [
        ("0", "Area 51"),
        ("1", "Catch_22"),
        ("2", "The King's Man"),
    ]
    full, plant, augmented = data.questions
    assert full.id == "test-0000"
    assert (full.template, full.domain) == ("_ that are also _", "books")
    assert full.golds["original"].match == {"Catch_22", "The King's Man", "Gone"}
    assert full.relevant == {"1", "2"}
    assert (plant.template, plant.domain) == ("_", "plants")
    assert (augmented.template, augmented.golds["original"].match) == ("", frozenset())
    assert [question.text for question in data.examples] == [f"train {n}" for n in range(5)]


@pytest.mark.parametrize("below", ["", "rag/quest/128k"])
def test_a_loft_folder_is_found_at_any_level_of_the_released_archive(tmp_path, below):
    """As it is unpacked by hand, or by LOFT's own script."""
    write(tmp_path / "x" / below, {"corpus": CORPUS, "test_queries": TEST})
    data = load(str(tmp_path / "x"))
    assert len(data.questions) == 2
    assert "there are no few-shot examples." in data.notes


def test_the_version_changes_with_any_of_the_content(loft):
    """Document, question, example, gold: eight hex digits of them all."""
    versions = [load(str(loft)).version]
    changes = {
        "corpus": [{**CORPUS[3], "passage_text": "B film."}, *CORPUS[:3]],
        "test_queries": [TEST[0], {**TEST[1], "answers": ["Sula"]}],
        "few_shot_queries": [{**FEW[0], "query_text": "more"}],
    }
    for name, rows in changes.items():
        write(loft, {name: rows})
        load.cache_clear()
        versions.append(load(str(loft)).version)
    assert len(set(versions)) == 4
    assert all(len(version) == 8 and int(version, 16) >= 0 for version in versions)


@pytest.fixture
def fetched(monkeypatch, tmp_path):
    """As if LOFT's and QUEST's files had been fetched; the published numbers are ours."""
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    numbers = {"few_shot_queries": 1, "dev_queries": 1, "test_queries": 2, "test": 3}
    monkeypatch.setattr("tamis.benchmarks.quest.data.PUBLISHED", numbers)
    monkeypatch.setattr("tamis.benchmarks.quest.data.PAGES", {"loft": 328, "quest": 3})
    folder = write(
        tmp_path / "home/data/quest/128k",
        {"corpus": CORPUS, "few_shot_queries": FEW, "dev_queries": DEV, "test_queries": TEST},
    )
    records = {f"loft-rag/128k/{path.name}": path for path in folder.iterdir()}
    records["loft-rag"] = folder / "corpus.jsonl"
    released = write(tmp_path / "home/data/quest/released", QUEST)
    records |= {key: released / f"{key}.jsonl" for key in ("test", "train", "documents")}
    records["documents/documents.jsonl"] = records["documents"]
    write_manifest(
        files.SOURCE,
        {k: Fetched(str(p), "", p.stat().st_size, digest(p)) for k, p in records.items()},
    )
    load.cache_clear()
    return folder


def test_the_fetched_files_are_read_with_their_identity(fetched, monkeypatch):
    """Name, licence, and the digest of what was fetched in place of a revision."""
    data = load("loft")
    assert data.name == "loft-128k"
    assert data.revision == f"sha256:{digest(fetched / 'corpus.jsonl')[:12]}"
    assert "CC BY 4.0" in data.licence
    assert "the corpus has 3 pages, but 328 were published." in data.notes
    assert load("quest").name == "quest"
    assert len(load("quest").examples) == 5
    # Released files must be the released ones; the same files as one's own data are taken.
    monkeypatch.setattr("tamis.benchmarks.quest.data.PUBLISHED", {"test_queries": 100})
    assert "has 2 records, but 100 were released" in said(data="loft")
    assert len(load(str(fetched)).questions) == 2


def test_what_was_not_fetched_says_how_to_get_it(monkeypatch, tmp_path):
    """The corpus of QUEST is fetched only by its key."""
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    load.cache_clear()
    assert "`tamis data fetch quest`," in said(data="loft")
    assert "`tamis data fetch quest --file documents`" in said(data="quest")
    assert not cache_path(files.SOURCE).exists()


def test_wrong_names_are_one_sentence_with_the_right_ones(loft, tmp_path):
    """Splits, sizes, data and folders."""
    assert "no split 'val'; choose one of train, dev, test" in said(data=str(loft), split="val")
    assert "no size '64k'; choose one of 32k, 128k, 1m" in said(data=str(loft), size="64k")
    assert "or give a folder" in said(data="lofty")
    assert "holds no corpus.jsonl (LOFT) and no documents.jsonl" in said(
        data=str(write(tmp_path / "empty", {}))
    )


QID = {"qid": "1", "query_text": "q", "answers": []}


@pytest.mark.parametrize(
    ("layout", "row", "what"),
    [
        ("loft", "{", "is not JSON"),
        ("loft", {**QID, "qid": None}, "`qid` is missing"),
        ("loft", {**QID, "answers": "Sula"}, "`answers` is"),
        ("loft", {**QID, "answers": [3]}, "3 is not a pair"),
        ("loft", {**QID, "metadata": {"qrels": 3}}, "`qrels` is"),
        ("loft", {**QID, "qid": "11"}, "the qid '11' is already that of line 1"),
        ("quest", {"docs": []}, "`query` is missing"),
        ("quest", {"query": "q", "docs": [], "metadata": []}, "`metadata`"),
    ],
)  # fmt: skip
def test_a_broken_line_is_named(loft, quest, layout, row, what):
    """The file, the line, and what is wrong in it."""
    folder, good, name = (
        (loft, TEST[0], "test_queries") if layout == "loft" else (quest, QUEST["test"][0], "test")
    )
    write(folder, {name: [good, row]})
    sentence = said(data=str(folder))
    assert f"{name}.jsonl, line 2" in sentence
    assert what in sentence
