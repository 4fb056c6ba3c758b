"""The FanOutQA task end to end, on two questions of the mini data and a scripted model.

What the script says is in `RIGHT`, `PARTLY` and the functions below them; every figure is worked
out from that by hand.
"""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from here import tamis
from server import Prompt, Reply, Server, as_service
from tamis.answering.fanout.answered import Answered
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.fanoutqa import factuality_judges, submission
from tamis.benchmarks.fanoutqa.answers import Scorer
from tamis.benchmarks.fanoutqa.factuality import Factuality
from tamis.benchmarks.fanoutqa.options import Options
from tamis.benchmarks.fanoutqa.score import counts_of, has_answer, strings
from tamis.benchmarks.fanoutqa.score import outcome as outcome_of
from tamis.measures.words import words
from tamis.report.logs import read_runs, samples_of
from tamis.report.runs import Run
from tamis.report.scored import with_headline
from tamis.retrieve import wiki
from tamis.types import InputError

FANOUTQA = load_benchmark("fanoutqa")
FIRST_TWO = ("--limit", "2", "-T", "order=released")
MODEL = "openai-api/fanout-lab/test"
JUDGE = "openai-api/fanout-lab/judge"

PEAKS, DESIGNERS = "4a63d4162dcf1dc9", "c46a96ec5b304fd9"
"""How high are the highest points of five islands; who designed five lighthouses."""

RIGHT = {
    PEAKS: "Great Sull - 611\nBrannoc - 742\nMarravoe - 518\nVessay - 377\nEldrey - 455",
    DESIGNERS: "Widow's Tooth Light - Cecily Arden\nSkarn Rock Light - Nathaniel Boll\n"
    "Merrin Light - Josiah Tamblyn\nPollan Light - Ragnhild Osterby\n"
    "Farrow Point Light - Ewan Strake",
}
PARTLY = {
    PEAKS: "Great Sull - 611\nBrannoc - 742\nMarravoe - 500",
    DESIGNERS: "I cannot answer without real-time data.",
}
ONE_LIGHT = "Skarn Rock Light - Nathaniel Boll"
SEARCHES = {PEAKS: ["Great Sull", "Brannoc"], DESIGNERS: ["Skarn Rock", "zzqx vvkw"]}
LEAVES = ["How high is Great Sull?", "How high is Brannoc?"]


def id_of(text: str) -> str:
    """The question that a prompt is about."""
    return PEAKS if "five most populous" in text else DESIGNERS


def answer(prompt: Prompt) -> str:
    """The script: by the words of a call it is known what is asked."""
    first, last = prompt.messages[0], prompt.messages[-1]
    if prompt.body["model"] == "judge":
        return verdict(first)
    if "from what you know" in first:
        return PARTLY[id_of(first)]
    if "from these pages" in first:
        return RIGHT[id_of(first)]
    if "split into smaller" in first:
        return RIGHT[PEAKS] if id_of(first) == PEAKS else ONE_LIGHT
    if "answered by splitting" in first:
        plan = {"questions": LEAVES, "more": False}
        return json.dumps(plan) if id_of(first) == PEAKS else "I would rather not."
    made = sum(message["role"] == "assistant" for message in prompt.body["messages"])
    if any(first.rstrip().endswith(leaf) for leaf in LEAVES):
        island = first.rstrip().removesuffix("?").partition("How high is ")[2]
        return search(island, prompt) if made == 0 else "611 m"
    wanted = SEARCHES[id_of(first)]
    if made < len(wanted):
        return search(wanted[made], prompt)
    assert "Skarn Rock Light" in "".join(prompt.messages) or id_of(first) == PEAKS, last
    return RIGHT[PEAKS] if id_of(first) == PEAKS else ONE_LIGHT


def search(query: str, prompt: Prompt) -> str:
    """A search, natively where tools are offered, else in the text."""
    if prompt.body.get("tools"):
        return Reply.calling(("search", json.dumps({"query": query})))
    return f"<search>{query}</search>"


