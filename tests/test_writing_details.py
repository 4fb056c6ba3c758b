"""Writing sessions below the command: the fine-tuned judge's texts and record, keywords, papers."""

from __future__ import annotations

import asyncio
import json
from importlib import import_module
from types import SimpleNamespace

import pytest

from tamis.types import InputError, Message, Passage, Reply
from tamis.writing.author import ModelAuthor, Respondent
from tamis.writing.replay import Recorded, kind_of
from tamis.writing.revision.finetuned import judge, rating, text, training_record
from tamis.writing.revision.labelled import labelled, spelled
from tamis.writing.revision.model_judge import MAX_CHARACTERS, material
from tamis.writing.revision.retrieval import failed
from tamis.writing.revision.turns import RevisionTurn
from tamis.writing.revision.types import agreement, keyword_error, keyword_type
from tamis.writing.session_steps import _broken
from tamis.writing.sessions import Turn, from_row

replay_command = import_module("tamis.cli.replay")

# What the fine-tuned judge reads.


@pytest.mark.parametrize(
    ("lengths", "budget", "kept"),
    [
        ((10, 20, 30, 40), 100, (10, 20, 30, 40)), ((10, 20, 300, 400), 100, (10, 20, 35, 35)),
        ((10, 20, 5, 400), 100, (10, 20, 5, 65)), ((10, 20, 400, 5), 100, (10, 20, 65, 5)),
        ((100, 100, 100, 100), 100, (38, 12, 25, 25)), ((5, 100, 100, 100), 100, (5, 45, 25, 25)),
        ((100, 5, 100, 100), 100, (45, 5, 25, 25)), ((100, 100, 10, 10), 100, (60, 20, 10, 10)),
        ((0, 0, 0, 0), 10, (0, 0, 0, 0)), ((10, 20, 301, 401), 101, (10, 20, 35, 36)),
    ],
)  # fmt: skip
def test_what_each_part_of_a_turn_keeps(lengths, budget, kept):
    """The answers give way first, to half of the budget; then the question, to a quarter of it."""
    found = text.shares(lengths, budget)
    assert found == kept
    assert sum(found) <= budget


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("a\nb", "a | b"), ("a \n\n  b", "a || b"), ("a\r\n\r\nb", "a || b"), (" a  b ", "a b"),
        ("a\n\n\n\nb\nc", "a || b | c"), ("a\tb", "a b"), ("\ud800", "\ufffd"), ("", ""),
        ("a \n b", "a | b"),
    ],
)  # fmt: skip
def test_line_breaks_are_written_on_one_line(given, line):
    """One sign for a break, two for empty lines."""
    assert text.one_line(given) == line


class Words:
    """A tokenizer of words: a number for each, 1 for the end, 0 for padding."""

    eos_token_id, pad_token_id = 1, 0
    all_special_tokens = ("</s>", "<pad>")

    def __init__(self) -> None:
        self.known = {"</s>": 1, "<pad>": 0}

    def __call__(self, said, add_special_tokens):
        """The words of a text, without an end."""
        assert add_special_tokens is False
        ids = [self.known.setdefault(word, len(self.known)) for word in said.split()]
        return {"input_ids": ids}

    def decode(self, ids, skip_special_tokens):
        """The words again."""
        names = {number: word for word, number in self.known.items()}
        return " ".join(names[one] for one in ids if not (skip_special_tokens and one < 2))


def turn(previous: str = "p", answer: str = "a", good: bool | None = True, **more) -> RevisionTurn:
    """A turn."""
    values = {"question": "which one", "instruction": "cut it", **more}
    return RevisionTurn(previous=previous, answer=answer, good=good, **values)


def test_a_turn_as_tokens():
    """Its four texts after their labels; what is too long is cut in the middle of the answers."""
    words = Words()
    whole = text.encode(turn("one two", "three </s> four"), words, 64)
    assert whole.cut == 0
    assert whole.ids[-1] == 1
    assert words.decode(list(whole.ids), skip_special_tokens=False) == (
        "Instruction: cut it Question: which one Answer before: one two Answer after: "
        "three < /s> four </s>"
    )
    long = " ".join(f"w{nth}" for nth in range(20))
    cut = text.encode(turn(long, "short"), words, 22)
    # 22 tokens, of which 6 are labels and one the end: 15, less 4 for the rest and 1 for "short".
    assert words.decode(list(cut.ids), skip_special_tokens=True) == (
        "Instruction: cut it Question: which one Answer before: w0 w1 w2 w3 w4 ... w16 w17 w18 w19 "
        "Answer after: short"
    )
    assert (len(cut.ids), cut.cut) == (22, 10)
    assert text._without_middle([1, 2, 3, 4], 2, [9]) == [1, 2]
    assert text._without_middle([1, 2, 3, 4], 3, [9]) == [1, 9, 4]


def test_the_targets_of_the_judge():
    """They differ from their second token on; a tokenizer that cannot write them is refused."""
    made = text.targets(Words())
    assert len(made.good) == len(made.bad) == 3
    assert (made.decisive, made.good[0], made.good[2]) == (1, made.bad[0], 1)
    assert made.good[1] != made.bad[1]
    other = Words()
    other.decode = lambda ids, skip_special_tokens: "?"
    with pytest.raises(InputError, match=r"cannot write 'Rating: good' \(it makes '\?' of it\)"):
        text.targets(other)


@pytest.mark.parametrize(
    ("said", "good"),
    [("Rating: good", True), ("rating:BAD ", False), ("R ating : good", True), ("good", None),
     ("Rating: good.", None), ("", None)],
)  # fmt: skip
def test_ratings_that_the_judge_writes(said, good):
    """One of the two targets, in any case and spacing."""
    assert text.read_rating(said) is good
    made = rating.Judged(good, said)
    assert made.outcome == ("unparsed" if good is None else "ok")


def test_counts_of_examples():
    """Those that were longer than the limit are told."""
    sources = [text.Encoded((1,), cut) for cut in (0, 3, 1)]
    assert text.Examples(sources, [True, False, True], 4).as_json() == {
        "turns": 3, "good": 2, "cut": 2, "unrated": 4
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "least"),
    [("epochs", 1), ("batch", 1), ("at_once", 1), ("max_source_tokens", 64), ("seed", 0)],
)
def test_the_least_of_the_settings(name, least):
    """One less is refused, with the number."""
    assert getattr(training_record.Settings(**{name: least}), name) == least
    with pytest.raises(InputError, match=str(least - 1)):
        training_record.Settings(**{name: least - 1})


def test_settings_of_a_training():
    """Those of the paper, and the ends of what they may be."""
    made = training_record.Settings()
    assert vars(made) == {
        "base": "t5-large", "seed": 0, "epochs": 5, "batch": 16, "learning_rate": 1e-4,
        "max_source_tokens": 2048, "at_once": 4,
    }  # fmt: skip
    assert training_record.Settings(seed=2**32 - 1).seed == 2**32 - 1
    assert training_record.Settings(learning_rate=0.99).learning_rate == 0.99
    for wrong in ({"seed": 2**32}, {"learning_rate": 0}, {"learning_rate": 1}):
        with pytest.raises(InputError):
            training_record.Settings(**wrong)


def test_epochs_of_a_training():
    """The best is the first of those with most right."""
    epochs = [
        training_record.Epoch(nth, 0.5, 8, right, 1) for nth, right in enumerate((4, 6, 6, 5), 1)
    ]
    assert training_record.best_of(epochs) is epochs[1]
    assert epochs[1].accuracy == 0.75
    assert epochs[1].as_json() == {
        "number": 2, "loss": 0.5, "turns": 8, "right": 6, "unparsed": 1, "accuracy": 0.75
    }  # fmt: skip
    assert training_record.Epoch.from_json(epochs[1].as_json()) == epochs[1]


