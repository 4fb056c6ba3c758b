"""A domain: what users request in it, and the ranges of its quantities (ACS, §2.1, step 1)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from tamis.bad_input import unknown
from tamis.inputs.files import read_text, shipped_text
from tamis.inputs.yaml_files import MOST_BYTES, parsed_yaml
from tamis.text.shown import clean
from tamis.types import InputError

_MOST_REQUESTS = 10_000
_MOST_VALUES = 100_000
_TRIES = 20
_RANGE = ("from", "to", "step")


@dataclass(frozen=True)
class Quantity:
    """A quantity that requests limit: its possible `values`, and the words of comparison.

    `scope` says where the limit holds ("each day"); `share` is the share of requests that have it.
    """

    name: str
    values: tuple[str, ...]
    comparisons: tuple[str, ...] = ("",)
    unit: str = ""
    scope: str = ""
    share: float = 1.0

    def draw(self, rng: random.Random) -> str:
        """A demand such as "calories: at most 1800 kcal, each day"; "between" takes two values."""
        comparison = rng.choice(self.comparisons)
        if comparison == "between":
            low, high = sorted(rng.sample(range(len(self.values)), 2))
            value = f"{self.values[low]} and {self.values[high]}"
        else:
            value = rng.choice(self.values)
        demand = " ".join(part for part in (comparison, value, self.unit) if part)
        return f"{self.name}: {demand}" + (f", {self.scope}" if self.scope else "")


@dataclass(frozen=True)
class Example:
    """A request with its constraints, as a few-shot example for a model."""

    request: str
    constraints: tuple[str, ...]


@dataclass(frozen=True)
class Domain:
    """The guidelines of a domain, as its YAML file has them.

    `vary` are properties without numbers that make requests differ; `instruction` is the text that
    step 3 appends; `requests` is their number; `notes` are for the model that writes them.
    """

    name: str
    ask_for: str
    quantities: tuple[Quantity, ...]
    instruction: str
    examples: tuple[Example, ...]
    requests: int = 25
    seed: int = 0
    notes: str = ""
    vary: Mapping[str, tuple[str, ...]] | None = None

    def guidelines(self) -> list[str]:
        """What each request must contain, one demand on a line; fixed by the file and the seed.

        The first ones stay the same if more requests are wanted; an added quantity changes only
        its own line.
        """
        drawn: list[str] = []
        for number in range(self.requests):
            guideline = ""
            for attempt in range(_TRIES):
                guideline = self._guideline(f"{self.seed}/{number}/{attempt}")
                if guideline not in drawn:
                    break
            drawn.append(guideline)
        return drawn

    def _guideline(self, key: str) -> str:
        lines: list[str] = []
        left_out: list[str] = []
        for name, choices in (self.vary or {}).items():
            lines.append(f"{name}: {random.Random(f'{key}/{name}').choice(choices)}")
        for quantity in self.quantities:
            rng = random.Random(f"{key}/{quantity.name}")
            wanted = rng.random() < quantity.share
            (lines if wanted else left_out).append(quantity.draw(rng))
        if len(left_out) == len(self.quantities):
            lines.append(left_out[0])
        return "\n".join(lines)


def shipped() -> list[str]:
    """The names of the domains that come with Tamis."""
    return sorted(
        entry.name.removesuffix(".yaml")
        for entry in files("tamis.collect.constraints").joinpath("domains").iterdir()
        if entry.name.endswith(".yaml")
    )


def domain_text(name_or_path: str) -> str:
    """The text of a domain's file, or of a domain that comes with Tamis; else InputError."""
    path = Path(name_or_path).expanduser()
    if path.is_file() or name_or_path not in shipped():
        if not path.exists():
            raise unknown(
                "domain or file",
                name_or_path,
                shipped(),
                or_else="give the path of your own",
            )
        return read_text(path, MOST_BYTES)
    return shipped_text("tamis.collect.constraints", "domains", f"{name_or_path}.yaml")


def read_domain(name_or_path: str) -> Domain:
    """The domain in a YAML file, or the one of that name that comes with Tamis.

    Raises InputError, in one sentence with the file and the field or line, for errors in it.
    """
    # All values are read as texts, so that 18:30, no and 007 stay as they are written.
    value = parsed_yaml(domain_text(name_or_path), name_or_path, texts=True)
    return _Reader(name_or_path).domain(value)


