"""A tiny LOFT data set, and a model scripted on it with known errors.

The documents go by the first letters of their titles, A to L. Their ids, as prompts show them,
are "0" to "11". Each question has one word that decides what BM25 finds: six documents hold it,
six times, five times, … once, and all documents are of about one length, so `FOUND` is the
order by the definition of BM25.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from server import Fault, Prompt, Server, as_service
from tamis.report.logs import read_runs
from tamis.report.runs import Run

TITLES = {
    "A": "Amber Harbour", "B": "Brass (film)", "C": "Cinder Road", "D": "Dust and Tide",
    "E": "Emerald Ferry", "F": "Frost Market", "G": "Gilded Pier", "H": "Hollow Bell",
    "I": "Iron Orchard", "J": "Jade Current", "K": "Kestrel Bay", "L": "Linden Quay",
}  # fmt: skip
IDS = {letter: str(number) for number, letter in enumerate(TITLES)}
LETTERS = {title: letter for letter, title in TITLES.items()}

SALVAGE, REGATTA, CARILLON, AUCTION, CUSTOMS, ECLIPSE = QUESTIONS = tuple(
    f"Tales of {word}"
    for word in ("salvage", "regatta", "carillon", "auction", "customs", "eclipse")
)
EXAMPLES = {"Tales of masonry": "JL", "Tales of beacons": "K"}
"""The few-shot questions with their golds."""

FOUND = {
    SALVAGE: "ABCDFL",
    REGATTA: "EAGIKC",
    CARILLON: "HKIBDF",
    AUCTION: "GFACEH",
    CUSTOMS: "LDJBAC",
    ECLIPSE: "DEFGHI",
    "Tales of masonry": "JLHGFE",
    "Tales of beacons": "KJIAGB",
}
ORIGINAL = dict(zip(QUESTIONS, ("AC", "E", "HIJ", "F", "L", "D"), strict=True))
REVISED = {SALVAGE: "AB", REGATTA: "", CARILLON: "HIJ", AUCTION: "F", CUSTOMS: "", ECLIPSE: "D"}
DEBATABLE = {SALVAGE: "D"}

QID = {question: str(101 + nth) for nth, question in enumerate(QUESTIONS)}


def write_data(folder: Path) -> Path:
    """The corpus, the questions, the few-shot examples and the revised golds, in LOFT's layout."""
    folder.mkdir(parents=True)
    passages = [row for letter in TITLES for row in _passages(letter)]
    # The second passage of Dust and Tide stands at the end, and belongs to its page all the same.
    passages.sort(key=lambda row: row["pid"].endswith("_1"))
    _lines(folder / "corpus.jsonl", passages)
    _lines(folder / "test_queries.jsonl", [_query(QID[q], q, ORIGINAL[q]) for q in QUESTIONS])
    few = [_query(f"few-{n}", q, golds) for n, (q, golds) in enumerate(EXAMPLES.items())]
    _lines(folder / "few_shot_queries.jsonl", few)
    golds = [
        {
            "question": question,
            "match": titles(REVISED[question]),
            "debatable": titles(DEBATABLE.get(question, "")),
            "no_match": titles(sorted(set(ORIGINAL[question]) - set(REVISED[question]))),
        }
        for question in QUESTIONS
    ]
    (folder / "gold.json").write_text(json.dumps({"revised": golds}))
    return folder


def titles(letters: Sequence[str]) -> list[str]:
    """The titles of documents by their letters."""
    return [TITLES[letter] for letter in letters]


def quote(letter: str) -> str:
    """A sentence of the document; that of Dust and Tide stands in its second passage."""
    return f"Mark {IDS[letter]} stands by open water."


def _passages(letter: str) -> Iterator[dict[str, str]]:
    words = [
        word
        for question, found in FOUND.items()
        if letter in found
        for word in [question.split()[-1]] * (6 - found.index(letter))
    ]
    register = " ".join([*words, *["ledger"] * (40 - len(words))])
    texts = [f"{quote(letter)} Register: {register}."]
    if letter == "D":
        texts = [f"Register: {register}.", quote(letter)]
    for nth, text in enumerate(texts):
        title, pid = TITLES[letter], f"quest_{100 + int(IDS[letter])}_{nth}"
        yield {"pid": pid, "title_text": title, "passage_text": text}


def _query(qid: str, text: str, golds: str) -> dict[str, object]:
    qrels = [[f"quest_{100 + int(IDS[letter])}_0", 1] for letter in golds]
    metadata = {"qrels": qrels}
    return {"qid": qid, "query_text": text, "metadata": metadata, "answers": titles(golds)}


