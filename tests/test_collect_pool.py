"""Pools of candidates: gathered from logs, and carried through the file that raters fill in."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.scorer import Score

from tamis.benchmarks.quest.ratings import PoolRow, parse_rating, read_pool, write_pool
from tamis.collect.pooling import Answered, RunAnswers, merge, pool, read_answers
from tamis.types import Candidate, InputError

LIONS = "Finnish films about lions"


def candidate(title, doc_id=None, judgment=True, verdict=None, pro=(), contra=()):
    """A candidate as the score of a quest run holds it; quotes are (document, text)."""
    quotes = [[{"doc_id": doc, "text": text} for doc, text in side] for side in (pro, contra)]
    return {
        "title": title,
        "doc_id": doc_id,
        "judgment": judgment,
        "verdict": verdict,
        "evidence_for": quotes[0],
        "evidence_against": quotes[1],
    }


def sample(qid, question, titles=(), original=(), candidates=(), outcome="ok", epoch=1):
    """A scored sample of a quest run."""
    about = {
        "outcome": outcome,
        "titles": list(titles),
        "original": list(original),
        "candidates": list(candidates),
    }
    scores = {"sets": Score(value={"f1": 1.0}, metadata=about)}
    return EvalSample(id=qid, epoch=epoch, input=question, target="", scores=scores)


def write_log(path: Path, samples, model="lab/one", task_args=None, **identity) -> Path:
    """A log as Inspect writes it, of samples that nobody had to run."""
    spec = EvalSpec(
        created="2025-01-01T00:00:00+00:00",
        task="tamis/quest",
        dataset=EvalDataset(name="quest", sample_ids=[s.id for s in samples]),
        model=model,
        config=EvalConfig(),
        task_args=task_args or {},
        metadata={"benchmark": "quest", **identity},
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_eval_log(EvalLog(status="success", eval=spec, samples=list(samples)), str(path))
    return path


def answered(qid="1", question=LIONS, titles=(), original=(), candidates=()):
    """An answer as `read_answers` gives it."""
    return Answered(qid, question, "ok", tuple(titles), tuple(original), tuple(candidates))


def test_a_log_of_several_runs_is_read_as_these(tmp_path):
    """What each method has answered stays its own, under the question's id."""
    runs = {name: {"benchmark": "quest", "condition": name} for name in ("RAG", "CiC")}
    samples = [sample(f"1@{name}", LIONS, titles=[name]) for name in runs]
    write_log(tmp_path / "both.eval", samples, runs=runs)
    found = [[(one.qid, one.titles) for one in run.answers] for run in read_answers([tmp_path])]
    assert found == [[("1", ("RAG",))], [("1", ("CiC",))]]


def test_candidates_of_all_runs_and_the_golds_become_one_row_each(tmp_path):
    """TRUE and FALSE candidates of two logs meet the golds; a quote that both cite is one."""
    shared = ("d2", "a lion\nroams Turku")
    write_log(
        tmp_path / "a.eval",
        [
            sample(
                "1",
                LIONS,
                titles=["Lion Man", "Gold One"],
                original=["Gold One", "Gold Two"],
                candidates=[
                    candidate("Lion Man", "d2", pro=[shared]),
                    candidate("Gold One", "d1", pro=[("d1", "it is")]),
                    candidate("Not This", "d3", judgment=False, contra=[("d3", "a tiger")]),
                    candidate("Taken Back", "d4", judgment=True, verdict=False),
                    candidate("Unread", "d5", judgment=None),
                ],
            )
        ],
    )
    write_log(
        tmp_path / "b.eval",
        [
            sample(
                "1",
                LIONS,
                titles=["Typed Only"],
                original=["Gold One", "Gold Two"],
                candidates=[candidate("Lion Man", "d2", judgment=False, pro=[shared])],
            )
        ],
        model="lab/two",
    )
    rows = pool(read_answers([tmp_path]))
    assert [(r.title, r.doc_id, r.proposed_by, r.in_original) for r in rows] == [
        ("Gold One", "d1", ("lab/one+",), True), ("Gold Two", "", (), True),
        ("Lion Man", "d2", ("lab/one+", "lab/two-"), False),
        ("Not This", "d3", ("lab/one-",), False), ("Taken Back", "d4", ("lab/one-",), False),
        ("Typed Only", "", ("lab/two+",), False), ("Unread", "d5", ("lab/one?",), False),
    ]  # fmt: skip
    assert rows[2].evidence_for == ('lab/one; lab/two: "a lion roams Turku" [d2]',)
    assert rows[3].evidence_against == ('lab/one: "a tiger" [d3]',)
    assert {row.rating for row in rows} == {""}


