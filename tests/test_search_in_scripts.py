"""Search finds what a reader sees, in every script and in every form in which letters are stored.

Expected words are those of the texts, by eye; what is not to be found is told as well.
"""

from __future__ import annotations

import itertools
import time
import unicodedata
from pathlib import Path

import pytest

from tamis.retrieve import rankers
from tamis.retrieve.bm25 import BM25
from tamis.retrieve.corpora import stream_corpus
from tamis.retrieve.embedders import embedder
from tamis.retrieve.unindexed_bm25 import rank_once
from tamis.text.comparing import NOT_EUROPEAN, comparable
from tamis.types import Document

CASES = Path(__file__).parents[2] / "shared" / "cases"

TEXTS = {
    "latin": unicodedata.normalize("NFD", "Le café de Łódź garde chaque résumé de Nguyễn Văn."),
    "cyrillic": "Маяк на острове построили в 1811 году; смотритель живёт рядом.",
    "greek": "Ο ΦΑΡΟΣ χτίστηκε στο νησί το 1811.",
    "arabic": "بُنِيَتْ المَنارة على الجزيرة سنة ١٨١١، وفيها كتـــاب الحارس.",
    "hebrew": "מִגְדַּלּוֹר נבנה על האי בשנת 1811.",
    "devanagari": "हिन्दी में प्रकाशस्तंभ का इतिहास लिखा गया।",
    "chinese": "蛋白质设计方法发明者获得诺贝尔化学奖，灯塔建于1811年。",
    "japanese": "灯台は東京の首\n都圏にあります。ｶﾀｶﾅも使う。",
    "thai": "ประภาคารบนเกาะสร้างขึ้นเมื่อปีที่แล้วและมีน้ำล้อมรอบ",
    "korean": unicodedata.normalize("NFD", "등대는 서울에서 멀리 떨어진 섬에 있다."),
    "khmer": "ប្រទេសកម្ពុជាមានប្រាសាទអង្គរវត្ត",
    "lao": "ນະຄອນຫຼວງວຽງຈັນແມ່ນນະຄອນຫຼວງຂອງລາວ",
    "burmese": "ရန်ကုန်မြို့သည်မြန်မာနိုင်ငံတွင်ရှိသည်",
}


@pytest.fixture(scope="module")
def index():
    """One index of a text in each script, and one in English."""
    english = Document("english", "", "A lighthouse of the island, built by its keeper.")
    return BM25.build([*(Document(id, "", text) for id, text in TEXTS.items()), english])


def found(index, query):
    """The ids of what a search finds, best first."""
    return [hit.document.id for hit in index.search(query)]


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ("résumé", "latin"), ("CAFÉ", "latin"), ("Łódź", "latin"), ("Nguyễn", "latin"),
        ("маяк", "cyrillic"), ("СМОТРИТЕЛЬ", "cyrillic"), ("живёт", "cyrillic"),
        ("φαρος", "greek"), ("ΝΗΣΊ", "greek"), ("المنارة", "arabic"), ("بنيت", "arabic"),
        ("كتاب", "arabic"), ("מגדלור", "hebrew"), ("האי", "hebrew"),
        ("हिन्दी", "devanagari"), ("इतिहास", "devanagari"), ("诺贝尔", "chinese"),
        ("灯塔", "chinese"), ("化学奖是谁获得的？", "chinese"), ("奖", "chinese"),
        ("東京", "japanese"),
        ("首都", "japanese"), ("カタカナ", "japanese"), ("圏", "japanese"), ("น้ำ", "thai"),
        ("เกาะ", "thai"), ("서울", "korean"), ("등대", "korean"), ("섬", "korean"),
        ("អង្គរវត្ត", "khmer"), ("ວຽງຈັນ", "lao"), ("ရန်ကုန်", "burmese"),
        ("lighthouses", "english"),
    ],
)  # fmt: skip
def test_each_script_is_searched(index, query, id):
    """Words, their beginnings where particles follow, and single characters."""
    assert found(index, query)[0] == id
    lone = rank_once(query, list(TEXTS.values()), "lv-zhai")
    assert lone[:1] == ([list(TEXTS).index(id)] if id in TEXTS else [])


