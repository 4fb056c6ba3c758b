"""What the live services are asked, and how often, to the letter."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

pytest.importorskip("orjson", reason="the extra `collect` is not installed")

from tamis._version import __version__
from tamis.collect.books.entities import Author, Match, Person
from tamis.collect.books.faults import Faults
from tamis.collect.books.sources import live
from tamis.collect.books.sources.live import Live
from tamis.collect.books.sources.web import Web, _retry_after
from tamis.types import InputError


class Asked:
    """A service that gives its answers in their order."""

    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []

    def get(self, url, parameters):
        """The next answer."""
        self.asked.append((url, dict(parameters)))
        return self.answers.pop(0)


def test_works_are_asked_for_page_by_page(monkeypatch):
    """Of each author, until a page is not full."""
    assert live._PAGE == 500
    monkeypatch.setattr(live, "_PAGE", 2)
    first = [{"key": "/works/OL1W", "title": "A"}, {"key": "none"}]
    web = Asked({"docs": first}, {"docs": []}, {"docs": [{"key": "/works/OL3W", "title": "C"}]})
    match = Match(Person("Q1", ("Ann",)), (7, 8), "id")
    found = list(Live("http://here/").works(web, match))
    assert [work.number for work, _ in found] == [1, 3]
    same = {
        "fields": "key,title,subtitle,author_key,language,first_publish_year,edition_count",
        "sort": "key",
        "limit": "2",
    }
    assert web.asked == [
        ("http://here/search.json", {"author_key": f"OL{author}A", **same, "offset": offset})
        for author, offset in ((7, "0"), (7, "2"), (8, "0"))
    ]
    assert Live().url == "https://openlibrary.org"


def test_authors_are_asked_for_by_their_ids():
    """Redirects are followed once each; without ids the name is searched."""
    faults = Faults("live")
    person = Person("Q1", ("Ann", "Anne"), openlibrary=(1, 4, 5, 6))
    web = Asked(
        {"location": "/authors/OL2A"},
        {"name": "Ann", "birth_date": "1950"},
        None,
        {"name": " "},
        {"location": "/authors/OL6A"},
    )
    found = list(Live("http://here").authors(web, person, faults))
    assert found == [(Author(2, ("Ann",), "1950", 1950, ""), 1)]
    assert web.asked == [(f"http://here/authors/OL{n}A.json", {}) for n in (1, 2, 4, 5, 6)]
    assert faults.counts == {"redirect": 2, "deleted record": 2}
    assert faults.locations == {
        "redirect": ["/authors/OL1A", "/authors/OL6A"],
        "deleted record": ["/authors/OL4A", "/authors/OL5A"],
    }
    web = Asked({"docs": [{"key": "OL9A", "name": "Ann"}, {"name": "No key"}]})
    found = list(Live("http://here").authors(web, Person("Q1", ("Ann", "Anne")), faults))
    assert found == [(Author(9, ("Ann",), "", None, ""), 9)]
    assert web.asked == [("http://here/search/authors.json", {"q": "Ann", "limit": "20"})]
    assert list(Live().authors(Asked(), Person("Q1", ()), faults)) == []


# --- requests ----------------------------------------------------------------------------------


@pytest.fixture
def service(tmp_path, monkeypatch):
    """`service(*answers)`: a client whose requests get these; its `waits` and `asked`."""
    monkeypatch.delenv("TAMIS_CONTACT", raising=False)

    def made(*answers, **options):
        left, asked, waits = list(answers), [], []

        def answer(request):
            asked.append(request)
            one = left.pop(0)
            if isinstance(one, Exception):
                raise one
            return one if isinstance(one, httpx.Response) else httpx.Response(200, json=one)

        web = Web(tmp_path, " me@here ", sleep=waits.append, **options)
        web._http = httpx.Client(
            transport=httpx.MockTransport(answer), headers=web._headers, follow_redirects=True
        )
        web.asked, web.waits = asked, waits
        return web

    return made


def test_answers_are_asked_for_once(service):
    """By address and parameters; a pause is made before all but the first."""
    web = service({"a": 1}, {"b": 2}, httpx.Response(404), {"c": 3})
    assert web.get("http://x/", {"q": "1", "a": "2"}) == {"a": 1}
    assert web.waits == []
    assert web.get("http://x/", {"a": "2", "q": "1"}) == {"a": 1}
    assert (web.answers, web.requests) == (2, 1)
    assert web.get("http://x/", {"q": "2"}, post=True) == {"b": 2}
    assert web.get("http://x/", {"q": "3"}) is None
    assert web.get("http://y/", {"q": "3"}) == {"c": 3}
    assert web.waits == [1.0] * 3
    assert [one.method for one in web.asked] == ["GET", "POST", "GET", "GET"]
    assert web.asked[0].url == "http://x/?q=1&a=2"
    assert web.asked[0].headers["user-agent"] == f"tamis/{__version__} (me@here)"
    assert web.asked[1].content == b"q=2"
    assert web.asked[1].headers["accept"] == "application/sparql-results+json"
    texts = [json.dumps(one) for one in ({"a": 1}, {"a": 1}, {"b": 2}, None, {"c": 3})]
    assert web.sha256 == hashlib.sha256("".join(texts).encode()).hexdigest()


def test_requests_that_fail_are_sent_again(service):
    """After waits that double, or as long as the service asks."""
    busy = httpx.Response(503, headers={"Retry-After": "7"})
    web = service(httpx.ConnectError("no"), httpx.Response(429), busy, httpx.Response(500), [1])
    assert web.get("http://x/", {}) == [1]
    # The wait, then the pause before each request.
    assert web.waits == [2.0, 1.0, 4.0, 1.0, 7.0, 1.0, 16.0, 1.0]
    web = service(*[httpx.Response(502)] * 2, tries=2, pause=0.5)
    with pytest.raises(InputError) as error:
        web.get("http://two/", {})
    assert str(error.value) == (
        "http://two/ answered 502 Bad Gateway, 2 times; run again later to go on."
    )
    assert web.waits == [2.0, 0.5]
    web = service(httpx.ConnectError("no"), tries=1)
    with pytest.raises(InputError) as error:
        web.get("http://one/", {})
    assert str(error.value) == (
        "http://one/ cannot be reached (ConnectError: no), 1 times; run again later to go on."
    )


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            httpx.Response(429, headers={"Retry-After": "301"}),
            "http://x/ answered 429 Too Many Requests and asks to wait 301 seconds; try again "
            "after that.",
        ),
        (
            httpx.Response(400, text="n" * 90),
            f"http://x/ answered 400 Bad Request ('{'n' * 80}'); check the address and "
            f"TAMIS_CONTACT.",
        ),
        (
            httpx.Response(200, text="h" * 90),
            f"http://x/ answered with something other than JSON ('{'h' * 80}'); check the address.",
        ),
    ],
)
def test_answers_that_are_none(answer, said, service):
    """Nothing is asked a second time."""
    web = service(answer)
    with pytest.raises(InputError) as error:
        web.get("http://x/", {})
    assert str(error.value) == said
    assert (web.waits, web.requests) == ([], 1)


def test_longest_waits_are_made(service):
    """Just so long is not too long."""
    web = service(httpx.Response(429, headers={"Retry-After": "300"}), [])
    assert web.get("http://x/", {}) == []
    assert web.waits == [300.0, 1.0]


def test_times_to_wait():
    """A number or a date."""
    assert _retry_after(" 12.5 ", 2.0) == 12.5
    assert _retry_after("", 2.0) == 2.0
    assert _retry_after("soon", 2.0) == 2.0
    assert _retry_after("1" * 10, 2.0) == 2.0
    later = datetime.now(UTC) + timedelta(seconds=100)
    assert 90 < _retry_after(format_datetime(later), 2.0) <= 100
    assert 90 < _retry_after(format_datetime(later.replace(tzinfo=None)), 2.0) <= 100
    assert _retry_after("Wed, 21 Oct 2015 07:28:00 GMT", 2.0) == 0.0


def test_a_contact_is_needed(tmp_path, monkeypatch):
    """Given, or of the environment."""
    monkeypatch.setenv("TAMIS_CONTACT", " ")
    with pytest.raises(InputError) as error:
        Web(tmp_path)
    assert str(error.value) == (
        "requests to a live service need a contact address for its operators; set the environment "
        "variable TAMIS_CONTACT to your e-mail address or a page about your project."
    )
    monkeypatch.setenv("TAMIS_CONTACT", "é@there")
    assert Web(tmp_path)._headers == {"User-Agent": f"tamis/{__version__} (?@there)"}
    web = Web(tmp_path, "me")
    assert (web._pause, web._tries, web._timeout, web._longest_wait) == (1.0, 5, 90.0, 300.0)
    assert (web.answers, web.requests) == (0, 0)
