"""A slow scorer of FanOutQA's answers to measure against: how the published one works.

Written from what `fanoutqa` 1.3.0 does (`eval/string.py`, `norm.py`): for every single string
of the reference answer the whole generated answer is normalised again, and the string too. Its
spaCy model is taken where it is installed, else spaCy's tokeniser and a stemmer, which is a
harder yardstick: the model takes some 30 times as long. ftfy, which it calls too, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Normalise = Callable[[str], str]


def normaliser() -> tuple[str, Normalise]:
    """The published normalisation and the name of what its base forms come from."""
    import spacy

    if spacy.util.is_package("en_core_web_sm"):
        model = spacy.load("en_core_web_sm")
        return "en_core_web_sm", lambda text: _normal(" ".join(t.lemma_ for t in model(text)))
    import Stemmer

    stem, tokens = Stemmer.Stemmer("english").stemWord, spacy.blank("en")
    name = "spacy-blank+pystemmer"
    return name, lambda text: _normal(" ".join(stem(token.text) for token in tokens(text)))


def found(answer: Any, generation: str, normal: Normalise) -> list[bool]:
    """For each string of the answer whether it stands in the generation."""
    if isinstance(answer, list):
        return [one for item in answer for one in found(item, generation, normal)]
    if isinstance(answer, dict):
        parts = (*answer.keys(), *answer.values())
        return [one for part in parts for one in found(part, generation, normal)]
    if isinstance(answer, bool):
        answer = "yes" if answer else "no"
    wanted = normal(_plain_numbers(str(answer).lower()))
    text = normal(_plain_numbers(generation.lower()))
    return [re.search(rf"\b{re.escape(wanted)}\b", text) is not None]


def _plain_numbers(text: str) -> str:
    return re.sub(r"(\d+,)+\d+(\.\d+)?", lambda number: number[0].replace(",", ""), text)


def _normal(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub("[,.?!:;]", "", text))
