"""Set questions over the whole table, in QUEST's form (Malaviya et al., 2023; QUEST-LOFT, §2).

The text column is the corpus, and the title of an item is the name of its document; where several
items share one, what tells them apart is added to the name, and is part of no fact. The seven
templates combine sets in such a way that every part of a question changes its answers.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tamis.benchmarks.kitab.clusters import constrainedness
from tamis.collect.table.atoms import Atom
from tamis.collect.table.cleaning import Entry
from tamis.collect.table.columns import Columns, Wanted
from tamis.collect.table.entry_database import TEMPLATES, EntryDatabase, Holds
from tamis.collect.table.query_sampling import spread
from tamis.collect.table.shown_queries import Asked
from tamis.collect.table.templates import Wording
from tamis.text.normalised import ARTICLES, plain_words, squad_answer, title_key, words_of

DOCUMENTS, TRAIN, TEST = "documents.jsonl", "train.jsonl", "test.jsonl"
NAMES = (DOCUMENTS, TRAIN, TEST)
EXAMPLES = 5
"""Few-shot questions, each of another template."""

_DRAWS = 200
_MARK = re.compile("</?mark>", re.IGNORECASE)


@dataclass(frozen=True)
class Document:
    """An entry under the name that its document has: the title, told apart where others share it.

    No constraint looks at the name: the facts are those of the entry.
    """

    name: str
    entry: Entry


@dataclass(frozen=True)
class SetQuestion:
    """Atoms under a template, with the documents that answer it and its constrainedness."""

    template: str
    atoms: tuple[Atom, ...]
    answers: tuple[Document, ...]
    kappa: float


def documents(
    entries: Sequence[Entry], columns: Columns, wording: Wording
) -> tuple[list[Document], list[int]]:
    """The entries with a text, each under a name of its own, and the rows left out.

    Behind a title that several entries have stands in parentheses what tells them apart, with the
    name of its column: `Solaris (year 1972)`. It is the year, else the anchors, else both. Entries
    that it does not tell apart are left out. Two titles are the same where only articles, accents
    and signs differ, as scorers take them for the same.
    """
    keyed = [(entry, _key(entry.title)) for entry in entries]
    sharing: dict[str, list[Entry]] = {}
    for entry, key in keyed:
        if entry.text:
            sharing.setdefault(key, []).append(entry)
    telling = {key: _telling(group, columns) for key, group in sharing.items() if len(group) > 1}
    kept: list[Document] = []
    taken: set[str] = set()
    lost: list[int] = []
    for entry, key in keyed:
        # No colon: readers of replies take what stands before one for the title.
        label = ", ".join(
            f"{wording.column(column)} {value}"
            for column in telling.get(key, ())
            if (value := ", ".join(entry.anchors) if column == columns.anchor else entry.year)
        )
        name = f"{entry.title} ({label})" if label else entry.title
        keys = {_key(name) if label else key, squad_answer(name) or title_key(name)}
        if not entry.text or keys & taken:
            lost.append(entry.row)
        else:
            taken |= keys
            kept.append(Document(name, entry))
    return kept, sorted(lost)


def _telling(group: Sequence[Entry], columns: Columns) -> tuple[str, ...]:
    """The columns that tell entries of one title apart: one that does so alone, or both."""
    for column, facts in (
        (columns.year, [entry.year for entry in group]),
        (columns.anchor, [entry.anchors for entry in group]),
    ):
        if all(facts) and len({*facts}) == len(facts):
            return (column,)
    return tuple(filter(None, (columns.anchor, columns.year)))


def usable(atom: Atom, wording: Wording) -> bool:
    """Whether the words for the set can be put between the marks of QUEST's files.

    Negated atoms cannot: templates express negation.
    """
    return atom.negated or not _MARK.search(wording.phrase(atom))


def choose(
    atoms: Mapping[Atom, Holds],
    size: int,
    wanted: Wanted,
    templates: Collection[str] = tuple(TEMPLATES),
) -> dict[str, list[tuple[Atom, ...]]]:
    """Atoms for the questions of each template: the wanted number, and one for an example."""
    candidates = [
        ((template, drawn), kappa)
        for template in templates
        for drawn, kappa in _candidates(template, atoms, size, wanted).items()
    ]
    chosen = spread(
        candidates,
        wanted.questions + 1 if wanted.questions else 0,
        wanted,
        random.Random(f"{wanted.seed}/sets"),
        kinds=lambda one: [atom.kind for atom in one[1]],
        group=lambda one: one[0],
        spare=EXAMPLES,
    )
    return {name: [drawn for template, drawn in chosen if template == name] for name in templates}


def _candidates(
    template: str, atoms: Mapping[Atom, Holds], size: int, wanted: Wanted
) -> dict[tuple[Atom, ...], float]:
    """Atoms for questions of a template with their κ, drawn by their kinds first.

    A question is left out where an answer is in doubt, or where a part of it changes nothing.
    """
    rng = random.Random(f"{wanted.seed}/{template}")
    by_kind = _by_kind(template, atoms, wanted)
    found: dict[tuple[Atom, ...], float] = {}
    for _ in range(_DRAWS * wanted.questions if by_kind else 0):
        drawn = _drawn(template, by_kind, rng)
        holds = [atoms[atom] for atom in drawn]
        masks = _masks(template, holds)
        answers = _combined(template, masks)
        if (
            0 < answers.bit_count() <= wanted.most_answers
            and len({*drawn}) == len(drawn)
            and _may_be_asked(template, drawn, atoms)
            and _certain(template, holds)
            and _all_matter(template, drawn, masks)
        ):
            found[drawn] = constrainedness(answers.bit_count(), size)
    return found


def ask(
    template: str,
    atoms: tuple[Atom, ...],
    engine: EntryDatabase,
    documents: Sequence[Document],
) -> SetQuestion:
    """The question with its golds, computed by the database."""
    ids = engine.satisfying(engine.combined(template, atoms))
    answers = tuple(documents[id] for id in ids)
    return SetQuestion(template, atoms, answers, constrainedness(len(ids), len(documents)))


def record(question: SetQuestion, wording: Wording) -> dict[str, Any]:
    """A question as a record of QUEST's files."""
    phrases = [wording.phrase(atom) for atom in question.atoms]
    marks = iter(phrases)
    marked = "".join(
        f"<mark>{next(marks)}</mark>" if part == "_" else part for part in question.template
    )
    return {
        "query": worded(question, wording),
        "docs": [document.name for document in question.answers],
        "original_query": marked,
        "scores": None,
        "metadata": {"template": question.template, "domain": wording.items},
    }


