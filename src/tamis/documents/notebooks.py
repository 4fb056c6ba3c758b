"""Notebooks (.ipynb): their cells with what they printed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tamis.documents.parts import Part, Read, UnreadableError


def notebook(text: str, heading: str) -> Read:
    """The cells of a notebook, each a part: its source, and the text that it printed.

    Pictures and what is only for a browser are left out. `heading` is the title, "" for none.
    Raises UnreadableError where it is no notebook.
    """
    return Read(
        heading,
        tuple(
            Part("\n\n".join(blocks), f"cell {number}")
            for number, cell in enumerate(cells(text), 1)
            if any(blocks := [block.strip("\n") for block in _blocks(cell) if block.strip()])
        ),
    )


def prose(text: str) -> str:
    """The cells of a notebook that are Markdown, below each other; errors as in `notebook`."""
    return "\n\n".join(
        _text(cell.get("source")) for cell in cells(text) if cell.get("cell_type") == "markdown"
    )


def cells(text: str) -> list[Mapping[str, Any]]:
    """The cells of a notebook of any version; UnreadableError where there are none."""
    try:
        held = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError("is no notebook: it is not valid JSON; save it anew") from error
    sheets = held.get("worksheets") if isinstance(held, dict) else None
    within = [held] if not isinstance(sheets, list) else sheets
    found: list[Mapping[str, Any]] = [
        cell
        for one in within
        if isinstance(one, dict) and isinstance(one.get("cells"), list)
        for cell in one["cells"]
        if isinstance(cell, dict)
    ]
    if not found:
        raise UnreadableError("is no notebook: it has no cells")
    return found


def _blocks(cell: Mapping[str, Any]) -> Iterator[str]:
    yield _text(cell.get("source", cell.get("input")))
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else ():
        if isinstance(output, dict):
            data = output.get("data")
            plain = data.get("text/plain") if isinstance(data, dict) else None
            yield _text(output.get("text", plain))
            if output.get("output_type") in ("error", "pyerr"):
                yield f"{_text(output.get('ename'))}: {_text(output.get('evalue'))}"


def _text(held: object) -> str:
    """A text, which notebooks may have in lines."""
    lines = held if isinstance(held, list) else [held]
    return "".join(line for line in lines if isinstance(line, str))