def test_runs_are_told_apart_by_their_settings_and_repeats_are_one_run(tmp_path):
    """Two strategies of one model are two runs; a second log with the same settings is not."""
    for name, strategy in (("a", "direct"), ("b", "justified"), ("c", "justified")):
        taken = sample("1", LIONS, titles=["X"], candidates=[candidate("X")])
        write_log(tmp_path / name / "log.eval", [taken], strategy=strategy)
    (row,) = pool(read_answers([tmp_path]))
    assert row.proposed_by == ("lab/one [strategy=direct]+", "lab/one [strategy=justified]+")


def test_samples_without_a_score_and_unread_answers_are_counted(tmp_path):
    """An errored sample is counted apart; unparsed is an outcome, empty an answer."""
    samples = [
        EvalSample(id="1", epoch=1, input=LIONS, target=""),
        sample("2", "q2", original=["X"], outcome="unparsed"),
        sample("3", "q3", original=["X"], outcome="empty"),
    ]
    (run,) = read_answers([write_log(tmp_path / "a.eval", samples)])
    assert (run.unscored, dict(run.unread), len(run.answers)) == (1, {"unparsed": 1}, 2)


def test_a_log_of_something_else_is_refused_by_name(tmp_path):
    """The sentence names the log and the sample."""
    other = EvalSample(id="k7", epoch=1, input="q", target="", scores={"x": Score(value=1)})
    path = write_log(tmp_path / "kitab.eval", [other])
    with pytest.raises(InputError, match=r"kitab\.eval, sample k7: .*outcome.*tamis run quest"):
        read_answers([path])
    (tmp_path / "no.eval").write_text("no log")
    with pytest.raises(InputError, match=r"no\.eval is not an Inspect log"):
        read_answers([tmp_path / "no.eval"])


def test_samples_of_pairs_belong_to_their_question(tmp_path):
    """A verifier's run has a sample for each pair, whose metadata names the question."""
    pairs = [sample(f"1/d{n}", LIONS, candidates=[candidate(f"T{n}", f"d{n}")]) for n in (1, 2)]
    pairs = [pair.model_copy(update={"metadata": {"qid": "1"}}) for pair in pairs]
    rows = pool(read_answers([write_log(tmp_path / "a.eval", pairs)]))
    assert [(row.qid, row.title) for row in rows] == [("1", "T1"), ("1", "T2")]


def test_the_same_document_or_spelling_is_the_same_candidate_and_case_is_not():
    """Curly quotes, blanks and composed accents do not part titles; "It" and "IT" are two."""
    runs = [
        RunAnswers(
            "m",
            (
                answered(
                    original=["The Bear’s  Ame\u0301"],
                    candidates=[
                        Candidate("The Bear's Amé", "d1", judgment=True),
                        Candidate("The Bear (film)", "d1", judgment=True),
                        Candidate("It", "d2", judgment=True),
                        Candidate("IT", "d3", judgment=True),
                    ],
                ),
            ),
        )
    ]
    rows = pool(runs)
    assert [row.title for row in rows] == ["IT", "It", "The Bear’s  Ame\u0301"]
    assert rows[2].doc_id == "d1"


