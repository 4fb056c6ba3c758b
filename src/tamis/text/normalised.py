"""Normalisations of text, most of them named after the scorer that they reproduce."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
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
_FILLERS = "\u3164\uffa0"
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
    if not WESTERN.fullmatch(text):
        text = _seamless().sub("", text)
        if _other_forms().search(text):
            text = _raised().sub(lambda found: "^" + unicodedata.normalize("NFKC", found[0]), text)
            text = text.translate(_forms())
    # NFC once more, as small letters and translated ones may be decomposed.
    return unicodedata.normalize("NFC", text.casefold()).replace("i\u0307", "i")


WESTERN = re.compile(
    "[\0-\x9f\xa1-\xa7\xa9\xab\xac\xae\xb0\xb1\xb6\xb7\xbb\xbf-\u0131\u2010\u2012-\u2022\u20ac]*"
)
"""Composed letters and signs of one form, as most texts of western languages have no others."""

NO_BLANKS = r"[[\p{LB=SA}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]&&[\p{L}\p{M}\p{Nl}]]"
"""For `regex`: a letter of a script that has no blanks between words, as Chinese and Thai."""

UNPARTED = rf"[{NO_BLANKS}\p{{Hangul}}]"
"""For `regex`: a letter of these, or of Korean, which joins particles to words."""


@lru_cache(maxsize=65_536)
def is_unparted(letter: str) -> bool:
    """Whether a word may begin or end at this letter wherever it stands; False for no letter."""
    import regex

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


@cache
def _other_forms() -> Any:
    """A character that `_forms` or `_raised` may change."""
    import regex

    return regex.compile(
        rf"[\p{{NFKC_QC=N}}\p{{Default_Ignorable_Code_Point}}\p{{Cf}}{_UNWRITTEN}[\p{{Nd}}--[0-9]]]",
        regex.V1,
    )


_UNWRITTEN = r"\u0640[\p{Mn}&&[\p{scx=Hebrew}\p{scx=Arabic}]]"
"""For `regex`: vowel signs, and the stroke that only makes a word of Arabic longer."""


RAISED = r"[[\p{No}\p{Sm}]&&\p{Decomposition_Type=Super}]+"
"""For `regex`: a number that is written high, as an exponent or the mark of a footnote."""


@cache
def _raised() -> Any:
    import regex

    return regex.compile(RAISED, regex.V1)


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
            return " " if sign in _FILLERS else ""
        kind, how = unicodedata.category(sign), unicodedata.decomposition(sign).partition(" ")[0]
        if kind == "Nd":
            return str(unicodedata.decimal(sign))
        form = unicodedata.normalize("NFKC", sign)
        if form[0].isspace() and form.strip():
            # An accent that stands alone.
            return sign
        if how == "<super>" and kind == "So":
            return " "
        if kind == "No" and how != "<sub>":
            return f" {form} ".replace("\u2044", "/")
        return form


_forms = cache(_Forms)

_HYPHENS = "-\u2010"
_BROKEN = re.compile(rf"(?<=[^\W\d_])[{_HYPHENS}]\s+(?=[^\W\d_])")
_HYPHENATED = re.compile(rf"(?<=[^\W\d_])[{_HYPHENS}]\s*(?=[^\W\d_])")


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
    return _EAST_ASIAN if name in ("CJK", "HIRAGANA", "KATAKANA") else name.capitalize()


_EAST_ASIAN = "Chinese or Japanese"


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
            yield *found.span(), " " if found[0] in _FILLERS else ""


@cache
def _invisible() -> Any:
    import regex  # type: ignore[import-untyped]

    return regex.compile(
        r"(?:\p{Extended_Pictographic}|[\uFE0F\U0001F3FB-\U0001F3FF])\u200D(*SKIP)(*FAIL)"
        r"|\U0001F3F4[\U000E0020-\U000E007F]+(*SKIP)(*FAIL)"
        r"|[[\p{Default_Ignorable_Code_Point}\p{Cf}]--\p{L}--\p{Prepended_Concatenation_Mark}]+"
        rf"|[{_FILLERS}]",
        regex.V1,
    )
