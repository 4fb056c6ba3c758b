"""Which sentences and paragraphs of an answer an instruction names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tamis.text.sentences import REFERENCE, Sentence, sentences
from tamis.writing.edits import _numbering as numbering
from tamis.writing.edits._quote_search import located
from tamis.writing.edits.quotes import HIDDEN, masked, quotations, verbatim
from tamis.writing.edits.terms import speaking_of

_ANSWER = r"(?:answers?|texts?|responses?|passage|essay|article|summary|output|piece)"
_EDGE = re.compile(
    r"\b(?:at|to|in|from|near|on)\s+the\s+(?:very\s+)?"
    r"(?P<edge>end|bottom|close|beginning|start|top)\b"
    rf"(?:\s+of\s++(?:(?:the|this|that|your|my)\s*+)?(?:(?:whole|entire)\s+)?(?:{_ANSWER}\b|(?P<what>"
    rf"{numbering.NAMED})|(?P<other>\w+)))?"
)
_AS = re.compile(
    r"\bas\s+(?:(?:a|an|the|its|your)\s+)?(?:very\s+)?(?P<edge>first|opening|last|final|closing)\s+"
    rf"(?:sentence|paragraph|line)\b(?:\s+(?:of|in)\s++(?:(?:the|this|your)\s*+)?(?:{_ANSWER}\b|(?P<what>"
    rf"{numbering.NAMED})))?"
)
_WITH = re.compile(
    r"\b(?P<edge>start|begin|open|end|finish|conclud|clos)(?:n?ing|e)?\s+(?:off\s+)?"
    rf"(?:the|your|this|my)\s+{_ANSWER}\s+(?:with|by)\b"
)
_NEW_EDGE = re.compile(
    r"\b(?:add|write|include|provide|give|insert|needs?)\s+(?:me\s+)?(?:an?|one|some)\s+(?:\w+\s+)?"
    r"(?P<edge>introduction|intro|opening|conclusion|concluding|closing)\b"
)
_NAMED_EDGE = re.compile(
    r"\b(?:the|your|this)\s+(?P<edge>introduction|intro|introductory|opening|conclusion|concluding|"
    r"closing)\b(?:\s+(?P<unit>sentence|paragraph))?"
)
_BEGINNINGS = re.compile("beginning|start|top|first|opening|begin|open|intro.*")
_CITED = re.compile(
    rf"(?P<before>(?:\b\w{{1,30}}\s{{1,3}}){{0,3}})(?:(?P<group>{REFERENCE})|\b(?:papers?|references?|citations?)\s+"
    r"(?P<list>\d{1,3}(?:\s*(?:,\s*(?:and\s+)?|and\s+|&\s*|or\s+)\d{1,3})*)\b)"
)
_SOURCE = re.compile(
    r"\b(?:from|using|use|cite|citing|based\s+on|according\s+to|include|including|add|adding|"
    r"refer\s+to|referring\s+to)\b"
)
_TOPIC = re.compile(
    r"(?P<before>(?:\b[\w']{1,30}\s{1,3}){0,3})\b(?P<noun>definition|description|discussion|explanation|parts?|"
    r"sections?|paragraphs?|sentences?|passage|bits?|statements?|mentions?|details|content|"
    r"information|claims?)\s+"
    r"(?:of|about|on|for|describing|where|that|which|regarding|covering|discussing|explaining|"
    r"concerning|mentioning)\s+"
    rf"(?P<topic>[^,.;:?!\n{HIDDEN}]{{2,80}})"
)
_TOPIC_ENDS = re.compile(
    r"\s(?:and\s+(?:add|remove|make|move|then|also|replace|instead|include|explain)|to|by|into|so|but|"
    r"from\s+the|in\s+the|at\s+the|with(?:out)?|because|since|for\s+each)\b"
)
# fmt: off
_INDEFINITE = frozenset({
    "a", "an", "another", "some", "more", "one", "two", "three", "new", "brief", "short", "further",
    "additional", "any", "such", "of",
})
# fmt: on
_GIVING = frozenset({"add", "include", "provide", "give", "write", "insert", "mention", "need"})


@dataclass(frozen=True)
class Locations:
    """The parts of an answer that an instruction names, by numbers from 0.

    `sentences` are those named by number, quotation, reference or topic, `paragraphs` those named
    as paragraphs. `after` and `before` are sentences next to which new text is to be put; `start`
    and `end`: new text is to be put at the beginning or the end of the answer. For these the old
    sentences themselves are not meant. `missing` are the named parts that the answer does not have,
    in the instruction's own words.
    """

    sentences: tuple[int, ...] = ()
    paragraphs: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    start: bool = False
    end: bool = False
    missing: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self != Locations()


def locations(instruction: str, old: str) -> Locations:
    """The parts of the answer `old` that an instruction names.

    It reads numbers ("the third and fourth sentence", "paragraph 3", "the last two paragraphs",
    "the second sentence of paragraph 2", "the second approach" of a list), edges ("at the end of
    the first paragraph", "as the first sentence", "the conclusion"), quoted text that the answer
    has, references and "paper 2" unless they are only the source of something new, and topics ("in
    the definition of ...", "sentences about ..."), by `terms.speaking_of`. A paragraph named by its
    beginning or its topic is the one where that is found.
    """
    answer = sentences(old)
    found = _Found(answer)
    text = masked(instruction)
    _quoted(instruction, text, found)
    text = _edges(text, found)
    _numbered(text, found)
    _cited(text, found)
    _topics(text, found)
    return found.locations()


class _Found:
    """The locations found so far in an answer."""

    def __init__(self, answer: Sequence[Sentence]) -> None:
        self.answer = answer
        self.counts = numbering.Counts(answer)
        self.sentences: set[int] = set()
        self.paragraphs: set[int] = set()
        self.after: set[int] = set()
        self.before: set[int] = set()
        self.start = self.end = False
        self.missing: list[str] = []

    def locations(self) -> Locations:
        return Locations(
            tuple(sorted(self.sentences)),
            tuple(sorted(self.paragraphs)),
            tuple(sorted(self.after)),
            tuple(sorted(self.before)),
            self.start,
            self.end,
            tuple(dict.fromkeys(self.missing)),
        )

    def edge(self, at_start: bool, inside: Sequence[int] | None = None) -> None:
        """New text is to be put at an edge: of these sentences, or of the whole answer."""
        if inside is None:
            self.start, self.end = self.start or at_start, self.end or not at_start
        elif inside:
            (self.before if at_start else self.after).add(inside[0 if at_start else -1])


def _quoted(instruction: str, text: str, found: _Found) -> None:
    for one, quoted in zip(quotations(instruction), verbatim(instruction), strict=True):
        if quoted.use == "add":
            continue
        here = located(one.text, found.answer)
        clause = text[: one.start].rstrip()[-60:]
        if not here:
            if quoted.use != "mention" or len(one.text.split()) > 3:
                found.missing.append(one.text)
            continue
        of_paragraph = re.search(
            r"\bparagraphs?\s+(?:that\s+|which\s+)?\w+\s+(?:with|by)\W*\Z", clause
        )
        if of_paragraph and quoted.use in ("mention", "remove"):
            found.paragraphs |= {found.answer[k].paragraph for k in here}
            continue
        if of_paragraph:
            number = found.answer[here[0]].paragraph
            here = tuple(k for k, one in enumerate(found.answer) if one.paragraph == number)
        if quoted.use == "after":
            found.after.add(here[-1])
        elif quoted.use == "before":
            found.before.add(here[0])
        else:
            found.sentences.update(here)


def _edges(text: str, found: _Found) -> str:
    """Edges of the answer or of a numbered part; returns the text without them."""
    for pattern in (_EDGE, _AS, _WITH, _NEW_EDGE, _NAMED_EDGE):
        for one in reversed([*pattern.finditer(text)]):
            groups = one.groupdict()
            if groups.get("other"):
                continue
            at_start = _BEGINNINGS.fullmatch(one["edge"]) is not None
            if pattern is _NAMED_EDGE:
                number = 0 if at_start else -1
                if groups["unit"] == "sentence":
                    found.sentences |= {range(len(found.answer))[number]} if found.answer else set()
                elif found.answer:
                    found.paragraphs.add(found.answer[number].paragraph)
            elif what := groups.get("what"):
                for part in numbering.parts(what, found.counts):
                    found.edge(at_start, part.sentences)
                    if not part.sentences:
                        found.missing.append(part.name)
            else:
                found.edge(at_start)
            text = text[: one.start()] + " " * (one.end() - one.start()) + text[one.end() :]
    return text


def _numbered(text: str, found: _Found) -> None:
    for part in numbering.parts(text, found.counts):
        if not part.sentences:
            found.missing.append(part.name)
        elif part.whole_paragraphs:
            found.paragraphs |= {found.answer[k].paragraph for k in part.sentences}
        else:
            found.sentences.update(part.sentences)


def _cited(text: str, found: _Found) -> None:
    from tamis.writing.edits.references import references

    for one in _CITED.finditer(text):
        if _SOURCE.search(one["before"]) and not re.search(r"\bin\s+\Z", one["before"]):
            continue
        named = one["group"] or "[" + re.sub(r"[^\d]+", ",", one["list"]) + "]"
        papers = set(references(named))
        found.sentences |= {
            k for k, sentence in enumerate(found.answer) if papers & set(references(sentence.text))
        }


def _topics(text: str, found: _Found) -> None:
    for noun, topic in _topic_phrases(text):
        here = speaking_of(topic, found.answer)
        if noun.startswith("paragraph") and here:
            numbers = [found.answer[k].paragraph for k in here]
            found.paragraphs.add(max(numbers, key=numbers.count))
        else:
            found.sentences.update(here)


def _topic_phrases(text: str) -> Iterator[tuple[str, str]]:
    for one in _TOPIC.finditer(text):
        before = one["before"].split()
        definite = bool(before) and before[-1] in ("the", "this", "that", "your")
        if _INDEFINITE & set(before[-2:]) and not definite and "of" not in before[-1:]:
            continue
        if _GIVING & set(before):
            continue
        yield one["noun"], _TOPIC_ENDS.split(one["topic"], maxsplit=1)[0]
