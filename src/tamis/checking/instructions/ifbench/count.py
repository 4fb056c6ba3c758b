"""IFBench's `count:`: words, numbers, names, pronouns, marks."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from tamis.checking.instructions.instruction import instruction, text, whole_number
from tamis.checking.instructions.response import MARKS, Response
from tamis.checking.instructions.verdicts import (
    between,
    decided,
    said,
    shown,
    undecided,
)
from tamis.checking.instructions.word_lists import MAYBE_PRONOUNS, NUMBER_WORDS, PRONOUNS
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifbench")


def published_word_range(response: Response, min_words: int, max_words: int) -> Judgement:
    """So many runs of letters, digits and underscores."""
    count = len(response.word_runs)
    return decided(min_words <= count <= max_words, f"{count:,} runs of letters and digits")


def word_range(response: Response, min_words: int, max_words: int) -> Judgement:
    """So many words, as word processors count."""
    count = len(response.words)
    return decided(min_words <= count <= max_words, f"{count:,} words")


declare(
    "count:word_count_range",
    "The response has from so many to so many words.",
    arguments={"min_words": whole_number(), "max_words": whole_number()},
    reference=published_word_range,
    strict=word_range,
    differs="The published code counts runs of letters and digits, so that `don't` and `3.5` are "
    "two words each; strict counts what white space parts, as word processors do.",
    passes=({"min_words": 3, "max_words": 3}, "We don't know."),
    fails=({"min_words": 4, "max_words": 5}, "We don't know."),
)


def published_unique_words(response: Response, N: int) -> Judgement:
    """So many different runs without marks at both ends; marks alone are one."""
    count = len(set(response.trimmed_words))
    return decided(count >= N, f"{count:,} different words")


def unique_words(response: Response, N: int) -> Judgement:
    """So many different words."""
    count = len(set(response.plain_words))
    return decided(count >= N, f"{count:,} different words")


declare(
    "count:unique_word_count",
    "The response has at least so many different words.",
    arguments={"N": whole_number()},
    reference=published_unique_words,
    strict=unique_words,
    differs="The published code counts marks that stand alone as a word, and one with a curly "
    "quotation mark as another word; strict counts words.",
    passes=({"N": 3}, "A dog and a dog."),
    fails=({"N": 4}, "A dog – and “a” dog."),
)

_CONJUNCTIONS = ("and", "but", "for", "nor", "or", "so", "yet")
_ALWAYS = frozenset(("and", "but", "nor", "or"))
_JOINS = re.compile(r"(?:[,;.!?]|\A)[\"')*_]*\s+(for|so|yet)(?![^\W_])", re.IGNORECASE)


def published_conjunctions(response: Response, small_n: int) -> Judgement:
    """So many different conjunctions, where `and`, `And` and `and,` are three."""
    pairs = zip(response.runs, response.trimmed_words, strict=False)
    found = {run for run, word in pairs if word in _CONJUNCTIONS}
    return decided(len(found) >= small_n, f"{len(found)} conjunctions", shown(sorted(found)))


def conjunctions(response: Response, small_n: int) -> Judgement:
    """So many of the seven; `for`, `so` and `yet` surely join where a clause begins."""
    words = set(response.plain_words).intersection(_CONJUNCTIONS)
    sure = words & _ALWAYS
    if len(sure) < small_n <= len(words):
        sure |= words.intersection(found.lower() for found in _JOINS.findall(response.text))
    told = shown(sorted(words)) or "none"
    return between(len(sure), len(words), lambda n: n >= small_n, "conjunctions", told)


declare(
    "count:conjunctions",
    "The response has at least so many different coordinating conjunctions.",
    arguments={"small_n": whole_number()},
    reference=published_conjunctions,
    strict=conjunctions,
    differs="To the published code `and`, `And` and `and,` are different ones, and every `for` "
    "and `so` is a conjunction; strict tells the seven apart by word, and is undecided where it "
    "hangs on whether `for`, `so` or `yet` joins clauses.",
    passes=({"small_n": 3}, "It rains and snows, but not here or there."),
    fails=({"small_n": 3}, "And so it rains, and snows and, well, And hails."),
)

# fmt: off
NAMES = (
    "Emma", "Liam", "Sophia", "Jackson", "Olivia", "Noah", "Ava", "Lucas", "Isabella", "Mason",
    "Mia", "Ethan", "Charlotte", "Alexander", "Amelia", "Benjamin", "Harper", "Leo", "Zoe",
    "Daniel", "Chloe", "Samuel", "Lily", "Matthew", "Grace", "Owen", "Abigail", "Gabriel", "Ella",
    "Jacob", "Scarlett", "Nathan", "Victoria", "Elijah", "Layla", "Nicholas", "Audrey", "David",
    "Hannah", "Christopher", "Penelope", "Thomas", "Nora", "Andrew", "Aria", "Joseph", "Claire",
    "Ryan", "Stella", "Jonathan",
)
# fmt: on
_NAMES = frozenset(NAMES)


def published_person_names(response: Response, N: int) -> Judgement:
    """So many different names of the list, also within words."""
    found = [name for name in NAMES if name in response.text]
    told = (f"{len(found)} names of the list", shown(found))
    return decided(len(found) >= N, *told[: 1 + bool(found)])


def person_names(response: Response, N: int) -> Judgement:
    """So many different names of the list, as whole words with a capital."""
    found = _NAMES.intersection(response.word_runs)
    told = (f"{len(found)} names of the list", shown(sorted(found)))
    return decided(len(found) >= N, *told[: 1 + bool(found)])


declare(
    "count:person_names",
    "The response has at least so many different names of a list of 50 (Emma, Liam, Sophia, …).",
    arguments={"N": whole_number()},
    reference=published_person_names,
    strict=person_names,
    differs="The published code finds a name within other words (`Mia` in `Miami`; its authors "
    "mended that later); strict wants whole words.",
    passes=({"N": 2}, "Emma's brother is Liam."),
    fails=({"N": 2}, "Emma and emma and Emmanuel."),
)

_DIGITS = re.compile(r"\d+")
_BETWEEN_NUMBERS = re.compile(r"[-–/:]")
_RANGE = re.compile(r"[\d.,]+[-–][\d.,]+")


def published_numbers(response: Response, N: int) -> Judgement:
    """Just so many runs of digits in the text without marks."""
    runs = (run for run in response.bare_words if not run.isalpha())
    found = [number for run in runs for number in _DIGITS.findall(run)]
    return decided(len(found) == N, f"{len(found)} numbers", *([shown(found)] if found else []))


def numbers(response: Response, N: int) -> Judgement:
    """Just so many numbers in digits; those in words and in names such as `B2` may count or not."""
    counts = [_numbers_in(word) for word in response.plain_words]
    low, high = sum(low for low, _ in counts), sum(high for _, high in counts)
    return between(low, high, lambda n: n == N, "numbers")


@lru_cache(maxsize=20_000)
def _numbers_in(word: str) -> tuple[int, int]:
    """The least and the most numbers that a word is: `3-5` is two, `1/2` and `10:30` one or two."""
    parts = _BETWEEN_NUMBERS.split(word)
    figures = sum(1 for part in parts if part[:1].isdigit())
    others = sum(1 for part in parts if part in NUMBER_WORDS or _DIGITS.search(part)) - figures
    if not parts[0][:1].isdigit():
        return 0, figures + others
    return (2, 2) if _RANGE.fullmatch(word) else (1, figures + others)


declare(
    "count:numbers",
    "The response has just so many numbers.",
    arguments={"N": whole_number()},
    reference=published_numbers,
    strict=numbers,
    differs="The published code takes marks out first, so that `3-5` is one number (35), and sees "
    "no numbers in words; strict counts 3-5 as two, and is undecided where it hangs on numbers in "
    "words or in names (`B2`).",
    passes=({"N": 3}, "From 3-5 to 1,000.5 cats."),
    fails=({"N": 1}, "From 3-5 cats."),
)


def published_pronouns(response: Response, N: int) -> Judgement:
    """So many of a list of personal, possessive and reflexive pronouns."""
    words = response.bare_words
    if "/" in response.text:
        lower = response.lower.replace("/", " ")
        words = lower.translate(str.maketrans("", "", MARKS)).split()
    count = sum(map(PRONOUNS.__contains__, words))
    return decided(count >= N, f"{count} pronouns")


def pronouns(response: Response, N: int) -> Judgement:
    """So many pronouns; such as `this` and `which` are some, where they stand for a noun."""
    words = response.plain_words
    if "/" in response.text or "'" in response.straight:
        words = [part.partition("'")[0] for word in words for part in word.split("/")]
    sure = sum(1 for word in words if word in PRONOUNS)
    more = sum(1 for word in words if word in MAYBE_PRONOUNS)
    return between(sure, sure + more, lambda n: n >= N, "pronouns")


declare(
    "count:pronouns",
    "The response has at least so many pronouns.",
    arguments={"N": whole_number()},
    reference=published_pronouns,
    strict=pronouns,
    differs="The published code knows personal, possessive and reflexive pronouns only, and not "
    "in `I'm` or `they're` (its authors added more later); strict sees those, and is undecided "
    "where it hangs on words such as `this` or `which`, which may be pronouns.",
    passes=({"N": 3}, "I'm sure they're ours."),
    fails=({"N": 3}, "She sleeps; the cat eats."),
)

_SIX = frozenset(".,!?;:")
_INTERROBANG = re.compile(r"\?!|!\?|‽")
_OTHER_MARKS = ("'’‘", '"“”', "-‐", "–—", "(", ")")


def published_marks(response: Response) -> Judgement:
    """Each of six marks, besides one interrobang."""
    value = response.text
    if not _INTERROBANG.search(value):
        return decided(False, "there is no interrobang")
    first = "?!" if "?!" in value else "!?"
    lacking = _SIX - set(value.replace(first, "", 1))
    return decided(not lacking, f"lacking: {shown(sorted(lacking)) or 'none'}")


def marks(response: Response) -> Judgement:
    """Each of six marks and an interrobang surely; others are standard to some."""
    lacking = sorted(_SIX - set(response.text))
    if not _INTERROBANG.search(response.text):
        lacking.append("?!")
    if lacking:
        return decided(False, f"lacking: {' '.join(lacking)}")
    others = [any(mark in response.text for mark in kinds) for kinds in _OTHER_MARKS]
    alone = set(_INTERROBANG.sub("", response.text)) >= _SIX
    if all(others) and alone:
        return decided(True, "all marks of English occur")
    missing = [kinds[0] for kinds, there in zip(_OTHER_MARKS, others, strict=True) if not there]
    return undecided(
        "which marks are standard, the wording does not say: "
        + (f"lacking are {' '.join(missing)}." if missing else "! or ? stands only in ?!.")
    )


declare(
    "count:punctuation",
    "Every standard punctuation mark occurs, also semicolons, colons and the interrobang `?!`.",
    reference=published_marks,
    strict=marks,
    differs="The published code wants six marks and the interrobang; apostrophes, quotation "
    "marks, hyphens, dashes and brackets are standard marks to many, so strict is sure only where "
    "all of them occur, or one of the six lacks.",
    passes=({}, 'Well: "it\'s a well-known (old) joke" – really?! No, no; why? Go! End.'),
    fails=({}, "Well, really?! No. Why? Go!"),
)

_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def published_japanese(response: Response, N: int) -> Judgement:
    """Every N-th run has a Japanese character, unless it is digits or marks alone."""
    for at, run in enumerate(response.runs[N - 1 :: N], 1):
        word = run.strip(MARKS)
        if word and not word.isdigit() and not _JAPANESE.search(word):
            return decided(False, f"word {at * N} is {said(word)}")
    return decided(True, f"{len(response.runs) // N} words are looked at")


def japanese(response: Response, N: int) -> Judgement:
    """Every N-th word has a Japanese character; there is one at least."""
    words = response.words[N - 1 :: N]
    for at, span in enumerate(words, 1):
        if not _JAPANESE.search(response.quote(span)):
            return decided(False, f"word {at * N} is {said(response.quote(span))}", places=[span])
    if not words:
        return undecided(f"the response has fewer than {N} words.")
    return decided(True, f"{len(words)} words are looked at", places=words)


declare(
    "count:words_japanese",
    "Every N-th word is in Japanese.",
    arguments={"N": whole_number(1, draws_below=0)},
    reference=published_japanese,
    strict=japanese,
    differs="The published code numbers what stands between blanks, also marks, lets digits pass, "
    "and a response that is too short; strict numbers words, and is undecided on such a response.",
    passes=({"N": 3}, "I love 寿司 and drink お茶."),
    fails=({"N": 3}, "I love 寿司 and drink 2."),
)

_TIMES = (1, 2, 3, 5, 7)
_KEYWORDS = tuple(f"keyword{number}" for number in range(1, 6))
_NAMED = ("sun", "moon", "star", "cloud", "ray")
_FIVE = dict(zip(_KEYWORDS, _NAMED, strict=True))


def published_keywords(response: Response, **keywords: str) -> Judgement:
    """Each keyword is found just so often, also within words."""
    counts = [response.lower.count(keywords[name].strip().lower()) for name in _KEYWORDS]
    return decided(counts == list(_TIMES), f"found {shown(counts)} times")


def keywords(response: Response, **keywords: str) -> Judgement:
    """Each whole word occurs just so often."""
    places = [response.phrases(keywords[name]) for name in _KEYWORDS]
    counts = [len(found) for found in places]
    told = f"they occur {shown(counts)} times"
    return decided(counts == list(_TIMES), told, places=[one for found in places for one in found])


declare(
    "count:keywords_multiple",
    "Five keywords occur once, twice, three, five and seven times.",
    arguments={name: text() for name in _KEYWORDS},
    reference=published_keywords,
    strict=keywords,
    differs="The published code counts within other words too (`cat` in `concatenate`; its "
    "authors mended that later); strict counts whole words.",
    passes=(
        _FIVE,
        " ".join(f"{word} " * times for word, times in zip(_NAMED, _TIMES, strict=True)),
    ),
    fails=(
        _FIVE,
        " ".join(f"{word}s " * times for word, times in zip(_NAMED, _TIMES, strict=True)),
    ),
)
