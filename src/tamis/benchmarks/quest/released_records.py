"""The released records of QUEST and LOFT-QUEST, read as questions.

QUEST (Malaviya et al., 2023), one object per line; any part of `metadata` may be null or absent,
and of it template and domain are read:

    {"query": "1992 musicals", "docs": ["Aladdin (1992 Disney film)", …],
     "original_query": "<mark>1992 films</mark> that are also <mark>Musicals</mark>",
     "scores": null, "metadata": {"template": "_ that are also _", "domain": "films",
       "relevance_ratings": {title: ["Definitely relevant"]},
       "evidence_ratings": {title: ["Complete", "Partial"]},
       "attributions": {title: [{"1992": "…is a 1992 film…"}, null]}}}

LOFT (Lee et al., 2024); its task `rag` has titles for answers, its task `retrieval` passages:

    {"qid": "11425373", "query_text": "Cebu films", "metadata": {"qrels": [["quest_153157_0", 1]]},
     "answers": ["A Case of Need"]}        or  "answers": [["quest_153157_0", 1]]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.bad_input import twice
from tamis.benchmarks.quest.golds import ORIGINAL, Gold, Question, respell
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.rows import field, wrong_value
from tamis.text.normalised import title_key
from tamis.types import Document, InputError


@dataclass(frozen=True)
class Corpus:
    """Maps from the names and ids in the records to the documents of the corpus.

    `pages`: the id of the document to which a released id (of a passage, or a title) belongs;
    `titles`: the title of each document by its id; `spelling`: titles by `title_key`; `ids`: the
    id of the first document of a title, by `title_key`.
    """

    pages: Mapping[str, str]
    titles: Mapping[str, str]
    spelling: Mapping[str, str]
    ids: Mapping[str, str]


def corpus(documents: tuple[Document, ...], pages: Mapping[str, str]) -> Corpus:
    """The maps for these documents; `pages` as in `Corpus`."""
    spelling: dict[str, str] = {}
    ids: dict[str, str] = {}
    for document in documents:
        key = title_key(document.title)
        spelling.setdefault(key, document.title)
        ids.setdefault(key, document.id)
    return Corpus(pages, {d.id: d.title for d in documents}, spelling, ids)


def loft_questions(path: Path, found: Corpus) -> Iterator[Question]:
    """The questions of a LOFT file; InputError names the line that is broken or repeated."""
    lines: dict[str, int] = {}
    for number, record in read_json_lines(path):
        where = f"{path}, line {number}"
        qid, text = _filled(record, "qid", where), _filled(record, "query_text", where)
        if (before := lines.setdefault(qid, number)) != number:
            raise twice("qid", qid, where, f"line {before}")
        metadata = _mapping(record, "metadata", where)
        answers = field(record, "answers", list, where)
        titles, passages = _answers(answers, where)
        if metadata.get("qrels") is not None:
            passages = _passages(field(metadata, "qrels", list, where), where)
        relevant = {found.pages[id] for id in passages if id in found.pages}
        if answers and not titles:
            # A passage missing in the corpus keeps its own id, so that no gold is lost.
            titles = [found.titles[found.pages[i]] if i in found.pages else i for i in passages]
        yield Question(
            qid,
            text,
            template=_optional(metadata, "template", where),
            domain=_optional(metadata, "domain", where),
            golds={ORIGINAL: respell(Gold(frozenset(titles)), found.spelling)},
            relevant=frozenset(relevant or _ids(titles, found)),
        )


def quest_questions(path: Path, split: str, found: Corpus) -> Iterator[Question]:
    """The questions of a QUEST file, with ids by their order: `test-0000`, `test-0001`, …"""
    for order, (number, record) in enumerate(read_json_lines(path)):
        where = f"{path}, line {number}"
        metadata = _mapping(record, "metadata", where)
        titles = [_title(title, where) for title in field(record, "docs", list, where)]
        yield Question(
            f"{split}-{order:04d}",
            _filled(record, "query", where),
            template=_optional(metadata, "template", where),
            domain=_optional(metadata, "domain", where),
            golds={ORIGINAL: respell(Gold(frozenset(titles)), found.spelling)},
            relevant=frozenset(_ids(titles, found)),
        )


def _answers(answers: list[Any], where: str) -> tuple[list[str], list[str]]:
    """Answers as titles or as ids of passages, recognised by their type, not by the file."""
    if all(isinstance(answer, str) for answer in answers):
        return [_title(answer, where) for answer in answers], []
    return [], _passages(answers, where)


def _passages(pairs: list[Any], where: str) -> list[str]:
    """The ids with a positive grade, of pairs of an id and a grade."""
    for pair in pairs:
        match pair:
            case [str(), bool() | int() | float()]:
                continue
        raise InputError(
            f'{where}: {pair!r:.60} is not a pair like ["quest_153157_0", 1]; answers are all '
            "titles or all such pairs."
        )
    return [id.strip() for id, grade in pairs if grade > 0]


def _ids(titles: list[str], found: Corpus) -> set[str]:
    return {found.ids[key] for title in titles if (key := title_key(title)) in found.ids}


def _filled(record: Mapping[str, Any], name: str, where: str) -> str:
    value = record.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise wrong_value(value, name, "a text", where)
    return str(value).strip()


def _optional(record: Mapping[str, Any], name: str, where: str) -> str:
    return _filled(record, name, where) if record.get(name) not in (None, "") else ""


def _title(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{where}: a title is {value!r:.60}, where a text is needed.")
    return value.strip()


def _mapping(record: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    return field(record, name, dict, where) if record.get(name) is not None else {}
