"""Dumps of Open Library and of Wikidata of our own making, in their formats and from one seed.

    python bench/dumps.py FOLDER [--authors 300000 --works 1000000 --editions 1500000]

Nobody in them lives and no book in them is written. With `--odd` they hold what real dumps hold
as well: redirects, deleted records, lines that are broken, dates such as "ca. 1900" and "19xx",
titles of 3,000 characters or in several scripts, and books that are somebody else's.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


GIVEN = _words(
    "Alice Arthur Beatrice Brian Clara Charles Dorothy Daniel Edith Edward Fiona Frank Grace "
    "George Helen Henry Irene Isaac Julia John Karen Kenneth Laura Leonard Martha Michael Nancy "
    "Nicholas Olivia Oscar Patricia Peter Rachel Robert Sarah Samuel Teresa Thomas Ursula Victor"
)
FAMILY = _words(
    "Abbott Ashford Barlow Bennett Carver Chapman Dawson Draper Ellison Fletcher Foster Gardner "
    "Graham Harding Hobbs Ingram Jarvis Keller Lambert Lockwood Mercer Morton Nash Norwood Osborne "
    "Palmer Perkins Quincy Ramsey Sawyer Shelton Thornton Underwood Vaughan Walton Whitaker Yates"
)
ADJECTIVES = _words(
    "silent golden hidden broken distant burning secret winter frozen crooked endless forgotten "
    "gentle hollow last little lonely lost narrow quiet restless scarlet stolen strange sudden "
    "tender wandering wicked wild yellow"
)
NOUNS = _words(
    "garden river house mountain letter shadow island journey mirror orchard summer bridge station "
    "harbour daughter stranger kingdom season window forest castle lantern voyage servant promise "
    "candle valley market captain orphan"
)
CITIES = _words("London Paris Venice Chicago Dublin Vienna Lisbon Prague Boston Cairo")
SUBTITLES = (
    "a novel",
    "stories",
    "an autobiography",
    "a history of the northern coast",
    "how the west was lost",
)
FOREIGN = {
    "ger": ("Der Garten meiner Mutter", "Das Haus am See", "Die Reise nach Süden"),
    "fre": ("La maison de mon père", "Les enfants de la rivière", "Un hiver à la campagne"),
    "spa": ("El jardín de los recuerdos", "La casa de mi padre", "Los hijos del río"),
    "rus": ("Война в горах", "Тихий сад", "Дом у реки"),
}
MONTHS = _words("January February March April May June July August September October")
_STAMP = '"created": {"type": "/type/datetime", "value": "2009-12-11T01:57:19.964652"}, '
_STAMP += '"last_modified": {"type": "/type/datetime", "value": "2021-08-18T06:48:43.131520"}'
_SUBJECTS = (
    "Fiction",
    "English literature",
    "History and criticism",
    "Social life and customs",
)


@dataclass(frozen=True)
class Sizes:
    """How much is made; `people` of the authors are in Wikidata, four fifths of them writers.

    `prolific` is the share of people with ten works or more.
    """

    authors: int = 300_000
    works: int = 1_000_000
    editions: int = 1_500_000
    people: int = 3_000
    prolific: float = 0.22
    seed: int = 0
    odd: bool = False


@dataclass(frozen=True)
class Files:
    """The files made; `entities` is the same Wikidata in the form of its own dump, with works."""

    authors: Path
    works: Path
    editions: Path
    wikidata: Path
    entities: Path


def write(folder: Path, sizes: Sizes) -> Files:
    """Write the dumps into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    made = _Maker(sizes)
    files = Files(
        *(
            folder / f"ol_dump_{kind}_2026-01-31.txt.gz"
            for kind in ("authors", "works", "editions", "wikidata")
        ),
        folder / "wikidata-20260131-all.json.gz",
    )
    _gzip(files.authors, made.authors())
    _gzip(files.works, made.works())
    _gzip(files.editions, made.editions())
    _gzip(files.wikidata, made.wikidata())
    _gzip(files.entities, made.entities())
    return files


def _gzip(path: Path, lines: Iterator[str]) -> None:
    # Without a time and a name in its head, the same seed gives the same file.
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 1, raw, mtime=0) as file:
        batch: list[str] = []
        for line in lines:
            batch.append(line)
            if len(batch) == 2000:
                file.write(("\n".join(batch) + "\n").encode())
                batch = []
        file.write("".join(f"{line}\n" for line in batch).encode())


