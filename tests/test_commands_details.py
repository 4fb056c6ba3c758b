"""What single commands ask and say: ratings typed by a person, counts, marks, files of reports."""

from __future__ import annotations

import json
import math
from importlib import import_module
from types import SimpleNamespace

import click
import pytest

from tamis.benchmarks import BENCHMARKS, options_of
from tamis.benchmarks.quest.ratings import PoolRow
from tamis.collect.golds import Agreement, GoldQuestion, Ratings
from tamis.collect.pooling import RunAnswers
from tamis.report.document import Report
from tamis.report.elements import Column, Figure, Row, Series, Table
from tamis.report.points import Dots
from tamis.report.runs import Run
from tamis.stats import Estimate
from tamis.types import InputError

gold, report, pool, replies, listing = (
    import_module(f"tamis.cli.{name}") for name in ("gold", "report", "pool", "replies", "list")
)


# Ratings typed by a person.


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("m", ("MATCH", "")), ("Match good one", ("MATCH", "good one")), ("d ", ("DEBATABLE", "")),
        ("n", ("NO_MATCH", "")), ("no", ("NO_MATCH", "")), ("no match", ("NO_MATCH", "")),
        ("no match as it is old", ("NO_MATCH", "as it is old")),
        ("No way", ("NO_MATCH", "way")), ("s", ("skip", "")), ("SKIP", ("skip", "")),
        ("b", ("back", "")), ("ba", ("back", "")), ("q", ("quit", "")), ("quit", ("quit", "")),
    ],
)  # fmt: skip
def test_what_is_typed_for_a_candidate(monkeypatch, typed, answer):
    """A rating with a comment, or a command, in any case."""
    monkeypatch.setattr(click, "prompt", lambda *args, **named: typed)
    assert gold._ask() == answer


@pytest.mark.parametrize("typed", ["", "x", "skipped", "quitter", "s now", "sk ip"])
def test_what_is_not_understood_is_asked_again(monkeypatch, capsys, typed):
    """And the end of the input quits."""
    given = iter([typed])

    def prompt(*args, **named):
        try:
            return next(given)
        except StopIteration:
            raise click.Abort from None

    monkeypatch.setattr(click, "prompt", prompt)
    assert gold._ask() == ("quit", "")
    assert capsys.readouterr().out == f"  not understood: {typed!r}\n"


def row(qid: str = "q1", title: str = "T", rating: str = "", **more) -> PoolRow:
    """A candidate."""
    return PoolRow(qid, f"Q {qid}?", title, rating=rating, **more)


def test_a_candidate_is_shown_without_its_source(capsys):
    """Its quotes, its document, and what was said so far."""
    gold._show(row(doc_id="d", evidence_for=('a+: "x" [d]', "by hand"), rating="MATCH",
                   comment="ok"), "1 of 2")  # fmt: skip
    gold._show(row(evidence_against=('b-: "y" [e]',)), "2 of 2")
    gold._show(row(comment="hm"), "3 of 3")
    assert capsys.readouterr().out.splitlines() == [
        "", "[1 of 2] Q q1?", "  T  [d]", "  for:", '    "x" [d]', "    by hand",
        "  against: nothing cited", "  so far: MATCH ok",
        "", "[2 of 2] Q q1?", "  T", "  for: nothing cited", "  against:", '    "y" [e]',
        "", "[3 of 3] Q q1?", "  T", "  for: nothing cited", "  against: nothing cited",
        "  so far: no rating hm",
    ]  # fmt: skip


def test_the_next_candidate_without_a_rating():
    """From a place on; the end where there is none."""
    rows = [row(rating="MATCH"), row(title=""), row(), row(rating="NO_MATCH"), row()]
    order = [0, 2, 3, 4]
    assert [gold._next(rows, order, at) for at in range(5)] == [1, 1, 3, 3, 4]


