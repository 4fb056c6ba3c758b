"""The ACS task end to end, on eight items and a scripted judge whose errors are known by hand."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from here import tamis
from server import Fault, Prompt, Reply, Server
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.acs import tables
from tamis.benchmarks.acs.data import COLUMNS
from tamis.benchmarks.acs.error_labels import read_labels
from tamis.benchmarks.acs.logged_verdict import Judged, from_record, to_record
from tamis.benchmarks.acs.options import Options
from tamis.benchmarks.acs.published import judges as published
from tamis.benchmarks.acs.samples import load_samples
from tamis.benchmarks.acs.score import HEADLINE, bounds, figures
from tamis.checking import program
from tamis.checking.judgement import Judgement
from tamis.checking.ledger import rows
from tamis.checking.worksheet import Entry, Part, Worksheet
from tamis.measures.classification import estimates
from tamis.report.logs import read_runs, samples_of
from tamis.report.runs import Run
from tamis.types import InputError
from test_judge_stats import TABLE_1
from tidied import tables as tidy

MODEL = "openai-api/acs-lab/test"
REAL = program.judge

# Three responses, of which the items are about the first three times, the second three times,
# the third twice. The program decides 1, 2, 4 and 5, and is wrong about 5.
LABELS = {1: True, 2: False, 3: True, 4: True, 5: False, 6: False, 7: True, 8: True}
PROGRAM = {1: True, 2: False, 4: True, 5: True}
ZERO_SHOT = {1: True, 2: True, 3: True, 4: False, 5: False, 6: False, 7: None, 8: True}
RESPONSES = ["* Oats <b>first</b> (450 cal)\n* Eggs (200 cal)", "Rest all day.", "Run, then rest."]
SHEET = Worksheet(
    "calories", "kcal", "at most 700 kcal", "each day", "summation",
    (Part("Day 1", (Entry("Oats", 450.0, (450.0,)), Entry("Eggs", 200.0, (200.0,))), 650.0, True),),
)  # fmt: skip

ACS = load_benchmark("acs")


def constraint(row: int) -> str:
    """The constraint of an item, by which the script knows it."""
    return f"Demand number {row} must be kept."


def row_of(prompt: str) -> int:
    """The item that a prompt is about: worked examples come before it."""
    return int(re.findall(r"Demand number (\d)", prompt)[-1])


def reply(verdict: bool | None, shown: str = "450 + 200 = 640") -> str:
    """A judge's reply: with a sum that is wrong, and no verdict where there is to be none."""
    said = {True: "yes", False: "no", None: "hard to say"}[verdict]
    return f"RATIONALE: {shown}, so it is <i>plain</i>.\nFINAL ANSWER: {said}"


def scripted(prompt: Prompt) -> str:
    """The model's verdicts: with worked examples it believes everything."""
    row = row_of(prompt)
    return reply(True if "Example" in prompt or "EXAMPLE" in prompt else ZERO_SHOT[row])


def program_says(constraint: str, response: str) -> Judgement:
    """The program judge's part in the script; what is not in it the program judges itself."""
    if not constraint.startswith("Demand number"):
        return REAL(constraint, response)
    said = PROGRAM.get(row_of(constraint))
    if said is None:
        return Judgement(None, "program", "abstained", "Not in the script.")
    return Judgement(said, "program", worksheet=SHEET)