def test_a_question_without_candidates_keeps_its_place():
    """It has one row with an empty title, until some run proposes a candidate."""
    empty = RunAnswers("m", (answered("1"), answered("2", "q2", original=["X"])))
    rows = pool([empty])
    assert [(row.qid, row.title, row.unrated) for row in rows] == [
        ("1", "", False),
        ("2", "X", True),
    ]
    more = RunAnswers("n", (answered("1", titles=["Y"]),))
    assert [(row.qid, row.title) for row in merge(rows, pool([more]))] == [("1", "Y"), ("2", "X")]


def test_runs_of_different_data_are_not_pooled():
    """Another question or other golds under the same qid are one sentence each."""
    one = RunAnswers("m", (answered(original=["X"]),))
    with pytest.raises(InputError, match=r'question 1 is "Finnish.*" in one place and "other"'):
        pool([one, RunAnswers("n", (answered(question="other", original=["X"]),))])
    with pytest.raises(InputError, match='question 1: "Y" is an original gold for one part'):
        pool([one, RunAnswers("n", (answered(original=["X", "Y"]),))])


def test_the_first_rating_and_the_best_mark_stay():
    """Where a document is the same so is the candidate, whatever its title; none is lost."""
    first = PoolRow("1", "1?", "Alpha", "d1", ("a?", "b-"), False, ("q",), (), "MATCH", "c", "ann")
    again = replace(
        first, title="Alfa", proposed_by=("a-", "b+", "c?"), evidence_for=("q", "r"),
        evidence_against=("s",), rating="NO_MATCH", comment="x", rater="bo",
    )  # fmt: skip
    bare = PoolRow("1", "1?", "Beta", "", ("a?",))
    noted = replace(bare, comment="hm", rater="bo", rating="DEBATABLE")
    assert merge([first, bare], [again, noted], [PoolRow("1", "1?", "Beta", "d9", ("a+",))]) == [
        replace(first, proposed_by=("a-", "b+", "c?"), evidence_for=("q", "r"),
                evidence_against=("s",)),
        replace(noted, doc_id="d9", proposed_by=("a+",)),
    ]  # fmt: skip


NASTY = [
    PoolRow("1", "a, b\nand \"c\"", "=Sum"),
    PoolRow("1", "a, b\nand \"c\"", "-30-", in_original=True, rating="NO_MATCH", rater="Åse"),
    PoolRow("1", "a, b\nand \"c\"", "+1 (novel)", "@doc", comment="'=x'"),
    PoolRow(
        *("2", "千と千尋", "'Tis Pity, \"She\"; a\tb", "d", ("m, x+", "n-"), True),
        evidence_for=("a: \"x\ty\" [d]", "b: \"z\" [d]"),
    ),
    PoolRow("2", "千と千尋", "\tTab", rating="DEBATABLE", comment="one\ntwo"),
    PoolRow("2", "千と千尋", "'=Quoted"),
    PoolRow("2", "千と千尋", " -12"),
    PoolRow("3", "no candidates", ""),
]  # fmt: skip


@pytest.mark.parametrize("name", ["pool.csv", "pool.jsonl"])
def test_what_was_written_is_read_back(tmp_path, name):
    """Commas, line breaks, quotes, other scripts and titles like formulas survive both forms."""
    write_pool(tmp_path / name, NASTY)
    assert read_pool(tmp_path / name).rows == tuple(NASTY)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_no_cell_of_a_csv_begins_like_a_formula(tmp_path):
    """What another program reads has an apostrophe before each of the signs, and only there."""
    write_pool(tmp_path / "pool.csv", NASTY)
    with (tmp_path / "pool.csv").open(encoding="utf-8-sig", newline="") as file:
        records = list(csv.DictReader(file))
    assert [record["title"] for record in records] == [
        *("'=Sum", "'-30-", "'+1 (novel)", '\'Tis Pity, "She"; a\tb'),
        *("'\tTab", "''=Quoted", "' -12", ""),
    ]
    assert [record["in_original"] for record in records[:2]] == ["no", "yes"]
    assert not any(cell[:1] in "=+-@\t" for r in records for cell in r.values() if cell)