ROWS = (
    row(title="A"),
    row(title="B"),
    row(title="C"),
    row("q2", "D"),
    row("q2", "E"),
    row("q3", ""),
)
BY = {
    "Ann": {ROWS[0].key: "MATCH", ROWS[1].key: "MATCH", ROWS[3].key: "NO_MATCH"},
    "Bob\x1b": {ROWS[0].key: "MATCH", ROWS[2].key: "DEBATABLE", ROWS[3].key: "DEBATABLE"},
}  # fmt: skip
QUESTIONS = (
    GoldQuestion("q1", "Q?", ("A", "B"), ("C",), ("old", "older")),
    GoldQuestion("q2", "Q?", (), ("D",), ("E",)),
)


def test_the_counts_of_new_golds():
    """Candidates by their rating, raters, and what was rated by some of them or by nobody."""
    assert gold._counts(Ratings(ROWS, BY), QUESTIONS, "majority") == [
        "2 questions, 5 candidates: 2 MATCH, 2 DEBATABLE, 1 NO_MATCH (3 of them golds before)",
        "raters: Ann, Bob\ufffd; rule: majority",
        "not rated, counted as NO_MATCH: 1",
        "rated by only some of the raters, who decide: 2",
    ]
    assert gold._counts(Ratings(ROWS[:1], {}), QUESTIONS[:1], "unanimous")[1:] == [
        "raters: none; rule: unanimous", "not rated, counted as NO_MATCH: 1"
    ]  # fmt: skip
    whole = Ratings(ROWS[:1], {"Ann": {ROWS[0].key: "MATCH"}})
    assert len(gold._counts(whole, QUESTIONS, "majority")) == 2


def test_the_agreement_of_raters_in_words():
    """Undefined figures, and intervals where there are any."""
    assert gold._agreement(None) == ["agreement: no candidate has two ratings"]
    made = Agreement(
        5, 3, {("Ann", "Bob"): (0.5, 4), ("Ann", "Cy"): (math.nan, 1)}, 0.25, math.nan,
        {("Ann", "Bob"): (0.125, 0.75)}, (0.1, 0.4),
    )  # fmt: skip
    assert gold._agreement(made) == [
        "agreement: of 5 candidates with two or more ratings, 3 have the same rating from all",
        "  Cohen's kappa: Ann and Bob 0.500, 95% 0.12 to 0.75 (n = 4); Ann and Cy undefined "
        "(n = 1)",
        "  Krippendorff's alpha: 0.250, 95% 0.10 to 0.40 nominal, undefined ordinal",
    ]


def answered(*outcomes: str) -> tuple:
    """Answers that ended so."""
    return tuple(SimpleNamespace(outcome=outcome) for outcome in outcomes)


def test_the_counts_of_a_pool():
    """Runs of one label together; those that make no choice are left out."""
    runs = [
        RunAnswers("m", answered("ok", "empty", "refused"), 2),
        RunAnswers("m", answered("ok", "failed", "refused")), RunAnswers("n", answered("ok")),
        RunAnswers("whole", answered("ok"), 1, left_out=True),
        RunAnswers("whole", (), left_out=True), RunAnswers("o", (), 1),
    ]  # fmt: skip
    assert pool._counts(runs) == [
        "m: 6 answers (2 refused, 1 failed, 2 without a score)", "n: 1 answers",
        "o: 0 answers (1 without a score)", "whole: left out, as it makes no choice",
    ]  # fmt: skip


# Replies.


@pytest.mark.parametrize(
    ("why", "label", "items", "head"),
    [
        ("", "", (), "── q  ok"), ("odd", "", (), "── q  ok: odd"),
        ("", "good", (), "── q  ok  (good)"),
        ("", "", ("a", "b"), "── q  ok  (2 items)"),
        ("odd", "good", ("a",), "── q  ok: odd  (good)"),
    ],
)  # fmt: skip
def test_a_reply_with_its_marks(capsys, why, label, items, head):
    """Where colours are not shown, each mark has a sign; what counts for nothing has none."""
    parts = [
        ("Say ", None), ("A", "answer"), ("B", "verdict"), ("C", "first"), ("D", "unclear"),
        ("E", "rejected"), ("F", "withdrawn"), ("G", "thoughts"), ("H", "next task"),
        (" end", None),
    ]  # fmt: skip
    reply = SimpleNamespace(
        id="q", outcome="ok", read=SimpleNamespace(why=why, label=label, items=items),
        parts=lambda: parts,
    )  # fmt: skip
    replies._show(reply)
    said = capsys.readouterr().out
    marked = "".join(
        f"{replies._SIGNS[role]}{text}]" if role in replies._SIGNS else text for text, role in parts
    )
    assert said == f"{head}\n{marked}\n\n"
    assert replies._SIGNS["answer"] == replies._SIGNS["verdict"] == "[+ "
    assert (replies._SIGNS["first"], replies._SIGNS["unclear"]) == ("[1 ", "[? ")
    assert set(replies._STYLES) == {role for _, role in parts if role}


