"""Sentences as the published code of IFEval cuts them, and of IFBench at its release.

Each full stop, question and exclamation mark ends a sentence but for full stops that a few rules
keep: of titles, websites, decimals, initials, acronyms, company names. The published code is a row
of substitutions over the whole text; here each full stop is looked at once, in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_KEPT, _CUT = "<prd>", "<stop>"
"""What the published code writes for a full stop that is kept, and where a sentence ends."""

_TITLES = ("Mr", "St", "Mrs", "Ms", "Dr")
_SITES = ("com", "net", "org", "io", "gov", "edu", "me")
_COMPANIES = (" Inc", " Ltd", " Jr", " Sr", " Co")
_ENDS = frozenset(("Mr", "St", "rs", "Ms", "Dr", "nc", "td", "Jr", "Sr", "Co"))
_BEGINNING = re.compile(
    r"Mr|Mrs|Ms|Dr|Prof|Capt|Cpt|Lt|He\s|She\s|It\s|They\s|Their\s|Our\s|We\s|But\s|However\s"
    r"|That\s|This\s|Wherever"
)

_BEFORE_SENTENCE = re.compile(rf"[A-Z]\.[A-Z]\. (?:{_BEGINNING.pattern})")


def sentences(text: str) -> list[str]:
    """The sentences of a text, stripped; some of them may be empty."""
    text = f" {text}  ".replace("\n", " ")
    if places := list(_worth_a_look(text)):
        text = _edited(text, _Edits(text, places).found)
    # A closing quotation mark goes before the stop, and so stays in the sentence.
    for mark in ("”", '"'):
        if mark in text:
            text = text.replace(f".{mark}", f"{mark}.")
    text = text.replace('!"', '"!').replace('?"', '"?')
    for stop in ".?!":
        text = text.replace(stop, stop + _CUT)
    found = [one.strip() for one in text.replace(_KEPT, ".").split(_CUT)]
    return found[:-1] if not found[-1] else found


def _worth_a_look(text: str) -> Iterator[int]:
    """The full stops to which any rule could apply: few, in most texts."""
    at = text.find(".")
    while at >= 0:
        before = text[at - 2 : at]
        plain = text[at + 1] == " " and before not in _ENDS and "." not in before
        if not plain or before[:1].isspace():
            yield at
        at = text.find(".", at + 1)


def _edited(text: str, edits: dict[int, str]) -> str:
    pieces, done = [], 0
    for at in sorted(edits):
        pieces += [text[done:at], edits[at]]
        done = at + 1
    return "".join([*pieces, text[done:]])


def _is_letter(character: str) -> bool:
    return character.isascii() and character.isalpha()


class _Edits:
    """What is written for characters of a text: in `found`, by place."""

    def __init__(self, text: str, places: list[int]) -> None:
        self.text = text
        self.places = places
        self.found: dict[int, str] = {}
        for rule in (
            self._titles_sites_decimals,
            self._dots_in_a_row,
            self._single_letters,
            self._acronyms,
            self._companies,
        ):
            rule()
        for at in self._open():
            if text[at - 2] == " " and _is_letter(text[at - 1]):
                self.found[at] = _KEPT

    def _open(self) -> list[int]:
        return [at for at in self.places if at not in self.found]

    def _titles_sites_decimals(self) -> None:
        text, decimal = self.text, -2
        for at in self.places:
            if text.endswith(_TITLES, 0, at) or text.startswith(_SITES, at + 1):
                self.found[at] = _KEPT
            elif "0" <= text[at - 1] <= "9" and "0" <= text[at + 1] <= "9" and decimal != at - 2:
                # The digit behind one decimal is not there for the next: of `1.2.3` one is kept.
                self.found[at] = _KEPT
                decimal = at

    def _dots_in_a_row(self) -> None:
        row: list[int] = []
        for at in [*self._open(), -1]:
            if row and at != row[-1] + 1:
                if len(row) > 1:
                    self.found |= dict.fromkeys(row, _KEPT) | {row[-1]: _KEPT + _CUT}
                row = []
            row.append(at)

    def _single_letters(self) -> None:
        text, last = self.text, -1
        for at in self._open():
            if (
                text[at - 2 : at] == "Ph"
                and text[at + 1 : at + 3] == "D."
                and (at + 2 not in self.found)
            ):
                self.found |= {at: _KEPT, at + 2: _KEPT}
            elif text[at - 2].isspace() and _is_letter(text[at - 1]) and text[at + 1] == " ":
                # The blank behind one letter is not there for the next.
                self.found |= {at: _KEPT, at - 2: " "} if at - 2 > last else {}
                last = at + 1 if at - 2 > last else last

    def _acronyms(self) -> None:
        """Letters with full stops by turns: by threes they are kept, then two; one is not."""
        text = self.text
        chain: list[int] = []
        for at in [*self._open(), -1]:
            if chain and (at != chain[-1] + 2 or not _is_letter(text[at - 1])):
                kept = len(chain) - (len(chain) % 3 == 1)
                for place in chain[:kept]:
                    self.found[place] = _KEPT
                end = chain[-1]
                if len(chain) > 1 and _BEFORE_SENTENCE.match(text, end - 3):
                    self.found[end] = self.found.get(end, ".") + _CUT
                chain = []
            if chain or _is_letter(text[at - 1]):
                chain.append(at)

    def _companies(self) -> None:
        text, last = self.text, 0
        for at in self._open():
            if text.endswith(_COMPANIES, 0, at):
                start = text.rfind(" ", 0, at)
                begins = _BEGINNING.match(text, at + 2) if text[at + 1] == " " else None
                if begins and start >= last:
                    self.found[at] = _CUT
                    last = begins.end()
                else:
                    self.found[at] = _KEPT