def write_data(folder: Path) -> Path:
    """The eight items in the released form."""
    path = folder / "eight.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row, label in LABELS.items():
            nth = 0 if row < 4 else 1 if row < 7 else 2
            domain = "workout" if nth else "meal-planning"
            request = f"Request {nth}."
            writer.writerow([request, RESPONSES[nth], constraint(row), int(label), domain])
    return path


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Iterator[SimpleNamespace]:
    """All judges, run once on the eight items: the runs, and what the server was asked."""
    folder = tmp_path_factory.mktemp("acs")
    data = str(write_data(folder))

    script = SimpleNamespace(answer=scripted)
    with pytest.MonkeyPatch.context() as patch, Server(lambda p: script.answer(p)) as server:
        patch.chdir(folder)
        patch.setenv("TAMIS_HOME", str(folder / "home"))
        patch.setenv("ACS_LAB_BASE_URL", server.url)
        patch.setenv("ACS_LAB_API_KEY", "none")
        patch.setenv("COLUMNS", "160")
        patch.setattr(program, "judge", program_says)
        code = tamis("run", "acs", "--model", MODEL, "--data", data, "-T", "judge=all",
                     "-T", "shots=0,2", "--out", "all")  # fmt: skip
        runs = {run.identity["condition"]: run for run in read_runs([folder / "all/logs"])}
        prompts = list(server.calls)
        found = SimpleNamespace(code=code, runs=runs, prompts=prompts, data=data, folder=folder)
        found.script = script
        yield found


def values(run: Run) -> dict[int, dict[str, float]]:
    """The figures of each item, by its row."""
    return {int(sample.id[:3]): dict(sample.values) for sample in run.samples}


def cells(desk, condition: str) -> dict[str, object]:
    """The row of a condition in Table 1, estimates as their values."""
    run = desk.runs[condition]
    [row] = [row for row in tables.judges([run]).rows if row.kind != "published"]
    return {key: getattr(cell, "value", cell) for key, cell in row.cells.items()}


def test_every_judge_is_a_run_of_its_own(desk):
    """The program judges once, the others with and without examples."""
    assert desk.code == 0
    assert set(desk.runs) == {
        "zero-shot", "2-shot", "hybrid zero-shot", "hybrid 2-shot",
        "worksheet zero-shot", "worksheet 2-shot", "record", "Baselines",
    }  # fmt: skip
    assert [run.label for run in desk.runs.values() if run.kind == "baseline"] == ["program"]


def test_zero_shot_comes_to_the_figures_worked_by_hand(desk):
    """TP 1, 3, 8; FP 2; FN 4; TN 5, 6; item 7, satisfied, is unparsed.

    It counts as judged wrongly, a FN, in the headline.
    """
    got = cells(desk, "zero-shot")
    assert got["accuracy"] == pytest.approx(5 / 8)
    assert got["f1_satisfied"] == pytest.approx(6 / 9)
    assert got["f1_unsatisfied"] == pytest.approx(4 / 7)
    assert got["read_accuracy"] == pytest.approx(5 / 7)
    assert got["read_f1_satisfied"] == pytest.approx(6 / 8)
    assert got["read_f1_unsatisfied"] == pytest.approx(4 / 6)
    assert [got[key] for key in ("n", "unread", "read")] == [8, 1, 7]
    assert got["skew"] == pytest.approx(6 / 8 - 4 / 6)
    assert got["coverage"] == pytest.approx(7 / 8)
    assert got["bounds"] == "0.62 to 0.75"
    [row] = tables.confusions([desk.runs["zero-shot"]]).rows
    assert [row.cells[key] for key in ("tp", "fn", "tn", "fp", "undecided")] == [3, 1, 2, 1, 1]


def test_an_unparsed_reply_is_counted_and_is_judged_wrongly(desk):
    """Not dropped, and no failure; among the verdicts it is not."""
    run = desk.runs["zero-shot"]
    got = values(run)
    assert [row for row, own in got.items() if own["unparsed"]] == [7]
    kinds = ("correct", "tp", "fp", "fn", "tn")
    assert [got[7][key] for key in kinds] == [0, 0, 0, 1, 0]
    assert all(math.isnan(got[7][f"read_{key}"]) for key in kinds)
    assert (run.answered, run.expected, run.failures) == (8, 8, {})
    [row] = ACS.outcome_table([run]).rows
    assert [row.cells[key] for key in ("asked", "ok", "unparsed")] == [8, 7, 1]


