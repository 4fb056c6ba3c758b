"""The libraries of the extra `collect`, brought on first use."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from tamis.types import InputError


def needed(module: str) -> Any:
    """A module of the extra; InputError that says how to install it where it is missing."""
    # Asked for with every record: an import, even of what is there, would take longer than reading.
    if (found := sys.modules.get(module)) is not None:
        return found
    try:
        return import_module(module)
    except ImportError as error:
        raise InputError(
            f"collecting books needs {module.partition('.')[0]}; install it with "
            f"`pip install 'tamis[collect]'`."
        ) from error
