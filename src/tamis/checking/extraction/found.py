"""What a reader finds in a piece of a request, and how a piece says bounds and places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tamis.checking.extraction.pieces import Piece
from tamis.checking.extraction.scope import Shape
from tamis.checking.worksheet import Span
from tamis.reading.quantities import Quantity


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def singular(word: str) -> str:
    """A noun without the s of its plural."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@dataclass(frozen=True)
class Found:
    """A constraint that a piece states, as plain values, and the place of its words in it."""

    spec: Mapping[str, Any]
    span: Span


@dataclass
class Context:
    """What the pieces before have said, for those that refer to it ("max 8 words each").

    `task` are the words of the first sentence, `counted` the noun that was counted last, as a unit
    of `where`, `counter` the type that counts it; `nouns` are the words of the task, `thing` those
    of what it makes ("a letter" of "write a letter to the landlord"),
    `named` the names of keys and columns, `shape` what the request wants as a whole.
    """

    task: str = ""
    counted: str = ""
    counter: str = ""
    named: set[str] = field(default_factory=set)
    nouns: set[str] = field(default_factory=set)
    sentence: int = -1
    telling: int = -1
    saying: int = -1
    elsewhere: int = -1
    listing: int = -1
    alone: str = ""
    alone_in: int = -1
    shape: Shape = field(default_factory=Shape)
    scope: str | None = ""
    said: str = ""
    said_words: set[str] = field(default_factory=set)
    task_words: set[str] = field(default_factory=set)
    thing: set[str] = field(default_factory=set)
    thing_said: str = ""

    def copy(self) -> Context:
        """The same, to go on from once more."""
        return replace(
            self, named=set(self.named), nouns=set(self.nouns), said_words=set(self.said_words)
        )

    def take(self, other: Context) -> None:
        """Go on from another."""
        self.__dict__.update(other.__dict__)

    def begin(self, piece: Piece) -> None:
        """Take the first piece of a request as its task."""
        self.task, self.task_words = piece.low, set(_WORDS.findall(piece.low))
        self.thing_said = _ABOUT_WHAT.split(piece.low)[0]
        self.thing = set(_WORDS.findall(self.thing_said)) | set(self.thing_said.split())

    def names(self, *words: str) -> bool:
        """Whether the task, or the sentence so far, has one of some words."""
        return not (self.said_words.isdisjoint(words) and self.task_words.isdisjoint(words))

    def enter(self, piece: Piece) -> None:
        """Go on to a piece: what a sentence is about ends with it.

        `scope` is the part that the pieces before in the same sentence were about, as `where`;
        None for a part that cannot be told. `telling` is the sentence that tells of the user's
        life, `saying` the one that asks for something to be said, `elsewhere` the one that is about
        a part that no type can name, `listing` the one that lists what is to be said; `alone` is
        what there is to be nothing beside, as the sentence `alone_in` says, `said` what its pieces
        have said so far.
        """
        if piece.sentence != self.sentence:
            self.sentence, self.scope, self.said = piece.sentence, "", ""
            self.said_words = set()
        # So much as a sentence has: what is longer is a list of something.
        self.said = f"{self.said} {piece.low}"[-_SAID:]
        self.said_words.update(_WORDS.findall(piece.low))
        if not self.counted and piece.sentence == 0 and _POEM.search(piece.low):
            self.counted = "line"


_SAID = 2000
_WORDS = re.compile(r"\w+")
_ABOUT_WHAT = re.compile(
    r"\b(?:for|about|on|to|that|which|with|of|from|in|at|explaining|telling)\b"
)
_POEM = re.compile(r"\b(?:poem|verse|haiku|limerick|sonnet|song|lyrics)\b")

