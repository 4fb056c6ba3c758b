"""The studio's own forms: writing fan-out questions, answering them, reviewing proposed ones."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio import on_sqlite

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from tamis.collect.fanout.question_files import validate as validate_file
from tamis.collect.fanout.validation import check as validate
from tamis.studio.annotating.exchange.benchmarks import own_files
from tamis.studio.annotating.exchange.project_rows import rows_of
from tamis.studio.annotating.kinds import KINDS, fanout_tree
from tamis.studio.annotating.kinds.question_review import finding_of
from tamis.studio.database.schema import Project
from test_studio_exchange import HOSTILE, PROPOSED, QUESTION, TICKS

FANOUT, ANSWER, REVIEW = (
    KINDS[name] for name in ("fanout_question", "fanout_answer", "question_review")
)
CHECK = "/annotating/forms/fanout_question/check"
TOPIC = {"topic": "", "note": ""}
FIRST = "strategy[0]"
PLACES = ("", "strategy", "then", FIRST, f"{FIRST}.strategy", "strategy[9]", f"{FIRST}.then[0]")
PLACES += ("then[0].strategy", f"{FIRST}.{FIRST}.strategy")


# --- writing questions -------------------------------------------------------------------------


def typed(raw) -> dict[str, list[str]]:
    """The form of a question, filled in."""
    return fanout_tree.values_of(fanout_tree.from_raw(raw))


def test_a_good_question_becomes_what_its_author_would_have_written():
    """Form and authors' format say the same, nested parts and follow-ups included."""
    raw = {
        **QUESTION,
        "strategy": [
            {
                "question": "Which are they, and how large?",
                "strategy": QUESTION["strategy"],
                "answer": QUESTION["answer"],
            }
        ],
        "then": [
            {
                "question": "Which page lists them all?",
                "evidence": "https://en.wikipedia.org/wiki/Utopia",
                "answer": ["Town 1", "Town 2", 3, True],
            }
        ],
    }
    label, problems = FANOUT.check(typed(raw), TOPIC)
    assert problems == {}
    assert json.loads(label["authored"]) == raw
    assert label["question"] == raw["question"]
    # The form is filled with a label again, and says it again; so it is with a draft.
    assert FANOUT.check(FANOUT.values(label), TOPIC) == (label, {})
    draft = FANOUT.read(QUESTION, "x")
    assert fanout_tree.to_raw(FANOUT.form(draft.payload, {}, {}).tree)[0] == QUESTION


def test_problems_are_the_validators_beside_their_fields():
    """Each sentence is the validator's, with the form's numbers for its paths."""
    raw = json.loads(json.dumps(QUESTION))
    raw["strategy"][1]["evidence"] = "https://de.wikipedia.org/wiki/Stadt"
    raw["strategy"][2]["question"] = raw["strategy"][0]["question"]
    raw["strategy"][3]["answer"] = ""
    raw["strategy"][4]["question"] = "q" * 5001
    label, problems = FANOUT.check(typed(raw), TOPIC)
    assert label is None
    said = {problem.path: problem.message for problem in validate(raw).problems}
    assert said["strategy[1].evidence"] == problems["strategy[1].evidence"]
    assert "same as sub-question 1" in problems["strategy[2].question"]
    assert "empty" in problems["strategy[3].answer"]
    assert "longer than 5,000" in problems["strategy[4].question"]
    assert "uses 4 different pages" in problems["strategy"]


SMALL = {
    "question": "Q",
    "strategy": [{"question": "A", "evidence": "e"}, {"question": "B"}],
    "then": [{"question": "C"}],
}


@pytest.mark.parametrize(
    ("action", "parts"),
    [
        ("add:strategy", ["1 A", "2 B", "3", "4 C"]),
        ("add:then", ["1 A", "2 B", "3 C", "4"]),
        ("add:strategy[0].strategy", ["1 A", "1.1", "2 B", "3 C"]),
        ("add:strategy[1].then", ["1 A", "2 B", "2.1", "3 C"]),
        ("split:strategy[1]", ["1 A", "2 B", "2.1", "3 C"]),
        ("remove:strategy[0]", ["1 B", "2 C"]),
        ("remove:then[0]", ["1 A", "2 B"]),
        *((action, ["1 A", "2 B", "3 C"]) for action in (
            "add:x", "add:strategy[9].strategy", "remove:", "split:", "remove:strategy[2]", "x:y",
        )),
    ],
)  # fmt: skip
def test_buttons_change_the_tree(action, parts):
    """Add, break up and remove renumber the parts, and keep what was typed; others do nothing."""
    tree = fanout_tree.act(fanout_tree.from_raw(SMALL), action)
    assert [f"{one.number} {one.question}".strip() for one in tree.every()] == ["Q", *parts]


