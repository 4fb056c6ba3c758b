"""Words as `nltk.word_tokenize` gives them: Penn Treebank tokens of the sentences of Punkt.

The rules of the Treebank look at most at a blank beside a run of characters, but for those about
the end of a sentence. So each run is cut by itself, and remembered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, takewhile

from tamis.checking.instructions import punkt

_OPENS = (
    (r"([«“‘„]|`+)", r" \1 "),
    (r'\A"', "``"),
    (r"(``)", r" \1 "),
    (r"([ (\[{<])(\"|'{2})", r"\1 `` "),
    (r"(?i)(?<!\w)(')(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", r"\1 "),
)
_AT_END = r"([^.])(\.)([\])}>\"'»”’ ]*+)\s*\Z"
_INSIDE = (
    (r"([:,])([^\d])", r" \1 \2"),
    (r"([:,])\Z", r" \1 "),
    (r"\.{2,}|[;@#$%&]|[\u2012-\u2015]", r" \g<0> "),
)
_MORE_INSIDE = (
    (r"[?!]", r" \g<0> "),
    (r"([^'])' ", r"\1 ' "),
    (r"[*]", r" \g<0> "),
    (r"[\]\[(){}<>]|--", r" \g<0> "),
)
_CLOSES = (
    (r"[»”’]", r" \g<0> "),
    (r"''|\"", " '' "),
    (r"\s+", " "),
    (r"([^' ])('[sS]|'[mM]|'[dD]|') ", r"\1 \2 "),
    (r"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r"\1 \2 "),
    (r"(?i)\b(can)(not)\b", r" \1 \2 "),
    (r"(?i)\b(d)('ye)\b", r" \1 \2 "),
    (r"(?i)\b(gim|lem)(me)\b", r" \1 \2 "),
    (r"(?i)\b(gon)(na)\b", r" \1 \2 "),
    (r"(?i)\b(got)(ta)\b", r" \1 \2 "),
    (r"(?i)\b(more)('n)\b", r" \1 \2 "),
    (r"(?i)\b(wan)(na)(?=\s)", r" \1 \2 "),
    (r"(?i) ('t)(is|was)\b", r" \1 \2 "),
)


def _compiled(rules: tuple[tuple[str, str], ...]) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern), put) for pattern, put in rules]


_RULES_OPENS, _RULES_INSIDE = _compiled(_OPENS), _compiled(_INSIDE)
_RULES_MORE, _RULES_CLOSES = _compiled(_MORE_INSIDE), _compiled(_CLOSES)
_FINAL = re.compile(_AT_END)
_finditer = re.compile(r"\S+").finditer
_JOINED = frozenset(("cannot", "gimme", "gonna", "gotta", "lemme", "wanna"))
_FIRST = 4
_MAY_END = "])}>\"'»”’."


def tokens(text: str) -> Iterator[str]:
    """The tokens of a text, one after the other; LackingError without Punkt's model."""
    # Where only the first ones are asked for, these are often plain words.
    plain = list(takewhile(_is_plain, islice(text.split(maxsplit=_FIRST), _FIRST)))
    yield from plain
    every = (token for one in punkt.each(text) for token in of_sentence(one))
    yield from islice(every, len(plain), None)


def _is_plain(run: str) -> bool:
    return run.isalpha() and run.lower() not in _JOINED


def count_capitals(text: str, runs: list[str]) -> int:
    """How many tokens of a text are in capitals; `runs` is what stands between white space."""
    count = 0
    for run in [run for run in runs if not run.islower()]:
        if run.isalpha():
            # `CANNOT` is two tokens.
            count += (2 if run.lower() in _JOINED else 1) if run.isupper() else 0
        elif run.lower() != run:
            inside = sum(map(str.isupper, _of_run(" ", run)))
            if "'" in run and inside != sum(map(str.isupper, _of_end(" ", run))):
                # `CAN'T.` is two tokens in capitals at the end of a sentence, elsewhere one.
                return sum(map(str.isupper, tokens(text)))
            count += inside
    return count


def of_sentence(sentence: str) -> Iterator[str]:
    """The tokens of one sentence."""
    if '"' in sentence or "''" in sentence:
        # Whether a quotation opens hangs on what stands before it.
        found = [
            (sentence[max(0, run.start() - 1) : run.start()], run[0]) for run in _finditer(sentence)
        ]
    else:
        found = [(" ", run) for run in sentence.split()]
    # What stands at the end is looked at together, from the last run that is more than marks.
    last = len(found) - 1
    while last > 0 and not found[last][1].strip(_MAY_END):
        last -= 1
    for before, run in found[:last]:
        if _is_plain(run):
            yield run
        else:
            yield from _of_run(before, run)
    if found:
        before, run = found[last]
        at = sentence.rindex(run) if last else len(sentence) - len(sentence.lstrip())
        yield from _of_end(before, sentence[at:])


@lru_cache(maxsize=20_000)
def _of_run(before: str, run: str) -> tuple[str, ...]:
    return tuple(_cut(before + run + " ", at_end=False))


@lru_cache(maxsize=20_000)
def _of_end(before: str, end: str) -> tuple[str, ...]:
    return tuple(_cut(before + end, at_end=True))


def _cut(text: str, *, at_end: bool) -> list[str]:
    for pattern, put in _RULES_OPENS:
        text = pattern.sub(put, text)
    if at_end:
        text = _FINAL.sub(r"\1 \2 \3 ", text)
    for pattern, put in _RULES_INSIDE:
        text = pattern.sub(put, text)
    for pattern, put in _RULES_MORE:
        text = pattern.sub(put, text)
    text = f" {text} "
    for pattern, put in _RULES_CLOSES:
        text = pattern.sub(put, text)
    return text.split()
