"""How fast Tamis is, as ratios within one run.

    python bench/run.py [--quick] [--only PART]

The seconds are those of this machine and this hour; compare the ratios.
"""

from __future__ import annotations

import argparse
import time
from importlib import import_module

from clock import machine, table

PARTS = (
    "startup",
    "scoring",
    "harness",
    "processes",
    "retrieval",
    "methods",
    "corpus_in_context",
    "judging",
    "answers",
    "pages",
    "reports",
    "collecting",
    "diff",
    # The last one: it loads drivers of databases into this process, which other parts would count.
    "studio_load",
)


def main() -> None:
    """Run the parts, one table each as soon as it is done."""
    parser = argparse.ArgumentParser(description="How fast Tamis is, as ratios within one run.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the sizes")
    parser.add_argument("--only", choices=PARTS, help="one part")
    chosen = parser.parse_args()
    print(machine(), flush=True)
    for name in (chosen.only,) if chosen.only else PARTS:
        start = time.perf_counter()
        part = import_module(name)
        rows = part.measure(chosen.quick)
        took = time.perf_counter() - start
        headline = (part.__doc__ or name).splitlines()[0]
        print(f"\n{table(f'{name}: {headline} ({took:.0f} s)', rows)}", flush=True)


if __name__ == "__main__":
    main()
