"""Base forms of words: each normaliser, its name, and what happens where one is missing."""

from __future__ import annotations

import importlib.util
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.measures import words as module
from tamis.measures.words import installed, words
from tamis.types import InputError

TEXT = "the presidents were born in washington, d.c., and co-founded titanic's studios (1,234)."


@pytest.fixture
def forget():
    """Normalisers made in a test are not those of the next one."""
    module._by_name.cache_clear()
    yield
    module._by_name.cache_clear()


@cache
def _blank():
    import spacy

    return spacy.blank("en")


def _only(monkeypatch, *have):
    found = importlib.util.find_spec
    monkeypatch.setattr(module, "find_spec", lambda name: found("json") if name in have else None)


def test_the_plain_normaliser_stems_and_keeps_marks():
    """Snowball's stems, marks as words of their own, possessives cut off; worked by hand."""
    assert words("pystemmer").forms(TEXT) == [
        *["the", "presid", "were", "born", "in", "washington", ",", "d.c.", ",", "and"],
        *["co", "-", "found", "titan", "'s", "studio", "(", "1,234", ")", "."],
    ]


@given(st.text(alphabet="aeinst'.,-’é1$%&!?():/@ \n\u00a0", max_size=80))
def test_spacy_by_runs_is_spacy_on_the_whole(text):
    """Cutting each run of characters once gives the tokens that spaCy gives for the text."""
    pytest.importorskip("spacy")
    expected = [token.text for token in _blank()(text) if not token.is_space]
    assert words("spacy-blank").forms(text) == expected


@pytest.mark.parametrize("name", ["pystemmer", "spacy-blank+pystemmer"])
def test_a_very_long_run_takes_no_time(name):
    """spaCy alone takes half a minute for 20,000 brackets."""
    if name != "pystemmer":
        pytest.importorskip("spacy")
    assert len(words(name).forms("(" * 20_000)) == 20_000


@pytest.mark.parametrize(
    ("have", "expected"),
    [
        ((), "pystemmer"),
        (("spacy",), "spacy-blank+pystemmer"),
        (("spacy", "en_core_web_sm"), "en_core_web_sm"),
        (("en_core_web_sm",), "pystemmer"),
    ],
)
def test_auto_takes_the_first_that_is_installed(monkeypatch, have, expected):
    """The order is that of the list, and the checks-only normaliser is never taken."""
    _only(monkeypatch, *have)
    assert installed()[0] == expected
    assert "spacy-blank" not in installed()


def test_missing_spacy_says_how_to_get_it(monkeypatch, forget):
    """The extra is named."""
    monkeypatch.setitem(__import__("sys").modules, "spacy", None)
    with pytest.raises(InputError, match=r"pip install 'tamis\[spacy\]'"):
        words("spacy-blank+pystemmer")


def test_the_model_s_lemmas_are_taken(monkeypatch, forget):
    """Without blanks, stop words as spaCy has them; a lemma is a word's first three letters."""
    spacy = pytest.importorskip("spacy")
    seen = []

    def model(text):
        seen.append(text)
        doc = _blank()(text)
        for token in doc:
            token.lemma_ = token.text[:3]
        return doc

    monkeypatch.setattr(spacy, "load", lambda name, exclude: model)
    normaliser = words("en_core_web_sm")
    assert normaliser.name == "en_core_web_sm"
    assert normaliser.forms("the  wolves\nhowled") == ["the", "wol", "how"]
    assert normaliser.forms("the  wolves\nhowled", stop_words=False) == ["wol", "how"]
    # A long text goes through the model in pieces that it holds, and no word is lost.
    assert normaliser.forms("wolves howled " * 10_000) == ["wol", "how"] * 10_000
    assert max(map(len, seen)) <= 50_000
