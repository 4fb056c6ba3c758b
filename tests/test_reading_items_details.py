"""Items as models write them: the title, its place, its reason, and whether it fails."""

from __future__ import annotations

import pytest

from tamis.reading.document import Line
from tamis.reading.entries import IDS, REASONS, TITLES, Entry
from tamis.reading.items import (
    MAX_TITLE,
    after_label,
    clean,
    fields_of,
    item_of,
    labelled,
    placeholder,
    quotes,
    sentence,
    titled,
    unlabelled,
)
from tamis.reading.looks_for import Ids, Titles
from written_forms import each

CLEANED = {
    "Sula": [*each(
        "Sula ([c. 1973|ca. 1973|circa 1973|c.1973|1973|1973-74|1973–1974|1973/74|US: Peace"
        "|UK title|American title|British title|aka Peace|AKA Peace|Also Peace|Original: Peace"
        "|Published here|Book 1|Novel|Series One|Winner|Shortlisted|Translated|English|First"
        "|Note|Not hers|Co-written|Co|With Ann|Edited|Posthumous|Short|Volume 1|Vol. 1|Part 2"
        "|Peace #1|1 word|3 words|Yes|No|True|False|Match|Starts|Ends|Begins|Contains|As Peace"
        "|By Ann|Fiction|Non-fiction|Nonfiction|Nobel|Booker|Pulitzer|Film|Play|Poem|Essay"
        "|Collection|Trilogy|a novel|ein Roman|über|Сула|Peace, 1973|Novel (1973) here])",
        "Sula[, 1973| – 1973| — 1973| - 1973| published 1973|, published in 1973"
        "| first published 1973|, first published in 1973| from 1973]",
        "Sula[ by Toni Morrison|, by Toni Morrison| von Toni Morrison| de Toni Morrison"
        "| di Toni Morrison|, by Morrison| by T. K. Lee| by Toni de la Cruz| by Ann and Bob Lee"
        "| by Ann & Bob Lee| (by Toni Morrison)| by Ursula K. le Guin| by Jo van Lee]",
        "Sula[¹|²³|*|†|‡]",
        "[<b>|<i>|<em>|<strong>|<cite>|<u>|<span>|<p>|<li>|<td>|</b>]Sula",
        "[✓|✓ |✅ |❌ |→ |👉|📚 |•|·|🔹🔸 ]Sula[| ✓| ✅|⭐]",
        "[\"|“|«|„|'|‘|`|*|**|_|__|<|\"\"|'\"]Sula[\"|”|»|“|'|’|`|*|**|_|__|>]",
        "[*|**|***|_|`]\"Sula\"[*|**]",
        "Sula[.|,|;| .|. ]",
        "\\*Sula\\*",
    ), "|Sula|",
        "Sula [1]", "Sula[^2]", "Sula [a]", "Sula [12] [13]", "[Sula]", "《Sula》", "Sula [1973]",
        "Sula [1973].", "Sula (1973", "Sula (1973);", "[Sula](http://a.b/c)", "![Sula](x.png)",
        "“Sula", "Sula”", "«Sula", "Sula»", "„Sula", '"Sula', 'Sula"',
        "<b>Sula</b> (1973), by Ann Lee",
    ],
    "Sula (Peace)": ["Sula (Peace)", "Sula (Peace) (1973)", '"Sula (Peace)"'],
    "Tom & Ann's": ["Tom &amp; Ann's", "Tom & Ann\\'s", "Tom &#38; Ann's"],
    "The Dogs'": ["The Dogs'", "*The Dogs'*", "The Dogs' (1973)"],
    "Stand by Me": ["Stand by Me", "Stand by Me (1986)"],
    "E.T.": ["E.T.", "*E.T.*"],
    "Wait...": ["Wait...", '"Wait..."'],
    "[Rec] 2": ["[Rec] 2"],
    'He Said "No"': ['He Said "No"'],
    "1984": ["1984", "1984 (1949)", "1984, 1949"],
    "A#1": ["A\\#1"],
}  # fmt: skip


@pytest.mark.parametrize("title", CLEANED)
def test_what_is_around_a_title_goes(title):
    """Markup, quotes, years, authors, remarks, footnotes, signs; each of them."""
    assert [one for one in CLEANED[title] if clean(one) != title] == []


