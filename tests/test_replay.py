"""Recorded instructions put to another author."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Sequence

import pytest

from server import Server, as_service
from tamis.types import InputError, Passage, Reply
from tamis.writing.author import Hear
from tamis.writing.replay import Recorded, replay
from tamis.writing.sessions import Session, as_row, from_row

ROW = {
    "original_question": "Q?",
    "model_name": "old",
    "initial_answer": "a0",
    "interaction": [
        {"instruction": "add", "answer_1": "a1", "rating": "bad", "passages": ["found then"]},
        {"instruction": " ", "answer_1": "a2", "rating": "good"},
        {"instruction": "cut", "answer_1": "a3", "rating": "good", "instruction_kind": "stylistic"},
    ],
}
RECORDED = from_row(ROW).session


class Parrot:
    """Writes down what it was given."""

    name = "new"

    def __init__(self, fails_on: str = "") -> None:
        self.fails_on = fails_on
        self.shown: list[str] = []

    async def draft(self, question: str, passages: Sequence[Passage], hear: Hear) -> Reply:
        """Its one draft."""
        return Reply("mine")

    async def summarise(
        self, previous: str, instruction: str, passages: Sequence[Passage]
    ) -> Reply:
        """Remembers the passages."""
        self.shown += [passage.text for passage in passages]
        return Reply("summary")

    async def revise(
        self, question: str, previous: str, instruction: str, summary: str, hear: Hear
    ) -> Reply:
        """The answer so far, the instruction and the summary, one after the other."""
        if instruction == self.fails_on:
            return Reply("", failed="the line is dead")
        return Reply(f"{previous}+{instruction}{'+' + summary if summary else ''}")


def answers(session: Session) -> list[str | None]:
    """What the author made of each instruction."""
    return [turn.answer for turn in session.turns]


def test_recorded_mode_puts_each_instruction_to_the_answer_of_then() -> None:
    """The bad first answer had left the history; empty instructions are skipped and counted."""
    author = Parrot()
    made = asyncio.run(replay(RECORDED, author))
    assert answers(made.session) == ["a0+add+summary", "a2+cut"]
    assert made.skipped == (2,)
    assert author.shown == ["found then"]
    assert made.session.opened.retriever == "recorded"


def test_own_mode_goes_on_from_the_authors_own_answers() -> None:
    """From its own draft, each answer built on its last."""
    draft = [{"id": "0:0", "paper": 0, "title": "", "text": "t"}]
    recorded = from_row({**ROW, "initial_passages": draft}).session
    made = asyncio.run(replay(recorded, Parrot(), mode="own"))
    assert made.session.draft == "mine"
    assert answers(made.session) == ["mine+add+summary", "mine+add+summary+cut"]


def test_a_revision_that_fails_costs_only_its_turn() -> None:
    """It is listed with its reason, and the others are there."""
    made = asyncio.run(replay(RECORDED, Parrot(fails_on="add")))
    assert answers(made.session) == ["a2+cut"]
    assert made.failed == ((1, "the line is dead"),)


def test_a_replay_is_written_with_the_answers_it_was_put_to() -> None:
    """Read back, each turn's previous answer is the recorded one, and none is rated."""
    made = asyncio.run(replay(RECORDED, Parrot()))
    again = from_row(as_row(made.session, unrated=True)).session
    assert [(t.previous, t.answer, t.rating) for t in again.turns] == [
        ("a0", "a0+add+summary", None),
        ("a2", "a2+cut", None),
    ]


def bare(row: dict[str, object]) -> Session:
    """A session with the keys alone that the release is known to have."""
    turns = [
        {"instruction": text, "answer_1": "a", "rating": "good"}
        for text in ("What are its limits?", "Shorten the answer.")
    ]
    return from_row({**row, "interaction": turns}).session


def test_instructions_of_unknown_kind_are_put_as_they_are_or_left_out_and_counted() -> None:
    """Without papers the kind changes nothing; with them it says whether they are searched."""
    made = asyncio.run(replay(bare(ROW), Parrot()))
    assert [t.kind for t in made.session.turns] == [None, None]
    assert answers(made.session) == ["a0+What are its limits?", "a+Shorten the answer."]
    assert (made.unknown, made.left_out, made.unread) == ((1, 2), (), ())
    made = asyncio.run(replay(bare(ROW), Parrot(), Recorded(())))
    assert (made.unknown, made.left_out, made.session.turns) == ((), (1, 2), ())


def test_an_information_seeking_instruction_without_passages_is_put_as_it_is() -> None:
    """And counted."""
    turn = {"instruction": "Why?", "answer_1": "a", "instruction_kind": "information-seeking"}
    made = asyncio.run(replay(from_row({**ROW, "interaction": [turn]}).session, Parrot()))
    assert answers(made.session) == ["a0+Why?"]
    assert [t.kind for t in made.session.turns] == ["information-seeking"]
    assert made.unread == (1,)


