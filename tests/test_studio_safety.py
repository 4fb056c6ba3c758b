"""The safety of the studio: what holds for every request, whatever the page."""

from __future__ import annotations

import logging
import re
import socket

import pytest

from studio import new_link, on_sqlite, studio_on

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from fastapi.routing import APIRoute

ORIGINS = [
    ({"origin": "http://127.0.0.1:8400"}, 204),
    ({"origin": "http://127.0.0.1:8400", "sec-fetch-site": "same-origin"}, 204),
    ({"origin": "http://127.0.0.1:9999"}, 403),
    ({"origin": "http://evil.example"}, 403),
    ({"origin": "null"}, 403),
    ({"origin": ""}, 403),
    ({"sec-fetch-site": "cross-site"}, 403),
    ({"sec-fetch-site": "same-site"}, 403),
    ({"host": "evil.example"}, 400),
    ({"host": "127.0.0.1.evil.example:8400"}, 400),
    ({"host": ""}, 400),
    ({"host": "127.0.0.1:8400@evil.example"}, 400),
    ({"host": "localhost:8400", "origin": "http://localhost:8400"}, 204),
    ({"host": "[::1]:8400"}, 204),
    ({"host": "192.168.1.7:8400"}, 204),
]


def leaves(routes):
    """The routes themselves, those of included routers too."""
    for route in routes:
        router = getattr(route, "original_router", None)
        yield from [route] if router is None else leaves(router.routes)


def addresses(app):
    """Every (method, path) of the app, its parameters filled in."""
    routes = list(leaves(app.routes))
    # Anything else than a route of FastAPI would pass the check by.
    assert all(isinstance(route, APIRoute) and route.include_in_schema for route in routes)
    found = [
        (method.upper(), re.sub(r"\{.*?\}", "1" * 24, path))
        for path, methods in app.openapi()["paths"].items()
        for method in methods
    ]
    assert len(found) == sum(len(route.methods) for route in routes)
    return found


@on_sqlite
def test_every_unsafe_request_needs_its_token(studio):
    """Without the visit's own token no route does anything, for anyone."""
    owner, stranger = studio.owner(), studio.browse()
    owner.get("/people")
    stranger.get("/login")
    unsafe = [(m, p) for m, p in addresses(studio.app) if m not in ("GET", "HEAD", "OPTIONS")]
    assert len(unsafe) >= 12
    plain = {"accept": "text/plain"}

    def refused(who, method, path, **sent):
        sent["headers"] = {**plain, **sent.get("headers", {})}
        answer = who.client.request(method, path, **sent)
        assert answer.status_code == 403, (method, path)
        assert answer.headers["x-tamis"] == "csrf", (method, path)

    for method, path in unsafe:
        refused(owner, method, path)
        refused(owner, method, path, headers={"x-csrf-token": stranger.token})
        refused(owner, method, path, data={"csrf": stranger.token})
        refused(stranger, method, path, headers={"x-csrf-token": owner.token})
    # What a wrong token is does not depend on the route.
    for who in (owner, stranger):
        for token in ("", "x" * 64, "é", (stranger if who is owner else owner).token):
            refused(who, "POST", "/logout", data={"csrf": token})
            refused(who, "POST", "/logout", headers={"x-csrf-token": token.encode("latin-1")})
    assert owner.get("/people").status_code == 200


@on_sqlite
def test_the_token_in_a_form(studio):
    """Forms carry it as a field, with or without files."""
    owner = studio.owner()
    owner.get("/people")
    form = {"csrf": owner.token, "role": "annotator"}
    assert owner.client.post("/people/invitations", data=form).status_code == 200
    files = {"ignored": ("a.txt", b"text")}
    assert owner.client.post("/people/invitations", data=form, files=files).status_code == 200
    # A file of that name is no token.
    files = {"csrf": ("a.txt", owner.token.encode())}
    assert owner.client.post("/people/invitations", files=files).status_code == 403
    assert owner.client.get("/token").text == owner.token


@on_sqlite
def test_where_a_request_comes_from(studio):
    """Only our own pages change anything, and names that others point at us get no answer."""
    owner = studio.owner()
    for number, (headers, code) in enumerate(ORIGINS):
        form = {"place": "p", "text": str(number)}
        answer = owner.post("/unsent", form, headers=headers)
        assert answer.status_code == code, headers
        kept = owner.get("/unsent", params={"place": "p"}).json()["text"]
        assert (kept == str(number)) is (code == 204), headers
        if code == 400:
            assert owner.get("/people", headers=headers).status_code == 400


@on_sqlite
def test_every_page_carries_the_policy(studio):
    """Pages, refusals, static files: none lets text of others run, be framed or be guessed at."""
    owner, stranger = studio.owner(), studio.browse()
    seen = set()
    paths = [path for method, path in addresses(studio.app) if method == "GET"]
    for path in [*paths, "/nothing", "/static/x/y", "/people/"]:
        for who in (owner, stranger):
            answer = who.get(path)
            seen.add(answer.status_code)
            policy = answer.headers["content-security-policy"]
            rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
            assert rules["default-src"] == "'none'"
            assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
            assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
            assert rules["form-action"] == "'self'"
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["cache-control"] == "no-store"
            assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=", answer.text)
    assert {200, 303, 404} <= seen
    refused = owner.get("/people", headers={"host": "evil.example"})
    assert refused.headers["content-security-policy"] == policy