UNITS: dict[str, str] = {
    "word": "words", "sentence": "sentences", "paragraph": "paragraphs", "line": "lines",
    "character": "characters", "char": "characters", "bullet": "bullets",
    "bullet point": "bullets", "bulletpoint": "bullets", "heading": "headings",
    "subheading": "headings", "header": "headings", "section": "sections", "table": "tables",
    "hashtag": "hashtags", "emoji": "emojis", "emojis": "emojis", "link": "links", "url": "links",
    "code block": "code_blocks", "stanza": "paragraphs", "verse": "paragraphs",
    "exclamation mark": "exclamations", "exclamation point": "exclamations",
    "question mark": "questions", "placeholder": "placeholders", "list item": "list_items",
    "item": "list_items", "point": "list_items",
    "numbered item": "numbered_items", "numbered point": "numbered_items",
    "numbered step": "numbered_items", "row": "table_rows", "quote": "quotations",
    "quotation": "quotations", "contraction": "contractions", "column": "table_columns",
}  # fmt: skip
"""The nouns that are counted in the text itself, each with its type."""

PLACES: dict[str, str] = {
    "bullet": "bullet", "bullet point": "bullet", "point": "item", "item": "item",
    "list item": "item", "entry": "item", "line": "line", "sentence": "sentence",
    "paragraph": "paragraph", "section": "section", "stanza": "verse", "verse": "verse",
    "heading": "heading", "headline": "item", "row": "row", "step": "item", "tip": "item",
    "idea": "item", "rule": "item", "suggestion": "item", "name": "item", "title": "item",
    "subject line": "item", "question": "item", "reason": "item", "option": "item",
    "code block": "code block", "word": "word", "element": "item", "slogan": "item",
    "tagline": "item", "caption": "item", "definition": "item", "fact": "item",
    "task": "item", "exercise": "item", "recommendation": "item",
}  # fmt: skip
"""What "each …" may say, with the unit of `where`."""

WHOLE = words_of(
    "it this text response answer reply output email e-mail mail letter message note post poem "
    "summary story article piece essay caption description speech everything total whole thing "
    "content copy review report toast bio biography blurb abstract document page ad advert "
    "advertisement statement announcement invitation invite card memo press release "
    "translation explanation tweet notes note list plan recipe guide script dialogue "
    "newsletter blog faq schedule itinerary eulogy that they you"
)
"""Nouns that mean the whole response, in "the letter must be under 160 words"."""

_ANY_TEXT = words_of(
    "it this text response answer output everything total whole thing content copy document that "
    "they you"
)

_N = "|".join(sorted(PLACES, key=len, reverse=True))
_EACH = re.compile(
    rf"\b(?:(?:in|for|of|per|with|on|to)\s+)?(?:each|every|all|per|any|none of"
    rf"|no)\s+(?:one\s+)?(?:of\s+)?"
    rf"(?:the\s+|these\s+|those\s+)?(?:(?:single|individual|separate|main|new|short"
    rf"|numbered)\s+)?(?P<unit>{_N})s?\b(?!\s+(?:line|word|mark))"
)
_EACH_OTHER = re.compile(r"\b(?:each|every|per|all the|all of the)\s+(?P<noun>[a-z][\w'-]*)")
_EACH_ALONE = re.compile(
    r"\b(?:each|apiece|every one|per item)\b(?!\s+[a-z]+)|\bof them each\b|\beach(?: one"
    r"| of them)?\b(?=\s+(?:must|should|has|have|is|under"
    r"|no|at|max|with|about|may|can|to|contains?|needs?|starting|begin|start|end|in|a|one|uses?"
    r"|,|$))|\bnone (?=longer|of them|over|may|uses?|should)"
)
# "At least two contain a number": so many of the items, and not all.
_SOME = re.compile(
    r"(?:at least |exactly |at most )?(?:one|two|three|four|five|half|\d+)(?: of (?:them|these"
    r"|the \w+|the))? "
    r"(?:must|should|has|have|contains?|starts?|begins?|ends?|includes?|mentions?|be|is|are"
    r"|needs?)\b"
)
_TOGETHER = re.compile(
    r"\b(?:paragraphs|bullets|items|lines|sections|answers) (?:together"
    r"|combined)\b"
)
_NO_LONGER = re.compile(
    r"\bno (?P<noun>(?!more|less|fewer|longer)[a-z]+(?: [a-z]+)?) (?:longer|shorter|over|may"
    r"|should|must|can|exceeds?|exceeding|with more|is|has|goes)\b"
)
_ORDER = r"first|opening|1st|last|final|closing|second|2nd|third|3rd|fourth|4th|fifth|5th"
_ONE = re.compile(
    rf"\b(?:(?:in|as|on|at|of|to|for|into)\s+)?(?:the|your|its"
    rf"|a)?\s*\b(?P<order>{_ORDER})\s+(?P<unit>line|sentence|paragraph|word|bullet"
    r"(?: point)?|section|row|item|heading|stanza|verse)\b(?!s)"
)
_NUMBERED = re.compile(
    r"\b(?P<unit>line|sentence|paragraph|bullet|section|item|stanza) (?P<n>\d{1,2})\b(?! words)"
)
_TITLED = re.compile(r"\b(?:in |as |of )?(?:the |a |its )?(?P<unit>title|subject line|subject)\b")
_ORDERS = {
    "first": "first", "opening": "first", "1st": "first", "last": "last", "final": "last",
    "closing": "last", "second": "2", "2nd": "2", "third": "3", "3rd": "3", "fourth": "4",
    "4th": "4", "fifth": "5", "5th": "5",
}  # fmt: skip
_ELSEWHERE = re.compile(
    r"\b(?:after|before|below|above|under|beneath|underneath|outside|inside|beside|following"
    r"|within)\s+"
    r"(?:the|it|them|that|each|your|this)\b(?! (?:total|end|headings?|sections?|following))"
    r"|\bwrap(?:ped)? the body\b|\bbody (?:is )?wrapped\b|\bin the (?:table|code|body"
    r"|introduction|intro|conclusion|footer|header"
    r"|tweet|caption|answer|list|response to|middle|same|dialogue)\b"
)


