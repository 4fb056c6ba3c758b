"""The QUEST task on a model that fails, and around a run: baselines, golds, pools, comparisons."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from quest_script import (
    AUCTION,
    CARILLON,
    CUSTOMS,
    DEBATABLE,
    ECLIPSE,
    IDS,
    JUSTIFIED,
    LETTERS,
    QID,
    QUESTIONS,
    REGATTA,
    REVISED,
    SALVAGE,
    Asked,
    desk,
    figures,
    titles,
)
from quest_script import reply as script_reply
from server import Fault, Reply
from tamis.answering.methods import CLOSED_BOOK
from tamis.benchmarks.quest import published, tables
from tamis.benchmarks.quest.ratings import read_pool, write_pool
from tamis.report.logs import read_runs, samples_of
from tidied import tables as tidy

__all__ = ["desk"]

TOO_LONG = Fault(400, "This model's maximum context length is 9 tokens", "context_length_exceeded")


def sets(values, gold="revised", variant="paper"):
    """Precision, recall and F1 of one answer."""
    return [values[f"{gold}_{variant}_{measure}"] for measure in ("precision", "recall", "f1")]


def unscored(values):
    """Whether nothing of an answer was read, which counts 0."""
    read = [values[f"read_revised_paper_{measure}"] for measure in ("precision", "recall", "f1")]
    return sets(values) == [0, 0, 0] and all(map(math.isnan, read))


def test_a_verdict_that_fails_fails_its_question_alone(desk):
    """Said, with exit code 1; the same command asks just that verdict."""

    def broken(asked: Asked):
        return 500 if asked.candidate == "Cinder Road" else None

    desk.lab.special = broken
    args = ["RAG Justified QA + Verification", "--max-retries", "0"]
    said = desk.run(*args, check=1)
    assert (
        f"INCOMPLETE: 1 of 6 samples failed. First cause: {desk.lab.model}: the server" in said.err
    )
    assert "Run the same command again" in said.err
    run = desk.only_run()
    assert (run.expected, run.answered, sum(run.failures.values())) == (6, 5, 1)
    assert SALVAGE not in {q for q, values in figures(run).items() if values}
    del desk.lab.asked[:]
    desk.lab.special = lambda asked: None
    desk.run(*args)
    assert [asked.candidate for asked in desk.lab.asked] == ["Cinder Road"]
    run = desk.only_run()
    assert (run.expected, run.answered, run.failures) == (6, 6, {})
    assert sets(figures(run)[SALVAGE]) == [1, 1, 1]


def test_of_a_reply_that_breaks_off_the_whole_candidates_count(desk):
    """Cut in the third candidate: Amber Harbour was judged TRUE, Brass (film) FALSE."""
    whole = JUSTIFIED[SALVAGE]
    cut = Reply.cut(whole[: whole.index("Dust and Tide") + 4])
    desk.lab.special = lambda asked: cut if asked.question == SALVAGE else None
    desk.run("CiC Justified QA")
    found = figures(desk.only_run())
    assert {q: values["truncated"] for q, values in found.items() if values["truncated"]} == {
        SALVAGE: 1
    }
    assert found[SALVAGE]["candidates"] == 2
    # A list that was cut is worth nothing; what it holds is scored beside.
    assert sets(found[SALVAGE]) == [0, 0, 0]
    read = [found[SALVAGE][f"read_revised_paper_{name}"] for name in ("precision", "recall", "f1")]
    assert read == [1, 1 / 2, pytest.approx(2 / 3)]


def test_a_model_that_no_prompt_fits_is_no_success(desk):
    """Every prompt too long: exit code 1 and a sentence."""
    desk.lab.special = lambda asked: TOO_LONG
    said = desk.run("CiC Baseline", check=1)
    assert "FAILED: none of 6 replies could be read" in said.err


def test_without_a_model_the_baselines_answer(desk):
    """BM25's first five, the whole corpus, nothing and the golds, worked by hand."""
    said = desk.tamis("run", "quest", "--data", str(desk.data))
    runs = {run.label: figures(run) for run in read_runs([desk.folder / "runs"])}
    assert set(runs) == {"bm25", "whole_corpus", "nothing", "oracle"}
    # A B C F against A B, as D is DEBATABLE; five where there is no gold; H K I B D for H I J.
    bm25 = runs["bm25"]
    assert sets(bm25[SALVAGE]) == [1 / 2, 1, pytest.approx(2 / 3)]
    assert sets(bm25[REGATTA]) == [0, 1, 0]
    assert sets(bm25[CARILLON]) == [2 / 5, pytest.approx(2 / 3), 1 / 2]
    assert bm25[CARILLON]["revised_retrieved_recall@20"] == pytest.approx(2 / 3)
    assert sets(runs["whole_corpus"][SALVAGE]) == [pytest.approx(2 / 11), 1, pytest.approx(4 / 13)]
    # The whole corpus is there to be found in; where nothing was searched, nothing is known.
    assert runs["whole_corpus"][CARILLON]["revised_retrieved_recall@20"] == 1
    assert math.isnan(runs["nothing"][CARILLON]["revised_retrieved_mrecall@3"])
    assert math.isnan(runs["nothing"][CARILLON]["revised_retrieved_recall@20"])
    assert sets(runs["nothing"][SALVAGE]) == [1, 0, 0]
    assert math.isnan(sets(runs["nothing"][SALVAGE], variant="strict")[0])
    assert [sets(runs["oracle"][question]) for question in QUESTIONS] == [[1, 1, 1]] * 6
    assert "oracle (baseline)" in said.out
    assert not desk.lab.asked