# Reports.


def run(label: str, benchmark: str | None = None, task: str = "kitab", **identity: str) -> Run:
    """A run of a benchmark."""
    told = {**identity, **({"benchmark": benchmark} if benchmark else {})}
    return Run(label, "model", task, "1", told, (), 0, model=label)


def test_runs_by_benchmark():
    """In the order of the benchmarks, unknown ones last; older logs by their task."""
    runs = [run("a", "own"), run("b", "quest"), run("c"), run("d", "quest"), run("e", task="quest")]
    found = report.by_benchmark(runs)
    assert [(name, [one.label for one in own]) for name, own in found.items()] == [
        ("kitab", ["c"]), ("quest", ["b", "d", "e"]), ("own", ["a"])
    ]  # fmt: skip
    assert report.one_benchmark(runs[3:]) == "quest"
    with pytest.raises(InputError, match=r"of several benchmarks \(kitab, quest\)\."):
        report.one_benchmark(runs[1:3])


def test_names_are_of_systems_that_there_are():
    """Models of runs and of roles."""
    runs = [run("a", roles="judge=o/x, judge_b=p"), run("b")]
    report.check_named(runs, ["a=A", "o/x=X", "p=P", "b=B"])
    with pytest.raises(
        InputError, match="--name c: the logs have no such system; they have a, b, o/x, p"
    ):
        report.check_named(runs, ["c=C"])
    assert report._bound("") == []


TABLES = tuple(
    Table(id, id, "", (Column("a", "A"),), (Row("r", "measure", {"a": 1}),), variant, paper)
    for id, variant, paper in (
        ("one", "", "Table 1"), ("two", "paper", "Table 2"), ("three", "strict", "Table 2"),
        ("four", "paper", ""), ("five", "paper", "Table 3"),
    )
)  # fmt: skip
FIGURE = Figure("fig", "F", "", "", ("a",), (Series("s", (Estimate(0.5),)),), paper="Figure 1")
PICTURE = Dots("pic", "P", "", Column("f", "F"), (Row("r", "model", {"f": 0.5}),))


def written(folder) -> list[str]:
    """The files of a folder."""
    return sorted(path.name for path in folder.glob("*"))


def test_what_the_paper_has_is_written(tmp_path, capsys):
    """In the first variant; all of it where that is asked for; what there is not is said."""
    made = Report("T", "", {}, TABLES, (FIGURE,), picture=PICTURE)
    assert report._write_latex(made, tmp_path / "a", False)
    assert written(tmp_path / "a") == ["five.tex", "one.tex", "two.tex"]
    assert report._write_latex(made, tmp_path / "b", True)
    assert len(written(tmp_path / "b")) == 5
    assert report._write_figures(made, tmp_path / "c", False)
    assert written(tmp_path / "c") == ["fig.svg"]
    assert report._write_figures(made, tmp_path / "d", True)
    assert written(tmp_path / "d") == ["fig.svg", "pic.svg"]
    assert capsys.readouterr().err == ""
    bare = Report("T", "", {}, TABLES[3:4], picture=PICTURE)
    assert not report._write_latex(bare, tmp_path / "e", False)
    assert not report._write_figures(bare, tmp_path / "e", False)
    assert not report._write_figures(Report("T", "", {}, ()), tmp_path / "e", True)
    assert capsys.readouterr().err.splitlines() == [
        "The paper has none of these tables; --all writes every one.",
        "The paper has no figure of these runs; --all writes every one.",
        "The paper has no figure of these runs.",
    ]
    assert not (tmp_path / "e").exists()


