"""JSON that fits a JSON Schema: `json_schema(fits={"type": "object", ...})`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, decided, undecided
from tamis.checking.constraint_types.form._data import Data, Fence, judged, read_json
from tamis.checking.constraint_types.form._patterns import GaveUp, spans
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.types import InputError


def _checked(schema: dict[str, Any]) -> dict[str, Any]:
    try:
        _validator(json.dumps(schema))
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"this is no JSON: {error}.") from None
    return schema


class JsonSchema(ConstraintType):
    """JSON, the whole text or a fenced block, that fits a schema; `only` as in `json_valid`.

    The schema is of draft 2020-12 unless it names another. References to other documents are not
    fetched, and a schema with `patternProperties` is undecided.
    """

    id = "json_schema"
    passes = ({"fits": {"type": "object", "required": ["name"]}}, '{"name": "Ann"}')
    fails = ({"fits": {"type": "object", "required": ["name"]}}, '{"age": 3}')
    wordings = {
        'JSON that matches this schema: {"type": "array"}': {"fits": {"type": "array"}},
        'validate against {"type": "object"}': {"fits": {"type": "object"}},
    }

    fits: Annotated[dict[str, Any], AfterValidator(_checked)] = Field(
        description="The JSON Schema."
    )
    only: bool = Field(False, description="Whether nothing else may stand in the text.")
    fence: Fence = None

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        return judged(text, ("json",), self._judge, only=self.only, fence=self.fence)

    def _judge(self, data: Data) -> Judgement:
        try:
            value = read_json(data.text)
        except RecursionError:
            return undecided("it is nested too deeply to be parsed.")
        except ValueError as error:
            return decided(False, f"no JSON: {error}", places=[data.span])
        written = json.dumps(self.fits)
        if '"patternProperties"' in written:
            return undecided("its schema has patternProperties, which is not read here.")
        from referencing.exceptions import Unresolvable

        try:
            wrong = next(_validator(written).iter_errors(value), None)
        except GaveUp as problem:
            return undecided(str(problem))
        except RecursionError:
            return undecided("it is nested too deeply to be compared.")
        except Unresolvable as problem:
            return undecided(f"its schema names what is not there: {problem}.")
        if wrong is None:
            return decided(True, "it fits the schema", places=[data.span])
        return decided(False, f"{wrong.json_path}: {wrong.message[:150]}", places=[data.span])

    def __str__(self) -> str:
        return f"JSON that fits the schema {json.dumps(self.fits)[:80]}"


@lru_cache(maxsize=64)
def _validator(written: str) -> Any:
    """The validator of a schema. InputError where it is none."""
    from jsonschema import (  # type: ignore[import-untyped]
        Draft202012Validator,
        SchemaError,
        ValidationError,
        validators,
    )
    from referencing import Registry

    def pattern(_: Any, wanted: str, value: Any, __: Any) -> Iterator[Any]:
        # By an engine that can be stopped.
        if isinstance(value, str) and not spans(wanted, value):
            yield ValidationError(f"{value[:60]!r} does not match {wanted!r}")

    def unique(_: Any, wanted: bool, value: Any, __: Any) -> Iterator[Any]:
        # In linear time.
        entries = value if isinstance(value, list) else []
        if wanted and len({json.dumps(one, sort_keys=True) for one in entries}) < len(entries):
            yield ValidationError("it holds an entry twice")

    schema = json.loads(written)
    chosen = validators.validator_for(schema, default=Draft202012Validator)
    try:
        chosen.check_schema(schema)
    except (SchemaError, RecursionError) as error:
        said = getattr(error, "message", "it is nested too deeply")
        raise InputError(f"this is no JSON Schema: {said[:100]}.") from None
    own = validators.extend(chosen, {"pattern": pattern, "uniqueItems": unique})
    # An empty registry fetches nothing.
    return own(schema, registry=Registry())
