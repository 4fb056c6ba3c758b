"""The changes that `make mutants` draws from, and which tests are run against one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench"
CODE = '''\
"""Docstring."""
import re

WORDS = re.compile(r"one|two words|three")
USES = (WORDS, 7)


def small(a: int, b: str = "x") -> bool:
    """Docstring."""
    print(a)
    if a < 3 and b:
        raise ValueError("not 3")
    return max(a, len([c for c in b if c])) == 4


def other() -> object:
    return USES
'''


@pytest.fixture
def bench(monkeypatch):
    """The two modules."""
    monkeypatch.syspath_prepend(str(BENCH))
    import mutants
    import mutations

    yield mutants, mutations
    for name in ("mutants", "mutations"):
        sys.modules.pop(name, None)


@pytest.fixture
def file(tmp_path) -> Path:
    """A file of a package."""
    path = tmp_path / "tamis" / "stats" / "code.py"
    path.parent.mkdir(parents=True)
    path.write_text(CODE)
    return path


def test_each_mutant_is_one_change_in_one_place(bench, file, tmp_path):
    """Nothing in docstrings, annotations and messages; the rest of the text stays as it was."""
    found = list(bench[1].mutants_of(file, tmp_path))
    for one in found:
        text = one.applied(CODE.encode()).decode()
        same = sum(a == b for a, b in zip(text.splitlines(), CODE.splitlines(), strict=True))
        assert same == len(CODE.splitlines()) - 1
    said = {(one.line, one.kind, one.after) for one in found}
    for expected in [
        (4, "alternative dropped", "('one|three')"),
        (5, "constant", "(8)"),
        (8, "constant", "('')"),
        (10, "statement removed", "pass"),
        (11, "comparison", "(a <= 3)"),
        (11, "and/or", "(a < 3 or b)"),
        (11, "operand dropped", "(b)"),
        (11, "condition negated", "(not (a < 3 and b))"),
        (13, "max", "(min(a, len([c for c in b if c])))"),
        (13, "filter dropped", "([c for c in b])"),
        (13, "None returned", "(None)"),
    ]:
        assert expected in said, said
    assert not [one for one in found if one.line in (1, 2, 9, 12)]


def test_a_name_of_the_module_is_reached_where_it_is_used(bench, file, tmp_path):
    """Also where only what was made of it is used."""
    [one, *_] = [m for m in bench[1].mutants_of(file, tmp_path) if m.line == 4]
    assert one.lines == {17}


def test_a_seed_draws_the_same_mutants_again(bench, file, tmp_path):
    """One for each line; another seed has another order."""
    draws = [list(map(str, bench[0].drawn([file], tmp_path, seed))) for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]
    assert len(draws[0]) == 7
    assert bench[0].room_of(file, tmp_path) == "scoring"


def test_the_tests_of_a_mutant_are_the_quickest_but_one_of_every_file(bench):
    """As many as the seconds allow; at least one, however long it takes."""
    tests = {"a::1": 1.0, "a::2": 1.5, "a::3": 2.0, "b::1": 3.0, "c::1": 90.0}
    assert bench[0].within(tests, 6) == ["a::1", "b::1", "a::2"]
    assert bench[0].within({"c::1": 90.0}, 6) == ["c::1"]


def test_changed_lines_are_those_that_are_new(bench, tmp_path, monkeypatch):
    """By file of the package; a file that a commit lacks is new as a whole."""
    monkeypatch.setattr(bench[0], "ROOT", tmp_path)
    path = tmp_path / "src/tamis/one.py"
    path.parent.mkdir(parents=True)
    path.write_text("a = 1\nb = 2\nc = 3\nd = 4\n")
    git = ["git", "-C", str(tmp_path), "-c", "user.name=x", "-c", "user.email=x@x"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, *command], check=True)
    path.write_text("a = 1\nb = 5\nc = 3\nd = 4\ne = 5\nf = 6\n")
    (path.parent / "two.py").write_text("a = 1\n")
    subprocess.run([*git, "add", "."], check=True)
    found = bench[0].changed_since("HEAD")
    assert found == {"tamis/one.py": {2, 5, 6}, "tamis/two.py": {1}}


def test_the_nearest_tests_name_the_module_or_its_package(bench, file, tmp_path):
    """The nearest first; those that name only the whole package are not near."""
    said = {
        "test_a": "import tamis.stats",
        "test_b": "from tamis.stats import code, other",
        "test_c": "from tamis.stats.other import x",
        "test_d": "from tamis.text import x",
    }
    tests = [tmp_path / f"{name}.py" for name in said]
    for one in tests:
        one.write_text(said[one.stem])
    [mutant, *_] = bench[1].mutants_of(file, tmp_path)
    assert [one.stem for one in bench[0].near(mutant, tests, 9)] == ["test_b", "test_a", "test_c"]
    assert [one.stem for one in bench[0].near(mutant, tests, 1)] == ["test_b"]


def test_a_default_is_reached_where_the_body_runs(bench, file, tmp_path):
    """The line that defines a function runs when it is imported, in no test's name."""
    [one] = [m for m in bench[1].mutants_of(file, tmp_path) if m.before == '"x"']
    assert one.lines == {9, 10, 11, 13}
