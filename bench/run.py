"""How fast Tamis is, as ratios within one run.

    python bench/run.py [--quick] [--only PART]

The seconds are those of this machine and this hour; compare the ratios. With `--quick` every part
runs at a size of seconds, and the benches that are started by hand with them: it shows that they
still run and agree with what they are compared with, and no ratio of it says anything. It ends with
1 where one of them fails.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path

from clock import machine, table

PARTS = (
    "startup",
    "scoring",
    "harness",
    "processes",
    "calls",
    "retrieval",
    "methods",
    "corpus_in_context",
    "judging",
    "answers",
    "documents",
    "pages",
    "reports",
    "collecting",
    "diff",
    # The last one: it loads drivers of databases into this process, which other parts would count.
    "studio_load",
)
BY_HAND = {
    "asking": "--documents 20",
    "coverage": "50",
    "dumps": "{folder}/dumps --authors 20 --works 40 --editions 60",
    "everyday": "{tests}/data/requests_work.jsonl",
    "million": "--passages 2000 --files 20 --ranker bm25",
    "plan_renderings": "--count 20",
    "rankers": "--embedder hashing",
    "recall": "--trials 1 --cells 10% 0.9 good",
    "replies": "{tests}/replies/by_other_eyes.jsonl",
    "reply_renderings": "--count 20",
    "soak": "--minutes 0.01",
    "studio_attacks": "--only address",
    "studio_kills": "--kills 1",
}
"""Benches with a command line of their own, and what makes each a matter of seconds.

`bench/mutants.py` is not among them: CI runs it besides.
"""
BENCH = Path(__file__).parent
DATA = {"rankers": BENCH.parent.parent / "shared" / "data" / "quest"}
"""What is not in the repository, and without which a bench does not run."""


def main() -> int:
    """Run the parts, one table each as soon as it is done."""
    parser = argparse.ArgumentParser(description="How fast Tamis is, as ratios within one run.")
    parser.add_argument("--quick", action="store_true", help="sizes of seconds: do they all run?")
    parser.add_argument("--only", choices=(*PARTS, *BY_HAND), help="one part")
    chosen = parser.parse_args()
    print(machine(), flush=True)
    if chosen.quick and not chosen.only:
        # Nothing is judged by its time here, so two run at once.
        with ThreadPoolExecutor(2) as pool:
            names = (*PARTS, *BY_HAND)
            went = pool.map(lambda name: done(name, partial(child, name)), names)
            failed = [name for name, well in zip(names, went, strict=True) if not well]
    else:
        names = (chosen.only,) if chosen.only else PARTS
        runs = {
            name: partial(part, name, chosen.quick) if name in PARTS else partial(child, name)
            for name in names
        }
        failed = [name for name, run in runs.items() if not done(name, run)]
    if failed:
        print(f"\nfailed: {', '.join(failed)}", flush=True)
    return 1 if failed else 0


def done(name: str, run: Callable[[], str]) -> bool:
    """Print what a bench says, or how it failed; whether it did its work."""
    start = time.perf_counter()
    try:
        said = run()
    except (Exception, SystemExit):
        print(f"\n{name}: failed\n{traceback.format_exc()}", flush=True)
        return False
    print(f"\n{name} ({time.perf_counter() - start:.0f} s): {said}", flush=True)
    return True


def part(name: str, quick: bool) -> str:
    """The table of a part."""
    module = import_module(name)
    return table((module.__doc__ or name).splitlines()[0], module.measure(quick))


def child(name: str) -> str:
    """The last lines of what a bench prints in a process of its own, at a size of seconds."""
    if name in DATA and not DATA[name].exists():
        return f"left out: it needs {DATA[name]}"
    with tempfile.TemporaryDirectory() as folder:
        script, given = f"{name}.py", BY_HAND.get(name, "")
        if name in PARTS:
            script, given = "run.py", f"--quick --only {name}"
        given = given.format(folder=folder, tests=BENCH.parent / "tests")
        command = [sys.executable, str(BENCH / script), *given.split()]
        ended = subprocess.run(command, capture_output=True, text=True, cwd=BENCH.parent)
    if ended.returncode:
        raise SystemExit(f"exit code {ended.returncode}\n{(ended.stdout + ended.stderr)[-4000:]}")
    return "it runs\n" + "\n".join(ended.stdout.splitlines()[-3:])


if __name__ == "__main__":
    sys.exit(main())
