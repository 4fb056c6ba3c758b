"""Writing in the studio: sessions from the first page to the export, without a browser."""

from __future__ import annotations

import asyncio
import html
import json
import re
import threading
import time

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from studio import on_sqlite, studio_on
from tamis.retrieve.papers import Paper
from tamis.studio.database.schema import Unsent, Writing, WritingPartial
from tamis.studio.people.accounts import add_person
from tamis.studio.unsent import unsent
from tamis.studio.writing import session_store
from tamis.studio.writing.marks import Marks
from tamis.studio.writing.models import asked_before, draw, for_reader
from tamis.types import Reply
from tamis.writing.author import Respondent
from tamis.writing.edits import word_diff
from tamis.writing.sessions import (
    Drafted,
    Instructed,
    Interrupted,
    Opened,
    fold,
    from_record,
    read_released,
)

MODEL = "plum-cloud/plum-70b"
DRAFT = "Wells were dug deep [0]. Rain was kept in vats [1]."
PAPERS = (
    Paper("a", "On Wells", ("Wells were dug deep in dry land.", "Stone lined them."), source="a"),
    Paper("b", "On Vats", ("Rain was kept in vats of oak.",), source="b"),
)


class Script:
    """An author that says what it was given, one reply after another."""

    name = MODEL

    def __init__(self, *replies):
        self.replies = list(replies)
        self.put_to, self.told = [], []
        self.hold = threading.Event()
        self.hold.set()

    async def _say(self, hear):
        reply = self.replies.pop(0)
        text = reply if isinstance(reply, str) else reply.text
        hear(text[: len(text) // 2])
        while not self.hold.is_set():
            await asyncio.sleep(0.005)
        hear(text)
        return Reply(text) if isinstance(reply, str) else reply

    async def draft(self, question, passages, hear):
        """The first reply."""
        return await self._say(hear)

    async def summarise(self, previous, instruction, passages):
        """What is always found."""
        return Reply("What was found.")

    async def revise(self, question, previous, instruction, summary, hear):
        """The next reply; remembers what it was put to, and what was asked for."""
        self.put_to.append(previous)
        self.told.append((instruction, summary))
        return await self._say(hear)


@pytest.fixture
def here(database_url):
    """The studio with one model."""
    opened = studio_on(database_url, models=(MODEL,))
    yield opened
    opened.close()


@pytest.fixture
def olga(here):
    """The owner's browser."""
    return here.owner()


def scripted(here, *replies):
    """Have the model say this."""
    script = Script(*replies)

    async def author(name):
        assert name == MODEL
        return script

    here.app.state.writing.authors = author
    return script


def begin(here, browsing, *replies, question="How was water kept?"):
    """A session with its draft, by the page for new ones; returns its address and the script."""
    script = scripted(here, DRAFT, *replies)
    files = [("files", (f"{p.title}.txt", "\n\n".join(p.paragraphs).encode())) for p in PAPERS]
    answer = browsing.post("/writing/new", {"question": question, "act": "begin"}, files=files)
    assert answer.status_code == 303, text_of(answer.text)
    place = answer.headers["location"]
    settled(browsing, place)
    return place, script


def settled(browsing, place):
    """Wait until nothing is on its way."""
    deadline = time.monotonic() + 10
    while browsing.app.state.writing.of(place.rpartition("/")[2]) is not None:
        assert time.monotonic() < deadline
        threading.Event().wait(0.002)


def text_of(page):
    """A page's words as its reader sees them."""
    plain = re.sub(r"<script.*?</script>|<[^>]+>", " ", page, flags=re.S)
    return " ".join(html.unescape(plain).split())


def seen(browsing, place):
    """The version that the page knows, read without the page: that is drawn anew each time."""
    with browsing.app.state.studio.database.reading() as transaction:
        return str(session_store.load(transaction, place.rpartition("/")[2]).version)


def instruct(browsing, place, turn, instruction, kind="stylistic"):
    """Give an instruction and wait for the revision."""
    form = {"seen": seen(browsing, place), "turn": turn, "instruction": instruction, "kind": kind}
    answer = browsing.post(f"{place}/instruct", form)
    assert answer.status_code == 303, text_of(answer.text)
    settled(browsing, place)


def rate(browsing, place, turn, rating, comment="It did."):
    """Rate a revision."""
    form = {"seen": seen(browsing, place), "turn": turn, "rating": rating, "comment": comment}
    return browsing.post(f"{place}/rate", form)


def session_of(here, place):
    """The session as the database has it."""
    with here.database.reading() as transaction:
        return session_store.load(transaction, place.rpartition("/")[2])


# --- a session from its beginning to its end -----------------------------------------------------


def test_a_whole_session_and_its_export_loads_back_unchanged(here, olga, tmp_path):
    """Draft, a good turn, a neutral one with an edit, a bad one; then the end, and both exports."""
    place, script = begin(
        here, olga, "Wells were deep [0]. Rain was kept in vats [1].", "Wells.", "Nothing."
    )
    instruct(olga, place, 1, "Shorten the first sentence.")
    assert rate(olga, place, 1, "good").status_code == 303
    instruct(olga, place, 2, "What of stone?", "information-seeking")
    rate(olga, place, 2, "neutral", "The vats are gone.")
    edited = "Wells, lined with stone [0].\r\n\r\nVats [1]."
    form = {"seen": seen(olga, place), "turn": 2, "answer": edited}
    assert olga.post(f"{place}/edit", form).status_code == 303
    instruct(olga, place, 3, "Say it in one line.")
    # The next instruction was put to the edit, its line ends as they were typed, less the CRs.
    assert script.put_to[-1] == "Wells, lined with stone [0].\n\nVats [1]."
    rate(olga, place, 3, "bad", "Empty.")
    page = text_of(olga.get(place).text)
    assert "Turn 3 was rated bad and is removed from the history" in page
    assert "the next instruction starts from the answer of turn 2" in page
    olga.post(f"{place}/finish", {"seen": seen(olga, place), "satisfied": "no"})

    kept = session_of(here, place)
    assert f'data-version="{kept.version}"' in olga.get(place).text
    assert [turn.rating for turn in kept.session.turns] == ["good", "neutral", "bad"]
    path = tmp_path / "session.jsonl"
    path.write_text(olga.get(f"{place}/session.jsonl").text, "utf-8")
    (back,) = read_released(path)
    assert back.session.turns == kept.session.turns
    assert back.session.draft_passages == kept.session.draft_passages
    assert back.session.opened.model == MODEL
    lines = olga.get(f"{place}/events.jsonl").text.splitlines()
    assert fold(from_record(json.loads(line)) for line in lines) == kept.session
    assert all("at" in json.loads(line) for line in lines)


@on_sqlite
def test_the_owner_exports_everyones_finished_sessions_and_nobody_else(here, olga, tmp_path):
    """One file of the released form, under pseudonyms; an open session is not in it."""
    anna = here.annotator("Anna")
    place, _ = begin(here, anna)
    begin(here, olga, question="And oil?")
    anna.post(f"{place}/finish", {"seen": seen(anna, place), "satisfied": "yes"})
    path = tmp_path / "all.jsonl"
    path.write_text(olga.get("/writing/finished.jsonl").text, "utf-8")
    (only,) = read_released(path)
    assert only.session.draft == DRAFT
    assert only.annotator.startswith("person-")
    assert "Anna" not in path.read_text("utf-8")
    assert anna.get("/writing/finished.jsonl").status_code == 403


# --- what is refused keeps what was typed ---------------------------------------------------------


@on_sqlite
def test_a_rating_needs_its_comment_and_its_value(here, olga):
    """The server looks too: a browser may be anyone's."""
    place, _ = begin(here, olga, "Shorter.")
    instruct(olga, place, 1, "Shorten.")
    for comment, rating, said in (
        ("", "good", "a rating needs a comment"),
        (" \n", "bad", "a rating needs"),
        ("So.", "", "one"),
    ):
        answer = rate(olga, place, 1, rating, comment)
        assert answer.status_code == 422, (comment, rating)
        assert said in text_of(answer.text).lower()
        assert comment.strip() in answer.text
        assert session_of(here, place).session.turns[0].rating is None


@on_sqlite
def test_a_stale_tab_is_told_and_loses_nothing(here, olga):
    """Two pages show the same state; the second one's instruction is refused, shown and kept."""
    place, _ = begin(here, olga, "First.", "Second.")
    stale = seen(olga, place)
    instruct(olga, place, 1, "From this tab.")
    form = {"seen": stale, "turn": 1, "instruction": "From the other tab.", "kind": "stylistic"}
    answer = olga.post(f"{place}/instruct", form)
    assert answer.status_code == 409
    said = text_of(answer.text)
    assert "was continued in another tab" in said
    assert "From the other tab." in said
    assert [turn.instruction for turn in session_of(here, place).session.turns] == [
        "From this tab."
    ]
    id = place.rpartition("/")[2]
    with here.database.reading() as transaction:
        owner = transaction.get(Writing, id).owner_id
        kept = unsent(transaction, owner, f"writing:{id}:")
    assert json.loads(kept[f"writing:{id}:instruction"]) == {
        "instruction": "From the other tab.",
        "kind": ["stylistic"],
    }


@on_sqlite
def test_a_form_that_is_taken_is_no_longer_kept_as_unsent(here, olga):
    """The autosaved text goes in the transaction that takes the form."""
    place, _ = begin(here, olga, "First.")
    id = place.rpartition("/")[2]
    olga.post("/unsent", {"place": f"writing:{id}:instruction", "text": '{"instruction": "x"}'})
    instruct(olga, place, 1, "Shorten.")
    with here.database.reading() as transaction:
        assert transaction.query(Unsent).count() == 0


@on_sqlite
def test_an_edit_must_differ_and_needs_a_rating_that_is_not_good(here, olga):
    """Only what was not good is edited, and not into what it was."""
    place, _ = begin(here, olga, "Line one.\n\nLine two.")
    instruct(olga, place, 1, "Two lines.")
    form = {"seen": seen(olga, place), "turn": 1, "answer": "Mine."}
    assert olga.post(f"{place}/edit", form).status_code == 409
    rate(olga, place, 1, "neutral")
    same = {**form, "seen": seen(olga, place), "answer": "Line one.\r\n\r\nLine two."}
    answer = olga.post(f"{place}/edit", same)
    assert answer.status_code == 422
    assert "is the model" in text_of(answer.text)


def keep_unsent(browsing, place, turn, answer):
    """What the page of one's own accord does with an edit that is being typed."""
    id = place.rpartition("/")[2]
    form = {"place": f"writing:{id}:edit:{turn}", "text": json.dumps({"answer": answer})}
    assert browsing.post("/unsent", form).status_code == 204


def typed_answer(page):
    """What stands in the form for an edit; that form is open."""
    found = re.search(
        r'<details class="card edit" id="edit" open>.*?<textarea[^>]*>\n(.*?)</t', page, re.S
    )
    return html.unescape(found[1])


def test_an_edit_that_is_not_kept_is_asked_about_before_the_session_goes_on(here, olga):
    """Neither an instruction, the end nor a good rating passes over it."""
    place, script = begin(here, olga, "First.", "Second.")
    instruct(olga, place, 1, "Shorten.")
    rate(olga, place, 1, "bad", "Too short.")
    keep_unsent(olga, place, 1, "My long\nversion.")
    ask = {"turn": 1, "instruction": "And so on.", "kind": "stylistic"}
    acts = {
        "instruct": {**ask, "turn": 2},
        "finish": {"satisfied": "yes"},
        "rate": {"turn": 1, "rating": "good", "comment": "After all."},
    }
    for act, form in acts.items():
        answer = olga.post(f"{place}/{act}", {"seen": seen(olga, place), **form})
        assert answer.status_code == 422, act
        said = text_of(answer.text)
        assert "Your edit of turn 1 is not kept yet" in said
        assert act != "instruct" or "And so on." in said
        assert typed_answer(answer.text) == "My long\nversion."
    assert len(session_of(here, place).session.turns) == 1

    form = {"seen": seen(olga, place), "turn": 1, "answer": "My long\r\nversion."}
    assert olga.post(f"{place}/edit", form).status_code == 303
    instruct(olga, place, 2, "And so on.")
    assert script.put_to[-1] == "My long\nversion."


def test_an_edit_that_was_discarded_holds_nothing_up(here, olga):
    """The button beside the question forgets what was typed, and only its writer's."""
    anna = here.annotator("Anna")
    place, script = begin(here, anna, "First.", "Second.")
    instruct(anna, place, 1, "Shorten.")
    rate(anna, place, 1, "neutral")
    keep_unsent(anna, place, 1, "Mine.")
    assert olga.post(f"{place}/discard", {"turn": 1}).status_code == 403
    form = {"seen": seen(anna, place), "satisfied": "yes"}
    asked = anna.post(f"{place}/finish", form)
    assert re.search(rf'action="{place}/discard".*?name="turn" value="1"', asked.text, re.S)
    assert anna.post(f"{place}/discard", {"turn": 1}).status_code == 303
    instruct(anna, place, 2, "Go on.")
    assert script.put_to[-1] == "First."


# --- the model's name -----------------------------------------------------------------------------


@on_sqlite
def test_nothing_names_the_model_before_the_end(here, olga):
    """Neither a page, an export, a stream nor an error; then the page does."""
    fault = Reply("", failed=f"NotFoundError: the model `{MODEL}` of plum-cloud does not exist")
    place, _ = begin(here, olga, fault, "Shorter.")
    instruct(olga, place, 1, "Shorten.")
    everything = [
        olga.get(f"{place}{end}").text
        for end in ("", "/session.jsonl", "/events.jsonl", "/papers/0", "/stream", "/progress")
    ]
    everything += [olga.get("/writing").text, olga.get("/writing/new").text]
    assert "cannot be used here at present" in everything[0]
    assert not re.search("plum|NotFound", " ".join(everything))
    olga.post(f"{place}/again")
    settled(olga, place)
    rate(olga, place, 1, "good")
    assert "plum" not in olga.get(place).text
    olga.post(f"{place}/finish", {"seen": seen(olga, place), "satisfied": "yes"})
    assert f"Model A was {MODEL}" in text_of(olga.get(place).text)
    assert MODEL in olga.get(f"{place}/session.jsonl").text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("APIConnectionError: Connection error.", "connection to the model was lost"),
        ("peer closed connection", "connection to the model was lost"),
        ("the reply of 127.0.0.1:9 was cut off", "connection to the model was lost"),
        ("no server named lab is known", "owner"),
        ("APITimeoutError", "in time"),
        ("RateLimitError: 429", "too much to do"),
        ("context length", "too long"),
        ("Incorrect API key provided: sk-abc", "owner"),
        ("404 plum-70b does not exist", "owner"),
        ("503", "had a failure"),
        ("something nobody foresaw at api.plum.example", "did not answer as it should"),
    ],
)  # fmt: skip
def test_failures_are_told_in_our_words(said, told):
    """What went wrong with a call, and no word of the provider's is passed on."""
    assert told in for_reader(said)
    assert not re.search(r"sk-abc|plum|Error", for_reader(said))


