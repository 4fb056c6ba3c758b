"""How long the samples of a run took, from its logs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from tamis.report.runs import Run


def seconds_per_sample(run: Run) -> float | None:
    """The mean of Inspect's working time of a sample, without waiting and retries.

    Of a sample that was run again the later log counts, as elsewhere. None where the logs do not
    say, as of a run that has not ended.
    """
    found: dict[tuple[str, int], float] = {}
    for path in run.logs:
        for sample in _samples(path):
            if (id := str(sample.get("id", ""))).endswith(run.suffix):
                took = sample.get("working_time") or sample.get("total_time")
                if isinstance(took, int | float):
                    found[id, int(sample.get("epoch", 1))] = float(took)
    return sum(found.values()) / len(found) if found else None


def _samples(path: Path) -> Iterator[dict[str, Any]]:
    try:
        if path.suffix == ".json":
            read = json.loads(path.read_bytes()).get("samples")
        else:
            with ZipFile(path) as archive:
                read = json.loads(archive.read("summaries.json"))
    except (OSError, ValueError, KeyError, BadZipFile):
        # Times are an extra: what cannot be read here was said where the run was read.
        return
    yield from (sample for sample in read or () if isinstance(sample, dict))
