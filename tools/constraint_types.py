"""Write the table of all types of constraints into docs/check.md, from their files.

python tools/constraint_types.py
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from tamis.checking.constraint_types import Count, known, type_of
from tamis.checking.constraint_types.constraint_type import ConstraintType

PAGE = Path(__file__).parents[1] / "docs/check.md"
GROUPS = {
    "form": "Form",
    "content": "Words and content",
    "amounts": "Amounts, times and plans",
    "items": "Items of a list",
}
_TABLES = re.compile(r"(?<=<!-- types -->\n).*?(?=<!-- end of types -->)", re.S)
_LONGEST = 90
"""Most characters of an example that is shown."""


def with_tables() -> str:
    """The page with the tables as they should be."""
    text = PAGE.read_text("utf-8")
    if not _TABLES.search(text):
        raise SystemExit(f"{PAGE} has no place for the types.")
    return _TABLES.sub(lambda _: tables(), text)


def tables() -> str:
    """All types of Tamis's own by their groups, a row each."""
    own = {id: where for id, where in known().items() if where.startswith("tamis.")}
    found = []
    for group, heading in GROUPS.items():
        ids = [id for id, where in own.items() if _group(where) == group]
        rows = [("type", "what it holds the text to", "parameters", "for example"), ("---",) * 4]
        rows += [row(id) for id in ids]
        found.append(f"\n### {heading}\n\n" + "".join(f"| {' | '.join(r)} |\n" for r in rows))
    said = "".join(wordings(id) for id in own)
    return "".join(found) + f"\n### Wordings\n\n{said}\n"


def wordings(id: str) -> str:
    """A line with the wordings that a program reads as a type, with any values in their place."""
    found = ", ".join(f"“{one}”" for one in type_of(id).wordings)
    return f"- `{id}`: {found}\n" if found else ""


def _group(where: str) -> str:
    return next(group for group in GROUPS if f".{group}." in where)


def row(id: str) -> tuple[str, ...]:
    """A type with what it is, its parameters, and its own example."""
    made = type_of(id)
    is_count = issubclass(made, Count)
    inherited = {"where"} | (set(Count.model_fields) if is_count else set())
    fields = ["a number" if made.least is None else "a number or none"] if is_count else []
    for name in made.positions():
        if name not in inherited:
            field = made.model_fields[name]
            fields.append(f"{_parameter(name, field)}: {(field.description or '').rstrip('.')}")
    summary = " ".join((made.__doc__ or "").strip().split("\n\n")[0].split())
    return f"`{id}`", _cell(summary), _cell("; ".join(fields) or "none"), _example(made)


def _parameter(name: str, field: FieldInfo) -> str:
    """A parameter with its default, and what it takes."""
    values = _values(field.annotation)
    if field.is_required():
        return f"`{name}` ({values})"
    if field.default is None or field.default in ("", (), {}):
        return f"`{name}` ({values}, or none)"
    if isinstance(field.default, bool):
        return f"`{name}={json.dumps(field.default)}`"
    return f"`{name}={field.default}` ({values})"


def _values(annotation: Any) -> str:
    """What a parameter takes, in words."""
    if get_origin(annotation) is Literal:
        return ", ".join(f"`{one}`" for one in get_args(annotation) if one != "")
    if get_origin(annotation) in (tuple, list):
        return "texts"
    if get_origin(annotation) is dict:
        return "an object"
    kinds = {bool: "true, false", int: "a whole number", float: "a number", str: "a text"}
    return next((kinds[o] for o in (annotation, *get_args(annotation)) if o in kinds), "a value")


def _example(made: type[ConstraintType]) -> str:
    given, _ = made.passes
    said = json.dumps({made.id: given}, ensure_ascii=False)
    return f"`{_cell(said)}`" if len(said) <= _LONGEST else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(with_tables(), "utf-8")