def test_the_model_is_drawn_among_those_the_question_had_least_often(database):
    """Each question comes to every model once before any twice; the alias counts one's sessions.

    What others wrote counts after what one wrote oneself: Anna has had x/one once more than the
    others, Ben the others.
    """
    models, question = ("x/one", "y/two", "z/three"), "How was water kept?"
    with database.writing() as transaction:
        anna, ben = (add_person(transaction, name, None, "annotator") for name in ("Anna", "Ben"))
        transaction.flush()

        def write(person, model, alias="Model A"):
            opened = Opened(question, ("On Wells",), model, "bm25", {})
            session_store.create(transaction, person.id, opened, PAPERS, alias)
            transaction.flush()

        drawn, aliases = [], []
        for _ in range(6):
            model, alias = draw(transaction, anna.id, "How was  WATER kept?", models)
            write(anna, model, alias)
            drawn.append(model)
            aliases.append(alias)
        assert set(drawn[:3]) == set(drawn[3:]) == set(models)
        assert aliases == [f"Model {letter}" for letter in "ABCDEF"]
        for person, model in [(anna, models[0]), *[(ben, one) for one in models[1:] * 2]]:
            write(person, model)
        drawn = {draw(transaction, anna.id, question, models)[0] for _ in range(20)}
        assert drawn <= set(models[1:])
        assert draw(transaction, ben.id, question, models)[0] == models[0]
        assert asked_before(transaction, anna.id, "how was water kept?") is not None
        assert asked_before(transaction, anna.id, "another") is None
        assert draw(transaction, anna.id, "q", ())[0] == Respondent.name


