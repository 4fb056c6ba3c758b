"""The routes of the studio: who may use each, and with what form it does something.

`controls` sends every form as the person who may: it must work, since an attack with a form that
could not have worked proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from studio_site import PASSWORD, Answer, File, Visitor

from attacks.attacked import CANARY, PEOPLE, Attacked

Form = Mapping[str, Any] | Callable[[Attacked], Mapping[str, Any]]
_PAPER: File = ("files", "paper.txt", b"On wells\n\nWells were dug deep in dry land.")
_ITEMS: File = ("files", "items.csv", b"author,title\nA Writer,A Book of the Bench\n")
_NEW = "a quiet green lamp"


@dataclass(frozen=True)
class Route:
    """A route; `right` is who may use it: `stranger`, `olga` for owners, or another's name.

    Braces in `path` stand for ids of `Attacked`.
    """

    method: str
    path: str
    right: str = "anna"
    form: Form = field(default_factory=dict)
    files: tuple[File, ...] = ()

    @property
    def name(self) -> str:
        """The method and the path, with its braces."""
        return f"{self.method} {self.path}"

    @property
    def owners(self) -> bool:
        """Whether the route is for owners."""
        return self.right == "olga"

    @property
    def strangers(self) -> bool:
        """Whether the route is for people who have not logged in, too."""
        return self.right == "stranger"

    def at(self, here: Attacked) -> str:
        """The address of a thing of the studio's."""
        return self.path.format(**here.ids)

    async def send(
        self,
        here: Attacked,
        visitor: Visitor,
        headers: Mapping[str, str | None] | None = None,
    ) -> Answer:
        """Use the route, with no token but that of `headers`."""
        if self.method == "GET":
            return await visitor.ask(self.at(here), headers=headers)
        form = self.form(here) if callable(self.form) else self.form
        return await visitor.ask(
            self.at(here), form, method="POST", headers=headers, files=self.files
        )


def _seen(name: str, **form: str) -> Callable[[Attacked], Mapping[str, Any]]:
    return lambda here: {"seen": here.version(here.ids[name]), **form}


def _ticked(here: Attacked) -> Mapping[str, Any]:
    return {"people": [here.ids["carl"]]}


_LABEL = {"by_author": "no", "_revision": "0", "_seconds": "1", "_comment": "forged"}

POSTS = (
    Route("POST", "/unsent", form={"place": "bench:own", "text": "forged"}),
    Route("POST", "/login", "stranger", {"name": PEOPLE["carl"], "password": PASSWORD}),
    Route("POST", "/demo", "stranger"),
    Route("POST", "/logout", "carl"),
    Route(
        "POST", "/invitation/{token}", "stranger",
        {"name": "Mallory Maker", "password": _NEW, "again": _NEW},
    ),
    Route("POST", "/account/logout", "carl"),
    Route(
        "POST", "/account/password", "carl",
        {"old": PASSWORD, "password": _NEW, "again": _NEW},
    ),
    Route("POST", "/writing/new", form={"question": "Forged?", "act": "begin"}, files=(_PAPER,)),
    Route("POST", "/writing/demo", form={"topic": "0"}),
    Route("POST", "/writing/{writing}/changes", form={"turn": "1", "answer": "A forged answer."}),
    Route(
        "POST", "/writing/{writing}/rate",
        form=_seen("writing", turn="1", rating="neutral", comment="forged"),
    ),
    Route(
        "POST", "/writing/{writing}/edit",
        form=_seen("writing", turn="1", answer="A forged answer."),
    ),
    Route("POST", "/writing/{writing}/discard", form={"turn": "1"}),
    Route(
        "POST", "/writing/{writing}/instruct",
        form=_seen("writing", turn="2", instruction="Forge it.", kind="stylistic"),
    ),
    Route("POST", "/writing/{ending}/finish", form=_seen("ending", satisfied="yes")),
    Route("POST", "/writing/{broken}/again"),
    Route("POST", "/writing/{broken}/stop"),
    Route("POST", "/writing/{broken}/remove"),
    Route("POST", "/annotating/{project}/label/{assignment}", form=_LABEL),
    Route(
        "POST", "/annotating/forms/fanout_question/check", form={"question": "Forged?"}
    ),
    Route("POST", "/people/invitations", "olga", {"role": "owner", "name": "Mallory"}),
    Route("POST", "/people/{ben}/invitation", "olga"),
    Route("POST", "/people/{ben}/code", "olga"),
    Route("POST", "/people/invitations/{key}/withdraw", "olga"),
    Route("POST", "/people/{ben}/disable", "olga"),
    Route("POST", "/people/{dora}/enable", "olga"),
    Route(
        "POST", "/annotating/new", "olga",
        {"kind": "kitab_title", "name": "Forged", "raters": "1"},
    ),
    Route(
        "POST", "/annotating/{project}/settings", "olga",
        {"name": "Forged", "guidance": "", "raters": "5"},
    ),
    Route("POST", "/annotating/{project}/items/{item}/settle", "olga", {"by_author": "no"}),
    Route("POST", "/annotating/{project}/items/{settled}/unsettle", "olga"),
    Route(
        "POST", "/annotating/{project}/items/{other_item}/assign", "olga",
        lambda here: {"to": here.ids["anna"]},
    ),
    Route("POST", "/annotating/{project}/members", "olga", _ticked),
    Route("POST", "/annotating/{project}/import", "olga", files=(_ITEMS,)),
    Route(
        "POST", "/annotating/{project}/export/accepted", "olga",
        files=(("papers", "papers.jsonl", b"{}\n"),),
    ),
    Route("POST", "/annotating/{project}/close", "olga"),
    Route("POST", "/annotating/{project}/delete", "olga", {"name": "Forged"}),
    Route("POST", "/annotating/demo", "olga"),
)  # fmt: skip

