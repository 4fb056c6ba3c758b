"""Optional libraries (the extras `collect` and `cluster`), imported on first use."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from tamis.bad_input import needs_package


def import_extra(module: str, what: str = "collecting books", extra: str = "collect") -> Any:
    """Import a module of an extra; where it is missing, InputError with the command to install it.

    `what` is the feature that needs it, for the message.
    """
    # Called for every record: even an import that is cached would take longer than reading one.
    if (found := sys.modules.get(module)) is not None:
        return found
    try:
        return import_module(module)
    except ImportError as error:
        raise needs_package(what, module.partition(".")[0], extra=extra) from error
