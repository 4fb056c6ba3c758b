"""Entries: the items of a list as they are written, in lines, rows of tables or JSON."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tamis.reading.document import Line
from tamis.reading.jsonish import folded
from tamis.text.normalised import whole

TITLES = (
    "title", "book title", "english title", "book", "name", "film", "novel", "work",
    "item", "answer", "candidate",
    "titel", "título", "titre", "titolo", "书名", "标题", "題名",
)  # fmt: skip
REASONS = (
    "begründung", "grund", "razón", "raison", "motivo", "理由", "原因",
    "reason", "rationale", "reasoning", "explanation", "why", "justification", "note",
    "notes", "status", "verdict", "satisfies", "meets", "qualifies", "match", "result",
    "decision", "included", "include", "check", "criterion", "criteria", "evidence",
)  # fmt: skip
IDS = ("id", "doc id", "document id", "doc", "ids")
_HEADS = (*TITLES, "document", "movie", "entity", "page")
_VERDICTS = frozenset((
    "finaljudgment", "finaljudgement", "judgment", "judgement", "verdict", "meets",
    "satisfies", "qualifies", "match", "matches", "include", "included", "valid",
    "satisfied", "meetscriteria", "meetscriterion", "fits", "passes", "ismatch",
))  # fmt: skip

_LETTER = re.compile(r"[^\W\d]")
_NO = re.compile(r"\W*(?:no|false|fails?|excluded?|n|0|not? \w+)\b|\W*[✗✘❌🚫]", re.I)
_YES = re.compile(r"\W*(?:yes|true|ok|match|pass|includ|y\b|1\b)|\W*[✓✔✅☑]", re.I)
_DECIDES = re.compile(
    r"includ|qualif|overall|result|both|\ball\b|meets|satisf|answer|verdict|match|keep|fits|valid"
    r"|\bok\b|final|✓",
    re.I,
)


@dataclass
class Entry:
    """An item as written: its lines, the first one without its mark, or its labelled `fields`.

    `number` is the one that it bears; `fails` what its table or object says of it. `exact`: its
    text was quoted by a program; `open`: it is a bare line, and others may follow.
    """

    lines: list[Line]
    number: str = ""
    fields: dict[str, Line] = field(default_factory=dict)
    fails: bool | None = None
    exact: bool = False
    open: bool = False

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return min((line.start for line in (*self.lines, *self.fields.values())), default=0)

    @property
    def end(self) -> int:
        """Where it ends."""
        return max((line.end for line in (*self.lines, *self.fields.values())), default=0)


def of_table(rows: Sequence[Sequence[Line]], heads: Sequence[str], ids: bool) -> Iterator[Entry]:
    """The entries of a table: its column of titles or ids, and what its columns of verdicts say.

    `heads` are the words of its header. The last column that decides ("Meets the criteria?")
    counts, else all that say yes or no.
    """
    body = [row for row in rows[1:] if any(cell.text for cell in row)]
    if not body:
        return
    columns = range(min(len(heads), len(body[0])))

    def column(names: Collection[str]) -> int | None:
        exact = [n for n in columns if heads[n] in names]
        loose = [n for n in columns if any(re.search(rf"\b{x}s?\b", heads[n]) for x in names)]
        return next(iter(exact or loose), None)

    title, ident, reason = column(_HEADS), column(IDS) if ids else None, column(REASONS)
    if title is None and ident is None:
        worded = (n for n in columns if any(_LETTER.search(r[n].text) for r in body if n < len(r)))
        title = next(worded, None)
    judging = [
        n
        for n in columns
        if n not in (title, ident)
        and not body[0][n].text.isdigit()
        and all(_NO.match(r[n].text) or _YES.match(r[n].text) for r in body if n < len(r))
    ]
    deciding = [n for n in judging if _DECIDES.search(rows[0][n].text)][-1:] or judging
    for row in body:
        places = {"title": title, "id": ident, "reason": reason}
        said = {
            key: row[n]
            for key, n in places.items()
            if n is not None and n < len(row) and (key != "reason" or n not in (title, ident))
        }
        fails = any(bool(_NO.match(row[n].text)) for n in deciding if n < len(row))
        if said:
            yield Entry([], fields=said, fails=fails if deciding else None)


def of_json(values: Sequence[Any], text: str, at: int, ids: bool) -> Iterator[Entry]:
    """The entries of a list of JSON that begins at `at` in `text`."""
    for value in _members(values):
        said = _fields(value, ids) if isinstance(value, Mapping) else {"": worded(value)}
        lines: dict[str, Line] = {}
        for key, one in said.items():
            place = text.find(one, at)
            lines[key] = Line(one, place if place >= 0 else at)
            at = lines[key].end if place >= 0 else at
        if not lines:
            continue
        if bare := lines.pop("", None):
            yield Entry([bare], exact=True)
            continue
        yield Entry([], fields=lines, fails=_judged(value), exact=True)


def _fields(record: Mapping[str, Any], ids: bool) -> dict[str, str]:
    """The fields of an object that count, by what they are, in the order in which they stand."""
    kinds = {folded(name): kind for kind, names in (("title", TITLES), ("reason", REASONS))
             for name in names} | ({folded(name): "id" for name in IDS} if ids else {})  # fmt: skip
    found: dict[str, str] = {}
    for key, value in record.items():
        kind = kinds.get(folded(key))
        if kind and _is_text(value):
            found.setdefault(kind, worded(value))
    return {kind: text for kind, text in found.items() if text}


def _judged(record: Mapping[str, Any]) -> bool | None:
    """Whether an object says of its item that it fails; None where it says nothing."""
    for key, value in record.items():
        if folded(key) in _VERDICTS and isinstance(value, bool | str):
            return value is False or (isinstance(value, str) and bool(_NO.match(value)))
    return None


def _members(values: Sequence[Any], depth: int = 0) -> Iterator[Any]:
    for value in values:
        if isinstance(value, list) and depth < 5:
            yield from _members(value, depth + 1)
        elif isinstance(value, Mapping) or (_is_text(value) and worded(value)):
            yield value


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
    elif _is_text(values) and (text := worded(values)):
        yield text


def _is_text(value: Any) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def worded(value: Any) -> str:
    """A text or number of JSON on one line; unpaired surrogates become U+FFFD."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(whole(str(value)).split())