_COLUMN = re.compile(
    r"(?:\b[Tt]he )?\b(?!(?i:the|a|one|each|every|last|first|second|third) )"
    r"(?P<name>[A-Za-z][\w/-]{1,20}(?: [\w/-]{2,20})?) column\b"
)


class Nowhere(Exception):
    """A piece limits its demand to a part of the response that no type can name."""


_FIRST_WORD = re.compile(r"(?:the )?(?P<word>[\w-]+)")
_BARE = re.compile(
    r"(?:(?:and|but|also|is|are|be|must|should) )*(?:max|min|at most|at least|under|below|no more"
    r"|not more|not over"
    r"|no longer|none longer|up to|exactly|about|around|between|over|only|tops|in|all|with"
    r"|without|each|\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten)\b"
)
_BOUND_WORD = (
    r"must|should|shall|has to|have to|can(?:not|'t)?|may(?: not)?|needs? to|at most"
    r"|at least|max|min|no more|not over|not more|no longer|under|below|up to|between"
    r"|exactly|are|have|in|get|\d[\d.,]*"
)
_WRAP = re.compile(
    r"(?:please |and )*wrap (?:it |the text |text |the lines |lines )?(?:at|to"
    r"|after) "
)
_LARGER_UNIT = re.compile(
    r"\b(?:bullets?|bullet points?|paragraphs?|items|points|sections?|headings?|tables?|steps)\b"
)
_LARGE = re.compile(r"\b(?:paragraphs|sections|headings|tables)\b")
# "Keep sentences under 5 words": each of them.
_KEEP = re.compile(
    r"(?:please |and |but |also )*(?:keep|make|limit|wrap) (?:the |your |all (?:the )?)?"
    r"(?P<noun>[a-z]+s) (?!of\b)"
)
_BARE_SUBJECT = re.compile(
    rf"(?:please |and |but |also )*(?P<noun>[a-z][a-z'-]+(?: [a-z][a-z'-]+)?)(?::"
    rf"|\s)\s*(?:{_BOUND_WORD})\b"
)
_NO_SUBJECT = words_of(
    "keep make use write max maximum min minimum at no not none between under below over tops "
    "about around roughly exactly only in with without limit stay aim give return list the a an "
    "please and but also don't do it this that everything all each every any be is are put add "
    "include mention up to or if i we you they he she there here then just so need want should "
    "must can can't leave for from by on as of within one two three four five six seven eight "
    "eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred "
    "nine ten serves feeds show name more less fewer longer shorter greater larger bigger "
    "smaller above exceeding limited capped approximately precisely strictly than region say "
    "start begin end close finish divide split"
)


