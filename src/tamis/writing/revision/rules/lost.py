"""Text is lost, or rewritten, that was not to be touched."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tamis.writing.revision.rules import form, shorter
from tamis.writing.revision.rules.case import QUOTE, Case, length, short
from tamis.writing.revision.turns import RevisionTurn

REWRITTEN = 0.85
"""A sentence less similar than this to what it was has been rewritten."""

_PART = re.compile(rf"\b(?:sentence|paragraph)s?\b|{QUOTE}")

PASSES = RevisionTurn(
    "What are bats?",
    "Bats are mammals. They fly at night. They hang by their feet. Some drink blood.",
    "Add that they find their way by sound.",
    "Bats are mammals. They fly at night and find their way by sound. They hang by their feet."
    " Some drink blood.",
)
FAILS = RevisionTurn(
    "What are bats?",
    "Bats are mammals. They fly at night. They hang by their feet. Some drink blood.",
    "Add that they find their way by sound.",
    "Bats are mammals. They find their way by sound.",
)


def fault(case: Case) -> str:
    """How much may go of what the instruction does not speak about depends on what it asks for.

    Nothing where nothing else was to change, nor beside a part that was to go; else an eighth of
    the sentences, or one, but no whole paragraph. An answer that was to be reshaped as a whole may
    lose sentences, as other words may say the same, but not two fifths of its words. Where it was
    to become shorter as a whole, what had to go for it is not known.
    """
    old = case.alignment.old
    if not old or not case.asked.strip() or shorter.whole(case) or form.tabled(case):
        return ""
    if case.scope.whole:
        before, after = length(case.old), length(case.new)
        less = case.adds or case.removes
        if not less and len(case.dropped) > 1 and after < 0.6 * before:
            return f"The answer went from {before} words to {after}."
        return ""
    gone = [n for n in case.dropped if n not in case.scope.sentences]
    # A topic may go on in sentences that do not name it.
    part = case.removes and bool(case.scope.sentences) and _PART.search(case.asked)
    exact = case.strict or bool(part)
    most = 0 if exact else max(1, len(old) // 8)
    if len(gone) > most or _paragraph(case, gone):
        first = short(old[gone[0]].text)
        return f'{len(gone)} of {len(old)} sentences are gone, such as "{first}".'
    return _rewritten(case) if case.strict else ""


def _paragraph(case: Case, gone: Sequence[int]) -> bool:
    """Whether a whole paragraph went, of ten words or more and one of several."""
    old = case.alignment.old
    numbers = {sentence.paragraph for sentence in old}
    for number in {old[n].paragraph for n in gone} if len(numbers) > 1 else ():
        inside = [n for n, sentence in enumerate(old) if sentence.paragraph == number]
        words = sum(len(old[n].text.split()) for n in inside)
        if words >= 10 and set(inside) <= set(gone):
            return True
    return False


def _rewritten(case: Case) -> str:
    """More than one sentence in other words, where one may have taken up what was added."""
    changed = [
        n
        for pair in case.alignment.pairs
        if pair.kind == "changed" and pair.similarity < REWRITTEN
        for n in pair.old
        if n not in case.scope.sentences
    ]
    if len(changed) < 2:
        return ""
    return f"{len(changed)} sentences were rewritten, and nothing else was to change."