def test_what_belongs_to_a_title_stays():
    """Abbreviations at its end, and with `brackets` what stands in them."""
    for end in ("Mr", "Mrs", "Dr", "St", "Jr", "Sr", "Co", "etc", "vol"):
        assert clean(f"Sula {end}.") == f"Sula {end}."
    assert clean("Emma (1996 film), 1996", brackets=True) == "Emma (1996 film), 1996"
    assert clean("*Emma (film)*.", brackets=True) == "Emma (film)"
    assert clean("ab" * MAX_TITLE) == "ab" * (MAX_TITLE // 2)
    assert MAX_TITLE == 400


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('He read "Sula" and “Jazz” twice', [("Sula", 9), ("Jazz", 20)]),
        ("He read «Sula» and « Jazz » twice", [("Sula", 9), ("Jazz", 21)]),
        ("He read „Sula“ and „Jazz” twice", [("Sula", 9), ("Jazz", 20)]),
        ("He read ‘Sula’ and 'Jazz' twice", [("Sula", 9), ("Jazz", 20)]),
        ("He read 'Ann's Sula' at Ann's", [("Ann's Sula", 9)]),
        ("He read 「Sula」 and 《Jazz》 twice", [("Sula", 9), ("Jazz", 20)]),
        ("He read ***Sula*** and **Jazz** twice", [("Sula", 11), ("Jazz", 25)]),
        ("He read **a *b* c** twice", [("a *b* c", 10)]),
        ("He read *Sula* and _Jazz_ twice", [("Sula", 9), ("Jazz", 20)]),
        ("He read __Sula__ and `Jazz` twice", [("Sula", 10), ("Jazz", 22)]),
        ('He read "*Sula*" twice', [("*Sula*", 9)]),
        ("5 * 6 * 7 and snake_case_name", []),
        ('He read " Sula" twice', []),
        ("don't or won't", []),
    ],
)
def test_texts_in_quotes_and_emphasis(text, found):
    """Each kind, in order, at its place; what is inside another is not counted again."""
    assert quotes(text) == found
    assert all(text[at:].startswith(said) for said, at in found)
    plain = [one for one in found if text[one[1] - 1] not in "*_`"]
    assert quotes(text, emphasis=False) == plain


SENTENCES = each(
    "There [is|are|was|were] this one book that starts so",
    "None of them is so",
    "No book [by|in|that|is|are|were|was|meet|meets|match] it is so",
    "[I|We] think it is so",
    "[I've|I’m|I'd] sure it is so",
    "This [is|title|book|one|list|was|means] what it was",
    "These [are|books|titles|were] what it was",
    "It [is|was|does|has|starts|ends|meets|contains] with some letter",
    "The [book|books|title|titles|first|last|letter|word|author|answer|criterion|list|following"
    "|other|others|remaining|only|reason|number|problem|only book] of hers [is|are|was|were|does"
    "|do|has|have|start|starts|end|ends|begin|begins|contain|contains|meet|meets] so",
    "The book that she shows here",
    "[Both of them|All of these|All the works|All them|Since she|Because she|Therefore she"
    "|However she|Note she|Please she|As an author she|As far she|As of now she|If she"
    "|Based on it she|According to it she|Here is what she|Here are what she|Let me say she"
    "|Check what she|Count what she|First, she|Next, she|Then, she|So, she|So she"
    "|Unfortunately she|Sorry she|My book she|You say she|Your book she] has it",
    "I think she [is|are|was|were|does|do|did|has|have|had|meet|meets|start|starts|end|ends|begin"
    "|begins|contain|contains|satisfy|satisfies|qualify|qualifies|fit|fits|match|matches|consist"
    "|consists|count|counts|include|includes|published|appeared|would|should|could|can|give|gives"
    "|belong|belongs|make|makes|show|shows|fail|fails|left|excluded|omitted|included|tell|tells]"
    " so",
    "walking through the long night she [left|had].",
    'walking through the long night she left[!|:|.|."|.*]',
)
NAMES = [
    "It is so",
    "Song of the Sea Is Here",
    "through the night she left.",
    "walking through the long night she left",
    "walking through the long night she left...",
    "Walking Through the Long Night She Left.",
    "walking through the long dark night.",
    "I Know Why the Caged Bird Sings",
    " ".join(["Name"] * 30),
]


def test_sentences_are_told_from_names():
    """By how they begin and their verb, by their end, or by their length."""
    assert [one for one in SENTENCES if not sentence(one)] == []
    assert [one for one in NAMES if sentence(one)] == []
    assert sentence(" ".join(["Name"] * 31))
    assert sentence("It is so good")


# Labels.

ANYWHERE = ["title", "reason", "book title", "id", "titel", "begründung", "título", "titre",
            "titolo", "书名", "标题", "原因", "理由"]  # fmt: skip
