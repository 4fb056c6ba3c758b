"""IFBench's `words:`: letters, lengths, repeats and places of words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import islice, pairwise
from string import ascii_lowercase

from tamis.checking.instructions.instruction import instruction, text, whole_number
from tamis.checking.instructions.resources import first_tag, syllables, syllables_listed
from tamis.checking.instructions.response import MARKS, Response, folded, without_marks
from tamis.checking.instructions.tokens import tokens
from tamis.checking.instructions.verdicts import agreed, between, decided, said, shown, undecided
from tamis.checking.instructions.word_lists import NO_VERBS, VERBS
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

declare = partial(instruction, set="ifbench")

_AFTER = dict(zip(ascii_lowercase, ascii_lowercase[1:] + "a", strict=True))


def published_alphabet(response: Response) -> Judgement:
    """The first letters go on through the alphabet; a digit or another letter breaks it."""
    words = response.bare_words
    # A capital can have two small letters, none of which is a letter of the alphabet then.
    first = next(filter(None, map(without_marks, response.runs)))[0].lower() if words else ""
    if first not in _AFTER:
        return decided(False, "the first word begins with no letter of the alphabet")
    for word in words[1:]:
        first = _AFTER[first]
        if word[0] != first:
            return decided(False, f"{said(word)} does not begin with {first}")
    return decided(True, f"{len(words)} words")


def alphabet(response: Response) -> Judgement:
    """As the published code, by words; accents and what holds no letter are left out."""
    wanted = ""
    for word in response.plain_words:
        first = folded(word)[:1]
        if first not in _AFTER or (wanted and first != wanted):
            return decided(False, f"{said(word)} does not begin with {wanted or 'a letter'}")
        wanted = _AFTER[first]
    return decided(bool(wanted), f"{len(response.plain_words)} words")


declare(
    "words:alphabet",
    "Each word begins with the next letter of the alphabet, after Z with A again.",
    reference=published_alphabet,
    strict=alphabet,
    differs="The published code takes an accented letter for none of the alphabet, and a "
    "quotation mark that is not ASCII for the first letter; strict does not.",
    passes=({}, "Xenia’s yak “zigzags”. – Äpfel, bitte!"),
    fails=({}, "A big dog."),
)


def published_three_vowels(response: Response) -> Judgement:
    """One line that has at most three of a, e, i, o, u."""
    lines = response.text.strip().split("\n")
    if len(lines) != 1:
        return decided(False, f"{len(lines)} lines")
    vowels = sorted(set("aeiou").intersection(response.lower))
    return decided(len(vowels) <= 3, f"{len(vowels)} vowels: {shown(vowels)}")


def three_vowels(response: Response) -> Judgement:
    """One paragraph that has just three of a, e, i, o, u; of fewer it is not clear."""
    if len(response.paragraphs) != 1:
        return decided(False, f"{len(response.paragraphs)} paragraphs")
    vowels = sorted(set("aeiou").intersection(folded(response.lower)))
    told = f"{len(vowels)} vowels: {shown(vowels)}"
    if len(vowels) in (1, 2):
        return undecided("whether fewer than three will do, the wording does not say.", told)
    return decided(len(vowels) == 3, told)


declare(
    "words:vowel",
    "One paragraph, whose words have only three of the five vowels.",
    reference=published_three_vowels,
    strict=three_vowels,
    differs="The published code takes a text without any vowel, does not see accented ones, and a "
    "line that is only wrapped is another paragraph to it; strict wants three, and is undecided "
    "on one or two.",
    passes=({}, "A red cat sits\nin a den."),
    fails=({}, "Hmm. Café au lait, s'il vous plaît."),
)

_CONSONANTS = "[bcdfghjklmnpqrstvwxyz]"
_CLUSTER = re.compile(_CONSONANTS * 2)


def published_clusters(response: Response) -> Judgement:
    """Each run has two consonants in a row; also one of marks or digits would need them."""
    for run in response.lower.split():
        if not _CLUSTER.search(run):
            return decided(False, f"{said(run)} has none")
    return decided(True, f"all {len(response.runs)} words have one")


def clusters(response: Response) -> Judgement:
    """Each word with a letter has two consonants in a row."""
    for span, word in zip(response.words, response.plain_words, strict=True):
        if not _CLUSTER.search(folded(word)) and not word.isdigit():
            return decided(False, f"{said(word)} has none", places=[span])
    return decided(bool(response.words), f"all {len(response.words)} words have one")


declare(
    "words:consonants",
    "Each word has two consonants in a row.",
    reference=published_clusters,
    strict=clusters,
    differs="The published code wants consonants in marks that stand alone (`–`) and in numbers "
    "too; strict looks at words.",
    passes=({}, "Strong trees – plants!"),
    fails=({}, "Strong trees are plants."),
)


def published_palindromes(response: Response) -> Judgement:
    """Ten runs without marks that read the same backwards, also digits and repeated ones."""
    found = [word for word in response.bare_words if len(word) >= 5 and word == word[::-1]]
    return decided(len(found) >= 10, f"{len(found)} palindromes", shown(found) or "none")


def palindromes(response: Response) -> Judgement:
    """Ten words that read the same backwards; of a repeated one it is not clear."""
    words = response.plain_words
    found = [word for word in words if len(word) >= 5 and word == word[::-1] and word.isalpha()]
    distinct = dict.fromkeys(found)
    told = shown(distinct, 12) or "none"
    return between(len(distinct), len(found), lambda n: n >= 10, "palindromes", told)


declare(
    "words:palindrome",
    "There are at least ten single-word palindromes of at least five letters.",
    reference=published_palindromes,
    strict=palindromes,
    differs="The published code counts numbers, and one palindrome ten times; strict counts "
    "words, and is undecided where it hangs on repeated ones.",
    passes=({}, "Level, radar, civic, kayak, rotor, refer, madam, tenet, stats, and solos."),
    fails=({}, "Level, radar, civic, kayak, rotor, refer, madam, tenet, stats, and 12321."),
)

_PUBLISHED_PRIMES = frozenset(
    n for n in range(2, 98) if all(n % d for d in range(2, int(n**0.5) + 1))
)


def published_prime_lengths(response: Response) -> Judgement:
    """The length of each run without marks is a prime up to 97."""
    for word in filter(None, map(without_marks, response.runs)):
        if len(word) not in _PUBLISHED_PRIMES:
            return decided(False, f"{said(word)} has {len(word)} letters")
    return decided(True, "all lengths are primes")


def prime_lengths(response: Response) -> Judgement:
    """The number of letters of each word is a prime, of a compound in every way of counting."""
    doubts = []
    for span, word in zip(response.words, response.plain_words, strict=True):
        primes = _prime_readings(word)
        if not any(primes):
            return decided(False, f"{said(word)} has no prime length", places=[span])
        if not all(primes):
            doubts.append(word)
    if doubts:
        return undecided(f"it hangs on what the length of {said(doubts[0])} is.")
    return decided(bool(response.words), f"all {len(response.words)} lengths are primes")


@lru_cache(maxsize=20_000)
def _prime_readings(word: str) -> tuple[bool, ...]:
    if word.isalpha():
        return (_is_prime(len(word)),)
    letters = sum(map(str.isalnum, word))
    parts = [part for part in re.split(r"[^\w]|_", word) if part]
    return _is_prime(letters), _is_prime(len(word)), all(_is_prime(len(part)) for part in parts)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


declare(
    "words:prime_lengths",
    "The length of each word is a prime number.",
    reference=published_prime_lengths,
    strict=prime_lengths,
    differs="The published code takes a curly quotation mark for a letter and a response of marks "
    "alone for kept; strict counts letters, and is undecided where the length of a compound or a "
    "contraction can be told in several ways.",
    passes=({}, "“The cat” slept today."),
    fails=({}, "The cats slept today."),
)


def published_repeats(response: Response, small_n: int) -> Judgement:
    """No word occurs more than so many times."""
    word, count = _most_often(response.bare_words)
    return decided(count <= small_n, f"{said(word)} occurs {count} times")


def repeats(response: Response, small_n: int) -> Judgement:
    """No word occurs more than so many times; one time more is so many repeats, to some."""
    word, count = _most_often(response.plain_words)
    told = f"{said(word)} occurs {count} times"
    if count == small_n + 1:
        why = f"a word that occurs {count} times is repeated {small_n} times, to some."
        return undecided(why, told)
    return decided(count <= small_n, told)


def _most_often(words: list[str]) -> tuple[str, int]:
    counts = Counter(words)
    word = max(counts, key=counts.__getitem__, default="")
    return word, counts[word]


declare(
    "words:repeats",
    "No word is repeated more than so many times.",
    arguments={"small_n": whole_number()},
    reference=published_repeats,
    strict=repeats,
    differs="To the published code a word is repeated as often as it occurs; one that occurs "
    "three times is repeated twice, as people say too, so strict is undecided just there.",
    passes=({"small_n": 2}, "A dog and a cat."),
    fails=({"small_n": 1}, "A dog, a cat, a cow."),
)


def published_start_verb(response: Response) -> Judgement:
    """The first token is a verb to nltk's tagger."""
    first, tag = first_tag(tokens(response.text))
    return decided("VB" in tag, f"{said(first)} is {tag}")


