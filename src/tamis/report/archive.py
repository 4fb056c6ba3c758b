"""The parts of a log, each read by itself: a damaged one is told, and hides no other.

A log (`.eval`) is a ZIP archive of JSON. Inspect's reader stops at the first part that it cannot
read, and does not compare checksums; here each part is unpacked and checked against its own.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile

from pydantic import ValidationError

from tamis.report.headers import Header, of_inspect, written_here

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

HEADER = "header.json"
SUMMARIES = "summaries.json"
START = "_journal/start.json"
_JOURNAL = re.compile(r"_journal/summaries/(\d+)\.json")
_SAMPLE = re.compile(r"samples/(.*)_epoch_(\d+)\.json", re.DOTALL)

Key = tuple[str, int]
"""A sample in its log: its id and its epoch."""


class Archive:
    """A log in the format `.eval`; whatever `zipfile` raises for one that is no archive."""

    def __init__(self, path: Path) -> None:
        self._zip = ZipFile(path)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *exception: object) -> None:
        self._zip.close()

    def has(self, name: str) -> bool:
        """Whether there is a part of this name."""
        return name in self._zip.NameToInfo

    @cached_property
    def samples(self) -> dict[Key, str]:
        """The names of the parts that are samples, by sample."""
        found = filter(None, map(_SAMPLE.fullmatch, self._zip.NameToInfo))
        return {(one[1], int(one[2])): one[0] for one in found}

    @cached_property
    def journal(self) -> list[str]:
        """The names of the parts that summarise samples while a run goes on, in their order."""
        found = filter(None, map(_JOURNAL.fullmatch, self._zip.NameToInfo))
        return [one[0] for one in sorted(found, key=lambda one: int(one[1]))]

    def read(self, name: str) -> bytes:
        """A part, unpacked; any exception for one that is missing, damaged or has another
        checksum."""
        return self._zip.read(name)

    def values(self, name: str) -> Any:
        """A part as plain values; exceptions as in `read`, and for what is not JSON."""
        return json.loads(self.read(name))

    def header(self, name: str = HEADER) -> Header:
        """What the log says of its run; exceptions as in `read`, and for wrong values.

        With `START`, what it said when the run began: all that tells one run from another.
        """
        if (found := written_here(self.read(name))) is not None:
            return found
        from inspect_ai.log import read_eval_log

        return of_inspect(read_eval_log(self._with([name]), header_only=True))

    def sample(self, id: str, epoch: int) -> EvalSample:
        """A sample with all that it holds; KeyError for one that the log has not, else exceptions
        as in `read`, and for wrong values."""
        from inspect_ai.log import read_eval_log

        name = self.samples[id, epoch]
        first = HEADER if self.has(HEADER) else START
        try:
            read = read_eval_log(self._with([first, name]), resolve_attachments=True)
        except Exception:
            # Perhaps it was the header.
            read = read_eval_log(self._with([START, name]), resolve_attachments=True)
        assert read.samples
        return read.samples[0]

    def damaged_samples(self) -> dict[Key, str]:
        """The samples that cannot be unpacked or have another checksum, with the reasons."""
        found = {}
        for key, name in self.samples.items():
            try:
                self.read(name)
            except Exception as error:
                # Whatever it is, this part cannot be read.
                found[key] = why(error)
        return found

    def _with(self, names: Iterable[str]) -> io.BytesIO:
        """A log of these parts alone, for Inspect's reader."""
        data = io.BytesIO()
        with ZipFile(data, "w", ZIP_STORED) as made:
            for name in names:
                made.writestr(name, self.read(name))
        data.seek(0)
        return data


def why(error: Exception) -> str:
    """Why a part of a log, or a log, cannot be read, in a few words without a stop."""
    match error:
        case ValidationError():
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            return f"{place}: {first['msg']}".removeprefix(": ")[:200]
        case json.JSONDecodeError() | UnicodeDecodeError() | RecursionError():
            return "it is not JSON"
        case BadZipFile() if "CRC" in str(error):
            return "its checksum is wrong"
        case BadZipFile():
            return "it is not a whole archive"
        case KeyError():
            return "it is missing"
        case OSError():
            return error.strerror or "it cannot be read"
        case _:
            return "it cannot be unpacked"
