"""What holds for every page of the studio in a real browser."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")
pytest.importorskip("playwright", reason="playwright is not installed (pip install playwright)")

from filled_studio import ANN, fill, one_of_each
from studio import OWNER, Served, on_sqlite
from tamis.studio.annotating.kinds import KINDS
from test_studio_annotating import give, make, seeds_of
from test_studio_exchange import QUESTION, RECORDS
from test_studio_forms import typed
from test_studio_writing import MODEL

# --- problems of a refused form ----------------------------------------------------------------

CHANGE = """() => {
  // Change the first field that is marked, as a person would; false where none is.
  const form = document.querySelector("form[data-annotate]");
  const marked = form.querySelector('[aria-invalid="true"]');
  if (!marked) return false;
  if (marked.matches("fieldset")) {
    const inputs = [...marked.querySelectorAll("input")];
    (inputs.find((one) => !one.checked) ?? inputs[0]).click();
  } else {
    marked.value += "x";
    marked.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  return true;
}"""
LEFT = """() => {
  const said = document.querySelector("[data-to-change]")?.textContent ?? "0 things";
  const form = document.querySelector("form[data-annotate]");
  const marks = form.querySelectorAll('[aria-invalid="true"]').length;
  const told = [...form.querySelectorAll(".problem")].filter((one) => one.getClientRects().length);
  return [parseInt(said.match(/\\d+/)[0]), marks, told.length];
}"""
WRONG = {
    "fanout_answer": {"answer": "", "pages": "no page", "minutes": "soon"},
    "question_review": {"ticks": None, "decision": "accept", "question": "What is in this paper?"},
}


def refused(page, values=None):
    """Send the form with `values`, past the browser's own checks."""
    page.locator("form[data-annotate]").wait_for()  # the page may still be on its way
    with page.expect_response(lambda one: one.request.method == "POST" and one.status == 422):
        page.evaluate(
            """values => {
              const form = document.querySelector("form[data-annotate]");
              form.dataset.sent = "";
              form.noValidate = true;
              for (const one of form.elements) {
                if (!(one.name in values)) continue;
                if (/radio|checkbox/.test(one.type)) one.checked = one.value === values[one.name];
                else one.value = values[one.name];
              }
              form.requestSubmit();
            }""",
            values or {},
        )
    # The answer is swapped in: the old form can have a count of its own.
    page.locator("form[data-annotate]:not([data-sent])").wait_for()
    page.locator("[data-to-change]").wait_for()


@on_sqlite
def test_a_problem_goes_when_its_field_is_changed(served, browser):
    """In every form: the mark and the sentence go, the count goes down, and is away at none."""
    me, ann = served.person(OWNER, "owner"), served.person(ANN)
    page = browser().new_page()
    most = 0
    for kind in sorted(set(KINDS) - {"fanout_question"}):
        seeds = seeds_of(kind, RECORDS[kind])
        project = make(served.database, me.id, kind=kind, seeds=seeds, people=[ann])
        served.log_in(page, ANN, "annotator")
        page.goto(f"{served.url}/annotating/{project}/next")
        refused(page, WRONG.get(kind))
        count, marks, told = page.evaluate(LEFT)
        assert count == marks == told > 0, kind
        most = max(most, count)
        for left in range(count - 1, -1, -1):
            if left:
                assert page.get_by_text(f"Nothing is saved yet: {count} thing").is_visible()
            assert page.evaluate(CHANGE), kind
            count, marks, told = page.evaluate(LEFT)
            assert (count, marks, told) == (left, left, left), kind
        assert not page.get_by_text("Nothing is saved yet").is_visible()
    assert most == 3


@on_sqlite
def test_problems_that_hang_on_another_field_go_with_it(served, browser):
    """Ticking that one could not answer, or rejecting a question, ends what was asked for."""
    me, ann = served.person(OWNER, "owner"), served.person(ANN)
    page = browser().new_page()
    served.log_in(page, ANN, "annotator")
    for kind, values, press in (
        ("fanout_answer", {}, "I could not answer this"),
        ("question_review", {"decision": "accept"}, "Reject"),
    ):
        seeds = seeds_of(kind, RECORDS[kind])
        project = make(served.database, me.id, kind=kind, seeds=seeds, people=[ann])
        page.goto(f"{served.url}/annotating/{project}/next")
        refused(page, values)
        assert page.evaluate(LEFT) == [1, 1, 1]
        page.locator("label", has_text=press).locator("input").click()
        assert page.evaluate(LEFT) == [0, 0, 0]


@on_sqlite
def test_the_owners_form_loses_its_problems_too(served, browser):
    """The same where a disagreement is resolved."""
    me = served.person(OWNER, "owner")
    seeds = seeds_of("kiwi_rating", RECORDS["kiwi_rating"])
    project = make(served.database, me.id, kind="kiwi_rating", seeds=seeds)
    page = browser().new_page()
    served.log_in(page)
    page.goto(f"{served.url}/annotating/{project}/items")
    page.locator("tbody a").first.click()
    refused(page)
    assert page.evaluate(LEFT) == [2, 2, 2]
    page.get_by_label("What did you see?").press_sequentially("N")
    assert page.get_by_text("1 thing is to change").is_visible()
    page.get_by_text("Bad", exact=True).click()
    assert page.evaluate(LEFT) == [0, 0, 0]


@on_sqlite
def test_the_form_of_questions_counts_down_as_it_is_filled(served, browser):
    """What is still empty stays marked while one field after the other is filled in."""
    me, ann = served.person(OWNER, "owner"), served.person(ANN)
    seeds = seeds_of("fanout_question", RECORDS["fanout_question"])
    project = make(served.database, me.id, kind="fanout_question", seeds=seeds, people=[ann])
    page = browser().new_page()
    served.log_in(page, ANN, "annotator")
    page.goto(f"{served.url}/annotating/{project}/next")
    refused(page)
    before, marks, _ = page.evaluate(LEFT)
    assert (before, marks) == (18, 17)
    values = {name: value[0] for name, value in typed(QUESTION).items()}
    with page.expect_response(re.compile("/fanout_question/check")):
        page.locator('[name="question"]').fill(values["question"])
        # At once, before the check.
        assert page.evaluate(LEFT)[:2] == [17, 16]
    page.get_by_text("Fill in the 16 empty fields").wait_for()
    assert page.evaluate(LEFT)[:2] == [17, 16]
    assert page.locator('[name="question"]').get_attribute("aria-invalid") is None
    evidence = page.locator('[name="strategy[0].evidence"]')
    with page.expect_response(re.compile("/fanout_question/check")):
        evidence.fill("https://de.wikipedia.org/wiki/Stadt")
    # What is wrong in another way counts again.
    page.get_by_text("leads to the Wikipedia of 'de'").wait_for()
    page.locator("[data-to-change]", has_text="17").wait_for()
    for name, value in values.items():
        if name.endswith("answer_how"):
            page.locator(f'[name="{name}"]').select_option(value)
        else:
            page.locator(f'[name="{name}"]').fill(value)
    page.get_by_text("Nothing is wrong with it").wait_for()
    assert page.evaluate(LEFT) == [0, 0, 0]
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("^Save and go on")).click()
    assert "nothing=left" in page.url


