"""The notebook of the examples is true: it runs again, and says what it said."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path

import pytest

import tamis

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "docs/examples/python.ipynb"
LIBRARIES = ROOT / "docs/examples/libraries"


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
