"""Names of people that the word lists miss: found by spaCy, or by a model (KITAB, §3.1).

The paper asked Azure's service and GPT-4. Here the lists always look first; what another finds is
added, and counted, so that the golds say how much of them rests on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from tamis.benchmarks.kitab.prompts import wording
from tamis.benchmarks.kitab.title_matching import BestMatch
from tamis.checking.recognisers.covered import covered
from tamis.collect.kitab import Author
from tamis.reading.kept_replies import Replies
from tamis.reading.looks_for import Titles
from tamis.reading.replies import read
from tamis.types import Chat, InputError

MODEL = "en_core_web_sm"

MISSED = (
    "Names are found by word lists. On 500 English titles that others chose they found 93% of the "
    "names of people and 92% of the towns, with 98% of what they found right; on the 229 of these "
    "that were quite unknown 92% and 83%, with 96% and 92% right. Titles in other languages are "
    "not covered: of names of people in them 73% were found, and 64% of what was found was right. "
    "What they miss counts as no name in the golds."
)
"""What the lists miss, by tests/data/titles_third.csv at the first look."""

Found = Mapping[str, tuple[str, ...]]
"""For each title with names these names; titles without any are left out."""

Finder = Callable[[Sequence[Sequence[str]]], Sequence[Found]]
"""Finds the names in the titles of each author."""


@dataclass(frozen=True)
class Added:
    """Authors with the names that were added, and a sentence on how many there were."""

    authors: list[Author]
    said: str


def missed(authors: Sequence[Author]) -> str:
    """What the lists miss, and how many of these titles they do not cover."""
    titles = [title for author in authors for book in author.books for title in book.titles]
    told = sum(not covered(title) for title in titles)
    return f"{MISSED} Of the {len(titles):,} titles here {told:,} are such, or of unknown words."


def with_names(authors: Sequence[Author], finder: Finder, name: str) -> Added:
    """The authors, their books with the names that `finder` finds beside those of the lists."""
    titles = [[title for book in author.books for title in book.titles] for author in authors]
    made, both, new = [], 0, 0
    for author, found in zip(authors, finder(titles), strict=True):
        books = []
        for book in author.books:
            names = [one for title in book.titles for one in found.get(title, ())]
            both += bool(names and book.human_names)
            new += bool(names and not book.human_names)
            known = dict.fromkeys((*book.human_names, *names))
            books.append(replace(book, human_names=tuple(known)))
        made.append(replace(author, books=tuple(books)))
    return Added(
        made,
        f"{missed(authors)} Besides them {name} looked for names of people: it found some in "
        f"{new:,} books in which the lists had none, and in {both:,} in which they had one.",
    )


def by_spacy() -> Finder:
    """The persons that spaCy's English model recognises in titles.

    InputError where the model is not installed.
    """
    if find_spec("spacy") is None or find_spec(MODEL) is None:
        raise InputError(
            f"--names spacy needs spaCy and its model: pip install 'tamis[spacy]', then "
            f"`python -m spacy download {MODEL}`."
        )
    import spacy

    recogniser = spacy.load(MODEL)

    def persons(titles: Sequence[str]) -> Found:
        found = zip(titles, recogniser.pipe(titles), strict=True)
        named = ((t, tuple(e.text for e in d.ents if e.label_ == "PERSON")) for t, d in found)
        return {title: names for title, names in named if names}

    return lambda titles: [persons(own) for own in titles]


def by_model(chat: Chat, model: str, kept: Path) -> Finder:
    """A model that is asked once for each author, with the paper's NAME-CHECK (App. D).

    Replies are kept in the file `kept`. InputError where a call fails.
    """
    replies = Replies(kept)

    async def one(own: Sequence[str]) -> Found:
        listed = list(dict.fromkeys(own))
        prompt = wording(None).render("name_check", books=listed)
        picked = await titles_picked(replies, chat, model, prompt, listed)
        return {title: (title,) for title in picked}

    async def every(titles: Sequence[Sequence[str]]) -> list[Found]:
        return await asyncio.gather(*map(one, titles))

    return lambda titles: asyncio.run(every(titles))


async def titles_picked(
    replies: Replies, chat: Chat, model: str, prompt: str, listed: Sequence[str]
) -> list[str]:
    """The titles of the list that a model picks: a picked title stands for the name in it.

    InputError where the call fails: golds that rest on half of the answers would be wrong.
    """
    reply = await replies.ask(chat, model, prompt)
    answer = read(reply, Titles())
    if answer.outcome not in ("ok", "empty"):
        why = reply.failed or answer.why or answer.outcome
        raise InputError(
            f"{model} gave no list of titles with names ({why:.200}); run the same command "
            "again, what was answered is kept."
        )
    index = BestMatch(listed)
    picked = {n for title in answer.values if (n := index.match(title)) is not None}
    return [listed[n] for n in sorted(picked)]