PAPER = Path(__file__).parents[2] / "shared/papers/quest-loft.txt"


@pytest.mark.skipif(not PAPER.exists(), reason=f"{PAPER} is not here")
def test_each_published_row_is_one_of_the_table_whose_number_it_has():
    """All rows of Tables 3 to 11, as the text of the paper prints them above each caption."""
    printed, above = set(), []
    for line in PAPER.read_text(encoding="utf-8").splitlines():
        if row := re.fullmatch(r"(.+?)((?: [01]\.\d\d){4,5})", line):
            above.append((row[1], tuple(map(float, row[2].split()))))
        elif caption := re.match(r"Table \d+(?=: )", line):
            printed |= {(caption[0], *row) for row in above}
            above = []
    assert len({number for number, *_ in printed}) == 9
    shown = [
        row
        for gold in published.SECTIONS
        for name in {name for _, name, _ in printed}
        for row in (
            *published.leaderboard(gold, name),
            *published.cited(gold, name, name),
            *published.verification(gold, name, name),
        )
    ]
    numbered = {(r.label.split(", ")[-1], r.group, tuple(r.cells.values())) for r in shown}
    assert numbered == printed


@pytest.mark.parametrize(
    ("args", "short", "candidates"),
    [
        (["k=7"], ["6 of 6"], 36),
        (["k=6"], [], 36),
        # Vectors rank every document.
        (["k=7", "ranker=hybrid", "embedder=hashing"], [], 42),
    ],
)
def test_a_report_says_where_fewer_than_k_documents_were_found(desk, args, short, candidates):
    """By words each question finds six documents; said once of the ranking that methods share."""
    given = [part for one in args for part in ("-T", one)]
    said = desk.run("RAG Baseline,RAG + Verification", *given).out
    found = re.findall(r"(\d+ of \d+) questions have fewer than", " ".join(said.split()))
    assert found == short
    # Only what was found is a candidate.
    assert len(desk.lab.steps("verify")) == candidates


def test_an_answer_without_documents_is_shown_as_titles_however_its_method_is_spelled(desk):
    """`tamis replies` reads it as the run did: no "7" of a title is the id of a document."""
    desk.lab.special = lambda asked: "Final Answer: 7 Lost Harbours"
    for spelled in (CLOSED_BOOK.name, "closed_book"):
        desk.run(spelled, "--out", spelled, "--limit", "1")
        assert "Final Answer: [x 7 Lost Harbours]" in desk.tamis("replies", spelled).out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["-T", "methd=CiC Baseline"], "no parameter 'methd'"),
        (["-T", "golds=silver"], "choose one of original, revised"),
        (["-T", "method=RAG Sorcery"], "there is no method 'RAG Sorcery'"),
        (["-T", "k=0"], "-T k=0 cannot be used"),
        (["-T", "ranker=dense"], "needs -T embedder=lsa"),
        (["-T", "split=dev"], "dev_queries.jsonl does not exist"),
        (["-T", "pairs=pool.csv", "--model", "openai-api/x/y"], "pool.csv"),
        (["-T", "baseline=oracle", "--model", "openai-api/x/y"], "not both"),
    ],
)
def test_a_run_that_cannot_be_is_refused_in_one_sentence(desk, args, said):
    """Exit code 2, and nothing is written."""
    refused = desk.tamis("run", "quest", "--data", str(desk.data), *args, check=2)
    assert said in refused.err
    assert len(refused.err.strip().splitlines()) == 1
    assert not (desk.folder / "runs").exists()


