"""The manifest: what was made, from which sources and versions, and the hash of every file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, is_dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePath
from platform import python_version_tuple
from typing import Any

from tamis import __version__
from tamis.checking.recognisers import word_lists
from tamis.collect.packaging.contents import Contents
from tamis.collect.packaging.provenance import Provenance

WORD_LISTS = "word lists"
"""Listed among the libraries: the word lists of the recognisers of names and towns."""


def manifest(provenance: Provenance, files: Iterable[Contents]) -> dict[str, Any]:
    """The manifest as JSON values; the caller's `details` never replace its own keys."""
    optional = {
        name: getattr(provenance, name) for name in ("licence", "published", "creator", "url")
    }
    made = {
        **provenance.details,
        "title": provenance.title,
        "made by": provenance.command,
        "version": provenance.version,
        **{name: value for name, value in optional.items() if value},
        "versions": versions(provenance.libraries),
        "seed": provenance.seed,
        "options": provenance.options,
        "sources": provenance.sources,
        "licences": provenance.licences,
        "stages": provenance.stages,
        "files": {
            file.name: {
                "bytes": file.size,
                "sha256": file.sha256,
                **({} if file.rows is None else {"rows": file.rows}),
            }
            for file in files
        },
    }
    plain: dict[str, Any] = _plain(made)
    return plain


def versions(libraries: Iterable[str]) -> dict[str, str]:
    """The versions of Tamis, of Python, and of the named distributions and `WORD_LISTS`."""
    # Python matters too: case folding and character classes change with its Unicode version.
    python = ".".join(python_version_tuple()[:2])
    return {"tamis": __version__, "python": python} | {name: _version(name) for name in libraries}


def as_json(value: Any) -> str:
    """JSON as all files of a package have it: sorted, indented, with a line end."""
    return json.dumps(_plain(value), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _version(name: str) -> str:
    if name == WORD_LISTS:
        return word_lists.version()
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    match value:
        case Mapping():
            return {str(key): _plain(one) for key, one in value.items()}
        case list() | tuple():
            return [_plain(one) for one in value]
        case set() | frozenset():
            return sorted(map(_plain, value))
        case PurePath():
            # The folder of a file on one machine is not part of the data.
            return value.name
        case _:
            return value