OTHERS = ["author", "year", "published", "publication year", "date", "first published", "count",
          "words", "word count", "criterion 2", "criteria 1", "description", "genre", "constraint",
          "constraints", "city", "letter", "translation", "original title", "document"]  # fmt: skip
NAMED = {
    "titles": ["title", "book title", "english title", "book", "name", "film", "novel", "work",
               "item", "answer", "candidate", "titel", "título", "titre", "titolo", "书名", "标题",
               "題名"],
    "reasons": ["begründung", "grund", "razón", "raison", "motivo", "理由", "原因", "reason",
                "rationale", "reasoning", "explanation", "why", "justification", "note", "notes",
                "status", "verdict", "satisfies", "meets", "qualifies", "match", "result",
                "decision", "included", "include", "check", "criterion", "criteria", "evidence"],
    "ids": ["id", "doc id", "document id", "doc", "ids"],
}  # fmt: skip


def test_the_names_of_labels():
    """At the beginning of a line all of them, elsewhere a few."""
    assert {"titles": [*TITLES], "reasons": [*REASONS], "ids": [*IDS]} == NAMED
    for name in (*OTHERS, *TITLES, *REASONS, *IDS):
        assert labelled(f"{name}: x"), name
        assert labelled(f"**{name.upper()}**： x"), name
        assert labelled(f"{name} 12 = x"), name
        assert labelled(f"A thing. {name}: x", at_start=False) == (name in ANYWHERE), name
        assert not labelled(f"A thing. {name}: x"), name
    assert not labelled("Subtitle: x")
    assert not labelled("Sula: x")
    assert not labelled("Title and more x")


def _fields(*texts: str) -> list[tuple[str, str, int]]:
    """The labelled parts of lines that stand below each other."""
    lines, at = [], 0
    for text in texts:
        lines.append(Line(text, at))
        at += len(text) + 1
    return [(name, part.text, part.start) for name, part in fields_of(lines)]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["Reason: it fits. Title: Sula"], [("reason", "it fits.", 8), ("title", "Sula", 24)]),
        (["Sula. Reason: it fits"], [("", "Sula.", 0), ("reason", "it fits", 14)]),
        (["**Title:** Sula", "*Reason*: fits", "More"],
         [("title", "Sula", 11), ("reason", "fits", 26), ("", "More", 31)]),
        (["Title:", "Sula", "More"], [("title", "Sula", 7), ("", "More", 12)]),
        (["Sula |Author: Ann |Year: 1973"],
         [("", "Sula", 0), ("author", "Ann", 14), ("year", "1973", 25)]),
        (["Sula (1973; title: Peace)"], [("", "Sula (1973; title: Peace)", 0)]),
        (["Sula (1973) title: Peace"], [("", "Sula (1973)", 0), ("title", "Peace", 19)]),
        (["The author: Ann"], [("", "The author: Ann", 0)]),
        (["- Author: Ann"], [("author", "Ann", 10)]),
        (["Title: Sula. Author: Ann"], [("title", "Sula. Author: Ann", 7)]),
    ],
)  # fmt: skip
def test_the_labelled_parts_of_lines(lines, found):
    """With their places; what precedes the first label has no name, nor has a further line."""
    assert _fields(*lines) == found


@pytest.mark.parametrize(
    ("text", "title", "remark"),
    [
        ("Sula", "Sula", ""),
        ("Sula (1973).", "Sula", ""),
        ("Sula, Peace: Ann's Jazz!", "Sula, Peace: Ann's Jazz!", ""),
        ('"Sula" (1973) – fits', "Sula", "(1973) – fits"),
        ("*Sula*, a novel", "Sula", ", a novel"),
        ("“Sula” ✓", "Sula", ""),
        ('"Sula": Peace', '"Sula": Peace', ""),
        ("Sula – starts with S", "Sula", "starts with S"),
        ("Sula -> it fits", "Sula", "it fits"),
        ("Sula => 1973", "Sula", "1973"),
        ("Sula — 1973-74", "Sula", "1973-74"),
        ("Sula -", "Sula", ""),
        ("Sula – Éa", "Sula – Éa", ""),
        ("Sula (a novel)", "Sula", "a novel"),
        ("Sula (Peace)", "Sula (Peace)", "Peace"),
        *((f"Sula. {word} so", "Sula", f"{word} so") for word in
          ("it", "this", "the title", "which", "so", "meets", "starts", "ends", "published")),
        ("Sula; It is so", "Sula", "It is so"),
        ("Sula. Peace so", "Sula. Peace so", ""),
    ],
)  # fmt: skip
def test_a_title_after_its_label(text, title, remark):
    """And the remark behind it."""
    assert after_label(text) == (title, remark)


