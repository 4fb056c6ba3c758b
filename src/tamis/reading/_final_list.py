"""The list at the end of a plain reply, in all its forms: "Final Answer: ['192', '74']"."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from tamis.reading.jsonish import Budget, read_list
from tamis.text.normalised import whole

MAX_MARKERS = 20
MAX_LISTS = 40
MAX_LINE = 2_000
MAX_WORDS = 20

_MARKER = re.compile(r"\bfinal[ \t_-]{1,3}answers?\b(?:[ \t]{0,3}\([^()\n]{0,40}\))?", re.I)
# What may be between the words "final answer" and the answer; the words announce the answer if a
# colon or a line break follows.
_LEAD = re.compile(
    r"(?:[ \t]{0,4}(?:is|are|lists?|ids?|would be)\b){0,4}"
    r"[*_`\"' \t]{0,8}(?P<announced>[:=]|\n|\Z)?"
    r"[\s*_]*(?:(?:~~~|`{1,3})(?:json|python|text)?\s*)?",
    re.I,
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[ \t]*+\w*+[ \t]*$", re.M)
_ROW = re.compile(
    r"\bTITLE\b[*_`]{0,4}\s*:[^|\n]{0,400}\|\s*[*_`]{0,4}ID[*_`]{0,4}\s*:[*_` \t]*(?P<id>[^\n|]+)",
    re.I,
)
_BULLET = re.compile(r"[ \t>]{0,12}(?:[-*•–+]|\(?\d{1,4}[.)])[ \t]+(?=\S)")
_LABEL = r"[^\[\]\n]{0,40}(?:answer|id|list|output|result|document)[^\[\]\n:]{0,20}:[ \t*_`]*"
_OWN_LINE = re.compile(rf"^[ \t>*_`#]*(?:{_LABEL})?\[", re.M | re.I)
_TELLING = re.compile(r"\[\s*[\"'“‘]|\[[^\[\],\n]{1,200},")
# A set or a tuple of Python.
_OTHER_LIST = re.compile(r"[({](\s*[\"'‘“\d][^(){}\[\]\n]{0,2000})[)}]")
_BOLD = re.compile(r"(\*\*|__)(.{1,400}?)\1")
_RULE = re.compile(r"[\W_]+")
_KINDS = (
    r"(?:documents?|answers?|entit(?:y|ies)|films?|books?|novels?|items?|results?|match(?:es)?|"
    r"ids?)"
)
_NONE = re.compile(
    rf"\W*(?:none|nothing|n/?a|null|empty(?: (?:list|set))?|\[\s*\]|\{{\s*\}}|∅|no {_KINDS}|"
    rf"none of the (?:{_KINDS}|(?:given|provided|retrieved|above|listed) {_KINDS})\b[^\n]{{0,200}}|"
    rf"(?:there (?:is|are|were) )?no (?:such |matching |relevant |suitable |known )?{_KINDS}\b"
    r"[^\n]{0,200})\W*",
    re.I,
)

Values = list[str]


def final_list(text: str, *, truncated: bool = False) -> Values | None:
    """The values of the final list of `text`; empty where it says "none", None without a list.

    The last marker "Final Answer" with text after it counts. Without a marker it is the rows
    "TITLE: … | ID: …", or the last list, but never a citation such as [1]. With `truncated` a
    last item that may be incomplete is left out.
    """
    markers = deque((found.end() for found in _MARKER.finditer(text)), maxlen=MAX_MARKERS)
    budget = Budget(text)
    weak = []
    for marker in reversed(markers):
        lead = _LEAD.match(text, marker)
        begin = lead.end() if lead else marker
        if not (lead and lead["announced"] is not None) and text[begin : begin + 1] != "[":
            # A mention of the final answer, to be tried where nothing announces one.
            weak.append((marker, begin))
            continue
        values = _section(text, marker, begin, truncated, budget)
        if values is not None:
            return values
        if truncated:
            # The answer was cut off: an earlier draft must not replace it.
            return None
    for marker, begin in weak:
        values = _section(text, marker, begin, truncated, budget, announced=False)
        if values is not None:
            return values
    return None if markers else _unmarked(text, truncated, budget)


def _section(
    text: str, marker: int, begin: int, truncated: bool, budget: Budget, *, announced: bool = True
) -> Values | None:
    """The values after a marker; `begin` is the end of its lead.

    Text that is not a list gives values only where it is `announced`.
    """
    if text[begin : begin + 1] == "[":
        listed = read_list(text, begin, budget)
        return None if listed is None else _said(listed[0], listed[1])
    if (other := _OTHER_LIST.match(text, begin)) and (
        listed := read_list(f"[{other[1]}]", 0, budget)
    ):
        return _said(listed[0], closed=True)
    section = text[begin:]
    whole = _whole_lines(section, truncated)
    said = [line[:MAX_LINE] for line in _FENCE.sub("", whole).split("\n") if line.strip()]
    if said and _NONE.fullmatch(said[0]):
        return []
    if (values := _last_list(section, budget)) is not None or not said:
        return values
    # Start at the marker itself: the lead may have consumed the bullet of the first line.
    listed_lines = _rows(whole) or _bullets(text[marker:], truncated)
    return listed_lines or (_bare(said) if announced else None)


def _whole_lines(text: str, truncated: bool) -> str:
    return text[: text.rfind("\n") + 1] if truncated else text


def _bare(lines: Sequence[str]) -> Values | None:
    """Values without bullets or brackets: "192, 74" or a few short lines."""
    paragraph = lines[0].strip(" \t*_`.")
    parts = [part.strip(" \t*_`") for part in re.split(r"[,;]", paragraph)]
    parts = [part.removeprefix("and ") for part in parts if part]
    if parts and all(" " not in part for part in parts) and len(lines) == 1:
        return parts
    if parts and all(part[0] in "\"'“‘" and part[-1] in "\"'”’" for part in parts):
        return [part.strip("\"'“”‘’") for part in parts]
    short = [line for line in lines if len(line.split()) <= MAX_WORDS]
    if len(short) < len(lines) or any(line.rstrip().endswith((".", ":")) for line in lines):
        return None
    return _cleaned(lines)


def _unmarked(text: str, truncated: bool, budget: Budget) -> Values | None:
    rows = [*_ROW.finditer(_whole_lines(text, truncated))]
    values = _last_list(text[rows[-1].end() :] if rows else text, budget)
    if values is not None:
        return values
    if rows:
        return _rows(_whole_lines(text, truncated))
    said = [line[:MAX_LINE] for line in text.split("\n") if line.strip()]
    return [] if len(said) == 1 and _NONE.fullmatch(said[0]) else None


def _last_list(text: str, budget: Budget) -> Values | None:
    """The last list in brackets, on a line of its own, or with quotes or commas in it.

    So a citation in a sentence is not taken for a list.
    """
    last, covered = None, 0
    starts = {found.end() - 1 for found in _OWN_LINE.finditer(text)}
    starts |= {found.start() for found in _TELLING.finditer(text)}
    for at in sorted(starts)[-MAX_LISTS:]:
        if at >= covered and (listed := read_list(text, at, budget)):
            values, closed, end = listed
            # The text of a Markdown link is not a list.
            if text[end : end + 1] != "(" and (said := _said(values, closed)) is not None:
                last, covered = said, end
    return last


def _rows(text: str) -> Values:
    return [row["id"].strip(" \t*_`.)]") for row in _ROW.finditer(text)]


def _bullets(section: str, truncated: bool) -> Values | None:
    """The first run of bulleted lines below a marker; blank lines do not break it."""
    found: Values = []
    for line in _whole_lines(section, truncated).split("\n")[1:]:
        if bullet := _BULLET.match(line):
            found.append(line[bullet.end() :][:MAX_LINE])
        elif line.strip() and found:
            break
    values = _cleaned(found)
    if len(values) == 1 and _NONE.fullmatch(values[0]):
        return []
    return values or None


def _cleaned(lines: Sequence[str]) -> Values:
    plain = (_BOLD.sub(r"\2", line) for line in lines if not _RULE.fullmatch(line))
    cleaned = (line.strip().strip("*_`").strip() for line in plain)
    return [unquoted(line) for line in cleaned if line]


def unquoted(text: str) -> str:
    """Text without one pair of quotes around it."""
    pairs = {'"': '"', "'": "'", "“": "”", "‘": "’"}
    whole = len(text) > 1 and text[-1] == pairs.get(text[0])
    return text[1:-1].strip() if whole else text


def _said(values: Sequence[Any], closed: bool) -> Values | None:
    """A list's values as text; None for the beginning of a list without a complete item."""
    found = [*flat(values)]
    if len(found) == 1 and _NONE.fullmatch(found[0]):
        return []
    return found if found or closed else None


def flat(values: Any) -> Iterator[str]:
    """The texts in a value of JSON, however models nest and type them.

    An object gives its id, else its title.
    """
    if isinstance(values, list):
        for value in values:
            yield from flat(value)
    elif isinstance(values, dict):
        for key in ("doc_id", "id", "ID", "document_id", "title", "TITLE", "name"):
            if key in values:
                yield from flat(values[key])
                return
    elif isinstance(values, float) and values.is_integer():
        yield str(int(values))
    elif isinstance(values, bool) or not isinstance(values, str | int | float):
        return
    # Line breaks in a title become blanks, and unpaired surrogates U+FFFD.
    elif text := " ".join(whole(str(values)).split()):
        yield text