@on_sqlite
def test_a_person_has_each_question_once(here, olga):
    """In a study nobody writes on a question twice (§3.2): the page links the old session."""
    first, _ = begin(here, olga)
    scripted(here, DRAFT)
    files = [("files", ("On Wells.txt", b"Wells were dug deep in dry land."))]
    form = {"question": "how was water  kept?", "act": "begin"}
    refused = olga.post("/writing/new", form, files=files)
    assert refused.status_code == 422
    assert first in refused.text


# --- papers ---------------------------------------------------------------------------------------


@on_sqlite
def test_each_refused_file_is_named_and_the_others_are_kept(here, olga):
    """What was read is not asked for again; a record in a file of records is named by its line."""
    line = json.dumps({"title": "On Oil", "paragraphs": ["Oil was kept in jars."]})
    files = [
        ("files", ("empty.pdf", b"")),
        ("files", ("../../etc/passwd.exe", b"MZ")),
        ("files", ("wells.txt", b"Wells were dug deep.")),
        ("files", ("more.jsonl", f"{line}\nno record\n".encode())),
    ]
    answer = olga.post("/writing/new", {"question": "Oil?", "act": "begin"}, files=files)
    said = text_of(answer.text)
    assert answer.status_code == 422
    assert "empty.pdf is empty" in said
    assert "passwd.exe is of a kind that is not read" in said
    assert "more.jsonl, line 2" in said
    assert "On Oil" in said
    assert "wells" in said
    assert "Oil?" in said
    again = olga.post("/writing/new", {"question": "Oil?"}, files=[files[2]])
    assert "wells.txt is here already" in text_of(again.text)
    with here.database.reading() as transaction:
        (typed,) = [row for row in transaction.query(Unsent) if row.place == "writing:new"]
    assert json.loads(typed.text) == {"question": "Oil?"}
    scripted(here, DRAFT)
    begun = olga.post("/writing/new", {"question": "Oil?", "act": "begin"})
    assert begun.status_code == 303
    assert session_of(here, begun.headers["location"]).session.opened.papers == ("wells", "On Oil")
    assert "On Oil" not in olga.get("/writing/new").text


