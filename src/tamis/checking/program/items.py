"""The items of a section: which lines are items, and the finest figures below a heading."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tamis.checking.program.amounts import Amount, plain
from tamis.checking.program.outline import Node

_ATTRIBUTE = re.compile(
    r"(?:(?:total|estimated|approx\.?|approximate|lifting|target|exercise|average|each|per|rest|"
    r"hold|working|lifted|calorie|work) )*(?:sets?(?: (?:x|and|&) reps?)?|reps?|repetitions?|"
    r"weights?|loads?|rest|rest time|rests?|tempo|durations?|time|calories?(?: burn(?:ed|t)?)?|"
    r"burn(?:ed|t) calories|calorie burn|kcal|intensity|tonnage|volume|distance|rpe|level|speed|"
    r"pace|form|description|instructions?|how to|protein|fats?|carb(?:ohydrate)?s?|macros|"
    r"nutrition|muscles?(?: \w+)*|equipment|focus|goal|repeat|rounds?|lifting tonnage|"
    r"lifted weight|weight lifted|ingredients)",
    re.IGNORECASE,
)
_REST = re.compile(
    r"(?:active |short |water |quick )?(?:rest|recovery|break|breather|pause)\b", re.IGNORECASE
)
_AROUND = re.compile(
    r"(?:\w+ )?(?:warm(?:ing)?[ -]?up|cool(?:ing)?[ -]?down|stretch(?:ing|es)?\b|dynamic stretch)",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:perform|repeat|complete|rest for|take a|focus on|choose|adjust|aim for|keep|remember|"
    r"gradually|increase|listen|stay|make sure|ensure|consult|drink|use a|start with|do \w+ |"
    r"(?:each|every|both|all(?: the)?) (?:day|session|workout|meal)s? \w|"
    r"this |these |here|you |it |the |please|note|enjoy|feel free|if |for |with |your )",
    re.IGNORECASE,
)
_ROUNDS = re.compile(
    r"\b(?:(?P<a>\d+)(?:-\d+)? (?:rounds|circuits|times)\b|repeat(?:ed)? (?:\w+ ){0,3}?(?P<b>\d+)"
    r" (?:more )?times)",
    re.IGNORECASE,
)


def is_attribute(node: Node) -> bool:
    """Whether a line is a property of the item above it: "Sets: 3", "Weight: 80 kg"."""
    return not node.cells and _ATTRIBUTE.fullmatch(node.label) is not None


def is_rest(node: Node) -> bool:
    """Whether an item is a pause."""
    return _REST.match(lead(node)) is not None


def lead(node: Node) -> str:
    """The first words of an item: in a row, the first non-empty cell."""
    if not node.cells:
        return node.label
    return next((cell for cell in node.cells.values() if re.search(r"[^\W\d_]{2}", cell)), "")


def is_around(node: Node) -> bool:
    """Whether it is a warm-up or a cool-down: part of a session, but not one of its exercises."""
    return _AROUND.match(lead(node)) is not None


def is_prose(node: Node) -> bool:
    """Whether a line is a sentence about the plan, not a part of it."""
    if node.kind not in ("text", "item") or node.cells:
        return False
    words = len(node.text.split())
    sentence = node.text.endswith((".", "!", "?", ":")) and words >= 6
    return (node.kind == "text" and (sentence or words > 30)) or (
        bool(_ORDER.match(node.text)) and (words >= 5 or node.kind == "text")
    )  # fmt: skip


def rounds(text: str) -> int:
    """How often a group of exercises is repeated according to its heading; else 1."""
    found = _ROUNDS.search(text)
    return max(int(found["a"] or found["b"]), 1) if found is not None else 1


@dataclass(frozen=True)
class Reading:
    """The amount of one line, with the numbers it is computed from, and how."""

    node: Node
    amount: Amount
    numbers: tuple[float, ...] = ()
    working: str = ""

    def times(self, n: int) -> Reading:
        """The reading of something that is done `n` times."""
        if n == 1:
            return self
        working = f"{n} x {self.working or self.amount.text()}"
        return Reading(self.node, self.amount * Amount.of(n), self.numbers, working)


Reader = Callable[[Node], Reading | None]


def gather(node: Node, reader: Reader, own_first: bool = False) -> list[Reading]:
    """The finest readings below a section: those of its items, else its own.

    A figure is ignored where its parts have numbers of their own (ACS, §2.2). With `own_first` an
    item's own figure is preferred to those of the lines below it, which then describe how it is
    done.
    """
    found: list[Reading] = []
    waiting = [(node, _rounds_of(node), _rounds_of(node))]
    while waiting:
        at, times, said = waiting.pop()
        if at.claim or at.kind == "note":
            continue
        listed = at.kind in ("item", "row", "text")
        if listed and is_prose(at):
            continue
        own = reader(at) if at is not node else None
        if own is not None and ((own_first and listed) or not _any_below(at, reader)):
            found.append(own.times(times))
            continue
        for child in reversed(at.children):
            # "Session 1 (3 rounds)" and "Repeat 3 times:" below it are the same rounds.
            n = _rounds_of(child)
            waiting.append((child, times * n if n != said else times, n if n > 1 else said))
    if not found and (own := reader(node)) is not None:
        return [own]
    return found


def _rounds_of(node: Node) -> int:
    """How often the content of a heading is repeated, by the heading or by a sentence below it."""
    if not node.children or node.kind == "root":
        return 1
    said = [node.label if node.kind == "row" else node.text]
    said += [child.text for child in node.children if is_prose(child) or child.kind == "text"]
    return max(rounds(text) for text in said)


def _any_below(node: Node, reader: Reader) -> bool:
    return any(
        reader(below) is not None
        for below in node.walk()
        if below is not node and not below.claim and not is_prose(below)
    )


def name_of(node: Node) -> str:
    """The name of an item, to compare it with others."""
    return " ".join(re.findall(r"[a-z]+", plain(lead(node)).lower()))
