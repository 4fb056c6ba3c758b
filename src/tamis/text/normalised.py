"""Normalisations of text, most of them named after the scorer that they reproduce."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

ARTICLES = frozenset({"a", "an", "the"})

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_APOSTROPHES = str.maketrans("", "", "'’‘ʼ`")
_STRAIGHT = str.maketrans("‘’ʼ“”", "'''\"\"")
LETTER_RUNS = re.compile(r"[^\W\d_]+")
"""A run of letters: a word, where nothing more is asked of it."""

WORD_RUNS = re.compile(r"\w+")
"""A run of letters, digits and underscores."""

SIGNS = str.maketrans("‘’‚ʼ“”„«»–—−‐‑…\u00a0\u202f\u2009×", '\'\'\'\'"""""-----.   x')
"""For `str.translate`: quotes, dashes, blanks and dots of any kind as those of ASCII."""
FILLERS = "\u3164\uffa0"
"""Letters of Korean that show as a blank."""

_YEAR = re.compile(r"(?<!\s)\s*+\((\d{3,4})\)\s*$")
_NOT_WORD = re.compile(r"[\W_]+")
_SQUAD_ARTICLES = re.compile(rf"\b({'|'.join(sorted(ARTICLES))})\b")


def split_year(text: str) -> tuple[str, int | None]:
    """`Title (1987)` as the title and its year, of 3 or 4 digits; None where there is none."""
    year = _YEAR.search(text)
    return _YEAR.sub("", text).strip(), int(year.group(1)) if year else None


@lru_cache(maxsize=65_536)
def kitab_title(title: str) -> str:
    """A title as KITAB's published scorer compares it: lower case, ASCII punctuation deleted.

    "&" becomes "and" and a leading article is dropped (KITAB, §C.1). A title that is only an
    article becomes the empty string, and non-ASCII punctuation stays, as in the published code.
    """
    title = title.lower().replace("&", "and").translate(_PUNCTUATION)
    words = title.split()
    return " ".join(words[1:]) if words and words[0] in ARTICLES else title


@lru_cache(maxsize=65_536)
def paper_title(title: str) -> str:
    """As `kitab_title`, with white space folded; a title that is only an article is kept."""
    words = title.lower().replace("&", "and").translate(_PUNCTUATION).split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ARTICLES else words)


def unaccented(text: str) -> str:
    """A text in compatibility forms (NFKD) without accents: ﬁ is fi, é is e. Case stays."""
    if text.isascii():
        return text
    return _without_marks(unicodedata.normalize("NFKD", text))


def folded(text: str) -> str:
    """As `unaccented`, without case as well."""
    if text.isascii():
        return text.lower()
    return _without_marks(unicodedata.normalize("NFKD", text).casefold())


def _without_marks(text: str) -> str:
    return "".join(c for c in text if not unicodedata.combining(c))


def words_of(text: str, ampersand: str = "") -> list[str]:
    """The words of a text, folded, without apostrophes; `ampersand` is what "&" is read as."""
    text = folded(text.translate(_APOSTROPHES))
    return _NOT_WORD.sub(" ", text.replace("&", f" {ampersand} ")).split()


@lru_cache(maxsize=65_536)
def plain_words(text: str) -> str:
    """The words of a text for comparing whole words: case, accents and punctuation folded.

    A leading article is dropped unless it is the only word. Text without a letter or digit gives
    the empty string.
    """
    words = words_of(text, "and")
    return " ".join(words[1:] if len(words) > 1 and words[0] in ARTICLES else words)


@lru_cache(maxsize=65_536)
def squad_answer(text: str) -> str:
    """An answer as LOFT's published scorer compares it: SQuAD's normalisation after NFD.

    Lower case, ASCII punctuation and articles deleted, white space folded. Accents stay, as
    combining marks, so "América" is not "america"; a combining mark ends a word, so that the first
    letter of "à la carte" is removed as an article. "The" and "!!!" give the empty string.
    """
    text = unicodedata.normalize("NFD", text).lower().translate(_PUNCTUATION)
    return " ".join(_SQUAD_ARTICLES.sub(" ", text).split())


def title_key(title: str) -> str:
    """A title for comparing: composed characters, straight quotes, single blanks; case kept."""
    return " ".join(unicodedata.normalize("NFC", title).translate(_STRAIGHT).split())


def whole(text: str) -> str:
    """`text` with surrogate pairs joined, and U+FFFD for each half of one that stands alone.

    No file and no provider takes a half, which replies and PDFs may have.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def visible(text: str) -> str:
    """`text` without the characters that do not show, as `invisible` finds them."""
    parts: list[str] = []
    done = 0
    for start, end, shown in invisible(text):
        parts += (text[done:start], shown)
        done = end
    return "".join([*parts, text[done:]])


def invisible(text: str) -> Iterator[tuple[int, int, str]]:
    """The places of characters that do not show, with what shows in their stead: "" or a blank.

    Unicode's format characters and those that it says to ignore where they cannot be drawn:
    zero-width spaces and joiners, soft hyphens, marks of direction, selectors of variants. Joiners
    of emoji and the tags of a flag stay, and so do signs of scripts that show.
    """
    if not text.isascii():
        for found in _invisible().finditer(text):
            yield *found.span(), " " if found[0] in FILLERS else ""


@cache
def _invisible() -> Any:
    import regex  # type: ignore[import-untyped]

    return regex.compile(
        r"(?:\p{Extended_Pictographic}|[\uFE0F\U0001F3FB-\U0001F3FF])\u200D(*SKIP)(*FAIL)"
        r"|\U0001F3F4[\U000E0020-\U000E007F]+(*SKIP)(*FAIL)"
        r"|[[\p{Default_Ignorable_Code_Point}\p{Cf}]--\p{L}--\p{Prepended_Concatenation_Mark}]+"
        rf"|[{FILLERS}]",
        regex.V1,
    )
