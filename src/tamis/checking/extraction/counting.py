"""Reads how many: "max 120 words", "three bullets", "no emojis", "each line max 8 words"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tamis.checking.extraction.formats import CAPITAL_WORDS
from tamis.checking.extraction.formats import HEADED as _HEADED
from tamis.checking.extraction.found import (
    NO_SPACES,
    PARTS_SAID,
    PLACES,
    UNITS,
    Context,
    Found,
    Nowhere,
    bound_of,
    where_of,
)
from tamis.checking.extraction.pieces import Piece
from tamis.reading.quantities import Quantity

# What the noun of a number may have before it, and the sense stays: "two short paragraphs".
_PLAIN = re.compile(
    r"(?:short|long|brief|different|separate|concise|full|complete|whole|simple|numbered|bulleted"
    r"|clear|main|key|crisp|total|new|more|distinct|unique|relevant|single|other|bold|markdown"
    r"|small"
    r"|of them|in total)\s+"
)
_NOUN = (
    r"(?:any |the |a )?(?:exclamation (?:marks?|points?)|emojis?|emoticons?|hashtags?|links?|urls?"
    r"|headings?|headers?|subheadings?|bullet points?|bullets?|lists?|numbered lists?|tables?"
    r"|code blocks?|questions?(?: marks?)?|quotes|contractions|placeholders?|bold(?: text)?)"
)
_NO = re.compile(
    r"\b(?:no|not be (?:a single|any)|not (?:allowed to )?(?:use|include|contain|have)(?: any)?"
    r"|refrain from (?:using|the use of)(?: any)?|without(?: any)?|zero|don't (?:use|include|add"
    r"|put)(?: any)?|do not (?:use|include"
    r"|add)(?: any)?|dont (?:use|include|add)(?: any)?|avoid(?: using)?(?: any)?|skip(?: the)?"
    r"|never use|leave out(?: the)?|not? a single)\s+"
    rf"(?P<nouns>{_NOUN}(?:(?:, | or |, or | and |/| nor ){_NOUN})*)\b"
    r"(?!\s+(?:longer|shorter|over|above|below|under|may|should|must|can|exceed(?:s|ing)?|goes|with"
    r"|that|which|contains?|has|is|starts?|begins?|ends?"
    r"|in(?! (?:the|your|this|it|my|an)\b))\b)"
)
_NONE: dict[str, tuple[str, dict[str, object]]] = {
    "exclamation": ("exclamations", {"max": 0}), "emoji": ("emojis", {"max": 0}),
    "emoticon": ("emojis", {"max": 0}), "hashtag": ("hashtags", {"max": 0}),
    "link": ("links", {"max": 0}), "url": ("links", {"max": 0}),
    "heading": ("headings", {"max": 0}), "header": ("headings", {"max": 0}),
    "subheading": ("headings", {"max": 0}), "bullet": ("bullets", {"max": 0}),
    "list": ("list_items", {"max": 0}), "numbered": ("numbered_items", {"max": 0}),
    "table": ("tables", {"max": 0}), "code": ("code_blocks", {"max": 0}),
    "question": ("questions", {"max": 0}), "contractions": ("contractions", {"max": 0}),
    "placeholder": ("placeholders", {"max": 0}), "bold": ("highlighted", {"max": 0}),
}  # fmt: skip


def counting(piece: Piece, context: Context) -> Iterator[Found]:
    """The counts that a piece demands."""
    for found in _NO.finditer(piece.low):
        for noun in re.split(r",? (?:or|and|nor) |, |/", found["nouns"]):
            first = re.sub(r"^(?:any|the|a) ", "", noun).split()[0]
            if none := _NONE.get(first.rstrip("s")) or _NONE.get(first):
                yield Found({"type": none[0], **none[1]}, found.span())
    yield from _anaphora(piece, context)
    counts = [(one, unit) for one in piece.quantities if (unit := unit_of(piece, one))]
    for one in piece.quantities:
        noun = one.noun.lower().split()
        things = noun and one.dimension == "count" and noun[-1].endswith("s")
        if things and not LIFE.match(noun[-1]) and not context.counted and not unit_of(piece, one):
            context.counted, context.counter = "item", "list_items"
    if piece.sentence and not counts and _COUNTED.match(piece.low):
        # "Exactly 3 tags, all lowercase": what follows is about the tags.
        context.scope = None
    if _HEADED.search(piece.masked):
        # "Two headings: News and Dates": the names say it, and there may be a title besides.
        counts = [pair for pair in counts if pair[1][0] not in ("headings", "sections")]
    if CAPITAL_WORDS.search(piece.low):
        # "At most 3 words in all capitals": of all words there may be more.
        counts = [pair for pair in counts if pair[1][0] != "words"]
    counts = _either(piece, counts)
    if lit := _HIGHLIGHT.search(piece.low):
        # "Highlight at least 3 sections": what is highlighted is no section of the text.
        for one, _ in counts[:1]:
            style = {"style": "bold"} if "bold" in lit[0] else {}
            yield Found(
                {"type": "highlighted", **bound_of(piece, one), **style}, (0, len(piece.text))
            )
        return
    for n, (one, unit) in enumerate(counts):
        if n and (each := _OF_EACH.search(piece.low, counts[n - 1][0].end)) and counts[n - 1][1][1]:
            # "Four verses of four lines each".
            spec = {"type": unit[0], **bound_of(piece, one), "where": f"each {counts[n - 1][1][1]}"}
            yield Found(spec, (one.start, max(_end(piece, one), each.end())))
            continue
        if (
            n
            and counts[n - 1][1][1] in _OUTER
            and _NESTED.search(piece.low[counts[n - 1][0].end : one.start])
        ):
            # "4 stanzas of 4 lines".
            spec = {"type": unit[0], **bound_of(piece, one), "where": f"each {counts[n - 1][1][1]}"}
            yield Found(spec, (one.start, _end(piece, one)))
            continue
        try:
            where, said = where_of(piece, context, (one.start, one.end))
        except Nowhere:
            return
        if _existence(piece, one, unit[0]):
            return
        type_id, place = unit
        if type_id.startswith("table_") and context.shape.csv:
            if type_id == "table_rows" and "exactly" in bound_of(piece, one):
                yield Found(
                    {"type": "csv_valid", "rows": int(one.low)}, (one.start, _end(piece, one))
                )
            continue
        if where.endswith(f" {place}") and where.startswith("each"):
            where = ""
        if where == "each word" or (type_id == "list_items" and where == "each line"):
            return
        if type_id == "characters" and one.high < 10 and not where:
            # "A story with two characters".
            return
        if each_one := _EACH_ONE.search(piece.low):
            if not context.counted:
                return
            where, said = f"each {context.counted}", each_one.span()
        if where == "each heading" and type_id not in ("words", "characters"):
            where = "each section"
        spec = {"type": type_id, **bound_of(piece, one)}
        if type_id == "characters" and NO_SPACES.match(piece.after.lower()):
            spec["spaces"] = False
        if where:
            spec["where"] = where
        if place and not where:
            context.counted, context.counter = place, type_id
        start = min(one.start, said[0]) if where else one.start
        yield Found(spec, (min(start, one.start), max(_end(piece, one), said[1])))


def _either(
    piece: Piece, counts: list[tuple[Quantity, tuple[str, str]]]
) -> list[tuple[Quantity, tuple[str, str]]]:
    """With "one word or two words" as one count from one to two."""
    if len(counts) == 2 and counts[0][1] == counts[1][1]:
        (one, unit), (two, _) = counts
        if re.search(r"\bor\s*$", piece.low[one.end : two.start]) and one.high <= two.low:
            return [(replace(two, low=one.low, start=one.start), unit)]
    return counts


_OUTER = ("paragraph", "section", "verse", "item", "bullet")
_NESTED = re.compile(
    r"\b(?:of|with) (?:(?:at most|at least|max|up to|about|around|exactly|between|under) )?$"
)
_BOUND_ALONE = re.compile(
    r"\s*(?:(?:and|but|so|please|just|only|exactly|at least|at most|no more than|no fewer than"
    r"|up to"
    r"|max|maximum|about|around|give me|use|write|include|pick|choose|list)\s+)*"
)
_EACH_ONE = re.compile(
    r"\beach (?=(?:one|two|three|four|five|\d+) (?:sentence|word|line"
    r"|paragraph))"
)


def _existence(piece: Piece, one: Quantity, type_id: str) -> bool:
    """Whether "add one line" asks for one line among others, and not for one in all."""
    if type_id not in ("lines", "sentences", "paragraphs", "words") or one.high > 2:
        return False
    before = piece.low[: one.start]
    return (
        bool(
            re.search(
                r"\b(?:add|include|put|insert|finish with|end with|start with|begin with"
                r"|close with|plus|follow\w*|after)\b[^,]*$",
                before,
            )
        )
        or "one-" in piece.low[one.start : one.end + 1]
    )


# "7 at the most", "at least 10", "five of them".
_BARE_NUMBER = re.compile(
    r"(?:please |i need |i want |give me |exactly |at least |at most |no more than |max |only "
    r"|just |about )*"
    r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
    r"(?: (?:of them|at (?:the )?most|at (?:the )?(?:very )?least|max(?:imum)?|tops|or (?:more"
    r"|fewer|less)|in total|please|only|items?))*"
)
_TAIL = ("of", "at", "max", "maximum", "tops", "or", "in", "please", "only")


_HIGHLIGHT = re.compile(r"\bhighlight(?:s|ed|ing)?\b|\b(?:put|set|make|mark)\b.{0,40}\bin bold\b")


def _anaphora(piece: Piece, context: Context) -> Iterator[Found]:
    """ "No more than 7 of them": of what was spoken of before; "numbered 1-6"."""
    for one in piece.quantities:
        if not _BOUND_ALONE.fullmatch(piece.low[: one.start]):
            continue
        of_them = re.match(r"\s*of (?:them|these|those)\b", piece.low[one.end :])
        whole = of_them and (one.start, one.end + of_them.end()) == (0, len(piece.text.rstrip()))
        said = context.said.removesuffix(piece.low).strip()
        # "Speeches: three of them": of what a sentence names that is no part of the text.
        lone = whole and (not said or PARTS_SAID.search(said))
        if of_them and (context.counter or lone):
            context.counted = context.counted or "item"
            yield Found(
                {"type": context.counter or "list_items", **bound_of(piece, one)},
                (one.start, one.end + of_them.end()),
            )
    if (found := _BARE_NUMBER.fullmatch(piece.low)) and context.counter and " " in found[0]:
        for alone in piece.quantities:
            if not alone.noun or alone.noun.split()[0] in _TAIL:
                spec = {"type": context.counter, **bound_of(piece, alone)}
                yield Found(spec, (0, len(piece.text)))
                return
    if found := re.search(
        r"\bnumbered (?:from )?1\s*(?:-|–|to|through)\s*(?P<last>\d{1,3})\b", piece.low
    ):
        yield Found({"type": "numbered_items", "exactly": int(found["last"])}, found.span())


_OF_EACH = re.compile(r"\b(?:of|with) [^,]{1,40} each\b")


def _end(piece: Piece, one: Quantity) -> int:
    """The end of the noun that names the unit: "3 sentences | without adjectives"."""
    for word in _NOUN_WORDS.finditer(piece.low, one.end, one.end + 60):
        if _single(word[0]) in UNITS or word[0] in UNITS:
            points = re.compile(r"\s(?:points?|marks?|blocks?|items?)\b").match(
                piece.low, word.end()
            )
            return points.end() if points else word.end()
    return one.end


_NOUN_WORDS = re.compile(r"[a-z][a-z']*")


_NOT_SO_MANY = re.compile(r"\bnot\s*$")
_SEPARATED = re.compile(r"\bseparated (?:by|with)\b.{0,24}$")


def unit_of(piece: Piece, one: Quantity) -> tuple[str, str] | None:
    """The type that counts what a number counts, and its unit for `where`; None for neither."""
    if one.dimension != "count" or one.ordinal:
        return None
    noun = one.noun.lower()
    if _NOT_SO_MANY.search(piece.low[: one.start]):
        return None
    if noun.startswith("new line") or _SEPARATED.search(piece.low[: one.start]):
        return None
    hyphen = piece.masked[one.end : one.end + 1] == "-"
    if hyphen:
        # "a 100-word summary": the unit is joined to its number.
        noun = re.split(r"[\s-]", piece.low[one.end + 1 :].strip())[0]
    for _ in range(3):
        # "5 long words" are not 5 words, "two short paragraphs" are two.
        if (plain := _PLAIN.match(noun)) and not re.match(r"words?\b", noun[plain.end() :]):
            noun = noun[plain.end() :]
    words = noun.split()
    for length in (2, 1):
        head = " ".join(words[:length])
        single = _single(head)
        if head == single and one.low > 1 and words[length : length + 1] in (["list"], ["lists"]):
            # "Two bullet lists" are no two bullets.
            return None
        if single in UNITS and (len(words) == length or not hyphen):
            if length < len(words) and single in (
                "word",
                "line",
                "item",
                "quote",
                "header",
                "heading",
            ):
                # "two word names", "item list": part of a longer noun.
                rest = words[length:]
                if (
                    rest
                    and head == single
                    and one.low >= 10
                    and single in ("word", "line", "character")
                ):
                    # "A 300 word summary".
                    return UNITS[single], PLACES.get(single, "")
                if rest[0] in (
                    "or",
                    "long",
                    "max",
                    "total",
                    "tops",
                    "each",
                    "in",
                    "and",
                    "per",
                    "maximum",
                    "minimum",
                    "besides",
                    "plus",
                    "overall",
                    "altogether",
                    "please",
                    "only",
                ):
                    return UNITS[single], PLACES.get(single, "")
                return None
            return UNITS[single], PLACES.get(single, "")
    return None


def _single(noun: str) -> str:
    if noun in UNITS:
        return noun
    return noun[:-1] if noun.endswith("s") else noun


LIFE = re.compile(
    r"(?:people|persons|guests|kids|children|pupils|students|adults|members|customers|friends"
    r"|colleagues|years|months|weeks|days|nights|hours|minutes|seconds|miles|times|dollars|euros"
    r"|pounds|calories|grams|rooms|stars|pages|degrees|words|letters|digits|decimals)$"
)
"""What is counted in a user's life more often than in a response."""

_COUNTED = re.compile(
    r"(?:exactly |at least |at most |up to )?(?:\d+|two|three|four|five|six|seven|eight|nine"
    r"|ten) [a-z]"
)
__all__ = ["Found", "counting", "replace", "unit_of"]
