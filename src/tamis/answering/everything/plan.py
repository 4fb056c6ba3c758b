"""A question as simple conditions and their expression: from a model, or from a file."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from tamis.answering import prompts
from tamis.answering.asking_again import AskingAgain
from tamis.answering.everything import expression as expressions
from tamis.answering.everything.expression import Condition, Expression
from tamis.inputs.yaml_files import read_yaml
from tamis.reading.reply_object import read_object
from tamis.types import Chat, InputError, Reply

MOST_CONDITIONS = 20
LONGEST_NAME = 60

# One of these may join conditions. In a question of another language, `--plan` says them.
_JOINING = re.compile(
    r"\b(?:and|or|not|no|nor|neither|never|but|without|except|excluding|unless|other than|both|"
    r"either|n't|und|oder|nicht|kein\w{0,2}|ohne|außer|sondern|et|ou|sans|sauf|pas|y|o|sin|salvo|"
    r"ni|ed|senza|non)\b|n[’']t\b",
    re.I,
)


@dataclass(frozen=True)
class Plan:
    """The conditions of a question by name, each a question of its own, and what joins them."""

    conditions: dict[str, str]
    expression: Expression

    @property
    def simple(self) -> bool:
        """Whether there is but one condition, which must hold."""
        return isinstance(self.expression, Condition)

    def shown(self) -> str:
        """The plan in a few lines, for people."""
        listed = "; ".join(f"{name}: {text}" for name, text in self.conditions.items())
        return f"{expressions.words(self.expression)}, where {listed}"

    def as_json(self) -> str:
        """The plan as JSON, which `--plan` takes."""
        record = {
            "conditions": self.conditions,
            "expression": expressions.as_value(self.expression),
        }
        return json.dumps(record, ensure_ascii=False)


class _PlanModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    conditions: dict[str, str]
    expression: Any


def alone(question: str) -> Plan:
    """The question as its only condition."""
    return Plan({"question": question}, Condition("question"))


def may_join(question: str) -> bool:
    """Whether the question has a word that may join conditions: and, or, not, without, …"""
    return _JOINING.search(question) is not None


def as_plan(value: Any) -> Plan:
    """A value of JSON or YAML as a plan; ValueError, which says what is wrong, for anything else.

    `{"conditions": {name: question, …}, "expression": …}`, see `expression.parsed`. Each condition
    must stand in the expression, and be there.
    """
    if not isinstance(value, dict):
        raise ValueError("it is no object with `conditions` and `expression`")
    try:
        read = _PlanModel.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        at = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"`{at}`: {first['msg'][:1].lower()}{first['msg'][1:]}") from error
    conditions = {name: " ".join(text.split()) for name, text in read.conditions.items()}
    expression = expressions.parsed(read.expression)
    used = set(expressions.names(expression))
    if unknown := sorted(used - set(conditions)):
        raise ValueError(f"the expression names {unknown[0]!r:.60}, which is no condition")
    if unused := sorted(set(conditions) - used):
        raise ValueError(f"the condition {unused[0]!r:.60} does not stand in the expression")
    if empty := [name for name, text in conditions.items() if not text or not name.strip()]:
        raise ValueError(f"the condition {empty[0]!r:.60} is empty")
    if len(conditions) > MOST_CONDITIONS:
        raise ValueError(f"it has {len(conditions)} conditions, more than {MOST_CONDITIONS}")
    if long := [name for name in conditions if len(name) > LONGEST_NAME]:
        raise ValueError(f"the name {long[0]!r:.40} is longer than {LONGEST_NAME} characters")
    return Plan(conditions, expression)


def from_json(text: str) -> Plan:
    """A plan that `as_json` wrote."""
    return as_plan(json.loads(text))


def read_plan(path: Path) -> Plan:
    """The plan of a YAML or JSON file; InputError for anything else."""
    try:
        return as_plan(read_yaml(path))
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{path} is no plan: {error}; write `conditions: {{NAME: QUESTION}}` and an "
            "`expression` of their names with all, any and not."
        ) from error


def messages(question: str) -> Sequence[str]:
    """The prompt that asks a model for the plan of a question."""
    return [prompts.PLAN.render("split_question", question=" ".join(question.split()))]


async def split(question: str, chat: Chat) -> tuple[Plan, str]:
    """The plan that a model proposes, and why there is none: then the question stands alone."""
    reply = await AskingAgain()(
        chat,
        messages(question),
        lambda made: "ok" if made.failed or _object_in(made) is not None else "unparsed",
    )
    if reply.failed:
        return alone(question), reply.failed
    if (found := _object_in(reply)) is None:
        return alone(question), "its reply holds no plan"
    try:
        plan = as_plan(found)
    except ValueError as error:
        return alone(question), str(error)
    # One condition in other words is no plan: the question's own words are the user's.
    return (alone(question) if plan.simple else plan), ""


def _object_in(reply: Reply) -> Any:
    """The object with the fields of a plan in a reply; None without one."""
    found = read_object(reply.text, ("conditions", "expression"))
    return found.value if found is not None and found.complete else None