def test_turns_are_known_by_their_texts():
    """Not by their rating, nor by where they come from; the data of a training also by ratings."""
    one = turn(id="1", session="s")
    digest = training_record.turn_digest
    assert digest(one) == digest(turn(good=None, id="2"))
    assert len(digest(one)) == 16
    others = (turn("x"), turn(answer="x"), turn(question="x"), turn(instruction="x"))
    assert len({digest(one), *map(digest, others)}) == 5
    made = training_record.fingerprint
    same = made([one], [others[0]])
    assert made([turn(id="9")], [others[0]]) == same
    for different in (
        ([others[0]], [one]),
        ([turn(good=False)], [others[0]]),
        ([one, others[0]], []),
    ):
        assert made(*different) != same


def test_the_record_of_a_judge(tmp_path):
    """Of its kind and its format; which turns it has seen is known, or it is no judge."""
    with pytest.raises(InputError, match=r"is no judge: it has no tamis-judge\.json"):
        training_record.read_record(tmp_path)
    training_record.write_record(tmp_path, {"a": 1})
    path = tmp_path / training_record.RECORD
    assert training_record.read_record(tmp_path) == {"kind": "kiwi-judge", "text_format": 1, "a": 1}
    for record, said in (
        ([], "is not the record of a judge"), ({"kind": "x", "text_format": 1}, "is not the"),
        ({"kind": "kiwi-judge", "text_format": 2}, "on text format 2 and this version of"),
    ):  # fmt: skip
        path.write_text(json.dumps(record))
        with pytest.raises(InputError, match=said):
            training_record.read_record(tmp_path)
    training_record.write_record(tmp_path, {"a": 1})
    with pytest.raises(InputError, match="it is unknown which turns the judge was trained on"):
        judge.Finetuned(tmp_path)
    (tmp_path / training_record.SEEN).write_text("a\nb\n")
    assert judge._seen(tmp_path) == {"a", "b"}
    for limit in ({}, {"max_source_tokens": "x"}, {"max_source_tokens": None}):
        training_record.write_record(tmp_path, limit)
        with pytest.raises(InputError, match="names no max_source_tokens; train the judge again"):
            judge.Finetuned(tmp_path)


# Types by keywords: a case for each of the words.

TYPES = {
    "others": (
        "Keep it as is.|as-is please|Don't change anything|categorize them|categorise them|"
        "Classify these|group them|sort them|put them into categories|by category|"
        "in categories|"
    ),
    "condense": (
        "Shorten it|condense this|Summarize it|summarise it|compress it|be concise|"
        "make it shorter|for brevity|trim it|more compact|reduce the length|reduce it|"
        "reduce this|reduce the text|reduce text|reduce the number|reduce the discussion|"
        "reduce the answer|cut it to two lines|limit it by half|"
        "reduce everything to one line|limit that maximum|half the size|fewer words"
    ),
    "remove": (
        "remove it|delete it|erase it|omit it|drop it|discard it|exclude it|get rid of it|"
        "take out it|leave out it|eliminate it|strip it"
    ),
    "reorganize": (
        "reorganize it|reorganise it|reorder it|re-order it|rearrange it|restructure it|"
        "move it up|merge them|combine them|split it|join them|swap them|bullet points|"
        "a numbered list|divide it|break it up|break this|break up|break down|"
        "turn it into a list|convert this into prose|in chronological order|"
        "by alphabetical order|in another order|in the order|one paragraph|first, then that|"
        "first then that|organize it|organise it|this followed by that"
    ),
    "expand_coverage": (
        "use paper [3]|papers 3|paper number 3|other methods|more approaches|"
        "additional approach|further papers|all techniques|remaining works|other studies|"
        "more datasets|other models|more sources|more documents|other resources|"
        "more recent methods|expand it|cover it|coverage"
    ),
    "clarification": (
        "clarify it|clarification|unclear|do you mean it|does this mean it|does that mean it|"
        "does it mean it|you mention it|you say it|you said it|you write it|you wrote it|"
        "you state it|what do you mean|what did you mean|confusing|not clear|not sure|"
        "don't understand"
    ),
    "more_information": "What are its limits?|Why?|Add a sentence on costs.|sorted|shortest|moved",
    "specific_edit": (
        'Add "It is so." at the end, this sentence|Insert the words "it is so"|'
        "Replace it with “it is so”|Append: «it is so»|Write 'it is so' to the end"
    ),
}


