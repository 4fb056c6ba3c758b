"""Tamis asks hard questions of many documents and sifts the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis._version import __version__

if TYPE_CHECKING:
    from tamis.answering.asking import Findings, ask
    from tamis.checking.response_check import Checked, check

__all__ = ["Checked", "Findings", "__version__", "ask", "check"]


def __getattr__(name: str) -> Any:
    # `tamis --help` must not pay for what it does not use.
    if name in ("ask", "Findings"):
        from tamis.answering import asking

        return getattr(asking, name)
    if name in ("check", "Checked"):
        from tamis.checking import response_check

        return getattr(response_check, name)
    raise AttributeError(f"module 'tamis' has no attribute {name!r}")
