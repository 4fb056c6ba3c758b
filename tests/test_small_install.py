"""The small install: `tamis check` without a model, with the packages of requirements-check.txt."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tamis import constraints as c

ROOT = Path(__file__).parents[1]
PINNED = dict(
    line.split(";")[0].strip().split("==")
    for line in (ROOT / "requirements-check.txt").read_text().splitlines()
)
"""The packages of the small install, with their versions."""

_CODE = """
import importlib.machinery, json, sys
allowed = set(json.loads(sys.argv.pop(1)))

class Finder(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        found = super().find_spec(name, path, target)
        there = found is not None and "site-packages" in str(found.origin)
        return None if there and name.partition(".")[0] not in allowed else found

sys.meta_path = [one for one in sys.meta_path if one is not importlib.machinery.PathFinder]
sys.meta_path.append(Finder)
from tamis.cli import main
main()
"""


def small(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the command where no other packages can be imported."""
    modules = [
        module
        for module, names in packages_distributions().items()
        if any(_normal(name) in PINNED for name in names)
    ]
    command = [sys.executable, "-c", _CODE, json.dumps(["tamis", *modules]), *args]
    return subprocess.run(command, capture_output=True, text=True)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_versions_are_those_of_the_lock_file():
    """`make small-install` writes them anew; only what Tamis depends on anyway is among them."""
    locked = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    assert PINNED.items() <= {(one["name"], one.get("version")) for one in locked}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    core = {re.match(r"[\w-]+", one)[0] for one in project["project"]["dependencies"]}
    assert set(project["dependency-groups"]["check"]) <= core
    assert set(project["dependency-groups"]["check"]) <= PINNED.keys()


def test_every_type_of_constraint_is_checked(tmp_path, tamis_here):
    """Both examples of each, with the verdicts of a full install; and every output is written."""
    with (tmp_path / "pairs.jsonl").open("w") as file:
        for name in c.known():
            kind = c.type_of(name)
            for parameters, response in (kind.passes, kind.fails):
                pair = {"response": response, "constraints": [{name: parameters}]}
                file.write(json.dumps(pair) + "\n")
    pairs = ("check", "--pairs", str(tmp_path / "pairs.jsonl"), "--json")
    done = small(*pairs)
    assert done.returncode == 1, done.stderr
    assert done.stdout == tamis_here(*pairs, check=1).out
    (tmp_path / "note.md").write_text("- one\n- two\n")
    (tmp_path / "rules.yaml").write_text("- bullets: 2\n- No commas.\n")
    written = [str(tmp_path / name) for name in ("page.html", "junit.xml")]
    done = small(
        "check", str(tmp_path / "note.md"), "--constraints", str(tmp_path / "rules.yaml"),
        "--explain", "--html", written[0], "--junit", written[1],
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert all(Path(path).stat().st_size for path in written)


@pytest.mark.parametrize("command", ["run kitab", "ask --corpus . who?", "report ."])
def test_other_commands_say_what_installs_them(command):
    """One sentence with the package that is missing, and exit code 2."""
    done = small(*command.split())
    assert done.returncode == 2
    assert "pip install tamis" in done.stderr
    assert len(done.stderr.splitlines()) == 1
