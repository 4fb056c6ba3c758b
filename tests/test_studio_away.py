"""Nothing typed is lost while the server or the network is away: every form, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

import httpx  # noqa: E402
from sqlalchemy import func, select  # noqa: E402

import tamis.studio  # noqa: E402
from studio import OWNER, PASSWORD, StudioProcess, login_cookie, on_sqlite, studio_on  # noqa: E402
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

expect = sync_api.expect
expect.set_options(timeout=20_000)
PAPERS = [Paper("0", "On Wells", ("Wells were dug deep in dry land.",), source="wells.txt")]
TEMPLATES = Path(tamis.studio.__file__).parent
NEW_PASSWORD = "a dozen ripe quinces"


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
    passwords = {"#password": NEW_PASSWORD, "#again": NEW_PASSWORD}
    return [
        Form("/login", "/login", "Log in", leads_to("/writing$"), {"name": "Cat"},
             typing({"#name": "Cat", "#password": PASSWORD}, opening("with a name")), None),
        Form("/demo", "/login", "Enter the demo", leads_to("/writing$"), who=None),
        Form("/invitation/*", f"/invitation/{had.invitation}", "Join", leads_to("/writing$"),
             {"name": "Ida"}, typing(passwords), None),
        Form("/logout", "/account", "Log out", leads_to("/login$"), who="Dan"),
        Form("/account/logout", "/account", "Log out everywhere", leads_to("/login$"), who="Gil"),
        Form("/account/password", "/account", "Change it", shows("The password is changed"), {},
             typing({"#old": PASSWORD, **passwords}), "Hal"),
        Form("/people/invitations", "/people", "Make a link", shows("The link for Jo"),
             {"name": "Jo"}, typing({"#name": "Jo"})),
        Form("/people/*/enable", "/people", "Let Eve in again", has("[aria-label='Lock Eve out']")),
        Form("/people/*/disable", "/people", "Lock Fay out",
             has("[aria-label='Let Fay in again']")),
        Form("/people/*/invitation", "/people", "New password for Dan", shows("The link for Dan")),
        Form("/people/*/code", "/people", "Login code for Dan", shows("A code for Dan")),
        Form("/people/invitations/*/withdraw", "/people",
             "Withdraw the invitation for Withdrawn Will", without("tr:has-text('Withdrawn Will')"),
             fill=lambda page: page.locator("tr", has_text="Withdrawn Will").wait_for()),
        Form("/annotating/new", "/annotating/new", "Make the project", leads_to("/import$"),
             {"name": "A new one", "guidance": "Look twice."},
             checking("[name=kind][value=kitab_title]",
                      typing({"#name": "A new one", "#guidance": "Look twice."}))),
        Form("/annotating/*/settings", project(had.settings), "Save the settings",
             shows("Renamed"), {"name": "Renamed", "guidance": "Read on."},
             typing({"#name": "Renamed", "#guidance": "Read on."}, opening("Settings"))),
        Form("/annotating/*/members", project(had.members), "Save", shows("2 people annotate"), {},
             checking("label:has-text('Cat') [name=people]", opening("annotates here"))),
        Form("/annotating/*/close", project(had.closed), "Close the project",
             has(".tag:has-text('closed')"), fill=opening("Settings")),
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
        Form("/annotating/*/items/*/settle", item(had.items[0]), "Resolve",
             leads_to(rf"/annotating/[\w-]+(/items/(?!{had.items[0]}$)\d+)?$"),
             {"_comment": "By the title page."},
             checking("[name=by_author][value=no]", typing({"#comment": "By the title page."}))),
        Form("/annotating/*/items/*/unsettle", item(had.items[1]), "Reopen",
             without("form[action$=unsettle]")),
        Form("/annotating/*/items/*/assign", item(had.items[2]), "Assign",
             without("#to option:has-text('Ann')"), fill=opening("Assign it to someone")),
        Form("/annotating/demo", "/annotating", "Try it with the mini data",
             leads_to(r"/annotating/[\w-]+$"), who="empty"),
        Form("/writing/new", "/writing/new", "Begin", shows("Instruction 1 of 10"),
             {"question": "How deep are wells?"}, typing({"#question": "How deep are wells?"}),
             "Ann"),
        Form("/writing/new", "/writing/new", "How deep?", shows("Instruction 1 of 10"), who="Ben"),
        Form("/writing/demo", "/writing/new", "negation", shows("Instruction 1 of 10"), who="Cat"),
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
        Form("/writing/*/discard", session(had.discarded), "Discard it", without("[role=alert]"),
             fill=unkept),
        Form("/writing/*/stop", session(had.stopped), "Stop", shows("broke off"), fill=revising),
        Form("/writing/*/again", session(had.broken), "Try again", shows("Did it do what")),
        Form("/writing/*/remove", session(had.removed), "Remove this session",
             leads_to("/writing$")),
    ]  # fmt: skip


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
def site(tmp_path, database_url) -> Iterator[StudioProcess]:
    """The studio with everything in it, in a process of its own."""
    had = everything(database_url)
    studio = StudioProcess(tmp_path, database_url)
    studio.had = had
    wrong_passwords(studio.url, "Dan")
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


@pytest.mark.slow
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