@pytest.mark.parametrize(
    ("text", "title", "remark"),
    [
        ("Sula", "Sula", ""),
        ("<b>Sula</b> – a novel", "Sula", "a novel"),
        ("[Sula](http://a.b) – a novel", "Sula", "a novel"),
        ("1973: Sula", "Sula", ""),
        ("(1973) Sula", "Sula", ""),
        ("[c. 1973] – Sula", "Sula", ""),
        ("1973 - Sula", "Sula", ""),
        ("1984: a novel", "1984", "a novel"),
        ("1984", "1984", ""),
        ('"Sula" – starts with S', "Sula", "starts with S"),
        ('"Sula": a novel', "Sula", "a novel"),
        ('"Sula" Peace', "Sula Peace", ""),
        ('**"Sula"** - a novel', "Sula", "a novel"),
        ("it has three words → Sula", "Sula", "it has three words"),
        ("it has three words -> Sula", "Sula", "it has three words"),
        ("it has three words => Sula", "Sula", "it has three words"),
        ("The Song of Ann → Sula", "The Song of Ann", "Sula"),
        ("It is so good a book", "", "It is so good a book"),
        ("Sula – a novel", "Sula", "a novel"),
        ("Sula -- a novel", "Sula", "a novel"),
        ("Sula — a novel", "Sula", "a novel"),
        ("Sula—a novel", "Sula", "a novel"),
        ("Sula | a novel", "Sula", "a novel"),
        ("Sula: a novel", "Sula", "a novel"),
        ("Sula: A Novel", "Sula: A Novel", ""),
        ("Sula (1973): A Novel", "Sula", "A Novel"),
        ("Sula: A Novel.", "Sula", "A Novel."),
        ("Sula: Meets it, no", "Sula", "Meets it, no"),
        ("Sula: It is so good", "Sula", "It is so good"),
        *((f"Sula, {word} x", "Sula", f"{word} x") for word in
          ("which", "published", "because", "since", "as it", "a novel", "a book", "starts",
           "ends", "it", "with")),
        ("Sula, who x", "Sula, who x", ""),
        ("Sula (a novel)", "Sula", "a novel"),
        ("Sula (Peace)", "Sula (Peace)", "Peace"),
    ],
)  # fmt: skip
def test_a_title_without_a_label(text, title, remark):
    """And the remark before or behind it; a sentence has no title."""
    assert unlabelled(text) == (title, remark)


def test_with_brackets_the_title_keeps_them():
    """In every form of an item."""
    for read in (after_label, unlabelled):
        for text in ("Emma (1996)", '"Emma (1996)" – a film', "Emma (1996) – a film"):
            assert read(text, brackets=True)[0] == "Emma (1996)"
            assert read(text)[0] == "Emma"


# Entries.


def _item(*texts: str, wanted: Titles | None = None, **more) -> tuple:
    """What the entry in these lines names, the words at its place, its reason and its verdict."""
    lines, at = [], 5
    for text in texts:
        lines.append(Line(text, at))
        at += len(text) + 1
    found = item_of(Entry(lines, **more), wanted or Titles())
    if found is None:
        return ()
    whole = " " * 5 + "\n".join(texts)
    return found.text, whole[slice(*found.span)], found.reason, found.fails


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Reason: it fits. Title: *Sula* (1973)"], ("Sula", "Sula", "it fits", False)),
        (["Title: Sula", "Reason: *it fits*"], ("Sula", "Sula", "it fits", False)),
        (["Reason: it does not fit. Title: Sula"], ("Sula", "Sula", "it does not fit", True)),
        (["Sula – starts with S"], ("Sula", "Sula", "", False)),
        (["Sula – no"], ("Sula", "Sula", "", True)),
        (["Sula – yes", "It does not fit."], ("Sula", "Sula", "", True)),
        (["Sula – no", "It qualifies."], ("Sula", "Sula", "", False)),
        (["❌ Sula"], ("Sula", "Sula", "", True)),
        (["Sula ✘"], ("Sula", "Sula", "", True)),
        (["~~Sula~~"], ("~~Sula~~", "~~Sula~~", "", True)),
        (["Sula (already listed)"], ("Sula", "Sula", "", True)),
        (["Sula (already mentioned)"], ("Sula", "Sula", "", True)),
        (["Sula (already named)"], ("Sula", "Sula", "", True)),
        (["Sula (already included)"], ("Sula", "Sula", "", True)),
        (["Sula (duplicate)"], ("Sula", "Sula", "", True)),
        (["Sula (repeated)"], ("Sula", "Sula", "", True)),
        (['The one that fits is "Sula" of hers.'], ("Sula", "Sula", "", False)),
        (['The one that fails is "Sula" of hers.'], ("Sula", "Sula", "", False)),
        (['The one that is "Sula" does not fit.'], ("Sula", "Sula", "", True)),
        (['The ones that fit are "Sula" and "Jazz".'], ()),
        (['The one that fits is "it" here.'], ()),
        (['The one that fits is "Note: x" here.'], ()),
        (["None"], ()),
        (["Title: None"], ()),
        (["Nothing"], ("Nothing", "Nothing", "", False)),
        (["No Title"], ("No Title", "No Title", "", False)),
        (["***"], ()),
        (["Title: –"], ()),
        *(([f"Title: {form}"], ()) for form in (
            "<title>", "title", "book title", "<book title>", "title here", "title of the book",
            "title 2", "title a", "...", "…", "the title", "example", "example title", "etc.",
            "and so on", "same as above", "see above", "as above",
        )),
        (["Title: Tom &amp; Ann"], ("Tom & Ann", "Tom &amp; Ann", "", False)),
    ],
)  # fmt: skip
def test_what_an_entry_names(texts, expected):
    """Its title at its place, its reason, and whether it fails in its own words."""
    assert _item(*texts) == expected


