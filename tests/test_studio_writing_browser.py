"""Writing in the studio, in a real browser, with a model that streams."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from server import Reply, Server, as_service  # noqa: E402
from studio import Served, free_port, on_sqlite, sqlite_database, studio_on  # noqa: E402
from tamis.writing.sessions import read_released  # noqa: E402

expect = sync_api.expect
expect.set_options(timeout=15_000)
DRAFT = (
    "Wells were dug deep in dry land, and their walls were lined with stone [0]. Rain was kept in "
    "vats of oak [1].\n\nNobody has measured how much of it was lost."
)
TURNS = {
    "How old are the vats?": DRAFT.replace("oak [1].", "oak, some a hundred years old [1]."),
    "Drop the last paragraph.": "Wells were dug deep. Rain was kept in vats of oak [1].",
    "Once more, with feeling.": f"{DRAFT} Alas.",
}


def answer(prompt):
    """What the scripted model says."""
    if "Write down what" in prompt:
        return "Some vats are a hundred years old [1]."
    found = [said for asked, said in TURNS.items() if asked in prompt]
    return found[0] if found else DRAFT


@pytest.fixture
def model():
    """A server that speaks as a model does, word by word."""
    with Server(answer) as server:
        yield server


@pytest.fixture
def site(database_url, model, monkeypatch):
    """The studio with that model."""
    import tamis.models  # noqa: F401  # its first import takes seconds, which are no test's

    service = as_service(model, monkeypatch)
    server = Served(database_url, models=(f"openai-api/{service}/plum-70b",))
    yield server
    model.hold.clear()
    server.stop()


@pytest.fixture
def page(site, browser):
    """A page of the owner, logged in."""
    opened = browser().new_page()
    site.log_in(opened)
    return opened


def begin(page, site):
    """A session on the first question of the demonstration, until its draft is there."""
    page.goto(f"{site.url}/writing")
    page.get_by_role("button", name=re.compile("negation")).click()
    expect(page.get_by_label("Instruction 1 of 10")).to_be_visible()


def instruct(page, instruction, kind="Stylistic"):
    """Give an instruction."""
    page.get_by_label(re.compile(r"Instruction \d+ of")).fill(instruction)
    page.get_by_role("radio", name=kind).check()
    page.get_by_role("button", name="Revise").click()


def rate(page, rating, comment):
    """Rate the revision that is there."""
    page.get_by_role("radio", name=rating).check()
    page.get_by_label("Why?").fill(comment)
    page.get_by_role("button", name="Rate the revision").click()


def test_a_whole_session_from_the_login_to_the_export(site, browser, tmp_path):
    """Upload, draft, two turns, an edit, the end: the file that comes out loads."""
    page = browser().new_page()
    site.log_in_by_form(page)
    page.get_by_role("link", name="New session").click()
    page.get_by_role("textbox", name="Question").fill("How was water kept?")
    wells = {"name": "On Wells.txt", "mimeType": "text/plain", "buffer": b"Wells were dug deep."}
    vats = {"name": "On Vats.txt", "mimeType": "text/plain", "buffer": b"Rain was kept in vats."}
    wrong = {"name": "vats.exe", "mimeType": "text/plain", "buffer": b"MZ"}
    page.get_by_label("Files").set_input_files([wells, vats, wrong])
    expect(page.get_by_text("vats.exe is of a kind that is not read")).to_be_visible()
    expect(page.get_by_role("textbox", name="Question")).to_have_value("How was water kept?")
    page.wait_for_load_state("networkidle")
    assert "what you had not sent" not in page.inner_text("main")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Nobody has measured")).to_be_visible()

    instruct(page, "How old are the vats?", "Information-seeking")
    expect(page.locator("ins", has_text="some a hundred years old").first).to_be_visible()
    rate(page, "Good", "There it is.")
    instruct(page, "Drop the last paragraph.")
    expect(page.locator("del", has_text="Nobody has measured").first).to_be_visible()
    expect(page.get_by_text("Nothing refers to [0] any more.")).to_be_visible()
    rate(page, "Bad", "The stone is gone as well.")
    expect(page.get_by_text("is removed from the history")).to_be_visible()

    page.get_by_text("Edit the answer yourself").click()
    page.get_by_label("Your version").fill("Wells were dug deep [0]. Rain was kept in vats [1].")
    expect(page.locator("#preview .changes ins")).to_contain_text("[0]")
    page.get_by_role("button", name="Keep my version").click()
    expect(page.get_by_text("starts from your version of turn 2")).to_be_visible()
    page.get_by_role("link", name="1", exact=True).first.click()
    expect(page.get_by_role("dialog").get_by_text("Rain was kept in vats.").first).to_be_visible()
    page.keyboard.press("Escape")

    assert "plum" not in page.content()
    page.get_by_text("Finish the session").click()
    page.get_by_role("button", name="I am satisfied").click()
    expect(page.get_by_text("Model A was")).to_contain_text("plum-70b")
    with page.expect_download() as download:
        page.get_by_role("link", name="session", exact=True).click()
    download.value.save_as(tmp_path / "session.jsonl")
    (back,) = read_released(tmp_path / "session.jsonl")
    assert [turn.rating for turn in back.session.turns] == ["good", "bad"]
    assert back.session.turns[1].edited == "Wells were dug deep [0]. Rain was kept in vats [1]."
    assert back.session.turns[0].kind == "information-seeking"


@on_sqlite
def test_a_reload_in_the_middle_goes_on_where_it_was(page, site, model):
    """Half the revision is there before and after; then the rest comes, without another reload."""
    begin(page, site)
    model.hold.set()
    instruct(page, "Once more, with feeling.")
    stream = page.locator("#stream")
    expect(stream).to_contain_text("Rain")
    expect(stream).not_to_contain_text("Alas")
    page.reload()
    expect(stream).to_contain_text("Rain")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    model.hold.clear()
    expect(page.locator("ins", has_text="Alas.").first).to_be_visible()
    assert sum("feeling" in prompt for prompt in model.calls.elements()) == 1


@on_sqlite
def test_of_two_tabs_the_one_left_behind_is_told_and_keeps_what_was_typed(page, site):
    """Its instruction is refused in a sentence and stands in the form when its turn has come."""
    begin(page, site)
    other = page.context.new_page()
    other.goto(page.url)
    instruct(page, "Drop the last paragraph.")
    expect(page.get_by_label("Why?")).to_be_visible()
    instruct(other, "Once more, with feeling.")
    expect(other.get_by_role("alert")).to_contain_text("was continued in another tab")
    expect(other.get_by_label("What you had typed")).to_have_value("Once more, with feeling.")
    rate(other, "Good", "So be it.")
    expect(other.get_by_label("Instruction 2 of 10")).to_have_value("Once more, with feeling.")
    expect(other.get_by_text("Here is what you had not sent")).to_be_visible()


@on_sqlite
def test_an_edit_that_was_typed_outlives_a_reload_and_the_next_instruction(page, site):
    """Its form is open when it comes back, and "Revise" asks about it, however soon it is sent."""
    keys = page.keyboard
    begin(page, site)
    instruct(page, "Drop the last paragraph.")
    rate(page, "Neutral", "In part.")
    expect(page.locator("#answer-title .neutral")).to_be_visible()
    keys.press("e")
    edit = page.get_by_label("Your version")
    expect(edit).to_be_focused()
    edit.fill("Mine [0].")
    with page.expect_response(re.compile("/unsent$")):
        page.get_by_label("Instruction 2 of 10").focus()
    page.reload()
    expect(edit).to_be_visible()
    expect(edit).to_have_value("Mine [0].")
    expect(page.locator("body")).to_be_focused()

    edit.fill("Mine alone [0].")
    page.get_by_label("Instruction 2 of 10").fill("Once more, with feeling.")
    page.get_by_role("radio", name="Stylistic").check()
    keys.press("Control+Enter")
    asked = page.get_by_role("alert")
    expect(asked).to_contain_text("Your edit of turn 1 is not kept yet: keep it, or discard it.")
    expect(asked).to_be_focused()
    expect(edit).to_have_value("Mine alone [0].")
    keys.press("y")
    expect(page.get_by_text("starts from your version of turn 1")).to_be_visible()
    expect(page.get_by_label("Instruction 2 of 10")).to_have_value("Once more, with feeling.")
    keys.press("Control+Enter")
    # The full stop at the end of both is no change.
    expect(page.locator("ins", has_text="Alas").first).to_be_visible()
    expect(page.locator("del", has_text="Mine alone").first).to_be_visible()


@on_sqlite
def test_an_edit_can_be_discarded_with_a_key(page, site):
    """The page comes back without it, and the session ends as it was meant to."""
    keys = page.keyboard
    begin(page, site)
    instruct(page, "Drop the last paragraph.")
    rate(page, "Neutral", "In part.")
    page.get_by_text("Edit the answer yourself").click()
    # The edit is still on its way to the studio when the end is.
    saves = []
    page.route("**/unsent", lambda save: saves.append(save))
    page.get_by_label("Your version").fill("Mine [0].")
    with page.expect_request("**/unsent"):
        page.get_by_text("Finish the session").click()
    page.get_by_role("button", name="I am satisfied").click()
    saves[-1].continue_()
    page.unroute("**/unsent")
    expect(page.get_by_role("alert")).to_contain_text("Your edit of turn 1 is not kept yet")
    keys.press("x")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_label("Your version")).to_be_hidden()
    page.get_by_text("Finish the session").click()
    page.get_by_role("button", name="I am satisfied").click()
    expect(page.get_by_text("Model A was")).to_be_visible()


@on_sqlite
def test_a_column_that_holds_more_than_it_shows_fades_at_its_end(site, browser):
    """Until it is scrolled to where nothing follows."""
    page = browser(viewport={"width": 1280, "height": 420}).new_page()
    site.log_in(page)
    begin(page, site)
    column = page.locator(".col-right")
    expect(column).to_have_css("mask-image", re.compile("gradient"))
    column.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    expect(column).to_have_css("mask-image", "none")


@on_sqlite
def test_by_the_keyboard_alone(page, site):
    """A session is begun, instructed, rated, edited, looked at and finished without a mouse."""
    keys = page.keyboard
    page.locator("body").focus()
    for _ in range(30):
        keys.press("Tab")
        if page.locator("button.topic:focus").count():
            break
    keys.press("Enter")
    instruction = page.get_by_label("Instruction 1 of 10")
    expect(instruction).to_be_visible()
    keys.press("i")
    expect(instruction).to_be_focused()
    keys.type("Drop the last paragraph.")
    keys.press("Tab")
    keys.press("ArrowDown")
    expect(page.get_by_role("radio", name="Stylistic")).to_be_checked()
    keys.press("Control+Enter")
    expect(page.get_by_label("Why?")).to_be_visible()
    keys.press("2")
    expect(page.get_by_label("Why?")).to_be_focused()
    keys.type("In part 1 and 2.")
    keys.press("Control+Enter")
    expect(page.locator("#answer-title .neutral")).to_be_visible()
    keys.press("e")
    expect(page.get_by_label("Your version")).to_be_focused()
    keys.press("Control+End")
    keys.type(" Mine.")
    keys.press("Control+Enter")
    expect(page.locator("ins", has_text="Mine.").first).to_be_visible()
    keys.press("d")
    expect(page.locator("ins", has_text="Mine.").first).to_be_hidden()
    keys.press("d")
    keys.press("j")
    expect(page.get_by_role("heading", name="First draft")).to_be_visible()
    keys.press("k")
    expect(page.get_by_role("heading", name="Turn 1")).to_be_visible()
    page.locator("a.ref").first.focus()
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="Paper")).to_be_visible()
    keys.press("Escape")
    keys.press("?")
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    keys.press("Escape")
    keys.press("f")
    expect(page.get_by_role("button", name="I am satisfied")).to_be_visible()
    keys.press("Tab")
    keys.press("Enter")
    expect(page.get_by_text("Model A was")).to_be_visible()


@on_sqlite
def test_a_lost_connection_is_told_and_tried_again(site, browser, model, monkeypatch):
    """The half answer stays on the page until the next attempt brings a whole one."""
    from tamis import models as chats

    # A second try of the call would only come after seconds.
    real = chats.open_author
    monkeypatch.setattr(chats, "open_author", lambda *a, **k: real(*a, **{**k, "retries": 0}))
    page = browser().new_page()
    site.log_in(page)
    begin(page, site)
    said = model.answer
    model.answer = lambda prompt: Reply.broken("Wells were dug deep and then")
    instruct(page, "Once more, with feeling.")
    expect(page.get_by_text("This revision broke off")).to_be_visible()
    expect(page.locator(".half")).to_contain_text("Wells were dug deep and then")
    model.answer = said
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("ins", has_text="Alas.").first).to_be_visible()


@on_sqlite
def test_without_scripts_the_forms_and_the_pages_still_work(site, browser):
    """The page of an answer on its way loads itself again until the answer is there."""
    page = browser(java_script_enabled=False).new_page()
    site.log_in(page)
    page.get_by_role("button", name=re.compile("negation")).click()
    expect(page.get_by_label("Instruction 1 of 10")).to_be_visible()
    instruct(page, "Drop the last paragraph.")
    expect(page.get_by_label("Why?")).to_be_visible()
    rate(page, "Neutral", "Well.")
    expect(page.get_by_label("Instruction 2 of 10")).to_be_visible()
    page.get_by_role("link", name="Clean").click()
    expect(page.locator(".changes").first).to_be_hidden()
    page.locator("[data-way=clean] a.ref").last.click()
    expect(page.get_by_role("link", name="Back to the session")).to_be_visible()


@on_sqlite
def test_a_narrow_page_does_not_scroll_sideways(site, browser):
    """At phone width, in the dark: nothing is wider than the page."""
    page = browser(viewport={"width": 390, "height": 844}, color_scheme="dark").new_page()
    site.log_in(page)
    begin(page, site)
    instruct(page, "Drop the last paragraph.")
    expect(page.get_by_label("Why?")).to_be_visible()
    for address in (page.url, f"{page.url}?view=sides", f"{site.url}/writing/new"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


HALF = """
import asyncio
from tamis.cli import main
from tamis.studio.writing import jobs
from tamis.types import Reply

