"""Where a dataset comes from and how it was made: what a collector gives to the package."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from tamis.types import InputError

Cells = Sequence[str | int | float]

_VERSION = re.compile(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}([-+][0-9A-Za-z.+-]+)?")


@dataclass(frozen=True)
class Licence:
    """The licence of a source: its name (`CC BY 4.0`), and where it can be read, if known."""

    source: str
    name: str
    url: str = ""


CC0 = ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/")
"""The name and the address of the licence of Wikidata's and Open Library's data."""

KITAB = """\
@inproceedings{abdin2024kitab,
  title = {{KITAB}: Evaluating {LLMs} on Constraint Satisfaction for Information Retrieval},
  author = {Abdin, Marah I and Gunasekar, Suriya and Chandrasekaran, Varun and Li, Jerry and
            Yuksekgonul, Mert and Peshawaria, Rahee Ghosh and Naik, Ranjita and Nushi, Besmira},
  booktitle = {International Conference on Learning Representations},
  year = {2024}
}"""
QUEST = """\
@inproceedings{malaviya2023quest,
  title = {{QUEST}: A Retrieval Dataset of Entity-Seeking Queries with Implicit Set Operations},
  author = {Malaviya, Chaitanya and Shaw, Peter and Chang, Ming-Wei and Lee, Kenton and
            Toutanova, Kristina},
  booktitle = {Annual Meeting of the Association for Computational Linguistics},
  year = {2023}
}"""
"""The works whose methods the datasets are made by, in BibTeX."""


@dataclass(frozen=True)
class Provenance:
    """Everything in a manifest, a card and the metadata that does not come from the files.

    Texts are plain, never markup. `command` made the data. `sources` have `file` (a name, no
    path) or `service` (an address), `bytes` and `sha256`, and what else is known of each;
    `stages` have `stage`, `of` (what is counted), `in`, `out` and `dropped`, a list of `reason`,
    `count` and `sample`. `libraries` are the distributions whose version can change the data.
    `licences` are those of the sources, `licence` the name of another under which the data itself
    is published. `made` and `limits` are paragraphs; `tables` further tables by their heading, the
    first row their header; `run` commands that use the data; `citations` BibTeX. `language` is a
    code (`en`), where the data has one. `details` are further keys of the manifest. `published` is
    a date (`2026-11-21`), known only to the caller. InputError for an invalid version or date.
    """

    title: str
    description: str
    command: str
    sources: Sequence[Mapping[str, Any]]
    seed: int
    options: Mapping[str, Any]
    stages: Sequence[Mapping[str, Any]]
    licences: Sequence[Licence] = ()
    licence: str = ""
    libraries: Sequence[str] = ()
    made: Sequence[str] = ()
    limits: Sequence[str] = ()
    tables: Mapping[str, Sequence[Cells]] = field(default_factory=dict)
    run: Sequence[str] = ()
    citations: Sequence[str] = ()
    tags: Sequence[str] = ()
    language: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    version: str = "1.0.0"
    published: str = ""
    creator: str = ""
    url: str = ""

    def __post_init__(self) -> None:
        if not _VERSION.fullmatch(self.version):
            raise InputError(
                f"{self.version!r} is not a version; write three numbers, such as 1.0.0."
            )
        if self.published:
            day(self.published)

    @property
    def under(self) -> Sequence[Licence]:
        """The licences of the data: its own, or else those of the sources."""
        return (Licence("", self.licence),) if self.licence else self.licences


def day(text: str) -> str:
    """A date as it is written, `2026-11-21`; InputError for anything else."""
    try:
        # Python reads other forms of ISO 8601 too, but dates are compared as text later.
        if date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise InputError(f"{text!r} is not a date; write year, month and day, such as 2026-11-21.")