def test_a_form_cannot_grow_without_end():
    """Neither names of fields nor buttons make more than the most parts, or the deepest ones."""
    values = {f"strategy[{i}].question": ["?"] for i in range(999)}
    deep = ".".join(["strategy[0]"] * 50)
    values[f"{deep}.question"] = ["?"]
    tree = fanout_tree.from_values(values)
    assert len(list(tree.every())) <= fanout_tree.MOST_PARTS + 1
    for _ in range(30):
        tree = fanout_tree.act(tree, "add:strategy")
    assert len(list(tree.every())) == fanout_tree.MOST_PARTS + 1
    tree = fanout_tree.new_tree()
    assert len(tree.strategy) == 5
    for depth in range(1, 12):
        tree = fanout_tree.act(tree, "split:" + ".".join(["strategy[0]"] * depth))
    assert max(one.depth for one in tree.every()) == fanout_tree.DEEPEST == 6


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["add", "remove", "split", "show", "x"]).flatmap(
            lambda verb: st.sampled_from(PLACES).map(lambda place: f"{verb}:{place}")
        )
        | st.text(max_size=20),
        max_size=12,
    ),
    st.text(max_size=20),
)
def test_no_series_of_buttons_loses_the_form(actions, text):
    """Whatever is pressed, the fields of the form say the same tree again."""
    tree = fanout_tree.new_tree()
    tree.question = text
    for action in actions:
        tree = fanout_tree.act(tree, action)
    again = fanout_tree.from_values(fanout_tree.values_of(tree))
    assert [one.path for one in again.every()] == [one.path for one in tree.every()]
    assert again.question == text.replace("\r\n", "\n")
    assert fanout_tree.checked(again)[0] == fanout_tree.checked(tree)[0]


def place(studio, kind: str, record: dict, *raters: str) -> str:
    """A project with one item that `raters` annotate; its address."""
    from tamis.studio.annotating import project_store

    owner = studio.person("Olga Owner", "owner")
    people = [studio.person(name).id for name in raters]
    seed = KINDS[kind].read(record, "x")
    with studio.database.writing() as transaction:
        made = project_store.create_project(transaction, owner.id, kind, "Forms", seeds=[seed])
        project = transaction.get_one(project_store.Project, made.id)
        project_store.set_members(transaction, project, people)
    return f"/annotating/{made.id}"


def opened(anna, address: str):
    """The address of the form that a rater is sent to, and its page."""
    at = anna.get(f"{address}/next").headers["location"]
    return at, anna.get(at)


def field(page: str, name: str) -> str:
    """The value of a hidden field of a page."""
    return re.search(rf'name="{name}" value="([^"]*)"', page)[1]


def send(anna, at: str, page: str, values: dict):
    """Send the form of a page with values."""
    fixed = {"_revision": field(page, "_revision"), "_seconds": "5", "_comment": ""}
    return anna.post(at, {**fixed, **values})


@on_sqlite
def test_a_question_is_checked_while_it_is_typed(studio):
    """The check answers with places for single fields; what is still empty is not complained of."""
    anna = studio.annotator()
    values = typed(QUESTION) | {"answer": [""]}
    values["strategy[0].evidence"] = [f"http://x.org/{HOSTILE}"]
    page = anna.post(CHECK, values, headers={"HX-Request": "true"})
    assert page.status_code == 200
    slots = dict(re.findall(r'<p id="p-([\w-]+)" class="([^"]*)" hx-swap-oob="true"', page.text))
    wrong = {name for name, css in slots.items() if "problem" in css}
    assert wrong == {"strategy-0-evidence"}
    assert len(slots) == 2 + 5 * 3
    assert "1 field still empty" in page.text
    assert "<script>" not in page.text
    good = anna.post(CHECK, typed(QUESTION), headers={"HX-Request": "true"})
    assert "Nothing is wrong with it" in good.text
    added = anna.post(CHECK, values | {"do": ["add:strategy"]}, headers={"HX-Request": "true"})
    assert 'name="strategy[5].question"' in added.text
    assert added.text.count("autofocus") == 1
    nobody = studio.browse()
    assert nobody.post(CHECK, {"question": "x"}).status_code in (303, 401)


@on_sqlite
def test_a_question_is_written_without_scripts(studio):
    """Buttons, problems and saving work by sending the whole form."""
    anna = studio.annotator()
    address = place(studio, "fanout_question", {"topic": HOSTILE}, "Anna Annotator")
    at, page = opened(anna, address)
    assert "<script>alert" not in page.text
    assert page.text.count('class="fan-part"') == 5
    values = typed(QUESTION)
    more = send(anna, at, page.text, values | {"do": ["add:then"]})
    assert more.status_code == 422
    assert 'name="then[0].question"' in more.text
    assert "nothing is saved yet" in more.text
    short = send(anna, at, page.text, {**values, "strategy[0].answer": [""]})
    assert short.status_code == 422
    assert "1 field still empty" in short.text
    assert "Town_5" in short.text
    # An empty form is not eighteen sentences of one meaning.
    bare = send(anna, at, page.text, {name: [""] for name in values}).text
    assert bare.count("17 empty fields") == 1
    assert bare.count('aria-invalid="true"') == 17
    assert send(anna, at, page.text, values).status_code == 303
    again = anna.get(at).text
    assert "How many people live in Town 5?" in again


