"""Which models of the hub lie on this machine already; nothing here opens a socket."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

_WEIGHTS = ("model.safetensors", "pytorch_model.bin")


def cached_model(name: str) -> Path | None:
    """The folder of a model in the hub's cache, None where it or its weights are not there.

    The cache is that of $HF_HUB_CACHE, $HF_HOME or $XDG_CACHE_HOME, as the hub's own library
    finds it.
    """
    folder = _cache() / f"models--{name.replace('/', '--')}"
    try:
        commit = (folder / "refs" / "main").read_text(encoding="ascii").strip()
        snapshots = [folder / "snapshots" / commit] if commit else []
    except (OSError, ValueError):
        snapshots = sorted((folder / "snapshots").glob("*"))
    return next((snapshot for snapshot in snapshots if _is_whole(snapshot)), None)


def can_embed() -> bool:
    """Whether sentence-transformers is installed."""
    return importlib.util.find_spec("sentence_transformers") is not None


def _is_whole(snapshot: Path) -> bool:
    return (snapshot / "config.json").is_file() and any(
        (snapshot / weights).is_file() for weights in _WEIGHTS
    )


def _cache() -> Path:
    if hub := os.environ.get("HF_HUB_CACHE"):
        return Path(hub).expanduser()
    if home := os.environ.get("HF_HOME"):
        return Path(home).expanduser() / "hub"
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "huggingface" / "hub"
