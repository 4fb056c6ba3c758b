"""The JSON Schema of a list of constraints, for editors and for the replies of models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamis.checking.constraint_types import loaded, short_names
from tamis.checking.constraint_types.constraint_type import ConstraintType
from tamis.types import InputError


def schema() -> dict[str, Any]:
    """A list of constraints in draft 2020-12, each in one of the forms that `from_spec` takes.

    `{"type": "words", "max": 100}`, `{"words": {"max": 100}}`, and `{"words": 100}`, whose value
    is the first parameter; `{"json": true}` by the short name of a format.
    """
    types = loaded()
    names = [*types, *short_names()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Constraints on a text",
        "type": "array",
        "items": {"anyOf": [{"$ref": "#/$defs/typed"}, {"$ref": "#/$defs/keyed"}]},
        "$defs": {
            "typed": {
                "type": "object",
                "required": ["type"],
                "properties": {"type": {"enum": names}},
                "allOf": [
                    {
                        "if": {"properties": {"type": {"const": id}}},
                        "then": {"$ref": f"#/$defs/{id}_typed"},
                    }
                    for id in names
                ],
            },
            "keyed": {
                "type": "object",
                "minProperties": 1,
                "maxProperties": 1,
                "properties": {id: {"$ref": f"#/$defs/{id}_value"} for id in names},
                "additionalProperties": False,
            },
            **{name: one for id, made in types.items() for name, one in _of(id, made).items()},
            **{
                name: one
                for id, whole in short_names().items()
                for name, one in _shortened(id, whole, types[whole]).items()
            },
        },
    }


def _shortened(id: str, whole: str, made: type[ConstraintType]) -> dict[str, Any]:
    """The schemas of a short name: the parameters of its type, or true alone."""
    alone = {"const": True, "description": f"`{whole}` with `only`."}
    typed = _of(whole, made)[f"{whole}_typed"]
    typed["properties"] = {**typed["properties"], "type": {"const": id}}
    return {f"{id}_typed": typed, f"{id}_value": {"anyOf": [alone, {"$ref": f"#/$defs/{whole}"}]}}


def _of(id: str, made: type[ConstraintType]) -> dict[str, Any]:
    """The schemas of one type: its parameters; with its name; a number or the first one alone."""
    parameters = made.model_json_schema(ref_template=f"#/$defs/{id}/$defs/{{model}}")
    parameters.pop("title", None)
    parameters["description"] = (made.__doc__ or "").strip().split("\n\n")[0]
    fields: dict[str, Any] = parameters["properties"]
    required = parameters.get("required", [])
    if bounds := _bounds(made):
        parameters["anyOf"] = [{"required": [bound]} for bound in bounds]
    name = made.positions()[0]
    enough = {*required} <= {name} and (not bounds or name in bounds)
    # A dictionary alone is read as named parameters.
    alone = [fields[name]] if enough and fields[name].get("type") != "object" else []
    if "exactly" in fields and not required and name != "exactly":
        alone.append(fields["exactly"])
    typed = {**parameters, "properties": {"type": {"const": id}, **fields}}
    return {
        id: parameters,
        f"{id}_typed": {key: one for key, one in typed.items() if key != "$defs"},
        f"{id}_value": {"anyOf": [{"$ref": f"#/$defs/{id}"}, *alone]},
    }


def _bounds(made: type[ConstraintType]) -> list[str]:
    """The numbers of which it needs one; none where it needs none."""

    def fits(given: Mapping[str, Any]) -> bool:
        try:
            made(**given)
        except InputError:
            return False
        return True

    numbers = [name for name, field in made.model_fields.items() if field.default is None]
    others = {key: one for key, one in made.passes[0].items() if key not in numbers}
    return [] if fits(others) else [name for name in numbers if fits({**others, name: 1})]
