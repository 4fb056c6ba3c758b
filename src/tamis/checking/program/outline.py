"""Parses a response into a tree of sections: weeks, days, sessions, meals, and their items.

Models write headings in many ways ("## Day 1", "**Day 1:**", "* **Breakfast**", "Day 1:"), so
a section is recognised by the words of its heading, not by its markup: a week has days, a day has
sessions and meals, these have items. Everything else nests by heading level or indentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

from tamis.checking.program.amounts import plain
from tamis.text.numbers import ORDINALS

Kind = Literal["root", "week", "day", "session", "meal", "note", "group", "item", "row", "text"]

MAX_CHARACTERS = 8_000_000

_RANK = {"root": 0, "week": 1, "day": 2, "session": 3, "meal": 5, "group": 6}
_NAMED = ("week", "day", "session", "meal")
_ITEM = 7

_WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_ORDINAL = rf"{'|'.join(ORDINALS)}|\d+(?:st|nd|rd|th)"
_ABOUT = r"(?:\s*(?:[:(\-,|].*)?)?$"
_NUMBERED = r"\s*#?\s*(?:\d+(?:\s*(?:-|&|and|to|,|/)\s*\d+)*|[a-h](?:\s*(?:-|&|and|,|/)\s*[a-h])*)"
_HEADS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("week", re.compile(rf"(?:weeks?{_NUMBERED}|(?:{_ORDINAL}) week){_ABOUT}")),
    (
        "day",
        re.compile(
            rf"(?:days?{_NUMBERED}|(?:{_ORDINAL}) day|(?:weekdays?|weekends?)"
            rf"(?: (?:schedule|routine|plan))?|(?:{_WEEKDAY})s?"
            rf"(?:\s*(?:-|&|and|to|,|/)\s*(?:{_WEEKDAY})s?)*){_ABOUT}"
        ),
    ),
    (
        "session",
        re.compile(
            rf"(?:(?:[\w-]+ ){{0,3}}(?:sessions?|workouts?|routine|training){_NUMBERED}|"
            rf"(?:{_ORDINAL}) (?:\w+ )?(?:session|workout)){_ABOUT}"
        ),
    ),
    (
        "meal",
        re.compile(
            r"(?:(?:meal|snack)\s*#?\d+|(?:(?:early|late|mid|pre|post|morning|afternoon|evening|"
            r"bedtime|optional|night|light|workout|day)[ -]?)*(?:breakfast|brunch|lunch|dinner|"
            r"supper|snacks?|dessert|teatime|tea time)(?:\s*#?\d+)?(?: (?:meal|time))?|"
            r"(?:midday|noon|evening|morning|main|first|second|third) meal)" + _ABOUT
        ),
    ),
    (
        "note",
        re.compile(
            r"(?:(?:important|additional|helpful|general|some|key|final|other|more|a few|please|"
            r"safety|training|workout|quick) )?(?:notes?|tips?|information|reminders?|disclaimers?|"
            r"remember|recommendations?|considerations?|guidelines|instructions|grocery list|"
            r"shopping list|progression|explanations?|conclusion|legend|modifications?|"
            r"variations?|substitutions?|equipment)\b" + _ABOUT
        ),
    ),
)
_LEAD = re.compile(r"(\*\*|__)([^*_]{1,60})\1\s*+(?::\s*+)?(\S.*)")
_CLOCK = re.compile(r"\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?)?\s*[-:|]?\s*(?=[a-z]+ ?(?:\w+ ?)?:)")
_REFERS = re.compile(r"(?:repeat|same|see|follow|as|like|identical|alternate|total|rest)\b")
_CLAIM = re.compile(
    r"(?:(?:approx(?:imate)?(?:ly)?|estimated|daily|weekly|grand|overall|day(?: \d+)?|session"
    r"(?: \d+)?|meal|workout|target|combined|sum|nutrition\w*|macros?) )*(?:sub-?totals?|totals?|"
    r"goals?|targets?|sum|overall|summary|average|frequency|objective|focus)\b|daily (?:calor|"
    r"intake|macro|nutrition)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[*_`]{1,3}|</?\w+>|\\(?=[*_|])")
_LINE = re.compile(
    r"(?P<indent>\s*)(?:>\s*)?(?:(?P<hash>#{1,6})\s+|(?P<bullet>[*+•·▪◦○●-]|- \[.\])\s+|"
    r"(?P<number>\(?\d{1,3}[.)]|[a-z][.)])\s+)?(?P<text>.*)"
)
_LABEL_ENDS = re.compile(r":|\s-\s|\(|\s@\s|\|")
_LONGEST_HEADING = 200
_RULE = re.compile(r"[\s|:=\-+*_]*")


@dataclass
class Node:
    """A section, an item, a row of a table, or a line of prose.

    `text` is without formatting, `label` the text before the first colon, dash or parenthesis,
    `cells` the cells of a row by its header, in lower case. A `claim` is a total, a goal or the
    like: a statement about the items around it. `level` is that of a "##" heading, else 0.
    """

    kind: Kind
    text: str
    rank: float
    cells: dict[str, str] = field(default_factory=dict)
    claim: bool = False
    level: int = 0
    children: list[Node] = field(default_factory=list)

    @cached_property
    def label(self) -> str:
        """The subject of the line: its words before the first colon, dash or parenthesis."""
        return _LABEL_ENDS.split(self.text, maxsplit=1)[0].strip()

    @property
    def rest(self) -> str:
        """The text after the label."""
        return self.text[len(self.label) :].lstrip(" :-|")

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


def outline(response: str) -> Node:
    """The tree of a response, which is cut at `MAX_CHARACTERS`.

    Several constraints are judged on one response, so the last trees are cached; of long responses
    only the last one.
    """
    return (_outline if len(response) <= _SHORT else _long_outline)(response)


def _made(response: str) -> Node:
    stack = [Node("root", "", 0)]
    lines = [line.rstrip() for line in plain(response[:MAX_CHARACTERS]).splitlines()]
    header: list[str] | None = None
    in_table = after_blank = False
    for at, line in enumerate(lines):
        bare = line.strip()
        if not bare:
            after_blank = True
            continue
        if "|" in bare and (in_table or bare.startswith("|") or _ruled(lines, at)):
            if not in_table and _ruled(lines, at):
                header = [cell.lower() for cell in _cells(bare)]
            elif not _RULE.fullmatch(bare):
                _row(stack, _cells(bare), header or [])
            in_table = True
        else:
            header, in_table = None, False
            if not _RULE.fullmatch(bare):
                _push(stack, _node(line), after_blank)
        after_blank = False
    return stack[0]


_SHORT = 50_000
_outline = lru_cache(maxsize=64)(_made)
_long_outline = lru_cache(maxsize=1)(_made)


def _ruled(lines: list[str], at: int) -> bool:
    """Whether the next line is the rule below a table's header."""
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    return "|" in below and "-" in below and _RULE.fullmatch(below) is not None


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [" ".join(_MARKS.sub("", cell).split()) for cell in inner.split("|")]


