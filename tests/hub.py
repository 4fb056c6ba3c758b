"""A local server in place of huggingface.co, with scripted faults.

with Hub({"data/a.json": b"…"}) as hub:
    …  # hub.env for a process, hub.patch(monkeypatch) in this one; hub.requests, hub.sent

It serves one data set, `microsoft/kitab`, as the hub does: a record of the data set, a paged
list of commits, and files by full commit. Files over 100 kB are "large": a redirect leads to
another host (`localhost`, where the hub is `127.0.0.1`), and the tag is their sha256.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

REPO = "/datasets/microsoft/kitab"
API = f"/api{REPO}"
COMMIT = "11073ea" + "5" * 33
LARGE = 100_000


class Hub:
    """What it serves and what goes wrong may be changed at any time.

    `cuts[path]`: after how many bytes of a body the connection breaks, one entry for each
    answer. `statuses[path]`: answered instead, one entry for each request, 0 for a good answer;
    the path is a file's, or `API` for the record and the commits. `pause`: seconds between two
    pieces of `piece` bytes. `lies[path]`: sent in place of the content, under the tag of the
    content. `ranges`: whether ranges are granted. `proxy_page`: answers the API with HTML.
    """

    def __init__(self, files: dict[str, bytes], commits: tuple[str, ...] = (COMMIT,)) -> None:
        self.files, self.commits = dict(files), list(commits)
        self.cuts: dict[str, list[int]] = {}
        self.statuses: dict[str, list[int]] = {}
        self.lies: dict[str, bytes] = {}
        self.pause, self.piece = 0.0, 1 << 16
        self.ranges, self.proxy_page = True, False
        self.sending = 0
        self.requests: Counter[str] = Counter()
        self.sent: Counter[str] = Counter()
        self.starts: dict[str, list[int]] = {}
        self.tokens: list[tuple[str, str | None]] = []
        outer = self

        class Handler(_Handler):
            hub = outer

        self.httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.httpd.daemon_threads = True
        self.port = self.httpd.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def env(self) -> dict[str, str]:
        """For a process that shall take this server for the hub."""
        return {
            "HF_ENDPOINT": self.url,
            "HF_HUB_DISABLE_XET": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "no_proxy": "127.0.0.1,localhost",
            "NO_PROXY": "127.0.0.1,localhost",
        }

    def patch(self, monkeypatch) -> None:
        """Let huggingface_hub in this process take this server for the hub."""
        from huggingface_hub import constants

        for name, value in self.env.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(constants, "ENDPOINT", self.url)
        template = f"{self.url}/{{repo_id}}/resolve/{{revision}}/{{filename}}"
        monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)

    def forget(self) -> None:
        """Start the counts anew, once nothing is being sent any more."""
        while self.sending:
            time.sleep(0.01)
        self.requests.clear()
        self.sent.clear()
        self.starts.clear()

    def __enter__(self) -> Hub:
        threading.Thread(target=self.httpd.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.httpd.shutdown()
        self.httpd.server_close()


def tag(content: bytes) -> str:
    """The hub's tag of a file: sha256 of a large one, git's digest of a small one."""
    if len(content) > LARGE:
        return hashlib.sha256(content).hexdigest()
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub: Hub

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        hub, (path, _, query) = self.hub, self.path.partition("?")
        if path.startswith(API):
            hub.requests[f"{self.command} {path}"] += 1
            return self._api(path, query)
        hub.tokens.append((path, self.headers.get("Authorization")))
        place = re.fullmatch(rf"{REPO}/resolve/([^/]+)/(.+)|/cdn/(.+)", path)
        name = unquote(place[2] or place[3]) if place else path
        # A redirect is not counted apart from the answer that it leads to.
        redirects = bool(place and place[2]) and len(hub.files.get(name, b"")) > LARGE
        if not redirects or self.command == "HEAD":
            hub.requests[f"{self.command} {name}"] += 1
            if hub.statuses.get(name) and (status := hub.statuses[name].pop(0)):
                return self._say(status, {})
        if not place or name not in hub.files:
            return self._say(404, {"X-Error-Code": "EntryNotFound"})
        if place[1] and place[1] not in hub.commits:
            return self._say(404, {"X-Error-Code": "RevisionNotFound"})
        content = hub.files[name]
        about = {"X-Repo-Commit": place[1] or "", "ETag": f'"{tag(content)}"'}
        if redirects:
            location = f"http://localhost:{hub.port}/cdn/{name}?signature=secret"
            linked = {"X-Linked-Etag": about["ETag"], "X-Linked-Size": str(len(content))}
            return self._say(302, {**about, **linked, "Location": location})
        return self._file(name, hub.lies.get(name, content), about)

    def _api(self, path: str, query: str) -> None:
        hub = self.hub
        if hub.statuses.get(API) and (status := hub.statuses[API].pop(0)):
            return self._say(status, {})
        if hub.proxy_page:
            return self._say(200, {"Content-Type": "text/html"}, b"<html>Please log in</html>")
        if path == API:
            record = {"id": "microsoft/kitab", "sha": hub.commits[0], "tags": [], "siblings": []}
            return self._say(200, {}, json.dumps(record).encode())
        # Two commits to a page: what is looked for may be on a later one.
        page = int(query.rpartition("p=")[2] or 0)
        fields = {"date": "2024-05-02T17:00:00.000Z", "authors": [], "title": "t", "message": ""}
        found = [{"id": c, **fields} for c in hub.commits[2 * page : 2 * page + 2]]
        more = 2 * page + 2 < len(hub.commits)
        link = {"Link": f'<{hub.url}{path}?p={page + 1}>; rel="next"'} if more else {}
        return self._say(200, link, json.dumps(found).encode())

    def _file(self, name: str, content: bytes, about: dict[str, str]) -> None:
        hub, status, start = self.hub, 200, 0
        if hub.ranges and (asked := re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))):
            start, status = int(asked[1]), 206
            about["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
            if start >= len(content):
                return self._say(416, {"Content-Range": f"bytes */{len(content)}"})
        body = content[start:]
        self.send_response(status)
        for header, value in {**about, "Accept-Ranges": "bytes"}.items():
            self.send_header(header, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "HEAD":
            return
        hub.starts.setdefault(name, []).append(start)
        cut = hub.cuts[name].pop(0) if hub.cuts.get(name) else len(body)
        hub.sending += 1
        try:
            for at in range(0, cut, hub.piece):
                piece = body[at : min(at + hub.piece, cut)]
                hub.sent[name] += len(piece)
                self.wfile.write(piece)
                time.sleep(hub.pause)
        except OSError:
            pass  # the reader was killed
        finally:
            hub.sending -= 1
        self.close_connection = cut < len(body)

    def _say(self, status: int, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for header, value in headers.items():
            self.send_header(header, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass
