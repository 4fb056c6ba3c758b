"""`tamis prompts import`: the papers' own prompts, from a copy that the user has."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import here
from server import Prompt, Server, as_service
from tamis.report.logs import read_runs
from tamis.report.runs import Run
from tamis.types import Message
from tamis.types import Reply as ModelReply
from tamis.writing.author import ModelAuthor

ROOT = Path(__file__).parents[1]
PAPERS = ROOT.parent / "shared" / "papers"

AS_ARGUMENTS = 'tamis() { printf "%s\\0" "$@"; printf "\\036\\0"; }\n'


def commands(benchmark: str) -> list[list[str]]:
    """The commands of the README's section on the paper's prompts, as a shell takes them apart."""
    page = (ROOT / f"src/tamis/benchmarks/{benchmark}/README.md").read_text()
    section = page.partition("\n## The paper's own prompts\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```console\n(.*?)^```", section, re.M | re.S)
    script = "".join(line.removeprefix("$ ") for b in blocks for line in b.splitlines(True))
    said = subprocess.run(
        ["bash", "-c", AS_ARGUMENTS + script], capture_output=True, text=True, check=True
    ).stdout
    return [one.split("\0")[:-1] for one in said.split("\036\0")[:-1]]


def words_of(paper: str, after: str) -> list[str]:
    """The paper's own words below a heading: runs of text in the next lines, without variables."""
    lines = (PAPERS / paper).read_text().splitlines()
    at = next(nth for nth, line in enumerate(lines) if after in line)
    runs = re.findall(r"[^{}$\\`\n]{40,}", "\n".join(lines[at + 1 : at + 12]))
    return [run.strip() for run in runs]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that the command runs in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def titles(prompt: Prompt) -> str:
    """A list in the form of KITAB's templates, with the reasons that they ask for."""
    listed = "1. Reason: it fits. Title: A Strange Title"
    if "All Books" in prompt:
        return f"All Books:\n1. Title: A Strange Title\n\nFinal Output:\n{listed}"
    return f"Some thoughts first.\n\nOutput:\n{listed.replace('Reason: it fits. ', '')}"


def evidence(prompt: Prompt) -> str:
    """Notes where they are asked for, then JSON in a fence, as QUEST-LOFT shows it."""
    number, title = re.findall(r"^ID: (\d+) \| TITLE: (.*?) \|", prompt, re.M)[0]
    judged = {
        "candidate_answer": title,
        "evidence_for": [],
        "evidence_against": [],
        "reasoning": "It fits.",
        "final_judgment": "TRUE",
    }
    if "===== Candidate Answer" not in prompt:
        ids = {"answer": [title], "answer_doc_ids": [number]}
        judged["evidence_for"] = [{"doc_id": number, "text": title}]
        judged = {"question": "", "candidate_answers": [judged], **ids}
    reply = f"```json\n{json.dumps(judged)}\n```"
    if "Step 1: Notes" not in prompt:
        return reply
    steps = ("===== Step 1: Notes =====\nNotes.\n===== Step 2: JSON response =====", "===== END")
    return f"{steps[0]}\n{reply}\n{steps[1]} ====="


def compared(prompt: Prompt) -> str:
    """An answer, or the judge's letter: alone on its line, and once more at the end."""
    if "[BEGIN DATA]" not in prompt:
        return "<search>Nowhere</search>" if len(prompt.messages) == 1 else "an answer"
    return "Both say the same.\n\nC\n\nC"


@dataclass(frozen=True)
class Reproduced:
    """A run with a paper's prompts: its parameters, who replies, and a line that was sent."""

    paper: str
    given: Sequence[str]
    reply: Callable[[Prompt], str]
    after: Sequence[str]


RUNS = {
    "kitab": Reproduced(
        "kitab.txt",
        ["condition=all"],
        titles,
        ["[TEMPLATE 1", "[TEMPLATE 2A", "[TEMPLATE 2B", "[TEMPLATE 3"],
    ),
    "quest": Reproduced(
        "quest-loft.txt",
        [
            "method=RAG Justified QA + Verification + QUEST,"
            "RAG Justified QA + CoT + Verification + QUEST"
        ],
        evidence,
        ["C.3.1 Justified", "C.3.2 Justified", "C.3.3", "D.1 Answer", "D.2 Answer"],
    ),
    "acs": Reproduced(
        "acs.txt",
        [],
        lambda prompt: "RATIONALE: 2 + 2 = 4. # [END_RATIONALE]\nFINALANSWER: yes",
        ["A.1 EVALUATION PROMPTS"],
    ),
    "fanoutqa": Reproduced(
        "fanoutqa.txt",
        ["setting=closed_book,evidence_provided"],
        compared,
        ["[END DATA]", "### H.4"],
    ),
    "kiwi": Reproduced("kiwi.txt", ["shots=0,1"], lambda prompt: "bad", ["USER MESSAGE: Score"]),
}


