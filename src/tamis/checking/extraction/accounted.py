"""Whether each word of a piece is accounted for by the constraints that were read from it.

A reader sees the words that it knows: "each line at most 8 words" in "each line of the refrain at
most 8 words, sung softly". What it does not know may name a part, a condition or an exception, and
then the constraint that was read is not the one that is demanded. So a reading stands only where
every word of the piece is one of the constraint's values, one of those by which people state such
a constraint (its type's wordings), or one that adds nothing to a demand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from tamis.checking.constraint_types import ConstraintType, type_of
from tamis.checking.extraction.found import PLACES, UNITS, WHOLE, singular, words_of
from tamis.checking.extraction.pieces import MASK, Piece
from tamis.reading.quantities import Quantity, quantities

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")

_ADDS_NOTHING = words_of(
    # articles, pronouns, helping verbs, little words
    "a an the this that these those it its it's i i'd i'll i'm me my we we'd us our you your "
    "you're he she they them their there here one ones is are be been being was do does did "
    "has have having had get gets got getting will would shall should must can could may "
    "might need needs needed ought want wants wanted like likes liked prefer let lets let's "
    "to of in on at by for from with as and or nor but so then than also too "
    "even still yet ever is that's here's there's please pls plz kindly thanks thank thx ok "
    "okay oh well now really very quite absolutely strictly definitely actually simply always "
    "make makes making made sure ensure keep keeps kept keeping stay stays stick give gives "
    "giving given use uses used using put puts include includes including included add adds "
    "adding added contain contains containing write writes writing written show shows appear "
    "appears come comes go goes going leave leaves set aim try remember forget careful "
    "important note requirement w absolute hard required rule rules requires require allowed "
    "allow accepted "
    "permitted fine good ideally possible possibly "
    "somewhere anywhere throughout overall altogether "
    "total exact exactly precisely all whole entire entirely full complete completely itself "
    "itselfs etc lol tho though because since "
    # comparisons
    "at most least more less fewer than about around roughly "
    "approximately approx up max maximum min minimum tops no not don't dont doesn't can't "
    "cannot cant won't shouldn't mustn't never none without avoid skip zero any "
    "exceed exceeding exceeds longer shorter greater larger bigger higher lower "
    "smaller limit limited limits cap capped long length size number numbers count counts "
    "amount many much either each every per both apiece half dozen single once twice times "
    "time zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty "
    "seventy eighty ninety hundred thousand "
    # what is made, for whom, and how one thinks of it
    "response answer reply output text result version draft style form format formatted him "
    "her them his their people everyone anyone readers reader somebody someone anybody "
    "anything something everything thing things stuff kind sort bit little short brief nice "
    "new separate different distinct clear simple main neat mustnt shouldnt isnt arent wont "
    "wouldnt im incl inclusive following instead"
)

_SAYING = words_of(
    "ask asks asking tell tells telling say says saying said state states stating mention "
    "mentions mentioning name names naming named call calls called calling offer offers "
    "offering propose suggest invite inviting thank thanks thanking remind reminding announce "
    "bring out phrase phrases word words wording term terms figure quote sign signed off "
    "address addressed talk turn occur link code hashtag email phone url handle date "
    "placeholder placeholders labelled labeled label group refer touch describe explain explains "
    "explaining note point tag price pay amount year percentage "
    "stress request recommend promise warn wish congratulate apologise apologize apologizing "
    "apologising quoting verbatim literal literally spelled spelt expression"
)
_FIRST = words_of(
    "line sentence start starting starts begin begins beginning open opens opening first top"
)
_LAST = words_of(
    "line sentence question end ending ends finish finishes finishing close closes closing last "
    "final bottom"
)
_TABLE = words_of("table column header heading besides counting excluding plus row markdown")
_ALSO: Mapping[str, frozenset[str]] = {
    "words": words_of("phrase"),
    "contains": _SAYING, "contains_any": _SAYING, "excludes": _SAYING,
    "mentions": _SAYING | words_of("nothing reveal put"),
    "keyword": _SAYING | words_of("repeat repeated repeating"),
    "starts_with": _SAYING | _FIRST, "ends_with": _SAYING | _LAST,
    "items_start_with": _FIRST | words_of("letter"), "items_end_with": _LAST,
    "paragraphs": words_of("stanza verse section split break divided into"),
    "code_blocks": words_of("fence fenced backtick"), "letter_case": words_of("cap caps capital"),
    "questions": words_of("mark"), "exclamations": words_of("mark point"),
    "characters": words_of("wrap wide"), "no_characters": words_of("digit"),
    "numbered_items": words_of("rule step tip point item question name list numbered"),
    "style": words_of(
        "feel wording tone sound language voice touch manner person tense mood couplets pairs "
        "aabb aabba abab abcb scheme english"
    ),
    "named_count": words_of("name suggest list think come"), "table_rows": _TABLE,
    "tables": _TABLE, "table_columns": _TABLE,
    "csv_valid": words_of("separator comma semicolon delimiter column separated row"),
    "json_valid": words_of("raw valid key"), "yaml_valid": words_of("raw valid key"),
    "xml_valid": words_of("raw valid element"),
    "duration": words_of(
        "table column minute ready sum take cook prep cooking last lasts add together"
    ),
    "money": words_of("amount cost price spend sum add budget together"),
    "language": words_of("language same"),
    "has_parts": words_of(
        "section heading subheading header headed titled called named part group under"
    ),
    "spelling": words_of("english spelling"),
    "servings": words_of("people person adult guest serving portion recipe dish"),
    "time_format": words_of("time clock format notation hour written"),
    "only": words_of("just only nothing else other itself back want send return before after"),
    "clock": words_of("start finish end begin done over"),
}  # fmt: skip
"""Words with which a type is demanded beside those of its wordings."""
_SAID_OF = {"subject": ("line",), "section": ("heading",)}
"""Words that name a part beside its own: "subject line", "under each heading"."""
# "A cleaning rota as a Markdown table": what is in the table limits nothing.
_TABLED = re.compile(
    r"(?:(?:please|pls|make|create|give|write|draw up|put|i need|i want|show|present)\b )*"
    r"(?:me |us |it )*(?:an? |the |my |our )?(?:[\w'-]+ ){1,3}?(?:as |in )?(?:an? )?(?:markdown )?"
    r"(?=table)"
)
_COMPARED = re.compile(
    r"\b(?:under|over|above|below|between|beyond|past|within|just|only)"
    r"(?= (?:the |a |about )?(?:[$€£¥]?\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine"
    r"|ten|twelve|fifteen|twenty|thirty|forty|fifty"
    r"|sixty|seventy|eighty|ninety|half|limit|budget)\b)"
)
_BEFORE_QUOTE = re.compile(
    rf"\b(?:sentence|line|heading|section|slogan|toast|tag|point|titled|headed)s?:? (?={MASK})"
)
_REASON = re.compile(
    r"\b(?:i (?:can't stand|cannot stand|hate|don't like|find)|because|so that"
    r"|since (?:it|they|we|he|she|i|my|our)|as (?:it|they|we))\b"
)


def unaccounted(
    piece: Piece, constraints: Sequence[ConstraintType], nouns: Collection[str]
) -> list[str]:
    """The words of a piece that none of its constraints accounts for; `nouns` mean the whole."""
    known: set[str] = set()
    start = 0
    for one in constraints:
        spec = one.spec()
        id = str(spec["type"])
        known |= _of_type(id)
        where = str(spec.get("where", "item" if id == "list_items" else ""))
        known.update(place for place, unit in PLACES.items() if unit in where.split())
        known.update(singular(word) for text in _texts(spec) for word in _WORD.findall(text))
        if spec.get("only"):
            known.update(("only", "just", "nothing", "else"))
        if "where" not in spec:
            known |= _WHOLE_ALONE
            known.update(singular(noun) for noun in nouns)
        known.update(singular(word) for word in _WORD.findall(where))
        known.update(_SAID_OF.get(where.split(" ")[-1], ()))
        if id in ("tables", "table_columns", "table_rows") and (made := _TABLED.match(piece.low)):
            start = max(start, made.end())
    spans = [(q.start, q.end) for q in piece.quantities]
    # "Under 100 words" compares, "under each heading" names a part.
    spans.extend(found.span() for found in _COMPARED.finditer(piece.low))
    # The heading "News", but not in the headings.
    spans.extend(found.span() for found in _BEFORE_QUOTE.finditer(piece.low))
    if spans and piece.low.endswith(" only"):
        spans.append((len(piece.low) - 4, len(piece.low)))
    reason = _REASON.search(piece.low)
    return (
        [
            found[0]
            for found in _WORD.finditer(
                piece.low, start, reason.start() if reason else len(piece.low)
            )
            if found[0] not in _ADDS_NOTHING
            and singular(found[0]) not in known
            and not any(begins <= found.start() < ends for begins, ends in spans)
        ]
        + _of_two_kinds(piece, constraints)
        + _numbers(piece, constraints)
    )


def _numbers(piece: Piece, constraints: Sequence[ConstraintType]) -> list[str]:
    """The numbers of a piece that are in none of its constraints: "sign it No. 14"."""
    known: set[float] = set()
    for one in constraints:
        for value in one.spec().values():
            known.update(_values(value))
            if isinstance(value, list | tuple):
                # "Three sections: Food, Walks, Emergencies".
                known.add(len(value))
    together = (
        any(one.id in ("money", "duration") for one in constraints) and "together" in piece.low
    )
    return [
        piece.low[one.start : one.end]
        for one in piece.quantities
        if not one.ordinal
        and one.low not in (0, 1)
        and not known.intersection(_near(one))
        and MASK not in piece.masked[one.start : one.end]
        and not _LIKE.search(piece.low[: one.start])
        and not (together and one.dimension == "count")
    ]


_LIKE = re.compile(r"\b(?:like|e\.g\.?|such as)\s*$")


def _near(one: Quantity) -> set[float]:
    """The numbers that a constraint may have for a quantity: "under 100" is at most 99."""
    return {n + step for n in (one.low, one.high, *one.written) for step in (-1, 0, 1)}


def _values(value: object) -> Iterator[float]:
    """The numbers of a parameter, those in its texts as well."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)
    for text in _texts(value):
        for one in quantities(text):
            yield from (one.low, one.high, *one.written)
        yield from map(float, re.findall(r"\d+", text))