def where_of(piece: Piece, context: Context, near: Span | None = None) -> tuple[str, Span]:
    """The part of the response that a piece is about, as `where`, and where the piece says so.

    Empty for the whole. `near` is the place of the demand: a part that is named behind a comma is
    another matter. Raises Nowhere where it names a part that cannot be told.
    """
    try:
        if (first := _FIRST_WORD.match(piece.low)) and first["word"] in context.named:
            raise Nowhere(first["word"])
        where, said = _own(piece, context, near)
    except Nowhere:
        context.scope = None
        raise
    if where:
        context.scope = where
    elif _BARE.match(piece.low) and piece.nth:
        # "Headline in bold, max 10 words": what the words before were about.
        if context.scope is None:
            raise Nowhere(piece.text)
        if context.scope in ("title", "subject") and _LARGER_UNIT.search(piece.low):
            # "A title of 60 characters, then 4 bullets".
            context.scope = ""
        unit = re.sub(r"[^a-z ]|each|first|last|any", "", context.scope).strip()
        if context.scope.startswith("each "):
            # "One bullet each, max 15 words".
            if one := _ONE_EACH.search(context.said.removesuffix(piece.low)):
                context.scope = f"each {PLACES[one['noun']]}"
            unit = context.scope.removeprefix("each ")
        larger = context.scope.startswith("each ") and _LARGE.search(piece.low)
        if larger or (unit and re.search(rf"\b{unit}s\b", piece.low)):
            # What is counted is larger than what the words before were about, or all of them.
            context.scope = ""
        return context.scope, (0, 0)
    elif _WRAP.match(piece.low):
        return "each line", (0, 0)
    elif (kept := _KEEP.match(piece.low)) and kept["noun"][:-1] in PLACES:
        context.scope = f"each {PLACES[kept['noun'][:-1]]}"
        return context.scope, kept.span("noun")
    elif subject := _BARE_SUBJECT.match(piece.low):
        noun = _of_subject(subject["noun"], context)
        if noun is None or (near is None and noun.startswith("part ")):
            context.scope = noun
            raise Nowhere(subject["noun"])
        context.scope = noun or context.scope
        return noun, subject.span("noun") if noun else (0, 0)
    elif near and (part := _PART_OF.search(piece.low[: near[0]])):
        noun = _of_subject(part["noun"], context)
        if noun and noun.startswith("part "):
            context.scope = noun
            return noun, part.span("noun")
    return where, said


_BEFORE_BOUND = (
    r"(?:at most|at least|max|maximum|min|minimum|no more than|not more than|no longer than|up to"
    r"|under|over|below|above|about|around|roughly|between|exactly|less than|fewer than|more than)"
)
# "A headline of max 8 words".
_PART_OF = re.compile(
    r"\b(?:an?|the|your|its|one) (?:[a-z-]+ ){0,2}?(?P<noun>[a-z]+)"
    rf" (?:of|in|with|has|must have|should have|must be|should be)(?: {_BEFORE_BOUND})? ?$"
)


_PLAIN_ADJECTIVES = words_of("bullet list individual single separate short long main these those")


_COMPARING = words_of(
    "under over below above more less fewer longer shorter at max maximum min minimum no not "
    "between about around up only exactly roughly"
)
_A_PART = words_of("part section bit version half")