def test_what_a_program_quotes_is_taken_as_it_is():
    """With markup off only where brackets are no part of titles; a table or box says it fails."""
    assert _item("Emma (1996)", exact=True) == ("Emma", "Emma", "", False)
    kept = _item("Emma (1996)", exact=True, wanted=Titles(brackets=True))
    assert kept == ("Emma (1996)", "Emma (1996)", "", False)
    assert _item("!!!", exact=True) == ("!!!", "!!!", "", False)
    assert _item("Sula – no", fails=False) == ("Sula", "Sula", "", False)
    assert _item("Sula – yes", fails=True) == ("Sula", "Sula", "", True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ID: 77", ("77", "77", "", False)),
        ("Title: Sula, ID: 77, it fits", ("77", "77", "", False)),
        ("Title: Sula, ID: **77**, it fits", ("77", "77", "", False)),
        ("Doc ID: 77 | Sula", ("77", "77", "", False)),
        ("Doc ID: 77, Sula", ("77", "77", "", False)),
        ("ID: ab c", ("ab c", "ab c", "", False)),
        ("Sula (ID: 77)", ("77", "77", "", False)),
        ("Sula (document_id 77a)", ("77a", "Sula (document_id 77a)", "", False)),
        ("Sula in doc 77", ("77", "Sula in doc 77", "", False)),
        ("Sula on page #77", ("77", "Sula on page #77", "", False)),
        ("Sula in passage: 77", ("77", "Sula in passage: 77", "", False)),
        ("Sula in entry *77*", ("77", "Sula in entry *77*", "", False)),
        ("Document 77", ("77", "Document 77", "", False)),
        ("Sula (77)", ("77", "Sula (77)", "", False)),
        ("77 – Sula", ("77", "77 – Sula", "", False)),
        ("77: Sula", ("77", "77: Sula", "", False)),
        ("77 (Sula)", ("77", "77 (Sula)", "", False)),
        ("77 | Sula", ("77", "77 | Sula", "", False)),
        ("77, is Sula", ("77", "77, is Sula", "", False)),
        ("77 was Sula", ("77", "77 was Sula", "", False)),
        ("[77]: Sula", ("77", "[77]: Sula", "", False)),
        ("#77", ("77", "77", "", False)),
        ("77", ("77", "77", "", False)),
        ("Sula", ("Sula", "Sula", "", False)),
        ("ID: 77. Reason: no", ("77", "77", "no", True)),
    ],
)
def test_the_id_that_an_entry_names(text, expected):
    """With a label, in brackets, first, or alone; where there is none its title."""
    assert _item(text, wanted=Ids()) == expected


def test_entries_that_only_repeat_the_form():
    """They have a label, and in place of a title the word for it."""

    def entry(*texts: str) -> Entry:
        return Entry([Line(text, 0) for text in texts])

    assert placeholder(entry("Reason: <reason>. Title: <title>"))
    assert placeholder(entry("Title: Sula", "Title: ..."))
    assert placeholder(entry("Title 1"))
    assert not placeholder(entry("Title: ...", "Title: Sula"))
    assert not placeholder(entry("Sula"))
    assert titled(entry("Reason: x", "Book: Sula"))
    assert not titled(entry("Reason: x", "Sula"))