@on_sqlite
def test_a_session_needs_a_question_and_a_paper(olga):
    """Each is asked for in a sentence."""
    assert "Write the question" in olga.post("/writing/new", {"question": " "}).text
    answer = olga.post("/writing/new", {"question": "What of <oil>?"})
    assert answer.status_code == 422
    assert "Add at least one paper" in answer.text
    assert "What of &lt;oil&gt;?" in answer.text


@on_sqlite
def test_a_file_of_accepted_questions_brings_questions_with_their_papers(here, olga):
    """Each can be begun with a click."""
    accepted = {
        "id": "q1",
        "question": "How was oil kept?",
        "cited_papers": [{"id": "p", "title": "On Oil"}],
        "cited_paragraphs": [["Oil was kept in jars."]],
        "missing_papers": [],
        "related_work_paragraph": "Oil was kept.",
        "source": {"id": "s", "title": "Stores"},
        "reviewer": "Anna",
    }
    files = [("files", ("accepted.jsonl", json.dumps(accepted).encode()))]
    page = olga.post("/writing/new", {"act": "add"}, files=files)
    assert "How was oil kept?" in page.text, text_of(page.text)
    scripted(here, DRAFT)
    begun = olga.post("/writing/new", {"act": "topic:0"})
    assert begun.status_code == 303
    assert session_of(here, begun.headers["location"]).session.opened.papers == ("On Oil",)


