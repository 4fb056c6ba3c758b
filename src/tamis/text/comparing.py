"""The form in which texts of any script are compared, by Unicode's properties; never shown."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from tamis.text.normalised import FILLERS


def comparable(text: str) -> str:
    """A text in the form in which it is compared, and never shown: for search and for quotes.

    NFKC without case and without characters that do not show; digits of any script are those of
    ASCII. Vowel signs of Hebrew and Arabic, which most texts leave out, are left out. What NFKC
    would run into what stands before it is set apart: 10⁶ is 10^6, 2½ is 2 1/2, and ™ is a blank.
    Lines that were broken within a word at a soft hyphen, or in a script without blanks, are joined
    (for other hyphens see `unhyphenated`). Takes time in proportion to the text.
    """
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFC", text)
    if NOT_EUROPEAN.search(text):
        if "\n" in text:
            text = _seamless().sub("", text)
        forms = _forms()
        text = NOT_EUROPEAN.sub(lambda found: found[0].translate(forms), text)
        text = _EXPONENT.sub("", text)
    # NFC once more, as small letters and translated ones may be decomposed.
    return unicodedata.normalize("NFC", text.casefold()).replace("i\u0307", "i")


_EUROPEAN = (
    "\0-\x9f\xa1-\xa7\xa9\xab\xac\xae\xb0\xb1\xb6\xb7\xbb\xbf-\u0131"
    "\u0386-\u03ce\u0400-\u0481\u048a-\u052f\u2010\u2012-\u2016\u2018-\u2022\u20ac"
)
NOT_EUROPEAN = re.compile(f"[^{_EUROPEAN}]+")
"""For speed: all but Latin, Greek and Cyrillic letters and signs that have one form and no mark."""

_EXPONENT = re.compile(r"(?<=\^[\d+\u2212])\^")
"""The sign before each further digit of an exponent."""

NO_BLANKS = r"[[\p{LB=SA}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]&&[\p{L}\p{M}\p{Nl}]]"
"""For `regex`: a letter of a script that has no blanks between words, as Chinese and Thai."""

UNPARTED = rf"[{NO_BLANKS}\p{{Hangul}}]"
"""For `regex`: a letter of these, or of Korean, which joins particles to words."""


@lru_cache(maxsize=65_536)
def is_unparted(letter: str) -> bool:
    """Whether a word may begin or end at this letter wherever it stands; False for no letter."""
    import regex  # type: ignore[import-untyped]

    return letter > "\u0e00" and regex.fullmatch(UNPARTED, letter, regex.V1) is not None


def seamless(text: str) -> Iterator[tuple[int, int]]:
    """The places of line ends within a word, but for those at a hyphen that shows."""
    if not text.isascii():
        yield from (found.span() for found in _seamless().finditer(text))


@cache
def _seamless() -> Any:
    import regex

    between = rf"(?<={NO_BLANKS})[^\S\n]*\n[^\S\n]*(?={NO_BLANKS})"
    return regex.compile(rf"\xad\s*\n\s*|{between}", regex.V1)


_UNWRITTEN = r"\u0640[\p{Mn}&&[\p{scx=Hebrew}\p{scx=Arabic}]]"
"""For `regex`: vowel signs, and the stroke that only makes a word of Arabic longer."""

RAISED = r"[[\p{No}\p{Sm}]&&\p{Decomposition_Type=Super}]+"
"""For `regex`: a number that is written high, as an exponent or the mark of a footnote."""


class _Forms(dict[int, str]):
    """For `str.translate`: what each character is compared as, found when it is first met."""

    def __init__(self) -> None:
        import regex

        super().__init__()
        ignored = r"[\p{Default_Ignorable_Code_Point}\p{Cf}]--\p{Prepended_Concatenation_Mark}"
        self._left_out = regex.compile(rf"[{ignored}]|[{_UNWRITTEN}]", regex.V1)

    def __missing__(self, code: int) -> str:
        found = self[code] = self._form(chr(code))
        return found

    def _form(self, sign: str) -> str:
        if self._left_out.fullmatch(sign):
            return " " if sign in FILLERS else ""
        kind, how = unicodedata.category(sign), unicodedata.decomposition(sign).partition(" ")[0]
        if kind == "Nd":
            return str(unicodedata.decimal(sign))
        form = unicodedata.normalize("NFKC", sign)
        if form[0].isspace() and form.strip():
            # An accent that stands alone.
            return sign
        if how == "<super>" and kind == "So":
            return " "
        if how == "<super>" and kind in ("No", "Sm"):
            return f"^{form}"
        if kind == "No" and how != "<sub>":
            return f" {form} ".replace("\u2044", "/")
        return form


_forms = cache(_Forms)

_HYPHENS = "-\u2010"
_LETTER = r"(?:[^\W\d_]|[\u0300-\u036f])"
_BROKEN = re.compile(rf"(?<={_LETTER})[{_HYPHENS}]\s+(?=[^\W\d_])")
_HYPHENATED = re.compile(rf"(?<={_LETTER})[{_HYPHENS}]\s*(?=[^\W\d_])")


def is_broken(text: str) -> bool:
    """Whether white space follows a hyphen within a word, as where a line ends: "treat-\\nment"."""
    return _BROKEN.search(text) is not None


def hyphens(text: str) -> Iterator[tuple[int, int]]:
    """The places of hyphens between letters, with the white space that follows them.

    Whether a hyphen at the end of a line belongs to the word cannot be known ("well-\\nknown"). So
    where one of two texts `is_broken`, both are compared without any hyphen between letters.
    """
    return (found.span() for found in _HYPHENATED.finditer(text))


def unhyphenated(text: str) -> str:
    """A text without the hyphens between letters, as `hyphens` finds them."""
    return _HYPHENATED.sub("", text)


def scripts(text: str) -> dict[str, float]:
    """The share of each script in the letters of a text, the commonest first; as people name it.

    "Latin", "Cyrillic", "Thai"; Chinese characters and Japanese syllables are one.
    """
    letters = Counter(letter for letter in comparable(text) if letter.isalpha())
    found: Counter[str] = Counter()
    for letter, number in letters.items():
        found[_script(letter)] += number
    return {script: number / found.total() for script, number in found.most_common()}


@lru_cache(maxsize=65_536)
def _script(letter: str) -> str:
    # Unicode's names of letters begin with the script.
    name = unicodedata.name(letter, "unknown").partition(" ")[0]
    return "Chinese or Japanese" if name in ("CJK", "HIRAGANA", "KATAKANA") else name.capitalize()
