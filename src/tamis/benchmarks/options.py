"""The parameters of a benchmark: each stands once, with its default, its choices and a word on it.

    class Options(BenchmarkOptions):
        benchmark = "kitab"
        condition: Several[Condition] = option("with_context", "what the model is given")

Everything else is derived from that: what `-T` accepts and how it refuses the rest, the signature
that Inspect sees, `tamis list`, the table in the benchmark's README, and the runs that
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

from tamis.types import InputError

T = TypeVar("T")


class Kind(enum.Enum):
    """How a parameter is written, where a plain value does not say it."""

    SEVERAL = "several with commas, or all"
    LISTED = "some with commas, or all"
    PATH = "a path"


Several = Annotated[T, Kind.SEVERAL]
"""One value a run: `a,b` or `all` are several runs, side by side in one report."""

Listed = Annotated[tuple[T, ...], Kind.LISTED]
"""Several values in one run: `a,b`, a list, or `all`."""

PathText = Annotated[str | None, Kind.PATH]
"""A file or a folder: the same one from whichever folder the run goes on."""


def option(
    default: Any, help: str, *, shown: str = "", words: tuple[str, ...] = (), **bounds: Any
) -> Any:
    """A parameter with its default and a word on it, in a form that follows its name.

    `shown` is what a list of parameters says of the default, where the value itself does not.
    `words` are values of a path that are no paths. `bounds` are pydantic's: `ge`, `le`, …
    """
    extra: dict[str, Any] = {"shown": shown, "words": list(words)}
    return Field(default=default, description=help, json_schema_extra=extra, **bounds)


@dataclass(frozen=True)
class Parameter:
    """A parameter as a list for readers has it; `default` is empty where there is none."""

    name: str
    meaning: str
    choices: tuple[str, ...]
    several: bool
    default: str

    @property
    def values(self) -> str:
        """The choices as they are written; empty where any value of its type will do."""
        joined = ", ".join(self.choices)
        if not self.several:
            return joined
        return f"{joined}; several with commas, or all" if joined else "several with commas"

    def __str__(self) -> str:
        values = f"{':' if self.choices else ';'} {self.values}" if self.values else ""
        default = f" [{self.default}]" if self.default else ""
        return f"{self.meaning}{values}{default}"


def _internal(default: Any) -> Any:
    """A parameter that commands set and no list of parameters has."""
    return Field(default=default)


BASELINE_ROWS = "Baselines"
"""What runs stand under that ask no model, where the model's runs stand under how it is asked."""


