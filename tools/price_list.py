"""Makes `src/tamis/prices/litellm.csv` from a wheel of litellm.

    pip download --no-deps --only-binary :all: litellm --dest FOLDER
    python tools/price_list.py FOLDER/litellm-*.whl [YYYY-MM-DD]

The day is the one on which the wheel was downloaded, today unless given. Taken are the models that
answer in text, of providers that Inspect has under one name, and that were not withdrawn by then.
Prices for long prompts, batches and other ways of being served are left out: the list has what a
usual call costs.
"""

from __future__ import annotations

import csv
import datetime
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

TABLE = "litellm/model_prices_and_context_window_backup.json"
LIST = Path(__file__).parents[1] / "src/tamis/prices/litellm.csv"
PROVIDERS = {
    "anthropic": "anthropic",
    "deepseek": "deepseek",
    "gemini": "google",
    "mistral": "mistral",
    "openai": "openai",
    "xai": "grok",
}
"""The names of providers in litellm, and in Inspect."""

PRICES = {
    "input": "input_cost_per_token",
    "output": "output_cost_per_token",
    "input_cache_read": "cache_read_input_token_cost",
    "input_cache_write": "cache_creation_input_token_cost",
    "reasoning": "output_cost_per_reasoning_token",
}
"""The prices of a price file, and of a token in litellm."""

OTHER_WORK = re.compile(
    "^ft:|audio|codex|computer-use|deep-research|image|live|ocr|robotics|search|tts|-experimental-"
)
"""Models that are tuned by a customer, or made for other work than answering in text."""


def rows(table: dict[str, dict[str, Any]], source: str, day: str) -> Iterator[dict[str, str]]:
    """The lines of the list, by model."""
    found: dict[str, dict[str, str]] = {}
    for name, entry in table.items():
        provider = PROVIDERS.get(entry.get("litellm_provider", ""))
        model = name.removeprefix(f"{entry.get('litellm_provider')}/")
        if provider is None or entry.get("mode") not in ("chat", "responses"):
            continue
        if OTHER_WORK.search(model) or entry.get("deprecation_date", "9999") <= day:
            continue
        if not (entry.get("input_cost_per_token") and entry.get("output_cost_per_token")):
            continue
        million = {
            own: f"{entry[theirs] * 1e6:.6g}" if entry.get(theirs) is not None else ""
            for own, theirs in PRICES.items()
        }
        # No provider writes to a cache for nothing: a 0 says that writing has no price of its own.
        if million["input_cache_write"] == "0":
            million["input_cache_write"] = ""
        full = f"{provider}/{model}"
        found[full] = {"model": full, **million, "source": source, "date": day}
    for name in sorted(found):
        yield found[name]


def main(wheel: Path, day: str) -> None:
    """Write the list."""
    with ZipFile(wheel) as archive:
        table = json.loads(archive.read(TABLE))
    source = " ".join(wheel.name.split("-")[:2])
    made = list(rows(table, source, day))
    with LIST.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["model", *PRICES, "source", "date"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(made)
    print(f"{LIST}: {len(made)} models, {source}, {day}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), (sys.argv[2:] or [datetime.date.today().isoformat()])[0])