def _lines(path: Path, rows: Sequence[object]) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


@dataclass(frozen=True)
class Asked:
    """One call as the model sees it: which step it is, what it asks, and which documents it shows.

    `step` is closed_book, corpus_in_context, retrieve_and_read, justified or verify.
    """

    prompt: Prompt
    step: str
    question: str
    candidate: str
    shown: tuple[str, ...]

    @property
    def first(self) -> str:
        """The first message."""
        return self.prompt.messages[0]

    @property
    def last(self) -> str:
        """The second message."""
        return self.prompt.messages[1]

    @property
    def cot(self) -> bool:
        """Whether notes are asked for."""
        return "Step 1: Notes" in self.first

    @property
    def hint(self) -> bool:
        """Whether the prompt says how QUEST's questions were made."""
        return "Wikipedia categories" in self.first

    @property
    def schema(self) -> Mapping[str, object] | None:
        """The schema of the reply, where one was sent."""
        form = self.prompt.body.get("response_format")
        return form["json_schema"] if form else None


_STARTS = {
    "Answer questions that ask": "closed_book",
    "Below is a collection": "corpus_in_context",
    "You are given a question": "retrieve_and_read",
    "Answer the question at the end": "justified",
    "Judge whether a candidate": "verify",
}


def understood(prompt: Prompt) -> Asked:
    """What a call asks, by its words."""
    first, last = prompt.messages
    [step] = [step for start, step in _STARTS.items() if first.startswith(start)]
    question = (first if step == "verify" else last).strip().splitlines()[-1]
    candidate = last.strip().splitlines()[-1] if step == "verify" else ""
    documents = last if step in ("verify", "retrieve_and_read") else first
    return Asked(
        prompt,
        step,
        question.removeprefix("Question: "),
        candidate,
        tuple(re.findall(r"^ID: (\S+) \| TITLE: ", documents, re.M)),
    )


UNREADABLE = "That is hard to tell from here."

LISTS = {
    # A title for an id, a doubled id, one DEBATABLE, one id of no document.
    SALVAGE: ["0", "Brass (film)", "0", "3", "99"],
    REGATTA: [],
    # 10 is one too many; 9 answers, but BM25 does not find it.
    CARILLON: ["7", "8", "9", "10"],
    AUCTION: ["6"],
    CUSTOMS: ["11"],
    ECLIPSE: None,
}
NAMED = {
    SALVAGE: ["Amber Harbour", "Brass (film)", "Amber Harbour", "Dust and Tide", "Phantom Wharf"],
    REGATTA: [],
    CARILLON: ["Hollow Bell"],
    AUCTION: ["Gilded Pier"],
    CUSTOMS: ["Linden Quay"],
    ECLIPSE: None,
}


def candidate(
    name: str, judged: bool, pro: Mapping[str, str] = {}, con: Mapping[str, str] = {}
) -> dict[str, object]:
    """A candidate as a model writes it; `pro` and `con` are quotes by the ids of documents."""
    return {
        "candidate_answer": name,
        "evidence_for": [{"doc_id": id, "text": text} for id, text in pro.items()],
        "evidence_against": [{"doc_id": id, "text": text} for id, text in con.items()],
        "reasoning": "As quoted.",
        "final_judgment": "TRUE" if judged else "FALSE",
    }


def _plain(letter: str, judged: bool) -> dict[str, object]:
    """A candidate that quotes its own document, for or against."""
    quoted = {IDS[letter]: quote(letter)}
    return candidate(TITLES[letter], judged, quoted if judged else {}, {} if judged else quoted)


def justified(candidates: Sequence[Mapping[str, object]], ids: Sequence[str]) -> str:
    """A justified answer as a model writes it."""
    named = [c["candidate_answer"] for c in candidates if c["final_judgment"] == "TRUE"]
    return json.dumps(
        {
            "question": "as asked",
            "candidate_answers": candidates,
            "answer": named,
            "answer_doc_ids": ids,
        },
        indent=1,
    )


