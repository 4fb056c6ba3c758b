"""The wording of queries: small templates, which a file of the user can replace.

A template is refused, in one sentence, where it lacks a part that makes queries different, names an
unknown part, or where KITAB's verifier would read another constraint in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tamis.bad_input import unknown
from tamis.checking import constraints
from tamis.collect.table.atoms import Atom
from tamis.collect.table.entry_database import TEMPLATES
from tamis.inputs.files import shipped_text
from tamis.inputs.yaml_files import parsed_yaml, read_yaml
from tamis.types import Constraint, InputError

_NEEDED = {
    "starts-with": {"letter"},
    "ends-with": {"letter"},
    "word-count": {"count"},
    "publishing-year": {"first", "last"},
    "category": {"value"},
    "categories": {"value"},
    "number": {"low", "high"},
    "anchor": {"value"},
    "anchors": {"value"},
}
_NOUNS = {"item", "items", "Item", "Items", "column"}
_PART = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Wording:
    """Templates by section, as in `templates.yaml`, and the nouns that they are filled with.

    `many` are the columns with several values in some cell: their items "have" a value among
    others, where the items of other columns "are" the value. `called` are the user's words for
    columns; the others are called by their names, with blanks for underscores.
    """

    item: str
    items: str
    anchor: str
    anchors: str
    many: frozenset[str]
    criteria: Mapping[str, str]
    sets: Mapping[str, str]
    templates: Mapping[str, str]
    called: Mapping[str, str] = field(default_factory=dict)

    def column(self, name: str) -> str:
        """What queries call a column."""
        return self.called.get(name, name.replace("_", " "))

    def criterion(self, atom: Atom) -> str:
        """The sentence of a list query; InputError where the verifier would misread it."""
        name, template = self._chosen(self.criteria, atom)
        sentence = self._filled(template, atom)
        if atom.family in constraints.FAMILIES:
            _check_reading(atom, sentence, f"criteria: {name}")
        return sentence

    def phrase(self, atom: Atom) -> str:
        """The set of items that satisfy an atom, in words."""
        return self._filled(self._chosen(self.sets, atom)[1], atom)

    def joined(self, template: str, phrases: list[str]) -> str:
        """Phrases joined by one of QUEST's templates."""
        parts = dict(zip("abc", phrases, strict=False))
        return _PART.sub(lambda found: parts[found[1]], self.templates[template])

    def listed(self, column: str) -> str:
        """The items of an anchor, with `{value}` for its name."""
        parts = {**self._nouns(column), "value": "{value}"}
        template = self.anchors if column in self.many else self.anchor
        return _PART.sub(lambda found: parts[found[1]], template)

    def _chosen(self, templates: Mapping[str, str], atom: Atom) -> tuple[str, str]:
        family = atom.family
        if atom.column in self.many:
            family = {"category": "categories", "anchor": "anchors"}.get(family, family)
        family = f"no-{family}" if atom.negated else family
        name = f"{family}:{atom.column}"
        return (name, templates[name]) if name in templates else (family, templates[family])

    def _filled(self, template: str, atom: Atom) -> str:
        low, high = number(atom.low), number(atom.high)
        parts = {
            **self._nouns(atom.column),
            **{"letter": atom.value, "value": atom.value, "count": low},
            **{"first": low, "last": high, "low": low, "high": high},
            **{"fewest": number(max(1, atom.low - 1)), "most": number(atom.low + 1)},
        }
        return _PART.sub(lambda found: parts[found[1]], template)

    def _nouns(self, column: str) -> dict[str, str]:
        return {
            "item": self.item,
            "items": self.items,
            "Item": self.item[:1].upper() + self.item[1:],
            "Items": self.items[:1].upper() + self.items[1:],
            "column": self.column(column),
        }


def number(value: float) -> str:
    """A number as people write it: 90, 4.5."""
    return str(int(value)) if value == int(value) else repr(value)


