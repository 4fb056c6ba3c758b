"""The libraries of the extras that collecting books needs, brought on first use."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from tamis.types import InputError


def needed(module: str, what: str = "collecting books", extra: str = "collect") -> Any:
    """A module of an extra; InputError that says how to install it where it is missing.

    `what` needs it, as the sentence says.
    """
    # Asked for with every record: an import, even of what is there, would take longer than reading.
    if (found := sys.modules.get(module)) is not None:
        return found
    try:
        return import_module(module)
    except ImportError as error:
        raise InputError(
            f"{what} needs {module.partition('.')[0]}; install it with "
            f"`pip install 'tamis[{extra}]'`."
        ) from error
