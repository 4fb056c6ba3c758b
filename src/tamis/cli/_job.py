"""One run as the command line asks for it, checked before Inspect is imported."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tamis.benchmarks import options_of
from tamis.cli._common import key_values, no_price, price_of, typed_values
from tamis.spending import Limits, Price

NOT_IN_IDENTITY = frozenset(
    {
        "limit",
        "max_connections",
        "max_retries",
        "attempt_timeout",
        "cache",
        "out",
        "replies",
        "token_limit",
        "cost_limit",
        "price_file",
        "share",
    }
)
"""The fields of a job that do not belong to its identity: how much of it, how fast, where."""


@dataclass(frozen=True)
class Job:
    """What one `tamis run` asks for; `model` is None where no model is evaluated.

    `generation` are settings of the evaluated model, as fields of Inspect's GenerateConfig; they
    take the place of the benchmark's own. `replies` is the folder of its calls, if not in the
    folder of the run. The limits are for all calls there, those of earlier processes too; of what
    is left this job has one of `share` equal parts.
    """

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
    generation: Mapping[str, Any] = field(default_factory=dict)
    token_limit: int | None = None
    cost_limit: float | None = None
    price_file: Path | None = None
    replies: Path | None = None
    share: int = 1

    def prices(self, more: Iterable[str] = ()) -> dict[str, Price]:
        """The price of each model that is asked, and of `more`, where one is known.

        InputError where the price file has none, and for a cost limit without a price.
        """
        asked = dict.fromkeys([*([self.model] if self.model else []), *self.bound.values(), *more])
        found = {name: price_of(self.price_file, name) for name in asked}
        without = [name for name, price in found.items() if price is None]
        if without and self.cost_limit is not None:
            raise no_price(*without)
        return {name: price for name, price in found.items() if price is not None}

    @property
    def limits(self) -> Limits:
        """The limits of tokens and of money."""
        # Each call has the price of its own model.
        price = None if self.cost_limit is None else (0.0, 0.0)
        return Limits(self.token_limit, self.cost_limit, price)

    @property
    def bound(self) -> dict[str, str]:
        """The model of each role."""
        return dict(key_values(self.roles, "--model-role"))

    @property
    def who(self) -> str:
        """The model, the prediction file or `baselines`, as part of a file name."""
        predictions = self.values.get("predictions")
        bound = "-".join(dict.fromkeys(self.bound.values()))
        name = self.model or (Path(predictions).stem if predictions else bound or "baselines")
        return "".join(c if c.isalnum() else "-" for c in name)

    def check(self) -> None:
        """InputError for parameters that are wrong or cannot be combined; reads no data."""
        self.prices()
        options_of(self.benchmark).plan(self.values, self.model, self.bound)

    def folder(self, versions: Sequence[str]) -> Path:
        """The folder of the run: the same for the same parameters, so that it can be resumed.

        The number of samples (`limit`) and the speed do not change the folder; other data,
        prompts or scoring (`versions`) do.
        """
        if self.out is not None:
            return self.out
        identity: list[Any] = [self.benchmark, self.model, dict(self.values)]
        identity += [dict(self.model_args), versions, sorted(self.roles), self.epochs]
        # Without settings the folder is that of versions that had none.
        identity += [dict(self.generation)] if self.generation else []
        text = json.dumps(identity, sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        return Path("runs") / f"{self.benchmark}-{self.who}-{digest}"


def task_values(
    benchmark: str, settings: Sequence[str], data: str | None, data_dir: str | None
) -> dict[str, Any]:
    """The parameters of a benchmark that the command line sets, with absolute paths.

    A run may be resumed from another folder, and worker processes get the same values.
    """
    values = typed_values(settings, "-T")
    if data is not None:
        values["data"] = data
    if data_dir is not None:
        values |= {"data_dir": data_dir, "data": values.get("data", "released")}
    return options_of(benchmark).absolute(values)
