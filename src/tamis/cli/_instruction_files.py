"""`tamis check --instructions`: files of IFEval and IFBench in, files of their verdicts out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from tamis.checking.instructions import Variant
from tamis.checking.instructions.files import (
    Outcome,
    accuracies,
    judged,
    read_prompts,
    read_responses,
    write_outcomes,
)
from tamis.types import InputError


def check_files(
    prompts: Path, responses: Path, variant: Variant, out: Path | None, *, as_json: bool
) -> int:
    """Print the four accuracies, write the verdicts to a folder, and give the exit code.

    InputError for files that cannot be read, and where no response is to one of the prompts.
    """
    asked, given = read_prompts(prompts), read_responses(responses)
    answered = sum(one.prompt.strip() in given for one in asked)
    if not answered:
        raise InputError(f"no response of {responses} has the prompt of a line of {prompts}.")
    pairs = list(judged(asked, given, variant))
    found = {name: [pair[n] for pair in pairs] for n, name in enumerate(("strict", "loose"))}
    written = {} if out is None else {n: out / f"eval_results_{n}.jsonl" for n in found}
    for name, path in written.items():
        write_outcomes(path, found[name])
    verdicts = [one.satisfied for o in found["strict"] for one in o.judgements]
    counts = {
        "prompts": len(asked),
        "without_response": len(asked) - answered,
        "instructions": len(verdicts),
        "undecided": verdicts.count(None),
    }
    if as_json:
        shares = {
            f"{level}_{name}": share
            for name, outcomes in found.items()
            for level, share in zip(("prompt", "instruction"), accuracies(outcomes), strict=True)
        }
        click.echo(json.dumps({"verifiers": variant, **counts, **shares}))
    else:
        click.echo(
            f"{counts['prompts']} prompts, {counts['instructions']} instructions; ", nl=False
        )
        click.echo(f"verifiers: {variant}")
        for name, outcomes in found.items():
            click.echo(_line(name, outcomes))
        if counts["undecided"]:
            click.echo(f"{counts['undecided']} undecided, counted as not followed:")
            click.echo("\n".join(_undecided(found["strict"])))
        if counts["without_response"]:
            click.echo(
                f"{counts['without_response']} prompts without a response, counted as not followed."
            )
        for path in written.values():
            click.echo(f"written: {path}")
    return 1 if False in verdicts or answered < len(asked) else 3 if None in verdicts else 0


def _line(name: str, outcomes: Sequence[Outcome]) -> str:
    by_prompt, by_instruction = accuracies(outcomes)
    every = [one for outcome in outcomes for one in outcome.followed]
    prompts = sum(all(one.followed) for one in outcomes)
    return (
        f"{name:<6}  prompts {by_prompt:.3f} ({prompts} of {len(outcomes)})  "
        f"instructions {by_instruction:.3f} ({sum(every)} of {len(every)})"
    )


def _undecided(outcomes: Sequence[Outcome]) -> list[str]:
    """The reasons with the instructions that have them, each once."""
    reasons = [
        f"  {id}: {one.reason}"
        for outcome in outcomes
        for id, one in zip(outcome.prompt.instructions, outcome.judgements, strict=True)
        if one.satisfied is None
    ]
    return [f"{said} ({reasons.count(said)})" for said in dict.fromkeys(reasons)]
