"""`tamis retrieve`, in this process."""

from __future__ import annotations

import json
import math
from pathlib import Path
from statistics import fmean

import ir_measures
import pytest

from tamis.report.render import terminal
from tamis.retrieve.queries import Catalogue, in_corpus, read_queries
from tamis.retrieve.trec import read_qrels, read_run, write_qrels, write_run
from tamis.stats import Estimate
from tamis.types import Document, InputError

QUEST = Path(__file__).parents[2] / "shared" / "data" / "quest"
LOFT = Path(__file__).parents[2] / "shared" / "data" / "loft"

FRUIT = ["apple pie", "apple tart with pear", "pear soup", "plum cake", "apple, apple, plum"]
QUERIES = [
    {"_id": "q1", "text": "apple"},
    {"_id": "q2", "text": "pear or plum"},
    {"_id": "q3", "text": "quince"},
]


@pytest.fixture
def reports(monkeypatch):
    """The reports that are printed, as objects; nothing is rendered."""
    printed = []
    monkeypatch.setattr(terminal, "print_report", printed.append)
    return printed


@pytest.fixture
def fruit(tamis_here):
    """A corpus of five documents, three queries, and qrels that judge all of them."""
    lines("corpus.jsonl", [{"_id": f"d{i}", "text": text} for i, text in enumerate(FRUIT)])
    lines("queries.jsonl", QUERIES)
    Path("test.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq1\td0\t1\nq1\td1\t1\nq2\td3\t1\nq2\td0\t0\nq3\td0\t0\n"
    )
    return tamis_here


SEARCH = ("retrieve", "--corpus", "corpus.jsonl", "--queries", "queries.jsonl")
JUDGED = (*SEARCH, "--qrels", "test.tsv")


def lines(name: str, records) -> None:
    """Write a file of JSON lines."""
    Path(name).write_text("".join(json.dumps(record) + "\n" for record in records))


def cells(report):
    """The cells of the one row, estimates as their values."""
    (row,) = report.tables[0].rows
    return {k: v.value if isinstance(v, Estimate) else v for k, v in row.cells.items()}


def test_figures_by_hand(fruit, reports):
    """The two queries with golds find all of them, the third has none: recall 1 everywhere."""
    fruit(*JUDGED)
    got = cells(reports[0])
    assert (got["n"], got["empty"]) == (3, 1)
    assert got["Recall@20"] == got["Recall@100"] == got["MRecall@3"] == 1
    recall = reports[0].tables[0].rows[0].cells["Recall@20"]
    assert (recall.n, recall.clusters, recall.stderr) == (3, 3, 0)
    assert reports[0].tables[0].rows[0].cells["nDCG@40"].excluded == 1
    assert any(
        note.startswith("Queries without a relevant document: 1") for note in reports[0].notes
    )
    assert reports[0].tables[0].rows[0].label == "bm25 (lucene)"


def test_figures_as_data_and_in_the_terminal(fruit):
    """One record for each measure, with its interval; what was not measured is not there."""
    found = json.loads(fruit(*JUDGED, "--json", "--csv", "r.csv").out)
    recall = next(one for one in found if one["measure"] == "Recall@20")
    assert (recall["value"], recall["queries"], recall["stderr"]) == (1, 3, None)
    assert recall["low"] < recall["high"] == 1
    assert Path("r.csv").read_text().startswith("system,measure,value,stderr,low,high,queries")
    said = fruit(*JUDGED).out
    assert all(part in said for part in ("Recall@100", "bm25 (lucene)", "1.00"))


