"""Types of constraints on a text: each is one short file with a verifier and two examples.

    from tamis.checking.constraint_types import words, contains, bullets
    words(max=100).judge(text)

A type is known by its `id`, which is the name of its file. Others can add theirs by the entry
point group `tamis.constraint_types`, whose names are ids and whose values are subclasses of
`ConstraintType`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from tamis.arguments import argument
from tamis.checking.constraint_types.constraint_type import ConstraintType, Count
from tamis.checking.constraint_types.guesses import nearest
from tamis.checking.constraint_types.text import Text
from tamis.types import InputError

__all__ = [
    "ConstraintType",
    "Count",
    "Text",
    "from_spec",
    "known",
    "loaded",
    "short_names",
    "type_of",
]

GROUPS = ("form", "content", "amounts", "items")
ENTRY_POINTS = "tamis.constraint_types"
GONE = {
    "instruction": "use the types that mean the same, by the table of IFEval's and IFBench's "
    "instructions in docs/check.md",
    "shares": 'write quantity with the unit "%", as in `quantity: {exactly: 100, unit: "%"}`',
    "repeats_prompt": "write starts_with with the text that is to be repeated, as in "
    '`starts_with: "Name a river."`',
}
"""Types of before, with what to write instead."""

_SHORTENED = "_valid"


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


def short_names() -> dict[str, str]:
    """The short names of formats, for constraints of plain values: "json" for `json_valid`."""
    ids = {one.removesuffix(_SHORTENED): one for one in known() if one.endswith(_SHORTENED)}
    return {name: id for name, id in ids.items() if name not in known()}


@cache
def type_of(id: str) -> type[ConstraintType]:
    """The type with an id. InputError where there is none."""
    if (where := known().get(id)) is None:
        if id in GONE:
            raise InputError(f"Tamis no longer has the type {id}; {GONE[id]}.")
        near = nearest(id, loaded() | {name: type_of(one) for name, one in short_names().items()})
        listed = f"by `tamis check` with {argument('schema', 'constraints')}"
        there = (
            f"did you mean {near!r}?" if near else f"all are listed in docs/check.md, and {listed}."
        )
        raise InputError(f"there is no type of constraint {id!r:.60}; {there}")
    module, _, name = where.partition(":")
    try:
        made = import_module(module)
    except ImportError as error:
        raise InputError(f"the type of constraint {id!r:.60} cannot be loaded: {error}.") from None
    for one in [getattr(made, name, None)] if name else vars(made).values():
        if isinstance(one, type) and issubclass(one, ConstraintType) and vars(one).get("id") == id:
            return one
    raise InputError(f"{where} holds no type of constraint whose id is {id!r:.60}.")


def loaded() -> dict[str, type[ConstraintType]]:
    """All types by their ids, without those of somebody else that cannot be loaded."""
    found = {}
    for id in known():
        with suppress(InputError):
            found[id] = type_of(id)
    return found


def from_spec(spec: Any) -> ConstraintType:
    """A constraint from plain values: `{"type": "words", "max": 100}`, or `{"words": {…}}`.

    A type without parameters is `{"items_distinct": True}`. A format has a short name, by which
    nothing else may stand in the text unless `only` says otherwise: `{"json": True}`,
    `{"json": {"keys": ["name"]}}`. InputError where it does not fit.
    """
    if isinstance(spec, dict) and isinstance(spec.get("type"), str):
        named = {str(key): value for key, value in spec.items() if key != "type"}
        return _made(spec["type"], named)
    if isinstance(spec, dict) and len(spec) == 1 and not {*spec} <= {*Count.model_fields}:
        ((id, value),) = spec.items()
        if isinstance(value, dict):
            value = {str(key): one for key, one in value.items()}
        return _made(str(id), value)
    if isinstance(spec, dict) and (
        id := next((key for key in spec if key in known() or key in short_names()), None)
    ):
        others = ", ".join(repr(str(key))[:40] for key in spec if key != id)
        raise InputError(
            f"beside {id} stands {others}; write each type as an item of its own, and parameters "
            f'and `where` within it: {{"{id}": {{"where": "first line", …}}}}.'
        )
    raise InputError(
        f"a constraint is {str(spec)[:60]!r}; write its type with its parameters: "
        f'{{"type": "words", "max": 100}}, or {{"words": {{"max": 100}}}}.{_meant(spec)}'
    )


def _made(id: str, value: Any) -> ConstraintType:
    """A type by its name, or by its short one, with the value that stands behind it."""
    if (whole := short_names().get(id)) is None:
        made = type_of(id)
        if value is True and made.model_fields[made.positions()[0]].annotation is not bool:
            # `items_distinct: true`: the type without parameters.
            return made()
        return made(**value) if isinstance(value, dict) else made(value)
    made = type_of(whole)
    if value is not True and not isinstance(value, dict):
        said = json.dumps(value) if value in (None, False) else repr(value)
        raise InputError(
            f"{id} is {said:.60}; write `{id}: true`, or parameters of {whole}: "
            f"{', '.join(made.positions())}."
        )
    return made(**{"only": True, **({} if value is True else value)})


def _meant(spec: Any) -> str:
    """Which type plain values without one may mean, in a sentence; empty where nothing is near."""
    if not isinstance(spec, dict) or not spec:
        return ""
    types = loaded()
    keys = {str(key) for key in spec if key != "type"}
    fits = [id for id, made in types.items() if keys and keys <= {*made.model_fields}]
    if 0 < len(fits) < 4:
        return f" These are parameters of {' and '.join(fits)}."
    parameters = {name for made in types.values() for name in made.model_fields}
    near = (nearest(key, types) for key in sorted(keys - parameters))
    return next((f" Did you mean {one!r}?" for one in near if one), "")


def __getattr__(name: str) -> Any:
    if name.startswith("_") or name not in known():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return type_of(name)


def __dir__() -> list[str]:
    return sorted((*__all__, *known()))