def _of_subject(noun: str, context: Context) -> str | None:
    """What a bare noun before a demand means: "bullets max 12 words"; None where nobody knows."""
    words = noun.split()
    while len(words) > 1 and words[-1] in _COMPARING:
        # "Headline under 10 words".
        words.pop()
    noun = " ".join(words)
    if words[-1] in WHOLE - _ANY_TEXT - context.thing and words[-1] not in context.nouns:
        made = {singular(word) for word in context.thing}
        if made & (WHOLE - _ANY_TEXT):
            # "Podcast notes. Description 80-110 words".
            return f"part {words[-1]}"
    if words[0] in _NO_SUBJECT or words[-1] in WHOLE or words[-1] in context.nouns:
        return ""
    for said in (noun, words[-1]):
        single = said[:-1] if said.endswith("s") else said
        if single in PLACES and said != noun and words[0] not in _PLAIN_ADJECTIVES:
            # "Body lines max 72 characters": some of the lines only.
            return None
        if single in PLACES:
            alone = f"part {noun}" if PLACES[single] == "item" else None
            return f"each {PLACES[single]}" if said.endswith("s") else alone
    if words[-1] in _NO_SUBJECT:
        return ""
    if words[-1].endswith("ed"):
        return None
    return "part " + " ".join(words[:-1] if len(words) > 1 and words[-1] in _A_PART else words)


_BELOW = re.compile(r"\b(?:under|below|beneath|for|in|per|with)\b[a-z ]*$")


def _own(piece: Piece, context: Context, near: Span | None) -> tuple[str, Span]:
    low = piece.low
    if found := _SOME.match(low) or _TOGETHER.search(low):
        raise Nowhere(found[0])
    if (found := _ONE.search(low)) and _is_near(low, found.span(), near):
        unit = PLACES.get(found["unit"], found["unit"])
        order = _ORDERS[found["order"]]
        return (f"{unit} {order}" if order.isdigit() else f"{order} {unit}"), found.span()
    found = _EACH.search(low)
    if found and _is_near(low, found.span(), near) and not _is_ban(low, found):
        unit = PLACES[found["unit"]]
        if unit == "heading" and _BELOW.search(low, 0, found.start("unit")):
            # "Under each heading", "per heading".
            unit = "section"
        return f"each {unit}", found.span()
    if (found := _EACH_ALONE.search(low)) and _is_near(low, found.span(), near):
        return f"each {_named_before(piece, context)}", found.span()
    if (found := _NUMBERED.search(low)) and _is_near(low, found.span(), near):
        return f"{PLACES[found['unit']]} {found['n']}", found.span()
    if (found := _NO_LONGER.search(low)) and _is_near(low, found.span(), near):
        noun = found["noun"]
        if noun in PLACES:
            return f"each {PLACES[noun]}", found.span("noun")
        if noun not in WHOLE:
            raise Nowhere(noun)
    if (found := _EACH_OTHER.search(low)) and found["noun"] not in ("other", "time", "word"):
        raise Nowhere(found[0])
    if found := _COLUMN.search(piece.masked):
        return f"column {found['name']}", found.span()
    if (found := _TITLED.search(low)) and "title case" not in low:
        return ("title" if found["unit"] == "title" else "subject"), found.span()
    if found := _ELSEWHERE.search(low):
        raise Nowhere(found[0])
    return "", (0, 0)


def _named_before(piece: Piece, context: Context) -> str:
    """What "each" and "none" stand for: "short sentences, none longer than 10 words".

    It is the one part that the sentence names in the plural, else what was counted last, else what
    the task is to make. Raises Nowhere where there are several.
    """
    for n, said in enumerate((context.said.removesuffix(piece.low), context.thing_said)):
        units = {PLACES[found["noun"] or found["one"]] for found in PARTS_SAID.finditer(said)}
        if units >= {"item", "bullet"}:
            # "Two tips as bullets".
            units.remove("item")
        if len(units) > 1:
            raise Nowhere("each")
        if units:
            return units.pop()
        if not n and context.counted:
            return context.counted
    raise Nowhere("each")


_ONE_EACH = re.compile(
    rf"\b(?:one|an?|1) (?:[a-z-]+ )?(?P<noun>{_N}) (?:each|apiece|per|for each)\b"
)
PARTS_SAID = re.compile(
    rf"\b(?P<noun>{_N})s\b|\b(?:one|an?|\d{{1,3}}) (?:[a-z-]+ )?(?P<one>{_N})\b(?! of\b)"
)