def test_own_mode_needs_something_to_draft_from() -> None:
    """Without papers and recorded passages there is nothing: said at once."""
    with pytest.raises(InputError, match="no passages for a draft"):
        asyncio.run(replay(bare(ROW), Parrot(), mode="own"))


def test_a_replay_is_not_streamed_and_is_asked_with_the_settings_given(tamis_here, monkeypatch):
    """Nobody watches; a seed, a stop and -M reach the provider, and are said in the report."""
    with Server(lambda prompt: "Shorter.") as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/test"
        said = tamis_here("replay", "--model", model, "--out", "again.jsonl", "--limit", "2",
                          "--seed", "7", "--stop-seqs", "END", "--top-p", "0.5")  # fmt: skip
        asked = len(server.bodies)
        for body in server.bodies:
            assert not body.get("stream")
            assert (body["seed"], body["stop"], body["top_p"]) == (7, ["END"], 0.5)
        assert f"tokens: {10 * asked} in, {5 * asked} out" in said.err
        assert "tamis run kiwi --data again.jsonl --model" in said.out.splitlines()[-1]
        assert "2/2" in said.err
        for n, changed in enumerate((["--seed", "8"], ["--reasoning-tokens", "8"]), 2):
            tamis_here("replay", "--model", model, "--out", "again.jsonl", "--limit", "2",
                       *changed, "--stop-seqs", "END", "--top-p", "0.5")  # fmt: skip
            assert len(server.bodies) == n * asked
    rows = [json.loads(line) for line in (tamis_here.folder / "again.jsonl").open()]
    assert {row["settings"]["reasoning_tokens"] for row in rows} == {"8"}


def test_a_replay_stops_at_a_limit_and_goes_on_from_there(tamis_here, monkeypatch):
    """What was answered is not asked for again."""
    with Server(lambda prompt: "Shorter.", tokens=(900, 100)) as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/test"
        args = ["replay", "--model", model, "--out", "again.jsonl", "--max-tokens", "100"]
        said = tamis_here(*args, "--token-limit", "5000", check=1)
        assert "STOPPED: the limit of 5,000 tokens is reached" in said.err
        assert 3 <= len(server.bodies) <= 6
        prices = tamis_here.folder / "prices.yaml"
        prices.write_text(f"{model}: {{input: 1000, output: 1000}}\n")
        said = tamis_here(*args, "--cost-limit", "3", "--prices", str(prices), check=1)
        assert "STOPPED: the cost limit of 3 is reached" in said.err
        tamis_here(*args)
        assert set(server.calls.values()) == {1}


def test_papers_of_a_replay_are_found_by_their_titles(tamis_here, tmp_path):
    """In any case of letters; one that is missing is named, and what could not be read is told."""
    (tmp_path / "papers").mkdir()
    for name, body in (("one.md", "# On Salt\n\nSalt."), ("two.md", "# On Rye\n\nRye is old.")):
        (tmp_path / "papers" / name).write_text(body)
    (tmp_path / "papers" / "bad.pdf").write_bytes(b"no pdf")
    turn = {"instruction": "What of rye?", "answer_1": "a", "rating": "good"}
    kind = {"session": 1, "turn": 1, "instruction_kind": "information-seeking"}
    (tmp_path / "kinds.jsonl").write_text(json.dumps(kind))

    def replayed(papers, check=0, labels=("--labels", "kinds.jsonl")):
        old = tmp_path / f"{len(papers)}-{check}.jsonl"
        old.write_text(json.dumps({**ROW, "interaction": [turn], "papers": papers}))
        args = ["replay", str(old), "--papers", "papers", "--out", "again.jsonl", *labels]
        return tamis_here(*args, check=check).err

    assert "left out: bad.pdf" in replayed(["on rye", "On Salt"])
    again = json.loads((tmp_path / "again.jsonl").read_text())
    assert again["interaction"][0]["passages"][0]["title"] == "On Rye"
    assert "does not have the paper 'On Oats'" in replayed(["On Rye", "On Oats"], check=2)
    assert "do not name their papers" in replayed([], check=2)
    assert "the kind of 1 of 1 instructions" in replayed(["On Rye"], check=2, labels=())


def test_that_no_server_answers_is_said_at_once(tmp_path, monkeypatch):
    """While it is still tried again, which takes minutes."""
    with Server(lambda prompt: "") as server:
        service = as_service(server, monkeypatch)
    args = ["replay", "--model", f"openai-api/{service}/test", "--out", "again.jsonl"]
    run = subprocess.Popen(
        [sys.executable, "-m", "tamis", *args], cwd=tmp_path, text=True, stderr=subprocess.PIPE
    )
    slow = threading.Timer(60, run.kill)
    slow.start()
    assert run.stderr is not None
    line = run.stderr.readline()
    assert run.poll() is None
    run.kill()
    run.communicate()
    slow.cancel()
    assert line.startswith(f"a call has failed: openai-api/{service}/test: 127.0.0.1:")
    assert "closed the connection without a reply" in line
    assert line.endswith("tried again up to 5 times.\n")