def worded(question: SetQuestion, wording: Wording) -> str:
    """The question in words."""
    phrases = [wording.phrase(atom) for atom in question.atoms]
    sentence = wording.joined(question.template, phrases)
    return sentence[:1].upper() + sentence[1:]


def shown(question: SetQuestion, wording: Wording) -> Asked:
    """The question as a person reads it."""
    names = tuple(document.name for document in question.answers)
    rows = tuple(document.entry.row for document in question.answers)
    return Asked(worded(question, wording), names, rows, question.kappa)


def document_lines(documents: Sequence[Document], table: str) -> Iterator[str]:
    """The corpus as JSON lines: id, title, text."""
    for document in documents:
        entry = document.entry
        record = {"id": f"{table}-{entry.row}", "title": document.name, "text": entry.text}
        yield json.dumps(record, ensure_ascii=False) + "\n"


def stated(questions: Sequence[SetQuestion]) -> dict[str, float]:
    """The share of answers whose text names what is asked, by family; an indication, not a proof.

    A category or an anchor counts where its name is in title or text, a year where the answer's
    year is. Numbers are not looked for, as a text may round them.
    """
    found: dict[str, list[bool]] = {}
    for question in questions:
        for document in question.answers:
            entry = document.entry
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


def _key(title: str) -> str:
    """What two titles that scorers take for the same have in common."""
    return "".join(word for word in words_of(title, "and") if word not in ARTICLES) or title


def _by_kind(
    template: str, atoms: Mapping[Atom, Holds], wanted: Wanted
) -> dict[tuple[str, str], list[Atom]]:
    """The atoms to draw from: of those that are not narrowed by others only the small sets."""
    narrowed = template != "_" and " or " not in template
    found: dict[tuple[str, str], list[Atom]] = {}
    for atom, holds in atoms.items():
        fits = narrowed or holds.sure.bit_count() <= wanted.most_answers
        if fits and holds.may and not atom.negated:
            found.setdefault(atom.kind, []).append(atom)
    return found


def _drawn(
    template: str, by_kind: Mapping[tuple[str, str], Sequence[Atom]], rng: random.Random
) -> tuple[Atom, ...]:
    """Atoms at random, the positive ones in a fixed order: "A or B" is "B or A"."""
    kinds = sorted(by_kind)
    drawn = [rng.choice(by_kind[rng.choice(kinds)]) for _ in range(template.count("_"))]
    if template.endswith("not _"):
        return (*sorted(drawn[:-1]), drawn[-1])
    return tuple(sorted(drawn))


def _may_be_asked(template: str, drawn: Sequence[Atom], atoms: Mapping[Atom, Holds]) -> bool:
    """False where a category with two values is excluded: "not the one" is "the other"."""
    last = drawn[-1]
    excluded = template.endswith("not _") and last.family == "category"
    return not excluded or replace(last, negated=True) in atoms


def _masks(template: str, holds: Sequence[Holds]) -> list[int]:
    """The sets of a question, those it excludes at their widest: its answers are the sure ones."""
    masks = [one.sure for one in holds]
    if template.endswith("not _"):
        masks[-1] = holds[-1].may | holds[-1].empty
    return masks


def _certain(template: str, holds: Sequence[Holds]) -> bool:
    """Whether the answers are the same where all that is in doubt counts as an answer."""
    most = [one.may for one in holds]
    if template.endswith("not _"):
        most[-1] = holds[-1].sure
    return _combined(template, most) == _combined(template, _masks(template, holds))


def _combined(template: str, masks: Sequence[int]) -> int:
    """The answers as a bit mask."""
    first, *rest = masks
    if " or " in template:
        for mask in rest:
            first |= mask
        return first
    for mask in rest[:-1]:
        first &= mask
    return first & ~rest[-1] if template.endswith("not _") else first & (rest or [first])[-1]


def _all_matter(template: str, atoms: Sequence[Atom], bits: Sequence[int]) -> bool:
    """Whether leaving out any part of the question would change its answers."""
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
    others = [[*bits[:i], *bits[i + 1 :]] for i in range(len(bits))]
    joined = "_ or _" if " or " in template else "_ that are also _"
    if len(bits) == 2:
        return whole not in bits
    return all(_combined(joined, pair) != whole for pair in others)
