"""What IFEval and IFBench share: prompts whose instructions a program verifies.

A record is a prompt with the ids of its instructions and their arguments, as both are released. An
instruction is judged on a reply by up to two verifiers (`reference` does what the published code
does, `strict` what the wording means), and by both on the reply as it is, for *strict* accuracy,
and on its eight published variants, for *loose* accuracy (Zhou et al., 2023, §2.1).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field, field_validator

from tamis.benchmarks.options import BASELINE_ROWS, BenchmarkOptions, Listed, option
from tamis.checking.instructions import Variant, known, verify_both
from tamis.downloads import WebSource, locate
from tamis.inputs.files import digest
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.rows import Key, as_row
from tamis.reading.looks_for import FreeText
from tamis.reading.replies import read
from tamis.reading.spoken import without_thoughts
from tamis.types import InputError, Outcome, Reply

VARIANTS: tuple[Variant, ...] = get_args(Variant)

DECIDE = ("strict", "loose")
"""The two accuracies, in the order in which `verify_both` gives their verdicts."""

PAIRS = {
    (True, True): "both",
    (True, False): "reference",
    (False, True): "strict",
    (False, False): "neither",
}
"""To which of the two verifiers an instruction is satisfied; else it is undecided to one."""

_OPTIONAL = ("emoji", "langdetect_rs", "nltk", "punkt", "syllapy")


class InstructionOptions(BenchmarkOptions):
    """Which verifiers decide, and how the model is asked."""

    variants: Listed[Variant] = option(
        VARIANTS, "the verifiers: what the published code does, or what the wording means"
    )
    temperature: float = option(0.0, "temperature of the model", shown="0", ge=0, le=2)
    data: str = option("mini", "mini, released, or a folder or a JSONL file in the released form")
    baseline: Literal["brief", "echo"] | None = option(
        None, "answer without a model: with one word, or with the prompt itself"
    )
    prompts: None = Field(default=None)

    @field_validator("prompts", mode="before")
    @classmethod
    def _none_of_ours(cls, value: object) -> object:
        if value is not None:
            raise InputError(
                "the data's own prompts are asked, so there are no templates; leave it out."
            )
        return value

    @property
    def heading(self) -> str:
        """Models and files of answers are in one condition, so that they are compared."""
        return BASELINE_ROWS if self.baseline else "single turn"


@dataclass(frozen=True)
class Sample:
    """One line of the released file: a prompt, and of each instruction its id and arguments."""

    key: Key
    prompt: str
    instruction_id_list: tuple[str, ...]
    kwargs: tuple[dict[str, Any] | None, ...]

    @property
    def instructions(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The ids with their arguments; null stands for none."""
        for id, given in zip(self.instruction_id_list, self.kwargs, strict=True):
            yield id, {name: value for name, value in (given or {}).items() if value is not None}

    @property
    def id(self) -> str:
        """The key."""
        return self.key

    @property
    def input(self) -> str:
        """The prompt as it is."""
        return self.prompt

    @property
    def target(self) -> str:
        """The instructions with their arguments, a line each."""
        return "\n".join(f"{id} {json.dumps(given)}" for id, given in self.instructions)

    @cached_property
    def metadata(self) -> Mapping[str, Any]:
        """The instructions, by which figures are broken down, and a hash: the cluster."""
        text = "\0".join((self.input, self.target)).encode(errors="replace")
        return {
            "question": hashlib.sha256(text).hexdigest()[:16],
            "instructions": ",".join(self.instruction_id_list),
        }


@dataclass(frozen=True)
class Dataset:
    """Samples with the identity of their file; `version` is a hash of its content."""

    name: str
    version: str
    revision: str
    licence: str
    samples: tuple[Sample, ...]


def load(options: InstructionOptions, source: WebSource) -> Dataset:
    """The prompts of `mini`, of `released`, or of a folder or a file in the released form.

    `data_dir` is a folder with the released file. InputError for what is missing or broken.
    """
    data, there = options.data, Path(options.data_dir or options.data).expanduser()
    if data == "mini":
        with as_file(files(f"tamis.benchmarks.{options.benchmark}") / "mini") as folder:
            return _dataset(folder / "prompts.jsonl", "mini", licence="Apache-2.0")
    [(key, remote)] = source.files.items()
    path = there / Path(remote.path).name if there.is_dir() else there
    if data == "released":
        path = path if options.data_dir else locate(source, key)
        return _dataset(path, "released", source.revision, source.licence)
    if not there.exists():
        raise InputError(
            f"there is no data {data!r}: give mini, released, or a folder or a JSONL file in the "
            "released form."
        )
    return _dataset(path, there.resolve().name if there.is_dir() else path.stem)


def _dataset(path: Path, name: str, revision: str = "", licence: str = "?") -> Dataset:
    version = digest(path)[:8]
    return Dataset(name, version, revision, licence, read_samples(path, version, name))


