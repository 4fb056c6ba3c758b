"""The commands `tamis pool` and `tamis gold`, from logs to golds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tamis.benchmarks.quest.ratings import PoolRow, read_pool, write_pool
from tamis.cli.gold import gold
from test_collect_golds import RATINGS, rated
from test_collect_pool import LIONS, candidate, sample, write_log

POOL = [
    PoolRow("1", LIONS, "Alpha", "d1", ("run-a+",), True, ('run-a: "a \x1b[31mlion" [d1]',)),
    PoolRow("1", LIONS, "[red]Beta[/red]", evidence_against=('run-b: "a tiger" [d2]',)),
    PoolRow("2", "third?", ""),
    PoolRow("4", "second?", "Gamma", in_original=True),
    PoolRow("4", "second?", "Delta"),
]


@pytest.fixture
def pool_file(tmp_path):
    """A pool of four candidates to rate."""
    write_pool(tmp_path / "pool.csv", POOL)
    return tmp_path / "pool.csv"


def rate(path, *answers, rater="ann", code=0):
    """Answer at the terminal, one line each; the input then ends."""
    typed = "".join(f"{answer}\n" for answer in answers)
    done = CliRunner().invoke(gold, ["rate", str(path), "--rater", rater], input=typed)
    assert done.exit_code == code, done.output
    return done.output


def ratings(path):
    """The ratings of the four candidates, by their first letters."""
    return "".join(row.rating[:1] or "." for row in read_pool(path).rows if row.title)


def _log(folder, *titles, model="lab/one"):
    taken = [candidate(title, pro=[("d1", "roar")]) for title in titles]
    samples = [sample("1", LIONS, titles, ["Gold"], [*taken, candidate("No", judgment=False)])]
    return write_log(folder / f"{model[4:]}.eval", samples, model)


def test_from_logs_to_golds(tamis_here):
    """Pool, rate, build: the file says what was said, and the words tell what changed."""
    _log(tamis_here.folder / "logs", "Lion")
    said = tamis_here("pool", "logs", "--out", "pool.csv").out
    assert "lab/one: 1 answers" in said
    assert "written: pool.csv, 3 candidates for 1 questions, 1 of them original golds" in said
    rate("pool.csv", "n hardly a lion", "m", "n")
    said = tamis_here("gold", "build", "pool.csv", "--name", "mine", "--out", "gold.json").out
    assert (
        "1 questions, 3 candidates: 1 MATCH, 0 DEBATABLE, 2 NO_MATCH (1 of them golds bef" in said
    )
    assert "raters: ann; rule: majority" in said
    assert "1 titles added, 1 dropped, 0 made debatable; 0 others" in said
    (question,) = json.loads((tamis_here.folder / "gold.json").read_text())["questions"]
    assert (question["match"], question["no_match"]) == (["Lion"], ["Gold"])
    assert read_pool(tamis_here.folder / "pool.csv").rows[0].comment == "hardly a lion"


def test_ratings_are_never_overwritten_but_added_to(tamis_here):
    """Without --add a rated pool is refused and left alone; with it, the new candidate joins."""
    first = _log(tamis_here.folder, "Lion")
    second = _log(tamis_here.folder, "Tiger", model="lab/two")
    tamis_here("pool", str(first), "--out", "pool.csv")
    tamis_here("pool", str(first), "--out", "pool.csv")
    rate("pool.csv", "m", "d", "n no")
    before = (tamis_here.folder / "pool.csv").read_bytes()
    error = tamis_here("pool", str(second), "--out", "pool.csv", check=2).err
    assert error.startswith("Error: pool.csv already has ratings of 3 candidates; add to it with")
    assert (tamis_here.folder / "pool.csv").read_bytes() == before
    said = tamis_here("pool", str(second), "--out", "pool.csv", "--add").out
    assert "4 candidates for 1 questions, 1 of them original golds; 1 new" in said
    rows = {row.title: row for row in read_pool(tamis_here.folder / "pool.csv").rows}
    assert ratings(tamis_here.folder / "pool.csv") == "MDN."
    assert rows["No"].proposed_by == ("lab/one-", "lab/two-")
    assert (rows["No"].comment, rows["Tiger"].proposed_by) == ("no", ("lab/two+",))


def test_a_pool_of_other_data_is_not_added_to_and_lines_of_json_hold_the_same(tamis_here):
    """The sentence names the pool and the question; the form is that of the file's name."""
    write_pool(tamis_here.folder / "other.csv", [PoolRow("1", "another?", "X")])
    log = _log(tamis_here.folder, "Lion")
    error = tamis_here("pool", str(log), "--out", "other.csv", "--add", check=2).err
    assert "other.csv does not fit the logs: question 1 is" in error
    rows = []
    for name in ("pool.csv", "pool.jsonl"):
        tamis_here("pool", str(log), "--out", name)
        rows.append(read_pool(tamis_here.folder / name).rows)
    assert rows[0] == rows[1]
    assert len((tamis_here.folder / "pool.jsonl").read_text().splitlines()) == 3


def test_baselines_that_choose_nothing_propose_nothing(tamis_here):
    """Of a folder of runs, the whole corpus and the golds are no candidates; BM25's hits are."""
    folder = tamis_here.folder
    for baseline in ("whole_corpus", "oracle", "nothing", "bm25"):
        taken = sample("1", LIONS, [f"Page of {baseline}"])
        write_log(folder / "logs" / baseline / "a.eval", [taken], task_args={"baseline": baseline})
    said = tamis_here("pool", "logs", "--out", "pool.csv").out
    assert [row.title for row in read_pool(folder / "pool.csv").rows] == ["Page of bm25"]
    assert "bm25: 1 answers" in said
    assert "whole_corpus: left out, as it makes no choice" in said


