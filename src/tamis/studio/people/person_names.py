"""People's names: which are allowed, which look the same, and pseudonyms for exports."""

from __future__ import annotations

import hashlib
import unicodedata
from datetime import UTC

from sqlalchemy import select
from sqlalchemy.orm import Session

from tamis.studio.database.schema import Person
from tamis.types import InputError

# Letters of other alphabets that look like Latin ones. Unicode's table of confusables is far
# longer; these are letters on common keyboards.
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
_COLONS = str.maketrans(dict.fromkeys("ː˸։׃∶꞉︓﹕", ":"))
MODEL = "model:"
"""In files and imported labels, what a model's name follows; no person's name begins with it."""
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def clean_name(name: str, longest: int) -> str:
    """`name` as stored: composed (NFC), single spaces; InputError for an invalid one.

    Invisible characters are refused: with them two names could look the same, or one could reverse
    the text next to it.
    """
    if len(name) > longest:
        raise InputError(f"The name is longer than {longest} characters.")
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(char) in _INVISIBLE for char in name):
        raise InputError("The name holds characters that cannot be seen: type it without them.")
    if not any(unicodedata.category(char)[0] in "LN" for char in name):
        raise InputError("The name needs a letter or a number.")
    if name_key(name.translate(_COLONS)).startswith(name_key(MODEL)):
        raise InputError(
            f"A name cannot begin with {MODEL!r}: labels under such names are those of models."
        )
    if sum(unicodedata.combining(char) > 0 for char in name) > 2 + len(name) // 2:
        raise InputError("The name has more accents than letters.")
    return name


def name_key(name: str) -> str:
    """A key that is the same for all names that look like `name`, in upper or lower case."""
    latin = unicodedata.normalize("NFKC", name).translate(_LOOKS)
    folded = unicodedata.normalize("NFKC", latin.casefold())
    seen = "".join(char for char in folded if unicodedata.category(char) not in _INVISIBLE)
    return "".join(seen.split()).translate(_STROKES)


def pseudonym(person: Person) -> str:
    """`person-` and eight hexadecimal digits: always the same, and different in another studio.

    It is a hash of the id and of the microsecond at which the account was made, not of the name.
    """
    made = person.created_at.astimezone(UTC).isoformat(timespec="microseconds")
    return f"person-{hashlib.sha256(f'{person.id} {made}'.encode()).hexdigest()[:8]}"


def names_by_pseudonym(transaction: Session) -> dict[str, str]:
    """The names of everyone who has an account here, locked out or not."""
    return {pseudonym(person): person.name for person in transaction.scalars(select(Person))}