def test_two_shots_believe_everything(desk):
    """All satisfied: 5 of 8, F1 10/13 and 0; the worked examples were in the prompts."""
    got = cells(desk, "2-shot")
    assert got["accuracy"] == pytest.approx(5 / 8)
    assert got["f1_satisfied"] == pytest.approx(10 / 13)
    assert (got["f1_unsatisfied"], got["skew"]) == (0, pytest.approx(10 / 13))
    assert got["bounds"] == ""


def test_the_hybrid_asks_only_where_the_program_abstains(desk):
    """Program: 1, 2, 4 right, 5 wrong; model: 3, 6, 8 right, 7 unparsed. So 6 of 8 in 4 calls."""
    run = desk.runs["hybrid zero-shot"]
    got = cells(desk, "hybrid zero-shot")
    assert got["accuracy"] == pytest.approx(6 / 8)
    assert got["f1_satisfied"] == pytest.approx(8 / 10)
    assert got["f1_unsatisfied"] == pytest.approx(4 / 6)
    assert got["read_accuracy"] == pytest.approx(6 / 7)
    assert {row for row, own in values(run).items() if own["calls"]} == {3, 6, 7, 8}


def test_a_log_has_the_judges_own_words_or_what_the_program_worked_out(desk, capsys):
    """Of the hybrid the program's working is no reply, and `tamis replies` leaves it out."""
    run = desk.runs["hybrid zero-shot"]
    said = {int(id[:3]): sample.output.completion for id, sample in samples_of(run)}
    assert {row: said[row] for row in (3, 6, 7, 8)} == {
        row: reply(ZERO_SHOT[row]) for row in (3, 6, 7, 8)
    }
    assert said[1].splitlines()[0] == "satisfied"
    assert "650" in said[1]
    assert tamis("replies", str(run.logs[0])) == 0
    shown = capsys.readouterr().out
    assert shown.count("   reply ok") == 3
    assert shown.count("   reply unparsed") == 1
    assert shown.count("[x FINAL ANSWER") + shown.count("[+ FINAL ANSWER") == 3


def test_the_worksheet_is_in_the_prompt_where_the_program_has_one(desk):
    """Of four items; the numbers and the bound can be read there."""
    with_sheet = [prompt for prompt in desk.prompts if "at most 700 kcal" in prompt]
    assert {row_of(prompt) for prompt in with_sheet} == set(PROGRAM)
    assert all("450 kcal" in prompt for prompt in with_sheet)
    # Standard, and with examples; the same prompts of other judges are asked but once.
    assert len(with_sheet) == 8


def test_cost_and_accuracy_stand_side_by_side(desk):
    """Of 8 items the model judges 8, the hybrid asks about 4, the program none."""
    table = tables.costs(list(desk.runs.values()))
    got = {row.group: row.cells for row in table.rows}
    asked_of = {group: row["asked_a_model"] for group, row in got.items()}
    assert asked_of["zero-shot"] == asked_of["worksheet zero-shot"] == 1
    assert (asked_of["hybrid zero-shot"], asked_of["Baselines"]) == (0.5, 0)
    # The server counts 10 tokens in and 5 out for each call.
    assert (got["zero-shot"]["tokens_in"], got["zero-shot"]["tokens_out"]) == (10, 5)
    assert (got["hybrid 2-shot"]["tokens_in"], got["Baselines"]["calls"]) == (5, 0)


def test_replies_that_a_model_read_have_a_table(desk):
    """The accuracy with them and without: item 1, which was right, then counts as wrong."""
    run = desk.runs["zero-shot"]
    by_reader = tuple(
        replace(one, values={**one.values, "by_reader": float(one.id.startswith("001"))})
        for one in run.samples
    )
    tables = {table.id: table for table in ACS.report([replace(run, samples=by_reader)]).tables}
    [row] = tables["read-by-a-model"].rows
    shown = [row.cells[key] for key in ("with", "without")]
    assert [cell.value for cell in shown] == pytest.approx([5 / 8, 4 / 8])