def verdict(prompt: str) -> str:
    """C for what is right, D for what is not all of it, and no letter for a refusal."""
    submitted = prompt.partition("=== The submission ===")[2].partition("=== End")[0].strip()
    if submitted in RIGHT.values():
        return "Every fact is there.\nC"
    return "It does not say." if submitted == PARTLY[DESIGNERS] else "Much is missing.\n\n(D)"


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Iterator[SimpleNamespace]:
    """All settings, run once on two questions with a judge: the runs, and what was asked."""
    folder = tmp_path_factory.mktemp("fanoutqa")
    with pytest.MonkeyPatch.context() as patch, Server(answer) as server:
        patch.chdir(folder)
        patch.setenv("TAMIS_HOME", str(folder / "home"))
        patch.setenv("FANOUT_LAB_BASE_URL", server.url)
        patch.setenv("FANOUT_LAB_API_KEY", "none")
        patch.setenv("COLUMNS", "160")
        code = tamis("run", "fanoutqa", "--model", MODEL, "-T", "setting=all", *FIRST_TWO,
                     "-T", "words=pystemmer", "--model-role", f"judge={JUDGE}",
                     "--out", "all")  # fmt: skip
        runs = {run.identity["condition"]: run for run in read_runs([folder / "all/logs"])}
        yield SimpleNamespace(code=code, runs=runs, server=server, folder=folder)


def values(run: Run) -> dict[str, dict[str, float]]:
    """The figures of each question."""
    return {sample.id: dict(sample.values) for sample in run.samples}


def test_each_setting_is_a_run_of_its_own(desk):
    """The three of the paper and ours, with what makes their figures other figures."""
    assert desk.code == 0
    assert set(desk.runs) == {"closed book", "open book", "evidence provided", "fan-out"}
    identity = desk.runs["open book"].identity
    assert identity["words"] == "pystemmer"
    assert identity["wiki"].startswith("folder mini 2023-11-20 ")
    assert (identity["context_limit"], identity["roles"]) == ("128000", f"judge={JUDGE}")
    assert "wiki" not in desk.runs["closed book"].identity


def test_closed_book_comes_to_the_figures_worked_by_hand(desk):
    """5 of 10 references; 3 rows of 5, 2 cells; 6 of 7 words given, of 11 wanted."""
    got = values(desk.runs["closed book"])[PEAKS]
    for variant in ("paper", "reference", "strict"):
        assert (got[f"{variant}_loose"], got[f"{variant}_strict"]) == (0.5, 0)
    assert [got[f"row_{part}"] for part in ("precision", "recall", "f1")] == [1, 0.6, 0.75]
    cells = [got[f"cell_{part}"] for part in ("precision", "recall", "f1")]
    assert cells == pytest.approx([2 / 3, 2 / 5, 1 / 2])
    for kind in ("rouge1", "rougeL"):
        rouge = [got[f"{kind}_{part}"] for part in ("precision", "recall", "f1")]
        assert rouge == pytest.approx([6 / 7, 6 / 11, 12 / 18])
    assert (got["judged"], got["letter_D"], got["ok"], got["declined"]) == (0, 1, 1, 0)
    assert math.isnan(got["evidence_recall"])


def test_a_refusal_in_words_is_refused_and_counted(desk):
    """It scores 0 like any wrong answer; no row and no verdict can be read, which counts 0 too."""
    got = values(desk.runs["closed book"])[DESIGNERS]
    assert (got["declined"], got["refused"], got["ok"]) == (1, 1, 0)
    assert (got["paper_loose"], got["table_unread"]) == (0, 1)
    assert (got["row_f1"], got["judged"]) == (0, 0)
    assert math.isnan(got["read_row_f1"])
    assert math.isnan(got["read_judged"])
    assert (got["judge_unparsed"], got["judge_failed"]) == (1, 0)


