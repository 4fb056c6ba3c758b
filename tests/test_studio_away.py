"""Nothing typed is lost while the server or the network is away: every form, in a real browser."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

import httpx  # noqa: E402
from sqlalchemy import func, select  # noqa: E402

import tamis.studio  # noqa: E402
from studio import OWNER, PASSWORD, free_port, login_cookie, on_sqlite, studio_on  # noqa: E402
from tamis.retrieve.papers import Paper  # noqa: E402
from tamis.studio.database.schema import (  # noqa: E402
    Adjudication,
    Item,
    Person,
    Project,
)
from tamis.studio.people import accounts  # noqa: E402
from tamis.studio.writing import session_store  # noqa: E402
from tamis.studio.writing.demo import Topic  # noqa: E402
from tamis.studio.writing.shelf import Shelf, keep_shelf  # noqa: E402
from tamis.writing.sessions import (  # noqa: E402
    Drafted,
    Instructed,
    Interrupted,
    Opened,
    Rated,
    Revised,
)
from test_studio_annotating import NO, YES, give, make, seeds_of  # noqa: E402
from test_studio_exchange import PROPOSED  # noqa: E402
from test_studio_writing_browser import HALF  # noqa: E402

expect = sync_api.expect
PAPERS = [Paper("0", "On Wells", ("Wells were dug deep in dry land.",), source="wells.txt")]
TEMPLATES = Path(tamis.studio.__file__).parent
NEW_PASSWORD = "a dozen ripe quinces"


class Studio:
    """`tamis studio` as a process that can be killed and started again on the same port.

    Its model stops in the middle of its words where it is asked "with feeling".
    """

    def __init__(self, folder: Path, address: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.address = address
        self.log = folder / "log"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            self.command(self.port),
            env={**os.environ, "TAMIS_STUDIO_SECRET": "s" * 32},
            stdout=subprocess.DEVNULL,
            stderr=self.log.open("ab"),
        )
        deadline = time.monotonic() + 30
        while True:
            try:
                httpx.get(f"{self.url}/healthz")
                return
            except httpx.TransportError:
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def command(self, port: int) -> list[str]:
        """What starts a studio on its database."""
        command = [sys.executable, "-c", HALF, "studio", "--demo", "--database", self.address]
        return [*command, "--port", str(port), "--model", "lab/half", "--no-open"]

    def kill(self) -> None:
        """SIGKILL, in the middle of whatever it does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@dataclass
class Form:
    """A form on the page `at`, opened by the person `who`; None is a stranger.

    `fill` types into it, `press` is the name of its button, `typed` the contents of its fields by
    their names. `done` waits for what the page has once it was carried out.
    """

    action: str
    at: str
    press: str
    done: Callable[[object], None]
    typed: dict[str, str] = field(default_factory=dict)
    fill: Callable[[object], None] = lambda page: None
    who: str | None = OWNER


def opening(name: str) -> Callable[[object], None]:
    """Opens the part of the page with this summary."""
    return lambda page: page.locator("summary", has_text=name).first.click()


def checking(selector: str, then: Callable[[object], None] | None = None):
    """Ticks the box or the choice."""

    def fill(page: object) -> None:
        if then:
            then(page)
        page.locator(selector).first.check()

    return fill


def files(page: object) -> None:
    """Chooses a file of items, and waits for what the studio says of it."""
    row = b'{"author": "Cy Cole", "title": "Low Water"}'
    chosen = {"name": "items.jsonl", "mimeType": "text/plain", "buffer": row}
    page.locator("#files").set_input_files([chosen])
    page.get_by_text("New items").wait_for()


def papers(page: object) -> None:
    """Chooses a file for the export of accepted questions."""
    chosen = {"name": "papers.jsonl", "mimeType": "text/plain", "buffer": b"{}"}
    page.locator("input[type=file]").set_input_files([chosen])


def revising(page: object) -> None:
    """Asks for a revision that does not come to its end."""
    page.locator("#instruction").fill("Once more, with feeling.")
    page.locator("[name=kind][value=stylistic]").check()
    page.get_by_role("button", name="Revise").click()
    page.get_by_text("Rain was").wait_for()


def unkept(page: object) -> None:
    """Ends a session although an edit was typed, so that the page asks what is to become of it."""
    opening("Edit the answer")(page)
    page.get_by_label("Your version").fill("Mine.")
    opening("Finish the session")(page)
    page.get_by_role("button", name="I am satisfied").click()
    page.get_by_text("is not kept yet").wait_for()