def test_figures_by_capability(desk):
    """Four items have a worksheet, which says so: of these the judge is right about 1 and 5."""
    table = tables.by_capability([desk.runs["zero-shot"]])
    rows = {row.group: row.cells for row in table.rows}
    assert {group: cells["n"] for group, cells in rows.items()} == {"summation": 4, "unknown": 4}
    assert rows["summation"]["accuracy"].value == pytest.approx(2 / 4)


def test_standard_errors_are_clustered_by_response(desk):
    """Three responses; the error of the accuracy over 8 items, worked by hand."""
    run = desk.runs["zero-shot"]
    [row] = [row for row in tables.judges([run]).rows if row.kind == "model"]
    accuracy = row.cells["accuracy"]
    # Right: 2 of 3, 2 of 3, 1 of 2; residuals from 5/8 summed in each, by its share.
    residuals = [2 - 3 * 5 / 8, 2 - 3 * 5 / 8, 1 - 2 * 5 / 8]
    shares = [3 / 8, 3 / 8, 2 / 8]
    squares = [r * r / (1 - share) for r, share in zip(residuals, shares, strict=True)]
    by_hand = math.sqrt(sum(squares)) / 8
    assert accuracy.clusters == 3
    assert accuracy.stderr == pytest.approx(by_hand)


def test_wrong_verdicts_are_shown_side_by_side_and_escaped(desk, capsys):
    """Rationale, worksheet and response of items 2 and 4, as text; Table 2 without labels."""
    logs = [str(log) for log in desk.runs["zero-shot"].logs]
    assert tamis("report", *logs, "--html", "page.html", "--all") == 0
    page = (desk.folder / "page.html").read_text()
    assert page.count('<details class="case">') == 2
    assert "Oats &lt;b&gt;first&lt;/b&gt; (450 cal)\n* Eggs (200 cal)" in page
    assert "so it is &lt;i&gt;plain&lt;/i&gt;" in page
    assert "total 650 kcal: satisfied" in page
    assert "<b>first" not in page
    assert "Error: " not in page
    assert "Kinds of error" in capsys.readouterr().out


def test_errors_are_labelled_in_a_file_that_is_never_overwritten(desk, capsys):
    """Written without labels, labelled by hand in one row, read back: 1 of 2 is labelled."""
    logs = [str(log) for log in desk.runs["zero-shot"].logs]
    path = desk.folder / "errors.csv"
    assert tamis("report", *logs, "--errors", str(path)) == 0
    assert f"written: {path}" in capsys.readouterr().out
    rows = read_labels(path)
    # What a person needs to see whether something was not extracted.
    assert [(r.constraint, r.request, r.response) for r in rows] == [
        (constraint(2), "Request 0.", RESPONSES[0]),
        (constraint(4), "Request 1.", RESPONSES[1]),
    ]
    assert [(row.id[:3], row.label) for row in rows] == [("002", ""), ("004", "")]
    text = path.read_text(encoding="utf-8-sig")
    lines = list(csv.reader(text.splitlines(keepends=True)))
    lines[1][lines[0].index("label")] = "extraction"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(lines)
    by_hand = path.read_bytes()
    assert tamis("report", *logs, "--errors", str(path), "--csv", "all.csv") == 0
    assert "written: errors.csv" not in capsys.readouterr().out
    assert path.read_bytes() == by_hand
    [own] = [row for row in tidy(desk.folder / "all.csv")["errors"] if row["kind"] == "model"]
    shown = [own[name] for name in ("total", "labelled", "extraction", "calculation", "reasoning")]
    assert shown == ["2", "1", "1", "0", "1"]
    # Of another run's errors none is in the file, which is said.
    other = [str(log) for log in desk.runs["2-shot"].logs]
    assert tamis("report", *other, "--errors", str(path)) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "3 of 3 errors are not in" in said
    assert path.read_bytes() == by_hand


def test_the_programs_errors_are_shown_but_not_labelled(desk, capsys):
    """Item 5: worksheet and response, no rationale; Table 2 is about rationales."""
    logs = [str(log) for log in desk.runs["Baselines"].logs]
    assert tamis("report", *logs, "--html", "program.html", "--errors", "none.csv", "--all") == 0
    page = (desk.folder / "program.html").read_text()
    assert page.count('<details class="case">') == 1
    assert "Rationale" not in page
    assert "Kinds of error" not in capsys.readouterr().out
    assert read_labels(desk.folder / "none.csv") == ()


