"""People at pages that are not theirs."""

from __future__ import annotations

import functools

from studio_site import Answer

from attacks.attacked import Attack, Attacked
from attacks.routes import GETS, POSTS, Route, leaks

_ROUTES = (*GETS, *POSTS)


def _refused(answer: Answer) -> bool:
    """An error, or the way to the login page."""
    return answer.status >= 400 or answer.location.startswith("/login")


async def _intrudes(route: Route, who: str, here: Attacked) -> str:
    """Someone without the right uses a route, with a token of their own."""
    async with here.visitor(who) as visitor:
        headers = {"x-csrf-token": await visitor.token()}
        before = here.state()
        answer = await route.send(here, visitor, headers)
    if not _refused(answer):
        return f"answered with {answer.status}"
    return "it was shown" if leaks(answer) else here.changed(before)


def _of_project(route: Route) -> bool:
    return "{project}" in route.path and not route.owners


def _of_writing(route: Route) -> bool:
    return any(name in route.path for name in ("{writing}", "{ending}", "{broken}"))


def _reads(route: Route) -> bool:
    """Whether an owner may use the route on a session that they only read."""
    return route.method == "GET" or route.path.endswith("/changes")


# --- the things of others, by their numbers ------------------------------------------------------


async def _label_of_another(here: Attacked) -> str:
    """A member of the same project opens, then labels, what another one has open."""
    path = f"/annotating/{here.ids['project']}/label/{here.ids['assignment']}"
    async with here.visitor("ben") as ben:
        before = here.state()
        page = await ben.ask(path)
        form = {"by_author": "no", "_revision": "0"}
        answer = await ben.post(path, form)
    return "it was shown" if min(page.status, answer.status) < 400 else here.changed(before)


async def _label_by_another_project(here: Attacked) -> str:
    """One's right to a project does not open the items of another one."""
    path = f"/annotating/{here.ids['other_project']}/label/{here.ids['assignment']}"
    async with here.visitor("ben") as ben:
        answer = await ben.ask(path)
    return "it was shown" if answer.status < 400 else ""


async def _item_of_another_project(here: Attacked) -> str:
    """An owner settles an item under the address of another project."""
    path = f"/annotating/{here.ids['other_project']}/items/{here.ids['item']}/settle"
    async with here.visitor("olga") as olga:
        before = here.state()
        answer = await olga.post(path, {"by_author": "no"})
    return "it was settled" if answer.status < 400 else here.changed(before)


async def _unsent_of_another(here: Attacked) -> str:
    """The same place is another one for each person."""
    async with here.visitor("ben") as ben:
        answer = await ben.ask("/unsent?place=bench:own")
        await ben.post("/unsent", {"place": "bench:own", "text": "of Ben"})
    return "it was shown" if leaks(answer) or len(here.stored("bench:own")) != 2 else ""


async def _unsent_as_another(here: Attacked) -> str:
    """A person's number among the fields changes nothing."""
    async with here.visitor("ben") as ben:
        form = {"place": "bench:as", "text": "x", "person": "1", "person_id": here.ids["anna"]}
        await ben.post("/unsent", form)
    async with here.visitor("anna") as anna:
        answer = await anna.ask("/unsent?place=bench:as")
    return "" if '"text":null' in answer.text.replace(" ", "") else "Anna has Ben's text"


async def _shelf(here: Attacked) -> str:
    """The places of the studio itself are not for forms."""
    async with here.visitor("ben") as ben:
        place = "server:writing:new:papers"
        answer = await ben.post("/unsent", {"place": place, "text": "{}"})
    return "" if answer.status == 422 and not here.stored(place) else "it was stored"


async def _guessed(here: Attacked) -> str:
    """Numbers, and an id with one sign changed."""
    real = here.ids["writing"]
    other = real[:-1] + ("a" if real[-1] != "a" else "b")
    async with here.visitor("ben") as ben:
        for one in (*range(20), other):
            if not _refused(await ben.ask(f"/writing/{one}")):
                return f"{one} was shown"
    return ""


async def _far_numbers(here: Attacked) -> str:
    """Numbers that no database has."""
    async with here.visitor("olga") as olga:
        for number in ("0", "-1", "2147483647", "9223372036854775808", "1e3", "%D9%A3"):
            path = f"/annotating/{here.ids['project']}/items/{number}"
            if (answer := await olga.ask(path)).status not in (404, 422):
                return f"{number} was answered with {answer.status}"
    return ""


async def _own_role(here: Attacked) -> str:
    """Nothing that an annotator sends makes them an owner."""
    async with here.visitor("ben") as ben:
        for form in ({"role": "owner"}, {"role": "owner", "person": here.ids["ben"]}):
            for path in ("/account/password", "/unsent", "/annotating/new", "/people/invitations"):
                await ben.post(path, form)
        answer = await ben.ask("/people")
    return "the page of people was shown" if answer.status != 403 else ""


ATTACKS = [
    *(
        Attack(f"{route.name}, a stranger", functools.partial(_intrudes, route, "stranger"))
        for route in _ROUTES
        if not route.strangers
    ),
    *(
        Attack(f"{route.name}, an annotator", functools.partial(_intrudes, route, "anna"))
        for route in _ROUTES
        if route.owners
    ),
    *(
        Attack(f"{route.name}, no member", functools.partial(_intrudes, route, "carl"))
        for route in _ROUTES
        if _of_project(route)
    ),
    *(
        Attack(f"{route.name}, another annotator", functools.partial(_intrudes, route, "ben"))
        for route in _ROUTES
        if _of_writing(route)
    ),
    *(
        Attack(f"{route.name}, an owner of the studio", functools.partial(_intrudes, route, "otto"))
        for route in _ROUTES
        if _of_writing(route) and not _reads(route)
    ),
    Attack("the open item of another rater", _label_of_another),
    Attack("an item under the address of one's own project", _label_by_another_project),
    Attack("settling under the address of another project", _item_of_another_project),
    Attack("an autosaved text of another person", _unsent_of_another),
    Attack("autosaving as another person", _unsent_as_another),
    Attack("autosaving in the studio's own places", _shelf),
    Attack("guessed sessions", _guessed),
    Attack("numbers that no database has", _far_numbers),
    Attack("an owner's role in other forms", _own_role),
]
