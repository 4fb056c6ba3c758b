"""IFBench's `sentence:`: alliteration, growing length, a keyword in its place."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from tamis.checking.instructions.instruction import instruction, text, whole_number
from tamis.checking.instructions.response import MARKS, Response, folded
from tamis.checking.instructions.verdicts import agreed, decided, shown
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

declare = partial(instruction, set="ifbench")

_NO_MARKS = str.maketrans("", "", MARKS)


def published_alliteration(response: Response) -> Judgement:
    """Of each sentence the words in all rows that begin alike are more than of the one before."""
    counts: list[int] = []
    for one in response.published_sentences:
        words = [clean for run in one.lower().split() if (clean := run.lstrip(MARKS))]
        count, row = 0, False
        for before, word in pairwise(words):
            alike = before[0] == word[0]
            count += (1 if row else 2) if alike else 0
            row = alike
        if counts and count <= counts[-1]:
            return decided(False, f"{shown([*counts[-3:], count])} words begin alike")
        counts.append(count)
    return decided(True, f"{shown(counts)} words begin alike")


def alliteration(response: Response) -> Judgement:
    """The longest row of words that begin alike grows from sentence to sentence."""

    def test(found: list[Span]) -> tuple[bool, str]:
        rows: list[int] = []
        for span in found:
            if words := response.words_in(span):
                rows.append(_longest_row(words))
            if rows[-2:] != sorted(set(rows[-2:])):
                break
        grows = bool(rows) and rows == sorted(set(rows))
        return grows, f"the longest rows have {shown(rows[-8:])} words"

    return agreed(response, test)


def _longest_row(words: list[str]) -> int:
    """The length of the longest row of words that begin with the same letter."""
    longest = row = 1
    for before, word in pairwise(map(folded, words)):
        row = row + 1 if before[0] == word[0] else 1
        longest = max(longest, row)
    return longest


declare(
    "sentence:alliteration_increment",
    "Each sentence has a longer row of words that begin alike than the sentence before.",
    reference=published_alliteration,
    strict=alliteration,
    differs="The published code adds up all rows of a sentence, so that two short ones beat a "
    "long one; the wording speaks of a longer sequence, so strict compares the longest row.",
    passes=({}, "It rains. Big birds sing. Seven slow snails sleep."),
    fails=({}, "Seven slow snails sleep. A big bird sees ten tall trees."),
)


def published_increment(response: Response, small_n: int) -> Judgement:
    """Each sentence has so many more runs without marks, as IFEval's rules cut them."""
    counts: list[int] = []
    for one in response.published_sentences:
        counts.append(len(one.translate(_NO_MARKS).split()))
        if not _grows(counts[-2:], small_n):
            return decided(False, f"{shown(counts[-12:], 12)} words")
    return decided(True, f"{shown(counts, 12)} words")


def increment(response: Response, small_n: int) -> Judgement:
    """Each sentence has so many more words than the one before."""

    def test(found: list[Span]) -> tuple[bool, str]:
        counts: list[int] = []
        for span in found:
            if words := response.words_in(span):
                counts.append(len(words))
            if not _grows(counts[-2:], small_n):
                break
        return bool(counts) and _grows(counts, small_n), f"{shown(counts[-12:], 12)} words"

    return agreed(response, test)


def _grows(counts: list[int], by: int) -> bool:
    return all(following == one + by for one, following in pairwise(counts))


declare(
    "sentence:increment",
    "Each sentence has just so many more words than the one before.",
    arguments={"small_n": whole_number()},
    reference=published_increment,
    strict=increment,
    differs="The published code cuts sentences at any stop (`e.g.`, `1.`) and counts a dash as a "
    "word; strict does not.",
    passes=({"small_n": 2}, "It rains. So we – stay in. No one, e.g. Ann, knows it."),
    fails=({"small_n": 2}, "It rains. We stay inside."),
)


def published_keyword(response: Response, word: str, N: int) -> Judgement:
    """The n-th sentence, as IFEval's rules cut it, has the keyword, also within a word."""
    sentences = response.published_sentences
    if not sentences or len(sentences) < N:
        return decided(False, f"{len(sentences)} sentences")
    return decided(
        word.lower() in sentences[N - 1].lower(), f"sentence {N}: {sentences[N - 1][:60]}"
    )


def keyword(response: Response, word: str, N: int) -> Judgement:
    """The n-th sentence has the keyword as a whole word."""
    places = response.phrases(word)

    def test(found: list[Span]) -> tuple[bool, str]:
        start, end = found[N - 1] if len(found) >= N else (0, 0)
        there = any(start <= begin and stop <= end for begin, stop in places)
        told = f"sentence {N} of {len(found)} {'has' if there else 'does not have'} the keyword"
        return there, told

    return agreed(response, test)


declare(
    "sentence:keyword",
    "The n-th sentence has a keyword.",
    arguments={"word": text(), "N": whole_number(1, draws_below=0)},
    reference=published_keyword,
    strict=keyword,
    differs="The published code finds the keyword within other words (its authors mended that "
    "later) and cuts sentences at any stop; strict wants the whole word, and is undecided where "
    "it hangs on what a heading or an item is.",
    passes=({"word": "art", "N": 2}, "It rains. So we make art."),
    fails=({"word": "art", "N": 2}, "It rains. So we have a party."),
)
