"""Tamis asks hard questions of many documents and sifts the answers."""

from __future__ import annotations

from importlib import import_module

from tamis._version import __version__

# The module `typing` takes longer than all else here, and signals would find it half loaded.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tamis.answering.asking import ask
    from tamis.answering.coverage import Coverage
    from tamis.answering.findings import Finding, Findings, Passage, Quote
    from tamis.answering.tables.table import Cell, Table
    from tamis.checking import constraint_types as constraints
    from tamis.checking.assertion import assert_keeps
    from tamis.checking.checked import Checked
    from tamis.checking.response_check import check, keeps
    from tamis.pending import Pending
    from tamis.spending import Limits
    from tamis.types import Chat, InputError, Reply

__all__ = [
    "Cell", "Chat", "Checked", "Coverage", "Finding", "Findings", "InputError", "Limits",
    "Passage", "Pending", "Quote", "Reply", "Table", "__version__", "ask", "assert_keeps",
    "check", "constraints", "keeps",
]  # fmt: skip

_PLACES = {
    "Cell": "answering.tables.table",
    "Chat": "types",
    "Checked": "checking.checked",
    "Coverage": "answering.coverage",
    "Finding": "answering.findings",
    "Findings": "answering.findings",
    "InputError": "types",
    "Limits": "spending",
    "Passage": "answering.findings",
    "Pending": "pending",
    "Quote": "answering.findings",
    "Reply": "types",
    "Table": "answering.tables.table",
    "ask": "answering.asking",
    "assert_keeps": "checking.assertion",
    "check": "checking.response_check",
    "keeps": "checking.response_check",
}


def __getattr__(name: str) -> Any:
    # `tamis --help` must not pay for what it does not use.
    if name == "constraints":
        return import_module("tamis.checking.constraint_types")
    if name in _PLACES:
        try:
            return getattr(import_module(f"tamis.{_PLACES[name]}"), name)
        except ModuleNotFoundError as error:
            from tamis.bad_input import not_there

            if not (said := not_there(error)):
                raise
            raise ImportError(f"tamis.{name}: {said}") from error
    raise AttributeError(f"module 'tamis' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
