"""Several items on a line, sentences that name them, corrections, rows and objects."""

from __future__ import annotations

import pytest

from tamis.reading.document import Line
from tamis.reading.entries import Entry, flat, of_json, of_table, worded
from tamis.reading.items import Item
from tamis.reading.looks_for import Ids, Titles
from tamis.reading.one_line import at_the_end, is_name, split
from tamis.reading.sentences import corrected, named, names, sentences
from written_forms import each

AT = 3
"""Where the lines of these tests begin in their text."""


def _pieces(line: str, ids: bool = False) -> tuple[list[tuple[str, int]], bool] | None:
    made = split(Line(line, AT), ids=ids)
    return made and ([(one.text, one.start - AT) for one in made.pieces], made.unclear)


def _found(line: str, *titles: str) -> list[tuple[str, int]]:
    """Titles with their places."""
    return [(one, line.index(one)) for one in titles]


@pytest.mark.parametrize(
    ("line", "titles", "unclear"),
    [
        ("Sula and Jazz", ("Sula and Jazz",), False),
        ('"Sula" and "Jazz"', ("Sula", "Jazz"), False),
        ('"Sula" or "Jazz"', ("Sula", "Jazz"), False),
        ("*Sula*, *Jazz* & *Love*", ("Sula", "Jazz", "Love"), False),
        ("Sula, Jazz and Love", ("Sula", "Jazz", "Love"), True),
        ("Sula, Jazz, and Love", ("Sula", "Jazz", "Love"), False),
        ("*Sula*, Jazz and Love", ("*Sula*", "Jazz", "Love"), False),
        ("Sula, jazz, Love", ("Sula, jazz, Love",), False),
        ("Sula, 1973, Love", ("Sula, 1973, Love",), False),
        ("Sula, 1973-75, Love", ("Sula, 1973-75, Love",), False),
        ("Sula, Jr, Love", ("Sula, Jr", "Love"), True),
        ("Sula, Sr, Love, Jazz", ("Sula, Sr", "Love", "Jazz"), False),
        ("Sula (a, b), Love", ("Sula (a, b)", "Love"), True),
        ("Sula (a; b); Love", ("Sula (a; b)", "Love"), False),
        ("Sula | Jazz | Love", ("Sula", "Jazz", "Love"), False),
        ("Sula • Jazz • Love", ("Sula", "Jazz", "Love"), False),
        ("Sula |Jazz", ("Sula |Jazz",), False),
        ("A B C D E F G H I J K L, Love M.", ("A B C D E F G H I J K L, Love M.",), False),
        ("A B C D E F G H I J, Love M.", ("A B C D E F G H I J", "Love M."), True),
        ("Ab " * 19 + "Cd", ("Ab " * 19 + "Cd",), False),
    ],
)
def test_the_items_of_a_line(line, titles, unclear):
    """At their places; two readings that differ are told."""
    assert _pieces(line) == (_found(line, *titles), unclear)


@pytest.mark.parametrize("line", ["It is so good", "Ab " * 20 + "Cd"])
def test_a_sentence_has_no_items(line):
    """Nor has a line of more than 20 words."""
    assert _pieces(line) is None


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("7, 8", ("7", "8")),
        ("7; 8 | 9", ("7", "8", "9")),
        ("7  8", ("7", "8")),
        ("7 and 8", ("7", "8")),
        *((f"{words} 7, 8", ("7", "8")) for words in each(
            "[|The ][documents|document|docs|doc|ids|id][:| ids| id| number| numbers| ids:]"
        )),
        ("Sula", ("Sula",)),
        ("Document 7 is so good", ("Document 7 is so good",)),
        ("Song of Solomon", ("Song of Solomon",)),
    ],
)  # fmt: skip
def test_the_ids_of_a_line(line, ids):
    """With a word for them before them or not."""
    assert _pieces(line, ids=True) == (_found(line, *ids), False)


@pytest.mark.parametrize("line", ["7 is the one.", "The numbers are:", "ab " * 21])
def test_a_sentence_has_no_ids(line):
    """It ends as one, or is long."""
    assert _pieces(line, ids=True) is None


