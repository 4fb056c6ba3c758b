"""Texts as tokens: words, punctuation and the white space after each; nothing is lost."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARKS = r".,;:!?()\[\]{}\"'“”‘’«»…–—。，、；：？！（）「」『』"
# Scripts without spaces: each character is a word.
_ALONE = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_IN_WORD = rf"[^\s{_MARKS}{_ALONE}]"
_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]"
    rf"|[{_ALONE}]"
    rf"|{_IN_WORD}++(?:[.,:'’]{_IN_WORD}++)*+"
    rf"|(?P<mark>[{_MARKS}])(?P=mark)*+"
)
_WORDLESS = re.compile(rf"[\s{_MARKS}]*\Z")
_BLANK_LINE = re.compile(r"\n\s*\n")
_ENDS = frozenset(".!?…。！？")
_CLOSING = frozenset("\"'”’»)]」』）")
_COMMON = frozenset(
    re.findall(
        r"\S+",
        """
    a an the this that these those such and or but nor if as so of in on at by for from to into
    with without within about above across after against along among around before behind below
    between both during each either every except following through throughout under until upon
    via over per than then there here when where which while who whom whose what how why all any
    some more most many much few other others another same also only very too not no yet just
    is am are was were be been being do does did doing have has had having can could may might
    must shall should will would it its itself they them their he him his she her we us our you
    your i me my one two however
    """,
    )
)


@dataclass(frozen=True)
class Tokens:
    """A text as `gaps[0]`, `words[1]`, `gaps[1]`, `words[2]`...: `words[0]` is empty.

    A gap is white space or empty; all joined in that order are the text.
    """

    words: list[str]
    gaps: list[str]

    def __len__(self) -> int:
        return len(self.words)

    def weights(self) -> list[float]:
        """The weight of each token: words 1, common words a half, punctuation within a sentence
        less."""
        known = {word: _weight(word) for word in set(self.words)}
        return [known[word] for word in self.words]

    def ends_sentence(self, at: int) -> bool:
        """Whether a sentence ends with the token `at`, judged by punctuation and gaps."""
        if at == 0 or at == len(self.words) - 1 or "\n" in self.gaps[at]:
            return True
        if not self.gaps[at]:
            return False
        while at > 1 and self.words[at][0] in _CLOSING and not self.gaps[at - 1]:
            at -= 1
        return self.words[at][0] in _ENDS

    def boundary(self, at: int) -> int:
        """How natural a boundary is after the token `at`, 0 to 4."""
        if at == 0 or _BLANK_LINE.search(self.gaps[at]):
            return 4
        if self.ends_sentence(at):
            return 3
        if self.gaps[at] and self.words[at][0] in ",;:–—":
            return 2
        return 1 if self.gaps[at] else 0


def tokens(text: str) -> Tokens:
    """The tokens of a text. A reference such as `[0, 2]` is one word, and so is `don't`, `3.5` or
    `e.g`."""
    words, gaps = [""], [""]
    for found in _TOKEN.finditer(text):
        if found["space"]:
            gaps[-1] = found[0]
        else:
            words.append(found[0])
            gaps.append("")
    return Tokens(words, gaps)


def is_word(token: str) -> bool:
    """Whether a token is more than punctuation."""
    return not _WORDLESS.match(token)


def is_common(token: str) -> bool:
    """Whether a token is a word that occurs in most texts, or no word at all."""
    return token.lower() in _COMMON or not is_word(token)


def opens(token: str) -> bool:
    """Whether a passage could begin with this token: not with a comma or a closing bracket."""
    return is_word(token) or token[0] in "\"'“‘«([{「『（"


def has_blank_line(gap: str) -> bool:
    """Whether white space holds a blank line, so that a paragraph ends."""
    return _BLANK_LINE.search(gap) is not None


def _weight(word: str) -> float:
    if not word:
        return 0.0
    if is_word(word):
        return 0.5 if word.lower() in _COMMON else 1.0
    return 1.0 if word[0] in _ENDS else 0.25
