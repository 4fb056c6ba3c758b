"""An item of a list as a model writes it: a title or an id among numbering, markup and remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from tamis.reading.document import Line
from tamis.reading.entries import IDS, REASONS, TITLES, Entry
from tamis.reading.looks_for import Titles
from tamis.reading.roles import STRUCK, fails, is_none

MAX_TITLE = 400

_QUOTED = re.compile(
    r"\"(?=\S)(?P<a>[^\"\n]{1,300})\"|“(?P<b>[^“”\n]{1,300})”|«\s?(?P<c>[^«»\n]{1,300}?)\s?»"
    r"|„(?P<d>[^„“”\n]{1,300})[“”]|(?<!\w)‘(?P<e>[^\n‘]{1,300}?)’(?!\w)"
    r"|(?<!\w)'(?P<f>[^\n']{1,300}(?:'\w[^\n']{0,200})*)'(?!\w)|「(?P<g>[^」\n]{1,300})」|《(?P<h>[^》\n]{1,300})》"
)
_EMPHASIS = re.compile(
    r"\*\*\*(?P<a>[^*\n]{1,300})\*\*\*|\*\*(?P<b>[^*\n]{1,300}(?:\*[^*\n]{1,100})*)\*\*"
    r"|(?<![\w*])\*(?P<c>[^*\s][^*\n]{0,300})\*(?![\w*])|(?<!\w)__(?P<d>[^_\n]{1,300})__(?!\w)"
    r"|(?<!\w)_(?P<e>[^_\n]{1,300})_(?!\w)|`(?P<f>[^`\n]{1,300})`"
)
_TAG = re.compile(r"</?(?:b|i|em|strong|cite|u|span|p|li|td)>", re.I)
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\]\([^()\n]{0,400}\)")
_FOOTNOTE = re.compile(r"\s*\[\^?(?:\d{1,3}|[a-z])\]|(?<=[^\W\d_])[¹²³⁴⁵⁶⁷⁸⁹⁰*†‡]+(?=\W*$)")
_MARK = "✓✅✔☑❌✗✘🚫➡→👉📚📖📘📕⭐🔹🔸▶️•·✨📗📙🎯"
_SIGNS = re.compile(rf"^[\s{_MARK}]+|[\s{_MARK}]+$")
_FAILED_SIGN = re.compile(r"^\W{0,3}[❌✗✘🚫]|[❌✗✘🚫]\W{0,3}$")
_QUOTES = "\"'“”‘’«»„`*_<>"
_ESCAPED = re.compile(r"\\(?=[*_\"'#])")

# The names of labelled parts of an item. The first few may stand anywhere in a line.
_ANYWHERE = frozenset(
    (
        "title",
        "reason",
        "book title",
        "id",
        "titel",
        "begründung",
        "título",
        "titre",
        "titolo",
        "书名",
        "标题",
        "原因",
        "理由",
    )
)
_OTHERS = (
    "author|year|published|publication year|date|first published|count|words|word count|"
    r"criteri(?:a|on) \d|description|genre|constraints?|city|letter|translation|original title"
)
_COLON = re.compile(r"[:：=][*_`]{0,3}\s*")
_LONGEST_LABEL = 40
# A label, at the end of what is before a colon.
_LABEL = re.compile(
    rf"(?:^|(?P<before>[\s.。|;,(–—-]))[*_`\"]{{0,3}}"
    rf"(?P<name>{'|'.join(sorted({*TITLES, *REASONS, *IDS, 'document'}, key=len, reverse=True))}"
    rf"|{_OTHERS})[*_`\"]{{0,3}}(?:\s\d{{1,3}})?\s{{0,2}}\Z",
    re.I,
)

_YEARS = r"(?:c\. ?|circa |ca\. ?)?\d{4}(?:\s?[-–/]\s?\d{2,4})?"
_BRACKET = re.compile(
    r"\s*[(\[](?P<in>[^()\[\]\n]{0,200}(?:\([^()\n]{0,60}\)[^()\[\]\n]{0,100})?)[)\]]?\s*[.,;]?$"
)
# What in brackets is a remark and no part of the title.
_REMARK = re.compile(
    rf"^{_YEARS}\b|\b\d{{4}}\b|#\d|^[a-zß-ÿ]|^[^\x00-\u024f]|^(?:US|UK|U\.S\.|U\.K\.|American|British|aka|AKA|Also|"
    r"Original|Published|Book|Novel|Series|Winner|Shortlisted|Translated|English|First|Note|Not|"
    r"Co-?|With|Edited|Posthumous|Short|Volume|Vol|Part|#\d|\d+ words?|Yes|No|True|False|Match|"
    r"Starts|Ends|Begins|Contains|As|By|Fiction|Non-?fiction|Nobel|Booker|Pulitzer|Film|Play|Poem|"
    r"Essay|Collection|Trilogy)\b"
)
_BY = re.compile(
    r",?\s+\(?(?:by|von|de|di)\s+(?:[A-ZÀ-Ý][\w.'’-]*|[a-z]{1,3})"
    r"(?:\s+(?:[A-ZÀ-Ý][\w.'’-]*|de|van|von|le|la|du|di|and|&)){1,6}\)?$"
    r"|,\s+by\s+[A-ZÀ-Ý][\w'’-]+$"
)
_YEAR_TAIL = re.compile(
    r"(?<=\S\S)\s*(?:[,–—]|\s-|,? (?:first )?published(?: in)?|\bfrom)\s*\d{4}\s*$"
)
_YEAR_HEAD = re.compile(
    rf"^[(\[]?{_YEARS}[)\]]?\s*(?:[:–—-]|\s-)\s+(?=[\"“*_A-ZÀ-Ý\d])|^[(\[]{_YEARS}[)\]]\s*(?=\S)"
)
_DASH = re.compile(r"\s+(?:[-–—]+|->|→|=>|\|)\s+|\s*[—]\s*|\s+[-–—]+(?=\s|$)")
_ARROW = re.compile(r"\s(?:->|→|=>)\s+(?=[A-ZÀ-Ý\d\"“*_])")
_CUTS = re.compile(rf"{_DASH.pattern}|(?P<colon>:\s+)")
_TELLS = re.compile(
    r"\b(?:starts?|ends?|begins?|contains?|words?|letters?|published|novel|meets?|satisf\w+|"
    r"qualif\w+|criteri\w+|title|first|appeared|fits?|match\w*|yes|no|it|this|because|since|"
    r"written|about|set in|tells|includes?|constraint)\b|^[a-z(]|^\d+ |[✓✅✔❌✗✘]|^[\"“']",
    re.I,
)
_AFTER_STOP = re.compile(
    r"[.;]\s+(?=(?:it|this|the title|which|so|meets|starts|ends|published)\b)", re.I
)
_AFTER_COMMA = re.compile(
    r",\s+(?=(?:which|published|because|since|as it|a novel|a book|starts|ends|it |with )\b)"
)
# What may follow a quoted or emphasised title.
_AFTER_QUOTE = re.compile(r"\s*[:–—(\[,.;|→=-]|\s*$|\s+[a-z(\d✓✅✔❌✗✘]|\s*[^\w\s.,!?\"'*_`)]")
_SPEAKS = re.compile(
    r"(?:there (?:is|are|was|were)|none of|no \w+ (?:by|in|that|is|are|were|was|meets?|match)|i |"
    r"we |i['’]|this (?:is|title|book|one|list|was|means)|these (?:are|books|titles|were)|"
    r"it (?:is|was|does|has|starts|ends|meets|contains)|the (?:only )?(?:books?|titles?|first|last|"
    r"letter|word|author|answer|criteri\w+|list|following|others?|remaining|only|reason|number|"
    r"problem) .{0,60}\b(?:is|are|was|were|does|do|has|have|starts?|ends?|begins?|contains?|meets?|"
    r"that)\b|both of|all (?:of )?(?:these|the|them)|since |because |therefore|however|note|please|"
    r"as (?:an|far|of)|if |based on|according to|here (?:is|are)|let me|check|count|first,|next,|"
    r"then,|so,? |unfortunately|sorry|my |you |your )",
    re.I,
)
_VERBS = re.compile(
    r"\b(?:is|are|was|were|does|do|did|has|have|had|meets?|starts?|ends?|begins?|contains?|"
    r"satisf(?:y|ies)|qualif(?:y|ies)|fits?|match(?:es)?|consists?|counts?|includes?|published|"
    r"appeared|would|should|could|can|gives?|belongs?|makes?|shows?|fails?|left|excluded|"
    r"omitted|included|qualif(?:y|ies)|tells?)\b",
    re.I,
)
_ID_LAST = re.compile(r"[^\W\d]\W{0,3}\((?P<id>\d{1,3})\)$")
_REPEATED = re.compile(
    r"\b(?:already (?:mentioned|listed|included|named)|duplicate|repeated)\b", re.I
)
_PLACEHOLDER = re.compile(
    r"\W*(?:<?(?:book )?title>?(?: (?:here|of the book|\d+|[a-z]))?|\.{2,9}|…|book title|the title|"
    r"example(?: title)?|title \d+|etc|and so on|same as above|see above|as above)\W*",
    re.I,
)
_BOOKS = ("Nothing", "No Title")
"""Titles that look like the word for an empty list."""

_LABELS = re.compile(r":\s*$|^(?:note|output|answer|reason|title|final)\b", re.I)
ID = re.compile(
    r"\b(?:doc(?:ument)?[ _]?)?ID\b[*_`\"']*\s*[:=#]?\s*[*_`\"'\[(]*(?P<id>[\w.-]*\w)"
    r"|\b(?:doc(?:ument)?|page|passage|entry)\s*[:#]?\s*[*_`\"'\[(]*(?P<doc>\d[\w-]*)",
    re.I,
)
_ID_FIRST = re.compile(
    r"\W*(?P<id>\d{1,6})[\"'*_)\]]*(?:\s+[–—-]\s|:\s|\s*\(|\s*\||,? (?:is|was)\b)\s*[^\W\d]"
)


@dataclass(frozen=True)
class Item:
    """What an entry names, where it stands, and the reason that is given for it.

    `fails`: the entry says of its item that it does not qualify.
    """

    text: str
    span: tuple[int, int]
    reason: str = ""
    fails: bool = False


@dataclass(frozen=True)
class _Label:
    """A label in a line: its name in lower case, what is before it, and its places."""

    name: str
    before: str | None
    start: int
    end: int


@lru_cache(maxsize=4_096)
def _labels(text: str) -> tuple[_Label, ...]:
    """The labels in a line; cached, since several stages ask."""
    labels = []
    for colon in _COLON.finditer(text):
        begin = max(0, colon.start() - _LONGEST_LABEL)
        found = _LABEL.search(text[begin : colon.start()])
        if found and (begin == 0 or found["before"] is not None):
            start = begin + found.start()
            labels.append(_Label(found["name"].lower(), found["before"], start, colon.end()))
    return tuple(labels)


def labelled(line: str, at_start: bool = True) -> bool:
    """Whether a line has a label such as "Title:"; with `at_start` it must begin with it."""
    found = next(iter(_labels(line)), None)
    if found is None:
        return False
    return not line[: found.start].strip(" *_") if at_start else found.name in _ANYWHERE


def fields_of(lines: Sequence[Line]) -> Iterator[tuple[str, Line]]:
    """The labelled parts of lines, in order; what precedes the first has no name."""
    name, filled = "", False
    for line in lines:
        at = 0
        if filled:
            # What follows on a further line without a label is said of the item.
            name = ""
        for found in _labels(line.text):
            opened = line.text.count("(", 0, found.start) > line.text.count(")", 0, found.start)
            before = line.part(at, found.start)
            first = not before.text.strip("*_|,;.(–—- ")
            if opened or not (
                found.name in _ANYWHERE or found.before in (None, "|") or (first and at == 0)
            ):
                # "(1937; US title: …)", or a word of a sentence.
                continue
            if not first:
                yield name, before
            name, at = found.name, found.end
        part = line.part(at)
        filled = bool(part.text)
        if filled:
            yield name, part


def item_of(entry: Entry, wanted: Titles) -> Item | None:
    """The item that an entry names; None for an entry that names none."""
    fields, remarks = _fields(entry)
    reason = next((fields[key].text.strip(" .*_") for key in REASONS if key in fields), "")
    raw = " ".join(line.text for line in entry.lines)
    bad = entry.fails
    if bad is None:
        head = not any(key in TITLES for key in fields)
        judged = (key for key in fields if key not in TITLES and not (head and key == ""))
        said = (fails(fields[key].text) for key in judged)
        bad = next((one for one in said if one), None)
    if "~~" in raw or "<" in raw:
        bad = bad or (bool(STRUCK.search(raw)) and not STRUCK.sub("", raw).strip(" *_.-")) or None
    if wanted.ids and (found := _id(entry, fields, raw)):
        return Item(found[0], found[1], reason, bool(bad))
    title = next((fields[key] for key in TITLES if key in fields), None)
    if title is None and (title := fields.get("")) is None:
        return _quoted(entry, reason, bad)
    if entry.exact:
        text = title.text if wanted.brackets else clean(title.text)
        remark = ""
    else:
        read = unlabelled if title is fields.get("") else after_label
        text, remark = read(title.text, wanted.brackets)
        if not text and read is unlabelled:
            return _quoted(entry, reason, bad)
    if bad is None:
        later = (line.text for line in remarks) if title is fields.get("") else ()
        said_later = [fails(one) for one in (remark, *later) if one]
        bad = next((one for one in reversed(said_later) if one is not None), None)
        bad = bad or bool(_FAILED_SIGN.search(title.text))
    struck = STRUCK.finditer(raw) if "~~" in raw or "<" in raw else ()
    bad = bad or bool(_REPEATED.search(raw)) or any(text and text in one[0] for one in struck)
    if wanted.ids:
        text = text.removeprefix("#")
        if last := _ID_LAST.search(text):
            return Item(last["id"], (entry.start, entry.end), reason, bool(bad))
    if wanted.ids and (first := _ID_FIRST.match(raw)):
        return Item(first["id"], (entry.start, entry.end), reason, bool(bad))
    if (
        not (entry.exact or re.search(r"\w", text))
        or (is_none(text) and text not in _BOOKS)
        or _PLACEHOLDER.fullmatch(text)
    ):
        return None
    at = title.text.find(text)
    begin = title.start + max(at, 0)
    span = (begin, begin + len(text)) if at >= 0 else (title.start, title.end)
    return Item(text, span, reason, bool(bad))


def _fields(entry: Entry) -> tuple[dict[str, Line], list[Line]]:
    """The labelled parts of an entry by name, the first without a name as "", and the others.

    Of titles and ids the last one counts: a reason may quote the label too.
    """
    if entry.fields:
        return entry.fields, []
    named: dict[str, Line] = {}
    others: list[Line] = []
    for name, part in fields_of(entry.lines) if not entry.exact else [("", entry.lines[0])]:
        if name in named and name not in ("title", *IDS):
            others.append(part)
        else:
            named[name] = part
    return named, others


def _id(entry: Entry, fields: dict[str, Line], raw: str) -> tuple[str, tuple[int, int]] | None:
    """The id that an entry names with a label, and where it stands."""
    if found := next((fields[key] for key in IDS if key in fields), None):
        text = found.text.split("|")[0].strip(" *_`\"'.,;)(][#")
        first = text.split()[0].strip(" *_`\"'.,;)(][#") if text else ""
        text = first if first[:1].isdigit() else text
        at = found.start + max(found.text.find(text), 0)
        return text, (at, at + len(text))
    if found_id := ID.search(raw):
        return found_id["id"] or found_id["doc"], (entry.start, entry.end)
    return None


def titled(entry: Entry) -> bool:
    """Whether an entry has a label for its title."""
    return any(name in TITLES for name, _ in fields_of(entry.lines))


def placeholder(entry: Entry) -> bool:
    """Whether an entry only repeats the form that was asked for: "Reason: … Title: …"."""
    last = [part.text for name, part in fields_of(entry.lines) if name in TITLES]
    said = last[-1] if last else " ".join(line.text for line in entry.lines)
    return bool(_PLACEHOLDER.fullmatch(said))


def _quoted(entry: Entry, reason: str, bad: bool | None) -> Item | None:
    """The one title that a sentence in the place of an item quotes."""
    found = [
        (text, line.start + at)
        for line in entry.lines
        for text, at in quotes(line.text)
        if len(text) > 2 and not _LABELS.search(text)
    ]
    if len({text for text, _ in found}) != 1:
        return None
    text, at = found[0]
    if bad is None:
        bad = fails(" ".join(line.text for line in entry.lines))
    return Item(clean(text), (at, at + len(text)), reason, bool(bad))


def quotes(text: str, emphasis: bool = True) -> list[tuple[str, int]]:
    """The texts in quotes or emphasis, each with its offset, in order."""
    found: list[tuple[str, int]] = []
    for pattern in (_QUOTED, _EMPHASIS) if emphasis else (_QUOTED,):
        for match in pattern.finditer(text):
            name = match.lastgroup or 0
            start = match.start(name)
            if not any(at <= start < at + len(said) for said, at in found):
                found.append((match[name], start))
    return sorted(found, key=lambda one: one[1])


def _opening_quote(text: str) -> tuple[str, str] | None:
    """The quoted or emphasised text with which a text begins, and what follows it."""
    marked = quotes(text)
    if not marked or re.search(r"[^\W_]", text[: marked[0][1]]) or _LABELS.search(marked[0][0]):
        return None
    inner, start = marked[0]
    rest = text[start + len(inner) :].lstrip("\"'”’»*_`“>)")
    inside = quotes(inner)
    if inside and len(inside[0][0]) >= len(inner) - 6 and not inner[: inside[0][1]].strip(_QUOTES):
        inner = inside[0][0]
    return inner, rest


# Most titles: nothing in them could be markup, a quote, a remark or an author.
_PLAIN = re.compile(
    r"(?P<title>[^\W_]++(?:(?: |, |: |['’-](?=\w))(?!(?:by|von|di|de|published|from) )"
    r"[^\W_]++){0,20}[!?]?)(?P<year> \(\d{4}\))?[.,]?"
)


def _plain(text: str, brackets: bool) -> str:
    """The title in a text that has nothing but a title, and a year; empty for other texts."""
    found = _PLAIN.fullmatch(text)
    if found is None or (brackets and found["year"]) or _YEAR_TAIL.search(found["title"]):
        return ""
    return found["title"]


def after_label(text: str, brackets: bool = False) -> tuple[str, str]:
    """The title after a label, and the remark behind it, if any."""
    if plain := _plain(text, brackets):
        return plain, ""
    shown = _SIGNS.sub("", _TAG.sub("", text))
    if opening := _opening_quote(shown):
        inner, rest = opening
        if _AFTER_QUOTE.match(rest) and not rest.lstrip().startswith(":"):
            return clean(inner, brackets=brackets), rest.strip()
    for dash in _DASH.finditer(shown):
        after = shown[dash.end() :]
        if dash.start() and (not after or _TELLS.search(after) or re.match(_YEARS, after)):
            return clean(shown[: dash.start()], brackets=brackets), after
    if stop := _AFTER_STOP.search(shown):
        return clean(shown[: stop.start()], brackets=brackets), shown[stop.end() :]
    return clean(shown, brackets=brackets), _in_brackets(shown)


def unlabelled(text: str, brackets: bool = False) -> tuple[str, str]:
    """The title of an item without labels, and the remark behind it; no title for a sentence."""
    shown = _SIGNS.sub("", _LINK.sub(r"\1", _TAG.sub("", text)))
    shown = _YEAR_HEAD.sub("", shown)
    if opening := _opening_quote(shown):
        inner, rest = opening
        if _AFTER_QUOTE.match(rest):
            return clean(inner, brackets=brackets), rest.strip(" :–—-,")
        if len(rest.split()) < 3:
            return clean(inner + rest, brackets=brackets), ""
    if (arrow := _ARROW.search(shown)) and _is_phrase(shown[: arrow.start()]):
        # "It has three words → Sula".
        return clean(shown[arrow.end() :], brackets=brackets), shown[: arrow.start()]
    if sentence(shown):
        return "", shown
    for cut in _CUTS.finditer(shown):
        before, after = shown[: cut.start()], shown[cut.end() :]
        if before.strip() and (cut["colon"] is None or _is_remark(before, after)):
            return clean(before, brackets=brackets), after
    if tail := _AFTER_COMMA.search(shown):
        return clean(shown[: tail.start()], brackets=brackets), shown[tail.end() :]
    return clean(shown, brackets=brackets), _in_brackets(shown)


def _is_phrase(text: str) -> bool:
    """Whether a text is a phrase in small letters rather than a name."""
    words = text.split()
    return len(words) > 3 and sum(word[:1].islower() for word in words) > len(words) * 0.6


def _is_remark(before: str, after: str) -> bool:
    """Whether what follows a colon is a remark on a title, not its subtitle."""
    return bool(_TELLS.search(after)) and (
        not after[:1].isupper()
        or before.rstrip().endswith(")")
        or after.rstrip().endswith(".")
        or fails(after) is not None
        or sentence(after)
    )


def _in_brackets(text: str) -> str:
    found = _BRACKET.search(text)
    return found["in"] if found else ""


def sentence(text: str) -> bool:
    """Whether a text is a sentence about items rather than the name of one."""
    plain = text.strip(" *_\"'“”")
    words = plain.split()
    if len(words) <= 3:
        return False
    if _SPEAKS.match(plain) and _VERBS.search(plain):
        return True
    ended = plain.endswith((".", "!", ":")) and not plain.endswith("...")
    small = sum(word[:1].islower() for word in words) > len(words) / 2
    return len(words) > 30 or (len(words) > 5 and ended and small and bool(_VERBS.search(plain)))


def clean(title: str, *, brackets: bool = False) -> str:
    """A title without markup, enclosing quotes, footnotes, years, author, remarks and a final stop.

    With `brackets` those at its end stay.
    """
    title = _LINK.sub(r"\1", _TAG.sub("", title).strip()[:MAX_TITLE]).strip("|").strip()
    title = unescape(_SIGNS.sub("", _ESCAPED.sub("", title)))
    if title[:1] in "[《" and title[-1:] in "]》" and not re.search(r"[\[\]《》]", title[1:-1]):
        title = title[1:-1]
    previous = None
    while title != previous:
        previous = title
        title = _BY.sub("", _FOOTNOTE.sub("", title).strip()).strip()
        if not brackets:
            found = _BRACKET.search(title)
            if found and found.start() > 0 and _REMARK.search(found["in"].strip(" *_\"'")):
                title = title[: found.start()].strip()
            title = _YEAR_TAIL.sub("", title).strip()
        title = title.strip("*_`<> ") if _inner_quote(title) else _unquoted(title)
        title = title.rstrip(",;").removesuffix(".").strip() if _stops(title) else title
    return title


_NO_STOP = re.compile(r"\.\.\.$|[A-Za-z]\.[A-Za-z]\.$|\b(?:Mr|Mrs|Dr|St|Jr|Sr|Co|etc|vol)\.$")


def _stops(title: str) -> bool:
    """Whether a full stop at the end is none of an ellipsis or an abbreviation."""
    return not _NO_STOP.search(title[-10:])


def _unquoted(title: str) -> str:
    stripped = title.strip("*_`<> ")
    while len(stripped) > 1 and stripped[0] in _QUOTES and stripped[-1] in _QUOTES:
        stripped = stripped[1:-1].strip("*_`<> ")
    if stripped[:1] in ('"', "“", "«", "„") and not re.search(r"[\"”»“]", stripped[1:]):
        stripped = stripped[1:]
    if stripped[-1:] in ('"', "”", "»") and not re.search(r"[\"“«„]", stripped[:-1]):
        stripped = stripped[:-1]
    return stripped.strip()


def _inner_quote(title: str) -> bool:
    """Whether an apostrophe or quote at an end belongs to the title ("The Dogs'")."""
    return title[:1] not in _QUOTES and title[-1:] in "'’" and title.count("'") < 2
