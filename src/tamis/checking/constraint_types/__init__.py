"""Types of constraints on a text: each is one short file with a verifier and two examples.

    from tamis.checking.constraint_types import words, contains, bullets
    words(max=100).judge(text)

A type is known by its `id`, which is the name of its file. Others can add theirs by the entry
point group `tamis.constraint_types`, whose names are ids and whose values are subclasses of
`ConstraintType`.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from tamis.checking.constraint_types.constraint_type import ConstraintType, Count
from tamis.checking.constraint_types.text import Text
from tamis.types import InputError

__all__ = ["ConstraintType", "Count", "Text", "from_spec", "known", "type_of"]

GROUPS = ("form", "content", "amounts", "items")
ENTRY_POINTS = "tamis.constraint_types"


@cache
def known() -> dict[str, str]:
    """The id of every type, with the module or the entry point that has it."""
    here = Path(__file__).parent
    found = {
        path.stem: f"{__name__}.{group}.{path.stem}"
        for group in GROUPS
        for path in sorted((here / group).glob("*.py"))
        if not path.stem.startswith("_")
    }
    others = {one.name: one.value for one in entry_points(group=ENTRY_POINTS)}
    return {**others, **found}


@cache
def type_of(id: str) -> type[ConstraintType]:
    """The type with an id. InputError where there is none."""
    if (where := known().get(id)) is None:
        if id == "instruction":
            raise InputError(
                "Tamis no longer has the type instruction; use the types that mean the same, by "
                "the table of IFEval's and IFBench's instructions in docs/check.md."
            )
        near = get_close_matches(id.lower(), known(), 1)
        there = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known())}."
        raise InputError(f"there is no type of constraint {id!r:.60}; {there}")
    module, _, name = where.partition(":")
    try:
        loaded = import_module(module)
    except ImportError as error:
        raise InputError(f"the type of constraint {id!r:.60} cannot be loaded: {error}.") from None
    for one in [getattr(loaded, name, None)] if name else vars(loaded).values():
        if isinstance(one, type) and issubclass(one, ConstraintType) and vars(one).get("id") == id:
            return one
    raise InputError(f"{where} holds no type of constraint whose id is {id!r:.60}.")


def from_spec(spec: Any) -> ConstraintType:
    """A constraint from plain values: `{"type": "words", "max": 100}`, or `{"words": {…}}`.

    InputError where it does not fit.
    """
    if isinstance(spec, dict) and isinstance(spec.get("type"), str):
        named = {str(key): value for key, value in spec.items() if key != "type"}
        return type_of(spec["type"])(**named)
    if isinstance(spec, dict) and len(spec) == 1:
        ((id, value),) = spec.items()
        made = type_of(str(id))
        if isinstance(value, dict):
            return made(**{str(key): one for key, one in value.items()})
        return made(value)
    if isinstance(spec, dict) and (id := next((key for key in spec if key in known()), None)):
        others = ", ".join(repr(str(key))[:40] for key in spec if key != id)
        raise InputError(
            f"beside {id} stands {others}; write each type as an item of its own, and parameters "
            f'and `where` within it: {{"{id}": {{"where": "first line", …}}}}.'
        )
    raise InputError(
        f"a constraint is {str(spec)[:60]!r}; write its type with its parameters: "
        '{"type": "words", "max": 100}, or {"words": {"max": 100}}.'
    )


def __getattr__(name: str) -> Any:
    if name.startswith("_") or name not in known():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return type_of(name)


def __dir__() -> list[str]:
    return sorted((*__all__, *known()))