def test_chosen_cutoffs_and_the_figures_of_each_query(fruit, reports):
    """Recall and nDCG at these ranks; by query as CSV or JSON, empty where there is no figure."""
    fruit(*JUDGED, "--cutoffs", "1, 2", "--ranker", "naive", "--by-query", "by.csv")
    got = cells(reports[0])
    # Of q1 both are first, d0 and d1; q2's d3 is fourth, beyond the two that were retrieved.
    wanted = {"Recall@1": 0.5, "Recall@2": 2 / 3, "nDCG@1": 0.5, "nDCG@2": 0.5, "MAP": 0.5}
    assert {name: got[name] for name in wanted} == pytest.approx(wanted)
    assert got["MRecall@3"] is None
    assert Path("by.csv").read_text().splitlines() == [
        "query,Recall@1,Recall@2,MRecall@3,nDCG@1,nDCG@2,MAP,MRR", "q1,0.5,1.0,,1.0,1.0,1.0,1.0",
        "q2,0.0,0.0,,0.0,0.0,0.0,0.0", "q3,1.0,1.0,,,,,",
    ]  # fmt: skip
    fruit(*JUDGED, "--by-query", "by.json")
    fruit(*JUDGED, "--by-query", "by.jsonl")
    found = json.loads(Path("by.json").read_text())
    assert [json.loads(line) for line in Path("by.jsonl").read_text().splitlines()] == found
    assert found[2]["query"] == "q3"
    assert found[2]["MRR"] is None


def test_a_folder_in_beirs_layout(fruit, reports):
    """Corpus, queries and qrels by the folder alone; one without the file is named."""
    Path("beir/qrels").mkdir(parents=True)
    for name, place in (("corpus.jsonl", ""), ("queries.jsonl", ""), ("test.tsv", "qrels")):
        (Path("beir") / place / name).write_text(Path(name).read_text())
    fruit("retrieve", "--corpus", "beir", "--queries", "beir", "--qrels", "beir")
    fruit(*JUDGED)
    assert cells(reports[0]) == cells(reports[1])
    Path("empty").mkdir()
    assert (
        "--qrels empty: the folder has none of" in fruit(*SEARCH, "--qrels", "empty", check=2).err
    )


def test_lancedb_through_the_same_command(fruit, reports):
    """Its table is built, opened the second time, and refused for another corpus."""
    pytest.importorskip("lancedb")
    place = ("--ranker", "lance", "--index", "table")
    fruit(*JUDGED, *place)
    fruit(*JUDGED, *place)
    assert cells(reports[0]) == cells(reports[1])
    assert cells(reports[0])["Recall@20"] == 1
    assert reports[0].tables[0].rows[0].label == "lancedb full text (its own BM25)"
    vectors = ("--ranker", "lance", "--embedder", "hashing", "--index", "vectors")
    fruit(*JUDGED, *vectors)
    assert "hashing-256" in reports[2].tables[0].rows[0].label
    assert cells(reports[2])["Recall@20"] == 1
    Path("corpus.jsonl").write_text('{"_id": "d0", "text": "apple"}\n')
    assert "a table of other documents (5 of them)" in fruit(*JUDGED, *place, check=2).err
    assert "needs --index" in fruit(*JUDGED, "--ranker", "lance", check=2).err


@pytest.mark.parametrize(
    ("ranker", "embedder"), [("bm25", "hashing"), ("dense", "lsa"), ("hybrid", "hashing")]
)
def test_a_ranker_and_its_saved_index(fruit, reports, ranker, embedder):
    """The saved index gives the figures of the one that was just built."""
    options = (*JUDGED, "--ranker", ranker, "--embedder", embedder, "--index", "index")
    fruit(*options)
    assert Path("index/index.json").exists()
    Path("index/index.json").touch()
    before = Path("index/index.json").read_text()
    fruit(*options)
    assert Path("index/index.json").read_text() == before
    assert cells(reports[0]) == pytest.approx(cells(reports[1]), nan_ok=True)


def test_a_saved_index_that_is_another_is_refused(fruit):
    """Of another ranker, another variant or another corpus."""
    fruit(*JUDGED, "--index", "index")
    assert "ask for" in fruit(*JUDGED, "--index", "index", "--ranker", "naive", check=2).err
    assert "ask for" in fruit(*JUDGED, "--index", "index", "--variant", "atire", check=2).err
    assert "other documents" in fruit(*JUDGED, "--index", "index", "--chunk", "5", check=2).err