# --- touch targets -----------------------------------------------------------------------------

SMALL = """() => {
  // Everything that can be pressed and is smaller than 24 by 24 px (WCAG 2.5.8), with its box.
  const found = [];
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, .skip, [inert]");
  // A link within a sentence: there are words of the sentence beside it on its line.
  const inSentence = (link) => {
    if (getComputedStyle(link).display !== "inline") return false;
    const block = link.closest("p, li, dd, td, blockquote, label, .prose");
    if (!block) return false;
    const words = (node) => (node.textContent.match(/\\p{L}{2,}/gu) ?? []).length;
    let others = words(block);
    for (const one of block.querySelectorAll("a, button, kbd, .unseen")) others -= words(one);
    return others >= 4;
  };
  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  for (const one of document.querySelectorAll(targets)) {
    if (!shown(one) || (one.matches("a") && inSentence(one))) continue;
    const wrapped = one.matches("input[type=radio], input[type=checkbox]") && one.closest("label");
    const box = (wrapped || one).getBoundingClientRect();
    if (box.width >= 23.99 && box.height >= 23.99) continue;
    found.push(`${one.outerHTML.slice(0, 90)} ${box.width.toFixed(1)}x${box.height.toFixed(1)}`);
  }
  return found;
}"""


@pytest.fixture
def filled(database_url):
    """What is in the filled studio, and its server."""
    made = fill(database_url)
    server = Served(database_url, models=(MODEL,))
    yield server, made
    server.stop()


