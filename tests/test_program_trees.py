"""The trees of short plans, as they are drawn and read by us (`renew.py`).

In `data/program_trees.txt` a plan is after `|`, its tree after `>`: what each part is, where it is
written, its name or text, and the header of a cell that names one. A `?` marks what may belong to
the part before.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tamis.checking.program.groups import RANK
from tamis.checking.program.outline import outline

FILE = Path(__file__).parent / "data" / "program_trees.txt"


def _tree(node, depth=0):
    lines = []
    for one in node.children:
        cells = " ".join(f"[{cell.header}={cell.node.text}]" for cell in one.cells)
        said = cells or (one.name if one.kind in RANK else one.text)
        doubt, header = "?" * one.doubtful, f" ~ {one.header}" * bool(one.header)
        lines.append(f"{'  ' * depth}{one.kind or '-'}/{one.shape}{doubt} {said}{header}")
        assert one.parent is node
        lines += _tree(one, depth + 1)
    return lines


def _cases():
    for case in FILE.read_text(encoding="utf-8").split("\n\n"):
        rows = [(line[:1], line[2:]) for line in case.splitlines()]
        yield tuple("\n".join(text for mark, text in rows if mark == m) for m in "|>")


@pytest.mark.parametrize(("plan", "wanted"), _cases())
def test_a_plan_is_a_tree_of_its_parts(plan, wanted):
    """Headings, bold lines, lists, tables, indented lines, sentences, JSON and HTML; each part has
    its place.
    """
    root = outline(plan)
    assert "\n".join(_tree(root)) == wanted
    for node in root.walk():
        if node.shape != "root" and node.text and "{" not in plan and "<" not in plan:
            start, end = node.span(0, len(node.text))
            assert plan[start:end].replace("*", "") == node.text or len(node.cells) > 0
