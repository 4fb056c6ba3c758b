"""Sentences as the published code of IFEval cuts them, and of IFBench at its release.

Each full stop, question and exclamation mark ends a sentence but for those that a few rules
protect: titles, websites, decimals, initials, acronyms, company suffixes.
"""

from __future__ import annotations

import re

_KEPT, _CUT = "<prd>", "<stop>"
_LETTER = "([A-Za-z])"
_COMPANY = "(Inc|Ltd|Jr|Sr|Co)"
_BEGINNING = (
    r"(Mr|Mrs|Ms|Dr|Prof|Capt|Cpt|Lt|He\s|She\s|It\s|They\s|Their\s|Our\s|We\s|But\s|However\s"
    r"|That\s|This\s|Wherever)"
)

_BEFORE_DOCTORATE = (
    (r"(Mr|St|Mrs|Ms|Dr)\.", rf"\1{_KEPT}"),
    (r"\.(com|net|org|io|gov|edu|me)", rf"{_KEPT}\1"),
    (r"([0-9])\.([0-9])", rf"\1{_KEPT}\2"),
)
_AFTER_DOCTORATE = (
    (rf"\s{_LETTER}\. ", rf" \1{_KEPT} "),
    (rf"([A-Z]\.[A-Z]\.(?:[A-Z]\.)?) {_BEGINNING}", rf"\1{_CUT} \2"),
    (rf"{_LETTER}\.{_LETTER}\.{_LETTER}\.", rf"\1{_KEPT}\2{_KEPT}\3{_KEPT}"),
    (rf"{_LETTER}\.{_LETTER}\.", rf"\1{_KEPT}\2{_KEPT}"),
    (rf" {_COMPANY}\. {_BEGINNING}", rf" \1{_CUT} \2"),
    (rf" {_COMPANY}\.", rf" \1{_KEPT}"),
    (rf" {_LETTER}\.", rf" \1{_KEPT}"),
)
_FIRST = [(re.compile(pattern), put) for pattern, put in _BEFORE_DOCTORATE]
_DOTS = re.compile(r"\.{2,}")
_LATER = [(re.compile(pattern), put) for pattern, put in _AFTER_DOCTORATE]
_PROTECTED_ENDS = frozenset(("Mr", "St", "rs", "Ms", "Dr", "nc", "td", "Jr", "Sr", "Co"))


def sentences(text: str) -> list[str]:
    """The sentences of a text, stripped; some of them may be empty."""
    text = f" {text}  ".replace("\n", " ")
    if _has_protected(text):
        text = _protected(text)
    # A closing quotation mark goes before the stop, and so stays in the sentence.
    for mark in ("”", '"'):
        if mark in text:
            text = text.replace(f".{mark}", f"{mark}.")
    text = text.replace('!"', '"!').replace('?"', '"?')
    for stop in ".?!":
        text = text.replace(stop, stop + _CUT)
    found = [one.strip() for one in text.replace(_KEPT, ".").split(_CUT)]
    return found[:-1] if not found[-1] else found


def _has_protected(text: str) -> bool:
    """Whether any rule could apply; most texts need none, which saves most of the time."""
    at = text.find(".")
    while at >= 0:
        before, after = text[at - 2 : at], text[at + 1]
        if after == "." or (after.isascii() and after.isalnum()):
            return True
        if before in _PROTECTED_ENDS or (before[:1].isspace() and before[1:].isalpha()):
            return True
        at = text.find(".", at + 1)
    return False


def _protected(text: str) -> str:
    for pattern, put in _FIRST:
        text = pattern.sub(put, text)
    text = _DOTS.sub(lambda dots: _KEPT * len(dots[0]) + _CUT, text)
    text = text.replace("Ph.D.", f"Ph{_KEPT}D{_KEPT}")
    for pattern, put in _LATER:
        text = pattern.sub(put, text)
    return text
