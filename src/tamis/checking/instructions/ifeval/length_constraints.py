"""IFEval's `length_constraints:`: sentences, paragraphs and words."""

from __future__ import annotations

import re
from functools import partial

from tamis.checking.instructions.instruction import (
    DRAWN,
    RELATION,
    instruction,
    text,
    whole_number,
)
from tamis.checking.instructions.response import Response
from tamis.checking.instructions.verdicts import agreed, decided, related, said, undecided
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

declare = partial(instruction, set="ifeval")

_DIVIDER = re.compile(r"[ \t]*\*\*\*[ \t]*")
_FIRST_WORD_ENDS = re.compile(r"[.,?!'\"]")


def published_sentences(response: Response, num_sentences: int, relation: str) -> Judgement:
    """So many sentences to nltk's Punkt."""
    count = len(response.punkt_sentences)
    return decided(related(count, relation, num_sentences), f"{count} sentences to Punkt")


def sentences(response: Response, num_sentences: int, relation: str) -> Judgement:
    """So many sentences, whether or not headings and items are some."""

    def test(found: list[Span]) -> tuple[bool, str]:
        return related(len(found), relation, num_sentences), f"{len(found)} sentences"

    return agreed(response, test)


declare(
    "length_constraints:number_sentences",
    "The response has less than, or at least, so many sentences.",
    arguments={"num_sentences": whole_number(), "relation": RELATION},
    reference=published_sentences,
    strict=sentences,
    differs="nltk's Punkt ends a sentence only at a stop, so that a list without full stops is "
    "one sentence with what follows; strict counts such lines both ways, and is undecided where "
    "that matters.",
    passes=({"num_sentences": 2, "relation": "at least"}, "It rains. Dr. Wu sleeps."),
    fails=({"num_sentences": 2, "relation": "less than"}, "It rains. Dr. Wu sleeps."),
)


def published_paragraphs(response: Response, num_paragraphs: int) -> Judgement:
    """So many parts between `***`, wherever that stands; none within may be blank."""
    parts = [bool(part.strip()) for part in response.text.split("***")]
    inner = parts[1:-1]
    count = sum((parts[0], len(inner), parts[-1])) if len(parts) > 1 else 1
    return decided(all(inner) and count == num_paragraphs, f"{count} parts between `***`")


def paragraphs(response: Response, num_paragraphs: int) -> Judgement:
    """So many parts between lines of `***`; none within may be blank."""
    parts, inside = [], False
    for line in response.all_lines:
        if divider := _DIVIDER.fullmatch(line):
            parts.append(inside)
        inside = not divider and (inside or bool(line.strip()))
    parts.append(inside)
    count = sum(parts)
    told = f"{count} paragraphs between {len(parts) - 1} dividers"
    return decided(all(parts[1:-1]) and count == num_paragraphs, told)


declare(
    "length_constraints:number_paragraphs",
    "There are so many paragraphs, with the divider `***` between them.",
    arguments={"num_paragraphs": whole_number()},
    reference=published_paragraphs,
    strict=paragraphs,
    differs="The published code cuts at `***` anywhere, also where it opens bold italics "
    "(`***so***`); a divider of Markdown is a line of its own, which strict wants.",
    passes=({"num_paragraphs": 2}, "One ***two*** three.\n\n***\n\nFour."),
    fails=({"num_paragraphs": 3}, "One.\n\n***two*** three."),
)


def published_words(response: Response, num_words: int, relation: str) -> Judgement:
    """So many runs of letters, digits and underscores."""
    count = len(response.word_runs)
    return decided(related(count, relation, num_words), f"{count:,} runs of letters and digits")


def words(response: Response, num_words: int, relation: str) -> Judgement:
    """So many words, as word processors count."""
    count = len(response.words)
    return decided(related(count, relation, num_words), f"{count:,} words")


declare(
    "length_constraints:number_words",
    "The response has less than, or at least, so many words.",
    arguments={"num_words": whole_number(), "relation": RELATION},
    reference=published_words,
    strict=words,
    differs="The published code counts runs of letters and digits, so that `don't` and `3.5` are "
    "two words each; strict counts what white space parts, as word processors do.",
    passes=({"num_words": 4, "relation": "less than"}, "We don't know."),
    fails=({"num_words": 4, "relation": "at least"}, "We don't know."),
)


def published_first_word(
    response: Response, num_paragraphs: int, nth_paragraph: int, first_word: str
) -> Judgement:
    """Parts between two line ends; blank ones are left out of the count, not of the numbering."""
    if nth_paragraph > num_paragraphs:
        return undecided(f"{DRAWN}: nth_paragraph, since {nth_paragraph} is too many.")
    parts = response.text.split("\n\n")
    count = sum(1 for part in parts if part.strip())
    nth = parts[nth_paragraph - 1].split() if nth_paragraph <= count else []
    if not nth:
        return decided(False, f"{count} paragraphs")
    word = _FIRST_WORD_ENDS.split(nth[0].lstrip("'").lstrip('"'), maxsplit=1)[0]
    # Letter by letter, as `lower` of a whole word can differ.
    begins = "".join(map(str.lower, word)) == first_word.lower()
    told = f"{count} paragraphs; paragraph {nth_paragraph} begins with {said(word)}"
    return decided(begins and count == num_paragraphs, told)


def first_word(
    response: Response, num_paragraphs: int, nth_paragraph: int, first_word: str
) -> Judgement:
    """So many parts between blank lines, the n-th of which begins with the word."""
    found = response.paragraphs
    if len(found) != num_paragraphs or nth_paragraph > len(found):
        return decided(False, f"{len(found)} paragraphs")
    place = found[nth_paragraph - 1]
    word, wanted = (response.words_in(place) or [""])[0], first_word.strip().casefold()
    told = f"{len(found)} paragraphs; paragraph {nth_paragraph} begins with {said(word)}"
    return decided(word == wanted, told, places=[place])


declare(
    "length_constraints:nth_paragraph_first_word",
    "There are so many paragraphs between blank lines, and the n-th begins with a word.",
    arguments={
        "num_paragraphs": whole_number(),
        "nth_paragraph": whole_number(1, draws_below=1),
        "first_word": text(),
    },
    reference=published_first_word,
    strict=first_word,
    differs="The published code looks for the n-th among all parts, also blank ones that it does "
    "not count, and cuts the word at an apostrophe or sees a bold mark as part of it; strict "
    "numbers the paragraphs that it counts.",
    passes=(
        {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "then"},
        "At first.\n\n\n\n**Then** so.",
    ),
    fails=(
        {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "then"},
        "Then so.\n\nAt last.",
    ),
)
