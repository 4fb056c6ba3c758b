"""Texts that would become part of a page, a file, an address, a header or a query."""

from __future__ import annotations

import csv
import functools
import io
import json
import secrets
from collections.abc import Awaitable, Callable, Sequence
from html.parser import HTMLParser
from urllib.parse import quote

from studio_site import PASSWORD, Answer, Visitor

from attacks.attacked import CANARY, PEOPLE, TURN, Attack, Attacked
from attacks.routes import leaks
from tamis.studio.assets import asset_url

# --- markup --------------------------------------------------------------------------------------

MARK = "pwn7"
_PRODUCT = 7 * 191_919_191
_MARKUP = {
    "elements": f"{{{{7*191919191}}}}<{MARK} onclick=alert(1)><script>{MARK}()</script>",
    "attributes": f'${{7*191919191}}" {MARK}="1" \' {MARK}=\'1\' onfocus={MARK} autofocus x="',
    "ends of elements": f"{{% raise %}}</textarea></title></script></style>--><{MARK}>",
}
"""Each with the code of a template before it: what that would make of it is `_PRODUCT`."""
_ADDRESSES = ("href", "src", "action", "formaction", "data", "srcdoc", "style")


class _Page(HTMLParser):
    """Notes what in a page can only have come from a text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == MARK or (tag == "script" and not (values.get("src") or "").startswith("/static")):
            self.found.append(f"the element {tag}")
        for name, value in attrs:
            bad = name in _ADDRESSES and (value or "").strip().lower().startswith("javascript:")
            if bad or name == MARK or name.startswith("on"):
                self.found.append(f"the attribute {name} of {tag}")


def broken(answer: Answer) -> str:
    """What a text has done to a page, "" for nothing."""
    if "text/html" not in answer.headers.get("content-type", ""):
        return "" if answer.headers.get("x-content-type-options") == "nosniff" else "it is sniffed"
    if "default-src 'none'" not in answer.headers.get("content-security-policy", ""):
        return "a page has no policy"
    page = _Page()
    page.feed(answer.text)
    if str(_PRODUCT) in answer.text:
        return "template code ran"
    return f"a page has {page.found[0]}" if page.found else ""


async def _person(here: Attacked, text: str) -> list[Answer]:
    """As a person's name, and that of an invitation."""
    async with here.visitor() as guest, here.visitor("olga") as olga:
        form = {"name": text[:80], "password": PASSWORD, "again": PASSWORD}
        said = await guest.post(f"/invitation/{here.invitation()}", form)
        welcome = await guest.ask("/account")
        asked = await olga.post("/people/invitations", {"role": "annotator", "name": text[:80]})
        page = await olga.ask("/people")
        members = await olga.ask(f"/annotating/{here.ids['project']}")
        return [said, welcome, asked, page, members, await guest.log_in(text[:80])]


async def _project(here: Attacked, text: str) -> list[Answer]:
    """As a project's name and guidance."""
    project, _ = here.project(("anna",))
    async with here.visitor("olga") as olga, here.visitor("anna") as anna:
        form = {"name": text[:80], "guidance": text, "raters": "2"}
        await olga.post(f"/annotating/{project}/settings", form)
        paths = (f"/annotating/{project}", "/annotating")
        pages = [await one.ask(path) for one in (olga, anna) for path in paths]
        return [*pages, await olga.ask(f"/annotating/{project}/export")]


async def _item(here: Attacked, text: str) -> list[Answer]:
    """In every column of an imported file, and as the file's name."""
    project, _ = here.project(("anna",), items=1)
    row = {"author": text, "title": text, "note": text, "key": text, text: text}
    row |= {"labelled_by": text, "state": "done", "label.by_author": "yes", "label_comment": text}
    out = io.StringIO()
    writer = csv.DictWriter(out, list(row))
    writer.writeheader()
    writer.writerow(row)
    async with here.visitor("olga") as olga, here.visitor("anna") as anna:
        path = f"/annotating/{project}/import"
        name = text.replace('"', "%22")
        bad = await olga.post(path, files=(("files", f"{name}.csv", b"no\ncolumns"),))
        await olga.post(path, files=(("files", "items.csv", out.getvalue().encode()),))
        items = await olga.ask(f"/annotating/{project}/items")
        number = here.place.rows(f"SELECT max(id) FROM item WHERE project_id = '{project}'")[0][0]
        here.assignment(project, number, "anna")
        next_one = await anna.ask(f"/annotating/{project}/next")
        label = await anna.ask(next_one.location)
        shown = await olga.ask(f"/annotating/{project}/items/{number}?show=labels")
        return [bad, items, label, shown, await olga.ask(f"/annotating/{project}")]


async def _label(here: Attacked, text: str) -> list[Answer]:
    """As a rater's comment and as the text of a label; sent again with a mistake, too."""
    project, items = here.project(("anna",), items=1)
    number = here.assignment(project, items[0], "anna")
    path = f"/annotating/{project}/label/{number}"
    form = {"by_author": "no", "source": text, "_comment": text, "_revision": "0"}
    async with here.visitor("olga") as olga, here.visitor("anna") as anna:
        wrong = await anna.post(path, {**form, "by_author": text})
        await anna.post(path, form)
        settle = f"/annotating/{project}/items/{items[0]}"
        await olga.post(f"{settle}/settle", form)
        pages = [await anna.ask(path), await anna.ask(f"/annotating/{project}/mine")]
        return [wrong, *pages, await olga.ask(settle), await olga.ask(f"{settle}?take=1")]


async def _question(here: Attacked, text: str) -> list[Answer]:
    """As a question, and as the name, title and text of a paper."""
    paper = f"{text}\n\nA well is dug deep. {text}".encode()
    name = text.replace('"', "%22")
    async with here.visitor("ben") as ben, here.visitor("olga") as olga:
        added = await ben.post(
            "/writing/new",
            {"question": text, "act": "add"},
            files=(("files", f"{name}.txt", paper), ("files", f"{name}.pdf", b"no PDF")),
        )
        begun = await ben.post("/writing/new", {"question": f"{text} well?", "act": "begin"})
        session = begun.location or "/writing"
        pages = [await ben.ask(f"{session}{more}") for more in ("", "/papers/0")]
        return [added, begun, *pages, await ben.ask("/writing"), await olga.ask("/writing")]


async def _session(here: Attacked, text: str) -> list[Answer]:
    """As an instruction, a comment and an edit; the last ones are refused, and shown again."""
    id = here.writing("anna", *TURN)
    async with here.visitor("anna") as anna, here.visitor("olga") as olga:

        async def act(what: str, **form: str) -> Answer:
            return await anna.post(
                f"/writing/{id}/{what}", {"seen": here.version(id), "turn": "1", **form}
            )

        refused = await act("rate", rating="good", comment=text, seen="0")
        await act("rate", rating="bad", comment=text)
        preview = await act("changes", answer=text)
        await act("edit", answer=text)
        page = await anna.ask(f"/writing/{id}")
        other = await act("instruct", turn="2", instruction=text, kind=text)
        await act("instruct", turn="2", instruction=text, kind="stylistic")
        views = [await anna.ask(f"/writing/{id}?view={way}") for way in ("sides", "clean")]
        return [refused, preview, page, other, *views, await olga.ask(f"/writing/{id}")]


async def _reflected(here: Attacked, text: str) -> list[Answer]:
    """In what an address asks for, and in what a login form is given back."""
    said = quote(text, safe="")
    project, item = here.ids["project"], here.ids["item"]
    async with here.visitor("olga") as olga, here.visitor() as stranger:
        paths = [
            f"/writing/{here.ids['writing']}?view={said}&turn={said}",
            f"/annotating/{project}?nothing={said[:10]}",
            f"/annotating/{project}/items?show={said[:20]}&start={said}",
            f"/annotating/{project}/items/{item}?take={said}&show={said[:20]}",
            f"/annotating/{said}",
            f"/writing/{said}",
            f"/static/{said}/{said}",
            f"/unsent?place={said}",
        ]
        pages = [await olga.ask(path) for path in paths]
        login = await stranger.ask(f"/login?next=/{said}")
        return [*pages, login, await stranger.post("/login", {"name": text, "next": f"/{text}"})]


