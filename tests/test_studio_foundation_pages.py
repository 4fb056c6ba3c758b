"""Foundation of the studio: autosave, redirects, and pages in a browser."""

from __future__ import annotations

from datetime import datetime

import pytest

from studio import (
    on_sqlite,
    studio_on,
)

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from jinja2 import DictLoader
from sqlalchemy import select

from tamis.studio.database.schema import (
    Unsent,
)
from tamis.studio.templating import environment, local


@pytest.mark.parametrize(
    "url",
    ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "", "x",
     "/\t/evil.example", "/a\nb", "\\\\evil", "/%5c\\evil"],
)  # fmt: skip
def test_redirects_stay_here(url):
    """An address elsewhere becomes the first page."""
    assert local(url) == "/"


def test_redirects_keep_places_here():
    """A path with its query is kept."""
    assert local("/writing/x?turn=2#answer") == "/writing/x?turn=2#answer"


def test_unsent_texts(studio):
    """What is saved comes back to the same person alone, and empty ones are forgotten."""
    anna, bob = studio.annotator(), studio.annotator("Bob")
    place = {"place": "writing:x:instruction"}
    for said in ("first", "second <b>\u202e\0"):
        assert anna.post("/unsent", {**place, "text": said}).status_code == 204
    kept = anna.get("/unsent", params=place).json()
    assert kept["text"] == "second <b>\u202e�"
    assert datetime.fromisoformat(kept["at"]).tzinfo is not None
    assert bob.get("/unsent", params=place).json() == {"text": None, "at": None}
    assert anna.post("/unsent", {**place, "text": ""}).status_code == 204
    assert anna.get("/unsent", params=place).json()["text"] is None


@on_sqlite
def test_unsent_texts_are_bounded(database_url):
    """Too long a text is refused with a sentence; of too many the oldest goes."""
    from tamis.studio.settings import Limits

    studio = studio_on(database_url, limits=Limits(text=50, unsent=3))
    anna = studio.annotator()
    answer = anna.post(
        "/unsent", {"place": "p", "text": "x" * 51}, headers={"accept": "text/plain"}
    )
    assert (answer.status_code, answer.text.count("too long")) == (422, 1)
    for n in range(5):
        anna.post("/unsent", {"place": f"p{n}", "text": "y"})
    with studio.database.reading() as session:
        assert set(session.scalars(select(Unsent.place))) == {"p2", "p3", "p4"}
    studio.close()


_FORM = """{% extends "base.html" %}{% block title %}Form{% endblock %}{% block main %}
<h1>Form</h1>
<form method="post" action="/form" data-autosave="test:form">{{ csrf_field }}
<label>Words <textarea name="words"></textarea></label>
<fieldset class="choices"><legend>Kind</legend>
<label><input type="radio" name="kind" value="a" data-key="1"> A</label>
<label><input type="radio" name="kind" value="b" data-key="2"> B</label></fieldset>
<button data-key="Ctrl+Enter" data-key-help="Send">Send</button></form>
<form hx-post="/form/part" hx-target="#part"><button>Part</button></form><div id="part"></div>
{% endblock %}"""


@pytest.fixture
def formed(served, monkeypatch):
    """A served studio with a page of a form that is autosaved."""
    from typing import Annotated

    from fastapi import Form, HTTPException, Request

    from tamis.studio.people.access import CurrentPerson, Db
    from tamis.studio.templating import flash, page, redirect
    from tamis.studio.unsent import forget_unsent

    pages = DictLoader({"form.html": _FORM})
    monkeypatch.setattr(environment.loader, "loaders", [*environment.loader.loaders, pages])
    served.taken = []

    def show(request: Request, person: CurrentPerson):
        return page(request, "form.html")

    def take(
        request: Request, person: CurrentPerson, database: Db, words: Annotated[str, Form()] = ""
    ):
        with database.writing() as session:
            forget_unsent(session, person.id, "test:form")
        served.taken.append(words)
        flash(request, f"Taken: {words}")
        return redirect("/form")

    def part():
        raise HTTPException(409, "No <b>part</b> of it.")

    for function, path, method in (
        (show, "/form", "GET"), (take, "/form", "POST"), (part, "/form/part", "POST")
    ):  # fmt: skip
        served.app.add_api_route(path, eval_types(function), methods=[method], response_model=None)
    return served


