"""IFBench's `ratio:`: stop words, kinds of sentences, overlap."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from tamis.checking.instructions.instruction import instruction, text, whole_number
from tamis.checking.instructions.response import Response, prepared
from tamis.checking.instructions.verdicts import agreed, decided, said, shown, undecided
from tamis.checking.instructions.word_lists import CLITICS, STOP_WORDS
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

declare = partial(instruction, set="ifbench")


def published_stop_words(response: Response, percentage: int) -> Judgement:
    """The share of runs of letters and digits that are on nltk's list."""
    words = response.word_runs
    count = sum(map(STOP_WORDS.__contains__, map(str.lower, words)))
    if not words:
        return decided(False, "no words")
    told = f"{count} of {len(words)} words: {count / len(words):.1%}"
    return decided(count / len(words) * 100 <= percentage, told)


def stop_words(response: Response, percentage: int) -> Judgement:
    """The share of words that are stop words; a contraction of one is one."""
    words = response.plain_words
    if not words:
        return undecided("there are no words.")
    count = sum(map(_is_stop_word, words))
    told = f"{count} of {len(words)} words: {count / len(words):.1%}"
    return decided(count * 100 <= percentage * len(words), told)


@lru_cache(maxsize=20_000)
def _is_stop_word(word: str) -> bool:
    stem, apostrophe, clitic = word.rpartition("'")
    return word in STOP_WORDS or bool(
        apostrophe and clitic in CLITICS and (stem in STOP_WORDS or stem + "n" in STOP_WORDS)
    )


declare(
    "ratio:stop_words",
    "At most so many percent of the words are stop words.",
    arguments={"percentage": whole_number()},
    reference=published_stop_words,
    strict=stop_words,
    differs="The published code counts `don't` as two words, both stop words; strict counts words "
    "as word processors do, each once. Both use nltk's list, as the wording names none.",
    passes=({"percentage": 34}, "Cats don't purr."),
    fails=({"percentage": 30}, "Cats don't purr."),
)


def _ends(response: Response, stops: str) -> list[int]:
    """How many published sentences end with each of some stops."""
    last = [one[-1:] for one in response.published_sentences]
    return [last.count(stop) for stop in stops]


def published_two_to_one(response: Response) -> Judgement:
    """Twice as many sentences end with a full stop as with a question mark; none will do."""
    told, asked = _ends(response, ".?")
    return decided(told == 2 * asked, f"{told} end with a full stop, {asked} ask")


def two_to_one(response: Response) -> Judgement:
    """Twice as many sentences end with a full stop as with a question mark, and one asks."""
    ends = [response.ending(span) for span in response.sentences]
    told, asked = sum(map(ends.count, ".。")), sum(map(ends.count, "?？"))
    working = f"{told} end with a full stop, {asked} ask"
    return decided(told == 2 * asked and asked > 0, working)


declare(
    "ratio:sentence_type",
    "Declarative and interrogative sentences are two to one.",
    reference=published_two_to_one,
    strict=two_to_one,
    differs="A response without full stops and questions passes the published code, whose rules "
    "also take an ellipsis, or the number of an item of a list, for a sentence; strict wants a "
    "question, and knows such dots.",
    passes=({}, "It rains. It snows. Does it hail?"),
    fails=({}, "It rains!"),
)


def published_balance(response: Response) -> Judgement:
    """As many sentences end with a full stop as with a question mark, and with an exclamation."""
    told, asked, called = _ends(response, ".?!")
    return decided(
        told == asked == called, f"{told} end with a full stop, {asked} ask, {called} call"
    )


def balance(response: Response) -> Judgement:
    """As many of each of the three kinds, and one at least."""
    ends = [response.ending(span) for span in response.sentences]
    told, asked, called = (sum(map(ends.count, stops)) for stops in (".。", "?？", "!！"))
    working = f"{told} end with a full stop, {asked} ask, {called} call"
    return decided(told == asked == called > 0, working)


