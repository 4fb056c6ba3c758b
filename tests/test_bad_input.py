"""What is said of bad input in many places: an unknown name, a package, a file, a field."""

from __future__ import annotations

import doctest
import sys

import pytest

from tamis.bad_input import MOST_NAMES, needs_package, unknown, unreadable
from tamis.inputs import rows
from tamis.types import InputError


def test_the_examples_of_the_sentences_are_as_they_say():
    """Each helper shows the sentence that it makes."""
    for module in (sys.modules["tamis.bad_input"], rows):
        failed, tried = doctest.testmod(module)
        assert failed == 0
        assert tried > 0


@pytest.mark.parametrize(
    ("given", "meant"),
    [("progam", "program"), ("PROGRAM", "program"), ("modle", "model"), ("x", None), ("", None)],
)
def test_the_nearest_of_the_known_names_is_asked_for(given, meant):
    """And all are listed, in their order; where none is near, nothing is asked."""
    said = str(unknown("judge", given, ("model", "program")))
    assert repr(given) in said
    assert said.endswith("; choose one of model, program.")
    assert (f"did you mean {meant!r}?" in said) if meant else "mean" not in said


def test_many_known_names_are_cut_and_one_is_not_a_choice():
    """How many there are is said; and what else may be done stands at the end."""
    said = str(unknown("column", "colour", [f"c{n}" for n in range(500)], or_else="leave it out"))
    assert f"c{MOST_NAMES - 1}, … (500 in all), or leave it out." in said
    assert "there is only dev" in str(unknown("split", "test", ["dev"]))
    assert "there are none" in str(unknown("box", "x", []))


def test_a_name_cannot_act_on_what_shows_the_sentence():
    """Control characters and line breaks, given or known, of a file or of a person."""
    said = str(unknown("column", "a\n\x1b[2J", ["b\n\x1b[2J", "\u202ec"], where="f.csv"))
    assert said.isprintable()
    assert len(str(unknown("column", "x" * 9_000, ["y" * 9_000]))) < 400


def test_a_package_is_named_with_the_command_that_brings_it():
    """With its extra, without one, and with what does without it."""
    assert "pip install 'tamis[lsa]'" in str(needs_package("lsa", "scikit-learn", extra="lsa"))
    assert "pip install pandas." in str(needs_package("a table", "pandas"))
    assert "a, b and c, which are" in str(needs_package("it", "a", "b", "c", instead="take d"))


@pytest.mark.parametrize(
    "error", [OSError(13, "Permission denied"), ValueError("Permission\ndenied.")]
)
def test_the_reason_of_a_file_that_is_not_read_is_on_one_line(error):
    """Of an error of the system its own words, without its number."""
    found = unreadable("a.csv", error, "give another")
    assert isinstance(found, InputError)
    assert str(found) == "a.csv cannot be read (Permission denied); give another."