def test_two_judges_three_wordings_two_epochs(desk, capsys):
    """A says yes to all in every wording; B says no to item 2, and turns on item 1 once worded.

    Item 1: both yes, B's no in another wording ties, which is no verdict, so nothing flips.
    Item 2: yes and no, a tie and no decision. A reply in the second epoch is asked for anew.
    """
    wordings = {
        load_samples(options)[1][row - 1].worded(nth): nth
        for options in [Options.parse({"data": desk.data, "paraphrases": 3, "order": "released"})]
        for row in (1, 2, 3)
        for nth in range(3)
    }
    seen: list[tuple[str, int, int]] = []

    def answer(prompt: Prompt) -> str:
        name, row, nth = str(prompt.body["model"]), row_of(prompt), wordings[str(prompt)]
        assert prompt.body["temperature"] == 0
        seen.append((name, row, nth))
        if row == 3:
            return reply(nth == 0)
        return reply(name == "a" or (row, nth) == (1, 0))

    desk.script.answer = answer
    code = tamis("run", "acs", "--data", desk.data, "-T", "paraphrases=3", "--epochs", "2",
                     "-T", "order=released", "--limit", "3", "--out", "panel",
                     "--model-role", "judge=openai-api/acs-lab/a",
                     "--model-role", "judge_b=openai-api/acs-lab/b")  # fmt: skip
    assert code == 0
    assert len(seen) == 2 * 3 * 3 * 2
    [run] = read_runs([desk.folder / "panel/logs"])
    got = values(run)
    assert (got[1]["decided"], got[2]["decided"], got[2]["abstained"]) == (1, 0, 1)
    # Item 3: a says yes to all, b only to wording 0: verdict, then ties that do not count.
    assert [got[row]["disagreed"] for row in (1, 2, 3)] == [0, 1, 0]
    assert all(own["calls"] == 6 for own in got.values())
    # A reader of the log has the reply of each judge to wording 0, under its name.
    wrote = {int(id[:3]): one.output.completion for id, one in samples_of(run)}
    assert wrote[2] == (
        f"# openai-api/acs-lab/a\n\n{reply(True)}\n\n# openai-api/acs-lab/b\n\n{reply(False)}"
    )
    [row] = tables.repetitions([run]).rows
    assert (row.cells["epochs"], row.cells["agreement"].value) == (2, 1)
    assert row.cells["decided"].value == pytest.approx(2 / 3)
    assert tamis("report", "panel/logs", "--csv", "panel/all.csv") == 0
    told = tidy(desk.folder / "panel/all.csv")
    [item] = told["disagreements"]
    assert (item["constraint"], item["epochs"]) == (constraint(2), "2 of 2")
    assert item["judge openai-api/acs-lab/a"] == "satisfied ×2"
    assert item["judge openai-api/acs-lab/b"] == "unsatisfied ×2"
    # By itself a is right on 1 and 3, b on all three, twice each.
    found = {row["label"]: row for row in told["panel"]}
    a, b = (found[f"openai-api/acs-lab/{name}"] for name in "ab")
    assert [float(row["accuracy"]) for row in (a, b)] == pytest.approx([2 / 3, 1])
    assert [float(row["f1_satisfied"]) for row in (a, b)] == pytest.approx([4 / 5, 1])
    assert [float(row["f1_unsatisfied"]) for row in (a, b)] == [0, 1]
    assert [float(row["skew"]) for row in (a, b)] == pytest.approx([4 / 5, 0])
    assert [(row["unread"], row["n"]) for row in (a, b)] == [("0", "6")] * 2
    assert len(told["shares"]) == 3


