"""The studio where something goes wrong, is asked for too much, or comes at the wrong moment."""

from __future__ import annotations

import asyncio
import html
import json
import logging
import re
import signal
import stat
import threading
import time
from dataclasses import replace

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from studio import ANNOTATOR, Served, free_port, sqlite_database, studio_on
from tamis.retrieve.papers import Paper
from tamis.studio import serve
from tamis.studio.database import open_database
from tamis.studio.database.schema import EndedLogin, Unsent, now
from tamis.studio.people.accounts import end_login, has_ended
from tamis.studio.people.login_sessions import DAYS
from tamis.studio.settings import Limits
from tamis.studio.unsent import SERVER
from tamis.studio.writing import models, session_store, shelf
from tamis.studio.writing.upload_queue import UploadQueue
from tamis.types import InputError, Reply
from tamis.writing.sessions import Instructed, OutOfTurn

MODEL = "plum-cloud/plum-70b"
PAPER = ("files", ("On Wells.txt", b"Wells were dug deep in dry land."))


class Script:
    """An author that says one reply after another; a Reply may tell of a failure."""

    name = MODEL

    def __init__(self, *replies):
        self.replies, self.told = list(replies), []
        self.hold = threading.Event()
        self.hold.set()

    async def _say(self, hear):
        reply = self.replies.pop(0)
        while not self.hold.is_set():
            await asyncio.sleep(0.002)
        return reply if isinstance(reply, Reply) else Reply(reply)

    async def draft(self, question, passages, hear):
        """The next reply."""
        return await self._say(hear)

    async def summarise(self, previous, instruction, passages):
        """What is always found."""
        return Reply("What was found.")

    async def revise(self, question, previous, instruction, summary, hear):
        """The next reply; remembers what was asked for."""
        self.told.append((instruction, summary))
        return await self._say(hear)


@pytest.fixture
def database_url(tmp_path):
    """None of this differs between the two databases."""
    return sqlite_database(tmp_path)


@pytest.fixture
def here(database_url):
    """The studio with one model."""
    opened = studio_on(database_url, models=(MODEL,))
    yield opened
    opened.close()


def begin(here, browsing, *replies):
    """A session with its draft; returns its address and the script of its model."""
    script = Script("Wells were dug deep [0].", *replies)

    async def author(name):
        return script

    browsing.get("/healthz")
    here.app.state.writing.authors = author
    form = {"question": "How was water kept?", "act": "begin"}
    place = browsing.post("/writing/new", form, files=[PAPER]).headers["location"]
    settled(browsing, place)
    return place, script


def settled(browsing, place):
    """Wait until nothing is on its way."""
    deadline = time.monotonic() + 10
    while browsing.get(f"{place}/progress").json()["waiting"]:
        assert time.monotonic() < deadline
        threading.Event().wait(0.002)


def kept(here, place):
    """The session as the database has it."""
    with here.database.reading() as transaction:
        return session_store.load(transaction, place.rpartition("/")[2])


def instruct(here, browsing, place, turn, instruction, kind="stylistic"):
    """Give an instruction, as a page that knows all would."""
    seen = kept(here, place).version
    form = {"seen": seen, "turn": turn, "instruction": instruction, "kind": kind}
    return browsing.post(f"{place}/instruct", form)


def text_of(page):
    """A page's words as its reader sees them."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


# --- an instruction whose revision does not come --------------------------------------------------


def test_an_instruction_can_be_worded_differently_where_its_revision_broke_off(here):
    """The page offers it with what was asked; the new one takes the old one's place."""
    olga = here.owner()
    filter_ = Reply("", failed="", refused=True)
    place, script = begin(here, olga, filter_, "Wells were dug deep, it is said [0].")
    assert instruct(here, olga, place, 1, "Say so.", "information-seeking").status_code == 303
    settled(olga, place)
    page = olga.get(place).text
    assert "Word it differently" in page
    assert "\nSay so.</textarea>" in page
    assert re.search(r'value="information-seeking" required checked', page)
    assert instruct(here, olga, place, 1, "Say that it is said.").status_code == 303
    settled(olga, place)
    [turn] = kept(here, place).session.turns
    assert (turn.instruction, turn.summary) == ("Say that it is said.", "")
    assert turn.answer == "Wells were dug deep, it is said [0]."
    # What was found for the first wording is not given to the second.
    assert script.told == [("Say so.", "What was found."), ("Say that it is said.", "")]
    assert "Word it differently" not in olga.get(place).text
    # One turn is one turn, however often it was worded.
    with here.database.reading() as transaction:
        [listed] = session_store.listed(transaction, None)
    assert listed.turns == 1