def eval_types(function):
    """`function` with its annotations as types: they were written inside another function."""
    closure = {
        name: cell.cell_contents
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        )
    }
    from typing import Annotated

    from fastapi import Form, Request

    from tamis.studio.people.access import CurrentPerson, Db

    known = {"Annotated": Annotated, "Form": Form, "Request": Request, **closure}
    known |= {"CurrentPerson": CurrentPerson, "Db": Db}
    function.__annotations__ = {k: eval(v, known) for k, v in function.__annotations__.items()}
    return function


def test_a_form_survives_a_closed_page(formed, browser):
    """What was typed is there again after a reload, until it is sent; then it is gone."""
    context = browser()
    page = context.new_page()
    formed.log_in_by_form(page)
    page.goto(f"{formed.url}/form")
    page.get_by_label("Words").fill("half a thought")
    page.keyboard.press("Tab")
    page.keyboard.press("2")
    page.get_by_text("Saved as you type.").wait_for()
    kept = "fetch('/unsent?place=test:form').then(r => r.json()).then(k => k.text ?? '')"
    for _ in range(200):
        if "kind" in page.evaluate(kept):
            break
        page.wait_for_timeout(50)
    page.close()
    page = context.new_page()
    page.goto(f"{formed.url}/form")
    page.get_by_text("Here is what you had not sent").wait_for()
    assert page.get_by_label("Words").input_value() == "half a thought"
    assert page.get_by_label("B", exact=True).is_checked()
    page.get_by_label("Words").press("End")
    page.keyboard.type(", and the rest")
    page.keyboard.press("Control+Enter")
    page.get_by_text("Taken: half a thought, and the rest").wait_for()
    assert formed.taken == ["half a thought, and the rest"]
    assert page.get_by_label("Words").input_value() == ""
    page.reload()
    page.wait_for_load_state("networkidle")
    assert page.get_by_label("Words").input_value() == ""


@on_sqlite
def test_a_lost_connection_is_said(formed, browser):
    """A save that fails is said and tried again; a refusal to htmx is said as text."""
    context = browser()
    page = context.new_page()
    formed.log_in(page)
    page.goto(f"{formed.url}/form")
    context.route("**/unsent", lambda route: route.abort())
    page.get_by_label("Words").fill("typed while offline")
    page.get_by_text("Not saved yet, trying again").wait_for()
    context.unroute("**/unsent")
    page.get_by_text("Saved as you type.").wait_for()
    page.get_by_role("button", name="Part").click()
    page.get_by_text("No <b>part</b> of it.").wait_for()
    page.get_by_role("button", name="Close this message").click()
    assert page.locator("#live b").count() == 0


@on_sqlite
def test_two_tabs_and_a_new_login(formed, browser):
    """A page that was open during a new login still sends: its token is renewed."""
    context = browser()
    old = context.new_page()
    formed.log_in(old)
    old.goto(f"{formed.url}/form")
    new = context.new_page()
    new.goto(f"{formed.url}/account")
    new.get_by_role("button", name="Log out", exact=True).click()
    new.wait_for_url("**/login")
    formed.log_in_by_form(new)
    old.bring_to_front()
    old.get_by_label("Words").fill("from the old tab")
    old.get_by_text("Saved as you type.").wait_for()
    old.get_by_role("button", name="Send").click()
    old.get_by_text("Taken: from the old tab").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@on_sqlite
def test_pages_at_phone_width(served, browser, scheme):
    """Nothing sticks out at 390 pixels, and the theme that was chosen is kept."""
    page = browser(viewport={"width": 390, "height": 844}, color_scheme=scheme).new_page()
    served.person("<script>alert(1)</script> with a name that goes on and on and on and on")
    served.log_in(page)
    for path in ("/people", "/account", "/writing", "/nothing"):
        page.goto(served.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, path
    back = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(back)
    page.get_by_role("button", name="Light or dark").click()
    after = page.evaluate(back)
    assert after != before
    page.goto(f"{served.url}/people")
    assert page.evaluate(back) == after


@on_sqlite
def test_keyboard_alone(formed, browser):
    """The skip link comes first, focus is visible, `?` lists the shortcuts, Escape closes them."""
    page = browser().new_page()
    formed.log_in(page)
    page.goto(f"{formed.url}/form")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("?")
    assert page.get_by_role("dialog").get_by_role("row", name="Send").is_visible()
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    page.get_by_label("Words").focus()
    page.keyboard.type("?1")
    assert page.get_by_label("Words").input_value() == "?1"


def test_a_loop_can_run_beside_the_browser(chromium):
    """The browser's own event loop does not stand in the way of other tests'."""
    import asyncio

    asyncio.run(asyncio.sleep(0))
