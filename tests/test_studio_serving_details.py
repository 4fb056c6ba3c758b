"""How the studio is reached, to the letter: addresses, files, cookies of forms, invisible signs."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from starlette.exceptions import HTTPException
from starlette.requests import Request

from studio import settings_for
from tamis.studio import assets, errors, serve
from tamis.studio.csrf import SAFE, Forged, check_csrf
from tamis.studio.database.schema import storable
from tamis.studio.head_requests import HeadSent, headers_only
from tamis.studio.invisible_characters import visible, visible_text
from tamis.studio.people.login_sessions import LoginSession, LoginSessions
from tamis.studio.safety import SafetyMiddleware, _place
from tamis.types import InputError


@pytest.mark.parametrize(
    ("changes", "address"),
    [
        ({}, "http://127.0.0.1:8400"),
        ({"host": "0.0.0.0"}, "http://127.0.0.1:8400"),
        ({"host": "::"}, "http://[::1]:8400"),
        ({"host": "::2"}, "http://[::2]:8400"),
        ({"host": "[::2]", "port": 1}, "http://[::2]:1"),
        ({"https": True}, "http://127.0.0.1:8400"),
        ({"https": True, "names": ("a.org", "b.org")}, "https://a.org"),
        ({"names": ("a.org",)}, "http://127.0.0.1:8400"),
    ],
)
def test_the_address_of_a_studio(changes, address):
    """On this machine, or the public one behind a proxy."""
    assert serve.base(settings_for("x", **changes)) == address


def test_a_studio_that_others_can_reach():
    """Is warned of, unless its pages are encrypted."""
    hosts = ("localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "0.0.0.0", "a.org", "10.0.0.1")
    assert [serve.is_local(host) for host in hosts] == [True] * 5 + [False] * 3
    assert serve.warnings(settings_for("x")) == []
    assert serve.warnings(settings_for("x", host="0.0.0.0", https=True)) == []
    assert serve.warnings(settings_for("x", host="0.0.0.0")) == [
        "Warning: 0.0.0.0 can be reached from other machines, and passwords travel unencrypted: "
        "put a proxy with HTTPS before it, and start it with --behind-proxy."
    ]
    with pytest.raises(InputError, match=r"^port 70 of no\.such\.host\.invalid cannot be used \("):
        serve.listen("no.such.host.invalid", 70)


def request(method: str = "POST", login: LoginSession | None = None, **headers: str) -> Request:
    """A request with these headers."""
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request(
        {"type": "http", "method": method, "headers": pairs, "path": "/a", "query_string": b"",
         "login_session": login or LoginSession("k")}
    )  # fmt: skip


OTHER = (403, "This came from another site, and nothing was done.")
LARGE = (413, "This is more than the studio takes at once.")
NOT_OURS = (
    400,
    "The studio does not answer to this address. If it should, start it with --name and the "
    "address's host.",
)


@pytest.mark.parametrize(
    ("method", "headers", "refusal"),
    [
        ("GET", {"host": "localhost"}, None),
        ("GET", {"host": "LocalHost:80"}, None),
        ("GET", {"host": "a.org:8400"}, None),
        ("GET", {"host": "10.1.2.3:80"}, None),
        ("GET", {"host": "[::1]:80"}, None),
        ("GET", {"host": "evil.org"}, NOT_OURS),
        ("GET", {"host": ""}, NOT_OURS),
        ("GET", {"host": "localhost:123456"}, NOT_OURS),
        ("GET", {"host": "localhost", "origin": "http://evil.org"}, None),
        (
            "GET",
            {"host": "localhost", "transfer_encoding": "chunked", "content_length": "3"},
            (400, "The request gives the length of its body in two ways."),
        ),
        ("GET", {"host": "localhost", "transfer_encoding": "chunked"}, None),
        ("POST", {"host": "localhost:1"}, None),
        ("POST", {"host": "localhost:1", "origin": "http://LOCALHOST:1"}, None),
        ("POST", {"host": "localhost:1", "origin": "http://localhost:2"}, OTHER),
        ("POST", {"host": "localhost", "origin": "null"}, OTHER),
        ("POST", {"host": "localhost", "sec_fetch_site": "none"}, None),
        ("POST", {"host": "localhost", "sec_fetch_site": "same-origin"}, None),
        ("POST", {"host": "localhost", "sec_fetch_site": "same-site"}, OTHER),
        ("POST", {"host": "localhost", "sec_fetch_site": "cross-site"}, OTHER),
        ("POST", {"host": "localhost", "content_length": "65536"}, None),
        ("POST", {"host": "localhost", "content_length": "65537"}, LARGE),
        ("POST", {"host": "localhost", "content_length": "-1"}, LARGE),
        ("POST", {"host": "localhost", "content_length": "1" * 16}, LARGE),
    ],
)
def test_requests_that_are_refused(method, headers, refusal):
    """Of other hosts, of other sites, too large."""
    safety = SafetyMiddleware(None, settings_for("x", names=("A.org",)))
    assert safety._refusal(request(method, **headers)) == refusal


def test_requests_of_those_who_are_logged_in():
    """May be larger, with files most of all; over HTTPS they come from HTTPS."""
    safety = SafetyMiddleware(None, settings_for("x"))
    login = LoginSession("k", 3)
    limits = safety.settings.limits
    assert safety._most(request(login=login)) == limits.form_bytes
    files = {"content_type": "multipart/form-data; x"}
    assert safety._most(request(login=login, **files)) == limits.upload_bytes
    assert safety._most(request(**files)) == limits.stranger_bytes
    secure = SafetyMiddleware(None, settings_for("x", https=True))
    assert secure._refusal(request(host="localhost", origin="http://localhost")) == OTHER
    assert secure._refusal(request(host="localhost", origin="https://localhost")) is None
    assert secure._refusal(request(host="localhost")) is None

    async def receive():
        return {"type": "http.request", "body": b"x" * 40_000}

    async def read() -> None:
        bounded = safety._bounded(request(), receive)
        await bounded()
        with pytest.raises(HTTPException) as error:
            await bounded()
        assert (error.value.status_code, error.value.detail) == LARGE

    asyncio.run(read())
    assert _place({"path": "/x"}) == "(no page)"
    route = SimpleNamespace(path="/in/{token}", path_regex=re.compile("^/in/[^/]+$"))
    assert _place({"path": "/in/secret", "route": route}) == "/in/{token}"
    assert _place({"path": "/sub/deep/in/secret", "route": route}) == "/sub/deep/in/{token}"


def test_the_token_of_a_form():
    """In a header or in a field; of this login."""
    logins = LoginSessions(settings_for("x"))
    login = LoginSession("k")
    state = SimpleNamespace(state=SimpleNamespace(studio=SimpleNamespace(logins=logins)))

    def check(method: str, token: str | None, body: bytes = b"") -> None:
        headers = {"x_csrf_token": token} if token is not None else {}
        asked = request(method, login, content_type="application/x-www-form-urlencoded", **headers)
        asked.scope["app"] = state

        async def receive():
            return {"type": "http.request", "body": body}

        asked._receive = receive
        asyncio.run(check_csrf(asked))

    assert SAFE == ("GET", "HEAD", "OPTIONS")
    for method in SAFE:
        check(method, "x")
    check("POST", logins.token(login))
    check("POST", None, f"csrf={logins.token(login)}".encode())
    for token, body in (("x", b""), (None, b""), (logins.token(LoginSession("l")), b"")):
        with pytest.raises(Forged):
            check("POST", token, body)


def test_headers_alone():
    """The body is empty, messages stay for the next page, and a stream is ended."""
    login = LoginSession("k", messages=[("done", "x")], had_messages=True)
    sent: list[dict] = []

    async def send(message: dict) -> None:
        sent.append(message)

    async def run() -> None:
        passed = headers_only(send, login)
        await passed({"type": "http.response.start", "status": 200})
        await passed({"type": "http.response.body", "body": b"x"})
        with pytest.raises(HeadSent):
            await passed({"type": "http.response.body", "body": b"x", "more_body": True})

    asyncio.run(run())
    empty = {"type": "http.response.body", "body": b"", "more_body": False}
    assert sent == [{"type": "http.response.start", "status": 200}, empty, empty]
    assert (login.messages, login.had_messages) == ([], False)


def test_static_files():
    """By their names and hashes alone, with their types."""
    types = {name.rpartition(".")[2]: one.type for name, one in assets.ASSETS.items()}
    assert types["css"] == "text/css; charset=utf-8"
    assert types["js"] == "text/javascript; charset=utf-8"
    assert {"studio.css", "annotating/fanout.js"} <= assets.ASSETS.keys()
    assert any(name.startswith("writing/") for name in assets.ASSETS)
    url = assets.asset_url("studio.css")
    _, _, hash, name = url.split("/")
    assert (len(hash), name) == (12, "studio.css")
    answer = asyncio.run(assets.static(request("GET"), hash, name))
    assert (answer.body, answer.media_type) == (assets.ASSETS[name].content, types["css"])
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    for wrong in ((hash, "no.css"), ("0" * 12, name)):
        with pytest.raises(HTTPException) as error:
            asyncio.run(assets.static(request("GET"), *wrong))
        assert error.value.status_code == 404


def test_signs_that_cannot_be_seen():
    """As their code points; in changes also those without a glyph."""
    for sign in "\u202a\u202e\u2066\u2069":
        shown = f"U+{ord(sign):04X}"
        assert visible(f"<{sign}") == f'&lt;<span class="sign">{shown}</span>'
        assert visible_text(f"<{sign}") == f"<{shown}"
    for sign in "\u00ad\u200b\u200e\u200f\u2060\u2065\ufeff":
        assert visible(sign) == visible_text(sign) == sign
        assert visible(sign, True) == f'<span class="sign">U+{ord(sign):04X}</span>'
    assert visible("\u200d\u2029", True) == "\u200d\u2029"
    assert [storable(one) for one in ("a\0b", "é\0", "\ud800x", "\udfff", "\ue000")] == [
        "a\ufffdb", "é\ufffd", "\ufffdx", "\ufffd", "\ue000",
    ]  # fmt: skip


def test_errors_for_scripts_and_for_people():
    """A script is known by its headers; it gets the sentence alone."""
    assert errors.from_script(request(hx_request="true"))
    assert errors.from_script(request(x_tamis_send="k"))
    assert errors.from_script(request(accept="application/json"))
    assert not errors.from_script(request(accept="text/html,*/*"))
    assert not errors.from_script(request(accept="*/*"))
    assert not errors.from_script(request())
    asked = request(hx_request="true")
    for status, text, said in (
        (404, "", "The page does not exist, or you may not see it."),
        (405, "", "This address does not accept this kind of request."),
        (409, "", "Conflict"),
        (404, "other", "other"),
    ):
        answer = errors.error_page(asked, status, text, **{"X-A": "b"})
        assert (answer.status_code, answer.body.decode(), answer.headers["x-a"]) == (
            status,
            said,
            "b",
        )
    login = errors._login(request("GET", accept="text/html"), None)
    assert (login.status_code, login.headers["location"]) == (303, "/login?next=%2Fa")
    assert errors._login(asked, None).status_code == 401
    forged = errors._forged(asked, None)
    assert (forged.status_code, forged.headers["x-tamis"]) == (403, "csrf")
    plain = errors._http(asked, HTTPException(404))
    assert plain.body.decode() == "The page does not exist, or you may not see it."
    own = errors._http(asked, HTTPException(403, "No.", {"a": "b"}))
    assert (own.status_code, own.body.decode(), own.headers["a"]) == (403, "No.", "b")
    assert errors._input(asked, InputError("x")).status_code == 422
    assert errors._collision(asked, None).status_code == 409
    busy = errors._database(asked, Exception("database is locked"))
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "5")