def test_a_page_for_each_benchmark_and_one_that_leads_to_them(tmp_path):
    """Beside it, under its name."""
    made = {
        name: Report(name.title(), f"S {name}", {"data": "mini", "run on": "2026", "x": "y"},
                     TABLES[:1], picture=PICTURE, main="one")
        for name in ("kitab", "quest")
    }  # fmt: skip
    report._write_index(made, tmp_path / "all.html")
    assert written(tmp_path) == ["all-kitab.html", "all-quest.html", "all.html"]
    page = (tmp_path / "all.html").read_text("utf-8")
    for name in made:
        assert f'href="all-{name}.html"' in page
        assert f"S {name}" in page
    assert "one. " in page
    assert page.count("<svg") == 2
    assert "2026" in page


# What there is.


def test_what_to_type_first():
    """Every benchmark in a line, and commands with what they do."""
    said = listing.with_what()
    for name in BENCHMARKS:
        assert f"  {name:10} {options_of(name).about}\n" in said
    commands = [line for line in said.splitlines() if line.startswith("  tamis ")]
    assert commands == [f"  {command}" for command, _ in (*listing.FIRST, *listing.THEN)]
    assert listing.first().startswith("\b\n  tamis run kitab\n      lists of books under")
    assert len(listing.first().splitlines()) == 1 + 2 * len(listing.FIRST)


def test_an_estimate_counts_shared_calls_once(tmp_path, monkeypatch, capsys):
    """Tokens by four characters, right answers bounded by the limit, times the epochs."""
    from click.testing import CliRunner

    from tamis.benchmarks.benchmark import Request

    command = import_module("tamis.cli.estimate").estimate
    asked = [
        Request("a", "x" * 40, 100, 80), Request("b", "y" * 8, 10, 400),
        Request("b/1", "z" * 4, 10, 4, follow_up=True),
    ]  # fmt: skip
    plans = {"one": asked, "two": [asked[0], Request("c", "x" * 40, 50, 80)]}
    chosen = SimpleNamespace(
        plan=lambda values, model: list(plans),
        requests_of_first=lambda options, limit: iter(plans[options]),
    )
    monkeypatch.setattr("tamis.benchmarks.load_benchmark", lambda name: chosen)
    prices = tmp_path / "p.yaml"
    prices.write_text("m: {input: 1000000, output: 2000000}\n")
    result = CliRunner().invoke(command, ["kitab", "--json", "--epochs", "2"])
    assert json.loads(result.output) == [{
        "samples": 4, "calls": 8, "tokens_in": 2 * (10 + 2 + 1 + 10),
        "tokens_out": 2 * (20 + 10 + 1 + 20), "tokens_out_most": 2 * (100 + 10 + 10 + 50),
        "cost": None, "cost_most": None,
    }]  # fmt: skip
    shown = CliRunner().invoke(command, ["kitab", "--model", "m", "--prices", str(prices)])
    assert shown.output.splitlines() == [
        "samples                  4", "calls                    4",
        "tokens in               23  (estimated)",
        "tokens out              51  (right answers, estimated; at most 170)",
        "cost                125.00  (right answers; at most 363.00)",
    ]  # fmt: skip
    free = CliRunner().invoke(command, ["kitab"])
    assert (
        free.output.splitlines()[-1] == "cost        unknown: give --prices FILE and --model NAME"
    )


# Options that do not go together.