def test_a_broken_revision_by_the_keyboard(database_url, browser):
    """Ctrl+Enter tries again; once the other wording is opened, by its key, it sends that."""
    server = Served(database_url, models=(MODEL,))
    lost = Reply("", failed="lost")
    script = Script("Wells [0].", lost, lost, "Wells were deep [0].")

    async def author(name):
        return script

    try:
        server.app.state.writing.authors = author
        page = browser().new_page()
        server.log_in(page)
        page.goto(f"{server.url}/writing")
        page.locator("button.topic").first.click()
        page.get_by_label("Instruction 1 of 10").fill("More.")
        page.get_by_role("radio", name="Stylistic").check()
        page.keyboard.press("Control+Enter")
        page.get_by_role("button", name="Try again").wait_for()
        page.locator("#answer-title").focus()
        with page.expect_navigation():
            page.keyboard.press("Control+Enter")
        page.get_by_role("button", name="Try again").wait_for()
        page.locator("#answer-title").focus()
        page.keyboard.press("w")
        field = page.locator("#instruction:focus")
        assert field.input_value() == "More."
        field.fill("Deeper.")
        page.keyboard.press("Control+Enter")
        page.get_by_label("Why?").wait_for()
    finally:
        server.stop()
    assert [asked for asked, _ in script.told] == ["More.", "More.", "Deeper."]


def test_an_instruction_is_not_put_anew_while_its_revision_is_on_its_way(here):
    """It would be answered by what was asked for before; what was typed is kept."""
    olga = here.owner()
    place, script = begin(here, olga, "Anew.")
    script.hold.clear()
    assert instruct(here, olga, place, 1, "One.").status_code == 303
    answer = instruct(here, olga, place, 1, "Two.")
    assert answer.status_code == 409
    assert "being written: wait until it is here" in text_of(answer.text)
    assert "Two.</textarea>" in answer.text
    script.hold.set()
    settled(olga, place)
    turn = kept(here, place).session.turns[0]
    assert (turn.instruction, turn.answer) == ("One.", "Anew.")


def test_no_job_begins_while_an_instruction_is_stored(here):
    """And one begins behind it; where storing fails there is none, and nothing is left held."""
    olga = here.owner()
    place, _ = begin(here, olga, "Anew.")
    id, jobs = place.rpartition("/")[2], here.app.state.writing

    def fails():
        with jobs.held(id):
            jobs.begin(id)
            assert jobs.of(id) is None
            with pytest.raises(OutOfTurn), jobs.held(id):
                pass
            raise LookupError

    with pytest.raises(LookupError):
        fails()
    assert jobs.of(id) is None
    with jobs.held(id):
        version = kept(here, place).version
        session_store.append(here.database, id, Instructed(1, "Go.", "stylistic"), None, version)
    settled(olga, place)
    assert kept(here, place).session.turns[0].answer == "Anew."


def test_a_session_without_turns_can_be_removed_by_its_writer(here):
    """While the draft is written and after it; what was typed for it goes too."""
    olga = here.owner()
    place, _ = begin(here, olga, Reply("", failed="lost"))
    assert "Remove this session" in olga.get(place).text
    assert instruct(here, olga, place, 1, " ").status_code == 422
    olga.post("/unsent", {"place": f"writing:{place[9:]}:instruction", "text": "{}"})
    olga.post("/unsent", {"place": "writing:other:instruction", "text": "{}"})
    assert olga.post(f"{place}/remove").status_code == 303
    with here.database.reading() as transaction:
        places = transaction.scalars(select(Unsent.place)).all()
    assert places == ["writing:other:instruction"]
    place, _ = begin(here, olga, Reply("", failed="lost"))
    instruct(here, olga, place, 1, "Go.")
    settled(olga, place)
    assert "Remove this session" not in olga.get(place).text


