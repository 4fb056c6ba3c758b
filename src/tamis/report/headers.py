"""What a log says of its run, with only the fields that a report needs.

Inspect takes over a second to import and a report of one log half of one, so a log that this very
version of Inspect wrote is read here. Of any other (of another version, of a run that goes on, as
JSON, damaged) Inspect's reader knows how its fields were once called, or says what is wrong.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BaseModel

if sys.version_info < (3, 14):
    # It teaches `zipfile` the compression of Inspect's logs, which newer versions know.
    import zipfile_zstd  # noqa: F401

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog


def _that_are_set(settings: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if value is not None}


Settings = Annotated[dict[str, Any], AfterValidator(_that_are_set)]
"""What of Inspect's settings is set, by name."""


class Bound(BaseModel, protected_namespaces=()):
    """A model that is bound to a role; the fields are those of Inspect's `ModelConfig`."""

    model: str
    config: Settings = {}
    base_url: str | None = None
    args: dict[str, Any] = {}


class Asked(BaseModel):
    """The samples that a run was to have, as far as they are known."""

    sample_ids: list[str | int] | None = None


class Spec(BaseModel, protected_namespaces=()):
    """The run of a log; the fields are those of Inspect's `EvalSpec`."""

    eval_set_id: str | None = None
    created: str
    task: str
    task_id: str = ""
    task_version: int | str = 0
    task_args: dict[str, Any] = {}
    dataset: Asked
    model: str
    model_generate_config: Settings = {}
    model_base_url: str | None = None
    model_args: dict[str, Any] = {}
    model_roles: dict[str, Bound | list[Bound]] | None = None
    config: Settings
    packages: dict[str, str] = {}
    metadata: dict[str, Any] | None = None


class Plan(BaseModel):
    """The settings of the task."""

    config: Settings = {}


class Header(BaseModel):
    """A log without its samples; the fields are those of Inspect's `EvalLog`."""

    status: str = "started"
    eval: Spec
    plan: Plan = Plan()


def written_here(data: bytes) -> Header | None:
    """The header in the JSON of a log; None for a log of another version of Inspect than ours.

    pydantic.ValidationError for what is no header.
    """
    found = Header.model_validate_json(data)
    return found if found.eval.packages.get("inspect_ai") == _installed() else None


def of_inspect(log: EvalLog) -> Header:
    """The same of a log that Inspect has read."""
    read = log.model_dump(mode="json", include={"status", "eval", "plan"}, exclude_none=True)
    # None among arguments is a value of theirs.
    read["eval"] |= {
        "task_args": log.eval.task_args,
        "model_args": log.eval.model_args,
        "metadata": log.eval.metadata,
    }
    return Header.model_validate(read)


@cache
def _installed() -> str:
    return version("inspect_ai")
