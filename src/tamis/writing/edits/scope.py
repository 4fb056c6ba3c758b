"""Which sentences of the old answer an instruction is about, and which others changed.

The scope is our own rule; KIWI (section 4.3) mentions unrequested changes and does not measure
them. Where the rule cannot tell what an instruction is about, the whole answer is in scope: then
nothing is outside and there is no share, so that no model is blamed for a change that was
requested.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tamis.text.sentences import Sentence, sentences
from tamis.writing.edits.alignment import Alignment, align, words_of
from tamis.writing.edits.locations import Locations, locations
from tamis.writing.edits.quotes import HIDDEN, REMOVE, masked
from tamis.writing.edits.terms import speaking_of, touching

InstructionKind = Literal["information-seeking", "stylistic"]
"""The kind of an instruction, given by its writer (KIWI, section 2.2)."""

_ANSWER = r"(?:answers?|texts?|responses?|passage|essay|article|summary|output|draft|whole|it)"
_NOT_CHANGING = (
    r"(?:do\s+not|don't|without|never|not)\s+(?:make\s+any\s+(?:other\s+)?changes?|chang(?:e|ing)|"
    r"alter(?:ing)?|modify(?:ing)?|touch(?:ing)?|edit(?:ing)?|rewrit(?:e|ing))"
)
_KEEP = re.compile(
    rf"(?:\b(?:keep(?:ing)?|leav(?:e|ing)|preserv(?:e|ing)|retain(?:ing)?)\b|\b{_NOT_CHANGING}\b)"
    r"(?P<what>[^.;!?\n]*?)"
    r"(?=[.;!?\n]|\Z|(?:,|(?<!\s))\s+but\b|,\s|\band\s+(?:add|remove|delete|make|move|then|also|only|re-?write)\b)"
)
_ALL = re.compile(
    r"\b(?:rest|else|others?|remaining|remainder|everything|anything|any|further|as[\s-]+it[\s-]+is|"
    r"as[\s-]+is|unchanged|intact|the\s+same)\b"
    rf"|\A\s*(?:(?:the|this|your|my|entire|whole|current|original|existing)\s+)*(?:content\b|order\b|{_ANSWER})"
)
_WHOLE = re.compile(
    r"\b(?:whole|entire|complete|full|all\s+(?:of\s+)?the)\s+(?:answers?|texts?|responses?)\b"
    r"|\b(?:throughout|everywhere|(?:every|each|all)\s+(?:the\s+)?(?:sentences?|paragraphs?))\b"
)
_SHORTEN = (
    r"shorten|condense|summari[sz]e|compress|concise(?:ly)?|shorter|trim|more\s+compact"
    r"|too\s+(?:long|wordy)|briefer|less\s+(?:verbose|wordy)|(?:much|more|very)\s+succinct"
    r"|fewer\s+words|halve|be\s+(?:more\s+|very\s+|as\s+)?(?:brief|succinct)|tl;?dr|tighten"
    r"|half\s+(?:as\s+long|the\s+length|its\s+length)|too\s+much\s+text"
    r"|boil\s+(?:\w+\s+){0,2}down|pare\s+down|the\s+gist"
    r"|(?:cut|pare|trim)\s+(?:it|this|everything|the\s+(?:answer|text))\s+down"
    r"|(?:just|only)\s+the\s+(?:main|key|central|most\s+important)\s+(?:points?|ideas?|findings?)"
    r"|(?:cut|reduce|limit(?!\s+the\s+number)|half)"
    r"(?=\s.{0,200}\b(?:words?|sentences?|paragraphs?|length|answer|text)\b)|reduce"
)
# Wider than the verbs of requests: in doubt the whole answer is in scope.
_RESHAPE = (
    rf"{_SHORTEN}|condens\w*|summari[sz]\w*|compress\w*|reduc\w*|cut\s+down|trim\w*|concise\w*|"
    r"brief(?:er|ly)?|re-?organi[sz]\w*|organi[sz]\w*|re-?structur\w*|structur\w*|re-?order\w*|"
    r"re-?arrang\w*|group\w*|categori[sz]\w*|classif\w*|split|divide|merge|combine|re-?writ\w*|"
    r"re-?phras\w*|paraphras\w*|simplif\w*|proofread|reformat|format|convert|transform|turn|improve|"
    r"polish|fix|tone|style|flow|coheren\w*|fluen\w*|readab\w*|redundan\w*|repet\w*|repeat\w*|"
    r"limit|length|wordy|words|sentences?\s+(?:only|or\s+(?:less|fewer)|at\s+most)|"
    r"succinct\w*|bullet(?:ed|s)?|numbered|paragraphs?|reverse|swap|move"
)
_RESHAPED = re.compile(rf"\b(?:{_RESHAPE})\b")
_RESHAPED_ANSWER = re.compile(
    r"\b(?:shorten|condense|compress|reduce|trim|re-?organi[sz]e|re-?structure|re-?order|re-?arrange|"
    r"re-?write|re-?phrase|paraphrase|simplify|proofread|reformat|split|divide|convert|turn)\s+"
    rf"(?:(?:the|this|your|my|entire|whole)\s+)*{_ANSWER}\b"
    r"(?!\s+(?:in|of|about|on|that|which|between|after|before|from|under)\b)"
    rf"|\b{_ANSWER}\s+(?:\w+\s+){{0,2}}(?:shorter|briefer|concise|less\s+wordy)\b"
    r"|\b(?:this|that|everything)\s+(?:(?:much|more|a\s+(?:bit|little)|all)\s+)?"
    r"(?:shorter|briefer|concise|less\s+wordy)\b"
    r"|(?:\A|[.,;:!?]\s+|\b(?:please|can\s+you|could\s+you|would\s+you)\s+)be\s+(?:more\s+|very\s+)?"
    r"(?:brief|concise|succinct)\b"
    r"|\b(?:give|get|make|write|want|need|have|see|prefer)\s+(?:(?:me|us|only|just|it|this)\s+)*"
    r"an?\s+(?:\w+[\s-]){1,3}(?:version|summary)\b(?:\s+of\s+(?:it|this|that|the\s+answer)\b)?"
    r"(?!\s+(?:of|at|in|to|on|about|for|as|before|after|that|which|where)\b)"
)
_REMOVE = re.compile(rf"\b(?:{REMOVE}|cut)\b(?P<what>[^.;!?\n]*)")
_ADD = re.compile(
    r"\b(?:add|mention|include|insert|append|provide|give|cite|expand|list|define|discuss|write|tell|"
    r"talk|cover|state|explain|describe)\b"
)
_ASKS = re.compile(
    r"(?:\A|[.!?]\s+)(?:what|which|how|why|who|when|where|is|are|do|does|did|can|could)\b"
)
_ON = re.compile(
    r"\b(?:elaborat\w*|expand|clarif\w*|re-?phras\w*|re-?writ\w*|detail)\s+(?:(?:more|further|a\s+bit)\s+)?"
    r"(?:on|upon|about)?\s*(?P<what>[^.;!?\n]*)"
)


@dataclass(frozen=True)
class Scope:
    """What an instruction is about: old sentences by number, or `whole`, all of them.

    `seeks`: it asks for information and names no place for it, so that the information may go into
    any sentence on the topic.
    """

    sentences: frozenset[int]
    whole: bool = False
    seeks: bool = False


@dataclass(frozen=True)
class Change:
    """What changed of an old answer outside the scope of an instruction.

    `outside` counts the old sentences outside, `changed` those of them that were changed or dropped
    and `moved` those that are elsewhere with the same words. `share` is `changed` of `outside`,
    None where nothing is outside. `whole`: the whole answer was in scope.
    """

    outside: int
    changed: int
    moved: int
    share: float | None
    whole: bool


def unrequested_change(
    instruction: str,
    old: str,
    new: str,
    kind: InstructionKind | None = None,
    alignment: Alignment | None = None,
) -> Change:
    """The share of the old answer's sentences outside the instruction's scope that changed.

    Our own measure for what KIWI calls an unrequested change; see `scope` for the rule, and
    `alignment.align` for when a sentence changed. Sentences that were merged with one in scope are
    not counted as changed. Information may be added to a sentence: where an instruction asks for
    information and names no place, a changed sentence is in scope too if it only gained words (all
    of its old words and references are still there in order) and the new sentence has one of the
    instruction's distinguishing words (see `terms.touching`). `alignment` is that of the two texts,
    if it is known already.
    """
    known = alignment or align(old, new)
    within = scope(instruction, old, kind)
    if within.whole:
        return Change(0, 0, 0, None, True)
    inside = set(within.sentences)
    if within.seeks:
        inside |= _answered(instruction, known)
    outside = len(known.old) - len(inside)
    changed = moved = 0
    for pair in known.pairs:
        if inside.isdisjoint(pair.old):
            changed += len(pair.old) * (pair.kind in ("changed", "dropped"))
            moved += len(pair.old) * (pair.kind == "moved")
    return Change(outside, changed, moved, changed / outside if outside else None, False)


def _answered(instruction: str, known: Alignment) -> set[int]:
    """The old sentences that only gained words and are on the instruction's topic."""
    speaking = set(touching(instruction, known.new))
    found = set[int]()
    for pair in known.pairs:
        if pair.kind == "changed" and not speaking.isdisjoint(pair.new):
            was = [word for k in pair.old for word in words_of(known.old[k].text)]
            now = iter([word for k in pair.new for word in words_of(known.new[k].text)])
            if all(word in now for word in was):
                found.update(pair.old)
    return found