def read_wording(
    table: str,
    file: Path | None = None,
    many: Collection[str] = (),
    called: Mapping[str, str] | None = None,
) -> Wording:
    """The shipped templates, replaced by those of `file`; `table` gives the nouns.

    `many` are the columns of which a cell may hold several values, `called` words for columns.

    Raises InputError naming the file and the template that is wrong.
    """
    parts = parsed_yaml(shipped_text("tamis.collect.table", "templates.yaml"), "templates.yaml")
    if file is not None:
        parts = _merged(parts, _mapping(file), str(file))
    nouns = parts["nouns"]
    items = nouns["items"] or (nouns["item"] + "s" if nouns["item"] else table.replace("_", " "))
    wording = Wording(
        nouns["item"] or _singular(items),
        items,
        parts["anchor"],
        parts["anchors"],
        frozenset(many),
        parts["criteria"],
        parts["sets"],
        parts["templates"],
        called or {},
    )
    _check_parts(wording, str(file or "templates.yaml"))
    return wording


def _mapping(file: Path) -> Mapping[str, Any]:
    found = read_yaml(file)
    if not isinstance(found, dict):
        raise InputError(f"{file} holds no templates; see `tamis collect table --show-templates`.")
    return found


def _merged(shipped: dict[str, Any], own: Mapping[str, Any], file: str) -> dict[str, Any]:
    merged = dict(shipped)
    for section, value in own.items():
        if section not in shipped:
            raise unknown("part", section, shipped, where=file)
        if section in ("anchor", "anchors"):
            merged[section] = _text(value, file, section)
            continue
        if not isinstance(value, dict):
            raise InputError(f"{file}, {section}: give names with their wording.")
        for name in value:
            if str(name).partition(":")[0] not in shipped[section]:
                raise unknown("name", name, shipped[section], where=f"{file}, {section}")
        own_texts = {str(k): _text(v, file, f"{section}: {k}") for k, v in value.items()}
        merged[section] = {**shipped[section], **own_texts}
    return merged


def _text(value: Any, file: str, where: str) -> str:
    if not isinstance(value, str) or len(value.splitlines()) > 1 or "Criterion" in value:
        raise InputError(f'{file}, {where}: write one line of text, without "Criterion".')
    return value.strip()


def _check_parts(wording: Wording, file: str) -> None:
    def check(where: str, template: str, needed: set[str], known: set[str]) -> None:
        named = set(_PART.findall(template))
        if missing := sorted(needed - named):
            raise InputError(f"{file}, {where}: the wording lacks {{{missing[0]}}}.")
        if strange := sorted(named - known):
            raise unknown(
                "place",
                f"{{{strange[0]}}}",
                [f"{{{one}}}" for one in sorted(known)],
                where=f"{file}, {where}",
            )
        if set("{}") & set(_PART.sub("", template)):
            raise InputError(f"{file}, {where}: a brace has no partner; close it or remove it.")

    for section, texts in (("criteria", wording.criteria), ("sets", wording.sets)):
        for name, text in texts.items():
            family = name.partition(":")[0].removeprefix("no-")
            needed = _NEEDED.get(family, set())
            known = needed | _NOUNS
            if section == "sets" and family == "word-count":
                needed, known = {"fewest", "most"}, {"fewest", "most", "count"} | _NOUNS
            check(f"{section}: {name}", text, needed, known)
    for name, text in wording.templates.items():
        parts = set("abc"[: name.count("_")])
        check(f"templates: {name}", text, parts, parts)
        if name not in TEMPLATES:
            raise unknown("template", name, TEMPLATES, where=file)
    for name, text in (("anchor", wording.anchor), ("anchors", wording.anchors)):
        check(name, text, {"value"}, {"value"} | _NOUNS)


def _check_reading(atom: Atom, sentence: str, where: str) -> None:
    """The verifier reads the wording, so it must find the constraint of the gold in it."""
    try:
        got: Constraint | None = constraints.parse(sentence)
    except ValueError:
        got = None
    wanted = (atom.family, atom.negated, *_expected(atom))
    if got is None or (got.family, got.negated, *_stated(got)) != wanted:
        raise InputError(
            f"templates, {where}: KITAB's verifier does not read {sentence!r:.120} as "
            f"{'no ' if atom.negated else ''}{atom.family}; keep its key words."
        )


def _expected(atom: Atom) -> tuple[object, ...]:
    years = (atom.low, atom.high) if atom.family == "publishing-year" else (0, 0)
    count = atom.low if atom.family == "word-count" else 0
    return atom.value, count, years


def _stated(constraint: Constraint) -> tuple[object, ...]:
    return constraint.letter, constraint.count, constraint.years


def _singular(items: str) -> str:
    if items.endswith("ies") and len(items) > 4:
        return f"{items[:-3]}y"
    return items[:-1] if items.endswith("s") and not items.endswith("ss") else items
