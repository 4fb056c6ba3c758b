"""A slow scorer to measure against: how the published one works, query by query.

Written from what Eureka's `kitab_metrics.py` (@2ff37bd) does: every column is read as a
literal again for every query, every title normalised again, every comparison a loop, and
for human names every title is compared with all stored titles of all authors. The services
on the network that it also asks for names and cities find nothing here.

The ratio is rapidfuzz's, rounded as fuzzywuzzy rounds. That makes the yardstick hard: with
fuzzywuzzy 0.18 and its C matcher in its place (tried once by hand: the same 1,000 results),
the same scorer took 4.5 times as long.
"""

from __future__ import annotations

import ast
import math
import re
import string
from collections.abc import Mapping, Sequence
from typing import Any

from rapidfuzz import fuzz

THRESHOLD = 80
SMALL_WORDS = {"a", "an", "the", "in", "is", "of", "on", "for", "with", "to", "and"}

Figures = tuple[float, float, float, float, float]


def score(row: Mapping[str, Any], answer: Sequence[str], stored_names: Sequence[str]) -> Figures:
    """Irrelevant, satisfied, unsatisfied, completeness and all-correct of one answer."""
    given = [normalise(title) for title in answer]
    books = [normalise(without_year(book)) for book in ast.literal_eval(row["all_books"])]
    raw = [normalise(title) for title in ast.literal_eval(row["raw_books"])]
    clusters: dict[str, list[str]] = {}
    strangers = []
    for title in given:
        if title == "":
            continue
        if is_part(title, books):
            known = next(book for book in books if title in book or book in title)
        else:
            known = first_close(title, books)
            if known is None:
                if not is_part(title, raw) and first_close(title, raw) is None:
                    strangers.append(title)
                continue
        clusters.setdefault(known, []).append(title)

    wordings = row["constraints"].split(",")
    one = len(wordings) == 1
    families = [row["constraint_type"]] if one else ast.literal_eval(row["constraint_type"])
    satisfied, unsatisfied = set(clusters), set()
    for wording, family in zip(wordings, families, strict=False):
        wording = wording if wording[-1] == "." else wording + "."
        for known, titles in clusters.items():
            if not holds(wording, family, known, titles, books, row["all_books"], stored_names):
                satisfied.discard(known)
                unsatisfied.add(known)

    total = len(set(strangers)) + len(clusters)
    parts = (len(set(strangers)), len(satisfied), len(unsatisfied))
    rates = [part / total if total else math.nan for part in parts]
    complete = math.nan
    if ast.literal_eval(row["mapped_books"]):
        gold = {normalise(title) for title in ast.literal_eval(row["mapped_books"])}
        found = {normalise(title) for title in satisfied}
        for known in satisfied:
            for title in clusters[known]:
                found = found | {title}
        complete = 1 - len(gold - found) / len(gold)
    correct = complete == 1 and rates[1] == 1 and rates[0] == 0
    return (*rates, complete, float(correct))


def holds(
    wording: str,
    family: str,
    known: str,
    titles: Sequence[str],
    books: Sequence[str],
    all_books: str,
    stored_names: Sequence[str],
) -> bool:
    """Whether a cluster satisfies one constraint."""
    letter = wording[-2].lower()
    if family == "starts-with":
        return any(starts_with(title, letter) for title in titles)
    if family == "ends-with":
        return any(title.split()[-1:] and title.split()[-1].endswith(letter) for title in titles)
    if family == "word-count":
        count = int(re.search(r"(\d+)\s+word", wording).group(1))  # type: ignore[union-attr]
        return any(count - 1 <= len(title.split()) <= count + 1 for title in titles)
    if family == "publishing-year":
        year = re.search(r"\((\d{3,4})\)", ast.literal_eval(all_books)[books.index(known)])
        first, last = [int(number) for number in re.findall(r"\b(\d{1,4})\b", wording)][1:]
        return year is not None and first <= int(year.group(1)) <= last
    if family == "human-name":
        named = any(first_close(title, stored_names) is not None for title in [*titles, known])
        return named != ("doesn't" in wording)
    return "doesn't" in wording


def normalise(title: str) -> str:
    """Lower case, without punctuation and leading article."""
    title = title.lower().replace("&", "and")
    title = title.translate(str.maketrans("", "", string.punctuation))
    words = title.split()
    return " ".join(words[1:]) if words and words[0] in ("the", "a", "an") else title


def without_year(book: str) -> str:
    """A title of `all_books` without the year behind it."""
    return re.sub(r"\(\d{3,4}\)$", "", book).strip()


def is_part(title: str, others: Sequence[str]) -> bool:
    """Whether the title contains one of the others, or one of them contains it."""
    return any(title in other for other in others) or any(other in title for other in others)


def first_close(title: str, others: Sequence[str]) -> str | None:
    """The first of the others that is similar enough, one after another."""
    for other in others:
        if round(fuzz.ratio(other, title)) >= THRESHOLD:
            return other
    return None


def starts_with(title: str, letter: str) -> bool:
    """Whether the first word, or the one behind a small word, starts with the letter."""
    words = title.split()
    if words and words[0].startswith(letter):
        return True
    if words and words[0] in SMALL_WORDS:
        words.pop(0)
    return bool(words) and words[0].startswith(letter)