@pytest.mark.parametrize("query", ["京都", "贝诺", "маяки", "fi", "zyzzyva", "서운"])
def test_what_does_not_stand_there_is_not_found(index, query):
    """Not the same characters in another order, nor another form, of another language."""
    assert found(index, query) == []


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("file offices specified", "The ﬁle of oﬃces is speciﬁed"), ("flow", "workﬂows and ﬂow"),
        ("treatment", "The treat-\nment works"), ("treatment", "The treat\u2010\r\n   ment works"),
        ("treatment", "The treat\u00ad\nment works"), ("treatment", "The treat\u00adment works"),
        ("internationally", "inter-\nnation-\nally known"), ("well known", "a well-\nknown rock"),
        ("treat", "The treat-\nment works"), ("ABC", "ＡＢＣ 株式会社"),
        ("password", "pass\u200bword"),
        ("Strasse", "Die STRAẞE und die Straße"), ("istanbul", "İstanbul"), ("km", "3 km² of sea"),
        ("cells", "10⁶ cells¹"), ("H2O", "H₂O"), ("2024", "०२ und २०२४"), ("10", "१०"),
        ("Foo", "Foo™ Bar®"), ("IV", "Book Ⅳ"), ("C++", "She writes C++."),
        ("c#", "C# and Java"), ("R", "We wrote it in R."), ("R", "an R-package"),
        (".NET", "the .NET runtime"), (".net", "ASP and (.NET)"), ("Notepad++", "Notepad++ 8"),
        ("§ 5", "nach §5 UStG"), ("§5a", "siehe § 5a"),
        ("C", "the 'C' key"),
        ("R語言", "用R語言寫的"), ("F#", "F#, OCaml"), ("O'Brien", "Mr. O’Brien"),
        ("C++17", "C++ 20"),
        ("vitamin C?", "vitamin C."), ("می‌خواهم", "میخواهم"), ("ﷲ", "الله"), ("ĳs", "ijs"),
    ],
)  # fmt: skip
def test_forms_of_letters_and_words_of_signs(query, text):
    """The same words to a reader are the same words to the search."""
    pages = [Document("it", "", text), Document("other", "", "something else altogether")]
    assert found(BM25.build(pages), query) == ["it"]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("C", "C++ and C#"), ("C++", "Vitamin C"), ("106", "10⁶ cells"), ("word1", "word¹ of it"),
        ("21", "2½ cups"), ("FooTM", "Foo™"), ("I said so?", "I am here"), ("J. K. Rowling", "J K"),
        ("Rowling's", "it's his"), ("net", "a hornet"), ("§ 5", "5 apples of §§ 6"),
        ("the top 5", "papers 5 and 2"),
    ],
)  # fmt: skip
def test_what_only_looks_alike_is_not_found(query, text):
    """An exponent is no digit of its number; "s", initials and digits are not words to look for."""
    pages = [Document("it", "", text), Document("other", "", "something else altogether")]
    assert found(BM25.build(pages), query) == []


@pytest.mark.parametrize(
    ("case", "queries"),
    [
        ("07-words-without-blanks", {"诺贝尔": "zh.txt", "東京": "ja.txt"}),
        (
            "08-unicode-forms-in-search",
            {
                **dict.fromkeys(("office", "files", "different", "workflows"), "ligatures.pdf"),
                **dict.fromkeys(("café", "résumé"), "nfd.txt"),
            },
        ),
    ],
)
def test_the_files_of_public_reports(case, queries):
    """Each is found by the words that a reader sees in it, and no other with it."""
    if not (CASES / case).exists():
        pytest.skip(f"{CASES / case} is not here")
    index = BM25.build([*stream_corpus(str(CASES / case / "corpus")).documents])
    assert {query: found(index, query) for query in queries} == {
        q: [id] for q, id in queries.items()
    }


