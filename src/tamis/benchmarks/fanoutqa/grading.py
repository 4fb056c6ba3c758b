"""Answers graded by a person: a sheet to fill in, and its figures (FanOutQA, §4.5).

String accuracy misses what is spelt or put otherwise, so the paper graded people's answers by hand
too: .847, where the loose accuracy had been .685. A line of the sheet is one reference string of a
question; the person says whether the answer gives it. Its key tells equal strings apart, such as
the yes, yes and no of a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from tamis.benchmarks.benchmark import condition_of
from tamis.benchmarks.fanoutqa.answers import Scorer
from tamis.benchmarks.fanoutqa.logged_answer import answer_of
from tamis.benchmarks.fanoutqa.options import Options
from tamis.benchmarks.fanoutqa.question import Value
from tamis.benchmarks.fanoutqa.samples import load_samples
from tamis.inputs.answer_sheets import answered
from tamis.measures.words import words
from tamis.report.build import published
from tamis.report.document import Report
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.logs import record_of, samples_of
from tamis.report.runs import Run
from tamis.stats import mean
from tamis.types import InputError, Reply

PEOPLE = 140
"""The paper's answers by people: 14 of them, ten questions each (§4.5)."""


@dataclass(frozen=True)
class Line:
    """A reference string of a question, with the answer that is graded.

    `key` is the reference's own within its question (`keys`); sheets written before there were
    keys have none. `program` is whether loose accuracy (variant paper) found it; `right` what the
    person says: yes, no, or nothing yet. The answer stands in the first line of its question alone.
    """

    run: str
    condition: str
    id: str
    question: str
    answer: str
    key: str = field(default="", kw_only=True)
    reference: str
    program: str
    right: str = ""
    note: str = ""


def to_grade(runs: Sequence[Run]) -> list[Line]:
    """The lines of the answers of runs; InputError where the answers of the data are hidden."""
    found: list[Line] = []
    for run in runs:
        options = Options.parse({k: v for k, v in run.args.items() if v is not None})
        asked = {sample.id: sample.question for sample in load_samples(options)[1]}
        normaliser = words(options.words)
        for id, sample in samples_of(run):
            question = asked.get(id)
            if question is None:
                raise InputError(f"{run.label}: the question {id} of the log is not in its data.")
            if question.answer is None:
                raise InputError(f"{run.label}: the answers of this split are hidden.")
            recorded = answer_of(record_of(sample), Reply(sample.output.completion))
            if recorded.withheld:
                continue
            said = recorded.answered.text
            scored = Scorer(question.answer, "paper", normaliser).score(said)
            each = zip(keys(question.answer), scored.references, scored.found, strict=True)
            for n, (key, reference, known) in enumerate(each):
                found.append(
                    Line(
                        run.label,
                        condition_of(run),
                        id,
                        question.text,
                        "" if n else said,
                        reference,
                        "yes" if known else "no",
                        key=key,
                    )
                )
    if not found:
        raise InputError("the logs have no answers to grade.")
    return found


def keys(answer: Value) -> list[str]:
    """A key for each reference string of an answer, in their order, none twice.

    It is the string's number. A table has the names of its rows first; the key of a row's value is
    the number of the row with its name: "2 (Brannoc)".
    """
    if isinstance(answer, dict):
        values = [f"{nth} ({name})" for nth, name in enumerate(answer, 1)]
        return [*map(str, range(1, len(answer) + 1)), *values]
    return [str(nth + 1) for nth in range(len(answer) if isinstance(answer, list) else 1)]


def report(lines: Sequence[Line]) -> Report:
    """The share of references that a person finds in the answers, beside the program's.

    Both are over the questions of which every reference is graded; the others are told.
    """
    by: dict[tuple[str, str], dict[str, list[Line]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        by[line.run, line.condition][line.id].append(line)
    rows: list[Row] = []
    for (name, condition), questions in by.items():
        whole = {id: own for id, own in questions.items() if all(one.right for one in own)}
        graded = [(_share(own, "right"), id) for id, own in whole.items()]
        loose = [(_share(own, "program"), id) for id, own in whole.items()]
        cells: dict[str, Cell] = {
            "graded": mean(graded) if graded else None,
            "all": mean((float(value == 1), id) for value, id in graded) if graded else None,
            "loose": mean(loose) if loose else None,
            "n": len(whole),
            "open": len(questions) - len(whole),
        }
        rows.append(Row(name, "measure", cells, condition))
    people = published("fanoutqa")["human_open_book"]
    paper: dict[str, Cell] = {
        "graded": people["manual_upper_bound"],
        "loose": people["loose"],
        "n": PEOPLE,
    }
    rows.append(Row("people", "published", paper, "open book"))
    return Report(
        "Answers graded by a person",
        "FanOutQA, §4.5",
        {},
        (
            Table(
                id="graded",
                title="Accuracy by a person's grades",
                caption="Graded: the share of a question's reference strings that the answer "
                "gives, as a person says; all: the share of questions with all of them; loose: "
                "the same share by the program (variant=paper). Over the questions that are "
                "graded whole; open are the others. Published: FanOutQA, §4.5.",
                columns=(
                    Column("graded", "Graded", "up"),
                    Column("all", "All", "up"),
                    Column("loose", "Loose", "up"),
                    Column("n", "n"),
                    Column("open", "Open"),
                ),
                rows=tuple(rows),
            ),
        ),
    )


def _share(lines: Sequence[Line], what: str) -> float:
    return sum(answered(getattr(line, what)) is True for line in lines) / len(lines)