class BenchmarkOptions(BaseModel):
    """What every benchmark takes; a benchmark adds its own. Unknown names are refused.

    `shard` is "i/n", the i-th of n parts of the samples; `predictions` a file of answers that
    were made elsewhere.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    benchmark: ClassVar[str]
    about: ClassVar[str]
    """What it asks for, in a line."""

    role: ClassVar[str] = ""
    """How the names of model roles begin that stand in the place of the evaluated model."""

    of_a_model: ClassVar[tuple[str, ...]] = ()
    """The parameters that say how a model is asked: without a model they are refused."""

    compared: ClassVar[str] = ""
    """The parameter whose values `tamis sweep` sets side by side; empty where there is none."""

    data: str = option("mini", "mini, released, or a folder in the released form")
    data_dir: PathText = option(None, "where the released files already lie")
    prompts: PathText = option(None, "a folder with other wordings of the prompts")
    baseline: str | None = None
    predictions: PathText = _internal(None)
    shard: str | None = _internal(None)

    @field_validator("*", mode="before")
    @classmethod
    def _as_written(cls, value: object, info: ValidationInfo) -> object:
        """What `-T` types by itself, in the type of the field: `1` for "1", `a,b` for a list."""
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
        """What its rows stand under in a report: by default the value of the first `Several`."""
        return next((str(getattr(self, name)) for name in self.axes()), "")

    @property
    def needs_no_model(self) -> bool:
        """Whether it says itself what answers, without the model of a run."""
        return self.baseline is not None

    @property
    def part(self) -> slice:
        """The samples of this shard."""
        if self.shard is None:
            return slice(None)
        index, _, count = self.shard.partition("/")
        return slice(int(index), None, int(count))

    @property
    def given(self) -> dict[str, Any]:
        """The parameters that differ from the defaults, and the axes, as a log can hold them."""
        values = self.model_dump(mode="json", exclude_defaults=True)
        return {name: getattr(self, name) for name in self.axes()} | values

    @classmethod
    def parse(cls, values: Mapping[str, Any]) -> Self:
        """The options that `values` give; InputError in one sentence for what does not fit."""
        try:
            return cls(**values)
        except ValidationError as error:
            raise InputError(cls._sentence(error)) from error

    @classmethod
    def each(cls, values: Mapping[str, Any]) -> list[Self]:
        """The options of each run that `values` ask for: several where a `Several` has several."""
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
        """The options of each task of a run; InputError for what does not fit together.

        Without a model (`None`), and without a file of predictions, a run is of the baselines
        that need none: those that are `possible`, of which `baselines` may leave some out where
        the data lacks what they need.
        """
        planned = cls.each(values)
        asks = model is not None or any(cls.role and role.startswith(cls.role) for role in roles)
        if asks and (named := values.get("baseline")):
            raise InputError(
                f"give {f'--model {model}' if model else 'a model'} or -T baseline={named}, "
                "not both."
            )
        if asks or values.get("predictions"):
            return planned
        for name in cls.of_a_model:
            if values.get(name) is not None and any(one._asks_by(name) for one in planned):
                raise InputError(
                    f"-T {name}={values[name]} asks a model, so it needs --model; without one "
                    "there are the baselines."
                )
        found = [one for options in planned for one in options._without_a_model(values, baselines)]
        if not found:
            raise InputError(
                f"{cls.benchmark} has no baseline that can answer here, so it needs --model."
            )
        return found

    def _without_a_model(
        self, values: Mapping[str, Any], baselines: Callable[[Self], Sequence[str]] | None
    ) -> list[Self]:
        """These options for the baseline that they name, or for each that has an answer."""
        if self.needs_no_model:
            return [self]
        possible = self.possible() if baselines is None else baselines(self)
        return [self.parse({**values, **self.given, "baseline": one}) for one in possible]

    def _asks_by(self, name: str) -> bool:
        """Whether a parameter, as it is given, asks a model: of a method the default does too."""
        default = type(self).model_fields[name].default
        return getattr(self, name) != default or (isinstance(default, str) and name in self.axes())

    def possible(self) -> Sequence[str]:
        """The baselines that these options allow."""
        return self.baselines()

    @classmethod
    def baselines(cls) -> tuple[str, ...]:
        """The answers that need no model, in the order of a report."""
        return _choices(cls.model_fields["baseline"].annotation)

    @classmethod
    def axes(cls) -> list[str]:
        """The parameters that may have several values, a run for each."""
        return [name for name, f in cls.model_fields.items() if Kind.SEVERAL in f.metadata]

    @classmethod
    def every(cls, name: str) -> Sequence[Any]:
        """What `all` stands for in a parameter with several values."""
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
        """The parameters in the order of a list for readers."""
        own = [name for name in cls.__annotations__ if name in cls.model_fields]
        fields = {name: cls.model_fields[name] for name in [*own, *cls.model_fields]}
        return [_described(name, field) for name, field in fields.items() if field.description]

    @classmethod
    def signature(cls) -> inspect.Signature:
        """The parameters as those of a function; unknown ones are left to be refused in words."""
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
        """The values of a parameter that may have several; InputError for one that is none."""
        parts = _split(value)
        if any(str(part).lower() == "all" for part in parts) and (every := cls.every(name)):
            return list(every)
        known = {str(one): one for one in _choices(cls.model_fields[name].annotation)}
        if unknown := [part for part in parts if known and str(part) not in known]:
            raise InputError(
                f"-T {name}={unknown[0]} cannot be used: expected {', '.join(known)}, or all."
            )
        return [known.get(str(part), part) for part in parts]

    @classmethod
    def _sentence(cls, error: ValidationError) -> str:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        if first["type"] == "extra_forbidden":
            known = ", ".join(one.name for one in cls.described())
            return f"{cls.benchmark} has no parameter {name!r}; it has {known}."
        reason = str(first["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
        if not name:
            return f"{reason}."
        if isinstance(first.get("ctx", {}).get("error"), InputError):
            return f"-T {name}={first['input']}: {reason.rstrip('.')}."
        return f"-T {name}={first['input']} cannot be used: expected {reason}."


def _split(value: object) -> list[Any]:
    """`a,b` as a list; a list, as Inspect hands it over, as it is."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    return list(value) if isinstance(value, Iterable) else [value]


def _chosen(value: object, known: tuple[Any, ...]) -> object:
    """The values that a list names, all of the known ones for "all"; ValueError for none."""
    parts = _split(value)
    if known and not any(parts):
        raise ValueError(f"one or more of {', '.join(known)}, or all")
    return known if known and "all" in parts else [part for part in parts if part != ""]


def _choices(annotation: Any) -> tuple[Any, ...]:
    """The values of the Literal in an annotation; empty where anything of its type will do."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    inner = (_choices(part) for part in get_args(annotation))
    return next((found for found in inner if found), ())


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
