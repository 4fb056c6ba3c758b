"""The instructions of IFEval and IFBench by their published ids, each in two variants.

`reference` gives the verdict of the published code, `strict` the one that the wording of the
instruction means:

    from tamis.checking.instructions import verify
    verify("keywords:existence", {"keywords": ["art"]}, "A party.", variant="reference").satisfied

Where the two differ, `known()[id].differs` says how and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tamis.checking.constraint_types.text import Text
from tamis.checking.instructions.instruction import INSTRUCTIONS, Instruction, Variant
from tamis.checking.instructions.response import Response, loosened, prepared
from tamis.checking.judgement import Judgement
from tamis.types import InputError

__all__ = ["Instruction", "Variant", "known", "loose", "verify", "verify_both", "verify_loose"]

SETS = ("ifeval", "ifbench")


@cache
def known() -> Mapping[str, Instruction]:
    """All instructions of both sets, by id."""
    here = Path(__file__).parent
    for name in SETS:
        for path in sorted((here / name).glob("[!_]*.py")):
            import_module(f"{__name__}.{name}.{path.stem}")
    return MappingProxyType(INSTRUCTIONS)


def verify(
    id: str,
    kwargs: Mapping[str, Any],
    text: str | Text,
    prompt: str = "",
    variant: Variant = "strict",
) -> Judgement:
    """The verdict on a response to one instruction, with its working.

    `kwargs` are the published arguments; None stands for none. Raises InputError for an unknown
    id, variant or argument, and for one that is missing or wrong. What the published code would
    draw at random for it is undecided in `reference`.
    """
    return _instruction(id, variant).judge(kwargs, _response(text, prompt, variant), variant)


def verify_loose(
    id: str,
    kwargs: Mapping[str, Any],
    text: str | Text,
    prompt: str = "",
    variant: Variant = "strict",
) -> Judgement:
    """As `verify`, satisfied where any of the published variants of the response is.

    Undecided where none is satisfied and one is undecided: it is never below `verify`.
    """
    return verify_both(id, kwargs, text, prompt, variant)[1]


def verify_both(
    id: str,
    kwargs: Mapping[str, Any],
    text: str | Text,
    prompt: str = "",
    variant: Variant = "strict",
) -> tuple[Judgement, Judgement]:
    """What `verify` and `verify_loose` give, in the time of the second."""
    instruction = _instruction(id, variant)
    response = _response(text, prompt, variant)
    first = instruction.judge(kwargs, response, variant)
    loosest = first
    if not first.satisfied:
        for one in response.loosened[1:]:
            found = instruction.judge(kwargs, one, variant)
            if found.satisfied:
                return first, found
            if found.satisfied is None and loosest.satisfied is False:
                loosest = found
    return first, loosest


def loose(text: str) -> tuple[str, ...]:
    """The eight published variants of a response.

    The response; then without its asterisks, without its first line, its last, and both; then
    these three without asterisks.
    """
    return loosened(text)


def _instruction(id: str, variant: Variant) -> Instruction:
    if (found := (INSTRUCTIONS if INSTRUCTIONS else known()).get(id)) is None:
        raise InputError(
            f"there is no instruction {id!r:.60}; there are {len(known())}, for example "
            "length_constraints:number_words; see docs/decisions/instructions.md."
        )
    if variant not in ("reference", "strict"):
        raise InputError(f"variant is {variant!r:.40}; write reference or strict.")
    return found


def _response(text: str | Text, prompt: str, variant: Variant) -> Response:
    if isinstance(text, str):
        return prepared(text, prompt, "\r" in text and variant == "reference")
    if isinstance(text, Response):
        return text
    request = prompt or text.request
    return Response(text.text, request, text.start) if text.start else prepared(text.text, request)
