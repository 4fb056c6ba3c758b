"""What logs tell of a run besides its samples: versions, settings, limits, tokens and money."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tamis.report.headers import Header, Spec
from tamis.report.summaries import Used
from tamis.spending import Tokens, together, tokens_of

TAMIS = "tamis"
"""The metadata key that names the version of Tamis that ran; not part of a run's identity."""

HARNESS = {"max_retries", "timeout", "attempt_timeout", "max_connections", "cache", "batch"}
"""Settings of a model that change how requests are sent, not what it answers."""

_LIMITS = (
    "token_limit",
    "message_limit",
    "turn_limit",
    "time_limit",
    "working_limit",
    "cost_limit",
)


def versions(logs: Iterable[Header]) -> dict[str, str]:
    """The versions of Tamis and of Inspect that wrote the logs; older logs lack that of Tamis."""
    found: dict[str, dict[str, None]] = {"Tamis": {}, "Inspect": {}}
    for log in logs:
        spec = log.eval
        found["Tamis"][str((spec.metadata or {}).get(TAMIS, ""))] = None
        found["Inspect"][spec.packages.get("inspect_ai", "")] = None
    said = {name: ", ".join(filter(None, each)) for name, each in found.items()}
    return {name: each for name, each in said.items() if each}


def generation(log: Header) -> dict[str, str]:
    """The settings of the model: those of the task, and those that were given over them."""
    found = log.plan.config | log.eval.model_generate_config
    return {name: str(value) for name, value in found.items() if name not in HARNESS}


def limits(spec: Spec) -> dict[str, str]:
    """What Inspect bounds in each sample, where it bounds something."""
    found = {name: spec.config.get(name) for name in _LIMITS}
    return {name: str(value) for name, value in found.items() if value is not None}


def by_model(samples: Iterable[Used]) -> dict[str, Tokens]:
    """The tokens of each model."""
    found: dict[str, list[Tokens]] = {}
    for used in samples:
        for name, one in used.items():
            found.setdefault(name, []).append(tokens_of(one))
    return {name: together(counts) for name, counts in found.items()}


def in_words(tokens: Tokens) -> dict[str, int]:
    """What was used, as a report tells it; zero counts are left out."""
    named = {
        "input tokens": tokens.into,
        "output tokens": tokens.out,
        "of the input from the provider's cache": tokens.cache_read,
        "of the input written to it": tokens.cache_written,
        "of the output reasoning": tokens.reasoning,
    }
    return {name: count for name, count in named.items() if count}


def cost(samples: Collection[Used]) -> float | None:
    """What the calls cost where Inspect knew the price of each; None where it did not."""
    found = [one.get("total_cost") for used in samples for one in used.values()]
    known = [one for one in found if one is not None]
    return sum(known) if found and len(known) == len(found) else None
