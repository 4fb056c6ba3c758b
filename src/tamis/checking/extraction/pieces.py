"""Cuts a request into pieces: sentences, and clauses that may each demand something.

What stands in quotes is one token of a piece, whatever is in it, and long quotes and blocks of
code are material to work on, which demands nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from tamis.checking.worksheet import Span
from tamis.reading.quantities import Quantity, quantities

MASK = "¤"
"""Stands in the masked text for each character of a quote."""

_LONGEST_QUOTE = 240
"""A longer quote is material."""

_QUOTE = re.compile(
    r'"(?P<a>[^"\n]{1,4000}+)"|“(?P<b>[^“”]{1,4000}+)”|«(?P<c>[^«»]{1,4000}+)»'
    r"|`(?P<d>[^`\n]{1,400}+)`|(?<![^\s(\[,])['‘](?P<e>(?:[^'‘’\n]|['’](?=\w)){1,120}+)['’](?!\w)"
)
_CODE = re.compile(r"^[ \t]*```.*?(?:^[ \t]*```|\Z)", re.M | re.S)
_TAG = re.compile(r"<[A-Za-z_/][^<>\n]{0,60}>|\{[A-Za-z_]{1,40}\}|\[[A-Z][\w ]{0,40}\]")

_NEXT = re.compile(r"\s{1,9}(?=[A-Z])")
_END = re.compile(r"(?<![.!?])[.!?]++[\"')\]¤]*+(?=\s|$)")
_SHORT = re.compile(
    r"(?:^|[\s(])(?:e\.?g|i\.?e|etc|vs|mr|mrs|ms|dr|prof|st|incl|p\.?m|a\.?m|fig|jr|sr)$",
    re.I,
)
_LETTER = re.compile(r"(?:^|[\s(.])[A-Z]$")
_STARTER = re.compile(
    r"\s{1,9}(?:Do|Don't|The|This|That|It|In|At|Your|Please|Use|Make|Write|Include|Keep|Put|Wrap"
    r"|Add"
    r"|Give|No"
    r"|Each|Every|And|Also|Then|First|Start|Begin|End|Finish|Avoid|Answer|Highlight|You|We|I|My"
    r"|Our|There|Mention)\b"
)
_AFTER_WORD = re.compile(r"\b(?:to|and|or|option|answer|plan|grade|part|version)\s{1,9}[A-Z]$")
_SHORT_BEFORE_DIGITS = re.compile(r"(?:^|[\s(])(?:no|nr|min|max|approx|ca|p)$", re.I)
_BULLET = re.compile(r"[ \t]*(?:[-*•–+]|\(?\d{1,2}[.)]|[a-z]\))[ \t]+")
_WRAPPED = 50

# A clause begins behind one of these, where one of the words below follows.
_BREAK = re.compile(
    r"\s{0,9};\s{1,9}|\s{1,9}[-–—]+\s{1,9}|\s{0,9}[()]\s{0,9}|\s{0,9}:\s{1,9}|,?\s{1,9}(?:and"
    r"|but|then|also|plus|yet|while"
    r"|so)\s{1,9}(?:also\s{1,9})?"
    r"|\s{0,9},\s{1,9}(?:and |but |then |also |plus )?(?:also )?(?:please |pls )?"
)
_BEGINS = re.compile(
    r"(?:please |pls |then |also |just )*(?:"
    r"(?:no|not|never|none|nothing|nobody|without|with|only|each|every|all|both|any|any more|as"
    r"|at|in|into|on|by|from"
    r"|under|over|below|above|between|within|up to|max|maximum|min|minimum|exactly|precisely"
    r"|about|around|roughly|approximately"
    r"|tops|fewer|less|more|none|one of|two of|starting|beginning|ending|finishing|closing"
    r"|followed|preceded|signed|written"
    r"|labelled|labeled|numbered|sorted|formatted|ordered|grouped|separated|wrapped|divided"
    r"|split|spoken|including|excluding"
    r"|avoiding|keeping|using|mentioning|naming|which|who|that|where|it|they|she|he|the|a|an"
    r"|this|there|we|you|i|i'd|my|our"
    r"|don['’]?t|do not|do|doesn['’]?t|must|should|shall|can['’]?t|cannot|may|might|has to"
    r"|have to|needs? to|ought"
    r"|make|makes|keep|keeps|use|uses|using|include|includes|mention|mentions|put|puts|add|adds"
    r"|write|give|gives|say|says|name|names|leave|skip"
    r"|show|shows|tag|state|list|lists|mark|number|address|return|start|starts|begin|begins|end"
    r"|ends|close|closes|finish|finishes|sign|ask"
    r"|offer|call|explain|describe|provide|output|reply|respond|answer|format|order|sort|group"
    r"|divide|split|limit"
    r"|restrict|cap|ensure|avoid|exclude|omit|refer|cite|quote|repeat|highlight|bold"
    r"|capitali[sz]e|wrap|place|insert|set|highlighting"
    r"|to (?!the\b|be\b|my\b|your\b|our\b)\w+|contain|contains|have|has|tell|invite|propose"
    r"|thank|spell|translate|present|attach|drop|be|is|are|stay|stays|print|emit|label|separate"
    r"|replace|remove|delete|underline|italici[sz]e|sound|feel)\b"
    r"|\d|[#@¤£$€<{\[]|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen"
    r"|twenty|half|first|last|final)\b"
    r"|(?:title|subject|headline|heading|headings|keys|columns|header|all[- ]caps|lower ?case"
    r"|upper ?case|bullet(?:s|ed)?"
    r"|markdown|json|csv|xml|yaml|html|plain text|numbered|alphabetical|british|american|formal"
    r"|informal|polite|friendly"
    r"|warm|short|simple|funny|playful|cheerful|ready|vegan|vegetarian|suitable|safe|easy"
    r"|cheap)\b)",
    re.I,
)


@dataclass(frozen=True)
class Piece:
    """A clause of a request, from `start`; `sentence` counts its sentence, `nth` it in that.

    `masked` is `text` with the characters of quotes as `MASK`. `item`: it is in an item of a list.
    `after` is the beginning of what follows it in its sentence, masked.
    """

    text: str
    masked: str
    start: int
    sentence: int
    nth: int = 0
    item: bool = False
    quotes: tuple[tuple[Span, str], ...] = field(default=())
    after: str = ""

    @cached_property
    def low(self) -> str:
        """The masked text in small letters, with straight apostrophes."""
        return self.masked.lower().replace("’", "'")

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Its numbers, with what they count; places in the piece."""
        return tuple(quantities(self.masked))

    @property
    def span(self) -> Span:
        """Its place in the request."""
        return self.start, self.start + len(self.text)

    def quoted(self, start: int = 0, end: int | None = None) -> list[str]:
        """What is quoted within a part of it."""
        end = len(self.text) if end is None else end
        return [said for (a, b), said in self.quotes if start <= a and b <= end + 1]