def scope(instruction: str, old: str, kind: InstructionKind | None = None) -> Scope:
    """What an instruction is about in the answer `old`.

    The first of these rules that applies decides. An empty instruction: the whole answer, since
    nothing is known. Named parts (see `locations`): those sentences and paragraphs; a request for
    new text next to a sentence, or at an edge of the answer or of a paragraph, leaves the old
    sentences out of scope. "Keep the rest as it is", "without changing anything else": only the
    named parts and what is to be removed. A request about "the whole answer" or "every paragraph",
    or for a short version: all of it. One to shorten, reorganise, rewrite or reformat without a
    named part: all of it, except the parts to be kept. One to remove something: the sentences about
    it, or all if there are none. One to add something, and any information-seeking one: nothing,
    since new sentences may be added but the old ones are not meant, except those about what is to
    be elaborated, clarified or rephrased. Any other: the sentences that share its key terms, or all
    if there are none.
    """
    answer = sentences(old)
    if not instruction.strip():
        return Scope(frozenset(range(len(answer))), whole=True)
    rest, keeps_all, kept = _without_keeping(instruction, old, answer)
    text = masked(rest)
    named = locations(rest, old)
    inside = _inside(named, answer)
    if (named.start or named.end) and _REMOVE.search(text) and answer and not inside:
        edge = answer[0 if named.start else -1].paragraph
        inside = {k for k, one in enumerate(answer) if one.paragraph == edge}
    everything = set(range(len(answer)))
    seeks = False
    if keeps_all:
        inside = inside or _removed(text, answer)
    elif _RESHAPED_ANSWER.search(text) or (_WHOLE.search(text) and not inside):
        inside = everything
    elif not (inside or named):
        seeks = kind == "information-seeking"
        inside = _by_request(text, answer, kind)
    found = frozenset(inside - kept)
    return Scope(found, whole=len(found) == len(answer), seeks=seeks)


