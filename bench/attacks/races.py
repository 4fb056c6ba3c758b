"""Many requests at the same time, and requests that come too late."""

from __future__ import annotations

import functools
import secrets

from studio_site import PASSWORD, Answer, Visitor

from attacks.attacked import TURN, Attack, Attacked, together
from tamis.studio.people import accounts

_LABEL = {"by_author": "yes", "_revision": "0", "_seconds": "1"}


def _done(here: Attacked, item: int) -> list[str]:
    """The comments of the labels that an item has."""
    query = f"SELECT comment FROM assignment WHERE item_id = {item} AND state = 'done'"
    return [row[0] for row in here.place.rows(query)]


async def _send(here: Attacked, cookies: dict[str, str], path: str, form: dict[str, str]) -> Answer:
    """A form from a connection of its own, in the browser with these cookies."""
    visitor = Visitor(here.site.port)
    visitor.cookies = dict(cookies)
    try:
        return await visitor.post(path, form)
    finally:
        visitor.close()


async def _one_label(here: Attacked) -> str:
    """The same label twenty times at once."""
    project, (item,) = here.project(("anna",), items=1)
    path = f"/annotating/{project}/label/{here.assignment(project, item, 'anna')}"
    async with here.visitor("anna") as anna:
        cookies = anna.cookies
    forms = [{**_LABEL, "_comment": f"label {number}"} for number in range(20)]
    answers = await together(*(_send(here, cookies, path, form) for form in forms))
    ((revision,),) = here.place.rows(f"SELECT revision FROM assignment WHERE item_id = {item}")
    taken = [form["_comment"] for form, one in zip(forms, answers, strict=True) if one.done]
    return "" if taken == _done(here, item) and revision == 1 else f"{len(taken)} were confirmed"


async def _last_slot(raters: int, here: Attacked) -> str:
    """Twelve raters open the items of a project at once."""
    names = [here.person(f"Rater {secrets.token_hex(4)}").name for _ in range(12)]
    project, items = here.project(names, items=3, raters=raters)
    logins = []
    for name in names:
        async with here.visitor(name) as visitor:
            logins.append(visitor)
    path = f"/annotating/{project}/next"
    opened = await together(*(visitor.ask(path) for visitor in logins))
    await together(
        *(
            visitor.post(answer.location, _LABEL)
            for visitor, answer in zip(logins, opened, strict=True)
            if "/label/" in answer.location
        )
    )
    for visitor in logins:
        visitor.close()
    counts = [len(_done(here, item)) for item in items]
    return f"an item has {max(counts)} labels" if max(counts) > raters else ""


async def _settled_twice(here: Attacked) -> str:
    """Two owners settle one item at once: one of them is told."""
    project, (item,) = here.project(("anna", "ben"), items=1)
    here.label(project, item, "anna", "yes")
    here.label(project, item, "ben", "no")
    path = f"/annotating/{project}/items/{item}/settle"
    async with here.visitor("olga") as olga, here.visitor("otto") as otto:
        answers = await together(
            *(
                _send(here, one.cookies, path, {"by_author": said, "_comment": said})
                for one, said in ((olga, "yes"), (otto, "no"))
            )
        )
    ((said,),) = here.place.rows(f"SELECT comment FROM adjudication WHERE item_id = {item}")
    winner = {answer.status: name for answer, name in zip(answers, ("yes", "no"), strict=True)}
    right = sorted(winner) == [303, 409] and winner[303] == said
    return "" if right else f"both were answered with {sorted(one.status for one in answers)}"


async def _closed_project(here: Attacked) -> str:
    """A label for a project that was closed while its form was open."""
    project, (item,) = here.project(("anna",), items=1)
    path = f"/annotating/{project}/label/{here.assignment(project, item, 'anna')}"
    async with here.visitor("anna") as anna, here.visitor("olga") as olga:
        await olga.post(f"/annotating/{project}/close")
        await anna.post(path, _LABEL)
    return "it was stored" if _done(here, item) else ""


async def _removed_member(here: Attacked) -> str:
    """A label by someone who was taken out of the project meanwhile."""
    project, (item,) = here.project(("anna",), items=1)
    path = f"/annotating/{project}/label/{here.assignment(project, item, 'anna')}"
    async with here.visitor("anna") as anna, here.visitor("olga") as olga:
        await olga.post(f"/annotating/{project}/members", {"people": here.ids["ben"]})
        await anna.post(path, {**_LABEL, "_revision": "1"})
        await anna.post(path, _LABEL)
    return "it was stored" if _done(here, item) else ""


async def _deleted_project(here: Attacked) -> str:
    """Labels while their project is deleted leave nothing behind."""
    project, (item,) = here.project(("anna",), items=1)
    path = f"/annotating/{project}/label/{here.assignment(project, item, 'anna')}"
    async with here.visitor("anna") as anna, here.visitor("olga") as olga:
        delete = _send(here, olga.cookies, f"/annotating/{project}/delete", {"name": "A project"})
        answers = await together(
            *(_send(here, anna.cookies, path, _LABEL) for _ in range(5)),
            delete,
            *(_send(here, anna.cookies, path, _LABEL) for _ in range(5)),
        )
    left = here.place.rows(f"SELECT id FROM assignment WHERE item_id = {item}")
    gone = not here.place.rows(f"SELECT id FROM project WHERE id = '{project}'")
    if any(one.status >= 500 for one in answers):
        return "a request failed"
    return "an assignment without its project" if gone and left else ""