TEXT = st.text(
    st.one_of(st.sampled_from("=+-@'\t,;\"\n\r x"), st.characters(exclude_categories=["Cs"]))
)


@given(title=TEXT, comment=TEXT, question=TEXT)
def test_any_text_survives_the_file(tmp_path_factory, title, comment, question):
    """No text of a title, a question or a comment is changed by writing and reading it."""
    row = PoolRow("1", question, title, comment=comment)
    for name in ("pool.csv", "pool.jsonl"):
        path = tmp_path_factory.getbasetemp() / name
        write_pool(path, [row])
        assert read_pool(path).rows == (row,)


HEADER = "qid,question,title,in_original,rating,comment,rater\n"


def test_a_spreadsheet_may_change_the_separator_and_add_columns_and_lines(tmp_path):
    """Semicolons, CRLF, an unnamed column and an empty line at the end are read as they are."""
    text = HEADER.replace(",", ";").strip() + ";;\r\n1;q;A, B;yes;no match;;;;\r\n;;;;;;;;\r\n"
    (tmp_path / "pool.csv").write_bytes(text.encode())
    (row,) = read_pool(tmp_path / "pool.csv").rows
    assert (row.title, row.in_original, row.rating) == ("A, B", True, "NO_MATCH")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEADER + '1,"q\nq",A,yes,m,,\n1,"q\nq",B,yes,eh,,\n', "line 4: there is no rating 'eh'"),
        (HEADER + "1,q,A,maybe,m,,\n", "line 2: `in_original` is 'maybe'"),
        (HEADER + "1,q,A,yes\n", "line 2: 4 cells where the first line names 7"),
        (HEADER + '1,q,"A,yes,m,,\n', "line 2: not valid CSV"),
        ("qid,question,title,rating\n", 'line 1: the column "in_original" is missing'),
        (HEADER.replace("comment", "notes"), 'the column "notes" is not known'),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_csv_is_named_with_its_line(tmp_path, text, said):
    """The line is that of the file, also after cells with line breaks."""
    path = tmp_path / "ann.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_pool(path)
    assert str(path) in str(error.value)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2 is not JSON"),
        (
            '{"qid": "1", "question": "", "title": "", "in_original": "yes", "rating": ""}',
            'line 2: "in_original" must be true or false',
        ),
    ],
)
def test_what_is_wrong_in_json_lines_is_named_with_its_line(tmp_path, line, said):
    """As for CSV."""
    (tmp_path / "p.jsonl").write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_pool(tmp_path / "p.jsonl")


def test_files_that_are_no_text_or_of_no_form_are_one_sentence(tmp_path):
    """Not UTF-8, or a name that says no form."""
    (tmp_path / "a.csv").write_bytes("título".encode("latin-1"))
    with pytest.raises(InputError, match="is not UTF-8"):
        read_pool(tmp_path / "a.csv")
    with pytest.raises(InputError, match=r"end its name in \.csv or \.jsonl"):
        write_pool(tmp_path / "pool.xlsx", NASTY)


def test_a_write_that_is_cut_leaves_the_old_file(tmp_path, monkeypatch):
    """What stops before the renaming has changed nothing that a rater would open."""
    path = tmp_path / "pool.csv"
    write_pool(path, NASTY)

    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_pool(path, NASTY[:1])
    assert read_pool(path).rows == tuple(NASTY)


@pytest.mark.parametrize(
    ("text", "bucket"),
    [
        ("m", "MATCH"), (" matches ", "MATCH"), ("Debateable", "DEBATABLE"),
        ("No-Match", "NO_MATCH"), ("no", "NO_MATCH"), ("", None), ("match?no", None),
    ],
)  # fmt: skip
def test_ratings_in_their_usual_spellings(text, bucket):
    """Case, blanks and marks do not matter; anything else is no rating."""
    assert parse_rating(text) == bucket
