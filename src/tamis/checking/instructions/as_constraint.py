"""An instruction of IFEval or IFBench as a constraint: `instruction("count:numbers", {"N": 3})`."""

from __future__ import annotations

from typing import Any, Self

from pydantic import Field, model_validator

from tamis.checking.constraint_types.constraint_type import ConstraintType
from tamis.checking.constraint_types.text import Text
from tamis.checking.instructions import Variant, known, verify
from tamis.checking.judgement import Judgement
from tamis.types import InputError


class InstructionConstraint(ConstraintType):
    """An instruction by its published id, with its published arguments.

    `variant` is `strict`, what its wording means, or `reference`, what the published code does.
    """

    id = "instruction"
    passes = ({"name": "count:numbers", "arguments": {"N": 2}}, "From 3 to 5.")
    fails = ({"name": "punctuation:no_comma", "arguments": {}}, "Yes, no.")
    wordings = {
        "Include exactly 2 numbers in the response.": {
            "name": "count:numbers",
            "arguments": {"N": 2},
        }
    }

    name: str = Field(description="The published id: `count:numbers`.")
    arguments: dict[str, Any] = Field({}, description="The published arguments.")
    variant: Variant = Field("strict", description="`strict` or `reference`.")

    def __hash__(self) -> int:
        return hash((self.name, str(sorted(self.arguments.items())), self.variant))

    @model_validator(mode="after")
    def _known(self) -> Self:
        verify(self.name, self.arguments, "x", "x", self.variant)
        return self

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        try:
            return verify(self.name, self.arguments, text, text.request, self.variant)
        except InputError as error:  # the request of this text lacks what the verifier needs
            return Judgement(None, "program", "abstained", str(error))

    def __str__(self) -> str:
        said = ", ".join(f"{key}={str(value)[:40]}" for key, value in self.arguments.items())
        about = known()[self.name].set
        return f"{self.name} of {about}" + (f" ({said})" if said else "")
