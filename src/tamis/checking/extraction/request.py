"""From a request to its constraints, with what was not read of it.

Each piece of a request (`pieces`) is part of the task, or tells of the user's life, or is a
constraint that was read, or a requirement that was not. The readers (`counting`, `wording`,
`formats`, `amounts`) give what they find as plain values; a requirement of which a word that
matters is left over is told as not read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tamis.checking.constraint_types import ConstraintType, from_spec
from tamis.checking.demand import Demand
from tamis.checking.extraction.accounted import unaccounted
from tamis.checking.extraction.amounts import amounts
from tamis.checking.extraction.counting import counting
from tamis.checking.extraction.demands import DIETS
from tamis.checking.extraction.formats import formats
from tamis.checking.extraction.found import Context, Found, with_bound
from tamis.checking.extraction.manner import manner
from tamis.checking.extraction.pieces import MASK, Piece, finer, pieces
from tamis.checking.extraction.plans import plan_sentences
from tamis.checking.extraction.saying import LISTED, saying
from tamis.checking.extraction.scope import WORDS, is_sure, parted, shape_of
from tamis.checking.extraction.templates import templates
from tamis.checking.extraction.wording import wording
from tamis.checking.worksheet import Span, overlap
from tamis.types import InputError

Kind = Literal["constraint", "unread", "task", "told"]
"""What a part of a request is: `told` tells of the user's own life or of the circumstances."""

READERS = (manner, counting, wording, formats, amounts, saying)
"""The last one reads only what no other has read."""
_LONGEST = 600


@dataclass(frozen=True)
class Part:
    """A part of a request: where it stands, what it is, and the constraints that it states.

    `places` are where they stand; `unsure` are those whose words may mean something else.
    """

    text: str
    span: Span
    kind: Kind
    constraints: tuple[ConstraintType, ...] = ()
    places: tuple[Span, ...] = ()
    unsure: frozenset[ConstraintType] = frozenset()

    @property
    def demands(self) -> tuple[Demand, ...]:
        """The constraints as demands on a response, in the same order."""
        return tuple(
            Demand(one.sentence, one, self.text, one in self.unsure) for one in self.constraints
        )


@dataclass(frozen=True)
class ReadRequest:
    """A request with all its parts, in order."""

    parts: tuple[Part, ...]

    @property
    def constraints(self) -> tuple[ConstraintType, ...]:
        """Every constraint that was read, once."""
        return tuple(dict.fromkeys(one for part in self.parts for one in part.constraints))

    @property
    def unread(self) -> tuple[str, ...]:
        """The requirements that were not read, in the words of the request."""
        return tuple(part.text for part in self.parts if part.kind == "unread")


def read_request(request: str) -> ReadRequest:
    """The parts of a request in English; never raises, in time linear in the request."""
    found: list[Part] = []
    context = Context(shape=shape_of(request))
    of_plan = [] if context.shape.data else plan_sentences(request)
    breaks = [-1, *(one.start() for one in re.finditer("\n", request)), len(request)]
    material: dict[Span, bool] = {}
    for piece in pieces(request):
        start, end = piece.span
        lines = breaks[bisect_left(breaks, start) - 1] + 1, breaks[bisect_left(breaks, end)]
        if lines not in material:
            material[lines] = _is_material(lines, request)
        if material[lines]:
            found.append(Part(piece.text, piece.span, "told"))
            continue
        if not context.task:
            context.begin(piece)
        context.nouns.update(re.findall(r"[a-z]+", piece.low) if piece.sentence == 0 else ())
        figures = [(said, (a - start, b - start)) for said, (a, b) in of_plan if start <= a < end]
        found.extend(_read(piece, context, figures))
    found = _with_delimiter(sorted(found, key=lambda part: part.span))
    if all(part.kind != "unread" for part in found):
        # A request that was read to its last word was understood.
        found = [replace(part, unsure=frozenset()) for part in found]
    return ReadRequest(tuple(found))


def _is_material(lines: Span, request: str) -> bool:
    """Whether lines begin with `>`, or are a paragraph of their own in quotes."""
    before, after = lines
    line = request[before:after].strip()
    if line.startswith(">"):
        return True
    whole = len(line) > 2 and (line[0], line[-1]) in (('"', '"'), ("“", "”"), ("«", "»"))
    alone = request[max(before - 2, 0) : before].count("\n") == 2
    return whole and alone and line.count(line[-1]) <= 2 and len(line.split()) > 3


