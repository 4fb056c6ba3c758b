"""What one run asks for, known before anything is imported that evaluates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tamis.benchmarks import options_of
from tamis.cli._common import key_values, typed_values

HOW = frozenset({"limit", "max_connections", "max_retries", "attempt_timeout", "cache", "out"})
"""The fields of a job that say how much is asked, how fast and where to, not what."""


@dataclass(frozen=True)
class Job:
    """What one `tamis run` asks for. `model` is None where no model is asked."""

    benchmark: str
    model: str | None
    values: Mapping[str, Any]
    limit: int | None = None
    epochs: int | None = None
    model_args: Mapping[str, Any] = field(default_factory=dict)
    roles: tuple[str, ...] = ()
    max_connections: int = 10
    max_retries: int = 5
    attempt_timeout: int = 180
    cache: bool = True
    out: Path | None = None

    @property
    def bound(self) -> dict[str, str]:
        """The models of the roles."""
        return dict(key_values(self.roles, "--model-role"))

    @property
    def who(self) -> str:
        """Whose answers they are, as part of a file name."""
        predictions = self.values.get("predictions")
        bound = "-".join(dict.fromkeys(self.bound.values()))
        name = self.model or (Path(predictions).stem if predictions else bound or "baselines")
        return "".join(c if c.isalnum() else "-" for c in name)

    def check(self) -> None:
        """InputError for parameters that are wrong or do not fit together; no data is read."""
        options_of(self.benchmark).plan(self.values, self.model, self.bound)

    def folder(self, versions: Sequence[str]) -> Path:
        """Where the run lives: the same for the same question, so that it can be resumed.

        How much is asked (`limit`) and how fast does not change the run; other data, wordings
        or scoring (`versions`) do.
        """
        if self.out is not None:
            return self.out
        identity = [self.benchmark, self.model, dict(self.values), dict(self.model_args), versions]
        text = json.dumps([*identity, sorted(self.roles), self.epochs], sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        return Path("runs") / f"{self.benchmark}-{self.who}-{digest}"


def task_values(
    benchmark: str, settings: Sequence[str], data: str | None, data_dir: str | None
) -> dict[str, Any]:
    """The parameters of a benchmark that the command line sets, with absolute paths.

    A path must mean the same after a change of folder, and in a process of our own.
    """
    values = typed_values(settings, "-T")
    if data is not None:
        values["data"] = data
    if data_dir is not None:
        values |= {"data_dir": data_dir, "data": values.get("data", "released")}
    return options_of(benchmark).absolute(values)
