"""Count what reads words by patterns, by package: a sign of how much is read by lists of words.

    python tools/patterns.py

Two things are counted. **Pattern strings**: string constants outside docstrings in which a regular
expression's signs stand (`\\b \\d \\s \\w [^ (?`); each part of an f-string is one. **Lines of word
lists**: lines of the data files `*.txt`, and of those in `words/`, that name no outside source
(a comment `# Source: …`, or a key `source` or `sources`). Both should be few: what reads words
by lists of words is wrong on the next text, and does not say so.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src/tamis"
SIGNS = re.compile(r"\\[bdsw]|\[\^|\(\?")


def package(path: Path) -> str:
    """The package of a file below `SOURCES`; the module itself where it is in none."""
    return path.relative_to(SOURCES).parts[0]


def pattern_strings(tree: ast.Module) -> Iterator[str]:
    """The string constants of a module that look like patterns, docstrings left out."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    said = {
        id(line.value)
        for node in ast.walk(tree)
        if isinstance(node, owners)
        for line in node.body
        if isinstance(line, ast.Expr)
    }
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in said else None
        if isinstance(text, str) and SIGNS.search(text):
            yield text


def unsourced(path: Path) -> int:
    """The lines of a word list that name no source."""
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        return 0 if '"source' in json.dumps(json.loads(text)) else text.count("\n")
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    if any(re.match(r"#\s*Source:", line) for line in comments):
        return 0
    return len([line for line in lines if line.strip()]) - len(comments)


def main() -> None:
    """Print a row for each package, the most pattern strings first, and the sums."""
    lines, patterns, listed = Counter[str](), Counter[str](), Counter[str]()
    for path in SOURCES.rglob("*.py"):
        source = path.read_text("utf-8")
        lines[package(path)] += source.count("\n")
        patterns[package(path)] += len(list(pattern_strings(ast.parse(source))))
    for path in (*SOURCES.rglob("*.txt"), *SOURCES.rglob("words/*.json")):
        if "vendor" not in path.parts:
            listed[package(path)] += unsourced(path)
    print(f"{'package':<16}{'lines':>9}{'patterns':>10}{'in 1,000':>10}{'word lists':>12}")
    for name in sorted(patterns.keys() | listed.keys(), key=lambda one: (-patterns[one], one)):
        if patterns[name] or listed[name]:
            row(name, lines[name], patterns[name], listed[name])
    row("all", lines.total(), patterns.total(), listed.total())


def row(name: str, lines: int, patterns: int, listed: int) -> None:
    """Print one row."""
    print(f"{name:<16}{lines:>9,}{patterns:>10,}{1000 * patterns / lines:>10.1f}{listed:>12,}")


if __name__ == "__main__":
    main()
