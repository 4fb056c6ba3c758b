"""Static files: read at the start, served by their names alone, cached for good."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response

from tamis.inputs.files import read_bytes

_ROOT = Path(__file__).parent
_FOLDERS = {
    "": _ROOT / "static",
    "writing/": _ROOT / "writing/static",
    "annotating/": _ROOT / "annotating/static",
}
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Asset:
    """A file with its type and the hash that is part of its address."""

    content: bytes
    type: str
    hash: str


def read_assets() -> dict[str, Asset]:
    """All static files by name, such as `studio.css` or `writing/writing.js`."""
    found = {}
    for prefix, folder in _FOLDERS.items():
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.suffix in _TYPES:
                content = read_bytes(path)
                digest = hashlib.sha256(content).hexdigest()[:12]
                name = prefix + path.relative_to(folder).as_posix()
                found[name] = Asset(content, _TYPES[path.suffix], digest)
    return found


ASSETS = read_assets()

router = APIRouter()


def asset_url(name: str) -> str:
    """The address of a static file; KeyError where there is none of this name."""
    return f"/static/{ASSETS[name].hash}/{name}"


@router.get("/static/{hash}/{name:path}")
async def static(request: Request, hash: str, name: str) -> Response:
    """A static file, looked up in what was read at the start: never on the disk."""
    asset = ASSETS.get(name)
    if asset is None or asset.hash != hash:
        raise HTTPException(404)
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(asset.content, media_type=asset.type, headers=headers)
