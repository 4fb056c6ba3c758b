"""What is too large, too deep or too slow to read: the studio refuses it, and answers others."""

from __future__ import annotations

import asyncio
import functools
import io
import json
import time
import zipfile
import zlib
from collections.abc import Awaitable, Callable

from studio_site import Answer, File

from attacks.attacked import Attack, Attacked

_PATIENCE = 3.0
"""Seconds within which others must have a page meanwhile."""
_MEGABYTE = 2**20


async def _others(here: Attacked, ended: asyncio.Event) -> float:
    """The longest that somebody else has waited for a page until the attack was over."""
    longest = 0.0
    async with here.visitor("otto") as visitor:
        while True:
            start = time.perf_counter()
            answer = await visitor.ask("/account")
            longest = max(longest, time.perf_counter() - start)
            if answer.status != 200:
                return 1e9
            if ended.is_set():
                return longest
            await asyncio.sleep(0.05)


async def _meanwhile(here: Attacked, tries: Awaitable[str]) -> str:
    """What the attack achieved, or that others had to wait."""
    ended = asyncio.Event()
    others = asyncio.create_task(_others(here, ended))
    try:
        said = await tries
    finally:
        ended.set()
        longest = await others
    if longest > _PATIENCE:
        return said or f"others waited {longest:.1f} seconds"
    return said


async def _refused(tried: Awaitable[Answer], *allowed: int) -> str:
    """What is wrong unless a request ends with an allowed status, or with its connection."""
    try:
        answer = await tried
    except (OSError, EOFError):
        return ""
    return "" if answer.status in allowed else f"answered with {answer.status}"


# --- bodies --------------------------------------------------------------------------------------


async def _declared(who: str, size: int, kind: str, here: Attacked) -> str:
    """A body of this size is announced, and refused before it is sent."""

    async def tries() -> str:
        async with here.visitor(who) as visitor:
            headers: dict[str, str | None] = {
                "x-csrf-token": await visitor.token(),
                "content-length": str(size),
                "content-type": kind,
            }
            asked = visitor.ask("/login", method="POST", headers=headers, body=b"x" * 1000)
            return await _refused(asked, 400, 413)

    return await _meanwhile(here, tries())


