"""IFEval's `keywords:`: which words occur, and how often."""

from __future__ import annotations

from functools import partial

from tamis.checking.instructions.instruction import (
    RELATION,
    instruction,
    letter,
    text,
    texts,
    whole_number,
)
from tamis.checking.instructions.response import Response
from tamis.checking.instructions.verdicts import decided, published_found, related, said
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifeval")


def published_existence(response: Response, keywords: tuple[str, ...]) -> Judgement:
    """All are found, as regular expressions, also within words."""
    for keyword in sorted(keywords):
        if not published_found(response, keyword):
            return decided(False, f"{said(keyword)} is not found")
    return decided(True, f"all {len(keywords)} are found")


def existence(response: Response, keywords: tuple[str, ...]) -> Judgement:
    """All occur as whole words."""
    found = {keyword: response.phrases(keyword) for keyword in keywords}
    places = [place for several in found.values() for place in several[:1]]
    if lacking := [keyword for keyword, several in found.items() if not several]:
        return decided(False, f"not found: {', '.join(map(said, lacking))}", places=places)
    return decided(True, f"all {len(keywords)} occur", places=places)


declare(
    "keywords:existence",
    "Each of the keywords occurs, by any case.",
    arguments={"keywords": texts()},
    reference=published_existence,
    strict=existence,
    differs="The published code takes a keyword as a regular expression and finds it within other "
    "words (`art` in `party`); the wording asks for the word, so strict wants it whole.",
    passes=({"keywords": ["cat", "new moon"]}, "The cat sleeps under a New\nMoon."),
    fails=({"keywords": ["cat"]}, "Concatenate these."),
)


def published_frequency(
    response: Response, keyword: str, frequency: int, relation: str
) -> Judgement:
    """The regular expression is found so often, also within words."""
    count = len(published_found(response, keyword.strip()))
    return decided(related(count, relation, frequency), f"{said(keyword)} is found {count} times")


def frequency(response: Response, keyword: str, frequency: int, relation: str) -> Judgement:
    """The whole word occurs so often."""
    places = response.phrases(keyword)
    told = f"{said(keyword)} occurs {len(places)} times"
    return decided(related(len(places), relation, frequency), told, places=places)


declare(
    "keywords:frequency",
    "A keyword occurs less than, or at least, so many times.",
    arguments={"keyword": text(), "frequency": whole_number(), "relation": RELATION},
    reference=published_frequency,
    strict=frequency,
    differs="The published code counts what a regular expression finds, within other words too "
    "(`rain` in `brain`); strict counts whole words.",
    passes=(
        {"keyword": "rain", "frequency": 2, "relation": "at least"},
        "Rain, rain, go away.",
    ),
    fails=(
        {"keyword": "rain", "frequency": 2, "relation": "at least"},
        "Rain on a train.",
    ),
)


def published_forbidden(response: Response, forbidden_words: tuple[str, ...]) -> Judgement:
    r"""None is found as a regular expression between `\b`."""
    for word in sorted(set(forbidden_words)):
        if found := published_found(response, word, whole=True):
            return decided(False, f"{said(word)} is found {len(found)} times")
    return decided(True, f"none of {len(set(forbidden_words))} is found")


def forbidden(response: Response, forbidden_words: tuple[str, ...]) -> Judgement:
    """None occurs as a whole word."""
    words = dict.fromkeys(forbidden_words)
    if places := [place for word in words for place in response.phrases(word)]:
        occur = ", ".join(said(response.quote(place)) for place in places[:8])
        return decided(False, f"{occur}: {len(places)} in all", places=places)
    return decided(True, f"none of {len(words)} occurs")


declare(
    "keywords:forbidden_words",
    "None of the words occurs.",
    arguments={"forbidden_words": texts()},
    reference=published_forbidden,
    strict=forbidden,
    differs="The published code takes a word as a regular expression, and one that begins or ends "
    "with a mark (`C#`) is never found; strict finds it, and any kind of apostrophe in it.",
    passes=({"forbidden_words": ["cat", "C#"]}, "A category of C."),
    fails=({"forbidden_words": ["C#"]}, "I write C# and Python."),
)


def letter_frequency(
    response: Response, letter: str, let_frequency: int, let_relation: str
) -> Judgement:
    """The letter occurs so often, by any case."""
    letter = letter.lower()
    count = response.lower.count(letter) if len(letter) == 1 else 0
    told = f"{said(letter)} occurs {count} times"
    return decided(related(count, let_relation, let_frequency), told)


declare(
    "keywords:letter_frequency",
    "A letter occurs less than, or at least, so many times, by any case.",
    arguments={"letter": letter(), "let_frequency": whole_number(), "let_relation": RELATION},
    reference=letter_frequency,
    passes=({"letter": "e", "let_frequency": 3, "let_relation": "at least"}, "Even here."),
    fails=({"letter": "e", "let_frequency": 3, "let_relation": "less than"}, "Even here."),
)
