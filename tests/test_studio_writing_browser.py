"""Writing in the studio, in a real browser, with a model that streams."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from server import Server, as_service  # noqa: E402
from studio import Served, on_sqlite  # noqa: E402
from tamis.writing.sessions import read_released  # noqa: E402

pytestmark = pytest.mark.slow
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