def _without_keeping(
    instruction: str, old: str, answer: tuple[Sentence, ...]
) -> tuple[str, bool, set[int]]:
    """The instruction without its clauses about what to keep; whether all is to be kept; and
    what."""
    text = masked(instruction)
    rest, everything, kept = instruction, False, set[int]()
    for clause in _KEEP.finditer(text):
        what = instruction[clause.start("what") : clause.end("what")]
        named = locations(what, old)
        if inside := _inside(named, answer):
            kept |= inside
        elif _ALL.search(masked(what)):
            everything = True
        else:
            continue
        blank = " " * (clause.end() - clause.start())
        rest = rest[: clause.start()] + blank + rest[clause.end() :]
    return rest, everything, kept


def _inside(named: Locations, answer: tuple[Sentence, ...]) -> set[int]:
    """The sentences that are named, themselves or by their paragraphs."""
    paragraphs = set(named.paragraphs)
    return set(named.sentences) | {k for k, one in enumerate(answer) if one.paragraph in paragraphs}


def _by_request(text: str, answer: tuple[Sentence, ...], kind: InstructionKind | None) -> set[int]:
    """The scope of an instruction that names no part, by its kind of request."""
    everything = set(range(len(answer)))
    asks = kind == "information-seeking"
    if not asks:
        if _REMOVE.search(text):
            return _removed(text, answer) or everything
        if _RESHAPED.search(text) and not (kind is None and _ASKS.search(text)):
            return everything
        asks = bool(_ADD.search(text) or (kind is None and _ASKS.search(text)))
    if asks:
        return {k for one in _ON.finditer(text) for k in speaking_of(one["what"], answer)}
    return set(speaking_of(text.replace(HIDDEN, " "), answer)) or everything


def _removed(text: str, answer: tuple[Sentence, ...]) -> set[int]:
    """The sentences about what is to be removed."""
    return {k for one in _REMOVE.finditer(text) for k in speaking_of(one["what"], answer)}