# --- who may see what -----------------------------------------------------------------------------


@on_sqlite
def test_another_persons_session_is_not_there(here, olga):
    """An annotator finds nothing at its addresses; an owner reads it and changes nothing."""
    anna, ben = here.annotator("Anna"), here.annotator("Ben")
    place, _ = begin(here, anna)
    reads = ("", "/papers/0", "/session.jsonl", "/events.jsonl", "/stream", "/progress")
    assert {ben.get(f"{place}{end}").status_code for end in reads} == {404}
    assert {olga.get(f"{place}{end}").status_code for end in reads} == {200}
    acts = {
        "instruct": {"turn": 1, "instruction": "x", "kind": "stylistic"},
        "rate": {"turn": 1, "rating": "good", "comment": "Yes."},
        "edit": {"turn": 1, "answer": "Mine."}, "finish": {"satisfied": "yes"},
        "discard": {"turn": 1}, "again": {}, "stop": {}, "remove": {},
    }  # fmt: skip
    version = seen(anna, place)
    for act, data in acts.items():
        assert ben.post(f"{place}/{act}", {"seen": version, **data}).status_code == 404, act
        assert olga.post(f"{place}/{act}", {"seen": version, **data}).status_code == 403, act
    assert seen(anna, place) == version
    page = olga.get(place).text
    assert "reading another person" in page
    assert f"{place}/instruct" not in page


