"""Which type of constraint a name may mean that is none: "max_words", "bulletpoints".

By the letters of the names, and by the words in which the types say what they are: their ids, what
they count, their docstrings, parameters and wordings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cache

from tamis.checking.constraint_types.constraint_type import ConstraintType, Count
from tamis.text.stems import stem

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_EXAMPLE = re.compile(r"(?<!\w)'[^'\n]+'(?!\w)|\"[^\"\n]+\"|`[^`\n]+`")
_FRAME = ("count", "number", "limit", "total", "of", "must", "has", "is", *Count.model_fields)
"""What stands beside the word that tells: "word_count", "max_words"."""
_ALSO = {
    "forbidden": "exclude", "banned": "exclude", "prohibited": "exclude", "not": "exclude",
    "required": "contain", "include": "contain", "length": "word", "url": "link", "begin": "start",
}  # fmt: skip
"""Words that no type says of itself, by those that one does."""
_LEAST = 0.35
"""What a guess must be worth."""
_LONGEST = 40


def nearest(name: str, types: Mapping[str, type[ConstraintType]]) -> str | None:
    """The name of a type that a name most likely means; None where nothing is near."""
    names = _Names(types)
    name = name[:_LONGEST]
    words = names.words(name)
    worth = {id: names.worth(id, words, _letters(name)) for id in types}
    best = max(worth, key=lambda id: worth[id])
    return best if worth[best] >= _LEAST else None


class _Names:
    """The names of types, and the words by which each can be meant."""

    def __init__(self, types: Mapping[str, type[ConstraintType]]) -> None:
        self.parts = {id: {_stem(part) for part in id.split("_")} for id in types}
        said: dict[str, dict[str, float]] = {}
        for id, made in types.items():
            for word, weight in _words_of(id, made):
                by = said.setdefault(word, {})
                by[id] = max(by.get(id, 0.0), weight)
        self.said = {
            word: {id: weight / max(sum(by.values()), 2.5) for id, weight in by.items()}
            for word, by in said.items()
        }
        """How much a word that types say means each of them."""

    def worth(self, id: str, words: Sequence[str], letters: str) -> float:
        """How near a type is to a name: by its words, or by letters where nearly all are its."""
        by_words = sum(self.said.get(one, {}).get(id, 0.0) for one in words) / max(len(words), 1)
        same = 2 * len(self.parts[id] & {*words}) / (len(self.parts[id]) + len({*words}))
        alike = SequenceMatcher(None, letters, _letters(id), autojunk=False).ratio()
        return max(by_words + same / 2 + alike / 4, 2 * alike - 1)

    def words(self, name: str) -> tuple[str, ...]:
        """The words of a name as types say them, but for those that frame the one that tells."""
        found = [part for word in _WORD.findall(name) for part in self._parted(word.lower())]
        telling = [one for one in found if one not in _FRAME] or found
        return tuple(map(self._meant, telling))

    def _parted(self, word: str) -> tuple[str, ...]:
        """A word, or the two known ones that are joined in it: "bulletpoints"."""
        if not self._is_known(word):
            for n in range(len(word) - 2, 2, -1):
                if self._is_known(word[:n]) and self._is_known(word[n:]):
                    return word[:n], word[n:]
        return (word,)

    def _meant(self, word: str) -> str:
        """A word as types say it: one that is cut short or misspelt as what it is."""
        word = next((_ALSO[one] for one in _ALSO if _stem(one) == _stem(word)), word)
        if self._is_known(word):
            return _stem(word)
        begun = [one for parts in self.parts.values() for one in parts if one.startswith(word)]
        alike = [one for one in self.said if one[0] == word[0]] if len(word) > 3 else []
        near = get_close_matches(_stem(word), alike, 1, 0.8)
        return min(begun, key=len, default=near[0] if near else word)

    def _is_known(self, word: str) -> bool:
        return word in _FRAME or _stem(word) in self.said


def _words_of(id: str, made: type[ConstraintType]) -> Iterator[tuple[str, float]]:
    """The words that a type says of itself, with how much they tell; what is quoted left out."""
    summary, _, more = (made.__doc__ or "").partition("\n\n")
    fields = " ".join(
        f"{name} {field.description}"
        for name, field in made.model_fields.items()
        if name != "where" and name not in Count.model_fields
    )
    counted = f"{getattr(made, 'one', '')} {getattr(made, 'many', '')}"
    wordings = " ".join(made.wordings)
    for text, weight in (
        (id, 4.0), (counted, 3.0), (summary, 2.0), (wordings, 1.0), (more, 1.0), (fields, 0.8),
    ):  # fmt: skip
        yield from ((_stem(word), weight) for word in _WORD.findall(_EXAMPLE.sub("", text)))


def _letters(name: str) -> str:
    return "".join(_WORD.findall(name)).lower()


@cache
def _stem(word: str) -> str:
    return stem(word.lower())