@lru_cache(maxsize=8)
def read_samples(path: Path, version: str = "", name: str = "released") -> tuple[Sample, ...]:
    """The prompts of a file; InputError names the line that is broken.

    `version` changes with its content. Arguments that no verifier takes are refused; in `released`
    data, which nobody here can correct, their instructions are undecided.
    """
    found: dict[str, Sample] = {}
    for number, line in read_json_lines(path):
        where = f"{path}, line {number}"
        one = as_row(Sample, line, where)
        if not one.prompt.strip():
            raise InputError(f"{where}: `prompt` is empty; fill it in.")
        ids, given = one.instruction_id_list, one.kwargs
        if not ids or len(ids) != len(given):
            raise InputError(
                f"{where}: `instruction_id_list` has {len(ids)} ids and `kwargs` {len(given)} "
                "objects; give at least one, and as many of both."
            )
        if one.key in found:
            raise InputError(f"{where}: the key {one.key!r:.40} is there twice; keep one.")
        for id, arguments in one.instructions:
            if id not in known():
                raise InputError(f"{where}: there is no instruction {id!r:.60}; correct its id.")
            try:
                # What the published code would draw at random may be missing: it is undecided.
                _ = name == "released" or known()[id].read(arguments, "reference")
            except InputError as error:
                raise InputError(f"{where}: {error}") from error
        found[one.key] = one
    if not found:
        raise InputError(f"{path} holds no prompts; give one on each line.")
    return tuple(found.values())


def outcome(one: Sample, reply: Reply) -> Outcome:
    """How a reply ended: one that was cut is no whole answer, and one that only declines is none.

    A prompt may ask to choose among answers of which one declines: "I don't know".
    """
    found = read(reply, FreeText())
    if found.outcome == "refused" and not reply.refused and found.said in one.prompt:
        return "ok"
    return "truncated" if reply.truncated and found.outcome == "ok" else found.outcome


def lacking() -> str:
    """The packages that some verifiers are undecided without, and that are not installed."""
    return ", ".join(name for name in _OPTIONAL if find_spec(name) is None)


def judged(one: Sample, reply: Reply, variants: Sequence[Variant]) -> list[dict[str, Any]]:
    """The verdicts on each instruction by `VARIANT ACCURACY`, each with its reason, for the log.

    `strict` reads the reply without thoughts. None: undecided, also for arguments that the verifier
    does not take.
    """
    texts = {"reference": reply.text, "strict": without_thoughts(reply.text)}
    found = []
    for id, given in one.instructions:
        told: dict[str, Any] = {"id": id, "arguments": given}
        for variant in variants:
            try:
                both = verify_both(id, given, texts[variant], one.input, variant)
                said = [(own.satisfied, own.reason or "; ".join(own.working)) for own in both]
            except InputError as error:
                said = [(None, str(error))] * len(DECIDE)
            for accuracy, (satisfied, why) in zip(DECIDE, said, strict=True):
                told[f"{variant} {accuracy}"] = {"satisfied": satisfied, "why": why}
        found.append(told)
    return found


def verdicts(found: Sequence[Mapping[str, Any]], key: str) -> list[bool | None]:
    """The verdicts by `VARIANT ACCURACY`."""
    return [told[key]["satisfied"] for told in found]


def figures(found: Sequence[Mapping[str, Any]], variants: Sequence[Variant]) -> dict[str, float]:
    """The figures of one reply; an undecided instruction is not satisfied, and counted.

    `VARIANT_prompt_ACCURACY` is 1 where all are satisfied, `VARIANT_ACCURACY ID` counts those of
    that id that are, `VARIANT_undecided` those that are undecided on the reply as it is.
    """
    values: Counter[str] = Counter()
    for variant, accuracy in product(variants, DECIDE):
        own = verdicts(found, f"{variant} {accuracy}")
        values[f"{variant}_prompt_{accuracy}"] = all(own)
        for told, verdict in zip(found, own, strict=True):
            values[f"{variant}_{accuracy} {told['id']}"] += verdict is True
        if accuracy == "strict":
            values[f"{variant}_undecided"] = own.count(None)
    if len(variants) == len(VARIANTS):
        pairs = zip(*(verdicts(found, f"{variant} strict") for variant in VARIANTS), strict=True)
        values.update(f"pair_{PAIRS.get(pair, 'undecided')}" for pair in pairs)
    return {name: float(value) for name, value in values.items()}


def as_published(found: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """The figures of the published code, which scores any reply on the text that it has."""
    values: dict[str, float] = {}
    for accuracy in DECIDE:
        own = verdicts(found, f"reference {accuracy}")
        values[f"published_prompt_{accuracy}"] = float(all(own))
        values[f"published_{accuracy}"] = float(own.count(True))
    return values
