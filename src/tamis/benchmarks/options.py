"""The parameters of a benchmark: each is declared once, with default, choices and a short help.

    class Options(BenchmarkOptions):
        benchmark = "kitab"
        condition: Several[Condition] = option("with_context", "what the model is given")

The rest is derived from that: which values `-T` accepts, the errors for others, the signature
for Inspect, `tamis list`, the table in the benchmark's README, and the runs that
`-T condition=a,b` or `all` asks for.
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo

from tamis.bad_input import unknown
from tamis.prompts import Form, as_json
from tamis.types import InputError

T = TypeVar("T")


class Kind(enum.Enum):
    """How a parameter is written, if it is not a plain value."""

    SEVERAL = "several with commas, or all"
    LISTED = "some with commas, or all"
    PATH = "a path"


Several = Annotated[T, Kind.SEVERAL]
"""One value per run: `a,b` or `all` gives several runs in one report."""

Listed = Annotated[tuple[T, ...], Kind.LISTED]
"""Several values in one run: `a,b`, a list, or `all`."""

PathText = Annotated[str | None, Kind.PATH]
"""A file or a folder; made absolute, so that a run can be resumed from any folder."""


def option(
    default: Any, help: str, *, shown: str = "", words: tuple[str, ...] = (), **bounds: Any
) -> Any:
    """A parameter with its default and a help text that can follow its name in a list.

    `shown` replaces the default in lists of parameters. `words` are values of a path parameter
    that are not paths. `bounds` are pydantic's: `ge`, `le`, …
    """
    extra: dict[str, Any] = {"shown": shown, "words": list(words)}
    return Field(default=default, description=help, json_schema_extra=extra, **bounds)


@dataclass(frozen=True)
class Parameter:
    """A parameter in a list for readers; `default` is empty if there is none."""

    name: str
    meaning: str
    choices: tuple[str, ...]
    several: bool
    default: str

    @property
    def values(self) -> str:
        """The choices as text; empty if any value of its type is allowed."""
        joined = ", ".join(self.choices)
        if not self.several:
            return joined
        return f"{joined}; several with commas, or all" if joined else "several with commas"

    def __str__(self) -> str:
        values = f"{':' if self.choices else ';'} {self.values}" if self.values else ""
        default = f" [{self.default}]" if self.default else ""
        return f"{self.meaning}{values}{default}"


def _internal(default: Any) -> Any:
    """A parameter that only commands set; lists of parameters leave it out."""
    return Field(default=default)


BASELINE_ROWS = "Baselines"
"""The heading of runs without a model; runs of models are headed by their condition."""


class BenchmarkOptions(BaseModel):
    """The parameters of every benchmark; a benchmark adds its own. Unknown names are refused.

    `shard` is "i/n", the i-th of n parts of the samples; `predictions` is a file of answers of
    another system.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    benchmark: ClassVar[str]
    about: ClassVar[str]
    """What the benchmark asks for, in one line."""

    roles: ClassVar[tuple[str, ...]] = ()
    """The model roles that it takes; `judge…` stands for all whose names begin so."""

    role: ClassVar[str] = ""
    """The prefix of model roles that replace the evaluated model, such as `judge`."""

    of_a_model: ClassVar[tuple[str, ...]] = ()
    """The parameters that only a model heeds. Where no model is asked they are refused; baselines
    beside a model go without them."""

    compared: ClassVar[str] = ""
    """The parameter whose values `tamis sweep` compares; empty if there is none."""

    data: str = option("mini", "mini, released, or a folder in the released form")
    data_dir: PathText = option(None, "the folder that has the released files already")
    prompts: PathText = option(None, "a folder of prompt templates that replace ours")
    order: Literal["drawn", "released"] = option(
        "drawn", "the order of the samples: the first N (--limit) are a stratified random draw"
    )
    order_seed: int = option(0, "the seed of that draw")
    baseline: str | None = None
    predictions: PathText = _internal(None)
    shard: str | None = _internal(None)

    @field_validator("*", mode="before")
    @classmethod
    def _as_written(cls, value: object, info: ValidationInfo) -> object:
        """Convert a value as `-T` parses it to the field's type: 1 to "1", "a,b" to a list."""
        field = cls.model_fields[str(info.field_name)]
        if Kind.LISTED in field.metadata:
            return _chosen(value, _choices(field.annotation))
        if isinstance(value, int) and not isinstance(value, bool):
            texts = {one for one in _choices(field.annotation) if isinstance(one, str)}
            return str(value) if str(value) in texts else value
        return value

    @field_validator("shard")
    @classmethod
    def _is_shard(cls, value: str | None) -> str | None:
        if value is not None:
            index, _, count = value.partition("/")
            if not (index.isdigit() and count.isdigit() and int(index) < int(count)):
                raise ValueError("a shard is i/n with 0 <= i < n, such as 0/2")
        return value

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if self.baseline and self.predictions:
            raise ValueError("give a baseline or predictions, not both")
        return self

    @property
    def heading(self) -> str:
        """The heading of its rows in a report: by default the value of the first `Several`."""
        return next((str(getattr(self, name)) for name in self.axes()), "")

    @property
    def needs_no_model(self) -> bool:
        """Whether these options name a baseline, so that no model is needed."""
        return self.baseline is not None

    @property
    def part(self) -> slice:
        """The samples of this shard."""
        if self.shard is None:
            return slice(None)
        index, _, count = self.shard.partition("/")
        return slice(int(index), None, int(count))

    @property
    def said_order(self) -> str:
        """The order of the samples in words."""
        drawn = f"drawn at random, order seed {self.order_seed}"
        return drawn if self.order == "drawn" else "the first as released"

    @property
    def given(self) -> dict[str, Any]:
        """The parameters that differ from their defaults, and the axes, as JSON for a log."""
        values = self.model_dump(mode="json", exclude_defaults=True)
        return {name: getattr(self, name) for name in self.axes()} | values

    @classmethod
    def parse(cls, values: Mapping[str, Any]) -> Self:
        """The options with these values; InputError, in one sentence, for wrong ones."""
        try:
            return cls(**values)
        except ValidationError as error:
            raise InputError(cls._sentence(error)) from error

    @classmethod
    def each(cls, values: Mapping[str, Any]) -> list[Self]:
        """The options of each run: several runs if a `Several` has several values."""
        given = {
            name: cls._parts(name, values[name])
            for name in cls.axes()
            if values.get(name) is not None
        }
        return list(
            dict.fromkeys(
                cls.parse({**values, **dict(zip(given, parts, strict=True))})
                for parts in product(*given.values())
            )
        )

    @classmethod
    def plan(
        cls,
        values: Mapping[str, Any],
        model: str | None = None,
        roles: Collection[str] = (),
        baselines: Callable[[Self], Sequence[str]] | None = None,
    ) -> list[Self]:
        """The options of each task of a run; InputError for values that cannot be combined.

        Without a model (`None`) and without a prediction file, the baselines are run: those that
        are `possible`; `baselines` may leave some out for which the data lacks something.
        """
        planned = cls.each(values)
        cls._check_roles(roles)
        asks = model is not None or any(cls.role and role.startswith(cls.role) for role in roles)
        if asks and (named := values.get("baseline")):
            raise InputError(
                f"give {f'--model {model}' if model else 'a model'} or -T baseline={named}, "
                "not both."
            )
        if values.get("predictions"):
            return planned
        if not asks or all(one.needs_no_model for one in planned):
            cls._check_is_heeded(values, planned)
        if asks:
            return planned
        found = [one for options in planned for one in options._without_a_model(values, baselines)]
        if not found:
            raise InputError(
                f"{cls.benchmark} has no baseline that can answer here, so it needs --model."
            )
        return found

    @classmethod
    def _check_roles(cls, roles: Collection[str]) -> None:
        for role in roles:
            begins = [one[:-1] for one in cls.roles if one.endswith("…")]
            if role not in cls.roles and not any(map(role.startswith, begins)):
                raise unknown("model role", role, cls.roles, where=cls.benchmark)

    @classmethod
    def _check_is_heeded(cls, values: Mapping[str, Any], planned: Sequence[Self]) -> None:
        """InputError for a parameter of a model where none is asked."""
        for name in cls.of_a_model:
            if values.get(name) is not None and any(one._asks_by(name) for one in planned):
                raise InputError(
                    f"-T {name}={values[name]} has no effect where no model is asked, and "
                    "baselines ask none: leave it out, or let a model answer (--model)."
                )

    @classmethod
    def of_baselines(cls, values: Mapping[str, Any]) -> dict[str, Any] | None:
        """The values that baselines beside a model heed too; None where none can answer."""
        return {name: value for name, value in values.items() if name not in cls.of_a_model}

    def _without_a_model(
        self, values: Mapping[str, Any], baselines: Callable[[Self], Sequence[str]] | None
    ) -> list[Self]:
        """These options for the baseline that they name, or for each possible one."""
        if self.needs_no_model:
            return [self]
        possible = self.possible() if baselines is None else baselines(self)
        return [self.parse({**values, **self.given, "baseline": one}) for one in possible]

    def _asks_by(self, name: str) -> bool:
        """Whether this value of a parameter needs a model; for an axis, even the default does."""
        default = type(self).model_fields[name].default
        return getattr(self, name) != default or (isinstance(default, str) and name in self.axes())

    def possible(self) -> Sequence[str]:
        """The baselines that these options allow."""
        return self.baselines()

    @classmethod
    def baselines(cls) -> tuple[str, ...]:
        """The names of the baselines, in the order of a report."""
        return _choices(cls.model_fields["baseline"].annotation)

    @classmethod
    def axes(cls) -> list[str]:
        """The parameters that may have several values, a run for each."""
        return [name for name, f in cls.model_fields.items() if Kind.SEVERAL in f.metadata]

    @classmethod
    def every(cls, name: str) -> Sequence[Any]:
        """The values that `all` stands for."""
        return _choices(cls.model_fields[name].annotation)

    @classmethod
    def absolute(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values with their paths made absolute."""
        found = dict(values)
        for name, field in cls.model_fields.items():
            value = found.get(name)
            is_path = Kind.PATH in field.metadata and isinstance(value, str)
            if is_path and value not in _extra(field)["words"]:
                found[name] = str(Path(str(value)).expanduser().resolve())
        return found

    @classmethod
    def described(cls) -> list[Parameter]:
        """The parameters in the order of a list for readers: the benchmark's own first."""
        own = [name for name in cls.__annotations__ if name in cls.model_fields]
        fields = {name: cls.model_fields[name] for name in [*own, *cls.model_fields]}
        return [_described(name, field) for name, field in fields.items() if field.description]

    @classmethod
    def signature(cls) -> inspect.Signature:
        """The parameters as a signature; unknown ones are accepted here and refused later."""
        found = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=Any
            )
            for name, field in cls.model_fields.items()
        ]
        unknown = inspect.Parameter("unknown", inspect.Parameter.VAR_KEYWORD, annotation=Any)
        return inspect.Signature([*found, unknown])

    @classmethod
    def _parts(cls, name: str, value: object) -> list[Any]:
        """The values of a parameter that may have several; InputError for an unknown one."""
        parts = split(value)
        every = cls.every(name)
        named = [part for part in parts if not (every and str(part).lower() == "all")]
        known = {str(one): one for one in _choices(cls.model_fields[name].annotation)}
        if strange := [part for part in named if known and str(part) not in known]:
            where = f"-T {name}={strange[0]!s:.60}"
            raise unknown("value", str(strange[0]), (*known, "all"), where=where)
        return list(every) if named != parts else [known.get(str(part), part) for part in parts]

    @classmethod
    def _sentence(cls, error: ValidationError) -> str:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        if first["type"] == "extra_forbidden":
            known = [one.name for one in cls.described()]
            return str(unknown("parameter", name, known, where=cls.benchmark))
        reason = str(first["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
        if not name:
            return f"{reason}."
        if first["type"] == "literal_error":
            choices = _choices(cls.model_fields[name].annotation)
            where = f"-T {name}={first['input']!s:.60}"
            return str(unknown("value", first["input"], choices, where=where))
        if isinstance(first.get("ctx", {}).get("error"), InputError):
            return f"-T {name}={first['input']!s:.60}: {reason.rstrip('.')}."
        return f"-T {name}={first['input']!s:.60} cannot be used: expected {reason}."


class StructuredOptions(BenchmarkOptions):
    """The parameters of a benchmark whose replies can be asked for by a schema."""

    output: Form = option(
        "text",
        "the form of a reply: that of the prompt, or json, by a schema where a provider takes one",
    )

    def asked(self, prompt: str, shape: Mapping[str, object]) -> str:
        """A prompt, or where JSON is wanted one that asks for an object like `shape` instead."""
        return as_json(prompt, shape) if self.output == "json" else prompt


def split(value: object) -> list[Any]:
    """`a,b` as a list; a list (as Inspect passes it) unchanged."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    return list(value) if isinstance(value, Iterable) else [value]


def _chosen(value: object, known: tuple[Any, ...]) -> object:
    """The values of a list, all known ones for "all"; ValueError for an empty list."""
    parts = split(value)
    if known and not any(parts):
        raise ValueError(f"one or more of {', '.join(known)}, or all")
    named = [part for part in parts if part != "" and str(part).lower() != "all"]
    return named if len(named) == len(parts) or set(named) - set(known) else known


def _choices(annotation: Any) -> tuple[Any, ...]:
    """The values of the Literal in an annotation; empty if there is no Literal."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    parts = [part for part in get_args(annotation) if part not in (type(None), Ellipsis)]
    # Where a number will do as well as a word, the word is not all that there is to choose from.
    return _choices(parts[0]) if len(parts) == 1 else ()


def _described(name: str, field: FieldInfo) -> Parameter:
    choices = _choices(field.annotation)
    several = Kind.SEVERAL in field.metadata or Kind.LISTED in field.metadata
    default = _extra(field)["shown"] or _written(field.default)
    return Parameter(name, str(field.description), tuple(map(str, choices)), several, default)


def _written(default: object) -> str:
    if default is None:
        return ""
    if isinstance(default, tuple):
        return ",".join(map(str, default))
    return str(default).lower() if isinstance(default, bool) else str(default)


def _extra(field: FieldInfo) -> dict[str, Any]:
    extra = field.json_schema_extra
    return extra if isinstance(extra, dict) and extra else {"shown": "", "words": []}
