"""Tamis asks hard questions of many documents and sifts the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis._version import __version__

if TYPE_CHECKING:
    from tamis.answer.asking import Findings, ask

__all__ = ["Findings", "__version__", "ask"]


def __getattr__(name: str) -> Any:
    # `tamis --help` must not pay for what it does not use.
    if name in ("ask", "Findings"):
        from tamis.answer import asking

        return getattr(asking, name)
    raise AttributeError(f"module 'tamis' has no attribute {name!r}")