def test_rating_shows_the_evidence_as_data_and_not_who_proposed_it(pool_file):
    """Control characters are made visible, markup stays text, runs and golds are not told."""
    said = rate(pool_file, "s", "s", "s", "s")
    assert (
        '[1 of 4] Finnish films about lions\n  Alpha  [d1]\n  for:\n    "a \ufffd[31mlion" [d1]'
        in said
    )
    assert '  [red]Beta[/red]\n  for: nothing cited\n  against:\n    "a tiger" [d2]' in said
    assert "\x1b" not in said
    assert "run-a" not in said
    assert "original" not in said
    assert "0 of 4 candidates rated, 4 left" in said


def test_rating_goes_on_where_it_stopped(pool_file):
    """Quitting keeps what was said; the next start asks for the first that is not rated."""
    assert "1 of 4 candidates rated, 3 left" in rate(pool_file, "m", "q")
    assert "[2 of 4]" in rate(pool_file, "skip", "no match, it is a tiger", "Debatable who knows")
    assert ratings(pool_file) == "M.ND"
    assert "[2 of 4]" in (last := rate(pool_file, "d"))
    assert "[3 of 4]" not in last
    assert "4 of 4 candidates rated, 0 left" in last
    rows = read_pool(pool_file).rows
    assert [row.comment for row in rows if row.title] == ["", "", "it is a tiger", "who knows"]
    assert {row.rater for row in rows if row.title} == {"ann"}
    assert "4 of 4 candidates rated" in rate(pool_file)


def test_going_back_shows_the_rating_and_changes_it(pool_file):
    """Back from the first stays there; a new rating without a comment keeps the old comment."""
    said = rate(pool_file, "b", "m sure", "d", "b", "b", "n", "m")
    assert said.count("[1 of 4]") == 3
    assert "so far: MATCH sure" in said
    assert "so far: DEBATABLE" in said
    assert ratings(pool_file) == "NDM."
    assert read_pool(pool_file).rows[0].comment == "sure"


def test_a_killed_rater_has_lost_nothing(pool_file):
    """Killed with -9 while the third candidate waits: the first two are saved, the file whole."""
    rater = subprocess.Popen(
        [sys.executable, "-m", "tamis", "gold", "rate", str(pool_file), "--rater", "ann"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    rater.stdin.write(b"m\nd\n")
    rater.stdin.flush()
    assert any(b"[3 of 4]" in line for line in rater.stdout)
    rater.kill()
    rater.communicate()
    assert ratings(pool_file) == "MD.."
    assert [row.title for row in read_pool(pool_file).rows] == [row.title for row in POOL]


def test_a_file_of_another_rater_is_refused(tamis_here):
    """One file, one rater."""
    write_pool(tamis_here.folder / "p.csv", [replace(POOL[0], rating="MATCH", rater="bo")])
    error = tamis_here("gold", "rate", "p.csv", "--rater", "ann", check=2).err
    assert error.startswith("Error: p.csv already has ratings of bo; rate a copy")


def test_build_tells_counts_agreement_and_changes(tamis_here):
    """The example of test_collect_golds, with its figures worked by hand there."""
    for rater, letters in RATINGS.items():
        rated(tamis_here.folder, rater, letters)
    names = [f"{rater}.csv" for rater in RATINGS]
    said = tamis_here("gold", "build", *names, "--name", "g", "--out", "g.json").out
    assert said.splitlines() == [
        "3 questions, 6 candidates: 2 MATCH, 2 DEBATABLE, 2 NO_MATCH (1 of them golds before)",
        "raters: ann, bo, cy; rule: majority",
        "agreement: of 6 candidates with two or more ratings, 2 have the same rating from all",
        "  Cohen's kappa: ann and bo 0.750 (n = 6); ann and cy -0.043 (n = 6); "
        "bo and cy 0.000 (n = 6)",
        "  Krippendorff's alpha: 0.271 nominal, 0.393 ordinal",
        "against the original golds: 1 titles added, 1 dropped, 1 made debatable; "
        "1 others are debatable now",
        "  2 of 3 questions changed, 2 left with no MATCH",
        "written: g.json",
    ]
    strict = ["--name", "g", "--out", "g.json", "--rule", "unanimous"]
    assert "1 MATCH, 4 DEBATABLE, 1 NO_MATCH" in tamis_here("gold", "build", *names, *strict).out


def test_build_says_what_nobody_or_not_everybody_rated(tamis_here):
    """Refused without a word about it; counted with one."""
    rated(tamis_here.folder, "ann", "M..MDN")
    rated(tamis_here.folder, "bo", "M.M...")
    args = ["gold", "build", "ann.csv", "bo.csv", "--name", "g", "--out", "g.json"]
    error = tamis_here(*args, check=2).err
    assert error.startswith("Error: 1 of 6 candidates have no rating")
    assert not (tamis_here.folder / "g.json").exists()
    said = tamis_here(*args, "--unrated", "no_match").out
    assert "not rated, counted as NO_MATCH: 1" in said
    assert "rated by only some of the raters, who decide: 4" in said
    record = json.loads((tamis_here.folder / "g.json").read_text())
    assert record["manifest"]["unrated"] == 1


def test_build_keeps_its_hands_off_the_ratings(tamis_here):
    """--out on one of the ratings is refused."""
    rated(tamis_here.folder, "ann", "MNMMDN")
    error = tamis_here("gold", "build", "ann.csv", "--name", "g", "--out", "./ann.csv", check=2).err
    assert "--out ann.csv is one of the ratings" in error