def start_verb(response: Response) -> Judgement:
    """The first word is surely a verb, or surely none."""
    if not response.plain_words:
        return decided(False, "there are no words")
    first = response.plain_words[0]
    stem = first.partition("'")[0]
    told = f"the first word is {said(first)}"
    if stem in NO_VERBS or first[0].isdigit():
        return decided(False, told)
    if stem in VERBS or first in ("can't", "don't", "won't"):
        return decided(True, told)
    return undecided(f"whether {said(first)} is a verb here, no list of words tells.", told)


declare(
    "words:start_verb",
    "The response begins with a verb.",
    reference=published_start_verb,
    strict=start_verb,
    differs="The published code believes the tagger of nltk, which takes a mark such as `#` for "
    "the first word and is often wrong at the beginning of an imperative; strict decides for "
    "words that are verbs or are none, and leaves open what can be either (`Plants`).",
    passes=({}, "**Consider** this."),
    fails=({}, "The dog sleeps."),
)


def published_parity(response: Response) -> Judgement:
    """The syllables of words are odd and even by turns, to the package syllapy."""
    count, last = syllables(), None
    for word in response.bare_words:
        odd = count(word) % 2
        if odd == last:
            return decided(False, f"{said(word)} has {count(word)} syllables, as the one before")
        last = odd
    return decided(True, f"{len(response.bare_words)} words alternate")