@on_sqlite
def test_static_files_by_known_names_alone(studio):
    """No path reaches the file system; what is served may be kept for good."""
    here = studio.browse()
    page = here.get("/login").text
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert {path.split("/", 3)[3] for path in found} >= {
        "studio.css", "studio.js", "vendor/htmx.min.js", "icon.svg"
    }  # fmt: skip
    for path in found:
        answer = here.client.get(path)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        kind = path.split("/")[2]
        for wrong in ("..%2fapp.py", "%2e%2e/app.py", "/etc/passwd", "studio.py"):
            assert here.client.get(f"/static/{kind}/{wrong}").status_code == 404
        assert here.client.get(path.replace(kind, "0" * 12)).status_code == 404


@on_sqlite
def test_bodies_are_bounded(database_url):
    """Too large is refused before it is read, told or not how much comes."""
    from tamis.studio.settings import Limits

    limits = Limits(stranger_bytes=1000, form_bytes=3000, upload_bytes=9000)
    studio = studio_on(database_url, limits=limits)
    stranger, someone = studio.browse(), studio.annotator()

    def in_pieces(size):
        yield from (b"place=x&text=" if i == 0 else b"a" * 100 for i in range(size // 100))

    kind = {"content-type": "application/x-www-form-urlencoded"}
    for who, size, code in (
        (stranger, 900, 401),
        (stranger, 1200, 413),
        (someone, 2500, 204),
        (someone, 3500, 413),
    ):
        assert who.post("/unsent", {"place": "x", "text": "a" * size}).status_code == code
        headers = {**kind, "x-csrf-token": who.token}
        answer = who.client.post("/unsent", content=in_pieces(size), headers=headers)
        assert answer.status_code == code, (size, answer.text)
    for size, code in ((8000, 204), (9500, 413)):
        files = {"file": ("a.pdf", b"a" * size)}
        answer = someone.post("/unsent", {"place": "x", "text": "y"}, files=files)
        assert answer.status_code == code
    for length in ("-1", "1e3", "9" * 30, "x"):
        answer = someone.post("/unsent", {"place": "x"}, headers={"content-length": length})
        assert answer.status_code == 413
    studio.close()


@on_sqlite
def test_a_body_has_one_length(served):
    """A request whose body ends in two ways is refused, and what is behind it is no request."""
    host = f"host: 127.0.0.1:{served.settings.port}\r\n"
    ways = "content-length: 9\r\ntransfer-encoding: chunked\r\n"
    hidden = f"GET /healthz HTTP/1.1\r\n{host}connection: close\r\n\r\n"
    for method in ("GET", "POST"):
        asked = f"{method} /healthz HTTP/1.1\r\n{host}{ways}\r\n0\r\n\r\n{hidden}"
        with socket.create_connection(("127.0.0.1", served.settings.port), 5) as connection:
            connection.sendall(asked.encode())
            said = b"".join(iter(lambda: connection.recv(65_536), b""))
        assert said.startswith(b"HTTP/1.1 400"), said
        assert said.count(b"HTTP/1.1 ") == 1, said


@on_sqlite
def test_errors_are_calm_pages(studio, monkeypatch, caplog):
    """A fault of ours is a page with a number that leads to the log; nothing of it shows."""
    owner = studio.owner()

    def broken(*_, **__):
        raise ZeroDivisionError("hunter2 <b>")

    monkeypatch.setattr("tamis.studio.people_page.select", broken)
    answer = owner.get("/people")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert "hunter2" not in answer.text
    number = re.search(r"written it down as (\w{8})\.", answer.text)[1]
    assert number in caplog.text
    assert "ZeroDivisionError" in caplog.text
    short = owner.client.get("/people", headers={"hx-request": "true"})
    assert short.headers["content-type"].startswith("text/plain")
    assert "<" not in short.text


@on_sqlite
def test_refusals_are_pages_or_sentences(studio):
    """People get a page in the studio's clothes, scripts one sentence."""
    owner = studio.owner()
    owner.get("/people")
    headers = {"x-csrf-token": owner.token}
    for method, path, code in (
        ("GET", "/no/such/page", 404),
        ("POST", "/people/1/disable/x", 404),
        ("PUT", "/people", 405),
        ("GET", "/unsent", 422),
        ("GET", "/people/1/disable", 405),
    ):
        answer = owner.client.request(method, path, headers=headers)
        assert answer.status_code == code, path
        assert "<h1>" in answer.text
        short = {**headers, "accept": "application/json"}
        answer = owner.client.request(method, path, headers=short)
        assert answer.status_code == code, path
        assert re.fullmatch(r"[^<\n]+\.", answer.text)


@on_sqlite
def test_the_log_names_routes_and_holds_no_secrets(studio, caplog):
    """No query, no token of an invitation, nothing that was typed."""
    caplog.set_level(logging.DEBUG)
    link = new_link(studio)
    stranger = studio.browse()
    for path in (link + "?hunter3=1", "/login?next=/hunter4", "/hunter7"):
        stranger.get(path)
    stranger.post("/login", {"name": "hunter5", "password": "hunter6 long"})
    for path in ("/writing/new", "/annotating/new", "/writing", "/writing/hunter8/stream"):
        studio.owner().get(path)
    said = "\n".join(r.getMessage() for r in caplog.records if r.name.startswith("tamis"))
    for line in (
        "GET /invitation/{token} 200", "POST /login 401", "GET (no page) 404",
        "GET /writing/new 200", "GET /annotating/new 200", "GET /writing 200",
        "GET /writing/{id}/stream 404",
    ):  # fmt: skip
        assert line in said
    assert "hunter" not in said
    assert link.split("/")[-1] not in said


@on_sqlite
def test_health_needs_no_login_and_leaves_no_cookie(studio):
    """For whoever watches over the server."""
    answer = studio.browse().client.get("/healthz")
    assert (answer.status_code, answer.text, "set-cookie" in answer.headers) == (200, "ok", False)
