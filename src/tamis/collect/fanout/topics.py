"""Topics of questions: suggested by a model, merged by a person, counted (FanOutQA, App. B)."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tamis.collect.fanout.flags import Say
from tamis.collect.fanout.tree import Question
from tamis.inputs.files import is_there, write_text
from tamis.inputs.spreadsheets import read_rows, sheet
from tamis.prompts import PromptTemplates
from tamis.reading.kept_replies import Replies
from tamis.reading.looks_for import Titles
from tamis.reading.replies import read
from tamis.report.document import Report
from tamis.report.elements import Column, Row, Table
from tamis.types import Chat, InputError, Outcome, Reply

TOP = 25
"""How many topics Table 1 has."""

MOST = 5
"""How many topics a question is asked for."""

_PROMPT = PromptTemplates("tamis.collect.fanout.prompts", ("topics",))
_FIELDS = ("topic", "questions", "merged_into")
_LONGEST = 60
_LEAD = re.compile(r"^\W{0,9}(?:the )?topics?(?: are| is)?\s{0,3}:?\s{0,3}", re.I)


@dataclass
class Suggested:
    """The topics of questions by their ids, and how many replies came to what."""

    topics: dict[str, tuple[str, ...]] = field(default_factory=dict)
    outcomes: Counter[Outcome] = field(default_factory=Counter)


async def suggest(
    questions: Sequence[Question],
    chat: Chat,
    model: str,
    *,
    replies: Replies,
    folder: str | None = None,
    say: Say = lambda doing: None,
) -> Suggested:
    """Ask a model for the topics of each question; an unusable reply gives none, and is counted.

    `folder` may have a template `topics.j2` that replaces Tamis's own.
    """
    made, done = Suggested(), 0

    async def one(question: Question) -> None:
        nonlocal done
        prompt = _PROMPT.render("topics", folder, question=question.question)
        outcome, found = topics_in(await replies.ask(chat, model, prompt))
        made.outcomes[outcome] += 1
        made.topics[question.id] = found
        done += 1
        say(f"topics: {done} of {len(questions)}")

    await asyncio.gather(*map(one, questions))
    return made


def topics_in(reply: Reply) -> tuple[Outcome, tuple[str, ...]]:
    """The topics of a reply, at most MOST: a list in any form, or words between commas."""
    found = read(reply, Titles(after=("topics", "topic")))
    values = [part for value in found.values for part in re.split(r"[,;]", _LEAD.sub("", value, 1))]
    if found.outcome == "unparsed" and "\n" not in reply.text.strip():
        # "Film, U.S. politics": one line of words.
        values = re.split(r"[,;]", _LEAD.sub("", reply.text.strip(), count=1))
    short = [
        name
        for value in values
        if 0 < len(name := " ".join(value.split()).strip(" .\"'*")) <= _LONGEST
        and len(name.split()) <= 5
    ]
    if not short:
        return (found.outcome if found.outcome != "ok" else "unparsed"), ()
    return "ok", tuple(dict.fromkeys(short))[:MOST]


def read_merges(path: Path, topics: Sequence[str]) -> dict[str, str]:
    """What each topic is merged into, by the file; topics that it lacks stay as they are.

    If there is no file it is written, with a proposal: names that differ in case, or in a plural,
    are one. A person corrects it ("Film Studies" into "Film"); an existing file is not changed. A
    topic that is merged into nothing is left out.
    """
    if not is_there(path):
        often = Counter(topics)
        proposed = propose(often)
        rows = ((name, str(n), proposed[name]) for name, n in often.most_common())
        write_text(path, sheet(_FIELDS, rows))
        return proposed

    def check(names: Sequence[str]) -> None:
        if missing := [name for name in ("topic", "merged_into") if name not in names]:
            raise InputError(f"{path} is no file of merged topics: it lacks {missing[0]!r}.")

    return {row["topic"]: row["merged_into"].strip() for _, row in read_rows(path, check)}


def propose(often: Mapping[str, int]) -> dict[str, str]:
    """The most frequent spelling of each topic."""
    spelt: dict[str, str] = {}
    for name in sorted(often, key=lambda name: (-often[name], name)):
        spelt.setdefault(_key(name), name)
    return {name: spelt[_key(name)] for name in often}


def _key(name: str) -> str:
    words = re.findall(r"\w+", name.casefold().replace("&", "and"))
    return " ".join(re.sub(r"(?<=[a-z]{3})s$", "", word) for word in words)


def merged(topics: Sequence[str], merges: Mapping[str, str]) -> tuple[str, ...]:
    """The topics of one question after merging, each once."""
    found = (merges.get(name, name) for name in topics)
    return tuple(dict.fromkeys(name for name in found if name))


def table_1(topics: Sequence[Sequence[str]], name: str, top: int = TOP) -> Report:
    """The most frequent topics and how many questions have them; `topics` are of each question."""
    often = Counter(topic for found in topics for topic in dict.fromkeys(found))
    without = sum(not found for found in topics)
    ranked = sorted(often, key=lambda topic: (-often[topic], topic))[:top]
    rows = tuple(
        Row(topic, "measure", {"n": often[topic], "share": often[topic] / len(topics)})
        for topic in ranked
    )
    if not often:
        raise InputError(f"{name} has no topics; --model and --out suggest some.")
    notes = [f"Topics in all: {len(often):,}."]
    if without:
        notes.append(f"Questions without a topic: {without:,} of {len(topics):,}.")
    return Report(
        f"Topics of {name}",
        f"{len(topics):,} questions",
        {},
        (
            Table(
                id="topics",
                title=f"The {len(rows)} most frequent topics",
                caption="As FanOutQA's Table 1. A question may have several.",
                columns=(Column("n", "Questions"), Column("share", "Share", digits=3)),
                rows=rows,
            ),
        ),
        notes=tuple(notes),
    )