def parity(response: Response) -> Judgement:
    """As the published code, where syllapy has the words in its list; else it guesses."""
    listed, last, unsure = syllables_listed(), None, ""
    for word in response.plain_words:
        count = listed.get(word.replace("'", ""), listed.get(word))
        if count is not None and last is not None and count % 2 == last % 2:
            return decided(False, f"{said(word)} has {count} syllables, and {last} the one before")
        unsure = unsure or (word if count is None else "")
        last = count
    if unsure:
        return undecided(f"how many syllables {said(unsure)} has is not listed.")
    return decided(last is not None, f"{len(response.plain_words)} words alternate")


declare(
    "words:odd_even_syllables",
    "Words with odd and even numbers of syllables alternate.",
    reference=published_parity,
    strict=parity,
    differs="The published code guesses the syllables of words that syllapy does not list, and a "
    "number has none to it; strict is undecided where it hangs on such words.",
    passes=({}, "The water is open."),
    fails=({}, "The cat is open."),
)


def published_chain(response: Response) -> Judgement:
    """The last word of each sentence is the first of the next, as IFEval's rules cut them."""
    for one, following in pairwise(response.published_sentences):
        last, first = (
            one.rstrip(MARKS + " ").split()[-1:],
            following.lstrip(MARKS + " ").split()[:1],
        )
        if not last or not first or last[0].lower() != first[0].lower():
            return decided(False, f"{said(' '.join(last))} is followed by {said(' '.join(first))}")
    return decided(True, f"{len(response.published_sentences)} sentences")


def chain(response: Response) -> Judgement:
    """The last word of each sentence is the first of the next; there are two at least."""

    def test(found: list[Span]) -> tuple[bool, str]:
        spoken = (words for span in found if (words := response.words_in(span)))
        for one, following in pairwise(spoken):
            if one[-1] != following[0]:
                return False, f"{said(one[-1])} is followed by {said(following[0])}"
        return True, f"{len(found)} sentences"

    if len(response.sentences) < 2:
        return undecided("there is only one sentence.")
    return agreed(response, test)


declare(
    "words:last_first",
    "The last word of each sentence is the first word of the next one.",
    reference=published_chain,
    strict=chain,
    differs="The published code takes a comma or a curly mark at a word for a part of it (`dogs,` "
    "is not `dogs`), cuts sentences at some abbreviations, and a single sentence passes; strict "
    "compares words, and is undecided on a single sentence.",
    passes=({}, "I like dogs. Dogs, I think, sleep! **Sleep** is good."),
    fails=({}, "I like dogs. Cats sleep."),
)


def published_paragraph_ends(response: Response) -> Judgement:
    """In each line the first run is the last, by any case, without marks around the line."""
    for line in response.lower.split("\n"):
        words = line.strip().strip(MARKS + " ").split()
        if words and words[0] != words[-1]:
            return decided(False, f"{said(words[0])} is not {said(words[-1])}")
    return decided(True, "all paragraphs end with their first word")


