"""Names that are not known: where they end, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from tamis.reading.denials import denies
from tamis.reading.known import CLOSING
from tamis.reading.looks_for import Titles

MAX_ITEM = 2_000
"""The most characters of an entry that are read."""

MOST_WORDS = 60
"""An unknown item of more words is text, and no name."""

_LINK = re.compile(
    r"!?\[(?P<text>[^\[\]\n]*(?:\[[^\[\]\n]*\][^\[\]\n]*){0,5})\]"
    r"(?:\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*){0,5})(?:\s\"[^\"\n]*\")?\)|\[[^\[\]\n]*\])"
)
_CITED = re.compile(
    r"【[^】\n]{0,40}】|\ue200[^\ue201\n]{0,80}\ue201|\[\^?\d{1,3}\]|[¹²³⁰-⁹]{1,6}$"
)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>~-])")
_STYLED = re.compile(r"\$?\\(?:boxed|text(?:bf|it|rm)?|emph)\{([^{}\n]{0,400})\}\$?")
_YEAR = re.compile(r"[(\[]\s?(?:c\. ?)?\d{4}(?:[-–/]\d{2,4})?\s?[)\]]\.?$")
_STOPS = re.compile(r"(?<![.\W])(?<!\b\w)\.$")
_SEPARATORS = {
    "dash": re.compile(r"(?<=\s)[-–—]+(?=\s)|[–—]"),
    "colon": re.compile(r":(?!\S)|："),
    "bracket": re.compile(r"[(（\[]"),
    "arrow": re.compile(r"[→⇒]|(?<=\s)->(?=\s)"),
    "bar": re.compile(r"[|｜]"),
    "semicolon": re.compile(";"),
}

SEPARATED = re.compile("|".join(one.pattern for one in _SEPARATORS.values()))
"""Any separator: a title that holds one may end before it."""

NUMBERED = re.compile(r"[*_]{0,2}\(?\d{1,3}[.):\]]\)?[*_]{0,2}\s+(?=\S)")
BRACKETED = re.compile(r"\[(?P<in>[^\[\]\n]+)\][.,]?")

_FOLLOWS = re.compile(r"\W{0,20}$|[.,]?\s{0,4}(?:[:：;|｜(（\[–—→⇒,【]|-{1,3}\s|by\s)")
_ENDS = re.compile(r"\W{0,20}$|\s{0,4}[(\[]|,\s")
# A sentence that quotes a name.
_INSIDE = re.compile(r"\w (?:\w{1,30} ){1,30}[\"“*][^\"”*\n]{2,200}[\"”*](?!\w)")
_MARKUP = re.compile(r"</\w|\{\s*\"|\\\w+\{")


class Cut:
    """Where the names of a list end that are not known: at a separator that every item has.

    `numbered`, `bracketed`: every item has a number before it, or brackets around it.
    """

    def __init__(self, heads: Iterable[str], wanted: Titles) -> None:
        self.wanted = wanted
        self.kinds = [kind for kind in _SEPARATORS if not (kind == "bracket" and wanted.brackets)]
        texts = [plain(head) for head in heads]
        self.numbered = all(map(NUMBERED.match, texts))
        self.bracketed = all(map(BRACKETED.fullmatch, texts))
        several = len(texts) > 1
        spans = all(map(_span, texts))
        self.spans, self.mixed = several and spans, several and not spans
        self.shared = [
            kind for kind in self.kinds if several and all(_place(kind, text) for text in texts)
        ]
        self.fewest = {kind: min(_count(kind, text) for text in texts) for kind in self.shared}
        firsts = {
            min(self.shared, key=lambda kind: _place(kind, text)) for text in texts if self.shared
        }
        self.unsure = len(firsts) > 1
        self.label = ""
        if self.shared and not self.unsure:
            kind = next(iter(firsts))
            named = {text[: _place(kind, text)].strip().casefold() for text in texts}
            figures = all(not re.search(r"[^\W\d_]", one) for one in named)
            self.label = kind if len(named) == 1 or figures else ""

    def of(self, text: str, exact: bool, labelled: bool) -> tuple[str, str, bool]:
        """The name at the head of a text, the rest, and whether it may end elsewhere.

        Behind the label of a title only brackets hold a remark.
        """
        brackets = self.wanted.brackets
        shared = [kind for kind in self.shared if kind == "bracket" or not labelled]
        if self.label and not exact and not labelled:
            # What stands before every item is a label.
            place = _SEPARATORS[self.label].search(text, 1)
            text = text[place.end() :].strip() if place else text
            return tidy(text, brackets), "", bool(_place(self.label, text))
        if span := _span(text):
            inner, end = span
            follows = _FOLLOWS if not (exact or labelled) else _ENDS
            if (self.spans and not labelled) or follows.match(text, end):
                # '""A" Is for Alibi"', or '"Heroes": A Life' among titles without quotes.
                own = self.mixed and text[0] not in "*_`" and not labelled
                within = text[0] == '"' and '"' in inner
                doubt = within or (own and not self._ends(text, end))
                return tidy(inner, brackets), text[end:], doubt
        if exact or not shared:
            name = tidy(text, brackets)
            return name, "", len(name.split()) > MOST_WORDS
        kind = min(shared, key=lambda one: _place(one, text) or len(text))
        at = _place(kind, text)
        if not at:
            return tidy(text, brackets), "", False
        # One more than in other items may be that of a title.
        again = _count(kind, text) > self.fewest[kind]
        return tidy(text[:at], brackets), text[at:], (self.unsure and not labelled) or again

    def _ends(self, text: str, at: int) -> bool:
        """Whether no separator stands behind a place more often than in the other items."""
        rest = text[at - 1 :]
        return all(_count(kind, rest) <= self.fewest.get(kind, 0) for kind in self.kinds)


def _count(kind: str, text: str) -> int:
    """How often a separator stands in a text."""
    return len(_SEPARATORS[kind].findall(text[1:]))


def _place(kind: str, text: str) -> int:
    """Where a separator first stands behind the beginning of a text; 0 for nowhere."""
    found = _SEPARATORS[kind].search(text, 1)
    return found.start() if found else 0


def _span(text: str) -> tuple[str, int] | None:
    """What quotes or emphasis at the beginning of a text enclose, and where they end."""
    mark = text[:1]
    if mark not in CLOSING:
        return None
    run = len(text) - len(text.lstrip(mark)) if mark in "*_`" else 1
    closing = mark * run if mark in "*_`" else CLOSING[mark]
    at = run
    while True:
        if mark in "*_`":
            end = text.find(closing, at)
        else:
            end = min((place for one in closing if (place := text.find(one, at)) >= 0), default=-1)
        if end < 0:
            return None
        after = text[end + run : end + run + 1]
        if not after.isalnum():
            return text[run:end], end + run
        at = end + 1


def unsure(name: str, wanted: Titles) -> bool:
    """Whether a name that was kept whole may end before a remark, or is no name."""
    kinds = ["dash", "arrow", "bar", *([] if wanted.brackets else ["bracket"])]
    if any(_place(kind, name) for kind in kinds):
        return True
    colon = _place("colon", name)
    return bool(colon) and denies(name[colon:], wanted.asked)


def odd(name: str) -> bool:
    """Whether a name holds marks of a form that nobody reads, or a name in quotes."""
    return bool(_MARKUP.search(name) or _INSIDE.search(name))


def plain(text: str) -> str:
    """The text of an entry without links, citations, escapes and tags."""
    text = text[:MAX_ITEM].strip()
    if "[" in text or "\ue200" in text or "【" in text or text[-1:] in "¹²³⁴⁵⁶⁷⁸⁹⁰":
        text = _CITED.sub("", _LINK.sub(r"\g<text>", text)).strip()
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", text)
        for _ in range(2):
            text = _STYLED.sub(r"\1", text)
    return unescape(text) if "&" in text else text


def tidy(text: str, brackets: bool = False, *, known: bool = False) -> str:
    """A name without marks and quotes around it, a year in brackets, and a final stop."""
    text = text.strip().strip("|").strip()
    previous = None
    while text != previous:
        previous = text
        span = _span(text)
        if span and not text[span[1] :].strip(" .,"):
            text = span[0].strip()
        for mark in ("**", "__", "*", "_"):
            if text.endswith(mark) and text.count(mark) % 2 and len(text) > len(mark):
                text = text[: -len(mark)].rstrip()
                break
        if known:
            continue
        if not brackets and (year := _YEAR.search(text)) and year.start():
            text = text[: year.start()].strip()
        text = _STOPS.sub("", text.rstrip(" ,;")).strip()
        if "~~" in text:
            text = text[: text.index("~~")].strip() or text.strip("~")
    return text
