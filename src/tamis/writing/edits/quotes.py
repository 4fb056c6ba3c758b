"""The quoted texts of an instruction, and what is to be done with each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Use = Literal["add", "remove", "after", "before", "mention"]
"""What an instruction asks of quoted text.

`add`: put it into the answer word for word; `remove`: take it out; `after` and `before`: put
something there; `mention`: it is only mentioned.
"""

HIDDEN = "\N{CURRENCY SIGN}"
"""Replaces each character of quoted text in `masked`."""

REMOVE = (
    r"remov(?:e|ing)|delet(?:e|ing)|eras(?:e|ing)|eliminat(?:e|ing)|exclud(?:e|ing)"
    r"|omit(?:ting)?|discard(?:ing)?|(?<!the )(?<!a )drop(?:ping)?|strike"
    r"|(?:tak|leav)(?:e|ing)\s+out|(?:strip|cut)\s+out|get\s+rid\s+of"
)
"""Verbs that ask for something to be removed; for text in lower case, like all patterns here."""

_QUOTED = re.compile(
    r"\"\"(?P<doubled>[^\"]+)\"\""
    r"|\"(?P<straight>[^\"]+)\""
    r"|“(?P<curly>[^“”]*(?:“[^“”]*”[^“”]*)*)”"
    r"|‘(?P<single>[^‘’\n]*(?:(?<=\w)’(?=\w)[^‘’\n]*)*)’(?!\w)"
    r"|(?<!\w)'(?P<plain>(?=\S)[^'\n]*(?:(?<=\w)'(?=\w)[^'\n]*)*)'(?!\w)"
    r"|`(?P<code>[^`\n]+)`"
)
_LOOKS_BACK = 400
_ADD = r"add(?:ing)?|insert(?:ing)?|includ(?:e|ing)|append|prepend|put|write|say|use(?!\s+of)|place"
_REMOVE = rf"{REMOVE}|cut|instead\s+of"
_REPLACE = r"replac(?:e|ing)|chang(?:e|ing)|substitut(?:e|ing)|rename|correct|swap"
_KEYWORD = re.compile(
    rf"\b(?:(?P<add>{_ADD})|(?P<remove>{_REMOVE})|(?P<replace>{_REPLACE})"
    r"|(?P<after>after|behind|below|following(?=\s+\S?\Z))|(?P<before>before|above|in\s+front\s+of))\b"
)
_SAYING = (
    rf"{_ADD}|us(?:e\s+of|ing)|mention(?:ing)?|repeat(?:ing)?|contain(?:ing)?|writing|saying"
    r"|putting|start(?:ing)?|begin(?:ning)?|open(?:ing)?|end(?:ing)?|finish(?:ing)?|clos(?:e|ing)"
)
# Only orders: "they do not use ..." and "why don't you use ..." are none.
_FORBIDS = re.compile(
    r"(?:(?:(?:\A|[,;:(–—-]|\b(?:please|kindly|but|and|so|also|then|just))\s*(?:do\s+not|don't|never)"
    r"|\b(?:should|must|shall|may)(?:\s+(?:not|never)|n't)|\bnot\s+to)"
    rf"\s+(?:(?:ever|again|please)\s+)?(?:{_SAYING})\b"
    rf"|\b(?:avoid|stop|refrain\s+from|without)\s+(?:(?:{_SAYING})\b|(?=\Z|(?:the|words?|"
    r"terms?|phrases?|any)\b)))"
)
_DENIED = re.compile(
    r"\b(?:not|never|cannot|without|avoid|stop)\s+(?:\w+\s+)?\Z|n't\s+(?:(?!you|we)\w+\s+)?\Z"
)
_FORBIDDEN = re.compile(
    r"\s*(?:should|must|shall|may)(?:\s+not|n't|\s+never|\s+no\s+longer)\s+(?:be\s+(?:used|there|"
    r"said|written|in|included|mentioned|repeated)|appear|occur)\b"
    r"|\s*(?:should|must)\s+(?:be\s+(?:removed|deleted|dropped|omitted|cut|taken\s+out)|go\b)"
)
_BUT = re.compile(r"[\s,;]*+but\s+(?:rather\s+)?\Z")
_BEGIN = re.compile(r"\b(?:start|begin|open|end|finish|close)\s+(?:\w+\s+){1,3}(?:with|by)\W*\Z")
_DESCRIBES = re.compile(
    r"\b(?:sentences?|paragraphs?|bullets?|points?|lines?|parts?|sections?|that|which|one)\s+"
    r"(?:start|begin|end)(?:s|ing)?\s+(?:with|by|in)\W*\Z"
)
_AND = re.compile(r"[\s,;]*+(?:and|or|as\s+well\s+as)?\s*+\Z")
_WITH = re.compile(r"\s*+(?:,\s*+)?(?:with|by|to|into)\s++(?:\w++\s++){0,3}\W*+\Z")
_WITH_NEXT = re.compile(rf"\s*+(?:,\s*+)?(?:with|by|to|into)\b[^.;{HIDDEN}]{{0,40}}{HIDDEN}")
_ABOUT = re.compile(
    r"\b(?:about|regarding|describ\w+|explain\w*|defin\w+|concerning|what|how|why|explanation|"
    r"examples?|details?|citations?\s+(?:to|for)|for|between)\b"
)
_DIRECT = re.compile(
    r"(?:\A|:|,|\b(?:sentences?|text|string|strings|phrase|phrases|paragraph|line|lines?|words?|"
    r"terms?|information|info|this|that|the|following|statement|heading|title|content|exactly|"
    r"verbatim|just|says|reads|saying|reading|as|an?|any))[\s:,]*\Z"
)
_OF = re.compile(
    r"\b(?:mentions?|instances?|occurrences?|references?|words?|uses?)\s+(?:of|to)\s*"
    r"(?:(?:the\s+)?(?:words?|terms?|phrases?|strings?)\s+)?\Z"
)


@dataclass(frozen=True)
class Quoted:
    """Quoted text of an instruction and what is to be done with it; see `Use`."""

    text: str
    use: Use


@dataclass(frozen=True)
class Quotation:
    """A quotation and its position: with its quotation marks it is from `start` to `end`."""

    text: str
    start: int
    end: int


def verbatim(instruction: str) -> tuple[Quoted, ...]:
    """The quoted texts of an instruction in order, each with what is to be done with it.

    The use is read from the last verb or preposition of place before the quotation in its sentence:
    "add the sentence ...", "delete every instance of ...", "right after ...", "replace ... with
    ...". What is forbidden ("never write ...", "avoid ...", "... should not be used") is to be
    removed. What is not to be removed or replaced is a mention, and so is a quoted text that is not
    itself to be added or removed, as in "add a definition of ...".
    """
    text = masked(instruction)
    found: list[Quoted] = []
    end = 0
    replacing = False
    for one in quotations(instruction):
        between = text[end : one.start]
        if found and _AND.match(between):
            use = found[-1].use
        elif found and (
            (replacing and _WITH.match(between))
            or (found[-1].use == "remove" and _BUT.match(between))
        ):
            use = "add"
        else:
            use, replacing = _use(text, one)
        found.append(Quoted(one.text, use))
        end = one.end
    return tuple(found)


def quotations(instruction: str) -> Iterator[Quotation]:
    """What an instruction quotes, in straight, curly, doubled or single marks or backticks."""
    for found in _QUOTED.finditer(instruction):
        inside = next(part for part in found.groups() if part is not None)
        if inside.strip():
            yield Quotation(inside.strip(), found.start(), found.end())


def masked(instruction: str) -> str:
    """An instruction in lower case, each character of its quotations hidden; of the same length."""
    low = "".join(c.lower() if len(c.lower()) == 1 else c for c in instruction)
    low = low.replace("’", "'")
    parts, end = [], 0
    for one in quotations(instruction):
        parts += [low[end : one.start], HIDDEN * (one.end - one.start)]
        end = one.end
    return "".join([*parts, low[end:]])


def _use(text: str, one: Quotation) -> tuple[Use, bool]:
    """What is to be done with a quotation; and whether it is to be replaced."""
    clause = re.split(r"(?<=[.;!?\n])\s", text[max(0, one.start - _LOOKS_BACK) : one.start])[-1]
    begins = _BEGIN.search(clause) is not None and not _DESCRIBES.search(clause)
    keywords = [*_KEYWORD.finditer(clause)]
    last = keywords[-1] if keywords else None
    if _FORBIDDEN.match(text, one.end):
        return "remove", False
    for forbids in [*_FORBIDS.finditer(clause)][-1:]:
        if last is None or forbids.end() >= last.end():
            return "remove" if begins or _is_it(clause[forbids.end() :]) else "mention", False
    if begins:
        return "add", False
    if last is None:
        return "mention", False
    tail = clause[last.end() :]
    kind = last.lastgroup
    if kind in ("after", "before"):
        near = "," not in tail and len(tail.split()) <= 10
        return ("after" if kind == "after" else "before") if near else "mention", False
    if _DENIED.search(clause[: last.start()]):
        return "mention", False
    if kind == "replace":
        replaced = _WITH_NEXT.match(text, one.end) is not None
        return "remove" if replaced else "mention", replaced
    if kind == "remove":
        return "remove" if _is_it(tail) else "mention", False
    tail = tail.strip()
    return "add" if _DIRECT.search(tail) and not _ABOUT.search(tail) else "mention", False


def _is_it(tail: str) -> bool:
    """Whether the words between "remove" and a quotation say that the quotation itself is to be
    removed."""
    tail = tail.strip()
    direct = _OF.search(tail) or (_DIRECT.search(tail) and not _ABOUT.search(tail))
    return bool(direct) and not _DESCRIBES.search(tail)