@pytest.mark.parametrize(
    ("instruction", "kind"),
    [(one, kind) for kind, all_ in TYPES.items() for one in all_.split("|")],
)
def test_types_of_instructions_by_keywords(instruction, kind):
    """Each word by itself."""
    assert keyword_type(instruction) == kind


@pytest.mark.parametrize(
    ("instruction", "kind"),
    [
        ("Shorten it without removing anything", "condense"),
        ("Explain it, do not delete anything else", "more_information"),
        ("Rather than shorten, expand it", "expand_coverage"),
        ("Avoid adding words; move it", "reorganize"),
        ('Remove "it is so" and replace it with this text', "remove"),
        ('What does "move it" say?', "more_information"),
        ("What is 'ab'?", "more_information"),
        ("x" * 5000 + " remove it", "more_information"),
        ("x" * 4900 + " remove it", "remove"),
    ],
)
def test_what_an_instruction_does_not_ask(instruction, kind):
    """What is to be kept, what is quoted, and what is beyond the longest."""
    assert keyword_type(instruction) == kind


ERRORS = {
    "ignored": (
        "ignored it|no change|no changes|nothing was changed|nothing has happened|"
        "nothing done|unchanged|same answer|same text|did not do it|didn't follow it|"
        "did not change it|did not remove it|did not delete it|did not move it|"
        "did not add it|did not shorten it|did not reduce it|did not make any|"
        "did not perform it|did not update it|was not removed|were not deleted|was not added|"
        "was not moved|was not changed|was not performed|was not followed|still there|"
        "still present|still in"
    ),
    "unrequested_change": (
        "also removed it|other parts deleted|the whole was rewritten|unrequested text added|"
        "unnecessarily modified|the previous list is gone|the rest is lost|"
        "another one dropped|other parts are missing|changed the whole|removed everything|"
        "deleted a lot|added too much|modified the previous one|"
        "rewrote others, rewritten whole|dropped another|not requested|not asked|no asked|"
        "did not ask|didn't request"
    ),
    "constraint_failure": (
        "too long|too short|too many|wrong place|wrong position|wrong location|"
        "instead of one|instead of two|instead of three|instead of 4|not as requested|"
        "not in the first|not at the end|not after the last|not before the beginning|"
        "not at start|not in right|longer than ten|more than one sentence|more than one word|"
        "more than one paragraph|disregarded|exceeds|above 10|limit|sentences instead|"
        "word instead|paragraph instead"
    ),
    "poor_integration": (
        "incoherent|incoherence|flows badly|redundant|repeats|repetitive|twice|awkward|odd|"
        "weird|disjointed|confusing|out of place|structure|order|ordering|fit|quality|"
        "incorrect|degraded|integrated badly"
    ),
    "others": "It is wrong.|limited|structured|",
}


@pytest.mark.parametrize(
    ("comment", "kind"), [(one, kind) for kind, all_ in ERRORS.items() for one in all_.split("|")]
)
def test_types_of_errors_by_keywords(comment, kind):
    """Each word by itself."""
    assert keyword_error(comment) == kind


# Sessions.


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply("", failed="boom"), "boom"),
        (Reply("x", refused=True), "the provider's filter has stopped the reply"),
        (Reply(" "), "the model's reply is empty"), (Reply("x"), ""),
    ],
)  # fmt: skip
def test_why_a_reply_is_no_answer(reply, why):
    """A failed call, a filter, or nothing."""
    assert _broken(reply) == why


