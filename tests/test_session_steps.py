"""The machine's part of a writing session: drafts and revises, and what happens when it cannot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from server import Fault, Prompt, Server
from server import Reply as Scripted
from tamis.models import open_author
from tamis.types import Passage
from tamis.writing.author import ModelAuthor, Respondent
from tamis.writing.session_steps import advance
from tamis.writing.sessions import (
    Drafted,
    Event,
    Instructed,
    Interrupted,
    Opened,
    Retrieved,
    Revised,
    Session,
    Summarised,
    fold,
)

PASSAGES = tuple(Passage(f"{n}:0", n, f"Paper {n}", f"Finding {n}.") for n in range(7))


class Shelf:
    """Finds the first passages, whatever is asked, and remembers what was."""

    name = "shelf"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def search(self, query: str, k: int = 5) -> tuple[Passage, ...]:
        """The first `k`."""
        self.asked.append(query)
        return PASSAGES[:k]


def opened() -> Session:
    """A session that waits for its draft."""
    return fold([Opened("How?", tuple(p.title for p in PASSAGES), "m", "shelf", {})])


def instructed(kind: str) -> Session:
    """A session that waits for the revision of its first turn."""
    session = opened().apply(Drafted("The draft [2]."))
    return session.apply(Instructed(1, "Say more on findings.", kind))  # type: ignore[arg-type]


def run(
    session: Session,
    answer: Callable[[Prompt], object],
    shelf: Shelf | None = None,
    streams: bool = True,
) -> tuple[list[Event], list[str], Server]:
    """What the machine does, what was heard meanwhile, and the server that answered."""
    heard: list[str] = []

    async def all_of(speaker: object) -> list[Event]:
        author = ModelAuthor("m", speaker)  # type: ignore[arg-type]
        return [e async for e in advance(session, author, shelf or Shelf(), heard.append)]

    with Server(answer, streams=streams) as server:  # type: ignore[arg-type]
        arguments = {"base_url": server.url, "api_key": "none"}
        speaker = open_author("openai-api/lab/scripted", 500, 0.7, arguments, retries=0)
        return asyncio.run(all_of(speaker)), heard, server


def test_a_draft_is_written_from_the_five_best_passages_with_their_papers_numbers() -> None:
    """The question retrieves; the prompt holds five numbered passages and the question."""
    shelf = Shelf()
    events, heard, server = run(opened(), lambda prompt: "It is so [0]. And so [4].", shelf)
    assert events == [Retrieved(0, "How?", PASSAGES[:5]), Drafted("It is so [0]. And so [4].")]
    assert shelf.asked == ["How?"]
    (body,) = server.bodies
    assert body["temperature"] == 0.7
    prompt = next(iter(server.calls))
    assert "[4] Paper 4\nFinding 4." in prompt
    assert "Finding 5." not in prompt
    assert "How?" in prompt
    assert heard[0] == "It"
    assert heard[-1] == "It is so [0]. And so [4]."


def test_a_server_that_cannot_stream_gives_the_text_at_once() -> None:
    """It ignores that a stream is asked for, and sends one completion; that is asked for then."""
    shelf = Shelf()
    session = instructed("information-seeking")
    events, heard, server = run(session, lambda prompt: "It is so [0].", shelf, streams=False)
    assert events[-1] == Revised(1, "It is so [0].")
    assert heard == ["It is so [0]."]
    assert [bool(body.get("stream")) for body in server.bodies] == [True, False, False]


def test_an_information_seeking_instruction_retrieves_summarises_and_updates() -> None:
    """The summary is asked for with passages, answer and instruction; the update has no passage."""
    replies = {"Write down what": "Findings are many [3].", "Write the whole": "The draft, more."}

    def answer(prompt: Prompt) -> str:
        return next(reply for start, reply in replies.items() if start in prompt)

    shelf = Shelf()
    events, _, server = run(instructed("information-seeking"), answer, shelf)
    assert events == [
        Retrieved(1, "Say more on findings.", PASSAGES[:5]),
        Summarised(1, "Findings are many [3]."),
        Revised(1, "The draft, more."),
    ]
    summarise, revise = server.calls
    assert "Finding 4." in summarise
    assert "The draft [2]." in summarise
    assert "Findings are many [3]." in revise
    assert "Finding 4." not in revise


def test_a_stylistic_instruction_updates_directly() -> None:
    """One call, nothing retrieved, the answer so far and the instruction in the prompt."""
    shelf = Shelf()
    events, _, server = run(instructed("stylistic"), lambda prompt: "Shorter.", shelf)
    assert events == [Revised(1, "Shorter.")]
    assert shelf.asked == []
    (prompt,) = server.calls
    assert "The draft [2]." in prompt
    assert "Say more on findings." in prompt


def test_a_lost_connection_leaves_what_had_come_and_the_next_try_goes_on_from_there() -> None:
    """The half answer is kept as an interruption; passages and summary are not asked for again."""

    def answer(prompt: Prompt) -> str:
        if "Write down what" in prompt:
            return "Findings."
        return Scripted.broken("The draft and then")

    session = instructed("information-seeking")
    events, _, _ = run(session, answer)
    assert isinstance(events[-1], Interrupted)
    assert events[-1].text == "The draft and then"
    for event in events:
        session = session.apply(event)
    shelf = Shelf()
    again, _, server = run(session, lambda prompt: "Whole.", shelf)
    assert again == [Revised(1, "Whole.")]
    assert (shelf.asked, len(server.bodies)) == ([], 1)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (Fault(401, "no such key"), "no such key"),
        (Scripted.filtered(), "filter"),
        ("  ", "empty"),
    ],
)
def test_a_reply_that_is_none_is_an_interruption_with_its_reason(said: object, reason: str) -> None:
    """Refused, stopped by the filter, empty: the session goes on waiting for its draft."""
    events, _, _ = run(opened(), lambda prompt: said)
    assert isinstance(events[-1], Interrupted)
    assert reason in events[-1].reason
    assert opened().apply(events[0]).apply(events[-1]).stage == "drafting"


def test_an_answer_cut_by_the_token_limit_is_marked() -> None:
    """The writer sees that the model was not done."""
    events, _, _ = run(opened(), lambda prompt: Scripted.cut("It is"))
    assert events[-1] == Drafted("It is", truncated=True)


def test_the_respondent_says_that_it_is_none_and_shows_the_passages() -> None:
    """Without a model: the note, each passage with its reference; a second time nothing twice."""

    async def both() -> tuple[list[Event], list[Event]]:
        author = Respondent()
        first = [e async for e in advance(opened(), author, Shelf(), lambda text: None)]
        session = opened().apply(first[0]).apply(first[1])
        session = session.apply(Instructed(1, "More.", "information-seeking"))
        return first, [e async for e in advance(session, author, Shelf(), lambda text: None)]

    first, second = asyncio.run(both())
    draft = first[-1]
    assert isinstance(draft, Drafted)
    assert "No model: a program stands in" in draft.answer
    assert all(f"Finding {n}. [{n}]" in draft.answer for n in range(5))
    revised = second[-1]
    assert isinstance(revised, Revised)
    assert revised.answer.count("Finding 3. [3]") == 1
