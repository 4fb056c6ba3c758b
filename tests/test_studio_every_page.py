"""What holds for every page of the studio, with data and with refused forms."""

from __future__ import annotations

import re
import socket
from collections import Counter
from html.parser import HTMLParser

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from filled_studio import ANN, REASON, answers, browsers, fill, one_of_each
from studio import OWNER, on_sqlite, studio_on
from tamis.studio.annotating.common import label_parts
from tamis.studio.annotating.displayed_labels import DisplayedLabel, label_rows
from tamis.studio.annotating.kinds import KINDS
from test_studio_annotating import give, make, seeds_of
from test_studio_exchange import LABELS, RECORDS
from test_studio_foundation_safety import addresses
from test_studio_writing import MODEL


@pytest.fixture
def whole(database_url):
    """The filled studio, and what is in it."""
    filled = fill(database_url)
    here = studio_on(database_url, models=(MODEL,))
    yield here, filled
    here.close()


# --- HEAD --------------------------------------------------------------------------------------


@on_sqlite
def test_head_is_get_without_its_body(whole):
    """Every address that answers GET answers HEAD with the same status and headers."""
    here, filled = whole
    who = browsers(here)
    known = [(OWNER, path) for method, path in addresses(here.app) if method == "GET"]
    exports = [
        (OWNER, f"/annotating/{filled.projects['kiwi_error']}/export/{what}")
        for what in ("items.csv", "items.jsonl", "tasks.json", "config.xml", "own")
    ]
    codes = Counter()
    for name, path in known + exports + one_of_each(filled.pages):
        # The first answer of all gives a stranger's browser its cookie.
        who[name].client.get(path)
        head, answer = who[name].client.head(path), who[name].client.get(path)
        assert head.status_code == answer.status_code, path
        assert head.headers == answer.headers, path
        assert head.content == b"", path
        codes[head.status_code] += 1
    assert codes[200] > 80
    assert 405 not in codes


@on_sqlite
def test_head_leaves_messages_to_the_next_page(studio):
    """Nobody reads the page of HEAD: what it would say is said by the next GET."""
    owner = studio.owner()
    me = studio.person(OWNER, "owner")
    project = make(studio.database, me.id)
    owner.post(f"/annotating/{project}/close")
    for path in ("/writing", "/no/such", f"/annotating/{project}"):
        assert "set-cookie" not in owner.client.head(path).headers
    assert "The project is closed." in owner.get("/writing").text
    assert "The project is closed." not in owner.get("/writing").text


@on_sqlite
def test_head_of_a_stream_ends(served, monkeypatch):
    """A server sends the headers of an endless stream and of a page, and not a byte after them."""
    began = []

    async def endless(*_):
        began.append(1)
        while True:
            yield ": still here\n\n"

    monkeypatch.setattr("tamis.studio.writing.streaming._events", endless)
    monkeypatch.setattr("tamis.studio.writing.streaming._check", lambda *_: None)
    from tamis.studio.people.access import _current
    from tamis.studio.people.accounts import Who

    served.app.dependency_overrides[_current] = lambda: Who(1, "Olga", "owner")
    for path, kind in (("/writing/x/stream", "text/event-stream"), ("/login", "text/html")):
        with socket.create_connection(("127.0.0.1", served.settings.port), timeout=5) as line:
            line.sendall(
                f"HEAD {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
            )
            said = b"".join(iter(lambda: line.recv(65536), b"")).decode()
        headers, _, body = said.partition("\r\n\r\n")
        assert headers.startswith("HTTP/1.1 200")
        assert f"content-type: {kind}" in headers
        assert body == ""
    assert len(began) == 1


# --- errors ------------------------------------------------------------------------------------


