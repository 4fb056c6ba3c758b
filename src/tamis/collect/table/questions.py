"""Set questions over the whole table, in QUEST's form (Malaviya et al., 2023; QUEST-LOFT, §2).

The text column is the corpus, and the title of an item is the name of its document. The seven
templates combine sets in such a way that every part of a question changes its answers.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tamis.benchmarks.kitab.clusters import constrainedness
from tamis.collect.table.atoms import Atom
from tamis.collect.table.cleaning import Entry
from tamis.collect.table.columns import Wanted
from tamis.collect.table.entry_database import EntryDatabase
from tamis.collect.table.query_sampling import spread
from tamis.collect.table.templates import Wording
from tamis.text.normalised import plain_words, title_key

DOCUMENTS, TRAIN, TEST = "documents.jsonl", "train.jsonl", "test.jsonl"
NAMES = (DOCUMENTS, TRAIN, TEST)
EXAMPLES = 5
"""Few-shot questions, each of another template."""

_DRAWS = 200
_MARK = re.compile("</?mark>", re.IGNORECASE)


@dataclass(frozen=True)
class SetQuestion:
    """Atoms under a template, with the titles that answer it and its constrainedness."""

    template: str
    atoms: tuple[Atom, ...]
    answers: tuple[str, ...]
    kappa: float


def documents(entries: Sequence[Entry]) -> tuple[list[Entry], list[int]]:
    """The entries with a text, each under a title of its own, and the rows left out.

    Entries with the same title get their year or anchor in brackets, as in Wikipedia: `Solaris
    (1972)`. Those that still share a title are left out.
    """
    texts = [entry for entry in entries if entry.text]
    counts = Counter(map(_key, texts))
    kept: dict[str, Entry] = {}
    lost = [entry.row for entry in entries if not entry.text]
    for entry in texts:
        if counts[_key(entry)] > 1 and (apart := entry.year or ", ".join(entry.anchors)):
            entry = replace(entry, title=f"{entry.title} ({apart})")
        if _key(entry) in kept:
            lost.append(entry.row)
        else:
            kept[_key(entry)] = entry
    return list(kept.values()), sorted(lost)


def usable(atom: Atom, wording: Wording) -> bool:
    """Whether the words for the set can be put between the marks of QUEST's files.

    Negated atoms cannot: templates express negation.
    """
    return atom.negated or not _MARK.search(wording.phrase(atom))


def choose(
    template: str, masks: Mapping[Atom, int], size: int, wanted: Wanted
) -> list[tuple[Atom, ...]]:
    """Atoms for the questions of one template: the wanted number, and one for an example."""
    rng = random.Random(f"{wanted.seed}/{template}")
    atoms = [atom for atom, mask in masks.items() if mask and not atom.negated]
    arity = template.count("_")
    found: dict[tuple[Atom, ...], float] = {}
    for _ in range(_DRAWS * wanted.questions if len(atoms) >= arity else 0):
        drawn = _drawn(template, atoms, rng)
        if template.endswith("not _") and not _may_be_negated(drawn[-1], masks):
            continue
        answers = _combined(template, [masks[atom] for atom in drawn])
        if 0 < answers.bit_count() <= wanted.most_answers and _all_matter(template, drawn, masks):
            found[drawn] = constrainedness(answers.bit_count(), size)
    number = wanted.questions + 1 if wanted.questions else 0
    return spread(list(found.items()), number, wanted, rng, lambda drawn: drawn[0].family)


def ask(
    template: str, atoms: tuple[Atom, ...], engine: EntryDatabase, titles: Sequence[str]
) -> SetQuestion:
    """The question with its golds, computed by the database."""
    ids = engine.satisfying(engine.combined(template, atoms))
    answers = tuple(titles[id] for id in ids)
    return SetQuestion(template, atoms, answers, constrainedness(len(ids), len(titles)))


def record(question: SetQuestion, wording: Wording) -> dict[str, Any]:
    """A question as a record of QUEST's files."""
    phrases = [wording.phrase(atom) for atom in question.atoms]
    sentence = wording.joined(question.template, phrases)
    marks = iter(phrases)
    marked = "".join(
        f"<mark>{next(marks)}</mark>" if part == "_" else part for part in question.template
    )
    return {
        "query": sentence[:1].upper() + sentence[1:],
        "docs": list(question.answers),
        "original_query": marked,
        "scores": None,
        "metadata": {"template": question.template, "domain": wording.items},
    }


