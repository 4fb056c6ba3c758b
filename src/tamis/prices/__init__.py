"""What a million tokens of a model cost: by a price file, or by the list that Tamis has.

The list is that of the package litellm, made by `tools/price_list.py`; its licence is in
`LICENCE.md` beside it. A model is in it under the name that Inspect has for it, or it is not.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tamis.bad_input import unknown
from tamis.inputs.files import shipped_text
from tamis.inputs.rows import wrong_value
from tamis.inputs.yaml_files import read_yaml
from tamis.spending import KINDS, Price
from tamis.types import InputError

MOST_EXPENSIVE = 1_000_000_000
"""The highest price of a million tokens; a higher one is a slip, and makes costs infinite."""


def listed(model: str) -> Price | None:
    """The price of a model by its Inspect name in US dollars, as the list has it, if it does."""
    return _list().get(model)


def in_file(path: Path, model: str) -> Price:
    """The price of a model in a price file, by its full name or by that without the provider.

    InputError where the file has none, has a price of another kind than `KINDS`, or one that is no
    number from 0 to `MOST_EXPENSIVE`.
    """
    table = read_yaml(path)
    for name, entry in table.items() if isinstance(table, Mapping) else ():
        for kind in entry if isinstance(entry, Mapping) else ():
            if kind not in KINDS:
                raise unknown("price", kind, KINDS, where=f"{path}, {name}")
    try:
        entry = table[model] if model in table else table[model.partition("/")[2]]
        given = {kind: entry[kind] for kind in KINDS[:2]}
        given |= {kind: entry[kind] for kind in KINDS[2:] if kind in entry}
    except (KeyError, TypeError) as error:
        raise InputError(
            f"{path} has no price for {model}; expected a line such as "
            f"`{model}: {{input: 2.5, output: 10}}`, per million tokens."
        ) from error
    prices = {
        kind: _number(value, f"{path}: the price `{kind}` of {model}")
        for kind, value in given.items()
    }
    return Price(**prices, source=str(path))


@cache
def _list() -> dict[str, Price]:
    rows = csv.DictReader(io.StringIO(shipped_text("tamis.prices", "litellm.csv")))
    return {row["model"]: Price(**_known(row), source=_said(row)) for row in rows}


def _known(row: Mapping[str, str]) -> dict[str, float]:
    return {kind: float(row[kind]) for kind in KINDS if row[kind]}


def _said(row: Mapping[str, str]) -> str:
    return f"{row['source']}, {row['date']}, US dollars; --prices FILE overrides"


def _number(value: Any, where: str) -> float:
    """A price as a number; a text is taken, since YAML has 1e-3 as one."""
    try:
        price = float(value) if not isinstance(value, bool) else math.nan
    except (TypeError, ValueError, OverflowError):
        price = math.nan
    # Not a number is not between them either.
    if not 0 <= price <= MOST_EXPENSIVE:
        raise wrong_value(value, "", f"a number from 0 to {MOST_EXPENSIVE:,}", where)
    return price
