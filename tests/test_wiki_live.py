"""A MediaWiki as of a date, against a local server that answers as the action API does."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import pytest

from tamis.retrieve.wiki import PageMissing, open_wiki
from tamis.retrieve.wiki.mediawiki import MediaWiki
from tamis.types import InputError

DATE = "2023-11-20"


def redirect(target):
    """The body of a redirect page, as MediaWiki renders it."""
    return (
        '<div class="mw-parser-output"><div class="redirectMsg"><p>Redirect to:</p>'
        f'<ul class="redirectText"><li><a href="/wiki/x" title="{target}">{target}</a></li></ul>'
        "</div></div>"
    )


@dataclass
class Wiki:
    """Pages by title: revisions as (number, time, body), in order. `faults` come first, each once.

    A fault is a status with headers, or an object to be answered; `moved` are today's redirects.
    """

    pages: dict[str, list[tuple[int, str, str]]]
    moved: dict[str, str] = field(default_factory=dict)
    faults: list[tuple[int, dict[str, str]] | dict[str, object] | str] = field(default_factory=list)
    asked: list[dict[str, str]] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)
    slept: list[float] = field(default_factory=list)

    def answer(self, asked: dict[str, str]) -> object:
        """As the API would, in its second format."""
        if asked["action"] == "opensearch":
            near = [title for title in self.pages if title[0] == asked["search"][0]]
            return [asked["search"], near, [], []]
        if asked["action"] == "parse":
            for title, revisions in self.pages.items():
                for number, _, body in revisions:
                    if str(number) == asked["oldid"]:
                        return {"parse": {"title": title, "revid": number, "text": body}}
            return {"error": {"code": "nosuchrevid", "info": "There is no revision with ID 5."}}
        if asked.get("list") == "search":
            hits = [t for t, revs in self.pages.items() if asked["srsearch"] in revs[-1][2]]
            return {"query": {"search": [{"title": t} for t in hits[: int(asked["srlimit"])]]}}
        title = asked["titles"]
        title = self.moved.get(title, title) if "redirects" in asked else title
        page: dict[str, object] = {"title": title}
        before = [r for r in self.pages.get(title, []) if r[1] <= asked.get("rvstart", "9")]
        if title not in self.pages:
            page["missing"] = True
        elif before:
            page["revisions"] = [{"revid": before[-1][0], "timestamp": before[-1][1]}]
        return {"query": {"pages": [page]}}


@pytest.fixture
def wiki():
    """A server with a few pages, and the time that a client has slept."""
    content = Wiki(
        {
            "Yangtze": [
                (11, "2020-01-01T00:00:00Z", "<p>An old text.</p>"),
                (12, "2023-11-19T23:59:59Z", "<p>The longest river of Asia.</p>"),
                (13, "2023-11-20T00:00:01Z", "<p>A new text.</p>"),
            ],
            "Changjiang": [
                (21, "2019-01-01T00:00:00Z", redirect("Long River")),
                (22, "2024-01-01T00:00:00Z", "<p>An article of today.</p>"),
            ],
            "Long River": [(31, "2019-01-01T00:00:00Z", redirect("Yangtze"))],
            "Ring A": [(41, "2019-01-01T00:00:00Z", redirect("Ring B"))],
            "Ring B": [(42, "2019-01-01T00:00:00Z", redirect("Ring A"))],
            "Astray": [(51, "2019-01-01T00:00:00Z", redirect("Nowhere"))],
            "Late": [(61, "2024-01-01T00:00:00Z", "<p>Not yet.</p>")],
            "Twitter": [(71, "2024-02-01T00:00:00Z", redirect("X"))],
            "X": [(81, "2010-01-01T00:00:00Z", "<p>A site for short messages.</p>")],
        },
        moved={"Twitter": "X"},
    )

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked = dict(parse_qsl(urlsplit(self.path).query))
            content.asked.append(asked)
            content.agents.add(self.headers["User-Agent"])
            fault = content.faults.pop(0) if content.faults else content.answer(asked)
            status, headers = fault if isinstance(fault, tuple) else (200, {})
            body = fault if isinstance(fault, str) else json.dumps(fault)
            data = b"" if isinstance(fault, tuple) else body.encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    content.url = f"http://127.0.0.1:{server.server_address[1]}/w/api.php"
    yield content
    server.shutdown()
    server.server_close()


@pytest.fixture
def live(wiki, tmp_path):
    """A client of it, with an empty cache; `live(date)`."""

    def client(date=DATE, **settings):
        given = {"contact": "me@example.org", "cache": tmp_path, "sleep": wiki.slept.append}
        return MediaWiki(date, wiki.url, **{**given, **settings})

    return client


def test_a_page_is_that_of_the_last_revision_not_after_the_date(wiki, live):
    """A day is its beginning, in UTC; without a date the newest one counts."""
    page = live().page("yangtze")
    assert (page.id, page.title, page.text) == ("Yangtze", "Yangtze", "The longest river of Asia.")
    assert wiki.asked[0]["rvstart"] == "2023-11-20T00:00:00Z"
    assert wiki.asked[0]["rvdir"] == "older"
    assert live("2023-11-21").page("Yangtze").text == "A new text."
    assert live("2021-01-01T12:00:00+02:00").page("Yangtze").text == "An old text."
    assert live(None).page("Yangtze").text == "A new text."


def test_what_was_told_is_asked_for_once(wiki, live):
    """By another client too; another date is another question, one revision the same page."""
    live().page("Yangtze")
    assert [asked["action"] for asked in wiki.asked] == ["query", "parse"]
    live().page("Yangtze")
    assert len(wiki.asked) == 2
    live("2023-11-19T23:59:59Z").page("Yangtze")
    assert [asked["action"] for asked in wiki.asked[2:]] == ["query"]
    assert live().search("new text") == live().search("new text") == ["Yangtze"]
    assert len(wiki.asked) == 4


def test_redirects_are_those_of_the_date(wiki, live):
    """One that is an article now, two in a row, a page moved since, a circle, one to nowhere."""
    assert live().page("Changjiang").title == "Yangtze"
    assert live(None).page("Changjiang").text == "An article of today."
    assert live().page("Twitter").text == "A site for short messages."
    with pytest.raises(PageMissing, match=r"go round in a circle \(Ring A → Ring B → Ring A\)\.$"):
        live().page("Ring A")
    with pytest.raises(PageMissing) as missing:
        live().page("Astray")
    assert missing.value.title == "Astray"


def test_a_revision_is_given_as_it_is(wiki, live):
    """Whatever the date; one that there is not is missing, and what is no number is refused."""
    assert live().page("Yangtze", revision="13").text == "A new text."
    assert [asked["action"] for asked in wiki.asked] == ["parse"]
    with pytest.raises(PageMissing):
        live().page("Yangtze", revision="5")
    with pytest.raises(InputError, match="revision '###TBD###' of 'Yangtze' is no number"):
        live().page("Yangtze", revision="###TBD###")


def test_a_page_of_after_the_date_is_missing_with_titles_like_it(live):
    """The title itself is not offered, although there is one today."""
    with pytest.raises(PageMissing) as missing:
        live().page("Late")
    assert missing.value.similar == ("Long River",)


@pytest.mark.parametrize("name", ["", "a|b", "[[x]]", "<b>", "\0", "a\ud800"])
def test_nonsense_is_missing(live, name):
    """Nothing that the API would take for two titles is sent."""
    with pytest.raises(PageMissing):
        live().page(name)
    assert live().search(" ") == []


def test_a_contact_is_in_the_user_agent(wiki, live, monkeypatch):
    """One for all requests; without it one polite sentence."""
    live().page("Yangtze")
    live().search("river")
    (agent,) = wiki.agents
    assert re.fullmatch(r"tamis/\S+ \(me@example\.org\) python-httpx/\S+", agent)
    monkeypatch.delenv("TAMIS_CONTACT", raising=False)
    with pytest.raises(InputError, match="set the environment variable TAMIS_CONTACT"):
        live(contact=None)
    monkeypatch.setenv("TAMIS_CONTACT", "x\r\nHost: evil")
    with pytest.raises(InputError, match="TAMIS_CONTACT"):
        live(contact=None)


def test_a_busy_server_is_waited_for(wiki, live):
    """As long as Retry-After says, else 2, 4, 8 … seconds; also when it is behind (maxlag)."""
    lag = {"error": {"code": "maxlag", "info": "Waiting for a server: 7 seconds lagged."}}
    wiki.faults = [(429, {"Retry-After": "7"}), (503, {}), lag]
    assert live().page("Yangtze").text == "The longest river of Asia."
    assert wiki.slept == [7.0, 4.0, 8.0]
    assert all(asked["maxlag"] == "5" for asked in wiki.asked)


@pytest.mark.parametrize(
    ("faults", "said", "slept"),
    [
        ([(429, {"Retry-After": "3"})] * 9, "answered 429 Too Many Requests, 5 times", [3.0] * 4),
        ([(429, {"Retry-After": "3600"})], "asks to wait 3600 seconds; try again then", []),
        ([(403, {})], "answered 403 with something other than JSON", []),
        ([{"error": {"code": "badvalue", "info": "Bad."}}], r"refused \(badvalue: Bad\)", []),
    ],
)
def test_a_server_that_gives_no_answer_is_one_sentence(wiki, live, faults, said, slept):
    """Nothing of it is kept, and the next call is answered."""
    wiki.faults = faults
    client = live()
    with pytest.raises(InputError, match=said) as error:
        client.page("Yangtze")
    assert wiki.slept == slept
    assert str(error.value).endswith(".")
    wiki.faults = []
    assert client.page("Yangtze").text == "The longest river of Asia."


def test_a_server_that_is_not_there_is_one_sentence(live, wiki):
    """After as many tries."""
    client = MediaWiki(
        DATE, "http://127.0.0.1:9/w/api.php", contact="me@example.org", sleep=wiki.slept.append
    )
    with pytest.raises(InputError, match=r"cannot be reached \(ConnectError.*\), 5 times"):
        client.page("Yangtze")
    assert wiki.slept == [2.0, 4.0, 8.0, 16.0]
    with pytest.raises(InputError, match="is not the address of an API"):
        MediaWiki(DATE, "en.wikipedia.org", contact="me@example.org")


def test_the_live_wiki_is_opened_by_its_name(wiki, monkeypatch, tmp_path):
    """With the address and the contact of the environment; its name has the date."""
    monkeypatch.setenv("TAMIS_WIKI_API", wiki.url)
    monkeypatch.setenv("TAMIS_CONTACT", "me@example.org")
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    opened = open_wiki("live", DATE)
    assert opened.page("Yangtze").text == "The longest river of Asia."
    assert re.fullmatch(r"mediawiki 127\.0\.0\.1:\d+ 2023-11-20", opened.name)
    assert list((tmp_path / "home" / "wiki").rglob("*.json"))
    monkeypatch.delenv("TAMIS_WIKI_API")
    assert open_wiki("live", DATE).name == "mediawiki 2023-11-20"
    assert open_wiki("live").name == "mediawiki newest"