def shows(text: str) -> Callable[[object], None]:
    """The page shows this text."""
    return lambda page: expect(page.get_by_text(re.compile(text)).first).to_be_visible()


def has(selector: str) -> Callable[[object], None]:
    """The page has this."""
    return lambda page: expect(page.locator(selector).first).to_be_attached()


def without(selector: str) -> Callable[[object], None]:
    """The page has this no more."""
    return lambda page: expect(page.locator(selector)).to_have_count(0)


def leads_to(pattern: str) -> Callable[[object], None]:
    """The browser is sent to such an address."""
    return lambda page: page.wait_for_url(re.compile(pattern))


def everything(address: str) -> SimpleNamespace:
    """People, projects and sessions in all states in which a page has a form."""
    here = studio_on(address)
    database = here.database
    had = SimpleNamespace()
    owner = had.owner = here.person(OWNER, "owner")
    ann, ben, cat = here.person("Ann"), here.person("Ben"), here.person("Cat")
    for name in ("Dan", "Eve", "Fay", "Gil", "Hal"):
        setattr(had, name.lower(), here.person(name).id)

    def project(kind="kitab_title", people=(ann,), seeds=None):
        return make(database, owner.id, kind=kind, seeds=seeds, people=people)

    def session(*events):
        with database.writing() as transaction:
            opened = Opened("Q?", ("On Wells",), "lab/half", "bm25", {"retriever": "bm25"})
            id = session_store.create(transaction, owner.id, opened, PAPERS, "Model A")
        for event in events:
            session_store.append(database, id, event, None)
        return id

    had.label = project()
    had.settings, had.members, had.closed, had.deleted = (project() for _ in range(4))
    had.imported = project()
    had.differing = project(people=(ann, ben, cat))
    for key in ("Ada Ashworth/The Salt Roads", "Ada Ashworth/Nine Winters"):
        give(database, had.differing, ann, key, YES)
        give(database, had.differing, ben, key, NO)
    had.reviewed = project("question_review", seeds=seeds_of("question_review", PROPOSED))
    asked = Instructed(1, "Shorten.", "stylistic")
    revised = (Drafted("Wells."), asked, Revised(1, "Deep."))
    had.instructing = session(Drafted("Wells."))
    had.stopped = session(Drafted("Wells."))
    had.rating = session(*revised)
    had.editing, had.finished, had.discarded = (
        session(*revised, Rated(1, "bad", "No.")) for _ in range(3)
    )
    had.broken = session(Drafted("Wells."), asked, Interrupted(1, "Dee", "lost"))
    had.removed = session(Interrupted(0, "", "lost"))
    with database.writing() as transaction:
        eve = transaction.get_one(Person, had.eve)
        accounts.disable(transaction, eve)
        had.invitation = accounts.invite(transaction, "annotator", name="Ida")
        accounts.invite(transaction, "annotator", name="Withdrawn Will")
        items = transaction.scalars(
            select(Item.id).where(Item.project_id == had.differing).order_by(Item.id)
        ).all()
        transaction.add(Adjudication(item_id=items[1], label=YES, by=owner.id))
        keep_shelf(transaction, ann.id, Shelf(tuple(PAPERS)))
        keep_shelf(transaction, ben.id, Shelf((), (Topic("How deep?", tuple(PAPERS)),)))
    had.items = items
    had.app = here
    return had


