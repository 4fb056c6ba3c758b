"""Fixtures that several tests share."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("studio")

import here  # noqa: E402
import signals  # noqa: E402
from studio import (  # noqa: E402, F401
    _postgres_stops,
    browser,
    chromium,
    database,
    database_url,
    served,
    studio,
)

# The same examples on every machine, and no limit on the time of one: the first use of a word
# list takes half a second.
settings.register_profile("tamis", deadline=None, derandomize=True)
settings.load_profile("tamis")

signals.heed()


@pytest.fixture
def tamis(tmp_path, monkeypatch):
    """Run the command `tamis` in an empty folder, as its user would; returns the process."""

    def run(*args: str, check: bool | int | None = 0, **env: str):
        done = subprocess.run(
            [sys.executable, "-m", "tamis", *args],
            cwd=tmp_path,
            env={**os.environ, "TAMIS_HOME": str(tmp_path / "home"), "COLUMNS": "100", **env},
            capture_output=True,
            text=True,
            timeout=240,
        )
        assert "Traceback" not in done.stderr + done.stdout, done.stderr
        if check is not None:
            assert done.returncode == check, done.stdout + done.stderr
        return done

    run.folder = Path(tmp_path)
    return run


@pytest.fixture
def tamis_here(tmp_path, monkeypatch, capsys):
    """Run the command `tamis` in this process, in an empty folder: fast, for what runs nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")

    def run(*args: str, check: int = 0):
        code = here.tamis(*args)
        said = capsys.readouterr()
        assert code == check, said.out + said.err
        return said

    run.folder = Path(tmp_path)
    return run


def pytest_terminal_summary(terminalreporter):
    """Say how many comparisons with released data were left out, by what was missing."""
    missing = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if found := re.search(r"shared/data\b\S*", why):
            missing[found[0].rstrip(".,:")] += 1
    if missing:
        terminalreporter.section("left out")
        terminalreporter.line(
            f"{missing.total()} comparisons with released data, which may not be committed, were "
            "left out (CONTRIBUTING.md, Golden values). Not here beside the repository:"
        )
        for path, n in sorted(missing.items()):
            terminalreporter.line(f"{n:4} need ../{path}")
