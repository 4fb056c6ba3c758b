"""Constraints that a user gives, in a file or as text: sentences, JSON, or YAML."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tamis.types import InputError

_MARK = re.compile(r"(?<!\s)\s*+(?:[-*•–+]\s+(?:\[[ xX]?\]\s+)?|\(?\d{1,3}[.)]\s+)")
_DATA = re.compile(r"\s*(?:\[\s*(?:[\"\]{\[\d]|$)|\{)")
_TYPED = re.compile(r"^\s*-\s+(?:type\s*:|\{|[a-z_]+\s*:(?:\s|$))|^constraints\s*:", re.M)

Entry = str | dict[str, Any]


def read_constraints(text: str, name: str = "the constraints") -> tuple[Entry, ...]:
    """Constraints from a text: one sentence on each line, or JSON or YAML.

    JSON and YAML are a list, or an object with a list as `constraints`; an entry is a sentence or
    the plain values of a typed constraint. Of lines, bullets and numbering are dropped, and so are
    blank lines, comments (`# …`) and repetitions. Raises InputError, with `name`, where none is
    left or the data cannot be read.
    """
    text = text.removeprefix("\ufeff")
    if _DATA.match(text) or _TYPED.search(text):
        entries = _listed(text, name)
    else:
        entries = [
            _MARK.sub("", line, count=1)
            for line in text.splitlines()
            if not line.lstrip().startswith("#")
        ]
    folded = [" ".join(one.split()) if isinstance(one, str) else one for one in entries]
    found = [one for n, one in enumerate(folded) if one and one not in folded[:n]]
    if not found:
        raise InputError(f"{name}: no constraint is there; write one on each line.")
    return tuple(found)


def _listed(text: str, name: str) -> list[Entry]:
    """The entries of a JSON or YAML list; JSON is YAML too."""
    try:
        items = yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise InputError(
            f"{name}{line}: the list cannot be read ({error.problem}); give a JSON or YAML list of "
            "constraints, or one sentence on each line."
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise InputError(f"{name}: the list cannot be read; it is no JSON or YAML.") from None
    if isinstance(items, dict) and isinstance(items.get("constraints"), list):
        items = items["constraints"]
    if not isinstance(items, list):
        raise InputError(f"{name}: expected a list of constraints, found {str(items)[:40]!r}.")
    for nth, item in enumerate(items, 1):
        if not isinstance(item, str | dict):
            raise InputError(
                f"{name}, item {nth}: expected a sentence or a type, found {str(item)[:40]!r}."
            )
    return items


class _Loader(yaml.SafeLoader):
    """YAML without aliases (a few of them can fill the memory) and without dates and yes or no."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Refuses an alias."""
        if self.check_event(yaml.AliasEvent):
            event = self.get_event()
            raise yaml.MarkedYAMLError(problem="it has an alias", problem_mark=event.start_mark)
        return super().compose_node(parent, index)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in pairs if not tag.endswith((":timestamp", ":merge"))]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