def test_what_the_provider_refuses_is_told_apart_from_what_declines(tmp_path, monkeypatch, capsys):
    """Of ten replies the filter stops two, OpenAI's field holds one, and four decline in words."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    words_only = "I cannot answer without real-time data."
    said = iter([Reply.filtered(), words_only, "Mars", Reply.declined("I cannot help with that."),
                 words_only, "Mars", Reply.filtered(), words_only, "Mars", words_only])  # fmt: skip
    with Server(lambda prompt: next(said)) as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/m"
        assert tamis("run", "fanoutqa", "--model", model, "--limit", "10", "--out", "out") == 0
    assert tamis("report", "out", "--csv", "all.csv") == 0
    with open("all.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["table"] in ("refusals", "outcomes")]
    own = {row["measure"]: float(row["value"]) for row in rows if row["kind"] == "model"}
    paper = {row["system"]: row["measure"] for row in rows if row["kind"] == "published"}
    assert (own["refused_by_provider"], own["refused"]) == (3 / 10, 7)
    # The count of the table of outcomes comes last.
    assert [float(row["value"]) for row in rows if row["measure"] == "declined"][:1] == [4 / 10]
    assert set(paper.values()) == {"declined"}


def test_bleurt_that_is_not_installed_is_told_before_any_call(desk, monkeypatch, capsys):
    """With the command that installs it."""
    monkeypatch.setitem(sys.modules, "bleurt", None)
    before = len(desk.server.bodies)
    code = tamis("run", "fanoutqa", "--model", MODEL, *FIRST_TWO, "-T", "bleurt=BLEURT-20",
                 "-T", "words=pystemmer", "--out", "bleurt")  # fmt: skip
    assert code == 2
    assert "pip install git+https://github.com/google-research/bleurt" in capsys.readouterr().err
    assert len(desk.server.bodies) == before


def test_open_book_uses_the_providers_tools(desk):
    """Two searches a question; a redirect opens the needed page; what is not there is counted."""
    got = values(desk.runs["open book"])
    assert [got[PEAKS][key] for key in ("strict_strict", "judged", "searches")] == [1, 1, 2]
    # Needed are the list and five islands, or five lighthouses.
    assert got[PEAKS]["evidence_recall"] == pytest.approx(2 / 6)
    assert got[DESIGNERS]["evidence_recall"] == pytest.approx(1 / 6)
    assert got[DESIGNERS]["evidence_precision"] == 1
    assert (got[DESIGNERS]["searches"], got[DESIGNERS]["not_found"]) == (2, 1)
    assert got[DESIGNERS]["strict_loose"] == pytest.approx(2 / 10)
    # The server counts 10 tokens in and 5 out for each call.
    assert [got[PEAKS][key] for key in ("calls", "tokens_in", "tokens_out")] == [3, 30, 15]
    tools = [body for body in desk.server.bodies if body.get("tools")]
    assert {body["tools"][0]["function"]["name"] for body in tools} == {"search"}


def test_the_protocol_gives_the_same_without_tools_and_is_judged_later(desk):
    """`-T tools=protocol`: the searches stand in the text, and no tool is offered."""
    before = len(desk.server.bodies)
    code = tamis("run", "fanoutqa", "--model", MODEL, "-T", "setting=open_book", *FIRST_TWO,
                 "-T", "tools=protocol", "-T", "words=pystemmer", "--out", "protocol")  # fmt: skip
    assert code == 0
    [run] = read_runs([desk.folder / "protocol/logs"])
    native = values(desk.runs["open book"])
    for id, got in values(run).items():
        same = ("strict_loose", "evidence_recall", "evidence_precision", "searches", "not_found")
        assert [got[key] for key in same] == [native[id][key] for key in same]
        assert "judged" not in got
    assert not any(body.get("tools") for body in desk.server.bodies[before:])
    # The same folder with a judge: it alone is asked, the answers come from the cache.
    before = len(desk.server.bodies)
    code = tamis("run", "fanoutqa", "--model", MODEL, "-T", "setting=open_book", *FIRST_TWO,
                 "-T", "tools=protocol", "-T", "words=pystemmer", "--out", "protocol",
                 "--model-role", f"judge={JUDGE}")  # fmt: skip
    assert code == 0
    assert [body["model"] for body in desk.server.bodies[before:]] == ["judge", "judge"]


def test_evidence_provided_shows_all_needed_pages(desk):
    """Everything fits: six pages of six, and the model that reads them is right."""
    for got in values(desk.runs["evidence provided"]).values():
        keys = ("evidence_recall", "evidence_precision", "pages", "calls", "judged")
        assert [got[key] for key in keys] == [1, 1, 6, 1, 1]
        assert all(got[f"{variant}_strict"] == 1 for variant in ("paper", "reference", "strict"))
    shown = [prompt for prompt in desk.server.calls if "from these pages" in prompt]
    assert len(shown) == 2
    assert any("Beacon Law" in prompt for prompt in shown)


def test_a_question_whose_pages_are_absent_is_not_asked(desk, tmp_path):
    """Without evidence there is none to provide: it is withheld, told, and the row is marked."""
    pages = tmp_path / "pages.jsonl"
    every = wiki.MINI.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in every if json.loads(line)["title"] != "Skarn Rock Light"]
    assert len(kept) == len(every) - 1
    pages.write_text("".join(kept), encoding="utf-8")
    before = len(desk.server.bodies)
    code = tamis("run", "fanoutqa", "--model", MODEL, "-T", "setting=evidence_provided",
                 *FIRST_TWO, "-T", "words=pystemmer", "-T", f"wiki={pages}",
                 "--out", str(tmp_path / "out"))  # fmt: skip
    assert code == 0
    [run] = read_runs([tmp_path / "out/logs"])
    outcomes = sorted(
        (one.outcome or "withheld", one.values["pages_absent"]) for one in run.samples
    )
    assert outcomes == [("ok", 0), ("withheld", 1)]
    assert len(run.asked) == 1
    assert len(desk.server.bodies) == before + 1
    page = (tmp_path / "out/report.html").read_text(encoding="utf-8")
    assert "lacks pages that 1 of 2 questions need. Not asked: 1, since" in page
    assert "‡" in page


def test_fan_out_splits_looks_up_and_combines(desk):
    """A plan, two leaves of two calls, the end: 6 calls; what is not split is its own leaf."""
    got = values(desk.runs["fan-out"])
    keys = ("strict_strict", "judged", "sub_questions", "calls", "searches")
    assert [got[PEAKS][key] for key in keys] == [1, 1, 2, 6, 2]
    assert got[PEAKS]["evidence_recall"] == pytest.approx(2 / 6)
    # A plan that is none, the question itself with two searches, another such plan, the end.
    assert [got[DESIGNERS][key] for key in keys] == [0, 0, 1, 6, 2]


def test_a_log_has_the_reply_with_the_answer(desk):
    """The last of each setting; what was searched, opened and asked before is in its record."""
    for setting, wanted in (
        ("closed book", PARTLY),
        ("evidence provided", RIGHT),
        ("open book", {PEAKS: RIGHT[PEAKS], DESIGNERS: ONE_LIGHT}),
        ("fan-out", {PEAKS: RIGHT[PEAKS], DESIGNERS: ONE_LIGHT}),
    ):
        wrote = {id: one.output.completion for id, one in samples_of(desk.runs[setting])}
        assert wrote == {id: wanted[id] for id in (PEAKS, DESIGNERS)}, setting


def test_nothing_is_asked_twice(desk):
    """The same command again: all from the logs, not one call."""
    before = sum(desk.server.calls.values())
    code = tamis("run", "fanoutqa", "--model", MODEL, "-T", "setting=all", *FIRST_TWO,
                 "-T", "words=pystemmer", "--model-role", f"judge={JUDGE}",
                 "--out", "all")  # fmt: skip
    assert code == 0
    assert sum(desk.server.calls.values()) == before


def test_answers_made_elsewhere_are_scored_and_judged(desk, capsys):
    """A file of one right answer, in the setting that it names; the other is missing.

    The question that was withdrawn after some files had been made is passed over.
    """
    path = desk.folder / "mine.jsonl"
    rows = [(PEAKS, RIGHT[PEAKS]), ("36146d2306ce9ca3", "Mars")]
    path.write_text("".join(json.dumps({"id": i, "answer": a}) + "\n" for i, a in rows))
    code = tamis("score", "fanoutqa", str(path), "-T", "setting=open_book", "-T", "shard=0/20",
                 "-T", "order=released",
                 "-T", "words=pystemmer", "--model-role", f"judge={JUDGE}",
                 "--out", "mine")  # fmt: skip
    assert code == 0
    assert "1 ids have no prediction" in capsys.readouterr().err
    [run] = read_runs([desk.folder / "mine/logs"])
    assert (run.label, run.identity["condition"]) == ("mine", "open book")
    got = values(run)
    assert (got[PEAKS]["paper_strict"], got[PEAKS]["judged"]) == (1, 1)
    [other] = [own for id, own in got.items() if id != PEAKS]
    keys = ("missing", "paper_loose", "judged")
    assert [other[key] for key in keys] == [1, 0, 0]
    assert all(math.isnan(other[f"read_{key}"]) for key in keys[1:])


HIDDEN = [
    {
        "id": f"{number:016x}",
        "question": f"Who designed {title} of the lights?",
        "categories": ["History"],
        "necessary_evidence": [{"pageid": 1, "revid": "###TBD###", "title": title, "url": ""}],
    }
    for number, title in enumerate(("Merrin Light", "Skarn Rock Light"))
]
ASKED_OF = ("--name", "My System", "--authors", "Me", "--type", "PROMPT", "--context", "8192",
            "--no-function-calling")  # fmt: skip


@pytest.fixture(scope="module")
def hidden(desk) -> SimpleNamespace:
    """Two settings on questions without answers."""
    folder = desk.folder / "tiny"
    folder.mkdir()
    (folder / "test.json").write_text(json.dumps(HIDDEN))
    code = tamis("run", "fanoutqa", "--model", MODEL, "--data", str(folder), "-T", "split=test",
                 "-T", "setting=closed_book,evidence_provided", "-T", "wiki=mini",
                 "-T", "words=pystemmer", "--out", "hidden")  # fmt: skip
    return SimpleNamespace(code=code, logs=str(desk.folder / "hidden/logs"))


def test_a_test_split_is_answered_but_not_scored(hidden, desk, capsys):
    """No score, which is said plainly; what became of the questions is counted all the same."""
    assert hidden.code == 0
    runs = read_runs([hidden.logs])
    assert [run.identity["answers"] for run in runs] == ["hidden", "hidden"]
    for run in runs:
        for got in values(run).values():
            assert not any("loose" in key or key == "judged" for key in got)
            assert got["ok"] + got["refused"] == 1
    assert tamis("report", hidden.logs) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "The answers of this split are hidden, so nothing is scored here" in said
    assert "Answers variant=" not in said


def test_submit_writes_the_leaderboards_files(hidden, desk, monkeypatch, capsys):
    """Metadata and a file for each setting, in the repository's folders; one is absent."""
    monkeypatch.setattr(submission, "DATA", ("tiny-test",))
    monkeypatch.setattr(submission, "QUESTIONS", 2)
    assert tamis("submit", "fanoutqa", hidden.logs, *ASKED_OF, "--out", "submission") == 0
    assert "There are no answers for openbook" in capsys.readouterr().err
    out = desk.folder / "submission"
    assert json.loads((out / "metadata/my-system.json").read_text()) == {
        "name": "My System",
        "authors": "Me",
        "url": None,
        "citation": "",
        "type": "PROMPT",
        "context": 8192,
        "is_trained_for_function_calling": False,
        "details": None,
        "closedbook_generations": "my-system.jsonl",
        "openbook_generations": None,
        "evidenceprovided_generations": "my-system.jsonl",
    }
    lines = (out / "evidenceprovided-generations/my-system.jsonl").read_text().splitlines()
    given = {row["id"]: row["answer"] for row in map(json.loads, lines)}
    assert given == {one["id"]: RIGHT[DESIGNERS] for one in HIDDEN}
    assert not (out / "openbook-generations").exists()