@on_sqlite
def test_an_unfinished_session_can_be_removed_and_a_finished_one_not(here, olga):
    """What was typed for it goes too, and nothing else; what is finished is data."""
    place, _ = begin(here, olga)
    assert "Remove this session" in olga.get(place).text
    olga.post("/unsent", {"place": f"writing:{place[9:]}:instruction", "text": "{}"})
    olga.post("/unsent", {"place": "writing:other:instruction", "text": "{}"})
    assert olga.post(f"{place}/remove").status_code == 303
    with here.database.reading() as transaction:
        assert [row.place for row in transaction.query(Unsent)] == ["writing:other:instruction"]
    assert olga.get(place).status_code == 404
    other, _ = begin(here, olga)
    olga.post(f"{other}/finish", {"seen": seen(olga, other), "satisfied": "yes"})
    assert olga.post(f"{other}/remove").status_code == 404
    assert olga.get(other).status_code == 200


# --- hostile text ---------------------------------------------------------------------------------

HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(2)> \"'; DROP TABLE writing; -- "
    "\u202egnirts\u202c zero\u200bwidth \x00 \ud800 </textarea></title>{{ 7*7 }} [0] [7]"
)


def test_hostile_text_is_shown_as_text_wherever_it_stands(here, olga):
    """In questions, papers, answers, instructions, comments and edits."""
    script = scripted(here, HOSTILE, f"{HOSTILE} more", f"{HOSTILE} at last")
    sent = HOSTILE.replace("\ud800", "")
    paper = {"title": sent, "paragraphs": [sent]}
    files = [("files", ("<b>&.jsonl", json.dumps(paper).encode()))]
    begun = olga.post("/writing/new", {"question": sent, "act": "begin"}, files=files)
    assert begun.status_code == 303, text_of(begun.text)
    place = begun.headers["location"]
    settled(olga, place)
    instruct(olga, place, 1, sent)
    rate(olga, place, 1, "neutral", sent)
    form = {"seen": seen(olga, place), "turn": 1, "answer": f"{sent} mine"}
    assert olga.post(f"{place}/edit", form).status_code == 303
    instruct(olga, place, 2, sent, "information-seeking")
    pages = [place, f"{place}?turn=0", f"{place}?turn=1", f"{place}/papers/0", "/writing"]
    for address in pages:
        page = olga.get(address).text
        assert not re.search(r"<script>|<img|<b>|</textarea>[^\n<]*</title>", page), address
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page, address
        assert "{{ 7*7 }}" in page, address
        # What is typed stands in its field as it is; nothing else turns what is beside it round.
        shown = re.sub(r"<textarea.*?</textarea>", "", page, flags=re.DOTALL)
        assert "\u202e" not in shown, address
    preview = olga.post(f"{place}/changes", {"turn": 1, "answer": "<script>x</script>"})
    assert "<script>" not in preview.text
    # What no database can hold is the sign for that, and all else is as it was.
    assert "zero\u200bwidth \ufffd \ufffd" in script.put_to[0]
    assert "\u202egnirts" in olga.get(f"{place}/session.jsonl").text


