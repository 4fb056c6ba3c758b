"""What was read of a request as a file of constraints, for a person to look over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import yaml

from tamis.checking.constraint_types import ConstraintType
from tamis.checking.constraint_types.text import SOME_PART
from tamis.checking.demand import Demand
from tamis.checking.demands import Demands


def as_rules(demands: Demands, name: str) -> str:
    """A YAML file that `read_constraints` reads: a rule below the words that it was read from.

    What was not read, and what was set aside, are comments; `name` is where the request is from.
    """
    reader = "a model" if demands.source == "model" else "program"
    head = [
        f"# Rules from {name}, read by {reader}: look them over before you rely on them.",
    ]
    rules = [line for one in demands.listed for line in ("", *_rule(one))]
    asides = (*demands.aside, *demands.background)
    return "\n".join(
        [
            *head,
            *rules,
            *_comments(
                "Not read: write a rule for each, or see that none is needed.", demands.unread
            ),
            *_comments(
                "Set aside, as what is to be made or as background: see that it is.", asides
            ),
            "",
        ]
    )


def _rule(demand: Demand) -> Iterator[str]:
    yield from _comment(demand.quote)
    if demand.constraint is None:
        yield "# No type means this: a person or a model judges it."
        yield f"- {json.dumps(demand.sentence, ensure_ascii=False)}"
    else:
        spec = _spec(demand.constraint)
        yield f"- {spec.pop('type')}: {_flow(spec)}"


def _spec(made: ConstraintType) -> dict[str, Any]:
    spec = json.loads(json.dumps(made.spec()))
    if spec.get("where") == SOME_PART:
        del spec["where"]
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in spec.items()
    }


def _flow(spec: dict[str, Any]) -> str:
    return yaml.safe_dump(
        spec, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**9
    ).strip()


def _comments(heading: str, texts: tuple[str, ...]) -> Iterator[str]:
    if texts:
        yield from ("", f"# {heading}")
        for text in texts:
            yield from _comment(f"- {text}")


def _comment(text: str) -> Iterator[str]:
    yield from (f"# {line}" for line in text.splitlines() if line.strip())