def test_what_cannot_be_submitted_is_refused(hidden, desk, monkeypatch, capsys):
    """Other data, an answer too few, two runs of a setting, a field that is missing or wrong."""
    runs = str(desk.folder / "all/logs")
    for data, questions, logs, given, wanted in (
        ("released-test", 2, hidden.logs, ASKED_OF, "run it with --data released -T split=test"),
        ("tiny-test", 3, hidden.logs, ASKED_OF, "has answers to 2 of 3 questions"),
        ("mini-dev", 2, runs, ASKED_OF, "two of the runs are for the openbook board"),
        ("tiny-test", 2, hidden.logs, ASKED_OF[2:], "a name"),
        ("tiny-test", 2, hidden.logs, ASKED_OF[:-1], "is_trained_for_function_calling is missing"),
        ("tiny-test", 2, hidden.logs, (*ASKED_OF, "--type", "MODEL"), "field type is 'MODEL'"),
    ):
        monkeypatch.setattr(submission, "DATA", (data,))
        monkeypatch.setattr(submission, "QUESTIONS", questions)
        assert tamis("submit", "fanoutqa", logs, *given, "--out", "nothing") == 2
        assert wanted in capsys.readouterr().err
        assert not (desk.folder / "nothing").exists()


def test_without_a_key_the_baselines_stand_beside_the_leaderboard(tamis_here):
    """Two from the pages, the oracle with all references, sixteen systems and the humans."""
    tamis_here("run", "fanoutqa", "--limit", "2", "-T", "order=released", "-T", "words=pystemmer")
    said = tamis_here("report", "runs", "--table", "board").out
    lines = [line.strip() for line in said.splitlines()]
    for name in ("best_chunks", "first_lines", "leaf_answers"):
        assert any(line.startswith(f"{name} (baseline)") for line in lines), name
    assert sum(line.startswith("GPT-4o (published)") for line in lines) == 3
    assert any(line.startswith("Humans (published)") for line in lines)
    runs = {run.label: run for run in read_runs([tamis_here.folder / "runs"])}
    oracle = values(runs["leaf_answers"])
    assert all(got["strict_strict"] == got["paper_strict"] == 1 for got in oracle.values())
    pages = values(runs["first_lines"])
    assert all(got["evidence_recall"] == 1 and got["pages"] == 6 for got in pages.values())
    # The keys of the table are the titles of the pages, which stand before their first lines.
    assert all(got["row_recall"] == 1 for got in pages.values())
    assert all(got["calls"] == 0 for run in runs.values() for got in values(run).values())


