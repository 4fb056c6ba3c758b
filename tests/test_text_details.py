"""Text: what each table, pattern and bound of its readers takes, and what it leaves."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from tamis.measures import words as words_module
from tamis.measures.references import answer_text, ordered_references, references
from tamis.measures.words import words
from tamis.text.dates import find_dates
from tamis.text.normalised import (
    kitab_title,
    paper_title,
    plain_words,
    split_year,
    squad_answer,
    title_key,
    whole,
)
from tamis.text.numbers import CARDINALS, ORDINALS, POWERS, SHORT_POWERS, decimal, spelled
from tamis.text.sentences import paragraphs, sentences
from tamis.text.shown import clean, cut
from tamis.types import InputError


@pytest.mark.parametrize("article", ["a", "an", "the"])
def test_each_article_is_dropped(article):
    """Before other words; alone it is kept, but for KITAB's own scorer."""
    assert plain_words(f"{article} cat") == paper_title(f"{article} cat") == "cat"
    assert kitab_title(f"{article.title()} Cat") == "cat"
    assert (plain_words(article), paper_title(article), kitab_title(article)) == (
        article, article, "",
    )  # fmt: skip
    assert squad_answer(f"cat {article} dog {article}") == "cat dog"
    assert plain_words(f"cat {article}") == f"cat {article}"


@pytest.mark.parametrize(
    ("title", "kitab", "paper", "plain", "squad", "key"),
    [
        ("Tom & Jerry", "tom and jerry", "tom and jerry", "tom and jerry", "tom jerry",
         "Tom & Jerry"),
        ("a&b", "aandb", "aandb", "and b", "ab", "a&b"),
        ("It’s `so`", "it’s so", "it’s so", "its so", "it’s so", "It's `so`"),
        ("ʼTis ‘it’", "ʼtis ‘it’", "ʼtis ‘it’", "tis it", "ʼtis ‘it’", "'Tis 'it'"),
        ("“Ça”  va_bien", "“ça”  vabien", "“ça” vabien", "ca va bien", "“c\u0327 ” vabien",
         "\"Ça\" va_bien"),
        ("Straße ﬁn", "straße ﬁn", "straße ﬁn", "strasse fin", "straße ﬁn", "Straße ﬁn"),
        ("E\u0301a", "e\u0301a", "e\u0301a", "ea", "e\u0301", "Éa"),
        ("!?", "", "", "", "", "!?"),
    ],
)  # fmt: skip
def test_each_normalisation_in_full(title, kitab, paper, plain, squad, key):
    """Five ways to compare a title; each marks, articles and accents in its own way."""
    got = (kitab_title(title), paper_title(title), plain_words(title), squad_answer(title))
    assert got == (kitab, paper, plain, squad)
    assert title_key(title) == key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sula (1973)", ("Sula", 1973)),
        ("Sula(1973)  ", ("Sula", 1973)),
        ("Aeneid (190)", ("Aeneid", 190)),
        ("Sula (19733)", ("Sula (19733)", None)),
        ("Sula (19)", ("Sula (19)", None)),
        ("Sula (1973) again", ("Sula (1973) again", None)),
        (" Sula ", ("Sula", None)),
    ],
)
def test_a_year_at_the_end_of_a_title(text, expected):
    """Of three or four digits in brackets, and only there."""
    assert split_year(text) == expected


def test_halves_of_characters_are_joined_or_replaced():
    """A pair is its character, a lone half U+FFFD; other text is itself."""
    assert whole("a\ud83d\ude00b") == "a😀b"
    assert whole("a\ud83db") == "a\ufffdb"
    assert whole("née") == "née"


