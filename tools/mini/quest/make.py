"""Make the mini data from `works.csv`, `pages.md` and `questions.yaml`.

    make data-mini

writes, for the package to ship, the corpus, the three files of questions in LOFT's released format
and `gold.json`. All works are invented, so that no model knows them and no fact can be wrong.

`works.csv` has the facts. A cell may hold several values, separated by ";"; a value with a
question mark is borderline: people may reasonably differ on it. `pages.md` has the prose, a
section for each title; a comment `<!-- about, set_in -->` starts a further passage of the page
and names the columns for which it has the evidence; the first passage has that of all others.
`questions.yaml` has each question as a template over parts, and each part as column: value.

The revised golds are computed from the facts in three-valued logic: true is a match, unknown is
debatable. The original golds have errors like those of QUEST, which come from Wikipedia's
categories: they are computed from the facts as an encyclopaedia might categorise them, that is,
with borderline values counted as true and with the mistakes of the column `miscategorised`, where
"+set_in:Norway" adds a category that the work does not belong to and "-genres:comedy" omits
one that it does. To extend the data, edit the three sources and run this again.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from tamis.types import InputError

HERE = Path(__file__).parent
SHIPPED = Path(str(files("tamis.benchmarks.quest"))) / "mini"
"""Where the package has the files."""

TABLE, PROSE, QUESTIONS = "works.csv", "pages.md", "questions.yaml"
FILES = {"few_shot": "few_shot_queries", "dev": "dev_queries", "test": "test_queries"}
KINDS = {"films": ("film",), "books": ("novel", "nonfiction")}

TEMPLATES: dict[str, Callable[..., float]] = {
    "_": lambda a: a,
    "_ or _": max,
    "_ or _ or _": max,
    "_ that are also _": min,
    "_ that are also both _ and _": min,
    "_ that are also _ but not _": lambda a, b, c: min(a, b, 1 - c),
    "_ that are not _": lambda a, b: min(a, 1 - b),
}
"""QUEST's templates (Malaviya et al., 2023) over truth values: 0 false, 0.5 unknown, 1 true."""

Facts = Mapping[str, Mapping[str, float]]
"""Column → value → its truth; an absent value is false."""


@dataclass(frozen=True)
class Work:
    """A row of the table with its page. `filed` are the facts according to its categories.

    `passages`: text, and the columns whose evidence it has (for the first one: all others).
    """

    number: int
    title: str
    facts: Facts
    filed: Facts
    passages: Sequence[tuple[str, Sequence[str]]]

    def pid(self, passage: int) -> str:
        """The released id of a passage."""
        return f"mini_{self.number}_{passage}"

    def bearing(self, columns: Sequence[str]) -> str:
        """The id of the passage with evidence for most of the columns; the first if equal."""
        later = [borne for _, borne in self.passages[1:]]
        counts = [sum(not any(column in borne for borne in later) for column in columns)]
        counts += [sum(column in borne for column in columns) for borne in later]
        return self.pid(counts.index(max(counts)))


@dataclass(frozen=True)
class Question:
    """An entry of `questions.yaml`; `parts` maps the wording of each part to its conditions."""

    qid: str
    text: str
    domain: str
    template: str
    parts: Mapping[str, Mapping[str, str]]

    def truth(self, facts: Facts) -> float:
        """0, 0.5 or 1, in Kleene's logic: unknown where it depends on a borderline value."""
        if not any(kind in facts["kind"] for kind in KINDS[self.domain]):
            return 0
        return TEMPLATES[self.template](*(_truth(part, facts) for part in self.parts.values()))

    def columns(self, facts: Facts) -> list[str]:
        """The columns that decide the truth: those of the parts that hold."""
        holding = [part for part in self.parts.values() if _truth(part, facts) == 1]
        return ["year" if column == "decade" else column for part in holding for column in part]

    def released(self, works: Iterable[Work]) -> dict[str, Any]:
        """The question with its original golds in LOFT's format."""
        answers = [work for work in works if self.truth(work.filed) == 1]
        marked = iter(f"<mark>{wording}</mark>" for wording in self.parts)
        return {
            "qid": self.qid,
            "query_text": self.text,
            "metadata": {
                "qrels": [[work.bearing(self.columns(work.filed)), 1] for work in answers],
                "template": self.template,
                "domain": self.domain,
                "original_query": re.sub("_", lambda _: next(marked), self.template),
            },
            "answers": [work.title for work in answers],
        }

    def revised(self, works: Iterable[Work]) -> dict[str, Any]:
        """The question with its revised golds, in three buckets."""
        judged = [(w.title, self.truth(w.facts), self.truth(w.filed)) for w in works]
        return {
            "question": self.text,
            "match": [title for title, truth, _ in judged if truth == 1],
            "debatable": [title for title, truth, _ in judged if truth == 0.5],
            "no_match": [title for title, truth, filed in judged if filed == 1 and truth == 0],
        }