async def _chunked(who: str, size: int, here: Attacked) -> str:
    """A body of this size without its length."""

    async def tries() -> str:
        async with here.visitor(who) as visitor:
            token = await visitor.token()
            part = b"place=bench%3Achunks&text=" + b"x" * 65_536
            chunk = f"{len(part):x}\r\n".encode() + part + b"\r\n"
            head = (
                f"POST /unsent HTTP/1.1\r\nhost: 127.0.0.1:{visitor.port}\r\n"
                f"x-csrf-token: {token}\r\ncontent-type: application/x-www-form-urlencoded\r\n"
                f"cookie: {'; '.join(f'{k}={v}' for k, v in visitor.cookies.items())}\r\n"
                "transfer-encoding: chunked\r\n\r\n"
            )
            body = chunk * (size // len(part) + 1) + b"0\r\n\r\n"
            return await _refused(visitor.raw(head.encode() + body), 413, 422, 401, 403)

    said = await _meanwhile(here, tries())
    return said or ("it was stored" if here.stored("bench:chunks") else "")


async def _smuggled(here: Attacked) -> str:
    """Two lengths of one body: what is behind the shorter one is no request."""
    async with here.visitor("anna") as anna:
        cookie = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
        hidden = (
            f"POST /unsent HTTP/1.1\r\nhost: 127.0.0.1:{anna.port}\r\ncookie: {cookie}\r\n"
            f"x-csrf-token: {await anna.token()}\r\ncontent-length: 29\r\n"
            "content-type: application/x-www-form-urlencoded\r\n\r\nplace=bench:smuggled&text=yes"
        )
        head = (
            f"POST /healthz HTTP/1.1\r\nhost: 127.0.0.1:{anna.port}\r\n"
            f"content-length: {len(hidden) + 5}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
        )
        await _refused(anna.raw((head + hidden).encode()))
        await asyncio.sleep(0.2)
    return "the hidden request was carried out" if here.stored("bench:smuggled") else ""


async def _slow_bodies(here: Attacked) -> str:
    """Two hundred connections that begin a request and do not end it."""
    streams = []
    try:
        for _ in range(200):
            _, writer = await asyncio.open_connection("127.0.0.1", here.site.port)
            writer.write(b"POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 60\r\n\r\nna")
            streams.append(writer)
        return await _meanwhile(here, asyncio.sleep(0.5, ""))
    finally:
        for writer in streams:
            writer.close()


async def _many_fields(here: Attacked) -> str:
    async def tries() -> str:
        async with here.visitor("anna") as anna:
            form = [(f"f{number}", "x") for number in range(100_000)]
            path = "/annotating/forms/fanout_question/check"
            return await _refused(anna.post(path, form), 400, 413, 422)

    return await _meanwhile(here, tries())


async def _long_head(here: Attacked) -> str:
    async with here.visitor("anna") as anna:
        for path, headers in (
            ("/writing/" + "x" * 100_000, {}),
            ("/writing", {"x-long": "x" * 100_000}),
            ("/writing", {f"x-{number}": "x" for number in range(5_000)}),
        ):
            if said := await _refused(anna.ask(path, headers=headers), 400, 404, 414, 431, 200):
                return said
    return ""


async def _much_unsent(here: Attacked) -> str:
    """A text, and a number of texts, beyond what one person may store."""
    async with here.visitor("carl") as carl:
        most = 200_000
        form = {"place": "bench:long", "text": "x" * (most + 1)}
        answer = await carl.post("/unsent", form)
        headers = {"x-csrf-token": await carl.token()}
        for number in range(520):
            form = {"place": f"bench:many:{number}", "text": "x"}
            await carl.ask("/unsent", form, headers=headers)
    ((count,),) = here.place.rows(
        f"SELECT count(*) FROM unsent WHERE person_id = {here.ids['carl']} AND place LIKE 'bench:%'"
    )
    if answer.status != 422 or here.stored("bench:long"):
        return "the long text was stored"
    return f"{count} texts are stored" if count > 500 else ""


# --- files ---------------------------------------------------------------------------------------


async def _imported(make: Callable[[], File], here: Attacked) -> str:
    """A file of items: nothing of it may be stored, nobody may have to wait."""

    async def tries() -> str:
        project, _ = here.project(("anna",), items=1)
        async with here.visitor("olga") as olga:
            before = here.state()
            path = f"/annotating/{project}/import"
            tried = olga.post(path, files=(make(),))
            said = await _refused(tried, 400, 413, 422)
        return said or here.changed(before)

    return await _meanwhile(here, tries())


def _deep_json() -> File:
    return "files", "deep.json", b"[" * 500_000 + b"]" * 500_000


def _huge_numbers() -> File:
    return "files", "items.jsonl", b'{"author": 1e999, "title": ' + b"9" * 200_000 + b"}"


def _open_quote() -> File:
    return "files", "items.csv", b'author,title\n"' + b"a,b\n" * 500_000


def _laughs() -> File:
    names = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
    text = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{names}]><x>&l9;</x>'
    return "files", "items.xml", text.encode()


def _zip_bomb() -> File:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("items.csv", b"\0" * (100 * _MEGABYTE))
    return "files", "items.zip", out.getvalue()


def _many_slots() -> File:
    rows = [{"author": "A", "title": f"T {number}"} for number in range(50_001)]
    return "files", "items.jsonl", "\n".join(map(json.dumps, rows)).encode()


_FILES: dict[str, Callable[[], File]] = {
    "500,000 lists in each other": _deep_json,
    "a number of 200,000 digits": _huge_numbers,
    "a quote that stays open": _open_quote,
    "entities that grow": _laughs,
    "an archive that grows": _zip_bomb,
    "50,001 items": _many_slots,
}


async def _paper(make: Callable[[], File], here: Attacked) -> str:
    """A file as a paper: refused or read within the time that there is, while others work."""

    async def tries() -> str:
        async with here.visitor("carl") as carl:
            await carl.post("/writing/new", {"act": "forget"})
            tried = carl.post("/writing/new", {"act": "add"}, files=(make(),))
            said = await _refused(tried, 200, 422, 413)
            await carl.post("/writing/new", {"act": "forget"})
        return said

    return await _meanwhile(here, tries())