async def _imported_json(here: Attacked, text: str) -> list[Answer]:
    """In a task of Label Studio: names of raters, results, and what cannot be read."""
    project, _ = here.project(("anna",), items=1)
    result = {"from_name": "by_author", "type": "choices", "value": {"choices": [text]}}
    task = {
        "data": {"author": text, "title": text, text: text},
        "annotations": [{"completed_by": {"email": text}, "result": [result]}],
        "predictions": [{"model_version": text, "result": [result]}],
    }
    async with here.visitor("olga") as olga:
        path = f"/annotating/{project}/import"
        files = (("files", "tasks.json", json.dumps([task]).encode()),)
        checked = await olga.post(f"{path}?do=check", files=files)
        done = await olga.post(path, files=files)
        pages = [await olga.ask(f"/annotating/{project}{more}") for more in ("", "/items")]
        return [checked, done, *pages, await olga.ask(f"/annotating/{project}/comparison")]


_PLACES: dict[str, Callable[[Attacked, str], Awaitable[list[Answer]]]] = {
    "a person's name": _person,
    "a project": _project,
    "an imported item": _item,
    "a label": _label,
    "a question and its papers": _question,
    "a writing session": _session,
    "an address": _reflected,
    "a task of Label Studio": _imported_json,
}


async def _shown(place: str, text: str, here: Attacked) -> str:
    """A text in a place, and what it does to the pages that show it."""
    pages = await _PLACES[place](here, text)
    if not any(MARK in page.text for page in pages):
        raise RuntimeError(f"no page shows {place}")
    return next(filter(None, map(broken, pages)), "")


# --- files that are downloaded -------------------------------------------------------------------


async def _formula(sign: str, here: Attacked) -> str:
    """A comment that a spreadsheet would run."""
    project, items = here.project(("anna",), items=1, titles=(f"{sign}1+1",))
    number = here.assignment(project, items[0], "anna")
    form = {"by_author": "no", "source": f"{sign}cmd|' /C calc'!A0", "_revision": "0"}
    async with here.visitor("olga") as olga, here.visitor("anna") as anna:
        await anna.post(f"/annotating/{project}/label/{number}", {**form, "_comment": f"{sign}1"})
        table = await olga.ask(f"/annotating/{project}/export/items.csv")
        own = await olga.ask(f"/annotating/{project}/export/own")
    for file in (table, own):
        rows = list(csv.reader(io.StringIO(file.text.lstrip("\ufeff"), newline="")))
        if len(rows) < 2:
            raise RuntimeError("the label was not exported")
        if any(cell.lstrip(" ")[:1] in tuple("=+-@\t\r＝") for row in rows for cell in row if cell):
            return "a cell runs as a formula"
    return ""


async def _download_name(here: Attacked) -> str:
    """A project whose name would end a header."""
    project, _ = here.project(("anna",))
    name = 'x"\r\nSet-Cookie: a=b\r\n/../../etc/passwd'
    async with here.visitor("olga") as olga:
        await olga.post(
            f"/annotating/{project}/settings", {"name": name, "guidance": "", "raters": "1"}
        )
        answer = await olga.ask(f"/annotating/{project}/export/items.csv")
    said = answer.headers["content-disposition"]
    planted = any(one.startswith("a=b") for one in answer.set_cookies)
    bad = planted or ".." in said or "/" in said or said.count('"') != 2
    return f"the header is {said}" if bad else ""


# --- headers, addresses, queries -----------------------------------------------------------------


async def _split_header(here: Attacked) -> str:
    """Line ends in what redirects and messages carry."""
    end = "\r\nSet-Cookie: stolen=1\r\n\r\n"
    async with here.visitor() as guest, here.visitor("olga") as olga:
        answers = [await guest.ask(f"/login?next=/{quote(end)}")]
        form = {"name": PEOPLE["anna"], "password": PASSWORD, "next": f"/x{end}"}
        answers.append(await guest.post("/login", form))
        project = {"kind": "kitab_title", "name": f"N{end}", "raters": "1"}
        answers.append(await olga.post("/annotating/new", project))
        answers.append(await olga.ask(f"/annotating/{quote(end)}/next"))
    bad = any("stolen" in cookie for one in answers for cookie in one.set_cookies)
    return "a header was added" if bad else ""


