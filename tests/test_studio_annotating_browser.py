"""Annotating in a real browser: a whole round of two people, and two tabs at once."""

from __future__ import annotations

import json

import pytest

from studio import on_sqlite
from test_studio_annotating import make, seeds_of

pytest.importorskip("playwright", reason="playwright is not installed (pip install playwright)")

pytestmark = pytest.mark.slow

CANDIDATES = [
    {
        "qid": "q7",
        "question": "Norwegian road films",
        "title": title,
        "evidence_for": [f'run: "{quote}" [{title}]'],
    }
    for title, quote in (
        ("A Bicycle for Aunt Solveig", "a Norwegian road film"),
        ("The Ferry to Lofoten", "most of it on deck"),
    )
]


def project_of_two(served) -> str:
    """Two candidates for Ann and Ben."""
    owner = served.person("Olga Owner", "owner")
    people = [served.person("Ann"), served.person("Ben")]
    seeds = seeds_of("quest_candidate", *CANDIDATES)
    return make(served.database, owner.id, kind="quest_candidate", seeds=seeds, people=people)


def next_one(page, press: str) -> None:
    """Press a key that leaves the page, and wait for the next one."""
    with page.expect_navigation():
        page.keyboard.press(press)


@on_sqlite
def test_a_round_of_two_people_with_the_keyboard_alone(served, browser):
    """They label by digits and Enter, differ once; the owner resolves it and exports the round."""
    project = project_of_two(served)
    # One browser, in which they log in one after the other: what it keeps of scripts saves time.
    page = browser().new_page()
    for name, digits in (("Ann", "13"), ("Ben", "12")):
        served.log_in(page, name, "annotator")
        page.goto(f"{served.url}/annotating/{project}")
        next_one(page, "n")
        for place, digit in enumerate(digits):
            page.get_by_text(CANDIDATES[place]["title"], exact=True).wait_for()
            page.keyboard.press(digit)
            if place == 1:
                page.keyboard.press("c")
                page.keyboard.type("A journey, but no road.")
                next_one(page, "Control+Enter")
            else:
                next_one(page, "Enter")
        page.get_by_text(
            "All items have their" if name == "Ben" else "You are done here"
        ).wait_for()
        next_one(page, "b")
        assert page.locator(".list .tag").all_inner_texts() == [
            {"1": "Match", "2": "Debatable", "3": "No match"}[digit] for digit in reversed(digits)
        ]

    served.log_in(page)
    page.goto(f"{served.url}/annotating/{project}")
    assert page.locator(".agreement .figures dd").all_inner_texts()[1:] == ["50%", "2"]
    next_one(page, "d")
    next_one(page, "1")
    assert page.locator(".by-rater thead bdi").all_inner_texts() == ["Ann", "Ben"]
    page.get_by_role("link", name="Take the label of Ben").click()
    page.locator("th[aria-current]", has_text="Ben").wait_for()
    assert page.get_by_label("Debatable").is_checked()
    page.get_by_label("Why").fill("It depends on what a road is.")
    next_one(page, "Control+Enter")
    page.get_by_text("No open disagreements.").wait_for()
    page.get_by_role("link", name="Export").click()
    exported = page.request.get(f"{served.url}/annotating/{project}/export/items.jsonl").text()
    rows = [json.loads(line) for line in exported.splitlines()]
    settled = [row["settled"] for row in rows if row["settled"]]
    assert [one["label"] for one in settled] == [{"rating": "DEBATABLE"}]
    assert settled[0]["comment"] == "It depends on what a road is."
    assert exported.count("A journey, but no road.") == 2


@on_sqlite
def test_two_tabs_with_one_item(served, browser):
    """The older form is refused in a sentence; what was typed is there, also after a reload.

    A page that was open during a new login still sends: its token is renewed.
    """
    project = project_of_two(served)
    context = browser()
    first, second = context.new_page(), context.new_page()
    served.log_in(first, "Ann", "annotator")
    first.goto(f"{served.url}/annotating/{project}/next")
    second.goto(first.url)
    address = first.url
    first.keyboard.press("1")
    next_one(first, "Enter")
    second.keyboard.press("3")
    second.keyboard.press("c")
    with second.expect_response(lambda answer: "tab." in (answer.request.post_data or "")):
        second.keyboard.type("From the second tab.")
    second.reload()
    second.get_by_text("Here is what you had not sent").wait_for()
    assert second.get_by_label("No match").is_checked()
    assert second.get_by_label("Comment").input_value() == "From the second tab."
    # A form that was opened before the other tab saved.
    second.locator("[name=_revision]").evaluate("field => { field.value = '0' }")
    second.keyboard.press("Control+Enter")
    second.get_by_text("changed in another tab").wait_for()
    assert second.get_by_label("No match").is_checked()
    assert second.get_by_label("Comment").input_value() == "From the second tab."
    next_one(second, "Control+Enter")
    second.get_by_text("Your label is changed.").wait_for()
    first.goto(address)
    assert first.get_by_label("No match").is_checked()

    second.goto(f"{served.url}/account")
    with second.expect_navigation():
        second.get_by_role("button", name="Log out", exact=True).click()
    served.log_in_by_form(second, "Ann", "annotator")
    first.bring_to_front()
    first.get_by_text("Debatable", exact=True).click()
    next_one(first, "Control+Enter")
    first.get_by_text("Your label is changed.").wait_for()
