"""`pre-commit` itself runs the hook of this repository: `make test-tools`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

if "TAMIS_PRE_COMMIT" not in os.environ:
    pytest.skip("pre-commit is not installed: make test-tools", allow_module_level=True)

ROOT = Path(__file__).parents[1]
PROGRAM = Path(os.environ["TAMIS_PRE_COMMIT"]).absolute()


def test_pre_commit_installs_the_hook_and_refuses_a_commit(tmp_path):
    """Of two notes that are committed one breaks a bound: it is named, and nothing is committed.

    The hook is that of this repository's last commit, in an environment that pre-commit makes.
    """
    env = {
        **os.environ,
        "PRE_COMMIT_HOME": str(tmp_path / "home"),
        "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
        "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org",
    }  # fmt: skip

    def run(*command: str, cwd: Path, check: int | None = 0) -> str:
        done = subprocess.run(
            command, cwd=cwd, env=env, capture_output=True, text=True, timeout=600
        )
        said = done.stdout + done.stderr
        assert check is None or done.returncode == check, said
        return said

    commit = run("git", "rev-parse", "HEAD", cwd=ROOT).strip()
    folder = tmp_path / "work"
    (folder / "notes").mkdir(parents=True)
    run("git", "init", "-q", ".", cwd=folder)
    (folder / "notes/good.md").write_text("- rain falls\n- snow falls\n")
    (folder / "notes/bad.md").write_text("- rain falls\n- snow falls and falls and falls\n")
    (folder / "notes/picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    (folder / "constraints.yaml").write_text("- words: {max: 5}\n- bullets: 2\n")
    (folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {ROOT}\n  rev: {commit}\n  hooks:\n  - id: tamis-check\n"
        "    files: ^notes/\n    args: [--constraints, constraints.yaml]\n"
    )
    run("git", "add", "-A", cwd=folder)
    run(str(PROGRAM), "install", cwd=folder)
    said = run("git", "commit", "-qm", "Notes", cwd=folder, check=1)
    assert "exit code: 1" in said
    assert "notes/bad.md: 1 of 2 satisfied, 1 not satisfied" in said
    assert "notes/good.md" not in said
    (folder / "notes/bad.md").write_text("- rain falls\n- hail falls\n")
    run("git", "commit", "-qam", "Notes", cwd=folder)