async def _redirected(ways: Sequence[str], here: Attacked) -> str:
    """Where a login leads."""
    for next in ways:
        async with here.visitor("anna") as anna, here.visitor() as guest:
            form = {"name": PEOPLE["ben"], "password": PASSWORD, "next": next}
            answers = [
                await anna.ask(f"/login?next={quote(next, safe='')}"),
                await guest.post("/login", form),
            ]
        for answer in answers:
            place = answer.location
            if answer.status != 303 or not place.startswith("/") or place[1:2] in ("/", "\\"):
                return f"{next!r} leads to {place!r}"
            if not place.isprintable() or "\\" in place or "\t" in place:
                return f"{next!r} leads to {place!r}"
    return ""


_ELSEWHERE = {
    "another host": ("//evil.example", "https://evil.example/", "///evil.example", "http:evil"),
    "backslashes": ("/\\evil.example", "\\\\evil.example", "/\\/evil.example", "/a\\..\\b"),
    "invisible signs": ("/\t/evil.example", "\n//evil.example", "/\r/evil.example", " //evil"),
    "a script": ("javascript:alert(1)", "data:text/html,x", "JaVaScRiPt://%0aalert(1)"),
    "a person in it": ("//ours@evil.example", "http://127.0.0.1@evil.example", "/\x00/evil"),
}


async def _outside(path: str, here: Attacked) -> str:
    """A file that is not to be had, by its path."""
    static = asset_url("studio.css").rpartition("/")[0]
    async with here.visitor("olga") as olga:
        answer = await olga.ask(path.format(static=static, **here.ids))
    found = b"root:" in answer.body or b"import " in answer.body or b"SQLite" in answer.body
    return "a file was shown" if found or (answer.status == 200 and "static" in path) else ""


_PATHS = {
    "dots": "{static}/../../../../settings.py",
    "encoded dots": "{static}/%2e%2e/%2e%2e/settings.py",
    "encoded slashes": "{static}/..%2f..%2f..%2fetc%2fpasswd",
    "backslashes": "{static}/..\\..\\settings.py",
    "a NUL": "{static}/studio.css%00.py",
    "an export": "/annotating/{project}/export/..%2f..%2f..%2fstudio.db",
}


async def _uploaded_name(here: Attacked) -> str:
    """Files whose names lead elsewhere are labels, and nothing is written."""
    name = f"../../../../../../{here.place.folder}/{secrets.token_hex(4)}"
    before = sorted(here.place.folder.rglob("*"))
    async with here.visitor("carl") as carl:
        for ending in (".txt", ".jsonl", ".pdf"):
            files = (("files", name + ending, b"On wells\n\nWells are deep."),)
            await carl.post("/writing/new", {"act": "add"}, files=files)
        await carl.post("/writing/new", {"act": "forget"})
    left = [one for one in sorted(here.place.folder.rglob("*")) if one not in before]
    return f"{left[0]} was written" if left else ""


_QUERIES = {
    "a condition": "' OR '1'='1",
    "a second statement": "1'; DROP TABLE person; --",
    "a union": "x' UNION SELECT name, password_hash FROM person --",
    "a wait": "1'||pg_sleep(9)||'",
}


async def _queried(text: str, here: Attacked) -> str:
    """SQL in every field and every part of an address, by people who see little."""
    said = quote(text, safe="")
    project, number = here.ids["project"], here.ids["assignment"]
    async with here.visitor("ben") as ben:
        before = here.state()
        answers = [
            await ben.ask(path)
            for path in (
                f"/unsent?place={said}",
                f"/writing/{said}",
                f"/writing/{said}/papers/{said}",
                f"/writing/{here.ids['writing']}?turn={said}&view={said}",
                f"/annotating/{said}",
                f"/annotating/{said}/label/{number}",
                f"/annotating/{here.ids['other_project']}/label/{said}",
                f"/invitation/{said}{'x' * 20}",
            )
        ]
        form = {"by_author": text, "_revision": text, "_action": text, "_seconds": text}
        answers += [
            await ben.post(f"/annotating/{project}/label/{number}", form),
            await ben.post("/writing/demo", {"topic": text}),
            await ben.post("/writing/new", {"act": f"topic:{text}", "again": text}),
            await ben.post("/writing/new", {"act": f"remove:{text}"[:40]}),
        ]
        olga = await _as_owner(here, text)
    if any(answer.status >= 500 for answer in (*answers, *olga)):
        return "a query failed"
    if any(leaks(answer) or b"argon2" in answer.body for answer in answers):
        return "something was shown"
    return here.changed(before)