OF_LANGUAGES = {
    "german": "Die Verträge mit den Lieferanten wurden im Mai geschlossen, und der Hafen war voll.",
    "french": "Les journaux de la ville sont imprimés par une machine que les voisins aiment.",
    "spanish": "Las ciudades de la costa tienen unos puertos que se construyeron en el siglo XX.",
    "italian": "I ponti della città sono stati costruiti dagli operai che venivano dal nord.",
    "russian": "Это были старые мосты, и все они стояли у реки, которая не замерзает.",
    "english": "The contracts of the war were signed by all, and they are kept in the port.",
}


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("Vertrag", ["german"]), ("Lieferant", ["german"]), ("journal", ["french"]),
        ("imprimer", ["french"]), ("puerto", ["spanish"]), ("construir", ["spanish"]),
        ("ponte", ["italian"]), ("мост", ["russian"]), ("contract", ["english"]),
        ("port", ["english"]), ("war", ["english"]), ("die", []), ("Häfen", ["german"]),
    ],
)  # fmt: skip
def test_each_passage_is_stemmed_in_its_own_language(tmp_path, query, ids):
    """By another form of a word; what is a stop word in one language is a word in another."""
    passages = [Document(id, "", text) for id, text in OF_LANGUAGES.items()]
    assert found(rankers.write(tmp_path, passages, "bm25", each_language=True), query) == ids


def test_english_is_searched_as_if_there_were_no_other_language(tmp_path):
    """The same scores, to the last digit."""
    texts = [
        OF_LANGUAGES["english"],
        "Various lists of firms, in three ports.",
        "name: Knut | la: 2",
    ]
    passages = [Document(str(n), "", text) for n, text in enumerate(texts)]
    plain, each = (
        rankers.write(tmp_path / str(own), passages, "bm25", each_language=own)
        for own in (False, True)
    )
    for query in ("contracts in ports", "various lists", "Knut"):
        assert each.scores(query).tolist() == plain.scores(query).tolist()


@pytest.mark.parametrize("kind", ["hybrid", "dense"])
def test_lsa_has_the_same_words(kind):
    """A text without blanks is near a question of the same script."""
    pytest.importorskip("sklearn")
    pages = [Document(id, "", text) for id, text in TEXTS.items()]
    ranker = rankers.build(pages, kind, embedder=embedder("lsa"))
    assert [hit.document.id for hit in ranker.search("诺贝尔奖", 1)] == ["chinese"]


def test_words_of_one_letter_change_no_score_of_others():
    """They are no part of a length: English text scores as with words of two letters and more."""
    plain = [Document("a", "", "lamp of the tower"), Document("b", "", "lamp and fog horn")]
    more = [
        Document("a", "", "lamp of the tower: R, C++ & § 5"),
        Document("b", "", "lamp and .fog horn 7"),
    ]
    for query in ("lamp", "tower lamp", "fog"):
        first, second = (BM25.build(pages).search(query) for pages in (plain, more))
        assert [(hit.document.id, hit.score) for hit in first] == [
            (hit.document.id, hit.score) for hit in second
        ]
    assert found(BM25.build([Document("a", "", "R"), Document("b", "", "S")]), "r") == ["a"]


@pytest.mark.parametrize(
    "unit", ["a-\n", "日\n", "\u00ad\n", "é", "a\u0301", "- ", "é+", ".a", "é§ ", "日 ", "न्", "１²"]
)
def test_a_million_characters_take_no_time(unit):
    """Of what may be joined, parted or composed again."""
    text = unit * (1_000_000 // len(unit))
    start = time.thread_time()
    BM25.build([Document("a", "", text + " lamp")])
    assert time.thread_time() - start < 10


def test_the_comparable_form_is_stable():
    """What is compared has one form, however often it is made."""
    for text in (*TEXTS.values(), "ﬁ ½ 10⁻⁶ ™ ﷺ ẞ İ ΐ ŉ ｶﾞ …"):
        once = comparable(text)
        assert comparable(once) == once
        for form in ("NFC", "NFD"):
            assert comparable(unicodedata.normalize(form, text)) == once


def test_what_is_taken_for_plain_has_one_form():
    """Letters for which no form is looked up have no other one, and are no marks."""
    for sign in itertools.filterfalse(NOT_EUROPEAN.search, map(chr, range(0x3000))):
        composed = unicodedata.normalize("NFC", sign)
        assert unicodedata.normalize("NFKC", composed) == composed
        assert unicodedata.category(sign) not in ("Mn", "Mc", "Me", "Cf", "Nl", "No")
        assert not unicodedata.decimal(sign, None) or sign.isascii()