check, retrieve, retrieval = (
    import_module(f"tamis.cli.{name}") for name in ("check", "retrieve", "_retrieval")
)
ALONE = "--instructions takes one file of responses"
ONE = "there is no response; name a file"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        *[(["r", "--instructions", "p", *more], ALONE) for more in (
            ["--request", "x"], ["--constraints", "x"], ["--pairs", "x"], ["--model", "x"],
            ["--html", "x"], ["--junit", "x"], ["second"], ["--response", "second"],
        )],
        (["--instructions", "p"], ALONE), (["--strict"], "--strict is the default now"), ([], ONE),
        (["--request", "x"], ONE), (["r"], "there is nothing to check against"),
        (["-", "--request", "-"], "only one file can be read from standard input"),
        (["--pairs", "-", "--request", "-"], "only one file can be read from standard input"),
        (["-", "-", "--constraints", "x"], "only one file can be read from standard input"),
        *[(["--pairs", "p", *more], "--pairs holds responses with their requests")
          for more in (["r"], ["--request", "x"], ["--constraints", "x"], ["--response", "r"])],
        (["--pairs", "p", "--html", "x"], "--html writes a page for one response"),
        (["r", "s", "--request", "x", "--html", "y"], "--html writes a page for one response"),
    ],
)  # fmt: skip
def test_files_of_a_check_that_do_not_go_together(args, said):
    """Before any of them is read."""
    from click.testing import CliRunner

    error = CliRunner().invoke(check.check, args).exception
    assert isinstance(error, InputError)
    assert said in str(error)


def test_responses_have_their_names_and_what_they_are_held_to(tmp_path):
    """An empty one among several is taken; alone it is refused."""
    paths = [tmp_path / name for name in ("a", "b", "c", "q")]
    for path, said in zip(paths, ("A text.", " ", "At most 9 words.\n", "Say it."), strict=True):
        path.write_text(said)
    first, second = check._files(paths[:2], paths[3], paths[2])
    assert (first.name, first.text, first.request) == (str(paths[0]), "A text.", "Say it.")
    assert second.text == " "
    assert [one.sentence for one in first.constraints.listed] == ["At most 9 words."]
    assert next(check._files(paths[:1], paths[3], None)).constraints is None
    assert next(check._files(paths[:1], None, paths[2])).request is None
    for args, said in (
        ((paths[1:2], paths[3], None), f"{paths[1]} is empty; it should hold the response."),
        ((paths[:1], paths[1], None), f"{paths[1]} is empty; it should hold the request."),
        ((paths[:1], None, paths[1]), f"{paths[1]} is empty; it should hold the constraints."),
    ):
        with pytest.raises(InputError) as raised:
            list(check._files(*args))
        assert str(raised.value) == said
    assert check._name(check.STANDARD_INPUT) == "standard input"


GIVE = "give a JSON object with a response, and a request or constraints."


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{", GIVE), ("[1]", GIVE), ('{"request": "x"}', GIVE), ('{"response": 1}', GIVE),
        ('{"response": "x"}', "there is no request and there are no constraints."),
        ('{"response": "x", "request": " "}', "there is no request and there are no constraints."),
        ('{"response": "x", "request": 1}', "request is a text, and constraints a list."),
        ('{"response": "x", "constraints": 1}', "request is a text, and constraints a list."),
        ('{"response": "x", "constraints": []}', "the list of constraints is empty."),
    ],
)  # fmt: skip
def test_broken_pairs(tmp_path, row, said):
    """With the line, blank ones counted."""
    path = tmp_path / "p.jsonl"
    path.write_text(f'{{"response": "x", "request": "y"}}\n\n{row}\n')
    with pytest.raises(InputError) as raised:
        list(check._pairs(path))
    assert str(raised.value) == f"{path}, line 3: {said}"


def test_pairs_of_a_file(tmp_path):
    """Named by an id, a key, or their line; a prompt is a request."""
    path = tmp_path / "p.jsonl"
    rows = [
        {"response": "x", "request": "y", "id": "i", "key": "k"},
        {"response": "", "prompt": "z", "key": 7},
        {"response": "x", "constraints": ["At most 9 words.", "At least 2 words."]},
    ]
    path.write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    found = list(check._pairs(path))
    assert [(one.name, one.text, one.request) for one in found] == [
        ("i", "x", "y"), ("7", "", "z"), ("3", "x", None)
    ]  # fmt: skip
    assert [one.constraints and len(one.constraints.listed) for one in found] == [None, None, 2]