class Half:
    name = "lab/half"

    async def draft(self, question, passages, hear):
        return Reply("Wells were lined with stone [0].")

    async def revise(self, question, previous, instruction, summary, hear):
        if "feeling" in instruction:
            hear("Rain was")
            await asyncio.sleep(3600)
        return Reply("Wells were dug.")

async def author(name):
    return Half()

jobs.Authors = lambda: author
main()
"""
"""The command `tamis`, with a model in the same process that stops in the middle of its words."""


def test_after_kill_9_nothing_confirmed_is_missing(tmp_path):
    """A rating, an edit and half a revision, and then SIGKILL: all are there after the restart."""
    import httpx

    port = free_port()
    database, secret = sqlite_database(tmp_path), "s" * 32
    command = [sys.executable, "-c", HALF, "studio", "--demo", "--database", database]
    command += ["--port", str(port), "--model", "lab/half", "--no-open"]

    def until(true):
        deadline = time.monotonic() + 30
        while True:
            with contextlib.suppress(httpx.TransportError):
                if true():
                    return
            assert process.poll() is None, "the studio has ended by itself"
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

    process = subprocess.Popen(
        command,
        env={**os.environ, "TAMIS_STUDIO_SECRET": secret},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            until(lambda: client.get("/login").status_code < 400)
            post("/demo")
            place = post("/writing/demo", topic="0").headers["location"]
            until(lambda: not waits())
            act("instruct", turn="1", instruction="Drop the last paragraph.", kind="stylistic")
            until(lambda: not waits())
            act("rate", turn="1", rating="bad", comment="The stone is gone.")
            act("edit", turn="1", answer="Wells [0] and vats [1].")
            act("instruct", turn="2", instruction="Once more, with feeling.", kind="stylistic")
            until(lambda: _partial(database))
            cookies = dict(client.cookies)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    again = studio_on(database, port=port, demo=True, secret=secret.encode(), models=("lab/half",))
    try:
        browsing = again.browse()
        # The login of before holds, too.
        browsing.client.cookies.update(cookies)
        page = re.sub(r"<[^>]+>", "", browsing.get(place).text)
    finally:
        again.close()
    assert "This revision broke off: the server was stopped" in page
    told = ("The stone is gone.", "Wells [0] and vats [1].", "Once more, with feeling.")
    for words in (*told, "Try again", "Rain was"):
        assert words in page


def _partial(database):
    import sqlite3

    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        return connection.execute("SELECT text FROM writing_partial").fetchone()