# --- what broke off -------------------------------------------------------------------------------


@on_sqlite
def test_a_lost_connection_leaves_half_an_answer_and_a_way_on(here, olga):
    """It is marked with its reason, and tried again from where it was."""
    lost = Reply("Half an", failed="RemoteProtocolError: peer closed connection")
    place, script = begin(here, olga, lost, "All of it [0].")
    instruct(olga, place, 1, "More.", "information-seeking")
    page = text_of(olga.get(place).text)
    assert "This revision broke off: the connection to the model was lost" in page
    assert "Half an" in page
    assert "Try again" in page
    olga.post(f"{place}/again")
    settled(olga, place)
    turn = session_of(here, place).session.turns[0]
    assert (turn.answer, turn.interrupted) == ("All of it [0].", None)
    assert script.put_to == [DRAFT, DRAFT]


@on_sqlite
def test_the_writer_stops_a_revision(here, olga):
    """What had come is kept, and the page says who stopped it."""
    place, script = begin(here, olga, "One two three four.", "Anew.")
    script.hold.clear()
    form = {"seen": seen(olga, place), "turn": 1, "instruction": "Go.", "kind": "stylistic"}
    olga.post(f"{place}/instruct", form)
    deadline = time.monotonic() + 5
    while not olga.get(f"{place}/progress").json().get("text"):
        assert time.monotonic() < deadline
    page = olga.get(place).text
    assert "One two t" in page
    assert "data-waiting" in page
    assert olga.post(f"{place}/stop").status_code == 303
    assert olga.get(f"{place}/progress").json() == {"waiting": False}
    assert "broke off: you stopped it" in text_of(olga.get(place).text)
    assert session_of(here, place).session.turns[0].interrupted == "One two t"


@on_sqlite
def test_the_stream_sends_the_text_and_then_that_it_is_done(here, olga):
    """A page that connects late is sent all that has come; without a job it is done at once."""
    place, script = begin(here, olga, "One two three four.")
    script.hold.clear()
    form = {"seen": seen(olga, place), "turn": 1, "instruction": "Go.", "kind": "stylistic"}
    olga.post(f"{place}/instruct", form)
    threading.Timer(0.15, script.hold.set).start()
    parts = re.findall(r"event: (\w+)\ndata: (.*)\n", olga.get(f"{place}/stream").text)
    assert parts[-1] == ("done", "{}")
    text = ""
    for name, data in parts[:-1]:
        assert name == "text"
        sent = json.loads(data)
        text = sent["text"] if "text" in sent else text + sent["add"]
    assert text in ("One two t", "One two three four.")
    assert "event: done" in olga.get(f"{place}/stream").text


def opened(database, *events):
    """A session in the database with these events."""
    with database.writing() as transaction:
        person = add_person(transaction, "Anna", None, "annotator")
        transaction.flush()
        id = session_store.create(
            transaction, person.id, Opened("Q?", ("On Wells",), "m", "bm25", {}), PAPERS, "Model A"
        )
    for event in events:
        session_store.append(database, id, event, None)
    return id