@on_sqlite
def test_targets_are_large_enough_to_be_hit(filled, browser):
    """All that can be pressed is 24 by 24 px or more, on phones and wide screens, folds opened."""
    served, made = filled
    contexts = {}
    for name in (OWNER, ANN, ""):
        contexts[name] = browser().new_page()
        if name:
            served.log_in(contexts[name], name, "owner" if name == OWNER else "annotator")
    small, seen = {}, 0
    # Of downloads and redirects there is nothing to see.
    pages = [one for one in made.pages if not one[1].endswith((".jsonl", "/healthz"))]
    for name, path in one_of_each(pages):
        page = contexts[name]
        page.goto(served.url + path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            for one in page.evaluate(SMALL):
                small.setdefault(one, f"{width} {path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            seen += 1
    assert small == {}
    assert seen > 150


@on_sqlite
def test_targets_that_scripts_make_are_large_enough(served, browser):
    """Discarding what was not sent, closing a message, the list of shortcuts, a refused form."""
    me, ann = served.person(OWNER, "owner"), served.person(ANN)
    page = browser(viewport={"width": 390, "height": 844}).new_page()
    served.log_in(page, ANN, "annotator")
    for kind in ("fanout_question", "kiwi_rating"):
        seeds = seeds_of(kind, RECORDS[kind])
        project = make(served.database, me.id, kind=kind, seeds=seeds, people=[ann])
        page.goto(f"{served.url}/annotating/{project}/next")
        with page.expect_response(re.compile("/unsent")):
            page.locator("form[data-annotate] textarea[dir]").first.fill("Not sent")
            page.evaluate("document.activeElement.blur()")
        page.reload()
        page.get_by_role("button", name="Discard").wait_for()
        page.evaluate("TamisStudio.say('A message.')")
        page.keyboard.press("Escape")
        page.evaluate("document.querySelector('[data-help]').click()")
        page.get_by_role("heading", name="Keyboard shortcuts").wait_for()
        assert page.evaluate(SMALL) == []
        page.get_by_role("button", name="Close", exact=True).click()
        refused(page, {"_comment": ""})
        assert page.evaluate(SMALL) == []


# --- labels of an item -------------------------------------------------------------------------


@on_sqlite
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("count", [2, 10])
def test_the_table_of_raters_fits_its_page(served, browser, count, scheme):
    """It scrolls sideways within its own box, its first column stays, and Alt+2 takes a label."""
    me = served.person(OWNER, "owner")
    seeds = seeds_of("kiwi_rating", RECORDS["kiwi_rating"] | {"rating": "", "comment": ""})
    project = make(served.database, me.id, kind="kiwi_rating", seeds=seeds, raters=count)
    for number in range(count):
        label = {"rating": ("good", "bad")[number % 2], "reason": f"Reason {number}. " * 9}
        give(served.database, project, served.person(f"Rater {number}"), seeds[0].key, label, "So.")
    page = browser(color_scheme=scheme).new_page()
    served.log_in(page)
    page.goto(f"{served.url}/annotating/{project}/items?show=differing")
    page.locator("tbody a").first.click()
    address = page.url
    box = page.locator(".by-rater")
    for width in (1280, 820, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        within = box.bounding_box()
        assert within["x"] >= 0
        assert within["x"] + within["width"] <= width
        box.evaluate("box => { box.scrollLeft = 1e6 }")
        name = page.get_by_role("rowheader", name="Comment").bounding_box()
        assert within["x"] <= name["x"] <= within["x"] + 2
        last = page.get_by_role("link", name=f"Take the label of Rater {count - 1}").bounding_box()
        assert name["x"] + name["width"] < last["x"] < within["x"] + within["width"]
        with page.expect_navigation():
            page.keyboard.press("Alt+2")
        assert page.get_by_label("Bad").is_checked()
        assert page.get_by_label("What did you see?").input_value().startswith("Reason 1.")
        assert page.locator("th[aria-current]").inner_text().startswith("Rater 1")