def imported(benchmark: str, folder: Path) -> None:
    """Run the README's commands on a copy of the paper in the folder."""
    source = PAPERS / RUNS[benchmark].paper
    if not source.is_file():
        pytest.skip(f"needs ../shared/papers/{source.name}, which may not be committed")
    shutil.copy(source, folder)
    for one in commands(benchmark):
        assert here.tamis(*one) == 0, one


def run(benchmark: str, given: Sequence[str], reply, monkeypatch) -> tuple[list[Run], Server]:
    """A run of two samples with the prompts of papers/BENCHMARK, by a scripted model."""
    options = [part for one in given for part in ("-T", one)]
    judge = ["--model-role"] if benchmark == "fanoutqa" else []
    with Server(reply) as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/m"
        judge += [f"judge={model}"] if judge else []
        code = here.tamis(
            "run", benchmark, "--model", model, "--limit", "2", "--out", "out", *judge,
            "-T", f"prompts=papers/{benchmark}", *options,
        )  # fmt: skip
        assert code == 0
        return read_runs([Path("out/logs")]), server


@pytest.mark.parametrize("benchmark", RUNS)
def test_a_paper_is_imported_by_its_readmes_commands_and_run(benchmark, folder, monkeypatch):
    """Its own lines are sent, the replies that it asks for are read, and the log says whose."""
    imported(benchmark, folder)
    how = RUNS[benchmark]
    runs, server = run(benchmark, how.given, how.reply, monkeypatch)
    sent = "\n".join(
        str(message["content"]) for body in server.bodies for message in body["messages"]
    )
    for after in how.after:
        assert any(run in sent for run in words_of(how.paper, after)), after
    roles = {message["role"] for body in server.bodies for message in body["messages"]}
    assert ("system" in roles) == (benchmark in ("kiwi", "fanoutqa"))
    assert {one.identity["prompts_from"] for one in runs} == {"paper"}
    samples = [sample for one in runs for sample in one.samples]
    assert len(samples) == 2 * len(runs)
    assert all(sample.values["ok"] == 1 for sample in samples)
    if benchmark == "fanoutqa":
        assert all(sample.values["letter_C"] == 1 for sample in samples)


JUDGE = """1 Introduction
D.1 The judge

SYSTEM: You grade.
USER: Grade it in {words} words: {"grade": "{%s}", "of": {{question}}} {{ 7 * 7 }} {# no #}
Before: OLD
Then: {told} and after it {{new}}

D.10 Another
D.1 The judge, once more
"""


def judge(folder: Path, *more: str, text: str = JUDGE, check: int = 0) -> str:
    """Import the judge of an invented paper for kiwi; what is printed."""
    (folder / "paper.md").write_text(text)
    given = ["--variable", "told=instruction", "--variable", "new=answer"]
    code = here.tamis(
        "prompts", "import", "kiwi", "paper.md", "--as", "judge", "--out", "own",
        "--replace", "OLD", "{{ previous }}", *(more or ("--from", "2", "--to", "D.10", *given)),
    )  # fmt: skip
    assert code == check
    return (folder / "own/judge.j2").read_text() if check == 0 else ""


GIVEN = (
    "--variable",
    "told=instruction",
    "--variable",
    "new=answer",
    "--variable",
    "question=question",
)


def test_a_text_becomes_a_template_that_does_only_what_was_named(folder):
    """Braces, tags and sums of the paper are sent as they are printed; variables are filled."""
    judge(folder, "--from", "2", "--to", "D.10", *GIVEN)
    from tamis.writing.revision.model_judge import prompt, system
    from tamis.writing.revision.turns import RevisionTurn

    asked = prompt(RevisionTurn("Q", "P", "I {{ 1 }}", "A"), folder="own")
    assert asked == (
        'Grade it in {words} words: {"grade": "{%s}", "of": Q} {{ 7 * 7 }} {# no #}\n'
        "Before: P\nThen: I {{ 1 }} and after it A"
    )
    assert system("own") == ["You grade."]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--from", "D.1", "--to", "D.10", *GIVEN), "'D.1' fits the lines 2, 9"),
        (("--from", "E.1", *GIVEN), "'E.1' is in none of the lines 1 to"),
        (("--from", "2", "--to", "D.10"), "no placeholder 'question'"),
        (
            ("--from", "2", "--to", "D.10", *GIVEN[:4], "--variable", "question=qeustion"),
            "qeustion",
        ),
        (("--from", "2", "--to", "D.10", *GIVEN, "--replace", "elsewhere", ""), "'elsewhere'"),
        (("--from", "8", *GIVEN), "not in the cut"),
    ],
)
def test_what_is_not_certain_is_asked_for_in_a_sentence(folder, capsys, given, said):
    """A line that several fit, placeholders without a variable, a text that is not there."""
    judge(folder, *given, check=2)
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not (folder / "own").exists()


def test_a_prompt_that_asks_nothing_is_refused(folder, capsys):
    """A cut without what the prompt is about, such as the paper's words for its variables."""
    judge(folder, "--from", "4", "--to", "7", check=2)
    assert "placeholder" in capsys.readouterr().err
    judge(folder, "--from", "5", "--to", "7", check=2)
    assert (
        "does not say where question, instruction, answer should stand" in capsys.readouterr().err
    )