def _with_delimiter(parts: list[Part]) -> list[Part]:
    """The parts, each CSV with the delimiter that any of them names."""
    named = [
        c for p in parts for c in p.constraints if c.id == "csv_valid" and "delimiter" in c.spec()
    ]
    if not named:
        return parts
    own = {"delimiter": named[0].spec()["delimiter"]}
    return [
        replace(
            part,
            constraints=tuple(
                from_spec({**one.spec(), **own}) if one.id == "csv_valid" else one
                for one in part.constraints
            ),
        )
        for part in parts
    ]


def _read(
    piece: Piece, context: Context, figures: Sequence[tuple[str, Span]] = ()
) -> Iterator[Part]:
    context.enter(piece)
    if len(piece.text) > _LONGEST:
        yield Part(piece.text, piece.span, "unread" if _demands(piece) else "told")
        return
    if _ALLOWED.match(piece.low) or _IS_FINE.search(piece.low):
        yield Part(piece.text, piece.span, "told")
        return
    if LISTED.match(piece.low) and piece.after.startswith(":"):
        # "Include: …": what is to be said comes behind it.
        context.listing = piece.sentence
        yield Part(piece.text, piece.span, "told")
        return
    before = context.copy()
    stated, lost = _stated(piece, context, figures)
    if lost and not stated and not figures and len(cut := finer(piece)) > 1:
        # "Max 60 words, casual": what lies between commas may be read where all of it is not.
        again = before.copy()
        parts = [part for one in cut for part in _read(one, again)]
        if any(part.constraints for part in parts):
            context.take(again)
            yield from (part if part.constraints else _told_at_least(part) for part in parts)
            return
    by = piece.start
    if stated:
        spans = tuple((one.span[0] + by, one.span[1] + by) for _, one in stated)
        made = tuple(c for c, _ in stated)
        unsure = frozenset(one for one in made if not is_sure(one, piece, context))
        yield Part(piece.text, piece.span, "constraint", made, spans, unsure)
        if figures and (diet := DIETS.search(piece.low)):
            # What is before a figure of a plan belongs to it, but for this.
            start, end = diet.span()
            yield Part(piece.text[start:end], (start + by, end + by), "unread")
        for start, end in _left_over(piece, [one.span for _, one in stated]):
            yield Part(piece.text[start:end], (start + by, end + by), "unread")
    else:
        kind: Kind = "unread" if lost else _kind(piece, context)
        if kind == "unread" and piece.sentence and not _OF_SAME.match(piece.low):
            context.elsewhere = piece.sentence
        yield Part(piece.text, piece.span, kind)


_OF_TOPICS = frozenset(("spelling", "time_format"))
_IN_THE_TASK = re.compile(
    r"\bin (?:british|uk|american|us) english\b|\b(?:with|in|using|use) (?:british|american|uk|us"
    r"|12|24)\b"
)


def _told_at_least(part: Part) -> Part:
    """A part beside others that demand something, which is no part of the task then."""
    return part if _GREETING.match(part.text.lower().strip()) else replace(part, kind="unread")


def _stated(
    piece: Piece, context: Context, figures: Sequence[tuple[str, Span]]
) -> tuple[list[tuple[ConstraintType, Found]], bool]:
    """The constraints of a piece, and whether something was found in it that does not stand."""
    stated: list[tuple[ConstraintType, Found]] = []
    lost = False
    # What is before a figure of the plan in its clause belongs to it, unless it was read.
    said = [Found({"type": "plan", "says": says}, (0, end)) for says, (_, end) in figures]
    if context.elsewhere == piece.sentence and len(WORDS.findall(piece.low)) < 2:
        # "Warm up first (3 min)".
        said = []
    own = [place for _, place in figures]
    read = list(templates(piece, context))
    read = read or [one for reader in READERS[:-1] for one in reader(piece, context)]
    for one in (*said, *(read or READERS[-1](piece, context))):
        if one not in said and any(overlap(one.span, place) for place in own):
            continue
        one = replace(one, span=with_bound(piece.low, one.span))
        try:
            stated.append((from_spec(one.spec), one))
        except InputError:
            lost = True
    if stated and not said:
        sure = _standing(piece, [made for made, _ in stated], context)
        return [(made, one) for made, (_, one) in zip(sure, stated, strict=False)], not sure
    return stated, lost


