"""Books from services: a server on this machine answers as Wikidata and Open Library do."""

from __future__ import annotations

import json
import re
import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from tamis.collect.books import Options, collect
from tamis.collect.books.entities import Known, Match, Person
from tamis.collect.books.faults import Faults
from tamis.collect.books.sources import Live, Sparql
from tamis.collect.books.sources.web import Web
from tamis.types import InputError

TITLES = ("The Garden", "A House in Paris", "The Long River", "Emma's Letter", "The Silent Sea")
WD = "http://www.wikidata.org/entity/"


@pytest.fixture
def service():
    """A server that answers by `answer(path, parameters)`: JSON, or a status with headers."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self._answer(parse_qs(urlsplit(self.path).query))

        def do_POST(self):
            form = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer(parse_qs(form))

        def _answer(self, found):
            path = urlsplit(self.path).path
            parameters = {name: values[0] for name, values in found.items()}
            asked.append((path, parameters, dict(self.headers)))
            answer = server.answer(path, parameters)
            status, headers = 200, {}
            if isinstance(answer, tuple):
                status, headers = answer
                answer = {}
            body = answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.url = asked, f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def web(tmp_path):
    """A client that waits for nothing, and notes how long it would have."""
    waits = []
    client = Web(tmp_path / "answers", "me@example.org", pause=1.5, sleep=waits.append)
    client.waits = waits
    return client


# Manners


def test_a_request_says_who_asks_and_is_made_once(service, web, tmp_path):
    """Again it comes from the disk, for a new client too; a pause lies before another request."""
    service.answer = lambda path, parameters: {"path": path, **parameters}
    assert web.get(f"{service.url}/x", {"q": "a b"}) == {"path": "/x", "q": "a b"}
    assert web.get(f"{service.url}/x", {"q": "a b"}) == {"path": "/x", "q": "a b"}
    other = Web(tmp_path / "answers", "me@example.org")
    assert other.get(f"{service.url}/x", {"q": "a b"}) == {"path": "/x", "q": "a b"}
    [(_, _, headers)] = service.asked
    assert re.fullmatch(r"tamis/\S+ \(me@example\.org\)", headers["User-Agent"])
    web.get(f"{service.url}/y", {})
    assert web.waits == [1.5]
    assert (web.requests, web.answers, other.requests) == (2, 3, 0)


def test_a_busy_server_is_given_the_time_it_asks_for(service, web):
    """429 with Retry-After, then 503 without: 7 seconds, then 4, then the answer."""
    answers = [(429, {"Retry-After": "7"}), (503, {}), {"done": 1}]
    service.answer = lambda path, parameters: answers.pop(0)
    assert web.get(service.url, {}) == {"done": 1}
    assert [wait for wait in web.waits if wait != 1.5] == [7.0, 4.0]


@pytest.mark.parametrize(
    ("asks", "waits"),
    [(" 12.5 ", (12.5, 12.5)), ("soon", (2, 2)), ("300", (300, 300)), ("date", (50, 200))],
)
def test_how_long_a_server_asks_to_wait(service, web, asks, waits):
    """A number of seconds or a date; anything else is a wait of our own."""
    if asks == "date":
        asks = format_datetime(datetime.now(UTC) + timedelta(seconds=200))
    answers = [(429, {"Retry-After": asks}), {"done": 1}]
    service.answer = lambda path, parameters: answers.pop(0)
    assert web.get(service.url, {}) == {"done": 1}
    assert waits[0] <= web.waits[0] <= waits[1]


def test_a_server_that_stays_busy_is_one_sentence(service, web):
    """After five tries; and nothing is kept as if it were an answer."""
    service.answer = lambda path, parameters: (500, {})
    with pytest.raises(InputError, match="500 Internal Server Error, 5 times; run again later"):
        web.get(service.url, {})
    assert len(service.asked) == 5
    service.answer = lambda path, parameters: {"done": 1}
    assert web.get(service.url, {}) == {"done": 1}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((403, {}), "403 Forbidden"),
        ("<html>", "something other than JSON"),
        ((429, {"Retry-After": "301"}), "asks to wait 301 seconds"),
    ],
)
def test_other_refusals_are_one_sentence_at_once(service, web, answer, said):
    """They would not go away by asking again."""
    service.answer = lambda path, parameters: answer
    with pytest.raises(InputError, match=said):
        web.get(service.url, {})
    assert len(service.asked) == 1


def test_what_is_not_there_is_none(service, web):
    """404 is an answer, and kept."""
    service.answer = lambda path, parameters: (404, {})
    assert web.get(service.url, {}) is None
    assert web.get(service.url, {}) is None
    assert len(service.asked) == 1


def test_without_a_contact_nobody_is_asked(tmp_path, monkeypatch):
    """The sentence names the variable to set."""
    monkeypatch.delenv("TAMIS_CONTACT", raising=False)
    with pytest.raises(InputError, match="TAMIS_CONTACT"):
        Web(tmp_path)


# Wikidata


def _endpoint(people: int):
    """An endpoint with so many writers, of whom each has written one work with the next."""

    def cell(value) -> dict[str, str]:
        return {"type": "literal", "value": str(value)}

    def answer(path, parameters):
        query = parameters["query"]
        if "LIMIT" in query:
            after = re.search(r'STR\(\?person\) > "([^"]*)"', query)[1]
            limit = int(re.search(r"LIMIT (\d+)", query)[1])
            there = sorted(f"{WD}Q{n}" for n in range(1, people + 1))
            rows = [{"person": cell(one)} for one in there if one > after][:limit]
        else:
            asked = [int(n) for n in re.findall(r"/Q(\d+)>", query)]
            if "?work" in query:
                rows = [
                    {"work": cell(f"{WD}Q{1000 + w}"), "person": cell(f"{WD}Q{n}"),
                     "name": cell(f"Work {w}")}
                    for n in asked for w in (n, n - 1)
                ]  # fmt: skip
            else:
                rows = [
                    {"person": cell(f"{WD}Q{n}"), "name": cell(f"Ann {n}"),
                     "birth": cell("1900-05-01T00:00:00Z"), "precision": cell(11),
                     "sitelinks": cell(n), "library": cell(f"OL{n}{kind}")}
                    for n in asked for kind in "AW"
                ]  # fmt: skip
                if 3 in asked:
                    decade = {"birth": cell("1890-01-01T00:00:00Z"), "precision": cell(8)}
                    more = [{**decade, "death": cell("1952-01-01T00:00:00Z")},
                            {"birth": cell("1899-01-01T00:00:00Z"), "precision": cell(9),
                             "death": cell("1950-01-01T00:00:00Z")}]  # fmt: skip
                    rows += [{"person": cell(f"{WD}Q3"), **one} for one in more]
        return {"results": {"bindings": rows}}

    return answer


def test_writers_are_paged_in_order_and_none_is_left_out(service, web):
    """Twelve people in pages of five; each once, with their facts and their two works."""
    service.answer = _endpoint(12)
    found = list(Sparql(service.url, ("Q36180",), page=5).read(web))
    people = [one for one in found if not isinstance(one, Known)]
    assert len(people) == len({one.qid for one in people}) == 12
    third = next(one for one in people if one.qid == "Q3")
    assert (third.name, third.birth_year, third.sitelinks) == ("Ann 3", 1899, 3)
    assert third.death_year == 1952
    assert (third.openlibrary, third.works) == ((3,), 2)
    queries = [parameters["query"] for _, parameters, _ in service.asked]
    assert sum("LIMIT" in query for query in queries) == 4
    assert all("ORDER BY STR(" in query for query in queries)
    assert any(isinstance(one, Known) and "Q3" in one.authors for one in found)


def test_what_is_no_endpoint_is_one_sentence(service, web):
    """JSON of another kind, and an occupation that is no id."""
    service.answer = lambda path, parameters: {"hello": 1}
    with pytest.raises(InputError, match="did not answer as a SPARQL endpoint does"):
        list(Sparql(service.url, ("Q36180",)).read(web))
    with pytest.raises(InputError, match="not an id of Wikidata; give one such as Q36180"):
        Sparql(service.url, ("Q1 } DROP",))


# Open Library


def _library(path, parameters):
    """Ann 1 by an id that redirects; Ann 2 by name, among namesakes of other years."""
    docs = [
        {"key": f"/works/OL{n}W", "title": title, "author_key": ["OL1A"], "language": ["eng"],
         "first_publish_year": 1930 + n}
        for n, title in enumerate(TITLES, 1)
    ]  # fmt: skip
    docs.append({"key": "/works/OL9W", "title": "Der Garten", "author_key": ["OL1A"],
                 "language": ["ger"]})  # fmt: skip
    docs += [{"key": "/works/OL10W", "author_key": ["OL1A"]},
             {"key": "/works/OL11W", "author_key": ["OL1A"], "title": "x" * 3000}]  # fmt: skip
    if path == "/authors/OL7A.json":
        return {"type": {"key": "/type/redirect"}, "location": "/authors/OL1A"}
    if path == "/authors/OL8A.json":
        return {"type": {"key": "/type/delete"}, "key": "/authors/OL8A"}
    if path == "/authors/OL1A.json":
        return {"key": "/authors/OL1A", "name": "Ann 1"}
    if path == "/search/authors.json":
        return {"docs": [
            {"key": "OL2A", "name": "Ann 2", "birth_date": "1 May 1900"},
            {"key": "OL3A", "name": "Ann 2", "birth_date": "1850s"},
        ]}  # fmt: skip
    if path == "/search.json":
        return {"docs": docs if parameters["author_key"] == "OL1A" else []}
    return (404, {})


def _people(path, parameters):
    answer = _endpoint(2)(path, parameters)
    for row in answer["results"]["bindings"]:
        if "library" in row:
            n = row["person"]["value"][-1]
            row["library"] = {"value": "OL7A" if n == "1" else "OL5W"}
    rows = answer["results"]["bindings"]
    if any("library" in row for row in rows):
        rows.append({**rows[0], "library": {"value": "OL8A"}})
    return answer


def test_works_are_asked_for_page_by_page(service, web, monkeypatch):
    """Of each record of an author, until a page is not full; a redirect is followed once."""
    monkeypatch.setattr("tamis.collect.books.sources.live._PAGE", 2)

    def answer(path, parameters):
        if path.startswith("/authors"):
            return {"/authors/OL6A.json": {"location": "/authors/OL6A"}}.get(path, {"name": " "})
        first = int(parameters["offset"])
        many = 3 if parameters["author_key"] == "OL7A" else 1
        return {"docs": [{"key": f"/works/OL{n}W", "title": "A"} for n in range(many)][first:][:2]}

    service.answer = answer
    match = Match(Person("Q1", ("Ann",)), (7, 8), "id")
    found = [work.number for work, _ in Live(service.url).works(web, match)]
    assert found == [0, 1, 2, 0]
    asked = [(p["author_key"], p["offset"]) for _, p, _ in service.asked]
    assert asked == [("OL7A", "0"), ("OL7A", "2"), ("OL8A", "0")]
    faults = Faults("live")
    person = Person("Q1", ("Ann",), openlibrary=(5, 6))
    assert list(Live(service.url).authors(web, person, faults)) == []
    assert faults.counts == {"redirect": 1, "deleted record": 1}


def test_books_are_collected_from_live_services(service, web, tmp_path):
    """From an endpoint and a library to the books, with what the services were asked in the end."""
    service.answer = lambda path, p: _people(path, p) if path == "/sparql" else _library(path, p)
    people = Sparql(f"{service.url}/sparql", ("Q36180",))
    options = Options(seed=1, least_works=1)
    found = collect(people, Live(service.url), options, tmp_path / "work", web=web)
    [ann] = found.dataset.authors
    assert (ann.name, ann.ids["OpenLibrary ID"]) == ("Ann 1", "OL1A OL7A")
    assert [book.title for book in ann.books] == sorted(TITLES)
    assert {book.year for book in ann.books} == set(range(1931, 1936))
    assert found.counts["authors: matched_by"] == {"id": 1, "name": 1}
    assert {one["service"] for one in found.sources} == {f"{service.url}/sparql", service.url}
    # As from dumps; the endpoint has counted the works, so that comes before the library is asked.
    assert [one["stage"] for one in found.stages][:5] == [
        "writers", "sample", "born", "linked", "matched"]  # fmt: skip
    assert found.faults == {service.url: {
        "birth not known to the year": {"count": 1, "places": ["/authors/OL3A: '1850s'"]},
        "title of more than 300 characters": {
            "count": 1, "places": [f"/works/OL11W: {'x' * 60!r}"]},
        "work without a title": {"count": 1, "places": ["/works/OL10W"]},
    }}  # fmt: skip
    assert found.gone == {service.url: {
        "deleted record": {"count": 1, "places": ["/authors/OL8A"]},
        "redirect": {"count": 1, "places": ["/authors/OL7A"]},
    }}  # fmt: skip
    asked = len(service.asked)
    again = collect(people, Live(service.url), options, tmp_path / "other", web=web)
    assert len(service.asked) == asked
    assert again.dataset.authors == found.dataset.authors


def test_a_server_that_is_no_library_is_one_sentence(service, web, tmp_path):
    """The option to check is named."""
    service.answer = lambda path, p: _people(path, p) if path == "/sparql" else {"x": 1}
    people = Sparql(f"{service.url}/sparql", ("Q36180",))
    with pytest.raises(InputError, match="--openlibrary"):
        collect(people, Live(service.url), Options(least_works=1), tmp_path / "work", web=web)
