"""The verdict of a reply: one of a few words, in the form that the prompt asks for.

A word is the verdict where it stands behind the prompt's label ("FINAL ANSWER: no"), else where the
reply, or a line of it, is that word alone, or begins with it and says no other. It must be followed
by an end or a separator; where what follows names another label, or could turn it, the reply is
ambiguous. Nothing else is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tamis.reading.denials import denies
from tamis.reading.document import Span
from tamis.reading.looks_for import Words
from tamis.reading.reply_object import read_object
from tamis.text.json import folded
from tamis.types import Outcome

MAX_VERDICTS = 100
"""The most places of a label that are looked at, the last ones."""

LONGEST_ALONE = 200
"""A line of more characters is no word alone."""

_MARKS = re.compile(
    r"[*_`~\"“”‘’«»{}$]|\\(?:boxed|text\w{0,2})\b|</?(?:b|i|u|em|strong|code|span|p|br|div|td)\s?/?>|(?<!\w)'|'(?!\w)"
)
_JOINED = re.compile(r"(?<=[^\W\d_])[-‐‑_](?=[^\W\d_])")
_LEAD = re.compile(r"[\s:=>#–—\[(<|-]*")
_ENDS = re.compile(r"[^\w,;:?(\[–—\n/-]{0,20}(?:$|[,;:?(\[–—\n/]|-\s)|[.!]")
_SENTENCE = re.compile(r"(?<=\w)[.!?](?=\s|$)|\n")
_NUMBER = re.compile(r"^\W{0,5}\d{1,2}[.):](?=\s)")
_AROUND = " \t*_#>.,!:;?()[]<>{}|\"'`~=•+-–—…"
# A word that is itself a label: "satisfied: no".
_NAMES = re.compile(r"[^\n\w]{0,10}\w{1,30}[^\w\n]{0,3}[:：=][^\w\n]{0,5}\w{1,30}\W{0,5}$")
_FIRST_LINE = re.compile(r"[^\n]*\n?")


@dataclass(frozen=True)
class Said:
    """A verdict, and where it stands; `label` is empty for what is none, and `why` says why."""

    label: str
    span: Span
    why: Outcome = "ok"


def read(text: str, words: Words, *, cut: bool = False) -> Said | None:
    """The verdict of a reply; None where it has none. Of one that is `cut` only a labelled one."""
    if text.lstrip(" `\n")[:1] in "{j" and (found := _of_object(text, words)):
        return found
    shown = _plain(text)
    marked = [*words.marker.finditer(shown)][-MAX_VERDICTS:]
    said = [_behind(shown, mark, words) for mark in marked]
    if said:
        last = said[-1]
        asked = folded(marked[-1][0]).startswith(folded(words.announced[0]))
        if cut and (last.why == "unparsed" or not asked):
            # Only the label that the prompt asks for ends a reply.
            return None
        earlier = {one.label for one in said[:-1] if one.label} - {last.label}
        later = shown[last.span[1] :]
        others = {label for line in later.split("\n") if (label := _opening(line, words))}
        settled = last.label not in words.earned and not later.strip()
        if last.label and (others - {last.label} or (earlier and not settled)):
            # Of several the last counts, if the reply ends with it.
            return Said("", last.span, "ambiguous")
        return last
    return None if cut else _bare(shown, words)


def _of_object(text: str, words: Words) -> Said | None:
    """The verdict in an object, behind a key that is a label of the prompt."""
    found = read_object(text, (*words.announced, *words.label_of))
    record = {} if found is None else {folded(key): one for key, one in found.value.items()}
    for name in words.announced:
        said = record.get(folded(name))
        if isinstance(said, str | bool) and (label := value(str(said), words)):
            return Said(label, (0, len(text)))
    for key, said in record.items():
        label = words.label_of.get(key, "")
        if label and isinstance(said, bool):
            others = [one for one in words.labels if one != label]
            if said or len(others) == 1:
                return Said(label if said else others[0], (0, len(text)))
    return None


def value(text: str, words: Words) -> str:
    """The label of a short text, such as the value of a key; empty for none."""
    return _head(_plain(text[:600]), 0, words).label


def _plain(text: str) -> str:
    """The text with marks of emphasis and quotes as blanks; as long as it was."""
    return _JOINED.sub(" ", _MARKS.sub(lambda found: " " * len(found[0]), text))


def _behind(text: str, mark: re.Match[str], words: Words) -> Said:
    """What stands behind a label: on its line, else on the next line that says something."""
    at = mark.end()
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    if not text[at:end].strip(" .-"):
        while end < len(text) and not text[at:end].strip(" \n.-"):
            at, end = end, text.find("\n", end + 1)
            end = len(text) if end < 0 else end
    found = _head(text[at:end], at, words)
    begin = text.rfind("\n", 0, mark.start()) + 1
    begin = mark.start() if text[begin : mark.start()].strip(" #>|") else begin
    return Said(found.label, (begin, end), found.why)


def _head(text: str, at: int, words: Words) -> Said:
    """The word at the head of a text, if nothing behind it turns it."""
    lowered = text.casefold() if len(text.casefold()) == len(text) else text.lower()
    lead = _LEAD.match(lowered)
    begin = lead.end() if lead else 0
    found = words.any.match(lowered, begin)
    span = (at, at + len(text))
    if found is None or not _ENDS.match(lowered, found.end()):
        return Said("", span, "ambiguous" if found else "unparsed")
    label, rest = words.label_of[found[0]], lowered[found.end() :]
    others = {words.label_of[one[0]] for one in words.any.finditer(rest)} - {label}
    sentence = _SENTENCE.split(rest, maxsplit=1)[0].strip()
    turned = sentence[:1] in ",;" or denies(words.any.sub(" ", sentence))
    if others or (label in words.earned and sentence and turned):
        return Said("", span, "ambiguous")
    return Said(label, span)


def _opening(line: str, words: Words) -> str:
    """The label whose word a line begins with; empty for none."""
    found = words.any.match(line[:LONGEST_ALONE].strip(_AROUND).casefold())
    return words.label_of[found[0]] if found else ""


def _bare(text: str, words: Words) -> Said | None:
    """The verdict of a reply without a label: alone on its lines, or at its beginning."""
    alone: list[Said] = []
    at = 0
    for line in text.split("\n"):
        bare = ""
        if len(line) <= LONGEST_ALONE:
            bare = _NUMBER.sub("", line).strip(_AROUND).casefold()
        if bare in words.label_of:
            alone.append(Said(words.label_of[bare], (at, at + len(line))))
        at += len(line) + 1
    labels = {one.label for one in alone}
    if len(labels) == 1:
        later = text[alone[-1].span[1] :].casefold()
        said = {words.label_of[one[0]] for one in words.any.finditer(later)} - labels
        return Said("", alone[-1].span, "ambiguous") if said else alone[-1]
    if labels:
        return Said("", alone[-1].span, "ambiguous")
    begin = len(text) - len(text.lstrip())
    head = _head(text[begin:], begin, words)
    if head.label and not _NAMES.match(text, begin):
        opening = _FIRST_LINE.match(text, begin)
        return Said(head.label, (begin, opening.end() if opening else len(text)))
    return None