def paragraph_ends(response: Response) -> Judgement:
    """In each line the first word is the last."""
    lines = [words for span in response.lines if (words := response.words_in(span))]
    for words in lines:
        if words[0] != words[-1]:
            return decided(False, f"{said(words[0])} is not {said(words[-1])}")
    return decided(bool(lines), f"{len(lines)} paragraphs")


declare(
    "words:paragraph_last_first",
    "Each paragraph, on a line of its own, ends with the word that it begins with.",
    reference=published_paragraph_ends,
    strict=paragraph_ends,
    differs="The published code compares words with the marks at them (`Dogs,` is not `dogs`) and "
    "does not know curly quotation marks; strict compares words.",
    passes=({}, "Dogs, we hear, are dogs.\n\n“Cats” are cats."),
    fails=({}, "Dogs are dogs.\n\nCats are cute."),
)


def published_no_consecutive(response: Response) -> Judgement:
    """No two runs without marks that follow each other begin alike."""
    return _no_two_begin_alike(response.bare_words)


def no_consecutive(response: Response) -> Judgement:
    """No two words that follow each other begin with the same letter."""
    return _no_two_begin_alike(map(folded, response.plain_words), letters=True)


def _no_two_begin_alike(words: Iterable[str], *, letters: bool = False) -> Judgement:
    for one, following in pairwise(words):
        if one[0] == following[0] and (one[0].isalpha() or not letters):
            return decided(False, f"{said(one)} and {said(following)} begin alike")
    return decided(True, "no two words that follow each other begin alike")


declare(
    "words:no_consecutive",
    "No two words that follow each other begin with the same letter.",
    reference=published_no_consecutive,
    strict=no_consecutive,
    differs="The published code compares digits and curly marks as letters too; strict compares "
    "letters, without accents.",
    passes=({}, "We saw 10 or 12 “big” “animals”."),
    fails=({}, "We saw ten étoiles, eleven moons."),
)


def published_position(response: Response, keyword: str, n: int, m: int) -> Judgement:
    """The m-th token of the n-th sentence, as IFEval's rules cut it, is just the keyword."""
    sentences = response.published_sentences
    if len(sentences) < n:
        return decided(False, f"{len(sentences)} sentences")
    word = next(islice(tokens(sentences[n - 1]), m - 1, None), "")
    return decided(word == keyword.strip(), f"word {m} of sentence {n} is {said(word)}")


def position(response: Response, keyword: str, n: int, m: int) -> Judgement:
    """The m-th word of the n-th sentence is the keyword, by any case."""

    def test(found: list[Span]) -> tuple[bool, str]:
        words = response.words_in(found[n - 1]) if n <= len(found) else []
        word = words[m - 1] if m <= len(words) else ""
        told = f"{len(found)} sentences; word {m} of sentence {n} is {said(word)}"
        return word == keyword.strip().casefold(), told

    return agreed(response, test)


declare(
    "words:keywords_specific_position",
    "A keyword is the m-th word of the n-th sentence.",
    arguments={
        "keyword": text(),
        "n": whole_number(1, draws_below=1),
        "m": whole_number(1, draws_below=1),
    },
    reference=published_position,
    strict=position,
    differs="The published code numbers nltk's tokens, so that a comma is a word, and compares "
    "with case (its authors mended both later); strict numbers words.",
    passes=({"keyword": "sun", "n": 2, "m": 3}, "It rains, no? Well, the Sun shines."),
    fails=({"keyword": "sun", "n": 2, "m": 4}, "It rains, no? Well, the Sun shines."),
)


def published_second(response: Response, keyword: str) -> Judgement:
    """The second token and the last but one are just the keyword; marks are tokens."""
    second = next(islice(tokens(response.text), 1, None), "")
    if second != keyword.strip():
        return decided(False, f"the second is {said(second)}")
    last = response.tokens[-2]
    return decided(second == last, f"they are {said(second)} and {said(last)}")


def second(response: Response, keyword: str) -> Judgement:
    """The second word and the last but one are the keyword, by any case."""
    found = response.plain_words
    if len(found) < 2:
        return decided(False, f"{len(found)} words")
    told = f"they are {said(found[1])} and {said(found[-2])}"
    return decided(found[1] == found[-2] == keyword.strip().casefold(), told)


declare(
    "words:words_position",
    "The second word and the last but one are a keyword.",
    arguments={"keyword": text()},
    reference=published_second,
    strict=second,
    differs="To the published code the full stop at the end is a word, so that the last word "
    "before it is the last but one, and case matters (its authors mended both later); strict "
    "counts words.",
    passes=({"keyword": "so"}, "Be SO kind, be so good."),
    fails=({"keyword": "so"}, "Be so kind, say so."),
)
