"""Requests that another site's page, or a name that points at this machine, would send."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from studio_site import Answer

from attacks.attacked import Attack, Attacked
from attacks.routes import POSTS, Route, leaks

_WAYS = (
    "without a token",
    "with another login's token",
    "with a foreign origin",
)


async def _forged(route: Route, way: str, here: Attacked) -> str:
    """The right person's browser sends the form, made to by another site."""
    async with here.visitor(route.right) as visitor, here.visitor("ben") as other:
        headers: dict[str, str | None] = {}
        if way == "with another login's token":
            headers["x-csrf-token"] = await other.token()
        elif way == "with a foreign origin":
            headers["x-csrf-token"] = await visitor.token()
            headers["origin"] = "http://evil.example"
        before = here.state()
        answer = await route.send(here, visitor, headers)
    return (f"answered with {answer.status}" if answer.status < 400 else "") or here.changed(before)


_ORIGINS: Mapping[str, Mapping[str, str | None]] = {
    "an origin of another port": {"origin": "http://127.0.0.1:1"},
    "an origin that begins like ours": {"origin": "http://127.0.0.1:{port}.evil.example"},
    "an origin that is null": {"origin": "null"},
    "cross-site": {"sec-fetch-site": "cross-site"},
    "same-site": {"sec-fetch-site": "same-site"},
}


async def _from_elsewhere(headers: Mapping[str, str | None], here: Attacked) -> str:
    """A form with the right token, from a page that is not ours."""
    async with here.visitor("anna") as anna:
        sent = {name: value and value.format(port=anna.port) for name, value in headers.items()}
        before = here.state()
        form = {"place": "bench:elsewhere", "text": "forged"}
        answer = await anna.post("/unsent", form, headers=sent)
    return (f"answered with {answer.status}" if answer.status < 400 else "") or here.changed(before)


# --- hosts ---------------------------------------------------------------------------------------

_HOSTS: Mapping[str, Mapping[str, str | None]] = {
    "a foreign host": {"host": "evil.example"},
    "a host that begins like ours": {"host": "127.0.0.1.evil.example"},
    "a host after a person": {"host": "127.0.0.1:{port}@evil.example"},
    "a host that ends in a line": {"host": "localhost\x0b.evil.example"},
    "no host": {"host": None},
}


async def _hosted(headers: Mapping[str, str | None], here: Attacked) -> str:
    async with here.visitor("anna") as visitor:
        sent = {name: value and value.format(port=visitor.port) for name, value in headers.items()}
        answer = await visitor.ask("/writing", headers=sent)
    return f"answered with {answer.status}" if answer.status < 400 or leaks(answer) else ""


async def _absolute(here: Attacked) -> str:
    """A request for the page of another host, as a proxy would get it."""
    async with here.visitor("anna") as visitor:
        answer = await visitor.ask("http://evil.example/writing", headers={"host": "evil.example"})
    return "the page was shown" if answer.status < 400 or leaks(answer) else ""


async def _two_hosts(here: Attacked) -> str:
    async with here.visitor("anna") as visitor:
        ours = f"127.0.0.1:{visitor.port}"
        answer = await visitor.ask(
            "/writing", headers={"host": "evil.example", "x-other": f"1\r\nhost: {ours}"}
        )
    return "the page was shown" if answer.status < 400 or leaks(answer) else ""


async def _forwarded(name: str, here: Attacked) -> str:
    """An invitation's link must lead to the address that the owner uses."""
    async with here.visitor("olga") as owner:
        sent = {name: "evil.example"}
        answer = await owner.post("/people/invitations", {"role": "annotator"}, headers=sent)
        login = await owner.ask("/login?next=/people", headers=sent)
    bad = "evil.example" in answer.text + login.text + login.location
    return "a link leads elsewhere" if bad or answer.status != 200 else ""


# --- methods -------------------------------------------------------------------------------------


async def _method(method: str, here: Attacked) -> str:
    """Another method than the form's, without a token, on what deletes."""
    async with here.visitor("olga") as owner:
        before = here.state()
        path = f"/annotating/{here.ids['project']}/delete"
        answer = await owner.ask(path, method=method)
    return (f"answered with {answer.status}" if answer.status < 400 else "") or here.changed(before)


async def _override(headers: Mapping[str, str | None], query: str, here: Attacked) -> str:
    """A GET that says that it is a POST."""
    async with here.visitor("olga") as owner:
        before = here.state()
        path = f"/annotating/{here.ids['project']}/delete{query}"
        answer: Answer = await owner.ask(path, headers=headers)
    return (f"answered with {answer.status}" if answer.status < 400 else "") or here.changed(before)


ATTACKS = [
    *(
        Attack(f"{route.name}, {way}", functools.partial(_forged, route, way))
        for route in POSTS
        for way in _WAYS
    ),
    *(
        Attack(f"a form from elsewhere: {name}", functools.partial(_from_elsewhere, sent))
        for name, sent in _ORIGINS.items()
    ),
    *(Attack(name, functools.partial(_hosted, sent)) for name, sent in _HOSTS.items()),
    Attack("an absolute address of a foreign host", _absolute),
    Attack("two hosts", _two_hosts),
    *(
        Attack(f"{name} for an invitation's link", functools.partial(_forwarded, name))
        for name in ("x-forwarded-host", "forwarded")
    ),
    *(
        Attack(f"{method} on a form that deletes", functools.partial(_method, method))
        for method in ("GET", "PUT", "DELETE")
    ),
    Attack(
        "X-HTTP-Method-Override",
        functools.partial(_override, {"x-http-method-override": "POST"}, ""),
    ),
    Attack("_method=POST", functools.partial(_override, {}, "?_method=POST&csrf=1")),
]