# Behind a number of characters: spaces do not count.
NO_SPACES = re.compile(
    r"\W{0,3}(?:(?:not|without) (?:counting|including)|excluding|without|ignoring) (?:the )?"
    r"(?:white ?)?spaces?\b"
)
# "No bullets please", "no lists or tables": the part itself is not wanted.
_ALONE = re.compile(
    r"(?: (?:points?|please|pls|at all|whatsoever|anywhere|thanks|thank you)\b)*\W*(?:$"
    r"|(?:or|and|nor|in (?:the|your|this|it))\b)"
)


def _is_ban(low: str, found: re.Match[str]) -> bool:
    return found[0].startswith("no ") and bool(_ALONE.match(low, found.end()))


def _is_near(low: str, said: Span, near: Span | None) -> bool:
    if near is None or said[0] < 3:
        return True
    between = low[min(said[1], near[1]) : max(said[0], near[0])]
    # "Five paragraphs with one sentence each": each of the five.
    return "," not in between and not re.search(r"\b(?:with|of)\b", between)


_NEGATED = (
    r"(?:n't|\b(?:must|should|can|do|does|wo)nt|\bnot|\bcannot|\bnever|\bno|\bnone|\bnobody"
    r"|\bwithout|\bavoid)(?:\s+[\w']+){0,4}?\s+"
)
_MOST = re.compile(
    rf"(?:\bat (?:the )?(?:very )?most|\b(?:a |an )?(?:absolute )?max(?:imum"
    rf"|imal)?\.?(?: length)?(?: of|:| is)?|\bup to|\btops|\bupper limit(?: of|:)?"
    rf"|≤|<=|\bwrap(?:ped|s)?(?: [\w ]{{1,20}}?)? (?:at|to|after)|\blimit(?:ed)?(?: (?:it|this"
    rf"|yourself|the \w+|each \w+|\w+))? to"
    rf"|\bcapp?(?:ed)?(?: it)? at|\bwithin|\bno (?:more|longer|greater|larger|bigger|higher"
    rf"|wider) than"
    rf"|{_NEGATED}(?:exceed(?:s|ing)?|go(?:es|ing)? (?:over|above|past|beyond)|surpass|be (?:over"
    rf"|above)|over|above|(?:more|longer|greater|larger|bigger|higher|later) than|beyond|past)"
    rf"|\bto (?:a )?max(?:imum)?(?: of)?)\s*(?:about |around |the |a )?$"
)
_LEAST = re.compile(
    rf"(?:\bat (?:the )?(?:very )?least|\b(?:a |an )?(?:absolute )?min(?:imum|imal)?\.?(?: of|:"
    rf"| is)?|≥|>=|\bno (?:fewer|less|shorter|lower) than"
    rf"|{_NEGATED}(?:(?:fewer|less|shorter|lower|earlier) than|(?:be |go )?(?:under"
    rf"|below)))\s*(?:about |around |the |a )?$"
)
_MORE = re.compile(
    r"(?:\b(?:more|longer|greater|larger|bigger|higher) than|\bover|\babove|\bexceed(?:s|ing)?"
    r"|>)\s*$"
)
_LESS = re.compile(
    r"(?:\b(?:less|fewer|shorter|smaller|lower) than|\bunder|\bbelow|\bbeneath|<)\s*$"
)
_ABOUT = re.compile(
    r"(?:\babout|\baround|\broughly|\bapproximately|\bapprox\.?|\bsome|\bcirca|\bca\.?|~"
    r"|\bclose to|\bnearly|\baim(?:ing)? for|\bin the region of)\s*$"
)
_EXACT = re.compile(r"\b(?:exactly|precisely|just|only|strictly)\s*(?:the )?$")
_MOST_AFTER = re.compile(
    r"[\s,]*(?:\(?\s*(?:max(?:imum)?|tops|or (?:fewer|less|under|below|shorter)"
    r"|at (?:the )?(?:very )?most|and no more|in total at most|is the (?:max|limit|maximum)"
    r"|limit)\b)"
)
_LEAST_AFTER = re.compile(
    r"[\s,]*(?:\(?\s*(?:min(?:imum)?|or (?:more|above|longer|greater)"
    r"|at (?:the )?(?:very )?least|and (?:up|above|more)|in total at least)\b)|\+"
)
_ABOUT_AFTER = re.compile(r"[\s,]*(?:or so|give or take|approximately|roughly|-?ish)\b")
_EXACT_AFTER = re.compile(
    r"[\s,]*\(?(?:exactly|precisely|only|no more,? no less|no more no less|long exactly)\b"
)