JUSTIFIED = {
    SALVAGE: justified(
        [
            _plain("A", True),
            # Of two pieces one stands in no document; judged FALSE, though it is an answer.
            candidate("Brass (film)", False, {"1": f"{quote('B')} ... a parrot that sings opera"}),
            _plain("D", True),
            # Judged TRUE on two documents, though it is none by the revised golds.
            candidate("Cinder Road", True, {"2": quote("C")}, {"2": quote("C"), "5": quote("F")}),
            # There is no such document, and nothing to verify it by.
            candidate("Phantom Wharf", True, {"99": "the wharf of phantoms"}),
        ],
        ["0", "3", "2"],
    ),
    REGATTA: justified([_plain("E", False)], []),
    CARILLON: justified(
        [_plain("H", True), _plain("I", True), _plain("J", True), _plain("K", False)],
        ["7", "8", "9"],
    ),
    AUCTION: justified(
        [
            _plain("F", False),
            candidate("Gilded Pier", True, {"6": "words that nobody has written"}),
            _plain("G", True),
        ],
        # The list has one that was judged FALSE.
        ["6", "5"],
    ),
    CUSTOMS: justified([_plain("L", True)], ["11"]),
    ECLIPSE: UNREADABLE,
}

ACCEPTED = dict(zip(QUESTIONS, ("ABD", "", "H", "F", "L", "D"), strict=True))
"""What the verifier judges TRUE; all else is FALSE, but for Iron Orchard, which it cannot judge."""


def reply(asked: Asked) -> str:
    """What the scripted model says."""
    match asked.step:
        case "closed_book":
            return _list(NAMED[asked.question])
        case "corpus_in_context" | "retrieve_and_read":
            return _list(LISTS[asked.question])
        case "justified":
            return noted(asked, JUSTIFIED[asked.question])
    return verdict(asked)


def verdict(asked: Asked) -> str:
    """What the scripted verifier says."""
    letter = LETTERS[asked.candidate]
    if (asked.question, letter) == (CARILLON, "I"):
        return UNREADABLE
    return noted(asked, json.dumps(_plain(letter, letter in ACCEPTED[asked.question])))


def noted(asked: Asked, text: str) -> str:
    """The reply with notes around it where they are asked for."""
    if not asked.cot:
        return text
    notes = "===== Step 1: Notes =====\nSome {of} these may answer [0], others not."
    return f"{notes}\n===== Step 2: JSON response =====\n{text}\n===== END =====\n"


def _list(values: Sequence[str] | None) -> str:
    if values is None:
        return UNREADABLE
    return f"These fit, as far as I see [1].\nFinal Answer: {json.dumps(values)}\n"


Said = str | int | bytes | Fault


@dataclass
class Lab:
    """The scripted model behind a server, and what it was asked.

    `special(asked)` may answer in the script's place; None leaves it to the script.
    """

    server: Server
    service: str
    asked: list[Asked] = field(default_factory=list)
    special: Callable[[Asked], Said | None] = lambda asked: None

    @property
    def model(self) -> str:
        """The one model of most tests; any other name of the service is another."""
        return f"openai-api/{self.service}/a"

    def steps(self, step: str) -> list[Asked]:
        """The calls of one step."""
        return [asked for asked in self.asked if asked.step == step]


@contextmanager
def lab(patch: pytest.MonkeyPatch) -> Iterator[Lab]:
    """A scripted model, as a service of a name that no other test uses."""
    made: list[Lab] = []

    def answer(prompt: Prompt) -> Said:
        asked = understood(prompt)
        made[0].asked.append(asked)
        said = made[0].special(asked)
        return reply(asked) if said is None else said

    with Server(answer) as server:
        made.append(Lab(server, as_service(server, patch)))
        yield made[0]


class Desk:
    """A user's folder with the data in it, the scripted model, and the command `tamis`."""

    def __init__(self, tamis: Callable[..., Any], lab: Lab) -> None:
        self.tamis, self.lab, self.folder = tamis, lab, tamis.folder
        self.data = write_data(self.folder / "harbour")

    def run(self, method: str, *args: str, check: int = 0) -> Any:
        """`tamis run quest` by a method, with the scripted model; returns what was said."""
        model = ["--model", self.lab.model, "--data", str(self.data)]
        return self.tamis("run", "quest", *model, "-T", f"method={method}", *args, check=check)

    def only_run(self) -> Run:
        """The one run in the folder."""
        [run] = read_runs([self.folder / "runs"])
        return run


@pytest.fixture
def desk(tamis_here, monkeypatch):
    """A `Desk` in an empty folder; retries wait for nothing."""

    async def at_once(seconds: float) -> None:
        pass

    monkeypatch.setattr("inspect_ai.model._retry._sleep", at_once)
    with lab(monkeypatch) as found:
        yield Desk(tamis_here, found)


def figures(run: Run) -> dict[str, dict[str, float]]:
    """The figures of a run by its questions."""
    by_id = {sample.id: dict(sample.values) for sample in run.samples}
    return {question: by_id[id] for question, id in QID.items() if id in by_id}