def test_an_owner_who_reads_is_told_so_whatever_they_try(here):
    """Every act on another person's session is refused in the same words."""
    anna = here.annotator()
    place, _ = begin(here, anna, Reply("", failed="lost"))
    olga, seen = here.owner(), kept(here, place).version
    forms = {
        "instruct": {"turn": 1, "instruction": "Go.", "kind": "stylistic"},
        "rate": {"turn": 1, "rating": "good", "comment": "Yes."},
        "edit": {"turn": 1, "answer": "Mine."},
        "finish": {"satisfied": "yes"},
        "again": {},
        "stop": {},
        "remove": {},
    }
    for act, form in forms.items():
        answer = olga.post(f"{place}/{act}", {"seen": seen, **form})
        assert answer.status_code == 403, act
        assert "Only its writer can go on" in answer.text
        strange = here.browse("Bert Bystander").post(f"{place}/{act}", {"seen": seen, **form})
        assert strange.status_code == 404, act
    assert kept(here, place).version == seen


# --- what is kept of forms and uploads ------------------------------------------------------------


def test_a_form_cannot_be_kept_in_the_studios_own_places(here):
    """Nor does what the studio keeps there count as a form, or go for one."""
    olga = here.owner()
    answer = olga.post("/unsent", {"place": shelf.PLACE, "text": "garbage"})
    assert answer.status_code == 422
    form = {"question": "Q", "act": "add"}
    assert olga.post("/writing/new", form, files=[PAPER]).status_code == 200
    with here.database.writing() as transaction:
        transaction.get_one(Unsent, (1, shelf.PLACE)).at = now().replace(year=2001)
        for number in range(here.settings.limits.unsent):
            transaction.merge(Unsent(person_id=1, place=f"annotating:{number}", text="{}"))
    assert olga.post("/unsent", {"place": "annotating:new", "text": "{}"}).status_code == 204
    assert "On Wells" in olga.get("/writing/new").text
    with here.database.reading() as transaction:
        forms = ~Unsent.place.startswith(SERVER)
        count = transaction.scalar(select(func.count()).select_from(Unsent).where(forms))
    assert count == here.settings.limits.unsent


@pytest.mark.parametrize(
    "text",
    [
        "garbage",
        "[]",
        '{"papers": []}',
        '{"papers": [{"id": 1}], "topics": []}',
        json.dumps({"papers": [], "topics": [{"question": 7, "papers": []}]}),
        json.dumps(
            {
                "papers": [
                    {"id": "1", "title": {}, "paragraphs": [], "year": None}
                    | {"authors": [], "source": ""}
                ],
                "topics": [],
            }
        ),
    ],
)
def test_a_shelf_that_cannot_be_read_is_an_empty_one(database, text):
    """As another version of the studio may have left it: the form of a new session opens."""
    from tamis.studio.people.accounts import add_person

    with database.writing() as transaction:
        person = add_person(transaction, "Anna", None, "annotator")
        transaction.add(Unsent(person_id=person.id, place=shelf.PLACE, text=text))
    with database.reading() as transaction:
        assert shelf.read_shelf(transaction, person.id) == shelf.Shelf()


def test_what_is_on_a_shelf_comes_back_as_it_was(database):
    """Papers with all that is known of them, and questions with theirs."""
    from tamis.studio.people.accounts import add_person

    paper = Paper("a", "On Wells", ("Deep.", "Dry."), 1999, ("A. Well",), "wells.pdf")
    full = shelf.Shelf((paper, replace(paper, id="b", year=None)), (shelf.Topic("Q?", (paper,)),))
    with database.writing() as transaction:
        person = add_person(transaction, "Anna", None, "annotator")
        shelf.keep_shelf(transaction, person.id, full)
    with database.reading() as transaction:
        assert shelf.read_shelf(transaction, person.id) == full


