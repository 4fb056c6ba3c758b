"""Small changes to the code, drawn with a seed: do the tests notice them?

    make mutants ARGS="--seed 7 --number 60 --room scoring"
    make mutants ARGS="--changed main --near 6 --minutes 3"
    make mutants ARGS="--lines tamis/stats/sign_flip.py:40"

Each mutant is one change to one line of a temporary copy of the package (the working tree is
never written to), and runs against tests that reach the line. Which those are is recorded once
with coverage.py, by test file, in `.mutants/`; a test file that has changed, or reached a source
file that has, is recorded again. That takes as long as the suite on one core: where nothing is
recorded (CI), `--near N` records only the N test files that import what is nearest. Every run is
a fork of one process that has imported the libraries, with the signal handlers that a process
starts with.

A line is drawn first, then a change on it, so that a long table is not most of a draw. Mutmut 3
(it leaves names outside of functions alone, and draws nothing) and Cosmic Ray (which changes the
tree itself, and runs one command for every mutant) were looked at and not taken.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import takewhile
from pathlib import Path

from mutations import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / ".mutants"
ROOMS = {
    "scoring": (
        *(f"benchmarks/*/{name}" for name in ("*score*.py", "tables.py", "shares.py", "answers/*")),
        *("benchmarks/*/errors.py", "benchmarks/*/factuality/*", "benchmarks/*/analysis/*"),
        *("benchmarks/*/name_check.py", "measures/", "stats/", "checking/", "text/"),
        *("writing/edits/",),
    ),
    "others": ("*",),  # All that no room above it has.
}
LIBRARIES = (
    *("inspect_ai", "inspect_ai.model", "inspect_ai.dataset", "inspect_ai.scorer", "click", "rich"),
    *("numpy", "pydantic", "rapidfuzz.fuzz", "bm25s", "Stemmer", "jinja2", "json_repair", "regex"),
    *("markdown_it", "jsonschema", "pypdf", "selectolax.lexbor", "rouge_score.rouge_scorer"),
    *("huggingface_hub", "hypothesis", "fastapi", "sqlalchemy.orm", "alembic.command", "uvicorn"),
    *("playwright.sync_api", "psycopg", "openai", "pyarrow.parquet", "argon2", "filelock"),
    *("httpx", "yaml"),
)
"""What the package and its tests import: once for all mutants, where it is installed."""
SKIPPED = (
    *("real_model", "test_train", "tools_", "browser", "architecture", "hostile"),
    *("studio_away", "run_resume", "run_calls"),
)
"""Test files that need more than is installed, open a browser, look at the code itself or at how
long it takes, or run it in processes of their own that are killed.
"""
SLOW = 40.0
"""Seconds; a test that takes longer is in no mutant's run."""


def sha(path: Path) -> str:
    """What a file holds, in short."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def room_of(path: Path, source: Path) -> str:
    """The first room that has this file."""
    relative = path.relative_to(source / "tamis")
    for room, patterns in ROOMS.items():
        for pattern in patterns:
            if pattern.endswith("/") and relative.as_posix().startswith(pattern):
                return room
            if not pattern.endswith("/") and relative.match(pattern):
                return room
    raise AssertionError(path)


def forked(work: Callable[[], int], seconds: float, output: Path) -> int | None:
    """Do the work in a process of its own; its exit code, or nothing where it took too long."""
    child = os.fork()
    if child == 0:
        os.setsid()
        for number in (signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        said = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(said, 1)
        os.dup2(said, 2)
        code = 3
        try:
            code = work()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    until = time.monotonic() + seconds
    status = None
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):  # What the tests themselves have started.
        os.killpg(child, signal.SIGKILL)
    if not done:
        os.waitpid(child, 0)
        return None
    return os.waitstatus_to_exitcode(status)


def pytest_on(files: Iterable[str], source: Path, plugin: object, *options: str) -> int:
    """Run pytest in this process on a copy of the package."""
    import pytest

    sys.dont_write_bytecode = True
    os.environ |= {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.path.insert(0, str(source))
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", *options)
    return int(pytest.main([*options, *files], plugins=[plugin]))


class Recorder:
    """Notes which tests pass, and in how many seconds; gives coverage.py each test's name."""

    def __init__(self, coverage: object) -> None:
        self.coverage, self.passed, self.failed = coverage, {}, set()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """What runs from here on is run by this test."""
        self.coverage.switch_context(nodeid)

    def pytest_runtest_logreport(self, report) -> None:
        """A test is used where all of it passes."""
        if report.outcome != "passed":
            self.failed.add(report.nodeid)
        taken = self.passed.get(report.nodeid, 0.0)
        self.passed[report.nodeid] = round(taken + report.duration, 3)