def a_turn(instruction: str = "x", kind=None, rating=None, passages=()) -> Turn:
    """A recorded turn."""
    return Turn(1, instruction, kind, "", passages=passages, rating=rating)


FIVE = tuple(Passage(str(nth), nth, f"T{nth}", f"text  {nth}") for nth in range(6))


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (a_turn("shorten", "information-seeking"), "information-seeking"),
        (a_turn("What is it?", "stylistic"), "stylistic"),
        (a_turn("shorten", passages=FIVE), "information-seeking"), (a_turn("shorten"), "stylistic"),
        (a_turn("What is it?"), "information-seeking"),
        (a_turn("use other papers"), "information-seeking"),
        (a_turn("clarify it"), "information-seeking"), (a_turn("delete it"), "stylistic"),
    ],
)  # fmt: skip
def test_kinds_of_recorded_instructions(given, kind):
    """As recorded, else by passages, else by words."""
    assert kind_of(given) == kind


def test_recorded_passages_are_found_for_any_query():
    """Five of them unless more are wanted."""
    shelf = Recorded(FIVE)
    assert shelf.search("x") == FIVE[:5]
    assert shelf.search("x", 2) == FIVE[:2]


def test_which_turns_are_asked_for_their_passages():
    """Information-seeking ones that failed."""
    turns = [
        a_turn("x", kind, rating) for kind in ("information-seeking", "stylistic", None)
        for rating in ("good", "neutral", "bad", None)
    ]  # fmt: skip
    assert failed(turns) == (turns[1], turns[2])


def test_foreign_text_in_a_prompt():
    """Cut at the limit, and without a line that separates parts."""
    assert material("  a\n=== b =====\n ") == "a\n== b =="
    assert material("x" * MAX_CHARACTERS) == "x" * MAX_CHARACTERS
    assert material("x" * (MAX_CHARACTERS + 1)) == "x" * MAX_CHARACTERS + " […]"


def test_labels_in_several_spellings():
    """Hyphens and underscores are blanks; the outcome says why there is none."""
    known = spelled((("a", ("Long-Name", "l_n")), ("b", ("two",))))
    assert known == {"long name": "a", "l n": "a", "two": "b"}
    assert labelled(Reply("Long name"), known).label == "a"
    assert labelled(Reply("two"), known).label == "b"
    made = labelled(Reply("", failed="boom"), known)
    assert (made.label, made.outcome, made.text) == (None, "failed", "boom")
    assert labelled(Reply(" both "), known).text == "both"


def test_the_agreement_with_a_person():
    """Over the labels that were read; the others are counted."""
    made = agreement(["a", "b", None, "a", "b"], ["a", "a", "b", "a", "b"])
    assert (made.share.value, made.share.n, made.unparsed) == (0.75, 4, 1)
    assert made.kappa == pytest.approx((0.75 - 0.5) / 0.5)
    assert made.confusion == {("a", "a"): 2, ("a", "b"): 1, ("b", None): 1, ("b", "b"): 1}
    assert made.share.clusters == 4
    assert agreement(["a", "b"], ["a", "a"], [1, 1]).share.clusters == 1
    with pytest.raises(ValueError, match="1 labels cannot be compared with 2"):
        agreement(["a"], ["a", "b"])


def hear(heard: list[str]):
    """What was written so far."""
    return heard.append


def test_a_stand_in_shows_what_was_found():
    """With its note; nothing is rewritten, and what is there already is not shown again."""
    author, heard = Respondent(), []
    draft = asyncio.run(author.draft("Q?", FIVE[:2], hear(heard))).text
    assert draft == f"{author._NOTE}\n\ntext 0 [0]\n\ntext 1 [1]"
    assert heard == [draft]
    empty = asyncio.run(author.draft("Q?", (), hear([]))).text
    assert empty == f"{author._NOTE}\n\nNothing in the papers shares a word with it."
    assert asyncio.run(author.summarise(draft, "x", FIVE[:3])).text == "text 2 [2]"
    nothing = asyncio.run(author.summarise(draft, "x", FIVE[:2])).text
    assert nothing == "(Nothing was found that is not in the answer already.)"
    revised = asyncio.run(author.revise("Q?", "old", "x", "new", hear([]))).text
    assert revised == "old\n\nnew"
    kept = asyncio.run(author.revise("Q?", "old", "x", "", hear([]))).text
    assert kept == f"{author._UNCHANGED}\n\nold"
    assert asyncio.run(author.revise("Q?", kept, "x", "", hear([]))).text == kept
    assert asyncio.run(author.revise("Q?", kept, "x", "new", hear([]))).text == "old\n\nnew"