def pieces(request: str) -> list[Piece]:
    """The clauses of a request in order, material left out; in linear time."""
    masked, quotes = _masked(request)
    found: list[Piece] = []
    for number, (start, end, item) in enumerate(_sentences(masked)):
        cuts = list(_cuts(masked, start, end))
        for nth, (a, b) in enumerate(cuts):
            if _EXAMPLE.search(masked, max(0, a - 16), a) or _EXAMPLES.match(masked, a):
                continue
            first, last = (bisect_left(quotes, ((at, 0), "")) for at in (a, b + 1))
            inside = tuple(
                ((x - a, y - a), said) for (x, y), said in quotes[first:last] if y <= b + 1
            )
            rest = masked[b : min(b + 60, end)]
            found.append(Piece(request[a:b], masked[a:b], a, number, nth, item, inside, rest))
    return found


def finer(piece: Piece, start: int = 0) -> list[Piece]:
    """What a piece has between its commas, as pieces; all of it where it has none."""
    cuts, at = [], start
    for comma in _COMMA.finditer(piece.masked, start):
        between = (piece.masked[comma.start() - 1 : comma.start()], piece.masked[comma.end() :][:1])
        if MASK not in between:
            cuts.append((at, comma.start()))
            at = comma.end()
    found = []
    for n, (a, b) in enumerate((*cuts, (at, len(piece.text)))):
        inside = tuple(((x - a, y - a), said) for (x, y), said in piece.quotes if a <= x and y <= b)
        rest = (piece.masked[b:] + piece.after)[:60]
        made = replace(
            piece, text=piece.text[a:b], masked=piece.masked[a:b], start=piece.start + a,
            nth=piece.nth + n, quotes=inside, after=rest,
        )  # fmt: skip
        found.append(made)
    return found


_COMMA = re.compile(r",\s{1,9}(?:and |but |then |also |plus )?")
# What follows these is an example of what was said.
_EXAMPLES = re.compile(r"(?:e\.g\.?|for example|such as|i\.e\.?)(?=[\s,:])", re.I)
_EXAMPLE = re.compile(r"(?:\be\.g\.?|\bfor example,?|\bsuch as|\bi\.e\.?)[\s(:]*$", re.I)


