"""A log of many samples, made from the log of a small run: what `tamis report` reads, no more.

    python bench/large_log.py RUN.eval LARGE.eval 50000

The header is that of the small run. Its samples recur under other ids and with other clusters (such
as authors); each has the figures of a sample drawn from a seed, every fiftieth is cut at its limit
of tokens, and every hundredth ended in an error. There are no messages: a report reads none.
"""

from __future__ import annotations

import json
import random
import sys
import zipfile
from pathlib import Path
from typing import Any

FILES = ("_journal/start.json", "header.json", "summaries.json")
ERROR = "RuntimeError('the server is away')"


def write_large(source: Path, target: Path, number: int, seed: int = 7) -> None:
    """Write a log with `number` samples; the same arguments give the same bytes."""
    from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries

    log = read_eval_log(str(source), header_only=True)
    header = log.model_dump(mode="json", exclude={"samples", "reductions", "location", "etag"})
    small = [one.model_dump(mode="json") for one in read_eval_log_sample_summaries(str(source))]
    cluster = header["eval"]["metadata"].get("cluster", "")
    rng = random.Random(seed)
    made = [_copy(small, nth, cluster, rng.choice(small)) for nth in range(number)]
    header["eval"]["dataset"] |= {"samples": number, "sample_ids": [one["id"] for one in made]}
    header["eval"]["metadata"] |= {"samples": str(number)}
    texts = ({"version": 2, "eval": header["eval"], "plan": header["plan"]}, header, made)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in zip(FILES, texts, strict=True):
            # A fixed date, so that the bytes are the same at any time.
            archive.writestr(zipfile.ZipInfo(name), json.dumps(value), zipfile.ZIP_DEFLATED, 1)


def _copy(
    samples: list[dict[str, Any]], nth: int, cluster: str, scored: dict[str, Any]
) -> dict[str, Any]:
    """One of the samples under another id, in another cluster, with the scores of `scored`."""
    copy, of = divmod(nth, len(samples))
    sample = samples[of]
    about = dict(sample["metadata"])
    if cluster in about:
        # Five copies of a sample share one, so that clusters differ in size.
        about[cluster] = f"{about[cluster]} {copy // 5}"
    made = {**sample, "id": f"{sample['id']}-{nth}", "metadata": about, "scores": scored["scores"]}
    if nth % 100 == 99:
        return {**made, "scores": None, "error": ERROR, "completed": False}
    return {**made, "scores": _cut(scored["scores"])} if nth % 50 == 24 else made


def _cut(scores: dict[str, Any]) -> dict[str, Any]:
    """The scores of a reply that was cut: 0 in the figures of which there is a `read_…`."""
    found = {}
    for name, score in scores.items():
        values = dict(score["value"])
        values |= {key: 0.0 for key in values if f"read_{key}" in values}
        values |= {"ok": 0.0, "empty": 0.0, "truncated": 1.0}
        found[name] = {**score, "value": values}
    return found


if __name__ == "__main__":
    write_large(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