async def _as_owner(here: Attacked, text: str) -> list[Answer]:
    said, project = quote(text, safe=""), here.ids["project"]
    async with here.visitor("olga") as olga:
        return [
            await olga.ask(f"/annotating/{project}/items?show={said}&start={said}"),
            await olga.ask(f"/annotating/{project}/export/{said}?names={said}"),
            await olga.post("/annotating/new", {"kind": text, "name": "n", "raters": text}),
            await olga.post(f"/people/invitations/{said}/withdraw"),
            await olga.post(f"/annotating/{project}/items/{here.ids['item']}/assign", {"to": text}),
        ]


async def _own_code(here: Attacked) -> str:
    """Signs that databases and encodings cannot hold, in texts that are stored."""
    texts = [b"a\0b", b"\xed\xa0\x80", b"\xff\xfe", "\ufdd0\uffff".encode(), b"\xf0\x9f\x92"]
    async with here.visitor("anna") as anna:
        for number, text in enumerate(texts):
            place = f"bench:code:{number}"
            answer = await anna.post("/unsent", {"place": place, "text": text})
            if answer.status != 204:
                return f"{text!r} was answered with {answer.status}"
            kept = (await anna.ask(f"/unsent?place={place}")).body
            if b"\0" in kept or "\ud800".encode("utf-8", "surrogatepass") in kept:
                return f"{text!r} came back"
    return ""


async def _doubled(here: Attacked) -> str:
    """Fields that are there twice: a right one does not cover up a wrong one."""
    async with here.visitor("anna") as anna, here.visitor("ben") as ben:
        before = here.state()
        wrong = await ben.token()
        form = [("csrf", wrong), ("place", "bench:own"), ("text", "forged")]
        own = await anna.token()
        one = await anna.ask("/unsent", [*form, ("csrf", "x"), ("csrf", wrong)])
        two = await anna.ask("/unsent", form, headers={"x-csrf-token": f"{own}, {wrong}"})
        three = await anna.ask("/unsent", [*form, ("csrf", own)], headers={"x-csrf-token": wrong})
        four = await anna.ask(f"/unsent?csrf={own}", [*form])
    if any(answer.status < 400 for answer in (one, two, three, four)):
        return "it was taken"
    return here.changed(before)


async def _two_names(here: Attacked) -> str:
    """An invitation that is accepted under two names at once makes one account."""
    before = here.names()
    async with here.visitor() as guest:
        names = [("name", f"Double {secrets.token_hex(3)}"), ("name", PEOPLE["olga"])]
        form = [*names, ("password", PASSWORD), ("again", PASSWORD)]
        await guest.post(f"/invitation/{here.invitation()}", form)
        page = await guest.ask("/people")
    made = len(here.names()) - len(before)
    return f"{made} accounts, or an owner's" if made > 1 or page.status == 200 else ""


async def _looks_like_canary(here: Attacked) -> str:
    """A stranger's error pages tell nothing of what there is."""
    async with here.visitor() as stranger:
        visitor: Visitor = stranger
        real = await visitor.ask(f"/writing/{here.ids['writing']}")
        none = await visitor.ask("/writing/AAAAAAAAAAAAAAAA")
    same = real.status == none.status and CANARY not in real.text
    return "" if same else "what exists is answered differently"


ATTACKS = [
    *(
        Attack(f"{kind} in {place}", functools.partial(_shown, place, text))
        for place in _PLACES
        for kind, text in _MARKUP.items()
    ),
    *(
        Attack(f"a formula in a label, with {name}", functools.partial(_formula, sign))
        for name, sign in (("=", "="), ("a tab", "\t="))
    ),
    Attack("a project's name in the name of a download", _download_name),
    Attack("line ends in headers", _split_header),
    *(
        Attack(f"a login that leads to {name}", functools.partial(_redirected, ways))
        for name, ways in _ELSEWHERE.items()
    ),
    *(
        Attack(f"a path with {name}", functools.partial(_outside, path))
        for name, path in _PATHS.items()
    ),
    Attack("names of uploads that lead elsewhere", _uploaded_name),
    *(Attack(f"SQL: {name}", functools.partial(_queried, text)) for name, text in _QUERIES.items()),
    Attack("signs that cannot be stored", _own_code),
    Attack("doubled tokens", _doubled),
    Attack("an invitation under two names", _two_names),
    Attack("whether something exists", _looks_like_canary),
]