@pytest.mark.parametrize(
    ("line", "titles"),
    [
        *((one, ("Sula",)) for one in each(
            "The only [book|title|novel|work|film|one|answer|item|document|books] that fits is"
            " Sula[.|!|?||, which is so|, because it is|, since it is|, as it is"
            "|, published here|, from her|, and it is| (1973)| which is| because it is"
            "| since it is| as it is| starts with S| start with S| ends with A| end with A"
            "| meets it| meet it| from 1973]",
            "The book [is|are|was|were|to be|qualifying|includes|include|namely|is only|answer:"
            "|on the list] Sula",
            "What [qualifies|meets it|meet it|satisfies it] is Sula",
            "The book: Sula",
        )),
        ("The titles are Sula and Jazz.", ("Sula", "Jazz")),
        ("The books were Sula and Jazz", ("Sula", "Jazz")),
        ("The books include Sula and Jazz", ("Sula", "Jazz")),
        ("The two novels: Sula and Jazz", ("Sula", "Jazz")),
        ("I name both titles: Sula and Jazz", ("Sula", "Jazz")),
        ("The book is Sula and Jazz", ("Sula and Jazz",)),
        ("The titles that qualify: Sula, Jazz", ("Sula", "Jazz")),
    ],
)  # fmt: skip
def test_titles_without_marks_at_the_end_of_a_sentence(line, titles):
    """At their places."""
    found = at_the_end(Line(line, AT))
    assert found == [Item(one, (at + AT, at + AT + len(one))) for one, at in _found(line, *titles)]


@pytest.mark.parametrize(
    "line",
    ["It is: Sula", "The book is the one", "The answer is No", "No book is Sula",
     "The book Sula is Jazz that does not fit", "The book is Sula that Ann wrote"],
)  # fmt: skip
def test_sentences_that_end_in_no_title(line):
    """They speak of no book, or end otherwise, or deny it."""
    assert at_the_end(Line(line, AT)) == []


def test_names_are_capitalised_throughout():
    """But for small words; and a word of agreement is no name."""
    small = "a an the of in on at to for and or nor by with from as de la le du der die das &"
    for word in small.split():
        assert is_name(f"Sula {word} Jazz"), word
    for text in (
        "Sula et Jazz", "song of Ann", "Sula.", "Sula!", "Sula:", "123", "", "It Is So Good A Book",
        *each("[Yes|No|OK|Okay|Sure|True|False|Hello|Hi|Thanks|Done|None|*Yes*]"),
    ):  # fmt: skip
        assert not is_name(text), text


# Sentences and corrections.


def _lines(text: str) -> list[Line]:
    return [Line(text, AT)]


def test_sentences_end_at_a_stop_before_a_capital():
    """Not after a title or an initial; in the order of the text; a long one is cut."""
    text = 'Mr. A saw it. Dr. B did. "Yes." (Yes!) *So?* It is 3.5. e.g. this'
    found = sentences([Line("Last.", 200), *_lines(text)])
    assert [(one.text, one.start) for one in found] == [
        ("Mr. A saw it.", 3), ("Dr. B did.", 17), ('"Yes."', 28), ("(Yes!)", 35), ("*So?*", 42),
        ("It is 3.5. e.g. this", 48), ("Last.", 200),
    ]  # fmt: skip
    for short in ("Mr", "Mrs", "Dr", "St", "No", "Co", "vs", "J"):
        assert len(sentences(_lines(f"It is {short}. Ann of it"))) == 1, short
    assert len(sentences(_lines("a" * 1_001))[0].text) == 1_000