class _Dice:
    """Random numbers that are cheap to begin anew: a linear congruence (Knuth's MMIX)."""

    def __init__(self, seed: str) -> None:
        self._state = zlib.crc32(seed.encode()) * 0x9E3779B97F4A7C15

    def randrange(self, stop: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % stop

    def random(self) -> float:
        return self.randrange(2**31) / 2**31

    def choice(self, options: Sequence[T]) -> T:
        return options[self.randrange(len(options))]


class _Maker:
    """Everything follows from the seed and from numbers, so nothing has to be kept.

    The first `people` authors are the people of Wikidata. Author n has id OL{n}A. Works are given
    out in runs: each person has 1 to 60, the rest of the authors have what is left in turn.
    """

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        rng = random.Random(sizes.seed)
        self._owners: list[int] = []  # the first work of each person, and the end
        at = 1
        for _ in range(sizes.people):
            self._owners.append(at)
            # Most people have written little.
            number = rng.randint(10, 60) if rng.random() < sizes.prolific else rng.randint(1, 9)
            at += min(number, max(0, sizes.works - at))
        self._owners.append(at)
        self._by_work: dict[int, int] = {}
        for person in range(sizes.people):
            for work in range(self._owners[person], self._owners[person + 1]):
                self._by_work[work] = person + 1

    def _rng(self, kind: str, number: int) -> _Dice:
        return _Dice(f"{self.sizes.seed} {kind} {number}")

    def name(self, author: int) -> str:
        """The name of an author; it tells them from most others."""
        first, rest = author % len(GIVEN), author // len(GIVEN)
        middle = "ABCDEFGHJKLMNPRSTW"[(rest // len(FAMILY)) % 18]
        return f"{GIVEN[first]} {middle}. {FAMILY[rest % len(FAMILY)]}"

    def born(self, author: int) -> int:
        """The year of birth."""
        return 1820 + author * 37 % 165

    def authors(self) -> Iterator[str]:
        """The lines of the authors' dump."""
        for n in range(1, self.sizes.authors + 1):
            fields = [f'"name": {json.dumps(self.name(n))}']
            person = n <= self.sizes.people
            if person or n % 5 == 0:
                fields.append(f'"birth_date": {json.dumps(self._birth(n))}')
            if person and n % 10 < 2:
                fields.append(f'"remote_ids": {{"viaf": "{n * 7919}", "wikidata": "Q{n * 11}"}}')
            elif n % 17 == 0:
                fields.append(f'"remote_ids": {{"viaf": "{n * 7919}"}}')
            if n % 29 == 0:
                fields.append('"bio": {"type": "/type/text", "value": "Wrote by the sea."}')
            yield _line("author", f"/authors/OL{n}A", ", ".join(fields))
            if self.sizes.odd and n % 40 == 7:
                old = n + 10_000_000
                yield _redirect(f"/authors/OL{old}A", f"/authors/OL{n}A")
        if self.sizes.odd:
            yield "/type/delete\t/authors/OL99A\t2\t2020-01-01T00:00:00\t" + json.dumps(
                {"key": "/authors/OL99A", "type": {"key": "/type/delete"}}
            )
            yield '/type/author\t/authors/OL98A\t1\t2020-01-01T00:00:00\t{"name": "cut off'
            yield "this is no line of a dump"

    def _birth(self, n: int) -> str:
        year = self.born(n)
        shapes = (f"{year}", f"June {year}", f"18 February {year}", f"{year}-02-18")
        if self.sizes.odd:
            shapes += (f"{year}?", f"ca. {year}", f"{year}-{year + 70}", "19xx", "5 May")
        return shapes[n * 7 % len(shapes)]

    def _owner(self, work: int) -> int:
        if work < self._owners[-1]:
            return self._by_work[work]
        rest = max(1, self.sizes.authors - self.sizes.people)
        return self.sizes.people + 1 + work * 7919 % rest

    def title(self, work: int, rng: _Dice) -> str:
        """The title of a work."""
        adjective, noun = rng.choice(ADJECTIVES), rng.choice(NOUNS)
        other = rng.choice(NOUNS)
        shapes = (
            f"The {adjective} {noun}",
            f"{adjective} {noun}",
            f"the {noun} of the {adjective} {other}",
            f"{rng.choice(GIVEN)}'s {adjective} {noun}",
            f"a {noun} in {rng.choice(CITIES)}",
            f"what the {noun} said to the {other}",
            f"{noun} and {other}",
            f"the {adjective} {noun} and the {rng.choice(ADJECTIVES)} {other}",
        )
        text = rng.choice(shapes)
        return (
            text[0].upper()
            + " ".join(
                word
                if word in ("a", "and", "in", "of", "the", "to")
                else word[0].upper() + word[1:]
                for word in text.split()
            )[1:]
        )

    def _work(self, work: int) -> tuple[str, str, list[int], int]:
        """Title, subtitle, authors and year of a work."""
        rng = self._rng("work", work)
        owner = self._owner(work)
        person = work < self._owners[-1]
        title, subtitle = self.title(work, rng), ""
        authors = [owner]
        if person:
            first = self._owners[owner - 1]
            if work > first and rng.random() < 0.15:
                # Another record of the book before, as catalogues have them.
                title, subtitle, authors, _ = self._work(first + (work - first) // 2)
                subtitle = "" if subtitle else rng.choice(SUBTITLES)
            elif rng.random() < 0.1:
                language = rng.choice([*FOREIGN])
                title = rng.choice(FOREIGN[language])
            elif rng.random() < 0.05:
                authors = [owner, *(1 + (owner + k) % self.sizes.authors for k in (1, 2, 3))]
            elif rng.random() < 0.1:
                subtitle = rng.choice(SUBTITLES)
            if self.sizes.odd and rng.random() < 0.03:
                title = rng.choice(
                    ("", "!!!", "Very " * 600 + "long", "The Сад of the Дом", "1984", "A")
                )
        year = self.born(owner) + 22 + rng.randrange(45)
        return title, subtitle, authors, year

    def works(self) -> Iterator[str]:
        """The lines of the works' dump."""
        for n in range(1, self.sizes.works + 1):
            title, subtitle, authors, year = self._work(n)
            roles = ", ".join(_role(author) for author in authors)
            text = json.dumps(title)
            if self.sizes.odd and n % 50 == 3:
                text = json.dumps({"type": "/type/text", "value": title})
            fields = [f'"title": {text}', f'"authors": [{roles}]']
            if subtitle:
                fields.append(f'"subtitle": {json.dumps(subtitle)}')
            if n % 5 == 0:
                fields.append(f'"first_publish_date": "{year}"')
            if n % 3:
                fields.append(f'"covers": [{n * 3}], "subjects": {json.dumps(_SUBJECTS[: n % 5])}')
            yield _line("work", f"/works/OL{n}W", ", ".join(fields))
            if self.sizes.odd and n % 60 == 11:
                yield _redirect(f"/works/OL{n + 10_000_000}W", f"/works/OL{n}W")
        if self.sizes.odd:
            yield '/type/work\t/works/OL5W\t1\t2020-01-01T00:00:00\t{"authors": "/authors/OL1A",}'
            yield "\x00\x01\x02"

    def editions(self) -> Iterator[str]:
        """The lines of the editions' dump."""
        for n in range(1, self.sizes.editions + 1):
            rng = self._rng("edition", n)
            work = 1 + n * 7 % self.sizes.works if n > self.sizes.works else n
            title, subtitle, authors, year = self._work(work)
            year += rng.randrange(12)
            foreign = title in [text for texts in FOREIGN.values() for text in texts]
            language = "eng" if not foreign else rng.choice(("ger", "fre", "spa"))
            fields = [
                f'"publishers": ["{rng.choice(FAMILY)} & {rng.choice(FAMILY)}"]',
                f'"title": {json.dumps(title)}, "number_of_pages": {100 + n % 700}',
                f'"isbn_13": ["978{n:010d}"], "source_records": ["marc:loc/{n}", "ia:book{n}"]',
                f'"authors": [{{"key": "/authors/OL{authors[0]}A"}}]',
                f'"works": [{{"key": "/works/OL{self._alias(work, n)}W"}}]',
                f'"publish_date": {json.dumps(self._published(year, n, rng))}',
                '"physical_format": "Hardcover", "lc_classifications": ["PR6052"]',
            ]
            if rng.random() < 0.75:
                fields.append(f'"languages": [{{"key": "/languages/{language}"}}]')
            if subtitle:
                fields.append(f'"subtitle": {json.dumps(subtitle)}')
            yield _line("edition", f"/books/OL{n}M", ", ".join(fields))

    def _alias(self, work: int, n: int) -> int:
        return work + 10_000_000 if self.sizes.odd and work % 60 == 11 and n % 2 else work

    def _published(self, year: int, n: int, rng: _Dice) -> str:
        shapes = (
            f"{year}",
            f"{rng.choice(MONTHS)} {year}",
            f"c{year}",
            f"May {1 + n % 28}, {year}",
        )
        if self.sizes.odd:
            shapes += ("19xx", f"[{year}?]", "", "n.d.", "1066")
        return shapes[n % len(shapes)]

    def _entity(self, n: int) -> dict[str, Any]:
        """A person as the REST API gives them."""
        rng = self._rng("person", n)
        sitelinks = min(200, int(-12 * math.log(1 - rng.random())))
        statements: dict[str, list[Any]] = {
            "P31": [_content("P31", "Q5")],
            "P106": [_content("P106", "Q36180" if n % 5 else "Q82955")],
        }
        if not self.sizes.odd or n % 33:
            time = {"time": f"+{self.born(n)}-02-18T00:00:00Z", "precision": 11}
            statements["P569"] = [_content("P569", time)]
        if n % 3 == 0:
            time = {"time": f"+{self.born(n) + 70}-00-00T00:00:00Z", "precision": 9}
            statements["P570"] = [_content("P570", time)]
        # By id, by an id that redirects, by the id on the other side, or by name alone.
        if n % 10 >= 3:
            redirected = self.sizes.odd and n % 40 == 7
            number = n + 10_000_000 if redirected else n
            statements["P648"] = [_content("P648", f"OL{number}A")]
        return {
            "type": "item",
            "id": f"Q{n * 11}",
            "labels": {"en": self.name(n), "de": self.name(n)},
            "descriptions": {"en": f"writer, born in {self.born(n)}"},
            "aliases": {"en": [self.name(n).replace(".", "")]},
            "statements": statements,
            "sitelinks": {
                f"w{k}wiki": {"title": self.name(n), "badges": [], "url": f"https://w{k}.test/{n}"}
                for k in range(sitelinks)
            },
        }

    def wikidata(self) -> Iterator[str]:
        """The lines of Open Library's dump of Wikidata: id, entity as in CSV, time."""
        for n in range(1, self.sizes.people + 1):
            text = json.dumps(self._entity(n), ensure_ascii=False)
            quoted = text.replace('"', '""')
            yield f'Q{n * 11}\t"{quoted}"\t2026-01-01 00:00:00.000000'
        if self.sizes.odd:
            yield 'Q5000000001\t"{""type"": ""item"", ""P106"": ""Q36180"", cut'
            yield "no entity at all"

    def entities(self) -> Iterator[str]:
        """The lines of Wikidata's own dump: the people, and works with their authors."""
        yield "["
        for n in range(1, self.sizes.people + 1):
            entity = self._entity(n)
            yield (
                json.dumps(
                    {
                        **entity,
                        "labels": _named(entity["labels"]),
                        "aliases": {
                            code: [{"language": code, "value": name} for name in names]
                            for code, names in entity["aliases"].items()
                        },
                        "descriptions": _named(entity["descriptions"]),
                        "statements": None,
                        "claims": {
                            key: [_claim(key, one["value"]["content"]) for one in found]
                            for key, found in entity["statements"].items()
                        },
                    }
                )
                + ","
            )
        for work in range(1, self._owners[-1]):
            title, _, authors, _ = self._work(work)
            # Some books are somebody else's, says Wikidata.
            owner = authors[0] + (1 if work % 23 == 0 else 0)
            yield (
                json.dumps(
                    {
                        "type": "item",
                        "id": f"Q{500_000_000 + work}",
                        "labels": _named({"en": title[:250] or "untitled"}),
                        "claims": {
                            "P31": [_claim("P31", "Q7725634")],
                            "P50": [_claim("P50", f"Q{owner * 11}")],
                        },
                        "sitelinks": {},
                    }
                )
                + ","
            )
        yield "]"


def _line(kind: str, key: str, fields: str) -> str:
    return (
        f"/type/{kind}\t{key}\t3\t2021-08-18T06:48:43.131520\t"
        f'{{"key": "{key}", {fields}, "type": {{"key": "/type/{kind}"}}, '
        f'"latest_revision": 3, "revision": 3, {_STAMP}}}'
    )


def _role(author: int) -> str:
    return (
        '{"type": {"key": "/type/author_role"}, "author": {"key": "/authors/OL'
        + str(author)
        + 'A"}}'
    )


def _redirect(key: str, location: str) -> str:
    record = {"key": key, "location": location, "type": {"key": "/type/redirect"}}
    return f"/type/redirect\t{key}\t2\t2020-01-01T00:00:00\t{json.dumps(record)}"


def _content(key: str, value: Any) -> dict[str, Any]:
    return {
        "id": f"{key}$1",
        "rank": "normal",
        "property": {"id": key, "data_type": "wikibase-item"},
        "value": {"type": "value", "content": value},
        "qualifiers": [],
        "references": [],
    }


def _claim(key: str, value: Any) -> dict[str, Any]:
    if isinstance(value, str) and value.startswith("Q"):
        value = {"entity-type": "item", "id": value, "numeric-id": int(value[1:])}
    snak = {"snaktype": "value", "property": key, "datavalue": {"value": value}}
    return {"mainsnak": snak, "type": "statement", "rank": "normal"}


def _named(names: dict[str, str]) -> dict[str, dict[str, str]]:
    return {code: {"language": code, "value": name} for code, name in names.items()}


def main() -> None:
    """Write dumps as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    for name in ("authors", "works", "editions", "people", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Sizes, name))
    parser.add_argument("--odd", action="store_true")
    values = vars(parser.parse_args())
    print(write(values.pop("folder"), Sizes(**values)))


if __name__ == "__main__":
    main()