def test_one_upload_is_read_at_a_time_and_one_of_each_person():
    """Whoever sends a second one is told at once, others wait for their turn."""
    readers, order = UploadQueue(wait=5), []
    with readers.turn(1):
        with pytest.raises(InputError, match="Other files of yours"), readers.turn(1):
            pass

        def other():
            with readers.turn(2):
                order.append("other")

        waiting = threading.Thread(target=other)
        waiting.start()
        order.append("first")
    waiting.join(5)
    assert order == ["first", "other"]
    readers._wait = 0
    with readers.turn(1), pytest.raises(InputError, match="Files of others"), readers.turn(2):
        pass
    with pytest.raises(ZeroDivisionError), readers.turn(2):
        raise ZeroDivisionError
    with readers.turn(1):
        order.append("again")
    assert order[-1] == "again"


def test_papers_of_two_tabs_are_all_kept(here, monkeypatch):
    """What comes onto the shelf while files are read stays there, and what goes does not return."""
    olga = here.owner()
    olga.post("/writing/new", {"question": "Q", "act": "add"}, files=[PAPER])
    other, known = Paper("o", "On Vats", ("Oak.",), source="vats"), shelf.added

    def meanwhile(*arguments):
        found = known(*arguments)
        with here.database.writing() as transaction:
            shelf.keep_shelf(transaction, 1, shelf.Shelf((other,)))
        return found

    monkeypatch.setattr("tamis.studio.writing.new_session.added", meanwhile)
    oil = ("files", ("On Oil.txt", b"Oil was kept in jars."))
    olga.post("/writing/new", {"question": "Q", "act": "add"}, files=[oil])
    with here.database.reading() as transaction:
        titles = [paper.title for paper in shelf.read_shelf(transaction, 1).papers]
    assert titles == ["On Vats", "On Oil"]


def test_a_refused_record_is_named_as_its_source_would_be():
    """The file, then the line, as the papers beside it name theirs."""
    good = json.dumps({"title": "On Oil", "paragraphs": ["Oil was kept in jars."]})
    data = f"{good}\nno record\n".encode()
    found, refused = shelf.added(shelf.Shelf(), [("more.jsonl", data)], Limits())
    assert [paper.source for paper in found.papers] == ["more.jsonl, line 1"]
    assert len(refused) == 1
    assert refused[0].startswith("more.jsonl, line 2 ")


# --- logins, the log, the database, the end -------------------------------------------------------


def test_a_copied_cookie_is_worth_nothing_after_logging_out(studio):
    """That visit's; other browsers of the person stay logged in."""
    here, elsewhere = studio.annotator(), studio.annotator()
    assert here.get("/account").status_code == 200
    copied = dict(here.client.cookies)
    here.post("/logout")
    thief = studio.browse()
    thief.client.cookies.update(copied)
    assert thief.client.get("/account").headers["location"].startswith("/login")
    assert elsewhere.get("/account").status_code == 200
    here.log_in(ANNOTATOR)
    assert here.get("/account").status_code == 200


def test_ended_visits_are_forgotten_when_no_cookie_can_be_left(database):
    """Not before, and what is kept is no cookie's key."""
    with database.writing() as session:
        end_login(session, "old", DAYS)
        session.scalar(select(EndedLogin)).at = now().replace(year=2001)
        session.flush()
        end_login(session, "new", DAYS)
        end_login(session, "new", DAYS)
    with database.reading() as session:
        assert not has_ended(session, "old")
        assert has_ended(session, "new")
        [row] = session.scalars(select(EndedLogin))
        assert "new" not in row.key_hash


def test_the_log_tells_writing_from_annotating(studio, caplog):
    """A route is named whole, the one at a router's own address too."""
    caplog.set_level(logging.INFO)
    olga = studio.owner()
    for path in ("/writing/new", "/annotating/new", "/writing", "/writing/secret1/stream", "/x"):
        olga.get(path)
    said = "\n".join(r.getMessage() for r in caplog.records if r.name == "tamis.studio")
    assert "GET /writing/new 200" in said
    assert "GET /annotating/new 200" in said
    assert "GET /writing 200" in said
    assert "GET /writing/{id}/stream 404" in said
    assert "GET (no page) 404" in said
    assert "secret1" not in said


