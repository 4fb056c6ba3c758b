"""The studio where something goes wrong, is asked for too much, or comes at the wrong moment."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import stat
import time
from dataclasses import replace

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

import httpx
from sqlalchemy.exc import OperationalError

from studio import StudioProcess, free_port, sqlite_database, studio_on
from tamis.retrieve.papers import Paper
from tamis.studio.database import open_database
from tamis.studio.database.one_server import only_server
from tamis.studio.database.schema import Unsent
from tamis.studio.people.accounts import add_person
from tamis.studio.writing import session_store, shelf
from tamis.studio.writing.paper_process import UploadQueue
from tamis.types import InputError, Reply
from test_studio_writing import MODEL, begin, settled, text_of
from test_studio_writing import session_of as kept

PAPER = ("files", ("On Wells.txt", b"Wells were dug deep in dry land."))


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


def instruct(here, browsing, place, turn, instruction, kind="stylistic"):
    """Give an instruction, as a page that knows all would."""
    seen = kept(here, place).version
    form = {"seen": seen, "turn": turn, "instruction": instruction, "kind": kind}
    return browsing.post(f"{place}/instruct", form)


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


# --- what is kept of forms and uploads ------------------------------------------------------------


def test_a_shelf_that_cannot_be_read_is_an_empty_one(database):
    """As another version of the studio may have left it; else it comes back as it was."""
    paper = Paper("a", "On Wells", ("Deep.", "Dry."), 1999, ("A. Well",), "wells.pdf")
    full = shelf.Shelf((paper, replace(paper, id="b", year=None)), (shelf.Topic("Q?", (paper,)),))
    with database.writing() as transaction:
        person = add_person(transaction, "Anna", None, "annotator").id
        shelf.keep_shelf(transaction, person, full)
    with database.reading() as transaction:
        assert shelf.read_shelf(transaction, person) == full
    record = {"id": "1", "title": {}, "paragraphs": [], "year": None, "authors": [], "source": ""}
    for wrong in (
        "garbage", {"papers": []}, {"papers": [record], "topics": []},
    ):  # fmt: skip
        with database.writing() as transaction:
            transaction.get_one(Unsent, (person, shelf.PLACE)).text = json.dumps(wrong)
        with database.reading() as transaction:
            assert shelf.read_shelf(transaction, person) == shelf.Shelf()


def test_one_upload_is_read_at_a_time_and_one_of_each_person():
    """Whoever sends a second one is told at once, others after they have waited."""
    readers = UploadQueue(wait=0)
    with readers.turn(1):
        for person, said in ((1, "Other files of yours"), (2, "Files of others")):
            with pytest.raises(InputError, match=said), readers.turn(person):
                pass
    with readers.turn(2):
        pass


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


# --- a killed server -----------------------------------------------------------------------------


def test_after_kill_9_nothing_confirmed_is_missing(tmp_path, database_url, tamis_here):
    """A rating, an edit and half a revision, and then SIGKILL: all are there after the restart.

    A second studio on the database is refused meanwhile; a killed one keeps nobody out.
    """
    process = StudioProcess(tmp_path, database_url)

    def until(true):
        deadline = time.monotonic() + 30
        while not true():
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def post(path, **form):
        return client.post(path, data={"csrf": client.get("/token").text, **form})

    def act(what, **form):
        version = re.search(r'data-version="(\d+)"', client.get(place).text)[1]
        answer = post(f"{place}/{what}", seen=version, **form)
        assert answer.status_code == 303, answer.text

    def waits():
        return client.get(f"{place}/progress").json()["waiting"]

    def half():
        with sqlite3.connect(database_url.removeprefix("sqlite:///")) as connection:
            return connection.execute("SELECT text FROM writing_partial").fetchone()

    try:
        with httpx.Client(base_url=process.url) as client:
            post("/demo")
            place = post("/writing/demo", topic="0").headers["location"]
            until(lambda: not waits())
            act("instruct", turn="1", instruction="Drop the last paragraph.", kind="stylistic")
            until(lambda: not waits())
            act("rate", turn="1", rating="bad", comment="The stone is gone.")
            act("edit", turn="1", answer="Wells [0] and vats [1].")
            act("instruct", turn="2", instruction="Once more, with feeling.", kind="stylistic")
            until(half)
            cookies = dict(client.cookies)
            port = str(free_port())
            second = ("--database", database_url, "--port", port, "--no-open")
            assert "another studio serves" in tamis_here("studio", *second, check=2).err
            # What the first one is writing goes on.
            assert waits()
    finally:
        process.kill()
    again = studio_on(
        database_url, port=process.port, demo=True, secret=b"s" * 32, models=("lab/half",)
    )
    try:
        browsing = again.browse()
        # The login of before holds, too.
        browsing.client.cookies.update(cookies)
        page = re.sub("<[^>]+>", "", browsing.get(place).text)
    finally:
        again.close()
    with only_server(database_url):
        pass
    assert "This revision broke off: the server was stopped" in page
    told = ("The stone is gone.", "Wells [0] and vats [1].", "Once more, with feeling.")
    for words in (*told, "Try again", "Rain was"):
        assert words in page


# --- logins, the log, the database, the end -------------------------------------------------------


@pytest.mark.parametrize(
    ("cause", "code", "said"),
    [
        ("database is locked", 503, "did not answer in time"),
        ("canceling statement due to lock timeout", 503, "did not answer in time"),
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


def test_a_studio_that_is_told_to_end_leaves_nothing(tamis_here, monkeypatch, tmp_path):
    """The folder of a demo goes, as it does after Ctrl+C; signals are as they were then."""
    import uvicorn

    folders = tmp_path / "temporary"
    folders.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folders))
    before = signal.getsignal(signal.SIGTERM)

    def run(self, sockets):
        self.started = True
        assert list(folders.glob("tamis-demo-*/studio.db"))
        signal.raise_signal(signal.SIGTERM)
        raise AssertionError("it went on")

    monkeypatch.setattr(uvicorn.Server, "run", run)
    tamis_here("studio", "--demo", "--port", str(free_port()), "--no-open")
    assert list(folders.iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) == before