def _named(*texts: str, wanted: Titles | None = None, gap: int = 1) -> list[tuple[str, int]]:
    """The names in sentences that are `gap` characters apart, with their places."""
    lines, at = [], 0
    for text in texts:
        lines.append(Line(text, at))
        at += len(text) + gap
    return [(one.text, one.span[0]) for one in named(lines, wanted or Titles())]


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (['"Sula" is one', '"Jazz" is one'], [("Sula", 1), ("Jazz", 15)]),
        (['"Sula" and "sula" and "SULA" are it'], [("Sula", 1)]),
        (['"Sula" is it, but "Jazz" is not one of them'], [("Sula", 1)]),
        (['"Sula" is it; "Jazz" does not fit'], [("Sula", 1)]),
        (['"Sula" is it, not "Jazz"'], [("Sula", 1)]),
        (['"Sula" is it', '"Sula" does not fit'], []),
        (['"Sula" and "a word" and "5 Days" are it'], [("Sula", 1), ("5 Days", 25)]),
        (['"Sula" and "Jazz:" are it'], [("Sula", 1)]),
        (['It is "A"'], []),
        (["None of the books fit"], []),
        (['Wait, "Sula" is wrong: remove it'], []),
        *(([f'"Sula" {verb} so'], [("Sula", 1)]) for verb in
          ("is", "are", "was", "were", "will be", "qualifies", "meets", "meet", "satisfies",
           "matches", "fits", "fit", "includes", "include", "answers", "only", "namely", "list",
           "found", "find", "ends", "end", "starts", "start", "begins", "begin", "contains",
           "contain", "published", "set", "has", "have", "here:")),
        (['"Sula" so'], []),
        *(([f'{words} "Sula", which is so'], []) for words in
          ("I looked at", "I compared", "I checked", "I considered", "I went to", "I counted",
           "Let me see", "First, I see", "First I see", "For example", "E.g.", "Note that",
           "To be sure", "Looking at", "Starting with", "Consider")),
    ],
)  # fmt: skip
def test_what_sentences_name_as_the_answer(texts, found):
    """Once each, without what is rejected, and not where they tell of the work."""
    assert _named(*texts) == found


def test_the_last_paragraph_that_names_something_counts():
    """Sentences more than twelve characters apart are two paragraphs."""
    texts = ('"Sula" is it', '"Jazz" is it', "So.")
    assert _named(*texts, gap=12) == [("Sula", 1), ("Jazz", 25)]
    assert _named(*texts, gap=13) == [("Jazz", 26)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ID: 7 and ID 8 are it", [("7", 0), ("8", 10)]),
        ("The doc 7 is it", [("7", 4)]),
        *((f"The {words} 7, 8 and 9", ("7", "8", "9")) for words in each(
            "[documents|document|docs|doc|ids|answers|answer|pages|page] here[ are| is| number"
            "| numbers|:]"
        )),
        ("The documents are 7, and 8.", ("7", "8")),
        ("The 3 documents are 7 and 8", ("7", "8")),
        ("There are 7 of them", []),
    ],
)  # fmt: skip
def test_ids_that_a_sentence_names(text, found):
    """With a label each, or after a word for all of them."""
    wanted = [(one, text.index(one)) for one in found] if isinstance(found, tuple) else found
    assert _named(text, wanted=Ids()) == wanted


ITEMS = [Item("Sula", (0, 4)), Item("Jazz", (5, 9)), Item("Song of Ann", (10, 21))]


def _corrected(*texts: str) -> tuple[str, str, str, bool]:
    """What stays, what was taken back, what was added; whether that is unclear."""
    made = corrected(ITEMS, [Line(text, 50) for text in texts])
    assert made.items == [*made.kept, *made.added]
    return (*(" ".join(one.text[:4] for one in some) for some in
              (made.kept, made.withdrawn, made.added)), made.unclear)  # fmt: skip


