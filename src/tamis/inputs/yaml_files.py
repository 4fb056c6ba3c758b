"""YAML files of settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tamis.inputs.files import read_text
from tamis.inputs.json_records import nested, too_deep
from tamis.types import InputError

MOST_BYTES = 1_000_000
"""The most bytes of a YAML file: the parser is slow, and such files are written by hand."""


def read_yaml(path: Path, *, texts: bool = False) -> Any:
    """The value of a YAML file; see `parsed_yaml`."""
    return parsed_yaml(read_text(path, MOST_BYTES), str(path), texts=texts)


def parsed_yaml(text: str, where: str, *, texts: bool = False) -> Any:
    """The value of a YAML text; InputError, with the line, for anything else.

    `texts`: every value stays a text as it is written: 18:30, no and 007. A value has at most
    `DEEPEST` levels, so that one which holds itself is refused.
    """
    import yaml

    try:
        value = yaml.load(text, Loader=yaml.BaseLoader if texts else yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        why = getattr(error, "problem", None) or "it cannot be read"
        raise InputError(f"{where}{line} is not YAML ({why}); correct it.") from error
    except RecursionError as error:
        raise nested(where) from error
    except ValueError as error:
        # A date that no calendar has, a number of thousands of digits, `!!int a`.
        why = str(error).partition(";")[0]
        raise InputError(
            f"{where} is not YAML ({why:.90}); correct it, or put a text in quotes."
        ) from error
    except (LookupError, AttributeError, TypeError) as error:
        raise InputError(
            f"{where} is not YAML (a value is not of the kind that its tag says); correct it."
        ) from error
    if too_deep(value):
        raise nested(where)
    return value