class _Reader:
    """Reads the fields of plain values; errors name the field."""

    def __init__(self, path: str) -> None:
        self.path = path

    def wrong(self, field: str, what: str) -> NoReturn:
        raise InputError(f"{self.path}: {field} {what}.")

    def domain(self, value: object) -> Domain:
        fields = self.fields(
            value,
            "the file",
            ("name", "ask_for", "quantities", "instruction", "examples"),
            ("requests", "seed", "notes", "vary"),
        )
        quantities = tuple(
            self.quantity(name, entry, f"quantities.{name}")
            for name, entry in self.mapping(fields["quantities"], "quantities")
        )
        if not quantities:
            self.wrong("quantities", "is empty; name at least one, with its range")
        vary = dict(self.mapping(fields.get("vary") or {}, "vary"))
        return Domain(
            name=self.text(fields["name"], "name"),
            ask_for=self.text(fields["ask_for"], "ask_for"),
            quantities=quantities,
            instruction=self.text(fields["instruction"], "instruction"),
            examples=tuple(self.examples(fields["examples"])),
            requests=self.whole(fields.get("requests", "25"), "requests", 1, _MOST_REQUESTS),
            seed=self.whole(fields.get("seed", "0"), "seed", 0, 2**63),
            notes=self.text(fields["notes"], "notes") if fields.get("notes") else "",
            vary={name: self.texts(entry, f"vary.{name}") for name, entry in vary.items()},
        )

    def quantity(self, name: str, value: object, at: str) -> Quantity:
        optional = (*_RANGE, "values", "unit", "comparison", "scope", "share")
        fields = self.fields(value, at, (), optional)
        comparisons = self.texts(fields.get("comparison", "exactly"), f"{at}.comparison")
        values = self.values(fields, at)
        if "between" in comparisons and len(values) < 2:
            self.wrong(f"{at}.comparison", 'is "between", which needs two values or more')
        share = self.number(fields.get("share", "1"), f"{at}.share")
        if not 0 < share <= 1:
            self.wrong(f"{at}.share", f"is {share}; give a number above 0, up to 1")
        return Quantity(
            name=name,
            values=values,
            comparisons=comparisons,
            unit=self.text(fields["unit"], f"{at}.unit") if "unit" in fields else "",
            scope=self.text(fields["scope"], f"{at}.scope") if "scope" in fields else "",
            share=float(share),
        )

    def values(self, fields: Mapping[str, Any], at: str) -> tuple[str, ...]:
        if "values" in fields:
            if any(end in fields for end in _RANGE):
                self.wrong(at, "has both values and a range; keep one of them")
            return self.texts(fields["values"], f"{at}.values")
        if "from" not in fields or "to" not in fields:
            self.wrong(at, "has neither from and to nor values; give one of these")
        low, high = (self.number(fields[end], f"{at}.{end}") for end in ("from", "to"))
        step = self.number(fields.get("step", "1"), f"{at}.step")
        if step <= 0:
            self.wrong(f"{at}.step", f"is {step}; give a number above 0")
        if high < low:
            self.wrong(at, f"goes from {low} to {high}; swap them")
        count = int((high - low) / step) + 1
        if count > _MOST_VALUES:
            self.wrong(at, f"has {count:,} values; make its step larger")
        return tuple(f"{low + n * step:f}" for n in range(count))

    def examples(self, value: object) -> Iterator[Example]:
        if not isinstance(value, list) or not value:
            self.wrong("examples", "must be a list of requests with their constraints")
        for number, entry in enumerate(value, 1):
            at = f"examples, number {number}"
            fields = self.fields(entry, at, ("request", "constraints"), ())
            yield Example(
                self.text(fields["request"], f"{at}: request"),
                self.texts(fields["constraints"], f"{at}: constraints"),
            )

    def fields(
        self, value: object, at: str, needed: tuple[str, ...], optional: tuple[str, ...]
    ) -> dict[str, Any]:
        found = dict(self.mapping(value, at))
        for name in needed:
            if not found.get(name):
                self.wrong(at, f"has no {name}; add it")
        for name in found:
            if name not in needed + optional:
                known = ", ".join(needed + optional)
                self.wrong(at, f"has {clean(name)}, which is not a field; the fields are {known}")
        return found

    def mapping(self, value: object, at: str) -> list[tuple[str, Any]]:
        if not isinstance(value, dict):
            self.wrong(at, "must hold names with their values (name: value)")
        return [(" ".join(str(name).split()), entry) for name, entry in value.items()]

    def text(self, value: object, at: str) -> str:
        if isinstance(value, str) and value.strip():
            return " ".join(value.split())
        self.wrong(at, "must be a text that is not empty")

    def texts(self, value: object, at: str) -> tuple[str, ...]:
        entries = value if isinstance(value, list) else [value]
        if not entries:
            self.wrong(at, "must be a list of texts")
        return tuple(self.text(entry, at) for entry in entries)

    def number(self, value: object, at: str) -> Decimal:
        try:
            found = Decimal(value) if isinstance(value, str) else Decimal("NaN")
        except InvalidOperation:
            found = Decimal("NaN")
        if not found.is_finite():
            self.wrong(at, f"is {clean(str(value))[:60]!r}; give a number")
        return found

    def whole(self, value: object, at: str, low: int, high: int) -> int:
        found = self.number(value, at)
        if found != found.to_integral_value() or not low <= found <= high:
            self.wrong(at, f"is {found}; give a whole number from {low:,} to {high:,}")
        return int(found)