def _row(stack: list[Node], cells: list[str], header: list[str]) -> None:
    """A row of a table; cells that name a day, a session or a meal open their own sections."""
    for at, cell in enumerate(cells[:3]):
        if not cell:
            # Without a day of its own the row belongs to the day of the rows above.
            continue
        column = header[at] if at < len(header) else ""
        if column in ("week", "day", "session", "workout") and re.fullmatch(
            r"\d+|[a-h]", cell, re.I
        ):
            cell = f"{column} {cell}"
        kind = kind_of(cell)
        if kind not in _NAMED:
            break
        if at + 1 == len([c for c in cells if c]):
            break
        opened = next((n for n in stack if n.kind == kind and n.text == cell), None)
        if opened is None:
            _push(stack, Node(kind, cell, _RANK[kind]))
        cells = [*cells[:at], "", *cells[at + 1 :]]
    named = {name: cell for name, cell in zip(header, cells, strict=False) if name}
    text = " | ".join(cell for cell in cells if cell)
    node = Node("row", text, _ITEM + 20, named)
    lead = next((cell for cell in cells if cell and kind_of(cell) != "meal"), "")
    node.claim = bool(_CLAIM.match(lead))
    _push(stack, node)


def _node(line: str) -> Node:
    found = _LINE.fullmatch(line)
    assert found is not None
    marked = found["text"].strip()
    text = " ".join(_MARKS.sub("", marked).split())
    bold = re.fullmatch(r"(\*\*|__).+(\*\*|__):?", marked) is not None and marked.count("**") <= 2
    listed = found["bullet"] or found["number"]
    level = len(found["hash"] or "")
    indent = len(found["indent"].expandtabs(4)) / 100
    kind = kind_of(text)
    if kind == "text" and (lead := _LEAD.match(marked)) is not None:
        # "**Breakfast** Oats with berries"
        kind = kind_of(lead[2])
        if kind in _RANK:
            text = f"{lead[2].rstrip(':')}: {' '.join(_MARKS.sub('', lead[3]).split())}"
        else:
            kind = "text"
    if kind in _RANK:
        return Node(kind, text, _RANK[kind], level=level)
    if kind == "note" and (level or bold or not listed):
        return Node("note", text, 0.5, level=level)
    if _CLAIM.match(text):
        # "Daily totals:" is a heading of claims, "Total: 500 calories" is one.
        heads = not listed and not re.search(r"\d", text)
        return Node("item", text, _RANK["group"] if heads else _ITEM + indent, claim=True)
    if level:
        return Node("group", text, _RANK["group"], level=level)
    if listed:
        return Node("item", text, _ITEM + indent)
    if bold or (text.endswith(":") and len(text.split()) <= 8):
        return Node("group", text, _RANK["group"] + (0 if bold else 0.5))
    # A line without markup belongs to the open node above it.
    return Node("text", text, _ITEM + 10 + indent)


def kind_of(text: str) -> Kind:
    """The kind of section that a heading opens, by its words; `text` for none."""
    words = re.sub(r"^(?:[^\w(]+|\d+[.)]\s+)", "", text).strip().rstrip(":").lower()
    if len(words) > _LONGEST_HEADING:
        return "text"
    words = _CLOCK.sub("", words, count=1)
    if _REFERS.match(words):
        return "text"
    for kind, pattern in _HEADS:
        if pattern.match(words):
            return kind
    return "text"


def _push(stack: list[Node], node: Node, after_blank: bool = False) -> None:
    """Add a node below the nearest open node that may contain it."""
    if node.kind == "note":
        del stack[1:]
    elif node.kind in _RANK:
        # Notes in the middle end where the plan continues.
        while len(stack) > 1 and stack[-1].kind == "note" and node.kind != "group":
            stack.pop()
    while len(stack) > 1 and (
        stack[-1].rank >= node.rank
        or 0 < node.level < stack[-1].level + (node.kind not in _NAMED)
        or (node.kind == "text" and after_blank and stack[-1].rank >= node.rank - 10)
    ):
        stack.pop()
    stack[-1].children.append(node)
    stack.append(node)