def test_a_document_ranks_as_its_best_chunk(tamis_here, reports):
    """Two chunks of one document do not take the place of another document."""
    text = "pear. " * 3
    lines("corpus.jsonl", [{"id": "a#1", "text": text}, {"id": "b", "text": f"plum cake, {text}"}])
    lines("queries.jsonl", [{"id": "q", "text": "pear"}])
    tamis_here(*SEARCH, "--chunk", "6", "--k", "2", "--run-out", "run")
    assert sorted(doc for doc, _ in read_run(Path("run"))["q"]) == ["a#1", "b"]


def test_a_run_of_another_system_is_evaluated(tamis_here, reports):
    """No corpus is needed; a judged query without a ranking found nothing."""
    write_run(Path("run"), {"q1": [("a", 2), ("x", 1), ("y", 0.5)], "other": [("a", 1)]})
    write_qrels(Path("qrels"), {"q1": {"a": 1, "b": 1}, "q2": {"a": 1}})
    tamis_here("retrieve", "--run", "run", "--qrels", "qrels", "--k", "20")
    assert cells(reports[0])["Recall@20"] == 0.25
    assert cells(reports[0])["Recall@40"] is None
    notes = " ".join(reports[0].notes)
    assert "Queries without judgements, left out: 1" in notes
    assert "Queries for which nothing was retrieved: 1" in notes
    tamis_here("retrieve", "--run", "run", "--qrels", "qrels")
    assert cells(reports[1])["Recall@20"] == 0.25  # of a system that stops early, too
    assert cells(reports[1])["nDCG@3"] == pytest.approx(1 / (1 + 1 / math.log2(3)) / 2)


def test_passages_of_loft_are_merged_to_pages(tamis_here, reports):
    """Corpus, qrels and a run of passages all speak of pages."""
    passages = [("p_1_0", "A", "apple"), ("p_2_0", "B", "pear"), ("p_1_1", "A", "plum")]
    lines(
        "corpus.jsonl",
        [{"pid": p, "title_text": t, "passage_text": x, "metadata": {}} for p, t, x in passages],
    )
    query = {"qid": "1", "query_text": "plum", "metadata": {"qrels": [["p_1_0", 1]]}}
    lines("queries.jsonl", [{**query, "answers": ["A"]}])
    tamis_here(*SEARCH, "--run-out", "run", "--qrels-out", "qrels")
    assert read_qrels(Path("qrels")) == {"1": {"p_1": 1}}
    assert [doc for doc, _ in read_run(Path("run"))["1"]] == ["p_1"]
    assert cells(reports[0])["Recall@20"] == 1
    write_run(Path("run"), {"1": [("p_1_1", 2), ("p_1_0", 1)]})
    tamis_here(*SEARCH, "--run", "run")
    assert cells(reports[1])["nDCG@1"] == 1


def test_queries_without_golds_and_ties_are_told(fruit, reports):
    """Their rankings are kept if a file for them is named; else it is said what to give."""
    said = fruit(*SEARCH, "--run-out", "run")
    assert "Without relevant documents there are no figures" in said.out
    assert list(read_run(Path("run"))) == ["q1", "q2"]
    assert "give --qrels" in fruit(*SEARCH, check=2).err
    assert reports == []
    # The naive ranker scores all documents alike, which other programs would sort by id.
    fruit(*JUDGED, "--ranker", "naive", "--run-out", "run")
    assert any("with the same score as the one before: 12" in note for note in reports[0].notes)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "give --corpus and --queries"),
        (("--run", "none", "--index", "i"), "it cannot be used with --index"),
        (("--run", "none"), "there are no relevant documents"),
        ((*SEARCH[1:], "--qrels", "none"), "none does not exist"),
        ((*JUDGED[1:], "--ranker", "dense"), "needs an --embedder"),
        ((*JUDGED[1:], "--variant", "bm26"), "there is no BM25 'bm26'"),
        ((*JUDGED[1:-1], "strange.txt"), "judges none of the queries"),
        *[((*JUDGED[1:], "--cutoffs", cuts), "whole numbers from 1") for cuts in ("0", "5,", "x")],
        ((*JUDGED[1:], "--by-query", "b.txt"), ".csv, .json or .jsonl"),
    ],
)
def test_what_the_user_gets_wrong(fruit, args, said):
    """One sentence, exit code 2."""
    Path("strange.txt").write_text("x 0 d0 1\n")
    assert said in fruit("retrieve", *args, check=2).err