def record(test: Path, source: Path) -> None:
    """Run one test file and keep which of its tests reach which lines."""
    stored, notes = RECORDS / f"{test.stem}.coverage", RECORDS / f"{test.stem}.json"

    def work() -> int:
        from coverage import Coverage

        found = Coverage(data_file=str(stored), source=[str(source / "tamis")], config_file=False)
        found.erase()
        found.start()
        seen = Recorder(found)
        pytest_on([str(test)], source, seen)
        found.stop()
        found.save()
        data = found.get_data()
        reached = {
            name
            for name in data.measured_files()
            if any(map(any, data.contexts_by_lineno(name).values()))
        }
        kept = {
            "test": sha(test),
            "passed": {one: s for one, s in seen.passed.items() if one not in seen.failed},
            "folder": str(source),
            "sources": {str(Path(one).relative_to(source)): sha(Path(one)) for one in reached},
        }
        notes.write_text(json.dumps(kept))
        return 0

    start = time.monotonic()
    code = forked(work, 900, source.parent / "said.txt")
    if code != 0:
        notes.write_text(json.dumps({"test": sha(test), "passed": {}, "sources": {}}))
    print(f"recorded {test.name} in {time.monotonic() - start:.0f} s (exit {code})", flush=True)


def recorded(tests: list[Path], source: Path) -> dict[str, dict]:
    """What each test file reaches, recorded anew where it or what it reached has changed."""
    RECORDS.mkdir(exist_ok=True)
    found = {}
    for test in tests:
        notes = RECORDS / f"{test.stem}.json"
        kept = json.loads(notes.read_text()) if notes.is_file() else {}
        fresh = kept.get("test") == sha(test) and all(
            (source / name).is_file() and sha(source / name) == known
            for name, known in kept["sources"].items()
        )
        if not fresh:
            record(test, source)
        found[test.stem] = json.loads(notes.read_text())
    return found


def _shared(one: Sequence[str], two: Sequence[str]) -> int:
    """How many steps two places have in common from the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))


def near(mutant: Mutant, tests: list[Path], most: int) -> list[Path]:
    """The test files that name most of a mutant's module: itself, or else a package it is in."""
    steps = Path(mutant.path).with_suffix("").parts

    def shared(test: Path) -> tuple[int, int]:
        text = test.read_text("utf-8")
        named = re.findall(r"^ *from (tamis[.\w]*) import (\w+)|\b(tamis(?:\.\w+)+)", text, re.M)
        parts = [".".join(filter(None, one)).split(".") for one in named]
        return max((_shared(one, steps) for one in parts), default=0), -len(text)

    ranked = sorted(((shared(test), test) for test in tests), reverse=True)
    return [test for (depth, _), test in ranked if depth > 1][:most]


def reaching(mutant: Mutant, records: dict[str, dict]) -> tuple[dict[str, float], dict[str, float]]:
    """The tests that reach a mutant's line, and others that may notice it, with their seconds.

    What stands outside of functions runs when it is imported, in no test's name: there it is those
    that reach the functions which name it, or else any line of the file. A run that the tests of a
    file share is made in the name of the first of them, but judged by the others: these are all
    tests of the files with a test that reaches the line.
    """
    from coverage import CoverageData

    on_line: dict[str, float] = {}
    beside: dict[str, float] = {}
    in_file: dict[str, float] = {}
    for stem, notes in records.items():
        if mutant.path not in notes["sources"]:
            continue
        data = CoverageData(str(RECORDS / f"{stem}.coverage"))
        data.read()
        found: dict[str, float] = {}
        for line, tests in data.contexts_by_lineno(f"{notes['folder']}/{mutant.path}").items():
            known = {one: notes["passed"][one] for one in tests if one in notes["passed"]}
            in_file |= known
            if line in mutant.lines:
                found |= known
        on_line |= found
        if found:
            beside |= notes["passed"]
    first, then = (
        {one: s for one, s in tests.items() if s < SLOW} for tests in (on_line or in_file, beside)
    )
    return first, {one: s for one, s in then.items() if one not in first}


class Chosen:
    """Keeps of the collected tests those that are meant, the quickest first."""

    def __init__(self, wanted: list[str]) -> None:
        self.place = {one: nth for nth, one in enumerate(wanted)}

    def pytest_collection_modifyitems(self, items: list) -> None:
        """Drop the others."""
        items[:] = [one for one in items if one.nodeid in self.place]
        items.sort(key=lambda one: self.place[one.nodeid])


def within(tests: dict[str, float], seconds: float) -> list[str]:
    """The tests that together take so long: the quickest of each file, then the quickest of all."""
    seen: set[str] = set()
    ranked = []
    for one, taken in sorted(tests.items(), key=lambda each: (each[1], each[0])):
        file = one.partition("::")[0]
        ranked.append((file in seen, taken, one))
        seen.add(file)
    kept, spent = [], 0.0
    for _, taken, one in sorted(ranked):
        if spent + taken <= seconds or (not kept and seconds > 0):
            kept.append(one)
            spent += taken
    return kept


