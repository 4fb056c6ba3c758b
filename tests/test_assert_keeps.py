"""`tamis.assert_keeps` in other people's tests."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tamis
from tamis import assert_keeps
from tamis import constraints as c
from tamis.types import InputError

NOTE = "- rain falls\n- snow falls"


def test_a_response_that_keeps_to_everything_passes():
    """Types, plain values, sentences; or the request that it answers."""
    assert_keeps(NOTE, c.words(max=9), {"bullets": 2}, "At most 9 words.")
    assert_keeps(NOTE, request="Write a note of at most 9 words. Use 2 bullets.")


def test_the_message_has_the_working_of_all_that_failed():
    """What was counted, why it is undecided, and what was not read; not what is kept."""
    with pytest.raises(AssertionError) as failed:
        assert_keeps(NOTE, c.words(max=3), "The text must sparkle.", c.bullets(2))
    lines = [line.strip() for line in str(failed.value).splitlines()]
    assert "1 of 3 satisfied, 1 not satisfied, 1 undecided" in lines[0]
    assert lines[1:4] == [
        "not satisfied: at most 3 words", "4 words", '"rain", "falls", "snow", "falls"',
    ]  # fmt: skip
    assert lines[4] == "undecided: The text must sparkle."
    assert "does not understand" in lines[5]


def test_what_was_not_read_fails():
    """Unless what is open is allowed; what is not satisfied never is."""
    request = "Write a note of at most 9 words. Let every idea answer the one before it."
    with pytest.raises(AssertionError, match="not read: Let every idea answer the one before it"):
        assert_keeps(NOTE, request=request)
    assert_keeps(NOTE, request=request, allow_undecided=True)
    with pytest.raises(AssertionError, match="1 not satisfied"):
        assert_keeps(NOTE, c.words(max=1), allow_undecided=True)
    with pytest.raises(AssertionError, match="0 of 0 satisfied"):
        assert_keeps(NOTE, request="Write a note.", allow_undecided=True)


def test_the_worksheet_of_a_plan_is_in_the_message():
    """Line by line; of a long one the beginning."""
    plan = "\n".join(f"Day {n}\n- Soup, 300 kcal\n- Stew, 450 kcal" for n in range(1, 31))
    with pytest.raises(AssertionError) as failed:
        assert_keeps(plan, "The total daily caloric intake must be at least 900 calories.")
    said = str(failed.value)
    assert "  450 kcal  Stew" in said
    assert "total 750 kcal: not satisfied" in said
    assert "more lines" in said
    assert said.count("\n") < 30


def test_an_empty_response_fails():
    """It keeps to nothing, even where nothing would be enough."""
    with pytest.raises(AssertionError, match="the response is empty"):
        assert_keeps(" \n", c.words(max=3))


@pytest.mark.parametrize("given", [({"wrods": 3},), (3,), ()])
def test_a_constraint_that_is_none_is_an_error_of_the_test(given):
    """And no failure of the response."""
    with pytest.raises(InputError):
        assert_keeps(NOTE, *given)


def test_pytest_shows_the_line_of_the_test(tmp_path):
    """What is inside of `assert_keeps` is not shown."""
    (tmp_path / "test_it.py").write_text(
        "from tamis import assert_keeps\n"
        "def test_note():\n"
        "    assert_keeps('a b c d', 'At most 3 words.')\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert "E       AssertionError: the response does not keep to all that was asked" in done.stdout
    assert "E       not satisfied: At most 3 words." in done.stdout
    assert "test_it.py:3: AssertionError" in done.stdout
    assert "checking/assertion.py" not in done.stdout


def test_a_result_that_fails_is_not_true():
    """So that `assert keeps(…)` does what it says."""
    assert tamis.keeps(NOTE, ["At most 4 words."])
    assert tamis.keeps(NOTE, c.words(max=4)).constraints == ("at most 4 words",)
    assert not tamis.keeps(NOTE, ["At most 3 words."])
    assert not tamis.keeps(NOTE, ["At most 4 words.", "It sparkles."])