def saves(word):
    """Whether an answer is that to a save of `word`: the form is sent to be checked, too."""
    return lambda answer: (
        answer.url.endswith("/unsent") and f"{word}%" in (answer.request.post_data or "")
    )


@pytest.mark.slow
@on_sqlite
def test_a_question_is_written_in_a_browser(served, browser, tmp_path):
    """Problems show as one types, parts are added, a reload brings all back, and it validates."""
    address = place(served, "fanout_question", {"topic": "Towns"}, "Anna Annotator")
    page = browser(viewport={"width": 390, "height": 844}).new_page()
    served.log_in(page, "Anna Annotator", "annotator")
    page.goto(f"{served.url}{address}/next")
    first = page.locator('[name="strategy[0].evidence"]')
    first.fill("https://de.wikipedia.org/wiki/Stadt")
    wrong = page.locator("#p-strategy-0-evidence")
    wrong.get_by_text("leads to the Wikipedia of 'de'").wait_for()
    assert first.get_attribute("aria-invalid") == "true"
    assert page.locator("#p-strategy-0-question").is_hidden()
    page.get_by_role("button", name="Break up sub-question 2").click()
    page.locator('[name="strategy[1].strategy[0].question"]').fill("Which is it?")
    page.get_by_role("button", name="Add a sub-question", exact=True).click()
    page.locator('[name="strategy[5].question"]').wait_for()
    # The focus follows a moment after the field.
    page.locator('[name="strategy[5].question"]:focus').wait_for()
    assert first.input_value() == "https://de.wikipedia.org/wiki/Stadt"

    with page.expect_response(saves("Where")):
        page.locator('[name="question"]').fill("Where?")
        page.locator('[name="strategy[0].question"]').focus()

    page.reload()
    page.locator('[name="strategy[5].question"]').wait_for()
    assert page.locator('[name="question"]').input_value() == "Where?"
    nested = page.locator('[name="strategy[1].strategy[0].question"]')
    assert nested.input_value() == "Which is it?"
    page.get_by_role("button", name=re.compile("^Save and go on")).click()
    page.get_by_text("Nothing is saved yet").wait_for()
    assert page.evaluate("document.activeElement.name") == "strategy[0].question"
    page.get_by_role("button", name="Remove sub-question 6").click()
    page.locator('[name="strategy[5].question"]').wait_for(state="detached")
    page.get_by_role("button", name="Remove sub-question 2.1").click()
    nested.wait_for(state="detached")
    values = {name: value[0] for name, value in typed(QUESTION).items()}
    page.evaluate(
        "values => Object.entries(values).forEach(([name, value]) => "
        "{ document.getElementsByName(name)[0].value = value })",
        values,
    )
    page.locator('[name="question"]').fill(QUESTION["question"])
    page.get_by_text("Nothing is wrong with it").wait_for()
    page.get_by_role("button", name=re.compile("^Save and go on")).click()
    page.wait_for_url(lambda url: "nothing=left" in url)
    id = address.rpartition("/")[2]
    with served.database.reading() as transaction:
        rows = rows_of(transaction, transaction.get_one(Project, id))
    raw = own_files(FANOUT, rows)["anna-annotator/questions.json"]
    assert json.loads(raw) == [QUESTION]
    (tmp_path / "q.json").write_bytes(raw)
    assert [one.valid for one in validate_file(tmp_path / "q.json")] == [True]


@pytest.mark.slow
@on_sqlite
def test_an_older_save_never_arrives_after_a_newer_one(served, browser):
    """While one save is on its way the next one waits: the studio could take them in any order."""
    address = place(served, "fanout_question", {"topic": "Wells"}, "Anna Annotator")
    page = browser().new_page()
    served.log_in(page, "Anna Annotator", "annotator")
    page.goto(f"{served.url}{address}/next")
    held, told = [], []

    def hold(route):
        told.append(route.request.post_data)
        if len(told) == 1:
            held.append(route)
        else:
            route.continue_()

    page.route("**/unsent", hold)
    question = page.locator('[name="question"]')
    with page.expect_request("**/unsent"):
        question.fill("Older?")
        page.locator('[name="strategy[0].question"]').focus()
    question.fill("Newer?")
    page.locator('[name="strategy[0].question"]').focus()
    page.wait_for_timeout(1000)
    assert len(told) == 1
    with page.expect_response(saves("Newer")):
        held[0].continue_()
    assert ["Older%" in told[0], "Newer%" in told[1]] == [True, True]


