"""Reads money, times of the clock, and how many of a named thing there are to be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tamis.checking.extraction.counting import LIFE, unit_of
from tamis.checking.extraction.found import Context, Found, bound_of, strict_bound
from tamis.checking.extraction.pieces import Piece
from tamis.reading.quantities import Quantity

_CURRENCIES = {
    "$": "$", "dollar": "$", "dollars": "$", "usd": "$", "bucks": "$", "€": "€", "euro": "€",
    "euros": "€", "eur": "€", "£": "£", "gbp": "£", "quid": "£", "¥": "¥", "yen": "¥",
}  # fmt: skip
_TOTAL = re.compile(
    r"\b(?:total|in all|altogether|everything|whole|overall|entire|budget|combined|sum|together"
    r"|all in|spend|the lot|all (?:six|five|four|three|two|\d+|of (?:them|it)))\b"
)
_EACH = re.compile(
    r"\b(?:each|every|apiece|per item|a piece|per (?:gift|item|product|piece|dish|present)|none"
    r"|any single|no (?:single )?(?:item|gift|dish|present|product|price|one))\b"
)
_PER = re.compile(
    r"\b(?:per|each|every|no|a|any)\s+(?P<per>day|person|head|guest|night|week|month|meal)\b"
    r"|\b(?P<daily>daily)\b"
)
_MONEY_BOUND = re.compile(
    r"\b(?:under|below|less than|at most|max|maximum|no more than|up to|within|not over|over"
    r"|exceed|limit|cap|at least|minimum|budget|stay|keep|total|spend|cheaper|tops|more than)\b"
    r"|≤|<"
)
_NEVER = r"\b(?:nothing|not|no(?:ne| \w+)?|never|don't \w+|shouldn't \w+)\b"
_CLOCK: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(rf"{_NEVER}.{{0,24}}\b(?:before|earlier than)\s*$"), "not_before", "every"),
    (re.compile(rf"{_NEVER}.{{0,30}}\b(?:after|later than|past|beyond)\s*$"), "not_after", "every"),
    (re.compile(r"\b(?:finish(?:es|ed)?|end(?:s|ed)?|over|done|be back|home|wrap(?:ped)? up"
                r"|close)\b.{0,20}\b(?:by|no later than)\s*$"), "not_after", "end"),
    (re.compile(r"\b(?:start(?:s|ing)?|begin(?:s|ning)?)\b.{0,20}\b(?:no earlier than|not before"
                r"|at or after)\s*$"), "not_before", "start"),
)  # fmt: skip
_THINGS = re.compile(
    r"(?:ideas?|tips?|suggestions?|recommendations?|questions?|answers?|headlines?|titles?"
    r"|names?|options?|examples?|reasons?|steps?|points?|rules?|facts?|recipes?|gifts?|presents?"
    r"|books?|films?|movies?|songs?"
    r"|slogans?|taglines?|captions?|tweets?|posts?|subject lines?|jokes?|riddles?|exercises?"
    r"|activities|tasks?|goals?|terms?|entries|benefits?|pros|cons|advantages?|disadvantages?"
    r"|alternatives?|restaurants?|places?|stops?"
    r"|dishes|meals?|ingredients?|products?|employees|users|records?|events?|sources?"
    r"|references?|arguments?|quotes?|verses|episodes?|chapters?|characters|scenes?|lessons?"
    r"|objectives?|risks?|trends?|tools?|skills?|items?|rows?"
    r"|strategies|techniques|hobbies|games?|puzzles?|prompts?|topics?|themes?|keywords?"
    r"|synonyms?|phrases?|adjectives?|affirmations?|resolutions?|wishes|toasts?|hooks?|ctas?"
    r"|emails?|messages?|replies|variations?|versions?)$"
)


def amounts(piece: Piece, context: Context) -> Iterator[Found]:
    """The amounts that a piece demands, but for counts of parts of the text itself."""
    yield from _summed(piece, context)
    yield from _served(piece)
    if re.search(r"\beach\b.*\bper (?:person|head|guest)\b", piece.low):
        # What each costs for each person, or what all cost: it is not said.
        return
    for one in piece.quantities:
        if currency := _currency(piece, one):
            yield from _money(piece, one, currency, context)
        elif one.dimension == "time" and (said := _NOTHING_OVER.search(piece.low[: one.start])):
            yield Found(
                {"type": "duration", "max": one.high, "per": "item"}, (said.start(), one.end)
            )
        elif (
            one.dimension == "time"
            and (total := _IN_TOTAL.search(piece.low))
            and not re.search(r"\b(?:a|per|each|every) (?:week|month|year)\b", piece.low)
        ):
            bound = strict_bound(piece, one)
            span = (min(one.start, total.start()), max(one.end, total.end()))
            yield Found({"type": "duration", **bound}, span)
        elif one.dimension == "time" and (rate := _RATE.match(piece.low, one.end)):
            spec = {"type": "duration", **strict_bound(piece, one), "per": rate["per"]}
            yield Found(spec, (one.start, rate.end()))
        elif one.dimension in ("energy", "mass", "volume", "length") and (
            rate := _RATE.match(piece.low, one.end)
        ):
            spec = {"type": "quantity", **strict_bound(piece, one, written=True), "unit": one.unit}
            yield Found({**spec, "per": rate["per"]}, (one.start, rate.end()))
        elif one.dimension == "clock":
            yield from _clock(piece, one)
        elif one.dimension == "count" and unit_of(piece, one) is None:
            yield from _named(piece, one, context)


_SUMMED = re.compile(
    r"\b(?:add(?:s)? up|sum(?:s)?(?: up)?|total(?:s|ling)?)\s+(?:to"
    r"|up to)\s+(?:exactly )?(?P<currency>[$€£])?(?P<n>\d{1,3}(?:,\d{3})+|\d{1,6})\b"
    r"(?P<unit>\s*%| per ?cent)?"
)


_SERVED = re.compile(
    r"\b(?:(?:that |which )?(?:serv(?:es?|ing)|feeds?)|enough for)\s+(?:up to |about |at least )?$"
)
_OF_PEOPLE = re.compile(
    r"\s*(?:$|[,.;)]|(?:hungry )?(?:people|persons|adults|guests|of us|kids|children)\b)"
)
_SERVINGS = re.compile(r"(?:servings|portions|helpings)\b")


def _served(piece: Piece) -> Iterator[Found]:
    """ "A stew that serves four", "at least 8 portions"."""
    for one in piece.quantities:
        if one.dimension != "count":
            continue
        said = _SERVED.search(piece.low[: one.start])
        servings = _SERVINGS.match(one.noun.lower())
        if servings or (said and _OF_PEOPLE.match(piece.low, one.end)):
            start = said.start() if said else one.start
            end = piece.low.find(servings[0], one.end) + len(servings[0]) if servings else one.end
            # "6 servings with at least 20 g": the bound is of the grams.
            alone = replace(piece, text=piece.text[:end], masked=piece.masked[:end])
            yield Found({"type": "servings", **bound_of(alone, one)}, (start, end))


def _summed(piece: Piece, context: Context) -> Iterator[Found]:
    """ "The minutes have to add up to 45"."""
    if not (found := _SUMMED.search(piece.low)):
        return
    number = float(found["n"].replace(",", ""))
    if found["currency"]:
        currency = _CURRENCIES[found["currency"]]
        yield Found({"type": "money", "exactly": number, "currency": currency}, found.span())
        return
    unit = re.search(
        r"\b(minutes|hours|percentages?|per ?cent|shares)\b", piece.low + " " + context.said
    )
    if found["unit"] or (unit and unit[0].startswith(("per", "share"))):
        yield Found({"type": "shares", "exactly": number}, found.span())
    elif unit:
        factor = 60 if unit[0] == "hours" else 1
        yield Found({"type": "duration", "exactly": number * factor}, found.span())


def _currency(piece: Piece, one: Quantity) -> str:
    if one.dimension == "money":
        return one.unit
    first = one.noun.lower().split()[:1]
    return _CURRENCIES.get(first[0], "") if first and one.dimension == "count" else ""


_IN_TOTAL = re.compile(r"\b(?:in total|in all|altogether|overall|total)\b")
_RATE = re.compile(r"\s*(?:per|each|every|a) (?P<per>day|meal|serving|person|portion|week)\b")


def _money(piece: Piece, one: Quantity, currency: str, context: Context) -> Iterator[Found]:
    low = piece.low
    if not _MONEY_BOUND.search(low):
        return
    if (on := _SPENT_ON.match(low, one.end)) and on["thing"] not in context.nouns:
        # Of what costs so much, the reader knows nothing.
        return
    bound = strict_bound(piece, one)
    if "exactly" in bound and not re.search(r"\b(?:exactly|total (?:must|should) be)\b", low):
        if not re.search(r"\bbudget\b", low):
            return
        bound = {"max": one.high}
    end = one.end + len(one.noun.split(" ")[0]) * bool(one.noun)
    spec = {"type": "money", **bound, "currency": currency}
    # What is before an amount in its clause belongs to it: "each one under $30".
    earlier = [q.end for q in piece.quantities if q.end < one.start]
    span = (max(earlier, default=0), end)
    if subject := _OF_THING.match(low[span[0] :].lstrip(" ,;.0123456789")):
        yield Found({**spec, "subject": subject["thing"]}, span)
    elif per := _PER.search(low):
        yield Found({**spec, "per": per["per"] or "day"}, (span[0], max(per.end(), end)))
    elif _EACH.search(low) and not re.search(r"\btogether\b", low):
        yield Found({**spec, "per": "item"}, span)
    elif _TOTAL.search(low) or _KEEP.match(low):
        yield Found(spec, span)


_SPENT_ON = re.compile(
    r"[a-z ]{0,10}?\bon (?:the )?(?P<thing>(?!everything|it|all|this|them)[a-z]+)\b"
)
_NOTHING_OVER = re.compile(
    r"\b(?:nothing|no(?:ne)?(?: \w+)?) (?:that takes |that lasts )?(?:over|above|longer than"
    r"|more than)\s*$"
)
_OF_THING = re.compile(
    r"(?:the |and |but )*(?P<thing>(?!total|budget|price|cost|everything|nothing|each|all|keep"
    r"|stay|spend|sum|it|no|none|at|under|max|whole|altogether|overall|combined|together|in\b)"
    r"[a-z]+) (?:gets?|costs?|may cost|must cost|should cost|is|takes?)? ?(?:at most|at least"
    r"|no more than|not more than|up to|under|over|max|maximum|minimum|less than|more than)\b"
)
_KEEP = re.compile(
    r"(?:please |and |but |also )*(?:it (?:must|should|has to|can't|cannot) )?(?:stay|keep (?:it"
    r"|everything)|be|spend|budget|under|max|at most|no more than|up to|less than|below)\b"
)


_CONTENT = re.compile(
    r"\b(?!(?:and|but|also|so|please|then|everything|it|the|a|my|our|whole|day|days|plan|schedule"
    r"|itinerary|must|should|can|has|have|to|be|is|do|does|i|we|you|starts?|starting|begins?|make"
    r"|sure|that|keep|there)\b)[a-z']+"
)


def _clock(piece: Piece, one: Quantity) -> Iterator[Found]:
    before = piece.low[: one.start]
    for pattern, field, which in _CLOCK:
        if said := pattern.search(before):
            if field == "not_before" and _CONTENT.search(before[: said.start()]):
                # "Lunch not before 12:00" is about lunch.
                return
            hours, minutes = divmod(round(one.low) % 1440, 60)
            spec = {"type": "clock", field: f"{hours:02d}:{minutes:02d}", "which": which}
            yield Found(spec, (said.start(), one.end))
            return


# Entries of an array, options of each question: not items of the response.
_OF_DATA = re.compile(
    r"\b(?:array|json|yaml|xml|csv|multiple[ -]choice|[a-d]\) ?(?:to|-|–) ?[a-d]\)?|labell?ed a)\b"
)
_ALONE = re.compile(
    r"(?:please |and |but |just |only |exactly |precisely |at least |at most |no more than |up to "
    r"|max |about )*"
)


def _asked_for(piece: Piece, one: Quantity, words: list[str], context: Context) -> bool:
    """Whether a piece is no more than "exactly 4 sights", and the task asks for sights."""
    if not words or not words[-1].endswith("s") or LIFE.match(words[-1]):
        return False
    before = piece.low[: one.start]
    if piece.low[one.end :].strip() != " ".join(words) or not _ALONE.fullmatch(before):
        return False
    return words[-1] in context.nouns


_PREPOSITION = re.compile(r"(?:about|for|of|on|to|with|in|from|at|by)\b")


def _named(piece: Piece, one: Quantity, context: Context) -> Iterator[Found]:
    noun = one.noun.lower()
    if one.high == 1 or re.search(
        r"\b(?:each|every|per|both|everyone|everybody|nobody)\b", piece.low
    ):
        return
    if (
        not noun
        or _PREPOSITION.match(noun)
        or one.ordinal
        or piece.masked[one.end : one.end + 1] == "-"
    ):
        return
    if _OF_DATA.search(f"{piece.low} {context.task}"):
        return
    if re.search(r"\bnot\s*$", piece.low[: one.start]):
        return
    words = re.split(
        r"\s+(?:about|for|of|on|to|with|in|that|which|from|at|why|how|who|and|or|as|by|per|each"
        r"|max|total|besides|labelled|numbered|please)\b",
        noun,
    )[0].split()
    head = next(
        (
            n
            for n in range(min(3, len(words)), 0, -1)
            if _THINGS.match(words[n - 1]) or _THINGS.match(" ".join(words[max(n - 2, 0) : n]))
        ),
        0,
    )
    if not head and _asked_for(piece, one, words, context):
        head = len(words)
    if not head:
        return
    if words[head:] and words[head].endswith("s") and words[head] not in ("plus", "besides"):
        # "Two safety rules posters" are posters.
        return
    thing = " ".join(words[:head])
    bound = bound_of(piece, one)
    if head > 1 and "exactly" not in bound and not _THINGS.match(thing):
        # "At least two non-fiction books" of the books that are asked for.
        return
    context.counted, context.counter = context.counted or "item", "list_items"
    end = piece.low.find(words[head - 1], one.end)
    end = end + len(words[head - 1]) if end >= 0 else one.end
    yield Found({"type": "named_count", **bound, "noun": thing}, (one.start, end))