def _pdf(content: bytes, kids: str = "3 0 R", more: bytes = b"") -> bytes:
    """A PDF of one page; `content` is its stream, compressed."""
    packed = zlib.compress(content, 9)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count 1/Kids[{kids}]>>".encode(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R"
        b"/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(packed), packed),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        more or b"null",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end


def _pdf_that_grows() -> File:
    """Some 60 kilobytes that say 60 megabytes of text."""
    return "files", "grows.pdf", _pdf(b"BT/F 9 Tf " + b"(wells )Tj\n" * 5_000_000 + b"ET")


def _pdf_in_itself() -> File:
    """A page that draws a form, which draws itself."""
    inner = b"/X Do " * 50
    form = (
        b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>"
        b"/Length %d>>stream\n%s\nendstream" % (len(inner), inner)
    )
    return "files", "itself.pdf", _pdf(b"/X Do", more=form)


def _pdf_of_pages() -> File:
    """A tree of pages that is its own branch."""
    return "files", "pages.pdf", _pdf(b"BT ET", kids="2 0 R " * 30)


def _text_of_brackets() -> File:
    return "files", "brackets.txt", b"([{" * 600_000


def _text_of_one_word() -> File:
    return "files", "word.txt", b"Wells\n\n" + b"a" * 1_900_000 + b"!"


def _many_records() -> File:
    line = json.dumps({"id": "x", "title": "t", "paragraphs": [[[["x"]]]] * 50}) + "\n"
    return "files", "papers.jsonl", line.encode() * 3_000


_PAPERS: dict[str, Callable[[], File]] = {
    "a PDF that grows": _pdf_that_grows,
    "a PDF that draws itself": _pdf_in_itself,
    "a PDF whose pages are its pages": _pdf_of_pages,
    "600,000 open brackets": _text_of_brackets,
    "a word of two million letters": _text_of_one_word,
    "3,000 records that are no papers": _many_records,
}


async def _many_files(here: Attacked) -> str:
    async def tries() -> str:
        async with here.visitor("carl") as carl:
            files = [("files", f"{number}.txt", b"On wells\n\nDeep.") for number in range(1_100)]
            tried = carl.post("/writing/new", {"act": "add"}, files=files)
            said = await _refused(tried, 200, 400, 413, 422)
            await carl.post("/writing/new", {"act": "forget"})
        return said

    return await _meanwhile(here, tries())


_FORM = "application/x-www-form-urlencoded"
_MULTI = "multipart/form-data; boundary=x"

ATTACKS = [
    Attack(
        "65 kB announced by a stranger",
        functools.partial(_declared, "stranger", 65 * 1024 + 1, _FORM),
    ),
    Attack(
        "60 MB of files announced by a stranger",
        functools.partial(_declared, "stranger", 60 * _MEGABYTE, _MULTI),
    ),
    Attack("3 MB announced by a person", functools.partial(_declared, "anna", 3 * 2**20, _FORM)),
    Attack(
        "60 MB of files announced by a person",
        functools.partial(_declared, "anna", 60 * _MEGABYTE, _MULTI),
    ),
    Attack("a length of less than nothing", functools.partial(_declared, "anna", -1, _FORM)),
    Attack("1 MB in parts by a stranger", functools.partial(_chunked, "stranger", _MEGABYTE)),
    Attack("5 MB in parts by a person", functools.partial(_chunked, "anna", 5 * _MEGABYTE)),
    Attack("a request in the body of another", _smuggled),
    Attack("200 requests that do not end", _slow_bodies),
    Attack("100,000 fields", _many_fields),
    Attack("heads of 100 kB", _long_head),
    Attack("more autosaved texts than one may have", _much_unsent),
    *(
        Attack(f"items: {name}", functools.partial(_imported, make))
        for name, make in _FILES.items()
    ),
    *(
        Attack(f"a paper: {name}", functools.partial(_paper, make))
        for name, make in _PAPERS.items()
    ),
    Attack("1,100 papers at once", _many_files),
]