def test_what_a_run_consists_of():
    """Settings with a model, baselines without; for what the data lacks there is a sentence."""
    assert [one.setting for one in FANOUTQA.plan({"setting": "all"}, "m")] == [
        "closed_book", "open_book", "evidence_provided", "fan_out",
    ]  # fmt: skip
    assert [one.baseline for one in FANOUTQA.plan({}, None)] == [
        "best_chunks", "first_lines", "leaf_answers",
    ]  # fmt: skip
    for values, model, wanted in (
        ({"setting": "open_book"}, None, "no model is asked"),
        ({"baseline": "first_lines"}, "m", "not both"),
        ({"context_limit": 1000}, "m", "context_limit=1000"),
        ({"date": "20-11-2023"}, "m", "YEAR-MONTH-DAY"),
        ({"split": "test"}, "m", "mini: there is no split"),
    ):
        with pytest.raises(InputError, match=wanted):
            [FANOUTQA.size(one) for one in FANOUTQA.plan(values, model)]


def test_another_wording_words_or_pages_are_another_run(tmp_path):
    """Each is part of the version by which a run is resumed; a folder has to hold a wording."""

    def version(**values):
        return FANOUTQA.run_version(Options.parse({"words": "pystemmer", **values}))

    plain, other = version(), version(setting="open_book")
    (tmp_path / "other.j2").write_text("{{ question }}")
    with pytest.raises(InputError, match=r"holds none of closed_book\.j2"):
        version(prompts=str(tmp_path))
    (tmp_path / "closed_book.j2").write_text("{{ question }}")
    assert len({plain, other, version(prompts=str(tmp_path))}) == 3
    assert version(split="dev") == plain


