"""The examples of the pages are true: the notebook, README's table, and the code of the pages."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import textwrap
from pathlib import Path

import pytest

import tamis
from server import Server

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "docs/examples/python.ipynb"
LIBRARIES = ROOT / "docs/examples/libraries"
PAGES = ("README.md", "docs/ask.md", "docs/check.md")
MODEL = "openai-api/lab/scripted"
QUESTION = "Which libraries read CSV?"

QUOTES = {
    "Tern": [
        ("Tern", "Tern reads CSV"),
        ("2016", "first released in 2016"),
        ("MIT", "distributed under the MIT licence"),
    ],
    "Plover": [("Plover", "reads CSV"), ("2021", "begun in 2021 by two librarians"), None],
    "Knot": [
        ("Knot", "Knot is a library for tables"),
        ("2018", "Its first version appeared in 2018"),
        ("GPL", "Knot is under the GPL to this day"),
    ],
}
"""What the scripted model says of name, year and licence; the last quote is invented."""

_SHOWN = re.compile(r"^ID: (\d+) \| TITLE: (.*?) \| CONTENT: ", re.M)


def scripted(messages) -> str:
    """Candidates, a verdict or a row: what has "reads CSV" fits, rows are those of `QUOTES`."""
    text = messages[-1]
    if "===== Answer of this row =====" in text:
        given = QUOTES[text.split("===== Answer of this row =====")[1].strip()]
        named = zip(("name", "year", "licence"), given, strict=True)
        return json.dumps({"cells": [cell(name, *(one or (None, ""))) for name, one in named]})
    if "===== Candidate =====" in text:
        return json.dumps(judged("", "1", "reads CSV" in text))
    found = _SHOWN.findall("\n".join(messages))
    candidates = [judged(title, number, title in QUOTES) for number, title in found]
    listed = [(title, number) for number, title in found if title in QUOTES]
    return json.dumps(
        {
            "question": "",
            "candidate_answers": candidates,
            "answer": [title for title, _ in listed],
            "answer_doc_ids": [number for _, number in listed],
        }
    )


def cell(column: str, value: str | None, quote: str) -> dict[str, str | None]:
    """A cell as a model writes it."""
    return {"column": column, "doc_id": "1" if quote else "", "quote": quote, "value": value}


def judged(name: str, number: str, yes: bool) -> dict[str, object]:
    """A judgement as a model writes it."""
    return {
        "candidate_answer": name,
        "evidence_for": [{"doc_id": number, "text": "reads CSV"}] if yes else [],
        "evidence_against": [],
        "reasoning": "",
        "final_judgment": "TRUE" if yes else "FALSE",
    }


def test_the_table_in_the_readme_is_what_the_command_prints(tamis_here, monkeypatch):
    """By the verifier scripted above; `pytest -s` prints it."""
    with Server(lambda prompt: scripted(prompt.messages), tokens=(300, 60)) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")
        said = tamis_here(
            "ask", QUESTION, "--corpus", str(LIBRARIES), "--model", MODEL, "--recall", "1", "--yes",
            "--columns", "name, year, licence", "--max-connections", "1",
        ).out  # fmt: skip
    table = "\n".join(line for line in said.splitlines() if line[:1] and line[0] in "┏┃┡│├└C")
    table = table.partition("\nCert")[0]
    print(said)
    assert table.count("\n") > 8
    assert table in (ROOT / "README.md").read_text("utf-8")


# The code of the pages


CALLS = re.compile(r"tamis\.(?:ask|keeps)\(")


def blocks() -> list[tuple[str, str]]:
    """Each block of Python in the pages, with its page."""
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text("utf-8")
        found += [(page, code) for code in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)]
    return found


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_the_pages_runs(page, tmp_path, monkeypatch):
    """Blocks that use `tamis.ask` or `keeps`, with a scripted model in place of a real one."""
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    shutil.copytree(LIBRARIES, tmp_path / "docs")
    (tmp_path / "docs/supplier.md").write_text(
        "# Tern\n\nOf the suppliers in Norway, Tern reads CSV.", encoding="utf-8"
    )

    async def model(messages, schema=None):
        return tamis.Reply(scripted(messages))

    monkeypatch.setattr("tamis.models.open_chat", lambda *args, **how: model)
    used = [code for where, code in blocks() if where == page and CALLS.search(code)]
    assert used
    for code in used:
        names: dict[str, object] = {}
        body = textwrap.indent(code, "    ")
        exec(f"async def main():\n{body}\n    return locals()", names)
        made = asyncio.run(names["main"]())
        assert made["found"].answers if "tamis.ask" in code else made["checked"]


# The notebook


@pytest.fixture
def notebook(tmp_path, monkeypatch):
    """The notebook, and what runs one beside the folder of documents, with a cache of its own."""
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    # The kernel runs elsewhere: it is to find the same Tamis.
    monkeypatch.setenv("PYTHONPATH", str(Path(tamis.__file__).parents[1]))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    shutil.copytree(LIBRARIES, tmp_path / "libraries")
    place = {"metadata": {"path": str(tmp_path)}}

    def run(made):
        client.NotebookClient(made, timeout=300, resources=place).execute()
        return made

    return nbformat.read(NOTEBOOK, as_version=4), run


def said(cell) -> list[str]:
    """What a cell printed and returned, as text."""
    return [one.get("text") or one["data"]["text/plain"] for one in cell.outputs]


def test_the_notebook_runs_again_and_says_what_it_said(notebook):
    """Its outputs are those that are kept, the second time too; every public call is in it."""
    made, run = notebook
    cells = [cell for cell in made.cells if cell.cell_type == "code"]
    kept = [said(cell) for cell in cells]
    source = "\n".join(cell.source for cell in cells)
    for name in ("ask", "check", "keeps", "assert_keeps", "Limits", "Reply", "InputError"):
        assert f"tamis.{name}" in source
    # At last within an `async def`, as people put cells into a function.
    whole = "\n".join(textwrap.indent(cell.source, "    ") for cell in cells)
    define, call = cells[0].copy(), cells[0].copy()
    define.source = f"async def main():\n{whole}\n    return found.coverage.units"
    call.source = "(await main(), await main())"
    made.cells = [*cells, *(cell.copy() for cell in cells), define, call]
    for number, cell in enumerate(made.cells):
        cell["id"] = f"c{number:03}"
    run(made)
    assert [said(cell) for cell in made.cells[:-2]] == kept * 2
    assert said(made.cells[-1])[-1] == "(4, 4)"
