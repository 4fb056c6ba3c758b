"""QUEST's and LOFT-QUEST's released files, as questions over a corpus.

The records are described in `tamis.benchmarks.quest.released_records`. A folder in LOFT's layout
holds `corpus.jsonl` and `{few_shot,dev,test}_queries.jsonl`, in itself or in `128k/`, `quest/128k/`
or `rag/quest/128k/`; a folder in QUEST's layout holds `documents.jsonl` and
`{train,val,test}.jsonl`. A `gold.json` beside LOFT's files has further golds
(`tamis.benchmarks.quest.golds`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from tamis.bad_input import unknown
from tamis.benchmarks.quest.files import PAGES, PUBLISHED, SOURCE, QuestFiles, count_rows, find
from tamis.benchmarks.quest.golds import (
    ORIGINAL,
    Gold,
    GoldSet,
    Question,
    attach,
    has_any,
    published,
    read_golds,
    respell,
    title_key,
    without,
)
from tamis.benchmarks.quest.released_records import (
    Corpus,
    corpus,
    loft_questions,
    quest_questions,
)
from tamis.retrieve.corpora import merge_passages, read_jsonl
from tamis.types import Document, InputError

__all__ = [
    "SOURCE",
    "Dataset",
    "Gold",
    "Question",
    "count_rows",
    "load",
]

_EXAMPLES = 5
"""Few-shot questions, as many as LOFT has: of QUEST's, the first of `train`."""


@dataclass(frozen=True)
class Dataset:
    """Questions over a corpus, with the identity of the files they come from.

    `documents` are pages with the ids "0", "1", … in the order of the corpus; `pages` maps
    released ids (passages of LOFT, titles of QUEST) to them. `version` is eight hex digits of
    the whole content, golds included. `spelling` has the titles by `title_key`. `notes` are
    sentences on inconsistencies of the data.
    """

    name: str
    version: str
    revision: str
    licence: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    examples: tuple[Question, ...]
    pages: Mapping[str, str]
    spelling: Mapping[str, str]
    notes: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def load(
    data: str = "mini",
    data_dir: str | None = None,
    *,
    split: str = "test",
    size: str = "128k",
    questions: str = "file",
    loft_identical: bool = False,
) -> Dataset:
    """The questions of one split, with their corpus, golds and few-shot examples.

    `data` is `mini`, `loft` (LOFT-QUEST at `size`: 32k, 128k or 1m tokens; its splits are train,
    dev and test), `quest` (train, val, test), or a folder in the layout of either; `data_dir`
    is the folder of the released files if they were not fetched. The published revised golds are
    attached to LOFT's test questions at 128k. `questions` is `file`, or `simple`: the atomic
    questions over LOFT's corpus (QUEST-LOFT, §5), instead of the split. `loft_identical` reads
    the passages as LOFT's own loader does. Raises InputError for what is absent or broken.
    """
    if questions not in ("file", "simple"):
        raise unknown("kind of questions", questions, ("file", "simple"))
    files = find(data, data_dir, split, size)
    documents, pages = _documents(files, loft_identical)
    found = corpus(documents, pages)
    examples = tuple(_examples(files, found))
    if questions == "simple":
        asked, said = _simple(files, found), list[str]()
    else:
        asked, said = _questions(files, split, found)
    if not asked:
        raise InputError(f"{files.questions} holds no question.")
    return Dataset(
        name=files.name,
        version=_version(documents, asked, examples),
        revision=files.revision,
        licence=files.licence,
        documents=documents,
        questions=asked,
        examples=examples,
        pages=pages,
        spelling=found.spelling,
        notes=(*said, *_notes(files, documents, asked, found)),
    )


def _documents(
    files: QuestFiles, loft_identical: bool
) -> tuple[tuple[Document, ...], Mapping[str, str]]:
    """The pages, numbered in the order of the corpus, as LOFT's prompts number passages."""
    read = read_jsonl(files.corpus, loft_identical=loft_identical)
    if files.layout == "loft":
        merged, page_of = merge_passages(read)
    else:
        # A QUEST title may end in "_1"; its documents are whole pages, so nothing is merged.
        merged = list(read)
        page_of = {document.id: document.id for document in merged}
    numbers = {document.id: str(number) for number, document in enumerate(merged)}
    documents = tuple(Document(numbers[d.id], d.title, d.text) for d in merged)
    if files.released and files.layout == "quest" and len(documents) != PAGES["quest"]:
        raise _other_number(files.corpus, len(documents), PAGES["quest"])
    return documents, {id: numbers[page] for id, page in page_of.items()}