def _standing(
    piece: Piece, made: Sequence[ConstraintType], context: Context
) -> Sequence[ConstraintType]:
    """The constraints of a piece; none where it may demand another thing."""
    if not piece.sentence and any(one.id in _OF_TOPICS for one in made):
        # What the text is about: "a text on British and American English".
        return made if _IN_THE_TASK.search(piece.low) else ()
    if not (piece.sentence or piece.nth):
        # The first piece says what is to be made, and about what.
        return made
    return () if unaccounted(piece, made, context.thing) else parted(piece, made, context)


# What is said of the response as a whole, whether or not it is read.
_OF_SAME = re.compile(
    r"(?:and |but |also |please )*(?:mention|say|tell|ask|use|no|not|don't|dont|do not|avoid"
    r"|without"
    r"|never|explain|make it|keep it|be|thank|remind|warn|skip|leave out)\b"
)
_MODAL = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|need|ought|required?|requires|want|wants"
    r"|prefer|make sure|ensure|be sure|at least|at most|no more than|exactly|maximum|minimum|max"
    r"|min|only|never|always"
    r"|don't|dont|do not|doesn't|can't|cannot|may not|mustn't|shouldn't|avoid|without|no|not"
    r"|none|nothing|nobody|skip|leave out|omit|exclude|please|pls|each|every|all)\b"
)
_IMPERATIVE = re.compile(
    r"(?:please |pls |and |then |also |but |just |so |oh |now |kindly |always |finally "
    r"|lastly )*(?:add|address|aim|answer|apply|arrange|ask|attach|avoid|base|be|begin|bold"
    r"|break|bring|build|call|capitali[sz]e|check|cite|close|combine|compare|compose|conclude|consider"
    r"|cover|create|cut|define|describe|design|divide|do|don't|double|draft|draw|drop"
    r"|emphasi[sz]e|end|ensure|exclude|explain|express|feature|finish|focus|follow|format"
    r"|generate|get|give|group|have|help|highlight|hint|ignore|imagine|imply"
    r"|include|indent|insert|introduce|invite|italici[sz]e|join|keep|label|leave|let|limit|link"
    r"|list|make|mark|mention|mix|move|name|note|number|offer|omit|open|order|organi[sz]e|output"
    r"|phrase|pick|place|plan|present|print|propose|provide|put|quote"
    r"|recommend|refer|remember|remove|repeat|replace|reply|report|rephrase|respect|respond"
    r"|return|rewrite|say|select|send|separate|set|show|sign|skip|sort|sound|speak|specify|spell"
    r"|split|spread|start|state|stay|stick|structure|suggest|sum|summari[sz]e|swap|tag|take"
    r"|target|tell|thank|throw in|title|touch on|translate|treat|try|turn|type|underline|use"
    r"|vary|warn|welcome|word|work in|wrap|write|begins?|contains?)\b"
)
_LIFE = re.compile(
    r"(?:fyi|btw|by the way|background|context|because|since|as we|as i|so that|last (?:week"
    r"|month|year|time|quiz|night|ad)|this (?:is the|year)|yesterday|today|currently|i(?:'m"
    r"|'ve|'d been| am| have| had| was| did| do| got| work| live| run| teach| cook| train| sit"
    r"| know| think| once| wrote| left| only| already| usually| hate| love| used)"
    r"|i've|we(?:'re|'ve| are| have| had| were| sold| bought| moved| open(?:ed)?| started| run"
    r"| live| landed?| paid| sell| already| once| always| use| used| need(?:ed)? it| got| work"
    r"| met)|my|our|his|her|their|he(?:'s| is| has| was)?|she(?:'s| is| has| was)?|they(?:'re"
    r"| are| have| were|'ve| had| like| love| hate)|the (?:old|real|last(?! one\b)|landlord|machine"
    r"|label|table|stove)|there(?:'s| is| are| were| was)|theres|it(?:'s| is| was)(?: been| for"
    r"| our| my| a))\b"
)
# "I spent $90 last month", but not "I need", "we would like".
_OF_ME = re.compile(
    r"(?:i|we)(?:'ve| have|'m| am|'re| are)?\b(?!'d)(?! (?:also |really |just |only )*(?:need"
    r"|want|would|must|should|have to|prefer"
    r"|expect|require|ask|insist|like|hope|wish|can't (?:have|use|accept)|don't (?:want|like)"
    r"|do not want|hate to|allergic))"
)
# "Paragraphs are separated by …": what is said of the parts of a text is demanded of them.
_OF_TEXT = re.compile(
    r"(?:the |all |each |every |your )*(?:paragraphs?|sections?|bullets?|bullet points|steps?"
    r"|words?|sentences?|lines?|titles?"
    r"|headings?|items?|responses?|answers?|tables?|columns?|rows?|keys?|output|response|list"
    r"|questions?)\b"
)
_NAMES_PART = re.compile(
    r"^at the (?:very )?(?:end|beginning|start|bottom|top)\b|\bat the (?:bottom|top|very end)\b"
    r"|^(?:sorted|grouped|ordered|arranged|divided|split|followed|written|formatted|separated"
    r"|labell?ed|numbered|addressed|rounded|aimed|titled|one per)\b"
    r"|\b(?:(?:code|bash|fenced) block|(?:one|two|three|the last|the first|a) (?:[a-z]+ )?"
    r"(?:sentence|line|paragraph|bullet|row|column)|(?:below|under|above|after|before) the"
    r" (?:table|list|code|text|poem))\b"
)
_OF_ONE = re.compile(r"(?:the |your )?(?:first|last|final|opening|closing) [a-z]+\b")
# What is allowed is not demanded.
_IS_FINE = re.compile(
    r"^(?!.*\b(?:not|isn't|no|none|only|nothing)\b).*\b(?:is|are) (?:fine|ok|okay|allowed)$"
)
_ALLOWED = re.compile(
    r"(?:you (?:can|may|could)(?! (?:not|only)\b)(?! help)|feel free|optional"
    r"|if you (?:like|want|wish))\b(?!.*\?)"
)
_NEEDED = re.compile(
    r"\b(?:must|should|has to|have to|needs? to|want|need|ought|make sure|please|can't be|cannot"
    r"|may not|mustn't|shouldn't|is (?:banned|required))\b"
)
_GREETING = re.compile(
    r"(?:hi|hey|hello|thanks?|thank you|thx|cheers|dear \w+|hi there|thanks so much|many thanks"
    r"|please|pls|oh|ok|lol)\W*(?:(?:so much|a lot|in advance|everyone|there)\W*)?$"
)


