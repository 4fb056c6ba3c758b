"""Make the mini data from `papers.md` and `sessions/*.yaml`.

    make data-mini

writes the five files that the package ships. The sources have the change that each instruction made
(`changes.py`) instead of whole answers, so that the text before a turn follows from the ratings and
edits before it, as in Figure 3. The passages are those that BM25 finds for the question or the
instruction. To extend the data, edit the sources and run this again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from mini.kiwi.changes import changed
from tamis.inputs.files import write_text
from tamis.retrieve.papers import Paper, Searcher, open_searcher, passages
from tamis.writing.sessions import (
    Drafted,
    Edited,
    Finished,
    Instructed,
    Opened,
    Rated,
    Released,
    Retrieved,
    Revised,
    Session,
    Summarised,
    as_row,
    fold,
    write_released,
)

HERE = Path(__file__).parent
SHIPPED = Path(str(files("tamis.benchmarks.kiwi"))) / "mini"
"""Where the package has the files."""

PAPERS, SESSIONS = "papers.jsonl", "interactions.jsonl"
LABELS, SECOND, RETRIEVAL = "labels.jsonl", "second_ratings.jsonl", "retrieval.jsonl"
QUESTIONS = ("negation", "retrieval", "meetings", "disagreement")
SECOND_PERSON = "a4"
Row = Mapping[str, Any]


def read_papers() -> dict[str, Paper]:
    """The papers of `papers.md` by their ids, in their order."""
    _, *sections = re.split(r"^## ", (HERE / "papers.md").read_text("utf-8"), flags=re.MULTILINE)
    papers = (_paper(section.strip().split("\n\n")) for section in sections)
    return {paper.id: paper for paper in papers}


def _paper(blocks: list[str]) -> Paper:
    key, year, authors = blocks[0].split(" | ")
    return Paper(key, blocks[1], tuple(blocks[2:]), int(year), tuple(authors.split(", ")))


def make_session(
    question: str, papers: Sequence[Paper], searcher: Searcher, source: Row
) -> Session:
    """A session from its source; `searcher` has the passages of `papers`."""
    titles = tuple(paper.title for paper in papers)
    session = fold(
        [
            Opened(question, titles, source["model"], searcher.name, {}),
            Retrieved(0, question, searcher.search(question)),
            Drafted(source["draft"]),
        ]
    )
    for number, turn in enumerate(source["turns"], 1):
        session = session.apply(Instructed(number, turn["ask"], turn["kind"]))
        if turn["kind"] == "information-seeking":
            session = session.apply(Retrieved(number, turn["ask"], searcher.search(turn["ask"])))
            session = session.apply(Summarised(number, turn["summary"]))
        answer = changed(session.previous, turn["change"])
        session = session.apply(Revised(number, answer))
        session = session.apply(Rated(number, turn["rating"], turn["comment"]))
        if "edit" in turn:
            session = session.apply(Edited(number, changed(answer, turn["edit"])))
    return session.apply(Finished())


def main(folder: Path = SHIPPED) -> None:
    """Write the five files into `folder`."""
    papers = read_papers()
    sessions: list[Released] = []
    others: dict[str, list[Row]] = {LABELS: [], SECOND: [], RETRIEVAL: []}
    for name in QUESTIONS:
        about = yaml.safe_load((HERE / "sessions" / f"{name}.yaml").read_text("utf-8"))
        shelf = [papers[key] for key in about["papers"]]
        searcher = open_searcher(passages(shelf), "bm25")
        for source in about["sessions"]:
            session = make_session(about["question"], shelf, searcher, source)
            by = source["annotator"]
            sessions.append(Released(session, by, as_row(session, by)))
            for kind, row in _judged(len(sessions), source["turns"]):
                others[kind].append(row)
    write_released(folder / SESSIONS, sessions)
    others[PAPERS] = [_row(paper) for paper in papers.values()]
    for name, rows in others.items():
        write_text(folder / name, (json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _judged(session: int, turns: Sequence[Row]) -> Iterator[tuple[str, Row]]:
    """The judgements of people on the turns of a session, each with the name of its file."""
    for number, turn in enumerate(turns, 1):
        where = {"session": session, "turn": number}
        error = {"error_type": turn["error"]} if "error" in turn else {}
        yield LABELS, {**where, "instruction_type": turn["type"], **error}
        if "second" in turn:
            yield SECOND, {**where, "annotator_id": SECOND_PERSON, "rating": turn["second"]}
        if "passages" in turn:
            yield RETRIEVAL, {**where, "passages": turn["passages"]}


def _row(paper: Paper) -> Row:
    values = asdict(paper)
    return {key: values[key] for key in ("id", "title", "year", "authors", "paragraphs")}


if __name__ == "__main__":
    main()