@pytest.mark.parametrize("sign", "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
def test_each_break_becomes_a_blank(sign):
    """Between two words."""
    assert clean(f"a{sign}b") == "a b"


@pytest.mark.parametrize(
    "sign",
    [*"\x00\x07\x1b\x7f\x9b\x1f", *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
     "\ud800", "\ufffe", "\uffff"],
)  # fmt: skip
def test_each_sign_that_acts_on_what_shows_it_is_replaced(sign):
    """Controls, overrides, isolates, halves and non-characters; Hebrew and a joiner stay."""
    assert clean(f"a{sign}b") == "a\ufffdb"
    assert clean("אב \u200d é") == "אב \u200d é"


@pytest.mark.parametrize(
    ("text", "longest", "expected"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcd efgh", 6, "abcd …"),
        ("abc d efgh", 6, "abc d …"),
        ("abcd  fgh", 6, "abcd …"),
        ("abcdefgh ij", 9, "abcdefgh …"),
    ],
)
def test_a_cut_is_at_a_blank_in_the_last_third(text, longest, expected):
    """The last one of what fits; a text that fits is itself."""
    assert cut(text, longest) == expected


SPELLED = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
RANKED = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
    "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
    "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50,
    "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90,
}  # fmt: skip


def test_the_words_of_numbers_are_all_there():
    """Each with its value, and none besides."""
    assert (CARDINALS, ORDINALS) == (SPELLED, RANKED)
    assert POWERS == {
        "hundred": 2, "thousand": 3, "lakh": 5, "million": 6, "crore": 7, "billion": 9,
        "trillion": 12,
    }  # fmt: skip
    assert SHORT_POWERS == {"k": 3, "mn": 6, "mln": 6, "bn": 9, "bln": 9, "tn": 12}
    for word, power in POWERS.items():
        assert spelled(["two", word]) == (2 * 10**power, 2, False)
        assert spelled([word]) == (10**power, 1, False)
        assert spelled(["an", word, "x"]) == (10**power, 2, False)


@pytest.mark.parametrize(
    ("words_", "read"),
    [
        ("twenty zero", (20, 1, False)),
        ("twenty ten", (20, 1, False)),
        ("twenty nineteenth", (20, 1, False)),
        ("twenty ninth", (29, 2, True)),
        ("one first", (1, 1, False)),
        ("hundred one hundred", (101, 2, False)),
        ("ninety nine hundred", (9900, 3, False)),
        ("one hundred two", (102, 3, False)),
        ("two thousand and", (2000, 2, False)),
        ("two thousand and a", (2000, 2, False)),
        ("five and hundred", (5, 1, False)),
        ("one million two million", (1_000_002, 3, False)),
        ("one thousand two", (1002, 3, False)),
        ("one trillion and two billion and three", (1_002_000_000_003, 7, False)),
        ("million", (1_000_000, 1, False)),
    ],
)
def test_where_words_of_numbers_stop_to_be_one_number(words_, read):
    """A unit after a unit, tens after tens, a power that is not smaller than the one before."""
    assert spelled(words_.split()) == read


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,200", 1200), ("12,00", 12.0), ("1,2000", 1.2), ("1234,567", 1234.567),
    ("1,234,567", 1234567),
     ("1,234.50", 1234.5), ("0,5", 0.5), ("7", 7)],
)  # fmt: skip
def test_digits_by_hand(text, value):
    """A comma before each three digits separates thousands; any other begins the decimals."""
    assert decimal(text) == value
    with pytest.raises(ValueError, match="could not convert"):
        decimal(f"{text},x")


MONTHS = (
    ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may", "may"),
    ("june", "jun"), ("july", "jul"), ("august", "aug"), ("september", "sep"), ("october", "oct"),
    ("november", "nov"), ("december", "dec"), ("september", "sept"),
)  # fmt: skip


@pytest.mark.parametrize("name", [name for pair in MONTHS for name in pair])
def test_each_name_of_a_month(name):
    """In any case, with a point or without."""
    month = next(n for n, pair in enumerate(MONTHS, 1) if name in pair)
    month = 9 if name == "sept" else month
    for said in (name, name.upper(), f"{name.title()}."):
        assert [*find_dates(f"{said} 7, 1999")] == [(0, len(said) + 8, ((1999, month, 7),))]