_SHAPED = re.compile(
    r"^(?:please |pls )*(?:use|include|keep|ensure|make sure|limit|mention|exclude|sign|start"
    r"|begin|end|finish|close|stay|stick)\b"
    r"|\b(?:headings?|[a-z]+[ -]case|all[ -]caps|bullets?|bulleted|bold|italics?|sentences?"
    r"|paragraphs?|words|columns|emojis?|hashtags?)\b"
)
"""What shapes the response is demanded where the task is said, too."""
_FIGURES = ("energy", "mass", "volume", "length", "share", "money")
"""Amounts that a task has only where it demands them."""


def _kind(piece: Piece, context: Context) -> Kind:
    """What a piece is of which nothing was read."""
    low = piece.low.strip()
    if _GREETING.match(low):
        return "told"
    # Of the first sentence only what plainly demands something is a requirement.
    plainly = (
        bool(piece.nth and (_MODAL.search(low) or _IMPERATIVE.match(low)))
        or DIETS.search(low)
        or _NEEDS.search(low)
        or ((_OF_TEXT.match(low) or _OF_ONE.match(low)) and _MODAL.search(low))
        or _SHAPED.search(low)
        or any(q.dimension in _FIGURES for q in piece.quantities)
    )
    if piece.sentence == 0 and not _negated(low) and not plainly:
        return "unread" if _task_demands(piece, low) else "task"
    if _NEEDS.search(low) or DIETS.search(low):
        return "unread"
    if _MATERIAL.match(low):
        context.telling = piece.sentence
    if context.telling == piece.sentence and not _COMMAND.search(low):
        return "told"
    if _demands(piece):
        return "unread"
    context.telling = piece.sentence
    return "told"


_MATERIAL = re.compile(
    r"(?:what (?:changed|happened)|notes?(?=:|$)|context|background|details|facts|data"
    r"|info(?:rmation)?|input|source|here (?:is|are)|here's|fyi|btw|by the way)\b"
)
_COMMAND = re.compile(
    r"^(?:so |and |but |also |then )*(?:do |please|pls|don't|dont|do not|never|avoid|must|should"
    r"|make sure|no|without|skip|mention|include|use|keep|write|put|add|give|say)\b|\b(?:must"
    r"|should|has to|have to|needs? to|please)\b"
)