@pytest.mark.parametrize(
    ("given", "cuts"),
    [(None, None), ("5", [5]), ("10, 5,10", [5, 10]), ("0", False), ("5,", False), ("x", False),
     ("-1", False), ("1.5", False), ("", False)],
)  # fmt: skip
def test_ranks_at_which_is_measured(given, cuts):
    """Rising, each once."""
    if cuts is False:
        with pytest.raises(InputError, match="give whole numbers from 1, such as 5,10,100"):
            retrieve._cuts(given)
    else:
        assert retrieve._cuts(given) == cuts


def test_files_in_a_folder_of_retrieval(tmp_path):
    """The first of the names that is there; a file is itself."""
    assert retrieve._in_folder(None, "--q", ("a",)) is None
    with pytest.raises(InputError, match=r"--q .*: the folder has none of a, b; give the file\."):
        retrieve._in_folder(tmp_path, "--q", ("a", "b"))
    for name in ("b", "a"):
        (tmp_path / name).write_text("")
        assert retrieve._in_folder(tmp_path, "--q", ("a", "b")) == tmp_path / name
    assert retrieve._in_folder(tmp_path / "b", "--q", ("a",)) == tmp_path / "b"


def test_which_queries_are_judged():
    """Those that were asked; the others are told."""
    found = retrieval.Found("s", {"q1": [], "q2": [], "q9": []}, 5)
    asked = [SimpleNamespace(id=id) for id in ("q1", "q2", "q5")]
    golds = {"q1": {"a": 1}, "q3": {}, "q4": {}}
    unjudged = "Queries without judgements, left out: 3."
    assert retrieve._judged(found, golds, asked, searching=False) == (golds, [unjudged])
    assert retrieve._judged(found, golds, asked, searching=True) == (
        {"q1": {"a": 1}}, [unjudged, "Judged queries that were not asked, left out: 2."]
    )  # fmt: skip
    whole = {"q1": {}, "q2": {}, "q9": {}, "q5": {}}
    assert retrieve._judged(found, whole, asked, searching=False) == (whole, [])


def test_files_that_a_search_writes(tmp_path, capsys):
    """Ties are told, and queries that the form cannot hold."""
    found = retrieval.Found("s", {"q1": [("a", 2.0), ("b", 2.0), ("c", 1.0)], "q2": []}, 5)
    golds = {"q1": {"a": 1}, "q2": {}, "q3": {}}
    assert retrieve._write(found, golds, None, None) == []
    run_, qrels = tmp_path / "r", tmp_path / "q"
    notes = retrieve._write(found, golds, run_, qrels)
    assert notes == [
        f"Documents in {run_} with the same score as the one before: 1; programs that order these "
        "differently compute other figures.",
        f"Queries without any gold, which {qrels} cannot hold: 2.",
    ]
    assert capsys.readouterr().err == f"written: {run_}\nwritten: {qrels}\n"
    assert qrels.read_text().split() == ["q1", "0", "a", "1"]
    assert [one.split()[2] for one in run_.read_text().splitlines()] == ["a", "b", "c"]
    plain = retrieval.Found("s", {"q1": [("a", 2.0)]}, 5)
    assert retrieve._write(plain, {"q1": {"a": 1}}, run_, qrels) == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--run", "r", "--index", "i"], "so it cannot be used with --index."),
        (["--run", "r", "--chunk", "9"], "so it cannot be used with --chunk."),
        (["--corpus", "c"], "give --corpus and --queries to search, or a TREC run with --run."),
        (["--queries", "q"], "give --corpus and --queries to search"),
        (["--run", "r"], "there are no relevant documents; give --qrels."),
    ],
)  # fmt: skip
def test_options_of_retrieval_that_do_not_go_together(args, said):
    """Before anything is read."""
    from click.testing import CliRunner

    error = CliRunner().invoke(retrieve.retrieve, args).exception
    assert isinstance(error, InputError)
    assert said in str(error)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["l", "--estimate", "--out", "o.csv"], "--estimate writes no pool"),
        (["l", "--estimate", "--add"], "--estimate writes no pool"),
        (["l", "--ratings", "r", "--out", "o.csv"], "--ratings, --json and --csv belong to"),
        (["l", "--json"], "--ratings, --json and --csv belong to --estimate"),
        (["l", "--csv", "c"], "--ratings, --json and --csv belong to --estimate"),
        (["l"], "a pool needs --out FILE, the file to write; or give --estimate."),
    ],
)
def test_options_of_a_pool_that_do_not_go_together(args, said):
    """Before anything is read."""
    from click.testing import CliRunner

    error = CliRunner().invoke(pool.pool, args).exception
    assert isinstance(error, InputError)
    assert said in str(error)