def test_golds_of_ones_own_score_beside_the_others(desk):
    """Only the questions that a version has are scored by it."""
    own = {
        "name": "mine",
        "questions": [
            {"question": f"{SALVAGE}.", "match": ["Amber Harbour"]},
            {"question": AUCTION, "match": ["Gilded  Pier"], "debatable": ["Frost Market"]},
        ],
    }
    (desk.folder / "mine.json").write_text(json.dumps(own))
    said = desk.run("CiC Baseline", "-T", "golds=mine.json,original")
    found = figures(desk.only_run())
    # A B D against A; G against G, whose title is spelled with one blank here.
    assert sets(found[SALVAGE], "mine") == [pytest.approx(1 / 3), 1, 1 / 2]
    assert sets(found[AUCTION], "mine") == [1, 1, 1]
    assert [q for q in QUESTIONS if "mine_paper_f1" in found[q]] == [SALVAGE, AUCTION]
    assert sets(found[SALVAGE], "original") == [pytest.approx(1 / 3), 1 / 2, pytest.approx(2 / 5)]
    assert "revised_paper_f1" not in found[SALVAGE]
    assert "Answers against the mine golds (paper)" in said.out


def test_answers_made_elsewhere_are_scored_alike(desk):
    """Final lists of titles or of ids; what is of no document counts against the answer."""
    answers = {
        SALVAGE: 'Final Answer: ["Amber Harbour", "Brass (film)"]',
        REGATTA: "Final Answer: []",
        CARILLON: 'Final Answer: ["7", "8"]',
        AUCTION: 'I think:\nFinal Answer: ["Moby Dick", "5"]',
        ECLIPSE: 'Final Answer: ["dust and tide"]',
    }
    lines = [json.dumps({"id": QID[q], "text": text}) for q, text in answers.items()]
    (desk.folder / "mine.jsonl").write_text("\n".join(lines))
    said = desk.tamis("score", "quest", "mine.jsonl", "--data", str(desk.data))
    assert "1 ids have no prediction" in said.err
    run = desk.only_run()
    assert (run.label, run.kind, run.identity["condition"]) == (
        "mine", "model", "Answers made elsewhere")  # fmt: skip
    found = figures(run)
    assert sets(found[SALVAGE]) == sets(found[REGATTA]) == sets(found[ECLIPSE]) == [1, 1, 1]
    assert sets(found[CARILLON]) == [1, pytest.approx(2 / 3), pytest.approx(4 / 5)]
    assert sets(found[AUCTION]) == [1 / 2, 1, pytest.approx(2 / 3)]
    # What was retrieved elsewhere is not known.
    assert math.isnan(found[CARILLON]["revised_retrieved_mrecall@3"])
    assert math.isnan(found[CARILLON]["revised_retrieved_recall@20"])
    assert unscored(found[CUSTOMS])
    assert found[CUSTOMS]["missing"] == 1
    (desk.folder / "other.jsonl").write_text('{"id": "999", "text": "Final Answer: []"}')
    said = desk.tamis("score", "quest", "other.jsonl", "--data", str(desk.data), check=2)
    assert "'999'" in said.err


LOFT = Path(__file__).parents[2] / "shared" / "data" / "loft"