# --- answering ---------------------------------------------------------------------------------


@on_sqlite
def test_the_golden_answer_is_shown_to_nobody(studio):
    """A released question comes with its answer, of which the rater's page knows nothing."""
    from tamis.studio.annotating import project_store
    from tamis.studio.annotating.exchange.uploads import read_upload

    raw = {"id": "q", "question": "Who?", "answer": "Mr Gold", "decomposition": [HOSTILE]}
    reading = read_upload(ANSWER, "d.json", json.dumps([raw]).encode())
    (entry,) = reading.entries
    assert entry.seed.payload["_extra"]["answer"] == "Mr Gold"
    anna, id = (
        studio.annotator(),
        place(studio, "fanout_answer", {"question": "x"}, "Anna Annotator"),
    )
    with studio.database.writing() as transaction:
        project = transaction.get_one(project_store.Project, id.rpartition("/")[2])
        project_store.add_items(transaction, project, [entry.seed])
    at, page = opened(anna, id)
    assert send(anna, at, page.text, {"answer": "y", "answer_how": "text"}).status_code == 303
    at, page = opened(anna, id)
    assert "Who?" in page.text
    assert "Mr Gold" not in page.text
    assert "No more" not in page.text


# --- reviewing ---------------------------------------------------------------------------------


def reviewing(decision: str, ticks: list[str], **more) -> dict[str, list[str]]:
    """A filled-in review."""
    return {
        "question": [more.pop("question", PROPOSED["question"])],
        "ticks": ticks,
        "papers": more.pop("papers", ["a", "b", "c", "d"]),
        "decision": [decision],
        **{name: [value] for name, value in more.items()},
    }


def test_a_question_is_accepted_with_every_box_or_not_at_all():
    """One box short, no decision, a filter's verdict unchanged: each is said, and nothing saved."""
    payload = REVIEW.read(PROPOSED, "x").payload
    label, problems = REVIEW.check(reviewing("accept", TICKS), payload)
    assert problems == {}
    assert finding_of(payload, label, "Anna").accepted
    for missing in TICKS:
        label, problems = REVIEW.check(
            reviewing("accept", [one for one in TICKS if one != missing]), payload
        )
        assert label is None
        assert "1 of 6" in problems["ticks"]
    assert "decision" in REVIEW.check(reviewing("", TICKS), payload)[1]
    _, few = REVIEW.check(reviewing("accept", TICKS, papers=["a", "d"]), payload)
    assert "2 papers with evidence" in few["question"]
    dropped = REVIEW.read({**PROPOSED, "answerable": "No"}, "x").payload
    _, problems = REVIEW.check(reviewing("accept", TICKS), dropped)
    assert "answerability check" in problems["question"]
    label, _ = REVIEW.check(reviewing("accept", TICKS, question="How do they sift?"), dropped)
    assert finding_of(dropped, label, "Anna").question == "How do they sift?"


def test_a_question_with_a_keyword_can_be_accepted():
    """A search for words cannot tell whether it stands alone; the person with the boxes can."""
    payload = REVIEW.read({**PROPOSED, "keyword": "mentioned"}, "x").payload
    label, problems = REVIEW.check(reviewing("accept", TICKS), payload)
    assert problems == {}
    assert finding_of(payload, label, "Anna").keyword == "mentioned"


def test_a_rejection_has_its_reason():
    """Without a reason nothing is rejected, nor with every box ticked."""
    payload = REVIEW.read(PROPOSED, "x").payload
    assert "reason" in REVIEW.check(reviewing("reject", TICKS[:2]), payload)[1]
    assert "ticks" in REVIEW.check(reviewing("reject", TICKS, reason="No."), payload)[1]
    label, _ = REVIEW.check(reviewing("reject", TICKS[:2], reason="Too narrow."), payload)
    assert not finding_of(payload, label, "Anna").accepted


@on_sqlite
def test_a_review_is_signed_by_the_account(studio):
    """The page shows paragraph, papers and filters as text, and whose review it will be."""
    anna = studio.annotator()
    record = json.loads(json.dumps(PROPOSED))
    record["paragraph"]["text"] = HOSTILE
    record["paragraph"]["cited"][0]["title"] = HOSTILE
    address = place(studio, "question_review", record, "Anna Annotator")
    at, page = opened(anna, address)
    assert "<script>alert" not in page.text
    assert "Signed: <bdi>Anna Annotator</bdi>" in page.text
    assert "3 of 4 available" in page.text
    refused = send(anna, at, page.text, reviewing("accept", TICKS[1:]))
    assert refused.status_code == 422
    assert "every box must be ticked" in refused.text
    assert send(anna, at, page.text, reviewing("accept", TICKS)).status_code == 303