# Released records of FanOutQA.


def released(tmp_path, *records, raw=None) -> list:
    """The questions of a file."""
    from tamis.benchmarks.fanoutqa.released_records import read_questions

    path = tmp_path / "f.json"
    path.write_text(json.dumps(list(records) if raw is None else raw))
    return list(read_questions(path))


PAGE = {"title": "A", "pageid": 1, "revid": "2", "url": "u"}
PART = {"id": "p", "question": "P?", "answer": 1, "decomposition": [], "evidence": PAGE}
DEV = {"id": "d", "question": "D?", "answer": {"x": 1}, "categories": ["c"],
       "decomposition": [PART, {**PART, "id": "r", "depends_on": ["p"]}]}  # fmt: skip
TEST = {
    "id": "t",
    "question": "T?",
    "necessary_evidence": [PAGE, {"title": "B", "pageid": "###TBD###"}],
}


def test_released_questions(tmp_path):
    """With their parts, or with their pages alone."""
    dev, test = released(tmp_path, DEV, TEST)
    assert (dev.id, dev.text, dev.answer, dev.categories) == ("d", "D?", {"x": 1}, ("c",))
    assert [(one.id, one.depends_on) for one in dev.walk()] == [("p", ()), ("r", ("p",))]
    page = dev.decomposition[0].evidence
    assert (page.title, page.pageid, page.revid, page.url) == ("A", 1, 2, "u")
    assert (test.answer, test.decomposition) == (None, ())
    assert [(one.title, one.pageid, one.revid, one.url) for one in test.evidence] == [
        ("A", 1, 2, "u"), ("B", None, None, "")
    ]  # fmt: skip
    (known,) = released(tmp_path, {**TEST, "answer": [1, "a", 1.5, True]})
    assert known.answer == [1, "a", 1.5, True]


def deep(levels: int) -> dict:
    """A question with parts of parts."""
    part = PART
    for nth in range(levels):
        part = {**PART, "id": f"p{nth}", "evidence": None, "decomposition": [part]}
    return {**DEV, "decomposition": [part]}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (3, ", item 1 is a number, where an object is needed."),
        ({**DEV, "categories": [1]}, 'item 1: "categories" must be a list of strings.'),
        ({**DEV, "id": " "}, "item 1: `id` is empty"), ({**DEV, "question": 1}, "`question` is 1"),
        ({"id": "x", "question": "X?"}, 'has neither "decomposition" (dev) nor'),
        ({**DEV, "decomposition": [PART, PART]}, "two sub-questions have the id 'p'."),
        ({**DEV, "decomposition": [{**PART, "evidence": None}]},
         'item 1, sub-question 1 has neither "evidence" and "decomposition"'),
        ({**DEV, "decomposition": [{**PART, "decomposition": [{**PART, "id": "z"}]}]},
         'item 1, sub-question 1 has both "evidence" and "decomposition"'),
        ({**DEV, "decomposition": [{**PART, "depends_on": ["r"]}]}, "names 'r', which is no"),
        ({**DEV, "decomposition": [{**PART, "depends_on": [1]}]}, "names 1, which is no"),
        ({**DEV, "answer": None}, "or holds None."), ({**DEV, "answer": [[1]]}, "or holds [1]."),
        ({**DEV, "answer": {"x": {}}}, "or holds {}."),
        ({**DEV, "answer": [math.nan]}, "holds nan."),
        ({**TEST, "necessary_evidence": [{**PAGE, "url": 1}]}, '"url" is 1, not a string'),
        ({**TEST, "necessary_evidence": [{**PAGE, "pageid": True}]}, '"pageid" is True, not'),
        ({**TEST, "necessary_evidence": [{**PAGE, "revid": "1.5"}]}, "is '1.5', not a whole"),
        ({**TEST, "necessary_evidence": [{**PAGE, "revid": "1" * 19}]}, '"revid" is '),
        ({**TEST, "necessary_evidence": [{**PAGE, "revid": "٣"}]}, '"revid" is '),
        ({**TEST, "necessary_evidence": [{**PAGE, "title": ""}]}, "`title` is empty"),
        (deep(20), "sub-questions are nested deeper than 20 levels."),
    ],
)  # fmt: skip
def test_broken_released_questions(tmp_path, record, said):
    """With the item and the part."""
    with pytest.raises(InputError) as raised:
        released(tmp_path, record)
    assert said in str(raised.value)
    assert len(list(released(tmp_path, deep(19))[0].walk())) == 20


