"""Which language a text is in: by its script, and by frequent words and letters within one.

A profile of frequent words rather than a trained model: it needs no download, it always says the
same, and a person can check what it counted. `tests/test_type_verdicts.py` holds it.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from typing import NamedTuple

from tamis.checking.recognisers.word_lists import word_set
from tamis.inputs.files import shipped_text

# Scripts by their letters, and the one language that most of their texts are in.
_SCRIPTS = {
    "Latin": ("a-zA-Z\u00aa-\u024f\u1e00-\u1eff", ""),
    "Cyrillic": ("\u0400-\u052f", ""),
    "Arabic": ("\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f", ""),
    "Devanagari": ("\u0904-\u0939\u0958-\u0961", ""),
    "Greek": ("\u0370-\u03ff\u1f00-\u1fff", "el Greek"),
    "Hebrew": ("\u05d0-\u05ea", "he Hebrew"),
    "Armenian": ("\u0531-\u0587", "hy Armenian"),
    "Georgian": ("\u10a0-\u10ff", "ka Georgian"),
    "Bengali": ("\u0985-\u09b9\u09dc-\u09e1", "bn Bengali"),
    "Gurmukhi": ("\u0a05-\u0a39\u0a59-\u0a5e", "pa Punjabi"),
    "Gujarati": ("\u0a85-\u0ab9", "gu Gujarati"),
    "Tamil": ("\u0b85-\u0bb9", "ta Tamil"),
    "Telugu": ("\u0c05-\u0c39", "te Telugu"),
    "Kannada": ("\u0c85-\u0cb9", "kn Kannada"),
    "Malayalam": ("\u0d05-\u0d3a", "ml Malayalam"),
    "Sinhala": ("\u0d85-\u0dc6", "si Sinhala"),
    "Thai": ("\u0e01-\u0e30", "th Thai"),
    "Lao": ("\u0e81-\u0eb0", "lo Lao"),
    "Burmese": ("\u1000-\u102a", "my Burmese"),
    "Khmer": ("\u1780-\u17b3", "km Khmer"),
    "Ethiopic": ("\u1200-\u135a", "am Amharic"),
    "Hangul": ("\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e", "ko Korean"),
    "Kana": ("\u3041-\u3096\u30a1-\u30fa", "ja Japanese"),
    "Han": ("\u3400-\u4dbf\u4e00-\u9fff", "zh Chinese"),
}
_LETTERS = {name: re.compile(f"[{letters}]") for name, (letters, _) in _SCRIPTS.items()}
_WORD = re.compile(
    r"[^\W\d_\u0900-\u097f\u0600-\u06ff]+|[\u0900-\u0963\u0970-\u097f]+|[\u0610-\u06ff]+"
)
CODES = word_set(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy "
    "da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu "
    "hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb "
    "lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om "
    "or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv "
    "sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
"""The codes of ISO 639-1: those without a profile here are languages as well."""

_OTHER_NAMES = {"mandarin": "zh", "bangla": "bn", "panjabi": "pa", "myanmar": "my"}


class Language(NamedTuple):
    """What is known of a language that shares its script."""

    code: str
    name: str
    script: str
    letters: frozenset[str]
    words: frozenset[str]


class Guess(NamedTuple):
    """The likeliest language, by its code, and whether that is sure; `why` is what was counted."""

    code: str
    sure: bool
    why: str


@cache
def _profiles() -> dict[str, Language]:
    found = {}
    for line in shipped_text(__package__, "languages.txt").splitlines():
        if line and not line.startswith("#"):
            code, name, _, script, letters, words = line.split("|")
            found[code] = Language(code, name, script, frozenset(letters), frozenset(words.split()))
    return found


@cache
def names() -> dict[str, str]:
    """The code of every name of a language, in lower case; codes too."""
    found = dict(_OTHER_NAMES)
    for line in shipped_text(__package__, "languages.txt").splitlines():
        if line and not line.startswith("#"):
            code, name, others, *_ = line.split("|")
            found |= dict.fromkeys([code, name.casefold(), *others.casefold().split(",")], code)
    for _, said in _SCRIPTS.values():
        code, _, name = said.partition(" ")
        found |= dict.fromkeys([code, name.casefold()], code)
    found.pop("", None)
    return found


def named(code: str) -> str:
    """The English name of a language."""
    singles = dict(said.split(" ", 1) for _, said in _SCRIPTS.values() if said)
    return _profiles()[code].name if code in _profiles() else singles.get(code, code)


@lru_cache(maxsize=512)
def guess(text: str) -> Guess:
    """The language of a text."""
    scripts = {"Latin": _LETTERS["Latin"]} if text.isascii() else _LETTERS
    counts = {name: len(letters.findall(text)) for name, letters in scripts.items()}
    if counts.get("Kana"):
        # Japanese is written with both.
        counts["Kana"] += counts.pop("Han")
    total = sum(counts.values())
    script = max(counts, key=lambda name: counts[name])
    if not total:
        return Guess("", False, "no letters")
    share = counts[script] / total
    said = f"{share:.0%} of the letters are {script}"
    if single := _SCRIPTS[script][1]:
        # Chinese characters alone may be a short text in Japanese.
        least = 8 if script == "Han" else 3
        return Guess(single.split(" ")[0], share > 0.6 and counts[script] >= least, said)
    return _by_words(text, script, share)


def _by_words(text: str, script: str, share: float) -> Guess:
    """The language among those of a script: words that few of them have weigh more, and letters."""
    languages = [one for one in _profiles().values() if one.script == script]
    words = [word for word in _WORD.findall(text.lower()) if _LETTERS[script].search(word)]
    points = dict.fromkeys([one.code for one in languages], 0.0)
    known: Counter[str] = Counter()
    spelled: Counter[str] = Counter()
    special = 0
    for word, many in Counter(words).items():
        knowing = _knowing(script).get(word, ())
        for code in knowing:
            points[code] += many * (0.3 + 1 / len(knowing))
            known[code] += many
        if signs := set(word).difference(_PLAIN[script]):
            special += many
            writing = [one.code for one in languages if one.letters.issuperset(signs)]
            for code in writing:
                points[code] += many * 0.7 / len(writing)
                spelled[code] += many
    for one in languages:
        points[one.code] -= (special - spelled[one.code]) / 2
    first, other = sorted(points, key=lambda code: -points[code])[:2]
    best, second = points[first], points[other]
    if best <= 0:
        return Guess("", False, f"none of {len(words)} words is known")
    sure = (
        share > 0.6
        and known[first] >= 2
        and known[first] + spelled[first] >= 3
        and best >= 0.15 * len(words)
        and best >= 1.4 * max(second, 0)
        and special - spelled[first] <= 0.1 * len(words)
    )
    why = f"{known[first]} of {len(words)} words are frequent ones of {named(first)}"
    return Guess(first, sure, f"{why}, {spelled[first]} have its letters" if special else why)


@cache
def _knowing(script: str) -> dict[str, list[str]]:
    """The languages of a script that have a word among their frequent ones."""
    found: dict[str, list[str]] = {}
    for one in _profiles().values():
        for word in one.words if one.script == script else ():
            found.setdefault(word, []).append(one.code)
    return found


# Letters that all languages of a script have.
_PLAIN = {
    "Latin": frozenset("abcdefghijklmnopqrstuvwxyz"),
    "Cyrillic": frozenset("абвгдежзийклмнопрстуфхцчшщьюя"),
    "Arabic": frozenset("ابتثجحخدذرزسشصضطظعغفقكلمنهو" + "".join(map(chr, range(0x64B, 0x653)))),
    "Devanagari": frozenset(chr(n) for n in range(0x900, 0x980)) - {"\u0933"},
}