@pytest.mark.skipif(not LOFT.exists(), reason=f"{LOFT} is not here")
def test_lofts_own_example_scores_what_lofts_scorer_prints(tamis_here):
    """Ten real questions with LOFT's predictions file: EM, coverage and subspan EM of .1 each."""
    (data := tamis_here.folder / "data").mkdir()
    queries = (LOFT / "rag_quest/queries.jsonl").read_text(encoding="utf-8")
    (data / "test_queries.jsonl").write_text(queries, encoding="utf-8")
    titles = sorted({t for line in queries.splitlines() for t in json.loads(line)["answers"]})
    pages = [
        {"pid": f"quest_{n}_0", "title_text": title, "passage_text": "-"}
        for n, title in enumerate(titles)
    ]
    (data / "corpus.jsonl").write_text("\n".join(map(json.dumps, pages)), encoding="utf-8")
    preds = str(LOFT / "rag_quest/preds.jsonl")
    tamis_here("score", "quest", preds, "--data", str(data), "--out", "scored")
    (run,) = read_runs([tamis_here.folder / "scored/logs"])
    printed = json.loads((LOFT.parent / "golden/loft_reference_scorer.json").read_text())
    for measure, value in printed["example_predictions"]["rag_quest/multi_value_rag"].items():
        figures = [sample.values[f"original_reference_{measure}"] for sample in run.samples]
        assert sum(figures) / len(figures) == pytest.approx(value)


def estimated(desk, method):
    """What `tamis estimate` says of samples, calls and tokens in."""
    given = ("--data", str(desk.data), "-T", f"method={method}")
    said = desk.tamis("estimate", "quest", *given).out.replace(",", "")
    return [int(re.findall(r" (\d+)(?= |$)", line)[0]) for line in said.splitlines()[:3]]


def test_an_estimate_counts_the_calls_and_their_length(desk):
    """Exactly, where no call depends on another; else about as many verdicts as golds."""
    samples, calls, tokens = estimated(desk, "RAG + Verification")
    assert (samples, calls) == (6, 36)
    desk.run("RAG + Verification", "--max-connections", "3")
    assert len(desk.lab.asked) == 36
    # No more calls are in flight than connections.
    assert 1 <= desk.lab.server.most_in_flight <= 3
    sent = sum(len(message) for a in desk.lab.asked for message in a.prompt.messages)
    assert tokens == pytest.approx(sent / 4, rel=0.01)
    samples, calls, _ = estimated(desk, "RAG Justified QA + Verification")
    golds = sum(map(len, REVISED.values()))
    assert 6 + golds < calls <= 6 + 2 * golds
    # Two methods with the same answering step ask it once.
    assert estimated(desk, "RAG Justified QA,RAG Justified QA + Verification")[1] == calls


def test_a_report_has_the_runs_of_many_folders(desk):
    """Two methods side by side."""
    desk.run("RAG Baseline", "--out", "one")
    desk.run(CLOSED_BOOK.name, "--out", "two")
    desk.tamis("report", "one", "two", "--csv", "all.csv", "--html", "page.html", "--latex", "tex")
    board = tidy(desk.folder / "all.csv")["leaderboard-revised-paper"]
    rows = [row for row in board if row["kind"] == "model"]
    assert [row["group"] for row in rows] == ["RAG Baseline", "Closed book"]
    # (1 + 1 + 2/3) / 6, and (4/5 + 1 + 1/2) / 6: one was not read.
    assert [float(row["f1"]) for row in rows] == pytest.approx([8 / 18, 2.3 / 6], abs=1e-3)
    assert [float(row["read_f1"]) for row in rows] == pytest.approx([8 / 15, 2.3 / 5], abs=1e-3)
    assert [(row["n"], row["unread"], row["read"]) for row in rows] == [("6", "1", "5")] * 2
    assert "Answers against the revised golds" in (desk.folder / "page.html").read_text()


def rated(desk):
    """A run pooled and rated as the revised golds say; the pool's rows by question and letter."""
    desk.run("RAG Justified QA + Verification", "--out", "run")
    desk.tamis("pool", "run", "--out", "pool.csv")
    by_id = {id: question for question, id in QID.items()}
    rows, pooled = [], set()
    for row in read_pool(desk.folder / "pool.csv").rows:
        question, letter = by_id[row.qid], LETTERS.get(row.title, row.title)
        rating = "NO_MATCH"
        if letter in REVISED[question]:
            rating = "MATCH"
        if letter in DEBATABLE.get(question, ""):
            rating = "DEBATABLE"
        rows.append(replace(row, rating=rating, rater="ann"))
        pooled.add((question, letter))
    write_pool(desk.folder / "pool.csv", rows)
    return pooled


