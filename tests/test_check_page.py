"""docs/check.md is true: its examples run, and its table is that of the types."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from constraint_types import PAGE, with_tables
from tamis.checking.constraint_types import Text
from tamis.checking.demands import demands
from tamis.checking.response_check import read_constraints

ROOT = PAGE.parents[1]
TEXT = PAGE.read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The page's blocks of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.M | re.S)


def test_the_table_is_that_of_the_types():
    """`make constraint-types` writes it."""
    assert with_tables() == TEXT


def test_the_first_example_says_what_the_page_says(tamis_here, monkeypatch):
    """Its files, its command, and each line of what it prints."""
    monkeypatch.setattr("sys.stdin", None)
    shown = blocks("console")[0]
    parts = re.split(r"^\$ (.*)\n", shown, flags=re.M)
    for command, output in zip(parts[1::2], parts[2::2], strict=True):
        program, *rest = shlex.split(command)
        if program == "cat":
            (tamis_here.folder / rest[0]).write_text(output)
            continue
        said = tamis_here(*rest, check=1).out
        at = 0
        for line in output.splitlines():
            if line != "…":
                at = said.index(f"{line}\n", at)


def test_constraints_of_the_page_are_constraints():
    """In YAML and in JSON."""
    for text in (blocks("yaml")[0], blocks("json")[0]):
        assert all(one.constraint for one in demands(read_constraints(text)))


def test_each_published_instruction_has_its_types():
    """25 ids of IFEval and 58 of IFBench, each once; what stands beside them are constraints."""
    part = TEXT.partition("## IFEval's and IFBench's instructions as types\n")[2].split("\n## ")[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:3] for line in part.splitlines() if line[:3] == "| `"]
    ids = [id for first, _ in rows for id in re.findall(r"`([^`]+)`", first)]
    assert len(ids) == len(set(ids)) == 83
    for _, types in rows:
        for one in re.findall(r"`([^`]+)`", re.sub(r"\bN\b", "3", types)):
            assert read_constraints("- " + one.replace(r"\|", "|"), "rules.yaml")


@pytest.mark.parametrize(
    "rule", ["- instruction: {name: 'count:numbers'}", "- {type: instruction, name: 'words:vowel'}"]
)
def test_an_instruction_in_a_file_is_refused_with_the_place_of_the_table(tamis_here, rule):
    """File and item, and what to use; nothing is judged."""
    (tamis_here.folder / "note.md").write_text("It rains.")
    (tamis_here.folder / "rules.yaml").write_text(f"- words: 3\n{rule}\n")
    said = tamis_here("check", "note.md", "--constraints", "rules.yaml", check=2)
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "rules.yaml, item 2: " in said.err
    assert "docs/check.md" in said.err


def test_pairs_of_the_page_are_pairs(tamis_here):
    """Each line by itself."""
    (tamis_here.folder / "pairs.jsonl").write_text(blocks("json")[1])
    tamis_here("check", "--pairs", "pairs.jsonl")


@pytest.mark.parametrize("nth", range(4))
def test_python_of_the_page_runs(nth, capsys):
    """A check, a test, a task, and a type with its examples."""
    found: dict = {}
    exec(compile(blocks("python")[nth], f"check.md, {nth}", "exec"), found)
    for name, value in [*found.items()]:
        if name.startswith("test_"):
            value()
    if made := found.get("Semicolons"):
        for (given, text), wanted in ((made.passes, True), (made.fails, False)):
            assert made(**given).judge(Text(text)).satisfied is wanted


def test_a_type_of_another_package_is_a_type(tmp_path):
    """Installed with its entry point, it works in files, in Python, and beside requests."""
    code = next(one for one in blocks("python") if "class Semicolons" in one)
    (tmp_path / "yours").mkdir()
    (tmp_path / "yours/semicolons.py").write_text(code)
    info = tmp_path / "yours-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: yours\nVersion: 1.0\n")
    (entry,) = blocks("toml")
    assert entry.startswith('[project.entry-points."tamis.constraint_types"]\n')
    name, _, value = entry.splitlines()[1].partition(" = ")
    (info / "entry_points.txt").write_text(f"[tamis.constraint_types]\n{name} = {value[1:-1]}\n")
    (tmp_path / "c.yaml").write_text("- semicolons: {max: 1}\n- wrods: 3\n")
    (tmp_path / "d.yaml").write_text("- semicolons: {max: 1}\n")
    (tmp_path / "note.md").write_text("It rains; it pours; it snows.")
    (tmp_path / "request.txt").write_text("Write a note in 6 words.")
    script = (
        "from tamis import constraints as c\n"
        "assert c.semicolons(max=2).judge('a; b').satisfied\n"
        "assert 'semicolons' in dir(c)\n"
    )

    def run(*args: str, code: int) -> str:
        done = subprocess.run(
            [sys.executable, *args], cwd=tmp_path, capture_output=True, text=True, timeout=60,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr

    run("-c", script, code=0)
    check = ("-m", "tamis", "check", "note.md")
    assert "2 semicolons" in run(*check, "--constraints", "d.yaml", code=1)
    assert "there is no type of constraint 'wrods'" in run(
        *check, "--constraints", "c.yaml", code=2
    )
    assert "exactly 6 words" in run(*check, "--request", "request.txt", code=0)


def test_the_hook_is_what_pre_commit_runs(tamis_here):
    """It appends the names of files to the entry and its arguments, and reads the exit code."""
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    shown = yaml.safe_load(next(one for one in blocks("yaml") if "repos:" in one))
    (used,) = shown["repos"][0]["hooks"]
    assert hook["id"] == used["id"]
    folder = tamis_here.folder / "answers"
    folder.mkdir()
    (tamis_here.folder / "constraints.yaml").write_text("- words: {max: 3}\n")
    (folder / "good one.md").write_text("Rain falls.")
    (folder / "bad.md").write_text("Rain falls and falls.")
    program, *entry = shlex.split(hook["entry"])
    assert program == "tamis"
    said = tamis_here(*entry, *used["args"], "answers/good one.md", "answers/bad.md", check=1)
    assert said.out.startswith("answers/bad.md: 0 of 1 satisfied, 1 not satisfied\n")
    tamis_here(*entry, *used["args"], "answers/good one.md")


def test_the_action_runs_a_command_that_works(tamis_here):
    """As its shell would: the pattern of files is expanded, and the report is where it is kept."""
    action = yaml.safe_load((ROOT / "docs/examples/check.yml").read_text())
    steps = action["jobs"]["check"]["steps"]
    (command,) = (one["run"] for one in steps if one.get("run", "").startswith("tamis "))
    (kept,) = (one["with"]["path"] for one in steps if "upload" in one.get("uses", ""))
    (tamis_here.folder / "answers").mkdir()
    for n in range(3):
        (tamis_here.folder / f"answers/{n}.md").write_text("Rain falls.")
    (tamis_here.folder / "constraints.yaml").write_text("- words: {max: 3}\n")
    args = []
    for one in shlex.split(command)[1:]:
        args += [str(path) for path in Path().glob(one)] if "*" in one else [one]
    tamis_here(*args)
    assert (tamis_here.folder / kept).read_text().count("<testsuite ") == 3


def test_the_page_names_options_that_are_there(tamis_here):
    """No option that the command does not know."""
    shown = tamis_here("check", "--help").out
    page = re.sub(r"(?m)^\$ pip .*", "", TEXT)
    for option in sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", page))):
        assert option in shown, option


def test_schemas_of_the_page_are_printed(tamis_here):
    """Both are JSON."""
    for of in ("output", "constraints"):
        assert json.loads(tamis_here("check", "--schema", of).out)["$schema"]