def forms(had: SimpleNamespace) -> list[Form]:
    """Every form of the studio."""
    project, item = "/annotating/{}".format, f"/annotating/{had.differing}/items/{{}}".format
    session = "/writing/{}".format
    return [
        Form(
            "/login",
            "/login",
            "Log in",
            leads_to("/writing$"),
            {"name": "Cat"},
            lambda page: (
                opening("with a name")(page),
                page.locator("#name").fill("Cat"),
                page.locator("#password").fill(PASSWORD),
            ),
            who=None,
        ),
        Form("/demo", "/login", "Enter the demo", leads_to("/writing$"), who=None),
        Form(
            "/invitation/*",
            f"/invitation/{had.invitation}",
            "Join",
            leads_to("/writing$"),
            {"name": "Ida"},
            lambda page: (
                page.locator("#password").fill(NEW_PASSWORD),
                page.locator("#again").fill(NEW_PASSWORD),
            ),
            who=None,
        ),
        Form("/logout", "/account", "Log out", leads_to("/login$"), who="Dan"),
        Form("/account/logout", "/account", "Log out everywhere", leads_to("/login$"), who="Gil"),
        Form(
            "/account/password",
            "/account",
            "Change it",
            shows("The password is changed"),
            {},
            lambda page: (
                page.locator("#old").fill(PASSWORD),
                page.locator("#password").fill(NEW_PASSWORD),
                page.locator("#again").fill(NEW_PASSWORD),
            ),
            who="Hal",
        ),
        Form(
            "/people/invitations",
            "/people",
            "Make a link",
            shows("The link for Jo"),
            {"name": "Jo"},
            lambda page: page.locator("#name").fill("Jo"),
        ),
        Form("/people/*/enable", "/people", "Let Eve in again", has("[aria-label='Lock Eve out']")),
        Form(
            "/people/*/disable", "/people", "Lock Fay out", has("[aria-label='Let Fay in again']")
        ),
        Form("/people/*/invitation", "/people", "New password for Dan", shows("The link for Dan")),
        Form("/people/*/code", "/people", "Login code for Dan", shows("A code for Dan")),
        Form(
            "/people/invitations/*/withdraw",
            "/people",
            "Withdraw the invitation for Withdrawn Will",
            without("tr:has-text('Withdrawn Will')"),
            fill=lambda page: page.locator("tr", has_text="Withdrawn Will").wait_for(),
        ),
        Form(
            "/annotating/new",
            "/annotating/new",
            "Make the project",
            leads_to("/import$"),
            {"name": "A new one", "guidance": "Look twice."},
            checking(
                "[name=kind][value=kitab_title]",
                lambda page: (
                    page.locator("#name").fill("A new one"),
                    page.locator("#guidance").fill("Look twice."),
                ),
            ),
        ),
        Form(
            "/annotating/*/settings",
            project(had.settings),
            "Save the settings",
            shows("Renamed"),
            {"name": "Renamed", "guidance": "Read on."},
            lambda page: (
                opening("Settings")(page),
                page.locator("#name").fill("Renamed"),
                page.locator("#guidance").fill("Read on."),
            ),
        ),
        Form(
            "/annotating/*/members",
            project(had.members),
            "Save",
            shows("2 people annotate"),
            {},
            checking("label:has-text('Cat') [name=people]", opening("annotates here")),
        ),
        Form(
            "/annotating/*/close",
            project(had.closed),
            "Close the project",
            has(".tag:has-text('closed')"),
            fill=opening("Settings"),
        ),
        Form(
            "/annotating/*/delete",
            project(had.deleted),
            "Delete the project",
            leads_to("/annotating$"),
            fill=opening("Settings"),
        ),
        Form(
            "/annotating/*/import",
            f"{project(had.imported)}/import",
            "Import",
            leads_to(r"/annotating/[\w-]+$"),
            fill=files,
        ),
        Form(
            "/annotating/*/export/accepted",
            f"{project(had.reviewed)}/export",
            "ccepted",
            shows("`id` is missing"),
            fill=papers,
        ),
        Form(
            "/annotating/*/label/*",
            f"{project(had.label)}/next",
            "Save and go on",
            shows("1 item finished by you"),
            {"_comment": "It is hers.", "source": "a catalogue"},
            checking(
                "[name=by_author][value=yes]",
                lambda page: (
                    page.locator("summary", has_text="Comment").click(),
                    page.locator("[name=_comment]").fill("It is hers."),
                    page.locator("[name=source]").fill("a catalogue"),
                ),
            ),
            who="Ann",
        ),
        Form(
            "/annotating/*/items/*/settle",
            item(had.items[0]),
            "Resolve",
            leads_to(rf"/annotating/[\w-]+(/items/(?!{had.items[0]}$)\d+)?$"),
            {"_comment": "By the title page."},
            checking(
                "[name=by_author][value=no]",
                lambda page: page.locator("#comment").fill("By the title page."),
            ),
        ),
        Form(
            "/annotating/*/items/*/unsettle",
            item(had.items[1]),
            "Reopen",
            without("form[action$=unsettle]"),
        ),
        Form(
            "/annotating/*/items/*/assign",
            item(had.items[2]),
            "Assign",
            without("#to option:has-text('Ann')"),
            fill=opening("Assign it to someone"),
        ),
        Form(
            "/annotating/demo",
            "/annotating",
            "Try it with the mini data",
            leads_to(r"/annotating/[\w-]+$"),
            who="empty",
        ),
        Form(
            "/writing/new",
            "/writing/new",
            "Begin",
            shows("Instruction 1 of 10"),
            {"question": "How deep are wells?"},
            lambda page: page.locator("#question").fill("How deep are wells?"),
            who="Ann",
        ),
        Form("/writing/new", "/writing/new", "How deep?", shows("Instruction 1 of 10"), who="Ben"),
        Form("/writing/demo", "/writing/new", "negation", shows("Instruction 1 of 10"), who="Cat"),
        Form(
            "/writing/*/instruct",
            session(had.instructing),
            "Revise",
            shows("Did it do what"),
            {"instruction": "Say why."},
            checking(
                "[name=kind][value=stylistic]",
                lambda page: page.locator("#instruction").fill("Say why."),
            ),
        ),
        Form(
            "/writing/*/rate",
            session(had.rating),
            "Rate the revision",
            shows("Change the rating"),
            {"comment": "Not half bad."},
            checking(
                "[name=rating][value=neutral]",
                lambda page: page.locator("#comment").fill("Not half bad."),
            ),
        ),
        Form(
            "/writing/*/edit",
            session(had.editing),
            "Keep my version",
            shows("from your version"),
            {"answer": "Deep and dry."},
            lambda page: (
                opening("Edit the answer")(page),
                page.get_by_label("Your version").fill("Deep and dry."),
            ),
        ),
        Form(
            "/writing/*/finish",
            session(had.finished),
            "I am satisfied",
            shows("Begin another"),
            fill=opening("Finish the session"),
        ),
        Form(
            "/writing/*/discard",
            session(had.discarded),
            "Discard it",
            without("[role=alert]"),
            fill=unkept,
        ),
        Form("/writing/*/stop", session(had.stopped), "Stop", shows("broke off"), fill=revising),
        Form("/writing/*/again", session(had.broken), "Try again", shows("Did it do what")),
        Form(
            "/writing/*/remove", session(had.removed), "Remove this session", leads_to("/writing$")
        ),
    ]