def read_works(folder: Path = HERE) -> list[Work]:
    """The works with their pages; InputError where table and prose do not match."""
    pages = dict(_pages(folder / PROSE))
    works = []
    with (folder / TABLE).open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), 1):
            title, slips = row.pop("title"), row.pop("miscategorised")
            where = f"{folder / TABLE}, {title!r}"
            if title not in pages:
                raise InputError(f"{where} has no section in {PROSE}; write its page there.")
            facts = {column: _values(cell) for column, cell in row.items()}
            facts["decade"] = {f"{row['year'][:3]}0s": 1.0}
            filed = {column: dict.fromkeys(values, 1.0) for column, values in facts.items()}
            for slip in _split(slips):
                found = re.fullmatch(r"([+-])(\w+):(.+)", slip)
                if found is None or found[2] not in filed:
                    raise InputError(f"{where}: {slip!r} is not valid; write ±column:value.")
                filed[found[2]][found[3]] = float(found[1] == "+")
            works.append(Work(number, title, facts, filed, pages.pop(title)))
    if pages:
        raise InputError(f"{folder / PROSE}: {min(pages)!r} is not in {TABLE}; add its row.")
    return works


def read_questions(works: Iterable[Work], folder: Path = HERE) -> dict[str, list[Question]]:
    """The questions by split; InputError where one asks for a value that no work has."""
    known = {(c, v) for work in works for c, values in work.facts.items() for v in values}
    sections = yaml.safe_load((folder / QUESTIONS).read_text(encoding="utf-8"))
    questions: dict[str, list[Question]] = {}
    for split, entries in sections.items():
        for number, entry in enumerate(entries, 1):
            text, template = entry["query"], entry["template"]
            where = f"{folder / QUESTIONS}, {text!r}"
            if template not in TEMPLATES or len(entry["of"]) != template.count("_"):
                raise InputError(f"{where}: {template!r} is not a template for these parts.")
            for part in entry["of"].values():
                if lacking := set(part.items()) - known:
                    raise InputError(f"{where}: no work has {min(lacking)!r}; correct one of them.")
            qid = f"{split}{number:02d}"
            question = Question(qid, text, entry["domain"], template, entry["of"])
            questions.setdefault(split, []).append(question)
    return questions


def passages(works: Iterable[Work]) -> Iterator[dict[str, Any]]:
    """The corpus in LOFT's format, a row per passage."""
    for work in works:
        for k, (text, _) in enumerate(work.passages):
            row = {"pid": work.pid(k), "title_text": work.title, "passage_text": text}
            yield {**row, "metadata": {}}


def main(folder: Path = SHIPPED) -> None:
    """Write the five files into `folder`."""
    works = read_works()
    questions = read_questions(works)
    _write(folder / "corpus.jsonl", _lines(passages(works)))
    for split, name in FILES.items():
        rows = (question.released(works) for question in questions[split])
        _write(folder / f"{name}.jsonl", _lines(rows))
    golds = _lines((q.revised(works) for split in FILES for q in questions[split]), ",\n")
    _write(folder / "gold.json", f'{{"revised": [\n{golds}\n]}}\n')


def _truth(part: Mapping[str, str], facts: Facts) -> float:
    return min(facts[column].get(value, 0) for column, value in part.items())


def _pages(path: Path) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    for section in re.split(r"(?m)^# ", path.read_text(encoding="utf-8"))[1:]:
        title, _, prose = section.partition("\n")
        first, *rest = re.split(r"<!--(.*?)-->", prose)
        later = zip(rest[1::2], rest[::2], strict=True)
        page = [(text.strip(), _split(columns, ",")) for text, columns in later]
        yield title, [(first.strip(), []), *page]


def _values(cell: str) -> dict[str, float]:
    return {value.rstrip("?"): 0.5 if value.endswith("?") else 1.0 for value in _split(cell)}


def _split(text: str, separator: str = ";") -> list[str]:
    return [part.strip() for part in text.split(separator) if part.strip()]


def _lines(rows: Iterable[dict[str, Any]], separator: str = "\n") -> str:
    text = separator.join(json.dumps(row, ensure_ascii=False) for row in rows)
    return text if separator != "\n" else text + "\n"


def _write(path: Path, text: str) -> None:
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8", newline="\n")
    new.replace(path)
    print(f"{path.name}: {len(text.encode()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