def test_the_log_says_whose_words_were_sent(folder, monkeypatch):
    """As imported; with another template of ours; edited, which a new import does not overwrite."""
    from tamis.benchmarks import load_benchmark

    acs = load_benchmark("acs")

    def told(**values: object) -> str:
        options = acs.options.parse({"prompts": "papers", **values})
        return acs.identity(options)["prompts_from"]

    (folder / "paper.txt").write_text("{{ agent_response }} keeps {{ constraint_value }}?\n")
    command = ("prompts", "import", "acs", "paper.txt", "--out", "papers")
    assert here.tamis(*command) == 0
    assert told() == "paper"
    assert told(shots=2) == "mixed (our own words: examples; paper: judge)"
    assert here.tamis(*command) == 0
    (folder / "papers/judge.j2").write_text("{{ constraint }}? {{ response }}")
    assert told() == "a folder of one's own, papers"
    assert here.tamis(*command) == 2
    assert (
        here.tamis("prompts", "import", "quest", "paper.txt", "--as", "hint", "--out", "papers")
        == 2
    )
    assert "prompts_from" not in acs.identity(acs.options.parse({}))


def test_the_page_says_whose_words(folder):
    """Beside the fingerprint, in the place where ours are named."""
    from tamis.report import card

    identity = {"prompts": "69bf8392", "prompts_from": "paper"}
    made = Run("m", "model", "kitab", "m", identity, (), 0, args={"prompts": "papers/kitab"})
    assert card.identity([made], ["prompts"])["prompts"] == "paper (69bf8392)"


def test_baselines_answer_whatever_the_prompt_looks_like(folder):
    """They take the list from the question where the prompt is not ours."""
    (folder / "own").mkdir()
    (folder / "own/with_context.j2").write_text("{{ books | join(', ') }}: {{ criteria }}?")
    found = []
    for out, more in (("ours", []), ("theirs", ["-T", "prompts=own"])):
        assert here.tamis("run", "kitab", "--limit", "20", "--out", out, *more) == 0
        runs = read_runs([folder / out / "logs"])
        found.append({one.label: [sample.values for sample in one.samples] for one in runs})
    assert found[0].keys() == found[1].keys() == {"symbolic", "whole_list", "nothing"}
    assert all(repr(found[0][name]) == repr(found[1][name]) for name in found[0])


def test_a_step_of_quest_is_one_message_with_the_hint_after_its_bullets(folder):
    """As the paper's is, and only where the method has the hint; our other step stays ours."""
    text = "Verify.\n* Be strict.\nSee {{documents}} and {{question}}: {{candidate_answer}}?\n"
    (folder / "paper.txt").write_text(text)
    for name in ("verify", "verify_cot"):
        command = ("prompts", "import", "quest", "paper.txt", "--as", name, "--out", "own")
        assert here.tamis(*command) == 0
    from tamis.benchmarks import load_benchmark

    quest = load_benchmark("quest")
    for method, lines in (("RAG + Verification", 4), ("RAG + Verification (w/ CoT) + QUEST", 5)):
        options = quest.options.parse({"method": method, "prompts": "own", "k": 2})
        asked = next(iter(quest.requests(options))).prompt.splitlines()
        assert asked[:2] == ["Verify.", "* Be strict."]
        assert asked[lines - 2].startswith("See ID: ")
    both = quest.options.parse({"method": "RAG Justified QA + Verification", "prompts": "own"})
    whose = quest.identity(both)["prompts_from"]
    assert whose == "mixed (our own words: justified_context, justified_question; paper: verify)"


def test_a_session_has_the_papers_messages_for_each_step(folder):
    """A system message of its own, and a stylistic instruction another prompt than the rest."""
    texts = {
        "revise": "SYSTEM MESSAGE: Use the papers.\nUSER MESSAGE: Q: QQ\nA: PP\nI: II\nS: SS",
        "revise_style": "SYSTEM MESSAGE: Be brief.\nUSER MESSAGE: Q: QQ\nA: PP\nI: II",
    }
    pairs = {"QQ": "question", "PP": "previous", "II": "instruction", "SS": "summary"}
    for name, text in texts.items():
        (folder / "paper.txt").write_text(text)
        named = [(old, f"{{{{ {ours} }}}}") for old, ours in pairs.items() if old in text]
        given = [part for pair in named for part in ("--replace", *pair)]
        command = ("prompts", "import", "kiwi", "paper.txt", "--as", name, "--out", "own")
        assert here.tamis(*command, *given) == 0
    sent: list[list[Message]] = []

    async def model(messages, on_text):
        sent.append(list(messages))
        return ModelReply("")

    author = ModelAuthor("m", model, "own")
    for summary in ("What they say.", ""):
        asyncio.run(author.revise("Which?", "These.", "Shorten.", summary, print))
    assert [[message.text for message in one] for one in sent] == [
        ["Use the papers.", "Q: Which?\nA: These.\nI: Shorten.\nS: What they say."],
        ["Be brief.", "Q: Which?\nA: These.\nI: Shorten."],
    ]
    assert {one[0].role for one in sent} == {"system"}
