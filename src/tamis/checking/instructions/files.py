"""Prompts, responses and verdicts in the published files of IFEval and IFBench: JSON lines.

prompts = read_prompts(Path("input_data.jsonl"))
responses = read_responses(Path("responses.jsonl"))
strict, loose = zip(*judged(prompts, responses, "reference"))
write_outcomes(Path("eval_results_loose.jsonl"), loose)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.checking.instructions import Variant, known, verify, verify_both
from tamis.checking.judgement import Judgement
from tamis.inputs.json_records import read_json_lines, write_json_lines
from tamis.inputs.rows import Key, as_row
from tamis.types import InputError


@dataclass(frozen=True)
class _PromptRow:
    key: Key
    prompt: str
    instruction_id_list: list[str]
    kwargs: list[dict[str, Any] | None]


@dataclass(frozen=True)
class _ResponseRow:
    prompt: str
    response: str


@dataclass(frozen=True)
class Prompt:
    """A prompt with the ids of its instructions and the arguments of each."""

    key: str
    prompt: str
    instructions: tuple[str, ...]
    kwargs: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Outcome:
    """A response to a prompt with the verdict on each instruction.

    An undecided one is not followed: not to be decided never helps.
    """

    prompt: Prompt
    response: str
    judgements: tuple[Judgement, ...]

    @property
    def followed(self) -> list[bool]:
        """Whether each instruction is followed."""
        return [one.satisfied is True for one in self.judgements]

    def record(self) -> dict[str, Any]:
        """As the published code writes it."""
        return {
            "follow_all_instructions": all(self.followed),
            "follow_instruction_list": self.followed,
            "instruction_id_list": list(self.prompt.instructions),
            "prompt": self.prompt.prompt,
            "response": self.response,
        }


def read_prompts(path: Path) -> list[Prompt]:
    """The prompts of a file: `key`, `prompt`, `instruction_id_list` and `kwargs` on each line.

    InputError, with the file and the line, for an unknown id, and for arguments that it does not
    take.
    """
    found = []
    for number, record in read_json_lines(path):
        where = f"{path}, line {number}"
        row = as_row(_PromptRow, record, where)
        kwargs = tuple(one or {} for one in row.kwargs)
        if len(kwargs) != len(row.instruction_id_list):
            raise InputError(
                f"{where}: `kwargs` has {len(kwargs)} items for "
                f"{len(row.instruction_id_list)} instructions; give one for each."
            )
        for id, arguments in zip(row.instruction_id_list, kwargs, strict=True):
            try:
                # The same arguments fit both variants, but for what the published code draws.
                known()[id].read(arguments, "reference") if id in known() else verify(id, {}, "")
            except InputError as error:
                raise InputError(f"{where}: {error}") from error
        found.append(Prompt(row.key, row.prompt, tuple(row.instruction_id_list), kwargs))
    if not found:
        raise InputError(f"{path} has no prompts; give one on each line.")
    return found


def read_responses(path: Path) -> dict[str, str]:
    """The responses of a file by their prompts: `prompt` and `response` on each line.

    Of several to one prompt the last counts, as in the published code.
    """
    rows = (as_row(_ResponseRow, one, f"{path}, line {n}") for n, one in read_json_lines(path))
    return {row.prompt.strip(): row.response for row in rows}


def judged(
    prompts: Iterable[Prompt], responses: Mapping[str, str], variant: Variant = "strict"
) -> Iterator[tuple[Outcome, Outcome]]:
    """The verdicts on the response to each prompt, strict and loose; without one none is followed.

    `responses` are by prompt, without white space around it. InputError for arguments that are
    missing, in `strict`; see `verify`.
    """
    for one in prompts:
        response = responses.get(one.prompt.strip(), "")
        pairs = zip(one.instructions, one.kwargs, strict=True)
        found = [verify_both(id, kwargs, response, one.prompt, variant) for id, kwargs in pairs]
        strict, loose = ((first for first, _ in found), (second for _, second in found))
        yield Outcome(one, response, tuple(strict)), Outcome(one, response, tuple(loose))


def write_outcomes(path: Path, outcomes: Iterable[Outcome]) -> None:
    """Write verdicts in the published format, whole or not at all."""
    write_json_lines(path, (one.record() for one in outcomes))


def accuracies(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """The shares of prompts all of whose instructions are followed, and of instructions."""
    followed = [one.followed for one in outcomes]
    instructions = sum(map(len, followed))
    if not instructions:
        raise InputError("there are no instructions to take a share of; give prompts with some.")
    return sum(map(all, followed)) / len(followed), sum(map(sum, followed)) / instructions