# What goes beyond "write a note about the lift": how many, with what, how, and what it says.
_BEYOND = re.compile(
    r"\b(?:that|which|who|without|using|also|sorted|grouped|ordered|arranged|divided|plus|published"
    r"|telling|saying|explaining|asking|mentioning"
    r"|including|containing|starting|ending|beginning|written|rhyming|only|at least|at most"
    r"|table|haiku|acrostic|limerick|sonnet|json|csv|yaml|xml|html|markdown|numbered"
    r"|(?:past|present|future) tense|(?:first|second|third) person|rhyming couplets?"
    r"|(?:happy|sad|open|twist) ending"
    r"|formal|informal|funny|humorous|witty|serious|friendly|polite|persuasive|detailed|brief"
    r"|concise|short|long|simple|plain english|british|american|professional"
    r"|casual|catchy|academic|poetic|dramatic|upbeat"
    r"|cheerful|sarcastic|vegan|vegetarian|gluten-free|kosher|halal|cheap|budget)\b"
    r"|\bwith (?:an?|the|no|at|some|only)\b"
)
# What the user's own life asks of the response: "my budget is $50", "we don't drink alcohol".
_NEEDS = re.compile(
    r"\b(?:allerg\w*|intoleran\w*|my budget|our budget|(?:i|we) (?:only|just) have"
    r"|(?:i|we) can (?:only )?(?:spend|afford|pay)"
    r"|(?:i|we) have only"
    r"|(?:i|we) (?:don't|do not|dont|never|can't|cannot|cant|hate to|avoid) (?:drink|eat|like|do"
    r"|use|want|drive|fly|cook|have|own)|(?:i|we) (?:hate|dislike|can't stand|avoid)"
    r"|(?:i'm|i am|we're|we are) (?:a )?(?:vegan|vegetarian|coeliac|celiac|diabetic|pregnant"
    r"|on a (?:tight )?budget))\b"
)


def _task_demands(piece: Piece, low: str) -> bool:
    """Whether the task says more than what is to be made, and about what."""
    counted = any(not one.ordinal and (one.low, one.high) != (1, 1) for one in piece.quantities)
    return bool(counted or MASK in piece.masked or _BEYOND.search(low))


def _negated(low: str) -> bool:
    return bool(re.match(r"(?:no|not|never|don't|dont|do not|avoid|without)\b", low))


_TELLS = re.compile(r"\b(?:is|are|was|were|has|have|had|gave|went|thinks?|hates?|chokes)\b")
_PAST = re.compile(r"\b(?:was|were|had|been|gave|went|came|said|told|got|\w{3,}ed)\b")


def _demands(piece: Piece) -> bool:
    """Whether a piece demands something, with a bias to say so."""
    low = piece.low.strip()
    if _OF_ME.match(low):
        return False
    if _OF_TEXT.match(low) or (not _OF_ME.match(low) and _NAMES_PART.search(low)):
        return True
    if _LIFE.match(low):
        return bool(_NEEDED.search(low)) and not re.match(
            r"(?:i|we)(?:'ve| have|'m| am) (?:got )?to\b", low
        )
    if _IMPERATIVE.match(low) or _MODAL.search(low) or MASK in piece.masked:
        return True
    # What tells of the past is a story; "the fields are strings" and "sorted by price" are not.
    short = len(low.split()) <= 7 and not _TELLS.search(low)
    return short or not _PAST.search(low)


_LEFT = re.compile(
    r"\b(?:must|should|has to|have to|never|don't|dont|do not|avoid|without|no|not|none|nothing"
    r"|zero|banned|each"
    r"|every|between|at least|at most|exactly|first|last|under|above|below|before|after"
    r"|at the (?:very )?"
    r"(?:top|bottom|end|beginning|start)|next to|twice|once|and other|or (?:similar|other)"
    r"|like that|and so on|etc|sorted|in (?:that |alphabetical )?order"
    rf"|(?:two|three|four|five|six|seven|eight|nine|ten) \w+)\b|{MASK}+|\d+(?:[.,:]\d+)*"
)


def _left_over(piece: Piece, spans: list[Span]) -> Iterator[Span]:
    """The stretches of a piece beside what was read that still demand something."""
    at = 0
    for start, end in (*sorted(spans), (len(piece.text), len(piece.text))):
        rest = piece.low[at:start]
        # "Each bullet must have …": what comes before belongs to what was read.
        weak = _WEAK_BEFORE if not at else ()
        strong = (
            any(found[0] not in weak for found in _LEFT.finditer(rest))
            or DIETS.search(rest)
            or (piece.sentence == 0 and _BEYOND.search(rest))
        )
        if strong and len(rest.split()) > 1:
            yield at, start
        at = max(at, end)


_WEAK_BEFORE = frozenset(
    ("not", "no", "each", "every", "must", "should", "has to", "have to", "never", "do not")
)