GETS = (
    Route("GET", "/", "stranger"),
    Route("GET", "/token", "stranger"),
    Route("GET", "/healthz", "stranger"),
    Route("GET", "/static/{hash}/{asset}", "stranger"),
    Route("GET", "/login", "stranger"),
    Route("GET", "/invitation/{token}", "stranger"),
    Route("GET", "/unsent?place=bench:own"),
    Route("GET", "/account"),
    Route("GET", "/writing"),
    Route("GET", "/writing/new"),
    Route("GET", "/writing/{writing}"),
    Route("GET", "/writing/{writing}/papers/{paper}"),
    Route("GET", "/writing/{writing}/session.jsonl"),
    Route("GET", "/writing/{writing}/events.jsonl"),
    Route("GET", "/writing/{writing}/stream"),
    Route("GET", "/writing/{writing}/progress"),
    Route("GET", "/annotating"),
    Route("GET", "/annotating/{project}"),
    Route("GET", "/annotating/{project}/next"),
    Route("GET", "/annotating/{project}/label/{assignment}"),
    Route("GET", "/annotating/{project}/mine"),
    Route("GET", "/writing/finished.jsonl", "olga"),
    Route("GET", "/people", "olga"),
    Route("GET", "/annotating/new", "olga"),
    Route("GET", "/annotating/{project}/items", "olga"),
    Route("GET", "/annotating/{project}/items/{item}", "olga"),
    Route("GET", "/annotating/{project}/comparison", "olga"),
    Route("GET", "/annotating/{project}/import", "olga"),
    Route("GET", "/annotating/{project}/export", "olga"),
    Route("GET", "/annotating/{project}/export/{what}", "olga"),
)

# A demo's forms, and one that finds nothing to accept, which is right.
_WITHOUT = ("/demo", "/annotating/demo", "/annotating/{project}/export/accepted")
CONTROLS = tuple(route for route in POSTS if route.path not in _WITHOUT)


async def controls(here: Attacked) -> list[str]:
    """The forms that do not work although the right person sends them: there should be none.

    They are sent in the order of the table, in which those that end something come last.
    """
    wrong = []
    for route in CONTROLS:
        async with here.visitor(route.right, fresh=True) as visitor:
            headers = {"x-csrf-token": await visitor.token()}
            answer = await route.send(here, visitor, headers)
        if not answer.done:
            wrong.append(f"{route.name} ({answer.status})")
    return wrong


def leaks(answer: Answer) -> bool:
    """Whether an answer holds what only its people may read."""
    return CANARY.encode() in answer.body.lower() or CANARY in answer.location