def test_released_files_that_are_none(tmp_path):
    """An array of questions, each with its own id."""
    for raw, said in (([], "is an empty array"), ({}, "is an object"), ("x", "is a text")):
        with pytest.raises(InputError, match=f"{said}, where a list of questions is needed"):
            released(tmp_path, raw=raw)
    with pytest.raises(InputError, match="item 3: the id 'd' is already that of item 1; keep one"):
        released(tmp_path, DEV, TEST, {**TEST, "id": "d"})


# Packages that a benchmark needs.

data = import_module("tamis.cli.data")


@pytest.mark.parametrize(
    ("there", "code", "stderr", "said"),
    [
        ({"model", "tool"}, 0, "", None), ({"tool"}, 0, "", None),
        (set(), 0, "", "needs tool: pip"),
        ({"tool"}, 1, "first\nlast\n", "failed: last"),
        ({"tool"}, 2, "", "it said nothing"),
    ],
)  # fmt: skip
def test_a_package_is_installed_once(monkeypatch, capsys, there, code, stderr, said):
    """With its makers' own command; where that fails its last words are told."""
    import subprocess

    ran = []
    monkeypatch.setattr(data, "find_spec", lambda name: name if name in there else None)
    monkeypatch.setattr(subprocess, "run", lambda command, **named: ran.append(command)
                        or SimpleNamespace(returncode=code, stderr=stderr))  # fmt: skip
    if said is not None:
        with pytest.raises(InputError, match=said):
            data._install("model", ("tool", "get", "model"))
        return
    data._install("model", ("tool", "get", "model"))
    told = capsys.readouterr()
    if "model" in there:
        assert (told.out, told.err, ran) == ("model is installed\n", "", [])
    else:
        assert told.out == "model was installed\n"
        assert told.err == "running python -m tool get model\n"
        assert [command[1:] for command in ran] == [["-m", "tool", "get", "model"]]


def test_which_files_are_fetched():
    """Those that are named, else all but the large ones; what a file is known to hold."""
    from tamis.downloads import RemoteFile, WebSource

    files = {
        "a": RemoteFile("a", rows=1234, size=5678), "b": RemoteFile("b", on_request=True),
        "c": RemoteFile("c", size=9, exact_size=True, members={"x": 1, "y": 2}),
    }  # fmt: skip
    source = WebSource(name="s", base="", licence="", files=files)
    assert data._chosen(source, (), ("p",)) == ["a", "c"]
    assert data._chosen(source, ("b", "p"), ("p",)) == ["b"]
    with pytest.raises(InputError, match="s has no file 'z'; it has a, b, c, p"):
        data._chosen(source, ("a", "z"), ("p",))
    assert data._known(files["a"], 1) == "1,234 rows, about 5,678 bytes"
    assert data._known(files["b"], 1) == "rows and size not published"
    assert data._known(files["c"], 2) == "2 files, 9 bytes"