def _questions(
    files: QuestFiles, split: str, found: Corpus
) -> tuple[tuple[Question, ...], list[str]]:
    """The questions of the file with all golds that belong to them, and notes on those."""
    if files.layout == "quest":
        asked = tuple(quest_questions(files.questions, split, found))
    else:
        asked = tuple(loft_questions(files.questions, found))
    wanted = PUBLISHED.get(files.questions.stem, 0)
    if files.released and files.size in ("", "128k") and wanted and len(asked) != wanted:
        raise _other_number(files.questions, len(asked), wanted)
    notes = []
    for golds in _further_golds(files, split):
        if not has_any(asked, golds):
            continue
        asked = attach(asked, golds, found.spelling)
        if lacking := without(asked, golds.name):
            notes.append(
                f"{len(lacking)} of {len(asked)} questions have no {golds.name} golds, the first "
                f"is {lacking[0].id}: {lacking[0].text!r:.80}."
            )
    return asked, notes


def _further_golds(files: QuestFiles, split: str) -> list[GoldSet]:
    """The golds next to the file; else the published ones, which were rated over LOFT at 128k."""
    if files.golds is not None:
        known = read_golds(files.golds)
        return [golds for name, golds in known.items() if name not in ("simple", ORIGINAL)]
    fits = files.layout == "loft" and split == "test" and files.size in ("", "128k")
    return [published("revised")] if fits else []


def _simple(files: QuestFiles, found: Corpus) -> tuple[Question, ...]:
    """The atomic questions, from the gold file next to the corpus or as published."""
    own = read_golds(files.golds).get("simple") if files.golds is not None else None
    if own is None and (files.layout != "loft" or files.size not in ("", "128k")):
        raise InputError("the simple questions are asked over LOFT's corpus of 128k tokens.")
    if own is None and files.name == "mini":
        raise InputError("mini has no simple questions; use -T data=loft.")
    golds = own or published("simple")
    return tuple(
        Question(
            id or f"simple-{number:02d}",
            text,
            golds={golds.name: (spelled := respell(gold, found.spelling))},
            relevant=frozenset(
                found.ids[key] for t in spelled.match if (key := title_key(t)) in found.ids
            ),
        )
        for number, (id, text, gold) in enumerate(golds.items, 1)
    )


def _examples(files: QuestFiles, found: Corpus) -> Iterator[Question]:
    if files.examples is None:
        return iter(())
    if files.layout == "quest":
        return islice(quest_questions(files.examples, "train", found), _EXAMPLES)
    return loft_questions(files.examples, found)


def _notes(
    files: QuestFiles, documents: Sequence[Document], asked: Sequence[Question], found: Corpus
) -> Iterator[str]:
    for name in dict.fromkeys(name for question in asked for name in question.golds):
        titles = [t for q in asked if name in q.golds for t in q.golds[name].match]
        lost = [title for title in titles if title_key(title) not in found.spelling]
        if lost:
            yield (
                f"{len(lost)} of {len(titles)} {name} golds are not in the corpus, such as "
                f"{min(lost)!r:.80}: they count as missed."
            )
    if shared := len(documents) - len(found.spelling):
        yield f"{shared} of {len(documents)} documents have the title of an earlier one."
    if files.released and files.size == "128k" and len(documents) != PAGES["loft"]:
        yield f"the corpus has {len(documents)} pages, but {PAGES['loft']} were published."
    if files.examples is None:
        yield "there are no few-shot examples."


def _other_number(path: object, number: int, wanted: int) -> InputError:
    return InputError(
        f"{path} has {number:,} records, but {wanted:,} were released; fetch it with `tamis data "
        f"fetch quest`, or pass the folder as -T data=FOLDER to use it as data of your own."
    )


def _version(
    documents: Sequence[Document], questions: Sequence[Question], examples: Sequence[Question]
) -> str:
    """Eight hex digits that change with any document, question, example or gold."""
    content = hashlib.sha256()
    for document in documents:
        for text in (document.title, document.text):
            encoded = text.encode()
            content.update(b"%d:" % len(encoded) + encoded)
    for question in (*questions, *examples):
        golds = {
            name: [sorted(gold.match), sorted(gold.debatable), sorted(gold.no_match)]
            for name, gold in question.golds.items()
        }
        plain = [question.id, question.text, golds, sorted(question.relevant)]
        content.update(json.dumps(plain).encode())
    return content.hexdigest()[:8]