def bound_of(piece: Piece, one: Quantity, step: float = 1) -> dict[str, float]:
    """A quantity's bound as the fields of `Count`: what is said before it, and after its noun.

    `step` is the least difference: "under 100 words" are at most 99, "under $100" at most 99.99.
    """
    low, high = one.low, one.high
    before = piece.low[max(one.start - 48, 0) : one.start].rstrip("$€£¥ ") + " "
    after = piece.low[one.end :]
    if low < high:
        return {"min": low, "max": high}
    if _MOST.search(before):
        return {"max": high}
    if _LEAST.search(before):
        return {"min": low}
    # "Don't say it more than once": what is denied is the other bound.
    denied = bool(_DENIED.search(before))
    if _MORE.search(before):
        return {"max": high} if denied else {"min": low + step}
    if _LESS.search(before):
        return {"min": low} if denied else {"max": high - step}
    if _ABOUT.search(before):
        return {"about": low}
    # "40 words max", "20 chars or less": behind the noun, which has three words at most.
    for stop in (0, *(found.end() for found in list(_NOUN_WORD.finditer(after[:60]))[:3])):
        if _ABOUT_AFTER.match(after, stop):
            return {"about": low}
        if _MOST_AFTER.match(after, stop):
            return {"max": high}
        if _LEAST_AFTER.match(after, stop) or (not stop and after[:1] == "+"):
            return {"min": low}
    if _PERMITTED.search(before) and not _EXACT.search(before):
        return {"max": high}
    return {"exactly": low}


def strict_bound(piece: Piece, one: Quantity, *, written: bool = False) -> dict[str, float]:
    """The bound of an amount, for which "under" and "over" are strict: `below` and `above`.

    `written` takes its numbers in its own unit ("10 km" are 10), not in the basic one.
    """
    if written:
        low, high = one.written
        one = replace(one, low=low, high=high)
    bound = bound_of(piece, one, 0)
    before = piece.low[max(one.start - 24, 0) : one.start].rstrip("$€£¥ ") + " "
    for end, side in (("max", "below"), ("min", "above")):
        if end in bound and _STRICTLY[side].search(before):
            return {side: bound[end]}
    return bound


_STRICTLY = {
    "below": re.compile(r"\b(?:under|below|less than|fewer than|shorter than|cheaper than|<)\s*$"),
    "above": re.compile(r"\b(?:over|above|more than|longer than|>)\s*$"),
}
# Only a denial that reaches as far as the number: "not X, but more than 3" is none.
_DENIED = re.compile(
    r"\b(?:do ?n[o']?t|don't|do not|does not|doesn't|must not|mustn't|should not|shouldn't|can't"
    r"|can ?not|may not|never|avoid)\b[^,;:]*$"
)
_PERMITTED = re.compile(r"\b(?:may|might|allowed|permitted|can (?:be|appear|occur|come))\b[^,;]*$")
_NOUN_WORD = re.compile(r"[\s-]*[a-z][\w'-]*")


_RANGE = re.compile(r"\b(?:between|from|within|in the range of)\s*$")
_BOUNDS = (_MOST, _LEAST, _MORE, _LESS, _ABOUT, _EXACT)
_BOUNDS_AFTER = (_MOST_AFTER, _LEAST_AFTER, _ABOUT_AFTER, _EXACT_AFTER)


def with_bound(low: str, span: Span) -> Span:
    """A span with the words of comparison before and behind it."""
    start, end = span
    before = low[max(start - 48, 0) : start]
    begins = [found.start() for bound in (*_BOUNDS, _RANGE) if (found := bound.search(before))]
    if begins:
        start = max(start - 48, 0) + min(begins)
    ends = [found.end() for bound in _BOUNDS_AFTER if (found := bound.match(low, end))]
    return start, max([end, *ends])
