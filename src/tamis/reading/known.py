"""What is known is looked for: names that an item may begin with, and what may stand behind them.

A name is known where it is exactly the head of an item and is followed by the item's end, a
separator, a closing quote or emphasis, or "by" and the author. So a title that merely begins with
a known one ("Love in the Time of Cholera" beside "Love") stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from tamis.text.normalised import folded

CLOSING = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "„": "“”", "‹": "›", "《": "》",
            "「": "」", "『": "』", "*": "*", "_": "_", "`": "`", "<": ">"}  # fmt: skip
"""What may close the quote or emphasis that a sign opens."""

MOST_ENDS = 60
"""The most places of an item at which its head may end."""

_MARKS = re.compile(r"[\"'“”‘’«»„‚‹›《》「」『』*_`\\]+")
_DASHES = re.compile(r"[‐‑‒–—―−]")
_AROUND = " \t.,;:!?…·"
_SEPARATOR = re.compile(
    r":(?!\S)|：|(?<=\s)[-–—]+(?=\s)|[–—(（\[;|｜【\ue200→⇒\t✓✔✅☑✗✘❌☒🚫❎]|,(?=\s?\d)|(?<=\s)->|~~"
    r"|\.?[¹²³⁰-⁹]{1,6}$"
)


@lru_cache(maxsize=65_536)
def letters(text: str) -> str:
    """A name for comparing: case, accents, quotes, kinds of dashes and marks of emphasis folded."""
    plain = " ".join(_DASHES.sub("-", _MARKS.sub("", folded(text))).split()).strip(_AROUND)
    return plain or " ".join(text.split())


@dataclass(frozen=True)
class Head:
    """The head of an item: `text[:end]`, and the known name that it is."""

    end: int
    name: str


@dataclass(frozen=True)
class Known:
    """The names that a benchmark knows, by their letters.

    `ids` are the ids of documents; `author` may stand behind "by". Without names nothing is known.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    ids: frozenset[str] = frozenset()
    author: str = ""

    @classmethod
    def titles(cls, titles: Iterable[str], author: str = "") -> Known:
        """Titles alone."""
        return cls({letters(title): title for title in titles if title.strip()}, author=author)

    @classmethod
    def documents(cls, documents: Iterable[tuple[str, str]]) -> Known:
        """Documents by id and title."""
        named = list(documents)
        names = {letters(title): title for _, title in named if title.strip()}
        return cls(names, frozenset(id for id, _ in named))

    def with_titles(self, titles: Iterable[str]) -> Known:
        """The same with more titles."""
        more = {letters(title): title for title in titles if title.strip()}
        return Known({**more, **self.names}, self.ids, self.author)

    def whole(self, text: str) -> str | None:
        """The known name that a text is as a whole."""
        return self.names.get(letters(text))

    def head(self, text: str) -> Head | None:
        """The longest known name that is exactly the head of a text.

        A comma ends it only before a figure ("Emma, 1815") or "by" and the author: titles go on
        behind commas.
        """
        if not self.names:
            return None
        for end in sorted(set(self._ends(text)), reverse=True):
            if name := self.names.get(letters(text[:end])):
                return Head(end, name)
        return None

    def _ends(self, text: str) -> Iterator[int]:
        yield len(text)
        patterns = [_SEPARATOR]
        if text[:1] in CLOSING:
            patterns.append(_closing(text[0]))
        if self.author:
            patterns.append(by(self.author))
        for pattern in patterns:
            for found, _ in zip(pattern.finditer(text), range(MOST_ENDS), strict=False):
                yield found.end() if pattern.groups else found.start()


@cache
def _closing(opening: str) -> re.Pattern[str]:
    """The end of what a sign opens, as a group."""
    return re.compile(rf"([{re.escape(CLOSING[opening])}]+[.,]?)(?=\W|$)")


@lru_cache(maxsize=256)
def by(author: str) -> re.Pattern[str]:
    """The word "by" and the author, by the whole name or its last word."""
    last = author.split()[-1]
    return re.compile(
        rf"(?:,\s|\s)by\s[*_\"]{{0,3}}(?:{re.escape(author)}|{re.escape(last)})(?!\w)", re.I
    )