ALL = "Sula Jazz Song"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["It is so"], (ALL, "", "", False)),
        (["Jazz does not fit"], ("Sula Song", "Jazz", "", False)),
        (["jazz does not fit"], (ALL, "", "", False)),
        (["song of ann does not fit"], ("Sula Jazz", "Song", "", False)),
        (["Sulay does not fit", "Asula does not fit"], (ALL, "", "", False)),
        (["Sula fits, but Jazz does not belong"], ("Sula Song", "Jazz", "", False)),
        (["Wait: remove Sula; keep Jazz"], ("Jazz Song", "Sula", "", False)),
        (['Add "Love"'], (ALL, "", "", False)),
        (['Wait: add "Love"'], (ALL, "", "Love", False)),
        (["Wait.", 'Add "Love" and "Sula"'], (ALL, "", "Love", False)),
        (['Replace Jazz with "Love"'], ("Sula Song", "Jazz", "Love", False)),
        (['Wait: Jazz should be "Love", so remove it'], ("Sula Song", "Jazz", "Love", False)),
        (['Remove Jazz and add "Love" instead'], ("Sula Song", "Jazz", "Love", False)),
        (['Swap Jazz for "Love"'], ("Sula Song", "Jazz", "Love", False)),
        (["Wait: none of these books fit"], ("", ALL, "", False)),
        (["None of these books fit"], (ALL, "", "", False)),
        (["Sorry, it was wrong"], (ALL, "", "", True)),
        (["Sorry, so wrong: remove"], (ALL, "", "", False)),
        *((["Sorry, remove " + word], (ALL, "", "", True)) for word in
          ("it", "that", "this", "them")),
        (["Remove it"], (ALL, "", "", False)),
        (["Sorry, remove it", "Jazz does not fit"], ("Sula Song", "Jazz", "", False)),
        *(([f"Remove {words}"], ("Sula Song", "Jazz", "", False)) for words in
          ("number 2", "item 2", "entry 2", "title #2", "book 2", "no. 2", "nr. 2", "#2",
           "the second one", "the second item", "the second entry", "the second title",
           "the second book", "the second novel", "the second on the list")),
        (["Remove the first one"], ("Jazz Song", "Sula", "", False)),
        (["Remove the third one"], ("Sula Jazz", "Song", "", False)),
        (["Remove the last one"], ("Sula Jazz", "Song", "", False)),
        (["Remove the fourth one", "Remove item 0"], ("Sula Jazz", "Song", "", False)),
        (["Remove number 7"], (ALL, "", "", False)),
        (["Wait.", 'Add "Love"', "Remove Love"], (ALL, "Love", "", False)),
    ],
)  # fmt: skip
def test_what_later_sentences_make_of_a_list(texts, expected):
    """They take back what they name, by its title or number, and add what they quote."""
    assert _corrected(*texts) == expected


def test_whether_a_sentence_names_an_item():
    """Whole words; one word with its capital and more than three letters; ids as they are."""
    for text, name, said in (
        ("Sula is it", "Sula", True), ("sula is it", "Sula", False), ("Sulas", "Sula", False),
        ("7Sula", "Sula", False), ("It is Emma", "Emm", False), ("It is Em", "Em", False),
        ("the sea of ann", "Sea of Ann", True), ("It", "Sula", False),
    ):  # fmt: skip
        assert names(text, name, False) is said, text
    for text, said in (("7 is", True), ("77 is", False), ("7-a", False), ("(7)", True)):
        assert names(text, "7", True) is said, text


# Rows and objects.


def _table(text: str, ids: bool = False) -> list[tuple[dict[str, str], bool | None]]:
    rows = [[Line(cell.strip(), 0) for cell in row.split("|")] for row in text.split("\n")]
    heads = [cell.text.lower() for cell in rows[0]]
    found = of_table(rows, heads, ids)
    return [({key: cell.text for key, cell in one.fields.items()}, one.fails) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n|Title|Fits\n1|Sula|yes\n2|Jazz|no", [("Sula", False), ("Jazz", True)]),
        ("n|Titles|Why\n1|Sula|so\n2|Jazz|no", [("Sula", None), ("Jazz", None)]),
        ("n|x|Fits\n1|Sula|✓\n2|Jazz|✗", [("Sula", False), ("Jazz", True)]),
        ("Title|One word|Starts|Overall\nSula|yes|no|yes\nJazz|no|yes|no",
         [("Sula", False), ("Jazz", True)]),
        ("Title|One word|Starts\nSula|yes|yes\nJazz|no|yes\nLove|yes|no",
         [("Sula", False), ("Jazz", True), ("Love", True)]),
        ("Title|Year|Fits\nSula|1|1\nJazz|0|0", [("Sula", None), ("Jazz", None)]),
        ("Title|Fits\nSula|yes\n|\nJazz|not so", [("Sula", False), ("Jazz", True)]),
        ("Title|Fits\nSula|yes\nJazz", [("Sula", False), ("Jazz", False)]),
        *((f"{head}|Fits\nSula|ok\nJazz|fail", [("Sula", False), ("Jazz", True)]) for head in
          ("Document", "Movie", "Entity", "Page", "Film", "Novel", "Work", "Book title")),
        *((f"Title|x\nSula|{yes}\nJazz|{no}", [("Sula", False), ("Jazz", True)]) for yes, no in
          (("yes", "no"), ("true", "false"), ("ok", "fails"), ("match", "excluded"), ("pass", "n"),
           ("included", "not met"), ("y", "fail"), ("✔", "✘"), ("✅", "❌"), ("☑", "🚫"))),
        ("Title|Fits", []),
    ],
)  # fmt: skip
def test_the_titles_of_a_table(text, expected):
    """Its column of titles, and what the column that decides says; else all that judge."""
    assert [(said["title"], fails) for said, fails in _table(text)] == expected


