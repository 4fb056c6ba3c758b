"""Nothing typed is lost while the server or the network is away: forms of each sort."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from sqlalchemy import func, select  # noqa: E402

from studio import OWNER, PASSWORD, StudioProcess, login_cookie, on_sqlite, studio_on  # noqa: E402
from tamis.retrieve.papers import Paper  # noqa: E402
from tamis.studio.database.schema import Item, Project  # noqa: E402
from tamis.studio.writing import session_store  # noqa: E402
from tamis.studio.writing.shelf import Shelf, keep_shelf  # noqa: E402
from tamis.writing.sessions import (  # noqa: E402
    Drafted,
    Instructed,
    Interrupted,
    Opened,
    Rated,
    Revised,
)
from test_studio_annotating import KEYS, NO, YES, give, make, seeds_of  # noqa: E402
from test_studio_exchange import PROPOSED  # noqa: E402

expect = sync_api.expect
expect.set_options(timeout=20_000)
PAPERS = [Paper("0", "On Wells", ("Wells were dug deep in dry land.",), source="wells.txt")]


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


def typing(texts: dict[str, str], first: Callable[[object], None] | None = None):
    """Types into fields, by their selectors."""

    def fill(page: object) -> None:
        if first:
            first(page)
        for selector, text in texts.items():
            page.locator(selector).fill(text)

    return fill


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


def shows(text: str) -> Callable[[object], None]:
    """The page shows this text."""
    return lambda page: expect(page.get_by_text(re.compile(text)).first).to_be_visible()


def has(selector: str) -> Callable[[object], None]:
    """The page has this."""
    return lambda page: expect(page.locator(selector).first).to_be_attached()


def leads_to(pattern: str) -> Callable[[object], None]:
    """The browser is sent to such an address."""
    return lambda page: page.wait_for_url(re.compile(pattern))


def everything(address: str) -> SimpleNamespace:
    """People, projects and sessions in the states in which the listed pages have their forms."""
    here = studio_on(address)
    database = here.database
    had = SimpleNamespace(app=here)
    owner = here.person(OWNER, "owner")
    ann, ben, *_ = (here.person(name) for name in ("Ann", "Ben", "Cat", "Dan", "Fay"))

    def project(kind="kitab_title", seeds=None):
        return make(database, owner.id, kind=kind, seeds=seeds, people=(ann, ben))

    def session(*events):
        with database.writing() as transaction:
            opened = Opened("Q?", ("On Wells",), "lab/half", "bm25", {"retriever": "bm25"})
            id = session_store.create(transaction, owner.id, opened, PAPERS, "Model A")
        for event in events:
            session_store.append(database, id, event, None)
        return id

    had.label, had.settings, had.deleted, had.imported, had.differing = (
        project() for _ in range(5)
    )
    give(database, had.differing, ann, KEYS[0], YES)
    give(database, had.differing, ben, KEYS[0], NO)
    had.reviewed = project("question_review", seeds_of("question_review", PROPOSED))
    asked = Instructed(1, "Shorten.", "stylistic")
    revised = (Drafted("Wells."), asked, Revised(1, "Deep."))
    had.instructing, had.stopped = (session(Drafted("Wells.")) for _ in range(2))
    had.rating = session(*revised)
    had.editing, had.finished = (session(*revised, Rated(1, "bad", "No.")) for _ in range(2))
    had.broken = session(Drafted("Wells."), asked, Interrupted(1, "Dee", "lost"))
    with database.writing() as transaction:
        had.item = transaction.scalar(
            select(Item.id).where(Item.project_id == had.differing, Item.key == KEYS[0])
        )
        keep_shelf(transaction, ann.id, Shelf(tuple(PAPERS)))
    return had


def forms(had: SimpleNamespace) -> list[Form]:
    """Forms of each sort: texts, choices, files, a password, a button alone."""
    project, session = "/annotating/{}".format, "/writing/{}".format
    item = f"/annotating/{had.differing}/items/{had.item}"
    return [
        Form("/login", "/login", "Log in", leads_to("/writing$"), {"name": "Cat"},
             typing({"#name": "Cat", "#password": PASSWORD}, opening("with a name")), None),
        Form("/logout", "/account", "Log out", leads_to("/login$"), who="Dan"),
        Form("/people/invitations", "/people", "Make a link", shows("The link for Jo"),
             {"name": "Jo"}, typing({"#name": "Jo"})),
        Form("/people/*/disable", "/people", "Lock Fay out",
             has("[aria-label='Let Fay in again']")),
        Form("/annotating/new", "/annotating/new", "Make the project", leads_to("/import$"),
             {"name": "A new one", "guidance": "Look twice."},
             checking("[name=kind][value=kitab_title]",
                      typing({"#name": "A new one", "#guidance": "Look twice."}))),
        Form("/annotating/*/settings", project(had.settings), "Save the settings",
             shows("Renamed"), {"name": "Renamed", "guidance": "Read on."},
             typing({"#name": "Renamed", "#guidance": "Read on."}, opening("Settings"))),
        Form("/annotating/*/delete", project(had.deleted), "Delete the project",
             leads_to("/annotating$"), fill=opening("Settings")),
        Form("/annotating/*/import", f"{project(had.imported)}/import", "Import",
             leads_to(r"/annotating/[\w-]+$"), fill=files),
        Form("/annotating/*/export/accepted", f"{project(had.reviewed)}/export", "ccepted",
             shows("`id` is missing"), fill=papers),
        Form("/annotating/*/label/*", f"{project(had.label)}/next", "Save and go on",
             shows("1 item finished by you"),
             {"_comment": "It is hers.", "source": "a catalogue"},
             checking("[name=by_author][value=yes]",
                      typing({"[name=_comment]": "It is hers.", "[name=source]": "a catalogue"},
                             opening("Comment"))), "Ann"),
        Form("/annotating/*/items/*/settle", item, "Resolve",
             leads_to(rf"/annotating/[\w-]+(/items/(?!{had.item}$)\d+)?$"),
             {"_comment": "By the title page."},
             checking("[name=by_author][value=no]", typing({"#comment": "By the title page."}))),
        Form("/writing/new", "/writing/new", "Begin", shows("Instruction 1 of 10"),
             {"question": "How deep are wells?"}, typing({"#question": "How deep are wells?"}),
             "Ann"),
        Form("/writing/*/instruct", session(had.instructing), "Revise", shows("Did it do what"),
             {"instruction": "Say why."},
             checking("[name=kind][value=stylistic]", typing({"#instruction": "Say why."}))),
        Form("/writing/*/rate", session(had.rating), "Rate the revision",
             shows("Change the rating"), {"comment": "Not half bad."},
             checking("[name=rating][value=neutral]", typing({"#comment": "Not half bad."}))),
        Form("/writing/*/edit", session(had.editing), "Keep my version",
             shows("from your version"), {"answer": "Deep and dry."},
             typing({"#edit [name=answer]": "Deep and dry."}, opening("Edit the answer"))),
        Form("/writing/*/finish", session(had.finished), "I am satisfied", shows("Begin another"),
             fill=opening("Finish the session")),
        Form("/writing/*/stop", session(had.stopped), "Stop", shows("broke off"), fill=revising),
        Form("/writing/*/again", session(had.broken), "Try again", shows("Did it do what")),
    ]  # fmt: skip


@pytest.fixture
def site(tmp_path, database_url) -> Iterator[StudioProcess]:
    """The studio with everything in it, in a process of its own."""
    had = everything(database_url)
    studio = StudioProcess(tmp_path, database_url)
    studio.had = had
    yield studio
    studio.kill()
    had.app.close()


def opened(site: StudioProcess, browser: Callable[[], object], listed: list[Form]) -> list[object]:
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


@pytest.mark.slow
@on_sqlite
def test_with_a_killed_server_what_was_typed_is_there_again_when_the_page_is(site, browser):
    """Pages that are left meanwhile are filled again, and sent; others send by themselves."""
    # A password is kept nowhere, and with it nothing of its form.
    listed = [form for form in forms(site.had) if form.who is not None]
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


@pytest.mark.slow
@on_sqlite
def test_without_a_network_every_form_waits_and_is_then_carried_out(site, browser):
    """Pages and texts stay; when the network is back, all is sent without another press."""
    listed = forms(site.had)
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
    # Where only the answer is lost, the form is sent again and carried out once.
    owners = next(page for form, page in zip(listed, pages, strict=True) if form.who == OWNER)
    page, lost = owners.context.new_page(), []

    def lose(route):
        route.fetch()
        lost.append(route.request.headers["x-tamis-send"])
        route.abort() if len(lost) < 3 else route.continue_()

    page.goto(f"{site.url}/annotating/new")
    page.route("**/annotating/new", lose)
    checking("[name=kind][value=kitab_title]", typing({"#name": "Made once"}))(page)
    page.get_by_role("button", name="Make the project").click()
    page.wait_for_url(re.compile("/import$"))
    assert (len(lost), len(set(lost))) == (3, 1)
    with site.had.app.database.reading() as transaction:
        made = transaction.scalar(select(func.count(Project.id)).where(Project.name == "Made once"))
    assert made == 1