@pytest.mark.parametrize("end", ["st", "nd", "rd", "th"])
def test_each_end_of_a_day(end):
    """Whichever it is; after the month too."""
    assert [*find_dates(f"2{end} May 1985")] == [(0, 12, ((1985, 5, 2),))]
    assert [*find_dates(f"May 2{end}, 1985")] == [(0, 13, ((1985, 5, 2),))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("31 May", [(0, 6, ((None, 5, 31),))]),
        ("0 May 1985", []),
        ("May 32 or 32 May", []),
        ("12/31/1985", [(0, 10, ((1985, 12, 31),))]),
        ("31/12/1985", [(0, 10, ((1985, 12, 31),))]),
        ("5/5/1985", [(0, 8, ((1985, 5, 5),))]),
        ("4.5.1985", [(0, 8, ((1985, 5, 4), (1985, 4, 5)))]),
        ("4/5/1985", [(0, 8, ((1985, 4, 5), (1985, 5, 4)))]),
        ("1985-12-31", [(0, 10, ((1985, 12, 31),))]),
        ("1985-00-01 1985-01-00", []),
        ("1985-1-2/3", []),
        ("5-1985-01-02", []),
        ("May of 1985", [(0, 11, ((1985, 5, None),))]),
        ("May, 1985", [(0, 9, ((1985, 5, None),))]),
        ("May 1985-12-31", [(4, 14, ((1985, 12, 31),))]),
        ("5 of May 1985", [(0, 13, ((1985, 5, 5),))]),
        ("5-May-1985", [(0, 10, ((1985, 5, 5),))]),
        ("born 5 Dec.", [(5, 10, ((None, 12, 5),))]),
        ("5 dec. 1985.", [(0, 11, ((1985, 12, 5),))]),
        ("May 5 1985", [(0, 10, ((1985, 5, 5),))]),
        ("May 5,1985", [(0, 10, ((1985, 5, 5),))]),
        ("May 5/6/1985", [(4, 12, ((1985, 5, 6), (1985, 6, 5)))]),
        ("no digit in May", []),
    ],
)
def test_each_form_of_a_date(text, found):
    """Where it begins and ends, and each of its readings."""
    assert [*find_dates(text)] == found


ABBREVIATED = re.findall(
    r"\S+",
    "mr mrs ms dr prof st sr jr vs cf viz al ca approx resp incl vol vols fig figs eq eqs ch sec "
    "sect tab pp ed eds dept univ jan feb mar apr jun jul aug sep sept oct nov dec e.g i.e U.S J "
    "ph.d",
)


@pytest.mark.parametrize("word", ABBREVIATED)
def test_no_sentence_ends_after_an_abbreviation(word):
    """As at the beginning of a bracket, and with a capital; after another word one does."""
    assert len(sentences(f"Say {word}. Smith is here.")) == 1
    assert len(sentences(f"Say ({word}. Smith) is here.")) == 1
    assert len(sentences(f"Say x{word.replace('.', '')}x. Smith is here.")) == 2


@pytest.mark.parametrize("word", ["no", "nos", "No"])
def test_a_number_is_abbreviated_and_no_is_a_word(word):
    """ "no. 5" goes on, "I said no. Then" does not."""
    assert len(sentences(f"See {word}. 5 of it.")) == 1
    assert len(sentences(f"See {word}. (5) of it.")) == 1
    assert len(sentences(f"They said {word}. Then it went.")) == 2


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("So? Yes! Well… Good.", ["So?", "Yes!", "Well…", "Good."]),
        ("What?! He left... Then", ["What?!", "He left...", "Then"]),
        ("wait... then go. Then", ["wait... then go.", "Then"]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("It is **so.** Then.", ["It is **so.**", "Then."]),
        ("It is (so.) Then.", ["It is (so.)", "Then."]),
        ("It ends.[0]. Then.", ["It ends.[0].", "Then."]),
        ("It ends. [0], [1]. Then.", ["It ends. [0],", "[1].", "Then."]),
        ("It ends. [0]. Then.", ["It ends. [0].", "Then."]),
        ("It ends. [0] [1] Then.", ["It ends. [0] [1]", "Then."]),
        ("很好！对吗？对。是", ["很好！", "对吗？", "对。", "是"]),
        ("他说「好。」然后", ["他说「好。」", "然后"]),
        ("item 3. Then it ends.", ["item 3.", "Then it ends."]),
        ("It has 42 of 99. Then it ends.", ["It has 42 of 99.", "Then it ends."]),
        ("It has 142. Then it ends.", ["It has 142.", "Then it ends."]),
        ("See: (1). Then; 2. More", ["See: (1).", "Then; 2. More"]),
    ],
)
def test_where_a_sentence_stops(answer, expected):
    """Each mark, closing marks and references after it, and what goes on in small letters."""
    assert [one.text for one in sentences(answer)] == expected