def verdict(
    mutant: Mutant,
    tests: tuple[dict[str, float], dict[str, float]],
    source: Path,
    seconds: float,
) -> str:
    """Whether tests notice a mutant: "noticed", "timeout", "survived" or why that is unknown.

    Those that reach it have the `seconds`, and what they leave is for the others.
    """
    reach, beside = tests
    chosen = within(reach, seconds)
    if not chosen:
        return "unreached"
    taken = reach | beside
    chosen += within(beside, seconds - sum(taken[one] for one in chosen))
    path = source / mutant.path
    before = path.read_bytes()
    times = path.stat()
    path.write_bytes(mutant.applied(before))
    files = sorted({one.split("::")[0] for one in chosen})
    limit = 60 + 10 * sum(taken[one] for one in chosen)
    try:
        code = forked(
            lambda: pytest_on(files, source, Chosen(chosen), "-x"),
            limit,
            source.parent / "said.txt",
        )
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    of = f"{len(chosen)} of {len(taken)} tests"
    if code is None:
        return f"timeout ({of})"
    if code in (4, 5):
        return f"error: pytest's exit code {code}"
    return f"{'survived' if code == 0 else 'noticed'} ({of})"


def changed_since(commit: str) -> dict[str, set[int]]:
    """The lines of each file of the package that are new since a commit."""
    command = ["git", "diff", "--unified=0", "--no-color", "--relative=src", commit, "--", "src"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found: dict[str, set[int]] = {}
    path = ""
    for line in said.splitlines():
        if line.startswith("+++ b/"):
            path = line.removeprefix("+++ b/")
        elif at := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, length = int(at[1]), int(at[2] or 1)
            found.setdefault(path, set()).update(range(first, first + length))
    return found


def drawn(
    files: list[Path],
    source: Path,
    seed: int,
    touched: dict[str, set[int]] | None = None,
    whole: bool = False,
) -> Iterator[Mutant]:
    """Mutants in a random order: a line, if need be a touched one, then one of its changes.

    `whole` takes all of its changes.
    """
    lines: dict[tuple[Path, int], list[Mutant]] = {}
    for path in files:
        for mutant in mutants_of(path, source):
            if touched is None or mutant.line in touched[mutant.path]:
                lines.setdefault((path, mutant.line), []).append(mutant)
    draw = random.Random(seed)
    for path, line in draw.sample(sorted(lines), len(lines)):
        for mutant in lines[path, line] if whole else [draw.choice(lines[path, line])]:
            with contextlib.suppress(SyntaxError):
                compile(mutant.applied(path.read_bytes()), path, "exec")
                yield mutant


def main() -> int:
    """Draw, run and print a table, then the survivors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--number", type=int, default=20, help="mutants a room")
    parser.add_argument("--room", choices=ROOMS, help="one room only")
    parser.add_argument(
        "--changed", metavar="REF", help="only lines that are new since this commit"
    )
    parser.add_argument("--lines", nargs="+", metavar="FILE:N", help="all changes to these lines")
    parser.add_argument("--path", nargs="+", help="only files whose path holds one of these")
    parser.add_argument("--tests", nargs="+", default=["test_*.py"], help="test files, as patterns")
    parser.add_argument("--near", type=int, metavar="N", help="only the N nearest test files")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for one mutant")
    parser.add_argument("--minutes", type=float, default=600, help="draw no more after this long")
    parser.add_argument("--record", action="store_true", help="only record what the tests reach")
    chosen = parser.parse_args()
    sys.path.remove(str(ROOT / "bench"))  # It has a coverage.py of its own.
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):
            import_module(name)
    tests = [
        one
        for pattern in chosen.tests
        for one in sorted((ROOT / "tests").glob(pattern))
        if not any(part in one.name for part in SKIPPED)
    ]
    until = time.monotonic() + 60 * chosen.minutes
    with tempfile.TemporaryDirectory(prefix="tamis-mutants-") as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source)
        files = sorted((source / "tamis").rglob("*.py"))
        touched = changed_since(chosen.changed) if chosen.changed else None
        if chosen.lines:
            touched = {}
            for path, _, line in (one.partition(":") for one in chosen.lines):
                touched.setdefault(path, set()).add(int(line))
        if touched is not None:
            files = [one for one in files if str(one.relative_to(source)) in touched]
        if chosen.path:
            files = [one for one in files if any(part in str(one) for part in chosen.path)]
        records = {} if chosen.near else recorded(tests, source)
        if chosen.record:
            return 0
        survivors, table = [], {}
        for room in (chosen.room,) if chosen.room else ROOMS:
            counts: Counter[str] = Counter()
            own = [one for one in files if room_of(one, source) == room]
            for mutant in drawn(own, source, chosen.seed, touched, bool(chosen.lines)):
                if counts.total() == chosen.number or time.monotonic() > until:
                    break
                if chosen.near:
                    records = recorded(near(mutant, tests, chosen.near), source)
                said = verdict(mutant, reaching(mutant, records), source, chosen.seconds)
                counts[said.split()[0]] += 1
                print(f"{said:28} {mutant}", flush=True)
                if said.startswith(("survived", "unreached")):
                    survivors.append(f"- {mutant}; {said}")
            table[room] = counts
    print(f"\nseed {chosen.seed}\n\n| room | mutants | noticed | share |\n|---|---|---|---|")
    for room, counts in table.items():
        noticed, n = counts["noticed"] + counts["timeout"], counts.total() - counts["error:"]
        print(f"| {room} | {n} | {noticed} | {f'{noticed / n:.0%}' if n else '–'} |")
    print("\nSurvivors:\n" + "\n".join(survivors or ["none"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
