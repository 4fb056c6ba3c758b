"""What was to be removed is still there."""

from __future__ import annotations

import re

from tamis.writing.edits.places import places
from tamis.writing.edits.references import references
from tamis.writing.edits.sentences import REFERENCE
from tamis.writing.revision.rules.case import QUOTE, REMOVING, Case, flat, holds, length, short
from tamis.writing.revision.turns import RevisionTurn

_EVERY = re.compile(r"\b(?:all|every|each|any|wherever|everywhere|instances|occurrences)\b")
_BEGINS = re.compile(rf"\b(?:start|begin)(?:s|ning|ing)?\b[^\"]{{0,20}}{QUOTE}")
_DIRECT = re.compile(
    r"\s+(?:the |your |this |its |entire |whole |very )*"
    r"(?P<part>(?:\w+[- ]){0,4}(?:sentence|paragraph)s?(?: \d+)?)"
    r"\s*(?:$|[.,;!(]|please\b|and (?:keep|leave|nothing)|of the (?:answer|text))"
)
_NUMBERED = re.compile(
    r"\s*(?:all |the |any |both )*(?:references?|citations?|papers?|refs?)\b(?P<rest>.*)"
)
_MENTIONS = re.compile(
    r"\b(?:mentions?|occurrences?|instances?|uses?) of (?:the (?:words?|terms?|phrases?) )?"
    r"(?P<what>[\w-]+(?: [\w-]+){0,3}?)\s*(?:$|[.,;]|\b(?:in|from|and|at)\b)"
)

REWORDED = 0.6
"""A sentence as similar as this to what it was is still there, in other words."""

PASSES = RevisionTurn(
    "What do owls eat?",
    "Owls eat mice. They hunt at night. Some swim.",
    "Remove the last sentence.",
    "Owls eat mice. They hunt at night.",
)
FAILS = RevisionTurn(
    "What do owls eat?",
    "Owls eat mice. They hunt at night. Some swim.",
    "Remove the last sentence.",
    "Owls eat mice at night. Some swim.",
)


def fault(case: Case) -> str:
    """Quoted texts, numbered sentences and paragraphs, references, a word; or nothing shorter."""
    if what := _quoted(case):
        return f"{what} was to go and is still there."
    for clause in case.clauses:
        for verb in REMOVING.finditer(clause):
            rest = clause[verb.end() :]
            what = _part(case, rest) or _referred(case, rest) or _mentioned(case, rest)
            if what:
                return f"{what} was to go and is still there."
    if case.removes and not (case.adds or case.rewrites or case.quoted):
        before, after = length(case.old), length(case.new)
        if after > before:
            return f"Something was to go, and the answer went from {before} words to {after}."
    return ""


def _quoted(case: Case) -> str:
    come = [quoted.text for quoted in case.quoted if quoted.use == "add"]
    for quoted in case.quoted:
        text = quoted.text
        if quoted.use == "mention" and case.removes and _BEGINS.search(case.asked):
            opening = flat(text)
            if any(flat(sentence.text).startswith(opening) for sentence in case.alignment.new):
                return f'What begins with "{short(text)}"'
        # What comes instead may have it within.
        if quoted.use != "remove" or any(holds(new, text) or text in new for new in come):
            continue
        before, after = _times(case.old, text), _times(case.new, text)
        if after and before and (after >= before or _EVERY.search(case.asked)):
            return f'"{short(text)}"'
    return ""


def _times(text: str, part: str) -> int:
    words = flat(part)
    return flat(text).count(words) if words.strip() else text.count(part)


def _part(case: Case, rest: str) -> str:
    """A numbered sentence or paragraph that follows the verb, and of which a sentence is left."""
    found = _DIRECT.match(rest)
    if found is None:
        return ""
    pairs = (pair for pair in case.alignment.pairs if pair.similarity >= REWORDED and pair.new)
    kept = {n for pair in pairs for n in pair.old}
    here = case.named(places(found["part"], case.old))
    return f"The {found['part']}" if here & kept else ""


def _referred(case: Case, rest: str) -> str:
    found = _NUMBERED.match(rest)
    if found is None:
        return ""
    now = set(references(case.new))
    named = re.match(
        rf"\s*(?:to |number )*(?:papers? )?((?:(?:,|and)?\s*{REFERENCE})+)", found["rest"]
    )
    if named is not None:
        elsewhere = re.search(r"\b(?:from|in|of|after|before|at)\b", found["rest"][named.end() :])
        left = set(references(named[1])) & now
        return f"The reference [{min(left)}]" if left and not elsewhere else ""
    everywhere = re.fullmatch(
        r"\s*(?:from the (?:answer|text)|in the (?:answer|text))?\W*", found["rest"]
    )
    plural = rest[: found.start("rest")].rstrip().endswith("s")
    return "At least one reference" if now and everywhere and plural else ""


def _mentioned(case: Case, rest: str) -> str:
    found = _MENTIONS.search(rest)
    if found is None or QUOTE in rest or not holds(case.new, found["what"]):
        return ""
    return f'"{found["what"]}"' if holds(case.old, found["what"]) else ""
