"""IFEval end to end: a scripted model with known errors, whose score is known in advance."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from here import tamis
from instruction_replies import letters, replies, samples
from server import Fault, Prompt, Reply, Server, as_service
from tamis.benchmarks import instruction_following, load_benchmark
from tamis.benchmarks.ifeval.options import Options
from tamis.benchmarks.instruction_following import (
    Sample,
    as_published,
    judged,
    lacking,
    outcome,
    read_samples,
)
from tamis.checking.instructions import known
from tamis.report.build import published
from tamis.report.document import Report
from tamis.report.elements import Estimate, Row, Table
from tamis.report.logs import read_runs
from tamis.report.runs import Run
from tamis.types import InputError
from tamis.types import Reply as Said

IFEVAL = load_benchmark("ifeval")
REPLIES, SAMPLES = replies("ifeval"), samples("ifeval")
KEY_OF = {sample.prompt: key for key, sample in SAMPLES.items()}

needs_packages = pytest.mark.skipif(
    bool(set(lacking().split(", ")) & {"punkt", "syllapy", "emoji", "langdetect_rs"}),
    reason="packages of verifiers are not installed: pip install 'tamis[instructions]'",
)
FLAWED = {"1", "2", "3", "6", "12", "19", "21", "22"}


def scripted(prompt: Prompt) -> str:
    """The right reply, but for known errors: flaws, a cut, nothing, and a filter."""
    key = KEY_OF[str(prompt)]
    if key in FLAWED:
        return REPLIES[key].flawed
    right = REPLIES[key].right
    return {"14": Reply.cut(right[:27]), "16": "", "4": Reply.filtered()}.get(key, right)


# By hand from the replies: of 22 prompts 11 are answered rightly, with an instruction each.
# reference: also 1 ("lanterns" has "lantern") and 6 (a capital makes two answers different);
# loose: 2 (the comma is on the first line) and 3 (so are the thoughts).
# strict: also 3 (without the thoughts) and 22 (curly quotation marks); loose: 2.
PROMPTS = {"reference": (13, 15), "strict": (13, 14)}
# Of 27 instructions, reference: 11, both of 1, 6, the title of 12, the length of 22; loose: 2, and
# both of 3. strict: 11, the sentences of 1, both of 3, the title of 12, both of 22; loose: 2.
INSTRUCTIONS = {"reference": (16, 19), "strict": (17, 18)}
# Of the 23 instructions whose replies were read, the cut one of 14 is satisfied to neither.
PAIRS = {"both": 14, "reference": 2, "strict": 3, "neither": 4, "undecided": 0}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Run]]:
    """One run of the scripted model over the mini data."""
    folder = tmp_path_factory.mktemp("ifeval")
    with pytest.MonkeyPatch.context() as patch, Server(scripted) as server:
        patch.chdir(folder)
        patch.setenv("TAMIS_HOME", str(folder / "home"))
        model = f"openai-api/{as_service(server, patch)}/test"
        assert tamis("run", "ifeval", "--model", model) == 0
        (made,) = read_runs([folder / "runs"])
        yield folder, made


def table(report: Report, id: str) -> Table:
    """A table of a report."""
    return next(one for one in report.tables if one.id == id)


def cell(row: Row, key: str) -> float:
    """The value of an estimate."""
    found = row.cells[key]
    assert isinstance(found, Estimate)
    return found.value


def test_the_mini_prompts_have_each_instruction_of_the_paper():
    """All 25, in the form of the release."""
    ids = {id for sample in SAMPLES.values() for id in sample.instruction_id_list}
    assert ids == {id for id, one in known().items() if one.set == "ifeval"}
    assert len(ids) == 25
    assert len(SAMPLES) == 22


@needs_packages
@pytest.mark.parametrize("key", SAMPLES)
def test_a_right_reply_is_right_to_both_verifiers(key):
    """Strict and loose."""
    assert set(letters(SAMPLES[key], REPLIES[key].right)) == {"yyyy"}


@needs_packages
@pytest.mark.parametrize("key", [key for key, one in REPLIES.items() if one.flawed])
def test_a_flawed_reply_has_the_verdicts_worked_out_by_hand(key):
    """What the published code does, and what the wording means, differ as they were said to."""
    assert letters(SAMPLES[key], REPLIES[key].flawed) == list(REPLIES[key].verdicts)


@needs_packages
def test_the_accuracies_are_those_known_in_advance(run: tuple[Path, Run]) -> None:
    """Prompt and instruction, strict and loose, by both verifiers, over all that were asked."""
    made = table(IFEVAL.report([run[1]]), "accuracy")
    for variant, counts in PROMPTS.items():
        row = next(r for r in made.rows if r.group == f"{variant} verifiers" and r.kind == "model")
        for nth, accuracy in enumerate(("strict", "loose")):
            assert cell(row, f"prompt_{accuracy}") == pytest.approx(counts[nth] / 22)
            expected = INSTRUCTIONS[variant][nth] / 27
            assert cell(row, f"instruction_{accuracy}") == pytest.approx(expected)
        counted = (row.cells["n"], row.cells["instructions"], row.cells["unread"])
        assert counted == (22, 27, 4)
        assert row.cells["undecided"] == 0


@needs_packages
def test_what_the_verifiers_differ_in_is_counted_and_shown(run: tuple[Path, Run]) -> None:
    """Two are satisfied only to the published code, three only to the wording; each with its
    reply."""
    made = IFEVAL.report([run[1]])
    [row] = table(made, "verifiers").rows
    assert {name: row.cells[name] for name in PAIRS} == PAIRS
    assert sorted(re.split(r"[ ,]", case.title)[0] for case in made.cases) == [
        "1", "22", "3", "3", "6",
    ]  # fmt: skip
    [case] = [case for case in made.cases if case.title.startswith("6")]
    assert "reference: satisfied" in case.caption
    assert "The patient spoke" in dict(case.texts)["Reply"]


@needs_packages
def test_figures_are_broken_down_by_family_and_by_instruction(run: tuple[Path, Run]) -> None:
    """no_comma stands in one prompt, whose comma is on the first line; keywords in five."""
    made = IFEVAL.report([run[1]])
    [row] = [r for r in table(made, "by-instruction").rows if r.group == "punctuation:no_comma"]
    assert [cell(row, f"reference_{accuracy}") for accuracy in ("strict", "loose")] == [0, 1]
    [row] = [r for r in table(made, "by-family").rows if r.group == "keywords"]
    # Existence (reference only), forbidden words of 3 (strict only) and 21 (declined), frequency,
    # and the letters of 16, which is empty.
    assert cell(row, "reference_strict") == pytest.approx(2 / 5)
    assert cell(row, "strict_strict") == pytest.approx(2 / 5)
    assert cell(row, "read_strict_strict") == pytest.approx(2 / 3)
    assert (row.cells["n"], row.cells["unread"], row.cells["read"]) == (5, 2, 3)


def test_a_reply_that_is_cut_empty_or_declines_is_worth_nothing(run: tuple[Path, Run]) -> None:
    """Each has its outcome; the published average, which scores any text, is told beside."""
    made = IFEVAL.report([run[1]])
    [row] = table(made, "outcomes").rows
    ended = {how: row.cells[how] for how in ("asked", "ok", "truncated", "refused", "missing")}
    assert ended == {"asked": 22, "ok": 18, "truncated": 1, "refused": 2, "missing": 1}
    [row] = [r for r in table(made, "accuracy").rows if r.kind == "measure"]
    # That nobody can help with 21 has none of its forbidden words.
    assert cell(row, "prompt_strict") == pytest.approx(13 / 22)
    assert cell(row, "instruction_strict") == pytest.approx(17 / 27)


def test_the_papers_rows_stand_beside_the_published_verifiers(run: tuple[Path, Run]) -> None:
    """Table 3, and only there."""
    rows = table(IFEVAL.report([run[1]]), "accuracy").rows
    printed = {row.label: row for row in rows if row.kind == "published"}
    assert printed.keys() == published("ifeval")["rows"].keys() == {"GPT-4", "PaLM 2 S"}
    assert {row.group for row in printed.values()} == {"reference verifiers"}
    assert "PaLM 2 S" in next((run[0] / "runs").glob("*/report.html")).read_text("utf-8")


def test_a_run_without_model_or_network_is_the_baselines(tamis_here) -> None:
    """One word, and the prompt itself, which repeats a prompt and has many keywords."""
    said = tamis_here("run", "ifeval").out
    assert "brief (baseline)" in said
    assert "echo (baseline)" in said
    runs = {run.label: run for run in read_runs([tamis_here.folder / "runs"])}
    values = {one.id: one.values for one in runs["brief"].samples}
    # Nothing to forbid in 3, no comma in 2, and few words in 22; 21 lacks its end.
    assert values["2"]["reference_prompt_strict"] == 1
    assert values["22"]["reference_strict length_constraints:number_words"] == 1
    assert values["21"]["reference_strict keywords:forbidden_words"] == 1
    assert values["21"]["reference_prompt_strict"] == 0


def test_a_run_is_gone_on_with_where_calls_failed(tamis_here, monkeypatch) -> None:
    """Only what failed is asked again, and the figures are those of a run at one go."""
    broken = {"5", "9", "20"}

    def answer(prompt: Prompt) -> str | Fault:
        key = KEY_OF[str(prompt)]
        return Fault(400) if key in broken else REPLIES[key].right

    with Server(answer) as server:
        args = ("run", "ifeval", "--model", f"openai-api/{as_service(server, monkeypatch)}/test")
        assert "3 of 22 samples failed" in tamis_here(*args, check=1).err
        broken.clear()
        tamis_here(*args)
        asked = {KEY_OF[str(prompt)]: count for prompt, count in server.calls.items()}
    assert {key for key, count in asked.items() if count > 1} == {"5", "9", "20"}
    assert asked.keys() == SAMPLES.keys()
    [run] = read_runs([tamis_here.folder / "runs"])
    assert {one.outcome for one in run.samples} == {"ok"}
    assert len(run.samples) == 22


def test_published_responses_are_read_and_verdicts_written(tamis_here, run: tuple[Path, Run]):
    """`tamis submit` writes both published forms; its responses score as the run did."""
    tamis_here("submit", "ifeval", str(run[0] / "runs"), "--out", "forms")
    [folder] = (tamis_here.folder / "forms").iterdir()
    rows = [json.loads(line) for line in (folder / "responses.jsonl").read_text().splitlines()]
    assert {row["prompt"]: row["response"] for row in rows}[SAMPLES["1"].prompt] == (
        REPLIES["1"].flawed
    )
    for accuracy, satisfied in (("strict", 13), ("loose", 15)):
        lines = (folder / f"eval_results_{accuracy}.jsonl").read_text().splitlines()
        rows = [json.loads(line) for line in lines]
        assert {*rows[0]} == {
            "follow_all_instructions", "follow_instruction_list", "instruction_id_list",
            "prompt", "response",
        }  # fmt: skip
        assert sum(row["follow_all_instructions"] for row in rows) == satisfied
    scored = tamis_here("score", "ifeval", str(folder / "responses.jsonl"), "--out", "again")
    assert "responses" in scored.out
    [again] = read_runs([tamis_here.folder / "again"])
    key = "strict_prompt_loose"
    values = {one.id: one.values.get(key, 0) for one in again.samples}
    assert sum(values.values()) == 14


def line(**other: object) -> str:
    """A line of data."""
    record = {
        "key": 1, "prompt": "Say something.", "instruction_id_list": ["punctuation:no_comma"],
        "kwargs": [{}],
    }  # fmt: skip
    return json.dumps(record | other)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1 is not JSON"),
        (line(prompt=" "), "line 1: `prompt` is empty"),
        (line(prompt=7), "`prompt` is 7, where a text is needed"),
        (line(kwargs=[]), "has 1 ids and `kwargs` 0 objects"),
        (line(instruction_id_list=[], kwargs=[]), "has 0 ids"),
        (line(instruction_id_list=["punctuation:no_coma"]), "no instruction 'punctuation:no_coma'"),
        (line(kwargs=[{"commas": 1}]), "has no argument 'commas'; it takes none"),
        (
            line(
                instruction_id_list=["length_constraints:number_words"],
                kwargs=[{"num_words": "ten", "relation": "at least"}],
            ),
            "num_words is 'ten'; give a whole number from",
        ),
        (f"{line()}\n{line()}", "line 2: the key '1' is there twice"),
        ("", "holds no prompts"),
    ],
)
def test_a_bad_line_of_data_is_one_sentence(tamis_here, text, said):
    """It names the file and the line; nothing is run."""
    (tamis_here.folder / "own.jsonl").write_text(text)
    error = tamis_here("run", "ifeval", "--data", "own.jsonl", check=2).err
    assert said in error
    assert "own.jsonl" in error
    assert error.count("\n") <= 2


def test_other_data_templates_and_a_folder_without_the_file_are_one_sentence(tamis_here, tmp_path):
    """What there is, and what would do."""
    (tmp_path / "empty").mkdir()
    assert (
        "there is no data 'nowhere'"
        in tamis_here("run", "ifeval", "--data", "nowhere", check=2).err
    )
    said = tamis_here("run", "ifeval", "--data", "empty", check=2).err
    assert "input_data.jsonl does not exist" in said
    with pytest.raises(InputError, match="the data's own prompts are asked"):
        Options.parse({"prompts": "templates/"})


def test_undecided_instructions_are_counted_named_and_not_satisfied(tamis_here):
    """An argument that the published code draws at random, and what the wording leaves open."""
    drawn = {
        "key": "drawn", "prompt": "Use z at least 4 times.", "kwargs": [{"let_frequency": 4}],
        "instruction_id_list": ["keywords:letter_frequency"],
    }  # fmt: skip
    (tamis_here.folder / "own.jsonl").write_text(f"{line()}\n{json.dumps(drawn)}\n")
    tamis_here("run", "ifeval", "--data", "own.jsonl", "-T", "baseline=brief")
    [run] = read_runs([tamis_here.folder / "runs"])
    made = IFEVAL.report([run])
    for row in (r for r in table(made, "accuracy").rows if r.kind == "baseline"):
        assert row.cells["undecided"] == 1
        assert cell(row, "prompt_loose") == 0.5
        assert cell(row, "instruction_strict") == 0.5
    first, second = table(made, "undecided").rows
    assert "drawn at random by the published code" in str(first.cells["why"])
    assert "letter is missing" in str(second.cells["why"])
    assert {row.cells["id"] for row in (first, second)} == {"keywords:letter_frequency"}
    [row] = table(made, "verifiers").rows
    assert (row.cells["undecided"], row.cells["both"]) == (1, 1)


def test_a_package_that_is_installed_later_starts_a_new_run(monkeypatch):
    """Else the undecided verdicts of the first run would be taken again."""
    before = IFEVAL.run_version(Options())
    monkeypatch.setattr(instruction_following, "_OPTIONAL", ("no_such_package",))
    assert instruction_following.lacking() == "no_such_package"
    assert IFEVAL.run_version(Options()) != before
    assert IFEVAL.identity(Options())["lacking"] == "no_such_package"


def test_an_answer_that_the_prompt_offers_is_no_refusal():
    """IFBench asks to choose between "I know" and "I don't know"."""
    one = Sample("1", "Do you know? Say one of: I know or I don't know", ("format:options",), ({},))
    assert outcome(one, Said("I don't know")) == "ok"
    assert outcome(one, Said("I'm sorry, but I can't help with that.")) == "refused"
    assert outcome(one, Said("I don't know", refused=True)) == "refused"
    assert outcome(one, Said("I know", truncated=True)) == "truncated"


def test_several_questions_in_a_reply_belong_to_it():
    """Other benchmarks stop at what looks like another task; here it may have been asked for."""
    one = Sample("1", "Two questions, please.", ("keywords:existence",), ({"keywords": ["why"]},))
    text = "Question 1: Who?\n\nQuestion 2: And why?"
    assert outcome(one, Said(text)) == "ok"
    [told] = judged(one, Said(text), ("strict",))
    assert told["strict strict"]["satisfied"] is True
    assert as_published(judged(one, Said(text), ("reference",)))["published_strict"] == 1


def test_released_data_comes_from_its_place_and_is_checked(tmp_path, monkeypatch):
    """The commit and the sha256 are pinned."""
    [file] = IFEVAL.source.files.values()
    assert IFEVAL.source.revision in file.path
    assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path))
    with pytest.raises(InputError, match="run `tamis data fetch ifeval`"):
        IFEVAL.load(Options(data="released"))


def test_records_are_read_in_either_form(tmp_path):
    """Keys are numbers in IFEval and texts in IFBench; null stands for an argument not given."""
    rows = [
        {"key": 1001, "prompt": "A", "instruction_id_list": ["punctuation:no_comma"],
         "kwargs": [{"num_words": None}]},
        {"key": "x", "prompt": "B", "instruction_id_list": ["punctuation:no_comma"],
         "kwargs": [None]},
    ]  # fmt: skip
    path = tmp_path / "two.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    found = read_samples(path, "1", "two")
    assert [one.id for one in found] == ["1001", "x"]
    assert [list(one.instructions) for one in found] == [[("punctuation:no_comma", {})]] * 2
