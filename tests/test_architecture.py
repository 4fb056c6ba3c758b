"""docs/architecture.md is true and short: its tree, and what it and docs/walks.md name."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import tamis

DOCS = Path(__file__).parents[1] / "docs"
PAGE, WALKS = ((DOCS / f"{name}.md").read_text("utf-8") for name in ("architecture", "walks"))
SOURCE = Path(tamis.__file__).parent


def tree() -> set[str]:
    """The paths in the page's tree, folders with a slash at the end."""
    found: set[str] = set()
    folders: list[str] = []
    for line in PAGE.partition("src/tamis/\n")[2].partition("```")[0].splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        # Folders side by side on one line; then, after more space, what they are.
        names = re.match(r"(\S+(?: {2}\S+/)*)", line.strip())[1].split()
        folders[depth - 1 :] = [names[0]]
        found |= {"".join(folders[: depth - 1]) + name for name in names}
    return found


def test_the_tree_is_that_of_the_source():
    """Every package of the first two levels, and the modules beside the packages; no others."""
    packages = [path.parent for path in SOURCE.rglob("__init__.py")]
    depths = {path: len(path.relative_to(SOURCE).parts) for path in packages}
    there = {f"{path.relative_to(SOURCE)}/" for path, depth in depths.items() if depth in (1, 2)}
    there |= {path.name for path in SOURCE.glob("[a-z]*.py")}
    there |= {"report/published/"}
    assert tree() == there


@pytest.mark.parametrize("page", [PAGE, WALKS], ids=["architecture", "walks"])
def test_what_a_page_names_is_there(page):
    """Every `module.py` and `package/module.py::function`, and every dotted name."""
    named = set(re.findall(r"([\w/]+\.py)\b(?:::(\w+))?", page.replace("NAME/", "kitab/")))
    assert len(named) > 30
    for path, name in named:
        found = [*SOURCE.rglob(path), *SOURCE.parents[1].glob(path)]
        assert found, path
        assert not name or any(re.search(rf"def {name}\b", one.read_text()) for one in found), name
    for module in re.findall(r"`tamis\.([\w.]+)`", page):
        assert find_spec(f"tamis.{module}"), module


def test_the_page_can_be_read_in_a_few_minutes():
    """What is longer belongs into docs/walks.md, or into docs/decisions."""
    assert len(PAGE.split()) <= 1500