@on_sqlite
def test_an_unknown_address_keeps_the_navigation(studio, monkeypatch):
    """Whoever is logged in finds the way on from every error page; a stranger sees no name."""
    owner, ann = studio.owner(), studio.annotator(ANN)

    def broken(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("tamis.studio.people_page.select", broken)
    for path, status in (
        ("/no/such", 404), ("/writing/none", 404), ("/people/1/disable", 405), ("/people", 500)
    ):  # fmt: skip
        answer = owner.get(path)
        assert answer.status_code == status
        for link in ('href="/writing"', 'href="/annotating"', 'href="/people"', OWNER):
            assert link in answer.text, (path, link)
    text = ann.get("/no/such").text
    assert ANN in text
    assert 'href="/people"' not in text
    elsewhere = owner.client.post("/no/such", headers={"origin": "http://evil.example"})
    assert (elsewhere.status_code, OWNER in elsewhere.text) == (403, True)
    stranger = studio.browse().get("/no/such").text
    assert 'aria-label="Main"' not in stranger
    ann.post("/logout")
    assert ANN not in ann.get("/no/such").text


@on_sqlite
def test_error_pages_do_not_hold_up_others(studio, monkeypatch):
    """Who is logged in is looked up in a thread, never on the event loop."""
    import threading

    from tamis.studio.people import access

    owner = studio.owner()
    threads = []
    present = access.present_person

    def noted(*given):
        threads.append(threading.current_thread().name)
        return present(*given)

    monkeypatch.setattr(access, "present_person", noted)
    owner.client.get("/no/such")
    owner.client.post("/no/such", headers={"origin": "http://evil.example"})
    assert len(threads) == 2
    assert all("AnyIO worker thread" in name for name in threads)


# --- names of elements -------------------------------------------------------------------------


class Names(HTMLParser):
    """The ids of a page, and those that its attributes name."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.named = Counter(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        """Note what an element is called and what it names."""
        for name, value in attributes:
            if name == "id":
                self.ids[value] += 1
            elif name in ("aria-describedby", "aria-labelledby", "aria-controls", "for", "form"):
                self.named += [(name, one) for one in (value or "").split() or [""]]
            elif (name, (value or "")[:1]) == ("href", "#"):
                self.named.append((name, value[1:]))


@on_sqlite
def test_what_names_an_element_names_one_that_is_there(whole):
    """On every page and in every refused form, with help and without, with problems and without."""
    described = refused = 0
    for path, answer in answers(*whole):
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        names = Names(answer.text)
        assert [one for one, count in names.ids.items() if count > 1] == [], path
        assert [named for named in names.named if names.ids[named[1]] != 1] == [], path
        described += sum(name == "aria-describedby" for name, _ in names.named)
        refused += path.startswith("POST") and "aria-invalid" in answer.text
        if "data-to-change" in answer.text:
            (said,) = re.findall(r"<span>(\d+) things? (?:is|are)</span> to change", answer.text)
            assert answer.text.count(" data-problem") == int(said), path
    assert described > 100
    assert refused > 15


# --- words -------------------------------------------------------------------------------------


@on_sqlite
def test_words_that_are_understood_at_first_reading(whole):
    """Nothing is settled, put back or left by a respondent; what people wrote is their own."""
    seen = ""
    for path, answer in answers(*whole):
        if answer.headers.get("content-type", "").startswith("text/html"):
            said = re.sub(r"<script.*?</script>", " ", answer.text, flags=re.S)
            shown = re.findall(r'(?:title|aria-label|placeholder|data-key-help)="([^"]*)"', said)
            text = " ".join([re.sub(r"<[^>]*>", " ", said), *shown])
            found = re.findall(
                r"(?i)settl\w*|respondent|put back|may still come|\d+ \w+ alike", text
            )
            assert found == [], path
            seen += text
    for words in (
        "Resolve",
        "Resolved",
        "Reopen",
        "not resolved yet",
        "You are done here",
        "Remove",
    ):
        assert words in seen, words


# --- labels of an item -------------------------------------------------------------------------


def table_of(text):
    """The rows of the table of labels: the texts of cells, as a reader sees them."""
    table = re.search(r'<div class="scroll by-rater".*?</table>', text, re.S)[0]
    rows = re.findall(r"<tr.*?</tr>", table, re.S)
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.S) for row in rows]
    return [
        [" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in row] for row in cells
    ], table


@on_sqlite
def test_raters_are_columns_of_one_table(studio):
    """A row for each field, comments as quotations, what differs marked; names may be hidden."""
    me, owner = studio.person(OWNER, "owner"), studio.owner()
    people = [studio.person(f"Rater {n}") for n in range(10)]
    seeds = seeds_of("kiwi_rating", RECORDS["kiwi_rating"] | {"rating": "", "comment": ""})
    for hidden in (False, True):
        project = make(
            studio.database, me.id, kind="kiwi_rating", seeds=seeds, raters=10, hide_names=hidden
        )
        listed = owner.get(f"/annotating/{project}/items").text
        (item,) = set(re.findall(rf"/annotating/{project}/items/(\d+)", listed))
        for number, person in enumerate(people):
            label = {"rating": "bad" if number in (2, 5) else "good", "reason": f"Reason {number}"}
            give(
                studio.database,
                project,
                person,
                seeds[0].key,
                label,
                f"Note {number}" * (number % 2),
            )
        text = owner.get(f"/annotating/{project}/items/{item}?take=3").text
        (head, ratings, reasons, comments, take), table = table_of(text)
        assert len(head) == len(ratings) == len(reasons) == len(comments) == len(take) == 11
        assert ratings[0] == "How good is the revision?"
        assert sorted(ratings[1:]) == ["Good"] * 8 + ["≠ differs: Bad"] * 2
        assert {one for one in comments[1:] if one != "–"} == {f"Note {n}" for n in (1, 3, 5, 7, 9)}
        assert table.count('<blockquote class="quote"') == 15
        assert not re.search(r'class="tag[^"]*">(Reason|Note)', text)
        assert re.findall(r'data-key="(Alt\+\d)"', table) == [f"Alt+{n}" for n in range(1, 10)]
        assert "Taken" in take[3]
        names = [one for one in head[1:] if one.startswith("Rater ")]
        assert len(names) == 10
        assert ("Rater A" in names) == hidden
        assert ("<time" in table) != hidden


@on_sqlite
def test_ties_mark_everyone_and_agreement_nobody(studio):
    """Two that differ are both marked; a field on which they agree is not."""
    me, owner = studio.person(OWNER, "owner"), studio.owner()
    ann, ben = studio.person(ANN), studio.person("Ben")
    seeds = seeds_of("acs_constraint", RECORDS["acs_constraint"] | {"is_constraint_satisfied": ""})
    project = make(studio.database, me.id, kind="acs_constraint", seeds=seeds)
    said = {"capability": "counting"}
    give(studio.database, project, ann, seeds[0].key, said | {"satisfied": "satisfied"})
    give(studio.database, project, ben, seeds[0].key, said | {"satisfied": "not_satisfied"})
    listed = owner.get(f"/annotating/{project}/items").text
    item = re.search(rf"/annotating/{project}/items/(\d+)", listed)[1]
    rows, _ = table_of(owner.get(f"/annotating/{project}/items/{item}").text)
    marked = {row[0]: [cell.startswith("≠") for cell in row[1:]] for row in rows[1:-1]}
    assert sorted(marked.values()) == [[False, False], [True, True]]


def test_who_differs_from_whom():
    """An open choice is no other opinion; of several that may hold, none is one."""

    def marked(kind, *labels):
        shown = [
            DisplayedLabel("A", label_parts(KINDS[kind], label), "", label, "here")
            for label in labels
        ]
        return {row.name: row.differs for row in label_rows(KINDS[kind], shown)}

    yes, no = {"satisfied": "satisfied"}, {"satisfied": "not_satisfied"}
    rows = marked("acs_constraint", yes, yes | {"capability": "counting"}, no)
    assert sorted(rows.values()) == [(False, False, False), (False, False, True)]
    given = [LABELS["fanout_answer"][0], *[LABELS["fanout_answer"][1]] * 2]
    rows = marked("fanout_answer", *given)
    assert [name for name, row in rows.items() if any(row)] == ["Could not answer"]
    assert rows["Could not answer"] == (True, False, False)


@on_sqlite
def test_reasons_are_quotations_in_every_list(whole):
    """Texts of people and models are never tags, in an owner's lists and in a rater's own."""
    here, filled = whole
    who = browsers(here)
    texts = {REASON, "Fine.", "Too vague.", "a catalogue", "two books"}
    for name, path in filled.pages:
        if path.startswith("/annotating/"):
            answer = who[name].client.get(path, follow_redirects=True).text
            tags = re.findall(r'<span class="tag[^"]*"[^>]*>(.*?)</span>', answer, re.S)
            assert texts.isdisjoint(tags), path
    mine = who[ANN].get(f"/annotating/{filled.projects['kiwi_rating']}/mine").text
    assert len(re.findall(r"<blockquote class=\"quote\"[^>]*>(?:Fine|It says)", mine)) == 2