def _of_two_kinds(piece: Piece, constraints: Sequence[ConstraintType]) -> list[str]:
    """What is quoted or named beside a demand on form: the form may be of that alone.

    "The word SURPRISE in capitals", "“How to apply” should be one sentence".
    """
    forms = [one for one in constraints if one.id in _FORMS]
    said = [text for one in constraints if one.id not in _FORMS for text in _texts(one.spec())]
    if forms and (piece.quotes or any(one.id in _CONTENTS for one in constraints)):
        return [forms[0].id]
    return [quote for _, quote in piece.quotes if said and not _quoted(quote, said)]


def _quoted(quote: str, said: Collection[str]) -> bool:
    """Whether a quote is one of a constraint's values, or holds one."""
    low = quote.lower().strip(_MARKS)
    return any(low in text or text.strip(_MARKS) in low for text in said if text)


_MARKS = " .,;:!?"
_FORMS = words_of("words sentences lines characters paragraphs letter_case capital_words")
_CONTENTS = words_of("contains contains_any excludes keyword mentions starts_with ends_with")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value.lower()
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


@cache
def _of_type(id: str) -> frozenset[str]:
    words = [singular(word) for word in _WORD.findall(id.replace("_", " "))]
    words.extend(singular(word) for word in _ALSO.get(id, ()))
    for wording, given in type_of(id).wordings.items():
        # "At least $100 on food": what it is spent on limits that wording, not the type.
        limits = _texts([given[name] for name in given if name not in _SWITCHES])
        values = {singular(word) for text in limits for word in _WORD.findall(text)}
        said = map(singular, _WORD.findall(wording.lower()))
        words.extend(word for word in said if word not in values)
    # "A heading in capitals": a part is named, but for the type that counts it.
    own = {word for unit, type_id in UNITS.items() if type_id == id for word in unit.split()}
    parts = _PARTS - own
    return frozenset(words) - (parts - frozenset(_ALSO.get(id, ())))


_SWITCHES = frozenset(
    ("where", "case", "of", "order", "by", "which", "language", "format", "marker", "manner")
)
"""Parameters whose values are words of every demand of the type."""
_PARTS = frozenset(PLACES) | words_of("heading headline title subject body intro footer name key")
_WHOLE_ALONE = WHOLE - _PARTS
