"""Stage 4: each person's authors in Open Library (KITAB, §3.1).

Matched by id, where Wikidata has the id of Open Library or the other way round; else by name and
year of birth. The paper matched by name and year only, as few ids were linked then.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tamis.collect.books.entities import Author, Match, Person
from tamis.collect.books.filters import Filtered, drops
from tamis.collect.books.number_set import resolved

_NOT_WORD = re.compile(r"[\W_]+")

BY_ID, BY_REMOTE_ID, BY_NAME = "id", "remote id", "name"


def name_key(name: str) -> str:
    """A name for comparing: `Morrison, Toni` and `Toni  MORRISON` are the same.

    Accents, case and punctuation are folded; initials are words of their own.
    """
    if name.count(",") == 1:
        last, _, first = name.partition(",")
        name = f"{first} {last}"
    folded = name.casefold()
    if not name.isascii():
        folded = unicodedata.normalize("NFKD", name).casefold()
        folded = "".join(c for c in folded if not unicodedata.combining(c))
    return " ".join(_NOT_WORD.sub(" ", folded.replace("'", "").replace("’", "")).split())


def keys_of(names: Iterable[str], birth_year: int | None) -> list[tuple[str, int]]:
    """The keys of a match by name: each name with the year of birth; none without the year."""
    if birth_year is None:
        return []
    return [(key, birth_year) for key in dict.fromkeys(map(name_key, names)) if key]


@dataclass
class _Claims:
    """Which authors belong to which people, each by the best way of matching."""

    by_person: dict[int, dict[int, str]]
    by_author: dict[int, set[int]]

    def add(self, person: int, author: int, how: str) -> None:
        self.by_person.setdefault(person, {}).setdefault(author, how)
        self.by_author.setdefault(author, set()).add(person)


def matched(
    persons: Sequence[Person], authors: Iterable[Author], redirects: Mapping[int, int]
) -> Filtered[Match]:
    """Each person with their authors; people without a certain author are dropped.

    `authors` are the authors of Open Library that may be one of the people. `redirects` lead from
    old numbers to those that replaced them. Ids count before names. A person may have several
    authors by id, but only one by name.
    """
    known = {author.number: author for author in authors}
    claims = _Claims({}, {})
    by_qid = {person.qid: i for i, person in enumerate(persons)}
    for i, person in enumerate(persons):
        for number in person.openlibrary:
            if (number := resolved(redirects, number)) in known:
                claims.add(i, number, BY_ID)
    for author in known.values():
        if author.wikidata in by_qid:
            claims.add(by_qid[author.wikidata], author.number, BY_REMOTE_ID)
    by_name: dict[tuple[str, int], list[int]] = {}
    for author in known.values():
        for key in keys_of(author.names, author.birth_year):
            by_name.setdefault(key, []).append(author.number)
    namesakes: dict[tuple[str, int], set[int]] = {}
    for i, person in enumerate(persons):
        for key in keys_of(person.names, person.birth_year):
            namesakes.setdefault(key, set()).add(i)
    for i, person in enumerate(persons):
        if i not in claims.by_person:
            for key in keys_of(person.names, person.birth_year):
                for number in by_name.get(key, ()):
                    # An author who is another person by id is not matched by name.
                    if not any(
                        claims.by_person[other].get(number) in (BY_ID, BY_REMOTE_ID)
                        for other in claims.by_author.get(number, ())
                    ):
                        claims.add(i, number, BY_NAME)

    kept, dropped = [], dict[str, list[str]]()
    back: dict[int, list[int]] = {}
    for old in redirects:
        back.setdefault(resolved(redirects, old), []).append(old)
    for i, person in enumerate(persons):
        found = claims.by_person.get(i, {})
        keys = keys_of(person.names, person.birth_year)
        by_name_only = set(found.values()) == {BY_NAME}
        if not found:
            why = "not in Open Library"
        elif by_name_only and (len(found) > 1 or any(len(namesakes[key]) > 1 for key in keys)):
            why = "several of this name and year of birth"
        elif any(len(claims.by_author[number]) > 1 for number in found):
            why = "one author of Open Library for several people"
        else:
            aliases = [old for number in found for old in back.get(number, ())]
            how = next(h for h in (BY_ID, BY_REMOTE_ID, BY_NAME) if h in found.values())
            kept.append(Match(person, tuple(sorted({*found, *aliases})), how))
            continue
        dropped.setdefault(why, []).append(person.shown)
    return Filtered(tuple(kept), drops(dropped))
