"""What the shell offers while a command is typed, and what a newcomer is told to type."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from tamis.cli import tamis
from tamis.cli._completing import Bash
from tamis.cli.list import FIRST


def offered(*words: str) -> list[str]:
    """What is offered for the last of the words, which is not finished."""
    *before, begun = words
    shell = ShellComplete(tamis, {}, "tamis", "_TAMIS_COMPLETE")
    return [item.value for item in shell.get_completions(before, begun)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        *[([command, "ki"], ["kitab", "kiwi"])
          for command in ("run", "sweep", "score", "estimate", "prompts")],
        (["run", "kitab", "-T", "con"], ["condition=", "constraints="]),
        (["run", "kitab", "-T", "name"], ["names=lexicon", "names=model"]),
        (["run", "kitab", "-T", "seed=4", "-T", "condition=w"], ["condition=with_context"]),
        (
            ["run", "kitab", "-T", "condition=no_context,all"],
            ["condition=no_context,all_books", "condition=no_context,all"],
        ),
        (["run", "kiwi", "-T", "shots="], ["shots=0", "shots=1", "shots=10", "shots=all"]),
        (["run", "quest", "-T", "loft"], ["loft_identical=true", "loft_identical=false"]),
        (["run", "quest", "-T", "method=rag baseline"], ["method=RAG Baseline"]),
        (["sweep", "fanoutqa", "--methods", "open_book,c"], ["open_book,closed_book"]),
        (["sweep", "kitab", "--against", "w"], ["with_context"]),
        (["run", "acs", "--model-role", ""], ["judge=", "reader="]),
        (["run", "kitab", "--data", "re"], ["re", "released"]),
    ],
)  # fmt: skip
def test_benchmarks_parameters_and_their_values_are_offered(words, expected):
    """Of the benchmark on the line; nothing where there is none."""
    assert offered(*words) == expected


def test_bash_itself_completes_with_the_script(tmp_path):
    """The script that the page tells to load, in a bash, with a line that it has cut itself."""
    program = tmp_path / "tamis"
    main = "import sys; sys.argv[0] = 'tamis'; from tamis.cli import main; main()"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{main}"\n')
    program.chmod(0o755)
    drive = f"""{Bash(tamis, {}, "tamis", "_TAMIS_COMPLETE").source()}
compopt() {{ printf 'compopt %s %s\\n' "$@"; }}
COMP_WORDS=(tamis run kitab -T condition = all); COMP_CWORD=6
_tamis_completion {program}
printf '%s\\n' "${{COMPREPLY[@]}}"
COMP_WORDS=(tamis run quest -T to); COMP_CWORD=4; COMPREPLY=()
_tamis_completion {program}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", drive], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split("\n")[:4] == ["all_books", "all", "compopt -o nospace", "top="]


def test_a_newcomer_is_told_what_to_type_and_it_works(tamis_here):
    """`run` alone, `list` and `--help`: three commands without a key; the last is tried."""
    alone = tamis_here("run", check=2).err
    for said in (alone, tamis_here("list").out, tamis_here("--help").out):
        lines = [line.strip() for line in said.splitlines()]
        assert all(command in lines for command, _ in FIRST)
    assert "kiwi" in alone
    (tamis_here.folder / "notes.md").write_text("The ferry leaves at noon.\n")
    assert FIRST[2][0].startswith("tamis ask --corpus . ")
    said = tamis_here("ask", "--corpus", ".", "when does the ferry leave").out
    assert "The ferry leaves at noon." in said
