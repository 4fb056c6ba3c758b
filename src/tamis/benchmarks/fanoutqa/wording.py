"""The two sets of prompts of one run: Tamis's own, or those of `-T prompts=DIR`."""

from __future__ import annotations

from pathlib import Path

from tamis.answering.fanout import prompts
from tamis.benchmarks.fanoutqa import factuality
from tamis.types import InputError

JUDGE = ("factuality",)


def answering(folder: str | None) -> str | None:
    """The folder if it has a prompt of the strategies; None where Tamis's own are used.

    InputError where it has neither a prompt of the strategies nor that of the judge.
    """
    if folder is None or _any(folder, prompts.NAMES):
        return folder
    if not _any(folder, JUDGE):
        wanted = ", ".join(f"{name}.j2" for name in (*prompts.NAMES, *JUDGE))
        raise InputError(f"-T prompts={folder}: the folder holds none of {wanted}.")
    return None


def judging(folder: str | None) -> str | None:
    """The folder if it has the judge's prompt; None where Tamis's own is used."""
    return folder if folder is not None and _any(folder, JUDGE) else None


def fingerprint(folder: str | None) -> str:
    """Eight hex digits that change with the wording of the strategies."""
    return prompts.fingerprint(answering(folder))


def judge_fingerprint(folder: str | None) -> str:
    """Eight hex digits that change with the wording of the judge."""
    return factuality.fingerprint(judging(folder))


def _any(folder: str, names: tuple[str, ...]) -> bool:
    return any((Path(folder) / f"{name}.j2").is_file() for name in names)
