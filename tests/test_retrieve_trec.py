"""Runs and qrels in TREC's files."""

from __future__ import annotations

import tempfile
from pathlib import Path

import ir_measures
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tamis.retrieve.trec import read_qrels, read_run, write_qrels, write_run
from tamis.types import Document, Hit, InputError

IDS = st.text(
    st.sampled_from("a%2058CE\u2003\x85\xa0\t\n 𝔸é") | st.characters(exclude_categories=["Cs"]),
    min_size=1,
)
SCORES = st.floats(allow_nan=False, allow_infinity=False)


def test_a_run_on_disk(tmp_path):
    """Ranks from 1, scores to the last digit, white space percent-encoded."""
    hits = [Hit(Document("Anna and the King", "", ""), 1 / 3), Hit(Document("100%", "", ""), 0.0)]
    ties = write_run(tmp_path / "a.run", {"q 1": hits}, "bm25 (lucene)")
    assert ties == 0
    assert (tmp_path / "a.run").read_text() == (
        "q%201 Q0 Anna%20and%20the%20King 1 0.3333333333333333 bm25-(lucene)\n"
        "q%201 Q0 100% 2 0.0 bm25-(lucene)\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["a.run"]


@given(
    st.dictionaries(
        IDS, st.dictionaries(IDS, SCORES, min_size=1, max_size=4), min_size=1, max_size=4
    )
)
@example({"{": {"{0}": 0.0}})
def test_what_is_written_is_read_back(run):
    """Any ids, any scores, ties included, in our order."""
    ours = {q: sorted(docs.items(), key=lambda pair: -pair[1]) for q, docs in run.items()}
    qrels = {q: {doc: i - 1 for i, doc in enumerate(docs)} for q, docs in run.items()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f"
        ties = write_run(path, ours)
        assert read_run(path) == ours
        assert ties == sum(len(docs) - len({*docs.values()}) for docs in run.values())
        write_qrels(path, qrels)
        assert read_qrels(path) == qrels


def test_ir_measures_reads_what_we_write(tmp_path):
    """Two of three found, the first at rank 2: recall 2/3, reciprocal rank 1/2."""
    run = {"q 1": [("x y", 3.5), ("a b", 3.25), ("c%20d", -1e-9)]}
    write_run(tmp_path / "run", run)
    write_qrels(tmp_path / "qrels", {"q 1": {"a b": 1, "c%20d": 1, "e": 1}})
    recall, rr = ir_measures.R @ 3, ir_measures.RR
    figures = ir_measures.calc_aggregate(
        [recall, rr],
        list(ir_measures.read_trec_qrels(str(tmp_path / "qrels"))),
        list(ir_measures.read_trec_run(str(tmp_path / "run"))),
    )
    assert figures == pytest.approx({recall: 2 / 3, rr: 1 / 2})


def test_the_score_goes_before_the_rank(tmp_path):
    """As for trec_eval; ranks only part ties, and lines may come in any order."""
    path = tmp_path / "run"
    path.write_text("q Q0 a 1 0.5 t\nq Q0 c 3 2 t\n\nq Q0 b 2 2 t\np Q0 a 1 -1e3 t\n")
    assert read_run(path) == {"q": [("b", 2), ("c", 2), ("a", 0.5)], "p": [("a", -1000)]}


@pytest.mark.parametrize(
    "text",
    [
        "q%201 0 a%2520b 2\nq%201 0 7 0\n8 0 c 1\n",
        "query-id\tcorpus-id\tscore\nq 1\ta%20b\t2\nq 1\t7\t0\n8\tc\t1\n",
        "q 1\ta%20b\t2\nq 1\t7\t0\n8\tc\t1\n",
        "QID\tpid\tgrade\nq 1\ta%20b\t2\nq 1\t7\t0\n8\tc\t1\n",
        '{"query-id": "q 1", "corpus-id": "a%20b", "score": 2.0}\n\n'
        '{"query-id": "q 1", "corpus-id": 7, "score": 0}\n'
        '{"corpus-id": "c", "score": 1, "query-id": 8}\n',
    ],
    ids=["trec", "beir", "no header", "other header", "json lines"],
)  # fmt: skip
def test_qrels_in_each_of_their_forms(tmp_path, text):
    """Only TREC's have white space and percent signs encoded."""
    (tmp_path / "qrels").write_text(text)
    expected = {"q 1": {"a%20b": 2, "7": 0}, "8": {"c": 1}}
    assert read_qrels(tmp_path / "qrels") == expected
    write_qrels(tmp_path / "again", {**expected, "none": {}})
    assert (tmp_path / "again").read_text() == "q%201 0 a%2520b 2\nq%201 0 7 0\n8 0 c 1\n"


@pytest.mark.parametrize(
    ("reader", "text", "said"),
    [
        (read_run, "q Q0 d 1 2\n", "f, line 1 has 5 columns"),
        (read_run, "q Q0 d 1 2 t\nq Q0 e x 2 t\n", "f, line 2: `rank` is 'x'"),
        (read_run, "q Q0 d 1 nan t\n", "f, line 1: `score` is 'nan'"),
        (read_run, "q Q0 d 1 2 t\n\nq Q0 d 2 1 t\n", "f, line 3: the document 'd' was ranked"),
        (read_qrels, "q 0 d\n", "f, line 1 has 3 columns"),
        (read_qrels, "q 0 d yes\n", "f, line 1: `grade` is 'yes'"),
        (read_qrels, "q 0 d 1\nq 0 d 0\n", "f, line 2: the document 'd' has the grade 0"),
        (read_qrels, b"q 0 \xff 1\n", "f, line 1 is not UTF-8"),
    ],
)
def test_what_is_no_run_or_qrels(tmp_path, reader, text, said):
    """One sentence that names the file, the line and what is wrong."""
    path = tmp_path / "f"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError, match=rf"{said}.*\.$"):
        reader(path)


@pytest.mark.parametrize("scores", [(1, 2), (float("inf"), 2), (float("nan"), 2)])
def test_scores_that_others_would_sort_otherwise_and_empty_ids_are_refused(tmp_path, scores):
    """Rising and unbounded ones are a mistake of the ranker; the old file stays."""
    path = tmp_path / "run"
    path.write_text("old")
    with pytest.raises(ValueError, match="must not rise"):
        write_run(path, {"q": list(zip("ab", scores, strict=True))})
    assert path.read_text() == "old"
    with pytest.raises(InputError, match="empty"):
        write_qrels(path, {"q": {"": 1}})