def test_verdicts_made_elsewhere_are_read_and_scored(desk, capsys):
    """Replies of any system by the ids of the prompts: two right, one empty, five missing."""
    ids = sorted(request.id for request in ACS.requests(Options.parse({"data": desk.data})))
    lines = [(ids[0], "So it holds. FINAL ANSWER: **Yes**."), (ids[1], "no"), (ids[2], "")]
    path = desk.folder / "mine.jsonl"
    path.write_text("".join(f'{{"id": "{id}", "text": "{text}"}}\n' for id, text in lines))
    assert tamis("score", "acs", str(path), "--data", desk.data, "--out", "mine") == 0
    assert "5 ids have no prediction" in capsys.readouterr().err
    [run] = read_runs([desk.folder / "mine/logs"])
    got = values(run)
    assert [got[row]["correct"] for row in (1, 2)] == [1, 1]
    assert sorted(row for row, own in got.items() if own["missing"]) == [3, 4, 5, 6, 7, 8]
    assert (run.label, run.identity["condition"]) == ("mine", "Verdicts made elsewhere")


def test_verdicts_made_elsewhere_may_be_records(desk):
    """As a log has them: the record is scored, here without a rationale to read a verdict from."""
    ids = sorted(request.id for request in ACS.requests(Options.parse({"data": desk.data})))
    lines = [
        {"id": id, "text": json.dumps(to_record(Judged(Judgement(row == 1, "theirs"))))}
        for row, id in enumerate(ids[:2], 1)
    ]
    path = desk.folder / "records.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert tamis("score", "acs", str(path), "--data", desk.data, "--out", "records") == 0
    [run] = read_runs([desk.folder / "records/logs"])
    got = values(run)
    assert [got[row]["correct"] for row in (1, 2)] == [1, 1]


def test_without_a_key_the_baselines_stand_beside_table_1(tamis_here):
    """Program, majority and random on the mini data, and the sixteen published rows."""
    tamis_here("run", "acs", "--limit", "15", "--out", "run")
    said = tamis_here("report", "run", "--table", "judges").out
    lines = [line.strip() for line in said.splitlines()]
    for name in ("program (baseline)", "majority (baseline)", "random (baseline)"):
        assert any(line.startswith(name) for line in lines), name
    board = [line for line in lines if "(published)" in line]
    assert len(board) == 16
    [first, _] = [line for line in board if line.startswith("GPT-4o")][:2]
    assert re.findall(r"\d\.\d\d", first) == ["0.97", "0.98", "0.96", "0.01"]


@pytest.mark.parametrize("model", TABLE_1)
@pytest.mark.parametrize("shots", [0, 1])
def test_the_figures_of_single_items_add_up_to_table_1(model, shots):
    """405 verdicts, each scored by itself, give the printed accuracy and F1s."""
    tp, fn, tn, fp = TABLE_1[model][shots]
    verdicts = [(True, True, tp), (False, True, fn), (False, False, tn), (True, False, fp)]
    rows = [
        (figures(Judged(Judgement(said, model)), label), str(nth))
        for said, label, count in verdicts
        for nth in range(count)
    ]
    [printed] = [row for row in published(("zero-shot", "2-shot")[shots]) if row.label == model]
    for name, found in estimates(HEADLINE, rows).items():
        assert round(100 * found.value, 2) == round(100 * printed.cells[name], 2)
    assert bounds(rows)[0] == bounds(rows)[1]


def test_an_undecided_item_counts_as_judged_wrongly():
    """Abstained from an unsatisfied item: a false positive, and nothing among the verdicts."""
    open = Judged(Judgement(None, "program", "abstained"))
    got = figures(open, satisfied=False)
    assert (got["decided"], got["correct"], got["fp"], got["tn"]) == (0, 0, 1, 0)
    assert math.isnan(got["read_correct"])


def test_what_judges_said_survives_the_log():
    """With a worksheet, a panel and other wordings; another form is refused."""
    one = Judgement(True, "a", rationale="1 + 1 = 2", worksheet=SHEET)
    judged = Judged(one, (one, Judgement(None, "b", "refused")), (True, None), 4, (40, 20))
    assert from_record(json.loads(json.dumps(to_record(judged)))) == judged
    with pytest.raises(InputError, match="cannot be read"):
        from_record({"form": "tamis/acs"})


