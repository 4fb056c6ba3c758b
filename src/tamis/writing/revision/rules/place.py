"""What was added stands elsewhere than where it was to stand."""

from __future__ import annotations

import re

from tamis.writing.edits.alignment import words_of
from tamis.writing.revision.rules.case import Case, flat, short
from tamis.writing.revision.turns import RevisionTurn

_MOVING = re.compile(r"\b(?:move|shift|relocate|swap|reorder|rearrange|put|place)\b")
_HERE = re.compile(r"\b(?:in|to|into|at|within)\s+(?:the\s+)?(?:\w+\s+){0,2}paragraphs?\b")

_EXPANDING = re.compile(r"\b(?:expand|extend|elaborate on)\s+the\s+(?:\w+\s+){0,2}paragraph\b")
_ITEM = re.compile(
    r"\b(?:in|to|into|within)\s+(?:the\s+)?(?:\w+\s+){0,2}"
    r"(?:items?|points?|bullets?(?: points?)?)\b"
)

PASSES = RevisionTurn(
    "What is yeast?",
    "Yeast is a fungus. It makes dough rise.",
    "As the first sentence, say how it is used.",
    "Bakers use it every day. Yeast is a fungus. It makes dough rise.",
)
FAILS = RevisionTurn(
    "What is yeast?",
    "Yeast is a fungus. It makes dough rise.",
    "As the first sentence, say how it is used.",
    "Yeast is a fungus. It makes dough rise. Bakers use it every day.",
)


def fault(case: Case) -> str:
    """The beginning, the end, beside a sentence, in a paragraph or item; where something came."""
    adds = case.adds or any(quoted.use == "add" for quoted in case.quoted)
    if case.removes or case.shortens or not adds or _MOVING.search(case.asked):
        return ""
    here = _written(case)
    if not here:
        return ""
    last = len(case.alignment.new) - 1
    if case.places.start and not here & _opening(case):
        return "What was added was to stand at the beginning and does not."
    if case.places.end and not here & {last}:
        return "What was added was to stand at the end and does not."
    if apart := _apart(case):
        return apart
    for n in (*case.places.after, *case.places.before):
        after = n in case.places.after
        became = case.became.get(n, ())
        if became and not (here & _beside(case, n, after)):
            side = "after" if after else "before"
            text = " ".join(words_of(case.alignment.old[n].text)[:8])
            return f'What was added was to stand {side} "{text} …" and does not.'
    if case.places.paragraphs and (_HERE.search(case.asked) or _EXPANDING.search(case.asked)):
        numbers = case.places.paragraphs
        inside = {n for n, s in enumerate(case.alignment.old) if s.paragraph in numbers}
        there = {case.alignment.new[k].paragraph for n in inside for k in case.became.get(n, ())}
        if there and not any(case.alignment.new[k].paragraph in there for k in here):
            return "What was added was to stand in another paragraph."
    if case.places.sentences and _ITEM.search(case.asked) and not here & _in_items(case):
        return "What was added was to stand in another item."
    return ""


def _apart(case: Case) -> str:
    """Words that were to stand directly beside other words, and stand nowhere near them."""
    added = [quoted for quoted in case.quoted if quoted.use == "add"]
    anchors = [quoted for quoted in case.quoted if quoted.use in ("after", "before")]
    if len(added) != 1 or len(anchors) != 1:
        return ""
    new, (text, anchor) = flat(case.new), (flat(added[0].text), flat(anchors[0].text))
    whole = any(flat(sentence.text) == anchor for sentence in case.alignment.old)
    if whole or not text.strip() or not anchor.strip() or anchor not in new or text not in new:
        return ""
    first, second = (anchor, text) if anchors[0].use == "after" else (text, anchor)
    # Each has a blank at either end, which both share where they stand side by side.
    near = re.escape(first.rstrip()) + r"(?: \S+){0,2}" + re.escape(second)
    if re.search(near, new):
        return ""
    return f'"{short(added[0].text)}" was to stand {anchors[0].use} "{short(anchors[0].text)}".'


def _in_items(case: Case) -> set[int]:
    """The new sentences of the items that are named; all where they are gone, or no items."""
    old, new = case.alignment.old, case.alignment.new
    named = case.places.sentences
    items = {new[k].item for n in named for k in case.became.get(n, ())} - {None}
    if not items or any(old[n].item is None for n in named):
        return set(range(len(new)))
    return {k for k, sentence in enumerate(new) if sentence.item in items}


def _written(case: Case) -> set[int]:
    """The new sentences that hold what was added: the dictated text's, else all that are new."""
    texts = [flat(quoted.text) for quoted in case.quoted if quoted.use == "add"]
    found: set[int] = set()
    for text in texts:
        if text.strip():
            found |= _holding(case, text)
    return found or set(case.written)


def _holding(case: Case, text: str) -> set[int]:
    """The new sentences over which a text lies."""
    said = [words_of(sentence.text) for sentence in case.alignment.new]
    at = flat(case.new).find(text)
    if at < 0:
        return set()
    first = len(flat(case.new)[:at].split())
    until = first + len(text.split())
    found, seen = set(), 0
    for n, words in enumerate(said):
        if seen < until and seen + len(words) > first:
            found.add(n)
        seen += len(words)
    return found


def _opening(case: Case) -> set[int]:
    """The first sentence, and the second behind a heading."""
    first = words_of(case.alignment.new[0].text)
    return {0, 1} if len(first) < 5 else {0}


def _beside(case: Case, n: int, after: bool) -> set[int]:
    became = case.became[n]
    beside = max(became) + 1 if after else min(became) - 1
    # It may have been worked into the sentence itself.
    return {beside, *became}