def document_lines(entries: Sequence[Entry], table: str) -> Iterator[str]:
    """The corpus as JSON lines: id, title, text."""
    for entry in entries:
        document = {"id": f"{table}-{entry.row}", "title": entry.title, "text": entry.text}
        yield json.dumps(document, ensure_ascii=False) + "\n"


def stated(questions: Sequence[SetQuestion], documents: Sequence[Entry]) -> dict[str, float]:
    """The share of answers whose text names what is asked, by family; an indication, not a proof.

    A category or an anchor counts where its name is in title or text, a year where the answer's
    year is. Numbers are not looked for, as a text may round them.
    """
    by_title = {entry.title: entry for entry in documents}
    found: dict[str, list[bool]] = {}
    for question in questions:
        for title in question.answers:
            entry = by_title[title]
            words = f" {entry.words} {plain_words(entry.text)} "
            for atom in _asserted(question, entry):
                needle = str(entry.year) if atom.family == "publishing-year" else atom.value
                found.setdefault(atom.family, []).append(f" {plain_words(needle)} " in words)
    return {family: round(sum(hits) / len(hits), 4) for family, hits in sorted(found.items())}


def _asserted(question: SetQuestion, entry: Entry) -> Iterator[Atom]:
    """The atoms that hold for the answer and that a text could name."""
    for atom in question.atoms:
        match atom.family:
            case "category":
                holds = atom.value in entry.categories.get(atom.column, ())
            case "anchor":
                holds = atom.value in entry.anchors
            case "publishing-year":
                holds = entry.year is not None and atom.low <= entry.year <= atom.high
            case _:
                holds = False
        if holds:
            yield atom


def _key(entry: Entry) -> str:
    return entry.words or title_key(entry.title)


def _drawn(template: str, atoms: Sequence[Atom], rng: random.Random) -> tuple[Atom, ...]:
    """Atoms at random, the positive ones in a fixed order: "A or B" is "B or A"."""
    drawn = rng.sample(atoms, template.count("_"))
    if template.endswith("not _"):
        return (*sorted(drawn[:-1]), drawn[-1])
    return tuple(sorted(drawn))


def _may_be_negated(atom: Atom, masks: Mapping[Atom, int]) -> bool:
    """False for a category with two values, where "not the one" is "the other"."""
    return atom.family != "category" or replace(atom, negated=True) in masks


def _combined(template: str, masks: Sequence[int]) -> int:
    """The answers as a bit mask, for the choice of questions.

    Here unknown facts under a "not" count as answers; the database, which computes the golds,
    removes them, so that a question may have fewer answers in the end.
    """
    first, *rest = masks
    if " or " in template:
        for mask in rest:
            first |= mask
        return first
    for mask in rest[:-1]:
        first &= mask
    return first & ~rest[-1] if template.endswith("not _") else first & (rest or [first])[-1]


def _all_matter(template: str, atoms: Sequence[Atom], masks: Mapping[Atom, int]) -> bool:
    """Whether leaving out any part of the question would change its answers."""
    bits = [masks[atom] for atom in atoms]
    if len(bits) == 1:
        return True
    ranged = [(a.family, a.column) for a in atoms if a.family not in ("category", "anchor")]
    if " or " not in template and len(set(ranged)) < len(ranged):
        # "From 1970 to 1990 and from 1980 to 2000" is one range in two.
        return False
    whole = _combined(template, bits)
    if template == "_ that are not _":
        return whole != bits[0]
    if template == "_ that are also _ but not _":
        a, b, c = bits
        return len({whole, a & b, a & ~c, b & ~c}) == 4
    others = [bits[:i] + bits[i + 1 :] for i in range(len(bits))]
    joined = "_ or _" if " or " in template else "_ that are also _"
    if len(bits) == 2:
        return whole not in bits
    return all(_combined(joined, pair) != whole for pair in others)
