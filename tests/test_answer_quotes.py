"""Whether quotes are in the documents."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.answering.quotes import Support, quote_support, supported
from tamis.text.quotes import Quotes
from tamis.types import Document, Evidence

TEXT = (
    "'''''Dry Run''''' () is a 1992 Peruvian war film – the first by Ana Ruiz.\n\nIts hero doesn’t "
    "speak. It was shot in “the dry valley” of Lima, with a party of forty artists."
)


@pytest.mark.parametrize(
    ("quote", "found", "pieces"),
    [
        ("is a 1992 Peruvian war film", 1, 1), ("IS A 1992\n Peruvian war  film", 1, 1),
        ("'''''Dry Run''''' () is a 1992 Peruvian war film - the first", 1, 1),
        ("’’’’’Dry Run’’’’’ () is a 1992 Peruvian war film", 1, 1), ("hero doesn't speak", 1, 1),
        ("**Dry Run** () is a 1992 Peruvian war film", 1, 1),
        ("a 1992 Peruvian war film... Its hero doesn't speak.", 2, 2),
        ("a 1992 Peruvian war film […] shot in the dry valley [...] was never shown", 2, 3),
        ("... a 1992 Peruvian war film . . . with a party ...", 2, 2),
        ("Dry Run ... a 1992 Peruvian war film", 1, 1), ("Dry Run", 1, 1), ("Wet Run", 0, 1),
        ("art", 0, 1), ("is a 1992 Peruvian war fiml by the first Ana Ruiz", 0, 1),
        ("It was shot in the dry valley of Lima, with a paty of forty artists", 1, 1),
        ("It was shown in the wet valley of Rome, with a pack of forty dogs", 0, 1),
        (TEXT + " And this is a long sentence that the document has not. " * 4, 0, 1), ("", 0, 0),
        ("...", 0, 0),
    ],
)  # fmt: skip
def test_pieces_of_a_quote(quote, found, pieces):
    """Form does not matter and slips little; what is not there is not found."""
    assert supported(quote, TEXT) == (found, pieces)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the treatment was specific", "The treat-\nment was speciﬁc."),
        ("treatment", "treat-\nment"),
        ("the treat-\nment was given", "The treatment was given to"),
        ("a well-known rock", "a well-\nknown rock"),
        ("known rock", "a well-\nknown rock"),
        ("the treat- ment was", "The treat-\r\n  ment was it"),
        ("the cooperation of all", "the co\u00ad\noper\u00adation of all"),
        ("the café of Łódź", "The cafe\u0301 of Łódz\u0301"),
        ("office files", "oﬃce ﬁles"), ("10^6 cells", "some 10⁶ cells"), ("ABC 12", "ＡＢＣ １２"),
        ("pass word", "pass\u200b word"), ("日本の首都", "東京は日\n本の首都です"),
        ("서울", "서울에서 멀리"),
        ("สวัสดี", "คำว่าสวัสดีชาวโลก"), ("العربية", "اللُّغَة العَرَبِيَّة"), ("Straße", "STRASSE 5"),
    ],
)  # fmt: skip
def test_quotes_in_other_forms_are_found(quote, text):
    """Ligatures, accents, soft hyphens, hyphens at line ends; and where that is in the text."""
    assert supported(quote, text) == (1, 1)
    span = Quotes(text).first(quote)
    assert span is not None
    # What is shown is the text as it is: it says the same as the quote, but is not the quote.
    assert supported(text[slice(*span)], quote) == (1, 1)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("106 cells", "10⁶ cells"), ("word1", "word¹"), ("21 cups", "2½ cups"),
        ("mentor", "treat-\nment or"),
        ("京都", "東京 都"), ("resign", "They re-sign it"), ("reat", "treat-\nment"),
        ("art", "the party"),
    ],
)  # fmt: skip
def test_what_only_looks_alike_is_no_quote(quote, text):
    """An exponent is no digit, and hyphens are letters' business only where a line was broken."""
    assert supported(quote, text) == (0, 1)
    assert Quotes(text).first(quote) is None


def test_a_quote_is_placed_as_the_text_has_it():
    """The span begins and ends with the letters of the text, their marks included."""
    text = "So “the treat-\nment of cafe\u0301s” is speciﬁc, 10⁶³ times."
    quotes = Quotes(text)
    for quote, shown in (
        ("treatment of cafés", "treat-\nment of cafe\u0301s"),
        ("is specific", "is speciﬁc"),
        ("10^63", "10⁶³"),
        ("ment", "ment"),
    ):
        span = quotes.first(quote)
        assert span is not None
        assert text[slice(*span)] == shown
        assert quotes.places(quote) == [(span,)]


def test_support_of_many_quotes():
    """The title counts as text, and quotes from documents that there are not are told apart."""
    documents = {"1": Document("1", "Dry Run (1992 film)", "It was shot in Lima.")}
    evidence = [
        Evidence("1", "Dry Run (1992 film)"),
        Evidence("1", "It was shot in Lima ... and never shown again"),
        Evidence("2", "It was shot in Lima"),
        Evidence("", "It was shot in Lima"),
        Evidence("1", ""),
    ]
    assert quote_support(evidence, documents) == Support(found=2, quoted=3)


def test_a_long_document_is_no_burden():
    """Quotes with slips, from a document of a million characters."""
    text = " ".join(f"the {i}th line of a long report" for i in range(36_000))
    start = time.thread_time()
    assert supported("the 30000th line of a lomg report the 30001th line of a long report", text)[0]
    assert supported("a sentence that the report does not have in any of its lines", text) == (0, 1)
    assert time.thread_time() - start < 5


WORDS = st.lists(st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1))


@given(WORDS, st.data())
def test_what_is_copied_is_found(words, data):
    """Whole words of a document are supported by it, in any white space."""
    first = data.draw(st.integers(0, len(words)))
    last = data.draw(st.integers(first, len(words)))
    found, pieces = supported("\n ".join(words[first:last]), " ".join(words))
    assert found == pieces


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_quote_is_an_error(quote, text):
    """No more pieces are found than there are."""
    found, pieces = supported(quote, text)
    assert 0 <= found <= pieces
