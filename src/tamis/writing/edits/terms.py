"""Which sentences are about a topic, by the stems of its words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tamis.measures.words import words
from tamis.text.normalised import whole
from tamis.text.sentences import Sentence

_ENOUGH = 0.6
_TOO_COMMON = 0.5
_FEW = 4
# Words with which instructions describe an answer; they are never its topic.
_OF_INSTRUCTIONS = (
    "answer text response sentence paragraph part section information detail example approach "
    "method paper reference citation bullet point list item mention discussion definition "
    "description explanation please add remove delete change rewrite rephrase clarify elaborate "
    "expand explain describe make give provide include use keep shorten reduce instance term word "
    "phrase more less short long clear better specific new different first last second third"
)


def speaking_of(topic: str, sentences: Sequence[Sentence]) -> tuple[int, ...]:
    """The numbers of the sentences that have three fifths of the topic's distinguishing words.

    A word distinguishes if some sentences have it and, where there are four or more sentences, at
    most half of them do; function words and the names that instructions give to parts of an answer
    do not.
    """
    return _speaking(topic, sentences, _ENOUGH)


def touching(topic: str, sentences: Sequence[Sentence]) -> tuple[int, ...]:
    """The numbers of the sentences that have at least one distinguishing word of the topic."""
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
    # The stemmer cannot take lone surrogates.
    forms = words("pystemmer").forms(whole(text.lower()), stop_words=False)
    return frozenset(form for form in forms if form[0].isalnum() and not form.isdigit())
