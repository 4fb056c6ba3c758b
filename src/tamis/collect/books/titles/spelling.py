"""Whether two similar words are two spellings of one word, or two different words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA, Indel

from tamis.checking.recognisers.word_lists import common, word_set

LONG = 6
"""Number of words from which a title may lack one small word of the other."""

_ONE_EDIT, _TWO_EDITS = 5, 9  # letters from which one edit, or two, may be a slip

_OTHERS = {
    "ax": "axe", "bk": "book", "cheque": "check", "cosy": "cozy", "dr": "doctor",
    "draught": "draft", "gaol": "jail", "gipsies": "gypsies", "gipsy": "gypsy", "grey": "gray",
    "jewellery": "jewelry", "mould": "mold", "moustache": "mustache", "mr": "mister",
    "mt": "mount", "plough": "plow", "ploughman": "plowman", "programme": "program",
    "pt": "part", "pyjama": "pajama", "pyjamas": "pajamas", "sceptic": "skeptic", "st": "saint",
    "tyre": "tire", "vol": "volume", "vols": "volumes", "whisky": "whiskey",
}  # fmt: skip
_RULES = tuple(
    (re.compile(written), instead)
    for written, instead in (
        # Colour, honourable, neighbourhood; but four and scoured.
        (
            r"(?<=[aeiou])([^aeiou]+)our(?=(?:s|ed|ing|able|ably|ful|less|ite|ites|y|hood|ly)?$)",
            r"\1or",
        ),
        # Theatre, centre, fibre; but more and there.
        (r"(?<=[a-z][btgvh])re(?=s?$)", "er"),
        (r"(?<=[a-z]{3})is(?=(?:e|ed|es|er|ers|ing|ation|ations)$)", "iz"),
        (r"(?<=[a-z]{3})ence(?=s?$)", "ense"),
        (r"(?<=[a-z]{2})ogue(?=s?$)", "og"),
        # Travelling, jewelled; but filling.
        (r"([aeiou][a-z]*[aeiou])ll(?=(?:ed|ing|er|ers|ous|ment)$)", r"\1l"),
        (r"ll(?=ful)", "l"),
        (r"ae(?=[a-z]{3})", "e"),
        (r"dgement", "dgment"),
        (r"^enquir", "inquir"),
    )
)
_SMALL = word_set(
    "of and or in on at to for from by with without my his her our your their its is was not no as"
)


_LONGEST = 45
"""The letters of the longest word in dictionaries; longer ones are no English."""


@lru_cache(maxsize=65_536)
def one_spelling(word: str) -> str:
    """A folded word in one standard spelling of English, with short forms written out."""
    if (other := _OTHERS.get(word)) is not None:
        return other
    if 4 < len(word) <= _LONGEST:
        for pattern, instead in _RULES:
            word = pattern.sub(instead, word)
    return word


def same_words(first: str, second: str) -> bool:
    """Whether two folded texts that are nearly the same differ in spelling alone.

    Words may be joined (`go between`), have a slip that does not make another English word, or be
    in the plural where the texts share another word that is not a small one. A title of `LONG`
    words may lack a small word of the other.
    """
    one, two = first.split(), second.split()
    blocks: list[tuple[list[str], list[str]]] = [([], [])]
    next_to_word = False
    for edit in Indel.opcodes(one, two):
        left = one[edit.src_start : edit.src_end]
        if edit.tag == "equal":
            next_to_word = next_to_word or not _SMALL.issuperset(left)
            blocks.append(([], []))
        else:
            blocks[-1][0].extend(left)
            blocks[-1][1].extend(two[edit.dest_start : edit.dest_end])
    long = min(len(one), len(two)) >= LONG
    return all(_one_text(left, right, next_to_word, long) for left, right in blocks)


def _one_text(left: Sequence[str], right: Sequence[str], next_to_word: bool, long: bool) -> bool:
    if "".join(left) == "".join(right):
        return True
    if not left or not right:
        return long and len(left) + len(right) == 1 and _SMALL.issuperset((*left, *right))
    return len(left) == len(right) and all(
        _one_word(*sorted(pair, key=len), next_to_word=next_to_word)
        for pair in zip(left, right, strict=True)
    )


def _one_word(short: str, long: str, *, next_to_word: bool) -> bool:
    if short == long:
        return True
    if next_to_word and len(short) > 2 and long in (f"{short}s", f"{short}es", f"{short[:-1]}ies"):
        return True
    if len(short) < _ONE_EDIT or short[0] != long[0] or not (short + long).isalpha():
        return False
    if OSA.distance(short, long) > (2 if len(short) >= _TWO_EDITS else 1):
        return False
    return not (_known(short) and _known(long))


def _known(word: str) -> bool:
    """Whether it is an English word or name, in the plural or the genitive too."""
    return word in (known := common()) or (word.endswith("s") and word[:-1] in known)