def _masked(request: str) -> tuple[str, list[tuple[Span, str]]]:
    """The request with quotes masked and material blanked, and the quotes with their places."""
    letters = list(request)
    for code in _CODE.finditer(request):
        letters[code.start() : code.end()] = " " * (code.end() - code.start())
    quotes: list[tuple[Span, str]] = []
    for found in _QUOTE.finditer("".join(letters)):
        inside = next(part for part in found.groups() if part is not None)
        a, b = found.span()
        long = len(inside) > _LONGEST_QUOTE
        # The ends of a sentence in quotes are no ends of a sentence of the request.
        letters[a:b] = " " * (b - a) if long else MASK * (b - a)
        if inside.rstrip()[-1:] in (".", "!", "?") and _NEXT.match(request, b):
            letters[b - 1] = "."
        if not long:
            quotes.append(((a, b), inside.strip()))
    for found in _TAG.finditer("".join(letters)):
        a, b = found.span()
        letters[a:b] = MASK * (b - a)
        quotes.append(((a, b), found[0]))
    return "".join(letters), sorted(quotes)


def _sentences(masked: str) -> Iterator[tuple[int, int, bool]]:
    """The sentences: of lines, wrapped ones joined, and of the items of lists."""
    for start, end, item in _blocks(masked):
        at = start
        for stop in _END.finditer(masked, start, end):
            if stop[0].startswith(".") and _goes_on(masked, at, stop):
                continue
            yield from _stripped(masked, at, stop.end(), item)
            at = stop.end()
        yield from _stripped(masked, at, end, item)


def _goes_on(masked: str, start: int, stop: re.Match[str]) -> bool:
    """Whether a full stop ends a short form, and not the sentence that begins at `start`."""
    before = masked[max(start, stop.start() - 16) : stop.start()]
    if _LETTER.search(before):
        # "A to D." ends, "Prof. H. Lindgren" goes on; so does "X." but before "Do not".
        return not (_AFTER_WORD.search(before) or _STARTER.match(masked, stop.end()))
    digits = masked[stop.end() : stop.end() + 2].strip()[:1].isdigit()
    return bool(_SHORT.search(before) or (digits and _SHORT_BEFORE_DIGITS.search(before)))


def _blocks(masked: str) -> Iterator[tuple[int, int, bool]]:
    """Lines without the marks of lists; wrapped ones are joined."""
    begins, item, at = -1, False, 0
    before = ""
    for line in masked.splitlines(keepends=True):
        bullet = _BULLET.match(line)
        wrapped = len(before) >= _WRAPPED and before[-1:] not in ".!?:;"
        if begins >= 0 and not (line.strip() and not bullet and wrapped):
            yield begins, at, item
            begins = -1
        if line.strip():
            if begins < 0:
                begins, item = at + (bullet.end() if bullet else 0), bool(bullet)
            before = line.rstrip()
        at += len(line)
    if begins >= 0:
        yield begins, at, item


def _stripped(masked: str, start: int, end: int, item: bool) -> Iterator[tuple[int, int, bool]]:
    while start < end and masked[start].isspace():
        start += 1
    while end > start and masked[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end, item


def _cuts(masked: str, start: int, end: int) -> Iterator[Span]:
    """The clauses of a sentence."""
    at = start
    for mark in _BREAK.finditer(masked, start, end):
        if mark.end() >= end or mark.start() <= at:
            continue
        strong = mark[0].strip()[:1] in ("(", ")", ";", "-", "–", "—")
        if not strong and not _BEGINS.match(masked, mark.end(), end):
            continue
        if masked[mark.end()] == MASK and (
            mark[0].strip() == ":" or masked[mark.start() - 1] == MASK
        ):
            # A list of quotes is one demand.
            continue
        if mark[0].strip() == ":" and _LABEL.search(
            masked, max(at, mark.start() - 12), mark.start()
        ):
            continue
        if "but" in mark[0] and _NOTHING_BUT.search(
            masked, max(at, mark.start() - 12), mark.start()
        ):
            continue
        digits = masked[mark.start() - 1].isdigit() and masked[mark.end()].isdigit()
        if digits and mark[0].strip() in ("-", "–", "—"):
            # "120 - 150 words".
            continue
        if _BETWEEN.search(masked, max(at, mark.start() - 24), mark.start()) and "and" in mark[0]:
            continue
        yield from ((a, b) for a, b, _ in _trimmed(masked, at, mark.start()))
        at = mark.end()
    yield from ((a, b) for a, b, _ in _trimmed(masked, at, end))


# "Last line: HAVE FUN": what follows belongs to the label.
_LABEL = re.compile(
    r"\b(?:lines?|words?|keys|sections|headings|columns|headers?|fields|title|ending|opening|closing|subject)$",
    re.I,
)
_NOTHING_BUT = re.compile(r"\b(?:nothing|none|anything|no \w+)$", re.I)
_BETWEEN = re.compile(r"\b(?:between|both)\s+\S+(?: [^\s,]+)?$", re.I)


def _trimmed(masked: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    while start < end and (masked[start].isspace() or masked[start] in ",;:("):
        start += 1
    while end > start and (masked[end - 1].isspace() or masked[end - 1] in ",;:.)"):
        end -= 1
    if start < end:
        yield start, end, False