declare(
    "ratio:sentence_balance",
    "There are as many declarative as interrogative and exclamatory sentences.",
    reference=published_balance,
    strict=balance,
    differs="A response without any stops passes the published code; strict wants one of each, "
    "and does not take the dot of a list's number for a sentence.",
    passes=({}, "It rains. Does it snow? It hails!"),
    fails=({}, "It rains"),
)


def published_overlap(response: Response, reference_text: str, percentage: int) -> Judgement:
    """The share of runs of three characters that the reference has too, give or take 2."""
    found, known = _character_trigrams(response.text), _known_character_trigrams(reference_text)
    if not len(found):
        return decided(False, "fewer than three characters")
    # Where one would stand in the other; the last place is that of what is above all.
    places = known.searchsorted(found).clip(max=max(0, len(known) - 1))
    common = int((known[places] == found).sum()) if len(known) else 0
    share = common / len(found) * 100
    told = f"{share:.1f}% of {len(found):,} runs of three characters"
    return decided(percentage - 2 <= share <= percentage + 2, told)


def _character_trigrams(text: str) -> Any:
    """The different runs of three characters, each as a number, sorted: faster than as a set."""
    import numpy as np  # not where the module is imported, which is to be fast

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    runs = (codes[:-2] << np.uint64(42)) | (codes[1:-1] << np.uint64(21)) | codes[2:]
    runs.sort()
    first = np.ones(len(runs), dtype=bool)
    np.not_equal(runs[1:], runs[:-1], out=first[1:])
    return runs[first]


_known_character_trigrams = lru_cache(maxsize=100)(_character_trigrams)


def overlap(response: Response, reference_text: str, percentage: int) -> Judgement:
    """The share of runs of three words that the reference has too, give or take 2."""
    found = _word_trigrams(response)
    if not found:
        return undecided("the response has fewer than three words.")
    common = len(found & _word_trigrams(prepared(reference_text, "")))
    told = f"{common} of {len(found):,} runs of three words: {common / len(found):.1%}"
    low, high = (percentage - 2) * len(found), (percentage + 2) * len(found)
    return decided(low <= common * 100 <= high, told)


def _word_trigrams(response: Response) -> set[tuple[str, ...]]:
    words = response.plain_words
    return set(zip(words, words[1:], words[2:], strict=False))


declare(
    "ratio:overlap",
    "Of the response's trigrams so many percent, give or take 2, are in a reference text.",
    arguments={"reference_text": text(draws=False), "percentage": whole_number()},
    reference=published_overlap,
    strict=overlap,
    differs="The published code compares runs of three characters; trigrams of a text are "
    "commonly those of its words, which strict compares (the authors' later code too).",
    passes=({"reference_text": "The old cat sleeps.", "percentage": 50}, "The old cat runs!"),
    fails=({"reference_text": "The old cat sleeps.", "percentage": 80}, "The old cat runs!"),
)


def published_equal_sentences(response: Response) -> Judgement:
    """Three sentences of equal length; words are not looked at."""
    lengths = [len(one) for one in response.published_sentences]
    equal = len(lengths) == 3 and len(set(lengths)) == 1
    return decided(equal, f"{len(lengths)} sentences of {shown(lengths)} characters")


def equal_sentences(response: Response) -> Judgement:
    """Three sentences of equal length without a word in common."""

    def test(found: list[Span]) -> tuple[bool, str]:
        lengths = [end - start for start, end in found]
        told = f"{len(lengths)} sentences of {shown(lengths)} characters"
        return len(lengths) == 3 and len(set(lengths)) == 1, told

    seen: set[str] = set()
    for word in response.plain_words:
        if word in seen:
            return decided(False, f"the word {said(word)} occurs again")
        seen.add(word)
    return agreed(response, test)


declare(
    "ratio:sentence_words",
    "Three sentences have equal numbers of characters, and all words are different.",
    reference=published_equal_sentences,
    strict=equal_sentences,
    differs="The published code does not look whether the words are different (its authors mended "
    "that later); strict does.",
    passes=({}, "It rains. We slept. Cats run."),
    fails=({}, "It rains. It snows. It hails."),
)
