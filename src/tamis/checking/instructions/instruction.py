"""What an instruction of IFEval or IFBench is: its arguments, two verifiers, and two examples.

A group of instructions is one file named after the published prefix; each instruction is declared
there by `instruction(...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.instructions.resources import LackingError
from tamis.checking.instructions.response import Response
from tamis.checking.judgement import Judgement
from tamis.types import InputError

Set = Literal["ifeval", "ifbench"]
Variant = Literal["reference", "strict"]
Verifier = Callable[..., Judgement]
Example = tuple[Mapping[str, Any], str]
"""Arguments and a text."""

DRAWN = "drawn at random by the published code"

INSTRUCTIONS: dict[str, Instruction] = {}
"""All that were declared, by id; `known()` declares them."""


class PublishedCodeError(Exception):
    """The published code gives no verdict on this text: it fails, or what it does is not run."""


@dataclass(frozen=True)
class Argument:
    """An argument of an instruction.

    `read` gives its value, or raises ValueError with what is wanted. Where it is missing or of
    `draws`, the published code draws a value at random; with `draws` None it fails instead.
    """

    read: Callable[[Any], Any]
    draws: Callable[[Any], bool] | None = lambda value: False


def whole_number(least: int = 0, *, draws_below: int = 0) -> Argument:
    """A whole number from `least`; released data write 36 as 36.0."""

    def read(value: Any) -> int:
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if isinstance(value, bool) or not whole or value < least:
            raise ValueError(f"a whole number from {least}")
        return int(value)

    def draws(value: Any) -> bool:
        return isinstance(value, int | float) and value < draws_below

    return Argument(read, draws)


def text(*, draws: bool = True) -> Argument:
    """A text that is not blank; `draws` is False where the published code fails without it."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise ValueError("a text that is not blank")
        return value

    return Argument(read, (lambda value: value == "") if draws else None)


def letter() -> Argument:
    """A single character that is not blank; the published code draws a letter for a sign."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or len(value) != 1 or value.isspace():
            raise ValueError("a single letter")
        return value

    def draws(value: Any) -> bool:
        return isinstance(value, str) and not (len(value) == 1 and "a" <= value.lower() <= "z")

    return Argument(read, draws)


def texts() -> Argument:
    """A list of texts that are not blank."""

    def read(value: Any) -> tuple[str, ...]:
        told = value if isinstance(value, list | tuple) else ()
        if not told or not all(isinstance(one, str) and one.strip() for one in told):
            raise ValueError("a list of texts that are not blank")
        return tuple(told)

    return Argument(read, lambda value: value in ([], ()))


def one_of(*options: str, shown: str = "") -> Argument:
    """One of some texts."""

    def read(value: Any) -> str:
        if value not in options:
            raise ValueError(shown or "one of " + ", ".join(map(repr, options)))
        return str(value)

    return Argument(read)


RELATION = one_of("less than", "at least")


@dataclass(frozen=True)
class Instruction:
    """An instruction by its published id.

    `says` is what its wording means, in a sentence. `reference` does what the published code
    does, `strict` what the wording means; they are the same function where these agree, else
    `differs` says how and why. `passes` and `fails` are examples for `strict`.
    """

    id: str
    set: Set
    says: str
    arguments: Mapping[str, Argument]
    reference: Verifier
    strict: Verifier
    differs: str
    passes: Example
    fails: Example

    def read(self, kwargs: Mapping[str, Any], variant: Variant) -> dict[str, Any] | Judgement:
        """The arguments as values; or no verdict, where the published code would draw some.

        InputError for an argument that is missing, wrong or unknown. None is no argument:
        released data name all arguments of all instructions in each record.
        """
        for name, value in kwargs.items():
            if value is not None and name not in self.arguments:
                takes = ", ".join(self.arguments) or "none"
                raise InputError(f"{self.id} has no argument {name!r:.40}; it takes {takes}.")
        if not self.arguments:
            return {}
        found: dict[str, Any] = {}
        drawn: list[str] = []
        for name, argument in self.arguments.items():
            value = kwargs.get(name)
            if (
                variant == "reference"
                and argument.draws is not None
                and (value is None or argument.draws(value))
            ):
                drawn.append(name)
                continue
            try:
                found[name] = argument.read(value)
            except ValueError as error:
                given = "is missing" if value is None else f"is {value!r:.40}"
                raise InputError(f"{self.id}: {name} {given}; give {error}.") from None
        return undecided(f"{DRAWN}: {', '.join(drawn)}.") if drawn else found

    def judge(self, kwargs: Mapping[str, Any], response: Response, variant: Variant) -> Judgement:
        """The verdict on a response; InputError as for `read`."""
        values = self.read(kwargs, variant)
        if isinstance(values, Judgement):
            return values
        if response.blank:
            return decided(False, "the response is blank")
        try:
            return (self.strict if variant == "strict" else self.reference)(response, **values)
        except LackingError as error:
            return undecided(str(error))
        except PublishedCodeError as error:
            return undecided(f"the published code gives no verdict on this text: {error}.")


def instruction(
    id: str,
    says: str,
    *,
    passes: Example,
    fails: Example,
    reference: Verifier,
    strict: Verifier | None = None,
    differs: str = "",
    arguments: Mapping[str, Argument] | None = None,
    set: Set,
) -> None:
    """Declare an instruction; without `strict` the published code does what the wording means."""
    INSTRUCTIONS[id] = Instruction(
        id=id,
        set=set,
        says=says,
        arguments=arguments or {},
        reference=reference,
        strict=strict or reference,
        differs=differs,
        passes=passes,
        fails=fails,
    )
