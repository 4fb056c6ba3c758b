"""Make the mini data from `facts.md`, `prose.md` and `questions.yaml`.

    make data-mini

writes two files for the package: `pages.jsonl`, a wiki of an invented archipelago, so that no model
knows it and no fact can be wrong, and `questions.json`, in the form of the released dev split. To
extend the data, edit the three sources and run this again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from mini.fanoutqa import golds, wiki
from mini.fanoutqa.pages import HERE, read_facts, read_prose
from tamis.inputs.files import write_text
from tamis.retrieve.wiki import MINI

PAGES, QUESTIONS = "pages.jsonl", "questions.json"
SHIPPED = {
    PAGES: MINI,
    QUESTIONS: Path(str(files("tamis.benchmarks.fanoutqa"))) / "mini" / QUESTIONS,
}
"""Where the package has the files."""


def made(folder: Path = HERE) -> dict[str, str]:
    """The two files' texts by name, from the sources in `folder`."""
    tables = read_facts(folder)
    rows = wiki.make(tables, *read_prose(folder))
    return {
        PAGES: _lines(rows),
        QUESTIONS: golds.written(golds.make(tables, rows, folder)),
    }


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
    return "".join(compact.encode(row) + "\n" for row in rows)


def main() -> None:
    """Write both files into the package."""
    for name, text in made().items():
        write_text(SHIPPED[name], text)
        print(f"{name}: {len(text.encode()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
