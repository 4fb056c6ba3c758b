"""Reads the form as a whole: JSON, CSV, tables, casing, language, punctuation, order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tamis.checking.extraction.found import Context, Found, Nowhere, bound_of, where_of, words_of
from tamis.checking.extraction.pieces import MASK, Piece

_LANGUAGES = {
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it",
    "portuguese": "pt", "dutch": "nl", "swedish": "sv", "norwegian": "no", "danish": "da",
    "finnish": "fi", "polish": "pl", "czech": "cs", "hungarian": "hu", "romanian": "ro",
    "turkish": "tr", "catalan": "ca", "croatian": "hr", "indonesian": "id", "russian": "ru",
    "ukrainian": "uk", "greek": "el", "arabic": "ar", "hebrew": "he", "hindi": "hi",
    "bengali": "bn", "chinese": "zh", "japanese": "ja", "korean": "ko", "thai": "th",
    "vietnamese": "vi", "swahili": "sw", "persian": "fa", "urdu": "ur", "marathi": "mr",
    "punjabi": "pa", "tamil": "ta", "telugu": "te", "kannada": "kn", "gujarati": "gu",
    "bulgarian": "bg", "nepali": "ne", "malayalam": "ml", "farsi": "fa",
}  # fmt: skip
_IN = "|".join(_LANGUAGES)
_LANGUAGE = re.compile(
    rf"\b(?:in|into|to|only|entirely|completely)\s+(?:(?:simple|plain) (?!english)|proper "
    rf"|formal |informal "
    rf"|idiomatic |the )?(?P<language>{_IN})\b(?!\s+(?:class|market|teacher|customers?|people"
    rf"|speaking|literature|history|lesson|exam|law|school))"
    rf"|\b(?P<other>{_IN}) (?:only|language|text|please)\b"
)
_NOT_ENGLISH = re.compile(r"\b(?:british|american|us|uk) (?:english|spelling)")

_CASES: tuple[tuple[str, str], ...] = (
    (
        r"\ball(?: in)?[ -]?caps\b|\ball[ -]capitals?\b|\bin (?:all )?capitals?\b"
        r"|\bupper[ -]?case(?:d)?\b|\bcapital letters (?:only|throughout)|\ball capital letters"
        r"|\bin capital letters",
        "upper",
    ),
    (
        r"\ball (?:in )?lower[ -]?case\b|\blower[ -]?case(?: letters)?(?: only| throughout)?\b"
        r"|\bno capital(?:s| letters)\b|\bno upper[ -]?case\b",
        "lower",
    ),
    (r"\btitle[ -]case\b", "title"),
    (r"\bsentence[ -]case\b", "sentence"),
)
# "Sentence case headings": the case of some parts.
_OF_PARTS = re.compile(
    r"\s(?:letters? )?(?:headings?|titles?|keys?|names?|keywords?|words?|headers?|labels?"
    r"|columns?)\b"
)
CAPITAL_WORDS = re.compile(
    r"\bwords?\b.{0,12}\b(?:all[ -]caps|all capital(?:s| letters)|capital letters|upper ?case)\b"
)
_NO_CAPS_WORDS = re.compile(
    r"\bno (?:word|words) in (?:all )?(?:caps|capitals|upper ?case)\b|\bno all[ -]caps\b"
)
_CHARACTERS: tuple[tuple[str, str], ...] = (
    (r"commas?", ","),
    (r"semi-?colons?", ";"),
    (r"colons?", ":"),
    (r"(?:em|long)[ -]?dash(?:es)?", "—"),
    (r"dash(?:es)?", "—–-"),
    (r"hyphens?", "-"),
    (r"parenthes[ei]s|brackets", "()"),
    (r"apostrophes?", "'’"),
    (r"quotation marks?|quote marks?|quotes|inverted commas", '"“”„«»'),
    (r"full stops?|periods", "."),
    (r"asterisks?", "*"),
    (r"digits?|numerals?", "0123456789"),
    (r"ampersands?", "&"),
    (r"slashes", "/"),
)
_NO = (
    r"\b(?:no|not (?:allowed to )?(?:use|include|contain|have)(?: any)?"
    r"|refrain from (?:using|the use of)(?: any)?|without(?: any)?|(?:don't|dont|do not"
    r"|never) (?:use|include|put)(?: any)?"
    r"|avoid(?: any| using)?|not a single|zero|skip(?: the)?|leave out(?: the)?)\s+(?:any )?"
)
_PUNCTUATION = re.compile(rf"{_NO}punctuation(?: marks?)?(?: at all| whatsoever)?\b")
_MARKDOWN = re.compile(rf"{_NO}(?:markdown|formatting|bold or italics)\b|\bplain text\b")
_ONLY = re.compile(
    r"\b(?:only|nothing but|just|raw|no (?:other )?(?:text|prose|words|explanations?|commentary"
    r"|notes|comments) (?:around|outside|before|besides)|zero explanation|nothing else)\b"
)
_JSON = re.compile(r"\b(?:json)\b(?! lines)")
_KEYS = re.compile(
    rf"\b(?:keys?|fields|properties)\b[^{MASK}]{{0,40}}(?P<list>{MASK}+(?:\s*(?:,|and|,\s*and"
    rf"|&)\s*{MASK}+)*)"
)
_BARE_KEYS = re.compile(
    r"\b(?:[Kk]eys|[Ff]ields|[Pp]roperties)(?: (?:are|called|named|should be|must be))?:?\s+"
    r"(?P<names>[A-Za-z_]\w*(?:(?:,\s*(?:and\s+)?|\s+and\s+)[A-Za-z_]\w*)+)"
)
_EXACTLY = re.compile(r"\b(?:exactly|only|just)\b")
_COLUMNS = re.compile(
    r"\b(?:columns?(?: (?:called|named|titled|headed|for|are|should be))?|\(?columns?:?"
    r"|headers?(?: row)?)\s*[:(]?\s*(?P<names>[A-ZÀ-Þ\"“¤][^.;()\n]*?)(?:\)|$|\.)"
)
_TABLE = re.compile(
    r"\b(?:as|in|into|use|make|give me|want|put it in|with)\s+(?:it\s+|in\s+|this\s+)?(?:a|an"
    r"|one|the)\s+(?:\w+\s+){0,2}?table\b|\bmarkdown table\b|^table\b"
)
_HEADER_ROW = re.compile(
    r"\b[Hh]eader(?: row| line)?(?: is|:)?\s+(?P<names>[\"“']?\w+(?:[;,|\t]\s?\w+)+[\"”']?)"
)
_ROOT = re.compile(
    r"\b[Rr]oot (?:element|tag|node)(?: is| must be| should be"
    r"|:)?\s+[`\"]?<?(?P<root>\w+)>?"
)
_ELEMENTS = re.compile(
    r"\b(?:child|sub-?)\s?elements:?\s+(?P<names>\w+(?:(?:,\s*(?:and\s+)?|\s+and\s+)\w+)*)"
)
_MARKDOWN_FORM = re.compile(r"\b(?:in|as|use|using) (?:plain |valid |github )?markdown\b(?! table)")
_CODE_ONLY = re.compile(r"\bone code block and no(?:thing| text)|\bonly (?:the|a) code block")
_CODE = re.compile(
    r"\b(?:in|as|inside|put it in|within) (?:a|one|the|a single|fenced) (?:fenced )?code block\b"
)
_NO_FENCE = re.compile(r"\bno (?:code )?(?:fences?|code blocks?)\b|\bno backticks\b")
_BULLETS = re.compile(
    r"\b(?:as|in|into|use|using|with)\s+(?:a\s+)?(?:bullets?|bullet(?:ed)? (?:list|points?)"
    r"|bullet points)\b|\bbulleted(?: list)?\b|^bullets?(?: please| only)?$"
    r"|^bullet points(?: please| only)?$"
)
_LOW_COLUMNS = re.compile(
    r"\b(?:columns?|header(?: row)?)(?: are|:| =|=)?\s*(?P<names>[a-z_]\w*(?:(?:[,;|]\s?|, and )"
    r"[a-z_]\w*){1,12})(?=$|[.)])"
)
_BETWEEN_COLUMNS = re.compile(r",\s*(?:and\s+)?|\s+and\s+|;|\s*\|\s*")
_TABLE_OF = re.compile(
    r"\btable (?:with|of) (?P<names>[A-Z][\w%]*(?: (?!columns?)[a-z]+)?"
    r"(?:, [A-Z][\w%]*(?: (?!columns?)[a-z]+)?)*,? and [A-Z][\w%]*(?: (?!columns?)[a-z]+)?)"
    r"(?: columns?)?(?=$|[.,])"
)
_NUMBERED = re.compile(
    r"\bnumbered(?: list| steps)?\b|\bas a numbered list\b|\bnumber (?:the|them|each|every|all)\b"
)
_SO_MANY_NUMBERED = re.compile(r"\bin a numbered list\b|\bas a numbered list\b")
_ALPHABETICAL = re.compile(r"\balphabetical(?:ly)?\b|\bin a(?:-| to )z order\b|\bfrom a to z\b")
_DATES_AS = re.compile(
    r"\b[Dd]ates?\b.{0,20}?\b(?:as|in|like|format(?:ted)?(?: as)?:?)\s+(?:the format\s+)?"
    r"(?P<format>(?:YYYY|DD|MM|D|M|YY)(?:[-/. ](?:YYYY|DD|MM|D|M|YY)){1,2})\b"
)
_DATE_AS = re.compile(r"\b[Dd]ate (?:as|in the form)\s+(?P<date>\d[\d/.-]{5,10}\d)\b")
_DATES_BETWEEN = re.compile(
    r"\bdates?\b.{0,20}?\b(?:between|from) (?P<a>\d{4}-\d\d-\d\d) (?:and"
    r"|to) (?P<b>\d{4}-\d\d-\d\d)\b"
)
_ALL_START = re.compile(
    r"\b(?:[Aa]ll|[Ee]ach|[Ee]very)\b.{0,20}?\b(?:start|begin)(?:s|ing"
    r"|ning)? with (?:the letter )?(?P<letter>[A-Z])(?=$|[\s.,])"
)
_LETTER = re.compile(r"\bletter (?P<letter>[a-z#])\b.{0,60}\btimes\b")
_YEARS = re.compile(
    r"^(?:all )?(?:the )?years?(?: must be| should be| are)? (?:between"
    r"|from) (?P<a>\d{4}) (?:and|to) (?P<b>\d{4})\b"
)
_ACROSTIC = re.compile(
    r"\bacrostic\b[^.]{0,30}?\b(?P<name>[A-Z]{3,})\b|\b(?:first|initial) letters? (?:of (?:each"
    r"|the) lines? )?(?:must |should )?spells?(?: out)?\s+(?P<word>[A-Za-z]{3,}|¤+)",
    re.I,
)
_QUOTED_ALL = re.compile(
    r"\b(?:wrap|put|enclose|present|surround)\w*\b.{0,30}\b(?:in"
    r"|with) (?:double )?(?:quotation marks|quotes)\b"
)
_ENTIRE = re.compile(
    r"\b(?:whole|entire|everything)\b|\byour (?:response|answer|reply|output|text|message)\b"
)
_TITLE = re.compile(r"double angular brackets|<<")
_POSTSCRIPT = re.compile(r"\bp\.? ?s\b|\bpostscript\b")


HEADED = re.compile(
    r"\b(?i:headings?|headed|sections?|subheadings?)\b\s*(?:called|named|titled|entitled|labelled"
    r"|with headings|:|of)?\s*:?\s*(?P<names>(?:[A-ZÀ-Þ¤][\w'’¤& -]*?)(?:\s*(?:,|and|,\s*and|&"
    r"|;)\s*[A-ZÀ-Þ¤][\w'’¤& -]*?)*)(?=$|[.;:(]|,\s*(?:in|each|with|and each|every)\b"
    r"|\s+(?:in that|in this|each|with|followed|then|must|should)\b)"
)
_DELIMITERS = {
    "semicolon": ";", "semi-colon": ";", "comma": ",", "tab": "\t", "pipe": "|", "colon": ":",
}  # fmt: skip
_DELIMITER = re.compile(
    r"\b(?P<name>semi-?colon|comma|tab|pipe)s?\b (?:as (?:the |a )?(?:separators?|delimiters?)"
    r"|separated|delimited)|\b(?:separated|delimited|divided) (?:by|with) (?P<by>semi-?colon"
    r"|comma|tab|pipe)s?\b|\bcsv with (?P<with>semi-?colon|comma|tab|pipe)s\b"
)


_SAYS_NOTHING = words_of(
    "a all also always and are as be characters complete completely entire entirely every "
    "everything "
    "exclusively has have in is it its keep letter letters make must need needs only output please "
    "pls put reply respond response return should strictly text that the this throughout to "
    "type use "
    "using whole with word words write written you your answer email message post title poem of "
    "for "
    "whatsoever no any here at"
)


def _content(rest: str) -> bool:
    """Whether words are left that may name a part of the response."""
    return bool(set(re.findall(r"[a-z']+", rest)) - _SAYS_NOTHING)


_PARTLY = re.compile(
    r"\b(?:keep|leave|add|names?|words?|titles?|headings?|terms?|before|after|single|phrases?"
    r"|quotes?|labels?|code|comments?)\b"
)


def formats(piece: Piece, context: Context) -> Iterator[Found]:
    """What a piece demands of the form."""
    low = piece.low
    negated_here = re.search(r"\b(?:no|not|don't|without|avoid)\b", low)
    yield from _headed(piece, context)
    yield from _alone(piece, context)
    if found := _IN_ENGLISH_OF.search(low):
        side = "british" if found["side"] in ("british", "uk") else "american"
        yield Found({"type": "spelling", "of": side}, found.span())
    if (found := _HOURS.search(low)) and not negated_here:
        yield Found({"type": "time_format", "hours": int(found["n"] or 12)}, found.span())
    try:
        where, said = where_of(piece, context)
    except Nowhere:
        return
    # "No word in all caps" is about the whole.
    place: dict[str, Any] = {"where": where} if where and where != "each word" else {}

    def made(spec: dict[str, Any], found: re.Match[str]) -> Found:
        span = found.span()
        if where and spec["type"].endswith("_valid"):
            # "JSON with title and tags": keys. "The first line of the CSV": some of it only.
            return Found(spec if where in ("title", "subject") else {"type": ""}, span)
        if place:
            span = min(span[0], said[0]), max(span[1], said[1])
        return Found({**spec, **place}, span)

    if (
        (found := _LANGUAGE.search(low))
        and not _NOT_ENGLISH.search(low)
        and not _PARTLY.search(low)
    ):
        name = found["language"] or found["other"]
        yield made({"type": "language", "language": _LANGUAGES[name]}, found)
    if found := _NO_CAPS_WORDS.search(low):
        yield made({"type": "capital_words", "max": 0}, found)
    elif found := CAPITAL_WORDS.search(low):
        one = next((q for q in piece.quantities if q.dimension == "count"), None)
        if one is not None:
            yield Found({"type": "capital_words", **bound_of(piece, one)}, (0, len(piece.text)))
    else:
        for pattern, case in _CASES:
            if found := re.search(pattern, low):
                if re.search(
                    r"\bkeywords?\b|\bdon't\b|\bnot\b|\bnone\b|\bavoid\b", low
                ) or _OF_PARTS.match(low, found.end()):
                    break
                if re.search(r"\bno\b", low[: found.start()]):
                    # "No heading in title case".
                    break
                if context.names("json", "yaml", "xml", "csv", "array"):
                    # Of some values, most often.
                    break
                if not where and _content(low[: found.start()] + low[found.end() :]):
                    # "A heading in capital letters", "labelled FORMAL in capitals".
                    break
                yield made({"type": "letter_case", "case": case}, found)
                break
    for found in list(_MARKDOWN.finditer(low))[1:]:
        # "Plain text, no markdown".
        yield made({"type": "markdown", "max": 0}, found)
    if found := _PUNCTUATION.search(low):
        yield made({"type": "no_characters", "characters": "punctuation"}, found)
    else:
        for pattern, characters in _CHARACTERS:
            if found := re.search(rf"{_NO}(?:{pattern})\b", low):
                yield made({"type": "no_characters", "characters": characters}, found)
    if found := _MARKDOWN.search(low):
        yield made({"type": "markdown", "max": 0}, found)
    yield from _data(piece, made, context)
    denied = negated_here
    if (found := _BULLETS.search(low)) and not denied:
        context.counted, context.counter = "bullet", "bullets"
        yield Found({"type": "bullets", "min": 1}, found.span())
    if (found := _SO_MANY_NUMBERED.search(low)) and not denied and piece.quantities:
        one = piece.quantities[0]
        spec = {"type": "numbered_items", **bound_of(piece, one)}
        yield Found(spec, (one.start, found.end()))
    counted = any(q.noun for q in piece.quantities) or re.search(r"1-\d", low)
    if (found := _NUMBERED.search(low)) and not denied and not counted:
        context.counted, context.counter = "item", "numbered_items"
        yield Found({"type": "numbered_items", "min": 1}, found.span())
    of_records = context.names("json", "yaml", "xml", "csv", "table", "by")
    if (found := _ALPHABETICAL.search(low)) and not of_records:
        yield made({"type": "items_sorted", "by": "alphabet"}, found)
    if found := _ACROSTIC.search(piece.masked):
        word = found["name"] or found["word"]
        if MASK in word:
            quotes = piece.quoted(*found.span("word"))
            word = quotes[0] if quotes else ""
        if word.isalpha() and (found["word"] is not None or word.isupper()):
            yield made({"type": "acrostic", "word": word}, found)
    if (found := _DATES_AS.search(piece.masked)) and not negated_here:
        yield Found({"type": "dates", "format": found["format"]}, found.span())
    elif found := _DATE_AS.search(piece.masked):
        yield made({"type": "contains", "terms": [found["date"]], "exact": True}, found)
    if found := _DATES_BETWEEN.search(low):
        spec = {"type": "dates", "not_before": found["a"], "not_after": found["b"]}
        yield Found(spec, found.span())
    if found := _YEARS.search(low):
        yield Found({"type": "year", "min": int(found["a"]), "max": int(found["b"])}, found.span())
    if (found := _TITLE.search(low)) and not negated_here and not piece.quotes:
        yield Found({"type": "has_title"}, found.span())
    if found := _ALL_START.search(piece.masked):
        yield Found({"type": "items_start_with", "start": found["letter"]}, found.span())
    if found := _LETTER.search(low):
        times = next((q for q in piece.quantities if q.noun.startswith("times")), None)
        if times:
            spec = {"type": "letter", "letter": found["letter"], **bound_of(piece, times)}
            yield made(spec, found)
    if (found := _POSTSCRIPT.search(low)) and not re.search(r"\bno\b|without|don't", low):
        yield made({"type": "postscript"}, found)
    if (found := _QUOTED_ALL.search(low)) and _ENTIRE.search(low) and not piece.quotes:
        yield made({"type": "wrapped_in", "marks": "quotes"}, found)


_THING = r"(?P<{}>code|script|function|query|snippet|table|list|items)"
_ALONE = re.compile(
    r"(?:please |and |but |so |i |we )*(?:only|just|nothing but)(?: (?:give|return|send|output|want"
    r"|need|show|write|reply with|respond with)(?: me| us)?)?(?: back)? (?:the|a|one) (?:[\w-]+ )?"
    rf"{_THING.format('a')}(?: itself| back| please| pls)*$"
    rf"|{_THING.format('c')} only(?: please| pls)*$"
    r"|(?:please |and |but )*(?:no|without(?: any)?|(?:don't|dont|do not) (?:add|write|put)"
    r"(?: any)?) (?:other |extra |further )?(?:text|prose|words|sentences?|explanations?"
    r"|comment(?:s|ary)?|notes?|anything)(?: (?:or|and) [a-z]+)? (?:before(?: or after| and after"
    rf"| nor after)?|around|outside|besides?)(?: of)? (?:the |this )?{_THING.format('b')}$"
)
_NOTHING_ELSE = re.compile(
    r"(?:and )?(?:nothing (?:else|more)|no(?:thing)? other text)(?: please| pls)*$"
)
_IN_ENGLISH_OF = re.compile(r"\bin (?P<side>british|uk|american|us) english\b")
_HOURS = re.compile(
    r"(?:\b(?:all |the )?times?\b[^.,]{0,20})?\b(?P<n>12|24)[ -]?(?:h|hr|hours?)[ -]"
    r"(?:clock|times?|format|notation)\b(?: for (?:all |the )*times?\b)?"
    r"|\btimes? (?:with|in|using) (?:am(?:/| and | or )pm)\b"
)


def _alone(piece: Piece, context: Context) -> Iterator[Found]:
    """That there is to be nothing beside the code, the table or the list."""
    if found := _ALONE.match(piece.low):
        thing = found["a"] or found["b"] or found["c"]
        context.alone = {"table": "table", "list": "list", "items": "list"}.get(thing, "code")
        context.alone_in = piece.sentence
        yield Found({"type": "only", "of": context.alone}, found.span())
    elif context.alone_in == piece.sentence and (found := _NOTHING_ELSE.match(piece.low)):
        yield Found({"type": "only", "of": context.alone}, found.span())


def _headed(piece: Piece, context: Context) -> Iterator[Found]:
    """Headings that are named: "under the headings Produce, Meat and Pantry"."""
    if not (found := HEADED.search(piece.masked)):
        return
    if MASK in found["names"]:
        names = piece.quoted(*found.span("names"))
    else:
        names = [
            one.strip() for one in re.split(r",\s*(?:and\s+)?|\s+and\s+|\s*&\s*|;", found["names"])
        ]
    names = [name for name in names if name and len(name.split()) <= 5 and not _CLAUSE.match(name)]
    if names:
        context.counted, context.counter = "section", "sections"
        yield Found({"type": "has_parts", "names": names}, found.span())


_CLAUSE = re.compile(r"(?:i|we|you|it|he|she|they|please|each|every|no|at|use|write|with)\b", re.I)


def _data(piece: Piece, made: Any, context: Context) -> Iterator[Found]:
    low = piece.low
    negated = re.search(r"\b(?:no|not|don't|avoid|without|instead of)\b", low)
    only = _ONLY.search(low)

    def form(type_id: str, found: re.Match[str]) -> Iterator[Found]:
        apart = only is not None and only[0].startswith(("no", "zero"))
        yield made({"type": type_id, **({"only": True} if only and not apart else {})}, found)
        if only and apart:
            # "YAML in one code block and zero explanation": two demands.
            yield made({"type": type_id, "only": True}, only)

    if (found := _JSON.search(low)) and not negated:
        yield from form("json_valid", found)
    if found := _BARE_KEYS.search(piece.text):
        keys = re.split(r",\s*(?:and\s+)?|\s+and\s+", found["names"])
        context.named.update(key.lower() for key in keys)
        kind = "yaml_valid" if "yaml" in context.said + context.task else "json_valid"
        others = {"other_keys": False} if _EXACTLY.search(low + piece.after.lower()) else {}
        yield Found({"type": kind, "keys": keys, **others}, found.span())
    elif found := _KEYS.search(low):
        keys = piece.quoted(*found.span("list"))
        context.named.update(key.lower() for key in keys)
        others = {"other_keys": False} if _EXACTLY.search(low) else {}
        yield made({"type": "json_valid", "keys": keys, **others}, found)
    delimiter = _DELIMITER.search(low) if context.shape.csv else None
    if (found := re.search(r"\bcsv\b", low)) and not negated and not delimiter:
        yield from form("csv_valid", found)
    if found := delimiter:
        name = found["name"] or found["by"] or found["with"]
        yield made({"type": "csv_valid", "delimiter": _DELIMITERS[name]}, found)
    for name in ("xml", "yaml"):
        if (found := re.search(rf"\b{name}\b", low)) and not negated:
            yield from form(f"{name}_valid", found)
    if found := _LOW_COLUMNS.search(piece.masked) or _TABLE_OF.search(piece.masked):
        names = _BETWEEN_COLUMNS.split(found["names"])
        csv = context.shape.csv
        id, field = ("csv_valid", "columns") if csv else ("table_columns", "names")
        yield made({"type": id, field: names}, found)
    elif found := _COLUMNS.search(piece.masked):
        names = [n.strip(" \"“”'") for n in _BETWEEN_COLUMNS.split(found["names"])]
        if MASK in found["names"]:
            names = piece.quoted(*found.span("names"))
        names = [n for n in names if n]
        if len(names) > 1 and all(len(n.split()) <= 4 for n in names):
            yield made({"type": "table_columns", "names": names}, found)
    if (found := _TABLE.search(low)) and not negated:
        yield Found({"type": "tables", "min": 1}, found.span())
    if found := _HEADER_ROW.search(piece.text):
        names = [name for name in re.split(r"[;,|\t]\s*", found["names"].strip("\"'“”")) if name]
        mark = next((mark for mark in ";,|\t" if mark in found["names"]), ",")
        own = {} if mark == "," else {"delimiter": mark}
        yield Found({"type": "csv_valid", "columns": names, **own}, found.span())
    if found := _ROOT.search(piece.text):
        yield Found({"type": "xml_valid", "root": found["root"]}, found.span())
    if found := _ELEMENTS.search(piece.masked):
        names = re.split(r",\s*(?:and\s+)?|\s+and\s+", found["names"])
        yield Found({"type": "xml_valid", "elements": names}, found.span())
    if (found := _MARKDOWN_FORM.search(low)) and not negated:
        yield Found({"type": "markdown", "min": 1}, found.span())
    if (found := _CODE_ONLY.search(low)) or (found := _CODE.search(low)):
        yield made({"type": "code_blocks", "min": 1}, found)
    if found := _NO_FENCE.search(low):
        yield made({"type": "code_blocks", "max": 0}, found)