ASKED = (Drafted(DRAFT), Instructed(1, "Shorten.", "stylistic"))


def test_a_restart_marks_what_was_half_done(database):
    """The text that had come is that of the interruption; a second restart marks nothing."""
    id = opened(database, *ASKED)
    session_store.save_partial(database, id, 1, "Wells we", 3)
    assert session_store.mark_interrupted(database) == 1
    with database.reading() as transaction:
        turn = session_store.load(transaction, id).session.turns[0]
        assert transaction.get(WritingPartial, id) is None
    assert (turn.interrupted, turn.reason) == ("Wells we", session_store.STOPPED)
    assert session_store.mark_interrupted(database) == 0


def test_a_restart_during_a_second_attempt_keeps_what_that_one_had(database):
    """The half answer of the first attempt does not stand for the second's."""
    id = opened(database, *ASKED, Interrupted(1, "First half", "lost"))
    session_store.save_partial(database, id, 1, "Second half", 4)
    assert session_store.mark_interrupted(database) == 1
    with database.reading() as transaction:
        assert session_store.load(transaction, id).session.turns[0].interrupted == "Second half"


def test_a_text_that_is_saved_late_is_not_kept(database):
    """The saver may come after the end: nothing is left of it to be found at a restart."""
    id = opened(database, *ASKED)
    session_store.append(database, id, Interrupted(1, "Half", "lost"), None)
    session_store.save_partial(database, id, 1, "Ha", 3)
    with database.reading() as transaction:
        assert transaction.get(WritingPartial, id) is None


# --- what changed ---------------------------------------------------------------------------------


@on_sqlite
def test_a_page_shows_what_changed_and_which_references_went(here, olga):
    """Added and deleted words and their numbers, a lost reference, one of no paper."""
    place, _ = begin(here, olga, "Wells were dug deep [0]. Rain fell. They held water [9].")
    instruct(olga, place, 1, "Add a sentence at the end, and keep the rest as it is.")
    page = olga.get(place).text
    said = text_of(page)
    assert re.search(r"<del>was kept in vats.*<ins>fell\. They held water", page)
    assert "+5 added" in said
    assert "Nothing refers to [1] any more" in said
    assert "no paper with the number 9" in said
    assert 'href="' + place + '/papers/0" data-paper="0"' in page


def test_one_side_of_a_change_is_that_text():
    """The old side is the old text and the new side the new one."""
    old, new = "Wells were dug <deep> [0].", "Wells & vats were dug [1]."
    marks = Marks("/writing/x", ("a", "b"))
    for side, whole in (("old", old), ("new", new)):
        shown = re.sub(r"<[^>]+>", "", str(marks.changes(word_diff(old, new), side)))
        assert html.unescape(shown) == whole


# --- the demonstration ----------------------------------------------------------------------------


@on_sqlite
def test_the_demo_writes_a_session_without_a_key(database_url):
    """One click to log in, one to begin; the program says that it is none and shows passages."""
    opened = studio_on(database_url, demo=True)
    browsing = opened.browse()
    browsing.get("/login")
    assert browsing.post("/demo").status_code == 303
    browsing.token = ""
    assert browsing.get("/writing").text.count('action="/writing/demo"') == 4
    place = browsing.post("/writing/demo", {"topic": 0}).headers["location"]
    settled(browsing, place)
    page = text_of(browsing.get(place).text)
    session = session_of(opened, place).session
    assert (len(session.opened.papers), len(session.draft_passages)) == (4, 5)
    assert session.draft_passages[0].text[:40] in page
    assert "a program stands in" in page
    # A newcomer's first wish: nothing can come of it, and the page says why.
    instruct(browsing, place, 1, "Make it shorter.")
    assert "cannot rewrite" in text_of(browsing.get(place).text)
    # The same question again is no offence where nothing is measured.
    assert browsing.post("/writing/demo", {"topic": 0}).status_code == 303
    assert browsing.post("/writing/demo", {"topic": 99}).status_code == 422
    opened.close()