async def _old_form(here: Attacked) -> str:
    """A form that is older than the label overwrites nothing."""
    project, (item,) = here.project(("anna",), items=1)
    number = here.label(project, item, "anna")
    async with here.visitor("anna") as anna:
        path = f"/annotating/{project}/label/{number}"
        await anna.post(path, {**_LABEL, "by_author": "no", "_comment": "old"})
        await anna.post(path, {**_LABEL, "_action": "skip", "_revision": "1"})
    return "it was overwritten" if "old" in _done(here, item) or not _done(here, item) else ""


async def _one_event(what: str, here: Attacked) -> str:
    """An instruction or a rating from ten tabs at once is one event."""
    id = here.writing("anna", *(TURN if what == "rate" else TURN[:1]))
    form = {"seen": here.version(id), "turn": "1"}
    form |= {"rating": "bad", "comment": "why", "instruction": "Go on.", "kind": "stylistic"}
    async with here.visitor("anna") as anna:
        path = f"/writing/{id}/{what}"
        answers = await together(*(_send(here, anna.cookies, path, form) for _ in range(10)))
    records = here.place.rows(f"SELECT record FROM writing_event WHERE writing_id = '{id}'")
    name = '"rated"' if what == "rate" else '"instructed"'
    count = sum(name in str(row[0]).replace("'", '"') for row in records)
    confirmed = sum(answer.done for answer in answers)
    return "" if count == 1 and confirmed == 1 else f"{count} events, {confirmed} confirmed"


async def _last_owners(here: Attacked) -> str:
    """Two owners lock each other out at once: one of them stays."""
    async with here.visitor("olga") as olga, here.visitor("otto") as otto:
        answers = await together(
            _send(here, olga.cookies, f"/people/{here.ids['otto']}/disable", {}),
            _send(here, otto.cookies, f"/people/{here.ids['olga']}/disable", {}),
        )
    left = here.place.rows("SELECT id FROM person WHERE role = 'owner' AND disabled_at IS NULL")
    with here.writer() as session:
        for who in ("olga", "otto"):
            person = session.get_one(accounts.Person, int(here.ids[who]))
            person.disabled_at = None
    here.forget_logins()
    bad = any(answer.status >= 500 for answer in answers)
    return "no owner is left" if not left else "a request failed" if bad else ""


async def _one_name(here: Attacked) -> str:
    """Ten invitations accepted under one name at once make one account."""
    name, tokens = f"Same {secrets.token_hex(4)}", [here.invitation() for _ in range(10)]
    form = {"name": name, "password": PASSWORD, "again": PASSWORD}
    answers = await together(*(_send(here, {}, f"/invitation/{one}", form) for one in tokens))
    count = here.names().count(name)
    if any(answer.status >= 500 for answer in answers):
        return "a request failed"
    return "" if count == 1 else f"{count} accounts have the name"


async def _key_of_another(here: Attacked) -> str:
    """A form under the key of another person's form is carried out as one's own, or not at all."""
    key = {"x-tamis-send": "k" * 32}
    project, items = here.project(("anna", "ben"), items=2)
    async with here.visitor("anna") as anna, here.visitor("ben") as ben:
        one = f"/annotating/{project}/label/{here.assignment(project, items[0], 'anna')}"
        two = f"/annotating/{project}/label/{here.assignment(project, items[1], 'ben')}"
        first = await anna.post(one, {**_LABEL, "_comment": "first"}, headers=key)
        second = await ben.post(two, {**_LABEL, "_comment": "second"}, headers=key)
    if not first.done or _done(here, items[0]) != ["first"]:
        return "Anna's label is not stored"
    stored = _done(here, items[1]) == ["second"]
    return "" if stored == second.done and first.location != second.location else "it was mixed up"


ATTACKS = [
    Attack("the same label twenty times at once", _one_label),
    Attack("twelve raters, one slot for each item", functools.partial(_last_slot, 1)),
    Attack("twelve raters, two slots for each item", functools.partial(_last_slot, 2)),
    Attack("two owners settle at once", _settled_twice),
    Attack("a label for a closed project", _closed_project),
    Attack("a label by someone who was removed", _removed_member),
    Attack("labels while the project is deleted", _deleted_project),
    Attack("a form older than its label", _old_form),
    Attack("an instruction from ten tabs", functools.partial(_one_event, "instruct")),
    Attack("a rating from ten tabs", functools.partial(_one_event, "rate")),
    Attack("two owners who lock each other out", _last_owners),
    Attack("ten accounts of one name at once", _one_name),
    Attack("the key of another person's form", _key_of_another),
]