@pytest.mark.skipif(not QUEST.exists(), reason=f"{QUEST} is not here")
@pytest.mark.parametrize("ranker", ["bm25", "dense"])
def test_figures_on_real_queries_are_those_of_ir_measures(tamis_here, reports, ranker):
    """Queries of QUEST, and titles, over 855 pages: recall and nDCG of the files written."""
    pages: dict[str, list[str]] = {}
    near: dict[str, list[str]] = {}
    for line in (QUEST / "page_chunks_sample.jsonl").open():
        record = json.loads(line)
        near[record["query"]] = list(dict.fromkeys(doc["title"] for doc in record["docs"]))
        for doc in record["docs"]:
            pages.setdefault(doc["title"], []).append(doc["chunk"])
    lines("corpus.jsonl", [{"title": t, "text": "\n".join(x)} for t, x in pages.items()])
    records = [json.loads(line) for line in (QUEST / "train_records_sample.jsonl").open()]
    # Most golds are not among the pages at hand, so the nearest pages stand in for golds too.
    for record in records:
        wanted = near.get(record["query"], [])[:5]
        record["docs"] = list(dict.fromkeys([*record["docs"], *wanted]))
    records += [{"query": title, "docs": [title]} for title in list(pages)[::171]]
    lines("queries.jsonl", records)
    files = ("--run-out", "run", "--qrels-out", "qrels")
    tamis_here(*SEARCH, "--ranker", ranker, "--embedder", "hashing", "--k", "100", *files)
    names = ["R@20", "R@40", "R@100", "nDCG@100", "AP@100", "RR@100"]
    expected = ir_measures.calc_aggregate(
        [ir_measures.parse_measure(name) for name in names],
        list(ir_measures.read_trec_qrels("qrels")),
        list(ir_measures.read_trec_run("run")),
    )
    got = cells(reports[0])
    assert got["n"] == 55
    assert 0 < got["Recall@100"] < 1
    for measure, value in expected.items():
        ours = {"AP@100": "MAP", "RR@100": "MRR"}.get(str(measure))
        ours = ours or str(measure).replace("R@", "Recall@")
        assert got[ours] == pytest.approx(value, abs=1e-9), ours
    run, qrels = read_run(Path("run")), read_qrels(Path("qrels"))
    complete = [
        len({doc for doc, _ in run[q][:3]} & set(golds)) >= min(3, len(golds))
        for q, golds in qrels.items()
    ]
    assert got["MRecall@3"] == pytest.approx(fmean(complete)) != 0


@pytest.mark.skipif(not LOFT.exists(), reason=f"{LOFT} is not here")
def test_queries_of_loft_bring_their_qrels():
    """The ten released questions, whose golds are passages."""
    queries = read_queries(LOFT / "rag_quest" / "queries.jsonl")
    assert len(queries) == 10
    assert queries[1].id == "11879839"
    assert list(queries[1].golds) == ["quest_154285_0", "quest_155326_0", "quest_169419_0"]
    assert [q.golds for q in read_queries(LOFT / "retrieval_quest" / "queries.jsonl")] == [
        q.golds for q in queries
    ]


