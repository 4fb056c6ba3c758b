"""Right and flawed replies to the mini prompts of IFEval and IFBench, with verdicts by hand.

A verdict is four letters: `reference` strict and loose, `strict` strict and loose; y, n or ?.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tamis.benchmarks import load_benchmark, options_of
from tamis.benchmarks.instruction_following import DECIDE, VARIANTS, Sample, judged
from tamis.types import Reply

LETTERS = {True: "y", False: "n", None: "?"}


@dataclass(frozen=True)
class Replies:
    """A right reply to a prompt, and one with a known error, where there is one."""

    key: str
    right: str
    flawed: str = ""
    verdicts: tuple[str, ...] = ()


def replies(name: str) -> dict[str, Replies]:
    """The replies of a benchmark by the keys of its prompts."""
    path = Path(__file__).parent / "data" / f"{name}_replies.jsonl"
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return {row["key"]: Replies(**row) for row in rows}


def samples(name: str) -> dict[str, Sample]:
    """The mini prompts of a benchmark by their keys."""
    found = load_benchmark(name).load(options_of(name)())[1]
    return {sample.id: sample for sample in found}


def letters(sample: Sample, text: str) -> list[str]:
    """The verdicts on a reply as letters, one word for each instruction."""
    return [
        "".join(
            LETTERS[told[f"{v} {accuracy}"]["satisfied"]] for v in VARIANTS for accuracy in DECIDE
        )
        for told in judged(sample, Reply(text), VARIANTS)
    ]