def test_every_form_of_the_templates_is_in_the_list(tmp_path):
    """A form that is added has to stand above, and so keep what is typed."""
    had = SimpleNamespace(items=[1, 2, 3])
    names = "invitation differing label settings members closed deleted imported reviewed rating"
    for name in f"{names} instructing editing finished discarded stopped broken removed".split():
        setattr(had, name, "id")
    written = {
        re.sub(r"{{.*?}}", "*", action)
        for path in TEMPLATES.rglob("*.html")
        for action in re.findall(r'<form[^>]*method="post"[^>]*?action="([^"]+)"', path.read_text())
    }
    assert written == {form.action for form in forms(had)}
    assert len(written) > 30


def wrong_passwords(url: str, name: str) -> None:
    """As many as have the owner's page offer a code."""
    with httpx.Client(base_url=url) as client:
        token = client.get("/token").text
        for _ in range(5):
            client.post("/login", data={"csrf": token, "name": name, "password": "not the one"})


@pytest.fixture
def site(tmp_path, database_url):
    """The studio with everything in it, in a process of its own."""
    had = everything(database_url)
    studio = Studio(tmp_path, database_url)
    studio.had = had
    wrong_passwords(studio.url, "Dan")
    yield studio
    studio.kill()
    had.app.close()


def opened(site: Studio, browser: Callable[[], object], listed: list[Form]) -> list[object]:
    """The pages of all forms, filled in; one browser for each person."""
    contexts: dict[str | None, object] = {}
    pages = []
    for form in listed:
        context = contexts.get(form.who) if form.who else None
        if context is None:
            context = contexts[form.who] = browser()
            if form.who:
                cookie = login_cookie(site.had.app.app, form.who, site.port)
                context.add_cookies([{**cookie, "url": site.url}])
        page = context.new_page()
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(site.url + form.at)
        form.fill(page)
        pages.append(page)
    return pages


