"""FanOutQA: the form in which people answer questions (§4.5, App. G.2)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tamis.benchmarks.fanoutqa.answers import answer_text
from tamis.collect.fanout.links import LinkError, read_link
from tamis.studio.annotating.kinds.answers import HOWS, read_answer
from tamis.studio.annotating.kinds.kind import (
    LONGEST_LINE,
    LONGEST_TEXT,
    Field,
    FormKind,
    Kind,
    Label,
    Option,
    Seed,
    as_number,
    seed_of,
    short_hash,
    text_of,
)
from tamis.text.shown import one_line

_MOST_PAGES = 200
_LONGEST_TIME = 24 * 60


class FanoutAnswer(FormKind):
    """A question; its golden answer, if the import has one, is not shown."""

    name = "fanout_answer"
    title = "FanOutQA: answer a question"
    explanation = (
        "Answer the question as well as you can. You may search the English Wikipedia, but use no "
        "other search engine. Note every page that you looked at, whether it helped or not. The "
        "answer need not be a sentence, nor in any particular form."
    )
    columns = "question, id: the released questions, or those that were written in the studio."
    fields = (
        Field("answer", "Answer", "long text", required=False),
        Field("answer_how", "Written as", "choice", HOWS, required=False),
        Field(
            "could_not_answer",
            "Could not answer",
            "choices",
            (Option("yes", "I could not answer this"),),
            required=False,
            agreement="nominal",
        ),
        Field(
            "pages",
            "Pages you looked at",
            "long text",
            required=False,
            help="The address of one page of the English Wikipedia per line.",
        ),
        Field("minutes", "Minutes it took", "number", required=False),
    )
    template = "annotating/kind_fanout_answer.html"
    form_template: str | None = "annotating/form_fanout_answer.html"
    hows = HOWS

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A question; no person gets two items with the same id."""
        question = text_of(record, "question", where)
        id = text_of(record, "id", where, needed=False) or short_hash(question)
        given = text_of(record, "question_key", where, needed=False)
        return seed_of(
            {**record, "question_key": given or id}, where, id, {"id": id, "question": question}
        )

    def check(
        self, values: Mapping[str, Sequence[str]], payload: Mapping[str, Any]
    ) -> tuple[Label | None, dict[str, str]]:
        """The answer as it was typed, the pages as whole addresses."""
        given = {name: "".join(values.get(name, ())[:1]).replace("\r\n", "\n") for name in _NAMES}
        label: Label = {}
        problems: dict[str, str] = {}
        how, text = given["answer_how"] or "text", given["answer"].strip()
        if how not in {option.value for option in HOWS}:
            problems["answer_how"] = "That is not one of the choices."
        elif len(text) > LONGEST_TEXT:
            problems["answer"] = f"This is longer than {LONGEST_TEXT:,} characters."
        elif text and (wrong := read_answer(how, text)[1]):
            problems["answer"] = wrong
        elif given["could_not_answer"]:
            label["could_not_answer"] = ["yes"]
        elif not text:
            problems["answer"] = "Write an answer, or tick that you could not answer."
        if text:
            label |= {"answer": text, "answer_how": how}
        pages, wrong = _pages(given["pages"])
        if wrong:
            problems["pages"] = wrong
        elif pages:
            label["pages"] = "\n".join(pages)
        if time := given["minutes"].strip():
            minutes = as_number(time)
            if minutes is None or not 0 <= minutes <= _LONGEST_TIME:
                problems["minutes"] = "Write a number of minutes, such as 12."
            else:
                label["minutes"] = minutes
        return (None, problems) if problems else (label, {})

    def heading(self, payload: Mapping[str, Any]) -> str:
        """The question."""
        return one_line(payload["question"], LONGEST_LINE)

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The line of a prediction file, with the person's other notes.

        Where somebody could not answer, the text is empty, which is scored as missing.
        """
        label = label or {}
        missing = bool(label.get("could_not_answer"))
        return {
            "id": payload["id"],
            "question": payload["question"],
            "text": "" if missing else answer_text(value_of(label)),
            "could_not_answer": missing,
            "pages": [page for page in str(label.get("pages", "")).split("\n") if page],
            "minutes": label.get("minutes"),
        }


_NAMES = ("answer", "answer_how", "could_not_answer", "pages", "minutes")


def value_of(label: Mapping[str, Any]) -> Any:
    """The answer of a label as text, number, truth value, list or table."""
    return read_answer(str(label.get("answer_how", "text")), str(label.get("answer", "")))[0]


def _pages(text: str) -> tuple[list[str], str]:
    """The pages of a list of addresses, each once, and what is wrong with the first bad one."""
    found: dict[str, None] = {}
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) > _MOST_PAGES:
        return [], f"These are more than {_MOST_PAGES} pages."
    for number, line in enumerate(lines, 1):
        try:
            found.setdefault(read_link(line).url)
        except LinkError as error:
            if error.page is None:
                return [], f"Line {number}: {error}"
            found.setdefault(error.page.url)
    return list(found), ""


KIND: Kind = FanoutAnswer()
