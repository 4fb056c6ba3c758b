"""What users read when their input is wrong: every sentence of the program, in one list.

`pytest tests/test_sentences.py -s` prints it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import tamis

SOURCE = Path(tamis.__file__).parent
_ERRORS = ("InputError", "CutShortError")


def sentences() -> Iterator[tuple[str, str]]:
    """The place and the words of each error; what is put in stands in braces."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _ERRORS and node.args:
                text = _text(node.args[0])
                if " " in text:
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", text


def _text(node: ast.expr) -> str:
    """The words of an expression, as far as they stand in the code."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(_text, parts))
        case ast.BinOp(left=left, right=right):
            return _text(left) + _text(right)
        case ast.FormattedValue(value=value) | value:
            return "{" + ast.unparse(value) + "}"


def test_each_error_is_one_sentence():
    """It is one line that ends in a full stop or a question mark, or in words that are put in."""
    found = list(sentences())
    for place, text in found:
        print(f"{place}\n    {text}")
    assert len(found) > 500
    assert [one for one in found if not re.search(r"[.?}]$", one[1])] == []
    assert [one for one in found if re.search(r"\n|  |[:;,] ?[.;,]$|\bplease\b|!$", one[1])] == []