def test_a_model_is_asked_with_the_system_prompt():
    """For each step its own prompt; a summary is not heard while it is written."""
    asked: list[list[Message]] = []
    heard: list[str] = []

    async def speaker(messages, on_text):
        asked.append(list(messages))
        on_text("so far")
        return Reply("done")

    author = ModelAuthor("m", speaker)
    assert asyncio.run(author.draft("Which one?", FIVE[:1], hear(heard))).text == "done"
    assert asyncio.run(author.summarise("the answer", "cut it", FIVE[:1])).text == "done"
    assert (
        asyncio.run(author.revise("Which one?", "the answer", "cut it", "", hear(heard))).text
        == "done"
    )
    assert heard == ["so far"] * 2
    assert [[message.role for message in messages] for messages in asked] == [
        ["system", "user"]
    ] * 3
    assert len({messages[0].text for messages in asked}) == 1
    assert len({messages[1].text for messages in asked}) == 3
    shown = (
        ["Which one?", "text"], ["the answer", "cut it", "text"],
        ["Which one?", "the answer", "cut it"],
    )  # fmt: skip
    for messages, words in zip(asked, shown, strict=True):
        assert all(word in messages[1].text for word in words)


# The papers of a replay.


def session(question: str = "Which one?", papers=()):
    """A recorded session."""
    row = {"original_question": question, "model_name": "m", "initial_answer": "a",
           "interaction": [], "papers": list(papers)}  # fmt: skip
    return from_row(row).session


def test_papers_of_a_replay_by_their_titles(tmp_path, capsys):
    """In any case of letters; one that is missing is named, and what could not be read is told."""
    for name, body in (("one.md", "# On Salt\n\nSalt."), ("two.md", "# On Rye\n\nRye.")):
        (tmp_path / name).write_text(body)
    (tmp_path / "bad.pdf").write_bytes(b"no pdf")
    found = replay_command._shelf(tmp_path)
    assert capsys.readouterr().err.startswith("left out: bad.pdf: ")
    titles = [paper.title for paper in found(session(papers=["on rye", "On Salt"]))]
    assert titles == ["On Rye", "On Salt"]
    with pytest.raises(InputError, match="does not have the paper 'On Oats' of a session"):
        found(session(papers=["On Rye", "On Oats"]))
    with pytest.raises(InputError, match="the sessions do not name their papers"):
        found(session())
    assert replay_command._searchers([session()] * 2, None, "bm25") == [None, None]
    (one,) = replay_command._searchers([session(papers=["On Rye"])], tmp_path, "bm25")
    assert [passage.title for passage in one.search("rye")] == ["On Rye"]


def test_papers_of_a_replay_by_the_question(tmp_path, monkeypatch):
    """Whose case and spaces do not count."""
    import tamis.retrieve.papers.sciqa as sciqa

    place = tmp_path / "papers.jsonl"
    place.write_text("{}\n")
    papers = [SimpleNamespace(title="On Salt")]
    rows = [SimpleNamespace(question="Which  One?", papers=papers)]
    monkeypatch.setattr(sciqa, "read_sciqa", lambda place, bad: rows)
    found = replay_command._shelf(place)
    assert found(session(" which one?")) == papers
    with pytest.raises(InputError, match=r"has no papers for the question 'Why\?'"):
        found(session("Why?"))