def test_estimates_follow_the_right_searches():
    """One call closed book; one a needed page and one more open book; fan-out asks its leaves."""
    first = {"shard": "0/30", "order": "released"}
    for setting, calls in (
        ("closed_book", 1), ("evidence_provided", 1), ("open_book", 7), ("fan_out", 14),
    ):  # fmt: skip
        got = list(FANOUTQA.requests(Options.parse({**first, "setting": setting})))
        assert (got[0].id, got[0].follow_up, len(got)) == (PEAKS, False, calls), setting
        assert all(one.follow_up for one in got[1:])
        assert all(one.prompt for one in got)


@pytest.mark.parametrize("outcome", ["timed_out", "over_rounds"])
def test_what_there_was_when_time_ran_out_is_scored(outcome):
    """Beside the headline, and in `reference` within it, as the published scorer scores it."""
    got = Answered("a - 1", outcome)
    assert (has_answer(got), outcome_of(got)) == (True, "timed_out")
    assert counts_of(got)["over_rounds"] == float(outcome == "over_rounds")
    scorers = {v: Scorer({"a": 1}, v, words("pystemmer")) for v in ("paper", "reference")}
    figures, _ = strings(got, scorers)
    assert figures["reference_strict"] == figures["read_reference_strict"] == 1
    whole = with_headline(figures, outcome_of(got), {"paper_strict": 0.0, "reference_strict": 0.0})
    assert (whole["paper_strict"], whole["read_paper_strict"]) == (0, 1)
    assert whole["reference_strict"] == 1
    figures, scores = strings(Answered("", "failed"), scorers)
    assert (outcome_of(Answered("", "failed")), figures["reference_strict"]) == ("too_long", 0)
    assert math.isnan(figures["paper_loose"])
    assert not scores