@pytest.mark.parametrize("marker", ["- ", "* ", "• ", "– ", "1. ", "12) ", "(3) ", "a) ", "(B) "])
def test_each_marker_of_an_item_begins_a_sentence(marker):
    """Its lines are wrapped no more; a heading ends the item."""
    found = sentences(f"Ways are\n{marker}cut it\n{marker}paste it\n# Then\nmore\n{marker}end")
    got = [(one.text, one.item) for one in found]
    assert got == [
        ("Ways are", None), (f"{marker}cut it", 0), (f"{marker}paste it", 1),
        ("# Then", None), ("more", None), (f"{marker}end", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("marker", ["123. ", "ab) ", "1.", "####### ", "+ "])
def test_what_is_no_marker(marker):
    """A longer number, two letters, no blank behind, seven marks, a plus."""
    assert all(one.item is None for one in sentences(f"Ways are\n{marker}cut it off"))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("A first line of sixty or more letters that an editor has wrapped\nAgain here.", 1),
        ("A short heading\nAgain here.", 2),
        ("A short heading\nagain here.", 1),
        ("It ends with a colon and it is a very long line of more than sixty:\nagain here.", 2),
        ("It ends with a bracketed note in a very long line of more than sixty. [0]\nagain", 2),
        ("# It is a heading which is a very long line of more than sixty letters\nagain", 2),
        ("x" * 59 + "\nAgain", 2),
        ("x" * 60 + "\nAgain", 1),
    ],
)
def test_which_line_breaks_part_paragraphs(text, count):
    """Those after an end, a heading and a short line before a capital; others were wrapped."""
    assert len(paragraphs(text)) == count


def test_paragraphs_without_and_with_blank_lines():
    """A blank line may hold blanks; then line breaks part no paragraphs."""
    assert paragraphs(" One.\n \t\nTwo.\nThree.\n\n\n") == ("One.", "Two.\nThree.")
    assert paragraphs("One.\nTwo.\n") == ("One.", "Two.")
    found = sentences("One. Two.\n\nThree.")
    got = [(one.start, one.end, one.paragraph) for one in found]
    assert got == [(0, 4, 0), (5, 9, 0), (11, 17, 1)]


@pytest.mark.parametrize(
    ("answer", "published", "in_order", "text"),
    [
        ({"a": [1, {"b": None}], "c": False}, ("a", "c", "1", "b", "None", "no"),
         ("a", "1", "b", "c", False), "a - 1\nb - \nc - no"),
        (("x", [True, " "]), ("x", "yes", " "), ("x", True), "x\nyes\n "),
        (7.5, ("7.5",), ("7.5",), "7.5"),
        ([None, "y"], ("None", "y"), ("y",), "\ny"),
    ],
)  # fmt: skip
def test_an_answer_as_references_and_as_text(answer, published, in_order, text):
    """Keys then values as published; each key before its value in order; a line for each item."""
    assert references(answer) == published
    assert ordered_references(answer) == in_order
    assert answer_text(answer) == text


@pytest.mark.parametrize("answer", [None, [], [None, " "], {}])
def test_an_answer_without_anything_to_look_for(answer):
    """In order; as published None is a text."""
    with pytest.raises(InputError, match="nothing to look for"):
        ordered_references(answer)
    assert answer_text(None) == ""


STOPPED = re.findall(
    r"\S+",
    """
a an the this that these those and or but nor if because while although though as than so
of in on at by for from to into onto with without within about above across after against
along among around before behind below beneath beside between beyond despite down during
except inside near off out outside over past since through throughout toward towards under
until unto up upon via i me my
mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself
it its itself they them their theirs themselves who whom whose which what where when why how am is
are was were be been being do does did doing have has had having can could may might must shall
should will would not no yet also just only very too there here then some any each every both either
neither such 's
""",
)