def press(form: Form, page: object) -> None:
    """Press the form's button, by its name."""
    action = re.compile("^" + re.escape(form.action).replace(r"\*", "[^/]+") + "$")
    for found in page.locator("form[method=post]").all():
        if action.match(found.get_attribute("action") or ""):
            button = found.get_by_role("button", name=re.compile(form.press))
            if button.count():
                button.first.click()
                return
    raise AssertionError(f"{form.action} has no button {form.press!r} at {form.at}")


def still_there(form: Form, page: object) -> None:
    """The page is there, says so, and holds what was typed."""
    expect(page.get_by_text(re.compile("Not (saved|sent) yet, trying again")).first).to_be_visible()
    holds(form, page)


def holds(form: Form, page: object) -> None:
    """What was typed stands in the form's fields."""
    for name, text in form.typed.items():
        assert page.locator(f"[name='{name}']").first.input_value() == text, form.action


@on_sqlite
def test_with_a_killed_server_what_was_typed_is_there_again_when_the_page_is(site, browser):
    """Pages that are left meanwhile are filled again, and sent; others send by themselves."""
    # A password is kept nowhere, and with it nothing of its form.
    listed = [form for form in forms(site.had) if form.who not in ("empty", None)]
    pages = opened(site, browser, listed)
    site.kill()
    for form, page in zip(listed, pages, strict=True):
        press(form, page)
    for form, page in zip(listed, pages, strict=True):
        still_there(form, page)
        if form.typed:
            page.goto("about:blank")
    site.start()
    for form, page in zip(listed, pages, strict=True):
        if form.typed:
            page.goto(site.url + form.at)
            expect(page.get_by_text("Here is what you had not sent").first).to_be_visible()
            holds(form, page)
            press(form, page)
        form.done(page)


@on_sqlite
def test_without_a_network_every_form_waits_and_is_then_carried_out(site, browser):
    """Pages and texts stay; when the network is back, all is sent without another press."""
    listed = [form for form in forms(site.had) if form.who != "empty"]
    pages = opened(site, browser, listed)
    contexts = {page.context for page in pages}
    for context in contexts:
        context.set_offline(True)
    for form, page in zip(listed, pages, strict=True):
        press(form, page)
    for form, page in zip(listed, pages, strict=True):
        still_there(form, page)
    for context in contexts:
        context.set_offline(False)
    for form, page in zip(listed, pages, strict=True):
        form.done(page)


@on_sqlite
def test_the_demonstration_is_begun_once_however_often_it_is_sent(served, browser):
    """Its answer is lost three times: one project is made, and the page of it opens."""
    page = browser().new_page()
    served.settings.__dict__["demo"] = True
    served.log_in(page)
    page.goto(f"{served.url}/annotating")
    lost = []

    def lose(route):
        route.fetch()
        lost.append(route.request.headers["x-tamis-send"])
        route.abort() if len(lost) < 3 else route.continue_()

    page.route("**/annotating/demo", lose)
    page.get_by_role("button", name="Try it").click()
    page.wait_for_url(re.compile(r"/annotating/[\w-]+$"))
    assert len(lost) == 3
    assert len(set(lost)) == 1
    with served.database.reading() as transaction:
        assert transaction.scalar(select(func.count(Project.id))) == 1


def test_a_second_server_on_a_database_is_refused(site):
    """It ends with a sentence, and the draft that the first one is writing goes on."""
    from tamis.studio.database.schema import WritingEvent

    with httpx.Client(base_url=site.url) as client:
        cookie = login_cookie(site.had.app.app, OWNER, site.port)
        client.cookies.set(cookie["name"], cookie["value"])
        place = f"/writing/{site.had.instructing}"
        version = re.search(r'data-version="(\d+)"', client.get(place).text)[1]
        form = {"seen": version, "turn": "1", "instruction": "With feeling.", "kind": "stylistic"}
        form["csrf"] = client.get("/token").text
        assert client.post(f"{place}/instruct", data=form).status_code == 303
        second = subprocess.run(site.command(free_port()), capture_output=True, text=True)
        assert second.returncode == 2
        assert re.fullmatch(r"Error: another studio serves .*: stop it .*\.\n", second.stderr)
        assert client.get(f"{place}/progress").json()["waiting"]
    with site.had.app.database.reading() as transaction:
        events = transaction.scalars(
            select(WritingEvent.record).where(WritingEvent.writing_id == site.had.instructing)
        )
        assert "interrupted" not in [one["event"] for one in events]
    # A killed one leaves nothing that would keep the next one out.
    site.kill()
    site.start()