def test_the_majority_of_judges_counts():
    """C, E and D: 2 of 3 score 1; C and D are tied, which is no verdict, and counts 0."""
    c, d, e = (Factuality(letter, letter) for letter in "CDE")
    unread = Factuality(None, "u", "unparsed")
    got = factuality_judges.verdicts([c, d, e])
    assert (got["judged"], got["judged[C]"], got["judged[D]"]) == (1, 1, 0)
    assert got["letter_C"] == pytest.approx(1 / 3)
    tied = factuality_judges.verdicts([c, d])
    assert tied["judged"] == 0
    assert math.isnan(tied["read_judged"])
    assert tied["judge_tied"] == 1
    # One of two is no majority of all: a judge that is silent never helps.
    half = factuality_judges.verdicts([c, unread])
    assert (half["judged"], half["judge_tied"]) == (0, 0)
    assert factuality_judges.verdicts([c, e, unread])["judged"] == 1
    alone = factuality_judges.verdicts([unread])
    assert alone["judged"] == 0
    assert math.isnan(alone["read_judged"])
    assert (alone["judge_unparsed"], alone["judge_tied"]) == (1, 0)


def test_a_run_of_nothing_but_broken_searches_fails_and_says_so(tmp_path, monkeypatch, capsys):
    """Arguments that are cut off, or hold no query; the other way to search is named."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    broken = iter(['{"query": 12', '{"query": 12}', "{}", '{"q": "Great Sull"}'] * 5)
    with Server(lambda prompt: Reply.calling(("search", next(broken)))) as server:
        service = as_service(server, monkeypatch)
        code = tamis("run", "fanoutqa", "--model", f"openai-api/{service}/m", "--limit", "1",
                     "-T", "setting=open_book", "-T", "words=pystemmer", "-T", "rounds=3",
                     "--out", "out")  # fmt: skip
    assert code == 1
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith("FAILED: none of 1 replies could be read; each of the 3 searches")
    assert "-T tools=protocol" in said