def test_each_stop_word_is_left_out():
    """And with stop words kept it is there; a content word stays."""
    plain = words("pystemmer")
    for word in STOPPED:
        text = f"bands{word} wolf" if word == "'s" else f"bands {word} wolf"
        assert plain.forms(text, stop_words=False) == ["band", "wolf"], word
        assert len(plain.forms(text)) == 3, word


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("king's", ["king", "'s"]),
        ("king’s", ["king", "’s"]),
        ("don't", ["don't"]),
        ("'sand", ["'", "sand"]),
        ("1,234.5", ["1,234.5"]),
        ("3rd", ["3rd"]),
        ("u.s. a.", ["u.s.", "a", "."]),
        ("a_b", ["a", "_", "b"]),
        ("x-ray!?", ["x", "-", "ray", "!", "?"]),
    ],
)
def test_how_the_plain_cut_parts_runs(text, forms):
    """Possessives, contractions, numbers, letters with points, marks one by one."""
    assert words("pystemmer").forms(text) == forms


def test_a_normaliser_forgets_before_it_grows(monkeypatch):
    """What was learnt is cleared at the limit, very long runs are never kept, and forms stay."""
    plain = words_module._Chunks("plain", words_module._plain_cut)
    monkeypatch.setattr(words_module, "_REMEMBERED", 2)
    for run in ("one", "two", "y" * 200):
        assert plain.forms(run) == [run]
    assert set(plain._all) == {"y" * 200}
    assert plain.forms("z" * 201) == ["z" * 201]
    assert set(plain._all) == {"y" * 200}
    assert plain.forms("the cat", stop_words=False) == ["cat"]
    assert (plain.forms("the cat"), set(plain._content_words)) == (["the", "cat"], {"the", "cat"})


class Model:
    """A stand-in for spaCy's model: lemmas are cut to three letters, "the" is a stop word."""

    def __init__(self):
        self.seen = []

    def __call__(self, text):
        """The tokens of a text, blanks among them."""
        self.seen.append(text)
        return [
            SimpleNamespace(lemma_=one[:3], is_stop=one == "the", is_space=one.isspace())
            for one in re.findall(r"\S+|\s+", text)
        ]


@pytest.fixture
def lemmas(monkeypatch):
    """A normaliser by the stand-in, and the stand-in."""
    model = Model()
    monkeypatch.setattr(words_module, "_spacy_model", lambda name: model)
    return words_module._Lemmas("en_core_web_sm"), model


def test_lemmas_are_those_of_the_model(lemmas, monkeypatch):
    """Blanks are no words; short texts are remembered, up to a number of them."""
    normaliser, model = lemmas
    assert normaliser.name == "en_core_web_sm"
    assert normaliser.forms("the  wolves howled") == ["the", "wol", "how"]
    assert normaliser.forms("the  wolves howled", stop_words=False) == ["wol", "how"]
    assert model.seen == ["the  wolves howled"]
    monkeypatch.setattr(words_module, "_REMEMBERED", 2)
    for text in ("a", "b", "a", "b"):
        normaliser.forms(text)
    assert model.seen[1:] == ["a", "b", "a"]
    assert [*normaliser._short] == ["b", "a"]
    normaliser.forms("x" * 200)
    assert [*normaliser._short] == ["x" * 200]


def test_long_texts_go_through_the_model_in_pieces(lemmas, monkeypatch):
    """They end at blanks; runs are cut after 200 signs; nothing long is remembered."""
    normaliser, model = lemmas
    monkeypatch.setattr(words_module, "_PIECE", 150)
    text = "wolves " * 60
    assert normaliser.forms(text) == ["wol"] * 60
    assert "".join(model.seen) == text
    assert [len(one) for one in model.seen] == [147, 147, 126]
    assert normaliser._short == {}
    model.seen.clear()
    monkeypatch.setattr(words_module, "_PIECE", 50_000)
    assert normaliser.forms("y" * 401) == ["yyy", "yyy", "y"]
    assert model.seen == [f"{'y' * 200} {'y' * 200} y"]
    assert [*words_module._pieces("z" * 200)] == ["z" * 200]
    monkeypatch.setattr(words_module, "_PIECE", 4)
    assert [*words_module._pieces("ab cdefgh i")] == ["ab ", "cdef", "gh i"]
    assert [*words_module._pieces("abcd")] == ["abcd"]
