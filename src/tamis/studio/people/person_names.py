"""People's names: which are allowed, and which look the same."""

from __future__ import annotations

import unicodedata

from tamis.types import InputError

# Letters of other alphabets that look like Latin ones. Unicode's table of confusables is far
# longer; these are the letters of keyboards that are in use.
_LIKE = {
    "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "G": "Ԍ", "H": "НΗ", "I": "ІΙӀ", "J": "ЈͿ",
    "K": "КΚ", "M": "МΜ", "N": "Ν", "O": "ОΟՕ", "P": "РΡ", "Q": "Ԛ", "S": "ЅՏ", "T": "ТΤ",
    "U": "Ս", "V": "Ѵ", "W": "Ԝ", "X": "ХΧ", "Y": "ҮУΥ", "Z": "Ζ",
    "a": "аɑα", "c": "сϲ", "d": "ԁ", "e": "е", "g": "ɡց", "h": "һհ", "i": "іıι", "j": "јϳ",
    "k": "кκ", "n": "ո", "o": "оοօ", "p": "рρ", "q": "ԛ", "s": "ѕ", "u": "υս", "v": "νѵ",
    "w": "ԝ", "x": "хχ", "y": "уүγ",
}  # fmt: skip
_LOOKS = str.maketrans({other: latin for latin, others in _LIKE.items() for other in others})
_STROKES = str.maketrans("0i1|ǀ", "ollll")
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def clean_name(name: str, longest: int) -> str:
    """`name` as it is kept: composed, single spaces; InputError where it is none.

    Characters that cannot be seen are refused: with them two names could look the same, or one
    turn round the text beside it.
    """
    if len(name) > longest:
        raise InputError(f"The name is longer than {longest} characters.")
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(char) in _INVISIBLE for char in name):
        raise InputError("The name holds characters that cannot be seen: type it without them.")
    if not any(unicodedata.category(char)[0] in "LN" for char in name):
        raise InputError("The name needs a letter or a number.")
    if sum(unicodedata.combining(char) > 0 for char in name) > 2 + len(name) // 2:
        raise InputError("The name has more accents than letters.")
    return name


def name_key(name: str) -> str:
    """What all names share that the eye takes for `name`, upper and lower case alike."""
    latin = unicodedata.normalize("NFKC", name).translate(_LOOKS)
    folded = unicodedata.normalize("NFKC", latin.casefold())
    seen = "".join(char for char in folded if unicodedata.category(char) not in _INVISIBLE)
    return "".join(seen.split()).translate(_STROKES)