@pytest.mark.parametrize(
    ("cause", "code", "said"),
    [
        ("database is locked", 503, "did not answer in time"),
        ("canceling statement due to lock timeout", 503, "did not answer in time"),
        ("no such table: ended_visit", 500, "The database failed"),
        ("disk I/O error", 500, "The database failed"),
        ("database or disk is full", 500, "The database failed"),
    ],
)
def test_what_the_database_says_is_in_the_log(studio, monkeypatch, caplog, cause, code, said):
    """Only one that is busy is called so; parameters, which people typed, are not logged."""

    def failing(*_, **__):
        raise OperationalError("INSERT", {"text": "typed"}, Exception(f"{cause}\nDETAIL: typed"))

    olga = studio.owner()
    monkeypatch.setattr("tamis.studio.people.accounts.invite", failing)
    answer = olga.post("/people/invitations", {"role": "annotator"})
    assert (answer.status_code, "retry-after" in answer.headers) == (code, code == 503)
    assert said in answer.text
    assert cause in caplog.text
    assert "typed" not in caplog.text


def test_a_new_database_is_its_owners_alone(tmp_path):
    """Whatever the folder is; one that is there keeps its permissions."""
    path = tmp_path / "studio.db"
    open_database(str(path)).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o640)
    open_database(str(path)).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("sent", ["SIGTERM", "SIGHUP"])
def test_a_studio_that_is_told_to_end_leaves_nothing(tamis_here, monkeypatch, tmp_path, sent):
    """The folder of a demo goes, as it does after Ctrl+C; signals are as they were then."""
    import uvicorn

    if not hasattr(signal, sent):
        pytest.skip(f"there is no {sent} here")
    folders = tmp_path / "temporary"
    folders.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folders))
    before = signal.getsignal(signal.Signals[sent])

    def run(self, sockets):
        self.started = True
        assert list(folders.glob("tamis-demo-*/studio.db"))
        signal.raise_signal(signal.Signals[sent])
        raise AssertionError("it went on")

    monkeypatch.setattr(uvicorn.Server, "run", run)
    tamis_here("studio", "--demo", "--port", str(free_port()), "--no-open")
    assert list(folders.iterdir()) == []
    assert signal.getsignal(signal.Signals[sent]) == before


def test_the_models_library_is_loaded_at_the_start_where_there_are_models(tamis_here, monkeypatch):
    """Not with the first draft, which it would hold up for seconds."""
    import uvicorn

    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: setattr(self, "started", True))
    loaded = threading.Event()
    monkeypatch.setattr(models, "_load", loaded.set)
    tamis_here("studio", "--demo", "--port", str(free_port()), "--no-open")
    assert not loaded.is_set()
    tamis_here("studio", "--demo", "--model", MODEL, "--port", str(free_port()), "--no-open")
    assert loaded.wait(5)


def test_debugging_of_libraries_is_not_in_the_log(monkeypatch):
    """They set their own loggers' levels, when they are loaded."""
    made = {}
    monkeypatch.setattr(logging, "basicConfig", lambda **options: made.update(options))
    monkeypatch.setattr(serve, "listen", lambda *_: (_ for _ in ()).throw(InputError("stop")))
    for verbose, level in ((True, logging.INFO), (False, logging.WARNING)):
        with pytest.raises(InputError, match="stop"):
            serve.serve(
                type("Set", (), {"host": "", "port": 0})(),  # type: ignore[arg-type]
                print,
                browse=False,
                verbose=verbose,
            )
        assert [handler.level for handler in made["handlers"]] == [level]


def test_an_alias_is_not_given_twice_after_a_removal(here):
    """Two open sessions would both be "Model B"."""
    olga, aliases = here.owner(), []
    for number in range(3):
        script = Script("A draft.")

        async def author(name, script=script):
            return script

        olga.get("/healthz")
        here.app.state.writing.authors = author
        form = {"question": f"Question {number}?", "act": "begin"}
        place = olga.post("/writing/new", form, files=[PAPER]).headers["location"]
        settled(olga, place)
        aliases.append(kept(here, place).row.alias)
        if number == 0:
            first = place
        if number == 1:
            assert olga.post(f"{first}/remove").status_code == 303
    assert aliases == ["Model A", "Model B", "Model C"]
    assert [models._place(f"Model {models._letters(n)}") for n in range(800)] == list(range(800))