@pytest.mark.parametrize(
    "head",
    ["Included", "Qualifies", "Overall", "Result", "Both", "All", "Meets it", "Satisfied",
     "Answer?", "Verdict", "Match", "Keep", "Fits", "Valid", "OK", "Final", "✓"],
)  # fmt: skip
def test_the_column_that_decides(head):
    """It counts whatever the others say."""
    found = _table(f"Title|{head}|Starts\nSula|yes|no\nJazz|no|yes")
    assert [fails for _, fails in found] == [False, True]


def test_ids_and_reasons_of_a_table():
    """By their heads; an id only where ids are wanted."""
    text = "Title|ID|Reason\nSula|7|so\nJazz|8|for it"
    assert _table(text, ids=True) == [
        ({"title": "Sula", "id": "7", "reason": "so"}, None),
        ({"title": "Jazz", "id": "8", "reason": "for it"}, None),
    ]
    assert [said for said, _ in _table(text)] == [
        {"title": "Sula", "reason": "so"}, {"title": "Jazz", "reason": "for it"},
    ]  # fmt: skip


def _objects(values: list, ids: bool = False) -> list[tuple]:
    text = "Sula Jazz 7 so"
    return [
        ({key: (one.text, one.start) for key, one in made.fields.items()}, made.fails)
        if made.fields
        else [(one.text, one.start) for one in made.lines]
        for made in of_json(values, text, 0, ids)
        if made.exact
    ]


def test_the_entries_of_json():
    """Texts, numbers, objects; at their places, else where the last one ended."""
    assert _objects(["Sula", ["Jazz", [7.0]], "", None, True, "Love"]) == [
        [("Sula", 0)], [("Jazz", 5)], [("7", 10)], [("Love", 11)],
    ]  # fmt: skip
    record = {"Book_Title": "Sula", "title": "Jazz", "ID": 7, "why": "so", "x": "y"}
    assert _objects([record]) == [({"title": ("Sula", 0), "reason": ("so", 12)}, None)]
    assert _objects([record], ids=True) == [
        ({"title": ("Sula", 0), "id": ("7", 10), "reason": ("so", 12)}, None)
    ]
    assert _objects([{"x": "y"}, {"title": ""}]) == []


@pytest.mark.parametrize(
    "key",
    ["final_judgment", "Final Judgement", "judgment", "judgement", "verdict", "meets",
     "satisfies", "qualifies", "match", "matches", "include", "included", "valid", "satisfied",
     "meets_criteria", "meetsCriterion", "fits", "passes", "is_match"],
)  # fmt: skip
def test_each_key_with_which_an_object_judges(key):
    """Its value is a word, or true or false."""
    said = [(True, False), (False, True), ("yes", False), ("No", True), ("❌", True)]
    for value, fails in said:
        assert _objects([{"title": "Sula", key: value}])[0][1] is fails, value
    assert _objects([{"title": "Sula", key: None}])[0][1] is None


def test_the_texts_in_a_value():
    """An object gives its id, else its title; a whole number has no decimals."""
    for key in ("doc_id", "id", "ID", "document_id", "title", "TITLE", "name"):
        assert [*flat([{key: "a", "x": "b"}, ["c ", [1.0, 2.5]], True, None, " "])] == [
            "a", "c", "1", "2.5",
        ]  # fmt: skip
    assert [*flat({"title": "a", "id": ["b", "c"]})] == ["b", "c"]
    assert worded(" a\n b\ud83d") == "a b\ufffd"


def test_where_an_entry_stands():
    """From the first of its lines and fields to the last."""
    lines = [Line("Sula", 7), Line("so", 30)]
    assert (Entry(lines).start, Entry(lines).end) == (7, 32)
    made = Entry(lines, fields={"title": Line("Jazz", 3), "id": Line("77", 40)})
    assert (made.start, made.end) == (3, 42)
    assert (Entry([]).start, Entry([]).end) == (0, 0)
