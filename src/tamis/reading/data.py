"""JSON and YAML as the tree that a text is read as (`document`): what holds others is a section,
records are the rows of a table, everything else an item of a list.

The text is read as a stream of events (libyaml, which reads JSON as well): nothing is built from
tags, and nothing is as deep as the text. What is no JSON or YAML, or uses anchors, is None.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from tamis.reading.document import MAX_DEPTH, Block, Line

MAX_FIELDS = 40
"""A record with more fields is no row of a table."""

# What says more of the record that it is in.
_DETAILS = re.compile(r"nutri[a-z]*(?:[ _][a-z]+)?|macros?|macronutrients|details|facts", re.I)
# Keys of lists, whose items are parts of that kind; and names that say so themselves.
_PARTS = re.compile(r"(session|workout|day|week)s", re.I)
_NAMES = re.compile(r"\d|\b(?:mon|tue|wed|thu|fri|sat|sun|session|workout|day|week)", re.I)

_REMARK = re.compile(r"\s*(?:#|---\s*$)")
_YAML = re.compile(r"\s*(?:(?:- )?[\w\"'-]+:(?:\s|$)|- \S)")
_RECORD = re.compile(r"^( *)- (?:\{ ?\w+:|\w+:.*\n\1  \w+:(?:\s|$))", re.M)


@dataclass
class _Value:
    """A scalar (`line`), a list (`items`), or a mapping (`items` with their `keys`)."""

    line: Line
    items: list[_Value] = field(default_factory=list)
    keys: list[Line] | None = None
    scalar: bool = False

    @property
    def flat(self) -> bool:
        """Whether it is a mapping of scalars."""
        return self.keys is not None and all(one.scalar for one in self.items)


def is_json(text: str) -> bool:
    """Whether a text begins and ends as JSON does."""
    text = text.strip()
    return text[:1] + text[-1:] in ("{}", "[]") and len(text) > 2


def is_yaml(text: str) -> bool:
    """Whether a text is nothing but lines of YAML, with records of several fields in lists."""
    lines = [line for line in text.splitlines() if line.strip() and not _REMARK.match(line)]
    return (
        len(lines) > 3
        and all(_YAML.match(line) for line in lines)
        and _RECORD.search(text) is not None
    )


def parse_data(text: str, at: int = 0) -> Block | None:
    """The tree of a text in JSON or YAML, which begins at the offset `at` of a larger one."""
    import yaml

    try:
        root = _read(text, at)
    except (yaml.YAMLError, ValueError):
        return None
    if root is None or root.scalar:
        return None
    made = Block("text")
    _add(made, root, 1)
    return made


def _read(text: str, at: int) -> _Value | None:
    """The value that a text holds."""
    import yaml

    top = _Value(Line("", at))
    waiting: list[tuple[_Value, Line | None]] = [(top, None)]
    for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if isinstance(event, yaml.AliasEvent):
            return None
        if isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            ended, _ = waiting.pop()
            if not _once(ended.keys or []):
                return None
            _merge(ended)
            continue
        if not isinstance(event, yaml.NodeEvent):
            continue
        start = event.start_mark.index if event.start_mark else 0
        above, key = waiting[-1]
        if isinstance(event, yaml.ScalarEvent):
            quoted = text[start : start + 1] in ("'", '"')
            line = Line(" ".join(event.value.split()), at + start + quoted)
            if above.keys is not None and key is None:
                waiting[-1] = (above, line)
                continue
            value = _Value(line, scalar=True)
        else:
            if (above.keys is not None and key is None) or len(waiting) > MAX_DEPTH:
                return None
            keys: list[Line] | None = [] if isinstance(event, yaml.MappingStartEvent) else None
            value = _Value(Line("", at + start), keys=keys)
        above.items.append(value)
        if above.keys is not None and key is not None:
            above.keys.append(key)
            waiting[-1] = (above, None)
        if not value.scalar:
            waiting.append((value, None))
    return top.items[0] if len(top.items) == 1 else None


def _merge(value: _Value) -> None:
    """Put the details of a record among its fields."""
    if value.keys is None:
        return
    pairs = list(zip(value.keys, value.items, strict=True))
    made: list[tuple[Line, _Value]] = []
    for key, one in pairs:
        if one.flat and _DETAILS.fullmatch(key.text):
            made += zip(one.keys or [], one.items, strict=True)
        else:
            made.append((key, one))
    if _once([key for key, _ in made]):
        value.keys, value.items = [key for key, _ in made], [one for _, one in made]


def _once(keys: Sequence[Line]) -> bool:
    """Whether no key is given twice."""
    return len({key.text for key in keys}) == len(keys)


def _add(parent: Block, value: _Value, level: int, part: str = "") -> None:
    """Add a value to the block that holds it; its items are each a `part` ("Session")."""
    if value.keys is None:
        records = [one for one in value.items if one.flat and len(one.items) <= MAX_FIELDS]
        if records and len(records) == len(value.items):
            parent.children.append(_table(records))
            return
        for n, one in enumerate(value.items, 1):
            if one.scalar:
                _item(parent, one.line)
            elif one.keys is not None:
                _mapping(parent, one, level, f"{part} {n}" if part else "")
            else:
                _add(parent, one, level)
        return
    if value.flat and level > 1:
        parent.children.append(_table([value]))
        return
    _mapping(parent, value, level)


def _mapping(parent: Block, value: _Value, level: int, part: str = "") -> None:
    """A mapping that holds others: its name is a scalar before them, the keys of others are theirs.

    A scalar after them is a part of its own: `thursday: same as monday`. Where its name does not
    say which `part` it is, that stands before it: "Session 1: Legs".
    """
    fields = list(zip(value.keys or [], value.items, strict=True))
    scalars = list(takewhile(lambda field: field[1].scalar, fields))
    named = scalars[0] if scalars else None
    inside = parent
    if named is not None and level > 1:
        key, one = named
        # "day: 1" is named by both, "meal: Lunch" by its value.
        bare = one.line.text.isdigit()
        name = Line(f"{_plain(key.text)} {one.line.text}", key.start) if bare else one.line
        if part and not bare and not _NAMES.search(name.text):
            name = Line(f"{part}: {name.text}", max(name.start - len(part) - 2, 0))
        level += 1
        inside = Block("section", [name], level=level)
        parent.children.append(inside)
    for at, (key, one) in enumerate(fields):
        if one.scalar and at > len(scalars):
            said = Line(f"{_plain(key.text)}: {one.line.text}", key.start)
            inside.children.append(Block("section", [said], level=level + 1))
            continue
        if one.scalar:
            if named is None or one is not named[1] or inside is parent:
                text = f"{_plain(key.text)}: {one.line.text}"
                _item(inside, Line(text, max(one.line.start - len(_plain(key.text)) - 2, 0)))
            continue
        below = Block("section", [Line(_plain(key.text), key.start)], level=level + 1)
        several = _PARTS.fullmatch(key.text)
        _add(below, one, level + 1, several[1].capitalize() if several else "")
        inside.children.append(below)


def _plain(key: str) -> str:
    return key.replace("_", " ")


def _item(parent: Block, line: Line) -> None:
    last = parent.children[-1] if parent.children else None
    if last is None or last.kind != "list":
        last = Block("list")
        parent.children.append(last)
    last.children.append(Block("item", children=[Block("paragraph", [line])]))


def _table(records: Sequence[_Value]) -> Block:
    """Records as rows, under all of their keys."""
    head: dict[str, Line] = {}
    for one in records:
        for key in one.keys or []:
            head.setdefault(key.text, Line(_plain(key.text), key.start))
    rows = [list(head.values())]
    for one in records:
        given = dict(zip((key.text for key in one.keys or []), one.items, strict=True))
        rows.append([given[key].line if key in given else Line("", one.line.start) for key in head])
    return Block("table", rows=rows)
