"""Which sentences speak of something, by the base forms of its words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tamis.measures.words import words
from tamis.writing.edits.sentences import Sentence

_ENOUGH = 0.6
_TOO_COMMON = 0.5
_FEW = 4
# What instructions speak of an answer with; no answer is about them.
_OF_INSTRUCTIONS = (
    "answer text response sentence paragraph part section information detail example approach "
    "method paper reference citation bullet point list item mention discussion definition "
    "description explanation please add remove delete change rewrite rephrase clarify elaborate "
    "expand explain describe make give provide include use keep shorten reduce instance term word "
    "phrase more less short long clear better specific new different first last second third"
)


def speaking_of(topic: str, sentences: Sequence[Sentence]) -> tuple[int, ...]:
    """The sentences, by number, that have three fifths of the topic's telling words.

    Telling are the words that some sentences have and at most half of them, where they are four
    or more; function words and what instructions call the parts of an answer are not.
    """
    return _speaking(topic, sentences, _ENOUGH)


def touching(topic: str, sentences: Sequence[Sentence]) -> tuple[int, ...]:
    """The sentences, by number, that have one of the topic's telling words, as above, or more."""
    return _speaking(topic, sentences, 0.0)


def _speaking(topic: str, sentences: Sequence[Sentence], least: float) -> tuple[int, ...]:
    having = [_forms(one.text) for one in sentences]
    telling = []
    for term in _forms(topic) - _forms(_OF_INSTRUCTIONS):
        count = sum(term in forms for forms in having)
        if count and (len(having) < _FEW or count <= _TOO_COMMON * len(having)):
            telling.append(term)
    enough = max(1.0, least * len(telling))
    return tuple(
        k for k, forms in enumerate(having) if sum(term in forms for term in telling) >= enough
    )


@lru_cache(maxsize=4096)
def _forms(text: str) -> frozenset[str]:
    # The stemmer takes no lone surrogate.
    text = text.lower().encode("utf-8", "replace").decode()
    forms = words("pystemmer").forms(text, stop_words=False)
    return frozenset(form for form in forms if form[0].isalnum() and not form.isdigit())