def test_queries_of_each_kind(tmp_path):
    """BEIR, plain, LOFT without qrels, QUEST, and lines with a tab."""
    path = tmp_path / "q.jsonl"
    records = [
        {"_id": "b", "text": "one", "metadata": {}},
        {"id": 7, "text": "two"},
        {"qid": "l", "query_text": "three", "answers": ["A", "B"]},
        {"qid": "m", "query_text": "four", "answers": []},
        {"query": "five", "docs": ["C", {"title": "D", "chunk": "x"}]},
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    got = [(q.id, q.text, q.golds and dict(q.golds)) for q in read_queries(path)]
    assert got == [
        ("b", "one", None), ("7", "two", None), ("l", "three", {"A": 1, "B": 1}), ("m", "four", {}),
        ("5", "five", {"C": 1, "D": 1}),
    ]  # fmt: skip
    (table := tmp_path / "q.tsv").write_text("1\tone\n\n2\ttwo\twords\n")
    assert [(q.id, q.text) for q in read_queries(table)] == [("1", "one"), ("2", "two\twords")]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("q.jsonl", '{"_id": "1", "text": "a"}\n{"_id": "1", "text": "b"}\n', "line 2: the id '1'"),
        ("q.jsonl", '{"_id": "1", "text": " "}\n', "line 1: the query has no text"),
        ("q.jsonl", '{"text": "a"}\n', "line 1 is no query with an id"),
        ("q.jsonl", '{"query": "a", "docs": [3]}\n', 'line 1: "docs" is no list of titles'),
        ("q.tsv", "1 one\n", "line 1 has no tab"),
        ("q.tsv", b"1\t\xff\n", "is not UTF-8"),
    ],
)
def test_what_is_no_query(tmp_path, name, text, said):
    """One sentence that names the file, the line and what is wrong."""
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as error:
        read_queries(path)
    assert said in str(error.value)
    assert str(error.value).startswith(str(path))


def test_golds_are_ids_or_pages_or_titles():
    """An id goes before a page and a page before a title; what is unknown stays, and is counted."""
    documents = [Document("1", "A", ""), Document("2", "B", ""), Document("3", "1", "")]
    golds = {"q": {"1": 1, "B": 2, "2_0": 1, "gone": 1, "judged, gone": 0}, "none": {}}
    got, unknown = in_corpus(golds, Catalogue(documents), {"2_0": "2"})
    assert got == {"q": {"1": 1, "2": 2, "gone": 1, "judged, gone": 0}, "none": {}}
    assert unknown == 1
    with pytest.raises(InputError, match="title of several documents"):
        in_corpus({"q": {"A": 1}}, Catalogue([*documents, Document("4", "A", "")]))


def test_what_is_left_out_is_counted(fruit, reports):
    """Unjudged queries, judged ones that were not asked, golds that are none, unread files."""
    lines("queries.jsonl", [{"query": "apple", "docs": ["d0", "gone"]}, {"query": "x", "docs": []}])
    fruit(*SEARCH, "--qrels-out", "out")
    notes = " ".join(reports[0].notes)
    assert "Golds that are not in the corpus: 1;" in notes
    assert "which out cannot hold: 1." in notes
    assert "Queries for which nothing was retrieved: 1;" in notes
    assert cells(reports[0])["Recall@20"] == 0.75
    lines("queries.jsonl", [*QUERIES[:1], {"_id": "q9", "text": "plum"}])
    fruit(*JUDGED)
    notes = " ".join(reports[1].notes)
    assert "Queries without judgements, left out: 1." in notes
    assert "Judged queries that were not asked, left out: 2." in notes
    assert cells(reports[1])["n"] == 1
    Path("docs").mkdir()
    for name, data in (("a.txt", b"apple"), ("b.txt", b"\xff"), ("c.txt", b" ")):
        (Path("docs") / name).write_bytes(data)
    lines("queries.jsonl", [{"query": "apple", "docs": ["a.txt"]}])
    fruit("retrieve", "--corpus", "docs", "--queries", "queries.jsonl")
    notes = " ".join(reports[2].notes)
    assert "Files of the corpus that could not be read: 2. The first, b.txt, is not UTF-8" in notes
    assert cells(reports[2])["Recall@20"] == 1