def test_from_a_run_to_golds_and_back(desk):
    """Every candidate and gold is pooled; golds of ones own then score as the revised ones do."""
    pooled = rated(desk)
    assert pooled == {
        *((SALVAGE, one) for one in ("A", "B", "C", "D", "Phantom Wharf")),
        (REGATTA, "E"),
        *((CARILLON, letter) for letter in "HIJK"),
        *((AUCTION, letter) for letter in "FG"),
        (CUSTOMS, "L"),
        # What could not be read proposes nothing: this is the gold.
        (ECLIPSE, "D"),
    }
    desk.tamis("gold", "build", "pool.csv", "--name", "ours", "--out", "ours.json")
    built = json.loads((desk.folder / "ours.json").read_text())["questions"]
    assert {entry["question"]: entry["match"] for entry in built} == {
        question: titles(letters) for question, letters in REVISED.items()
    }
    calls = len(desk.lab.asked)
    desk.run("CiC Baseline", "-T", "golds=ours.json,revised")
    assert len(desk.lab.asked) == calls + 6
    for values in figures(desk.only_run()).values():
        ours = {key[5:]: value for key, value in values.items() if key.startswith("ours_")}
        theirs = {key[8:]: value for key, value in values.items() if key.startswith("revised_")}
        assert ours == pytest.approx(theirs, nan_ok=True)


def test_the_verifier_alone_on_a_pool(desk):
    """Golds and wrong answers of the pooled runs, each judged on its own document (App. B)."""
    desk.run("RAG Justified QA", "--out", "plain")
    desk.run("RAG Justified QA + Verification", "--out", "run")
    desk.tamis("pool", "run", "plain", "--out", "pool.csv")
    del desk.lab.asked[:]
    said = desk.run("RAG + Verification", "-T", "pairs=pool.csv")
    seen = {(a.question, LETTERS[a.candidate]): a.shown for a in desk.lab.asked}
    # D is DEBATABLE, Phantom Wharf has no document, and no run has answered with E or K.
    pairs = {SALVAGE: "ABC", CARILLON: "HIJ", AUCTION: "FG", CUSTOMS: "L", ECLIPSE: "D"}
    assert seen == {(q, one): (IDS[one],) for q, letters in pairs.items() for one in letters}
    assert len(desk.lab.asked) == 10
    run = desk.only_run()
    sums = [
        sum(sample.values[f"revised_{what}"] for sample in run.samples)
        for what in ("tp", "fp", "fn", "tn")
    ]
    # A B H F D; L; J; C G. Iron Orchard has no verdict, which counts as a wrong one.
    assert sums == [5, 1, 2, 2]
    assert sum(sample.values["verdicts_unread"] for sample in run.samples) == 1
    [row] = [row for row in tables.verifier([run], "revised").rows if row.kind == "model"]
    assert [row.cells[key] for key in ("precision", "recall", "accuracy", "f1", "n")] == (
        pytest.approx([5 / 6, 5 / 7, 7 / 10, 10 / 13, 10])
    )
    read = [row.cells[f"read_{key}"] for key in ("precision", "recall", "accuracy", "f1")]
    assert read == pytest.approx([5 / 6, 5 / 6, 7 / 9, 5 / 6])
    assert (row.cells["unread"], row.cells["read"]) == (1, 9)
    assert "Verification of single candidates" in said.out
    # The reply to a pair is the verdict.
    wrote = {sample.output.completion for _, sample in samples_of(run)}
    assert wrote == {script_reply(asked) for asked in desk.lab.asked}


def test_another_model_may_verify_and_schemas_can_be_left_out(desk):
    """The role `verifier` judges; `structured=false` is for providers that refuse schemas."""
    judge = f"verifier=openai-api/{desk.lab.service}/judge"
    desk.run("RAG Justified QA + Verification", "--model-role", judge, "--limit", "1",
             "-T", "structured=false")  # fmt: skip
    assert {(a.step, a.prompt.body["model"]) for a in desk.lab.asked} == {
        ("justified", "a"),
        ("verify", "judge"),
    }
    assert {a.schema for a in desk.lab.asked} == {None}
