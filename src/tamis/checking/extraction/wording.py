"""Reads what must or must not be said, and what it begins and ends with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tamis.checking.constraint_types.content._things import is_food
from tamis.checking.extraction.found import Context, Found, Nowhere, bound_of, where_of
from tamis.checking.extraction.pieces import MASK, Piece
from tamis.checking.worksheet import Span
from tamis.reading.quantities import Quantity

_Q = rf"{MASK}+[.]?"
_LIST = rf"{_Q}(?:\s*(?:,|and|or|nor|,\s*and|,\s*or|&|/)\s*{_Q})*"
_WORD = (
    r"(?:(?:the|this|that|any|either of the|either|all|both|these|following|exact|actual"
    r"|single)\s+)*"
    r"(?:(?:words?|phrases?|terms?|names?|expressions?|keywords?|tags?|sentences?|text|line"
    r"|figure|number|string|placeholders?|hashtags?|brand|product name|company name)\s*:?\s+)?"
)
_NOT = re.compile(
    r"\b(?:do ?n[o']?t|don't|dont|does ?n[o']?t|doesnt|do not|does not|must ?n[o']?t|must not"
    r"|mustnt|should ?n[o']?t|should not|shouldnt|can[o']?t|can ?not|may not"
    r"|never|not|avoid(?:s|ing)?|without|no|nor|none|nothing|nobody|leave(?:s)? out|leaving out"
    r"|skip(?:s|ping)?|omit(?:s|ting)?|exclud(?:e|es|ing)"
    r"|refrain from|stay away from|steer clear of|keep out|drop|ban(?:ned)?|forbidden)\b"
)
_TIMES = re.compile(r"times?|once|twice|thrice", re.I)

_EXCLUDE_QUOTED = re.compile(
    rf"(?:{_NOT.pattern})(?P<between>(?:\s+[\w'-]+){{0,7}}?)\s+{_WORD}(?P<list>{_LIST})"
)
_LEAVE_OUT = re.compile(rf"\b(?:leave|keep|take)\s+{_WORD}(?P<list>{_LIST})\s+(?:out|away)\b")
_OUT_SUBJECT = re.compile(
    rf"^{_WORD}(?P<list>{_LIST})\s+(?:must not|mustn't|should not|shouldn't|may not|can't|cannot"
    rf"|is (?:banned|forbidden|off limits)|are (?:banned|forbidden|off limits))"
)
_INCLUDE_QUOTED = re.compile(
    rf"\b(?:mention(?:s|ing)?|include[sd]?|including|use[sd]?|using|contain(?:s|ing)?|say(?:s"
    rf"|ing)?|name[sd]?|naming|add|insert|with|tag|put|feature[sd]?|call(?:ed)? it"
    rf"|work in|refer to|quote|state|write|has|have|having|keep|cite|invite|place|carr(?:y"
    rf"|ies))(?P<between>(?:\s+[\w'-]+){{0,4}}?)\s+{_WORD}(?P<list>{_LIST})"
)
_SUBJECT_QUOTED = re.compile(
    rf"^(?:please |also |and )*{_WORD}(?P<list>{_LIST})\s*(?:,?\s*(?:must|should|has to|have to"
    rf"|needs? to|ought to|is to|are to|to|shall|said|used|mentioned|appears?|somewhere|exactly"
    rf"|at|in it)\b|$)"
)
_QUOTED_TIMES = re.compile(rf"(?P<list>{_LIST})")

_TARGET = (
    r"(?:\s+(?:it|this|that|off|out|up|them|all|everything|(?:the|your|my|each|every"
    r"|all)(?:\s+[\w'-]+){1,2}|with|by|on|in|as))*?"
)
_A_LINE = r"(?:(?:the|this|a) (?:exact )?(?:question|line|sentence|phrase) )?"
_START = re.compile(
    rf"\b(?:start|begin|open|kick off|lead)(?:s|ing|ning)?{_TARGET}\s+(?:with|by saying|on"
    rf"|off with|from)\s+{_WORD}(?P<list>{_LIST})"
    rf"|\b(?:first|opening)\s+(?:words?|line|sentence)\s*(?::|is|must be|should be|has to be|are"
    rf"|should read|reads?|=)?\s*{_WORD}(?P<list2>{_LIST})"
)
_END = re.compile(
    rf"\b(?:end|close|finish|conclude|sign off|wrap up|round off)(?:s|es"
    rf"|ing)?{_TARGET}\s+(?:with|by saying|on|in)\s+{_A_LINE}{_WORD}(?P<list>{_LIST})"
    rf"|\b(?:last|final|closing)\s+(?:words?|line|sentence)\s*(?::|is|must be|should be"
    rf"|has to be|are|should read|reads?|=)?\s*(?:exactly\s*)?{_WORD}(?P<list2>{_LIST})"
    rf"|\bsign(?:ed)?(?:\s+(?:it|off|the \w+|as|with))*\s+(?P<list3>{_LIST})"
)
_IS = (
    r"(?:\s*:|\s+(?:has to|must|should|needs to|ought to) (?:be|say|read):?|\s+(?:is|reads"
    r"|says)):?\s+"
    r"(?:just |only |exactly )?(?:the (?:word|words|phrase|address|line|text|single word) )?"
)
_FIRST_RAW = re.compile(
    rf"\b(?:[Ff]irst|[Oo]pening) (?:line|words?){_IS}:?\s*(?P<raw>[\w@#*][^,;:¤]{{0,60}})$"
)
_LAST_RAW = re.compile(
    r"\b(?:[Ee]nd|[Ff]inish|[Cc]lose)(?: it)? with(?: the (?:line|words?|sentence|phrase))?:\s*"
    r"(?P<raw2>[\w@#*][^,;:¤]{0,60})$|"
    rf"\b(?:[Ll]ast|[Ff]inal|[Cc]losing) (?:line|words?){_IS}:?\s*(?P<raw>[\w@#*][^,;:¤]{{0,60}})$"
)
# Addresses, handles, codes and long numbers: they can be said in one way only.
_HARD = re.compile(
    r"https?://[^\s,)]+|[\w.+-]+@[\w-]+\.\w[\w.]*|(?<!\w)@\w{2,}"
    r"|\b(?=\w*\d)(?=\w*[A-Z])[A-Z0-9-]{5,}\b"
    r"|\b\d{5,}\b|\b0\d{2,4} \d{4,}\b|\b\d{3}-\d{4}\b"
)
_ENDING = re.compile(r"(?:please |and )?(?:end|close|finish|conclude)\b")
_GIVEN = re.compile(
    r"\b(?:give|include|contain|mention|quote|use|put|add|tag|say|state|link|cite|with|name|send"
    r"|write|refer|show|keep|call)\b"
)
_START_WORD = re.compile(r"\b(?:start|begin)s? with (?:the )?word (?P<word>[a-z][\w'-]+)$")
_NAMES_NAME = re.compile(
    r"\b(?:[Ll]eave|[Kk]eep) out (?P<name>[A-Z][\w-]+(?: [A-Z][\w-]+)?)['’]s name\b"
)
_THE_WORD = re.compile(
    r"\bthe (?:word|term|name)s? (?P<word>[a-z][\w'-]{1,30})(?=$|[\s,.!)])(?! (?:count|limit"
    r"|length))"
)
_NAME = (
    r"(?:@\w[\w.]*|#\w+|[\w.+-]+@[\w-]+\.[\w.]+|(?:(?:[A-Z]|Dr|Mrs?|Ms|Prof)\. ?){0,3}"
    r"[A-ZÀ-Þ][\w'’À-ÿ-]*(?:\s+(?:of|the|de|von|van|&)?\s*[A-ZÀ-Þ0-9][\w'’À-ÿ-]*){0,4})"
)
_SIGN = re.compile(
    rf"\b[Ss]ign(?:ed)?(?:\s+(?:it|off|the \w+|this|as|with|by"
    rf"|from))*\s+(?P<name>(?!The\b){_NAME}|THE {_NAME})"
)
_NAMED = re.compile(
    rf"\b(?:[Mm]ention|[Ii]nclude|[Nn]ame|[Ii]nvolve|[Tt]ag|[Uu]se"
    rf"|[Ff]eature)s?\s+(?:the (?:name|word|town|city|brand|company) )?(?:both\s+"
    rf"|also\s+)?(?P<names>{_NAME}(?:\s*(?:,|and|,\s*and|&)\s*{_NAME})*)"
    rf"(?=$|[,.!)]|\s+(?:in|at|as|and|or|by|for|once|twice|exactly|somewhere|only|within|on|to|\d"
    rf"|two|three|four|five|too|also|please|pls|each|every|no)\b)"
)
_FIGURE = re.compile(
    r"\b(?:mention|include|state|use|give|say|contain|show|keep|put)\w*\s+(?:the\s+)?(?P<named>(?:figure"
    r"|number|price|pay|amount|code|date|year|percentage|phone number|emergency number|address"
    r"|time|term)s?:?\s*)?:?\s*(?!(?:12|24)[ -]?h)"
    r"(?P<figure>\d{1,2} (?:January|February|March|April|May|June|July|August|September|October"
    r"|November|December)(?: \d{4})?|[£$€]?\d[\d.,:/-]*\d%?|[£$€]?\d%?)(?=$|[\s,.!)])",
    re.I,
)
_FIGURE_SUBJECT = re.compile(
    r"^(?:the\s+)?(?:figure|number|price|amount|code|year"
    r"|percentage)\s+(?P<figure>[£$€]?\d[\d.,:/-]*%?)\s+(?:must|should|has to|needs? to)"
)
_MUST_APPEAR = re.compile(
    rf"^(?:[Tt]he )?(?P<names>{_NAME}(?:\s+and\s+{_NAME})*)\s+(?:must|should|has to|have to"
    rf"|needs? to)\s+(?:be (?:in (?:it|there)|mentioned|named|included|part of it)|appear"
    rf"|show up|come up|feature)"
)
_MENTION_ONE = re.compile(
    r"\b(?:mention|include)(?:s|ing)?\s+(?:the\s+|a\s+|an\s+|our\s+|your\s+"
    r"|my\s+)?(?P<term>[a-z][a-z-]{2,}(?: (?!(?:once|twice|thrice)$)[a-z][a-z-]{2,})?)$"
)
_NO_THING = re.compile(
    r"^(?:please |pls |and |but |also |it must have |with |it should have |absolutely "
    r"|strictly )*(?:no|zero|without(?: any)?|skip(?: the)?|avoid(?: the)?|leave out(?: the"
    r"| any)?|omit(?: the| any)?"
    r"|nothing (?:about|with|on)|(?:make )?no mention of|(?:don't|dont|do not|never) (?:mention"
    r"|use|include|bring up"
    r"|talk about|say anything about|say a word about|refer to|put in|put|serve|add|use"
    r"|have)(?: the| any| a| our"
    r"| my| his| her)?"
    r"|not (?:a word|anything) about)\s+(?P<things>[\w'’ ,&/-]+?)(?:\s+(?:please|pls|at all"
    r"|anywhere|in it|in there|whatsoever|on it|into it|around|involved|lol|thanks|allowed"
    r"|either|of any kind|in any form))*$"
)
_JUDGED = re.compile(
    r"\b(?:jargon|hype|fluff|filler|clich\w*|slang|sarcasm|humou?r|jokes?|drama|pressure"
    r"|spoilers?|explanations?|notes?|comments?|preamble|intro(?:duction)?|text|markdown|html"
    r"|formatting"
    r"|gaps?|overlaps?|duplicates?|repeats?|repetitions?|reason|reasons|surnames?|full stops?"
    r"|periods?|commas?|punctuation|semicolons?|colons?|dash(?:es)?|hyphens?|apostrophes?"
    r"|capitals?|digits?|numbers?|numerals?"
    r"|exclamation|emojis?|emoticons?|hashtags?|links?|urls?|headings?|headers?|subheadings?"
    r"|bullet\w*|lists?|tables?|code|questions?|quotes|quotation|contractions|placeholders?|bold"
    r"|prices?|dates?|names?"
    r"|passive|adjectives|adverbs|imports?|equipment|brand|brands|tabs?|fences?|bullets?|rhymes?"
    r"|more|less|longer|shorter|fewer|word|words|line|lines|sentence|one|need|limit|matter"
    r"|problem|idea|rush|than|screens?|animals?|dialogues?|lectures?|superlatives?|stories|spam"
    r"|ads|small talk"
    r"|sports?|carbs?|allergens?|technology|electronics|violence|politics|religion|profanity"
    r"|swearing|insults?|details?|opinions?|personal)\b"
)


_A_LINE_THAT = re.compile(
    r"\b(?:an?|one|another) (?:[a-z]+ )?(?P<unit>line|sentence|paragraph|bullet) (?:starting"
    r"|beginning|ending|that (?:starts|begins|ends))\b"
)
# `Close with "Kind regards," and then my name`: the quote is not the very end.
MORE_BEHIND = re.compile(r"\s*,?\s*(?:and|then|followed by|plus)\b")


def wording(piece: Piece, context: Context) -> Iterator[Found]:
    """What a piece demands to be said, how often, at which end, or not at all."""
    try:
        where, said = where_of(piece, context)
    except Nowhere:
        return
    # "Don't use any of the words …" is about the whole.
    place = {"where": where} if where and where != "each word" else {}
    low = piece.low

    def made(spec: dict[str, Any], start: int, end: int, with_place: bool = True) -> Found:
        span = (min(start, said[0]), max(end, said[1])) if place and with_place else (start, end)
        return Found({**spec, **(place if with_place else {})}, span)

    edge = False
    spec: dict[str, Any]
    found: re.Match[str] | None
    for pattern, kind in ((_START, "starts_with"), (_END, "ends_with")):
        for found in pattern.finditer(low):
            name = next(
                n for n in ("list", "list2", "list3") if n in pattern.groupindex and found[n]
            )
            terms = piece.quoted(*found.span(name))
            before, behind = low[found.start() : found.start(name)], low[found.end() :]
            if re.search(r"\bor\b", before) or re.match(r",? or (?!similar)", behind):
                # "Begin with the time or with “All day”": the other way is not read.
                edge = True
                continue
            negated = bool(_NOT.search(low, 0, found.start()))
            edge = True
            # "One line that begins with …" is one among others.
            relative = re.search(r"\b(?:that|which)\s+(?:must |should )?$", low[: found.start()])
            if negated and _EVERY.search(low, 0, found.end()):
                # "Don't start every sentence with …": some may.
                continue
            if terms and negated and kind == "starts_with" and not _NONE_MAY.search(low):
                if not _EXAMPLES.search(low) and not re.search(r"\bor (?:similar|anything)", low):
                    spec = {"type": "starts_with", "phrase": terms, "never": True}
                    yield made(spec, 0, found.end())
                continue
            if terms and negated and kind == "starts_with":
                spec = {"type": "items_start_with", "start": terms[0], "which": "none"}
                yield Found(spec, (0, found.end()))
                continue
            if not terms or negated or (relative and not where):
                continue
            if (some := _A_LINE_THAT.search(low, 0, found.end())) and not where:
                # "Then one line starting with …": some line of it.
                spec = {"type": kind, "phrase": terms[0], "where": f"any {some['unit']}"}
                yield Found(spec, (some.start(), found.end()))
                continue
            own = (
                {} if name == "list2" and "line" not in where and "sentence" not in where else place
            )
            if name == "list2":
                own = {}
            if kind == "ends_with" and MORE_BEHIND.match(low[found.end() :] + piece.after.lower()):
                kind, own = "contains", {}
            what = (
                {"phrase": terms[0]} if kind != "contains" else {"terms": terms[:1], "exact": True}
            )
            yield Found({"type": kind, **what, **own}, found.span())
    if edge:
        return
    if (found := _START_WORD.search(low)) and not _NOT.search(low):
        yield made({"type": "starts_with", "phrase": found["word"]}, *found.span())
        return
    for pattern, kind in ((_FIRST_RAW, "starts_with"), (_LAST_RAW, "ends_with")):
        if found := pattern.search(piece.masked):
            name = "raw2" if "raw2" in pattern.groupindex and found["raw2"] else "raw"
            raw = piece.text[found.start(name) : found.end(name)].strip(' ."“”')
            told = ":" in found[0][: -len(raw)] or not raw.islower()
            if raw and len(raw.split()) <= 6 and told and not _DESCRIBED.match(raw):
                yield Found({"type": kind, "phrase": raw}, found.span())
                return
    if found := _SIGN.search(piece.masked):
        # "Sign off as Dana Whitlock, Flat 3B": the name is not the very end.
        more = re.match(r"\s*(?:,|&|and\b)", piece.masked[found.end() :] + piece.after)
        spec = {"type": "contains", "terms": [found["name"]]}
        spec = spec if more else {"type": "ends_with", "phrase": found["name"]}
        yield made(spec, *found.span(), with_place=False)
        return
    if piece.quotes:
        times = _times(piece)
        excluded = _EXCLUDE_QUOTED.search(low) or _LEAVE_OUT.search(low) or _OUT_SUBJECT.search(low)
        if _AS_FORM.search(low) or any(_PATTERN.fullmatch(said) for _, said in piece.quotes):
            return
        if excluded and not times and (_EXAMPLES.search(low) or _PART_OF_WORD.search(low)):
            return
        if excluded and _SORT_OF.search(low, excluded.start()):
            # "No “grab a bargain” sort of talk".
            return
        if excluded and not times and (lettered := _QUOTED_LETTER.search(low)):
            for letter in piece.quoted(*lettered.span("list")):
                yield made({"type": "letter", "letter": letter, "max": 0}, *excluded.span())
            return
        if excluded and not times:
            terms = piece.quoted(*excluded.span("list"))
            if terms and not _other_sense(low[excluded.start() : excluded.end()]):
                yield made({"type": "excludes", "terms": terms, "exact": True}, *excluded.span())
            return
        included = _INCLUDE_QUOTED.search(low) or _SUBJECT_QUOTED.search(low)
        if times and (spoken := _QUOTED_TIMES.search(low)):
            terms = piece.quoted(*spoken.span("list"))
            start, end = min(spoken.start(), times.start), max(spoken.end(), times.end)
            bound = bound_of(piece, times)
            for term in terms:
                yield made({"type": "keyword", "term": term, **bound, "exact": True}, start, end)
            return
        included = included or (
            None if _EXAMPLE.search(low) or not piece.sentence else _ANY_QUOTE.search(low)
        )
        if included and _IN_SOME.search(low):
            # "“Creamy” may appear in just one of the three".
            return
        if included and (some := _SOME_OF.search(low)):
            if some["n"] in ("one", "any", "either") and some["bound"] in (None, "at least"):
                bound = {}
            elif some["n"] == "one" and some["bound"] in ("exactly", "only", "just"):
                bound = {"exactly": 1}
            else:
                return
            terms = piece.quoted(*included.span("list"))
            spec = {"type": "contains_any", "terms": terms, "exact": True, **bound}
            yield made(spec, min(some.start(), included.start()), included.end())
            return
        either = _EITHER.search(low)
        if included and either and piece.quoted(*included.span("list")):
            terms = piece.quoted(*included.span("list"))
            yield made({"type": "contains_any", "terms": terms}, *included.span())
            return
        if included and not _other_sense(low[: included.end()]) and not _NOT.search(low):
            # "<table>" may have attributes.
            terms = [
                term.removesuffix(">") if term.startswith("<") else term
                for term in piece.quoted(*included.span("list"))
            ]
            if terms:
                yield made({"type": "contains", "terms": terms, "exact": True}, *included.span())
        return
    if found := _HARD.search(piece.masked):
        token = found[0].rstrip(".,")
        denied = _NOT.search(low[: found.start()])
        times = _times(piece, beside=found.span())
        if times:
            spec = {"type": "keyword", "term": token, **bound_of(piece, times)}
            yield made(spec, min(found.start(), times.start), max(found.end(), times.end))
        elif _ENDING.match(low) and not denied:
            yield made({"type": "ends_with", "phrase": token}, 0, found.end())
        elif _GIVEN.search(low[: found.start()]) or denied:
            kind = "excludes" if denied else "contains"
            yield made({"type": kind, "terms": [token]}, 0, found.end())
        return
    if found := _NAMES_NAME.search(piece.masked):
        yield made({"type": "excludes", "terms": [found["name"]]}, *found.span())
        return
    if (found := _THE_LETTER.search(low)) and (banned := _NOT.search(low[: found.start()])):
        spec = {"type": "letter", "letter": found["letter"], "max": 0}
        yield made(spec, banned.start(), found.end())
        return
    if found := _THE_WORDS.search(low):
        if (banned := _NOT.search(low[: found.start()])) and (
            several := _WORDS.match(low, found.end() + (low[found.end() - 1] != " "))
        ):
            terms = re.split(r",? (?:or|and|nor) |, ", several[0])
            yield made({"type": "excludes", "terms": terms}, banned.start(), several.end())
        return
    if (found := _THE_WORD.search(low)) and found["word"] not in _NO_WORDS:
        banned = _NOT.search(low[: found.start()])
        times = _times(piece)
        if denied := _NOT.match(low, found.end() + 1) or _MUST_NOT.match(low, found.end()):
            spec = {"type": "excludes", "terms": [found["word"]]}
            yield made(spec, found.start(), denied.end())
        elif times:
            spec = {
                "type": "keyword",
                "term": found["word"],
                **bound_of(piece, times),
            }
            yield made(spec, min(found.start(), times.start), max(found.end(), times.end))
        else:
            kind = "excludes" if banned else "contains"
            start = banned.start() if banned else found.start()
            yield made({"type": kind, "terms": [found["word"]]}, start, found.end())
        return
    if _NOT.search(low):
        found = _NO_THING.match(low)
        if found and not _JUDGED.search(found["things"]) and not piece.quantities:
            raw = piece.text[found.start("things") : found.end("things")]
            raw = _STUFF.sub("", raw)
            things = [one.strip() for one in re.split(r",|\band\b|\bor\b|/|&|\bno\b|\bnor\b", raw)]
            things = [one for one in things if one]
            if things and all(len(one.split()) <= 2 for one in things):
                # What belongs to a food is known; "no libraries" is kept without that word, too.
                foods = [one for one in things if is_food(one)]
                others = [one for one in things if one not in foods]
                if foods:
                    yield made({"type": "excludes", "terms": foods, "thing": True}, *found.span())
                for one in others:
                    yield made({"type": "mentions", "about": one, "never": True}, *found.span())
        return
    for pattern in (_NAMED, _MUST_APPEAR, _UNCHANGED):
        found = pattern.search(piece.masked)
        if found and not (_FORM.search(found["names"]) and found[0][:3].lower() == "use"):
            raw = found["names"]
            names = [one.strip() for one in re.split(r",\s*(?:and\s+)?|\s+and\s+|\s*&\s*", raw)]
            times = next((q for q in piece.quantities if _often(piece, q.start, q.end)), None)
            if times and len(names) == 1:
                spec = {"type": "keyword", "term": names[0], **bound_of(piece, times)}
                yield made(spec, found.start(), max(found.end(), times.end))
                return
            yield made({"type": "contains", "terms": [n for n in names if n]}, *found.span())
            return
    for pattern in (_FIGURE, _FIGURE_SUBJECT):
        found = pattern.search(piece.masked if pattern is _FIGURE else low)
        if found and pattern is _FIGURE and not found["named"] and _counts(piece, found):
            # "Show 3 examples" does not ask for the figure 3, but for something.
            yield Found({"type": ""}, found.span())
            return
        if found:
            times = next((q for q in piece.quantities if _often(piece, q.start, q.end)), None)
            if times:
                spec = {"type": "keyword", "term": found["figure"], **bound_of(piece, times)}
                yield made(spec, found.start(), max(found.end(), times.end))
            else:
                yield made({"type": "contains", "terms": [found["figure"]]}, *found.span())
            return
    if (found := _MENTION_ONE.search(low)) and not _JUDGED.search(found["term"]):
        yield made({"type": "mentions", "about": found["term"]}, *found.span())


_MUST_NOT = re.compile(
    r"\s+(?:(?:must|should|may|can|could|shall|is|are|do|does)(?: not|n't)|is to be avoided"
    r"|(?:is|are) (?:banned|forbidden|off limits))\b"
)
_NO_WORDS = ("count", "limit", "of", "itself", "themselves")
_THE_LETTER = re.compile(r"\bthe letter (?P<letter>[a-z])\b")
_QUOTED_LETTER = re.compile(rf"\bletters? (?P<list>{_LIST})")
_THE_WORDS = re.compile(r"\bthe (?:words|word (?=[\w'’-]+,? (?:or|and|nor) ))")
_ONE_WORD = r"[a-z'’-]+(?: (?!or\b|and\b|nor\b)[a-z'’-]+)?"
_WORDS = re.compile(rf"{_ONE_WORD}(?:(?:,? or |,? and | nor |, ){_ONE_WORD})*$")
# "The last line should be a question": what it is, and not what it says.
_DESCRIBED = re.compile(r"(?:an?|the|one|some|any|your|my|no)\s+[a-z]")
_FORM = re.compile(
    r"\b(?:English|Markdown|HTML|LaTeX|JSON|YAML|XML|SQL|Python|Unicode|ASCII|APA|MLA|Celsius"
    r"|Fahrenheit|Roman|Arabic|Latin)\b"
)


def _times(piece: Piece, beside: Span = (0, 0)) -> Quantity | None:
    """How often something is to stand in the response; no number within `beside` says it."""
    for one in piece.quantities:
        if beside[0] <= one.start < beside[1]:
            continue
        if _TIMES.match(one.noun) or _often(piece, one.start, one.end):
            return one
    return None


def _counts(piece: Piece, found: re.Match[str]) -> bool:
    """Whether a figure is the number of some things: "3 examples", "3 words in bold"."""
    return any(
        one.dimension == "count"
        and one.start <= found.start("figure") < one.end
        and re.match(r"(?:[a-z'-]+ ){0,2}[a-z'-]+s\b", one.noun) is not None
        for one in piece.quantities
    )


def _often(piece: Piece, start: int, end: int) -> bool:
    return bool(re.fullmatch(r"(?:once|twice|thrice)", piece.low[start:end]))


_AS_FORM = re.compile(
    rf"\b(?:each|it|them|one|line|item|entry|row)\s+(?:as|like)\s+{MASK}|\b(?:form|format"
    rf"|pattern|template)\b"
)
# "HH:MM", "YYYY-MM-DD": a form, and no words.
_PATTERN = re.compile(r"(?:HH?|MM?M?M?|SS|YY(?:YY)?|DD?|N+|X+|[:./ -])+")
_STUFF = re.compile(r"\s+(?:stuff|things?|items?|products?|at all)$")
_IN_SOME = re.compile(
    r"\b(?:may|might|allowed|permitted|optional\w*)\b"
    r"|\bin (?:just |only |exactly |at most )?(?:one|two|three) of\b"
)
_SOME_OF = re.compile(
    r"(?:\b(?P<bound>exactly|only|just|at least|at most|no more than|up to)\s+)?"
    rf"\b(?P<n>one|any|either|some|several|two|three|four|\d+) of\b[^{MASK}]{{0,30}}{MASK}"
)
_EITHER = re.compile(rf"{MASK}\s*(?:or|/)\s*{MASK}")
_SORT_OF = re.compile(
    rf"{MASK}[ -]?(?:(?:sort|kind|type|style|manner) of|talk|type|style|stuff|nonsense|language)\b"
)
_EXAMPLES = re.compile(rf"\b(?:like|such as|e\.?g\.?)\s+{MASK}")
_PART_OF_WORD = re.compile(r"\bin (?:it|any form|them)\b|\bcontain(?:s|ing)\b")
_EXAMPLE = re.compile(
    r"\b(?:like|such as|e\.?g|for example|instead|form|format|turns?|from|called|titled|style"
    r"|translate|rewrite|rephrase|summari[sz]e|replace|change|as in|each as|(?:write|put|show"
    r"|list|give) (?:it|them|each(?: one)?) (?:as|like)|our|my|we|i)\b"
)
_ANY_QUOTE = re.compile(rf"(?P<list>{_LIST})")
_EVERY = re.compile(r"\b(?:every|each|all)\b")
_NONE_MAY = re.compile(r"\b(?:none|no (?:item|headline|title|name|line|bullet|tip|question))\b")
_UNCHANGED = re.compile(
    rf"\b(?:[Ll]eave|[Kk]eep) (?P<names>{_NAME}) (?:untranslated|as (?:it )?is|unchanged"
    rf"|in English|exactly)"
)
_OTHER_SENSE = re.compile(
    r"\b(?:columns?|keys?|header|headings?|sections?|titled|called|named|separated|tags?|fields?"
    r"|attributes?|labell?ed)\b"
)


def _other_sense(said: str) -> bool:
    """Whether quotes name parts of a format, and not words to be said."""
    return bool(_OTHER_SENSE.search(said))
