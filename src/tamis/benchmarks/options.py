"""What the parameters of every task have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from tamis.types import InputError

Chosen = TypeVar("Chosen", bound="TaskOptions")
Made = TypeVar("Made")


class TaskOptions(BaseModel):
    """Parameters of a task: unknown names are refused, values checked.

    `data`: mini, the name of a release, or a folder in a released layout; `data_dir`: where
    the released files already lie. `predictions`: answer from a file. `prompts`: a folder with
    other wordings. `shard`: "i/n", the i-th of n parts of the samples.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    data: str = "mini"
    data_dir: str | None = None
    predictions: str | None = None
    prompts: str | None = None
    shard: str | None = None

    @field_validator("shard")
    @classmethod
    def _is_shard(cls, value: str | None) -> str | None:
        if value is not None:
            index, _, count = value.partition("/")
            if not (index.isdigit() and count.isdigit() and int(index) < int(count)):
                raise ValueError("a shard is i/n with 0 <= i < n, such as 0/2")
        return value

    @property
    def part(self) -> slice:
        """The samples of this shard."""
        if self.shard is None:
            return slice(None)
        index, _, count = self.shard.partition("/")
        return slice(int(index), None, int(count))


def checked(options: type[Chosen], benchmark: str, values: dict[str, Any]) -> Chosen:
    """The options that `values` give; InputError in one sentence for what does not fit."""
    try:
        return options(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        if first["type"] == "extra_forbidden":
            known = ", ".join(options.model_fields)
            raise InputError(f"{benchmark} has no parameter {name!r}; it has {known}.") from error
        reason = str(first["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
        if not name:
            raise InputError(f"{reason}.") from error
        raise InputError(
            f"-T {name}={first['input']} cannot be used: expected {reason}."
        ) from error


def usage(make: Callable[[], Made]) -> Made:
    """What `make` makes; its InputErrors as usage errors.

    Inspect's command line shows those as one sentence, without a traceback.
    """
    try:
        return make()
    except InputError as error:
        import click

        raise click.UsageError(str(error)) from error


def split(value: object) -> object:
    """`a,b` as a list; a list, as Inspect hands it over, as it is."""
    return [part.strip() for part in value.split(",")] if isinstance(value, str) else value


def chosen_of(value: object, known: tuple[str, ...]) -> object:
    """Those of `known` that `value` names, all of them for "all"; ValueError for none."""
    found = split(value)
    if not found:
        raise ValueError(f"one or more of {', '.join(known)}, or all")
    return known if isinstance(found, (list, tuple)) and "all" in found else found


def plain(options: TaskOptions, *joined: str) -> dict[str, Any]:
    """The options that differ from the defaults, as values that a log can hold.

    `joined` are those that are lists, written with commas as `-T` takes them.
    """
    values = options.model_dump(mode="json", exclude_defaults=True)
    return values | {name: ",".join(values[name]) for name in joined if name in values}
