"""JSON that parses: `json_valid(keys=["name"], only=True)`."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Terms,
    decided,
    undecided,
)
from tamis.checking.constraint_types.form._data import Data, Fence, judged, on_keys, read_json
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.text.json import sound_value


class JsonValid(ConstraintType):
    """An object or an array of JSON: the whole text, a fenced block, or one within the text.

    `only` forbids a text around it; whether a fence is welcome is open, unless `fence` says it.
    `keys` must stand at the upper level, of every object of an array. A bare number or string is
    undecided, and so are keys that differ in case or stand deeper.
    """

    id = "json_valid"
    passes = ({"keys": ["name"], "only": True}, '{"name": "Ann", "age": 3}')
    fails = ({}, "{'name': 'Ann',}")
    wordings = {
        "in JSON": {},
        "return JSON": {},
        "valid JSON": {},
        "JSON only": {"only": True},
        "return only JSON": {"only": True},
        'a JSON object with the keys "name" and "age"': {"keys": ["name", "age"], "kind": "object"},
        'JSON with the keys "name" and "age"': {"keys": ["name", "age"]},
        'the JSON must have the keys "name" and "age"': {"keys": ["name", "age"]},
        "a JSON array": {"kind": "array"},
    }

    keys: Terms = Field((), description="Keys that must be there.")
    other_keys: bool = Field(True, description="Whether other keys are welcome.")
    kind: Literal["any", "object", "array"] = Field("any", description="What it must be.")
    only: bool = Field(False, description="Whether nothing else may stand in the text.")
    fence: Fence = None

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        return judged(
            text, ("json", "jsonc", "json5"), self._judge, only=self.only, fence=self.fence
        )

    def _judge(self, data: Data) -> Judgement:
        try:
            return self._on(read_json(data.text), data)
        except RecursionError:
            return undecided("it is nested too deeply to be parsed.")
        except ValueError as error:
            problem = f"no JSON: {error}"
        value = self._within(data.text)
        if not value:
            return decided(False, problem, places=[data.span])
        if self.only:
            return decided(False, "something else stands besides it", places=[data.span])
        return self._on(value, data)

    def _within(self, said: str) -> Any:
        """JSON within a text: an object, or an array of some, but not the `[1]` of a reference."""
        for at in sorted(map(said.find, "{[")):
            found = sound_value(said, at) if at > 0 else None
            value = found[0] if found else None
            if isinstance(value, dict) or (value and isinstance(value[0], dict)):
                return value
        return None

    def _on(self, value: Any, data: Data) -> Judgement:
        """The verdict on what was parsed."""
        name = {"dict": "object", "list": "array"}.get(type(value).__name__, "value")
        working = f"a JSON {name} of {len(value) if name != 'value' else 1} entries"
        if name == "value":
            return undecided("whether a bare value is meant by JSON is open.", working)
        if self.kind not in ("any", name):
            return decided(False, working, places=[data.span])
        objects = value if name == "array" else [value]
        if not self.keys:
            return decided(True, working, places=[data.span])
        if not objects or not all(isinstance(one, dict) for one in objects):
            return decided(False, working, "it has no keys", places=[data.span])
        nested = {key for one in objects for deep in one.values() for key in _keys(deep)}
        said = [on_keys(one, self.keys, others=self.other_keys, nested=nested) for one in objects]
        worst = next((one for one in said if one[0] is not True), said[0])
        if worst[0] is None:
            return undecided("the keys differ in case or stand deeper.", working, worst[1])
        return decided(worst[0], working, worst[1], places=[data.span])

    def __str__(self) -> str:
        kind = "JSON" if self.kind == "any" else f"a JSON {self.kind}"
        keys = f" with the keys {', '.join(self.keys)}" if self.keys else ""
        alone = " and no other" if self.keys and not self.other_keys else ""
        return f"{kind}{keys}{alone}" + (", with nothing around it" if self.only else "")


def _keys(value: Any) -> Iterator[str]:
    """All keys below a value."""
    rest = [value]
    while rest:
        one = rest.pop()
        if isinstance(one, dict):
            yield from one
            rest += one.values()
        elif isinstance(one, list):
            rest += one
