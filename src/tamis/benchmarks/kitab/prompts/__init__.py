"""KITAB's prompts, in Tamis's own words to the paper's templates (App. D).

Same inputs, same required form of output, same instructions in substance. A folder with
templates of the same names puts any other wording in their place (`-T prompts=DIR`).
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from jinja2 import ChoiceLoader, FileSystemLoader, PackageLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from tamis.types import InputError

NAMES = ("all_books", "no_context", "with_context", "self_context", "name_check")


@cache
def environment(folder: str | None = None) -> SandboxedEnvironment:
    """The templates, those in `folder` before ours; InputError where it holds none."""
    loaders: list[FileSystemLoader | PackageLoader] = [PackageLoader(__name__, "")]
    if folder is not None:
        if not any((Path(folder) / f"{name}.j2").is_file() for name in NAMES):
            wanted = ", ".join(f"{name}.j2" for name in NAMES)
            raise InputError(f"-T prompts={folder}: the folder holds none of {wanted}.")
        loaders.insert(0, FileSystemLoader(folder))
    # Prompts are plain text: nothing is escaped. A misspelt variable is an error, not a gap. A
    # folder of templates may come from anywhere: they are filled in, never trusted.
    return SandboxedEnvironment(
        loader=ChoiceLoader(loaders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )


def render(name: str, folder: str | None = None, **values: object) -> str:
    """The prompt `name` filled with `values`; InputError where the template is at fault."""
    try:
        return environment(folder).get_template(f"{name}.j2").render(**values)
    except Exception as error:
        # A template can fail in any way that an expression can.
        raise InputError(f"the prompt {name}.j2 in {folder}: {error}.") from error


def fingerprint(folder: str | None = None) -> str:
    """Eight hex digits that change with any wording; logs and reports carry them."""
    chosen = environment(folder)
    assert chosen.loader is not None
    try:
        sources = [chosen.loader.get_source(chosen, f"{name}.j2")[0] for name in NAMES]
    except (OSError, UnicodeError) as error:
        raise InputError(f"a prompt in {folder} cannot be read: {error}.") from error
    return hashlib.sha256("\0".join(sources).encode()).hexdigest()[:8]