def test_a_fault_of_the_program_judge_ends_no_run(tmp_path, monkeypatch):
    """The item is undecided, and judged wrongly; all others are scored."""
    real = rows.parse

    def parse(text):
        if text == "Day 1: Eggs":
            raise IndexError("list index out of range")
        return real(text)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(program, "judge", REAL)
    monkeypatch.setattr(rows, "parse", parse)
    with Path("two.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for response in ("Day 1: Eggs", "Day 1\n- Eggs (300 kcal)"):
            demand = "The daily caloric intake must be at most 900 kcal."
            writer.writerow(["Plan.", response, demand, 1, "meal-planning"])
    assert tamis("run", "acs", "--data", "two.csv", "-T", "judge=program", "--out", "out") == 0
    (run,) = read_runs([Path("out/logs")])
    assert sorted(one.values["correct"] for one in run.samples) == [0, 1]


def test_the_coin_is_fair_and_hangs_on_the_seed_and_the_item():
    """Other seeds throw otherwise; shards and orders do not matter."""
    from tamis.benchmarks.acs.item_judges import without_a_model

    def throws(**options):
        chosen = Options.parse({"baseline": "random", **options})
        return {one.id: without_a_model(one, True).satisfied for one in load_samples(chosen)[1]}

    first = throws()
    assert len(first) == 60
    assert 20 <= sum(first.values()) <= 40
    assert throws(seed=1) != first
    assert throws(shard="1/3").items() <= first.items()


def test_what_verdicts_hang_on_is_in_a_runs_identity():
    """And nothing that they do not hang on."""
    identity = ACS.identity
    model = identity(Options.parse({}))
    hybrid = identity(Options.parse({"judge": "hybrid", "shots": 2}))
    assert (model["condition"], hybrid["condition"]) == ("zero-shot", "hybrid 2-shot")
    assert "program" in hybrid
    assert "program" not in model
    assert model["majority"] == "satisfied"
    assert "temperature" not in identity(Options.parse({"baseline": "majority"}))


@pytest.mark.parametrize(
    ("values", "model", "roles", "expected"),
    [
        ({}, None, (), [("model", 0, "program"), ("model", 0, "majority"), ("model", 0, "random")]),
        ({"judge": "program"}, None, (), [("program", 0, "program")]),
        ({}, "m", (), [("model", 0, None)]),
        ({}, None, ("judge_b",), [("model", 0, None)]),
        ({"judge": "model,hybrid", "shots": "0,2"}, "m", (),
         [("model", 0, None), ("model", 2, None), ("hybrid", 0, None), ("hybrid", 2, None)]),
        ({"judge": "all", "shots": 2}, "m", (),
         [("model", 2, None), ("program", 0, "program"), ("hybrid", 2, None),
          ("worksheet", 2, None), ("record", 0, None)]),
        ({"judge": "record", "shots": "0,2"}, "m", (), [("record", 0, None)]),
        ({"predictions": "x.jsonl"}, None, (), [("model", 0, None)]),
    ],
)  # fmt: skip
def test_what_a_run_consists_of(values, model, roles, expected):
    """A task per judge and number of examples, or per baseline; a role makes a judge."""
    planned = ACS.plan(values, model, roles)
    assert [(one.judge, one.shots, one.baseline) for one in planned] == expected


@pytest.mark.parametrize(
    ("values", "model", "said"),
    [
        ({"judge": "oracle"}, "m", "judge=oracle"), ({"shots": 1}, "m", "shots=1"),
        ({"paraphrases": 9}, "m", "paraphrases=9"), ({"temperature": "warm"}, "m", "=warm"),
        ({"judge": "hybrid"}, None, "--model"), ({"baseline": "majority"}, "m", "not both"),
        ({"baseline": "oracle"}, None, "baseline=oracle"), ({"jugde": "model"}, "m", "jugde"),
        ({"shots": 3}, None, "shots=3"), ({"shots": 2}, None, "no effect"),
        ({"judge": "program", "shots": "0,2"}, None, "no effect"),
        ({"judge": "program", "shots": 2}, "m", "no effect"),
        ({"baseline": "random", "paraphrases": 2}, None, "no effect"),
        ({"judge": "program", "baseline": "random"}, None, "not both"),
    ],
)  # fmt: skip
def test_wrong_parameters_are_one_sentence(values, model, said):
    """Unknown names and values, and what does not go together."""
    with pytest.raises(InputError) as refused:
        ACS.plan(values, model)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_sweep_is_table_1(desk):
    """Both numbers of examples by each model, at the providers' own temperatures, and baselines.

    Model b says no to all: 2, 5 and 6 are right. The other is that of the tests above.
    """

    sent = []

    def answer(prompt: Prompt) -> str:
        sent.append(prompt.body)
        return reply(False) if prompt.body["model"] == "b" else scripted(prompt)

    models = f"{MODEL},openai-api/acs-lab/b"
    with pytest.MonkeyPatch.context() as patch, Server(answer) as server:
        patch.setenv("ACS_LAB_BASE_URL", server.url)
        done = tamis("sweep", "acs", "--models", models, "--data", desk.data, "-T", "shots=0,2",
                     "-T", "temperature=default", "--out", "sweep")  # fmt: skip
        assert done == 0
    assert len(sent) == 32
    assert not any("temperature" in body for body in sent)
    rows = tables.judges(read_runs([desk.folder / "sweep/logs"])).rows
    got = {(row.group, row.label): row.cells["accuracy"] for row in rows if row.kind == "model"}
    assert {key: cell.value for key, cell in got.items()} == {
        ("zero-shot", MODEL): 5 / 8, ("zero-shot", "openai-api/acs-lab/b"): 3 / 8,
        ("2-shot", MODEL): 5 / 8, ("2-shot", "openai-api/acs-lab/b"): 3 / 8,
    }  # fmt: skip
    assert {row.label for row in rows if row.kind == "baseline"} == {
        "program",
        "majority",
        "random",
    }
    assert sum(row.kind == "published" for row in rows) == 16


def test_estimates_and_prompts_are_of_what_a_model_would_be_asked(desk):
    """One call an item and wording; the hybrid's only where the program abstains."""
    every = list(ACS.requests(Options.parse({"data": desk.data, "paraphrases": 3})))
    assert [request.follow_up for request in every[:3]] == [False, True, True]
    assert len(every) == 24
    assert len({request.prompt for request in every}) == 24
    hybrid = list(ACS.requests(Options.parse({"data": desk.data, "judge": "hybrid"})))
    assert sorted(row_of(request.prompt) for request in hybrid) == [3, 6, 7, 8]
    about = [request for request in every if row_of(request.prompt) <= 3]
    assert len(about) == 9
    assert all(RESPONSES[0] in request.prompt for request in about)
    assert {"judge", "shots", "paraphrases", "baseline", "seed"} <= {
        one.name for one in Options.described()
    }


def test_a_refusal_and_an_overlong_prompt_are_outcomes(desk):
    """Neither is a verdict, nor a failure of the run."""
    too_long = Fault(400, "This model's maximum context length is 9", "context_length_exceeded")
    said = {1: Reply.filtered(), 2: too_long, 3: ""}
    desk.script.answer = lambda prompt: said[row_of(prompt)]
    code = tamis("run", "acs", "--model", MODEL, "--data", desk.data, "--limit", "3",
                     "-T", "order=released", "--out", "refused")  # fmt: skip
    assert code == 1  # none of the replies could be read, which is said
    [run] = read_runs([desk.folder / "refused/logs"])
    got = values(run)
    kinds = ("refused", "too_long", "missing")
    assert [[kind for kind in kinds if got[row][kind]] for row in (1, 2, 3)] == [[k] for k in kinds]
    assert run.failures == {}
