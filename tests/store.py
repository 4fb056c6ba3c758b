"""A local server in place of storage.googleapis.com, with the scripted faults of `Hub`.

with Store({"bucket/a.jsonl": b"…"}) as store:
    …  # store.url; store.requests, store.sent, store.starts
"""

from __future__ import annotations

import base64
import hashlib
from urllib.parse import unquote

from hub import Hub, _Handler


class Store(Hub):
    """Files by their paths, each with a tag and, where `md5`, its MD5 as that server tells it.

    `page`: answers everything with HTML, as a network does that wants to be logged in to.
    `tags`: whether there are tags at all; `tag`: the tag of every file, where it is not its MD5.
    """

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.md5, self.page, self.tags, self.tag = True, False, True, ""
        outer = self

        class Handler(_StoreHandler):
            hub = outer

        self.httpd.RequestHandlerClass = Handler


class _StoreHandler(_Handler):
    hub: Store

    def do_GET(self) -> None:
        store, name = self.hub, unquote(self.path).lstrip("/")
        store.tokens.append((name, self.headers.get("Authorization")))
        store.requests[f"{self.command} {name}"] += 1
        if store.statuses.get(name) and (status := store.statuses[name].pop(0)):
            return self._say(status, {})
        if store.page:
            return self._say(200, {"Content-Type": "text/html; charset=utf-8"}, b"<p>Log in</p>")
        if name not in store.files:
            return self._say(404, {})
        content = store.files[name]
        md5 = hashlib.md5(content)
        about = {"Content-Type": "application/octet-stream"}
        if store.tags:
            about["ETag"] = f'"{store.tag or md5.hexdigest()}"'
        if store.md5:
            told = base64.b64encode(md5.digest()).decode()
            about["x-goog-hash"] = f"crc32c=AAAAAA==,md5={told}"
        return self._file(name, store.lies.get(name, content), about)
