"""`tamis prompts import`: the papers' own prompts, from a copy that the user has."""

from __future__ import annotations

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
    "kiwi": Reproduced(
        "kiwi.txt", ["shots=0,1"], lambda prompt: "bad", ["USER MESSAGE: Score"]
    ),
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
    sent = "\n".join(str(message["content"]) for body in server.bodies for message in body["messages"])
    for after in how.after:
        assert any(run in sent for run in words_of(how.paper, after)), after
    roles = {message["role"] for body in server.bodies for message in body["messages"]}
    assert ("system" in roles) == (benchmark in ("kiwi", "fanoutqa"))
    assert {one.identity["prompts_from"] for one in runs} == {"paper"}
    for one in runs:
        assert one.samples
        assert not any(sample.values.get("unparsed") for sample in one.samples)
