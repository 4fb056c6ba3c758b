"""Constraints that a user gives, in a file or as text: sentences, JSON, or YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from typing import Any

import yaml

from tamis.checking.constraint_types import from_spec
from tamis.types import InputError

_MARK = re.compile(r"(?<!\s)\s*+(?:[-*•–+]\s+(?:\[[ xX]?\]\s+)?|\(?\d{1,3}[.)]\s+)")
_DATA = re.compile(r"\s*+(?:\[\s*+(?:[\"\]{\[\d]|$)|\{)")
_TYPED = re.compile(
    r"^[ \t]*+-[ \t]+(?:type[ \t]*:|\{|[a-z_]++[ \t]*+:(?:\s|$))|^constraints\s*+:", re.M
)
_COMMENT = re.compile(r"#(?:[\s#]|$)")

Entry = str | dict[str, Any]


def read_constraints(text: str, name: str = "the constraints") -> tuple[Entry, ...]:
    """Constraints from a text: one sentence on each line, or JSON or YAML.

    JSON and YAML are a list, or an object with a list as `constraints`; an entry is a sentence or
    the plain values of a typed constraint. What begins like them is read so, and what `name` says
    is. Of lines, bullets and numbering are dropped, and so are blank lines, comments (`# …`) and
    repetitions. Raises InputError, with `name` and the line or the number of the item, where none
    is left, the data cannot be read, or an entry is no constraint.
    """
    text = text.removeprefix("\ufeff")
    named = name.lower().endswith((".json", ".yaml", ".yml"))
    if named or _DATA.match(text) or _TYPED.search(text):
        entries = _listed(text, name)
    else:
        entries = [
            _MARK.sub("", line, count=1)
            for line in text.splitlines()
            if not _COMMENT.match(line.lstrip())
        ]
    folded = [" ".join(one.split()) if isinstance(one, str) else one for one in entries]
    found = {repr(one): one for one in folded if one}
    if not found:
        raise InputError(f"{name}: no constraint is there; write one on each line.")
    return tuple(found.values())


def _listed(text: str, name: str) -> list[Entry]:
    """The entries of a JSON or YAML list."""
    items = _loaded(text, name)
    if isinstance(items, dict) and isinstance(items.get("constraints"), list):
        if others := [str(key) for key in items if key not in ("constraints", "$schema")]:
            raise InputError(
                f"{name}: beside constraints stands {others[0]!r:.60}, which means nothing here; "
                "put it into the list, or take it out."
            )
        items = items["constraints"]
    if items is None:
        return []
    if not isinstance(items, list):
        raise InputError(
            f"{name}: expected a list of constraints, found {str(items)[:40]!r}; begin each with "
            "`- `."
        )
    for nth, item in enumerate(items, 1):
        if not isinstance(item, str | dict):
            raise InputError(
                f"{name}, item {nth}: expected a sentence or a type, found {str(item)[:40]!r}."
            )
        if isinstance(item, dict):
            try:
                from_spec(item)
            except InputError as error:
                raise InputError(f"{name}, item {nth}: {error}") from None
    return items


def _loaded(text: str, name: str) -> Any:
    """The value of a text in JSON, else in YAML: of JSON with tabs YAML is none."""
    try:
        return json.loads(text, object_pairs_hook=without_repetitions, parse_constant=_refuse)
    except (ValueError, RecursionError):
        pass
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise InputError(
            f"{name}{line}: the list cannot be read ({error.problem}); give a JSON or YAML list of "
            "constraints, or one sentence on each line."
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise InputError(f"{name}: the list cannot be read; it is no JSON or YAML.") from None


def without_repetitions(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of JSON's pairs; ValueError where one of two values would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r:.40} stands twice")  # YAML will say it, with the line.
    return found


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


class _Loader(yaml.SafeLoader):
    """YAML without aliases, of which a few can fill the memory, and with no key twice.

    Plain words are texts, but for true, false, null and decimal numbers (as in YAML 1.2): a time
    such as 8:00 is none of seconds, and "no" is a word.
    """

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Refuses an alias."""
        if self.check_event(yaml.AliasEvent):
            event = self.get_event()  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(problem="it has an alias", problem_mark=event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """Refuses a key that stands twice: one of the two would be lost."""
        seen = set()
        for key, _ in node.value:
            if key.value in seen if isinstance(key, yaml.ScalarNode) else False:
                problem = f"the key {key.value!r:.40} stands twice"
                raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
            seen.add(key.value if isinstance(key, yaml.ScalarNode) else id(key))
        return super().construct_mapping(node, deep)


_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("null", r"~|null|", ["~", "n", ""]),
    ("bool", r"true|false", ["t", "f"]),
    ("int", r"[-+]?(?:0|[1-9]\d*)", list("-+0123456789")),
    ("float", r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", list("-+0123456789")),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"(?:{_pattern})\Z", re.ASCII), _first
    )
